"""The Magic booster draft by the rules: packs, choices, passing, the looks between packs, and the time for them."""

from collections import Counter
from itertools import pairwise

import pytest

from drafts.rules.cards import CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.draft import timed_table
from drafts.rules.draft.bots import bot_choice
from drafts.rules.draft.notation import read, write
from drafts.rules.draft.simulation import draft_between_bots
from drafts.rules.draft.table import OpenedPack, Phase, choose, end_review, has_chosen, may_call, open_table, owed
from drafts.rules.draft.view import own_seen
from drafts.rules.errors import WrongCount
from drafts.rules.formats import Direction, Pace, Quota
from drafts.rules.games.magic.decks import deck_of
from drafts.rules.games.magic.formats import MAGIC_DRAFT
from drafts.rules.games.magic.game import MAGIC_GAME
from drafts.rules.games.magic.recipes import derive_recipe
from drafts.rules.night.seating import table_sizes
from drafts.rules.packs import PackMaker
from tests.rules.games.magic_cards import card, in_hand, mag01


@pytest.fixture(scope="module")
def maker():
    return PackMaker(derive_recipe("MAG01", mag01()), mag01())


@pytest.fixture(scope="module")
def drafted(maker):
    return draft_between_bots(MAGIC_DRAFT, [maker] * 3, 8, "seed", 1)


def opened(maker, fighters):
    ids = iter(range(1, 10_000))

    def pack(number):
        cards = maker.open(Chance("seed", number))
        return OpenedPack(tuple(CardInPack(CardId(next(ids)), one) for one in cards), guaranteed=False)

    return open_table(MAGIC_DRAFT, [[pack(3 * seat + round_) for seat in range(fighters)] for round_ in range(3)])


def played_until(table, until):
    chance = Chance("seed", "bot")
    while not until(table):
        if table.phase is Phase.REVIEW:
            table = end_review(table)
        seat = next(seat for seat in range(table.fighters) if not has_chosen(table, seat))
        table = choose(table, seat, bot_choice(table, seat, chance))
    return table


def test_M1_two_to_twelve_sit_at_a_table_and_eight_as_a_rule():
    assert (MAGIC_DRAFT.fighters, MAGIC_DRAFT.usual_fighters) == ((2, 12), 8)
    assert [table_sizes(count, 8, 12) for count in (10, 11, 16)] == [[10], [6, 5], [8, 8]]


def test_M2_there_are_three_packs():
    assert len(MAGIC_DRAFT.rounds) == 3


def test_M3_M42_a_basic_land_and_a_token_are_in_the_booster_and_are_not_drafted(maker):
    (layout,) = derive_recipe("MAG01", mag01()).layouts
    assert [(slot.name, slot.count) for slot in layout.slots if slot.aside] == [("basic land", 1), ("token", 1)]
    found = Counter(one.rarity for number in range(300) for one in maker.open(Chance("seed", number)))
    assert (set(found), found["C"], found["U"]) == ({"C", "U", "R", "M"}, 3000, 900)


def test_M42_one_in_eight_of_the_rarest_cards_is_a_mythic_rare(maker):
    found = Counter(one.rarity for number in range(4000) for one in maker.open(Chance("seed", number)))
    assert 400 < found["M"] < 600
    assert found["M"] + found["R"] == 4000


def test_M42_a_set_without_commons_uncommons_or_rares_makes_packs_of_any_fourteen_cards():
    cards = [card(name=f"X/{number}", rarity=rarity) for number, rarity in enumerate("C" * 20 + "T" * 5)]
    packs = [PackMaker(derive_recipe("X", cards), cards).open(Chance("seed", number)) for number in range(20)]
    assert {(len(pack), *{one.rarity for one in pack}) for pack in packs} == {(14, "C")}


@pytest.mark.parametrize("rarities", ["CUR", "C"])
def test_M3_a_basic_land_that_is_listed_as_common_is_not_drafted(rarities):
    cards = [card(name=f"X/{number}", rarity=rarity) for number, rarity in enumerate(rarities * 20)]
    lands = [card("Basic Land - Plains", "", name=f"X/P{number}", rarity="C") for number in range(10)]
    packs = [PackMaker(derive_recipe("X", [*cards, *lands]), [*cards, *lands]).open(Chance("s", n)) for n in range(30)]
    assert not [one for pack in packs for one in pack if one.is_land]


@pytest.mark.parametrize(("rarities", "land"), [("C", "L"), ("CU", "M"), ("CUR", "U"), ("CUR", "R")])
def test_M3_basic_lands_of_any_rarity_are_not_drafted_but_in_sets_that_were_loaded_before(rarities, land):
    cards = [card(name=f"X/{number}", rarity=rarity) for number, rarity in enumerate(rarities * 20)]
    cards += [card("Basic Land - Plains", "", name=f"X/P{number}", rarity=land) for number in range(10)]
    now, before = (PackMaker(derive_recipe("X", cards, rules), cards) for rules in (2, 1))
    lands = {one.number for one in cards if one.is_land}
    assert (now.numbers & lands, before.numbers & lands) == (set(), lands)
    assert PackMaker(derive_recipe("X", cards), cards).recipe == now.recipe


def test_M4_in_each_pass_one_card_is_chosen(maker):
    table = opened(maker, 3)
    assert owed(table, 0) == Quota(any=1)
    with pytest.raises(WrongCount):
        choose(table, 0, [held.id for held in table.hands[0][:2]])


def test_M4_the_last_card_is_placed_by_itself(maker):
    table = played_until(opened(maker, 2), lambda table: len(table.hands[0]) == 1 and len(table.hands[1]) == 2)
    assert table.pass_number == 13


def test_M5_packs_go_left_then_right_then_left():
    assert [rule.direction for rule in MAGIC_DRAFT.rounds] == [Direction.LEFT, Direction.RIGHT, Direction.LEFT]


def test_M6_fourteen_cards_of_each_pack_make_forty_two(drafted):
    assert drafted.passes == 14
    assert {len(pile) for pile in drafted.piles} == {42}
    every = [held.id for pile in drafted.piles for held in pile]
    assert len(set(every)) == 8 * 42


def test_M7_no_fighter_sees_their_own_cards_but_between_packs(maker):
    table = opened(maker, 2)
    assert own_seen(table, 0).pile is None
    assert len(own_seen(played_until(table, lambda now: now.phase is Phase.REVIEW), 0).pile) == 14


def test_M8_there_is_a_look_at_the_own_cards_after_the_first_and_the_second_pack():
    assert [rule.review_after for rule in MAGIC_DRAFT.rounds] == [True, True, False]
    assert (MAGIC_DRAFT.review_seconds, MAGIC_DRAFT.review_least) == (60, 30)


@pytest.mark.parametrize(
    ("pace", "seconds"),
    [
        (Pace.BRISK, [40, 40, 35, 30, 25, 25, 20, 20, 15, 10, 10, 5, 5, 5]),
        (Pace.STANDARD, [60, 60, 55, 45, 40, 40, 30, 30, 25, 15, 15, 10, 10, 10]),
        (Pace.RELAXED, [100, 100, 90, 75, 65, 65, 50, 50, 40, 25, 25, 15, 15, 15]),
    ],
)
def test_M9_the_time_for_a_choice_shrinks_with_the_cards_in_hand(pace, seconds):
    assert [MAGIC_DRAFT.seconds_to_choose(pace, 14, held, 1) for held in range(15, 1, -1)] == seconds
    assert MAGIC_DRAFT.seconds_to_choose(pace, 20, 20, 1) == seconds[0]


@pytest.mark.parametrize(("pace", "minutes"), [(Pace.BRISK, 19), (Pace.STANDARD, 26), (Pace.RELAXED, 38)])
def test_M9_a_draft_lasts_as_long_as_is_said(pace, minutes):
    seconds = timed_table.clocks.estimated_seconds(MAGIC_DRAFT, pace, pack_size=14, guaranteed=False, review_seconds=60)
    assert abs(seconds / 60 - minutes) < 1.5


def test_M10_all_cards_that_were_drafted_are_the_pool(drafted):
    deck = deck_of(drafted.piles[0], MAGIC_DRAFT.deck_size, True)
    assert sorted(held.id for held in deck.zone("main")) == sorted(held.id for held in drafted.piles[0])


def test_no_card_lets_a_judge_be_called_and_none_must_be_taken(maker):
    table = opened(maker, 2)
    assert not any(may_call(table, seat) for seat in range(2))
    assert (MAGIC_DRAFT.featured, MAGIC_DRAFT.call_for) == ("", "")


def test_a_pool_is_shown_as_creatures_other_spells_and_lands_by_mana_value():
    bear, otter = card(cost="{4}{G}", name="Bear"), card(cost="{U}", name="Otter")
    pool = in_hand(card("Land", "", name="Isle"), bear, card("Instant", "{R}", name="Spark"), otter)
    deck = deck_of(pool, 42, True)
    assert [(group.name, [held.card.name for held in group.cards]) for group in deck.groups] == [
        ("Creatures", ["Otter", "Bear"]),
        ("Other spells", ["Spark"]),
        ("Lands", ["Isle"]),
    ]


def test_M19_the_curve_leaves_lands_out_and_puts_seven_and_more_together():
    pool = in_hand(card("Land", ""), card(cost="{9}"), card(cost="{7}"), card(cost="{1}{W/U}"), card("Instant", "{R}"))
    deck = deck_of(pool, 42, True)
    assert deck.counts("curve") == {"0": 0, "1": 1, "2": 1, "3": 0, "4": 0, "5": 0, "6": 0, "7+": 2}
    assert deck.counts("colours") == {"White": 1, "Blue": 1, "Black": 0, "Red": 1, "Green": 0, "Colourless": 2}
    assert deck.counts("types") == {"Creature": 3, "Instant": 1, "Land": 1}


def test_bots_keep_to_two_colours_and_to_a_curve(drafted):
    for pile in drafted.piles:
        colours = Counter(colour for held in pile for colour in held.card.colors)
        (_, first), (_, second), *others = colours.most_common()
        assert first + second > 2 * sum(count for _, count in others)
        values = deck_of(pile, 42, True).counts("curve")
        assert values["2"] + values["3"] >= 8


def test_any_position_fits_on_a_line():
    line = "magic-draft 2.3 right // N1 N2 | N3 / N4 N5 N6 // 2: N1 N2 N3 / N4 N5 N6"
    assert write(read(line, {MAGIC_DRAFT.slug: MAGIC_DRAFT})) == line


def test_the_words_of_each_field_and_question_are_different():
    labels = [field.label for field in MAGIC_GAME.fields]
    assert len(set(labels)) == len(labels)
    assert all(first != second for first, second in pairwise(question.label for question in MAGIC_GAME.questions))
