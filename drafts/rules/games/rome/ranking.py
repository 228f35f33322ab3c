"""The lines that stand, and the places of all players (V29, V53, V54)."""

from drafts.rules.games.rome.state import Battle, BattlePhase, BattleSide


def ring_of(battle: Battle) -> list[int]:
    """Return the seats whose lines stand, clockwise."""
    return [seat for seat, side in enumerate(battle.sides) if not side.out]


def _strength(side: BattleSide) -> tuple[int, int, int, int]:
    """Return the key by which sides rank: those standing by kills and by P killed, below them the later destroyed."""
    return (0, 0, 0, side.out) if side.out else (1, side.kills, side.power, 0)


def ranking(battle: Battle) -> tuple[int, ...]:
    """Return the place of each seat as things stand, from 1; those who are equal share one (V53).

    V53 ranks one battle. In the standings of a night only its first place counts, and ties are broken by other measures
    (`night.standings.OF_BATTLES`).
    """
    strengths = [_strength(side) for side in battle.sides]
    return tuple(1 + sum(other > own for other in strengths) for own in strengths)


def over(battle: Battle) -> tuple[int, ...] | None:
    """Return the place of each seat once the battle is over, else None."""
    return ranking(battle) if battle.phase is BattlePhase.OVER else None
