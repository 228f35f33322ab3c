"""How pages find their event: by its code, which must not be found by guessing."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found

from drafts.access.rights import event_of, hosted_event_of, rights_of
from drafts.access.seats import mark_of_seat
from drafts.browsers import OFFICIAL, Browser, browser_of, remember_browser
from drafts.models import Event, ThrottledAction
from drafts.services.throttling import LIMITS, client_key, is_allowed, record_attempt
from drafts.sessions import JUDGES

View = Callable[..., HttpResponse]


def with_event(view: View) -> View:
    """Give the view the event of the code. The browser then has access, however many wrong codes are counted."""

    @wraps(view)
    def found(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        try:
            event = event_of(code)
        except Http404 as nowhere:
            if not may_try_code(request, None):
                return too_many_attempts(request, ThrottledAction.CODE)
            return count_wrong_code(request, page_not_found(request, nowhere))
        if not may_try_code(request, event):
            return too_many_attempts(request, ThrottledAction.CODE)
        return remember_event(request, view(request, event, **others), event)

    return found


def with_hosted_event(view: View) -> View:
    """Give the view the event of the code, for its organizers. Others sign in first, and learn nothing of the event."""

    @wraps(view)
    def found(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        may_ask = request.user.is_authenticated or code.upper() in request.session.get(JUDGES, {})
        try:
            event = hosted_event_of(request, code) if may_ask else None
        except Http404:
            if request.user.is_authenticated:
                raise
            event = None
        return redirect_to_login(request.get_full_path()) if event is None else view(request, event, **others)

    return found


def is_known(request: HttpRequest, event: Event) -> bool:
    """Whether a browser has opened the event before or belongs to it, so that it knows its code."""
    browser = browser_of(request.COOKIES)
    if browser is not None and event.code in browser.events:
        return True
    return rights_of(request, event).belongs


def remember_event(request: HttpRequest, answer: HttpResponse, event: Event) -> HttpResponse:
    """Store in a cookie of the response that the browser has opened the event, and how it takes part in it."""
    browser = browser_of(request.COOKIES) or Browser.new()
    known = browser.with_event(event, _part_in(request.session, event))
    if (known, [*known.events]) != (browser, [*browser.events]):
        remember_browser(answer, known)
    return answer


def _part_in(session: SessionBase, event: Event) -> str | None:
    """Return how a browser takes part in an event by its session, as stored in `browsers.Events`.

    The database is not asked: permissions are checked with each action.
    """
    organizes = str(session.get(SESSION_KEY)) == str(event.organizer_id)
    is_official = organizes or event.code in session.get(JUDGES, {})
    return mark_of_seat(session, event) or (OFFICIAL if is_official else None)


def may_try_code(request: HttpRequest, event: Event | None) -> bool:
    """Whether the event is known here, or neither this browser nor its address has brought too many wrong codes."""
    if event is not None and is_known(request, event):
        return True
    browser = browser_of(request.COOKIES)
    return is_allowed(ThrottledAction.CODE, address=address_of(request), browser=browser.name if browser else "")


def count_wrong_code(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Count a wrong code; the response gives the browser a name under which its next ones are counted."""
    known = browser_of(request.COOKIES)
    browser = known or Browser.new()
    record_attempt(ThrottledAction.CODE, address=address_of(request), browser=browser.name)
    if known is None:
        remember_browser(answer, browser)
    return answer


def too_many_attempts(request: HttpRequest, action: ThrottledAction) -> HttpResponse:
    """Return the page of a client that has to wait."""
    within = LIMITS[action].within
    answer = render(request, "429.html", {"within": within, "action": action}, status=HTTPStatus.TOO_MANY_REQUESTS)
    answer["Retry-After"] = str(int(within.total_seconds()))
    return answer


def locked_out(request: HttpRequest, answer: HttpResponse, credentials: dict[str, Any]) -> HttpResponse:
    """Return the page of a client that has to wait before it signs in under this name."""
    wait = settings.AXES_COOLOFF_TIME
    page = render(request, "429.html", {"cooloff_timedelta": wait}, status=HTTPStatus.TOO_MANY_REQUESTS)
    page["Retry-After"] = str(int(wait.total_seconds()))
    return page


def client_key_of(request: HttpRequest) -> str | None:
    """Return the client key of a request's address."""
    return client_key(address_of(request)) or None


def address_of(request: HttpRequest) -> str:
    """Return the address of the client; behind a proxy it is taken from headers (`--proxy-headers`)."""
    return str(request.META.get("REMOTE_ADDR") or "")
