"""The sets and cards that an imported log tells of."""

from collections.abc import Iterator, Mapping

from drafts.importers.card_fields import CODE
from drafts.importers.faults import ImportFault, quoted
from drafts.log.draft_checks import card_of
from drafts.log.file_checks import CheckedLog
from drafts.models import FACTS, Card, CardSet
from drafts.rules.cards import Card as PrintedCard
from drafts.rules.games.base import CardGame
from drafts.store.catalog import cards_by_row, common_columns, facts_columns

AT_ONCE = 500


class ImportedCards:
    """The sets and cards of a log: those that are loaded here, and the others as the log tells of them.

    What is loaded is never changed. Of a set that is not loaded the cards that lay in packs are known then, and no
    packs are made of it (`CardSet.partial`).
    """

    def __init__(self, log: CheckedLog) -> None:
        self._game: CardGame = log.format.card_game
        self._told: dict[str, tuple[str, PrintedCard]] = {}
        self._codes: dict[str, None] = dict.fromkeys(log.file.event.sets)
        self._listed = log.file.event.packs == "uploaded"
        for table in log.file.tables:
            for pack in table.packs:
                self._codes[pack.set] = None
                for card in pack.cards:
                    if card.number not in self._told:
                        self._told[card.number] = self._code(card.number, pack.set), card_of(self._game, card)

    def load(self, faults: list[ImportFault]) -> tuple[dict[str, CardSet], dict[str, int]]:
        """Return the sets by code and the row ids of all cards by number; what does not fit is added to the faults."""
        sets = {row.code: row for row in CardSet.objects.filter(code__in=self._codes)}
        for code, row in sets.items():
            if row.game != self._game.slug:
                faults.append(ImportFault(f"the set {code}", "is one of another game here"))
        missing = [code for code in self._codes if code not in sets]
        made = CardSet.objects.bulk_create(
            CardSet(code=code, name=code, game=self._game.slug, partial=True) for code in missing
        )
        sets |= {row.code: row for row in made}
        keys = self._loaded(sets, faults)
        return sets, keys if faults else keys | self._add(sets, keys)

    def _code(self, number: str, pack: str) -> str:
        """Return the set of a card: that of its pack, but a listed pack may hold cards of others, by their numbers."""
        code, slash, _ = number.partition("/")
        if not (self._listed and slash and CODE.fullmatch(code)):
            return pack
        self._codes[code] = None
        return code

    def _loaded(self, sets: Mapping[str, CardSet], faults: list[ImportFault]) -> dict[str, int]:
        """Return the row ids of the cards that are here; each must be the card of its number that the log tells of."""
        keys: dict[str, int] = {}
        numbers = list(self._told)
        for start in range(0, len(numbers), AT_ONCE):
            rows = Card.objects.filter(number__in=numbers[start : start + AT_ONCE])
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
        if here.game != told.game or (code != told_code and not self._listed):
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
