"""Who may send large files: whoever was shown the upload page, which an organizer is. A signed cookie says so.

Connections ask for it before the body is taken in, when nobody can look up a session yet.
"""

from collections.abc import Mapping

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpResponse

COOKIE = "upload"
SALT = "drafts.uploads"
LONGEST = 60 * 60 * 12  # seconds: an evening


def allow_upload(answer: HttpResponse, user: User) -> None:
    """Let the browser that gets this answer send large files for an evening."""
    answer.set_cookie(
        COOKIE,
        signing.dumps(user.pk, salt=SALT),
        max_age=LONGEST,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def may_upload(cookies: Mapping[str, str]) -> bool:
    """Whether who brings these cookies was shown the upload page."""
    try:
        signing.loads(cookies.get(COOKIE, ""), salt=SALT, max_age=LONGEST)
    except signing.BadSignature:
        return False
    return True
