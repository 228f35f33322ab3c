import re

from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.cards import Piece
from drafts.rules.games.vanguard.card_text import ALL_CLANS, pieces_of
from tests.rules.positions import text_as_read

PARTS = st.sampled_from(["«", "»", "Kagero", "all of the clans", " ", "\n", "non-", "draw a card"])
TEXTS = st.lists(PARTS).map("".join)


def printed(pieces):
    return "".join(piece.words if piece.printed is None else f"«{piece.printed}»" for piece in pieces)


def test_R18_a_clan_that_is_named_is_read_as_all_of_the_clans():
    text = "If you have a non-«Kagero» vanguard, choose a «Royal Paladin» unit."
    assert text_as_read(text) == "If you have a non-«all of the clans» vanguard, choose a «all of the clans» unit."
    assert text_as_read("Draw a card.") == "Draw a card."


def test_R18_reading_the_pieces_tell_where_a_clan_was_named_and_which():
    assert pieces_of("A «Kagero» unit.") == (Piece("A "), Piece(ALL_CLANS, "Kagero"), Piece(" unit."))
    assert pieces_of("«Kagero»") == (Piece(ALL_CLANS, "Kagero"),)
    assert pieces_of("") == ()


def test_R18_a_quotation_mark_without_its_other_half_names_no_clan():
    assert [text_as_read(text) for text in ("a « b", "a » b", "»Kagero«", "«»")] == ["a « b", "a » b", "»Kagero«", "«»"]


@given(TEXTS)
def test_R18_no_clan_is_left_and_nothing_else_is_changed(text):
    pieces = pieces_of(text)
    assert set(re.findall("«[^«»]+»", text_as_read(text))) <= {ALL_CLANS}
    assert printed(pieces) == text
    assert all(piece.words == ALL_CLANS for piece in pieces if piece.printed is not None)


@given(TEXTS)
def test_R18_a_text_that_was_read_is_read_the_same_again(text):
    assert text_as_read(text_as_read(text)) == text_as_read(text)
