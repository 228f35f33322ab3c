"""The rules for people: a short overview, and a page for each game, clause by clause."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from drafts.presenters.site.rules import rules_of
from drafts.queries.events.lookup import seats_held
from drafts.rules.games.registry import GAMES, TOLD_GAMES, format_of
from drafts.views.catalog.art import in_game


@require_safe
@never_cache
def rules(request: HttpRequest) -> HttpResponse:
    every = [rules_of(format_of(game)) for game in TOLD_GAMES.values()]
    context = {"every": every, "shown": every[0], "seats": seats_held(request.session).seats}
    return render(request, "site/rules/all.html", context)


@require_safe
@never_cache
def rule_check(request: HttpRequest, game: str) -> HttpResponse:
    """Show which rules of a game the site applies by itself."""
    return _sheet(request, game, "site/rules/check.html")


@require_safe
@never_cache
def turn(request: HttpRequest, game: str) -> HttpResponse:
    """Show the structure of a turn of a game."""
    return _sheet(request, game, "site/rules/turn.html")


def _sheet(request: HttpRequest, game: str, template: str) -> HttpResponse:
    if game not in GAMES or not GAMES[game].rule_check:
        raise Http404
    context = {"seats": seats_held(request.session).seats, **in_game(GAMES[game])}
    return render(request, template, context)


@require_safe
@never_cache
def rules_of_game(request: HttpRequest, game: str) -> HttpResponse:
    if game not in GAMES:
        raise Http404
    of_game = rules_of(format_of(GAMES[game]))
    context = {"rules": of_game, "seats": seats_held(request.session).seats, **in_game(of_game.game)}
    return render(request, "site/rules/game.html", context)
