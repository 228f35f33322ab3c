from functools import partial

from drafts.exporters.deck_text import write_deck_text
from drafts.rules.cards import CardInPack
from drafts.rules.games.vanguard.cards import CardType, Trigger, VanguardCard
from drafts.rules.games.vanguard.decks import deck_of
from drafts.rules.games.vanguard.game import VANGUARD_GAME

deck_text = partial(write_deck_text, game=VANGUARD_GAME)


def deck(*cards):
    return deck_of(tuple(CardInPack(number, card) for number, card in enumerate(cards)), 30, True)


STARTER = VanguardCard("X/001", "Ash Lantern", grade=0, clan="Ember Court")
KNIGHT = VanguardCard("X/002", "Brass Knight", grade=1, clan="Ember Court")
HEALER = VanguardCard(
    "X/003", "Candle Nurse", card_type=CardType.TRIGGER, grade=0, clan="Ember Court", trigger=Trigger.HEAL
)
STRIDER = VanguardCard("X/G01", "Dawn Strider", card_type=CardType.G, grade=4)


def test_a_deck_is_listed_by_grade_with_counts_and_the_g_zone_last():
    text = deck_text(title="Friday draft", fighter="Aichi", deck=deck(KNIGHT, STARTER, KNIGHT, STRIDER, HEALER))
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
    assert "No grade (1)\n1 X/9 Order" in deck_text(title="t", fighter="f", deck=deck(VanguardCard("X/9", "Order")))


def test_an_empty_deck_is_just_its_title():
    assert deck_text(title="t", fighter="f", deck=deck()) == "f, t\n"
