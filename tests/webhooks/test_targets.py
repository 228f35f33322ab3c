"""Nothing is sent into a private network, however its address is written."""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from itertools import product

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from drafts.webhooks.error_codes import ErrorCode
from drafts.webhooks.targets import BadTarget, addresses_of, is_public, may_be_sent_to, read_target

PRIVATE = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "100.64.0.0/10", "::1/128", "fc00::/7"]
NEVER = ["0.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24"]
NEVER += [
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "::/128",
    "fe80::/10",
    "ff00::/8",
    "2001:db8::/32",
    "fec0::/10",
]
CARRIERS = ["::ffff:0:0/96", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"]
"""IPv6 networks in whose addresses an IPv4 address may hide, whatever that is."""


def addresses_in(networks):
    def drawn(text):
        network = ip_network(text)
        kind = IPv4Address if network.version == 4 else IPv6Address
        return st.integers(int(network[0]), int(network[-1])).map(kind)

    return st.one_of([drawn(network) for network in networks])


@given(addresses_in(PRIVATE))
def test_ones_own_network_is_sent_to_only_where_the_installation_allows_it(address):
    assert not is_public(address)
    assert not may_be_sent_to(address, "https", allows_private=False)
    assert may_be_sent_to(address, "http", allows_private=True)


@given(addresses_in([*NEVER, *CARRIERS]))
@example(ip_address("169.254.169.254"))
@example(ip_address("64:ff9b::7f00:1"))
@example(ip_address("::ffff:8.8.8.8"))
def test_an_address_that_is_no_machine_of_the_internet_or_hides_another_is_never_sent_to(address):
    assume(address != ip_address("::1"))
    ways = product(("http", "https"), (True, False))
    assert not any(may_be_sent_to(address, scheme, allows_private=allows) for scheme, allows in ways)


@given(st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)))
def test_every_public_address_is_global_and_asked_by_https_alone(address):
    if is_public(address):
        assert address.is_global
        assert not any([address.is_private, address.is_multicast, address.is_loopback, address.is_link_local])
    assert may_be_sent_to(address, "https", allows_private=False) == is_public(address)
    assert not may_be_sent_to(address, "http", allows_private=False)


@pytest.mark.parametrize("address", ["1.1.1.1", "8.8.8.8", "2606:4700::1111", "2a00:1450:4001::200e"])
def test_machines_of_the_internet_are_sent_to(address):
    assert may_be_sent_to(ip_address(address), "https", allows_private=False)


@pytest.mark.parametrize(
    ("address", "error"),
    [
        ("", ErrorCode.NO_ADDRESS),
        ("hook.example/x", ErrorCode.NO_ADDRESS),
        ("//hook.example/x", ErrorCode.NO_ADDRESS),
        ("ftp://hook.example/x", ErrorCode.NO_ADDRESS),
        ("javascript:alert(1)", ErrorCode.NO_ADDRESS),
        ("https:///x", ErrorCode.NO_ADDRESS),
        ("https://hook.example/a b", ErrorCode.NO_ADDRESS),
        ("https://hook.example/\r\nHost: other", ErrorCode.NO_ADDRESS),
        ("https://hook.example\\@other/", ErrorCode.NO_ADDRESS),
        ("https://[fe80::1%25eth0]/", ErrorCode.NO_ADDRESS),
        ("https://hook.example:99999/", ErrorCode.NO_ADDRESS),
        ("https://hook.example/" + "x" * 500, ErrorCode.NO_ADDRESS),
        ("https://hook.example/" + "ü" * 200, ErrorCode.NO_ADDRESS),
        ("http://hook.example/x", ErrorCode.NO_HTTPS),
        ("https://ann:secret@hook.example/", ErrorCode.PASSWORD),
        ("https://ann@hook.example/", ErrorCode.PASSWORD),
        ("https://hook.example/#part", ErrorCode.FRAGMENT),
        ("https://hook.example:25/", ErrorCode.PORT),
        ("https://hook.example:80/", ErrorCode.PORT),
    ],
)
def test_an_address_that_cannot_be_sent_to_is_refused_for_its_reason(address, error):
    with pytest.raises(BadTarget) as caught:
        read_target(address, allows_private=False)
    assert caught.value.error is error


def test_an_address_is_kept_as_it_is_sent():
    target = read_target("HTTPS://Exämple.com:8443/ü?x=1", allows_private=False)
    assert target == (
        *("https://xn--exmple-cua.com:8443/%C3%BC?x=1", "https", "xn--exmple-cua.com", 8443),
        *("/%C3%BC?x=1", "xn--exmple-cua.com:8443"),
    )


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1", "0x7f.1", "2130706433", "[::1]", "0.0.0.0"])
def test_a_name_is_judged_by_what_it_leads_to_however_it_is_written(host):
    with pytest.raises(BadTarget) as caught:
        addresses_of(read_target(f"https://{host}/", allows_private=False), allows_private=False)
    assert caught.value.error is ErrorCode.PRIVATE


def test_a_name_that_leads_to_several_machines_is_sent_to_those_that_are_allowed(monkeypatch):
    places = [(socket.AF_INET, 1, 6, "", (each, 443)) for each in ("10.0.0.1", "8.8.8.8", "169.254.169.254", "8.8.8.8")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *asked, **more: places)
    target = read_target("https://hook.example/", allows_private=False)
    assert addresses_of(target, allows_private=False) == [ip_address("8.8.8.8")]


def test_a_machine_of_the_internet_is_not_told_without_https_even_where_a_private_network_is_allowed():
    with pytest.raises(BadTarget) as caught:
        addresses_of(read_target("http://8.8.8.8/", allows_private=True), allows_private=True)
    assert caught.value.error is ErrorCode.NO_HTTPS


@pytest.mark.parametrize("host", ["nowhere.invalid", "x" * 64 + ".example", "a..b"])
def test_a_name_that_nobody_has_is_said_to_be_none(host):
    with pytest.raises(BadTarget) as caught:
        addresses_of(read_target(f"https://{host}/", allows_private=False), allows_private=False)
    assert caught.value.error is ErrorCode.NO_HOST
