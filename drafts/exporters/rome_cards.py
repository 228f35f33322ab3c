"""The cards of Rome as data: sixty units and forty commands, in English as the rules have them."""

import csv
import io
from typing import TypedDict

from drafts.exporters.csv_cells import guarded
from drafts.rules.games.rome.cards import CommandCard, UnitCard, command_cards, unit_cards

COLUMNS = ("deck", "kind", "name", "count", "power", "mounted", "text")


class RomeCards(TypedDict):
    """Both decks: a row for each kind of cards."""

    units: list[UnitCard]
    commands: list[CommandCard]


def cards_as_json() -> RomeCards:
    """Return both decks as `cards.json` has them."""
    return {"units": unit_cards(), "commands": command_cards()}


def cards_as_csv() -> str:
    """Return both decks as CSV with a heading, and a byte order mark before it; commands have no power."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    rows: list[tuple[object, ...]] = [
        ("units", *(card[fact] for fact in ("kind", "name", "count", "power")), _yes(card["mounted"]), card["text"])
        for card in unit_cards()
    ]
    rows += [
        ("commands", card["command"], card["name"], card["count"], "", "", card["text"]) for card in command_cards()
    ]
    writer.writerows([guarded(value) for value in row] for row in rows)
    return "\ufeff" + out.getvalue()


def _yes(is_so: bool) -> str:
    return "yes" if is_so else "no"
