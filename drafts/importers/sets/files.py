"""Files of cards: the kind of a file, told by its content, and the cards in it."""

import io
import sqlite3
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import orjson

from drafts.importers.faults import BROKEN_ZIP, BadFile, ImportFault, at_line, at_most, not_json, quoted
from drafts.importers.sets.columns import Columns, Mapped, is_own, map_columns
from drafts.importers.sets.games import READERS
from drafts.importers.sets.source import CardSource, Lines
from drafts.importers.sets.tables import JSON, CardTable, table_of_objects, table_of_text, table_of_workbook
from drafts.importers.sets.texts import DECK_CODE, DECK_CODES, SECTION, is_recipe, other_kind_of, text_of
from drafts.rules.games.registry import DEFAULT_FORMAT
from drafts.rules.wording import Wording, gettext_noop

LARGEST_IN_ZIP = 32 * 1024 * 1024  # bytes
MOST_SHOWN = 6
MOST_OBJECTS, MOST_VALUES = 300_000, 3_000_000  # of JSON: a set file of MTGJSON has a tenth of them
ZIP, SQLITE = b"PK\x03\x04", b"SQLite format 3\0"


def open_file(data: bytes, columns: Columns | None = None, booster: str = "") -> CardSource:
    """Return the cards of a file. Raises BadFile, which names what the file is where it is no list of cards.

    `columns` are those of a table where its author chose them; otherwise their names tell. `booster` is the kind of
    booster that packs are to be, where the file describes several.
    """
    found, warning = _content_of(data, booster, is_packed=False)
    source = _of_table(found, columns) if isinstance(found, CardTable) else found
    if booster and booster not in source.boosters:
        raise BadFile([ImportFault(gettext_noop("the file"), _no_booster(booster, source.boosters))])
    return replace(source, warnings=(warning, *source.warnings)) if warning else source


def table_in(data: bytes) -> CardTable | None:
    """Return the table in a file of other origin, whose columns can be chosen; None for any other file."""
    try:
        found, _ = _content_of(data, is_packed=False)
    except BadFile:
        return None
    return found if isinstance(found, CardTable) and not is_own(found.header) else None


def _no_booster(booster: str, others: Sequence[str]) -> Wording:
    if not others:
        return gettext_noop("it describes no boosters, so that %(booster)s cannot be chosen", booster=quoted(booster))
    facts = {"booster": quoted(booster), "others": ", ".join(map(quoted, others))}
    return gettext_noop("it describes no booster %(booster)s; those that it has: %(others)s", **facts)


def _content_of(data: bytes, booster: str = "", *, is_packed: bool) -> tuple[CardTable | CardSource, Wording | None]:
    """Return what is in a file, and what is to be said of how it was read. `is_packed`: it comes out of a ZIP file."""
    if data.startswith(SQLITE):
        raise _no_list(gettext_noop("a SQLite database with the tables %(tables)s", tables=_tables_in(data)))
    if data.startswith(ZIP):
        return _of_zip(data, booster, is_packed)
    text, warning = text_of(data)
    start = text.lstrip()[:200]
    is_json = start[:1] in ("{", "[") and not SECTION.match(start) and not is_recipe(start)
    return (_of_json(text, booster) if is_json else _of_text(text, start)), warning


# Tables ---------------------------------------------------------------------------------------------------------


def _of_text(text: str, start: str) -> CardTable:
    if not start:
        raise BadFile([at_line(1, gettext_noop("the file is empty"))])
    if start.startswith("<"):
        raise _no_list(XML_KINDS["cockatrice"] if "cockatrice" in start.lower() else XML_KINDS[""])
    if is_recipe(start):
        raise BadFile([_named(gettext_noop("a recipe (TOML): give it together with the cards of its set"))])
    if section := SECTION.match(start):
        raise _no_list(SECTIONS.get(section[1].lower(), SECTIONS[""]))
    if other := other_kind_of(text):
        raise _no_list(other)
    table = table_of_text(text)
    if named := next((what for sign, what in HEADERS.items() if sign <= {name.lower() for name in table.header}), None):
        raise _no_list(named)
    if len(table.header) == 1:
        raise _no_list(
            gettext_noop("a list with one column, such as a list of names: a card list has a header with columns")
        )
    return table


def _of_table(table: CardTable, columns: Columns | None) -> CardSource:
    try:
        mapped = map_columns(table, DEFAULT_FORMAT.card_game, columns)
    except BadFile as bad:
        raise (_with_fields(table, bad) if table.kind == JSON else bad) from None
    return CardSource(
        gettext_noop("%(kind)s list of %(game)s cards", kind=table.kind, game=mapped.game.name),
        mapped.game,
        frozenset(mapped.places),
        _lines_of(table, mapped),
        len(table.header),
        mapped.is_own,
        tuple(mapped.warnings),
    )


def _lines_of(table: CardTable, mapped: Mapped) -> Lines:
    """Yield the fields of each record; the record itself where it has another number of fields than the header."""
    for line, record in table.records:
        yield line, mapped.fields_of(record) if len(record) == len(table.header) else record


# JSON -----------------------------------------------------------------------------------------------------------


def _of_json(text: str, booster: str) -> CardTable | CardSource:
    if text.count("{") + text.count("[") > MOST_OBJECTS or text.count(",") > MOST_VALUES:
        limits = {"objects": MOST_OBJECTS, "values": MOST_VALUES}
        raise _no_list(gettext_noop("JSON of more than %(objects)s objects or %(values)s values", **limits))
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise BadFile([at_line(error.lineno, not_json(error.msg))]) from None
    if source := next(filter(None, (read(value, booster) for read in READERS)), None):
        return source
    if count := _sets_in(value):
        words = gettext_noop("a file of MTGJSON with %(count)s sets: open the file of one set", count=count)
        raise BadFile([_named(words)])
    if isinstance(value, dict) and (
        what := next((what for sign, what in OBJECTS.items() if sign <= value.keys()), None)
    ):
        raise _no_list(what)
    if isinstance(value, dict) and value and all(map(DECK_CODE.fullmatch, value)):
        raise _no_list(DECK_CODES)
    if value in ([], {}):
        raise _no_list(gettext_noop("JSON without any cards"))
    objects = _objects_of(value)
    if not objects:
        keys = list(value)[:MOST_SHOWN] if isinstance(value, dict) else []
        raise _no_list(gettext_noop("JSON without a list of cards; its keys are %(keys)s", keys=_listed(keys)))
    return table_of_objects(objects)


def _with_fields(table: CardTable, bad: BadFile) -> BadFile:
    """Return the faults of a table of JSON objects, and before them what it is."""
    fields, count = _listed(table.header[:MOST_SHOWN]), sum(1 for _ in table.records)
    what = gettext_noop("JSON of %(count)s objects with the fields %(fields)s …", count=count, fields=fields)
    return BadFile([_named(what), *bad.faults])


def _sets_in(value: Any) -> int:
    """Return how many sets a file of MTGJSON with all sets has; 0 for any other."""
    sets = value.get("data") if isinstance(value, dict) else None
    each = list(sets.values()) if isinstance(sets, dict) else []
    return len(each) if each and all(isinstance(one, dict) and "cards" in one and "code" in one for one in each) else 0


def _objects_of(value: Any) -> list[Mapping[str, Any]]:
    """Return the objects that a JSON value lists: itself, the one list in it, or the values of a mapping."""
    if isinstance(value, dict):
        lists = [each for each in value.values() if isinstance(each, list) and each]
        value = lists[0] if len(lists) == 1 else list(value.values())
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        return []
    return value


# Other files ----------------------------------------------------------------------------------------------------

SECTIONS: Mapping[str, Wording] = {
    **dict.fromkeys(("metadata", "cards"), gettext_noop("an edition file of Forge")),
    "": gettext_noop("a list of Draftmancer with settings"),
}
XML_KINDS: Mapping[str, Wording] = {
    "cockatrice": gettext_noop("a card database of Cockatrice (XML)"),
    "": gettext_noop("XML or HTML"),
}
HEADERS: Mapping[frozenset[str], Wording] = {
    frozenset({"draft_id", "event_type"}): gettext_noop("a data set of drafts (17lands)"),
}
OBJECTS: Mapping[frozenset[str], Wording] = {
    frozenset({"sessionID", "users"}): gettext_noop("a draft log of Draftmancer"),
    frozenset({"version", "event", "tables"}): gettext_noop("the log of a draft: import it under Drafts"),
}


def _of_zip(data: bytes, booster: str, is_packed: bool) -> tuple[CardTable | CardSource, Wording | None]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            files = [part for part in parts.infolist() if not (part.is_dir() or part.filename.startswith("__MACOSX/"))]
            names = {part.filename for part in files}
            if "xl/workbook.xml" in names:
                return table_of_workbook(data), None
            if is_packed:
                raise _no_list(gettext_noop("a ZIP file in a ZIP file"))
            if len(files) != 1:
                raise _no_list(gettext_noop("a ZIP file of %(count)s files", count=len(files)))
            if files[0].file_size > LARGEST_IN_ZIP:
                raise _no_list(gettext_noop("a ZIP file of a file that is too large"))
            with parts.open(files[0]) as packed:
                inside = packed.read(LARGEST_IN_ZIP)
    except BROKEN_ZIP as error:
        raise BadFile([_named(gettext_noop("a ZIP file that cannot be read: %(error)s", error=str(error)))]) from None
    return _content_of(inside, booster, is_packed=True)


def _tables_in(data: bytes) -> str:
    """Return the names of the tables of a database, which is read in memory and asked nothing else."""
    try:
        with sqlite3.connect(":memory:") as database:
            database.deserialize(data)
            names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' LIMIT 20").fetchall()
    except sqlite3.DatabaseError:
        return "?"
    return _listed([str(name) for (name,) in names])


def _listed(names: Iterable[str]) -> str:
    return ", ".join(at_most((quoted(name) for name in names), MOST_SHOWN)) or "–"


def _named(what: Wording) -> ImportFault:
    return ImportFault(gettext_noop("the file"), gettext_noop("this is %(what)s", what=what))


def _no_list(what: Wording) -> BadFile:
    return BadFile(
        [ImportFault(gettext_noop("the file"), gettext_noop("this is %(what)s, which cannot be loaded", what=what))]
    )
