"""The statistics of a set, which are public since they name no fighter and no event, and of an event, with its log.

A fighter's own choices are shown to that fighter and to the organizer.
"""

from http import HTTPStatus

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.access.rights import rights_of
from drafts.access.seats import fighter_asked
from drafts.forms.statistics import SelectionForm
from drafts.log.event_log import SeatRecord, TableRecord
from drafts.models import Event
from drafts.presenters.decks.champions import Champion, champions_seen
from drafts.presenters.log.battles import statistics_of_battles
from drafts.presenters.log.logs import place_of
from drafts.presenters.statistics.answers import answers_of_event, answers_of_set
from drafts.presenters.statistics.event_statistics import faction_question, own_draft_of, tastes_of
from drafts.presenters.statistics.statistics_page import Order, columns, families, groupings, rows_of, sorted_cards
from drafts.queries.catalog import set_of_code
from drafts.queries.log.aliases import names_for
from drafts.queries.statistics import drafts_waiting, events_counted, formats_counted, lengths_of, statistics_of
from drafts.views.catalog.art import in_game
from drafts.views.log.logs import log_for, number_in, open_log

CARDS_A_PAGE = 60


@require_safe
@never_cache
def set_statistics(request: HttpRequest, code: str) -> HttpResponse:
    card_set = set_of_code(code)
    if card_set is None:
        raise Http404(f"There is no set {code}.")
    form = SelectionForm(request.GET, formats=formats_counted(card_set), events=events_counted(card_set, request.user))
    statistics = statistics_of(card_set, form.selection)
    order = Order.of(request.GET.get("sort", ""), request.GET.get("order", ""))
    question = request.GET.get("by", "")
    groups = statistics.by(statistics.question(question))
    cards = Paginator(sorted_cards(statistics, order), CARDS_A_PAGE).get_page(request.GET.get("page"))
    heads = columns(order)
    context = {
        "card_set": card_set,
        "statistics": statistics,
        "answers": answers_of_set(statistics, lengths_of(card_set, form.selection)) if statistics.drafts else (),
        "waiting": drafts_waiting(),
        "form": form,
        "order": order,
        "columns": heads,
        "families": families(heads),
        "is_known": any(each.figures[order.measure.name].n for each in groups),
        "groups": rows_of(groups, groups, order),
        "groupings": groupings(statistics, question),
        "cards": cards,
        "rows": rows_of(list(cards), statistics.cards, order),
        **in_game(statistics.game),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "statistics/set.html", context, status=status)


@open_log
def event_statistics(request: HttpRequest, event: Event) -> HttpResponse:
    log = log_for(request, event)
    fighter = fighter_asked(request, event)
    own_place = place_of(fighter) if fighter else None
    table = log.table(number_in(request, "table", own_place[0] if own_place else 1))
    if table is None and "table" in request.GET:
        raise Http404
    format_ = event.draft.procedure
    if format_.is_played:
        told = statistics_of_battles(log)
        context = {"event": event, "statistics": told, "answers": told.answers, **in_game(format_.game)}
        return render(request, "statistics/battles.html", context)
    if not format_.rounds:
        raise Http404
    seat = None if table is None else _seat_to_explain(request, event, table, own_place)
    tastes = tastes_of(log, table) if table else []
    context = {
        "event": event,
        "log": log,
        "table": table,
        "question": faction_question(format_),
        "tastes": tastes,
        "answers": answers_of_event(log, table, tastes, _champions(request, event)) if table and tastes else (),
        "own": own_draft_of(log, table, seat) if table and seat else None,
        "may_ask": rights_of(request, event).organizes,
        "own_seat": own_place[1] if own_place and table and own_place[0] == table.number else None,
        **in_game(format_.game),
    }
    return render(request, "statistics/event.html", context)


def _champions(request: HttpRequest, event: Event) -> list[Champion]:
    """Return the champions of an event under the names that its readers see."""
    rights = rights_of(request, event)
    return champions_seen(event, rights, None, names_for(event, rights))


def _seat_to_explain(
    request: HttpRequest, event: Event, table: TableRecord, own_place: tuple[int, int] | None
) -> SeatRecord | None:
    """Return the seat whose choices are shown one by one: the reader's own, for the organizer any requested one.

    Raises Http404 for another's seat.
    """
    own = own_place[1] if own_place and own_place[0] == table.number else None
    if "seat" not in request.GET:
        return None if own is None else table.seats[own]
    asked = number_in(request, "seat", 0)
    if asked >= len(table.seats) or not (asked == own or rights_of(request, event).organizes):
        raise Http404
    return table.seats[asked]
