"""The text that `pass-left` and `make run` print when the site is open."""

import sys

import segno
from django.conf import settings
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from drafts.services.accounts import FIRST_ORGANIZER


def print_welcome(*, urls: list[str], password: str | None) -> None:
    """Print where to go, from here and from a phone, and the organizer's password where there is a new one."""
    console = Console(highlight=False)
    lines = Table.grid(padding=(0, 2))
    if not settings.BEHIND_PROXY:
        lines.add_row("On this computer", link(f"http://localhost:{settings.PORT}/"))
    where = "On any device" if settings.BEHIND_PROXY else "On a phone in the same network"
    for index, url in enumerate(urls):
        lines.add_row("" if index else where, link(url))
    lines.add_row("Data and settings", Text(str(settings.HOME), overflow="fold"))
    parts: list[RenderableType] = [lines]
    if password:
        parts += [Text(), account(password)]
    title = f"[bold]Pass Left {settings.VERSION} is open"
    console.print(Panel(Group(*parts), title=title, subtitle="Ctrl-C closes it", padding=(1, 3)))
    if urls and console.is_terminal:
        segno.make(urls[0], error="m").terminal(sys.stdout, compact=True, border=2)


def link(url: str) -> Text:
    return Text(url, style="bold yellow", no_wrap=True)


def account(password: str) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_row("Organizer", Text(FIRST_ORGANIZER, style="bold"))
    table.add_row("Password", Text(password, style="bold"))
    table.add_row("", "It is shown this once. Change it after you have signed in.")
    return table
