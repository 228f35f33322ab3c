"""The board of a replay: lines that do not face each other are of one size, and all their units are in sight."""

from hypothesis import given
from hypothesis import strategies as st

from drafts.presenters.games.rome.replay import ALL, lines_of
from tests.rules.games.rome.positions import battle as position_of

LINES = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda sides: "In " * sides[0] + "*In" + " In" * sides[1])


@given(st.lists(LINES, min_size=3, max_size=4))
def test_lines_of_several_have_as_many_columns_each_and_all_their_units(lines):
    told = lines_of(position_of(" / ".join(lines)), ALL, ())
    assert {len(row) for line in told for row in line.own} == {told[0].columns}
    units = [sum(cell.kind is not None for row in line.own for cell in row) for line in told]
    assert units == [line.count("In") for line in lines]


def test_a_line_that_has_grown_to_one_side_and_one_that_is_destroyed_are_of_one_size():
    battle = position_of("In In In In In In In In *In / *. / *In")
    told = lines_of(battle, ALL, ())
    assert [line.columns for line in told] == [9, 9, 9]
    assert [cell.name for cell in told[0].own[0]] == ["f-8", "f-7", "f-6", "f-5", "f-4", "f-3", "f-2", "f-1", "f0"]
