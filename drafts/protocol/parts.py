"""The parts of a state that look the same in the lobby and at a table."""

from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

import orjson

from drafts.exporters.card_json import card_facts
from drafts.rules.cards import PackCard
from drafts.rules.sitting import Sitting
from drafts.store import EventFacts


def event_part(event: EventFacts, phase: str, *, log_is_open: bool) -> dict[str, Any]:
    """Return what a viewer may know of the event; the seed, which tells the whole log, only with the log (R4)."""
    return {
        "code": event.code,
        "name": event.name,
        "format": event.format.slug,
        "phase": phase,
        "table_size": event.table_size,
        "judge": event.judge.value,
        "practice": event.practice,
        "sets": [{"code": code, "name": name} for code, name in event.sets],
        "seed_hash": seed_hash(event.seed) if event.phase.value != "lobby" else None,
        "seed": event.seed if log_is_open else None,
    }


@lru_cache(maxsize=4096)
def event_text(event: EventFacts, phase: str, *, log_is_open: bool) -> orjson.Fragment:
    """Return what `event_part` does, serialized once for all tables and versions."""
    return orjson.Fragment(orjson.dumps(event_part(event, phase, log_is_open=log_is_open)))


@lru_cache(maxsize=4096)
def seed_hash(seed: str) -> str:
    """Return the SHA-256 of a seed's text, in hex: shown from the start of the draft (R4)."""
    return sha256(seed.encode()).hexdigest()


def clock_part(sitting: Sitting, deadline: datetime | None, now: datetime) -> dict[str, Any]:
    """Return the clock with one viewer's deadline."""
    clock = sitting.clock
    return {
        "deadline": None if deadline is None else stamp(deadline),
        "now": stamp(now),
        "paused": sitting.paused,
        "seconds": clock.seconds,
        "left": None if clock.left is None else round(clock.left, 1),
    }


@lru_cache(maxsize=32768)
def card_part(held: PackCard) -> orjson.Fragment:
    """Return a card that its viewer may see, serialized once for all."""
    return orjson.Fragment(orjson.dumps(card_facts(held)))


def stamp(moment: datetime) -> str:
    """Return a moment as the protocol writes it: UTC, milliseconds, Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
