"""Seats that are drawn in the lobby, where people still come and go (R4)."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.games.registry import DEFAULT_FORMAT
from drafts.rules.night.seating import seat_by_draw, table_sizes

people = st.lists(st.integers(1, 10**6), min_size=2, max_size=128, unique=True)
table_size = st.integers(2, 9)


def drawn(fighters, wanted=9, draws=1, seed="seed"):
    return seat_by_draw(fighters, table_sizes(len(fighters), wanted, 9), seed, draws)


def neighbours(ring):
    return {frozenset(pair) for pair in zip(ring, [*ring[1:], ring[0]], strict=True)}


@given(fighters=people, wanted=table_size)
def test_R1_everybody_up_to_128_sits_once_at_tables_of_sizes_that_differ_by_one_at_most(fighters, wanted):
    tables = drawn(fighters, wanted)
    assert sorted(fighter for table in tables for fighter in table) == sorted(fighters)
    sizes = [len(table) for table in tables]
    assert max(sizes) - min(sizes) <= 1
    assert sizes == sorted(sizes, reverse=True)
    assert max(sizes) <= 9
    assert min(sizes) > 2 or wanted == 2 or len(fighters) == 2


@given(fighters=st.integers(2, 128), wanted=table_size)
def test_R1_no_other_number_of_tables_is_nearer_to_the_wanted_size(fighters, wanted):
    tables = len(table_sizes(fighters, wanted, 9))
    smallest = 2 if 2 in (wanted, fighters) else 3
    possible = [
        count for count in range(1, fighters + 1) if fighters // count >= smallest and -(-fighters // count) <= 9
    ]
    assert abs(fighters / tables - wanted) == min(abs(fighters / count - wanted) for count in possible)


def test_R1_a_lobby_of_one_makes_no_table():
    assert DEFAULT_FORMAT.table_sizes(1, 4, listed=False) == []


@given(fighters=people, seed=st.text(max_size=8), draws=st.integers(1, 999))
def test_R4_reading_the_same_draw_seats_alike_whatever_the_order_of_joining(fighters, seed, draws):
    assert drawn(fighters, 4, draws, seed) == drawn(fighters[::-1], 4, draws, seed)


def test_R4_another_draw_seats_otherwise():
    assert len({tuple(drawn([1, 2, 3], draws=number)[0]) for number in range(1, 100)}) == 6


def test_R4_every_seat_is_as_likely_as_any_other():
    firsts = Counter(drawn([1, 2, 3, 4], draws=number)[0][0] for number in range(1, 4001))
    assert all(abs(count - 1000) < 150 for count in firsts.values())


@given(fighters=st.lists(st.integers(1, 10**6), min_size=4, max_size=9, unique=True))
def test_a_fighter_who_leaves_a_table_parts_no_others_and_one_who_joins_comes_between_two(fighters):
    (before,), (after,) = drawn(fighters), drawn(fighters[:-1])
    gone = fighters[-1]
    assert [fighter for fighter in before if fighter != gone] == after
    kept = {pair for pair in neighbours(before) if gone not in pair}
    assert kept <= neighbours(after)


@pytest.mark.parametrize(("fighters", "sizes"), [(128, [4] * 32), (127, [4] * 31 + [3]), (126, [4] * 30 + [3] * 2)])
def test_R1_a_whole_store_is_split_into_tables_of_four(fighters, sizes):
    assert table_sizes(fighters, 4, 9) == sizes
