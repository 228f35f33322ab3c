"""The plain draft by its rules: packs and picks as an event settles them."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.cards import CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.draft.clock import seconds_to_choose
from drafts.rules.draft.notation import BadNotation, read, write
from drafts.rules.draft.simulation import draft_between_bots
from drafts.rules.draft.table import OpenedPack, open_table, owed
from drafts.rules.draft.view import own_seen
from drafts.rules.fights.forms import OwnCounter
from drafts.rules.formats import Direction, Pace, Quota
from drafts.rules.games.magic.formats import MAGIC_DRAFT
from drafts.rules.games.plain.bots import bot_order
from drafts.rules.games.plain.cards import PlainCard
from drafts.rules.games.plain.decks import deck_of, tallies_of
from drafts.rules.games.plain.formats import PLAIN
from drafts.rules.games.plain.recipes import derive_recipe
from drafts.rules.night.seating import table_sizes
from drafts.rules.packs import PackMaker

CARDS = [
    PlainCard(f"TST/{number}", f"Card {number}", rarity, kind="Sailor", cost=str(number % 5))
    for number, rarity in enumerate("C" * 20 + "U" * 8 + "R" * 4)
]
LEFT, RIGHT = Direction.LEFT, Direction.RIGHT


def held(*cards):
    return tuple(CardInPack(CardId(number), card) for number, card in enumerate(cards, 1))


def opened(format_, fighters, size):
    ids = iter(range(1, 10_000))
    return open_table(
        format_,
        [
            [OpenedPack(tuple(CardInPack(CardId(next(ids)), CARDS[0]) for _ in range(size))) for _ in range(fighters)]
            for _ in format_.rounds
        ],
    )


def test_P1_two_to_twelve_sit_at_a_table_and_eight_as_a_rule():
    assert (PLAIN.fighters, PLAIN.usual_fighters) == ((2, 12), 8)
    assert table_sizes(16, 8, 12) == [8, 8]


@pytest.mark.parametrize(("packs", "picks"), [(1, 1), (3, 1), (4, 2), (12, 3)])
def test_P2_P3_an_event_settles_how_many_packs_there_are_and_how_many_cards_a_pick_has(packs, picks):
    format_ = PLAIN.with_packs(packs, picks)
    assert (len(format_.rounds), format_.deck_size) == (packs, 12 * packs)
    assert {each.rule(1).guaranteed for each in format_.rounds} == {Quota(any=picks)}
    assert PLAIN.with_packs(0, 0) is PLAIN
    assert PLAIN.with_packs(3, 1) is PLAIN


def test_no_other_format_leaves_its_packs_open():
    assert MAGIC_DRAFT.with_packs(5, 2) is MAGIC_DRAFT


def test_P3_of_a_pack_that_holds_fewer_cards_all_are_taken():
    table = opened(PLAIN.with_packs(1, 3), fighters=2, size=2)
    assert owed(table, 0) == Quota(any=2)


@given(st.integers(1, 4), st.integers(1, 3), st.integers(2, 5))
def test_a_draft_of_any_number_of_packs_and_picks_ends_with_all_cards_drafted(packs, picks, fighters):
    format_, maker = PLAIN.with_packs(packs, picks), PackMaker(derive_recipe("TST", CARDS), CARDS)
    table = draft_between_bots(format_, [maker] * packs, fighters, "seed", 1)
    assert [len(pile) for pile in table.piles] == [12 * packs] * fighters


def test_P4_a_pack_of_a_set_without_a_recipe_has_twelve_cards_each_as_likely_as_any_other():
    maker = PackMaker(derive_recipe("TST", CARDS), CARDS)
    found = Counter(card.number for number in range(3000) for card in maker.open(Chance("seed", number)))
    assert sum(found.values()) == 36_000
    mean = 36_000 / len(CARDS)
    assert all(mean - 160 < found[card.number] < mean + 160 for card in CARDS)


def test_P5_packs_are_passed_left_and_right_in_turn():
    assert [each.direction for each in PLAIN.with_packs(4, 1).rounds] == [LEFT, RIGHT, LEFT, RIGHT]


def test_P6_one_may_look_at_the_own_cards_after_each_pack_but_the_last():
    assert [each.review_after for each in PLAIN.with_packs(4, 1).rounds] == [True, True, True, False]
    assert (PLAIN.review_seconds, PLAIN.review_least) == (60, 0)
    table = opened(PLAIN, fighters=2, size=2)
    assert own_seen(table, 0).pile is None


@pytest.mark.parametrize("pace", [Pace.BRISK, Pace.STANDARD, Pace.RELAXED])
def test_P7_the_time_for_a_choice_shrinks_with_the_cards_in_hand(pace):
    times = [seconds_to_choose(PLAIN, pace, pack_size=12, in_hand=held, due=1) for held in range(12, 1, -1)]
    assert times == sorted(times, reverse=True)
    assert times[0] > times[-1] >= 5


def test_P8_fights_count_what_the_organizer_names():
    (rule,) = PLAIN.form(None, 4, OwnCounter("Prizes", 0, 6)).counters
    assert (rule.label, rule.start, rule.is_lost_at(5), rule.is_lost_at(6), rule.is_lost_at(7)) == (
        *("Prizes", 0),
        *(False, True, True),
    )
    (falling,) = PLAIN.form(None, 4, OwnCounter("Life", 20, 0)).counters
    assert [falling.is_lost_at(value) for value in (1, 0, -1)] == [False, True, True]


@pytest.mark.parametrize(("format_", "head"), [(PLAIN, "plain"), (PLAIN.with_packs(4, 2), "plain:4x2")])
def test_a_line_of_notation_names_packs_and_picks_that_are_not_usual(format_, head):
    table = opened(format_, fighters=2, size=3)
    line = write(table)
    assert line.split()[0] == head
    assert (write(read(line)), read(line).format) == (line, format_)


@pytest.mark.parametrize("name", ["plain:4", "plain:13x1", "plain:4x4", "plain:x", "magic-draft:4x2", "chess"])
def test_a_line_that_names_no_such_format_is_refused(name):
    with pytest.raises(BadNotation, match="no format is named"):
        read(f"{name} 1.1 left // N1 / N2")


def test_a_deck_is_sorted_by_type_cost_and_name_and_cards_without_them_stand_last():
    odd, dear, cheap, sail = (
        PlainCard("1", "Odd"),
        PlainCard("2", "Dear", kind="Tool", cost="12"),
        PlainCard("3", "Cheap", kind="Tool", cost="2"),
        PlainCard("4", "Sail", kind="Tool", cost="X"),
    )
    deck = deck_of(held(odd, dear, cheap, sail), 36, complete=True)
    assert [[one.card.name for one in group.cards] for group in deck.groups] == [["Cheap", "Dear", "Sail"], ["Odd"]]
    assert [group.name for group in deck.groups] == ["Tool", "no type"]


def test_the_curve_counts_costs_that_are_numbers():
    curve, kinds = tallies_of(held(*(PlainCard(cost, cost, kind="Tool", cost=cost) for cost in ("0", "2", "11", "X"))))
    assert {name: count for name, count in curve.counts if count} == {"0": 1, "2": 1, "9+": 1}
    assert kinds.counts == (("Tool", 4),)


def test_a_bot_prefers_rare_cards_and_among_like_ones_its_most_frequent_type():
    tool, sailor, rare = (
        PlainCard("1", "Lamp", "C", kind="Tool"),
        PlainCard("2", "Mate", "C", kind="Sailor"),
        PlainCard("3", "Bell", "R", kind="Tool"),
    )
    ranked = sorted((tool, sailor, rare), key=bot_order(held(sailor, sailor)), reverse=True)
    assert ranked == [rare, sailor, tool]
