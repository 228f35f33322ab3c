"""A battle in time: its position, its clock, and the moves of its fighters, of the clock and of officials (V1-V54).

A move returns the next value or raises a Refusal. Every state of the battle can be recomputed from the seed, the terms
and the moves with their times. Only the rules' `views` decide what is hidden in a position (V9).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from drafts.rules.actors import SERVER, Actor
from drafts.rules.draft import clock as clocks
from drafts.rules.draft.clock import Clock
from drafts.rules.errors import (
    BattlePaused,
    FightOver,
    NotAllowed,
    NotYourFight,
    StaleAsk,
)
from drafts.rules.formats import Pace
from drafts.rules.games.rome.bots.steady import BotLevel, bot_moves
from drafts.rules.games.rome.bots.timeouts import timeout_move
from drafts.rules.games.rome.ranking import over
from drafts.rules.games.rome.refusals import NothingToUndo, StaleMoment
from drafts.rules.games.rome.replays import LEFT, RESIGN
from drafts.rules.games.rome.state import Battle, BattleOptions, BattlePhase
from drafts.rules.games.rome.turns import apply as apply_line
from drafts.rules.games.rome.turns import due as due_in
from drafts.rules.games.rome.turns import end_by_ranking, initial, resign
from drafts.rules.games.rome.views import told_move
from drafts.rules.ids import FighterId
from drafts.rules.night import clock_moves
from drafts.rules.night.clock_moves import ClockMove, Extend, Pause, Resume
from drafts.rules.night.lines import NEVER, NUMBER, SECONDS, Form, Lines
from drafts.rules.values import changed

BETWEEN_BOTS = timedelta(seconds=2)
"""The least time between a change and the move of a bot that follows it."""

SECONDS_OF: Mapping[BattlePhase, Mapping[Pace, int]] = {
    BattlePhase.DEPLOY: {Pace.BRISK: 60, Pace.STANDARD: 120, Pace.RELAXED: 200},
    BattlePhase.ACT: {Pace.BRISK: 45, Pace.STANDARD: 90, Pace.RELAXED: 150},
    BattlePhase.NIGHT: {Pace.BRISK: 60, Pace.STANDARD: 120, Pace.RELAXED: 200},
    BattlePhase.AFTER: {Pace.BRISK: 10, Pace.STANDARD: 20, Pace.RELAXED: 30},
}


# Moves --------------------------------------------------------------------------------------------------------------


class PlayMove(NamedTuple):
    """Make a move of the game, as a line. `how`: `chosen`, or by the clock (`time`), or by a `bot`.

    `turn` and `phase` are those that a fighter saw. A move that is stored names the seat instead. The `move` of a bot
    is empty until it is computed; `following` are the moves that were computed with it, up to the next phase.
    """

    seat: int | None
    how: str
    move: str
    turn: int | None = None
    phase: str | None = None
    following: tuple[str, ...] = ()


class AskMove(NamedTuple):
    """Ask the others whether all may go back to the start of a turn."""

    to: int


class AnswerMove(NamedTuple):
    """Answer the request of this number."""

    ask: int
    agree: bool


class ResignMove(NamedTuple):
    """Give up a line. The server does it for a fighter who drops out; a fighter resigns for their own seat."""

    seat: int | None = None


class GoBackMove(NamedTuple):
    """Go back to the start of a turn, as an official."""

    to: int


class RankMove(NamedTuple):
    """End the battle as it stands, by the ranking of V53."""


class GoOnMove(NamedTuple):
    """Resume a battle that was broken off, or give back the line of the fighter who left it last."""


Move = PlayMove | AskMove | AnswerMove | ResignMove | GoBackMove | RankMove | GoOnMove | Pause | Resume | Extend

LINES: Lines[Move] = Lines(
    {
        "play": PlayMove,
        "ask": AskMove,
        "answer": AnswerMove,
        "resign": ResignMove,
        "undo": GoBackMove,
        "rank": RankMove,
        "go_on": GoOnMove,
        "pause": Pause,
        "resume": Resume,
        "extend": Extend,
    },
    {
        "seat": Form("[0-9]", int),
        "how": Form("chosen|time|bot", str),
        "move": Form("[ -~]+", str),
        "turn": NEVER,
        "phase": NEVER,
        "following": NEVER,
        "to": Form("[0-9]+", int),
        "ask": Form(NUMBER, int),
        "agree": Form("yes|no", lambda text: text == "yes", lambda agree: "yes" if agree else "no"),
        "seconds": SECONDS,
    },
)


# The value ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BattleTerms:
    """The terms of a battle, fixed before its first move. `fighters` are those of its seats, from 0.

    `bots` are those of them for whom the server plays, at this `level`. In a `practice` a fighter's move resumes a
    paused battle.
    """

    fight: int
    seed: str
    fighters: tuple[FighterId, ...]
    options: BattleOptions
    pace: Pace = Pace.OFF
    bots: frozenset[FighterId] = frozenset()
    level: BotLevel = BotLevel.STEADY
    practice: bool = False

    def seat_of(self, fighter: FighterId | None) -> int:
        """Return the seat of a fighter. Raises NotYourFight for one who does not play it."""
        if fighter is None or fighter not in self.fighters:
            raise NotYourFight
        return self.fighters.index(fighter)

    def is_bot(self, seat: int) -> bool:
        """Whether the server plays for a seat."""
        return self.fighters[seat] in self.bots


class Ask(NamedTuple):
    """A request to go back to the start of the turn `to`: its number, the seat that asks, and those that agree."""

    number: int
    by: int
    to: int
    agreed: frozenset[int] = frozenset()


class Note(NamedTuple):
    """Why the board has changed, or has not, without a move.

    `to` is the turn to whose start all went back, None where the seat `by` refused to. They went back as the seat `by`
    had asked, or, where it is None, as an official did it.
    """

    by: int | None
    to: int | None


class LastMove(NamedTuple):
    """The last move, as all may know it (`told_move`). `how`: as in a `PlayMove`, or `resign`, or `left`."""

    seat: int
    move: str
    how: str


@dataclass(frozen=True)
class TimedBattle:
    """A battle as it stands. `clock` is that of its phase, `changed_at` the time of the last change.

    `turns` are the positions at the starts of turns that one can go back to, the newest last. `planned` are the moves
    that a bot has thought of and not made yet. `late` says for each seat how many of its phases in a row were ended by
    the clock, and `absent` which seats the clock has played for since a fighter made a move. `asks` counts the
    requests, `note` is about the last return or refusal until the next move, and `broken_off` is the battle as it was
    before it was ended, or a fighter dropped out. `unattended`: the server has paused it. `away` are the seats of
    fighters who were away when the phase began (`attended`). `resigned` and `left` are the seats whose lines are gone
    without an attack: their fighters gave up, or are not in the event any more. `retreat` is the Retreat of the turn
    that goes on or ended last.
    """

    terms: BattleTerms
    position: Battle
    clock: Clock
    changed_at: datetime
    turns: tuple[tuple[int, Battle], ...]
    late: tuple[int, ...]
    planned: tuple[str, ...] = ()
    absent: frozenset[int] = frozenset()
    last: LastMove | None = None
    ask: Ask | None = None
    asks: int = 0
    note: Note | None = None
    broken_off: "TimedBattle | None" = None
    unattended: bool = False
    away: frozenset[int] = frozenset()
    resigned: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    retreat: LastMove | None = None

    @property
    def places(self) -> tuple[int, ...] | None:
        """The places of all seats, from 1, once it is over."""
        return over(self.position)

    @property
    def is_over(self) -> bool:
        """Whether the battle is over."""
        return self.position.phase is BattlePhase.OVER

    @property
    def standing(self) -> frozenset[int]:
        """The seats whose lines stand."""
        return frozenset(seat for seat, side in enumerate(self.position.sides) if not side.out)

    @property
    def due(self) -> tuple[int, ...]:
        """The seats that the battle waits for."""
        return () if self.is_over else due_in(self.position)

    @property
    def returns(self) -> tuple[int, ...]:
        """The turns to whose start it can go back: this one, unless nothing has happened in it, and the one before."""
        turn = self.position.turn
        known = (() if self.is_over else self.turns)[-2:]
        return tuple(to for to, start in known if to >= turn - 1 and start != self.position)

    def is_hurried(self, seat: int) -> bool:
        """Whether a seat has five seconds: the clock has ended two phases of it in a row, or its fighter is away."""
        return seat in self.away or self.late[seat] >= clocks.TIMEOUTS_BEFORE_HURRY

    @property
    def is_deserted(self) -> bool:
        """Whether the clock has played for all people since one of them has made a move: a whole round of turns."""
        people = {seat for seat in self.standing if not self.terms.is_bot(seat)}
        return bool(people) and people <= self.absent and not self.is_over

    def deadline_of(self, seat: int) -> datetime | None:
        """Return the moment at which the clock plays for a seat that is due; None where nothing is timed."""
        if self.clock.deadline is None or not self.is_hurried(seat):
            return self.clock.deadline
        return min(self.clock.deadline, self.clock.started + timedelta(seconds=clocks.HURRY_SECONDS))

    @property
    def deadline(self) -> datetime | None:
        """The moment at which the clock has played for all that are due, bots aside; None where nothing is timed."""
        people = (self.deadline_of(seat) for seat in self.due if not self.terms.is_bot(seat))
        return max((moment for moment in people if moment is not None), default=None)

    @property
    def wakes_at(self) -> datetime | None:
        """The time of the next move of a bot or of the clock, None for never."""
        if self.is_over or self.clock.stands:
            return None
        if self.is_deserted:
            return self.changed_at
        moments = (self._moment_of(seat) for seat in self.due)
        return min((moment for moment in moments if moment is not None), default=None)

    def _moment_of(self, seat: int) -> datetime | None:
        return self.changed_at + BETWEEN_BOTS if self.terms.is_bot(seat) else self.deadline_of(seat)


def begin_battle(terms: BattleTerms, now: datetime) -> TimedBattle:
    """Return a battle before its first move: all lay their lines at once (V11)."""
    position = initial(terms.seed, terms.fight, terms.options)
    seats = len(terms.fighters)
    return TimedBattle(terms, position, _clock(terms, position, now), now, ((0, position),), (0,) * seats)


def _clock(terms: BattleTerms, position: Battle, now: datetime) -> Clock:
    seconds = None if terms.pace is Pace.OFF or position.phase is BattlePhase.OVER else SECONDS_OF[position.phase]
    return clocks.started(now, None if seconds is None else seconds[terms.pace])


# Moves at it --------------------------------------------------------------------------------------------------------


def apply(battle: TimedBattle, by: Actor, move: Move, now: datetime) -> TimedBattle:
    """Return the battle after a move, the same object where nothing changes. Raises a Refusal.

    A battle that is over can only be resumed, and only if it was broken off.
    """
    if isinstance(move, GoOnMove):
        return _gone_on(battle, by, now)
    if isinstance(move, RankMove):
        return _ranked(battle, by)
    seat = _seat_of(battle, by, move)
    if battle.is_over:
        raise FightOver
    match move:
        case PlayMove():
            after = _played(battle, by, move, now)
        case ResignMove():
            after = _resigned(battle, by, seat, now)
        case AskMove():
            after = _asked(battle, seat, move, now)
        case AnswerMove():
            after = _answered(battle, seat, move, now)
        case GoBackMove():
            _must_be_official(by)
            after = _gone_back(battle, Note(None, move.to), now)
        case _:
            _must_be_official(by)
            after = _timed(battle, by, move, now)
    return after


def completed(battle: TimedBattle, by: Actor, move: Move) -> Move:
    """Return a move as it is stored, with its seat; a bot's move is computed here, which may take long.

    Raises a Refusal for a turn or phase that is over, before the move itself is checked.
    """
    match move:
        case PlayMove(how="bot", move="") if move.seat is not None:
            line, *following = bot_moves(battle.position, move.seat, battle.terms.level)
            return move._replace(move=line, following=tuple(following))
        case PlayMove(seat=None):
            seat = _seat_of(battle, by, move)
            if battle.is_over:
                raise FightOver
            if battle.clock.stands and not battle.terms.practice:
                raise BattlePaused
            if (move.turn, move.phase) != (battle.position.turn, battle.position.phase.value):
                raise StaleMoment
            return PlayMove(seat, "chosen", move.move.strip())
        case ResignMove(seat=None):
            return ResignMove(_seat_of(battle, by, move))
    return move


def attended(battle: TimedBattle, away: Mapping[FighterId, datetime]) -> TimedBattle:
    """Return the battle with the seats that are hurried because their fighters are away, each since a moment.

    A seat is hurried if its fighter was away when the phase began, unless all people are away.
    """
    people = [seat for seat in battle.standing if not battle.terms.is_bot(seat)]
    since = {seat: away[battle.terms.fighters[seat]] for seat in people if battle.terms.fighters[seat] in away}
    is_lost = len(since) == len(people)
    gone = frozenset(seat for seat, left in since.items() if left <= battle.clock.started and not is_lost)
    return battle if gone == battle.away else changed(battle, away=gone)


def thinks(move: Move) -> bool:
    """Whether it takes long to complete a move."""
    return isinstance(move, PlayMove) and move.how == "bot" and not move.move


def due(battle: TimedBattle, now: datetime, patience: timedelta) -> Move | None:
    """Return the move that is due by now, None for none.

    It is a move of a bot or of the clock, more time where the server missed a deadline by more than `patience`, or the
    pause of a battle in which no person moves.
    """
    if battle.is_over or battle.clock.stands:
        return None
    if battle.is_deserted:
        return Pause()
    for seat in battle.due:
        moment = battle._moment_of(seat)
        if moment is None or moment > now:
            continue
        if battle.terms.is_bot(seat):
            line, *following = battle.planned or ("",)
            return PlayMove(seat, "bot", line, following=tuple(following))
        if now - moment > patience and battle.clock.seconds and not battle.is_hurried(seat):
            return Extend((now - moment).total_seconds() + min(battle.clock.seconds, clocks.GRACE_SECONDS))
        return PlayMove(seat, "time", timeout_move(battle.position, seat))
    return None


def _timed(battle: TimedBattle, by: Actor, move: ClockMove, now: datetime) -> TimedBattle:
    clock = clock_moves.moved(battle.clock, move, now)
    if clock is battle.clock:
        return battle
    unattended = isinstance(move, Pause) and by == SERVER
    return changed(battle, clock=clock, changed_at=now, absent=frozenset(), unattended=unattended)


def _seat_of(battle: TimedBattle, by: Actor, move: Move) -> int:
    """Return the seat that a move is for; the server and officials name it. Raises NotYourFight."""
    named = move.seat if isinstance(move, PlayMove | ResignMove) else None
    if by == SERVER or by.is_official:
        return 0 if named is None else named
    seat = battle.terms.seat_of(by.fighter)
    if named not in (None, seat):
        raise NotYourFight
    return seat


def _must_be_official(by: Actor) -> None:
    if by != SERVER and not by.is_official:
        raise NotAllowed


def _played(battle: TimedBattle, by: Actor, move: PlayMove, now: datetime) -> TimedBattle:
    if move.seat is None or (by == SERVER) != (move.how != "chosen"):
        raise NotAllowed
    if battle.clock.stands:
        if not battle.terms.practice:
            raise BattlePaused
        battle = changed(battle, clock=clocks.resumed(battle.clock, now), unattended=False)
    before = battle.position
    after = apply_line(before, move.seat, move.move)
    is_plan = before.phase in (BattlePhase.DEPLOY, BattlePhase.NIGHT)
    last = None if is_plan else LastMove(move.seat, told_move(after, move.seat, move.move), move.how)
    note = battle.note if is_plan else None
    is_retreat = last is not None and last.move.partition(" ")[0] == "retreat"
    retreat = last if is_retreat else battle.retreat if before.phase is BattlePhase.AFTER else None
    moved = changed(
        battle,
        last=last,
        retreat=retreat,
        ask=None,
        note=note,
        changed_at=now,
        planned=move.following,
        broken_off=None,
    )
    return _noted(battle, _at(moved, after, now), move)


def _at(battle: TimedBattle, position: Battle, now: datetime) -> TimedBattle:
    """Return the battle at another position, with a clock of its own where a phase begins."""
    before = battle.position
    after = changed(battle, position=position)
    if _moment(position) == _moment(before):
        return after
    turns = battle.turns
    if (position.turn, position.replays) != (before.turn, before.replays):  # a repeated deployment: keep the last
        turns = (*(each for each in turns if each[0] != position.turn), (position.turn, position))
    return changed(after, clock=_clock(battle.terms, position, now), turns=turns)


def _moment(position: Battle) -> tuple[object, ...]:
    return position.turn, position.phase, position.replays


def _noted(before: TimedBattle, after: TimedBattle, move: PlayMove) -> TimedBattle:
    """Note whether a seat has moved by itself or by the clock."""
    seat = move.seat or 0
    if move.how == "chosen":
        return changed(after, late=_with(after.late, seat, 0), absent=frozenset())
    has_ended = _moment(before.position) != _moment(after.position) or seat not in after.due
    if move.how == "bot" or not has_ended or before.position.phase is BattlePhase.AFTER:
        return after
    late = changed(after, late=_with(after.late, seat, after.late[seat] + 1))
    if before.position.phase is not BattlePhase.ACT:
        return late
    return changed(late, absent=before.absent | {seat})


def _with(numbers: tuple[int, ...], place: int, number: int) -> tuple[int, ...]:
    return (*numbers[:place], number, *numbers[place + 1 :])


def _resigned(battle: TimedBattle, by: Actor, seat: int, now: datetime) -> TimedBattle:
    """Return the battle without a line; it cannot go back to an earlier turn."""
    position, is_gone = resign(battle.position, seat), by == SERVER
    last = LastMove(seat, RESIGN, LEFT if is_gone else RESIGN)
    after = _at(changed(battle, ask=None, note=None, changed_at=now, planned=(), last=last), position, now)
    turns = ((position.turn, position),)
    if is_gone:
        return changed(after, turns=turns, broken_off=battle, left=battle.left | {seat})
    return changed(after, turns=turns, broken_off=None, resigned=battle.resigned | {seat})


def _asked(battle: TimedBattle, seat: int, move: AskMove, now: datetime) -> TimedBattle:
    _must_be_a_turn(battle, move.to)
    number = battle.asks + 1
    ask = Ask(number, seat, move.to)
    asked = changed(battle, asks=number)
    if not _who_must_agree(battle, ask):
        return _gone_back(asked, Note(seat, move.to), now)
    return changed(asked, ask=ask, note=None)


def _answered(battle: TimedBattle, seat: int, move: AnswerMove, now: datetime) -> TimedBattle:
    ask = battle.ask
    if ask is None or ask.number != move.ask:
        raise StaleAsk
    if seat not in _who_must_agree(battle, ask):
        raise NotAllowed
    if not move.agree:
        return changed(battle, ask=None, note=Note(seat, None))
    agreed = ask._replace(agreed=ask.agreed | {seat})
    if _who_must_agree(battle, agreed) <= agreed.agreed:
        return _gone_back(battle, Note(ask.by, ask.to), now)
    return battle if agreed == ask else changed(battle, ask=agreed)


def _who_must_agree(battle: TimedBattle, ask: Ask) -> frozenset[int]:
    return frozenset(seat for seat in battle.standing if seat != ask.by and not battle.terms.is_bot(seat))


def _must_be_a_turn(battle: TimedBattle, to: int) -> None:
    """Raise NothingToUndo for a turn that is neither this one nor the one before, or in which nothing has happened."""
    if to not in battle.returns:
        raise NothingToUndo


def _gone_back(battle: TimedBattle, note: Note, now: datetime) -> TimedBattle:
    """Return the battle at the start of a turn, with the decks of then and a new clock for its phase."""
    to = note.to or 0
    _must_be_a_turn(battle, to)
    turns = tuple(each for each in battle.turns if each[0] <= to)
    position = turns[-1][1]
    clock = _clock(battle.terms, position, now)
    if battle.clock.stands:
        clock = clocks.stopped(clock, now)
    at_start = changed(battle, position=position, turns=turns, planned=(), ask=None, last=None, retreat=None, note=note)
    return changed(at_start, clock=clock, changed_at=now)


def _ranked(battle: TimedBattle, by: Actor) -> TimedBattle:
    _must_be_official(by)
    if battle.is_over:
        return battle
    return changed(battle, position=end_by_ranking(battle.position), ask=None, planned=(), broken_off=battle)


def _gone_on(battle: TimedBattle, by: Actor, now: datetime) -> TimedBattle:
    """Return a battle as it was before it was broken off, with a new clock for its phase.

    Where the others play on without a fighter who left (V53, `end=last`), none of them may have moved since.
    """
    _must_be_official(by)
    before = battle.broken_off
    if before is None:
        raise NotAllowed
    clock = _clock(before.terms, before.position, now)
    stands = (before if battle.is_over else battle).clock.stands
    return changed(before, clock=clocks.stopped(clock, now) if stands else clock, changed_at=now)
