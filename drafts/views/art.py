"""The faces of a game's cards: what a page is told of them, and what lies behind them, drawn on the way out."""

from collections.abc import Iterable
from typing import TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from drafts.drawings.games.base import slug_of
from drafts.drawings.games.registry import FACES
from drafts.models import Event
from drafts.rules.games.base import Game
from drafts.rules.games.registry import FORMATS
from drafts.selectors.events import kins_of


class Palette(TypedDict):
    """How cards of a kin look: a hue of static/css/card.css, and the address of what lies behind their words."""

    hue: int
    art: str


def palette(game: Game, kins: Iterable[str]) -> dict[str, Palette]:
    """Return the look of each kin, and of "" for cards without one."""
    return {kin: _look(game.slug, slug_of(kin)) for kin in sorted({"", *kins})}


def dressed(event: Event) -> dict[str, object]:
    """Return what a page that draws an event's cards by script is told: its format, its game, the look of each kin."""
    game = FORMATS[event.draft.format].game
    return {"format": FORMATS[event.draft.format], "palette": palette(game, kins_of(event)), **in_game(game)}


def in_game(game: Game) -> dict[str, object]:
    """Return what a page is told that shows cards of one game: base.html brings the faces of all `games`."""
    return {"game": game, "games": [game.slug]}


def _look(game: str, slug: str) -> Palette:
    return {"hue": FACES[game].hue_of(slug), "art": reverse("art", args=[game, slug])}


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24 * 30)
def art(request: HttpRequest, game: str, slug: str) -> HttpResponse:
    if game not in FACES:
        raise Http404
    return HttpResponse(FACES[game].art_of(slug), content_type="image/svg+xml; charset=utf-8")
