"""The documented shapes of what the server sends: more keys may come; none may be missing, or of another type."""

import re
from typing import Any

STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
PHASES = {"lobby", "opening", "drafting", "review", "building", "fighting", "sharing", "finished"}
TYPES = {"normal", "trigger", "g", "order", "other"}
TRIGGERS = {None, "critical", "draw", "stand", "heal", "front", "over", "unknown"}
REASONS = {"legion_rare", "wrong_count", "rules", "other"}


def count(value: Any) -> bool:
    return type(value) is int and value >= 0


def flag(value: Any) -> bool:
    return type(value) is bool


def text(value: Any) -> bool:
    return isinstance(value, str) and value != ""


def maybe(shape: Any) -> Any:
    return lambda value: value is None or fits(value, shape)


def moment(value: Any) -> bool:
    return isinstance(value, str) and STAMP.fullmatch(value) is not None


CARD = {
    "id": count,
    "number": text,
    "name": text,
    "card_type": lambda value: value in TYPES,
    "grade": maybe(count),
    "clan": str,
    "power": maybe(count),
    "shield": maybe(count),
    "trigger": lambda value: value in TRIGGERS,
    "rarity": text,
    "text": maybe(text),
    "text_read": maybe(list),
    "image": maybe(text),
    "kin": text,
}
PRESENCE = {"here", "weak", "away"}
TURNS = {"choosing", "done", "done_by_time", "bot", "no_cards", "looking", "seen", "getting_ready", "ready"}
SEAT = {
    "seat": count,
    "connected": flag,
    "chosen": flag,
    "presence": lambda value: value in PRESENCE,
    "away_since": maybe(moment),
    "turn": lambda value: value in TURNS,
    "hurried": flag,
}
SEAT_OF_TABLE = SEAT | {"name": text, "bot": flag, "in_hand": count, "face_down": count}
STAGE = {"stage": lambda value: value in PHASES, "state": lambda value: value in ("done", "now", "next")}
STATE = {
    "type": lambda value: value == "state",
    "seq": count,
    "event": {
        "code": text,
        "name": text,
        "game": text,
        "format": text,
        "phase": lambda value: value in PHASES,
        "stopped": flag,
        "stages": [STAGE],
    },
    "clock": {
        "deadline": maybe(moment),
        "now": moment,
        "paused": flag,
        "paused_by": lambda value: value in (None, "organizer", "time"),
        "grace": count,
    },
    "table": {
        "number": count,
        "round": count,
        "rounds": count,
        "pass": count,
        "direction": lambda value: value in ("left", "right"),
        "legion_rare": flag,
        "judge_called": [count],
        "seats": [SEAT_OF_TABLE],
    },
}
YOU = {
    "seat": count,
    "must_choose": {"trigger": count, "normal": count, "any": count},
    "pack": [CARD],
    "chosen": flag,
    "pile": maybe([CARD]),
    "can_call_judge": flag,
    "hurried": flag,
    "bot": flag,
    "by_time": [[count]],
}
CALL = {"id": count, "table": count, "seat": count, "reason": lambda value: value in REASONS}
SPECTATOR = STATE
FIGHTER = STATE | {"you": YOU}
HOST = STATE | {"judge_calls": [CALL]}
SMALL = {"type": lambda value: value == "seat", "seq": count, **SEAT}
ACK = {"type": lambda value: value == "ack", "id": text, "seq": count}
ERROR = {"type": lambda value: value == "error", "id": maybe(text), "code": text, "message": text}
PONG = {"type": lambda value: value == "pong"}


def fits(value: Any, shape: Any, where: str = "") -> bool:
    """Return True; fail where a value is not of the shape."""
    match shape:
        case dict():
            assert isinstance(value, dict), where
            assert shape.keys() <= value.keys(), f"{where}: {shape.keys() - value.keys()} missing"
            return all(fits(value[key], inner, f"{where}.{key}") for key, inner in shape.items())
        case list():
            assert isinstance(value, list), where
            return all(fits(item, shape[0], f"{where}[{number}]") for number, item in enumerate(value))
        case type():
            assert isinstance(value, shape), f"{where}: {value!r}"
        case _:
            assert shape(value), f"{where}: {value!r}"
    return True


def fits_its_type(frame: dict[str, Any], viewer: dict[str, Any]) -> bool:
    """Whether a frame is what its type promises; `viewer` is the shape of this viewer's states."""
    return fits(frame, {"state": viewer, "seat": SMALL, "ack": ACK, "error": ERROR, "pong": PONG}[frame["type"]])
