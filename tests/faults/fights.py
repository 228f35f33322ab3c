"""The fights of a night as the lines of their acts make them: what a checker knows of them, without the rules."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.clients.views import Frame

Line = tuple[int | None, str, str]
"""The fighter who acted (None: the organizer), the kind of the act, and its text."""

Said = tuple[int | None, tuple[int, ...]]
"""The winner (None: a draw) and the games that each side has won."""

Totals = Counter[tuple[int, str]]
"""How far each counter of each fighter has gone from nothing."""

NEEDS = {"undo": ("changes", "games"), "confirm": ("result",), "dispute": ("result",)}
POINTS = {"won": 3, "drawn": 1, "lost": 0}


class Result(NamedTuple):
    """The result of a fight so far; `claim` is what the other side says against it."""

    winner: int | None
    score: tuple[int, ...]
    entered_by: int | None = None
    is_over: bool = False
    disputed: bool = False
    claim: Said | None = None


@dataclass
class Fight:
    """One fight. `changes` are the counts that stand in the game that goes on, `games` are those that are over.

    Each of these has its winner and its counts. `was` is all that the fight ever was, in order.
    """

    sides: tuple[int, ...]
    changes: list[tuple[int, str, int]] = field(default_factory=list)
    games: list[tuple[int | None, list[tuple[int, str, int]]]] = field(default_factory=list)
    result: Result | None = None
    was: list[tuple[Totals, list[int | None], Result | None]] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return self.result is not None and self.result.is_over

    def note(self) -> None:
        totals: Totals = Counter()
        for fighter, counter, by in self.changes:
            totals[fighter, counter] += by
        self.was.append((+totals, [winner for winner, _ in self.games], self.result))

    def end_game(self, number: int, winner: int | None) -> None:
        """End a game, unless the other side has said so before."""
        if number > len(self.games):
            self.games.append((winner, self.changes))
            self.changes = []

    def undo(self) -> None:
        """Take back the last count, or the end of the game before."""
        if self.changes:
            self.changes.pop()
        else:
            _, self.changes = self.games.pop()


class Fights:
    """All fights, by their numbers. `faults`: acts that cannot have been."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.by_number: dict[int, Fight] = {}
        self.faults: list[str] = []
        for fighter, kind, text in lines:
            self._take(fighter, kind, text)

    def place_of(self, shown: Frame, *, after: int) -> int | None:
        """Return when a fight was as it is shown, not before that place; None where it never was."""
        fight = self.by_number[shown["fight"]]
        for place in range(after, len(fight.was)):
            totals, games, result = fight.was[place]
            if (_counts_in(shown), shown["games"]) == (totals, games) and _says(shown, result):
                return place
        return None

    def standing(self, fighter: int) -> dict[str, int]:
        """Return how a fighter has fought."""
        found = Counter(dict.fromkeys(POINTS, 0))
        for fight in self.by_number.values():
            if fighter in fight.sides and fight.result is not None and fight.is_over:
                winner = fight.result.winner
                found["drawn" if winner is None else "won" if winner == fighter else "lost"] += 1
        return {**found, "points": sum(POINTS[what] * count for what, count in found.items())}

    # Acts -----------------------------------------------------------------------------------------------------------

    def _take(self, fighter: int | None, kind: str, text: str) -> None:
        if kind in ("round", "time"):
            self._end_by_time()
            if kind == "round":
                self._begin(text.split(" ", 1)[1])
            return
        if kind not in ("count", "undo", "game", "result", "confirm", "dispute", "decide"):
            return
        number, *words = text.split()
        fight = self.by_number.get(int(number))
        if fight is None or fight.is_over or (kind in NEEDS and not any(getattr(fight, name) for name in NEEDS[kind])):
            self.faults.append(f"{kind} {text} was stored, which cannot have been done")
            return
        self._at(fight, fighter, kind, words)
        fight.note()

    def _begin(self, pairings: str) -> None:
        for group in pairings.split(","):
            for pairing in group.split():
                if pairing != "0":
                    sides = tuple(map(int, pairing.split("-")))
                    fight = Fight(sides, result=Result(sides[0], (1,), is_over=True) if len(sides) == 1 else None)
                    fight.note()
                    self.by_number[len(self.by_number) + 1] = fight

    def _at(self, fight: Fight, fighter: int | None, kind: str, words: list[str]) -> None:
        known = fight.result
        if kind == "count":
            fight.changes.append((int(words[0]), words[1], int(words[2])))
        elif kind == "undo":
            fight.undo()
        elif kind == "game":
            fight.end_game(int(words[0]), _winner(words[1]))
        elif kind == "confirm" and known:
            fight.result = known._replace(is_over=True, disputed=False, claim=None)
        elif kind == "dispute" and known:
            fight.result = known._replace(disputed=True, claim=None)
        else:
            _say(fight, fighter, (_winner(words[0]), tuple(map(int, words[1].split(",")))))

    def _end_by_time(self) -> None:
        """Decide what is open: a result that nobody disputes stands, else less damage wins the game that goes on."""
        for fight in self.by_number.values():
            if fight.is_over:
                continue
            if fight.result is not None and not fight.result.disputed:
                fight.result = fight.result._replace(is_over=True)
            else:
                hurt = [sum(by for side, _, by in fight.changes if side == one) for one in fight.sides]
                least = min(hurt)
                won = [winner for winner, _ in fight.games]
                won += [fight.sides[hurt.index(least)]] if hurt.count(least) == 1 else []
                score = tuple(won.count(side) for side in fight.sides)
                best = fight.sides[score.index(max(score))] if score.count(max(score)) == 1 else None
                fight.result = Result(best, score, is_over=True)
            fight.note()


def _winner(word: str) -> int | None:
    return None if word == "draw" else int(word)


def _say(fight: Fight, fighter: int | None, said: Said) -> None:
    """Enter a result: what the other side says too is agreed, and what the organizer says stands."""
    known = fight.result
    if known is None or fighter is None:
        fight.result = Result(*said, fighter, is_over=fighter is None)
    elif known.entered_by == fighter:
        fight.result = Result(*said, fighter, is_over=known.claim == said)
    elif said == (known.winner, known.score):
        fight.result = known._replace(is_over=True, disputed=False, claim=None)
    else:
        fight.result = known._replace(disputed=True, claim=said)


def _counts_in(shown: Frame) -> Totals:
    sides = shown["sides"]
    return +Counter({(side["fighter"], name): value for side in sides for name, value in side["counters"].items()})


def _says(shown: Frame, result: Result | None) -> bool:
    told = shown["result"]
    if told is None or result is None:
        return told is None and result is None
    if len(shown["sides"]) == 1:
        return bool(told["confirmed"])
    said = (told["winner"], tuple(told["score"]), told["entered_by"], told["confirmed"], told["disputed"])
    return said == (result.winner, result.score, result.entered_by, result.is_over, result.disputed)
