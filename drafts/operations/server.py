"""How Daphne is started: quiet but for what goes wrong."""

import sys

# A silent phone is noticed after 15 seconds. Limits are in drafts/limits.py, and hold without any option.
PINGS = ("--ping-interval", "10", "--ping-timeout", "15")


def server_program(*, port: int, interface: str, behind_proxy: bool = False) -> list[str]:
    """Return the command line of the server on this port of this interface.

    `behind_proxy`: where a request comes from is what the proxy says.
    """
    where = ["-v", "0", "-b", interface, "-p", str(port), *(["--proxy-headers"] if behind_proxy else [])]
    return [sys.executable, "-m", "daphne", *where, *PINGS, "draftsite.asgi:application"]
