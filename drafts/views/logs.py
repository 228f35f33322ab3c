"""The log of a draft: to read, and to take along."""

from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.access import log_is_open, role_of
from drafts.exporters.event_log import steps_of
from drafts.exporters.log_csv import write_log_csv
from drafts.exporters.log_json import write_log_json
from drafts.exporters.seat_text import write_seat_text
from drafts.models import Event
from drafts.rules.formats import FORMATS, Direction
from drafts.selectors.logs import load_log
from drafts.views.doors import View, with_event


def open_log(view: View) -> View:
    """Show the log to whom it is open, and kind words to others."""

    @require_safe
    @never_cache
    @with_event
    @wraps(view)
    def judged(request: HttpRequest, event: Event, **others: Any) -> HttpResponse:
        if not log_is_open(event, role_of(request, event)):
            return render(request, "log_closed.html", {"event": event}, status=HTTPStatus.FORBIDDEN)
        return view(request, event, **others)

    return judged


@open_log
def log(request: HttpRequest, event: Event) -> HttpResponse:
    record = load_log(event)
    table = record.table(number_in(request, "table", 1))
    if table is None:
        if "table" in request.GET:
            raise Http404
        return render(request, "log.html", {"event": event, "log": record, "table": None})
    number = number_in(request, "seat", 0)
    if number >= len(table.seats):
        raise Http404
    steps = steps_of(table, number, directions_of(event))
    context = {"event": event, "log": record, "table": table, "seat": table.seats[number], "steps": steps}
    return render(request, "log.html", context)


@open_log
def log_as_json(request: HttpRequest, event: Event) -> HttpResponse:
    return HttpResponse(write_log_json(load_log(event)), content_type="application/json")


@open_log
def log_as_csv(request: HttpRequest, event: Event) -> HttpResponse:
    answer = HttpResponse(write_log_csv(load_log(event)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="log-{event.code}.csv"'
    return answer


@open_log
def seat_as_text(request: HttpRequest, event: Event, table: int, seat: int) -> HttpResponse:
    record = load_log(event)
    at = record.table(table)
    if at is None or seat >= len(at.seats):
        raise Http404
    text = write_seat_text(record, at, at.seats[seat], directions_of(event))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


def directions_of(event: Event) -> dict[int, Direction]:
    """Return which way the packs of each round were passed."""
    return {number: of_round.direction for number, of_round in enumerate(FORMATS[event.format].rounds, start=1)}


def number_in(request: HttpRequest, name: str, otherwise: int) -> int:
    """Return a number of the address. Raises Http404 for what is none."""
    text = request.GET.get(name, "")
    if not text:
        return otherwise
    if not (text.isascii() and text.isdecimal() and len(text) <= 4):
        raise Http404
    return int(text)
