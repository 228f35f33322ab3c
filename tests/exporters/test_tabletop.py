import json

from drafts.exporters.tabletop import write_tabletop
from drafts.rules.cards import CardInPack
from drafts.rules.games.vanguard.cards import CardType, VanguardCard
from drafts.rules.games.vanguard.decks import deck_of

STARTER = VanguardCard("X/001", "Ash Lantern", grade=0, text="Draws.", image="a.png")
KNIGHT = VanguardCard("X/002", "Brass Knight", "R", grade=1)
STRIDER = VanguardCard("X/G01", "Dawn Strider", card_type=CardType.G, grade=4)


def saved(*cards):
    deck = deck_of(tuple(CardInPack(number, card) for number, card in enumerate(cards)), 30, True)
    face = "http://store/cards/{}.png"
    text = write_tabletop(title="Ann", deck=deck, face=lambda card: face.format(card.number), back="http://store/back")
    return json.loads(text)


def test_a_deck_is_a_saved_object_with_its_starter_face_up_beside_its_zones():
    data = saved(STARTER, KNIGHT, KNIGHT, STARTER, STRIDER)
    assert data["SaveName"] == "Ann"
    first, main, apart = data["ObjectStates"]
    assert (first["Name"], first["Nickname"], first["Transform"]["rotZ"]) == ("CardCustom", "Ash Lantern", 0)
    assert (main["Name"], main["Nickname"], main["Transform"]["rotZ"]) == ("DeckCustom", "Main deck", 180)
    assert (apart["Name"], apart["Nickname"]) == ("CardCustom", "Dawn Strider")
    assert [card["Nickname"] for card in main["ContainedObjects"]] == ["Ash Lantern", "Brass Knight", "Brass Knight"]
    assert len({one["Transform"]["posX"] for one in data["ObjectStates"]}) == 3


def test_each_card_is_named_by_a_sheet_of_its_own_that_holds_one_picture():
    _, main, _ = saved(STARTER, KNIGHT, KNIGHT, STARTER, STRIDER)["ObjectStates"]
    assert main["DeckIDs"] == [card["CardID"] for card in main["ContainedObjects"]] == [100, 200, 200]
    assert main["CustomDeck"]["2"] == {
        "FaceURL": "http://store/cards/X/002.png", "BackURL": "http://store/back", "NumWidth": 1, "NumHeight": 1,
        "BackIsHidden": True, "UniqueBack": False, "Type": 0,
    }  # fmt: skip


def test_a_card_says_its_number_rarity_and_text_when_it_is_pointed_at():
    first = saved(STARTER, KNIGHT)["ObjectStates"][0]
    assert first["Description"] == "X/001 C\nDraws."


def test_an_empty_deck_is_an_empty_table():
    assert saved()["ObjectStates"] == []
