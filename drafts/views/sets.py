"""The sets that can be drafted, and what is in them."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from drafts.selectors.catalog import set_of_code, sets_for_drafts, view_set

CARDS_A_PAGE = 150


@require_safe
def set_list(request: HttpRequest) -> HttpResponse:
    return render(request, "sets/list.html", {"sets": sets_for_drafts()})


@require_safe
def set_page(request: HttpRequest, code: str) -> HttpResponse:
    card_set = set_of_code(code)
    if card_set is None:
        raise Http404(f"There is no set {code}.")
    view = view_set(card_set, request.GET)
    cards = Paginator(view.cards, CARDS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "sets/page.html", {"set": view, "cards": cards})
