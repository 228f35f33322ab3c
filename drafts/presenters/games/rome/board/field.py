"""The lines of a battle as they are drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from django.utils.translation import gettext

from drafts.presenters.games.rome.board.attack import PlannedAttack
from drafts.presenters.games.rome.board.laying import LaidLine
from drafts.presenters.games.rome.board.taps import Taps
from drafts.presenters.games.rome.board.view import DRAWN, PLANNING, PLAY, BoardView
from drafts.presenters.games.rome.lines import (
    DrawnLines,
    DrawnSpace,
    Rows,
    fallen_in,
    field_of,
    hit_arrows,
    lines_alone,
    with_fallen,
)
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.notation import rows_of
from drafts.rules.games.rome.spaces import VANGUARD, space_named


class BoardField:
    """The lines that a view shows, with what may be tapped and what an attack would hit."""

    def __init__(self, view: BoardView, line: LaidLine, taps: Taps, attack: PlannedAttack) -> None:
        self.view, self.line, self.taps, self.attack = view, line, taps, attack

    def drawn(self) -> DrawnLines:
        """Return the line below, and the one above it that it faces."""
        own = self._row_text(self.view.below, is_open=self.view.mine is not None)
        enemy = self._row_text(self.view.above, is_open=False)
        told, report = not self.attack.sheet and self._is_told, self.view.battle.report
        named = [space for name in self.taps.reached if (space := space_named(name))]
        if told:
            named += [space for hit in report for _, space in (hit.at, *hit.by)]
        columns = max([2, *(abs(column) for _, column in named)]) * 2 + 1
        hits = self.attack.hits if self.attack.sheet else []
        shot = [
            f"{name_of_place}>{hit['at'][1]}"
            for hit in hits
            if hit["at"][0] == self.view.above
            for seat, name_of_place in hit["by"]
            if seat == self.view.below
        ]
        dead = [hit["at"][1] for hit in hits if hit["at"][0] == self.view.above and hit["died"]]
        drawn = field_of(
            own,
            enemy,
            hits=hit_arrows(report, self.view.below, self.view.above) if told else " ".join(shot),
            struck=hit_arrows(report, self.view.above, self.view.below) if told else "",
            moves=self._hinted_arrow(),
            dead=dead,
            columns=columns,
            rear=self.view.battle.options.rear,
            links={},
        )
        return replace(
            drawn,
            above=self.view.name(self.view.above),
            below=gettext("You") if self.view.mine is not None else self.view.name(self.view.below),
            own=tuple(tuple(self._own_cell(cell) for cell in row) for row in drawn.own),
            enemy=tuple(
                tuple(self._enemy_cell(replace(cell, marks="") if told else cell) for cell in row)
                for row in drawn.enemy
            ),
            is_told=told,
        )

    def _row_text(self, seat: int, *, is_open: bool) -> str:
        line = self.line.of(seat)
        if not line:
            return "*."
        return " | ".join(rows_of(line, is_open=is_open))

    @property
    def _is_told(self) -> bool:
        """Whether the last attack is shown: until the next move is made, or the lines are laid anew."""
        battle, last = self.view.battle, self.view.timed.last
        if last is None:
            return battle.phase not in PLANNING and battle.commanded is None
        return last.move.split(" ")[0] in ("attack", "end")

    @cached_property
    def _fallen(self) -> Sequence[Mapping[str, UnitKind]]:
        """The kinds of units that fell in the attack that is shown, by their spaces, for each seat."""
        report = self.view.battle.report if self._is_told else ()
        return [fallen_in(report, seat) for seat in range(len(self.view.battle.sides))]

    def _hinted_arrow(self) -> str:
        verb, *names = self.view.hinted.split(" ")
        return ">".join(names) if verb in ("shift", "switch", "drive", "flank") else ""

    def _own_cell(self, cell: DrawnSpace) -> DrawnSpace:
        sources, reached = self.taps.sources, self.taps.reached
        cell = replace(cell, is_lit=False)
        if self.view.hinted.endswith(f" {cell.name}") and self.view.hinted.startswith("place "):
            cell = replace(cell, marks="hinted")
        unit = self.line.of(self.view.below).get(space_named(cell.name) or VANGUARD)
        if cell.kind is None and cell.name not in reached:
            return with_fallen(cell, self._fallen[self.view.below])
        marks = cell.marks.split()
        if unit is not None and unit.used and self.view.battle.seat == self.view.below:
            marks.append("used")
        if self.view.unit in (cell.name, f"{PLAY}flank:{cell.name}"):
            marks.append("selected")
        if cell.name in reached:
            is_way = reached[cell.name].startswith(self.view.at)
            href, move = (reached[cell.name], "") if is_way else ("", reached[cell.name])
            return replace(cell, marks=" ".join([*marks, "lit"]), is_lit=True, href=href, move=move)
        is_free = not self.attack.sheet
        if (
            is_free
            and cell.name in sources
            and not self.view.unit.startswith((DRAWN, PLAY))
            and self.view.unit not in sources
        ):
            marks.append("lit")
        can_choose = self.view.mine is not None and cell.kind
        href = sources.get(cell.name) or (self.view.choosing(cell.name) if can_choose else "")
        return replace(cell, marks=" ".join(marks), href=href)

    def _enemy_cell(self, cell: DrawnSpace) -> DrawnSpace:
        if cell.kind is None:
            return with_fallen(cell, self._fallen[self.view.above])
        thing = f"{self.view.above}/{cell.name}"
        marks = cell.marks if thing != self.view.unit else f"{cell.marks} selected"
        return replace(cell, href=self.view.choosing(thing) if cell.kind else "", marks=marks)

    def alone(self) -> tuple[DrawnLines, ...]:
        """Return all lines by seat, each as its player sees it, with what fell of it in the last attack."""
        battle = self.view.battle
        texts = [self._row_text(seat, is_open=False) for seat in range(len(battle.sides))]
        return lines_alone(texts, self._told_alone, rear=battle.options.rear)

    def _told_alone(self, rows: Rows, seat: int) -> Rows:
        return tuple(tuple(with_fallen(cell, self._fallen[seat]) for cell in row) for row in rows)
