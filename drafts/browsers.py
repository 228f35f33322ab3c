"""A signed cookie that identifies a browser. It grants no rights.

It tells members of an event from strangers before the database is queried. It is not stored on the server, so that any
number of strangers without cookies fills no table.
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
OFFICIAL = ""
_OPENED = 0  # as it stands in the cookie

Events = Mapping[str, str | None]
"""The events that a browser has opened, by code, the latest last. The value says how it takes part: with this seat
(`access.seats.mark_of_seat`), as `OFFICIAL`, or not at all (None)."""


class Browser(NamedTuple):
    """A browser: the name that its wrong codes are counted under, and the events that it has opened.

    `is_old`: the cookie is of an earlier version, which did not say in which of the events the browser takes part.
    """

    name: str
    events: Events
    is_old: bool = False

    @classmethod
    def new(cls) -> Self:
        """Return a browser that has opened no event."""
        return cls(secrets.token_urlsafe(12), {})

    def with_event(self, event: Event, part: str | None) -> Self:
        """Return the browser after it has opened an event in which it takes this part; it is the last of its events."""
        if self.is_old:
            return self.new()._replace(name=self.name, events=self.events).with_event(event, part)
        others = {code: its for code, its in self.events.items() if code != event.code}
        return self._replace(events=dict([*others.items(), (event.code, part)][-MOST_EVENTS:]))

    def is_member_of(self, code: str) -> bool:
        """Whether the browser takes part in an event; where the cookie is old, whether it has opened it."""
        return code in self.events if self.is_old else self.events.get(code) is not None

    def peer_in(self, code: str) -> str:
        """Return the name under which connections to an event are counted: that of the seat, or else the browser's."""
        return self.events.get(code) or self.name


def browser_of(cookies: Mapping[str, str]) -> Browser | None:
    """Return the browser that brings these cookies, or None where it brings none of ours."""
    try:
        known = signing.loads(cookies.get(COOKIE, ""), salt=SALT, max_age=settings.SESSION_COOKIE_AGE)
    except signing.BadSignature:
        return None
    match known:
        case [str(name), dict(events)]:
            return Browser(name, {code: None if part == _OPENED else part for code, part in events.items()})
        case [str(name), *codes] if all(isinstance(code, str) for code in codes):
            return Browser(name, dict.fromkeys(codes), is_old=True)
    return None


def remember_browser(answer: HttpResponse, browser: Browser) -> None:
    """Set the cookie by which a browser is known."""
    events = {code: _OPENED if part is None else part for code, part in browser.events.items()}
    answer.set_cookie(
        COOKIE,
        signing.dumps([browser.name, events], salt=SALT),
        max_age=settings.SESSION_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
