"""`manage.py serve`: one server process of several, or one behind a proxy. `make run` is for a house of its own."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from drafts.operations.server import server_program


class Command(BaseCommand):
    help = "Serve pages and live tables, with the limits that a night needs. First: migrate, collectstatic."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--interface", default="127.0.0.1", help="where the proxy finds it (default: 127.0.0.1)")
        parser.add_argument("--port", type=int, default=settings.PORT)

    def handle(self, *, interface: str, port: int, **options: Any) -> None:
        program = server_program(port=port, interface=interface, behind_proxy=settings.BEHIND_PROXY)
        sys.stdout.flush()
        os.execv(sys.executable, program)  # noqa: S606 - no shell is wanted
