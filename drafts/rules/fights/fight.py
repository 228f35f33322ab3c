"""A fight: its counters, who loses by them, and a result that its sides agree on (R17, M22, M24, M31-M33).

The form of a fight says what is counted, and what loses. A move returns the next fight or raises a Refusal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.errors import BadAmount, FightOver, NotAllowed, NotConfirmed, NotYourFight, StaleGame
from drafts.rules.fights.forms import FightForm
from drafts.rules.fights.sides import Side, side_of
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

    A side is named by its first fighter, as `winner` and as `entered_by`. With a `double_loss` there is no winner
    either, and all sides have lost. One side enters a result, and another one confirms or disputes it; `by` says whose
    word made it final, None before. `claim` is the winner and the score that another side has entered against it.
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
    """A fight of these sides, of which `first` begins.

    `games` are those that are over; `changes` are those of counters that stand in the game that goes on, oldest first.
    A fight of one side is a bye, and won. With `must_be_won` there is no draw: the winner goes on in a bracket.
    `dropped` are the sides that have dropped out of it, and `corrections` those of its final result, oldest first.
    Sides are named by their first fighters; a move may name any fighter of a side.
    """

    form: FightForm
    sides: tuple[Side, ...]
    first: FighterId | None = None
    best_of: int = 1
    must_be_won: bool = False
    games: tuple[FightGame, ...] = ()
    changes: tuple[CounterChange, ...] = ()
    result: Result | None = None
    dropped: frozenset[FighterId] = frozenset()
    corrections: tuple[Correction, ...] = ()

    @property
    def fighters(self) -> tuple[FighterId, ...]:
        """All who take part, side by side."""
        return tuple(fighter for side in self.sides for fighter in side.fighters)

    @property
    def is_bye(self) -> bool:
        """Whether there is no other side."""
        return len(self.sides) == 1

    def side_of(self, fighter: FighterId) -> Side:
        """Return the side of a fighter. Raises KeyError where they do not take part."""
        side = side_of(self.sides, fighter)
        if side is None:
            raise KeyError(fighter)
        return side

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
        return tuple(sum(game.winner == side.fighter for game in self.games) for side in self.sides)

    @property
    def counted(self) -> int:
        """How many changes of counters and ends of games stand, whichever game they were in: undo takes one away."""
        return len(self.changes) + sum(len(game.changes) + 1 for game in self.games)

    @property
    def chooses(self) -> FighterId | None:
        """The side that chooses who goes first in this game: the loser of the last one that was not a draw (M22).

        Of several losers it is the one that follows the winner in the order of the sides.
        """
        winner = next((game.winner for game in reversed(self.games) if game.winner is not None), None)
        if winner is None:
            return None
        place = self.sides.index(self.side_of(winner))
        return self.sides[(place + 1) % len(self.sides)].fighter

    def counters(self, fighter: FighterId) -> Mapping[str, int]:
        """Return where a fighter's counters, and those of their team, stand in the game that goes on."""
        return self._counters(fighter, self.changes)

    def _counters(self, fighter: FighterId, changes: Sequence[CounterChange]) -> Mapping[str, int]:
        standing = {rule.name: rule.start for rule in self.form.counters}
        team, shared = self.side_of(fighter).fighters, self.form.shared
        for change in changes:
            if change.fighter == fighter or (change.counter in shared and change.fighter in team):
                standing[change.counter] += change.by
        return standing

    def counters_of(self, side: Side) -> Mapping[str, int]:
        """Return where the counters of a side stand that are not hidden: of each the one nearest to a loss."""
        values = [self.counters(fighter) for fighter in side.fighters]
        shown = [rule for rule in self.form.counters if not rule.hidden]
        return {rule.name: max((each[rule.name] for each in values), key=rule.gone) for rule in shown}

    def lost(self, fighter: FighterId) -> str | None:
        """Return the counter by which a fighter loses by rule action, None while none does (R17, M32)."""
        standing = self.counters(fighter)
        return next((rule.name for rule in self.form.counters if rule.is_lost_at(standing[rule.name])), None)

    def lost_by(self, side: Side) -> str | None:
        """Return the counter by which a side loses, None while none does: a team has lost with any of its fighters."""
        return next((lost for fighter in side.fighters if (lost := self.lost(fighter)) is not None), None)

    def damage(self, side: Side) -> int:
        """Return how far a side's first counter has gone from its start towards the loss, in all games together."""
        return sum(self._damage(side, changes) for changes in (*(game.changes for game in self.games), self.changes))

    def damage_now(self, side: Side) -> int:
        """Return the same of the game that goes on."""
        return self._damage(side, self.changes)

    def _damage(self, side: Side, changes: Sequence[CounterChange]) -> int:
        rule = self.form.counters[0]
        counted = side.fighters[:1] if rule.name in self.form.shared else side.fighters
        return sum(rule.gone(self._counters(fighter, changes)[rule.name]) for fighter in counted)


def bye(form: FightForm, side: Side, best_of: int) -> Fight:
    """Return the fight of a side that no other one is left for: it is won at once."""
    fight = Fight(form, (side,), best_of=best_of)
    return changed(fight, result=Result(side.fighter, (fight.wins_needed,), by=DecidedBy.BYE))


def count(fight: Fight, fighter: FighterId, counter: str, by: int) -> Fight:
    """Change a counter. Raises FightOver, and BadAmount for what the counter cannot become.

    A team's counter is changed in the name of any of its fighters. Raises KeyError for what the game does not count,
    and for a fighter who is not in the fight.
    """
    rule = fight.form.rule(counter)
    fight.side_of(fighter)
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
    winner = _named(fight, winner)
    if number == len(fight.games) and number and fight.games[-1].winner == winner:
        return fight
    if number != len(fight.games) + 1:
        raise StaleGame
    after = changed(fight, games=(*fight.games, FightGame(winner, fight.changes)), changes=())
    if fight.result is not None or max(after.score) == fight.wins_needed or len(fight.games) == MOST_GAMES:
        raise NotAllowed
    return after


def enter(fight: Fight, by: FighterId, winner: FighterId | None, score: tuple[int, ...]) -> Fight:
    """Enter a result as one side: what another side says too is confirmed by it, anything else disputed.

    To say the same again changes nothing. Raises FightOver, NotYourFight and BadAmount, and KeyError for a winner who
    is not in the fight.
    """
    _must_be_open(fight)
    own = _must_fight(fight, by)
    entered = Result(_named(fight, winner), score, entered_by=own)
    _must_be_possible(fight, entered)
    known, said = fight.result, (entered.winner, score)
    if known is None:
        return changed(fight, result=entered)
    if known.entered_by == own:
        if entered.says(known):
            return fight
        return changed(fight, result=_agreed(entered) if known.claim == said else entered)
    return changed(fight, result=_agreed(known) if entered.says(known) else _disputed(known, said))


def confirm(fight: Fight, by: FighterId) -> Fight:
    """Agree with the result of another side, after a dispute too. Raises FightOver, NotYourFight, NotConfirmed."""
    return changed(fight, result=_agreed(_waiting(fight, by)))


def dispute(fight: Fight, by: FighterId) -> Fight:
    """Disagree with the result of another side: the organizer decides. Raises as `confirm` does."""
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
    if was is None or not fight.is_over or fight.is_bye:
        raise NotAllowed
    result = _set(fight, winner, score, by)
    if result.says(was):
        return fight
    return changed(fight, result=result, corrections=(*fight.corrections, Correction(at, by, was)))


def give_up(fight: Fight, fighter: FighterId) -> Fight:
    """Let the side of a fighter who drops out lose, unless a result stands that nobody disputes.

    The fight is won by a side that is left alone; several fight on. Raises FightOver, NotYourFight.
    """
    own = _must_fight(fight, fighter)
    _must_be_open(fight)
    if (entered := _undisputed(fight)) is not None:
        return changed(fight, result=_agreed(entered))
    after = changed(fight, dropped=fight.dropped | {own})
    left = _left(after)
    if len(left) > 1:
        return after
    wins = tuple(fight.wins_needed if side in left else 0 for side in fight.sides)
    return decide(after, left[0].fighter, wins, DecidedBy.DROP)


def give_up_too(fight: Fight) -> Fight:
    """Let all sides lose a fight that the last one had won by a drop, since that one drops out as well."""
    lost = Result(None, (0,) * len(fight.sides), by=DecidedBy.DROP, double_loss=True)
    return changed(fight, result=lost, dropped=frozenset(side.fighter for side in fight.sides))


def take_up(fight: Fight, fighter: FighterId) -> Fight:
    """Let a side that had dropped out of a fight be part of it again, which is open if it was decided by that.

    A result by which anything else decided it stands.
    """
    own, result = fight.side_of(fighter).fighter, fight.result
    if own not in fight.dropped or (result is not None and result.by not in (None, DecidedBy.DROP)):
        return fight
    open_again = None if fight.is_over else result
    return changed(fight, result=open_again, dropped=fight.dropped - {own})


def call_time(fight: Fight, rule: TimeUp) -> Fight:
    """End a fight whose time is up: a result that nobody disputes stands, and the rule decides any other fight.

    The rule decides the game that goes on; the side that has then won the most games, and alone, has won. A side that
    has lost by rule action has lost, whatever the rule (R17, M32). Raises FightOver, and NotAllowed where a fight must
    be won and no side is ahead.
    """
    _must_be_open(fight)
    if (entered := _undisputed(fight)) is not None:
        return changed(fight, result=Result(entered.winner, entered.score, entered.entered_by, DecidedBy.TIME))
    ahead = _ahead(fight, rule)
    score = tuple(won + (side == ahead) for won, side in zip(fight.score, fight.sides, strict=True))
    best = [side.fighter for side, won in zip(fight.sides, score, strict=True) if won == max(score)]
    if fight.must_be_won and len(best) > 1:
        raise NotAllowed
    return decide(fight, best[0] if len(best) == 1 else None, score, DecidedBy.TIME)


def _ahead(fight: Fight, rule: TimeUp) -> Side | None:
    """Return the side that wins the game that goes on, None for a drawn one: alone not lost, or alone ahead by rule."""
    left = [side for side in _left(fight) if fight.lost_by(side) is None]
    if len(left) > 1 and rule is TimeUp.LESS_DAMAGE:
        damage = {side: fight.damage_now(side) for side in left}
        left = [side for side in left if damage[side] == min(damage.values())]
    return left[0] if len(left) == 1 else None


def _left(fight: Fight) -> list[Side]:
    """Return the sides that have not dropped out."""
    return [side for side in fight.sides if side.fighter not in fight.dropped]


def reopen(fight: Fight) -> Fight:
    """Take the result back, and let all sides fight on. Raises NotAllowed when there is none, and for a bye."""
    if fight.result is None or fight.is_bye:
        raise NotAllowed
    return changed(fight, result=None, dropped=frozenset())


def _set(fight: Fight, winner: FighterId | None, score: tuple[int, ...], by: DecidedBy) -> Result:
    both_lose = winner == BOTH_LOSE
    result = Result(None if both_lose else _named(fight, winner), score, by=by, double_loss=both_lose)
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
    own = _must_fight(fight, by)
    if fight.result is None or fight.result.entered_by == own:
        raise NotConfirmed
    return fight.result


def _must_be_open(fight: Fight) -> None:
    if fight.is_over:
        raise FightOver


def _must_fight(fight: Fight, fighter: FighterId) -> FighterId:
    """Return the fighter who names the side of this one. Raises NotYourFight."""
    side = side_of(fight.sides, fighter)
    if side is None:
        raise NotYourFight
    return side.fighter


def _named(fight: Fight, winner: FighterId | None) -> FighterId | None:
    """Return the fighter who names the winner's side, None for none. Raises KeyError."""
    return None if winner is None else fight.side_of(winner).fighter


def _must_be_possible(fight: Fight, result: Result) -> None:
    """Refuse a score that fits neither the winner nor the number of games. A fight that time ended may be shorter."""
    score, best = result.score, fight.wins_needed
    if len(score) != len(fight.sides) or min(score) < 0 or max(score) > best or sum(score) > fight.best_of:
        raise BadAmount
    if result.winner is None:
        if fight.must_be_won or score.count(max(score)) == 1:
            raise BadAmount
        return
    own = score[fight.sides.index(fight.side_of(result.winner))]
    if score.count(own) > 1 or own < max(score):
        raise BadAmount
