import re
from pathlib import Path

import pytest
from hypothesis import given

from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft.notation import BadNotation, made_up_card, read, write
from drafts.rules.draft.table import Call, OpenedPack, Phase, open_table
from drafts.rules.games.vanguard.cards import CardType, Trigger, VanguardCard
from drafts.rules.games.vanguard.formats import VANGUARD
from drafts.rules.games.vanguard.game import VANGUARD_GAME
from tests.rules.positions import cards, state
from tests.rules.strategies import played_tables

DOCS = Path(__file__).parents[3] / "docs" / "notation.md"


@given(played_tables())
def test_any_table_can_be_written_and_read_back(table):
    line = write(table)
    assert "\n" not in line
    assert read(line, {table.format.slug: table.format}) == table


def test_a_table_is_written_on_one_line():
    table = state("T1 N2 N3", "N5 | T4 | G6", at="2.1")
    assert write(table) == "vanguard 2.1 left // T1 N2 N3 / N5 | T4 | G6 // 2: T1 N2 N3 / N5 T4"


def test_the_head_tells_of_a_verified_legion_rare_and_of_open_calls():
    assert write(state("T1 L2 L3", "T4 N5 N6", at="4.1 right rare")).startswith("vanguard 4.1 right rare // ")
    table = state("T1 L2 L3", "T4 N5 N6", at="4.1 call=0:2")
    assert table.calls == (Call(0, 2),)
    assert write(table).startswith("vanguard 4.1 right call=0:2 // ")


def test_a_review_and_the_end_are_told_instead_of_a_direction():
    assert state("||1", "||2", at="3.4 review").phase is Phase.REVIEW
    assert state("||1", "||2", at="6.4 drafted").phase is Phase.DRAFTED
    assert write(state("||1", "||2", at="6.4 drafted")) == "vanguard 6.4 drafted // | | N1 / | | N2"


def test_packs_that_are_left_out_are_made_up_of_what_lies_on_the_table():
    table = state("T1 N2", "N4 | T3 | N9", at="1.2")
    assert table.packs[0] == (OpenedPack(cards("N4 T3")), OpenedPack(cards("T1 N2")))
    assert table.packs[1:] == ((OpenedPack(()), OpenedPack(())),) * 5


def test_a_question_mark_says_that_no_trigger_unit_is_guaranteed():
    table = state("T1 N2", "N3 N4", rounds=("1: T1 N2 / ? N3 N4", "2: ?N5 / N6"))
    assert [pack.guaranteed for pack in table.packs[0]] == [True, False]
    assert table.packs[1] == (OpenedPack(cards("N5"), guaranteed=False), OpenedPack(cards("N6")))


def test_cards_are_kinds_and_ids():
    kinds = [
        (card.card.card_type, "legion_rare" in card.card.traits, card.id) for card in cards("T1 N2 3 G4 L5 LT6 LG7")
    ]
    assert kinds == [
        (CardType.TRIGGER, False, 1),
        (CardType.NORMAL, False, 2),
        (CardType.NORMAL, False, 3),
        (CardType.G, False, 4),
        (CardType.NORMAL, True, 5),
        (CardType.TRIGGER, True, 6),
        (CardType.G, True, 7),
    ]
    assert made_up_card(VANGUARD_GAME, "LN5") == made_up_card(VANGUARD_GAME, "L5")
    assert made_up_card(VANGUARD_GAME, "3") == made_up_card(VANGUARD_GAME, "N3")


def test_real_cards_keep_only_what_the_rules_ask():
    packs = [
        [
            OpenedPack(
                (
                    CardInPack(
                        CardId(1),
                        VanguardCard(
                            "BT06/001", "Charm", card_type=CardType.TRIGGER, trigger=Trigger.HEAL, rarity="RR"
                        ),
                    ),
                )
            ),
            OpenedPack((CardInPack(CardId(2), VanguardCard("BT06/002", "Order", card_type=CardType.ORDER)),)),
        ]
    ] * 6
    packs = [
        [OpenedPack(tuple(CardInPack(CardId(held.id + 10 * number), held.card) for held in pack.cards)) for pack in row]
        for number, row in enumerate(packs)
    ]
    line = write(open_table(VANGUARD, packs))
    assert line.startswith("vanguard 1.1 left // T1 / N2 // 1: T1 / N2 // 2: T11 / N12 // ")
    assert write(read(line)) == line


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("", "a line starts with format, round and pass"),
        ("vanguard 1.1", "a line starts with format, round and pass"),
        ("vanguard // T1 / N2", "a line starts with format, round and pass"),
        ("poker 1.1 // T1 / N2", "no format is named 'poker'"),
        ("vanguard 1 // T1 / N2", "'1' is no round and pass"),
        ("vanguard 0.1 // T1 / N2", "'0.1' is no round and pass"),
        ("vanguard 7.1 // T1 / N2", "vanguard has 6 rounds, not 7"),
        ("vanguard 1.1 right // T1 / N2", "'right' is not understood; vanguard goes left in this round"),
        ("vanguard 1.1 rare left // T1 / N2", "'left' is not understood"),
        ("vanguard 1.1 call=0 // T1 / N2", "'call=0' is not understood"),
        ("vanguard 1.1 call=0:2 // T1 / L2", "seat 0 did not open card 2"),
        ("vanguard 1.1 call=2:2 // T1 / L2", "seat 2 did not open card 2"),
        ("vanguard 1.1 // T1 N2", "a table has two seats at least"),
        ("vanguard 1.1 // T1 / X2", "'X2' is no card"),
        ("vanguard 1.1 // T1 / N-2", "'N-2' is no card"),
        ("vanguard 1.1 // T1 / N٣", "'N٣' is no card"),
        ("vanguard 1.1 // T1 / N2 | N1", "card 1 lies in two places"),
        ("vanguard 1.1 // T1 / N2 // 2: N1 / N3", "card 1 lies in two places"),
        ("vanguard 1.1 // T1 / N2 | | | N3", "a seat has a hand, placed cards and a pile, not 4 heaps"),
        ("vanguard 1.1 // T1 / N2 // N1 / N3", "'N1 / N3' gives the packs of no round of vanguard"),
        ("vanguard 1.1 // T1 / N2 // 7: N1 / N3", "'7: N1 / N3' gives the packs of no round of vanguard"),
        ("vanguard 1.1 // T1 / N2 // 2: N3", "round 2 has 1 packs for 2 seats"),
        ("vanguard 1.1 // T1 / N2 // 2: N3 / N4 // 2: N5 / N6", "the packs of a round are given twice"),
        ("vanguard 1.1 // T1 / N2 // 1: T1 / N3", "seat 1 holds N2, which is not in the pack that came to it"),
        ("vanguard 1.2 // T1 / N2 // 1: T1 / N2", "seat 0 holds T1, which is not in the pack that came to it"),
    ],
)
def test_a_line_that_describes_no_table_is_refused_with_what_is_wrong(line, fault):
    with pytest.raises(BadNotation, match=re.escape(fault)):
        read(line)


def test_the_examples_of_the_docs_can_be_read():
    lines = re.findall(r"^    (vanguard .*)$", DOCS.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) > 3
    for line in lines:
        assert write(read(line)).startswith(line)
