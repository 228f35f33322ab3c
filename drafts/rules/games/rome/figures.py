"""Figures of battles that were played: what the first turn was worth, and what each kind of units did."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.spaces import Space
from drafts.rules.games.rome.state import Battle, BattlePhase

Place = tuple[int, Space]
"""A seat and a space of its line."""


@dataclass(slots=True)
class BattleFigures:
    """Counts over battles so far.

    `decided` are those with one winner, `first_won` those of them that the seat with the first turn (V13) has won.
    `turns` are by battle. Of units, by kind: `played` came into a line, `killed` counts each killed unit for all that
    hit it, `lost` were killed themselves; an attack that decided nothing (V14) does not count.
    """

    battles: int = 0
    decided: int = 0
    first_won: int = 0
    turns: list[int] = field(default_factory=list)
    played: Counter[UnitKind] = field(default_factory=Counter)
    killed: Counter[UnitKind] = field(default_factory=Counter)
    lost: Counter[UnitKind] = field(default_factory=Counter)

    def add(self, positions: Sequence[Battle], places: Sequence[int] | None) -> None:
        """Count a battle: its position at first and after each move that stood, and the places of its seats."""
        self.battles += 1
        self.turns.append(positions[-1].turn)
        winners = [seat for seat, place in enumerate(places or ()) if place == 1]
        if len(winners) == 1:
            self.decided += 1
            first = next((battle.seat for battle in positions if battle.turn), None)
            self.first_won += winners[0] == first
        for before, after in pairwise(positions):
            if after.report is not before.report and after.phase is not BattlePhase.DEPLOY:
                self._add_attack(after)
            elif after.phase is not BattlePhase.DEPLOY:
                gone = (side for side, now in zip(before.sides, after.sides, strict=True) if now.out and not side.out)
                self.played.update(unit.kind for side in gone for unit in side.line.values())
        self.played.update(unit.kind for side in positions[-1].sides for unit in side.line.values())

    def _add_attack(self, after: Battle) -> None:
        hit = {each.at: each.kind for each in after.report}
        for each in after.report:
            if each.died:
                self.lost[each.kind] += 1
                self.played[each.kind] += 1
                self.killed.update(_kinds(after, hit, each.by))


def _kinds(after: Battle, hit: Mapping[Place, UnitKind], by: Iterable[Place]) -> Iterable[UnitKind]:
    """Yield the kinds of units that hit; those that died in the same attack (V12) stand in its report alone."""
    for at in by:
        seat, space = at
        unit = after.sides[seat].line.get(space)
        yield hit[at] if unit is None else unit.kind
