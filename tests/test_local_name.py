"""The name in the local network: asked of the network itself, by another program of multicast DNS."""

import os

import pytest
from zeroconf import AddressResolverIPv4, Zeroconf

from drafts.operations.addresses import own_addresses
from drafts.operations.local_name import announced

ADDRESSES = own_addresses()
pytestmark = pytest.mark.skipif(not ADDRESSES, reason="this machine is in no network")


@pytest.fixture
def name():
    return f"passleft-{os.urandom(4).hex()}"


def asked(name):
    """Return the addresses that the network has for a name."""
    with Zeroconf() as zone:
        found = AddressResolverIPv4(f"{name}.local.")
        return found.parsed_addresses() if found.request(zone, 3000) else []


def test_another_device_finds_the_site_by_its_name_while_it_is_open(name):
    with announced(name, port=8000, addresses=ADDRESSES) as host:
        assert (host, asked(name)) == (f"{name}.local", ADDRESSES)


def test_a_name_that_another_machine_has_is_not_announced(name):
    with announced(name, port=8000, addresses=ADDRESSES), announced(name, port=8001, addresses=["10.9.9.9"]) as other:
        assert other is None


def test_the_same_machine_announces_its_name_again(name):
    with (
        announced(name, port=8000, addresses=ADDRESSES),
        announced(name, port=8001, addresses=ADDRESSES) as again,
    ):
        assert again == f"{name}.local"


@pytest.mark.parametrize("addresses", [[], ["no address"]])
def test_a_name_that_the_network_does_not_take_is_no_error(name, addresses):
    with announced(name, port=8000, addresses=addresses) as host:
        assert host is None


def test_without_a_name_nothing_is_announced():
    with announced("", port=8000, addresses=ADDRESSES) as host:
        assert host is None
