"""The WebSocket's messages (docs/protocol.md): what clients may send, and what each viewer is sent."""

from drafts.protocol.answers import ack, error, pong, refusal
from drafts.protocol.lobby import lobby_state
from drafts.protocol.parse import (
    BadMessage,
    CallJudge,
    Choose,
    Mark,
    Message,
    NotJson,
    Ping,
    Ready,
    Resync,
    parse,
    request_of,
)
from drafts.protocol.parts import seed_hash
from drafts.protocol.states import TableStates, seat_message

__all__ = [
    "BadMessage",
    "CallJudge",
    "Choose",
    "Mark",
    "Message",
    "NotJson",
    "Ping",
    "Ready",
    "Resync",
    "TableStates",
    "ack",
    "error",
    "lobby_state",
    "parse",
    "pong",
    "refusal",
    "request_of",
    "seat_message",
    "seed_hash",
]
