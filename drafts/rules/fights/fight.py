"""A fight as a value: its sides, its games and the acts in them, and a result that its sides agree on (R17, M22-M25).

The form of a fight says what is counted, and what loses; `counts` says where counters stand. The moves are in `games`,
`beginning`, `outs`, `turns`, `decks`, `fight_avatars` and `results`: each returns the next fight or raises a Refusal.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.avatars import Avatars
from drafts.rules.building import BuiltDeck
from drafts.rules.fights.acts import CounterChange, GameAct, changes_in
from drafts.rules.fights.counts import GameCounts
from drafts.rules.fights.dice import Throw
from drafts.rules.fights.forms import FightForm
from drafts.rules.fights.sides import Side, must_be_side_of
from drafts.rules.ids import FighterId
from drafts.rules.planes import Planes


class DecidedBy(StrEnum):
    """The ways in which a result becomes final; `PLAYED`: its battle came to its end (V29).

    A bye and a drop are the organizer's where this is published.
    """

    AGREED = "agreed"
    ORGANIZER = "organizer"
    JUDGE = "judge"
    TIME = "time"
    DROP = "drop"
    BYE = "bye"
    PLAYED = "played"

    @property
    def is_official(self) -> bool:
        """Whether the organizer or a judge has decided the fight."""
        return self in (DecidedBy.ORGANIZER, DecidedBy.JUDGE)


BOTH_LOSE = FighterId(0)
"""As the winner of a result that an official sets: a double loss. No row has this number."""

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


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a fight; `winner` is None for a draw, and `score` the games that each side has won.

    A side is named by its first fighter, as `winner` and as `entered_by`. With a `double_loss` there is no winner
    either, and all sides have lost. One side enters a result, and another one confirms or disputes it; `by` says whose
    word made it final, None before. `claim` is the winner and the score that another side has entered against it.
    `places` are those of all sides in a battle, from 1, None where nobody played one to its end (V53).
    """

    winner: FighterId | None
    score: tuple[int, ...]
    entered_by: FighterId | None = None
    by: DecidedBy | None = None
    disputed: bool = False
    double_loss: bool = False
    claim: tuple[FighterId | None, tuple[int, ...]] | None = None
    places: tuple[int, ...] | None = None

    def says(self, other: "Result") -> bool:
        """Whether another one says the same."""
        return (self.winner, self.score, self.double_loss) == (other.winner, other.score, other.double_loss)

    @property
    def agreed(self) -> "Result":
        """This result, once the other side has agreed."""
        return Result(self.winner, self.score, self.entered_by, DecidedBy.AGREED)

    @property
    def is_of_official(self) -> bool:
        """Whether the organizer or a judge has decided it."""
        return self.by is not None and self.by.is_official

    @property
    def is_draw(self) -> bool:
        """Whether it is a draw."""
        return self.winner is None and not self.double_loss

    def drawn_by(self, sides: Sequence[Side]) -> tuple[Side, ...]:
        """Return those of the fight's sides that have drawn it: all, or in a battle those in the first place (V53)."""
        if not self.is_draw:
            return ()
        places = self.places or (1,) * len(sides)
        return tuple(side for side, place in zip(sides, places, strict=True) if place == 1)


class BattleTally(NamedTuple):
    """The units that each side of a fight has killed in its battle (V28), and those that it has lost."""

    kills: tuple[int, ...]
    lost: tuple[int, ...]


class Correction(NamedTuple):
    """A final result was set anew: when, by which official, and what it was before."""

    at: datetime
    by: DecidedBy
    was: Result


def wins_needed(best_of: int) -> int:
    """Return how many games win a fight of at most so many."""
    return best_of // 2 + 1


def scores_of(best_of: int, *, sides: int = 2, may_draw: bool = True) -> list[tuple[int, int]]:
    """Return the games of the winner and of each other side with which a fight can end; in a draw they are equal.

    Wins come first, and both begin with the most games: the first score is won in the fewest games that are needed.
    """
    scores = [(won, lost) for won in range(wins_needed(best_of), 0, -1) for lost in range(won)]
    if may_draw:
        scores += [(each, each) for each in range(best_of // 2, -1, -1)]
    return [(most, least) for most, least in scores if most + least * (sides - 1) <= best_of]


@dataclass(frozen=True)
class Fight:
    """A fight of these sides, of which `first` begins where no dice are thrown.

    `games` are those that are over; `acts` are those that stand in the game that goes on, oldest first.
    A fight of one side is a bye, and won. With `must_be_won` there is no draw: the winner goes on in a bracket.
    `dropped` are the sides that have dropped out of it, and `corrections` those of its final result, oldest first.
    `dice` are the throws for who chooses in the first game (M22), `decks` those that were changed between games (M23),
    oldest first, `avatars` those of its fighters, in an event that has any (M26-M29), and `planes` the planar decks
    (M38), `tally` what its battle came to, once that is over. Sides are named by their first fighters; a move may name
    any fighter of a side. With one of the `emperors` their side loses (M37).
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
    planes: Planes | None = None
    tally: BattleTally | None = None
    emperors: frozenset[FighterId] = frozenset()

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
        return must_be_side_of(self.sides, fighter)

    def place(self, fighter: FighterId) -> int:
        """Return the place of a fighter's side among the sides, from 0. Raises KeyError as `side_of` does."""
        return self.sides.index(self.side_of(fighter))

    @property
    def is_over(self) -> bool:
        """Whether its result is confirmed."""
        return self.result is not None and self.result.by is not None

    @property
    def wins_needed(self) -> int:
        """How many games win it."""
        return wins_needed(self.best_of)

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
    def counts(self) -> GameCounts:
        """The counters of the game that goes on."""
        return self.counts_after(self.acts)

    def counts_after(self, acts: tuple[GameAct, ...]) -> GameCounts:
        """Return the counters after the acts of a game."""
        return GameCounts(self.form, self.sides, self.avatars, acts, self.emperors)

    def damage(self, side: Side) -> int:
        """Return how far a side's first counter has gone from its start towards the loss, in all games together.

        In a battle it is the units that the side has lost.
        """
        if self.form.played:
            return 0 if self.tally is None else self.tally.lost[self.sides.index(side)]
        games = (*(game.acts for game in self.games), self.acts)
        return sum(self.counts_after(acts).damage(side) for acts in games)
