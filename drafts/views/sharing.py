"""The sharing of the cards by forms: cards that change hands, swaps, and a fighter's wishes (R19)."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from drafts.access.rights import rights_of
from drafts.access.seats import fighter_asked
from drafts.exporters.card_json import card_facts
from drafts.models import Event
from drafts.presenters.sharing.shares import sheets_of
from drafts.presenters.sharing.wishes import kinds_of, wish_page
from drafts.protocol.answers import words_of_refusal
from drafts.rules.actors import ORGANIZER, Actor, fighter_by
from drafts.rules.cards import CardId
from drafts.rules.errors import Refusal
from drafts.rules.ids import FighterId
from drafts.rules.night.share_moves import AcceptSwap, DeclineSwap, OfferSwap, WithdrawSwap
from drafts.rules.night.wish_lists import OF_ALL_COPIES, STEPS, Wishes, copies, with_copies
from drafts.services.errors import ServiceError
from drafts.services.sharing import change_wishes, swap_cards, tick_card
from drafts.views.catalog.art import in_game
from drafts.views.event_access import with_event
from drafts.views.form_values import card_in, cards_in, number_in, text_in, word_in

LONGEST_WISHES = 10_000  # characters of a form
ANSWERS: dict[str, type[AcceptSwap | DeclineSwap | WithdrawSwap]] = {
    "swap": AcceptSwap,
    "decline": DeclineSwap,
    "withdraw": WithdrawSwap,
}
"""The move that answers an offer, by the field of the form that has its number."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def sharing(request: HttpRequest, event: Event) -> HttpResponse:
    fighter, rights = fighter_asked(request, event), rights_of(request, event)
    if fighter is None and not rights.organizes:
        return _closed(request, event)
    if request.method == "POST":
        by: Actor = ORGANIZER if fighter is None else fighter_by(fighter.id)
        if rights.organizes and "card" in request.POST:
            by = ORGANIZER
        return _answer(request, "sharing", event, lambda: _share(event, by, request.POST))
    reader = FighterId(fighter.id) if fighter else None
    sheets = sheets_of(event, reader, organizes=rights.organizes)
    if not sheets:
        return _closed(request, event)
    is_over = any(sheet.is_over for sheet in sheets)
    context = {"event": event, "fighter": fighter, "sheets": sheets, "is_over": is_over, **_game(event)}
    return render(request, "sharing/page.html", context)


@require_safe
@never_cache
@with_event
def shares_as_json(request: HttpRequest, event: Event) -> HttpResponse:
    fighter, rights = fighter_asked(request, event), rights_of(request, event)
    sheets = sheets_of(event, FighterId(fighter.id) if fighter else None, organizes=rights.organizes)
    if (fighter is None and not rights.organizes) or not sheets:
        return _closed(request, event)
    tables = [
        {
            "table": sheet.number,
            "people": [
                {
                    "fighter": holding.person.fighter,
                    "name": holding.person.name,
                    "cards": [card_facts(card) for rarity in holding.rarities for card in rarity.cards],
                }
                for holding in sheet.holdings
            ],
        }
        for sheet in sheets
    ]
    return JsonResponse({"tables": tables})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@with_event
def wishes(request: HttpRequest, event: Event) -> HttpResponse:
    fighter = fighter_asked(request, event)
    if fighter is None:
        return _closed(request, event)
    if request.method == "POST":
        return _answer(request, "wishes", event, lambda: _wish(event, FighterId(fighter.id), request.POST))
    page = wish_page(event, FighterId(fighter.id))
    if page is None:
        return _closed(request, event)
    return render(request, "sharing/wishes.html", {"event": event, "fighter": fighter, "page": page, **_game(event)})


def _share(event: Event, by: Actor, post: QueryDict) -> str:
    """Carry out a form of the sheet, and return the part of the page that shows the result."""
    if by.fighter is None or text_in(post, "card"):  # an official swaps no cards
        card, handed = card_in(post), word_in(post, "handed")
        if handed not in ("on", "off"):
            raise ServiceError(gettext("Say whether the card was handed over."))
        tick_card(event=event, card=card, handed=handed == "on", by=by)
        return f"card-{card}"
    _swap(event, by.fighter, post)
    return "swaps"


def _swap(event: Event, fighter: FighterId, post: QueryDict) -> None:
    name = next((name for name in ANSWERS if name in post), "")
    number, give, want = (number_in(post, each) for each in (name, "give", "want"))
    if number is not None:
        swap_cards(event=event, fighter=fighter, move=ANSWERS[name](number))
    elif name or give is None or want is None:
        raise ServiceError(gettext("Say which cards are swapped."))
    else:
        swap_cards(event=event, fighter=fighter, move=OfferSwap(CardId(give), CardId(want)))


def _wish(event: Event, fighter: FighterId, post: QueryDict) -> str:
    """Carry out a form of the wishes, and return the part of the page that shows the result."""
    if "cards" in post:
        cards = cards_in(post, "cards", longest=LONGEST_WISHES)
        change_wishes(event=event, fighter=fighter, change=lambda _: cards)
        return "wishes"
    name = next((name for name in (*STEPS, "card") if name in post), "")
    card = card_in(post, name)
    change_wishes(event=event, fighter=fighter, change=_change_of(event, fighter, name, card, post))
    return f"card-{card}" if word_in(post, "from") == "cards" else "wishes"


def _change_of(
    event: Event, fighter: FighterId, name: str, card: CardId, post: QueryDict
) -> Callable[[Wishes], Wishes]:
    """Return a change of wishes by a step with a card; the step "card" sets how many copies of it are wished for."""
    if name not in (*OF_ALL_COPIES, "card"):
        return lambda before: STEPS[name](before, card)
    kinds = kinds_of(event, fighter)
    if name in OF_ALL_COPIES:
        return lambda before: with_copies(STEPS[name], before, card, kinds)
    number = number_in(post, "copies")
    if number is None or card not in kinds or number < 0:
        raise ServiceError(gettext("Say how many copies of which card."))
    alike = tuple(sorted(other for other, kind in kinds.items() if kind == kinds[card]))
    return lambda before: copies(before, alike, number)


def _answer(request: HttpRequest, name: str, event: Event, act: Callable[[], str]) -> HttpResponse:
    """Carry out a form, and redirect to the part of the page that shows the result, or to its top after a refusal."""
    part = ""
    try:
        part = act()
    except ServiceError as fault:
        messages.error(request, fault.message)
    except Refusal as refusal:
        messages.error(request, words_of_refusal(refusal))
    asked = request.GET.get("fighter", "")
    of_seat = f"?fighter={asked}" if asked.isdecimal() else ""
    return redirect(reverse(name, args=[event.code]) + of_seat + (f"#{part}" if part else ""))


def _closed(request: HttpRequest, event: Event) -> HttpResponse:
    context = {"event": event, "fighter": fighter_asked(request, event), "rights": rights_of(request, event)}
    return render(request, "sharing/closed.html", context, status=HTTPStatus.FORBIDDEN)


def _game(event: Event) -> dict[str, Any]:
    return in_game(event.draft.procedure.game)
