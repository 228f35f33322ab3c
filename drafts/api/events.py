"""Events and their logs: those of the token's account, and others as far as their log is open to everybody."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router
from ninja.params.functions import Path

from drafts.access.rights import event_of, is_organizer, log_is_open
from drafts.api.errors import Refused, not_found, too_many
from drafts.api.guard import address_of, unknown_token, wait_of
from drafts.api.paging import Paging, part_of
from drafts.api.refusals import ALWAYS, CLOSED
from drafts.api.schemas import Event as EventData
from drafts.api.schemas import Events, Log
from drafts.log.json_file import write_log_json
from drafts.models import Event, ThrottledAction
from drafts.presenters.log.logs import load_log
from drafts.queries.events.lookup import EventValues, events_to_tell, facts_of_event
from drafts.queries.log.aliases import names_for
from drafts.rules.night.rights import Rights
from drafts.services.throttling import is_allowed, record_attempt

router = Router(tags=["events"])

CODE = "^[0-9A-Za-z]{6}$"
EVENT_CODE = Path(description="The code of an event, in any case of letters.", pattern=CODE, example="K7M2QX")


@router.get("/", response={200: Events} | ALWAYS, summary="The events of your account", operation_id="listEvents")
def list_events(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """The events of the account whose token is brought along, the newest first. Without a token: 401."""
    if not isinstance(request.user, User):
        raise unknown_token("Bring a token along: Authorization: Bearer …")
    page = part_of(request, events_to_tell(request.user), paging)
    return page | {"items": [_told(request, facts_of_event(event)) for event in page["items"]]}


@router.get("/{code:code}/", response={200: EventData} | CLOSED, summary="An event", operation_id="showEvent")
def show_event(request: HttpRequest, code: str = EVENT_CODE) -> dict[str, Any]:
    """An event of the token's account; another only when its log is open to everybody."""
    event = find_event(request, code)
    rights = rights_of(request, event)
    if not (rights.organizes or log_is_open(event, rights)):
        raise closed()
    return _told(request, facts_of_event(event))


@router.get("/{code:code}/log/", response={200: Log} | CLOSED, summary="The log of an event", operation_id="showLog")
def show_log(request: HttpRequest, code: str = EVENT_CODE) -> HttpResponse:
    """The same document as `log.json`, once all have drafted: of your events, and where it is public."""
    event = find_event(request, code)
    rights = rights_of(request, event)
    if not log_is_open(event, rights):
        raise closed()
    text = write_log_json(load_log(event, names_for(event, rights), with_decks=True))
    return HttpResponse(text, content_type="application/json")


def rights_of(request: HttpRequest, event: Event) -> Rights:
    """Return what the account of a token may see: all of its own events, and of others what everybody may."""
    return Rights(organizes=is_organizer(request.user, event))


def find_event(request: HttpRequest, code: str) -> Event:
    """Return the event of a code. Wrong ones are counted as on pages, so that nobody finds one by trying."""
    try:
        event = event_of(code)
    except Http404 as nowhere:
        _judge_tries(request)
        record_attempt(ThrottledAction.CODE, address=address_of(request))
        raise not_found("There is no such event.") from nowhere
    if not is_organizer(request.user, event):
        _judge_tries(request)
    return event


def closed() -> Refused:
    """Return the refusal of an event whose log is closed to the client."""
    return Refused(HTTPStatus.FORBIDDEN, "closed", "The log of this event is not open to you, or not yet.")


def _judge_tries(request: HttpRequest) -> None:
    if not is_allowed(ThrottledAction.CODE, address=address_of(request)):
        raise too_many("Too many wrong codes came from here.", wait_of(ThrottledAction.CODE))


def _told(request: HttpRequest, facts: EventValues) -> dict[str, Any]:
    event, draft = facts.event, facts.event.draft
    is_open = log_is_open(event, rights_of(request, event))
    return {
        "code": event.code,
        "name": event.name,
        "game": draft.procedure.game.slug,
        "format": draft.format,
        "form": draft.procedure.forms[0].slug,
        "packs": draft.pack_source,
        "sets": facts.sets,
        "phase": event.phase,
        "stopped": event.stopped,
        "imported": event.imported,
        "fighters": facts.fighters,
        "tables": facts.tables,
        "starts_at": event.starts_at,
        "created": event.created_at,
        "started": draft.started_at,
        "drafted": draft.drafted_at,
        "finished": event.finished_at,
        "log": request.build_absolute_uri(f"/api/v1/events/{event.code}/log/") if is_open else None,
    }
