"""What clients may send: a frame of text to a plain value, or a refusal to read it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import orjson

from drafts import metrics
from drafts.models import Reason
from drafts.rules.cards import CardId

LONGEST_ID = 64
MOST_CARDS = 60
LARGEST_NUMBER = 2**31
LONGEST_ROUND_TRIP = 60_000


class BadMessage(Exception):
    """A frame that is JSON but no message. `id` is the request's name if that much could be read."""

    def __init__(self, request: str | None = None) -> None:
        super().__init__("bad message")
        self.request = request


class NotJson(Exception):
    """A frame that is not JSON text at all."""


@dataclass(frozen=True, slots=True)
class Choose:
    id: str
    round: int
    pass_number: int
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    cards: tuple[CardId, ...]


@dataclass(frozen=True, slots=True)
class CallJudge:
    id: str
    reason: str
    card: int | None


@dataclass(frozen=True, slots=True)
class Ready:
    id: str


@dataclass(frozen=True, slots=True)
class Here:
    """ "I'm here": the fighter need not hurry."""

    id: str


@dataclass(frozen=True, slots=True)
class Return:
    """ "I'm back": the bot is to leave the fighter's own seat."""

    id: str


@dataclass(frozen=True, slots=True)
class Resync:
    pass


@dataclass(frozen=True, slots=True)
class Ping:
    """`ms`: how many milliseconds the answer to the ping before took, if the device has measured it."""

    ms: int | None = None


Message = Choose | Mark | CallJudge | Ready | Here | Return | Resync | Ping


def parse(text: str) -> Message:
    """Read a frame. Raises NotJson, or BadMessage for JSON that is no message; unknown keys are passed over."""
    try:
        data = orjson.loads(text)
    except (ValueError, RecursionError) as fault:
        raise NotJson from fault
    if not isinstance(data, dict):
        raise BadMessage
    request = data.get("id")
    name = request if _is_id(request) else None
    reader = _READERS.get(data["type"]) if isinstance(data.get("type"), str) else None
    if reader is None:
        raise BadMessage(name)
    _COUNTERS[data["type"]].inc()
    try:
        return reader(data)
    except (KeyError, TypeError) as fault:
        raise BadMessage(name) from fault


def request_of(text: str) -> str | None:
    """Return the request's name of a frame that is not read any further, if it has one."""
    try:
        data = orjson.loads(text)
    except (ValueError, RecursionError):
        return None
    name = data.get("id") if isinstance(data, dict) else None
    return name if isinstance(name, str) and _is_id(name) else None


def _is_id(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST_ID and value.isprintable()


def _id(data: Mapping[str, Any]) -> str:
    if not _is_id(data["id"]):
        raise TypeError
    return str(data["id"])


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < LARGEST_NUMBER:
        raise TypeError
    return value


def _milliseconds(value: object) -> int | None:
    """Return a measured time; what cannot be one is passed over, as is everything that nobody asked for."""
    return value if type(value) is int and 0 <= value <= LONGEST_ROUND_TRIP else None


def _cards(data: Mapping[str, Any]) -> tuple[CardId, ...]:
    cards = data["cards"]
    if not isinstance(cards, list) or len(cards) > MOST_CARDS:
        raise TypeError
    return tuple(CardId(_number(card)) for card in cards)


def _call(data: Mapping[str, Any]) -> CallJudge:
    reason, card = data["reason"], data.get("card")
    if not isinstance(reason, str) or reason not in Reason.values:
        raise TypeError
    if reason == Reason.CARD:
        return CallJudge(_id(data), reason, _number(card))
    return CallJudge(_id(data), reason, None)


_READERS: dict[str, Callable[[Mapping[str, Any]], Message]] = {
    "choose": lambda data: Choose(_id(data), _number(data["round"]), _number(data["pass"]), _cards(data)),
    "mark": lambda data: Mark(_cards(data)),
    "call_judge": _call,
    "ready": lambda data: Ready(_id(data)),
    "here": lambda data: Here(_id(data)),
    "return": lambda data: Return(_id(data)),
    "resync": lambda data: Resync(),
    "ping": lambda data: Ping(_milliseconds(data.get("ms"))),
}
_COUNTERS = metrics.frame_counters(_READERS)
