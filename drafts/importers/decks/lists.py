"""Lists of decks: typed, pasted from any program that writes one, or files of MTGO and Cockatrice, and tables."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree import ElementTree

from drafts.importers.decks.games.groups import GROUPS
from drafts.importers.faults import BadFile, ImportFault, at_line, at_most, quoted
from drafts.importers.limits import LONGEST_NAME
from drafts.importers.sets.tables import table_of_text
from drafts.importers.sets.texts import text_of
from drafts.rules.building import COMMAND, MAIN, MOST_OF_A_LAND, SIDE, DeckLine
from drafts.rules.errors import BadList
from drafts.rules.texts import too_long
from drafts.rules.wording import gettext_noop

LONGEST_LIST = 40_000
"""Characters: a file of MTGO has a hundred for each card."""
LONGEST_LINE = 400
MOST_IN_A_ZONE = 250
"""Cards of a main deck, and of a sideboard."""
MOST_FAULTS = 5
"""The faults that a refusal names; it says how many more there are."""
USUAL_SIDEBOARD, FEWEST_BEFORE_IT = 15, 60

_ZONES = {
    **dict.fromkeys(("deck", "main", "mainboard", "maindeck", "main deck", "main board"), MAIN),
    **dict.fromkeys(("sideboard", "side", "side board", "sb", "companion"), SIDE),
    **dict.fromkeys(("commander", "commanders", "cmdr", "general", "command zone"), COMMAND),
    **dict.fromkeys(("about", "maybeboard", "maybe board", "maybe", "considering", "tokens", "token"), ""),
}
"""The zone of the cards below each heading of a list; "" for cards that are no part of the deck."""
_HEADING = re.compile(r"(?:[#/*=\-\s]*)(?P<name>[A-Za-z][A-Za-z ]{1,19}?)\s*(?:[(\[]\d{1,3}[)\]])?\s*:?\s*[=*\-]*")
_COUNTED = re.compile(r"(?:(?P<side>SB:)\s*)?(?P<count>\d{1,9})\s*[xX]?(?:\s+(?P<rest>.*))?", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(?P<rest>\S.*?)\s+[xX](?P<count>\d{1,9})")
_PRINTING = re.compile(r"\s+[(\[](?:[A-Za-z0-9_-]{2,16})[)\]](?:\s+[^\s*\[^#]{1,12})?(?=\s|$).*")
_SET_BEFORE = re.compile(r"\[[A-Za-z0-9_-]{2,16}(?:#[^\]\s]{1,12})?\]\s+")
_MARKS = re.compile(r"\s+(?:\*[A-Za-z]{1,6}\*|\^[^^]*\^|\[[^\]]*\]|#.*|<[^>]*>).*")
_IS_COMMANDER = re.compile(r"\*CMDR\*|#!Commander|\[Commander\b", re.IGNORECASE)
_IS_LEFT_ASIDE = re.compile(r"\[(?:Maybeboard|Sideboard)\b", re.IGNORECASE)
_GUARD = re.compile(r"^'(?=[=+\-@＝＋－＠])")
"""The apostrophe that keeps spreadsheets from taking a name such as `+2 Mace` for a formula, in tables of this site."""
_FACES = re.compile(r"\s*/{1,3}\s*")
_COMMENTS = ("//", "#")

_NAMES = ("name", "card name", "card_name", "card", "cardname")
_COUNTS = ("count", "quantity", "qty", "amount")
_PLACES = ("zone", "board", "sideboard", "sideboarded", "section", "categories", "category")
_TRUE = ("true", "yes", "1", "y")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with cards: the zone that it stands in, or None where no heading said it, and the block of lines."""

    number: int
    count: int
    name: str
    zone: str | None
    block: int


def read_deck_list(text: str) -> tuple[DeckLine, ...]:
    """Return the cards of a list, each name once in a zone, in the order of the list.

    A line is `4 Name`, `4x Name`, `4 Name (SET) 123`, `SB: 1 Name`, or a name alone for one card; headings, comments
    and groups are understood, also tables and the XML of MTGO and Cockatrice. Without a heading a last block of up to
    15 cards, after 60 or more, is the sideboard. Raises BadFile with every line that cannot be read.
    """
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST_LIST:
        raise _bad(too_long(LONGEST_LIST))
    faults = list[ImportFault]()
    if text.lstrip()[:1] == "<":
        lines = [*_of_xml(text)]
    elif text.lstrip()[:1] in ("{", "["):
        raise _bad(gettext_noop("is JSON, not a list of a card on each line"))
    else:
        columns = _columns(text)
        lines = [*_of_table(text, columns, faults)] if columns else [*_of_lines(text, faults)]
    cards = tuple(_merged(_with_zones(lines), faults))
    if faults:
        raise BadFile(faults)
    if text.strip() and not cards:
        raise _bad(gettext_noop("names no card"))
    for zone, words in (
        (MAIN, gettext_noop("has more than %(most)s cards in the deck", most=MOST_IN_A_ZONE)),
        (SIDE, gettext_noop("has more than %(most)s cards in the sideboard", most=MOST_IN_A_ZONE)),
        (COMMAND, gettext_noop("names more than one commander")),
    ):
        if sum(card.count for card in cards if card.zone == zone) > (1 if zone == COMMAND else MOST_IN_A_ZONE):
            raise _bad(words)
    return cards


def listed_cards(text: str) -> tuple[DeckLine, ...]:
    """Return the same. Raises BadList, which says in words what `read_deck_list` finds wrong."""
    try:
        return read_deck_list(text)
    except BadFile as bad:
        told = (gettext_noop("%(where)s %(what)s", where=fault.where, what=fault.what) for fault in bad.faults)
        first, *others = at_most(told, MOST_FAULTS)
        said = gettext_noop("The list cannot be read: %(fault)s", fault=first)
        for fault in others:
            said = gettext_noop("%(faults)s; %(fault)s", faults=said, fault=fault)
        raise BadList(said) from bad


def read_deck_file(data: bytes) -> str:
    """Return the text of a file with a list. Raises BadFile for one that is no text."""
    return text_of(data).text


def _bad(what: str) -> BadFile:
    return BadFile([ImportFault(gettext_noop("the list"), what)])


# Lines of text --------------------------------------------------------------------------------------------------------


def _of_lines(text: str, faults: list[ImportFault]) -> Iterator[_Line]:
    zone: str | None = None
    block, is_fresh = 0, False
    for number, raw in enumerate(text.splitlines(), start=1):
        line = " ".join(raw.replace("\t", " ").replace("\xa0", " ").split(" ")).strip()
        line = re.sub(" +", " ", line)
        if not line:
            is_fresh = True
            continue
        if is_fresh:
            block, is_fresh = block + 1, False
        if len(line) > LONGEST_LINE:
            faults.append(at_line(number, gettext_noop("is too long for a card")))
            continue
        heading = _heading(line)
        if heading is not None:
            zone = zone if heading == "group" else heading
            continue
        if line.startswith(_COMMENTS) or zone == "":
            continue
        read = _counted(number, line, faults)
        if read is None:
            continue
        count, name, of_line = read
        if count and of_line != "":
            yield _Line(number, count, name, zone if of_line is None else of_line, block)


def _heading(line: str) -> str | None:
    """Return the zone that a heading begins, "group" for one within a zone, None for another line."""
    found = _HEADING.fullmatch(line)
    if found is None:
        return None
    name = found["name"].strip().lower()
    if name in _ZONES:
        return _ZONES[name]
    return "group" if GROUPS.fullmatch(name) else None


def _counted(number: int, line: str, faults: list[ImportFault]) -> tuple[int, str, str | None] | None:
    """Return how many there are of a card, its name, and the zone where the line itself says it ("" for none)."""
    found = _COUNTED.fullmatch(line) or _COUNT_LAST.fullmatch(line)
    if found is None and line.upper().startswith("SB:"):
        found = _COUNTED.fullmatch(f"SB: 1 {line[3:].strip()}")
    count = int(found["count"]) if found else 1
    rest = (found["rest"] or "") if found else line
    zone = SIDE if found and found.groupdict().get("side") else None
    if _IS_COMMANDER.search(rest):
        zone = COMMAND
    elif aside := _IS_LEFT_ASIDE.search(rest):
        zone = SIDE if "side" in aside[0].lower() else ""
    name = _name_in(rest)
    fault = _fault_of(count, name)
    if fault is not None:
        faults.append(at_line(number, fault))
        return None
    return count, name, zone


def _name_in(rest: str) -> str:
    rest = _SET_BEFORE.sub("", rest, count=1)
    rest = _PRINTING.sub("", rest, count=1)
    return _clean(_MARKS.sub("", rest, count=1))


def _clean(name: str) -> str:
    """Return a name with single blanks, and its faces apart as all lists here have them: `Front // Back`."""
    return _FACES.sub(" // ", " ".join(unicodedata.normalize("NFC", name).split())).strip(" /")


def is_name(name: str) -> bool:
    """Whether a list can have this name, as it is stored."""
    return _clean(name) == name and _fault_of_name(name) is None


def _count_in(said: str) -> int:
    """Return the number of copies that a field states, -1 if it is not a number."""
    return int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else -1


def _fault_of(count: int, name: str) -> str | None:
    if count < 0:
        return gettext_noop("has no number of cards")
    if fault := _fault_of_name(name):
        return fault
    return gettext_noop("has more than %(most)s of one card", most=MOST_OF_A_LAND) if count > MOST_OF_A_LAND else None


def _fault_of_name(name: str) -> str | None:
    if not name or not any(char.isalpha() for char in name):
        return gettext_noop("has no name of a card")
    if not name.isprintable():
        return gettext_noop("has characters that cannot be seen: %(name)s", name=quoted(name))
    if any(sign in name for sign in ";|"):
        return gettext_noop("is no name of a card: %(name)s", name=quoted(name))
    if len(name) > LONGEST_NAME:
        return gettext_noop("has a name of more than %(most)s characters", most=LONGEST_NAME)
    return None


# Tables and XML -------------------------------------------------------------------------------------------------------


def _columns(text: str) -> list[str]:
    """Return the columns of a table by its header, in small letters; [] for a text that is none."""
    header = [name.strip().lower() for name in table_of_text(text).header]
    return header if {*header} & {*_NAMES} and {*header} & {*_COUNTS} else []


def _of_table(text: str, columns: list[str], faults: list[ImportFault]) -> Iterator[_Line]:
    for number, record in table_of_text(text).records:
        fields = dict(zip(columns, (value.strip() for value in record), strict=False))
        said_name = next((fields[column] for column in _NAMES if fields.get(column)), "")
        name = _clean(_GUARD.sub("", said_name))
        said = next((fields[column] for column in _COUNTS if fields.get(column)), "1")
        zone = _zone_of(next((f"{column}={fields[column]}" for column in _PLACES if fields.get(column)), ""))
        count = _count_in(said)
        fault = _fault_of(count, name)
        if fault is not None:
            faults.append(at_line(number, fault))
        elif count and zone:
            yield _Line(number, count, name, zone, 0)


def _zone_of(said: str) -> str:
    column, _, value = said.lower().partition("=")
    if column.startswith("sideboard") and value in _TRUE:
        return SIDE
    first = value.split(",")[0].split("{")[0].strip()
    return _ZONES.get(first, MAIN)


def _of_xml(text: str) -> Iterator[_Line]:
    """Yield the cards of a `.dek` of MTGO or a `.cod` of Cockatrice."""
    if "<!DOCTYPE" in text.upper() or "<!ENTITY" in text.upper():
        raise _bad(gettext_noop("is XML of an unknown kind"))
    try:
        root = ElementTree.fromstring(text.strip().encode())  # noqa: S314  # entities are refused above, and the text has a limit
    except (ElementTree.ParseError, ValueError) as error:
        raise _bad(gettext_noop("is XML that breaks off or is damaged")) from error
    found = [(one.get("Quantity"), one.get("Name"), one.get("Sideboard", "")) for one in root.iter("Cards")]
    found += [
        (one.get("number"), one.get("name"), "true" if zone.get("name") == SIDE else "")
        for zone in root.iter("zone")
        if zone.get("name") in (MAIN, SIDE)
        for one in zone.iter("card")
    ]
    if not found:
        raise _bad(gettext_noop("is XML without the cards of a deck"))
    faults = list[ImportFault]()
    for place, (said, name, side) in enumerate(found, start=1):
        count, cleaned = _count_in(said or ""), _clean(name or "")
        fault = _fault_of(count, cleaned)
        if fault is not None:
            faults.append(ImportFault(gettext_noop("card %(number)s", number=place), fault))
        elif count:
            yield _Line(place, count, cleaned, SIDE if side.lower() in _TRUE else MAIN, 0)
    if faults:
        raise BadFile(faults)


# All together ---------------------------------------------------------------------------------------------------------


def _with_zones(lines: list[_Line]) -> Iterator[_Line]:
    """Yield the lines with a zone each: where no heading names any, a short last block is the sideboard."""
    has_zones = any(line.zone is not None for line in lines)
    last = lines[-1].block if lines else 0
    before = sum(line.count for line in lines if line.block != last)
    after = sum(line.count for line in lines if line.block == last)
    is_side = not has_zones and before >= FEWEST_BEFORE_IT and after <= USUAL_SIDEBOARD
    for line in lines:
        usual = SIDE if is_side and line.block == last else MAIN
        yield replace(line, zone=usual if line.zone is None else line.zone)


def _merged(lines: Iterator[_Line], faults: list[ImportFault]) -> Iterator[DeckLine]:
    found: dict[tuple[str, str], DeckLine] = {}
    for line in lines:
        key = line.name.casefold(), line.zone or MAIN
        before = found.get(key)
        count = line.count + (before.count if before else 0)
        if fault := _fault_of(count, line.name):
            faults.append(at_line(line.number, fault))
            continue
        found[key] = DeckLine(before.name if before else line.name, count, line.zone or MAIN)
    yield from found.values()
