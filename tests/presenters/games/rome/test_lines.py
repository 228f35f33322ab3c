import re
from pathlib import Path

import pytest

from drafts.drawings.games.rome_table import line_table
from drafts.presenters.games.rome.lines import COLUMNS, DrawnSpace, field_of, line_of
from drafts.presenters.games.rome.rules import rules_of_rome
from drafts.rules.games.rome.attacks.attack import Battlefield, hits_of, report_of
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.moves import read_move
from drafts.rules.games.rome.spaces import VANGUARD, space_named
from drafts.rules.games.rome.state import Unit


def test_a_line_is_read_as_it_is_written():
    assert line_of("Ce *. -Sl+ | . - In") == {
        ("f", -1): DrawnSpace("f-1", "Ce", power=4),
        ("f", 1): DrawnSpace("f1", "Sl", up=False, chariot=True, power=2),
        ("r", 0): DrawnSpace("r0", "", up=False),
        ("r", 1): DrawnSpace("r1", "In", power=2),
    }


@pytest.mark.parametrize("text", ["In In", "*Xx", "*In | In | In", "*In2"])
def test_text_that_is_no_line_is_refused(text):
    with pytest.raises(ValueError, match=r"no line|no unit|not a valid"):
        line_of(text)


def test_the_enemy_is_seen_from_our_side():
    field = field_of("Ar *In", "Pr *El Sl | St . .", columns=3)
    assert [[cell.kind for cell in row] for row in field.enemy] == [[None, None, "St"], ["Sl", "El", "Pr"]]
    assert [[cell.name for cell in row] for row in field.own] == [["f-1", "f0", "f1"], ["r-1", "r0", "r1"]]


def test_a_diagram_of_a_long_line_has_a_number_of_columns_that_the_styles_know():
    assert [field_of("*In" + " In" * reach).columns for reach in (7, 8, 11, 59)] == [15, 17, 23, 121]
    styles = "".join(Path(f"static/css/games/rome/{name}.css").read_text() for name in ("field", "battle"))
    known = {int(number) for number in re.findall(r"--columns: (\d+);", styles)}
    assert known == set(COLUMNS)


def test_an_arrow_leads_from_a_space_to_the_one_that_is_hit():
    field = field_of("*In Ba", "Sl *In", hits="f1>f-1", columns=3, rear=False)
    (arrow,) = field.arrows
    start, end = arrow.line[1:].split("L")
    assert [start.split()[0], end.split()[0]] == ["137.0", "137.0"]
    assert float(start.split()[1]) > float(end.split()[1])
    assert [[cell.name for cell in row if cell.marks == "hit"] for row in field.enemy] == [["f-1"]]


def test_a_move_leads_to_a_space_that_is_lit():
    field = field_of("In . *In", moves="f-2>f-1")
    assert [cell.name for row in field.own for cell in row if cell.is_lit] == ["f-1"]
    assert [arrow.kind for arrow in field.arrows] == ["move"]


def test_a_diagram_is_as_wide_as_the_longer_line():
    assert [field_of("*In", columns=3).columns, field_of("*In In In Cv", "*In").columns] == [3, 7]


def test_a_diagram_shows_the_power_that_a_unit_has_where_it_stands():
    field = field_of("Ce In *Ce", columns=3)
    assert [(cell.name, cell.power) for cell in field.own[0] if cell.kind] == [("f-2", 4), ("f-1", 2), ("f0", 4)]


def test_only_spaces_with_an_address_can_be_tapped():
    field = field_of("In *Pr", links={"f-1": "/there"}, lit=["f-1"], rear=False)
    assert [(cell.name, cell.marks, cell.where) for cell in field.own[0] if cell.href] == [
        ("f-1", "lit", "Front, 1 left of the middle")
    ]
    assert [field.is_live, field_of("In *Pr").is_live] == [True, False]


def test_spaces_of_the_enemy_are_named_from_the_side_of_the_reader():
    field = field_of("In *Pr | In", "Ce In *In In")
    heard = {cell.name: cell.where for row in field.enemy for cell in row}
    assert [heard["f-2"], heard["f1"], heard["r0"]] == [
        "Enemy front, 2 on your right",
        "Enemy front, 1 on your left",
        "Enemy rear, in the middle",
    ]


@pytest.mark.parametrize("players", [3, 4])
def test_a_left_flank_faces_the_right_one_of_the_player_on_the_left(players):
    table = line_table(players)
    assert len(table.ways) == players
    lines = [table.columns[5 * seat : 5 * seat + 5] for seat in range(players)]
    for seat, way in enumerate(table.ways):
        x, y, _, _, to_x, to_y = map(float, re.findall(r"[\d.]+", way))
        left, right = lines[seat][:2], lines[(seat + 1) % players][3:]
        assert (x, y) == pytest.approx(_between(left), abs=0.2)
        assert (to_x, to_y) == pytest.approx(_between(right), abs=0.2)
    bottom, neighbour = lines[0], lines[1]
    assert float(bottom[0].x) < float(bottom[4].x)
    assert float(neighbour[2].x) < float(bottom[2].x)


def _between(columns):
    return tuple(sum(float(getattr(each, axis)) for each in columns) / 2 for axis in "xy")


def test_diagrams_show_the_outcome_of_the_rules():
    shown = {
        clause.number: diagram.field
        for section in rules_of_rome()
        for clause in section.clauses
        for diagram in clause.diagrams
        if diagram.field and diagram.field.enemy
    }
    assert set(shown) == {8, 26, 33, 34, 48, 50}
    said = {8: "", 26: "", 33: "", 34: "", 48: " stampede=f1", 50: " volley=r1:2"}
    for number, field in shown.items():
        _, hits = _attack(field, f"attack{said[number]}")
        hit = {target for _, (_, target) in hits}
        besides = {target for (_, space), (_, target) in hits if space != VANGUARD}
        marked = {space_named(cell.name) for row in field.enemy for cell in row if cell.marks == "hit"}
        assert besides <= marked <= hit
    (killed,) = report_of(*_attack(shown[26], "attack"))
    assert (killed.at, killed.sum, killed.defence, killed.died) == ((1, VANGUARD), 5, 5, True)


def _attack(field, line):
    """Return both lines of a diagram, and the hits of an attack of the lower one."""
    lines = [
        {space_named(cell.name): Unit(UnitKind(cell.kind), up=True) for row in rows for cell in row if cell.kind}
        for rows in (field.own, field.enemy)
    ]
    return lines, hits_of(Battlefield(lines, (0, 1), 0), read_move(line))


def test_the_rules_are_told_in_sections_without_a_gap():
    sections = rules_of_rome()
    assert [clause.number for section in sections for clause in section.clauses] == list(range(1, 55))
    assert [section.slug for section in sections if section.has_cards] == ["units", "commands"]
