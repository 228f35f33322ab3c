"""The name of `open_site` before 0.2.0. Systemd units that were installed then still have it."""

from drafts.management.commands.open_site import Command

__all__ = ["Command"]
