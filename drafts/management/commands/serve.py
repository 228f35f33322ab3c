"""`manage.py serve`: one server process of several, or one behind a proxy. `open_site` is for a site of its own."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from drafts.operations.server import run_server, server_options


class Command(BaseCommand):
    help = "Serve pages and live tables, with the limits that a night needs. First: migrate, collectstatic."
    requires_system_checks = ()  # the application runs them all

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--interface", default="127.0.0.1", help="where the proxy finds it (default: 127.0.0.1)")
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *, interface: str, port: int, **options: Any) -> None:
        run_server(server_options(port=port, interface=interface, behind_proxy=settings.BEHIND_PROXY))
