"""Vanguard cards: their facts, and how a card list states them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from drafts.rules.cards import Card, Piece
from drafts.rules.games.base import Field, Made
from drafts.rules.games.reading import one_of, text_of_at_most, whole_number
from drafts.rules.games.vanguard.card_text import pieces_of
from drafts.rules.wording import gettext_noop

LONGEST_CLAN = 60
HIGHEST_GRADE = 99
HIGHEST_POWER = 999_999
HIGHEST_CRITICAL = 99

TRIGGER = "trigger"
G = "g"
LEGION = "legion_rare"
LEGION_RARE = "LR"
PAIR_NUMBER = re.compile(r"^(?P<set>.*)/L(?P<place>\d{1,4})(?P<tail>[^/\d]*)$")


class CardType(StrEnum):
    """The type of a card in the draft: R6 asks only whether it is a trigger unit, R10 whether a G unit."""

    NORMAL = "normal"
    TRIGGER = "trigger"
    G = "g"
    ORDER = "order"
    OTHER = "other"


class Trigger(StrEnum):
    """The kind of a trigger unit; `UNKNOWN` where the kind is not on record."""

    CRITICAL = "critical"
    DRAW = "draw"
    STAND = "stand"
    HEAL = "heal"
    FRONT = "front"
    OVER = "over"
    UNKNOWN = "unknown"


TRIGGER_SIGNS: tuple[tuple[Trigger, tuple[str, ...]], ...] = (
    (Trigger.UNKNOWN, ("unknown",)),
    (Trigger.OVER, ("over", "オーバー", "超")),
    (Trigger.FRONT, ("front", "フロント", "前")),
    (Trigger.HEAL, ("heal", "ヒール", "治")),
    (Trigger.STAND, ("stand", "スタンド", "醒")),
    (Trigger.DRAW, ("draw", "ドロー", "引")),
    (Trigger.CRITICAL, ("crit", "クリティカル", "★", "☆")),
)
"""The words and signs that are printed for a kind of trigger, in both languages."""
GIFTS = ("force", "accel", "protect", "imaginary", "フォース", "アクセル", "プロテクト", "persona")
KINDS_IN_JAPANESE = ("種類", "種別", "カード種類", "カード種別")


@dataclass(frozen=True, slots=True)
class VanguardCard(Card):
    """A Vanguard card. `power`, `shield`, `critical` and `grade` are None where none is printed."""

    game: ClassVar[str] = "vanguard"
    __hash__ = Card.__hash__

    card_type: CardType = CardType.NORMAL
    grade: int | None = None
    clan: str = ""
    nation: str = ""
    race: str = ""
    power: int | None = None
    shield: int | None = None
    critical: int | None = None
    trigger: Trigger | None = None

    def __post_init__(self) -> None:
        """Take the kinds as they are stored, too."""
        object.__setattr__(self, "card_type", CardType(self.card_type))
        object.__setattr__(self, "trigger", Trigger(self.trigger) if self.trigger else None)
        Card.__post_init__(self)

    def derived_traits(self) -> frozenset[str]:
        """Return whether it is a trigger unit (R6), a G unit (R10), a Legion Rare (R9)."""
        traits = {TRIGGER: self.is_trigger, G: self.card_type is CardType.G, LEGION: self.rarity == LEGION_RARE}
        return frozenset(trait for trait, there in traits.items() if there)

    @property
    def is_trigger(self) -> bool:
        """Whether this is a trigger unit (R6)."""
        return self.card_type is CardType.TRIGGER

    @property
    def is_g_unit(self) -> bool:
        """Whether this card goes to the G zone (R10)."""
        return self.card_type is CardType.G

    @property
    def kin(self) -> str:
        """The clan, or the nation of a card without one."""
        return self.clan or self.nation

    @property
    def reading(self) -> tuple[Piece, ...]:
        """The card's text, in pieces: each clan in « » is read as all of the clans (R18)."""
        return pieces_of(self.text)

    @property
    def pair(self) -> tuple[str, int] | None:
        """Return the series and the place of a Legion Rare (R9): `BT01/L01` is a leader, `BT01/L02` its mate.

        One whose number tells no place has place 0, and so no mate.
        """
        if self.rarity != LEGION_RARE:
            return None
        found = PAIR_NUMBER.match(self.number)
        return (f"{found['set']}\0{found['tail']}", int(found["place"])) if found else (self.number, 0)


_trigger_word = one_of(tuple(kind.value for kind in Trigger))


def _trigger(text: str) -> str:
    """Return the kind of a trigger: its word, or the words or sign that lists print for it; "" for another gift."""
    printed = text.lower()
    found = [kind.value for kind, signs in TRIGGER_SIGNS if any(sign in printed for sign in signs)]
    if not found and any(gift in printed for gift in GIFTS):
        return ""
    return found[0] if found else _trigger_word(text)


def _clan(text: str) -> str:
    """Return a clan or nation without the brackets that Japanese lists print around it."""
    return text_of_at_most(LONGEST_CLAN)(text.strip("《》«»〈〉 "))


FIELDS = (
    Field("card_type", gettext_noop("Kind"), text_of_at_most(40), aliases=("type", "uclass", *KINDS_IN_JAPANESE)),
    Field("grade", gettext_noop("Grade"), whole_number(HIGHEST_GRADE), aliases=("グレード",)),
    Field("clan", gettext_noop("Clan"), _clan, aliases=("group", "クラン")),
    Field("nation", gettext_noop("Nation"), _clan, aliases=("国家", "国")),
    Field("race", gettext_noop("Race"), text_of_at_most(LONGEST_CLAN), aliases=("種族",)),
    Field("power", gettext_noop("Power"), whole_number(HIGHEST_POWER), aliases=("パワー",)),
    Field("shield", gettext_noop("Shield"), whole_number(HIGHEST_POWER), aliases=("シールド",)),
    Field("critical", gettext_noop("Critical"), whole_number(HIGHEST_CRITICAL), aliases=("クリティカル", "☆")),
    Field(
        "trigger",
        gettext_noop("Trigger"),
        _trigger,
        aliases=("gift", "trigger_type", "trigger_effect", "トリガー", "ギフト"),
    ),
)


def make_card(common: Mapping[str, Any], facts: Mapping[str, Any]) -> Made:
    """Return the card of a list's line; its kind comes from the printed type."""
    printed = facts["card_type"]
    kind, trigger = kind_of(printed), facts["trigger"]
    faults: list[tuple[str, str]] = []
    warnings: list[str] = []
    if trigger and kind is not CardType.TRIGGER:
        said = gettext_noop("is given, but card_type %(card_type)s is no trigger unit", card_type=f"'{printed}'")
        faults.append(("trigger", said))
    if not trigger and kind is CardType.TRIGGER:
        warnings.append(gettext_noop("a trigger unit without its kind of trigger; it is taken as unknown"))
        trigger = Trigger.UNKNOWN.value
    own = {**facts, "card_type": kind, "trigger": Trigger(trigger) if trigger else None}
    return Made(VanguardCard(**common, printed_type=printed, **own), tuple(faults), tuple(warnings))


def kind_of(printed_type: str) -> CardType:
    """Return what a card is for the draft by its printed type, in any case: `Trigger Unit`, `G Unit`, `Set Order`."""
    printed = printed_type.lower()
    for japanese, english in (("トリガー", " trigger "), ("オーダー", " order "), ("ユニット", " unit ")):
        printed = printed.replace(japanese, english)
    words = re.findall(r"[a-z]+", printed)
    if "trigger" in printed:
        return CardType.TRIGGER
    if "g" in words:
        return CardType.G
    if "order" in words:
        return CardType.ORDER
    return CardType.NORMAL if {"unit", "normal"} & set(words) else CardType.OTHER


_TYPES = {"T": CardType.TRIGGER, "G": CardType.G, "N": CardType.NORMAL, "": CardType.NORMAL}
_GRADES = {"T": 0, "N": 1, "": 1, "G": 4}


def letters_of(card: Card) -> str:
    """Return a card's kind on a line of notation: `T`, `G` or `N`, and `L` before it for a Legion Rare."""
    letter = "T" if TRIGGER in card.traits else "G" if G in card.traits else ""
    return f"L{letter}" if LEGION in card.traits else letter or "N"


def made_up(letters: str, name: str) -> VanguardCard:
    """Return a made-up card: `T` is a trigger unit, `N` or nothing a normal one, `G` a G unit, `L` a Legion Rare.

    `LT` and `LG` are Legion Rares too. Raises KeyError for other letters.
    """
    letter = letters.removeprefix("L")
    rarity = LEGION_RARE if letters.startswith("L") else "C"
    return VanguardCard(name, name, rarity, card_type=_TYPES[letter], grade=_GRADES[letter])
