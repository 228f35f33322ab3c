"""The WebSocket's messages (docs/protocol.md): what clients may send, and what each viewer is sent."""

from drafts.protocol.answers import ack, ended, error, marked, pong, refusal
from drafts.protocol.lobby import LobbyStates
from drafts.protocol.night import NightStates
from drafts.protocol.parse import (
    BadMessage,
    CallJudge,
    Choose,
    Done,
    Heard,
    Here,
    Mark,
    NotJson,
    Ping,
    Ready,
    Request,
    Resync,
    Return,
    parse,
    request_of,
)
from drafts.protocol.parts import entries_part, seed_hash
from drafts.protocol.states import HostTables, TableParts, TableStates, for_strangers, seat_message, seat_part

__all__ = [
    "BadMessage",
    "CallJudge",
    "Choose",
    "Done",
    "Heard",
    "Here",
    "HostTables",
    "LobbyStates",
    "Mark",
    "NightStates",
    "NotJson",
    "Ping",
    "Ready",
    "Request",
    "Resync",
    "Return",
    "TableParts",
    "TableStates",
    "ack",
    "ended",
    "entries_part",
    "error",
    "for_strangers",
    "marked",
    "parse",
    "pong",
    "refusal",
    "request_of",
    "seat_message",
    "seat_part",
    "seed_hash",
]
