"""Lines of Rome as diagrams: units in their spaces, and arrows between them.

A line is written as in the notation of a battle: `In *El . | . -Sl+ .` is a front and a rear row. `*` marks column 0,
`.` is vacant, `-` is face down, `+` is mounted on a Chariot, and `-` alone a unit that the viewer may not see.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

from django.utils.translation import gettext, ngettext

from drafts.drawings.paths import Point, polygon
from drafts.rules.games.rome.attacks.previews import UNKNOWN
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.lines import power_at
from drafts.rules.games.rome.spaces import FRONT, REAR, VANGUARD, Space, name_of, space_named
from drafts.rules.games.rome.state import HitUnit, Unit

WIDTH, HEIGHT, GAP, MIDDLE = 50, 60, 6, 30
"""Sizes of a space, a gap and the strip between the lines, as static/css/games/rome/field.css has them."""
COLUMNS = (3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 31, 41, 61, 121)
"""How many columns a diagram may have, as static/css/games/rome/field.css and battle.css have them."""
LEAST_COLUMNS = 5
"""How many columns a line has at least that is shown alone."""
TOKEN = re.compile(r"(\*?)(?:(\.)|(-?)(?:([A-Z][a-z])(\+?))?)")


@dataclass(frozen=True, slots=True)
class DrawnSpace:
    """A space of a diagram: vacant where `kind` is None, and "" of a unit that one may not see.

    `power` is P of the unit where it stands (V25), 0 of one that has fallen there, `href` where a tap on the space
    leads, if anywhere, and `move` the line of a move that it sends instead. `is_across`: it is of the enemy's
    line, whose left is the reader's right.
    """

    name: str
    kind: str | None = None
    up: bool = True
    chariot: bool = False
    power: int = 0
    marks: str = ""
    is_lit: bool = False
    is_vanguard: bool = False
    href: str = ""
    move: str = ""
    is_across: bool = False

    @property
    def where(self) -> str:
        """Where the space is, in words."""
        return words_of(_space(self.name), is_across=self.is_across)


Rows = tuple[tuple[DrawnSpace, ...], ...]
"""The spaces of a line, row by row, the front first."""


@dataclass(frozen=True, slots=True)
class DrawnArrow:
    """An arrow of a diagram as paths: its line and its head. `kind` is "hit" or "move"."""

    kind: str
    line: str
    head: str


@dataclass(frozen=True, slots=True)
class DrawnLines:
    """One line, or two that face each other: rows from the top down, the enemy's first and seen from our side.

    `above` and `below` are whose lines they are, where that is to be said by name. `is_told`: the arrows are of an
    attack that was made.
    """

    columns: int
    enemy: Rows
    own: Rows
    arrows: tuple[DrawnArrow, ...]
    width: int
    height: int
    with_names: bool = False
    is_live: bool = False
    is_told: bool = False
    above: str = ""
    below: str = ""


def column_words(column: int, *, is_across: bool = False) -> str:
    """Return where a column is for a reader: of their own line or, `is_across`, of one that faces it."""
    if column == 0:
        return gettext("in the middle")
    words = {
        (False, True): gettext("%(columns)s left of the middle"),
        (False, False): gettext("%(columns)s right of the middle"),
        (True, True): gettext("%(columns)s on your right"),
        (True, False): gettext("%(columns)s on your left"),
    }
    return words[is_across, column < 0] % {"columns": abs(column)}


def words_of(space: Space, *, is_across: bool = False) -> str:
    """Return where a space is for a reader, as a label: of their own line or, `is_across`, of one that faces it."""
    row, column = space
    words = {
        (False, FRONT): gettext("Front, %(column)s"),
        (False, REAR): gettext("Rear, %(column)s"),
        (True, FRONT): gettext("Enemy front, %(column)s"),
        (True, REAR): gettext("Enemy rear, %(column)s"),
    }
    return words[is_across, row] % {"column": column_words(column, is_across=is_across)}


def short_words_of(space: Space, *, is_across: bool = False) -> str:
    """Return where a space is for a reader, as short as the options of a form have it."""
    row, column = space
    if column == 0:
        return gettext("front middle") if row == FRONT else gettext("rear middle")
    words = {
        (FRONT, True): gettext("front %(columns)s left"),
        (FRONT, False): gettext("front %(columns)s right"),
        (REAR, True): gettext("rear %(columns)s left"),
        (REAR, False): gettext("rear %(columns)s right"),
    }
    return words[row, (column < 0) != is_across] % {"columns": abs(column)}


def shot_words(unit: str, spaces: int) -> str:
    """Return a unit as an option of a Volley, which says how far it shoots, in spaces."""
    words = ngettext("%(unit)s (%(number)s space)", "%(unit)s (%(number)s spaces)", spaces)
    return words % {"unit": unit, "number": spaces}


def line_of(text: str) -> dict[Space, DrawnSpace]:
    """Return the units that a line of notation names; ValueError for text that is no line."""
    rows = [row.split() for row in text.split("|")]
    middle = next((at for at, token in enumerate(rows[0]) if token.startswith("*")), None)
    if middle is None or len(rows) > 2:
        raise ValueError(f"no line: {text}")
    units = {}
    for row, tokens in zip((FRONT, REAR), rows, strict=False):
        for at, token in enumerate(tokens):
            found = TOKEN.fullmatch(token)
            if not found:
                raise ValueError(f"no unit: {token}")
            if not found[2]:
                space = (row, at - middle)
                kind = UnitKind(found[4]).value if found[4] else ""
                units[space] = DrawnSpace(name_of(space), kind, up=not found[3], chariot=bool(found[5]))
    known = {
        space: Unit(UnitKind(each.kind), each.up, chariot=each.chariot) if each.kind else UNKNOWN
        for space, each in units.items()
    }
    return {space: replace(each, power=power_at(known, space)) if each.kind else each for space, each in units.items()}


def _columns_for(number: int) -> int:
    """Return how many columns are drawn where so many are needed: the styles know only those of `COLUMNS`."""
    return next(columns for columns in COLUMNS if columns >= number)


def field_of(
    own: str,
    enemy: str = "",
    *,
    hits: str = "",
    struck: str = "",
    moves: str = "",
    marks: str = "",
    columns: int = 5,
    rear: bool = True,
    names: bool = False,
    dead: Collection[str] = (),
    links: Mapping[str, str] | None = None,
    lit: Collection[str] = (),
) -> DrawnLines:
    """Return the diagram of one line, or of two.

    `hits` are arrows from own spaces to the enemy's (`f0>f0 f1>r-1`), `struck` those from the enemy's to own spaces,
    `moves` those between own spaces, whose ends are lit where they are vacant, and `marks` what is said of own units
    (`f1:used`). `columns`: at least so many are drawn. `dead` are enemy spaces whose units die. With `links`, addresses
    by own space, the lines can be tapped; `lit` are the own spaces to which a tap should go.
    """
    ours, theirs = line_of(own), line_of(enemy) if enemy else {}
    shot, moved = _pairs(hits), _pairs(moves)
    wide = 2 * max(abs(column) for _, column in (*ours, *theirs, VANGUARD)) + 1
    reach = _columns_for(max(columns, wide)) // 2
    rows = (FRONT, REAR) if rear else (FRONT,)
    said = dict(mark.split(":") for mark in marks.split())
    hit = {name_of(target): "hit" for _, target in shot} | dict.fromkeys(dead, "dead")
    linked = links or {}
    said = {**dict.fromkeys(lit, "lit"), **said}
    seen_by_us = range(-reach, reach + 1)
    drawn_enemy = tuple(
        tuple(replace(_cell(theirs, (row, -column), hit), is_across=True) for column in seen_by_us)
        for row in reversed(rows)
        if enemy
    )
    reached = {target for _, target in moved}
    drawn_own = tuple(
        tuple(
            replace(_cell(ours, (row, column), said, reached), href=linked.get(name_of((row, column)), ""))
            for column in seen_by_us
        )
        for row in rows
    )
    place = _SpaceMiddles(reach, len(rows), has_enemy=bool(enemy))
    arrows = [_arrow("hit", place.own(start), place.enemy(end)) for start, end in shot]
    arrows += [_arrow("hit", place.enemy(start), place.own(end)) for start, end in _pairs(struck)]
    arrows += [_arrow("move", place.own(start), place.own(end)) for start, end in moved]
    return DrawnLines(
        columns=2 * reach + 1,
        enemy=drawn_enemy,
        own=drawn_own,
        arrows=tuple(arrows),
        width=(2 * reach + 1) * (WIDTH + GAP) - GAP,
        height=place.height,
        with_names=names,
        is_live=links is not None,
    )


def hit_arrows(report: Iterable[HitUnit], by: int, at: int) -> str:
    """Return the hits of one seat's units on another's in an attack, as `hits` and `struck` of `field_of` take them."""
    hits = [hit for hit in report if hit.at[0] == at]
    return " ".join(f"{name_of(space)}>{name_of(hit.at[1])}" for hit in hits for seat, space in hit.by if seat == by)


def fallen_in(report: Iterable[HitUnit], seat: int) -> Mapping[str, UnitKind]:
    """Return the kinds of a seat's units that fell in an attack, by the spaces where they stood."""
    return {name_of(hit.at[1]): hit.kind for hit in report if hit.died and hit.at[0] == seat}


def with_fallen(space: DrawnSpace, fallen: Mapping[str, UnitKind]) -> DrawnSpace:
    """Return a space with the unit that fell there, marked and without its power, if it is vacant now."""
    kind = fallen.get(space.name) if space.kind is None else None
    return space if kind is None else replace(space, kind=kind.value, marks="dead")


def lines_alone(texts: Sequence[str], told: Callable[[Rows, int], Rows], *, rear: bool) -> tuple[DrawnLines, ...]:
    """Return lines that face no other, by seat, with equally many columns, so that all units are of one size.

    They are cut to the columns that one of them takes. `told` adds to the rows of a seat's line what has happened.
    """
    widest = max(field_of(text).columns for text in texts)
    drawn = [field_of(text, columns=widest, rear=rear) for text in texts]
    lines = [replace(line, own=told(line.own, seat)) for seat, line in enumerate(drawn)]
    columns = _columns_for(max(LEAST_COLUMNS, *map(_columns_taken, lines)))
    return tuple(_cut_to(line, columns) for line in lines)


def _columns_taken(drawn: DrawnLines) -> int:
    """Return how many columns an own line takes, from its first unit to its last, with the middle."""
    taken = _taken(drawn)
    return max(taken) + 1 - min(taken)


def _cut_to(drawn: DrawnLines, columns: int) -> DrawnLines:
    """Return a line that faces no other with so many of its columns, those with its units in their middle."""
    taken = _taken(drawn)
    first = min(max(0, (min(taken) + max(taken) + 1 - columns) // 2), drawn.columns - columns)
    return replace(drawn, own=tuple(row[first : first + columns] for row in drawn.own), columns=columns)


def _taken(drawn: DrawnLines) -> list[int]:
    return [at for row in drawn.own for at, cell in enumerate(row) if cell.kind is not None or cell.is_vanguard]


def _pairs(text: str) -> list[tuple[Space, Space]]:
    return [(_space(start), _space(end)) for start, end in (pair.split(">") for pair in text.split())]


def _space(name: str) -> Space:
    space = space_named(name)
    if space is None:
        raise ValueError(f"no space: {name}")
    return space


def _cell(
    line: Mapping[Space, DrawnSpace], space: Space, marks: Mapping[str, str], lit: Iterable[Space] = ()
) -> DrawnSpace:
    name = name_of(space)
    is_vanguard = space == (FRONT, 0)
    if space not in line:
        return DrawnSpace(name, is_lit=space in lit or name in marks, is_vanguard=is_vanguard)
    return replace(line[space], marks=marks.get(name, ""), is_vanguard=is_vanguard)


@dataclass(frozen=True, slots=True)
class _SpaceMiddles:
    """The middles of spaces in a diagram, whose columns reach from `-reach` to `reach`."""

    reach: int
    rows: int
    has_enemy: bool

    @property
    def height(self) -> int:
        """The height of the diagram."""
        return self._top_of_own + self.rows * (HEIGHT + GAP) - GAP

    @property
    def _top_of_own(self) -> int:
        return self.rows * (HEIGHT + GAP) + MIDDLE + GAP if self.has_enemy else 0

    def own(self, space: Space) -> Point:
        """Return the middle of a space of our own."""
        row, column = space
        return self._x(column), self._top_of_own + HEIGHT / 2 + (HEIGHT + GAP) * (row == REAR)

    def enemy(self, space: Space) -> Point:
        """Return the middle of a space of the enemy's, whose columns run the other way."""
        row, column = space
        return self._x(-column), HEIGHT / 2 + (HEIGHT + GAP) * (self.rows - 1) * (row == FRONT)

    def _x(self, column: int) -> float:
        return (column + self.reach) * (WIDTH + GAP) + WIDTH / 2


def _arrow(kind: str, start: Point, end: Point) -> DrawnArrow:
    """Return an arrow that leaves the upper half of a unit and ends within the space that it reaches."""
    across, along = end[0] - start[0], end[1] - start[1]
    length = hypot(across, along)
    unit = (across / length, along / length)
    first = (start[0] + 22 * unit[0], start[1] + 22 * unit[1])
    last = (end[0] - 6 * unit[0], end[1] - 6 * unit[1])
    neck = (last[0] - 12 * unit[0], last[1] - 12 * unit[1])
    side = (-9 * unit[1], 9 * unit[0])
    head = polygon(last, (neck[0] + side[0], neck[1] + side[1]), (neck[0] - side[0], neck[1] - side[1]))
    return DrawnArrow(kind, f"M{first[0]:.1f} {first[1]:.1f}L{neck[0]:.1f} {neck[1]:.1f}", head)
