"""Browsers that have signed in to an account before, known by a signed cookie.

The cookie is no right to anything: it lets a browser try the password of its own account although strangers at the same
address have tried too often. A new password makes it worthless (OWASP calls this device cookies).
"""

from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

COOKIE = "device"
SALT = "drafts.devices"
LONGEST = 60 * 60 * 24 * 180  # seconds: an organizer may come twice a year
MOST_ACCOUNTS = 5


def remember_device(request: HttpRequest, answer: HttpResponse, user: User) -> None:
    """Let the browser that gets this answer be known as one that has signed in to the account."""
    others = {account: mark for account, mark in _marks(request.COOKIES).items() if account != user.pk}
    latest = dict([*others.items(), (user.pk, _mark_of(user))][-MOST_ACCOUNTS:])
    answer.set_cookie(
        COOKIE,
        signing.dumps([*latest.items()], salt=SALT),
        max_age=LONGEST,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def account_known(cookies: Mapping[str, str], username: str) -> User | None:
    """Return the account of this name if the browser has signed in to it since its password was last changed."""
    marks = _marks(cookies)
    user = User.objects.filter(username=username, pk__in=marks).first() if marks else None
    return user if user is not None and constant_time_compare(marks[user.pk], _mark_of(user)) else None


def _marks(cookies: Mapping[str, str]) -> dict[int, str]:
    try:
        return dict(signing.loads(cookies.get(COOKIE, ""), salt=SALT, max_age=LONGEST))
    except signing.BadSignature:
        return {}


def _mark_of(user: User) -> str:
    return salted_hmac(SALT, user.password, algorithm="sha256").hexdigest()[:32]
