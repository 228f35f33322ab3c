"""The limit: an ASGI app that says what a draft's server would say, from memory, and does nothing else.

`BENCH_SCRIPT` names the file with the messages of one draft. A busy server that learns several choices of a table at
once shows only where they led to: `BENCH_SHOWN` is the share of choices that it showed one by one, so that this one
sends as many messages.
"""

import json
import os
from pathlib import Path
from typing import Any

import orjson

SCRIPT = json.loads(Path(os.environ["BENCH_SCRIPT"]).read_text())
SHOWN = float(os.environ.get("BENCH_SHOWN", "1"))


class Table:
    """The fighters of one draft, by seat, and how far they are."""

    def __init__(self) -> None:
        self.sends: list[Any] = []
        self.scene = 0
        self.acted = 0
        self.shown = 0.0

    async def join(self, send: Any) -> int:
        """Seat somebody and show them the table."""
        self.sends.append(send)
        seat = len(self.sends) - 1
        await _say(send, SCRIPT[self.scene]["state"][seat])
        return seat

    async def act(self, seat: int, request: str) -> None:
        """Acknowledge, then show it: the last one of a pass moves everybody on."""
        await _say(self.sends[seat], f'{{"type":"ack","id":"{request}","seq":{self.scene}}}')
        self.acted += 1
        if self.acted == len(self.sends):
            self.acted, self.scene = 0, self.scene + 1
            for other, state in zip(self.sends, SCRIPT[self.scene]["state"], strict=True):
                await _say(other, state)
            return
        self.shown += SHOWN
        if self.shown >= 1:
            self.shown -= 1
            scene = SCRIPT[self.scene]
            for other, send in enumerate(self.sends):
                await _say(send, scene["own"][seat] if other == seat else scene["seat"][seat])


TABLES: dict[str, Table] = {}


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer a phone until it leaves; any page is "ok"."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"ok"})
        return
    await receive()
    await send({"type": "websocket.accept"})
    table = TABLES.setdefault(scope["path"], Table())
    seat = await table.join(send)
    while (message := await receive())["type"] == "websocket.receive":
        await table.act(seat, orjson.loads(message["text"])["id"])


async def _say(send: Any, text: str) -> None:
    await send({"type": "websocket.send", "text": text})
