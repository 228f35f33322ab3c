"""Tables of cards: CSV with any common delimiter, sheets of XLSX, and JSON lists of flat objects."""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook

from drafts.importers.faults import BROKEN_ZIP, BadFile, ImportFault, at_line
from drafts.importers.limits import LONGEST_TEXT
from drafts.rules.wording import Wording, gettext_noop

DELIMITERS = ",;\t"
DECLARED = "sep="
JSON = "JSON"
MOST_ROWS, MOST_COLUMNS = 60_000, 200
MOST_LINES = 300_000  # of a text: a card may have several
LONGEST_HEADER = 20_000  # characters
MOST_UNPACKED = 128 * 1024 * 1024  # bytes of all parts of an XLSX file
MOST_PARTS = 2_000

Record = tuple[int, list[str]]


@dataclass(frozen=True, slots=True)
class CardTable:
    """The header of a table, the line on which it stands, and its records, each with the line on which it begins.

    `kind` says what the file is. The records can be read once, and raise BadFile where the file breaks off.
    """

    kind: str
    line: int
    header: tuple[str, ...]
    records: Iterator[Record]


def table_of_text(text: str) -> CardTable:
    """Return a delimited text as a table. The delimiter is declared (`sep=;`), or the one that splits the header.

    Raises BadFile for a text of more lines or columns than a list of cards has.
    """
    if _count_lines(text) > MOST_LINES:
        raise _unreadable(gettext_noop("this text has more than %(lines)s lines", lines=MOST_LINES))
    begins, declared = 1, ""
    if text[: len(DECLARED)].lower() == DECLARED and len(text) > len(DECLARED):
        declared, begins = text[len(DECLARED)], 2
        text = text.partition("\n")[2]
    first = _first_line(text)
    delimiter = declared or max(DELIMITERS, key=first.count)
    if len(first) > LONGEST_HEADER or first.count(delimiter) >= MOST_COLUMNS:
        too_wide = gettext_noop("there are more than %(columns)s columns", columns=MOST_COLUMNS)
        raise BadFile([at_line(begins, too_wide)])
    lines = _lines(text, delimiter, begins)
    line, header = next(lines, (begins, []))
    return CardTable("CSV", line, tuple(header), lines)


def table_of_workbook(data: bytes) -> CardTable:
    """Return the first sheet of an XLSX file that has cells. Formulas are read as the values that were stored."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            sizes = [part.file_size for part in parts.infolist()]
        if len(sizes) > MOST_PARTS or sum(sizes) > MOST_UNPACKED:
            raise _unreadable(gettext_noop("this spreadsheet is too large when it is unpacked"))
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        for name in workbook.sheet_names:
            sheet = workbook.get_sheet_by_name(name)
            if sheet.total_height >= MOST_ROWS or sheet.total_width >= MOST_COLUMNS:  # the last places, from 0
                raise _unreadable(
                    gettext_noop(
                        "the sheet has more than %(rows)s rows or %(columns)s columns",
                        rows=MOST_ROWS,
                        columns=MOST_COLUMNS,
                    )
                )
            rows = enumerate(sheet.to_python(skip_empty_area=False), 1)
            records = ((line, [_cell(value) for value in row]) for line, row in rows)
            filled = (record for record in records if any(field.strip() for field in record[1]))
            line, header = next(filled, (0, []))
            if header:
                return CardTable("XLSX", line, tuple(header), filled)
    except (CalamineError, *BROKEN_ZIP) as error:
        raise _unreadable(gettext_noop("this spreadsheet cannot be read: %(error)s", error=str(error))) from None
    raise _unreadable(gettext_noop("this spreadsheet is empty"))


def table_of_objects(objects: Iterable[Mapping[str, Any]]) -> CardTable:
    """Return flat JSON objects as a table; a line is the place of an object. Nested values are left out."""
    listed = list(objects)
    header = tuple(dict.fromkeys(key for each in listed for key, value in each.items() if _is_flat(value)))
    if len(header) > MOST_COLUMNS:
        raise _unreadable(gettext_noop("the objects have more than %(columns)s fields", columns=MOST_COLUMNS))
    records = ((line, [_cell(each.get(key)) for key in header]) for line, each in enumerate(listed, 1))
    return CardTable(JSON, 1, header, records)


def _count_lines(text: str) -> int:
    return max(text.count("\n"), text.count("\r"))


def _first_line(text: str) -> str:
    """Return the first line that is not empty, cut off where it is longer than a header is."""
    start = text.lstrip()[: LONGEST_HEADER + 1]
    return start.splitlines()[0] if start else ""


def _lines(text: str, delimiter: str, begins: int) -> Iterator[Record]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter)
    before, line, rows = begins - 1, begins, 0
    try:
        for fields in reader:
            if any(field.strip() for field in fields):
                rows += 1
                if rows > MOST_ROWS + 1:  # the header is one
                    raise BadFile([at_line(line, gettext_noop("there are more than %(rows)s rows", rows=MOST_ROWS))])
                yield line, fields
            line = before + reader.line_num + 1
    except csv.Error as error:
        raise BadFile([at_line(line, gettext_noop("this is not CSV: %(error)s", error=str(error)))]) from None


def _is_flat(value: object) -> bool:
    return not isinstance(value, (dict, list)) or (
        isinstance(value, list) and all(isinstance(each, str) for each in value)
    )


def _cell(value: object) -> str:
    if value is None or isinstance(value, dict):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, list):
        return "\n".join(each for each in value if isinstance(each, str))[: LONGEST_TEXT + 1]
    return str(value)


def _unreadable(what: Wording) -> BadFile:
    return BadFile([ImportFault(gettext_noop("the file"), what)])
