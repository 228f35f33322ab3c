"""Recipe files: TOML to recipes, or everything that is wrong with it. docs/card-sets.md describes the format."""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Any

from drafts.importers import limits
from drafts.importers.card_fields import CODE, is_plain
from drafts.importers.faults import BadFile, ImportFault
from drafts.rules.card_numbers import full_number
from drafts.rules.packs import Layout, Recipe, Sheet, Slot
from drafts.rules.wording import gettext_noop

Table = dict[str, Any]

GUARANTEE, FEATURED = "guarantees_trigger", "trigger"
TRAIT = re.compile("-?[a-z_]+")
DRAW, ONCE = "draw", "once"
COLORS = "colors"
LIGHTEST_WEIGHT = Decimal("0.000001")
RECIPE_KEYS = (GUARANTEE, "layout", "sheet", DRAW)


@dataclass(frozen=True, slots=True)
class SetRecipe:
    """The part of a recipe file about one set: its name, or an empty text; its recipe, or None to have it derived."""

    set_code: str
    name: str
    recipe: Recipe | None

    def copied_to(self, code: str, numbers: Mapping[str, str]) -> "SetRecipe":
        """Return the same for a copy of the set, whose cards have other numbers: the old ones map to the new ones."""
        return replace(self, set_code=code, recipe=self.recipe and self.recipe.renumbered(numbers))


def read_recipes(data: bytes) -> tuple[SetRecipe, ...]:
    """Read a recipe file, one table for each set. Raise BadFile with every fault."""
    try:
        tables = tomllib.loads(data.decode("utf-8-sig"), parse_float=Decimal)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadFile(
            [
                ImportFault(
                    gettext_noop("recipe file"), gettext_noop("this is not TOML in UTF-8: %(error)s", error=str(error))
                )
            ]
        ) from None
    faults: list[ImportFault] = []
    recipes = tuple(_set_recipe(code, _Reader(code, table, faults)) for code, table in tables.items())
    if not recipes:
        faults.append(ImportFault(gettext_noop("recipe file"), gettext_noop("there is no set in it")))
    if faults:
        raise BadFile(faults)
    return recipes


class _Reader:
    """Reads the keys of one table; what is wrong goes to `faults` and a harmless value is given instead."""

    def __init__(self, where: str, table: object, faults: list[ImportFault]) -> None:
        self.where = where
        self.faults = faults
        self._table: Table = table if isinstance(table, dict) else {}
        if not isinstance(table, dict):
            self.fault(gettext_noop("is not a table"))

    def fault(self, what: str) -> None:
        """Note a fault of this table."""
        self.faults.append(ImportFault(self.where, what))

    def only(self, known: Iterable[str]) -> None:
        """Note every key that is not known."""
        for key in self._table.keys() - set(known):
            self.fault(gettext_noop("%(key)s is not known here", key=ascii(key)))

    def has_any(self, keys: Iterable[str]) -> bool:
        """Whether one of the keys is there."""
        return not self._table.keys().isdisjoint(keys)

    def text(self, key: str, longest: int) -> str:
        """Return a text, or an empty one."""
        value = self._table.get(key, "")
        if not isinstance(value, str) or len(value) > longest or not is_plain(value):
            self.fault(
                gettext_noop("%(key)s is not a text of at most %(longest)s characters", key=key, longest=longest)
            )
            return ""
        return value.strip()

    def weight(self, key: str) -> Fraction:
        """Return a number from the lightest to the heaviest weight, also with decimals."""
        return self._weight(key, self._table.get(key))

    def _weight(self, key: str, value: object) -> Fraction:
        number = Decimal(value) if isinstance(value, int | Decimal) and not isinstance(value, bool) else Decimal()
        if number.is_finite() and LIGHTEST_WEIGHT <= number <= limits.HEAVIEST_WEIGHT:
            return Fraction(number)
        facts = {"key": key, "least": LIGHTEST_WEIGHT, "highest": limits.HEAVIEST_WEIGHT}
        self.fault(gettext_noop("%(key)s is not a number from %(least)s to %(highest)s", **facts))
        return Fraction(1)

    def whole(self, key: str, highest: int) -> int:
        """Return a whole number from 1 to `highest`."""
        return self._whole(key, self._table.get(key), highest)

    def _whole(self, key: str, value: object, highest: int) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= highest:
            return value
        self.fault(
            gettext_noop(
                "%(key)s is not a whole number from 1 to %(highest)s", key=key, least=LIGHTEST_WEIGHT, highest=highest
            )
        )
        return 2

    def truth(self, key: str) -> bool | None:
        """Return true or false, or None where the key is missing."""
        value = self._table.get(key)
        if value is None or isinstance(value, bool):
            return value
        self.fault(gettext_noop("%(key)s is neither true nor false", key=key))
        return None

    def weights(self, key: str) -> tuple[tuple[str, int], ...]:
        """Return a table of rarities and their shares, in the order of the file."""
        value = self._table.get(key)
        if not isinstance(value, dict) or not value:
            self.fault(gettext_noop("%(key)s is not a table of rarities and their weights", key=key))
            return ()
        if any(len(rarity) > limits.LONGEST_RARITY or not is_plain(rarity) for rarity in value):
            self.fault(gettext_noop("%(key)s names what is no rarity", key=key))
            return ()
        shares = [self._weight(f"{key}.{rarity}", weight) for rarity, weight in value.items()]
        return tuple(zip(value, whole_weights(shares), strict=True))

    def sheets(self, key: str, code: str) -> dict[str, Sheet]:
        """Return tables of numbers of cards and their shares, by the sheets' names; bare numbers are the set's."""
        value = self._table.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(cards, dict) and cards for cards in value.values()):
            self.fault(gettext_noop("%(key)s has no tables of numbers and their weights", key=key))
            return {}
        return {name: self._sheet(f"{key}.{name}", cards, code) for name, cards in value.items()}

    def _sheet(self, key: str, cards: Mapping[str, object], code: str) -> Sheet:
        weights: dict[str, Fraction] = {}
        for number, weight in cards.items():
            full = full_number(code, number)
            if full in weights:
                self.fault(gettext_noop("%(key)s has %(number)s twice", key=key, number=ascii(full)))
            weights[full] = self._weight(f"{key}.{number}", weight)
        return tuple(zip(weights, whole_weights(list(weights.values())), strict=True))

    def tables(self, key: str, most: int) -> list["_Reader"]:
        """Return a reader for each table of a list that is not empty."""
        value = self._table.get(key)
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            self.fault(
                gettext_noop(
                    "%(key)s is not a list of 1 to %(most)s tables, each under [[…%(key)s]]", key=key, most=most
                )
            )
            return []
        return [_Reader(f"{self.where}, {key} {place}", table, self.faults) for place, table in enumerate(value, 1)]


def whole_weights(shares: Sequence[Fraction]) -> list[int]:
    """Return shares as whole numbers in the same proportion, whole ones as they are; none over the heaviest weight."""
    if not shares:
        return []
    common = lcm(*(share.denominator for share in shares))
    weights = [int(share * common) for share in shares]
    if max(weights) > limits.HEAVIEST_WEIGHT:
        weights = [weight // reduce(gcd, weights) for weight in weights]
    heaviest = max(weights)
    if heaviest <= limits.HEAVIEST_WEIGHT:
        return weights
    return [max(1, round(weight * limits.HEAVIEST_WEIGHT / heaviest)) for weight in weights]


def _set_recipe(code: str, reader: _Reader) -> SetRecipe:
    reader.only({"name", *RECIPE_KEYS})
    if not CODE.fullmatch(code):
        reader.fault(gettext_noop("is not a set's code"))
    name = reader.text("name", limits.LONGEST_SET_NAME)
    return SetRecipe(code, name, _recipe(code, reader) if reader.has_any(RECIPE_KEYS) else None)


def _recipe(code: str, reader: _Reader) -> Recipe:
    guaranteed = reader.truth(GUARANTEE)
    sheets = reader.sheets("sheet", code)
    tables = reader.tables("layout", limits.MOST_LAYOUTS)
    weights = whole_weights([table.weight("weight") for table in tables])
    layouts = tuple(
        _layout(table, weight, guaranteed=guaranteed is True, sheets=sheets)
        for table, weight in zip(tables, weights, strict=True)
    )
    holds_one = bool(layouts) and all(_holds_featured(layout) for layout in layouts)
    return Recipe(holds_one if guaranteed is None else guaranteed, layouts, once=_is_drawn_once(reader))


def _is_drawn_once(reader: _Reader) -> bool:
    drawn = reader.text(DRAW, limits.LONGEST_TRAIT)
    if drawn not in ("", ONCE):
        reader.fault(gettext_noop("%(key)s is not %(word)s", key=DRAW, word=ascii(ONCE)))
    return drawn == ONCE


def _holds_featured(layout: Layout) -> bool:
    return any(slot.only == FEATURED and not slot.aside for slot in layout.slots)


def _layout(reader: _Reader, weight: int, *, guaranteed: bool, sheets: Mapping[str, Sheet]) -> Layout:
    reader.only({"weight", "slot"})
    slots = tuple(_slot(slot, sheets) for slot in reader.tables("slot", limits.MOST_SLOTS))
    layout = Layout(weight, slots)
    if slots and all(slot.aside for slot in slots):
        reader.fault(gettext_noop("no slot has cards that are drafted"))
    if guaranteed and slots and not _holds_featured(layout):
        reader.fault(
            gettext_noop("no slot has %(trait)s = true, though %(key)s says so", trait=FEATURED, key=GUARANTEE)
        )
    return layout


def _slot(reader: _Reader, sheets: Mapping[str, Sheet]) -> Slot:
    if reader.has_any(["sheet"]):
        return _slot_of_sheet(reader, sheets)
    reader.only({"name", "count", "only", FEATURED, "rarities", "pair", "aside", "foil", "balance"})
    name = reader.text("name", limits.LONGEST_SLOT_NAME)
    if not name:
        reader.fault(gettext_noop("name is missing"))
    slot = Slot(
        name=name,
        count=reader.whole("count", limits.MOST_IN_A_SLOT),
        only=_only(reader),
        weights=reader.weights("rarities"),
        pair=reader.truth("pair") is True,
        aside=reader.truth("aside") is True,
        foil=reader.truth("foil") is True,
        balance=_balance(reader),
    )
    _check_pair(reader, slot)
    return slot


def _slot_of_sheet(reader: _Reader, sheets: Mapping[str, Sheet]) -> Slot:
    reader.only({"name", "count", "sheet", "aside", "foil", "balance"})
    name = reader.text("sheet", limits.LONGEST_SLOT_NAME)
    if name not in sheets:
        reader.fault(gettext_noop("there is no sheet %(name)s", name=ascii(name)))
    return Slot(
        name=reader.text("name", limits.LONGEST_SLOT_NAME) or name,
        count=reader.whole("count", limits.MOST_IN_A_SLOT),
        only="",
        weights=(),
        aside=reader.truth("aside") is True,
        sheet=sheets.get(name, ()),
        foil=reader.truth("foil") is True,
        balance=_balance(reader),
    )


def _balance(reader: _Reader) -> str:
    """Return the fact by which a slot is balanced: colours, or none."""
    balance = reader.text("balance", limits.LONGEST_TRAIT)
    if balance not in ("", COLORS):
        reader.fault(gettext_noop("%(key)s is not %(word)s", key="balance", word=ascii(COLORS)))
    return balance


def _only(reader: _Reader) -> str:
    """Return the trait that is asked for, or after a hyphen refused; `trigger = true` is `only = "trigger"`."""
    only, featured = reader.text("only", limits.LONGEST_TRAIT), reader.truth(FEATURED)
    if only and not TRAIT.fullmatch(only):
        reader.fault(gettext_noop("only is no trait, such as basic, or -basic for cards without it"))
    if featured is None:
        return only
    if only:
        reader.fault(gettext_noop("only and %(trait)s say the same thing: one of them will do", trait=FEATURED))
    return FEATURED if featured else f"-{FEATURED}"


def _check_pair(reader: _Reader, slot: Slot) -> None:
    """Note an odd count, or a balance, of a slot of pairs."""
    if slot.pair and slot.count % 2:
        reader.fault(gettext_noop("a pair slot has an even count"))
    if slot.pair and slot.balance:
        reader.fault(gettext_noop("a pair slot has no balance"))
