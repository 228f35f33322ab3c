"""How pages find their event: by its code, which nobody shall find by trying."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from drafts.access import event_of, fighter_of, is_organizer
from drafts.models import Event
from drafts.services.doors import WINDOW, may_try_codes, note_wrong_code

View = Callable[..., HttpResponse]


def with_event(view: View) -> View:
    """Give the view the event of the code; codes that lead nowhere are counted, and too many shut the door."""

    @wraps(view)
    def found(request: HttpRequest, code: str, **others: Any) -> HttpResponse:
        try:
            event = event_of(code)
        except Http404:
            return wrong_code(request)
        if not is_known(request, event) and not may_try_codes(address=address_of(request)):
            return too_many_tries(request)
        return view(request, event, **others)

    return found


def is_known(request: HttpRequest, event: Event) -> bool:
    """Whether somebody belongs to the event, so that its code is no news to them."""
    return is_organizer(request.user, event) or fighter_of(request.session, event) is not None


def wrong_code(request: HttpRequest) -> HttpResponse:
    """Count a code that leads nowhere. Raises Http404, unless there were too many already."""
    address = address_of(request)
    if not may_try_codes(address=address):
        return too_many_tries(request)
    note_wrong_code(address=address)
    raise Http404


def too_many_tries(request: HttpRequest) -> HttpResponse:
    """Return the page that asks for patience."""
    answer = render(request, "429.html", status=HTTPStatus.TOO_MANY_REQUESTS)
    answer["Retry-After"] = str(int(WINDOW.total_seconds()))
    return answer


def address_of(request: HttpRequest) -> str:
    """Return where a request comes from; behind a proxy the server is told (`--proxy-headers`)."""
    return str(request.META.get("REMOTE_ADDR") or "")
