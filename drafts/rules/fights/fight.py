"""A fight: its counters, who loses by them, and a result that its sides agree on (R17, M22-M25, M31-M33).

The form of a fight says what is counted, and what loses. `moves` has what can be done in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.avatars import Avatar, Avatars
from drafts.rules.building import BuiltDeck
from drafts.rules.fights.acts import CounterChange, First, GameAct, Out, Rolled, Spared
from drafts.rules.fights.dice import Throw, highest
from drafts.rules.fights.forms import CounterRule, FightForm
from drafts.rules.fights.sides import Side, side_of
from drafts.rules.ids import FighterId


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

MULLIGANS = "mulligans"
"""The counter of the hands that a fighter did not keep (M28)."""

MOST_GAMES = 9
"""How many games of a fight may be over while it goes on: drawn games count for nobody."""


class TimeUp(StrEnum):
    """The rule for a fight that is not over when its time is. The values are published."""

    LESS_DAMAGE = "less_damage"
    DRAW = "draw"


class FightGame(NamedTuple):
    """A game of a fight that is over while the fight goes on: who has won it (None: a draw), and its acts.

    `by_out`: the last act ended it, since no side or one alone was left (M24).
    """

    winner: FighterId | None
    acts: tuple[GameAct, ...]
    by_out: bool = False

    @property
    def changes(self) -> tuple[CounterChange, ...]:
        """The changes of counters that stood at its end, oldest first."""
        return changes_in(self.acts)


class SideDeck(NamedTuple):
    """The deck of a fighter for a game and those that follow it in the fight (M23)."""

    fighter: FighterId
    game: int
    deck: BuiltDeck


def changes_in(acts: Sequence[GameAct]) -> tuple[CounterChange, ...]:
    """Return the changes of counters among the acts of a game."""
    return tuple(act for act in acts if isinstance(act, CounterChange))


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
    """A fight of these sides, of which `first` begins where no dice are thrown.

    `games` are those that are over; `acts` are those that stand in the game that goes on, oldest first.
    A fight of one side is a bye, and won. With `must_be_won` there is no draw: the winner goes on in a bracket.
    `dropped` are the sides that have dropped out of it, and `corrections` those of its final result, oldest first.
    `dice` are the throws for who chooses in the first game (M22), `decks` those that were changed between games (M23),
    oldest first, and `avatars` those of its fighters, in an event that has any (M26-M29). Sides are named by their
    first fighters; a move may name any fighter of a side.
    """

    form: FightForm
    sides: tuple[Side, ...]
    first: FighterId | None = None
    best_of: int = 1
    must_be_won: bool = False
    games: tuple[FightGame, ...] = ()
    acts: tuple[GameAct, ...] = ()
    result: Result | None = None
    dropped: frozenset[FighterId] = frozenset()
    corrections: tuple[Correction, ...] = ()
    avatars: Avatars | None = None
    dice: tuple[Throw, ...] = ()
    decks: tuple[SideDeck, ...] = ()

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
    def game(self) -> int:
        """The number of the game that goes on, from 1."""
        return len(self.games) + 1

    @property
    def changes(self) -> tuple[CounterChange, ...]:
        """The changes of counters that stand in the game that goes on, oldest first."""
        return changes_in(self.acts)

    @property
    def counted(self) -> int:
        """How many acts and ends of games stand, whichever game they were in: undo takes one away.

        A game that an `Out` has ended is one with it.
        """
        return len(self.acts) + sum(len(game.acts) + (not game.by_out) for game in self.games)

    @property
    def goes_first(self) -> FighterId | None:
        """The side that goes first in this game: as was said, or else the one that chooses (M22)."""
        said = next((act.fighter for act in reversed(self.acts) if isinstance(act, First)), None)
        if said is not None:
            return said
        return self.chooses if self.dice else self.first

    @property
    def chooses(self) -> FighterId | None:
        """The side that chooses who goes first in this game: the loser of the last one that was not a draw (M22).

        Of several losers it is the one that follows the winner in the order of the sides. Before, it is the side with
        the highest die, unless the fighters have rolled dice of their own; None where nobody throws dice.
        """
        winner = next((game.winner for game in reversed(self.games) if game.winner is not None), None)
        if winner is None:
            acts = self.games[0].acts if self.games else self.acts
            rolled = next((act.fighter for act in reversed(acts) if isinstance(act, Rolled)), None)
            return highest(self.dice[-1])[0] if rolled is None and self.dice else rolled
        place = self.sides.index(self.side_of(winner))
        return self.sides[(place + 1) % len(self.sides)].fighter

    @property
    def lacks_avatars(self) -> bool:
        """Whether avatars are still to be fixed before anything is counted (M27)."""
        return self.avatars is not None and not self.avatars.fixed

    def avatar(self, fighter: FighterId) -> Avatar | None:
        """Return the avatar of a fighter, once it is fixed."""
        return None if self.avatars is None else self.avatars.of(fighter)

    def hand_of(self, fighter: FighterId) -> int | None:
        """Return how many cards a fighter draws to begin with and holds at most (M25), None where no form says it.

        An avatar's modifier is added (M28).
        """
        avatar = self.avatar(fighter)
        return self.form.hand if self.form.hand is None or avatar is None else self.form.hand + avatar.hand

    def start_of(self, fighter: FighterId, rule: CounterRule) -> int:
        """Return where a counter of a fighter stands as a game begins: avatars' modifiers are added (M28)."""
        if self.avatars is None:
            return rule.start
        team = self.side_of(fighter).fighters if rule.name in self.form.shared else (fighter,)
        avatars = (avatar for one in team if (avatar := self.avatar(one)) is not None)
        return rule.start + sum(dict(avatar.starts).get(rule.name, 0) for avatar in avatars)

    def counters(self, fighter: FighterId, changes: Sequence[CounterChange] | None = None) -> Mapping[str, int]:
        """Return where a fighter's counters, and those of their team, stand after the changes of a game.

        None: those of the game that goes on.
        """
        standing = {rule.name: self.start_of(fighter, rule) for rule in self.form.counters}
        team, shared = self.side_of(fighter).fighters, self.form.shared
        for change in self.changes if changes is None else changes:
            if change.fighter == fighter or (change.counter in shared and change.fighter in team):
                standing[change.counter] += change.by
        return standing

    def bottom_of(self, fighter: FighterId) -> int:
        """Return how many cards of the opening hand go under the library, after all mulligans so far (M28).

        With more than two fighters the first mulligan is free.
        """
        free = len(self.fighters) > 2
        return max(0, self.counters(fighter).get(MULLIGANS, 0) - free)

    def counters_of(self, side: Side) -> Mapping[str, int]:
        """Return where the counters of a side stand that are not hidden: of each the one nearest to a loss."""
        values = [self.counters(fighter) for fighter in side.fighters]
        shown = [rule for rule in self.form.counters if not rule.hidden]
        return {rule.name: max((each[rule.name] for each in values), key=rule.gone) for rule in shown}

    def lost(self, fighter: FighterId) -> str | None:
        """Return the counter by which a fighter loses by rule action, None while none does (R17, M32)."""
        spared = self.spared(fighter)
        return next((counter for counter in self.at_loss(fighter) if counter not in spared), None)

    def at_loss(self, fighter: FighterId) -> tuple[str, ...]:
        """Return all counters of a fighter that stand where one loses by them."""
        standing = self.counters(fighter)
        return tuple(rule.name for rule in self.form.counters if rule.is_lost_at(standing[rule.name]))

    def spared(self, fighter: FighterId) -> tuple[str, ...]:
        """Return the counters by which a fighter does not lose since a card says so, until they change (M31)."""
        shared, team = self.form.shared, self.side_of(fighter).fighters
        found: dict[str, None] = {}
        for act in self.acts:
            if not isinstance(act, CounterChange | Spared):
                continue
            if act.fighter == fighter or (act.counter in shared and act.fighter in team):
                found.pop(act.counter, None)
                found |= {act.counter: None} if isinstance(act, Spared) else {}
        return tuple(found)

    @property
    def out(self) -> frozenset[FighterId]:
        """The fighters who are out of the game that goes on."""
        return frozenset(fighter for act in self.acts if isinstance(act, Out) for fighter in act.fighters)

    def is_out(self, side: Side) -> bool:
        """Whether a side is out of the game that goes on: a team is with any of its fighters."""
        return not self.out.isdisjoint(side.fighters)

    @property
    def ends_by_out(self) -> bool:
        """Whether no side, or one alone, is left in the game that goes on."""
        return bool(self.out) and sum(not self.is_out(side) for side in self.sides) < 2

    def deck_of(self, fighter: FighterId, game: int, usual: BuiltDeck) -> BuiltDeck:
        """Return the deck with which a fighter plays a game, from 1: the `usual` one until another was said (M23)."""
        said = [each.deck for each in self.decks if each.fighter == fighter and each.game <= game]
        return said[-1] if said else usual

    def deck_version(self, fighter: FighterId) -> int:
        """Return the version of a fighter's deck for this fight, from 1."""
        return 1 + sum(each.fighter == fighter for each in self.decks)

    @property
    def may_change_decks(self) -> bool:
        """Whether this is between two games: nothing has been counted yet in one that follows another (M23)."""
        return bool(self.games) and not self.changes and self.result is None and not self.is_bye

    def lost_by(self, side: Side) -> str | None:
        """Return the counter by which a side loses, None while none does: a team has lost with any of its fighters."""
        return next((lost for fighter in side.fighters if (lost := self.lost(fighter)) is not None), None)

    def damage(self, side: Side) -> int:
        """Return how far a side's first counter has gone from its start towards the loss, in all games together."""
        return sum(self.damage_in(changes, side) for changes in (*(game.changes for game in self.games), self.changes))

    def damage_in(self, changes: Sequence[CounterChange], side: Side) -> int:
        """Return the same of one game, by its changes."""
        rule = self.form.counters[0]
        begun = sum(rule.gone(self.start_of(fighter, rule)) for fighter in self._counted(side, rule))
        return self.gone_in(changes, side) - begun

    def gone_in(self, changes: Sequence[CounterChange], side: Side) -> int:
        """Return how far a side's first counter is from where the form begins it: less is better, avatars count."""
        rule = self.form.counters[0]
        return sum(rule.gone(self.counters(fighter, changes)[rule.name]) for fighter in self._counted(side, rule))

    def _counted(self, side: Side, rule: CounterRule) -> Sequence[FighterId]:
        return side.fighters[:1] if rule.name in self.form.shared else side.fighters
