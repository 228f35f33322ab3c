"""The battles of a log played again: seed, rules and moves give every position (V1-V54)."""

from collections.abc import Sequence

from drafts.log.file_reading import moment_of
from drafts.log.file_types import LogBattle, LogBattleMove, LogBattleRules
from drafts.rules.errors import Refusal
from drafts.rules.games.rome.bots.timeouts import timeout_move
from drafts.rules.games.rome.ranking import ranking
from drafts.rules.games.rome.replays import LEFT, RESIGN
from drafts.rules.games.rome.state import Battle, BattleOptions
from drafts.rules.games.rome.turns import apply, due, initial, resign


class BattleFault(ValueError):
    """A battle that cannot have been played so; the message says where and why."""


def options_of(battle: LogBattle, rules: LogBattleRules) -> BattleOptions:
    """Return the options of a battle by the rules of its event."""
    return BattleOptions(
        players=len(battle.fighters),
        rear=rules.rear,
        commands=rules.commands,
        own_decks=rules.decks == "own",
        end_last=rules.end == "last",
        turns=rules.turns,
    )


def replayed(battle: LogBattle, rules: LogBattleRules, seed: str) -> list[Battle]:
    """Return the position before the first move of a battle, and the one after each, also of those taken back.

    Raises BattleFault for moves that cannot have been made, and for an end that is not theirs.
    """
    try:
        positions = [initial(seed, battle.fight, options_of(battle, rules))]
    except ValueError:
        raise BattleFault("cannot be by the rules of the event") from None
    standing: list[int] = []
    for place, move in enumerate(battle.moves):
        if move.number != place + 1:
            raise BattleFault("does not number its moves from 1")
        standing = _standing(battle.moves, standing, move)
        positions.append(_after(positions[standing[-1] + 1 if standing else 0], move))
        standing.append(place)
    standing = _standing(battle.moves, standing)
    _check_end(battle, positions[standing[-1] + 1 if standing else 0])
    return positions


def _standing(moves: Sequence[LogBattleMove], places: list[int], before: LogBattleMove | None = None) -> list[int]:
    """Return which of the moves at these places stood when another one was made, or at the end of all.

    Only the last ones can be taken back. Raises BattleFault where others are.
    """

    def stood(move: LogBattleMove) -> bool:
        if move.undone_at is None or before is None:
            return move.undone_at is None
        return move.undone_at == before.undone_at or moment_of(move.undone_at) > moment_of(before.at)

    left = [place for place in places if stood(moves[place])]
    if left != places[: len(left)]:
        raise BattleFault(f"takes back the move {len(left) + 1}, and not those after it")
    return left


def _after(position: Battle, move: LogBattleMove) -> Battle:
    where = f"the move {move.number}"
    if (move.turn, move.phase) != (position.turn, position.phase.value) or move.seat >= len(position.sides):
        raise BattleFault(f"{where} is of another turn, phase or seat")
    if (move.how in (RESIGN, LEFT)) != (move.move == RESIGN):
        raise BattleFault(f"{where} is no word of {move.how!r}")
    if move.how == "time" and (move.seat not in due(position) or move.move != timeout_move(position, move.seat)):
        raise BattleFault(f"{where} is not what the clock plays")
    try:
        return resign(position, move.seat) if move.move == RESIGN else apply(position, move.seat, move.move)
    except Refusal as refusal:
        raise BattleFault(f"{where} is refused as {refusal.code}") from refusal


def _check_end(battle: LogBattle, position: Battle) -> None:
    if battle.places is None:
        if not due(position):
            raise BattleFault("is over, and has no places")
    elif tuple(battle.places) != ranking(position):
        raise BattleFault("has other places than its moves give")
    for name in ("kills", "lost"):
        if tuple(getattr(battle, name)) != tuple(getattr(side, name) for side in position.sides):
            raise BattleFault(f"has another count of {name} than its moves give")
