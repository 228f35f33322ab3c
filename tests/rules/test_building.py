"""A deck that is built of a pool (M14-M20): what may lie where, its lands, and the decks of bots."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.building import (
    NO_DECK,
    BuiltDeck,
    checked,
    faults_of,
    filled,
    laid_out,
    suggested,
    tallies_of,
)
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.errors import DuplicateInDeck, LandsNotFree, NotInOwnPool, TypeNotInDeck
from drafts.rules.games.magic.building import BASICS, MAGIC_BUILDER, bot_deck
from drafts.rules.games.magic.cards import COLOURS, MagicCard

KINDS = (
    ("Creature - Elf", "{1}{G}"),
    ("Instant", "{U}{U}"),
    ("Sorcery", "{2}{W/B}"),
    ("Artifact", "{3}"),
    ("Land", ""),
    ("Enchantment", "{R}"),
    ("Conspiracy", ""),
    ("Plane - Somewhere", ""),
    ("Artifact Land", ""),
)


def card(number: int, type_line: str = "Creature - Elf", cost: str = "{1}{G}", rarity: str = "C") -> CardInPack:
    colours = "".join(colour for colour in COLOURS if colour in cost)
    figures = {"power": "1", "toughness": "1"} if "Creature" in type_line else {}
    printed = MagicCard(
        f"TST/{number:03}", f"Card {number}", rarity, type_line=type_line, mana_cost=cost, colors=colours, **figures
    )
    return CardInPack(CardId(number), printed)


def pool_of(*cards: CardInPack) -> dict[CardId, CardInPack]:
    return {held.id: held for held in cards}


@st.composite
def pools(draw) -> dict[CardId, CardInPack]:
    kinds = draw(st.lists(st.sampled_from(KINDS), max_size=90))
    return pool_of(*(card(number, *kind) for number, kind in enumerate(kinds, start=1)))


@st.composite
def decks(draw):
    """A pool, and a deck of it that may be stored."""
    pool = draw(pools())
    may = [held.id for held in pool.values() if MAGIC_BUILDER.zone_of(held.card) == "main"]
    conspiracies = [held.id for held in pool.values() if MAGIC_BUILDER.zone_of(held.card) == "command"]
    main = draw(st.lists(st.sampled_from(may), unique=True)) if may else []
    command = draw(st.lists(st.sampled_from(conspiracies), unique=True)) if conspiracies else []
    lands = draw(st.dictionaries(st.sampled_from(list(BASICS)), st.integers(0, 99)))
    return pool, checked(BuiltDeck(tuple(main), tuple(command), tuple(lands.items())), pool, MAGIC_BUILDER)


@given(decks())
def test_M17_every_card_of_the_pool_lies_in_one_place(pool_and_deck):
    pool, deck = pool_and_deck
    assert Counter((*deck.main, *deck.command, *deck.side_of(pool))) == Counter(pool.keys())


@given(decks())
def test_M19_the_counts_of_a_main_deck_are_those_of_the_whole_deck(pool_and_deck):
    pool, deck = pool_and_deck
    assert tallies_of(deck, pool, MAGIC_BUILDER, {}) == laid_out(deck, pool, MAGIC_BUILDER, {}).tallies


@given(decks())
def test_M14_M20_a_filled_deck_has_40_cards_and_keeps_all_that_was_in_it(pool_and_deck):
    pool, deck = pool_and_deck
    full = filled(deck, pool, MAGIC_BUILDER)
    assert full.size == max(40, deck.size)
    assert faults_of(full, MAGIC_BUILDER) == ()
    assert (full.main, full.command) == (deck.main, deck.command)
    assert Counter(dict(full.basics)) >= Counter(dict(deck.basics))
    assert checked(full, pool, MAGIC_BUILDER) == full
    assert filled(full, pool, MAGIC_BUILDER) == full


@given(decks())
def test_M19_each_colour_of_the_main_deck_has_a_land_and_no_other_colour_has_one(pool_and_deck):
    pool, deck = pool_and_deck
    lands = dict(suggested(deck, pool, MAGIC_BUILDER))
    asked = {colour for one in deck.main for colour in pool[one].card.colors if not pool[one].card.is_land}
    given_for = {BASICS[name] for name in lands}
    if asked and sum(lands.values()) >= len(asked):
        assert given_for == asked
    assert all(count > 0 for count in lands.values())


@given(decks(), st.data())
def test_M15_a_card_of_no_pool_is_refused_wherever_it_lies(pool_and_deck, data):
    pool, deck = pool_and_deck
    stranger = CardId(1000)
    place = data.draw(st.sampled_from(["main", "command"]))
    with pytest.raises(NotInOwnPool):
        checked(deck._replace(**{place: (*getattr(deck, place), stranger)}), pool, MAGIC_BUILDER)


def test_M14_a_deck_of_one_or_39_cards_is_too_small_and_one_of_40_or_250_is_not():
    for count, words in (
        (1, ["1 card; at least 40 are needed."]),
        (39, ["39 cards; at least 40 are needed."]),
        (40, []),
        (250, []),
    ):
        deck = BuiltDeck(
            basics=(("Plains", min(99, count)), ("Island", max(0, min(99, count - 99))), ("Swamp", max(0, count - 198)))
        )
        assert deck.size == count
        assert [str(fault.words) for fault in faults_of(deck, MAGIC_BUILDER)] == words


def test_M15_the_five_basic_lands_are_free_and_no_other_name_is():
    deck = BuiltDeck(basics=tuple((name, 3) for name in reversed(BASICS)))
    assert checked(deck, {}, MAGIC_BUILDER).basics == tuple((name, 3) for name in BASICS)
    for name in ("Wastes", "Snow-Covered Plains", "plains", ""):
        with pytest.raises(LandsNotFree):
            checked(BuiltDeck(basics=((name, 0),)), {}, MAGIC_BUILDER)


def test_M16_all_copies_of_a_card_may_be_played_but_each_card_once():
    copies = pool_of(*(CardInPack(CardId(number), card(1).card) for number in range(1, 8)))
    assert checked(BuiltDeck(tuple(copies)), copies, MAGIC_BUILDER).size == 7
    with pytest.raises(DuplicateInDeck):
        checked(BuiltDeck((CardId(1), CardId(1))), copies, MAGIC_BUILDER)


@pytest.mark.parametrize(
    "type_line", ["Creature - Elf", "Artifact Land", "Instant", "Kindred Sorcery - Elf", "Battle", "Planeswalker - Ann"]
)
def test_M18_these_lie_in_the_main_deck_and_never_in_the_command_zone(type_line):
    pool = pool_of(card(1, type_line))
    assert checked(BuiltDeck((CardId(1),)), pool, MAGIC_BUILDER).main == (1,)
    with pytest.raises(TypeNotInDeck) as refused:
        checked(BuiltDeck(command=(CardId(1),)), pool, MAGIC_BUILDER)
    assert str(refused.value.words) == "Only a conspiracy lies in the command zone."


def test_M18_a_conspiracy_lies_in_the_command_zone_and_never_in_the_main_deck():
    pool = pool_of(card(1, "Conspiracy", ""))
    assert checked(BuiltDeck(command=(CardId(1),)), pool, MAGIC_BUILDER).command == (1,)
    with pytest.raises(TypeNotInDeck) as refused:
        checked(BuiltDeck((CardId(1),)), pool, MAGIC_BUILDER)
    assert str(refused.value.words) == "A conspiracy is not part of a deck."


@pytest.mark.parametrize("kind", ["plane", "phenomenon", "scheme", "dungeon", "vanguard"])
def test_M18_these_lie_in_the_sideboard_alone(kind):
    pool = pool_of(card(1, kind.title(), ""))
    for deck in (BuiltDeck((CardId(1),)), BuiltDeck(command=(CardId(1),))):
        with pytest.raises(TypeNotInDeck) as refused:
            checked(deck, pool, MAGIC_BUILDER)
        assert str(refused.value.words) == f"A {kind} is not part of a deck."
    assert NO_DECK.side_of(pool) == (1,)


def test_refusals_are_asked_in_their_order():
    pool = pool_of(card(1), card(2, "Plane - Somewhere", ""))
    everything = BuiltDeck((CardId(9), CardId(1), CardId(1), CardId(2)), (), (("Wastes", 1),))
    refused = []
    for main in ((9, 1, 1, 2), (1, 1, 2), (1, 2), (1,)):
        with pytest.raises((NotInOwnPool, DuplicateInDeck, TypeNotInDeck, LandsNotFree)) as fault:
            checked(everything._replace(main=tuple(map(CardId, main))), pool, MAGIC_BUILDER)
        refused.append(fault.value.code)
    assert refused == ["not_in_pool", "duplicate_card", "type_not_in_deck", "lands_not_free"]


def test_M19_17_lands_of_40_go_by_the_symbols_of_the_main_deck_and_both_colours_of_a_hybrid_one():
    green, blue = (
        [card(number, cost=cost) for number in range(start, start + 9)] for start, cost in ((1, "{G}{G}"), (20, "{U}"))
    )
    hybrid = card(50, cost="{W/B}")
    pool = pool_of(*green, *blue, hybrid)
    deck = BuiltDeck(tuple(pool))
    assert suggested(deck, pool, MAGIC_BUILDER) == (("Plains", 1), ("Island", 5), ("Swamp", 1), ("Forest", 10))


def test_M19_lands_among_the_cards_count_and_a_spell_more_is_a_land_less():
    spells, lands = [card(number) for number in range(1, 31)], [card(number, "Land", "") for number in range(40, 43)]
    pool = pool_of(*spells, *lands)
    counted = []
    for number in (0, 22, 23, 24, 25):
        deck = BuiltDeck(tuple(held.id for held in (*spells[:number], *lands)))
        counted.append(sum(count for _, count in suggested(deck, pool, MAGIC_BUILDER)))
    assert counted == [14, 14, 14, 13, 12]
    larger = BuiltDeck(tuple(held.id for held in spells))
    assert dict(suggested(larger, pool, MAGIC_BUILDER)) == {"Forest": 22}


def test_M20_an_empty_deck_is_filled_with_40_lands():
    assert filled(NO_DECK, {}, MAGIC_BUILDER).basics == tuple((name, 8) for name in BASICS)


@given(pools(), st.text(max_size=5))
def test_M20_a_bot_has_40_cards_of_two_colours_at_most_of_what_lies_in_its_pool(pool, seed):
    deck = bot_deck(tuple(pool.values()), Chance(seed, "bot-deck", 4))
    assert checked(deck, pool, MAGIC_BUILDER) == deck
    assert deck.size == 40
    assert len(deck.main) <= 23
    colours = {colour for one in deck.main for colour in pool[one].card.colors}
    assert len(colours) <= 2
    assert not any(pool[one].card.is_land for one in deck.main)
    assert deck == bot_deck(tuple(pool.values()), Chance(seed, "bot-deck", 4))


def test_M20_a_bot_takes_the_23_best_cards_of_its_two_best_colours():
    strong = [card(number, cost=cost, rarity="M") for number, cost in enumerate(["{G}", "{R}"] * 15, start=1)]
    weak = [card(number, cost="{W}") for number in range(100, 140)]
    deck = bot_deck((*weak, *strong), Chance("seed", "bot-deck", 4))
    assert len(deck.main) == 23
    assert set(deck.main) <= {held.id for held in strong}
    assert sum(count for _, count in deck.basics) == 17
    assert {name for name, _ in deck.basics} == {"Mountain", "Forest"}


def test_M18_M21_a_deck_is_laid_out_in_zones_and_only_the_main_deck_is_counted():
    pool = pool_of(card(1), card(2, "Conspiracy", ""), card(3, "Instant", "{U}"))
    deck = laid_out(BuiltDeck((CardId(1),), (CardId(2),), (("Forest", 2),)), pool, MAGIC_BUILDER, {})
    assert [(zone.slug, [held.card.name for held in zone.cards]) for zone in deck.zones] == [
        ("main", ["Card 1", "Forest", "Forest"]),
        ("side", ["Card 3"]),
        ("command", ["Card 2"]),
    ]
    assert deck.counts("types") == {"Creature": 1, "Land": 2}
    assert deck.hero.card.name == "Card 1"
