"""The parts of a state that look the same in the lobby and at a table."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Literal, TypeVar, cast

import orjson

from drafts.exporters.card_json import printed_facts
from drafts.log.event_log import EntryRecord
from drafts.numbers import tenths_left
from drafts.protocol.messages.draft import CardPart, QuotaPart
from drafts.protocol.messages.events import ClockPart, EntryPart, EventPart, StatusPart
from drafts.rules.actors import ActorKind
from drafts.rules.building import OF_NO_PACK
from drafts.rules.cards import Card, CardInPack
from drafts.rules.draft.clock import HOLD_SECONDS
from drafts.rules.draft.seat_status import SeatStatus
from drafts.rules.draft.timed import TimedTable
from drafts.rules.draft.view import shown_seed
from drafts.rules.formats import Quota
from drafts.rules.night.stages import Stage, progress_of
from drafts.store.table_facts import EventFacts

T = TypeVar("T")


def event_part(event: EventFacts, phase: str, *, log_is_open: bool) -> EventPart:
    """Return what a viewer may know of the event.

    It has the seed, which tells every pack, only with the whole log (R4) and once nothing hidden follows from it.
    """
    part: EventPart = {
        "code": event.code,
        "name": event.name,
        "game": event.format.game.slug,
        "format": event.format.slug,
        "form": event.format.forms[0].slug,
        "phase": phase,
        "table_size": event.table_size,
        "judge": event.judge.value,
        "practice": event.practice,
        "sets": [{"code": code, "name": name} for code, name in event.sets],
        "directions": [each.direction.value for each in event.format.rounds],
        "seed_hash": (seed_hash(event.seed) or None) if event.phase is not Stage.LOBBY else None,
        "seed": shown_seed(event.seed, log_is_open=log_is_open and event.has_open_seed, stopped=event.stopped),
        "stopped": event.stopped,
        "stages": [{"stage": each.stage, "state": each.state} for each in progress_of(event.stages, event.phase)],
        "next": event.next_code or None,
        "imported": event.imported,
    }
    if event.format.keeps:
        part["packs_each"] = event.format.packs
    return part


@lru_cache(maxsize=4096)
def event_text(event: EventFacts, phase: str, *, log_is_open: bool) -> EventPart:
    """Return what `event_part` does, serialized once for all tables and versions."""
    return written(event_part(event, phase, log_is_open=log_is_open))


def written(part: T) -> T:
    """Return a part serialized already, to be put into many messages; to the types it stays what it was."""
    text = bytes(memoryview(orjson.dumps(part)))  # a copy: what orjson returns keeps spare room
    return orjson.Fragment(text)  # type: ignore[return-value] # to the types it stays what it was; `cast` costs a call


@lru_cache(maxsize=4096)
def seed_hash(seed: str) -> str:
    """Return the SHA-256 of a seed's text, in hex: shown from the start of the draft (R4). "" where none is known."""
    return seed and sha256(seed.encode()).hexdigest()


def must_choose_part(due: Quota) -> QuotaPart:
    """Return what a fighter owes in a pass, in the words of the protocol's first game."""
    return {"trigger": due.featured, "normal": due.plain, "any": due.any}


def clock_part(timed: TimedTable, deadline: datetime | None, now: datetime) -> ClockPart:
    """Return the clock with one viewer's deadline."""
    clock = timed.clock
    return {
        "deadline": stamp_or_none(deadline),
        "now": stamp(now),
        "paused": timed.paused,
        "paused_by": paused_by(timed),
        "seconds": clock.seconds,
        "left": tenths_left(clock.left),
        "grace": HOLD_SECONDS,
    }


def paused_by(timed: TimedTable) -> Literal["organizer", "judge", "time"] | None:
    """Return who paused a table: an official, or `time` where no fighter chose; None where it goes on."""
    if not timed.paused:
        return None
    if timed.unattended:
        return "time"
    return "judge" if timed.paused_by_judge else "organizer"


def status_part(status: SeatStatus) -> StatusPart:
    """Return what a seat says of its fighter's connection and of what they do."""
    return {
        "presence": status.presence,
        "away_since": stamp_or_none(status.away_since),
        "turn": status.turn,
        "hurried": status.hurried,
    }


def cards_part(cards: Iterable[CardInPack]) -> Sequence[CardPart]:
    """Return cards that their viewer may see."""
    text = b"[%b]" % b",".join([_card(held) for held in cards])
    return orjson.Fragment(text)


def card_part(held: CardInPack) -> CardPart:
    """Return a card that its viewer may see."""
    return cast(CardPart, orjson.Fragment(_card(held)))


def _card(held: CardInPack) -> bytes:
    if held.id == OF_NO_PACK:
        return b'{"id":null,%b' % _printed(held.card)
    return b'{"id":%d,%b%b' % (held.id, b'"foil":true,' if held.foil else b"", _printed(held.card))


@lru_cache(maxsize=8192)
def _printed(card: Card) -> bytes:
    """Return a card without its id and the opening brace, serialized once, however many packs hold it."""
    return orjson.dumps(printed_facts(card))[1:]


def entries_part(entries: Iterable[EntryRecord]) -> Sequence[EntryPart]:
    """Return what happened, for the organizer: the newest first, with the names in it isolated."""
    return written([EntryPart(at=stamp(entry.at), table=entry.table, text=entry.text) for entry in entries])


NO_ENTRIES = entries_part(())


def stamp(moment: datetime) -> str:
    """Return a moment as the protocol writes it: UTC, milliseconds, Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"


def stamp_or_none(moment: datetime | None) -> str | None:
    """Return a moment as the protocol writes it, null where there is none."""
    return None if moment is None else stamp(moment)


def official(by: ActorKind | None) -> Literal["organizer", "judge"] | None:
    """Return the official who has paused a clock of the night, or None."""
    if by is None:
        return None
    return "judge" if by is ActorKind.JUDGE else "organizer"
