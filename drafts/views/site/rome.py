"""Rome beside the drafts: its rules, its cards as data, and both decks to print."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.exporters.rome_cards import cards_as_csv, cards_as_json
from drafts.presenters.games.rome import command_faces, unit_faces
from drafts.presenters.games.rome_rules import rules_of_rome
from drafts.presenters.games.rome_sheets import sheets_of
from drafts.queries.events.lookup import seats_held
from drafts.views.log.logs import download


@require_safe
@never_cache
def rules(request: HttpRequest) -> HttpResponse:
    context = {"sections": rules_of_rome(), "seats": seats_held(request.session).seats}
    return render(request, "games/rome/rules.html", context)


@require_safe
def cards(request: HttpRequest) -> HttpResponse:
    """Show both decks as data; with `?as=csv` as a table for a spreadsheet."""
    if request.GET.get("as") == "csv":
        return download(cards_as_csv(), "text/csv; charset=utf-8", "rome-cards.csv")
    return JsonResponse(cards_as_json())


@require_safe
def sheets(request: HttpRequest) -> HttpResponse:
    decks = (("units", sheets_of(unit_faces())), ("commands", sheets_of(command_faces())))
    return render(request, "games/rome/print.html", {"decks": decks})
