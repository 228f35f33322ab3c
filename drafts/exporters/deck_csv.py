"""A deck as a table for a spreadsheet: one row for each different card."""

import csv
import io

from drafts.exporters.card_json import plain
from drafts.exporters.csv_cells import guarded
from drafts.rules.decks import Deck, Zone, alike
from drafts.rules.games.base import CardGame

COLUMNS = ("zone", "count", "card_number", "card_name", "rarity")
"""The first columns; those that the game has for a card follow, and `starter`: one of them starts.

Last, in a deck with cards of foil alone, `foil`: how many of them are of foil.
"""


def write_deck_csv(*, game: CardGame, deck: Deck) -> str:
    """Return the deck as CSV with a heading, a byte order mark before it, so that spreadsheets read it as UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    has_foil = any(held.foil for zone in deck.zones for held in zone.cards)
    writer.writerow((*COLUMNS, *game.logged, "starter", *(("foil",) if has_foil else ())))
    for zone in deck.zones:
        writer.writerows([guarded(value) for value in row] for row in _rows(game, deck, zone, has_foil))
    return "\ufeff" + out.getvalue()


def _rows(game: CardGame, deck: Deck, zone: Zone, has_foil: bool) -> list[list[object]]:
    return [
        [
            *(zone.slug, len(cards), cards[0].card.number, cards[0].card.name, cards[0].card.rarity),
            *(plain(getattr(cards[0].card, fact)) for fact in game.logged),
            "yes" if deck.starter in cards else "no",
            *((sum(held.foil for held in cards),) if has_foil else ()),
        ]
        for cards in alike(zone.cards)
    ]
