"""Figures of battles that were played: what the first turn was worth, how they ended, and what kinds of units did."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Self

from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.spaces import Space
from drafts.rules.games.rome.state import Battle, BattleOptions, BattlePhase

Place = tuple[int, Space]
"""A seat and a space of its line."""
DESTROYED, RESIGNED, RANKED = "destroyed", "resigned", "ranked"
"""Ends of a battle: by an attack (V29), by a player who gives up, or by its ranking as it stood (V53, V54)."""


def kind_of(options: BattleOptions) -> str:
    """Return the rules by which battles are compared, as `players=3 end=last`: the players, and what is not usual."""
    unusual = {
        "rear=no": not options.rear,
        "commands=no": not options.commands,
        "decks=own": options.own_decks,
        "end=last": options.end_last,
    }
    return " ".join([f"players={options.players}", *(words for words, is_so in unusual.items() if is_so)])


@dataclass(slots=True)
class BattleFigures:
    """Counts over battles so far.

    `decided` are those with a first turn and one winner, `first_won` those of them that the seat with that turn (V13)
    has won. `turns` are battles by their turns, those that ended before the first one left out; `ends` are battles by
    how they ended, if they did. Of units, by kind: `played` came into a line, `killed` counts each killed unit for all
    that hit it, `lost` were killed themselves; an attack that decided nothing (V14) does not count. `fought` came into
    a line of a decided battle, `won` of these into its winner's.
    """

    battles: int = 0
    decided: int = 0
    first_won: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    ends: Counter[str] = field(default_factory=Counter)
    played: Counter[UnitKind] = field(default_factory=Counter)
    killed: Counter[UnitKind] = field(default_factory=Counter)
    lost: Counter[UnitKind] = field(default_factory=Counter)
    fought: Counter[UnitKind] = field(default_factory=Counter)
    won: Counter[UnitKind] = field(default_factory=Counter)

    def add(self, positions: Sequence[Battle], places: Sequence[int] | None) -> None:
        """Count a battle: its position at first and after each move that stood, and the places of its seats."""
        self.battles += 1
        if turn := positions[-1].turn:
            self.turns[turn] += 1
        if places is not None:
            self.ends[_end_of(positions)] += 1
        lines = [Counter[UnitKind]() for _ in positions[0].sides]
        for before, after in pairwise(positions):
            if after.report is not before.report and after.phase is not BattlePhase.DEPLOY:
                self._add_attack(after, lines)
            elif after.phase is not BattlePhase.DEPLOY:
                for line, side, now in zip(lines, before.sides, after.sides, strict=True):
                    if now.out and not side.out:
                        line.update(unit.kind for unit in side.line.values())
        for line, side in zip(lines, positions[-1].sides, strict=True):
            line.update(unit.kind for unit in side.line.values())
            self.played.update(line)
        winners = [seat for seat, place in enumerate(places or ()) if place == 1]
        first = next((battle.seat for battle in positions if battle.turn), None)
        if len(winners) == 1 and first is not None:
            self.decided += 1
            self.first_won += winners[0] == first
            self.won.update(lines[winners[0]])
            for line in lines:
                self.fought.update(line)

    def merge(self, other: Self) -> None:
        """Add what others have counted."""
        self.battles += other.battles
        self.decided += other.decided
        self.first_won += other.first_won
        for name in COUNTERS:
            getattr(self, name).update(getattr(other, name))

    def as_data(self) -> dict[str, Any]:
        """Return all counts as JSON has them."""
        numbers = {"battles": self.battles, "decided": self.decided, "first_won": self.first_won}
        return numbers | {name: {str(key): n for key, n in sorted(getattr(self, name).items())} for name in COUNTERS}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Self:
        """Return the counts that `as_data` gave."""
        kinds = {name: Counter({UnitKind(kind): n for kind, n in data[name].items()}) for name in COUNTERS[2:]}
        turns = Counter({int(number): n for number, n in data["turns"].items()})
        return cls(data["battles"], data["decided"], data["first_won"], turns, Counter(data["ends"]), **kinds)

    def _add_attack(self, after: Battle, lines: Sequence[Counter[UnitKind]]) -> None:
        hit = {each.at: each.kind for each in after.report}
        for each in after.report:
            if each.died:
                self.lost[each.kind] += 1
                lines[each.at[0]][each.kind] += 1
                self.killed.update(_kinds(after, hit, each.by))


COUNTERS = ("turns", "ends", "played", "killed", "lost", "fought", "won")


def _end_of(positions: Sequence[Battle]) -> str:
    """Return how a battle ended that is over: what made its last line fall, if one fell at the end."""
    if len(positions) > 1:
        before, after = positions[-2:]
        has_fallen = any(now.out and not side.out for side, now in zip(before.sides, after.sides, strict=True))
        if has_fallen and after.phase is BattlePhase.OVER:
            return DESTROYED if after.report is not before.report else RESIGNED
    return RANKED


def _kinds(after: Battle, hit: Mapping[Place, UnitKind], by: Iterable[Place]) -> Iterable[UnitKind]:
    """Yield the kinds of units that hit; those that died in the same attack (V12) are only in its report."""
    for at in by:
        seat, space = at
        unit = after.sides[seat].line.get(space)
        yield hit[at] if unit is None else unit.kind
