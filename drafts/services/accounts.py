"""Accounts of organizers."""

import secrets

from django.contrib.auth.models import User
from django.db import transaction

from drafts.rules.ids import EventId
from drafts.rules.night.stages import Stage
from drafts.services.announce import announce_sign_out

FIRST_ORGANIZER = "organizer"


def announce_account_sign_out(*, user: User) -> None:
    """Tell the processes that show events of a user that sessions of this user have ended."""
    for event in user.events.exclude(phase=Stage.FINISHED):  # finished ones are checked every few seconds
        announce_sign_out(EventId(event.id))


@transaction.atomic
def create_first_organizer() -> str | None:
    """Create the account `organizer`, who also sees the admin, and return its random password.

    Return None, changing nothing, if any account may enter the admin already: the password is shown only once.
    """
    if User.objects.filter(is_superuser=True).exists() or User.objects.filter(username=FIRST_ORGANIZER).exists():
        return None
    password = "-".join(secrets.token_hex(2) for _ in range(4))
    User.objects.create_superuser(FIRST_ORGANIZER, password=password)
    return password
