"""Plans: the first line and Nightfall (V9-V14, V45)."""

from dataclasses import replace

import pytest

from drafts.rules.games.rome.bots.timeouts import shuffled_plan
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.moves import write_move
from drafts.rules.games.rome.plans import night_shapes
from drafts.rules.games.rome.state import BattleOptions, BattlePhase
from drafts.rules.games.rome.turns import apply, due, initial
from drafts.rules.games.rome.views import own_view, view
from tests.rules.games.rome.positions import after, battle, deployed, refused, shown

FIRST = initial("rome", 1, BattleOptions())
PLAN = "deploy f-2:Cv f-1:In f0:El f1:Ar f2:Ar r-2:In r-1:Ce r0:Sl r1:Sl r2:Ba"


def test_V11_all_lay_at_once_and_a_plan_stands_when_all_are_in():
    position = apply(FIRST, 0, PLAN)
    assert due(position) == (1,)
    assert position.sides[0].line == {}
    assert own_view(position, 0)["plan"] == PLAN
    assert [side["ready"] for side in view(position)["sides"]] == [True, False]
    assert refused(position, PLAN, 0) == "not_allowed"
    position = apply(position, 1, write_move(shuffled_plan(position, 1)))
    assert position.phase is BattlePhase.ACT
    assert all(side.plan is None for side in position.sides)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (PLAN.replace("f-2", "f3"), "bad_plan"),
        (PLAN.replace("Cv", "In"), "bad_plan"),
        (PLAN.replace("Cv", "Ce+"), "bad_plan"),
        (PLAN.replace(" r2:Ba", ""), "bad_plan"),
        (PLAN.replace("f-2", "f2"), "bad_plan"),
        (PLAN + " with=f0>f1", "wrong_unit"),
        (PLAN + " with=f5>f1", "no_unit"),
        (PLAN + " at=0", "choose_enemy"),
        (PLAN.replace("f-2", "x2"), "bad_message"),
        ("attack", "not_allowed"),
    ],
)
def test_V11_a_plan_that_is_refused(line, code):
    assert refused(FIRST, line, 0) == code


def test_V12_the_vanguards_and_front_ballistas_and_catapults_attack_and_the_rear_rests():
    position = deployed("Ba *Cv Ca / Ce *In Ar Ar", rear="Sl In In Ca Ba")
    assert [(hit.at, hit.by) for hit in position.report] == [
        ((0, ("f", 0)), ((1, ("f", 0)),)),
        ((1, ("f", 0)), ((0, ("f", 0)),)),
        ((1, ("f", 1)), ((0, ("f", -1)),)),
        ((1, ("r", -1)), ((0, ("f", 1)),)),
    ]


def test_V12_V42_a_standard_takes_units_along_in_the_first_attack():
    position = deployed("Cv *St / *In", words=("with=f0>f-1", ""))
    assert [hit.at for hit in position.report if hit.at[0] == 1] == [(1, ("f", 0)), (1, ("f", 1))]


@pytest.mark.parametrize(("along", "code"), [("f0>r0", "out_of_reach"), ("f0>f1", "already_attacking")])
def test_V12_the_rear_and_what_attacks_anyway_are_not_taken_along(along, code):
    text = PLAN.replace("f0:El", "f0:St").replace("f1:Ar", "f1:Ba")
    drawn = tuple(UnitKind(word.split(":")[1]) for word in text.split()[1:])
    first = replace(FIRST, sides=(FIRST.sides[0]._replace(drawn=drawn), FIRST.sides[1]))
    assert refused(first, f"{text} with={along}", 0) == code


def test_V13_a_surviving_vanguard_decides_before_kills():
    position = deployed("Ba *In Ba / Ar *Pr Ar")
    assert (position.seat, position.sides[0].kills, position.sides[1].kills) == (1, 2, 1)


def test_V2_beginners_play_five_cards_in_front():
    position = initial("rome", 1, BattleOptions(rear=False, commands=False))
    assert [len(side.drawn) for side in position.sides] == [5, 5]
    for seat in (0, 1):
        position = apply(position, seat, write_move(shuffled_plan(position, seat)))
    assert all(space[0] == "f" for side in position.sides for space in side.line)
    assert all(side.hand == () for side in position.sides)


@pytest.mark.parametrize(
    ("units", "rows"),
    list(
        enumerate(
            [(1, 0), (1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (4, 3), (5, 3), (5, 4), (5, 5), (6, 5), (7, 5)], start=1
        )
    ),
)
def test_V45_the_shape_of_a_nightfall(units, rows):
    for shape in night_shapes(units, rear=True):
        fronts = {column for row, column in shape if row == "f"}
        rears = {column for row, column in shape if row == "r"}
        assert (len(fronts), len(rears)) == rows
        assert rears <= fronts
        assert 0 in fronts
        for row in (fronts, rears):
            assert not row or abs(max(row) + min(row)) == (len(row) + 1) % 2
    assert len(night_shapes(units, rear=True)) == 1 + any(row and row % 2 == 0 for row in rows)
    assert [len(shape) for shape in night_shapes(units, rear=False)] == [units] * (2 - units % 2)


def night(text="Ce *In | -Sl / *El | -St", **options):
    return after(battle(text, hand=("nightfall", "volley"), **options), "nightfall")


def test_V45_all_lay_anew_face_down_at_once_and_then_no_ability_is_left():
    position = night()
    assert (position.phase, due(position)) == (BattlePhase.NIGHT, (0, 1))
    position = apply(position, 1, "plan f0:St r0:El")
    assert shown(position, 1) == "*El | -St"
    position = apply(position, 0, "plan f0:Ce f1:In r0:Sl")
    assert (position.phase, position.seat, position.turn) == (BattlePhase.ACT, 0, 7)
    assert [shown(position, seat) for seat in (0, 1)] == ["*Ce In | -Sl", "*St | El"]
    assert refused(position, "switch f0 f1") == "already_used"
    assert refused(position, "attack volley=r0:2") == "one_command"
    assert after(position, "attack").seat == 1


@pytest.mark.parametrize("line", ["plan f0:Ce r0:Sl", "plan f0:Ce f1:In f2:Sl", "plan f0:Ce+ f1:In r0:Sl"])
def test_V45_a_line_of_another_shape_or_of_other_units_is_refused(line):
    assert refused(night(), line, 0) == "bad_plan"


def test_V45_a_mounted_pair_stays_one_unit():
    position = night("Ce *In+ | -Sl / *El")
    laid = apply(apply(position, 0, "plan f0:Ce f-1:Sl r0:In+"), 1, "plan f0:El")
    assert refused(laid, "drive r0 f0") == "already_used"
    assert refused(position, "plan f0:Ce f1:In r0:Sl", 0) == "bad_plan"
    position = apply(apply(position, 0, "plan f0:Ce f-1:Sl r0:In+"), 1, "plan f0:El")
    assert shown(position, 0) == "Sl *Ce | . -In+"


def test_V22_drawn_units_stay_due_through_a_nightfall():
    position = after(battle("*In / *El", hand=("nightfall",), drawn="Sl"), "nightfall")
    position = apply(apply(position, 0, "plan f0:In"), 1, "plan f0:El")
    assert refused(position, "attack") == "must_place"
    assert after(position, "place Sl f1", "attack").seat == 1


def test_V9_fronts_are_up_and_the_rear_is_down_but_elephants():
    position = deployed("*Pr Ba / *In", rear="El In In In Sl")
    assert shown(position, 0) == "In In *Pr Ba In | El -In -In -In -Sl"
    assert view(position)["sides"][0]["line"][5:7] == [("r-2", "El", False), ("r-1", None, None)]
