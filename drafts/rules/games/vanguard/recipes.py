"""The recipe of a set for which none is on file: derived from the set's code and what it holds."""

import re
from collections import Counter
from collections.abc import Iterable
from enum import Enum

from drafts.rules.cards import Card
from drafts.rules.games.base import DERIVED_NOW, FROM_CARDS, Shape
from drafts.rules.games.vanguard.cards import LEGION_RARE, TRIGGER
from drafts.rules.packs import Layout, Recipe, Slot, fits, pairs_of
from drafts.rules.wording import Wording, gettext_noop

Weights = tuple[tuple[str, int], ...]

COMMON: Weights = (("C", 1),)
RARE_OR_BETTER: Weights = (
    # R, RR and RRR as 73 : 17 : 10, and SP once in 120 beside them.
    ("R", 8687),
    ("RR", 2023),
    ("RRR", 1190),
    ("SP", 100),
    # Cards of their own above RRR.
    ("ORR", 500),
    ("VR", 500),
    ("GR", 200),
    ("ZR", 100),
    # Special printings of cards that the set also has in a usual printing.
    *((rarity, 100) for rarity in ("H", "FR", "SR", "OR", "SVR")),
    *((rarity, 50) for rarity in ("FFR", "FRR", "SCR", "SGR", "XVR", "VDR", "DR", "SSR", "ASR", "UR")),
    *((rarity, 20) for rarity in ("LSR", "LSP", "IMR", "DSR", "SEC", "BSR", "SNR", "RLR", "OCR")),
)
TRIGGERS: Weights = (("C", 90), ("R", 5), ("RR", 3), ("RRR", 1))
LEGION_RARE_ONCE_IN = 120
NO_TRIGGER = f"-{TRIGGER}"
NOT_IN_PACKS = frozenset({"", "token", "EX", "EXP", "EXS", "Re", "SER", "SECP", "SECV", "WO", LEGION_RARE})

KNOWN_RARITIES = NOT_IN_PACKS | {rarity for rarity, _ in (*COMMON, *RARE_OR_BETTER)}

CODE = re.compile(r"^(?P<series>.*?)(?P<volume>\d{1,3})$")


class Era(Enum):
    """How packs were made when a set came out (R3)."""

    NO_TRIGGER = gettext_noop("five cards, no trigger unit guaranteed")
    TRIGGER = gettext_noop("five cards, one of them a trigger unit")
    SEVEN = gettext_noop("seven cards")
    UNKNOWN = gettext_noop("not on record")


ERAS: dict[str, tuple[tuple[range, Era], ...]] = {
    "BT": ((range(1, 6), Era.NO_TRIGGER), (range(6, 18), Era.TRIGGER)),
    "EB": ((range(1, 8), Era.NO_TRIGGER), (range(8, 13), Era.TRIGGER)),
    "G-BT": ((range(1, 11), Era.TRIGGER), (range(11, 1000), Era.SEVEN)),
}


def era_of(set_code: str) -> Era:
    """Return the era of a set by its code, such as `BT06` or `G-BT11`."""
    code = set_code.upper()
    if code.startswith(("V-", "D-", "DZ-")):
        return Era.SEVEN
    found = CODE.match(code)
    if not found:
        return Era.UNKNOWN
    volume = int(found["volume"])
    eras = (era for volumes, era in ERAS.get(found["series"], ()) if volume in volumes)
    return next(eras, Era.UNKNOWN)


_SIZES = {Era.NO_TRIGGER: 5, Era.TRIGGER: 5, Era.SEVEN: 7}


def known_shape(set_code: str) -> Shape | None:
    """Return the shape of a set's packs by its code alone; None where it depends on the cards."""
    era = era_of(set_code)
    return None if era is Era.UNKNOWN else Shape((_SIZES[era],), era is Era.TRIGGER)


def source_of(set_code: str) -> Wording:
    """Return what the recipe of a set is derived from."""
    era = era_of(set_code)
    if era is Era.UNKNOWN:
        return FROM_CARDS
    return gettext_noop("derived from the set's code: %(era)s", era=era.value)


def derive_recipe(set_code: str, cards: Iterable[Card], rules: int = DERIVED_NOW) -> Recipe:
    """Return the recipe of the set's era (R3, R6, R7), with the rarities that the set has.

    A slot stays even where the set has no card for it, so that check_recipe can name it.
    """
    known = tuple(cards)
    if not any(card.rarity for card in known):
        return _without_rarities(set_code, known)
    match era_of(set_code):
        case Era.NO_TRIGGER:
            return _five_without_trigger(known)
        case Era.TRIGGER:
            return _five_with_trigger(known)
        case Era.SEVEN:
            return _seven(known)
        case Era.UNKNOWN:
            return _by_what_there_is(known)


def _by_what_there_is(cards: tuple[Card, ...]) -> Recipe:
    commons = [card for card in cards if card.rarity == "C"]
    rares = dict(RARE_OR_BETTER)
    if not commons or not any(card.rarity in rares for card in cards):
        return _one_layout(_any_rarity(cards))
    if any(TRIGGER in card.traits for card in commons):
        return _five_with_trigger(cards)
    return _five_without_trigger(cards)


def _without_rarities(set_code: str, cards: tuple[Card, ...]) -> Recipe:
    """Return packs of the era's size (R3) in which all cards are equally likely, one of them a trigger unit."""
    shape = known_shape(set_code) or Shape((5,), guaranteed=False)
    (size,), any_card = shape.sizes, (("", 1),)
    if not (shape.guaranteed and any(TRIGGER in card.traits for card in cards)):
        return _one_layout(Slot("any card", size, "", any_card))
    slots = Slot("trigger", 1, TRIGGER, any_card), Slot("any card", size - 1, NO_TRIGGER, any_card)
    return Recipe(guarantees=True, layouts=(Layout(1, slots),))


def _seven(cards: tuple[Card, ...]) -> Recipe:
    return _one_layout(_slot("common", 5, "", COMMON, cards), _slot("rare or better", 2, "", RARE_OR_BETTER, cards))


def _five_without_trigger(cards: tuple[Card, ...]) -> Recipe:
    return _one_layout(_slot("common", 4, "", COMMON, cards), _slot("rare or better", 1, "", RARE_OR_BETTER, cards))


def _five_with_trigger(cards: tuple[Card, ...]) -> Recipe:
    trigger = _slot("trigger", 1, TRIGGER, TRIGGERS, cards)
    rare = _slot("rare or better", 1, NO_TRIGGER, RARE_OR_BETTER, cards)
    usual = (trigger, rare, _slot("common", 3, NO_TRIGGER, COMMON, cards))
    if not pairs_of(cards):
        return Recipe(guarantees=True, layouts=(Layout(1, usual),))
    pair = Slot("Legion Rare pair", 2, "", ((LEGION_RARE, 1),), pair=True)
    legion = (trigger, pair, _slot("common", 2, NO_TRIGGER, COMMON, cards))
    return Recipe(
        guarantees=True,
        layouts=(Layout(LEGION_RARE_ONCE_IN - 1, usual), Layout(1, legion)),
    )


def _any_rarity(cards: tuple[Card, ...]) -> Slot:
    """Return a slot for any card of the set, each as likely as any other. Blank rarities are a last resort."""
    counts = Counter(card.rarity for card in cards)
    weights = tuple(sorted((rarity, count) for rarity, count in counts.items() if rarity not in NOT_IN_PACKS))
    return Slot("any card", 5, "", weights or (("", 1),))


def _slot(name: str, count: int, only: str, weights: Weights, cards: tuple[Card, ...]) -> Slot:
    """Return the slot with those of the rarities that the set has fitting cards of."""
    slot = Slot(name, count, only, weights)
    there = {card.rarity for card in cards if fits(slot, card)}
    return Slot(name, count, only, tuple((rarity, weight) for rarity, weight in weights if rarity in there))


def _one_layout(*slots: Slot) -> Recipe:
    return Recipe(guarantees=False, layouts=(Layout(1, slots),))
