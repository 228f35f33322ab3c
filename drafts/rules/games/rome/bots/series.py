"""Whole battles between bots, and what came of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from drafts.rules.games.rome.bots.steady import BotLevel, bot_moves
from drafts.rules.games.rome.lines import extent
from drafts.rules.games.rome.ranking import over
from drafts.rules.games.rome.state import Battle, BattleOptions, BattlePhase
from drafts.rules.games.rome.turns import apply, due, initial


def steps_between(levels: Sequence[BotLevel], seed: str, fight: int, options: BattleOptions) -> Iterator[Battle]:
    """Yield the positions of a battle between bots, one level a seat, after each of their phases."""
    battle = initial(seed, fight, options)
    yield battle
    while battle.phase is not BattlePhase.OVER:
        seat = due(battle)[0]
        for line in bot_moves(battle, seat, levels[seat]):
            battle = apply(battle, seat, line)
        yield battle


@dataclass(slots=True)
class SeriesTally:
    """Counts over battles so far: turns and the widest line of each, wins by level and of the first turn's seat."""

    battles: int = 0
    turns: list[int] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)
    replayed: int = 0
    unfinished: int = 0
    first_won: int = 0
    wins: Counter[BotLevel] = field(default_factory=Counter)
    shared: int = 0

    def add(self, levels: Sequence[BotLevel], steps: Iterator[Battle]) -> None:
        """Count a battle."""
        width, first = 0, None
        for battle in steps:
            if first is None and battle.turn:
                first = battle.seat
            width = max(width, *(high - low + 1 for low, high in (extent(side.line) for side in battle.sides)))
        places = over(battle)
        self.battles += 1
        self.turns.append(battle.turn)
        self.widths.append(width)
        self.replayed += battle.replays > 0
        self.unfinished += all(side.line for side in battle.sides)
        winners = [seat for seat, place in enumerate(places or ()) if place == 1]
        if len(winners) == 1:
            self.wins[levels[winners[0]]] += 1
            self.first_won += winners[0] == first
        else:
            self.shared += 1
