"""Magic sealed by the rules: pools of packs that nobody passes, closed until the signal, each for its own fighter."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft.history import Kind, acts_of
from drafts.rules.draft.legality import IllegalPick, table_after
from drafts.rules.draft.notation import BadNotation, read, write
from drafts.rules.draft.replay import How, dealt, replay
from drafts.rules.draft.replay_history import BadHistory, replay_history
from drafts.rules.draft.table import OpenedPack, Phase, choose, open_table, waiting_for
from drafts.rules.draft.table_view import PileCount, TablePlace, counted
from drafts.rules.draft.timed_table import deal, start
from drafts.rules.draft.view import seen_by
from drafts.rules.errors import NotDrafting
from drafts.rules.formats import Deal
from drafts.rules.games.magic.formats import MAGIC_SEALED
from drafts.rules.night.rights import LogOpens
from drafts.rules.night.stages import Stage, StageMove, next_stage, stages_of
from tests.rules.games.magic_cards import card
from tests.rules.timed_tables import BOT, HERE, NOON, STANDARD

TWO_EACH = MAGIC_SEALED.with_packs(2, 0)


def packs_of(seats: int, packs: int = 2, cards: int = 3) -> list[list[OpenedPack]]:
    ids = iter(range(1, seats * packs * cards + 1))

    def pack() -> OpenedPack:
        held = [CardInPack(CardId(number), card(name=f"N{number}")) for number in (next(ids) for _ in range(cards))]
        return OpenedPack(tuple(held), guaranteed=False, set_code="MAG01")

    return [[pack() for _ in range(seats)] for _ in range(packs)]


@pytest.fixture
def table():
    return open_table(TWO_EACH, packs_of(3), seats=3)


def ids(cards):
    return [held.id for held in cards]


def test_M11_a_pool_is_six_packs_unless_the_event_has_others():
    assert (MAGIC_SEALED.deal, MAGIC_SEALED.packs, MAGIC_SEALED.deck_size) == (Deal.KEEP, 6, 84)
    assert (TWO_EACH.packs, TWO_EACH.deck_size, MAGIC_SEALED.with_packs(0, 0)) == (2, 28, MAGIC_SEALED)


def test_M11_everyone_keeps_the_packs_that_they_open_in_the_order_in_which_they_open_them(table):
    assert [ids(pile) for pile in table.piles] == [[1, 2, 3, 10, 11, 12], [4, 5, 6, 13, 14, 15], [7, 8, 9, 16, 17, 18]]
    assert (table.phase, table.round, table.pass_number, table.direction) == (Phase.DRAFTED, 0, 0, None)
    assert table.hands == table.placed == ((), (), ())


def test_M11_a_pool_is_told_as_picks_that_were_dealt(table):
    picks = dealt(table)
    assert {(pick.how, pick.pass_number, pick.seconds) for pick in picks} == {(How.DEALT, 1, 0.0)}
    assert [(pick.round, pick.seat, [*pick.cards]) for pick in picks][:4] == [
        (1, 0, [1, 2, 3]),
        (1, 1, [4, 5, 6]),
        (1, 2, [7, 8, 9]),
        (2, 0, [10, 11, 12]),
    ]
    assert replay(TWO_EACH, table.packs, picks, seats=3) == table_after(TWO_EACH, table.packs, picks, seats=3) == table


def test_M11_no_other_cards_than_those_of_ones_own_packs_can_have_been_dealt(table):
    picks = dealt(table)
    moved = (replace(picks[0], cards=picks[1].cards), *picks[1:])
    for wrong in (picks[:-1], moved, (*picks, picks[0]), (replace(picks[0], how=How.CHOSEN), *picks[1:])):
        with pytest.raises(IllegalPick):
            table_after(TWO_EACH, table.packs, wrong, seats=3)


def test_M11_nothing_is_passed_and_nothing_is_chosen(table):
    assert waiting_for(table) == []
    with pytest.raises(NotDrafting):
        choose(table, 0, [CardId(1)])


def test_M12_before_the_signal_there_is_no_pool_and_nobody_sees_one():
    closed = open_table(TWO_EACH, (), seats=3)
    assert (closed.packs, closed.piles, closed.phase) == ((), ((), (), ()), Phase.DRAFTED)
    assert [seen_by(closed, seat, over=over).own.pile for seat in range(3) for over in (False, True)] == [None] * 6


def test_M12_after_the_signal_everyone_sees_their_own_pool_and_nobody_a_count_of_others(table):
    seen = seen_by(table, 1)
    assert ids(seen.own.pile) == [4, 5, 6, 13, 14, 15]
    assert {(seat.in_hand, seat.face_down, seat.held) for seat in seen.seats} == {(0, 0, 0)}
    place = TablePlace(TWO_EACH, table.phase, table.round, table.pass_number, table.called)
    assert counted(place, (), [PileCount(6, 0)] * 3, waiting_for_judge=False) == seen_by(table, None)


def test_M12_the_signal_is_one_act_that_gives_every_pool(table):
    closed = start(open_table(TWO_EACH, (), seats=3), (HERE, HERE, BOT), STANDARD, NOON, begins=False).timed
    assert acts_of(closed, deal(closed)) == ()
    story = [(1, Kind.START, {"seats": ["here", "here", "bot"]}), (2, Kind.DEAL, {}), (3, Kind.GO_ON, {})]
    before, after, last = (snapshot for _, snapshot in replay_history(TWO_EACH, table.packs, story))
    assert (before.table.piles, after.table, after.picks) == (((), (), ()), table, dealt(table))
    assert last.table == table
    with pytest.raises(BadHistory):
        [*replay_history(TWO_EACH, table.packs, [*story, (4, Kind.DEAL, {})])]


def test_M12_the_night_goes_from_the_lobby_to_the_signal_and_the_log_opens_after_the_fights():
    night = stages_of(MAGIC_SEALED.stages, opens=True, fights=True, shares=False)
    assert night == (Stage.LOBBY, Stage.OPENING, Stage.BUILDING, Stage.FIGHTING, Stage.FINISHED)
    assert next_stage(night, Stage.LOBBY, StageMove.START) is Stage.OPENING
    assert next_stage(night, Stage.OPENING, StageMove.GO_ON) is Stage.BUILDING
    assert MAGIC_SEALED.log_opens is LogOpens.FOUGHT


@pytest.mark.parametrize("packs", [1, 3])
def test_M13_all_have_as_many_packs(packs):
    with pytest.raises(ValueError, match="no packs to pass"):
        open_table(TWO_EACH, packs_of(3, packs), seats=3)
    with pytest.raises(ValueError, match="no packs to pass"):
        open_table(TWO_EACH, packs_of(3), seats=4)


@given(st.integers(2, 12), st.integers(1, 12), st.integers(1, 4))
def test_a_table_of_pools_is_on_a_line_what_it_is_and_no_card_lies_twice(seats, packs, cards):
    table = open_table(MAGIC_SEALED.with_packs(packs, 0), packs_of(seats, packs, cards), seats=seats)
    lying = [held.id for pile in table.piles for held in pile]
    assert sorted(lying) == [*range(1, seats * packs * cards + 1)]
    again = read(write(table))
    assert [ids(pile) for pile in again.piles] == [ids(pile) for pile in table.piles]
    assert (again.format, again.phase, write(again)) == (table.format, table.phase, write(table))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("magic-sealed:2 0.0 drafted // | | N1 / | | N2 // 1: N1 / N2", "keeps 2 packs, not 1"),
        ("magic-sealed:1 0.0 drafted // | | N2 / | | N1 // 1: N1 / N2", "its own packs"),
        ("magic-sealed:13 0.0 drafted // /", "no format"),
        ("magic-sealed:2x1 0.0 drafted // /", "no format"),
        ("magic-sealed 1.1 left // /", "0 rounds"),
    ],
)
def test_a_line_of_no_table_is_refused(line, says):
    with pytest.raises(BadNotation, match=says):
        read(line)


def test_a_line_without_packs_is_a_table_before_the_signal():
    table = read("magic-sealed:3 0.0 drafted // /")
    assert (table.packs, table.piles, write(table)) == ((), ((), ()), "magic-sealed:3 0.0 drafted // /")
