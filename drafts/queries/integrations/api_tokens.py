"""The tokens of an account."""

from django.contrib.auth.models import User

from drafts.models import ApiToken

REVOKED_SHOWN = 20


def tokens_of(user: User) -> tuple[list[ApiToken], list[ApiToken]]:
    """Return the tokens of an account that hold, in the order in which they were made, and the latest revoked ones."""
    tokens = ApiToken.objects.filter(user=user)
    revoked = tokens.exclude(revoked_at=None).order_by("-revoked_at", "-id")
    return list(tokens.filter(revoked_at=None).order_by("id")), list(revoked[:REVOKED_SHOWN])
