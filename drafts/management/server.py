"""How Daphne is started: with limits, and quiet but for what goes wrong."""

import sys

# Daphne reads the limits from its command line only. A silent phone is noticed after 15 seconds.
LIMITS = (
    *("--websocket-max-message-size", "16384", "--websocket-max-frame-size", "16384"),
    *("--ping-interval", "10", "--ping-timeout", "15"),
)


def server_program(*, port: int, interface: str, behind_proxy: bool = False) -> list[str]:
    """Return the command line of the server on this port of this interface.

    `behind_proxy`: where a request comes from is what the proxy says.
    """
    where = ["-v", "0", "-b", interface, "-p", str(port), *(["--proxy-headers"] if behind_proxy else [])]
    return [sys.executable, "-m", "daphne", *where, *LIMITS, "draftsite.asgi:application"]
