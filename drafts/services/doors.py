"""Keeping those out who try too often. The limits leave room for a full store, which comes from one address."""

from collections.abc import Mapping
from datetime import timedelta
from ipaddress import AddressValueError, IPv6Address
from typing import NamedTuple

from django.utils import timezone

from drafts.models import Attempt, Door

LONGEST_ADDRESS = 64


class Limit(NamedTuple):
    """So many attempts from an address in such a time; the next has to wait."""

    most: int
    within: timedelta


LIMITS: Mapping[Door, Limit] = {
    Door.CODE: Limit(30, timedelta(minutes=10)),  # nobody finds one code of 900 million in thirty tries
    Door.PASSWORD: Limit(100, timedelta(minutes=10)),  # under whatever name; six for one name lock that name
    Door.SIGN_UP: Limit(60, timedelta(hours=1)),
    Door.PRACTICE: Limit(120, timedelta(minutes=10)),
}


def may_try(door: Door, *, address: str) -> bool:
    """Whether an address has not been at this door too often lately."""
    limit = LIMITS[door]
    since = timezone.now() - limit.within
    return Attempt.objects.filter(door=door, address=household(address), at__gte=since).count() < limit.most


def note_attempt(door: Door, *, address: str) -> None:
    """Remember that an address was at this door; what is older than the limit looks back is forgotten."""
    now = timezone.now()
    Attempt.objects.filter(door=door, at__lt=now - LIMITS[door].within).delete()
    Attempt.objects.create(door=door, address=household(address), at=now)


def household(address: str) -> str:
    """Return what is counted as one: an address, or the first of the /64 network that IPv6 lets one pick from."""
    try:
        whole = IPv6Address(address)
    except AddressValueError:
        return address[:LONGEST_ADDRESS]
    return str(whole.ipv4_mapped or IPv6Address(int(whole) >> 64 << 64))
