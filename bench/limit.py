"""The limit: an ASGI app that says what a draft's server would say, from memory, and does nothing else.

`BENCH_SCRIPT` names the file with the messages of one draft. A busy server that learns several choices of a table at
once shows only where they led to: `BENCH_SHOWN` is the share of choices that it showed one by one, so that this one
sends as many messages. `BENCH_PAGES` names a file with pages by their addresses; any other page is "ok".
"""

import json
import os
from pathlib import Path
from typing import Any

import orjson

SCRIPT = json.loads(Path(os.environ["BENCH_SCRIPT"]).read_text())
SHOWN = float(os.environ.get("BENCH_SHOWN", "1"))
PAGES = json.loads(Path(os.environ["BENCH_PAGES"]).read_text()) if "BENCH_PAGES" in os.environ else {}


class Table:
    """The fighters of one draft, by seat, who looks on, and how far they are."""

    def __init__(self) -> None:
        self.sends: list[Any] = []
        self.spectators: list[Any] = []
        self.scene = 0
        self.seq = 1
        self.acted = 0
        self.shown = 0.0

    async def join(self, send: Any) -> int:
        """Seat somebody and show them the table."""
        self.sends.append(send)
        seat = len(self.sends) - 1
        await _send(send, self._text("state", SCRIPT[self.scene]["state"][seat]))
        return seat

    async def watch(self, send: Any) -> None:
        """Let somebody look on."""
        self.spectators.append(send)
        await _send(send, self._text("state", SCRIPT[self.scene]["shown"]))

    async def act(self, seat: int, request: str) -> None:
        """Acknowledge, then show it: the last one of a pass moves everybody on."""
        self.seq += 1
        await _send(self.sends[seat], f'{{"type":"ack","id":"{request}","seq":{self.seq}}}')
        self.acted += 1
        if self.acted == len(self.sends):
            self.acted, self.scene = 0, self.scene + 1
            scene = SCRIPT[self.scene]
            await self._show(
                [self._text("state", state) for state in scene["state"]], self._text("state", scene["shown"])
            )
            return
        self.shown += SHOWN
        if self.shown >= 1:
            self.shown -= 1
            scene = SCRIPT[self.scene]
            small = self._text("seat", scene["seat"][seat])
            texts = [small] * len(self.sends)
            texts[seat] = self._text("state", scene["own"][seat])
            await self._show(texts, small)

    async def _show(self, texts: list[str], shown: str) -> None:
        for send, text in zip(self.sends, texts, strict=True):
            await _send(send, text)
        for send in self.spectators:
            await _send(send, shown)

    def _text(self, kind: str, rest: str) -> str:
        return f'{{"type":"{kind}","seq":{self.seq}{rest}'


TABLES: dict[str, Table] = {}


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answer a phone or a page."""
    await (_serve_page if scope["type"] == "http" else _serve_socket)(scope, receive, send)


async def _serve_page(scope: dict[str, Any], receive: Any, send: Any) -> None:
    body = PAGES.get(scope["path"], "ok").encode()
    headers = [(b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _serve_socket(scope: dict[str, Any], receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    query = scope["query_string"].decode()
    watches = query.startswith("table=")
    table = TABLES.setdefault(scope["path"] + ("" if watches else query), Table())
    if watches:
        await table.watch(send)
        await _hear_nothing(receive)
        return
    seat = await table.join(send)
    while (message := await receive())["type"] == "websocket.receive":
        await table.act(seat, orjson.loads(message["text"])["id"])


async def _hear_nothing(receive: Any) -> None:
    while (await receive())["type"] == "websocket.receive":
        pass


async def _send(send: Any, text: str) -> None:
    await send({"type": "websocket.send", "text": text})
