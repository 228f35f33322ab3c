"""The entries of an event as text: actions of the organizer, judges and fighters, and choices that the clock made."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from drafts.languages import translated
from drafts.log.event_log import EntryRecord
from drafts.models import Event, Fighter, LogEntry, Pick, Removal
from drafts.presenters.fights.fight_history import told_fight_acts
from drafts.presenters.log.history import told_acts
from drafts.queries.events.staff import names_of_judges
from drafts.rules.draft.replay import How
from drafts.rules.games.registry import FORMATS
from drafts.rules.night.nicknames import isolate_names_in

ENTRIES_SHOWN = 50
"""How many the control panel shows."""

_LARGEST_PASS = 9
"""The most cards that a fighter places in one pass: each is a row."""


def entries_of(event: Event) -> list[EntryRecord]:
    """Return what was done and the choices made by time, merged in their order; no card is named."""
    return _entries(event.id)


def newest_entries(event: int, most: int) -> list[EntryRecord]:
    """Return the newest `most` entries of an event (by row id), newest first, with the names in them isolated."""
    people = Fighter.objects.filter(event=event).values_list("nickname", flat=True)
    gone = Removal.objects.filter(event=event).values_list("nickname", flat=True)
    judges = names_of_judges(event).values()
    entries = _entries(event, most)[: -most - 1 : -1]
    texts = isolate_names_in([entry.text for entry in entries], {*people, *gone, *judges})
    return [replace(entry, text=text) for entry, text in zip(entries, texts, strict=True)]


def _entries(event: int, most: int | None = None) -> list[EntryRecord]:
    """Return the entries in their order: all of them, or at least the newest `most`."""
    acts = deeds_of(event, told_acts(event, most), most)
    return sorted([*_choices_by_time(event, most), *acts], key=lambda entry: entry.at)


def deeds_of(event: int, told: Iterable[EntryRecord], most: int | None = None) -> list[EntryRecord]:
    """Return what organizer, judge and fighters did to an event (a row id), in order; no card is named.

    `told` are the acts at tables. The others are stored in words: acts of the whole event, acts at tables before tables
    had a history, and those of an imported event. At least the newest `most` are returned.
    """
    rows = LogEntry.objects.filter(event=event).order_by("-id")[:most]
    written = [EntryRecord(entry.at, entry.table, entry.text) for entry in reversed(rows)]
    return sorted([*written, *told, *told_fight_acts(event)], key=lambda entry: entry.at)


def _choices_by_time(event: int, most: int | None) -> list[EntryRecord]:
    """Return each choice that the clock made, also those that were taken back."""
    rows = Pick.objects.filter(seat__draft__current_in=event, how=How.TIME.value).order_by("-at", "-id")
    columns = (
        "seat__draft__format",
        "seat__table__number",
        "seat__fighter__nickname",
        "round",
        "pass_number",
        "version",
        "at",
    )
    placed = rows.values_list(*columns)[: None if most is None else most * _LARGEST_PASS]
    firsts = {tuple(choice): at for *choice, at in placed}  # one for all cards
    return [
        EntryRecord(at, table, _by_time(format_, {"name": name, "round": round_, "pass": number}))
        for (format_, table, name, round_, number, _), at in reversed(firsts.items())
    ]


def _by_time(format_: str, facts: Mapping[str, object]) -> str:
    return translated(FORMATS[format_].game.words["by time"].filled(**facts))
