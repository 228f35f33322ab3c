"""The faces of a game's cards: the data for pages, and their pictures, drawn on request."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypedDict

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from drafts.drawings.games.base import slug_of
from drafts.drawings.games.registry import FACES
from drafts.drawings.picture import draw_card
from drafts.drawings.site import PICTURES
from drafts.models import Event
from drafts.queries.catalog import kins_of
from drafts.rules.games.base import CardGame, Game

ONE_YEAR = 60 * 60 * 24 * 365
LONGEST_FACT = 200
KEPT = 2048
"""How many pictures a process caches, about 10 MB."""


class CardHues(TypedDict):
    """The look of cards of a kin: a hue of static/css/components/card.css."""

    hue: int


def palette(game: CardGame, kins: Iterable[str]) -> dict[str, CardHues]:
    """Return the look of each kin, and of "" for cards without one."""
    return {kin: {"hue": FACES[game.slug].hue_of(slug_of(kin))} for kin in sorted({"", *kins})}


def card_face_context(event: Event) -> dict[str, object]:
    """Return the context of a page that draws an event's cards by script: format, game, and the look of each kin."""
    format_ = event.draft.procedure
    kins = kins_of(event) if format_.cards else ()  # where no cards are drafted, planes and avatars are drawn
    hues = palette(format_.game, kins) if isinstance(format_.game, CardGame) else {}
    return {"format": format_, "palette": hues, **in_game(format_.game)}


def in_game(game: Game) -> dict[str, object]:
    """Return the context of a page of one game: base.html includes the faces of the cards of all `games`."""
    return {"game": game, "games": [game.slug] if isinstance(game, CardGame) else []}


@require_safe
@cache_control(public=True, max_age=ONE_YEAR, immutable=True)
def picture(request: HttpRequest, game: str) -> HttpResponse:
    """Show the picture of a card by the facts in the address; facts that are too long are cut."""
    if game not in FACES:
        raise Http404
    facts = tuple((fact, request.GET.get(fact, "")[:LONGEST_FACT]) for fact in FACES[game].facts)
    return HttpResponse(_drawn(game, facts), content_type="image/svg+xml; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=ONE_YEAR, immutable=True)
def site_picture(request: HttpRequest, picture: str) -> HttpResponse:
    """Show a picture of the site, by its name."""
    if picture not in PICTURES:
        raise Http404
    return HttpResponse(draw_card(PICTURES[picture]), content_type="image/svg+xml; charset=utf-8")


@lru_cache(maxsize=KEPT)
def _drawn(game: str, facts: tuple[tuple[str, str], ...]) -> str:
    return draw_card(FACES[game].subject_of(dict(facts)))
