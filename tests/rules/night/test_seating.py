from collections import Counter

import pytest

from drafts.rules.games.vanguard.recipes import derive_recipe
from drafts.rules.night.seating import seat_at_random, table_sizes
from tests.rules.positions import cards

PRINTED = [held.card for held in cards(" ".join([f"T{n}" for n in range(20)] + [f"N{n}" for n in range(20, 90)]))]


def guarantees(*codes):
    return {derive_recipe(code, PRINTED).guarantees for code in codes}


def test_R3_booster_packs_from_volume_6_on_guarantee_a_trigger_unit():
    assert guarantees(*(f"BT{volume:02}" for volume in range(6, 18))) == {True}


def test_R3_booster_packs_1_to_5_and_extra_boosters_1_to_7_do_not():
    assert guarantees(*(f"BT{volume:02}" for volume in range(1, 6)), *(f"EB{v:02}" for v in range(1, 8))) == {False}


def test_R4_seats_are_decided_at_random():
    seen = {tuple(seat_at_random("ABC", [3], str(seed))[0]) for seed in range(200)}
    assert len(seen) == 6


def test_R4_everyone_sits_at_one_table_and_the_same_seed_seats_them_alike():
    fighters = list(range(11))
    tables = seat_at_random(fighters, [4, 4, 3], "seed")
    assert sorted(fighter for table in tables for fighter in table) == fighters
    assert [len(table) for table in tables] == [4, 4, 3]
    assert tables == seat_at_random(fighters, [4, 4, 3], "seed")


def test_R4_every_seat_is_as_likely_as_any_other():
    firsts = Counter(seat_at_random("ABCD", [4], str(seed))[0][0] for seed in range(4000))
    assert all(abs(count - 1000) < 150 for count in firsts.values())


@pytest.mark.parametrize(("fighters", "sizes"), [(2, [2]), (4, [4]), (7, [4, 3]), (9, [5, 4]), (11, [4, 4, 3])])
def test_R1_tables_are_as_near_to_four_as_possible(fighters, sizes):
    assert table_sizes(fighters, 4, 9) == sizes


@pytest.mark.parametrize("wanted", range(2, 10))
def test_R1_tables_differ_by_one_at_most_and_seat_two_to_nine(wanted):
    for fighters in range(2, 100):
        sizes = table_sizes(fighters, wanted, 9)
        assert sum(sizes) == fighters
        assert max(sizes) - min(sizes) <= 1
        assert 2 <= min(sizes) <= max(sizes) <= 9
        if wanted > 2 < fighters:
            assert min(sizes) > 2


def test_R1_no_fighter_sits_alone():
    with pytest.raises(ValueError, match="two fighters"):
        table_sizes(1, 4, 9)


@pytest.mark.parametrize(
    ("fighters", "wanted", "team", "sizes"),
    [
        (4, 4, 2, [4]),
        (8, 4, 2, [4, 4]),
        (10, 4, 2, [6, 4]),
        (12, 8, 2, [6, 6]),
        (18, 6, 3, [6, 6, 6]),
        (15, 6, 3, [9, 6]),
    ],
)
def test_tables_of_teams_are_multiples_of_the_team_as_near_to_the_wanted_size_as_possible(
    fighters, wanted, team, sizes
):
    assert table_sizes(fighters, wanted, 12, team) == sizes


@pytest.mark.parametrize("fighters", [2, 3, 5])
def test_a_table_has_two_whole_teams(fighters):
    with pytest.raises(ValueError, match="two whole teams"):
        table_sizes(fighters, 4, 12, 2)
