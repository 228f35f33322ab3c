"""The sets and cards of an imported log."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from django.db.models import QuerySet

from drafts.importers.card_fields import CODE
from drafts.importers.faults import ImportFault, quoted
from drafts.importers.limits import LONGEST_NUMBER
from drafts.log.draft_checks import card_of
from drafts.log.file_checks import CheckedLog
from drafts.models import FACTS, Card, CardSet
from drafts.rules.card_numbers import free_number, front_of
from drafts.rules.cards import Card as PrintedCard
from drafts.rules.games.base import CardGame
from drafts.store.card_numbers import NumbersHere
from drafts.store.catalog import cards_by_row, common_columns, facts_columns

AT_ONCE = 500


class ImportedCards:
    """The sets and cards of a log: those that are loaded here, and the others as the log describes them.

    Loaded sets are never changed. Loaded cards may have other numbers here than in the file (`NumbersHere`). A set that
    is not loaded gets only the cards that lay in packs, and no packs are made of it (`CardSet.partial`).
    """

    def __init__(self, log: CheckedLog) -> None:
        self._format = log.format
        self._told: dict[str, tuple[str, PrintedCard]] = {}
        self._codes: dict[str, None] = dict.fromkeys(log.file.event.sets)
        self.numbers: Mapping[str, str] = {}
        self._listed = log.file.event.packs == "uploaded"
        for table in log.file.tables:
            for pack in table.packs:
                self._codes[pack.set] = None
                for card in pack.cards:
                    if card.number not in self._told:
                        self._told[card.number] = self._code(card.number, pack.set), card_of(self._game, card)

    @property
    def _game(self) -> CardGame:
        """The game of the cards."""
        return self._format.card_game

    def load(self, faults: list[ImportFault]) -> tuple[dict[str, CardSet], dict[str, int]]:
        """Return the sets by code and the row ids of all cards by number; mismatches are added to the faults."""
        sets = {row.code: row for row in CardSet.objects.filter(code__in=self._codes)}
        for code, row in sets.items():
            if row.game != self._game.slug:
                faults.append(ImportFault(f"the set {code}", "is one of another game here"))
        missing = [code for code in self._codes if code not in sets]
        made = CardSet.objects.bulk_create(
            CardSet(code=code, name=code, game=self._game.slug, partial=True) for code in missing
        )
        sets |= {row.code: row for row in made}
        self.numbers = self._numbers_here()
        self._told = {
            self.numbers[old]: (code, replace(card, number=self.numbers[old]))
            for old, (code, card) in self._told.items()
        }
        keys = self._loaded(sets, faults)
        if not faults:
            keys |= self._add(sets, keys)
        return sets, {old: keys[number] for old, number in self.numbers.items() if number in keys}

    def _numbers_here(self) -> dict[str, str]:
        """Return the number that each card of the file has or will have here, all of them different."""
        here = NumbersHere(self._codes)
        names = dict(_named(self._told))
        taken: set[str] = set()
        found: dict[str, str] = {}
        for number, (code, card) in sorted(self._told.items(), key=lambda told: (not front_of(told[0]), told[0])):
            wanted = number if names.get(number) == card.name else here.number_of(code, number)
            found[number] = free_number(wanted if len(wanted) <= LONGEST_NUMBER else number, taken)
            taken.add(found[number])
        return found

    def _code(self, number: str, pack: str) -> str:
        """Return the set of a card: that of its pack, or the one in its number, since listed packs may mix sets."""
        code = front_of(number)
        if not (self._listed and CODE.fullmatch(code)):
            return pack
        self._codes[code] = None
        return code

    def _loaded(self, sets: Mapping[str, CardSet], faults: list[ImportFault]) -> dict[str, int]:
        """Return the row ids of the cards that are here; each must be the card that the log has under its number."""
        keys: dict[str, int] = {}
        for rows in _rows(self._told):
            codes = dict(rows.values_list("id", "card_set__code"))
            for key, card in cards_by_row(rows).items():
                keys[card.number] = key
                faults += self._differences(card, codes[key])
        for number, (code, _) in self._told.items():
            if number not in keys and not sets[code].partial:
                faults.append(ImportFault(f"the set {code}", f"has no card {quoted(number)} here"))
        return keys

    def _differences(self, here: PrintedCard, code: str) -> Iterator[ImportFault]:
        told_code, told = self._told[here.number]
        where = f"the card {quoted(here.number)}"
        is_referred_to = self._listed or front_of(here.number) == code
        if here.game != told.game or (code != told_code and not is_referred_to):
            yield ImportFault(where, f"is one of the set {code} here, and of {told_code} in the file")
        elif here.name != told.name:
            yield ImportFault(where, f"is {quoted(here.name)} here, and {quoted(told.name)} in the file")
        elif here.traits != told.traits:
            yield ImportFault(where, "is another kind of card here, so that other choices would be legal")

    def _add(self, sets: Mapping[str, CardSet], keys: Mapping[str, int]) -> dict[str, int]:
        """Store the cards of partial sets that are not here yet, and return their row ids."""
        new = [(sets[code], card) for number, (code, card) in self._told.items() if number not in keys]
        rows = Card.objects.bulk_create(Card(card_set=card_set, **common_columns(card)) for card_set, card in new)
        facts = FACTS[self._game.slug]
        facts._default_manager.bulk_create(
            facts(card_id=row.id, **facts_columns(self._game, card)) for row, (_, card) in zip(rows, new, strict=True)
        )
        return {row.number: row.id for row in rows}


def _rows(numbers: Iterable[str]) -> "Iterator[QuerySet[Card]]":
    """Yield the rows of the cards that have these numbers, in batches."""
    listed = list(numbers)
    for start in range(0, len(listed), AT_ONCE):
        yield Card.objects.filter(number__in=listed[start : start + AT_ONCE])


def _named(numbers: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the numbers and names of those cards that are here."""
    for rows in _rows(numbers):
        yield from rows.values_list("number", "name")
