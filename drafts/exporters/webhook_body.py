"""The payloads of webhooks, as types: docs/webhooks.md documents them. They contain no card and no person's name.

Moments are texts in UTC with milliseconds and a Z, as in `log.json`.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from drafts.exporters.moments import stamp
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.stages import Stage

MomentT = TypeVar("MomentT")


class Pages(Struct, frozen=True, kw_only=True):
    """Addresses of pages. `log` and `data` (log.json) are null as long as nobody but the organizer may read the log."""

    event: str
    standings: str
    log: str | None
    data: str | None


class EventAt(Struct, Generic[MomentT], frozen=True, kw_only=True):
    """An event at the moment at which something happened, in the words of the API.

    `fighters` counts bots too, `bots` them alone. `log` is who may read the log besides the organizer, null for nobody.
    """

    code: str
    name: str
    game: str
    format: str
    packs: str
    sets: Sequence[str]
    phase: Stage
    stopped: bool
    fighters: int
    bots: int
    tables: int
    created: MomentT
    starts_at: MomentT | None
    started: MomentT | None
    drafted: MomentT | None
    finished: MomentT | None
    log: LogVisibility | None


EventNow = EventAt[datetime]
"""The facts of an event for a payload, with moments as datetimes."""


class EventTold(EventAt[str], frozen=True, kw_only=True):
    """The facts of an event as they are sent, and its pages."""

    pages: Pages


class WebhookPayload(Struct, frozen=True, kw_only=True):
    """A payload: `type` names the webhook event, `timestamp` its moment."""

    type: str
    timestamp: str
    data: EventTold


MOMENTS = ("created", "starts_at", "started", "drafted", "finished")


def write_webhook_body(happening: str, at: datetime, event: EventNow, origin: str) -> str:
    """Return what is sent, as JSON. `origin` is how addresses of pages begin."""
    facts = msgspec.structs.asdict(event)
    moments = {name: stamp(facts[name]) for name in MOMENTS}
    data = EventTold(**facts | moments, pages=_pages(event, origin))
    return msgspec.json.encode(WebhookPayload(type=happening, timestamp=stamp(at), data=data)).decode()


def _pages(event: EventNow, origin: str) -> Pages:
    page = f"{origin}/events/{event.code}/"
    is_open = event.log is not None
    return Pages(
        event=page,
        standings=f"{page}standings/",
        log=f"{page}log/" if is_open else None,
        data=f"{page}log/log.json" if is_open else None,
    )
