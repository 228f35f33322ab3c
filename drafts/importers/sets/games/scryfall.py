"""Cards as Scryfall's JSON has them: a list of card objects, or a page of a search."""

from collections.abc import Mapping
from typing import Any

from drafts.importers.limits import LONGEST_SET_NAME
from drafts.importers.sets.games.faces import (
    BASIC_LAND,
    NEVER_DRAFTED,
    Fields,
    is_basic,
    joined,
    named,
    objects_in,
    printed,
)
from drafts.rules.games.magic.cards import FIGURES

NO_CARDS = frozenset({"token", "double_faced_token", "emblem", "art_series"})
DRAFTED = frozenset({"common", "uncommon", "rare", "mythic"})

Object = Mapping[str, Any]


def cards_in(value: object) -> list[Object]:
    """Return the card objects of a JSON value, without tokens and art cards; [] where there are none."""
    found = objects_in(value["data"] if isinstance(value, dict) and "data" in value else value)
    if not any("collector_number" in each and "set" in each for each in found):
        return []
    return [each for each in found if "collector_number" in each and printed(each.get("layout")) not in NO_CARDS]


def read_scryfall(cards: list[Object]) -> list[Fields]:
    """Return the fields of cards, each printing once: the English one where there are several languages."""
    cards = sorted(cards, key=lambda card: card.get("lang", "en") != "en")
    has_boosters = any(card.get("booster") is True for card in cards)
    found: dict[tuple[str, str], Fields] = {}
    for card in cards:
        code, number = printed(card.get("set")), printed(card.get("collector_number"))
        if (code, number) not in found:
            faces = [_face(face, card) for face in objects_in(card.get("card_faces")) or [card]]
            is_variant = has_boosters and card.get("booster") is False
            found[code, number] = joined(faces, set_code=code, number=number, rarity=_rarity(card, is_variant))
    return list(found.values())


def set_names_of(cards: list[Object]) -> dict[str, str]:
    """Return the names of the sets by their codes."""
    return {
        printed(card.get("set")).upper(): named(card.get("set_name"), LONGEST_SET_NAME)
        for card in cards
        if card.get("set_name")
    }


def _face(face: Object, card: Object) -> Fields:
    return {
        "name": printed(face.get("name")),
        "type_line": printed(face.get("type_line")) or printed(card.get("type_line")),
        "mana_cost": printed(face.get("mana_cost")),
        "colors": printed(face.get("colors") if "colors" in face else card.get("colors")),
        "color_identity": printed(card.get("color_identity")),
        **{figure: printed(face.get(figure)) for figure in FIGURES},
        "hand_modifier": printed(card.get("hand_modifier")),
        "life_modifier": printed(card.get("life_modifier")),
        "text": printed(face.get("oracle_text")),
    }


def _rarity(card: Object, is_variant: bool) -> str:
    rarity = printed(card.get("rarity"))
    if is_basic(printed(card.get("type_line"))):
        return BASIC_LAND
    return NEVER_DRAFTED if is_variant or rarity not in DRAFTED else rarity
