"""Moments as texts, the same in the log, in its replay and in webhooks."""

from datetime import UTC, datetime
from typing import overload


@overload
def stamp(moment: datetime) -> str: ...
@overload
def stamp(moment: datetime | None) -> str | None: ...
def stamp(moment: datetime | None) -> str | None:
    """Return a moment as docs/protocol.md writes it: UTC, milliseconds, `Z`."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
