"""An example of every component, for authors of pages."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from drafts.drawings.games.registry import FACES
from drafts.forms.events.lobby import NicknameForm
from drafts.models import Card
from drafts.presenters.games.rome.faces import command_faces, unit_faces
from drafts.rules.cards import Card as PrintedCard
from drafts.rules.games.registry import LARGEST_TABLE
from drafts.store.catalog import cards_by_row

CARDS_SHOWN = 12


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    cards = [card for game in FACES for card in cards_of(game)]
    return render(
        request,
        "site/styleguide.html",
        {
            "cards": cards,
            "games": list(FACES),
            "seats": range(LARGEST_TABLE),
            "form": NicknameForm({"nickname": "A"}),
            "rome_units": unit_faces(),
            "rome_commands": command_faces(),
        },
    )


def cards_of(game: str) -> list[PrintedCard]:
    """Return a few cards of a game, from the set whose code is last."""
    rows = Card.objects.filter(card_set__game=game).order_by("-card_set__code", "-rarity", "number")
    return list(cards_by_row(rows).values())[:CARDS_SHOWN]
