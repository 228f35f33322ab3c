"""A draft pass by pass is what was played, whatever happened at the table."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.draft.passes import Fate, fates_of, passes_of
from drafts.rules.draft.replay import PlacedCards
from drafts.rules.draft.table import OpenedPack, Phase
from drafts.rules.formats import ONE_CARD, Direction, RoundRule
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.rules.draft.test_timed_table_properties import (
    ATTENDANCE,
    DICE,
    OFTEN,
    SELDOM,
    SETTINGS,
    TABLES,
    RandomDraft,
    happen,
)
from tests.rules.positions import cards, ids

ONE_BY_ONE = replace(VANGUARD, rounds=(RoundRule(Direction.LEFT, (ONE_CARD,)),) * 6)


def played_passes(draft):
    """Return what each seat had before it chose, by round and pass: the last time that each pass was played."""
    played = {}
    for table, *_ in draft.versions.values():
        now = table.round, table.pass_number
        played = {moment: held for moment, held in played.items() if moment <= now}
        if table.phase is Phase.DRAFTING:
            played[now] = [set(ids(hand + placed)) for hand, placed in zip(table.hands, table.placed, strict=True)]
    return played


def piles_of(passes, fighters):
    return [[card for each in passes for card in each.turns[seat].taken] for seat in range(fighters)]


@given(TABLES, st.lists(ATTENDANCE, min_size=5, max_size=5), SETTINGS, DICE)
def test_every_pass_is_seen_as_it_was_played_whatever_happened(table, seats, settings, dice):
    draft = RandomDraft(table, seats[: table.fighters], settings, dice)
    for _ in range(120):
        happen(draft, dice.choice(OFTEN + SELDOM))
    opened = table.packs[: draft.table.round]  # as of a draft that is stopped now
    passes = passes_of(table.format, opened, draft.picks, verified_rounds=draft.verified)
    played = played_passes(draft)
    seen = {(each.round, each.pass_number): [set(ids(turn.hand)) for turn in each.turns] for each in passes}
    assert {moment: held for moment, held in seen.items() if moment in played} == {
        moment: held for moment, held in played.items() if moment in seen
    }  # a pass in which bots and last cards alone are placed stands in no version
    assert list(seen) == sorted({(pick.round, pick.pass_number) for pick in draft.picks})
    lie = [ids(pile + placed) for pile, placed in zip(draft.table.piles, draft.table.placed, strict=True)]
    if draft.table.phase is not Phase.DRAFTING:
        lie = [ids(pile) for pile in draft.table.piles]
    assert piles_of(passes, table.fighters) == lie
    assert all(len(turn.taken) <= turn.due.total for each in passes for turn in each.turns)
    opened_by = {held.id: seat for of_round in table.packs for seat, pack in enumerate(of_round) for held in pack.cards}
    assert all(opened_by[held.id] == turn.opened_by for each in passes for turn in each.turns for held in turn.hand)


def test_a_card_that_comes_round_to_the_same_seat_is_back_and_its_fate_is_told():
    packs = [[OpenedPack(cards("N1 N2 N3")), OpenedPack(cards("N4 N5 N6"))]]
    picks = [
        PlacedCards(1, 1, 0, (1,)),
        PlacedCards(1, 1, 1, (4,)),
        PlacedCards(1, 2, 1, (2,)),
        PlacedCards(1, 2, 0, (5,)),
        PlacedCards(1, 3, 0, (3,)),
    ]
    one, two, three = passes_of(ONE_BY_ONE, packs, picks)
    assert (ids(one.turns[0].hand), one.turns[0].back, one.direction) == ([1, 2, 3], frozenset(), Direction.LEFT)
    assert {turn.due.total for each in (one, two, three) for turn in each.turns} == {1}
    assert (ids(two.turns[0].hand), two.turns[0].opened_by, two.turns[0].back) == ([5, 6], 1, frozenset())
    assert (ids(three.turns[0].hand), three.turns[0].back) == ([3], {3})
    assert (ids(three.turns[1].hand), three.turns[1].taken) == ([6], ())  # the draft was stopped here
    assert fates_of([one, two, three]) == {
        1: Fate(0, 1, 1), 4: Fate(1, 1, 1), 2: Fate(1, 1, 2), 5: Fate(0, 1, 2), 3: Fate(0, 1, 3)
    }  # fmt: skip


def test_without_any_choice_there_is_no_pass():
    packs = [[OpenedPack(cards("T1 N2")), OpenedPack(cards("T3 N4"))]]
    assert passes_of(VANGUARD, packs, []) == ()
