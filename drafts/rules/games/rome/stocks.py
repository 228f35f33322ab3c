"""Decks and discards (V4, V10, V16, V28, V51). The k-th shuffle of a deck is that of the seed."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

from drafts.rules.chance import Chance
from drafts.rules.games.rome.cards import COMMAND_COUNTS, UNIT_COUNTS, CommandKind, UnitKind
from drafts.rules.games.rome.state import BattleOptions, CardStock, Unit

KindT = TypeVar("KindT", UnitKind, CommandKind)


class Dealer:
    """Shuffles and deals the cards of one battle by its seed."""

    __slots__ = ("_fight", "_own", "_seed")

    def __init__(self, seed: str, fight: int, *, own_decks: bool) -> None:
        """Take the seed and the number of a battle; with `own_decks` each player has a deck (V51)."""
        self._seed, self._fight, self._own = seed, fight, own_decks

    def _shuffled(self, cards: Sequence[KindT], name: str, number: int, seat: int) -> tuple[KindT, ...]:
        """Return cards as the shuffle of this number makes them; before it they lie in the order of their clauses."""
        path = ("rome", self._fight, name, number, *((seat,) if self._own else ()))
        places = {kind: place for place, kind in enumerate(type(cards[0]))}
        return tuple(Chance(self._seed, *path).shuffled(sorted(cards, key=places.__getitem__)))

    def new_stocks(self, options: BattleOptions) -> tuple[CardStock, ...]:
        """Return the decks of a battle, shuffled: one for all, or half of each kind for each of two (V51)."""
        parts = 2 if self._own else 1
        units = tuple(kind for kind, count in UNIT_COUNTS.items() for _ in range(count // parts))
        commands = tuple(kind for kind, count in COMMAND_COUNTS.items() for _ in range(count // parts))
        return tuple(
            CardStock(
                units=self._shuffled(units, "units", 1, seat),
                commands=self._shuffled(commands, "commands", 1, seat),
                unit_shuffles=1,
                command_shuffles=1,
            )
            for seat in range(parts)
        )

    def draw_units(self, stock: CardStock, seat: int, count: int) -> tuple[tuple[UnitKind, ...], CardStock]:
        """Return the top units and the stock without them; fewer where deck and discard are empty (V16)."""
        drawn: tuple[UnitKind, ...] = ()
        while len(drawn) < count:
            if not stock.units:
                if not stock.unit_discard:
                    break
                number = stock.unit_shuffles + 1
                deck = self._shuffled(stock.unit_discard, "units", number, seat)
                stock = stock._replace(units=deck, unit_discard=(), unit_shuffles=number)
            more = stock.units[: count - len(drawn)]
            drawn, stock = drawn + more, stock._replace(units=stock.units[len(more) :])
        return drawn, stock

    def draw_command(self, stock: CardStock, seat: int) -> tuple[tuple[CommandKind, ...], CardStock]:
        """Return the top command, or none where deck and discard are empty, and the stock without it (V16)."""
        if not stock.commands:
            if not stock.command_discard:
                return (), stock
            number = stock.command_shuffles + 1
            deck = self._shuffled(stock.command_discard, "commands", number, seat)
            stock = stock._replace(commands=deck, command_discard=(), command_shuffles=number)
        return stock.commands[:1], stock._replace(commands=stock.commands[1:])


def cards_of(unit: Unit) -> tuple[UnitKind, ...]:
    """Return the cards of a unit: a mounted pair is two (V28)."""
    return (unit.kind, UnitKind.CHARIOT) if unit.chariot else (unit.kind,)


def without(hand: Sequence[CommandKind], gone: Sequence[CommandKind]) -> tuple[CommandKind, ...] | None:
    """Return a hand without some cards, of each kind the first ones; None if they are not all in it."""
    left = list(hand)
    for card in gone:
        if card not in left:
            return None
        left.remove(card)
    return tuple(left)


def same_cards(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether two collections hold the same things equally often."""
    return Counter(one) == Counter(other)
