"""Magic cards (M18, M41): their facts, and how a card list states them."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from drafts.rules.cards import Card
from drafts.rules.games.base import Field, Made
from drafts.rules.games.reading import text_of_at_most
from drafts.rules.wording import gettext_noop

COLOURS = "WUBRG"
COLOUR_NAMES = {
    "W": gettext_noop("White"),
    "U": gettext_noop("Blue"),
    "B": gettext_noop("Black"),
    "R": gettext_noop("Red"),
    "G": gettext_noop("Green"),
}
LONGEST_TYPE_LINE = 120
LONGEST_COST = 60
LONGEST_FIGURE = 8
HAND_MODIFIERS = range(-6, 21)
LIFE_MODIFIERS = range(-19, 100)

PERMANENTS = ("artifact", "battle", "creature", "enchantment", "land", "planeswalker")
OTHERS = ("conspiracy", "dungeon", "instant", "kindred", "phenomenon", "plane", "scheme", "sorcery", "vanguard")
APART = frozenset(("dungeon", "phenomenon", "plane", "scheme", "vanguard"))
"""The types of cards that lie in no pack (M18, M26, M38)."""
TYPES = frozenset((*PERMANENTS, *OTHERS))
SUPERTYPES = frozenset(("basic", "elite", "host", "legendary", "ongoing", "snow", "token", "world"))
OLD_NAMES = {"tribal": "kindred"}
LINE = re.compile(r"\s+(?:-|–|—)\s+")
FACES = "//"
"""Between the faces of a card in a list of other origin."""
SYMBOL = re.compile(r"\{([^{}]*)\}")
SYMBOL_INSIDE = re.compile(r"[0-9]{1,7}|[WUBRGCSXYZ]|(?:[WUBRGC]|2)/[WUBRG]|[WUBRG]/P|[WUBRG]/[WUBRG]/P")
SIZE = ("power", "toughness")
FIGURES = (*SIZE, "loyalty", "defense")
FIGURE = re.compile(r"[0-9*+\-½X?]{1,8}")


@dataclass(frozen=True, slots=True)
class MagicCard(Card):
    """A Magic card. `colors` are letters in the order WUBRG, as is `color_identity`.

    Figures are texts, such as `*`, or None where none is printed.
    """

    game: ClassVar[str] = "magic"
    __hash__ = Card.__hash__

    type_line: str = ""
    mana_cost: str = ""
    colors: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    hand_modifier: int | None = None
    life_modifier: int | None = None
    color_identity: str = ""

    def __post_init__(self) -> None:
        """Take the figures as they are stored, too."""
        for name in FIGURES:
            object.__setattr__(self, name, getattr(self, name) or None)
        Card.__post_init__(self)

    def derived_traits(self) -> frozenset[str]:
        """Return its types and supertypes (M18), in small letters."""
        return frozenset(types_of(self.type_line))

    @property
    def mana_value(self) -> int:
        """The sum of the cost (M19): numbers, 1 for a symbol, 2 for one like {2/W}, 0 for X."""
        return value_of(self.mana_cost)

    @property
    def kin(self) -> str:
        """The colours by name; for a card without any whether it is a land."""
        names = [COLOUR_NAMES[colour].lower() for colour in self.colors]
        return "-".join(names) or ("land" if "land" in self.traits else "colourless")

    @property
    def is_land(self) -> bool:
        """Whether this is a land, whatever else it is (M18)."""
        return "land" in self.traits


def types_of(type_line: str) -> list[str]:
    """Return the words before the dash of a type line, in small letters: supertypes and types."""
    words = LINE.split(type_line, maxsplit=1)[0].lower().split()
    return [OLD_NAMES.get(word, word) for word in words]


def subtypes_of(type_line: str) -> list[str]:
    """Return the words after the dash of a type line, in small letters."""
    return " ".join(LINE.split(type_line, maxsplit=1)[1:]).lower().split()


def colours_in(text: str) -> str:
    """Return the colours of all symbols in a cost or a text; of a hybrid symbol both."""
    inside = "".join(SYMBOL.findall(text))
    return "".join(colour for colour in COLOURS if colour in inside)


@lru_cache(maxsize=4096)
def value_of(cost: str) -> int:
    """Return the sum of a cost. Decks are counted at each change of one, and costs are few."""
    return sum(map(_value, SYMBOL.findall(cost)))


def _value(symbol: str) -> int:
    if symbol.isdecimal():
        return int(symbol)
    if symbol in ("X", "Y", "Z"):
        return 0
    return 2 if symbol.startswith("2/") else 1


def _type_line(text: str) -> str:
    """Return the type line of a card's front, which decides what the card is."""
    text = text.partition(FACES)[0].strip()
    words = types_of(text_of_at_most(LONGEST_TYPE_LINE)(text))
    unknown = [word for word in words if word not in TYPES | SUPERTYPES]
    if unknown or not TYPES & set(words):
        raise ValueError(gettext_noop("is not a type line such as Legendary Creature - Otter Scout"))
    if TYPES & set(words) == {"kindred"}:
        raise ValueError(gettext_noop("says kindred and no other type"))
    return " - ".join(LINE.split(text, maxsplit=1))


def _cost(text: str) -> str:
    """Return the cost of a card's front."""
    cost = text_of_at_most(LONGEST_COST)(text.upper().partition(FACES)[0].strip())
    if SYMBOL.sub("", cost) or not all(SYMBOL_INSIDE.fullmatch(inside) for inside in SYMBOL.findall(cost)):
        raise ValueError(gettext_noop("is not a cost such as {2}{W/U}{X}"))
    return cost


def _colours(text: str) -> str:
    given = re.sub(r"[\s,;]", "", text.upper())
    if set(given) - set(COLOURS):
        raise ValueError(gettext_noop("has other letters than %(letters)s", letters=COLOURS))
    return "".join(colour for colour in COLOURS if colour in given)


def _figure(text: str) -> str | None:
    if text and not FIGURE.fullmatch(text):
        raise ValueError(gettext_noop("is not a figure such as 3, * or 1+*"))
    return text or None


def _modifier(allowed: range) -> Callable[[str], int | None]:
    def read(text: str) -> int | None:
        if not text:
            return None
        number = int(text) if re.fullmatch(r"[+-]?[0-9]{1,3}", text) else None
        if number not in allowed:
            raise ValueError(
                gettext_noop("is not a whole number from %(least)s to %(most)s", least=allowed[0], most=allowed[-1])
            )
        return number

    return read


FIELDS = (
    Field("type_line", gettext_noop("Type"), _type_line, aliases=("type",)),
    Field("mana_cost", gettext_noop("Cost"), _cost, aliases=("mana", "cost")),
    Field("colors", gettext_noop("Colours"), _colours, aliases=("color", "colour", "colours")),
    Field("power", gettext_noop("Power"), _figure),
    Field("toughness", gettext_noop("Toughness"), _figure),
    Field("loyalty", gettext_noop("Loyalty"), _figure),
    Field("defense", gettext_noop("Defense"), _figure, aliases=("defence",)),
    Field("hand_modifier", gettext_noop("Hand"), _modifier(HAND_MODIFIERS), aliases=("hand",)),
    Field("life_modifier", gettext_noop("Life"), _modifier(LIFE_MODIFIERS), aliases=("life",)),
    Field("color_identity", gettext_noop("Colour identity"), _colours, needed=False),
)

BELONGS = (
    (SIZE, gettext_noop("a creature or Vehicle"), ("creature", "vehicle", "spacecraft")),
    (("loyalty",), gettext_noop("a planeswalker"), ("planeswalker",)),
    (("defense",), gettext_noop("a battle"), ("battle",)),
    (("hand_modifier", "life_modifier"), gettext_noop("a vanguard"), ("vanguard",)),
)
"""Which figures stand on which cards, and on no others (M41)."""


def make_card(common: Mapping[str, Any], facts: Mapping[str, Any]) -> Made:
    """Return the card of a list's line. Where the list does not name the colours they are those of the cost."""
    colours = facts["colors"] or colours_in(facts["mana_cost"])
    identity = facts["color_identity"] or colours_in(facts["mana_cost"] + common["text"])
    card = MagicCard(**common, **{**facts, "colors": colours, "color_identity": identity})
    whole = replace(card, power=None, toughness=None) if _has_half_a_size(card) else card
    return Made(whole, tuple(_misplaced(card)))


def _has_half_a_size(card: MagicCard) -> bool:
    """Whether a card has a power or a toughness alone: no card is printed so, and none is stored."""
    return (card.power is None) != (card.toughness is None)


def _misplaced(card: MagicCard) -> Iterator[tuple[str, str]]:
    words = {*card.traits, *subtypes_of(card.type_line)}
    is_two_faced = FACES in card.name  # sources print the figures of such a card with its faces
    never_alone = {*SIZE} if _has_half_a_size(card) else ()
    for figures, kind, either in BELONGS:
        wanted = not words.isdisjoint(either)
        for name in figures:
            given = getattr(card, name) is not None
            if given and not wanted:
                yield name, gettext_noop("stands only on %(kind)s", kind=kind)
            elif wanted and not given and (not is_two_faced or name in never_alone):
                yield name, gettext_noop("is missing on %(kind)s", kind=kind)


def letters_of(card: Card) -> str:
    """Return a card's kind on a line of notation: there is one."""
    return "N"


def made_up(letters: str, name: str) -> MagicCard:
    """Return a made-up card: `N` or nothing. Raises KeyError for other letters."""
    if letters not in ("", "N"):
        raise KeyError(letters)
    return MagicCard(name, name, "C", type_line="Creature", mana_cost="{2}", power="2", toughness="2")
