import base64
import re
import zlib
from dataclasses import replace

import pytest

from drafts.exporters.deck_pdf import LEFT_OUT, Heading, write_deck_pdf
from drafts.rules.cards import CardInPack
from drafts.rules.games.magic.decks import built_deck
from drafts.rules.games.magic.decks import deck_of as pool_of
from drafts.rules.games.magic.game import MAGIC_GAME
from drafts.rules.games.vanguard.decks import deck_of
from drafts.rules.games.vanguard.game import VANGUARD_GAME
from tests.exporters.test_deck_text import HEALER, KNIGHT, STARTER, STRIDER


def pages_of(pdf):
    """Return the lines of text of each page, of letters that Manrope has as themselves."""
    packed = re.findall(rb"/ASCII85Decode[^>]*>>\s*stream\r?\n(.*?)~>endstream", pdf, re.S)
    drawn = [text for text in (zlib.decompress(base64.a85decode(each)) for each in packed) if b" Tj" in text]
    return [[line.decode("latin-1") for line in re.findall(rb"\((.*?)(?<!\\)\) Tj", text)] for text in drawn]


def text_of(pdf):
    return " ".join(word for page in pages_of(pdf) for word in page)


def held(*cards):
    return tuple(CardInPack(number, card) for number, card in enumerate(cards))


def sheet(*cards, fighter="Aichi", event="Friday draft", **asked):
    heading = Heading(fighter, event, ["23 November 2026", "Table 1, seat 2"])
    return write_deck_pdf(heading=heading, game=VANGUARD_GAME, deck=deck_of(held(*cards), 30, True), **asked)


def test_a_sheet_tells_whose_deck_it_is_and_every_card_with_its_number():
    text = text_of(sheet(KNIGHT, STARTER, KNIGHT, STRIDER, HEALER))
    for words in ("Aichi", "Friday draft", "Table 1, seat 2", "Ash Lantern", "X/003", "First vanguard: Ash Lantern."):
        assert words in text
    assert re.search(r"Grade 1 \S+ 2 .*2\S+ Brass Knight X/002", text)
    assert "heal 1" in text
    assert "There is no grade 2 unit." in text


def test_the_curve_is_drawn_as_a_column_for_each_grade():
    few, more = (sheet(*cards) for cards in ([STARTER], [STARTER, KNIGHT]))
    names = [[words for words in pages_of(pdf)[0] if words in ("0", "1")] for pdf in (few, more)]
    assert (sorted(names[0]), sorted(names[1])) == (["0", "1"], ["0", "1", "1", "1"])


def test_a_deck_of_thirty_is_one_page_on_either_paper_and_a_long_pool_goes_on():
    cards = [replace(KNIGHT, number=f"X/{place:03}", grade=place % 4) for place in range(30)]
    assert [len(pages_of(sheet(*cards, paper=paper))) for paper in ("a4", "letter")] == [1, 1]
    pool = [MAGIC_GAME.made_up("N", f"Beast {place}") for place in range(60)]
    heading = Heading("Aichi", "Friday draft", [])
    deck = pool_of(held(*(replace(card, number=f"M/{place:03}") for place, card in enumerate(pool))), 60, True)
    pages = pages_of(write_deck_pdf(heading=heading, game=MAGIC_GAME, deck=deck))
    assert (len(pages), "2" in pages[1]) == (2, True)
    assert sum(words.startswith("Beast ") for page in pages for words in page) == 60


@pytest.mark.parametrize(
    ("name", "font"), [("愛知", "HeiseiKakuGo-W5"), ("张伟", "STSong-Light"), ("지민", "HYGothic-Medium")]
)
def test_names_of_asia_are_set_in_fonts_that_readers_have(name, font):
    pdf = sheet(KNIGHT, fighter=f"{name} <b>&")
    assert font.encode() in pdf
    assert "not show" not in text_of(pdf)


def test_a_name_in_letters_that_cannot_be_set_is_left_out_and_the_sheet_says_so():
    pdf = sheet(replace(KNIGHT, name="كامي"), STARTER, fighter="كامي")
    text = text_of(pdf)
    assert " ".join(LEFT_OUT.split()[:5]) in text
    assert ("Friday draft" in text, "X/002" in text) == (True, True)


def test_words_that_cannot_be_set_are_left_out_too():
    assert "X/002" in text_of(sheet(KNIGHT, STARTER, event="كامي", say=lambda words: f"⟦{words}⟧"))


def test_pictures_in_a_name_are_left_out():
    text = text_of(sheet(KNIGHT, fighter="Aichi \N{FIRE}"))
    assert ("Aichi" in text, "not show" in text) == (True, False)


def test_M20_a_deck_that_was_built_has_lines_to_sign_on_and_a_drafted_pile_has_none():
    heading, cards = (
        Heading("Aichi", "Friday draft", []),
        held(replace(MAGIC_GAME.made_up("N", "Beast"), number="M/001")),
    )
    decks = (built_deck(cards, (), ()), pool_of(cards, 42, True))
    texts = [text_of(write_deck_pdf(heading=heading, game=MAGIC_GAME, deck=deck)) for deck in decks]
    assert ["Signature of the fighter" in text and "Checked by" in text for text in texts] == [True, False]
