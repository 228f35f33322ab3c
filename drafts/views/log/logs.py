"""The log of a draft: to read and to download."""

from dataclasses import replace
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers, get_conditional_response
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from drafts.access.rights import decks_are_open, log_is_open, rights_of
from drafts.access.seat_links import link_of_seat, seats_are_shown
from drafts.access.seats import fighter_asked, of_seat
from drafts.exporters.preview import png_of, preview_svg
from drafts.forms.log.comments import CommentForm
from drafts.languages import translated
from drafts.limits import PICTURES_OF_ADDRESS, Buckets
from drafts.log.csv_file import write_log_csv
from drafts.log.event_log import EntryRecord, EventLog, pool_of, steps_of
from drafts.log.json_file import write_log_json
from drafts.log.seat_log import write_seat_log
from drafts.log.seat_text import write_seat_text
from drafts.models import Event, Fighter
from drafts.presenters.avatars import names_of_avatars
from drafts.presenters.decks.sheets import DeckSheet, sheets_of
from drafts.presenters.log.battles import LogBattles, battles_of_page
from drafts.presenters.log.logs import fighters_at, load_log, place_of, readers_in_words
from drafts.presenters.log.replays import figures_of_sets, fought_in, replay_in
from drafts.queries.log.aliases import names_for
from drafts.rules.decks import DeckSource
from drafts.rules.formats import Direction
from drafts.rules.night.nicknames import isolate_names
from drafts.rules.night.rights import LogVisibility
from drafts.services.throttling import client_key
from drafts.views.catalog.art import card_face_context
from drafts.views.event_access import View, address_of, with_event
from drafts.views.links import page_url
from drafts.views.log.previews import lines_of, preview_of, step_asked, tags_of
from drafts.views.log.step_comments import comments_of_page, form_of, steps_after

pictures = Buckets(PICTURES_OF_ADDRESS)


def open_log(view: View) -> View:
    """Show the log to viewers for whom it is open, and the reason to others."""
    return never_cache(judged(view))


def judged(view: View) -> View:
    """Show a page to viewers for whom the log is open; `view` sets how long it is cached."""

    @require_safe
    @with_event
    @wraps(view)
    def to_whom_it_is_open(request: HttpRequest, event: Event, **others: Any) -> HttpResponse:
        if not log_is_open(event, rights_of(request, event)):
            closed = render(request, "log/closed.html", {"event": event}, status=HTTPStatus.FORBIDDEN)
            add_never_cache_headers(closed)
            return closed
        return view(request, event, **others)

    return to_whom_it_is_open


@open_log
def log(request: HttpRequest, event: Event) -> HttpResponse:
    return log_page(request, event)


def log_page(
    request: HttpRequest, event: Event, *, form: CommentForm | None = None, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """Return the page of a log; `form` is a comment that was refused."""
    record = log_for(request, event)
    context: dict[str, Any] = {"event": event, "log": record, "entries": with_isolated_names(record)}
    step = step_asked(request)
    context["decks"] = _built_decks(request, event, record)
    context |= card_face_context(event) | {"preview": tags_of(request, event, record, step)}
    fighter = fighter_asked(request, event)
    own_table, own_seat = (place_of(fighter) if fighter else None) or (1, None)
    linked = record.table(step.table) if step else None
    number = number_in(request, "table", linked.number if linked else own_table)
    if event.draft.procedure.keeps:
        own = own_seat if number == own_table else None
        context["fought"] = fought_in(record)
        return render(request, "log/page.html", context | _pool_context(request, event, record, number, own))
    table = record.table(number) if event.draft.procedure.rounds else None
    if table is None:
        if "table" in request.GET:
            raise Http404
        context |= {"battles": _battles(request, record, fighter), "of_seat": of_seat(fighter)}
        return render(request, "log/page.html", context | {"table": None, "fought": fought_in(record)})
    own = own_seat if table.number == own_table else None
    number = number_in(request, "seat", own or 0)
    if number >= len(table.seats):
        raise Http404
    context |= {"table": table, "seat": table.seats[number], "own": own}
    context["as_list"] = request.GET.get("view") == "list"
    replay = replay_in(record, table)
    context |= {"replay": replay, "page": page_of(event, record, number) | {"own": own_place(own_table, own_seat)}}
    context |= {"talk": comments_of_page(request, event, record), "after": steps_after(replay)}
    context["form"] = form or form_of(request, event, table, number)
    context["readers"] = readers_in_words(LogVisibility(event.log_visibility))
    if fighter and own_seat is not None:
        context["own_link"] = own_link_of(request, event, fighter)
    if context["as_list"]:
        context |= {"steps": steps_of(table, number, directions_of(event)), "asked": request.GET.get("comment")}
    return render(request, "log/page.html", context, status=status)


def _battles(request: HttpRequest, record: EventLog, fighter: Fighter | None) -> LogBattles | None:
    asked = number_in(request, "battle", 0) if request.GET.get("battle") else None
    try:
        return battles_of_page(record, asked, fighter.id if fighter else None, of_seat(fighter))
    except LookupError:
        raise Http404 from None


def _pool_context(
    request: HttpRequest, event: Event, record: EventLog, number: int, own: int | None
) -> dict[str, object]:
    """Return the context of the page of a log where packs are kept: those of one seat, by `seat` or one's own."""
    table = record.table(number)
    if table is None and "table" in request.GET:
        raise Http404
    if table is None or not table.packs:
        return {"table": None}
    seat = number_in(request, "seat", own or 0)
    if seat >= len(table.seats):
        raise Http404
    shown = {"table": table, "seat": table.seats[seat], "own": own, "pool": pool_of(table, seat)}
    return {**shown, "prefix": f"t{number}" if number > 1 else "", "as_list": True, "is_pool": True}


def _built_decks(request: HttpRequest, event: Event, record: EventLog) -> list[DeckSheet]:
    """Return the decks that were built or brought along, table by table, once the reader may see them (M20, M30)."""
    if not event.draft.procedure.hands_in:
        return []
    rights = rights_of(request, event)
    if not decks_are_open(event, rights):
        return []
    avatars = names_of_avatars(record)
    return [
        replace(sheet, avatar=avatars.get((sheet.table, sheet.seat), ""))
        for sheet in sheets_of(event, names_for(event, rights))
        if sheet.deck.source is not DeckSource.PILE
    ]


def own_link_of(request: HttpRequest, event: Event, fighter: Fighter) -> dict[str, object] | None:
    """Return the fighter whose seat the reader may show to others by a link, and its address, "" if not made yet.

    None if seats are not shown, or everybody may read the log anyway.
    """
    if event.log_visibility == LogVisibility.PUBLIC or not seats_are_shown(event):
        return None
    token = link_of_seat(fighter)
    return {"fighter": fighter.id, "address": page_url(request, "seat-log", token) if token else ""}


@open_log
def table_as_json(request: HttpRequest, event: Event, table: int) -> HttpResponse:
    record = log_for(request, event)
    at = record.table(table)
    if at is None:
        raise Http404
    return JsonResponse(replay_in(record, at))


@open_log
def figures_as_json(request: HttpRequest, event: Event) -> HttpResponse:
    return JsonResponse(figures_of_sets(log_for(request, event)))


@judged
@cache_control(private=True, no_cache=True)  # cached, and revalidated each time, since the readers of a log may change
def preview(request: HttpRequest, event: Event) -> HttpResponse:
    """Show the preview picture of a link to this log or to a step of it; for strangers it is throttled."""
    shown = preview_of(log_for(request, event), step_asked(request))
    svg = preview_svg(name=event.name, words=lines_of(shown), cards=shown.cards)
    etag = f'"{sha256(svg.encode()).hexdigest()[:32]}"'
    known = get_conditional_response(request, etag=etag)
    answer = known if isinstance(known, HttpResponse) else _picture(request, event, svg)
    answer["ETag"] = etag
    return answer


def _picture(request: HttpRequest, event: Event, svg: str) -> HttpResponse:
    is_stranger = not rights_of(request, event).belongs
    if is_stranger and not pictures.spend(client_key(address_of(request))):
        headers = {"Retry-After": str(pictures.wait)}
        return HttpResponse(status=HTTPStatus.TOO_MANY_REQUESTS, headers=headers)
    return HttpResponse(png_of(svg), content_type="image/png")


@open_log
def log_as_json(request: HttpRequest, event: Event) -> HttpResponse:
    return download(
        write_log_json(log_for(request, event, with_decks=True)), "application/json", f"log-{event.code}.json"
    )


@open_log
def log_as_csv(request: HttpRequest, event: Event) -> HttpResponse:
    return download(write_log_csv(log_for(request, event)), "text/csv; charset=utf-8", f"log-{event.code}.csv")


@open_log
def seat_as_text(request: HttpRequest, event: Event, table: int, seat: int) -> HttpResponse:
    record = log_for(request, event)
    at = record.table(table)
    if at is None or seat >= len(at.seats):
        raise Http404
    text = write_seat_text(record, at, at.seats[seat], directions_of(event), translated)
    name = f"log-{event.code}-table-{table}-seat-{seat + 1}.txt"
    return download(text, "text/plain; charset=utf-8", name)


@open_log
def seat_as_log(request: HttpRequest, event: Event, table: int, seat: int) -> HttpResponse:
    record = log_for(request, event)
    at = record.table(table)
    if at is None or seat >= len(at.seats) or not event.draft.procedure.rounds:
        raise Http404
    text = write_seat_log(record, at, at.seats[seat], directions_of(event))
    name = f"draft-{event.code}-table-{table}-seat-{seat + 1}.txt"
    return download(text, "text/plain; charset=utf-8", name)


def log_for(request: HttpRequest, event: Event, *, with_decks: bool = False) -> EventLog:
    """Return the log for a reader: names may be hidden from readers who did not take part."""
    return load_log(event, names_for(event, rights_of(request, event)), with_decks=with_decks)


def page_of(event: Event, record: EventLog, seat: int) -> dict[str, object]:
    """Return the data for the replay's script besides a table's replay: the first seat to show, and all tables."""
    deck = reverse("deck", args=[event.code])
    fighters = {} if event.stopped else fighters_at(event)
    tables = [
        {
            "number": table.number,
            "address": reverse("log-table", args=[event.code, table.number]),
            "decks": [f"{deck}?fighter={fighter}" for fighter in fighters.get(table.number, ())],
        }
        for table in record.tables
    ]
    return {"seat": seat, "tables": tables, "figures": reverse("log-figures", args=[event.code])}


def own_place(table: int, seat: int | None) -> dict[str, int] | None:
    """Return the reader's seat, or None."""
    return None if seat is None else {"table": table, "seat": seat}


def download(content: str | bytes, kind: str, name: str) -> HttpResponse:
    """Return a file as a download."""
    return HttpResponse(
        content, headers={"Content-Type": kind, "Content-Disposition": f'attachment; filename="{name}"'}
    )


def with_isolated_names(log: EventLog) -> list[EntryRecord]:
    """Return the entries of a log for its page, with the names of fighters isolated in their texts."""
    names = {seat.name for table in log.tables for seat in table.seats}
    return [replace(entry, text=isolate_names(entry.text, names)) for entry in log.entries]


def directions_of(event: Event) -> dict[int, Direction]:
    """Return the direction in which the packs of each round were passed."""
    rounds = event.draft.procedure.rounds
    return {number: of_round.direction for number, of_round in enumerate(rounds, start=1)}


def number_in(request: HttpRequest, name: str, otherwise: int) -> int:
    """Return a number of the address. Raises Http404 for any other text."""
    text = request.GET.get(name, "")
    if not text:
        return otherwise
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise Http404
    return int(text)
