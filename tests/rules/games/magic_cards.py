"""Magic cards for tests: the invented set MAG01, and cards made up of a few facts."""

import csv
from functools import cache
from pathlib import Path

import drafts
from drafts.importers.card_fields import FieldReader
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.games.magic.cards import make_card
from drafts.rules.games.magic.game import MAGIC_GAME

DATA = Path(drafts.__file__).parent / "data"
NOTHING = {field.name: field.read("") for field in MAGIC_GAME.fields if field.name != "type_line"}


def mag01():
    """The cards of the set MAG01."""
    return cards_of("MAG01")


@cache
def cards_of(code):
    """The cards of a sample set, each read as a card list is."""
    with (DATA / f"{code}.csv").open(encoding="utf-8", newline="") as file:
        readers = [FieldReader(row) for row in csv.DictReader(file)]
    cards = [reader.card(MAGIC_GAME, code) for reader in readers]
    assert [(reader.faults, reader.warnings) for reader in readers] == [([], [])] * len(cards)
    return tuple(cards)


def card(type_line="Creature - Otter", cost="{1}{U}", *, name="Card", rarity="C", **facts):
    if "Creature" in type_line:
        facts = {"power": "2", "toughness": "2"} | facts
    made = make_card({"number": name, "name": name, "rarity": rarity, "text": facts.pop("text", "")}, {
        **NOTHING, "type_line": type_line, "mana_cost": cost, **facts,
    })  # fmt: skip
    return made.card


def faults(**fields):
    """Return the faults of a line of a card list."""
    reader = _reader(fields)
    reader.card(MAGIC_GAME, "X")
    return [str(fault) for fault in reader.faults]


def listed(**fields):
    """The card of a line of a card list."""
    return _reader(fields).card(MAGIC_GAME, "X")


def _reader(fields):
    columns = {field.name: "" for field in MAGIC_GAME.fields}
    common = {"set_code": "X", "card_number": "X/1", "name": "Name", "rarity": "C", "type_line": "Instant"}
    return FieldReader({**columns, **common, **fields})


def in_hand(*cards):
    return tuple(CardInPack(CardId(number), one) for number, one in enumerate(cards, 1))
