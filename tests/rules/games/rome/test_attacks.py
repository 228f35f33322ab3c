"""Attacks: who attacks, what is hit, what dies and what is turned up (V3, V8, V9, V23-V28, V31-V42, V48-V52)."""

import random

import pytest

from drafts.rules.games.rome.attacks.attack import report_of
from drafts.rules.games.rome.attacks.previews import preview
from drafts.rules.games.rome.offers import attack_options
from drafts.rules.games.rome.spaces import name_of
from drafts.rules.games.rome.turns import apply
from tests.rules.games.rome.positions import after, battle, dead, lines_of, refused, shown


def hits(position):
    """Return what the last attack hit, and by which units: `1/f0 by f0`."""
    return [
        f"{hit.at[0]}/{name_of(hit.at[1])} by {' '.join(name_of(space) for _, space in hit.by)}"
        for hit in position.report
    ]


def test_V8_each_column_faces_the_opposite_one_and_empty_spaces_count():
    assert hits(after(battle("Ba *In Ba / . *El Sl"), "attack")) == ["1/f0 by f0", "1/f1 by f-1"]
    assert hits(after(battle("*Ca / *In"), "attack")) == []
    assert hits(after(battle("*Ca / *El | -Sl"), "attack")) == ["1/r0 by f0"]


def test_V23_the_turn_ends_with_an_attack_even_if_it_hits_nobody():
    position = after(battle("*In / *. In", hand=()), "attack")
    assert (position.seat, position.turn, position.report) == (1, 8, ())


def test_V24_rear_units_hit_nothing_by_themselves():
    assert hits(after(battle("*In | Ba / *El"), "attack")) == ["1/f0 by f0"]
    assert refused(battle("*In | Pr / *El"), "attack javelin=r0") == "out_of_reach"
    assert refused(battle("*In | Pr / *El"), "attack surprise=r0") == "out_of_reach"


def test_V25_consuls_do_not_add_up_and_slingers_do():
    (hit,) = after(battle("Sl *In Sl / Co *In Co | . Co ."), "attack").report
    assert (hit.sum, hit.defence, hit.died) == (4, 3, True)


def test_V25_face_down_units_count():
    (hit,) = after(battle("*In | -Sl / *In | -Co"), "attack").report
    assert (hit.sum, hit.defence) == (3, 3)


def test_V26_sums_are_of_all_that_hit_but_archers():
    (hit,) = after(battle("*Ar | Ca / *Pr | -In"), "attack").report
    assert (hit.sum, hit.defence, hit.archer, hit.died) == (1, 4, False, False)
    (hit,) = after(battle("*Ar / *Pr"), "attack").report
    assert (hit.sum, hit.defence, hit.archer, hit.died) == (0, None, True, True)


def test_V26_damage_is_not_remembered():
    position = after(
        battle("Ba *In Co / . *Ce Sl In", hand=()),
        "attack",
    )
    assert hits(position) == ["1/f0 by f0", "1/f1 by f-1"]
    position = after(after(after(battle("*Sl Co / *Sl Co", hand=()), "attack"), "attack"), "attack")
    assert (position.turn, dead(position)) == (10, [])


def test_V26_the_dead_do_not_depend_on_the_order_of_hits():
    dice = random.Random(26)
    lines = lines_of("Sl In *St Ar Cv | Ca Ca Sl / In Pr *Ce Co El | -In -Co")
    targets = [(1, space) for space in lines[1]]
    for _ in range(200):
        struck = [((0, by), dice.choice(targets)) for by in lines[0] for _ in range(dice.randrange(3))]
        report = report_of(lines, struck)
        dice.shuffle(struck)
        assert report_of(lines, struck) == report


def test_V27_a_unit_that_attacks_anyway_is_not_commanded_or_taken_along():
    position = battle("Ba *St Ca | . Ar . / *El In In | . In .")
    for words in ("surprise=f0", "surprise=f-1", "surprise=f1", "with=f0>f-1", "with=f0>f1"):
        assert refused(position, f"attack {words}") == "already_attacking"
    assert refused(battle("*Ar / *El"), "attack volley=f0:1") == "already_attacking"
    assert refused(battle("*El / *El"), "attack stampede=f0") == "already_attacking"
    assert refused(battle("St *St In / St *El In"), "attack surprise=f-1 with=f0>f-1") == "already_attacking"


def test_V28_the_dead_go_to_the_discard_and_a_mounted_pair_is_one_kill():
    position = after(battle("*El / *In+ In"), "attack")
    assert position.stocks[0].unit_discard == ("In", "Ch")
    assert (position.sides[0].kills, position.sides[0].power, position.sides[1].lost) == (1, 3, 1)


def test_V3_V31_an_archer_kills_whatever_it_hits_but_infantry_and_those_it_protects():
    assert dead(after(battle("*Ar / *El | Co"), "attack")) == ["1/f0"]
    assert dead(after(battle("*Ar / *Ce | -In"), "attack")) == []
    assert dead(after(battle("*Ar | Sl / *In"), "attack")) == []


def test_V32_a_ballista_attacks_each_turn_one_space_far():
    assert hits(after(battle("Ba *In / *El Pr | . Sl"), "attack")) == ["1/f0 by f0", "1/f1 by f-1"]


def test_V33_a_catapult_attacks_exactly_two_spaces_far_unless_it_is_held():
    position = battle("*In Ca | . Ca / In *El | Sl In")
    assert hits(after(position, "attack")) == ["1/f-1 by r1", "1/f0 by f0", "1/r-1 by f1"]
    assert hits(after(position, "attack hold=r1")) == ["1/f0 by f0", "1/r-1 by f1"]
    assert hits(after(position, "attack hold=f1,r1")) == ["1/f0 by f0"]
    assert attack_options(position, 0)["hold"] == ["f1", "r1"]


def test_V33_the_vanguards_catapult_cannot_be_held_and_no_other_unit_either():
    assert refused(battle("*Ca Ba / *El"), "attack hold=f0") == "wrong_unit"
    assert refused(battle("*Ca Ba / *El"), "attack hold=f1") == "wrong_unit"
    assert refused(battle("*Ca Ba / *El"), "attack hold=f2") == "no_unit"


def test_V33_a_held_catapult_that_is_commanded_hits_two_spaces():
    position = battle("*In | Ca / *El | In")
    assert refused(position, "attack surprise=r0") == "already_attacking"
    assert hits(after(position, "attack surprise=r0 hold=r0")) == ["1/f0 by f0 r0"]


def test_V34_cavalry_with_none_opposite_attacks_the_end_of_that_flank():
    assert hits(after(battle("*In In In Cv / In In *El"), "attack")) == ["1/f-2 by f3", "1/f0 by f0"]
    assert hits(after(battle("*In In Cv / In In *El"), "attack")) == ["1/f0 by f0"]
    assert hits(after(battle("*In | . / *El"), "attack")) == ["1/f0 by f0"]
    assert hits(after(battle("Cv *In / *El | . Sl"), "attack")) == ["1/f0 by f0"]


def test_V34_V49_cavalry_with_an_enemy_opposite_can_be_surprised():
    assert hits(after(battle("Cv *In / *El In"), "attack surprise=f-1")) == ["1/f0 by f0", "1/f1 by f-1"]
    assert refused(battle("Cv *In / *El | . In"), "attack surprise=f-1") == "already_attacking"


def test_V36_a_chariot_adds_one_always():
    (hit,) = after(battle("*In+ / *Sl+"), "attack").report
    assert (hit.sum, hit.defence) == (3, 2)


def test_V38_an_elephant_is_face_up_in_the_rear():
    position = after(battle("*El In / *El", hand=("nightfall",)), "nightfall")
    position = apply(apply(position, 0, "plan f0:In r0:El"), 1, "plan f0:El")
    assert shown(position, 0) == "*In | El"


def test_V39_infantry_protects_adjacent_units_that_are_not_mounted():
    assert dead(after(battle("*Ar / *Pr | -In"), "attack")) == []
    assert dead(after(battle("*Ar / *Cv | -In"), "attack")) == ["1/f0"]
    assert dead(after(battle("*Ar / *Pr | -In+"), "attack")) == []
    assert dead(after(battle("*Ar / *In+"), "attack")) == []


def test_V41_slingers_add_to_attacks_and_nothing_to_defence():
    (hit,) = after(battle("*In / Sl *Pr Sl"), "attack").report
    assert hit.defence == 4


def test_V42_a_standard_takes_an_adjacent_unit_along_and_that_may_be_a_standard():
    position = battle("*St St Pr / In Pr *El | In")
    assert attack_options(position, 0)["with"] == ["f0>f1", "f0>f1,f1>f2"]
    assert hits(after(position, "attack with=f0>f1,f1>f2")) == ["1/f-2 by f2", "1/f-1 by f1", "1/f0 by f0"]
    assert refused(position, "attack with=f0>f2") == "bad_space"
    assert refused(position, "attack with=f1>f2") == "wrong_unit"
    assert refused(position, "attack with=f0>f1,f0>f1") == "already_used"
    assert refused(battle("In *St In / In *El In"), "attack with=f0>f1,f0>f-1") == "already_used"
    assert refused(battle("*St In / *El"), "attack with=f0>f1") == "no_target"


def test_V42_a_commanded_standard_takes_one_along_too():
    position = battle("*St St Pr / In Pr *El")
    options = attack_options(position, 0)
    assert options["commands"]["surprise"] == ["f1", "f2"]
    assert options["with_command"] == {"surprise=f1": ["f1>f2"]}
    assert hits(after(position, "attack surprise=f1 with=f1>f2"))[:2] == ["1/f-2 by f2", "1/f-1 by f1"]


def test_V44_javelin_is_for_infantry_centurions_and_praetorians():
    position = battle("*El In Ce Pr Sl / In In In In *El")
    assert attack_options(position, 0)["commands"]["javelin"] == ["f1", "f2", "f3"]
    assert refused(position, "attack javelin=f4") == "wrong_unit"
    assert hits(after(position, "attack javelin=f2")) == ["1/f-2 by f2", "1/f0 by f0"]


def test_V48_an_elephant_in_the_rear_hits_the_front_space_only():
    assert hits(after(battle("*In | El / *El | In"), "attack stampede=r0")) == ["1/f0 by f0 r0"]
    assert refused(battle("*In In | . El / *El"), "attack stampede=r1") == "no_target"


def test_V48_an_enemys_elephant_hits_behind_itself_with_its_own_slingers_and_the_kill_is_the_players():
    position = after(battle("*Sl / Sl *El | . Pr"), "attack stampede=1/f0")
    hit = next(hit for hit in position.report if hit.at == (1, ("r", 0)))
    assert (hit.sum, hit.by, hit.died) == (6, ((1, ("f", 0)),), True)
    assert (position.sides[0].kills, position.sides[1].kills, position.sides[1].lost) == (1, 0, 1)
    assert refused(battle("*Sl / In *In | El El"), "attack stampede=1/r0") == "wrong_unit"
    assert refused(battle("*Sl / *El"), "attack stampede=1/f0") == "no_target"
    assert refused(battle("*Sl El | . In / *El"), "attack stampede=0/f1") == "no_unit"


def test_V49_any_unit_is_surprised_one_space_far():
    position = battle("*El Sl | . Ba / In *El")
    assert attack_options(position, 0)["commands"]["surprise"] == ["f1"]
    assert hits(after(position, "attack surprise=f1")) == ["1/f-1 by f1", "1/f0 by f0"]


def test_V50_a_volley_of_one_or_two_spaces():
    position = battle("*El Ar | . Sl / Pr *El | -Sl")
    assert attack_options(position, 0)["commands"]["volley"] == ["f1:1", "f1:2", "r1:2"]
    assert hits(after(position, "attack volley=f1:2"))[-1] == "1/r-1 by f1"
    assert refused(position, "attack volley=r1:1") == "out_of_reach"
    assert refused(battle("*El In / In *El"), "attack volley=f1:1") == "wrong_unit"


def test_V52_with_three_column_0_names_one_opponent():
    position = battle("Ba *In Ba | . Ca / Pr *El Pr / Pr *El Pr")
    assert attack_options(position, 0)["at"] == [1, 2]
    assert refused(position, "attack") == refused(position, "attack at=0") == "choose_enemy"
    assert refused(position, "attack at=3") == "choose_enemy"
    assert hits(after(position, "attack at=1")) == ["1/f0 by f0 r0", "1/f1 by f-1", "2/f-1 by f1"]


def test_V52_with_four_the_flanks_face_the_neighbours_and_the_vanguard_anybody():
    position = battle("Ba *In Ba / " + " / ".join(["Pr *El Pr"] * 3))
    assert hits(after(position, "attack at=2")) == ["1/f1 by f-1", "2/f0 by f0", "3/f-1 by f1"]


def test_V9_a_unit_that_hits_or_counts_is_turned_up_and_nothing_else():
    position = after(battle("*In In | -Sl -Ar / In *In | -Co -Co"), "attack")
    assert shown(position, 0) == "*In In | Sl -Ar"
    assert shown(position, 1) == "In *. | -Co Co"
    position = after(battle("*Ar | -Sl / *Pr In | -In -In"), "attack")
    assert (shown(position, 0), shown(position, 1)) == ("*Ar | -Sl", "*Pr In | In -In")
    position = after(battle("*Ar / *In | -In"), "attack")
    assert shown(position, 1) == "*In | -In"
    position = after(battle("*Ar / *El | -Co"), "attack")
    assert shown(position, 1) == "*. | -Co"


def test_V9_a_catapult_that_hits_nobody_stays_down():
    assert shown(after(battle("*In In | . -Ca / *El"), "attack"), 0) == "*In In | . -Ca"


@pytest.mark.parametrize(
    ("text", "line", "died"),
    [
        ("*Pr / *Ce", "attack", [True]),
        ("*Pr / *Ce | -Co", "attack", [None]),
        ("*El / *Ce | -In", "attack", [True]),
        ("*Cv / *Ce | -Co", "attack", [False]),
        ("*Ar / *Ce | -Co", "attack", [None]),
        ("*Ar / *El | -Co", "attack", [True]),
        ("*Ca / *Ce | -Co", "attack", [None]),
        ("*Sl / *El | St", "attack stampede=1/f0", [False, True]),
    ],
)
def test_an_attack_is_shown_before_as_far_as_its_player_knows(text, line, died):
    assert [hit["died"] for hit in preview(battle(text), 0, line)] == died
