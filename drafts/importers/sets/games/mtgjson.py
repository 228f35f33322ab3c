"""Set files of MTGJSON, versions 4 and 5: cards, and the sheets of a booster as a recipe."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import gcd
from typing import Any

from drafts.importers.limits import (
    LONGEST_NUMBER,
    LONGEST_SET_NAME,
    LONGEST_SLOT_NAME,
    MOST_IN_A_SLOT,
    MOST_LAYOUTS,
    MOST_SLOTS,
)
from drafts.importers.recipes import COLORS, whole_weights
from drafts.importers.sets.games.faces import (
    BASIC_LAND,
    NEVER_DRAFTED,
    Fields,
    is_basic,
    joined,
    named,
    objects_in,
    printed,
    whole,
)
from drafts.rules.games.magic.cards import FIGURES
from drafts.rules.packs import Layout, Recipe, Sheet, Slot

BOOSTERS = ("draft", "default", "play", "set", "collector")
"""The kinds of boosters that a file may describe, the one that is drafted first."""

MOST_BOOSTERS = 12  # kinds to choose from

Object = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MtgjsonSet:
    """A set file: its code, its name, the fields of its cards, and the booster that it describes.

    `recipe` is None where it describes none, and `booster` its name in the file; `boosters` are the names of all that
    packs can be made of. `strangers` counts the cards of other sets that lie in it, which are left out; `faces` the
    backs that were joined to their fronts.
    """

    code: str
    name: str
    cards: tuple[Fields, ...]
    booster: str = ""
    recipe: Recipe | None = None
    strangers: int = 0
    faces: int = 0
    boosters: tuple[str, ...] = ()


def is_mtgjson(value: object) -> bool:
    """Whether a JSON value is a set file: a set, or an envelope of version 5 with a set in it."""
    cards = objects_in(_set_in(value).get("cards"))
    return bool(cards) and "code" in _set_in(value) and any("uuid" in card and "number" in card for card in cards)


def read_mtgjson(value: object, chosen: str = "") -> MtgjsonSet:
    """Return what a set file holds (`is_mtgjson`), with the booster that was chosen, or the first of `BOOSTERS`."""
    found = _set_in(value)
    code = printed(found.get("code")).upper()
    fronts, backs = _sides(objects_in(found.get("cards")))
    numbers = {printed(card.get("uuid")): f"{code}/{printed(card.get('number'))}" for card in fronts}
    described = _boosters(found)
    booster = next((kind for kind in (chosen, *BOOSTERS) if kind in described), "")
    reader = _BoosterReader(described.get(booster, {}), numbers, set())
    cards, faces = [], 0
    last = whole(found.get("baseSetSize")) if not booster else 0
    for card in fronts:
        others = backs.get(printed(card.get("number")), [])
        faces += len(others)
        number, each = printed(card.get("number")), [_face(face) for face in (card, *others)]
        cards.append(joined(each, set_code=code, number=number, rarity=_rarity(card, last)))
    reader.basics = {each["card_number"] for each in cards if is_basic(each["type_line"])}
    recipe = reader.recipe() if booster else None
    readers = (_BoosterReader(each, numbers, reader.basics) for each in described.values())
    boosters = [name for name, other in zip(described, readers, strict=True) if name == booster or other.recipe()]
    boosters.sort(key=lambda name: (BOOSTERS.index(name) if name in BOOSTERS else len(BOOSTERS), name != booster, name))
    name = named(found.get("name"), LONGEST_SET_NAME)
    shown = tuple(boosters[:MOST_BOOSTERS])
    return MtgjsonSet(code, name, tuple(cards), booster, recipe, reader.strangers, faces, shown)


def _set_in(value: object) -> Object:
    if not isinstance(value, dict):
        return {}
    data = value.get("data")
    return data if isinstance(data, dict) else value


def _boosters(found: Object) -> Object:
    boosters = found.get("booster")
    described = boosters.items() if isinstance(boosters, dict) else ()
    return {name: booster for name, booster in described if isinstance(booster, dict)}


def _sides(cards: list[Object]) -> tuple[list[Object], dict[str, list[Object]]]:
    """Return the fronts of cards, and their other faces by number; rebalanced printings of Arena are left out."""
    fronts: dict[str, Object] = {}
    backs: dict[str, list[Object]] = {}
    for card in cards:
        number = printed(card.get("number"))
        if card.get("isRebalanced") or not number:
            continue
        if card.get("side") in (None, "a"):
            fronts.setdefault(number, card)
        else:
            backs.setdefault(number, []).append(card)
    return list(fronts.values()), backs


def _face(card: Object) -> Fields:
    name = printed(card.get("faceName")) or printed(card.get("name"))
    return {
        "name": name,
        "type_line": printed(card.get("type")),
        "mana_cost": printed(card.get("manaCost")),
        "colors": printed(card.get("colors")),
        "color_identity": printed(card.get("colorIdentity")),
        **{figure: printed(card.get(figure)) for figure in FIGURES},
        "hand_modifier": printed(card.get("hand")),
        "life_modifier": printed(card.get("life")),
        "text": printed(card.get("text")),
    }


def _rarity(card: Object, last: int) -> str:
    """Return a card's rarity; variants beyond the last number of the set proper lie in no pack."""
    number = printed(card.get("number"))
    is_plain = number.isdecimal() and len(number) <= LONGEST_NUMBER
    if last > 0 and not (is_plain and int(number) <= last):
        return NEVER_DRAFTED
    rarity = printed(card.get("rarity")).lower()
    if is_basic(printed(card.get("type"))) and rarity in ("common", "basic", "land"):
        return BASIC_LAND
    return {"bonus": NEVER_DRAFTED}.get(rarity, rarity)


@dataclass(slots=True)
class _BoosterReader:
    """Makes a recipe of a booster: `numbers` are the cards by their names in the file, `basics` the basic lands."""

    booster: Object
    numbers: Mapping[str, str]
    basics: set[str]
    strangers: int = 0

    def recipe(self) -> Recipe | None:
        """Return the recipe, or None where no layout of the booster has cards of this set."""
        sheets = {name: self._sheet(sheet) for name, sheet in self._sheets()}
        layouts = []
        heaviest = sorted(objects_in(self.booster.get("boosters")), key=_weight_of, reverse=True)[:MOST_LAYOUTS]
        for layout in heaviest:
            slots = tuple(self._slots(layout.get("contents"), sheets))
            weight = whole(layout.get("weight"))
            if weight > 0 and any(not slot.aside for slot in slots):
                layouts.append(Layout(weight, slots))
        weights = lightened([layout.weight for layout in layouts])
        return (
            Recipe(
                guarantees=False,
                layouts=tuple(Layout(weight, each.slots) for weight, each in zip(weights, layouts, strict=True)),
            )
            if layouts
            else None
        )

    def _sheets(self) -> Iterator[tuple[str, Object]]:
        sheets = self.booster.get("sheets")
        for name, sheet in sheets.items() if isinstance(sheets, dict) else ():
            if isinstance(sheet, dict):
                yield name, sheet

    def _sheet(self, sheet: Object) -> Sheet:
        """Return the cards of a sheet, each with its weight; cards of other sets are counted and left out."""
        weights: dict[str, int] = {}
        cards = sheet.get("cards")
        for uuid, weight in cards.items() if isinstance(cards, dict) else ():
            if uuid not in self.numbers:
                self.strangers += 1
            elif whole(weight) > 0:
                weights[self.numbers[uuid]] = weights.get(self.numbers[uuid], 0) + whole(weight)
        return tuple(zip(weights, lightened(list(weights.values())), strict=True))

    def _slots(self, contents: object, sheets: Mapping[str, Sheet]) -> Iterator[Slot]:
        for name, count in list(contents.items())[:MOST_SLOTS] if isinstance(contents, dict) else ():
            sheet, told = sheets.get(name, ()), dict(self._sheets()).get(name, {})
            parts = [(sheet, count)]
            if told.get("fixed"):  # all cards of the sheet are in the pack, whatever their number
                drafted = tuple((number, 1) for number, _ in sheet if number not in self.basics)
                basics = tuple((number, 1) for number, _ in sheet if number in self.basics)
                parts = [(drafted, len(drafted)), (basics, len(basics))]
            for cards, number_of in parts:
                if cards and 1 <= whole(number_of) <= MOST_IN_A_SLOT:
                    yield Slot(
                        named(name, LONGEST_SLOT_NAME),
                        whole(number_of),
                        "",
                        (),
                        aside=all(number in self.basics for number, _ in cards),
                        sheet=cards,
                        foil=told.get("foil") is True,
                        balance=COLORS if told.get("balanceColors") is True else "",
                    )


def _weight_of(layout: Object) -> float:
    weight = layout.get("weight")
    return weight if isinstance(weight, int | float) else 0


def lightened(weights: list[int]) -> list[int]:
    """Return weights in the same proportion, as light as they can be and none over the limit."""
    common = reduce(gcd, weights, 0)
    return whole_weights([Fraction(weight // common) for weight in weights])
