"""The socket as an AsyncAPI document: its address, its messages with their schemas, and its close codes."""

from inspect import cleandoc
from typing import Any

from drafts.protocol.closes import MEANINGS
from drafts.protocol.schemas import HEARD, SENT, is_answered, schemas, tag_of

Document = dict[str, Any]
CHANNEL = "#/channels/event"
ANSWERS = {"resync": ("state",), "ping": ("pong",)}
"""The answers to a message that is no request."""
UNASKED = ("state", "seat", "lobby", "marked", "ended")
"""The messages that the server sends by itself."""

ABOUT = """\
The live tables of Pass Left: JSON text frames between phones, panels, big screens and the server.

The session cookie says who is connected: a fighter of the event, its organizer, a judge, or, without one, a spectator.
The `Origin` of a page has to be an allowed host. No viewer is sent a card that they may not see.

A message with an `id` is a request. It is answered by `ack` (what was asked is stored for good) or `error` (nothing was
changed) under the same `id`; asked again under that `id`, it has the same answer and does nothing twice. Any frame may
be answered by an `error` of code `bad_message` or `rate_limited`, whose `id` is null where the frame had none. Messages
of one connection are handled in the order in which they were sent; keys of it that are not known here are passed over.

More keys, messages and codes may come with time; none goes. docs/protocol.md says how they are put in order, and
docs/security.md how fast may be sent what."""

CLOSED = "The server closes a socket with one of these codes:"

SEAT: Document = {
    "seat": 2,
    "fighter": 7,
    "name": "Aichi",
    "bot": False,
    "connected": True,
    "chosen": False,
    "in_hand": 0,
    "face_down": 0,
    "ready": True,
    "guest": False,
    "presence": "here",
    "away_since": None,
    "turn": "ready",
    "hurried": False,
}

EXAMPLES: dict[str, Document] = {
    "choose": {"id": "7c0e", "round": 1, "pass": 1, "cards": [91, 94]},
    "done": {"id": "7c0e", "round": 1, "pass": 2},
    "mark": {"cards": [91], "age": 12.5},
    "call_judge": {"id": "7c0e", "reason": "legion_rare", "card": 93},
    "ready": {"id": "7c0e"},
    "here": {"id": "7c0e"},
    "return": {"id": "7c0e"},
    "deck": {"id": "7c0e", "seen": 3, "main": [91, 94], "basics": {"Plains": 8}, "command": [101]},
    "register": {"id": "7c0e", "seen": 4},
    "avatar": {"id": "7c0e", "number": "MAV01/003"},
    "planar": {"id": "7c0e", "numbers": [f"MAP01/{number:03}" for number in range(1, 11)]},
    "commander": {"id": "7c0e", "name": "Toad King"},
    "count": {"id": "7c0e", "fight": 12, "fighter": 7, "counter": "damage", "by": 1},
    "undo": {"id": "7c0e", "fight": 12},
    "out": {"id": "7c0e", "fight": 12, "game": 1, "fighters": [7]},
    "spare": {"id": "7c0e", "fight": 12, "fighter": 7},
    "rolled": {"id": "7c0e", "fight": 12, "fighter": 4},
    "first": {"id": "7c0e", "fight": 12, "game": 1, "fighter": 4},
    "turn": {"id": "7c0e", "fight": 12, "number": 3},
    "roll": {"id": "7c0e", "fight": 12, "turn": 5, "rolls": 1},
    "walk": {"id": "7c0e", "fight": 12, "walked": 2},
    "game": {"id": "7c0e", "fight": 12, "game": 1, "winner": 4},
    "result": {"id": "7c0e", "fight": 12, "winner": 4, "score": [1, 0]},
    "confirm": {"id": "7c0e", "fight": 12},
    "dispute": {"id": "7c0e", "fight": 12},
    "play": {"id": "7c0e", "fight": 12, "turn": 7, "phase": "act", "move": "place In f3"},
    "ask_back": {"id": "7c0e", "fight": 12, "to": 6},
    "answer_back": {"id": "7c0e", "fight": 12, "ask": 3, "agree": True},
    "resign": {"id": "7c0e", "fight": 12},
    "wish": {"id": "7c0e", "cards": [91, 94]},
    "take": {"id": "7c0e", "card": 91},
    "swap": {"id": "7c0e", "give": 91, "want": 94},
    "accept": {"id": "7c0e", "swap": 3},
    "decline": {"id": "7c0e", "swap": 3},
    "withdraw": {"id": "7c0e", "swap": 3},
    "resync": {},
    "ping": {"ms": 42},
    "lobby": {
        "seq": 57,
        "since": 52,
        "now": "2026-11-20T19:02:31.007Z",
        "seats": [SEAT],
        "seating": None,
        "hint": None,
        "enough": True,
    },
    "ack": {"id": "7c0e", "seq": 9},
    "error": {"id": "7c0e", "code": "not_in_pack", "message": "That card is not in your hand."},
    "pong": {"seq": 9},
    "marked": {"cards": [91]},
    "ended": {"reason": "removed"},
}


def document() -> Document:
    """Return the whole document, as plain values."""
    messages = {tag_of(type_): _message(type_) for type_ in (*HEARD, *SENT)}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Pass Left", "version": "1", "description": ABOUT, "license": {"name": "MIT"}},
        "defaultContentType": "application/json",
        "servers": {
            "store": _server("ws", "A store's own network."),
            "internet": _server("wss", "The open internet."),
        },
        "channels": {"event": _channel(list(messages))},
        "operations": _operations(),
        "components": {"messages": messages, "schemas": schemas()},
    }


def _server(protocol: str, description: str) -> Document:
    host = {"description": "The address of the site.", "default": "localhost:8000"}
    return {"host": "{host}", "protocol": protocol, "description": description, "variables": {"host": host}}


def _channel(tags: list[str]) -> Document:
    number = {"type": "integer", "minimum": 0}
    query = {
        "as": {
            "type": "string",
            "enum": ["host", "judge"],
            "description": "The organizer's view, or a judge's. Without it a fighter's, else a spectator's.",
        },
        "fighter": {
            **number,
            "description": "Which of the seats that this browser holds: it may play for guests besides.",
        },
        "table": {**number, "default": 1, "description": "The table to watch, as anybody may; the organizer's too."},
        "battle": {
            **number,
            "description": "The fight whose battle to watch, as anybody may; else the first open one of the table.",
        },
    }
    codes = {str(code): meaning for code, meaning in sorted(MEANINGS.items())}
    return {
        "address": "/ws/events/{code}/",
        "title": "An event",
        "description": "\n".join([CLOSED, "", *(f"- {code}: {meaning}" for code, meaning in codes.items())]),
        "parameters": {
            "code": {
                "description": "The event's code: 6 of 23456789ABCDEFGHJKMNPQRSTUVWXYZ, in any case of letters.",
                "examples": ["K7QF3M"],
            }
        },
        "messages": {tag: {"$ref": f"#/components/messages/{tag}"} for tag in tags},
        "bindings": {
            "ws": {"method": "GET", "query": {"type": "object", "properties": query}, "bindingVersion": "0.1.0"}
        },
        "x-close-codes": codes,
    }


def _message(type_: type) -> Document:
    tag, words = tag_of(type_), " ".join(cleandoc(type_.__doc__ or "").split("\n\n")[0].split())
    message: Document = {"name": tag, "summary": words, "payload": {"$ref": f"#/components/schemas/{type_.__name__}"}}
    if "id" in type_.__annotations__ or is_answered(type_):
        message["correlationId"] = {"location": "$message.payload#/id"}
    if tag in EXAMPLES:
        message["examples"] = [{"payload": {"type": tag, **EXAMPLES[tag]}}]
    return message


def _operations() -> Document:
    """Return what the server does: it receives each message of a client, and sends some unasked."""
    told = {"action": "send", "channel": {"$ref": CHANNEL}, "messages": _in_channel(UNASKED)}
    return {"tell": {**told, "summary": "The changes."}, **{tag_of(type_): _hear(type_) for type_ in HEARD}}


def _hear(type_: type) -> Document:
    tag = tag_of(type_)
    operation: Document = {"action": "receive", "channel": {"$ref": CHANNEL}, "messages": _in_channel((tag,))}
    answers = ("ack", "error") if is_answered(type_) else ANSWERS.get(tag, ())
    if answers:
        operation["reply"] = {"channel": {"$ref": CHANNEL}, "messages": _in_channel(answers)}
    return operation


def _in_channel(tags: tuple[str, ...]) -> list[Document]:
    return [{"$ref": f"{CHANNEL}/messages/{tag}"} for tag in tags]
