"""The WebSocket's messages (docs/protocol.md): what clients may send, and what each viewer is sent."""

from drafts.protocol.answers import ack, ended, error, pong, refusal
from drafts.protocol.lobby import host_lobby_state, lobby_state
from drafts.protocol.parse import (
    BadMessage,
    CallJudge,
    Choose,
    Here,
    Mark,
    Message,
    NotJson,
    Ping,
    Ready,
    Resync,
    Return,
    parse,
    request_of,
)
from drafts.protocol.parts import entries_part, seed_hash
from drafts.protocol.states import HostTables, TableStates, seat_message

__all__ = [
    "BadMessage",
    "CallJudge",
    "Choose",
    "Here",
    "HostTables",
    "Mark",
    "Message",
    "NotJson",
    "Ping",
    "Ready",
    "Resync",
    "Return",
    "TableStates",
    "ack",
    "ended",
    "entries_part",
    "error",
    "host_lobby_state",
    "lobby_state",
    "parse",
    "pong",
    "refusal",
    "request_of",
    "seat_message",
    "seed_hash",
]
