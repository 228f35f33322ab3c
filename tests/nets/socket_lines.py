"""A role of a night at its socket: all that it says and is told there, as lines of a recorded file.

A state is written whole once; of a later one there are the parts that differ from what the role had been told by then.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.test import Client

from drafts.consumers import FRAMES
from drafts.routing import websocket_urlpatterns
from tests.clients.documented import faults_in
from tests.clients.frames import FramesTo
from tests.clients.views import Frame, LiveView, legal_choice
from tests.nets.stepped_loop import SteppedLoop

CLOSED = "websocket.close"


class CardTexts:
    """The cards that are told in one night. A card is the same for all roles: it is written out once, by its number."""

    def __init__(self) -> None:
        self._known: dict[str, list[str]] = {}

    @property
    def lines(self) -> list[str]:
        return [f"{number} {text}" for number in sorted(self._known) for text in self._known[number]]

    def named(self, value: Any) -> Any:
        """Return a part of a frame in which each card is nothing but its id and its number."""
        match value:
            case {"id": int(id_), "number": str(number), **facts}:
                known, text = self._known.setdefault(number, []), text_of(facts)
                if text not in known:
                    known.append(text)
                place = known.index(text)
                return f"card {id_}, {number}{f', otherwise {place}' if place else ''}"
            case dict():
                return {key: self.named(each) for key, each in value.items()}
            case list():
                return [self.named(each) for each in value]
        return value


class RoleAtSocket(LiveView):
    """A role, with the browser that it comes with. `lines` tell its part of the night; `seqs` what it was shown.

    It notices when it is shown a `seq` below one that it has seen, also where it has come back since.
    """

    def __init__(self, loop: SteppedLoop, cards: CardTexts, browser: Client, address: str, path: str) -> None:
        super().__init__()
        self._loop, self._cards, self._browser = loop, cards, browser
        self._address, self._path = address, path
        self._socket: WebsocketCommunicator | None = None
        self._numbers = 0
        self._folded: Counter[str] | None = None
        self.lines: list[str] = []
        self.answers: list[Frame] = []

    # Actions ----------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Open a socket, as a device does that comes for the first time, or again."""
        cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in self._browser.cookies.items())
        headers = [(b"host", b"testserver"), (b"cookie", cookies.encode())]
        socket = WebsocketCommunicator(URLRouter(websocket_urlpatterns), self._path, headers)
        socket.scope |= {"client": [self._address, 1], "extensions": {FRAMES: FramesTo(socket.output_queue.put_nowait)}}
        self.lines.append(f"> opens {self._path}, having seen {self.seq}")
        assert (await self._loop.finish(socket.connect()))[0]
        self._socket = socket

    async def leave(self) -> None:
        """Close the socket."""
        if self._socket is not None:
            await self._loop.finish(self._socket.disconnect())
            self._socket = None
            self.lines.append("> leaves")

    async def ask(self, **message: Any) -> Frame:
        """Send a request under the next name, or a given one, and return its answer."""
        self._numbers += "id" not in message
        message = {"id": f"request {self._numbers}"} | message
        before = len(self.answers)
        await self.say(message)
        assert len(self.answers) == before + 1, message
        return self.answers[-1]

    async def choose(self, cards: Sequence[int] | None = None, **changes: Any) -> Frame:
        """Choose cards, or the first that the pass allows."""
        table, chosen = self.state["table"], legal_choice(self.state) if cards is None else list(cards)
        wanted = {"type": "choose", "round": table["round"], "pass": table["pass"], "cards": chosen}
        return await self.ask(**wanted | changes)

    async def say(self, message: object) -> None:
        """Send anything: a text as it is, all else as JSON."""
        text = message if isinstance(message, str) else text_of(message)
        assert self._socket is not None
        self._write(f"> {text}", "sent")
        await self._loop.finish(self._socket.send_to(text_data=text))
        self.hear()

    # Messages ---------------------------------------------------------------------------------------------------

    def hear(self) -> None:
        """Take in all that has come by now."""
        for message in self._sent():
            if message["type"] == CLOSED:
                self.lines.append(f"< closed with {message['code']}")
                self._socket = None
            else:
                frame = json.loads(message["text"])
                self._write(f"< {self._told(frame)}", frame["type"])

    def fold(self) -> None:
        """Write no message down from now on, until `unfold` tells how many there were and what has changed."""
        self._folded, self._before = Counter(), self.state

    def unfold(self) -> None:
        """Write down what was folded."""
        count, self._folded = self._folded, None
        if count:
            self.lines.append(f"< {text_of(dict(count))}, and by then {self._changes_since(self._before)}")

    def _write(self, line: str, kind: str) -> None:
        if self._folded is None:
            self.lines.append(line)
        else:
            self._folded[kind] += 1

    def _sent(self) -> Iterator[dict[str, Any]]:
        while self._socket is not None:
            try:
                yield self._socket.output_queue.get_nowait()
            except asyncio.QueueEmpty:
                return

    def _told(self, frame: Frame) -> str:
        assert faults_in(frame) == [], frame
        if frame["type"] in ("ack", "error"):
            self.answers.append(frame)
        if frame["type"] not in ("state", "seat"):
            return text_of(self._cards.named(frame))
        assert frame["seq"] >= self.seq, f"{self._path}: seq {frame['seq']} after {self.seq}"
        before = self.state
        self.take(frame)
        if frame["type"] == "seat":
            return text_of(frame)
        if not before:
            return text_of(self._cards.named(frame))
        return self._changes_since(before)

    def _changes_since(self, before: Frame) -> str:
        parts = dict(differences_between(self._cards.named(before), self._cards.named(self.state)))
        return text_of({"type": "state", "seq": self.seq} | parts)


def differences_between(before: Any, now: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the path of each part that is different, with what it is now; `"gone"` of a key that there is not."""
    match before, now:
        case dict(), dict():
            for key in sorted({*before, *now}):
                at = f"{path}.{key}" if path else key
                if key not in now:
                    yield f"{at} is gone", True
                else:
                    yield from differences_between(before.get(key, ...), now[key], at)
        case list(), list() if len(before) == len(now):
            for place, (one, other) in enumerate(zip(before, now, strict=True)):
                yield from differences_between(one, other, f"{path}[{place}]")
        case list(), list() if added := _added_in_front(before, now):
            yield f"{path} begins with", now[:added]
            yield f"{path} has", len(now)
        case _ if before is ... or text_of(before) != text_of(now):
            yield path, now


def _added_in_front(before: list[Any], now: list[Any]) -> int:
    """Return how many members are new at the beginning of a list, where all others moved on; 0 where it is not so."""
    return next((added for added in range(1, len(now)) if now[added:] == before[: len(now) - added]), 0)


def text_of(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
