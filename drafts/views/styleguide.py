"""Every component once, for whoever builds a page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from drafts.drawings.games.registry import FACES
from drafts.forms.lobby import NicknameForm
from drafts.models import Card
from drafts.store.catalog import cards_by_row

CARDS_SHOWN = 12


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    cards = list(cards_by_row(Card.objects.filter(card_set__code="SMP02").order_by("-rarity", "number")).values())
    return render(
        request,
        "styleguide.html",
        {"cards": cards[:CARDS_SHOWN], "games": list(FACES), "form": NicknameForm({"nickname": "A"})},
    )
