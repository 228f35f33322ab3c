"""The public status of a seat in two independent words: whether its fighter is there, and the fighter's turn."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.draft.table import Phase, has_chosen
from drafts.rules.draft.timed import SeatState, TimedTable


class Presence(StrEnum):
    """How well a fighter is connected; a bot always is."""

    HERE = "here"
    WEAK = "weak"
    AWAY = "away"


class Turn(StrEnum):
    """The turn of a seat: in a pass, in the review, and in the lobby."""

    CHOOSING = "choosing"
    DONE = "done"
    DONE_BY_TIME = "done_by_time"
    BOT = "bot"
    NO_CARDS = "no_cards"
    LOOKING = "looking"
    SEEN = "seen"
    GETTING_READY = "getting_ready"
    READY = "ready"

    @property
    def is_awaited(self) -> bool:
        """Whether the fighter is waited for at a table that drafts."""
        return self in (Turn.CHOOSING, Turn.LOOKING)


class SeatStatus(NamedTuple):
    """The two words of a seat. `hurried`: five seconds are all that its fighter has in this pass, until they act."""

    presence: Presence
    away_since: datetime | None
    turn: Turn
    hurried: bool = False


def status_of(timed: TimedTable, seat: int) -> SeatStatus:
    """Return the two words of a seat at a table."""
    table, here = timed.table, timed.seats[seat]
    return seat_status(
        here,
        table.phase,
        chosen=has_chosen(table, seat),
        placed=bool(table.placed[seat]),
        by_time=timed.this_pass in here.by_time,
        timed=timed.clock.seconds is not None,
    )


def seat_status(here: SeatState, phase: Phase, *, chosen: bool, placed: bool, by_time: bool, timed: bool) -> SeatStatus:
    """Return the two words of a seat from what is so in this pass.

    `chosen`: nothing is awaited from it; `placed`: it placed cards; `by_time`: the clock chose them; `timed`: the pass
    has an end.
    """
    presence = _presence(bot=here.bot, connected=here.connected, weak=here.weak)
    return SeatStatus(
        presence=presence,
        away_since=here.away_since if presence is Presence.AWAY else None,
        turn=_turn(here, phase, chosen=chosen, placed=placed, by_time=by_time),
        hurried=here.hurried and phase is Phase.DRAFTING and timed,
    )


def is_hurried(timed: TimedTable, seat: int) -> bool:
    """Whether five seconds are all that a fighter has in this pass, until they act: as `status_of` says it."""
    is_timed = timed.clock.seconds is not None
    return timed.seats[seat].hurried and timed.table.phase is Phase.DRAFTING and is_timed


def lobby_status(*, bot: bool, connected: bool, away_since: datetime | None, ready: bool) -> SeatStatus:
    """Return the two words of a fighter in the lobby."""
    presence = _presence(bot=bot, connected=connected, weak=False)
    turn = Turn.BOT if bot else Turn.READY if ready else Turn.GETTING_READY
    return SeatStatus(presence, away_since if presence is Presence.AWAY else None, turn)


def _presence(*, bot: bool, connected: bool, weak: bool) -> Presence:
    if bot:
        return Presence.HERE
    if not connected:
        return Presence.AWAY
    return Presence.WEAK if weak else Presence.HERE


def _turn(here: SeatState, phase: Phase, *, chosen: bool, placed: bool, by_time: bool) -> Turn:
    if phase is Phase.DRAFTED:
        return Turn.DONE
    if here.bot:
        return Turn.BOT
    if phase is Phase.REVIEW:
        return Turn.SEEN if here.ready else Turn.LOOKING
    if not chosen:
        return Turn.CHOOSING
    if by_time:
        return Turn.DONE_BY_TIME
    return Turn.DONE if placed else Turn.NO_CARDS
