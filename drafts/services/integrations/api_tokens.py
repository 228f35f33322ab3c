"""The tokens with which programs of organizers read the API: made, used and revoked."""

import secrets
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext

from drafts.access.api_tokens import digest_of
from drafts.models import ApiToken
from drafts.models.api import TOKEN_NAME_LENGTH
from drafts.rules.night.nicknames import has_invisible_signs
from drafts.services.errors import ServiceError

MOST_TOKENS = 20
"""The most tokens of an account that are valid at once."""
MOST_TOKENS_EVER = 500
"""The most tokens that an account ever makes, revoked ones included."""
PREFIX = "passleft_"
"""The beginning of every secret, so that a secret that was published by mistake can be recognized."""
NOTED_EVERY = timedelta(minutes=1)


def make_token(*, user: User, name: str) -> tuple[ApiToken, str]:
    """Make a token, and return it with its secret, which is stored nowhere.

    Raises ServiceError for a bad name, one that another token of the account has, and too many tokens.
    """
    cleaned = " ".join(name.split())
    if not cleaned or len(cleaned) > TOKEN_NAME_LENGTH or has_invisible_signs(cleaned):
        words = gettext("Give it a name of up to %(most)s characters, none of them invisible.")
        raise ServiceError(words % {"most": TOKEN_NAME_LENGTH}, "name")
    secret = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        locked = User.objects.select_for_update().get(id=user.id)
        standing = ApiToken.objects.filter(user=locked, revoked_at=None)
        if standing.filter(name=cleaned).exists():
            raise ServiceError(gettext("You have a token of that name. Choose another, or revoke that one."), "name")
        ever = ApiToken.objects.filter(user=locked).count()
        if refusal := refusal_of_more(standing.count(), ever):
            raise ServiceError(refusal, "name")
        token = ApiToken.objects.create(user=locked, name=cleaned, digest=digest_of(secret))
    return token, secret


def refusal_of_more(standing: int, ever: int = 0) -> str:
    """Return why an account with so many valid tokens can make no more, "" if it can. `ever`: with revoked ones."""
    if standing < MOST_TOKENS and ever < MOST_TOKENS_EVER:
        return ""
    words = gettext("An account has up to %(most)s tokens. Revoke one that nothing uses any more.")
    return words % {"most": MOST_TOKENS}


def revoke_token(*, user: User, token_id: int) -> ApiToken:
    """Revoke a token, and return it. Raises ServiceError when the account has no such token."""
    tokens = ApiToken.objects.filter(user=user, id=token_id)
    tokens.filter(revoked_at=None).update(revoked_at=timezone.now())
    token = tokens.first()
    if token is None:
        raise ServiceError(gettext("There is no such token."))
    return token


def note_use(*, token: ApiToken) -> None:
    """Note that a token is used now, at most once a minute."""
    now = timezone.now()
    if token.used_at is None or token.used_at <= now - NOTED_EVERY:
        seldom = Q(used_at=None) | Q(used_at__lte=now - NOTED_EVERY)
        ApiToken.objects.filter(seldom, id=token.id).update(used_at=now)
