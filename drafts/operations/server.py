"""How Daphne is started: quiet but for what goes wrong."""

from daphne.cli import CommandLineInterface
from django.db import connections

# A silent phone is noticed after 15 seconds. A connection may wait longer than usual until it is accepted: all phones
# come back at once after a restart. Limits are in drafts/limits.py, and hold without any option.
TIMES = ("--ping-interval", "10", "--ping-timeout", "15", "--websocket_connect_timeout", "30")
APPLICATION = "draftsite.asgi:application"


def server_options(*, port: int, interface: str, behind_proxy: bool = False) -> list[str]:
    """Return Daphne's arguments for the site on this port of this interface.

    `behind_proxy`: where a request comes from is what the proxy says.
    """
    where = ["-v", "0", "-b", interface, "-p", str(port), *(["--proxy-headers"] if behind_proxy else [])]
    return [*where, *TIMES, APPLICATION]


def run_server(options: list[str]) -> None:
    """Serve in this process until it is told to stop: no system but Unix can replace a process by another program."""
    connections.close_all()
    CommandLineInterface().run(options)
