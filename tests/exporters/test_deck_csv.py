import csv
import io

from drafts.exporters.deck_csv import write_deck_csv
from drafts.rules.cards import CardInPack
from drafts.rules.games.vanguard.cards import CardType, Trigger, VanguardCard
from drafts.rules.games.vanguard.decks import deck_of
from drafts.rules.games.vanguard.game import VANGUARD_GAME

STARTER = VanguardCard("X/001", "Ash Lantern", grade=0, clan="Ember Court")
HEALER = VanguardCard("X/003", "=Nurse()", card_type=CardType.TRIGGER, grade=0, trigger=Trigger.HEAL)
STRIDER = VanguardCard("X/G01", "Dawn Strider", card_type=CardType.G, grade=4)


def rows(*cards, foil=()):
    held = tuple(CardInPack(number, card, number in foil) for number, card in enumerate(cards))
    deck = deck_of(held, 30, True)
    text = write_deck_csv(game=VANGUARD_GAME, deck=deck)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def test_each_different_card_is_a_row_with_its_zone_and_how_many_there_are():
    found = [(row["zone"], row["count"], row["card_name"], row["starter"]) for row in rows(STRIDER, STARTER, STARTER)]
    assert found == [("main", "2", "Ash Lantern", "yes"), ("g_zone", "1", "Dawn Strider", "no")]


def test_copies_of_foil_have_a_column_where_there_are_any():
    found = [(row["card_name"], row["foil"]) for row in rows(STRIDER, STARTER, STARTER, foil=(1,))]
    assert found == [("Ash Lantern", "1"), ("Dawn Strider", "0")]
    assert "foil" not in rows(STRIDER, STARTER)[0]


def test_a_row_has_the_facts_of_the_game_and_starts_no_formula():
    (healer,) = rows(HEALER)
    assert (healer["card_name"], healer["trigger"]) == ("'=Nurse()", "heal")
