"""The WebSocket's messages (docs/protocol.md): text to plain values, and a table to what one viewer may see of it.

What is the same for several viewers is serialized once and put into each message as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any

import orjson

from drafts.models import Reason
from drafts.rules.cards import CardId, PackCard
from drafts.rules.decks import Deck, deck_of
from drafts.rules.errors import Refusal
from drafts.rules.sitting import Sitting, deadline_of
from drafts.rules.table import Phase
from drafts.rules.view import OwnSeen, Role, Seen, may_see_log, seat_seen, seen_by
from drafts.store import EventFacts, LiveTable
from drafts.store_lobby import Lobby

LONGEST_ID = 64
MOST_CARDS = 60
LARGEST_NUMBER = 2**31

WORDS = {
    "bad_message": "The server did not understand that. Load the page again.",
    "not_a_fighter": "Only the fighters of this event can do that.",
    "not_drafting": "Nothing is chosen at this moment.",
    "paused": "The draft is paused.",
    "stale": "That pass is over.",
    "already_chosen": "You have chosen in this pass.",
    "wrong_count": "That is not the number of cards that you choose in this pass.",
    "not_in_pack": "That card is not in your hand.",
    "duplicate_card": "You chose the same card twice.",
    "trigger_required": "The trigger unit must be among the cards that you choose.",
    "too_many_triggers": "Only one trigger unit, and a unit that is none.",
    "not_allowed": "That is not possible now.",
    "rate_limited": "That was too much at once. Wait a moment.",
}


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
class Resync:
    pass


@dataclass(frozen=True, slots=True)
class Ping:
    pass


Message = Choose | Mark | CallJudge | Ready | Resync | Ping


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
    try:
        return reader(data)
    except (KeyError, TypeError) as fault:
        raise BadMessage(name) from fault


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


def _cards(data: Mapping[str, Any]) -> tuple[CardId, ...]:
    cards = data["cards"]
    if not isinstance(cards, list) or len(cards) > MOST_CARDS:
        raise TypeError
    return tuple(CardId(_number(card)) for card in cards)


def _call(data: Mapping[str, Any]) -> CallJudge:
    reason, card = data["reason"], data.get("card")
    if not isinstance(reason, str) or reason not in Reason.values:
        raise TypeError
    if reason == Reason.LEGION_RARE:
        return CallJudge(_id(data), reason, _number(card))
    return CallJudge(_id(data), reason, None)


_READERS: dict[str, Callable[[Mapping[str, Any]], Message]] = {
    "choose": lambda data: Choose(_id(data), _number(data["round"]), _number(data["pass"]), _cards(data)),
    "mark": lambda data: Mark(_cards(data)),
    "call_judge": _call,
    "ready": lambda data: Ready(_id(data)),
    "resync": lambda data: Resync(),
    "ping": lambda data: Ping(),
}


def ack(request: str, seq: int) -> str:
    """Return "what you asked for is stored for good"."""
    return _text({"type": "ack", "id": request, "seq": seq})


def error(request: str | None, code: str) -> str:
    """Return "nothing was changed", with the reason for people."""
    return _text({"type": "error", "id": request, "code": code, "message": WORDS[code]})


def refusal(request: str | None, refused: Refusal) -> str:
    """Return the error for a refusal of the rules."""
    return error(request, refused.code)


def pong(seq: int) -> str:
    """Return the answer to a ping, with the newest `seq`, so that a client notices what it missed."""
    return _text({"type": "pong", "seq": seq})


def seat_message(live: LiveTable, seat: int) -> str:
    """Return the small public change of one seat."""
    return _text({"type": "seat", "seq": live.version, **_seat(live, seat)})


def lobby_state(lobby: Lobby, fighter: int | None, *, host: bool = False) -> str:
    """Return the lobby as one viewer sees it: the places taken so far, in order of joining. Nobody sits yet."""
    own = next((place for place, member in enumerate(lobby.members) if member.id == fighter), None)
    state = {
        "type": "state",
        "seq": lobby.version,
        "event": _event(lobby.event, lobby.event.phase.value),
        "clock": {"deadline": None, "now": _stamp(datetime.now(UTC)), "paused": False, "seconds": None, "left": None},
        "table": {
            "number": 1,
            "round": 0,
            "rounds": len(lobby.event.format.rounds),
            "pass": 0,
            "passes": 0,
            "direction": lobby.event.format.rounds[0].direction.value,
            "legion_rare": False,
            "waiting_for_judge": False,
            "seats": [
                {
                    "seat": place,
                    "name": member.name,
                    "bot": member.bot,
                    "connected": member.connected or member.bot,
                    "chosen": False,
                    "in_hand": 0,
                    "face_down": 0,
                    "ready": member.ready,
                }
                for place, member in enumerate(lobby.members)
            ],
        },
        "log_open": False,
    }
    if own is not None:
        member = lobby.members[own]
        state["you"] = {
            "seat": own,
            "name": member.name,
            "ready": member.ready,
            "must_choose": {"trigger": 0, "normal": 0, "any": 0},
            "pack": [],
            "chosen": False,
            "pile": None,
            "can_call_judge": False,
            "call": None,
            "marked": [],
        }
    if host:
        state["judge_calls"] = []
        state["tables"] = []
        state["fighters"] = [
            {
                "id": member.id,
                "name": member.name,
                "bot": member.bot,
                "ready": member.ready,
                "connected": member.connected or member.bot,
            }
            for member in lobby.members
        ]
    return _text(state)


class TableStates:
    """The `state` messages of one table at one version, for as many viewers as ask: the common parts are made once."""

    def __init__(self, live: LiveTable, now: datetime) -> None:
        self._live = live
        self._now = now
        self._over = live.event.phase.value == "finished"
        self._event = orjson.Fragment(orjson.dumps(_event(live.event, live.phase)))
        self._public = seen_by(live.sitting.table, None)
        self._table = orjson.Fragment(orjson.dumps(_table(live, self._public)))
        self._spectator: str | None = None

    def for_spectator(self) -> str:
        """Return what everybody may see."""
        if self._spectator is None:
            state = self._state(self._clock(None))
            self._spectator = _text({**state, "log_open": self._log_is_open(Role.SPECTATOR)})
        return self._spectator

    def for_seat(self, seat: int, marked: Sequence[CardId] = ()) -> str:
        """Return what the fighter of a seat may see."""
        live = self._live
        own = seen_by(live.sitting.table, seat, over=self._over).own
        assert own is not None  # noqa: S101 - a seat was given
        state = self._state(self._clock(seat))
        state["log_open"] = self._log_is_open(Role.FIGHTER)
        state["you"] = _you(live, seat, own, marked)
        return _text(state)

    def for_host(self, tables: Sequence[LiveTable], seq: int) -> str:
        """Return what the organizer may see: nobody's cards but those that a judge is called for, and all tables."""
        state = self._state(self._clock(None))
        state["seq"] = seq
        state["log_open"] = self._log_is_open(Role.ORGANIZER)
        state["judge_calls"] = [
            {
                "id": call.id,
                "table": live.number,
                "seat": call.seat,
                "reason": call.reason,
                **({"card": _card(call.card)} if call.card else {}),
            }
            for live, call in sorted(
                ((live, call) for live in tables for call in live.calls), key=lambda pair: pair[1].id
            )
        ]
        state["tables"] = [
            {
                **_table(live, seen_by(live.sitting.table, None)),
                "phase": live.phase,
                "clock": _clock(live.sitting, live.sitting.clock.deadline, self._now),
            }
            for live in tables
        ]
        return _text(state)

    def _state(self, clock: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "state",
            "seq": self._live.version,
            "event": self._event,
            "clock": clock,
            "table": self._table,
        }

    def _clock(self, seat: int | None) -> dict[str, Any]:
        sitting = self._live.sitting
        deadline = sitting.clock.deadline if seat is None else deadline_of(sitting, seat)
        return _clock(sitting, None if self._over else deadline, self._now)

    def _log_is_open(self, role: Role) -> bool:
        return may_see_log(self._live.event.log_visibility, role, all_drafted=self._live.event.is_over)


def _event(event: EventFacts, phase: str) -> dict[str, Any]:
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
        "seed": event.seed if event.is_over else None,
    }


@lru_cache(maxsize=4096)
def seed_hash(seed: str) -> str:
    """Return the SHA-256 of a seed's text, in hex: shown from the start of the draft (R4)."""
    return sha256(seed.encode()).hexdigest()


def _clock(sitting: Sitting, deadline: datetime | None, now: datetime) -> dict[str, Any]:
    clock = sitting.clock
    return {
        "deadline": None if deadline is None else _stamp(deadline),
        "now": _stamp(now),
        "paused": sitting.paused,
        "seconds": clock.seconds,
        "left": None if clock.left is None else round(clock.left, 1),
    }


def _table(live: LiveTable, seen: Seen) -> dict[str, Any]:
    return {
        "number": live.number,
        "round": seen.round,
        "rounds": seen.rounds,
        "pass": seen.pass_number,
        "passes": seen.passes,
        "direction": seen.direction.value,
        "legion_rare": seen.legion_rare,
        "waiting_for_judge": seen.waiting_for_judge,
        "seats": [_seat(live, seat) for seat in range(len(live.seats))],
    }


def _seat(live: LiveTable, seat: int) -> dict[str, Any]:
    attendance, seen = live.sitting.seats[seat], seat_seen(live.sitting.table, seat)
    return {
        "seat": seat,
        "name": live.seats[seat].name,
        "bot": attendance.bot,
        "connected": attendance.connected or attendance.bot,
        "chosen": seen.chosen,
        "in_hand": seen.in_hand,
        "face_down": seen.face_down,
        "ready": attendance.ready,
    }


def _you(live: LiveTable, seat: int, own: OwnSeen, marked: Sequence[CardId]) -> dict[str, Any]:
    call = next((call for call in live.calls if call.seat == seat), None)
    you: dict[str, Any] = {
        "seat": seat,
        "name": live.seats[seat].name,
        "must_choose": {"trigger": own.owed.trigger, "normal": own.owed.normal, "any": own.owed.any},
        "pack": [_card(held) for held in own.pack],
        "chosen": own.chosen,
        "pile": None if own.pile is None else [_card(held) for held in own.pile],
        "can_call_judge": own.may_call,
        "call": None if call is None else {"id": call.id, "reason": call.reason},
        "marked": list(marked),
        "ready": live.sitting.seats[seat].ready,
    }
    if own.pile is not None:
        complete = live.sitting.table.phase is Phase.DRAFTED
        you["summary"] = _summary(deck_of(own.pile, live.event.format, complete=complete))
    return you


def _summary(deck: Deck) -> dict[str, Any]:
    first = deck.first_vanguard
    return {
        "count": len(deck.main) + len(deck.g_zone),
        "main": len(deck.main),
        "g_zone": len(deck.g_zone),
        "g_units": len(deck.g_zone),
        "grades": {str(grade): count for grade, count in deck.grades.items()},
        "triggers": deck.triggers,
        "clans": deck.clans,
        "warnings": deck.warnings,
        "order": [held.id for held in deck.main],
        "g_order": [held.id for held in deck.g_zone],
        "first_vanguard": {"card": None if first is None else first.id, "note": deck.first_vanguard_note},
    }


@lru_cache(maxsize=32768)
def _card(held: PackCard) -> orjson.Fragment:
    card = held.card
    return orjson.Fragment(
        orjson.dumps(
            {
                "id": held.id,
                "number": card.number,
                "name": card.name,
                "card_type": card.card_type,
                "grade": card.grade,
                "clan": card.clan,
                "nation": card.nation,
                "race": card.race,
                "power": card.power,
                "shield": card.shield,
                "critical": card.critical,
                "trigger": card.trigger,
                "rarity": card.rarity,
            }
        )
    )


def _stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def _text(message: Mapping[str, Any]) -> str:
    return orjson.dumps(message).decode()
