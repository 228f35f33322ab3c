"""The guard of every address of the API: authentication, throttling, methods and conditional requests."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_vary_headers

from drafts.access.api_tokens import WrongToken, token_of
from drafts.api.errors import Refused, bad_parameter, too_many
from drafts.limits import API_OF_ADDRESS, API_OF_TOKEN, Buckets
from drafts.models import ThrottledAction
from drafts.rules.texts import is_storable
from drafts.services.integrations.api_tokens import note_use
from drafts.services.throttling import LIMITS, client_key, is_allowed, record_attempt

READING = ("GET", "HEAD")
ALLOWED = "GET, HEAD, OPTIONS"

of_tokens, of_addresses = Buckets(API_OF_TOKEN), Buckets(API_OF_ADDRESS)

View = Callable[..., HttpResponse]


def guarded(view: View) -> View:
    """Let a request in to a view of the API with its token's account as `request.user`, and finish the answer."""

    @wraps(view)
    def guarded_view(request: HttpRequest, *args: Any, **others: Any) -> HttpResponse:
        try:
            return _answer(view, request, *args, **others)
        except Refused as refusal:
            answer = refusal.answer
            patch_vary_headers(answer, ["Authorization"])
            return answer

    guarded_view.checks_query = True  # type: ignore[attr-defined]  # asked for by `StorableTextMiddleware`
    guarded_view.csrf_exempt = True  # type: ignore[attr-defined]  # nothing is changed here, and no cookie says who asks
    return guarded_view


def address_of(request: HttpRequest) -> str:
    """Return the address of a client; behind a proxy the server takes it from headers (`--proxy-headers`)."""
    return str(request.META.get("REMOTE_ADDR") or "")


def wait_of(action: ThrottledAction) -> int:
    """Return the seconds in which attempts are counted."""
    return int(LIMITS[action].within.total_seconds())


def _answer(view: View, request: HttpRequest, *args: Any, **others: Any) -> HttpResponse:
    method = request.method
    if method == "OPTIONS":
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"Allow": ALLOWED})
    if method not in READING:
        words = "This API is only read: use GET."
        raise Refused(HTTPStatus.METHOD_NOT_ALLOWED, "method_not_allowed", words, {"Allow": ALLOWED})
    _let_in(request)
    if not all(is_storable(text) for name, values in request.GET.lists() for text in (name, *values)):
        raise bad_parameter("A parameter contains control characters.")
    request.method = "GET"  # HEAD is the same; the server leaves the body out
    try:
        answer = view(request, *args, **others)
    finally:
        request.method = method
    return _finished(request, answer)


def _let_in(request: HttpRequest) -> None:
    """Set the account of a request. Raises Refused for a wrong token, and for a client that asks too often."""
    request.user = AnonymousUser()
    address = address_of(request)
    try:
        token = token_of(request)
    except WrongToken as wrong:
        if not is_allowed(ThrottledAction.TOKEN, address=address):
            raise too_many("Too many wrong tokens came from here.", wait_of(ThrottledAction.TOKEN)) from wrong
        record_attempt(ThrottledAction.TOKEN, address=address)
        raise unknown_token("This token is not known, or was revoked.") from wrong
    buckets, name = (of_addresses, client_key(address)) if token is None else (of_tokens, str(token.id))
    if not buckets.spend(name):
        raise too_many("Too many requests at once. Wait, and ask again.", buckets.wait)
    if token is not None:
        note_use(token=token)
        request.user = token.user


def unknown_token(message: str) -> Refused:
    """Return the refusal of a client without a valid token."""
    return Refused(HTTPStatus.UNAUTHORIZED, "unauthorized", message, {"WWW-Authenticate": "Bearer"})


def _finished(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Return the answer with its ETag, or 304 where the program has it already."""
    patch_vary_headers(answer, ["Authorization"])
    if answer.status_code != HTTPStatus.OK:
        return answer
    answer["ETag"] = f'"{sha256(answer.content).hexdigest()[:32]}"'
    # Kept, and asked for again each time: who may read a log may change at any moment.
    answer["Cache-Control"] = "private, no-cache" if request.user.is_authenticated else "public, no-cache"
    told = get_conditional_response(request, etag=answer["ETag"], response=answer)
    if told is not answer and isinstance(told, HttpResponse):
        told["Cache-Control"] = answer["Cache-Control"]
        patch_vary_headers(told, ["Authorization"])
        return told
    return answer
