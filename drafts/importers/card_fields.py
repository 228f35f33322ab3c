"""The fields of one line of a card list."""

import re
import unicodedata
from collections.abc import Mapping

from drafts.importers import limits
from drafts.importers.faults import quoted
from drafts.rules.card_numbers import full_number
from drafts.rules.cards import Card
from drafts.rules.games.base import CardGame, Field
from drafts.rules.texts import is_storable, too_long
from drafts.rules.wording import gettext_noop

CODE = re.compile(rf"[A-Z0-9][A-Z0-9_.-]{{0,{limits.LONGEST_CODE - 1}}}")
BIDIRECTIONAL = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
NOT_PRINTED = frozenset({"Cc", "Cs", "Co", "Zl", "Zp"})


class FieldReader:
    """Reads the fields of one line, and gathers `faults` and `warnings` on the way instead of stopping at the first.

    `is_strict`: facts that do not go together are a fault. Lists of other origin leave out much: there it is a warning.
    """

    def __init__(self, fields: Mapping[str, str], *, is_strict: bool = True) -> None:
        self._fields = fields
        self._is_strict = is_strict
        self.faults: list[str] = []
        self.warnings: list[str] = []
        self.facts: dict[str, object] = {}

    def set_code(self) -> str:
        """Return the set's code in capitals."""
        code = self._fields["set_code"].strip().upper()
        if not CODE.fullmatch(code):
            self._fault(
                "set_code",
                gettext_noop("is not 1 to %(longest)s letters A to Z, digits and - . _", longest=limits.LONGEST_CODE),
            )
        return code

    def card(self, game: CardGame, code: str) -> Card | None:
        """Return the card of the set with this code, or None where a field has a fault; `facts` are kept as they are.

        Its number names a set (`full_number`).
        """
        common = {
            "number": self._number(code),
            "name": self._text("name", limits.LONGEST_NAME, needed=True),
            "rarity": self._rarity(game),
            "text": self._paragraphs("text", limits.LONGEST_TEXT) if "text" in self._fields else "",
        }
        self.facts = {field.name: self._fact(field) for field in game.fields}
        if self.faults:
            return None
        made = game.make_card(common, self.facts)
        self.warnings += made.warnings
        for column, what in made.faults:
            (self.faults if self._is_strict else self.warnings).append(self._words(column, what))
        return None if self.faults else made.card

    def _fault(self, column: str, what: str) -> None:
        self.faults.append(self._words(column, what))

    def _words(self, column: str, what: str) -> str:
        value = quoted(self._fields.get(column, ""))
        return gettext_noop("%(column)s %(what)s: %(value)s", column=column, what=what, value=value)

    def _text(self, column: str, longest: int, *, needed: bool = False) -> str:
        text = unicodedata.normalize("NFC", self._fields[column].strip())
        if needed and not text:
            self.faults.append(gettext_noop("%(column)s is empty", column=column))
        self._must_fit(column, text, longest)
        self._must_be_plain(column, text)
        return text

    def _number(self, code: str) -> str:
        number = self._text("card_number", limits.LONGEST_NUMBER, needed=True)
        if not number or not CODE.fullmatch(code):
            return number
        full = full_number(code, number)
        if len(number) <= limits.LONGEST_NUMBER < len(full):
            what = gettext_noop("is longer than %(longest)s characters with its set", longest=limits.LONGEST_NUMBER)
            self._fault("card_number", what)
        return full

    def _paragraphs(self, column: str, longest: int) -> str:
        """Return a text that may have line breaks, each as a line feed."""
        lines = [line.strip() for line in re.split(r"\r\n|\r|\n", self._fields[column])]
        text = unicodedata.normalize("NFC", "\n".join(lines).strip())
        self._must_fit(column, text, longest)
        self._must_be_plain(column, *text.split("\n"))
        return text

    def _must_fit(self, column: str, text: str, longest: int) -> None:
        if len(text) > longest:
            self._fault(column, too_long(longest))

    def _must_be_plain(self, column: str, *lines: str) -> None:
        if not all(map(is_plain, lines)):
            self._fault(column, gettext_noop("has control or text-direction characters in it"))

    def _fact(self, field: Field) -> object:
        text = unicodedata.normalize("NFC", self._fields.get(field.name, "").strip())
        self._must_be_plain(field.name, text)
        try:
            return field.read(text)
        except ValueError as wrong:
            self._fault(field.name, wrong.args[0])
            return None

    def _rarity(self, game: CardGame) -> str:
        rarity = self._text("rarity", limits.LONGEST_RARITY).upper()
        return game.rarity_words.get(rarity, rarity)


def is_plain(text: str) -> bool:
    """Whether the text has no control, line-breaking or text-direction characters, which could disguise it."""
    if text.isascii():
        return text.isprintable()
    if not is_storable(text):
        return False
    return not any(char in BIDIRECTIONAL or unicodedata.category(char) in NOT_PRINTED for char in text)
