"""The name by which phones in this network find the machine, such as `passleft.local` (multicast DNS, RFC 6762)."""

import logging
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from zeroconf import (  # type: ignore[attr-defined]  # the resolver is documented, but not in `__all__`
    AddressResolverIPv4,
    Error,
    ServiceInfo,
    Zeroconf,
)

logger = logging.getLogger(__name__)

KIND = "_http._tcp.local."
LOOKED_FOR = 1000
"""So many milliseconds another machine of the same name has to answer."""


@contextmanager
def announced(name: str, *, port: int, addresses: Sequence[str]) -> Iterator[str | None]:
    """Announce `name`.local for these IPv4 addresses until the block ends, and yield that host name.

    Yield None where `name` is empty, the network refuses it, or another machine answers to it. That is never an error:
    the site is found by its addresses as well.
    """
    zone = _announce(name, port, addresses) if name and addresses else None
    try:
        yield f"{name}.local" if zone else None
    finally:
        if zone:
            zone.close()  # says goodbye


def _announce(name: str, port: int, addresses: Sequence[str]) -> Zeroconf | None:
    zone = None
    try:
        zone = Zeroconf()
        if _is_taken(zone, f"{name}.local.", addresses):
            logger.warning("%s.local is the name of another machine here: it is not announced", name)
            zone.close()
            return None
        info = ServiceInfo(
            KIND,
            f"Pass Left.{KIND}",
            port=port,
            server=f"{name}.local.",
            addresses=[socket.inet_aton(address) for address in addresses],
            properties={"path": "/"},
        )
        zone.register_service(info, allow_name_change=True)
    except (OSError, Error, RuntimeError) as refused:
        logger.info("%s.local is not announced: %r", name, refused)
        if zone:
            zone.close()
        return None
    return zone


def _is_taken(zone: Zeroconf, host: str, own: Sequence[str]) -> bool:
    """Whether a machine with other addresses answers to the host name."""
    found = AddressResolverIPv4(host)
    return found.request(zone, LOOKED_FOR) and not set(found.parsed_addresses()) <= set(own)
