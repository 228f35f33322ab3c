"""Keeping those out who try codes."""

from datetime import timedelta

from django.utils import timezone

from drafts.models import WrongCode

WINDOW = timedelta(minutes=10)
MOST_WRONG_CODES = 30
"""A whole store comes from one address and mistypes; nobody finds one code of 900 million in thirty tries."""


def note_wrong_code(*, address: str) -> None:
    """Remember that an address tried a code that no event has; what is older than the window is forgotten."""
    now = timezone.now()
    WrongCode.objects.filter(at__lt=now - WINDOW).delete()
    WrongCode.objects.create(address=address[:64], at=now)


def may_try_codes(*, address: str) -> bool:
    """Whether an address has not tried too many wrong codes lately."""
    since = timezone.now() - WINDOW
    return WrongCode.objects.filter(address=address[:64], at__gte=since).count() < MOST_WRONG_CODES
