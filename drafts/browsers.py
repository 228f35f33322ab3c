"""What a browser is known by: a signed cookie, which is no right to anything.

It is stored nowhere: any number of strangers may come without cookies, and they fill no table.
"""

import secrets
from collections.abc import Mapping
from typing import NamedTuple, Self

from django.conf import settings
from django.core import signing
from django.http import HttpResponse

from drafts.models import Event

COOKIE = "browser"
SALT = "drafts.browsers"
MOST_EVENTS = 20


class Browser(NamedTuple):
    """A browser: the name that its wrong codes are counted under, and the codes of the events that it has opened."""

    name: str
    events: tuple[str, ...] = ()

    @classmethod
    def new(cls) -> Self:
        """Return a browser that was never here."""
        return cls(secrets.token_urlsafe(12))

    def with_event(self, event: Event) -> Self:
        """Return the browser after it has opened an event, which is the last of its events then."""
        others = tuple(code for code in self.events if code != event.code)
        return self._replace(events=(*others, event.code)[-MOST_EVENTS:])


def browser_of(cookies: Mapping[str, str]) -> Browser | None:
    """Return the browser that brings these cookies, or None where it brings none of ours."""
    try:
        name, *events = signing.loads(cookies.get(COOKIE, ""), salt=SALT, max_age=settings.SESSION_COOKIE_AGE)
    except signing.BadSignature:
        return None
    return Browser(name, tuple(events))


def remember_browser(answer: HttpResponse, browser: Browser) -> None:
    """Give a browser the cookie that it is known by."""
    answer.set_cookie(
        COOKIE,
        signing.dumps([browser.name, *browser.events], salt=SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
