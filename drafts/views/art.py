"""The clans' card faces, drawn on the way out."""

from collections.abc import Iterable
from typing import TypedDict

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from drafts.drawings.faces import art_of, hue_of, slug_of


class Palette(TypedDict):
    """How a clan looks: a hue of static/css/card.css, and the address of its card face."""

    hue: int
    art: str


def palette(clans: Iterable[str]) -> dict[str, Palette]:
    """Return the look of each clan (or of the nation, for cards without a clan), and of "" for cards with neither."""
    return {clan: _look(slug_of(clan)) for clan in sorted({"", *clans})}


def _look(slug: str) -> Palette:
    return {"hue": hue_of(slug), "art": reverse("clan-art", args=[slug])}


@require_safe
@cache_control(public=True, max_age=60 * 60 * 24 * 30)
def clan_art(request: HttpRequest, slug: str) -> HttpResponse:
    return HttpResponse(art_of(slug), content_type="image/svg+xml; charset=utf-8")
