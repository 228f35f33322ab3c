"""Where this machine can be reached from: what a phone in the same network has to open."""

import socket
from contextlib import suppress
from ipaddress import ip_address

# Nothing is sent there: a route to one of them tells which of our own addresses faces that network.
FACING = ("192.168.0.1", "10.0.0.1", "172.16.0.1", "198.51.100.1")


def own_addresses() -> list[str]:
    """Return this machine's IPv4 addresses but the loopback ones, the likeliest first."""
    found = dict.fromkeys([*_by_route(), *_by_name()])
    return [text for text in found if not (ip_address(text).is_loopback or ip_address(text).is_link_local)]


def own_names() -> list[str]:
    """Return this machine's names, the one that local name services announce (`.local`) included."""
    name = socket.gethostname().lower()
    return [name, f"{name.partition('.')[0]}.local"]


def _by_route() -> list[str]:
    found = []
    for target in FACING:
        with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(str(probe.getsockname()[0]))
    return found


def _by_name() -> list[str]:
    with suppress(OSError):
        return socket.gethostbyname_ex(socket.gethostname())[2]
    return []
