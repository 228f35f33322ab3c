"""Everything that is stored of an event, as JSON: for its organizer to keep, or to hand to those whom it is about."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from drafts.exporters.moments import stamp
from drafts.log.event_log import EntryRecord, EventLog
from drafts.log.json_file import log_as_data

VERSION = 1


class EventData(NamedTuple):
    """The stored data of an event beside its log: plain rows, in which moments are datetimes.

    `log` is None as long as it is closed.
    """

    event: dict[str, Any]
    night: dict[str, Any]
    draft: dict[str, Any]
    fighters: Sequence[dict[str, Any]]
    removals: Sequence[dict[str, Any]]
    judges: Sequence[dict[str, Any]]
    webhooks: Sequence[dict[str, Any]]
    connections: Sequence[dict[str, Any]]
    stages: Sequence[dict[str, Any]]
    entries: Sequence[EntryRecord]
    log: EventLog | None


def write_event_data(data: EventData, exported: datetime) -> str:
    """Return it as one JSON text."""
    whole: dict[str, Any] = {"version": VERSION, "exported": exported, **data._asdict()}
    whole["entries"] = [{"at": entry.at, "table": entry.table, "text": entry.text} for entry in data.entries]
    whole["log"] = None if data.log is None else log_as_data(data.log)
    return json.dumps(_plain(whole), ensure_ascii=False, indent=1)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return stamp(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value
