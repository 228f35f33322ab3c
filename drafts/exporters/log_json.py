"""The log as JSON (docs/protocol.md, "Log"): enough to rebuild what every fighter saw at every pass."""

import json
from datetime import UTC, datetime
from typing import Any

from drafts.exporters.card_json import card_facts
from drafts.exporters.event_log import (
    ActRecord,
    CallRecord,
    DeckRecord,
    EventLog,
    EventRecord,
    PackRecord,
    PickRecord,
    TableRecord,
)
from drafts.rules.games.registry import FORMATS

VERSION = 1


def write_log_json(log: EventLog) -> str:
    """Return the log as one JSON text."""
    return json.dumps(log_as_data(log), ensure_ascii=False, indent=1)


def log_as_data(log: EventLog) -> dict[str, Any]:
    """Return the log as plain lists and dictionaries."""
    return {
        "version": VERSION,
        "event": _event(log.event),
        "tables": [_table(table) for table in log.tables],
        "entries": [{"at": stamp(entry.at), "table": entry.table, "text": entry.text} for entry in log.entries],
        "history": [_act(act) for act in log.history],
        "undone": [
            {"table": table.number, **_pick(pick), "undone_at": stamp(pick.undone)}
            for table in log.tables
            for pick in table.undone
        ],
        "decks": [_deck(deck) for deck in log.decks],
    }


def stamp(moment: datetime | None) -> str | None:
    """Return a moment as docs/protocol.md writes it: UTC, milliseconds, `Z`."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _event(event: EventRecord) -> dict[str, Any]:
    data: dict[str, Any] = {
        "code": event.code,
        "name": event.name,
        "game": FORMATS[event.format].game.slug,
        "format": event.format,
        "table_size": event.table_size,
        "pace": event.pace,
        "review_seconds": event.review_seconds,
        "judge": event.judge,
        "packs": event.packs,
        "sets": list(event.sets),
        "seed": event.seed,
        "seed_hash": event.seed_hash,
        "draws": event.draws,
        "created": stamp(event.created),
        "started": stamp(event.started),
        "drafted": stamp(event.drafted),
        "finished": stamp(event.finished),
        "stopped": event.stopped,
        "stages": [each._asdict() for each in event.stages],
    }
    return data | ({"pack_list": [list(pack) for pack in event.listed]} if event.listed else {})


def _table(table: TableRecord) -> dict[str, Any]:
    return {
        "number": table.number,
        "seats": [
            {"seat": seat.seat, "name": seat.name, "bot": seat.bot, "joined": seat.joined, "fighter": seat.fighter}
            for seat in table.seats
        ],
        "packs": [_pack(pack) for pack in table.packs],
        "picks": [_pick(pick) for pick in table.picks],
        "calls": [_call(call) for call in table.calls],
    }


def _pack(pack: PackRecord) -> dict[str, Any]:
    return {
        "round": pack.round,
        "opened_by": pack.opened_by,
        "set": pack.set_code,
        "guaranteed": pack.guaranteed,
        "cards": [card_facts(held) for held in pack.cards],
    }


def _deck(deck: DeckRecord) -> dict[str, Any]:
    zones = [{"zone": slug, "cards": list(cards)} for slug, cards in deck.zones]
    return {"table": deck.table, "seat": deck.seat, "fighter": deck.fighter, "zones": zones, "starter": deck.starter}


def _pick(pick: PickRecord) -> dict[str, Any]:
    return {
        "round": pick.round,
        "pass": pick.pass_number,
        "seat": pick.seat,
        "card": pick.card,
        "pack": [pick.round, pick.opened_by],
        "auto": pick.auto,
        "how": pick.how.value,
        "at": stamp(pick.at),
        "seconds": pick.seconds,
    }


def _act(act: ActRecord) -> dict[str, Any]:
    return {
        "version": act.version,
        "at": stamp(act.at),
        "table": act.table,
        "by": act.by,
        "kind": act.kind.value,
        "facts": act.facts,
    }


def _call(call: CallRecord) -> dict[str, Any]:
    return {
        "round": call.round,
        "seat": call.seat,
        "reason": call.reason,
        "card": call.card,
        "verdict": call.verdict,
        "at": stamp(call.at),
        "decided": stamp(call.decided),
    }
