"""The fields of one line of a card list."""

import re
import unicodedata
from collections.abc import Mapping

from drafts.importers import limits
from drafts.importers.faults import quoted
from drafts.rules.cards import Card, CardType, Trigger
from drafts.rules.wording import gettext_noop

CODE = re.compile(rf"[A-Z0-9][A-Z0-9_.-]{{0,{limits.LONGEST_CODE - 1}}}")
WHOLE_NUMBER = re.compile(r"[0-9]{1,9}")
BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
NOT_PRINTED = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})
TRIGGERS = tuple(kind.value for kind in Trigger)
PRINTED_SMALL = {"RE": "Re", "TOKEN": "token"}


class FieldReader:
    """Reads the fields of one line, and gathers `faults` and `warnings` on the way instead of stopping at the first."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        self._fields = fields
        self.faults: list[str] = []
        self.warnings: list[str] = []

    def set_code(self) -> str:
        """Return the set's code in capitals."""
        code = self._fields["set_code"].strip().upper()
        if not CODE.fullmatch(code):
            self._fault(
                "set_code",
                gettext_noop("is not 1 to %(longest)s letters A to Z, digits and - . _", longest=limits.LONGEST_CODE),
            )
        return code

    def printed_type(self) -> str:
        """Return the type as it stands on the card."""
        return self._text("card_type", limits.LONGEST_TYPE)

    def card(self) -> Card:
        """Return the card; where a field has a fault, with a value that means nothing."""
        kind = kind_of(self._fields["card_type"])
        return Card(
            number=self._text("card_number", limits.LONGEST_NUMBER, needed=True),
            name=self._text("name", limits.LONGEST_NAME, needed=True),
            card_type=kind,
            grade=self._whole("grade", limits.HIGHEST_GRADE),
            clan=self._text("clan", limits.LONGEST_CLAN),
            nation=self._text("nation", limits.LONGEST_CLAN),
            race=self._text("race", limits.LONGEST_CLAN),
            power=self._whole("power", limits.HIGHEST_POWER),
            shield=self._whole("shield", limits.HIGHEST_POWER),
            critical=self._whole("critical", limits.HIGHEST_CRITICAL),
            trigger=self._trigger(kind),
            rarity=self._rarity(),
            text=self._paragraphs("text", limits.LONGEST_TEXT) if "text" in self._fields else "",
        )

    def _fault(self, column: str, what: str) -> None:
        self.faults.append(
            gettext_noop("%(column)s %(what)s: %(value)s", column=column, what=what, value=quoted(self._fields[column]))
        )

    def _text(self, column: str, longest: int, *, needed: bool = False) -> str:
        text = unicodedata.normalize("NFC", self._fields[column].strip())
        if needed and not text:
            self.faults.append(gettext_noop("%(column)s is empty", column=column))
        if len(text) > longest:
            self._fault(column, gettext_noop("is longer than %(longest)s characters", longest=longest))
        if not is_plain(text):
            self._fault(column, gettext_noop("has control or text-direction characters in it"))
        return text

    def _paragraphs(self, column: str, longest: int) -> str:
        """Return a text that may have line breaks, each as a line feed."""
        lines = [line.strip() for line in re.split(r"\r\n|\r|\n", self._fields[column])]
        text = unicodedata.normalize("NFC", "\n".join(lines).strip())
        if len(text) > longest:
            self._fault(column, gettext_noop("is longer than %(longest)s characters", longest=longest))
        if not all(map(is_plain, text.split("\n"))):
            self._fault(column, gettext_noop("has control or text-direction characters in it"))
        return text

    def _whole(self, column: str, highest: int) -> int | None:
        text = self._fields[column].strip()
        if not text:
            return None
        if not WHOLE_NUMBER.fullmatch(text) or int(text) > highest:
            self._fault(column, gettext_noop("is not a whole number from 0 to %(highest)s", highest=highest))
            return None
        return int(text)

    def _trigger(self, kind: CardType) -> Trigger | None:
        text = self._fields["trigger"].strip().lower()
        if not text:
            return self._trigger_left_out() if kind is CardType.TRIGGER else None
        if text not in TRIGGERS:
            self._fault("trigger", gettext_noop("is none of %(known)s", known=", ".join(TRIGGERS)))
            return None
        if kind is not CardType.TRIGGER:
            self._fault(
                "trigger",
                gettext_noop(
                    "is given, but card_type %(card_type)s is no trigger unit",
                    card_type=quoted(self._fields["card_type"]),
                ),
            )
        return Trigger(text)

    def _trigger_left_out(self) -> Trigger:
        self.warnings.append(gettext_noop("a trigger unit without its kind of trigger; it is taken as unknown"))
        return Trigger.UNKNOWN

    def _rarity(self) -> str:
        rarity = self._text("rarity", limits.LONGEST_RARITY).upper()
        return PRINTED_SMALL.get(rarity, rarity)


def kind_of(printed_type: str) -> CardType:
    """Return what a card is for the draft by its printed type, in any case: `Trigger Unit`, `G Unit`, `Set Order` …"""
    words = re.findall(r"[a-z]+", printed_type.lower())
    if "trigger" in printed_type.lower():
        return CardType.TRIGGER
    if "g" in words:
        return CardType.G
    if "order" in words:
        return CardType.ORDER
    return CardType.NORMAL if {"unit", "normal"} & set(words) else CardType.OTHER


def is_plain(text: str) -> bool:
    """Whether the text has no control, line-breaking or text-direction characters, which could disguise it."""
    if text.isascii():
        return text.isprintable()
    return not any(char in BIDIRECTIONAL or unicodedata.category(char) in NOT_PRINTED for char in text)
