"""The tokens of requests to the API, and their accounts."""

from hashlib import sha256

from django.http import HttpRequest

from drafts.models import ApiToken

SCHEME = "bearer"


class WrongToken(Exception):
    """An `Authorization` header without a valid token."""


def digest_of(secret: str) -> str:
    """Return what is stored of a token's secret. It is random and long, so that no salt and no slow hash is needed."""
    return sha256(secret.encode()).hexdigest()


def token_of(request: HttpRequest) -> ApiToken | None:
    """Return the token of a request, None where it has none. Raises WrongToken.

    A token is valid until it is revoked, and as long as its account is active.
    """
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != SCHEME:
        raise WrongToken
    tokens = ApiToken.objects.select_related("user")
    token = tokens.filter(digest=digest_of(secret.strip()), revoked_at=None, user__is_active=True).first()
    if token is None:
        raise WrongToken
    return token
