"""The decks that fighters have chosen, and what they may still settle of them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from drafts.models import Event, Fighter, Seat
from drafts.rules.building import laid_out
from drafts.rules.cards import Card
from drafts.rules.decks import Deck
from drafts.rules.draft.table import Phase
from drafts.rules.draft.view import seen_by
from drafts.rules.ids import FighterId, SeatNumber, TableId
from drafts.rules.night.building import Work
from drafts.rules.night.stages import Stage
from drafts.store.building import LiveBuilding, load_building
from drafts.store.fights import load_fights
from drafts.store.table_facts import LiveTable
from drafts.store.tables import load_table


def deck_of_fighter(fighter: Fighter) -> Deck | None:
    """Return the cards that a fighter chose, once the table has drafted or the event is over (R8, R15); else None."""
    chosen = next(decks_of_seats(Seat.objects.current().filter(fighter=fighter)), None)
    return chosen.deck if chosen else None


def deck_at(live: LiveTable, seat: SeatNumber, built: LiveBuilding | None = None) -> Deck | None:
    """Return the deck of a seat with the card that its fighter begins with, as soon as the fighter sees it.

    `built` are the decks of the table, where they are built of piles (M14): the one of record, or what is built so far.
    """
    fighter = live.seats[seat].fighter
    if live.event.format.cards is None:
        return built_deck(built, fighter) if built is not None and fighter in built.building.works else None
    over = live.event.phase is Stage.FINISHED
    drafted = live.timed.table.phase is Phase.DRAFTED
    own = seen_by(live.timed.table, seat, over=over).own
    if own is None or own.pile is None or not (over or drafted):
        return None
    if built is not None and fighter in built.building.works:
        return built_deck(built, fighter)
    return live.event.format.deck_of_pile(own.pile, complete=drafted, starter=live.timed.seats[seat].starter)


def built_deck(live: LiveBuilding, fighter: FighterId) -> Deck:
    """Return a fighter's deck of record, or what they have built so far; sorted for display."""
    building = live.building
    return laid_out(building.works[fighter].of_record, building.pools.get(fighter, {}), building.builder, live.printed)


def may_choose_starter(live: LiveTable, fighter: FighterId) -> bool:
    """Whether a fighter may say now what they begin with: once they have a deck, and not in a fight or after all."""
    if live.timed.table.phase is not Phase.DRAFTED or live.event.stopped:
        return False
    if live.event.phase is Stage.FIGHTING:
        fights = load_fights(live.event.id)
        placed = fights.fighting.fights() if fights else ()
        return not any(fighter in fight.fighters and not fight.is_over for *_place, fight in placed)
    return live.event.phase in (Stage.DRAFTING, Stage.BUILDING)


def may_fighter_choose_starter(fighter: Fighter) -> bool:
    """Return what `may_choose_starter` does, of a fighter's seat; False where they have none."""
    seat = Seat.objects.current().filter(fighter=fighter).first()
    return seat is not None and may_choose_starter(load_table(TableId(seat.table_id)), FighterId(fighter.id))


@dataclass(frozen=True, slots=True)
class ChosenDeck:
    """A fighter's deck, and the fighter's place. `work` is how it was built, where it was."""

    fighter: Fighter
    table: int
    seat: SeatNumber
    deck: Deck
    work: Work | None = None


@dataclass(frozen=True, slots=True)
class Hero:
    """The rarest card of a fighter's deck, and where its fighter sits."""

    fighter: Fighter
    table: int
    seat: SeatNumber
    card: Card


def decks_of(event: Event) -> Iterator[ChosenDeck]:
    """Yield all decks of an event, table by table, for those to whom its log is open."""
    return decks_of_seats(seats_in_order(event))


def seats_in_order(event: Event) -> QuerySet[Seat]:
    """Return the seats of an event's draft, table by table."""
    return Seat.objects.filter(draft=event.draft).order_by("table__number", "position")


def heroes_of(event: Event) -> list[Hero]:
    """Return the rarest card of each deck of an event, table by table, for those to whom its log is open."""
    return [Hero(one.fighter, one.table, one.seat, one.deck.hero.card) for one in decks_of(event) if one.deck.hero]


def decks_of_seats(seats: QuerySet[Seat], *, whole_piles: bool = False) -> Iterator[ChosenDeck]:
    """Yield the decks of these seats that their fighters see; a table is read only where there are any.

    `whole_piles`: all that each fighter drafted, whatever they have built of it.
    """
    shown = Q(table__phase=Phase.DRAFTED) | Q(draft__event__phase=Stage.FINISHED)
    lives: dict[int, tuple[LiveTable, LiveBuilding | None]] = {}
    for seat in seats.filter(shown).select_related("fighter"):
        if seat.table_id not in lives:
            live = load_table(TableId(seat.table_id))
            is_built = live.event.format.hands_in and not whole_piles
            lives[seat.table_id] = live, load_building(live.event.id, live.number) if is_built else None
        (live, built), number = lives[seat.table_id], SeatNumber(seat.position)
        deck = deck_at(live, number, built)
        if deck is not None:
            work = None if built is None else built.building.works.get(FighterId(seat.fighter_id))
            yield ChosenDeck(seat.fighter, live.number, number, deck, work)
