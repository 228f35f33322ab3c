"""The sets that can be drafted, and what is in them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from drafts.selectors.catalog import set_of_code, sets_for_drafts, view_set


@require_safe
def set_list(request: HttpRequest) -> HttpResponse:
    return render(request, "sets/list.html", {"sets": sets_for_drafts()})


@require_safe
def set_page(request: HttpRequest, code: str) -> HttpResponse:
    card_set = set_of_code(code)
    if card_set is None:
        raise Http404(f"There is no set {code}.")
    return render(request, "sets/page.html", {"set": view_set(card_set, request.GET)})
