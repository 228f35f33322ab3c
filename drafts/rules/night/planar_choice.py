"""The planar decks that fighters choose for themselves while decks are built (M38), and the move at them.

A move returns the next value or raises a Refusal. A deck is kept in the order of all planes, so that its order reveals
nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import NamedTuple

from drafts.rules.actors import Actor
from drafts.rules.errors import NotAllowed, NotInOwnPool, TypeNotInDeck
from drafts.rules.ids import FighterId
from drafts.rules.night.lines import FIGHTER, NUMBERS, Lines
from drafts.rules.planes import PlaneTerms, chosen_deck
from drafts.rules.wording import gettext_noop

Numbers = tuple[str, ...]


class PlanarMove(NamedTuple):
    """Choose the planar deck of these cards, in place of an earlier one. A move that is stored names the fighter."""

    fighter: FighterId | None = None
    numbers: Numbers = ()


LINES: Lines[PlanarMove] = Lines({"planar": PlanarMove}, {"fighter": FIGHTER, "numbers": NUMBERS})

NO_PLANE = gettext_noop("Only planes and phenomena lie in a planar deck.")


@dataclass(frozen=True, slots=True)
class PlanarDecks:
    """The planar decks of a table, by the fighters who have chosen one; the others are dealt one.

    `others` are the numbers of cards of the event that are neither planes nor phenomena.
    """

    terms: PlaneTerms
    fighters: tuple[FighterId, ...]
    others: frozenset[str] = field(default=frozenset(), repr=False)
    chosen: Mapping[FighterId, Numbers] = field(default_factory=dict)


def completed(decks: PlanarDecks, by: Actor, move: PlanarMove) -> PlanarMove:
    """Return a move as it is stored: with its fighter, and the current numbers of the cards, in order.

    Raises NotAllowed for a viewer who has no planar deck here, NotInOwnPool for a card that the event does not have,
    TypeNotInDeck for one that is neither a plane nor a phenomenon, PlanarDuplicate and PlanarDeckSmall.
    """
    if by.fighter is None or by.fighter not in decks.fighters:
        raise NotAllowed
    known = decks.terms.by_number
    unknown = [number for number in move.numbers if number not in known]
    if any(number not in decks.others for number in unknown):
        raise NotInOwnPool
    if unknown:
        raise TypeNotInDeck(NO_PLANE)
    return PlanarMove(by.fighter, tuple(plane.number for plane in chosen_deck(decks.terms, move.numbers)))


def apply(decks: PlanarDecks, by: Actor, move: PlanarMove, now: datetime) -> PlanarDecks:
    """Return the decks after a move, the same object where nothing changes. Raises as `completed` does."""
    stored = completed(decks, by, move)
    if stored.fighter is None or move.fighter not in (None, stored.fighter):
        raise NotAllowed
    if decks.chosen.get(stored.fighter) == stored.numbers:
        return decks
    return replace(decks, chosen={**decks.chosen, stored.fighter: stored.numbers})
