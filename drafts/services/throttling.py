"""Throttling of clients. The limits allow for a full store, whose clients share one address."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from ipaddress import AddressValueError, IPv6Address
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from drafts.limits import PEOPLE
from drafts.models import Attempt, ThrottledAction
from drafts.prepared import HOW_MANY, Prepared

LONGEST_ADDRESS = 64


class Limit(NamedTuple):
    """How many attempts are allowed from an address within a time, and from one browser there, if that is limited."""

    most: int
    within: timedelta
    most_of_browser: int | None = None


LIMITS: Mapping[ThrottledAction, Limit] = {
    ThrottledAction.CODE: Limit(10 * PEOPLE, timedelta(minutes=10), 30),  # of 887 million codes (docs/security.md)
    # Right or wrong, under any name: each costs a hash. Six wrong ones for one name lock that name (axes). A
    # browser that has signed in before is also counted with its own account.
    ThrottledAction.PASSWORD: Limit(30, timedelta(minutes=10), 10),
    ThrottledAction.SIGN_UP: Limit(60, timedelta(hours=1)),
    ThrottledAction.PRACTICE: Limit(120, timedelta(minutes=10)),
    ThrottledAction.UPLOAD: Limit(60, timedelta(hours=1)),
    ThrottledAction.TOKEN: Limit(100, timedelta(minutes=10)),  # wrong ones; a right one is always accepted
    ThrottledAction.COMMENT: Limit(10 * PEOPLE, timedelta(minutes=10), 20),  # 20 by one author
    ThrottledAction.WEBHOOK: Limit(60, timedelta(minutes=10)),
}


def _lately(**of_whom: str) -> "QuerySet[Attempt, int]":
    tried = Attempt.objects.filter(action="").filter(at__gte=timezone.now()).filter(**of_whom)
    return tried.order_by().values_list(HOW_MANY, flat=True)


_OF_BROWSER = Prepared(lambda: _lately(browser=""))
_OF_ADDRESS = Prepared(lambda: _lately(address=""))


def is_allowed(action: ThrottledAction, *, address: str, browser: str = "") -> bool:
    """Whether an address, and a browser that is known by a name, may try this again now."""
    return all(tried < most for tried, most in _tries(action, address, browser))


def _tries(action: ThrottledAction, address: str, browser: str) -> Iterator[tuple[int, int]]:
    """Yield how often a browser and an address have tried this lately, each with its limit."""
    limit = LIMITS[action]
    lately = action.value, timezone.now() - limit.within
    if browser and limit.most_of_browser is not None:
        yield _OF_BROWSER.rows(*lately, browser)[0], limit.most_of_browser
    yield _OF_ADDRESS.rows(*lately, client_key(address))[0], limit.most


def record_attempt(action: ThrottledAction, *, address: str, browser: str = "") -> Attempt:
    """Record an attempt from an address; attempts older than the limit's time are deleted."""
    now = timezone.now()
    Attempt.objects.filter(action=action, at__lt=now - LIMITS[action].within).delete()
    return Attempt.objects.create(action=action, address=client_key(address), browser=browser, at=now)


def spend_attempt(action: ThrottledAction, *, address: str, browser: str = "") -> bool:
    """Record an attempt that is about to be made; return False, and record nothing, if it exceeds a limit.

    Concurrent attempts cannot exceed the limit either.
    """
    mine = record_attempt(action, address=address, browser=browser)
    if all(tried <= most for tried, most in _tries(action, address, browser)):
        return True
    mine.delete()
    return False


def client_key(address: str) -> str:
    """Return the key under which an address is counted: itself, or the first address of an IPv6 /64 network."""
    try:
        whole = IPv6Address(address)
    except AddressValueError:
        return address[:LONGEST_ADDRESS]
    return str(whole.ipv4_mapped or IPv6Address(int(whole) >> 64 << 64))
