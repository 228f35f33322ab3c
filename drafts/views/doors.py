"""How pages find their event: by its code, which nobody shall find by trying."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from drafts.access import event_of, fighter_of, is_organizer
from drafts.models import Door, Event
from drafts.services.doors import LIMITS, household, may_try, note_attempt

View = Callable[..., HttpResponse]


def with_event(view: View) -> View:
    """Give the view the event of the code; codes that lead nowhere are counted, and too many shut the door."""

    @wraps(view)
    def found(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        try:
            event = event_of(code)
        except Http404:
            return wrong_code(request)
        if not is_known(request, event) and not may_try(Door.CODE, address=address_of(request)):
            return too_many_tries(request, Door.CODE)
        return view(request, event, **others)

    return found


def is_known(request: HttpRequest, event: Event) -> bool:
    """Whether somebody belongs to the event, so that its code is no news to them."""
    return is_organizer(request.user, event) or fighter_of(request.session, event) is not None


def wrong_code(request: HttpRequest) -> HttpResponse:
    """Count a code that leads nowhere. Raises Http404, unless there were too many already."""
    address = address_of(request)
    if not may_try(Door.CODE, address=address):
        return too_many_tries(request, Door.CODE)
    note_attempt(Door.CODE, address=address)
    raise Http404


def too_many_tries(request: HttpRequest, door: Door) -> HttpResponse:
    """Return the page that asks for patience."""
    answer = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    answer["Retry-After"] = str(int(LIMITS[door].within.total_seconds()))
    return answer


def locked_out(request: HttpRequest, answer: HttpResponse, credentials: dict[str, Any]) -> HttpResponse:
    """Return the page that asks for patience under this name."""
    wait = settings.AXES_COOLOFF_TIME
    page = render(request, "429.html", {"cooloff_timedelta": wait}, status=HTTPStatus.TOO_MANY_REQUESTS)
    page["Retry-After"] = str(int(wait.total_seconds()))
    return page


def household_of(request: HttpRequest) -> str | None:
    """Return what a request's address is counted as."""
    return household(address_of(request)) or None


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from; behind a proxy the server is told (`--proxy-headers`)."""
    return str(request.META.get("REMOTE_ADDR") or "")
