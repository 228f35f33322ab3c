"""A log of another installation as its types say it must be: everything in it is foreign text until it has been read.

Whether it can have happened, `file_checks` says.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from drafts.importers.faults import BadFile, ImportFault, quoted, too_large
from drafts.log.file_types import (
    LogAct,
    LogCall,
    LogCard,
    LogComment,
    LogDeck,
    LogEvent,
    LogEventEntry,
    LogFight,
    LogFile,
    LogPack,
    LogPick,
    LogSeat,
    LogShare,
    LogUndone,
    card_type,
    file_type,
)
from drafts.rules.games.base import CardGame, Game
from drafts.rules.games.reading import none_of
from drafts.rules.games.registry import GAMES
from drafts.rules.texts import is_storable
from drafts.rules.wording import gettext_noop

LARGEST_FILE = 64 * 1024 * 1024
"""In bytes: twelve tables of eight with three packs of fifteen make twelve million."""

_OF_THE_LOG: tuple[tuple[str, type[Any]], ...] = (
    ("entries", LogEventEntry),
    ("history", LogAct),
    ("undone", LogUndone),
    ("fights", LogFight),
    ("shares", LogShare),
    ("decks", LogDeck),
    ("comments", LogComment),
)
_OF_A_TABLE: tuple[tuple[str, type[Any]], ...] = (("seats", LogSeat), ("picks", LogPick), ("calls", LogCall))


def read_log_file(data: bytes) -> LogFile[LogCard]:
    """Return the log that a file holds. Raises BadFile with everything in it that is not of its type."""
    if len(data) > LARGEST_FILE:
        raise _bad(gettext_noop("the file"), too_large(LARGEST_FILE))
    try:
        raw = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as fault:
        raise _bad(gettext_noop("the file"), gettext_noop("is no JSON: %(fault)s", fault=str(fault))) from fault
    if faults := [*_unstorable(raw, "")]:
        raise BadFile(faults)
    game = _game_of(raw)
    try:
        log: LogFile[LogCard] = msgspec.convert(raw, file_type(game))
    except msgspec.ValidationError as fault:
        raise BadFile([*_faults(raw, game)] or [_fault("log", fault)]) from fault
    return log


def _unstorable(value: Any, where: str) -> Iterator[ImportFault]:
    """Yield the places of texts that cannot be stored."""
    if isinstance(value, str) and not is_storable(value):
        yield ImportFault(where or "log", gettext_noop("has control characters in it"))
    elif isinstance(value, list):
        for place, part in enumerate(value):
            yield from _unstorable(part, f"{where}[{place}]")
    elif isinstance(value, dict):
        for name, part in value.items():
            if is_storable(name):
                yield from _unstorable(part, f"{where}.{name}" if where else name)
            else:
                yield ImportFault(where or "log", gettext_noop("has a key with control characters in it"))


def _game_of(raw: Any) -> Game:
    """Return the game of a log. Raises BadFile for anything but a log of a known game."""
    event = raw.get("event") if isinstance(raw, dict) else None
    if not isinstance(event, dict) or not isinstance(raw.get("tables"), list):
        raise _bad(gettext_noop("the file"), gettext_noop("is no log of a draft"))
    if raw.get("version") != 1:
        raise _bad("version", gettext_noop("is not 1"))
    game = event.get("game")
    if not isinstance(game, str) or game not in GAMES:
        raise _bad("event.game", none_of(GAMES))
    return GAMES[game]


def _faults(raw: dict[str, Any], game: Game) -> Iterator[ImportFault]:
    """Yield what is wrong with each part, taken by itself."""
    yield from _fault_of(raw["event"], LogEvent, "event")
    for name, kind in _OF_THE_LOG:
        yield from _faults_of_list(raw.get(name, []), kind, name)
    for place, table in enumerate(raw["tables"]):
        where = f"tables[{place}]"
        if not isinstance(table, dict):
            yield ImportFault(where, gettext_noop("is no table"))
            continue
        for name, kind in _OF_A_TABLE:
            yield from _faults_of_list(table.get(name, []), kind, f"{where}.{name}")
        card = card_type(game) if isinstance(game, CardGame) else LogCard
        packs: Any = LogPack[card]  # type: ignore[valid-type]  # made while the program runs
        yield from _faults_of_list(table.get("packs", []), packs, f"{where}.packs")


def _faults_of_list(values: Any, kind: type[Any], where: str) -> Iterator[ImportFault]:
    if not isinstance(values, list):
        yield ImportFault(where, gettext_noop("is no list"))
        return
    for place, value in enumerate(values):
        yield from _fault_of(value, kind, f"{where}[{place}]")


def _fault_of(value: Any, kind: type[Any], where: str) -> Iterator[ImportFault]:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as fault:
        yield _fault(where, fault)


def _fault(where: str, fault: msgspec.ValidationError) -> ImportFault:
    """Return a fault of a part; msgspec names the place in it after a dollar sign."""
    what, _, inside = str(fault).partition(" - at `$")
    return ImportFault(quoted(where + inside.rstrip("`"))[1:-1] if inside else where, what)


def _bad(where: str, what: str) -> BadFile:
    return BadFile([ImportFault(where, what)])


def moment_of(text: str) -> datetime:
    """Return the moment that a text says. Raises ValueError."""
    return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(UTC)
