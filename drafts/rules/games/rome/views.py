"""The one place that hides: what all see of a battle, and what a player sees besides (V9).

The values are those of the wire, as JSON has them. Rows know what is missing: `fight`, names, `bot`, `deadline`,
`seconds`, `paused`, `last`, `ask`.
"""

from collections.abc import Iterable
from typing import TypedDict

from drafts.rules.games.rome.moves import DeployLine, LayPlan, LineAttack, read_move, write_move
from drafts.rules.games.rome.offers import AttackOptions, attack_options, offers
from drafts.rules.games.rome.ranking import over
from drafts.rules.games.rome.spaces import Space, name_of
from drafts.rules.games.rome.state import Battle, BattlePhase, BattleSide, HitUnit, UnitLine
from drafts.rules.games.rome.turns import can_back, due

SeenUnit = tuple[str, str | None, bool | None]
"""A space, the kind of its unit, whether a Chariot is on it: `["f0", "Ce", False]`; None where it is face down."""
OwnUnit = tuple[str, str, bool, bool]
"""A space, the kind of its unit, whether a Chariot is on it, whether it is face up."""


class SeenSide(TypedDict):
    """A player as all see it; `drawn` and `hand` are numbers of cards, `ready` says that a plan is in."""

    seat: int
    line: list[SeenUnit]
    drawn: int
    hand: int
    ready: bool
    kills: int
    power: int
    lost_units: int
    standing: bool


class SeenStock(TypedDict):
    """Decks and discards: how many units and commands are left, and the discarded cards, the last one last."""

    units: int
    commands_left: int
    unit_discard: list[str]
    command_discard: list[str]


class SeenHit(TypedDict):
    """A unit that was hit (`state.HitUnit`): seats, and spaces as they are written."""

    at: tuple[int, str]
    kind: str
    by: list[tuple[int, str]]
    sum: int
    d: int | None
    archer: bool
    died: bool


class BattleView(SeenStock):
    """A battle as all see it. With own decks (V51) `units` and so on are sums, and `stocks` has each player's."""

    phase: str
    turn: int
    seat: int
    due: list[int]
    players: int
    rear: bool
    commands: bool
    end: str
    turns: int
    sides: list[SeenSide]
    stocks: list[SeenStock]
    commanded: str | None
    report: list[SeenHit]
    replays: int
    places: list[int] | None


class OwnBattleView(TypedDict):
    """The part that a player sees besides: `plan` is the line that was sent and waits for the others (V11, V45)."""

    seat: int
    line: list[OwnUnit]
    drawn: list[str]
    hand: list[str]
    plan: str | None
    can_back: bool
    offers: list[str]
    attack: AttackOptions | None


def view(battle: Battle) -> BattleView:
    """Return what every fighter, spectator and organizer sees of a battle."""
    options = battle.options
    places = over(battle)
    stocks = _stocks(battle)
    return {
        "phase": battle.phase.value,
        "turn": battle.turn,
        "seat": battle.seat,
        "due": list(due(battle)),
        "players": options.players,
        "rear": options.rear,
        "commands": options.commands,
        "end": "last" if options.end_last else "first",
        "turns": options.turns,
        "sides": [_seen_side(seat, side) for seat, side in enumerate(battle.sides)],
        "units": sum(stock["units"] for stock in stocks),
        "commands_left": sum(stock["commands_left"] for stock in stocks),
        "unit_discard": [kind for stock in stocks for kind in stock["unit_discard"]],
        "command_discard": [kind for stock in stocks for kind in stock["command_discard"]],
        "stocks": stocks if options.own_decks else [],
        "commanded": battle.commanded.value if battle.commanded else None,
        "report": seen_report(battle.report),
        "replays": battle.replays,
        "places": None if places is None else list(places),
    }


def _stocks(battle: Battle) -> list[SeenStock]:
    return [
        {
            "units": len(stock.units),
            "commands_left": len(stock.commands),
            "unit_discard": [kind.value for kind in stock.unit_discard],
            "command_discard": [kind.value for kind in stock.command_discard],
        }
        for stock in battle.stocks
    ]


def _seen_side(seat: int, side: BattleSide) -> SeenSide:
    return {
        "seat": seat,
        "line": [_seen_unit(side.line, space) for space in sorted(side.line)],
        "drawn": len(side.drawn),
        "hand": len(side.hand),
        "ready": side.plan is not None,
        "kills": side.kills,
        "power": side.power,
        "lost_units": side.lost,
        "standing": not side.out,
    }


def _seen_unit(line: UnitLine, space: Space) -> SeenUnit:
    unit = line[space]
    return (name_of(space), unit.kind.value, unit.chariot) if unit.up else (name_of(space), None, None)


def seen_report(report: Iterable[HitUnit]) -> list[SeenHit]:
    """Return an attack's report as all see it, by seat and space: all that stands in it was turned up."""
    return [
        {
            "at": (hit.at[0], name_of(hit.at[1])),
            "kind": hit.kind.value,
            "by": [(seat, name_of(space)) for seat, space in hit.by],
            "sum": hit.sum,
            "d": hit.defence,
            "archer": hit.archer,
            "died": hit.died,
        }
        for hit in report
    ]


def own_view(battle: Battle, seat: int) -> OwnBattleView:
    """Return what the player of a seat sees besides."""
    side = battle.sides[seat]
    move = DeployLine if battle.phase is BattlePhase.DEPLOY else LayPlan
    return {
        "seat": seat,
        "line": [
            (name_of(space), unit.kind.value, unit.chariot, unit.up)
            for space in sorted(side.line)
            for unit in (side.line[space],)
        ],
        "drawn": [kind.value for kind in side.drawn],
        "hand": [kind.value for kind in side.hand],
        "plan": None if side.plan is None else write_move(move(side.plan)),
        "can_back": can_back(battle, seat),
        "offers": offers(battle, seat),
        "attack": attack_options(battle, seat),
    }


def told_move(battle: Battle, seat: int, text: str) -> str:
    """Return a move as all are told it in the position after it.

    A Catapult that was held back face down is left out: its space would say what lies there (V9, V33).
    """
    move = read_move(text)
    if not isinstance(move, LineAttack) or not move.hold:
        return text
    line = battle.sides[seat].line
    return write_move(move._replace(hold=tuple(space for space in move.hold if line[space].up)))
