"""Changes of a fighter to their deck."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from drafts.models import Fighter, Seat
from drafts.queries.decks import deck_at, may_choose_starter
from drafts.rules.cards import CardId
from drafts.rules.draft import timed_table
from drafts.rules.draft.timed import Step
from drafts.rules.ids import FighterId, SeatNumber, TableId
from drafts.services.draft.tables import change_of, locked_table, record_one
from drafts.services.errors import ServiceError


def no_deck() -> str:
    """Return a message: the reader has no deck in this event."""
    return gettext("You have no deck here.")


def choose_starter(*, fighter: Fighter, card: CardId | None) -> bool:
    """Let a fighter choose the card that they begin their fights with; return whether that made a change.

    None takes the choice back. Raises ServiceError without a deck, in a fight and after the fights, and for a card that
    is not the fighter's or may not start.
    """
    with transaction.atomic():
        seat = Seat.objects.current().filter(fighter=fighter).first()
        if seat is None:
            raise ServiceError(no_deck())
        live, number = locked_table(TableId(seat.table_id)), SeatNumber(seat.position)
        deck = deck_at(live, number)
        if deck is None:
            raise ServiceError(gettext("Your deck is not complete yet."))
        if not may_choose_starter(live, FighterId(fighter.id)):
            raise ServiceError(gettext("You can change this before the fights and between two of them."))
        if card is not None and card not in [held.id for held in deck.starters]:
            raise ServiceError(gettext("That card of your deck cannot be it. Choose one of those that are offered."))
        if live.timed.seats[number].starter == card:
            return False
        step = Step(timed_table.choose_starter(live.timed, number, card))
        record_one(change_of(live, step, timezone.now()))
    return True
