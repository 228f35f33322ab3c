"""The allowed targets of webhooks. Addresses are only parsed here, and names are checked as they resolve now.

A request goes to exactly the address that was checked (`requests`), so it does not matter if the name resolves
differently a moment later.
"""

import socket
from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple

from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

from drafts.webhooks.error_codes import ErrorCode

LONGEST_TARGET = 500
MOST_TRIED = 4
"""The most addresses of one name that are tried."""

IpAddress = IPv4Address | IPv6Address

GLOBAL_UNICAST = ip_network("2000::/3")
NEVER_PUBLIC = tuple(
    ip_network(network)
    for network in (
        *("192.0.0.0/24", "192.88.99.0/24", "240.0.0.0/4"),  # protocol assignments; 6to4 relays; reserved
        *("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"),  # Teredo and others; documentation; 6to4
    )
)
OWN_NETWORKS = tuple(
    ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
        *("::1/128", "fc00::/7"),
    )
)
"""Networks that an installation may allow. Link-local ones are not: clouds give machines their secrets there."""


class BadTarget(Exception):
    """An address to which nothing may be sent."""

    def __init__(self, error: ErrorCode) -> None:
        super().__init__(error.value)
        self.error = error


class Target(NamedTuple):
    """An address in its parts. `text` is the whole address as it is stored; an IPv6 `host` has no brackets."""

    text: str
    scheme: str
    host: str
    port: int
    path: str
    authority: str


def read_target(text: str, *, allows_private: bool) -> Target:
    """Return the parts of an address. Raises BadTarget for one that is invalid, however its name resolves."""
    if len(text) > LONGEST_TARGET or any(sign.isspace() or not sign.isprintable() or sign == "\\" for sign in text):
        raise BadTarget(ErrorCode.NO_ADDRESS)
    try:
        url = parse_url(text)
    except LocationParseError as fault:
        raise BadTarget(ErrorCode.NO_ADDRESS) from fault
    if url.scheme not in ("https", "http") or not url.host or "%" in url.host:
        raise BadTarget(ErrorCode.NO_ADDRESS)
    if url.scheme != "https" and not allows_private:
        raise BadTarget(ErrorCode.NO_HTTPS)
    if url.auth is not None:
        raise BadTarget(ErrorCode.PASSWORD)
    if url.fragment is not None:
        raise BadTarget(ErrorCode.FRAGMENT)
    usual = 443 if url.scheme == "https" else 80
    port = usual if url.port is None else url.port
    if port != usual and port < 1024:
        raise BadTarget(ErrorCode.PORT)
    whole = url.url
    if len(whole) > LONGEST_TARGET:
        raise BadTarget(ErrorCode.NO_ADDRESS)
    return Target(whole, url.scheme, url.host.strip("[]"), port, url.request_uri, url.netloc or url.host)


def addresses_of(target: Target, *, allows_private: bool) -> Sequence[IpAddress]:
    """Return the allowed addresses to which a target resolves now, at least one.

    Raises BadTarget if its name is not known, or resolves to no allowed address.
    """
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError) as fault:
        raise BadTarget(ErrorCode.NO_HOST) from fault
    addresses = dict.fromkeys(ip_address(str(place[0])) for *_, place in found)
    allowed = [each for each in addresses if may_be_sent_to(each, target.scheme, allows_private=allows_private)]
    if not allowed:
        raise BadTarget(ErrorCode.NO_HTTPS if any(map(is_public, addresses)) else ErrorCode.PRIVATE)
    return allowed[:MOST_TRIED]


def may_be_sent_to(address: IpAddress, scheme: str, *, allows_private: bool) -> bool:
    """Whether an address may be sent to: a public one by https, one in an own network if that is allowed."""
    if is_public(address):
        return scheme == "https"
    return allows_private and any(address in network for network in OWN_NETWORKS)


def is_public(address: IpAddress) -> bool:
    """Whether an address is that of a machine on the internet.

    An IPv6 address that contains an IPv4 address (mapped, NAT64, 6to4, Teredo) is not, whichever it contains.
    """
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv6Address) and address not in GLOBAL_UNICAST:
        return False
    return not any(address in network for network in NEVER_PUBLIC)
