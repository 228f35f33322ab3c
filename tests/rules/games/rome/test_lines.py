"""Lines by themselves: placing, shifting, closing, and the abilities that move units (V5-V9, V17-V20, V35-V37, V40)."""

import random

import pytest

from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.lines import is_closed, placing_spaces, shift_steps, shifted, shifts
from drafts.rules.games.rome.notation import line_of
from drafts.rules.games.rome.offers import offers
from drafts.rules.games.rome.spaces import FRONT, REAR, adjacent, name_of, space_named
from drafts.rules.games.rome.state import Unit
from tests.rules.games.rome.positions import after, battle, lines_of, refused, shown


def names(spaces):
    return [name_of(space) for space in spaces]


def offered(position, verb):
    return [line for line in offers(position, position.seat) if line.split()[0] == verb]


def test_V5_a_space_is_a_row_and_a_column():
    assert space_named("f-2") == ("f", -2)
    assert name_of(("r", 10)) == "r10"
    assert [space_named(text) for text in ("f", "x1", "f-0", "f01", "f100", "f+1", "f 1")] == [None] * 7


def test_V7_adjacent_are_the_next_columns_and_the_other_row():
    assert {*names(adjacent(("f", 0)))} == {"f-1", "f1", "r0"}
    assert {*names(adjacent(("r", 2)))} == {"r1", "r3", "f2"}


@pytest.mark.parametrize(
    ("line", "spaces"),
    [
        ("In *In In", ["f-2", "f2"]),
        ("In *. In", ["f-2", "f0", "f2"]),
        ("*In . In", ["f-1", "f1", "f3"]),
        ("*In | . . Sl", ["f-1", "f1", "f2", "f3"]),
        ("*. | . . Sl", ["f-1", "f0", "f1", "f2", "f3"]),
        ("*. In", ["f-1", "f0", "f2"]),
    ],
)
def test_V17_where_a_drawn_unit_can_go(line, spaces):
    assert names(placing_spaces(lines_of(line)[0])) == spaces


def test_V17_a_unit_is_placed_face_up_and_never_in_the_rear():
    position = battle("In *In / *In", drawn="Sl")
    assert offered(position, "place") == ["place Sl f-2", "place Sl f1"]
    assert shown(after(position, "place Sl f1"), 0) == "In *In Sl"
    assert refused(position, "place Sl r0") == refused(position, "place Sl f2") == "bad_space"


def test_V6_V18_the_vanguard_does_not_shift():
    position = battle(". . *In In / *In")
    assert offered(position, "shift") == []
    assert refused(position, "shift f0 f-1") == "bad_space"


def test_V18_a_unit_takes_along_all_that_adjoin_it_outwards_in_its_row():
    position = battle("*In . In Sl . Ar | . . St / *In")
    assert shown(after(position, "shift f2 f1"), 0) == "*In In Sl . . Ar | . . St"
    assert offered(position, "shift") == ["shift f2 f1", "shift f5 f4", "shift r2 r1"]


def test_V18_a_rear_unit_goes_forward_alone_and_is_turned_up():
    position = battle("*In . | . -Sl -Ar / *In")
    assert shown(after(position, "shift r1 f1"), 0) == "*In Sl | . . -Ar"
    assert shown(after(position, "shift r1 r0"), 0) == "*In | -Sl -Ar"


def test_V18_shifts_are_legal_where_they_are_not_needed():
    assert offered(battle("*In In In | . . Sl / *In"), "shift") == ["shift r2 r1"]


@pytest.mark.parametrize(
    ("line", "closed"),
    [
        ("*In", True),
        ("*In | Sl", True),
        ("In *In In | Sl . Sl", True),
        ("*. In", False),
        ("*In . In", False),
        ("*In | . Sl", False),
        ("*. | Sl", False),
    ],
)
def test_V19_a_closed_line_has_no_gap_in_front_and_no_rear_unit_alone(line, closed):
    assert is_closed(lines_of(line)[0]) is closed


def some_line(dice):
    columns = range(-dice.randrange(5), dice.randrange(5) + 1)
    units = list(UnitKind)
    spaces = [(row, column) for row in (FRONT, REAR) for column in columns if dice.random() < 0.6]
    return {space: Unit(dice.choice(units), up=space[0] == FRONT) for space in spaces}


def weight(line):
    return sum(abs(column) for _, column in line) + sum(row == REAR for row, _ in line)


def test_V18_the_steps_of_a_shift_are_those_of_all_units_that_it_takes_along():
    dice = random.Random(18)
    alone = 0
    for _ in range(1000):
        line = some_line(dice)
        for at, to in shifts(line):
            after = shifted(line, at, to)
            steps = shift_steps(after, at, to)
            assert steps[0] == (at, to)
            gone, come = ({space for step in steps for space in step[place : place + 1]} for place in (0, 1))
            assert set(line) - set(after) == gone - come
            assert {space: unit.kind for space, unit in after.items()} == {
                **{space: unit.kind for space, unit in line.items() if space not in gone},
                **{end: line[start].kind for start, end in steps},
            }
            alone += len(steps) == 1
    assert alone > 100


def test_V19_an_open_line_has_a_shift_and_each_shift_brings_it_closer():
    dice = random.Random(19)
    found = 0
    for _ in range(3000):
        line = some_line(dice)
        while line and not is_closed(line):
            steps = list(shifts(line))
            assert steps, line
            assert all(weight(shifted(line, *step)) < weight(line) for step in steps)
            assert all(len(shifted(line, *step)) == len(line) for step in steps)
            line = shifted(line, *dice.choice(steps))
            found += 1
    assert found > 3000


def test_V20_V35_a_centurion_switches_with_an_adjacent_unit_once_a_turn():
    position = battle("In *Ce In | . -Sl / *In")
    assert offered(position, "switch") == ["switch f0 f-1", "switch f0 f1", "switch f0 r0"]
    position = after(position, "switch f0 r0")
    assert shown(position, 0) == "In *Sl In | . Ce"
    assert offered(position, "switch") == []
    assert refused(position, "switch r0 f0") == "already_used"


def test_V35_there_is_no_switch_with_a_gap_or_with_a_unit_further_off():
    position = battle("*Ce . In / *In")
    assert refused(position, "switch f0 f1") == refused(position, "switch f0 f2") == "bad_space"
    assert refused(position, "switch f0 f0") == "bad_space"


def test_V37_a_consul_switches_with_an_adjacent_unit():
    assert shown(after(battle("*Co In / *In"), "switch f0 f1"), 0) == "*In Co"


def test_V40_a_praetorian_switches_with_any_consul_too():
    position = battle("Co In *In Pr | Co -Sl / *In")
    assert [line.split()[2] for line in offered(position, "switch") if line.split()[1] == "f1"] == ["f0", "f-2", "r-2"]
    assert shown(after(position, "switch f1 r-2"), 0) == "Co In *In Co | Pr -Sl"


def test_V20_units_may_switch_again_in_the_next_own_turn():
    position = after(battle("In *Ce / *El", hand=()), "switch f0 f-1", "attack")
    position = after(after(position, "attack"), "shift f-1 f0")
    assert (position.seat, position.turn) == (0, 9)
    assert refused(position, "switch f0 f-1") == "bad_space"


def test_V36_a_standing_chariot_only_mounts_units_that_are_not_mounted():
    position = battle("*Ch In El | . In+ -Sl / *In")
    assert [line for line in offered(position, "drive") if " f0 " in line] == ["drive f0 f1", "drive f0 r2"]
    position = after(position, "drive f0 r2")
    assert shown(position, 0) == "*. In El | . In+ Sl+"
    assert refused(position, "drive r2 f1") == "already_used"


def test_V36_a_mounted_chariot_goes_on_to_a_unit_a_free_front_space_or_a_rear_space_behind_a_front_unit():
    position = battle("*In+ Sl / *In")
    assert offered(position, "drive") == ["drive f0 f1", "drive f0 f-1", "drive f0 f2", "drive f0 r0", "drive f0 r1"]
    assert shown(after(position, "drive f0 r1"), 0) == "*In Sl | . Ch"
    position = after(position, "drive f0 f1")
    assert shown(position, 0) == "*In Sl+"
    assert refused(position, "drive f1 f0") == "already_used"


def test_V20_V36_the_unit_under_a_chariot_keeps_its_own_ability():
    position = after(battle("*Ce Ch In / *In"), "drive f1 f0", "shift f2 f1", "switch f0 f1")
    assert shown(position, 0) == "*In Ce+"


def test_V43_a_flank_takes_a_unit_to_the_end_of_the_other_flank():
    position = battle("In In *In | . . -Sl / *In", hand=("flank",))
    assert offered(position, "flank") == ["flank f-2 f1", "flank f-1 f1", "flank r0 f-3", "flank r0 f1"]
    assert shown(after(position, "flank r0 f-3"), 0) == "Sl In In *In"
    assert shown(after(position, "flank f-2 f1"), 0) == "In *In In | . -Sl"
    assert refused(position, "flank f0 f1") == "wrong_unit"
    assert refused(position, "flank f-1 f2") == "bad_space"


def test_V43_V17_the_end_of_a_flank_is_that_after_the_unit_has_left():
    position = battle("*In | . Sl / *In", hand=("flank",))
    assert offered(position, "flank") == ["flank r1 f-1"]
    position = battle("*In . . Sl | In / *In", hand=("flank",))
    assert offered(position, "flank") == ["flank f3 f-1", "flank r0 f-1", "flank r0 f4"]


def test_V9_a_unit_that_is_moved_by_hand_or_command_is_turned_up_and_stays_up():
    position = after(battle("*Ce In | -Ar -Sl / *In", hand=("flank",)), "switch f0 r0", "flank r1 f-1")
    assert shown(position, 0) == "Sl *Ar In | . Ce"
    assert line_of(["*Ar"]) == {("f", 0): Unit(UnitKind.ARCHER, up=True)}
