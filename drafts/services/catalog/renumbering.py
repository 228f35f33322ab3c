"""New numbers for cards: their rows stay, and with them packs, statistics and logs."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from drafts.models import Card, CardSet, Draft, PileEntry

AT_ONCE = 500


def renumber_cards(card_set: CardSet, numbers: Mapping[str, str]) -> None:
    """Give cards of a set new numbers, none of which another card has; `numbers` maps the old ones to the new ones.

    The old numbers are kept, so that logs that name them can be verified and imported. To be called in a transaction
    that has locked the set.
    """
    rows = list(card_set.cards.filter(number__in=numbers).only("id", "number", "former_numbers"))
    for row in rows:
        former = row.former_numbers.split("\n") if row.former_numbers else []
        row.former_numbers = "\n".join([*former, row.number])
        row.number = numbers[row.number]
    Card.objects.bulk_update(rows, ["number", "former_numbers"], batch_size=AT_ONCE)
    rename_in_lists(numbers)


def rename_in_lists(numbers: Mapping[str, str]) -> None:
    """Replace the old numbers of cards by the new ones in lists of packs and entered piles."""
    if not numbers:
        return
    texts: list[tuple[QuerySet[Any], str]] = [(Draft.objects.all(), "pack_list"), (PileEntry.objects.all(), "numbers")]
    for rows, column in texts:
        for key, text in rows.exclude(**{column: ""}).values_list("id", column):
            renamed = "\n".join(numbers.get(line, line) for line in text.split("\n"))
            if renamed != text:
                rows.filter(id=key, **{column: text}).update(**{column: renamed})
