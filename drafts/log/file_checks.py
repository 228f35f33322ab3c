"""Whether a log of another installation can have happened: by itself, and by the rules' own replay.

All faults are gathered. Checks that need a draft which holds together are made only once it does.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import MAXYEAR
from hashlib import sha256
from itertools import chain
from typing import Any

from msgspec import UnsetType

from drafts.importers.card_fields import CODE, is_plain
from drafts.importers.decks.lists import is_name
from drafts.importers.faults import BadFile, ImportFault, quoted
from drafts.importers.pack_list import pack_list_of, read_pack_list
from drafts.log.draft_checks import CheckedTable, card_of, checked_table, facts_of_part, faults_of_packs
from drafts.log.file_reading import moment_of
from drafts.log.file_types import LogCard, LogDeck, LogEvent, LogFile, LogTable
from drafts.log.from_file import built_deck_of
from drafts.log.night_checks import faults_of_the_night, twice
from drafts.rules.building import COMMAND, MAIN, SIDE, checked
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft.history import BadHistory
from drafts.rules.draft.history_lines import line_of
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.errors import Refusal
from drafts.rules.formats import Format, Pace
from drafts.rules.games.registry import FORMATS
from drafts.rules.night.nicknames import (
    BadNickname,
    clean_nickname,
    has_invisible_signs,
    nickname_key,
    without_isolates,
)

MOST_OF_A_VERSION = 1000
MOST_FAULTS = 1000
"""More than a person reads."""


@dataclass(frozen=True)
class CheckedLog:
    """A log that can have happened. `lines` are the acts of its history as lines of text."""

    file: LogFile[LogCard]
    format: Format
    tables: tuple[CheckedTable, ...]
    lines: tuple[str, ...]


def check_log(log: LogFile[LogCard]) -> CheckedLog:
    """Return a log that can have happened. Raises BadFile with everything that cannot."""
    faults = [*_of_the_event(log), *_of_the_seed(log.event), *_of_the_people(log), *_of_moments(log), *_of_texts(log)]
    format_ = _format_of(log.event)
    if format_ is not None and format_.game.slug == log.event.game:
        faults += faults_of_packs(log, format_)
    if faults or format_ is None:
        raise BadFile(faults[:MOST_FAULTS])
    lines, faults = _lines(log)
    faults += [*_of_what_refers(log), *faults_of_the_night(log)]
    if faults:
        raise BadFile(faults[:MOST_FAULTS])
    tables: list[CheckedTable] = []
    for place, table in enumerate(log.tables):
        try:
            tables.append(checked_table(log, table, format_))
        except BadFile as bad:
            faults += [ImportFault(f"tables[{place}], {fault.where}", fault.what) for fault in bad.faults]
    if faults:
        raise BadFile(faults[:MOST_FAULTS])
    return CheckedLog(log, format_, tuple(tables), tuple(lines))


def _format_of(event: LogEvent) -> Format | None:
    try:
        return event.procedure
    except KeyError:
        return None


# The event, and its people ------------------------------------------------------------------------------------------


def _of_the_event(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    event = log.event
    format_ = _format_of(event)
    if format_ is None or format_.game.slug != event.game:
        yield _no_such_format(event)
        return
    for name, word, known in (("pace", event.pace, Pace), ("judge", event.judge, JudgeBy)):
        if word not in [each.value for each in known]:
            yield ImportFault(f"event.{name}", f"{quoted(word)} is none of {', '.join(known)}")
    rounds = format_.packs
    if len(event.sets) != (0 if event.packs == "uploaded" else rounds):
        yield ImportFault("event.sets", f"has {len(event.sets)} sets, and the draft {rounds} rounds")
    for place, code in enumerate(event.sets):
        if not CODE.fullmatch(code):
            yield ImportFault(f"event.sets[{place}]", f"{quoted(code)} is no code of a set")
    if (event.packs == "uploaded") != isinstance(event.pack_list, Sequence):
        yield ImportFault("event.pack_list", "stands with uploaded packs, and with no others")
    elif event.pack_list and not _is_a_list(event.pack_list):
        yield ImportFault("event.pack_list", "is no list of packs")
    if event.started is None or not log.tables:
        yield ImportFault("tables", "nothing was drafted")
    if format_.rounds and event.drafted is None and not event.stopped:
        yield ImportFault("event.drafted", "the draft is not over")
    if sorted(table.number for table in log.tables) != list(range(1, len(log.tables) + 1)):
        yield ImportFault("tables", "are not numbered from 1")
    if format_.needs_one_table(listed=event.packs == "uploaded") and len(log.tables) > 1:
        yield ImportFault("tables", "listed packs are drafted at one table")


def _no_such_format(event: LogEvent) -> ImportFault:
    known = FORMATS.get(event.format)
    if known is None or known.game.slug != event.game:
        return ImportFault("event.format", f"{quoted(event.format)} is no format of {event.game}")
    return ImportFault("event.form", f"{quoted(str(event.form))} is no form of its fights")


def _of_the_seed(event: LogEvent) -> Iterator[ImportFault]:
    if event.seed is not None and sha256(event.seed.encode()).hexdigest() != event.seed_hash:
        yield ImportFault("event.seed_hash", "is not the SHA-256 of the seed")
    if (event.seed is None) != event.stopped:
        yield ImportFault("event.seed", "is told unless the draft was stopped")


def _is_a_list(packs: Sequence[Sequence[str]]) -> bool:
    """Whether the list of these packs is read as the same packs."""
    try:
        listed = read_pack_list(pack_list_of(packs))
    except BadFile:
        return False
    told = [list(pack) for pack in packs]
    return [[card.number for card in pack] for pack in listed] == told and all(map(is_plain, chain(*told)))


def _of_the_people(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    seats = [(place, seat) for place, table in enumerate(log.tables) for seat in table.seats]
    for what, values in (
        ("the number of a fighter", [seat.fighter for _, seat in seats]),
        ("the place in the order of joining", [seat.joined for _, seat in seats]),
        ("the name", [nickname_key(seat.name) for _, seat in seats]),
    ):
        for value in twice(values):
            yield ImportFault("seats", f"{what} {quoted(str(value))} is there twice")
    for place, seat in seats:
        where = f"tables[{place}], seat {seat.seat}"
        try:
            is_clean = clean_nickname(seat.name) == seat.name
        except BadNickname:
            is_clean = False
        if not is_clean:
            yield ImportFault(where, f"{quoted(seat.name)} is no nickname")
        if seat.bot and log.event.packs == "paper":
            yield ImportFault(where, "a bot holds no paper packs")
    format_ = _format_of(log.event)
    for place, table in enumerate(log.tables):
        if [seat.seat for seat in table.seats] != list(range(len(table.seats))):
            yield ImportFault(f"tables[{place}]", "its seats are not numbered from 0, in order")
        if format_ and len(table.seats) > format_.fighters[1]:
            yield ImportFault(f"tables[{place}]", f"has more than {format_.fighters[1]} seats")


def _of_moments(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    """Yield the moments that do not exist. Their form is checked by their type."""
    for where, text in _moments(log):
        if not _is_moment(text):
            yield ImportFault(where, f"{text} is no moment")


def _is_moment(text: str) -> bool:
    try:
        return moment_of(text).year < MAXYEAR  # time is added to some
    except ValueError:
        return False


def _moments(log: LogFile[LogCard]) -> Iterator[tuple[str, str]]:
    event = log.event
    for name in ("created", "started", "drafted", "finished"):
        if (moment := getattr(event, name)) is not None:
            yield f"event.{name}", moment
    parts: list[tuple[str, Sequence[Any]]] = [
        ("entries", log.entries),
        ("history", log.history),
        ("undone", log.undone),
    ]
    for place, table in enumerate(log.tables):
        parts += [(f"tables[{place}].picks", table.picks), (f"tables[{place}].calls", table.calls)]
    parts += [(f"fights[{place}].counts", fight.counts) for place, fight in enumerate(log.fights)]
    parts += [(f"fights[{place}].corrections", fight.corrections) for place, fight in enumerate(log.fights)]
    parts += [(f"battles[{place}].moves", battle.moves) for place, battle in enumerate(log.battles or ())]
    for where, of_kind in parts:
        for place, part in enumerate(of_kind):
            for name in ("at", "decided", "undone_at"):
                if (moment := getattr(part, name, None)) is not None:
                    yield f"{where}[{place}].{name}", moment


def _of_texts(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    if has_invisible_signs(log.event.name) or not log.event.name.strip():
        yield ImportFault("event.name", "is no name: it has signs that nobody sees")
    for place, entry in enumerate(log.entries):
        if not is_plain(without_isolates(entry.text)):
            yield ImportFault(f"entries[{place}].text", "has control or text-direction characters in it")


# References ---------------------------------------------------------------------------------------------------------


def _of_what_refers(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    fighters = {seat.fighter for table in log.tables for seat in table.seats}
    tables = {table.number: table for table in log.tables}
    for place, entry in enumerate(log.entries):
        if entry.table is not None and entry.table not in tables:
            yield ImportFault(f"entries[{place}].table", "there is no such table")
    for place, act in enumerate(log.history):
        if act.table not in tables:
            yield ImportFault(f"history[{place}].table", "there is no such table")
        if isinstance(act.by, int) and act.by not in fighters:
            yield ImportFault(f"history[{place}].by", "nobody sits there who has this number")
    for place, deck in enumerate(log.decks):
        if deck.table not in tables or deck.seat >= len(tables[deck.table].seats):
            yield ImportFault(f"decks[{place}]", "there is no such seat")
        elif tables[deck.table].seats[deck.seat].fighter != deck.fighter:
            yield ImportFault(f"decks[{place}].fighter", "does not sit there")
        elif deck.is_built:
            yield from _of_a_built_deck(f"decks[{place}]", deck, tables[deck.table], _format_of(log.event))


def _of_a_built_deck(
    where: str, deck: LogDeck, table: LogTable[LogCard], format_: Format | None
) -> Iterator[ImportFault]:
    """Yield the faults of a deck that was built: its zones are the pile of its seat, and each card may lie there."""
    if not isinstance(deck.list, UnsetType):
        yield from _of_a_list(where, deck, format_)
        return
    if format_ is None or format_.builder is None:
        yield ImportFault(f"{where}.basics", "stand only where decks are built")
        return
    zones = {zone.zone: zone.cards for zone in deck.zones}
    taken = [pick.card for pick in table.picks if pick.seat == deck.seat]
    if [*zones] != [MAIN, SIDE, COMMAND] or Counter(chain(*zones.values())) != Counter(taken):
        yield ImportFault(f"{where}.zones", f"are not {MAIN}, {SIDE} and {COMMAND} with the cards that this seat took")
        return
    printed = {card.id: card for pack in table.packs for card in pack.cards}
    pool = {
        CardId(card): CardInPack(CardId(card), card_of(format_.card_game, printed[card]))
        for card in taken
        if card in printed
    }
    try:
        checked(built_deck_of(deck), pool, format_.builder)
    except Refusal as refusal:
        yield ImportFault(where, f"is refused as {refusal.code}")


def _of_a_list(where: str, deck: LogDeck, format_: Format | None) -> Iterator[ImportFault]:
    """Yield the faults of a list: names are as `importers.decks` reads them."""
    listed = built_deck_of(deck).listed
    if format_ is None or format_.lister is None or deck.zones or not isinstance(deck.basics, UnsetType):
        yield ImportFault(f"{where}.list", "stands only where decks are brought along, without zones")
    if any(not is_name(card.name) for card in listed) or len({(card.key, card.zone) for card in listed}) != len(listed):
        yield ImportFault(f"{where}.list", "has a name that is none, or one twice in a zone")


def _lines(log: LogFile[LogCard]) -> tuple[list[str], list[ImportFault]]:
    lines: list[str] = []
    faults: list[ImportFault] = []
    for place, act in enumerate(log.history):
        try:
            lines.append(line_of(act.kind, facts_of_part(act.facts)))
        except BadHistory as fault:
            faults.append(ImportFault(f"history[{place}]", str(fault)))
        else:
            if not is_plain(lines[-1]):
                faults.append(ImportFault(f"history[{place}]", "has control or text-direction characters in it"))
    of_versions = Counter((act.table, act.version) for act in log.history)
    faults += [
        ImportFault("history", f"has more than {MOST_OF_A_VERSION} acts of version {version}")
        for (_, version), count in of_versions.items()
        if count > MOST_OF_A_VERSION
    ]
    return lines, faults
