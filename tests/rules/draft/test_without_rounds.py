"""A table of a format that passes no packs: drafted from the start, in no round, and moved by no move of a draft."""

import pytest

from drafts.rules.draft.deadlines import wakes_at
from drafts.rules.draft.legality import table_after
from drafts.rules.draft.passes import passes_of
from drafts.rules.draft.replay import replay
from drafts.rules.draft.table import (
    OpenedPack,
    Phase,
    call_for_card,
    choose,
    end_review,
    has_chosen,
    may_call,
    open_table,
    waiting_for,
)
from drafts.rules.draft.table_view import PileCount, TablePlace, counted
from drafts.rules.draft.timed_table import start
from drafts.rules.draft.view import seen_by
from drafts.rules.errors import NotAllowed, NotDrafting
from drafts.rules.formats import Deal
from drafts.rules.games.registry import FORMATS
from tests.pebbles import PEBBLES
from tests.rules.timed_tables import BOT, HERE, NOON, STANDARD


@pytest.fixture
def table():
    return open_table(PEBBLES, (), seats=3)


def test_it_is_drafted_from_the_start_and_stands_in_no_round(table):
    assert (table.phase, table.round, table.pass_number, table.passes) == (Phase.DRAFTED, 0, 0, 0)
    assert (table.direction, table.fighters, table.packs) == (None, 3, ())


@pytest.mark.parametrize(("packs", "seats"), [((), 0), ((), 1), ([[OpenedPack(()), OpenedPack(())]], 2)])
def test_it_has_two_fighters_and_no_packs(packs, seats):
    with pytest.raises(ValueError, match="no packs to pass, and two fighters"):
        open_table(PEBBLES, packs, seats)


@pytest.mark.parametrize("move", [lambda table: choose(table, 0, [1]), end_review])
def test_no_move_of_a_draft_is_made_at_it(table, move):
    with pytest.raises(NotDrafting):
        move(table)


def test_no_fighter_is_awaited_and_no_judge_is_called(table):
    assert (waiting_for(table), has_chosen(table, 0), may_call(table, 0)) == ([], True, False)
    with pytest.raises((NotAllowed, NotDrafting)):
        call_for_card(table, 0, 1)


def test_no_clock_runs_at_it(table):
    timed = start(table, (HERE, HERE, BOT), STANDARD, NOON, begins=False).timed
    assert (timed.clock.deadline, timed.clock.seconds, wakes_at(timed)) == (None, None, None)


def test_it_is_read_again_as_it_was(table):
    assert replay(PEBBLES, (), (), seats=3) == table_after(PEBBLES, (), (), seats=3) == table
    assert passes_of(PEBBLES, (), ()) == ()


def test_the_counts_of_it_are_all_that_everybody_sees(table):
    place = TablePlace(PEBBLES, table.phase, table.round, table.pass_number, table.called)
    assert counted(place, (), [PileCount(0, 0)] * 3, waiting_for_judge=False) == seen_by(table, None)


def test_its_fighters_have_no_pile(table):
    assert [seen_by(table, 0, over=over).own.pile for over in (False, True)] == [None, None]


@pytest.mark.parametrize("format_", [*FORMATS.values(), PEBBLES], ids=lambda each: each.slug)
def test_a_format_has_rounds_where_it_passes_packs_and_nowhere_else(format_):
    assert bool(format_.rounds) is (format_.deal is Deal.PASS)
