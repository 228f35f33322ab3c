"""The statistics of a set: public to all who may see the set, since they name no fighter and no event."""

from http import HTTPStatus

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.forms.statistics import SelectionForm
from drafts.selectors.catalog import set_of_code
from drafts.selectors.statistics import events_counted, formats_counted, statistics_of
from drafts.selectors.statistics_page import Order, columns, groupings, rows_of, sorted_cards
from drafts.services.statistics import COUNTED_AT_ONCE, count_finished_drafts
from drafts.views.art import in_game

CARDS_A_PAGE = 60


@require_safe
@never_cache
def set_statistics(request: HttpRequest, code: str) -> HttpResponse:
    card_set = set_of_code(code)
    if card_set is None:
        raise Http404(f"There is no set {code}.")
    waiting = count_finished_drafts(most=COUNTED_AT_ONCE)
    form = SelectionForm(
        request.GET, formats=formats_counted(card_set), events=list(events_counted(card_set, request.user))
    )
    statistics = statistics_of(card_set, form.selection)
    order = Order.of(request.GET.get("sort", ""), request.GET.get("order", ""))
    question = request.GET.get("by", "")
    groups = statistics.by(statistics.question(question))
    cards = Paginator(sorted_cards(statistics, order), CARDS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "card_set": card_set,
        "statistics": statistics,
        "waiting": waiting,
        "form": form,
        "order": order,
        "columns": columns(order),
        "groups": rows_of(groups, groups, order),
        "groupings": groupings(statistics, question),
        "cards": cards,
        "rows": rows_of(list(cards), statistics.cards, order),
        **in_game(statistics.game),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "sets/statistics.html", context, status=status)
