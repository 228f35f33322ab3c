"""The acts that make the history of a table: what was done, by whom, and the line of text that says it.

A history is a sequence of acts, each with the version that the table had after it; one version may have several. From
the packs and these lines `replay_history` makes every version of a table again. docs/notation.md describes the lines.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, TypedDict

from drafts.rules.actors import SERVER, Actor, seat_by
from drafts.rules.cards import CardId
from drafts.rules.draft.replay import How, PlacedCards
from drafts.rules.draft.table import DraftTable
from drafts.rules.draft.timed import PassId, SeatState, Step, TimedTable


class BadHistory(ValueError):
    """A line that says nothing, or a history that no table can have had; the text names what is wrong."""


class Kind(StrEnum):
    """The kind of an act. The values are stored and published: none is renamed, new ones may come."""

    START = "start"
    CHOOSE = "choose"
    TIME = "time"
    LAST_CARD = "last_card"
    BOT = "bot"
    DONE = "done"
    ADVANCE = "advance"
    BEGIN = "begin"
    DEAL = "deal"
    REVIEW_OVER = "review_over"
    PAUSE = "pause"
    RESUME = "resume"
    EXTEND = "extend"
    SET_RIGHT = "set_right"
    CONNECTED = "connected"
    DISCONNECTED = "disconnected"
    HERE = "here"
    READY = "ready"
    CALL = "call"
    TAKE = "take"
    VERDICT = "verdict"
    UNDO = "undo"
    SEAT_BOT = "seat_bot"
    UNSEAT_BOT = "unseat_bot"
    REMOVE = "remove"
    LEAVE = "leave"
    TAKE_IN = "take_in"
    NEW_LINK = "new_link"
    JOIN = "join"
    DECK_CHECK = "deck_check"
    ALL_DRAFTED = "all_drafted"
    STOP = "stop"
    GO_ON = "go_on"
    GO_BACK = "go_back"
    FINISH = "finish"


Facts = TypedDict(
    "Facts",
    {
        "seat": int,
        "round": int,
        "pass": int,
        "from": PassId,
        "cards": list[CardId],
        "card": CardId,
        "reason": str,
        "verdict": str,
        "seconds": float,
        "seats": list[str],
        "was": str,
    },
    total=False,
)
"""The facts of a line, by name; which names there are depends on the kind."""


class Act(NamedTuple):
    """One thing that was done at a table. `text` says the rest, in the form that its kind has."""

    kind: Kind
    by: Actor = SERVER
    text: str = ""


_OF_PICKS = {
    How.CHOSEN: Kind.CHOOSE,
    How.TIME: Kind.TIME,
    How.LAST_CARD: Kind.LAST_CARD,
    How.BOT: Kind.BOT,
    How.ENTERED: Kind.DONE,
}
PLACES = {kind: how for how, kind in _OF_PICKS.items()}
"""The kinds that place cards, and who made the choice then."""


def seats_act(seats: Sequence[SeatState], by: Actor) -> Act:
    """Return the start of a draft, which says of each seat whether a bot has it or its fighter is there."""
    return Act(Kind.START, by, " ".join("bot" if seat.bot else "here" if seat.connected else "away" for seat in seats))


def seat_act(kind: Kind, seat: int, by: Actor) -> Act:
    """Return an act that concerns one seat and has no other facts."""
    return Act(kind, by, str(seat))


def join_act(seat: int, was: str, by: Actor) -> Act:
    """Return that a late guest was given the seat of a bot, whose name was `was`."""
    return Act(Kind.JOIN, by, f"{seat} {was}")


def own_act(kind: Kind, seat: int) -> Act:
    """Return what the fighter of a seat does for that seat."""
    return Act(kind, seat_by(seat), str(seat))


def pick_act(pick: PlacedCards, by: Actor = SERVER) -> Act:
    """Return the act of placing cards."""
    cards = " ".join(map(str, pick.cards))
    return Act(_OF_PICKS[pick.how], by, f"{pick.seat} {pick.round}.{pick.pass_number} {cards}")


ABOUT_A_CARD = "legion_rare"
"""The reason of a call that is about a card (R9). It holds the pass, though nobody can name a card of a paper pack."""


def call_act(seat: int, reason: str, card: CardId | None) -> Act:
    """Return a fighter's call for a judge; a card is named only where it is about one that is known (R9)."""
    return Act(Kind.CALL, seat_by(seat), _call(seat, reason, card))


def take_act(seat: int, reason: str, card: CardId | None, by: Actor) -> Act:
    """Return that an official is on the way to the one who called."""
    return Act(Kind.TAKE, by, _call(seat, reason, card))


def verdict_act(seat: int, reason: str, card: CardId | None, verdict: str, by: Actor) -> Act:
    """Return the answer to a call: `verified`, `refused`, or `moot` where the game has gone past it."""
    return Act(Kind.VERDICT, by, f"{_call(seat, reason, card)} {verdict}")


def extend_act(seconds: float, by: Actor) -> Act:
    """Return that everyone was given so many seconds more, or that the server gave time back."""
    return Act(Kind.EXTEND, by, f"{max(0.0, seconds):.1f}".removesuffix(".0"))


def advance_act(pass_id: PassId, by: Actor) -> Act:
    """Return that a table with paper packs went on from a pass, even if not all had placed."""
    return Act(Kind.ADVANCE, by, _pass(pass_id))


def undo_act(back_to: PassId, standing: PassId, by: Actor) -> Act:
    """Return that a table went back to the beginning of a pass from where it stood."""
    return Act(Kind.UNDO, by, f"{_pass(back_to)} from {_pass(standing)}")


def acts_of(before: TimedTable, step: Step, causes: Sequence[Act] = ()) -> tuple[Act, ...]:
    """Return all that a step did, in order: first its causes, then what followed from them by itself.

    A fighter's choice and what the clock does need no cause besides: the step tells of them. Nothing is said of a
    connection that became weak or good: that changes by the second, and nothing at the table depends on it.
    """
    acts, table = list(causes), before.table
    round_ = table.round + any(cause.kind is Kind.REVIEW_OVER for cause in causes)
    for pick in step.picks:
        if pick.how is How.DEALT:  # the packs tell it
            continue
        if pick.round > round_:
            acts += _reviews(table, round_, pick.round)
            round_ = pick.round
        own = pick.how is How.CHOSEN or (pick.how is How.ENTERED and not causes and is_in(pick, before))
        acts.append(pick_act(pick, seat_by(pick.seat) if own else SERVER))
    acts += _reviews(table, round_, step.timed.table.round)
    if step.timed.unattended and not before.unattended:
        acts.append(Act(Kind.PAUSE, SERVER, _pass(before.this_pass)))
    return tuple(acts or _of_the_clock(before, step.timed))


def is_in(pick: PlacedCards, timed: TimedTable) -> bool:
    """Whether a pick was made in the pass that a table was in."""
    return (pick.round, pick.pass_number) == timed.this_pass


def _reviews(table: DraftTable, since: int, until: int) -> Iterator[Act]:
    """Yield the end of each review that lies between two rounds."""
    return (Act(Kind.REVIEW_OVER) for round_ in range(since, until) if table.format.round(round_).review_after)


def _of_the_clock(before: TimedTable, after: TimedTable) -> Iterator[Act]:
    """Yield what the server did to a clock whose end it had missed, or when the time of day had been set back."""
    old, new = before.clock, after.clock
    if new.started < old.started:
        yield Act(Kind.SET_RIGHT)
    elif new != old or _hurried(before) != _hurried(after):
        given = (new.deadline - old.deadline).total_seconds() if new.deadline and old.deadline else 0.0
        yield extend_act(given, SERVER)


def _hurried(timed: TimedTable) -> list[bool]:
    return [seat.hurried for seat in timed.seats]


def _call(seat: int, reason: str, card: CardId | None) -> str:
    return f"{seat} {reason}" if card is None else f"{seat} {reason} {card}"


def _pass(pass_id: PassId) -> str:
    return f"{pass_id[0]}.{pass_id[1]}"


_SEAT, _MOMENT = "(?P<seat>[0-9]+)", "(?P<round>[1-9][0-9]*)[.](?P<pass>[1-9][0-9]*)"
_CALLED = f"{_SEAT} (?P<reason>[a-z_]+)(?: (?P<card>[0-9]+))?"
_PLACED = f"{_SEAT} {_MOMENT} (?P<cards>[0-9]+(?: [0-9]+)*)"
_FORMS = {
    **dict.fromkeys(Kind, ""),
    **dict.fromkeys(PLACES, _PLACED),
    **dict.fromkeys((Kind.CONNECTED, Kind.DISCONNECTED, Kind.HERE, Kind.READY), _SEAT),
    **dict.fromkeys((Kind.SEAT_BOT, Kind.UNSEAT_BOT), _SEAT),
    **dict.fromkeys((Kind.REMOVE, Kind.LEAVE, Kind.TAKE_IN, Kind.NEW_LINK, Kind.DECK_CHECK), _SEAT),
    Kind.JOIN: f"{_SEAT} (?P<was>.+)",
    Kind.START: "(?P<seats>(?:here|away|bot)(?: (?:here|away|bot))+)",
    Kind.ADVANCE: _MOMENT,
    Kind.PAUSE: f"(?:{_MOMENT})?",
    Kind.EXTEND: "(?P<seconds>[0-9]+(?:[.][0-9])?)",
    Kind.CALL: _CALLED,
    Kind.TAKE: _CALLED,
    Kind.VERDICT: f"{_CALLED} (?P<verdict>verified|refused|moot)",
    Kind.UNDO: f"{_MOMENT} from (?P<from>[1-9][0-9]*[.][1-9][0-9]*)",
}
_LINES = {kind: re.compile(form, re.ASCII) for kind, form in _FORMS.items()}


def facts_of(kind: Kind, text: str) -> Facts:
    """Read what a line says. Raises BadHistory."""
    found = _LINES[kind].fullmatch(text)
    if found is None:
        raise BadHistory(f"{text!r} is no line of the kind {kind.value}")
    facts = Facts()
    for name, value in found.groupdict().items():
        if value is not None:
            facts[name] = _READERS[name](value)  # type: ignore[literal-required]  # the forms name no other facts
    return facts


def _pass_id(text: str) -> PassId:
    round_, number = text.split(".")
    return int(round_), int(number)


_READERS: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(("seat", "round", "pass"), int),
    "card": lambda text: CardId(int(text)),
    "cards": lambda text: [CardId(int(card)) for card in text.split()],
    "from": _pass_id,
    "reason": str,
    "verdict": str,
    "was": str,
    "seconds": float,
    "seats": str.split,
}
