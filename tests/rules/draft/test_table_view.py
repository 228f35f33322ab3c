import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.draft.clock import Clock
from drafts.rules.draft.seat_status import Presence, SeatStatus, Turn
from drafts.rules.draft.table import Phase
from drafts.rules.draft.table_view import PackCount, PileCount, SeatView, TablePlace, TableView, counted, people_see
from drafts.rules.draft.view import SeatSeen, seen_by
from drafts.rules.games.vanguard.formats import VANGUARD
from drafts.rules.night.stages import Stage
from tests.rules.positions import state
from tests.rules.strategies import tables, walk
from tests.rules.timed_tables import NOON


def counts_of(table):
    """Count a table as a database does, which knows packs and picks and no hands."""
    taken = {held.id for seat in (*table.placed, *table.piles) for held in seat}
    packs = [
        PackCount(len(pack.cards), sum(held.id in taken for held in pack.cards), pack.guaranteed)
        for pack in table.packs[table.round - 1]
    ]
    in_pass = table.placed if table.phase is Phase.DRAFTING else ((),) * table.fighters
    piles = [
        PileCount(len(pile) + len(placed), len(now))
        for pile, placed, now in zip(table.piles, table.placed, in_pass, strict=True)
    ]
    return TablePlace(table.format, table.phase, table.round, table.pass_number, table.called), packs, piles


@given(tables(), st.integers(0, 2**32).map(random.Random))
def test_the_counts_of_a_table_are_all_that_everybody_sees_of_it(table, dice):
    for _, _, after in walk(table, dice):
        assert counted(*counts_of(after), waiting_for_judge=bool(after.calls)) == seen_by(after, None)


RULE = VANGUARD.rounds[0]


@pytest.mark.parametrize(
    ("cards", "guaranteed", "rare", "last"),
    [(5, True, False, 4), (5, False, False, 5), (5, True, True, 3), (1, True, False, 1), (7, False, True, 6)],
)
def test_a_pack_is_empty_after_so_many_passes(cards, guaranteed, rare, last):
    assert RULE.last_pass(cards, guaranteed=guaranteed, called=rare) == last


def test_a_pack_in_the_middle_of_its_round_is_counted_on_from_there():
    assert RULE.last_pass(3, guaranteed=True, called=False, pass_number=2) == 4


@pytest.mark.parametrize(
    ("phase", "stage", "seen"),
    [
        (Phase.DRAFTING, Stage.DRAFTING, "drafting"),
        (Phase.REVIEW, Stage.DRAFTING, "review"),
        (Phase.DRAFTED, Stage.DRAFTING, "building"),
        (Phase.DRAFTED, Stage.BUILDING, "building"),
        (Phase.DRAFTED, Stage.FIGHTING, "fighting"),
        (Phase.DRAFTED, Stage.SHARING, "sharing"),
        (Phase.DRAFTING, Stage.FINISHED, "finished"),
        (Phase.DRAFTED, Stage.FINISHED, "finished"),
    ],
)
def test_people_see_the_phase_of_the_table_until_the_night_goes_past_the_decks(phase, stage, seen):
    assert people_see(phase, stage) == seen


def view(*placed, bots=(), phase="drafting", clock=None):
    """Return a table whose seats have placed so many cards."""
    seen = seen_by(state(*["T1 N2 N3", "T4 N5 N6", "T7 N8 N9"][: len(placed)]), None)
    status = SeatStatus(Presence.HERE, None, Turn.CHOOSING)
    seats = tuple(
        SeatView(n, n + 7, f"F{n}", n in bots, n in bots, True, False, SeatSeen(False, 3, count, 3), status)
        for n, count in enumerate(placed)
    )
    return TableView(1, phase, seen, seats, (), clock or Clock(NOON), paused=False, stalled=None)


def test_a_pass_can_be_taken_back_where_somebody_who_is_no_bot_may_choose_anew():
    tables_ = view(0, 0), view(2, 0), view(2, 0, bots=(0,)), view(2, 2, bots=(0, 1)), view(2, 0, phase="finished")
    assert [table.can_undo for table in tables_] == [False, True, True, False, False]


def test_a_table_is_timed_while_it_has_a_deadline_or_stands_with_seconds_left():
    clocks = Clock(NOON), Clock(NOON, deadline=NOON), Clock(NOON, seconds=30, left=4.5)
    assert [view(0, 0, clock=clock).is_timed for clock in clocks] == [False, True, True]


def test_a_fighter_who_is_away_is_missed_and_seats_are_counted_from_one():
    seat = view(0, 0).seats[1]
    away = seat._replace(status=SeatStatus(Presence.AWAY, NOON, Turn.CHOOSING))
    assert [(each.place, each.is_away) for each in (seat, away)] == [(2, False), (2, True)]
