"""A series of drafts with the same people: which event follows which, and the tokens of people who come along."""

from base64 import urlsafe_b64encode

from django.core.exceptions import ObjectDoesNotExist
from django.utils.crypto import salted_hmac

from drafts.models import Event, Fighter, StaffLink


def next_of(event: Event) -> Event | None:
    """Return the event that follows in the same series, or None."""
    try:
        return event.follower
    except ObjectDoesNotExist:
        return None


def number_in_series(event: Event) -> int:
    """Return the number of an event in its series, from 1."""
    number, before = 1, event.follows
    while before is not None:
        number, before = number + 1, before.follows
    return number


def token_brought_along(event: Event, holder: Fighter | StaffLink) -> str:
    """Return the token that a fighter or a judge of an event gets in the event that follows it.

    It is computed from the rows and the site's secret key alone, so a seat that has got another token since is
    recognized, and a device that held the earlier seat does not get that one.
    """
    held = f"{event.code} {holder._meta.model_name} {holder.pk}"
    digest = salted_hmac("a token brought along", held, algorithm="sha256").digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
