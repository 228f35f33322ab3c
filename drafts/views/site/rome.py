"""Pages of Rome besides the drafts: rules, lessons, statistics, cards as data, and both decks to print."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.exporters.rome_cards import cards_as_csv, cards_as_json
from drafts.languages import translated
from drafts.presenters.games.rome.faces import command_faces, unit_faces
from drafts.presenters.games.rome.figures import choices_of, told_figures
from drafts.presenters.games.rome.lessons import LessonWay, address_of, lesson_page
from drafts.presenters.games.rome.rules import rules_of_rome
from drafts.presenters.games.rome.sheets import sheets_of
from drafts.queries.battle_statistics import battles_by_kind
from drafts.queries.events.lookup import seats_held
from drafts.queries.statistics import drafts_waiting
from drafts.rules.errors import Refusal
from drafts.rules.games.rome.lessons import LESSONS, lesson_named
from drafts.views.log.logs import download

MOST_MOVES = 12
"""The most moves in an address; no task needs more than a few."""


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


@require_safe
@never_cache
def statistics(request: HttpRequest) -> HttpResponse:
    """Show the public figures of battles by the requested rules, or by the rules that are played most."""
    kinds = battles_by_kind()
    asked = request.GET.get("rules", "")
    chosen = next((each for each in kinds if each.kind == asked), kinds[0] if kinds else None)
    told = told_figures(chosen.figures) if chosen else None
    context = {
        "choices": choices_of(kinds, chosen) if chosen else [],
        "chosen": chosen,
        "statistics": told,
        "answers": told.answers if told else (),
        "waiting": drafts_waiting(),
    }
    return render(request, "games/rome/statistics.html", context)


@require_safe
def lesson(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show a task of a lesson after the moves in the address; moves that are not legal lead back to its start."""
    chosen = lesson_named(slug)
    if chosen is None or not 1 <= number <= len(chosen.tasks):
        raise Http404
    try:
        asked = request.GET
        lines = asked.getlist("m")[:MOST_MOVES]
        page = lesson_page(chosen, number, lines, asked.get("unit", ""), asked.get("lay", ""))
    except Refusal:
        return redirect(address_of(chosen, number))
    context = {
        "page": page,
        "title": translated(chosen.title),
        "tasks": len(chosen.tasks),
        "lessons": [
            LessonWay(translated(each.title), address_of(each, 1), is_chosen=each is chosen) for each in LESSONS
        ],
    }
    return render(request, "games/rome/lesson.html", context)
