"""Gives every request an id, writes one log record for it and counts it.

The record names the route, never the address itself, which may contain a rejoin token.
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
from drafts.log_context import bound

logger = logging.getLogger(__name__)

Answer = Callable[[HttpRequest], HttpResponseBase]
AnswerLater = Callable[[HttpRequest], Awaitable[HttpResponseBase]]

ID = re.compile(r"[0-9A-Za-z-]{8,64}")
METHODS = frozenset(("GET", "HEAD", "POST", "OPTIONS", "PUT", "PATCH", "DELETE"))
ASKED_BY_PROGRAMS = frozenset(("/healthz", "/readyz", "/metrics", "/static/"))  # which poll them


@sync_and_async_middleware
def log_requests(get_response: Answer | AnswerLater) -> Answer | AnswerLater:
    """Return middleware that logs and counts requests. It must be the first."""
    if iscoroutinefunction(get_response):

        async def watch_later(request: HttpRequest) -> HttpResponseBase:
            began, name = time.perf_counter(), name_of(request)
            with bound(request_id=name):
                response = await cast(AnswerLater, get_response)(request)
                note(request, response, time.perf_counter() - began)
            response["X-Request-ID"] = name
            return response

        return watch_later

    def watch(request: HttpRequest) -> HttpResponseBase:
        began, name = time.perf_counter(), name_of(request)
        with bound(request_id=name):
            response = cast(Answer, get_response)(request)
            note(request, response, time.perf_counter() - began)
        response["X-Request-ID"] = name
        return response

    return watch


def name_of(request: HttpRequest) -> str:
    """Return the request id that the proxy set, or a new one: ids that clients set are ignored."""
    given = request.headers.get("X-Request-ID", "") if settings.BEHIND_PROXY else ""
    return given if ID.fullmatch(given) else secrets.token_hex(8)


def note(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Write a request's log record and count it."""
    method = request.method if request.method in METHODS else "other"
    route, status, ms, user = route_of(request), response.status_code, round(seconds * 1000, 1), user_of(request)
    metrics.count_request(str(method), route, status, seconds)
    level = logging.DEBUG if route in ASKED_BY_PROGRAMS else logging.INFO
    facts = {"method": method, "route": route, "status": status, "ms": ms, "user": user}
    logger.log(level, "%s %s: %d in %.1f ms, user %s", method, route, status, ms, user, extra=facts)


def route_of(request: HttpRequest) -> str:
    """Return the route's pattern; "-" where none matched."""
    if request.resolver_match:
        return f"/{request.resolver_match.route}"
    return "/static/" if request.path.startswith(str(settings.STATIC_URL)) else "-"


def user_of(request: HttpRequest) -> str:
    """Return the id of the signed-in user, "anonymous" without one or if the page did not read the session."""
    session = getattr(request, "session", None)
    return str(session.get(SESSION_KEY) or "anonymous") if session is not None and session.accessed else "anonymous"
