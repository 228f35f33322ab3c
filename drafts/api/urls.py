"""The addresses of the API, each behind its guard."""

import logging
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, path
from ninja import NinjaAPI
from ninja.errors import ValidationError

from drafts.api import events, rome, sets
from drafts.api.errors import Refused, bad_parameter, not_found
from drafts.api.guard import guarded
from drafts.api.refusals import ALWAYS
from drafts.api.schemas import Index

logger = logging.getLogger(__name__)

DESCRIPTION = """\
Read-only. Sets, cards and statistics are open to everybody; events and logs to the account of a token, which is made on
the site under *My events*, *API tokens*. Bring it along as `Authorization: Bearer <token>`.

Lists come in parts (`limit`, `offset`; `next` is the address of the next one). Every answer has an `ETag`: asked again
with `If-None-Match` it is 304 where nothing has changed. A client that asks too often gets 429 with `Retry-After`, in
seconds. Every refusal is `{"error": {"code", "message"}}`. More fields may be added; none is taken away."""

TOKEN = {"type": "http", "scheme": "bearer", "description": "A token of an account."}

api = NinjaAPI(
    title="Pass Left",
    version="1",
    description=DESCRIPTION,
    docs_url=None,
    urls_namespace="api",
)
api.add_router("/sets", sets.router)
api.add_router("/events", events.router)
api.add_router("/rome", rome.router)


@api.get("/", response={200: Index} | ALWAYS, summary="Where to begin", operation_id="begin", tags=["index"])
def index(request: HttpRequest) -> dict[str, Any]:
    """The addresses to begin with."""
    here = request.build_absolute_uri("/api/v1/")
    return {"version": 1, "openapi": f"{here}openapi.json", "sets": f"{here}sets/", "events": f"{here}events/"}


@api.exception_handler(Refused)
def refuse(request: HttpRequest, refusal: Refused) -> HttpResponse:
    return refusal.answer


@api.exception_handler(Http404)
def refuse_nothing(request: HttpRequest, nothing: Http404) -> HttpResponse:
    return not_found().answer


@api.exception_handler(ValidationError)
def refuse_parameters(request: HttpRequest, fault: ValidationError) -> HttpResponse:
    faults = [f"{error['loc'][-1]}: {error['msg']}." for error in fault.errors]
    return bad_parameter(" ".join(faults)).answer


@api.exception_handler(Exception)
def refuse_all(request: HttpRequest, fault: Exception) -> HttpResponse:
    logger.error("the API has failed", exc_info=fault)
    return Refused(HTTPStatus.INTERNAL_SERVER_ERROR, "failed", "Something went wrong here.").answer


def described(request: HttpRequest) -> HttpResponse:
    """The description of the API as OpenAPI has it."""
    schema = api.get_openapi_schema(path_prefix="/api/v1/")
    schema["components"]["securitySchemes"] = {"token": TOKEN}
    schema["security"] = [{}, {"token": []}]
    return api.create_response(request, schema, status=HTTPStatus.OK)


def nowhere(request: HttpRequest, rest: str) -> HttpResponse:
    return not_found().answer


def _patterns() -> list[URLPattern]:
    """Return ninja's addresses, each behind the guard, our own description, and an answer for all other addresses."""
    patterns = [pattern for pattern in api.urls[0] if isinstance(pattern, URLPattern)]
    served = [pattern for pattern in patterns if pattern.name not in ("openapi-json", "api-root")]
    for pattern in served:
        pattern.callback = guarded(pattern.callback)
    return [
        *served,
        path("openapi.json", guarded(described), name="openapi"),
        path("<path:rest>/", guarded(nowhere), name="nowhere"),
    ]


urlpatterns = _patterns()
