"""A fight: its counters, who loses by them, and a result that both sides agree on (R17, M22, M24, M31-M33).

The form of a fight says what is counted, and what loses. A move returns the next fight or raises a Refusal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.errors import BadAmount, FightOver, NotAllowed, NotConfirmed, NotYourFight, StaleGame
from drafts.rules.fights.forms import FightForm
from drafts.rules.ids import FighterId
from drafts.rules.values import changed


class DecidedBy(StrEnum):
    """Whose word made a result final. The first four are published; a bye and a drop are the organizer's there."""

    AGREED = "agreed"
    ORGANIZER = "organizer"
    JUDGE = "judge"
    TIME = "time"
    DROP = "drop"
    BYE = "bye"


BOTH_LOSE = FighterId(0)
"""As the winner of a result that an official sets: a double loss. No row has this number."""

MOST_GAMES = 9
"""How many games of a fight may be over while it goes on: drawn games count for nobody."""


class TimeUp(StrEnum):
    """The rule for a fight that is not over when its time is. The values are published."""

    LESS_DAMAGE = "less_damage"
    DRAW = "draw"


class CounterChange(NamedTuple):
    """One change of a counter of one fighter."""

    fighter: FighterId
    counter: str
    by: int


class FightGame(NamedTuple):
    """A game of a fight that is over while the fight goes on: who has won it (None: a draw), and what was counted."""

    winner: FighterId | None
    changes: tuple[CounterChange, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a fight; `winner` is None for a draw, and `score` the games that each side has won.

    With a `double_loss` there is no winner either, and both sides have lost.
    One side enters it, and the other confirms or disputes it; `by` is who made it final, None while nobody has.
    `claim` is the winner and the score that the other side has entered against it.
    """

    winner: FighterId | None
    score: tuple[int, ...]
    entered_by: FighterId | None = None
    by: DecidedBy | None = None
    disputed: bool = False
    double_loss: bool = False
    claim: tuple[FighterId | None, tuple[int, ...]] | None = None

    def says(self, other: "Result") -> bool:
        """Whether another one says the same."""
        return (self.winner, self.score, self.double_loss) == (other.winner, other.score, other.double_loss)

    @property
    def is_draw(self) -> bool:
        """Whether it is a draw."""
        return self.winner is None and not self.double_loss


class Correction(NamedTuple):
    """A final result was set anew: when, by which official, and what it was before."""

    at: datetime
    by: DecidedBy
    was: Result


@dataclass(frozen=True)
class Fight:
    """A fight of these fighters, of whom `first` begins.

    `games` are those that are over; `changes` are those of counters that stand in the game that goes on, oldest first.
    A fight of one side is a bye, and won. With `must_be_won` there is no draw: the winner goes on in a bracket.
    `corrections` are those of its final result, oldest first.
    """

    form: FightForm
    fighters: tuple[FighterId, ...]
    first: FighterId | None = None
    best_of: int = 1
    must_be_won: bool = False
    games: tuple[FightGame, ...] = ()
    changes: tuple[CounterChange, ...] = ()
    result: Result | None = None
    corrections: tuple[Correction, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether its result is confirmed."""
        return self.result is not None and self.result.by is not None

    @property
    def wins_needed(self) -> int:
        """How many games win it."""
        return self.best_of // 2 + 1

    @property
    def score(self) -> tuple[int, ...]:
        """How many games each side has won that are over."""
        return tuple(sum(game.winner == side for game in self.games) for side in self.fighters)

    @property
    def counted(self) -> int:
        """How many changes of counters and ends of games stand, whichever game they were in: undo takes one away."""
        return len(self.changes) + sum(len(game.changes) + 1 for game in self.games)

    @property
    def chooses(self) -> FighterId | None:
        """The fighter who chooses who goes first in this game: the loser of the last one that was not a draw (M22)."""
        winner = next((game.winner for game in reversed(self.games) if game.winner is not None), None)
        return None if winner is None else next(side for side in self.fighters if side != winner)

    def counters(self, fighter: FighterId) -> Mapping[str, int]:
        """Return where a fighter's counters stand in the game that goes on."""
        return self._counters(fighter, self.changes)

    def _counters(self, fighter: FighterId, changes: tuple[CounterChange, ...]) -> Mapping[str, int]:
        standing = {rule.name: rule.start for rule in self.form.counters}
        for change in changes:
            if change.fighter == fighter:
                standing[change.counter] += change.by
        return standing

    def lost(self, fighter: FighterId) -> str | None:
        """Return the counter by which a fighter loses by rule action, None while none does (R17, M32)."""
        standing = self.counters(fighter)
        return next((rule.name for rule in self.form.counters if rule.is_lost_at(standing[rule.name])), None)

    def damage(self, fighter: FighterId) -> int:
        """Return how far a fighter's first counter has gone from its start towards the loss, in all games together."""
        rule = self.form.counters[0]
        played = (*(game.changes for game in self.games), self.changes)
        return sum(rule.gone(self._counters(fighter, changes)[rule.name]) for changes in played)


def bye(form: FightForm, fighter: FighterId, best_of: int) -> Fight:
    """Return the fight of somebody whom nobody is left for: it is won at once."""
    fight = Fight(form, (fighter,), best_of=best_of)
    return changed(fight, result=Result(fighter, (fight.wins_needed,), by=DecidedBy.BYE))


def count(fight: Fight, fighter: FighterId, counter: str, by: int) -> Fight:
    """Change a counter. Raises FightOver, and BadAmount for what the counter cannot become.

    Raises KeyError for what the game does not count, and for a fighter who is not in the fight.
    """
    rule = fight.form.rule(counter)
    _must_know(fight, fighter)
    _must_be_open(fight)
    if not by or not rule.least <= fight.counters(fighter)[counter] + by <= rule.most:
        raise BadAmount
    return changed(fight, changes=(*fight.changes, CounterChange(fighter, counter, by)))


def undo(fight: Fight) -> Fight:
    """Take back the last change of a counter, or the end of the game before it, whoever did it.

    Raises FightOver, and NotAllowed when there is nothing.
    """
    _must_be_open(fight)
    if fight.changes:
        return changed(fight, changes=fight.changes[:-1])
    if not fight.games:
        raise NotAllowed
    return changed(fight, games=fight.games[:-1], changes=fight.games[-1].changes)


def end_game(fight: Fight, number: int, winner: FighterId | None) -> Fight:
    """End the game of this number, from 1, and begin the next one with counters as at the start (M22).

    A game that nobody won counts for neither. To say the same again changes nothing. Raises FightOver, StaleGame for
    another game, NotAllowed where the fight is over with it or a result is entered, KeyError for an unknown winner.
    """
    _must_be_open(fight)
    if winner is not None:
        _must_know(fight, winner)
    if number == len(fight.games) and number and fight.games[-1].winner == winner:
        return fight
    if number != len(fight.games) + 1:
        raise StaleGame
    after = changed(fight, games=(*fight.games, FightGame(winner, fight.changes)), changes=())
    if fight.result is not None or max(after.score) == fight.wins_needed or len(fight.games) == MOST_GAMES:
        raise NotAllowed
    return after


def enter(fight: Fight, by: FighterId, winner: FighterId | None, score: tuple[int, ...]) -> Fight:
    """Enter a result as one side: what the other side says too is confirmed by it, anything else disputed.

    To say the same again changes nothing. Raises FightOver, NotYourFight and BadAmount, and KeyError for a winner who
    is not in the fight.
    """
    _must_be_open(fight)
    _must_fight(fight, by)
    entered = Result(winner, score, entered_by=by)
    _must_be_possible(fight, entered)
    known = fight.result
    if known is None:
        return changed(fight, result=entered)
    if known.entered_by == by:
        if entered.says(known):
            return fight
        return changed(fight, result=_agreed(entered) if known.claim == (winner, score) else entered)
    return changed(fight, result=_agreed(known) if entered.says(known) else _disputed(known, (winner, score)))


def confirm(fight: Fight, by: FighterId) -> Fight:
    """Agree with the result of the other side, after a dispute too. Raises FightOver, NotYourFight, NotConfirmed."""
    return changed(fight, result=_agreed(_waiting(fight, by)))


def dispute(fight: Fight, by: FighterId) -> Fight:
    """Disagree with the result of the other side: the organizer decides. Raises as `confirm` does."""
    return changed(fight, result=_disputed(_waiting(fight, by)))


def decide(fight: Fight, winner: FighterId | None, score: tuple[int, ...], by: DecidedBy) -> Fight:
    """Set the result, whatever was entered; BOTH_LOSE is no winner.

    Raises FightOver, BadAmount, and KeyError as `enter` does.
    """
    _must_be_open(fight)
    return changed(fight, result=_set(fight, winner, score, by))


def correct(fight: Fight, winner: FighterId | None, score: tuple[int, ...], by: DecidedBy, at: datetime) -> Fight:
    """Set another final result in place of the one that there is; the same one changes nothing.

    Raises NotAllowed where there is none and for a bye, else as `decide` does.
    """
    was = fight.result
    if was is None or not fight.is_over or len(fight.fighters) == 1:
        raise NotAllowed
    result = _set(fight, winner, score, by)
    if result.says(was):
        return fight
    return changed(fight, result=result, corrections=(*fight.corrections, Correction(at, by, was)))


def give_up(fight: Fight, fighter: FighterId) -> Fight:
    """Let a fighter who drops out lose to the other side, unless a result stands that nobody disputes.

    Raises FightOver, NotYourFight.
    """
    _must_fight(fight, fighter)
    _must_be_open(fight)
    if (entered := _undisputed(fight)) is not None:
        return changed(fight, result=_agreed(entered))
    wins = tuple(0 if side == fighter else fight.wins_needed for side in fight.fighters)
    winner = next(side for side in fight.fighters if side != fighter)
    return decide(fight, winner, wins, DecidedBy.DROP)


def give_up_too(fight: Fight) -> Fight:
    """Let both sides lose a fight that the other one had won by a drop, since that one drops out as well."""
    return changed(fight, result=Result(None, (0,) * len(fight.fighters), by=DecidedBy.DROP, double_loss=True))


def call_time(fight: Fight, rule: TimeUp) -> Fight:
    """End a fight whose time is up: a result that nobody disputes stands, and the rule decides any other fight.

    The rule decides the game that goes on; who has then won more games has won. Who has lost by rule action has lost,
    whatever the rule (R17, M32). Raises FightOver, and NotAllowed where a fight must be won and neither side is ahead.
    """
    _must_be_open(fight)
    if (entered := _undisputed(fight)) is not None:
        return changed(fight, result=Result(entered.winner, entered.score, entered.entered_by, DecidedBy.TIME))
    one, other = fight.score
    ahead = _ahead(fight, rule)
    one, other = one + (ahead > 0), other + (ahead < 0)
    if one != other:
        winner = fight.fighters[0] if one > other else fight.fighters[1]
        return decide(fight, winner, (one, other), DecidedBy.TIME)
    if fight.must_be_won:
        raise NotAllowed
    return decide(fight, None, (one, other), DecidedBy.TIME)


def _ahead(fight: Fight, rule: TimeUp) -> int:
    """Return by how much the first side is ahead in the game that goes on; less than 0 where the other one is."""
    one, other = fight.fighters
    if fight.lost(one) is fight.lost(other) is None and rule is TimeUp.LESS_DAMAGE:
        first = fight.form.counters[0]
        return first.gone(fight.counters(other)[first.name]) - first.gone(fight.counters(one)[first.name])
    return (fight.lost(other) is not None) - (fight.lost(one) is not None)


def reopen(fight: Fight) -> Fight:
    """Take the result back. Raises NotAllowed when there is none, and for a bye."""
    if fight.result is None or len(fight.fighters) == 1:
        raise NotAllowed
    return changed(fight, result=None)


def _set(fight: Fight, winner: FighterId | None, score: tuple[int, ...], by: DecidedBy) -> Result:
    both_lose = winner == BOTH_LOSE
    result = Result(None if both_lose else winner, score, by=by, double_loss=both_lose)
    _must_be_possible(fight, result)
    return result


def _agreed(result: Result) -> Result:
    return Result(result.winner, result.score, result.entered_by, DecidedBy.AGREED)


def _disputed(result: Result, claim: tuple[FighterId | None, tuple[int, ...]] | None = None) -> Result:
    return Result(result.winner, result.score, result.entered_by, disputed=True, claim=claim)


def _undisputed(fight: Fight) -> Result | None:
    return fight.result if fight.result and not fight.result.disputed else None


def _waiting(fight: Fight, by: FighterId) -> Result:
    _must_be_open(fight)
    _must_fight(fight, by)
    if fight.result is None or fight.result.entered_by == by:
        raise NotConfirmed
    return fight.result


def _must_be_open(fight: Fight) -> None:
    if fight.is_over:
        raise FightOver


def _must_fight(fight: Fight, fighter: FighterId) -> None:
    if fighter not in fight.fighters:
        raise NotYourFight


def _must_know(fight: Fight, fighter: FighterId) -> None:
    if fighter not in fight.fighters:
        raise KeyError(fighter)


def _must_be_possible(fight: Fight, result: Result) -> None:
    """Refuse a score that fits neither the winner nor the number of games. A fight that time ended may be shorter."""
    score, best = result.score, fight.wins_needed
    if len(score) != len(fight.fighters) or min(score) < 0 or max(score) > best or sum(score) > fight.best_of:
        raise BadAmount
    if result.winner is None:
        if fight.must_be_won or max(score) != min(score):
            raise BadAmount
        return
    _must_know(fight, result.winner)
    own = score[fight.fighters.index(result.winner)]
    if score.count(own) > 1 or own < max(score):
        raise BadAmount
