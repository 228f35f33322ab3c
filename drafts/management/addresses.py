"""Where this machine can be reached from: what a phone in the same network has to open."""

import socket
from contextlib import suppress
from ipaddress import ip_address

# Nothing is sent there: a route to one of them tells which of our own addresses faces that network.
FACING = ("192.168.0.1", "10.0.0.1", "172.16.0.1", "198.51.100.1", "fd00::1", "2001:db8::1")


def own_addresses() -> list[str]:
    """Return this machine's addresses but the loopback ones, IPv4 first, the likeliest first."""
    found = [*_by_route(), *_by_name()]
    outside = dict.fromkeys(
        text for text in found if not (ip_address(text).is_loopback or ip_address(text).is_link_local)
    )
    return sorted(outside, key=lambda text: ip_address(text).version)


def own_names() -> list[str]:
    """Return this machine's names, the one that local name services announce (`.local`) included."""
    name = socket.gethostname().lower()
    return [name, f"{name.partition('.')[0]}.local"]


def as_host(address: str) -> str:
    """Return an address as it stands in a URL: IPv6 in brackets."""
    return f"[{address}]" if ":" in address else address


def _by_route() -> list[str]:
    found = []
    for target in FACING:
        family = socket.AF_INET6 if ":" in target else socket.AF_INET
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            found.append(probe.getsockname()[0])
    return found


def _by_name() -> list[str]:
    with suppress(OSError):
        return [str(entry[4][0]).partition("%")[0] for entry in socket.getaddrinfo(socket.gethostname(), None)]
    return []
