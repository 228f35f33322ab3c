"""The moves in the sharing of a night, and the line of text in which each is stored (docs/notation.md)."""

from typing import NamedTuple

from drafts.rules.cards import CardId
from drafts.rules.ids import FighterId
from drafts.rules.night.building import ComeBack, DropOut
from drafts.rules.night.clock_moves import ClockMove, Extend, Pause, Resume
from drafts.rules.night.lines import FIGHTER, NUMBER, SECONDS, Form, Lines

SwapNumber = int
"""The number of an offer to swap in its night, from 1."""

Given = tuple[tuple[CardId, FighterId], ...]
"""Cards that fighters get without choosing them, each with its fighter, in the order in which they get them.

A move has them, and is stored with them, where the cards are shared by rule 2 (`shares.NEWEST_RULE`).
"""


class Begin(NamedTuple):
    """Begin the sharing: deal the first cards that are not chosen, and start the turn of the first fighter."""

    given: Given = ()


class TakeBackBegin(NamedTuple):
    """Undo the beginning, as long as nothing was wished for, taken, swapped or handed over since."""


class Correct(NamedTuple):
    """Note that cards of the table were entered wrongly and are corrected, before any is shared."""


class WishMove(NamedTuple):
    """Set one's list of wishes, the most wanted card first, in place of the earlier list. Others do not see it."""

    cards: tuple[CardId, ...]


class TakeMove(NamedTuple):
    """Take a card, as the one whose turn it is."""

    card: CardId
    given: Given = ()


class TakeFor(NamedTuple):
    """Take a card as an official, for the one whose turn it is."""

    fighter: FighterId
    card: CardId
    given: Given = ()


class TurnOver(NamedTuple):
    """The time of a turn is up: its fighter is given what they wish for most."""

    fighter: FighterId
    given: Given = ()


class OfferSwap(NamedTuple):
    """Offer a card of one's own for a card of another fighter."""

    give: CardId
    want: CardId


class AcceptSwap(NamedTuple):
    """Agree to an offer."""

    swap: SwapNumber


class DeclineSwap(NamedTuple):
    """Decline an offer."""

    swap: SwapNumber


class WithdrawSwap(NamedTuple):
    """Withdraw one's own offer."""

    swap: SwapNumber


class HandOver(NamedTuple):
    """Tick that a card has been handed to its new owner."""

    card: CardId


class TakeBack(NamedTuple):
    """Remove such a tick."""

    card: CardId


GivingMove = Begin | TakeMove | TakeFor | TurnOver
"""The moves that may be followed by cards which are given without a choice."""
SwapMove = OfferSwap | AcceptSwap | DeclineSwap | WithdrawSwap
Move = (
    Begin
    | TakeBackBegin
    | Correct
    | WishMove
    | TakeMove
    | TakeFor
    | TurnOver
    | SwapMove
    | HandOver
    | TakeBack
    | DropOut
    | ComeBack
    | ClockMove
)

_CARD = Form("[0-9]+", int)


def _pairs(text: str) -> list[tuple[str, str, str]]:
    return [pair.partition(":") for pair in text.split()]


LINES: Lines[Move] = Lines(
    {
        "begin": Begin,
        "begin_back": TakeBackBegin,
        "corrected": Correct,
        "wish": WishMove,
        "take": TakeMove,
        "take_for": TakeFor,
        "turn_over": TurnOver,
        "swap": OfferSwap,
        "accept": AcceptSwap,
        "decline": DeclineSwap,
        "withdraw": WithdrawSwap,
        "handed": HandOver,
        "not_handed": TakeBack,
        "drop": DropOut,
        "reinstate": ComeBack,
        "pause": Pause,
        "resume": Resume,
        "extend": Extend,
    },
    {
        "cards": Form(
            "(?:[0-9]+(?: [0-9]+)*)?",
            lambda text: tuple(map(int, text.split())),
            lambda cards: " ".join(map(str, cards)),
        ),
        "fighter": FIGHTER,
        "given": Form(
            "[0-9]+:[1-9][0-9]*(?: [0-9]+:[1-9][0-9]*)*",
            lambda text: tuple((int(card), int(fighter)) for card, _, fighter in _pairs(text)),
            lambda given: " ".join(f"{card}:{fighter}" for card, fighter in given),
        ),
        "swap": Form(NUMBER, int),
        "seconds": SECONDS,
        **dict.fromkeys(("card", "give", "want"), _CARD),
    },
)
