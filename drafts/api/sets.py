"""Sets, their cards, and what finished drafts tell of them: public, as their pages are."""

from datetime import date
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import Field, Query, Router, Schema
from ninja.params.functions import Path

from drafts.access.rights import is_organizer
from drafts.api.errors import bad_parameter, not_found
from drafts.api.events import CODE, find_event
from drafts.api.paging import Paging, part_of
from drafts.api.refusals import ALWAYS, NAMED
from drafts.api.schemas import Cards, CardSet, Sets, Statistics
from drafts.exporters.card_json import printed_facts
from drafts.models import CardSet as SetRow
from drafts.models import Event
from drafts.presenters.catalog.sets import loaded_sets
from drafts.queries.catalog import set_of_code
from drafts.queries.statistics import Selection, drafts_waiting, statistics_as_data, statistics_of
from drafts.rules.games.registry import FORMATS
from drafts.store.catalog import cards_of

router = Router(tags=["sets"])

SET_CODE = Path(description="The code of a set, in any case of letters.", example="SMP01")


class Filters(Schema):
    """Which drafts are counted: by the day (in UTC) on which they ended, by event, format, and kind of packs."""

    since: date | None = Field(None, alias="from", description="The first day, such as 2026-11-01.")
    until: date | None = Field(None, alias="to", description="The last day.")
    event: str | None = Field(None, pattern=CODE, description="The code of an event of the token's account.")
    format: Literal[tuple(FORMATS)] | None = Field(None, description="A format of drafts.")  # type: ignore[valid-type]  # from the registry
    packs: Literal["digital", "paper"] | None = Field(None, description="`paper`: real packs; `digital`: all others.")
    bots: Literal["with"] | None = Field(None, description="`with`: seats of bots are counted too.")


@router.get("/", response={200: Sets} | ALWAYS, summary="All sets", operation_id="listSets")
def list_sets(request: HttpRequest, paging: Query[Paging]) -> dict[str, Any]:
    """Every set that has cards, by its code."""
    page = part_of(request, loaded_sets(), paging)
    return page | {
        "items": [
            {"code": each.code, "name": each.name, "game": each.game, "cards": each.card_count}
            for each in page["items"]
        ]
    }


@router.get("/{code}/", response={200: CardSet} | NAMED, summary="A set", operation_id="showSet")
def show_set(request: HttpRequest, code: str = SET_CODE) -> dict[str, Any]:
    """One set."""
    row = _find_set(code)
    return {"code": row.code, "name": row.name, "game": row.game, "cards": row.cards.count()}


@router.get("/{code}/cards/", response={200: Cards} | NAMED, summary="The cards of a set", operation_id="listCards")
def list_cards(request: HttpRequest, paging: Query[Paging], code: str = SET_CODE) -> HttpResponse:
    """Return the cards of a set, ordered by number, with the text that is printed on them."""
    page = part_of(request, cards_of(_find_set(code)), paging)
    return JsonResponse(page | {"items": [printed_facts(card) for card in page["items"]]})


@router.get(
    "/{code}/statistics/",
    response={200: Statistics} | NAMED,
    summary="The statistics of a set",
    operation_id="showStatistics",
)
def show_statistics(
    request: HttpRequest, paging: Query[Paging], filters: Query[Filters], code: str = SET_CODE
) -> dict[str, Any]:
    """Return each card's statistics, by number. Events without a public log are counted in whole batches only."""
    row, selection = _find_set(code), _selection(request, filters)
    statistics = statistics_of(row, selection)
    told = {"set": row.code, "drafts": statistics.drafts, "fighters": statistics.fighters}
    return told | {"waiting": drafts_waiting()} | part_of(request, statistics_as_data(statistics), paging)


def _find_set(code: str) -> SetRow:
    row = set_of_code(code)
    if row is None:
        raise not_found("There is no such set.")
    return row


def _selection(request: HttpRequest, filters: Filters) -> Selection:
    if filters.since and filters.until and filters.since > filters.until:
        raise bad_parameter("to: The last day lies before the first one.")
    return Selection(
        since=filters.since,
        until=filters.until,
        event=_own_event(request, filters.event) if filters.event else None,
        format=filters.format or "",
        paper=None if filters.packs is None else filters.packs == "paper",
        bots=filters.bots == "with",
    )


def _own_event(request: HttpRequest, code: str) -> Event:
    event = find_event(request, code)
    if not is_organizer(request.user, event):
        raise not_found("You have no such event.")
    return event
