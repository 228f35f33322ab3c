import pytest

from drafts import limits
from drafts.limits import AddressUsage, Bucket, ConnectionPool, Rate, usage_of

ON_A_BIG_NIGHT = 150  # phones behind one address, each with the page open twice
AT_ONCE = 1e9


def spent(bucket, times):
    return [bucket.spend() for _ in range(times)]


def test_a_rate_allows_so_many_at_once():
    assert spent(Bucket(Rate(3, 0)), 5) == [True, True, True, False, False]


def test_a_rate_allows_more_with_time_and_never_more_at_once():
    bucket = Bucket(Rate(2, AT_ONCE))
    assert (spent(bucket, 100), bucket.is_full) == ([True] * 100, True)


def test_lines_are_counted_until_they_leave():
    party = ConnectionPool(2, Rate(1, 0))
    assert [party.enter(), party.enter(), party.enter()] == [True, True, False]
    party.leave()
    assert party.enter() is True


def test_strangers_never_shut_out_those_who_belong():
    usage = AddressUsage()
    strangers, members = usage.pool(belongs=False), usage.pool(belongs=True)
    while strangers.enter():
        pass
    assert strangers.lines == limits.MOST_LINES_OF_STRANGERS
    assert (members.enter(), members.messages.spend()) == (True, True)
    assert members.messages is not strangers.messages


def test_an_address_is_remembered_and_an_unknown_one_is_nobody_in_particular():
    assert usage_of("192.0.2.1") is usage_of("192.0.2.1")
    assert usage_of("192.0.2.1") is not usage_of("192.0.2.2")
    assert usage_of("") is not usage_of("")


def test_addresses_are_forgotten_when_there_are_many_and_never_while_somebody_is_there():
    usage_of("198.51.100.1").pool(belongs=False).enter()
    seldom = usage_of("198.51.100.2")
    for number in range(limits.ADDRESSES_REMEMBERED):
        usage_of(f"203.0.113.{number}")
    assert usage_of("198.51.100.1").pool(belongs=False).lines == 1
    assert usage_of("198.51.100.2") is not seldom


@pytest.mark.parametrize("share", [limits.MOST_LINES, limits.OPENINGS.at_once, limits.MOST_CONNECTIONS / 6])
def test_a_full_store_comes_in_at_once(share):
    assert share >= ON_A_BIG_NIGHT
