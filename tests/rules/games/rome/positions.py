"""Battles in short: `/` between sides, `|` before the rear, `*` column 0, `-` face down, `+` mounted."""

from dataclasses import replace

import pytest

from drafts.rules.errors import Refusal
from drafts.rules.games.rome.cards import CommandKind, UnitKind
from drafts.rules.games.rome.moves import DeployLine, write_move
from drafts.rules.games.rome.notation import line_of, rows_of
from drafts.rules.games.rome.plans import first_shape
from drafts.rules.games.rome.spaces import name_of
from drafts.rules.games.rome.state import Battle, BattleOptions, BattlePhase, BattleSide, CardStock, Plan
from drafts.rules.games.rome.turns import apply

ALL_COMMANDS = tuple(CommandKind)


def lines_of(text):
    """Return the lines of sides such as `*Pr In | Sl / *Ce`."""
    return [line_of(*(row.split() for row in (*side.split("|"), "")[:2])) for side in text.split("/")]


def battle(text, *, hand=ALL_COMMANDS, drawn="", seat=0, phase=BattlePhase.ACT, deck="", **options):
    """Return a battle in the turn of a seat, which holds commands and has drawn units; the others hold none."""
    sides = [BattleSide(line=line) for line in lines_of(text)]
    sides[seat] = sides[seat]._replace(
        hand=tuple(map(CommandKind, hand)), drawn=tuple(UnitKind(kind) for kind in drawn.split())
    )
    return Battle(
        options=BattleOptions(players=len(sides), **options),
        seed="rome",
        fight=1,
        phase=phase,
        sides=tuple(sides),
        stocks=(CardStock(units=tuple(map(UnitKind, deck.split()))),) * (2 if options.get("own_decks") else 1),
        turn=7,
        seat=seat,
    )


def after(position, *lines):
    """Return a battle after moves of the seat whose turn it is."""
    seat = position.seat
    for line in lines:
        position = apply(position, seat, line)
    return position


def refused(position, line, seat=None):
    """Return the code by which a move is refused."""
    with pytest.raises(Refusal) as caught:
        apply(position, position.seat if seat is None else seat, line)
    return caught.value.code


def shown(position, seat):
    """Return the rows of a line, as they are written."""
    front, rear = rows_of(position.sides[seat].line)
    return f"{front} | {rear}" if rear else front


def dead(position):
    """Return what the last attack killed: `1/f0`, by seat and space."""
    return [f"{hit.at[0]}/{name_of(hit.at[1])}" for hit in position.report if hit.died]


def plan_of(line):
    return Plan(tuple((space, unit.kind, unit.chariot) for space, unit in sorted(line.items())))


def deployed(text, *, words=("", ""), rear="In In In In In", **options):
    """Return a battle whose lines were laid: fronts such as `*Cv / *In`, filled up with Infantry to five.

    `words` are what each seat adds to its plan (`with=f0>f1`).
    """
    rears = line_of(["In", "In", "*In", "In", "In"], rear.split())
    lines = [{**rears, **line} for line in lines_of(text)]
    laid = [{space: line[space] for space in first_shape(rear=True)} for line in lines]
    position = replace(
        battle(text, hand=(), phase=BattlePhase.DEPLOY, deck="Cv In El Ar Ar In Ce Sl Sl Ba", **options),
        sides=tuple(BattleSide(drawn=tuple(unit.kind for unit in line.values())) for line in laid),
        turn=0,
    )
    for seat, line in enumerate(laid):
        position = apply(position, seat, f"{write_move(DeployLine(plan_of(line)))} {words[seat]}".strip())
    return position
