from drafts.exporters.deck_text import write_deck_text
from drafts.rules.cards import Card, CardInPack, CardType, Trigger
from drafts.rules.decks import deck_of
from drafts.rules.formats import VANGUARD


def deck(*cards):
    return deck_of(tuple(CardInPack(number, card) for number, card in enumerate(cards)), VANGUARD)


STARTER = Card("X/001", "Ash Lantern", grade=0, clan="Ember Court")
KNIGHT = Card("X/002", "Brass Knight", grade=1, clan="Ember Court")
HEALER = Card("X/003", "Candle Nurse", CardType.TRIGGER, grade=0, clan="Ember Court", trigger=Trigger.HEAL)
STRIDER = Card("X/G01", "Dawn Strider", CardType.G, grade=4)


def test_a_deck_is_listed_by_grade_with_counts_and_the_g_zone_last():
    text = write_deck_text(title="Friday draft", fighter="Aichi", deck=deck(KNIGHT, STARTER, KNIGHT, STRIDER, HEALER))
    assert text == (
        "Aichi, Friday draft\n"
        "\n"
        "Grade 0 (2)\n"
        "1 X/001 Ash Lantern\n"
        "1 X/003 Candle Nurse (heal)\n"
        "\n"
        "Grade 1 (2)\n"
        "2 X/002 Brass Knight\n"
        "\n"
        "G zone (1)\n"
        "1 X/G01 Dawn Strider\n"
        "\n"
        "First vanguard: Ash Lantern. Any grade 0 unit of the deck may start.\n"
    )


def test_cards_without_a_grade_have_a_heading_of_their_own():
    assert "No grade (1)\n1 X/9 Order" in write_deck_text(title="t", fighter="f", deck=deck(Card("X/9", "Order")))


def test_an_empty_deck_is_just_its_title():
    assert write_deck_text(title="t", fighter="f", deck=deck()) == "f, t\n"
