"""A series of drafts with the same people: which event follows which, and what the people who come along hold."""

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
    """Return which draft of its series an event is, counted from 1."""
    number, before = 1, event.follows
    while before is not None:
        number, before = number + 1, before.follows
    return number


def token_brought_along(event: Event, holder: Fighter | StaffLink) -> str:
    """Return the token by which a fighter or a judge of the event before comes into an event that follows it.

    It can be told from the rows and the site's secret key alone, so a seat that has been given another token since is
    recognized: no device that held the earlier seat gets that one.
    """
    held = f"{event.code} {holder._meta.model_name} {holder.pk}"
    digest = salted_hmac("a token brought along", held, algorithm="sha256").digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
