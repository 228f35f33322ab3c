"""Every request gets a name, a line in the log and a place in the numbers.

The line says which of the site's addresses was asked for, never the address itself: that may hold a rejoin token.
"""

import logging
import re
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import cast

from asgiref.sync import iscoroutinefunction
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from drafts import metrics
from drafts.log_facts import noted_facts

logger = logging.getLogger(__name__)

Answer = Callable[[HttpRequest], HttpResponseBase]
AnswerLater = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

ID = re.compile(r"[0-9A-Za-z-]{8,64}")
METHODS = frozenset(("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"))
ASKED_BY_PROGRAMS = frozenset(("/healthz", "/readyz", "/metrics", "/static/"))  # and all the time


@sync_and_async_middleware
def watch_requests(get_response: Answer | AnswerLater) -> Answer | AnswerLater:
    """Watch what goes in and out. To be the first middleware."""
    if iscoroutinefunction(get_response):

        async def watch_later(request: HttpRequest) -> HttpResponseBase:
            began, name = time.perf_counter(), name_of(request)
            with noted_facts(request_id=name):
                response = await cast(AnswerLater, get_response)(request)
                note(request, response, time.perf_counter() - began)
            response["X-Request-ID"] = name
            return response

        return watch_later

    def watch(request: HttpRequest) -> HttpResponseBase:
        began, name = time.perf_counter(), name_of(request)
        with noted_facts(request_id=name):
            response = cast(Answer, get_response)(request)
            note(request, response, time.perf_counter() - began)
        response["X-Request-ID"] = name
        return response

    return watch


def name_of(request: HttpRequest) -> str:
    """Return the name that the proxy in front gave to a request, or a new one: what others write is not believed."""
    given = request.headers.get("X-Request-ID", "") if settings.BEHIND_PROXY else ""
    return given if ID.fullmatch(given) else secrets.token_hex(8)


def note(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Write a request's line and count it."""
    method = request.method if request.method in METHODS else "other"
    route, status, ms, user = route_of(request), response.status_code, round(seconds * 1000, 1), user_of(request)
    metrics.count_request(str(method), route, status, seconds)
    level = logging.DEBUG if route in ASKED_BY_PROGRAMS else logging.INFO
    facts = {"method": method, "route": route, "status": status, "ms": ms, "user": user}
    logger.log(level, "%s %s: %d in %.1f ms, user %s", method, route, status, ms, user, extra=facts)


def route_of(request: HttpRequest) -> str:
    """Return the pattern of the address that was asked for; "-" where there is none."""
    if request.resolver_match:
        return f"/{request.resolver_match.route}"
    return "/static/" if request.path.startswith(str(settings.STATIC_URL)) else "-"


def user_of(request: HttpRequest) -> str:
    """Return who signed in, by their number. A session that the page did not look at is not read for this."""
    session = getattr(request, "session", None)
    return str(session.get(SESSION_KEY) or "anonymous") if session is not None and session.accessed else "anonymous"
