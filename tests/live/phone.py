"""A WebSocket client that keeps the protocol to the letter, and notices when the server does not.

Nothing here waits for a time to pass: it waits for frames, with a limit after which the test has failed.
"""

import json
import socket
import time
import uuid
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, suppress
from typing import Any, Self

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.live.device import Device

PATIENCE = 20.0
PAUSE_BETWEEN_TRIES = 0.05

Frame = dict[str, Any]
Until = Callable[[Frame], bool]


class Closed(Exception):
    """The server closed the socket."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class Phone:
    """A socket of a device.

    `stubborn`: when the line is lost, it is opened again and what was asked is asked again. `heard` is told of every
    ack, and `drops` says whether the line breaks right behind what is asked.
    """

    def __init__(
        self,
        device: Device,
        code: str,
        query: str = "",
        *,
        stubborn: bool = False,
        heard: Callable[[Frame, Frame], None] = lambda asked, ack: None,
        drops: Callable[[], bool] = lambda: False,
    ) -> None:
        self.device, self.code, self.stubborn = device, code, stubborn
        self.heard, self.drops = heard, drops
        self.path = f"/ws/events/{code}/{query}"
        self.frames: list[Frame] = []
        self.state: Frame = {}
        self.seq = -1
        self.acked: dict[str, tuple[Frame, Frame]] = {}
        self._line = ExitStack()
        self.connect()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The line ---------------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Open the socket, and take the first state."""
        self._line.close()
        self.socket = self._line.enter_context(open_socket(self.device, self.path))
        self._same_again = True
        self.wait_for(lambda state: not self._same_again)

    def close(self) -> None:
        self._line.close()

    def break_line(self) -> None:
        """Lose the line as bad Wi-Fi does: without a word."""
        with suppress(OSError):
            self.socket.socket.shutdown(socket.SHUT_RDWR)

    def send(self, message: object) -> None:
        self.send_text(json.dumps(message))

    def send_text(self, text: str | bytes) -> None:
        with suppress(ConnectionClosed):  # the next `receive` says why
            self.socket.send(text)

    def receive(self, patience: float = PATIENCE) -> Frame:
        """Return the next frame. Raises TimeoutError, or Closed."""
        try:
            frame: Frame = json.loads(self.socket.recv(patience))
        except ConnectionClosed as closed:
            raise Closed(closed.rcvd.code if closed.rcvd else 1006) from closed
        self.frames.append(frame)
        if frame["type"] in ("state", "seat"):
            self._note(frame)
        return frame

    def _note(self, frame: Frame) -> None:
        newer = frame["seq"] > self.seq
        assert newer or (self._same_again and frame["seq"] == self.seq), f"seq {self.seq} and then {frame['seq']}"
        self.seq = frame["seq"]
        if frame["type"] == "state":
            self.state, self._same_again = frame, False
        else:
            self.state = with_seat(self.state, frame)

    # What it does -----------------------------------------------------------------------------------------------

    def wait_for(self, until: Until, patience: float = PATIENCE) -> Frame:
        """Return the first state, the present one included, that is as wanted."""
        end = time.monotonic() + patience
        while not (self.state and until(self.state)):
            left = end - time.monotonic()
            assert left > 0, f"still waiting; the newest state: {self.state}"
            self.receive(left)
        return self.state

    def answer(self, request: str, patience: float = PATIENCE) -> Frame:
        """Return the ack or error of a request."""
        end = time.monotonic() + patience
        while True:
            frame = self.receive(end - time.monotonic())
            if frame["type"] in ("ack", "error") and frame["id"] == request:
                return frame

    def resync(self) -> Frame:
        """Ask for the whole view, and return it."""
        self._same_again = True
        self.send({"type": "resync"})
        return self.wait_for(lambda state: not self._same_again)

    def ask(self, **message: Any) -> Frame:
        """Send a message under a new id (or the given one), and return its ack or error."""
        message = {"id": str(uuid.uuid4()), **message}
        self._seq_when_asked = self.seq
        while True:
            try:
                self.send(message)
                if self.drops():
                    self.break_line()
                answer = self.answer(message["id"])
            except Closed:
                if not self.stubborn:
                    raise
                self._come_back()
            else:
                if answer["type"] == "ack":
                    self.acked[message["id"]] = message, answer
                    self.heard(message, answer)
                return answer

    def choose(self, cards: Sequence[int] | None = None, **changes: Any) -> Frame:
        """Choose cards, or the first that the pass allows, and return the ack or error."""
        table = self.state["table"]
        chosen = legal_choice(self.state) if cards is None else list(cards)
        wanted = {"type": "choose", "round": table["round"], "pass": table["pass"], "cards": chosen}
        return self.ask(**wanted | changes)

    def ready(self) -> Frame:
        return self.ask(type="ready")

    def play(self, until: Until) -> Frame:
        """Choose whatever is asked for, and be ready after every review, until a state is as wanted."""
        while not until(self.state):
            try:
                if owes(self.state):
                    self._keep_up_with(self.choose())
                elif self.state["event"]["phase"] == "review" and not is_ready(self.state):
                    self._keep_up_with(self.ready())
                else:
                    self.receive()
            except Closed:
                if not self.stubborn:
                    raise
                self._come_back()
        return self.state

    def _keep_up_with(self, answer: Frame) -> None:
        if answer["type"] == "ack":
            self.wait_for(lambda state: state["seq"] >= answer["seq"])
        else:
            assert answer["code"] in ("stale", "already_chosen", "not_drafting", "paused"), answer
            while self.seq == self._seq_when_asked:
                self.receive()

    def _come_back(self) -> None:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self.connect()
            except (Closed, OSError, WebSocketException):
                assert time.monotonic() < end, "the server does not come back"
                time.sleep(PAUSE_BETWEEN_TRIES)  # nothing tells when a port begins to listen


def open_socket(
    device: Device, path: str, *, origin: str | None = "", **headers: str
) -> AbstractContextManager[ClientConnection]:
    """Open a WebSocket as a device's browser does: with its cookies and the page's origin."""
    return connect(
        device.url.replace("http", "ws", 1) + path,
        origin=device.url if origin == "" else origin,  # type: ignore[arg-type]  # a NewType of str
        additional_headers={"Cookie": device.cookie_header} | headers,
        compression=None,
        max_queue=None,
        max_size=None,
        open_timeout=PATIENCE,
        close_timeout=2,
        proxy=None,
    )


def owes(state: Frame) -> int:
    """Return how many cards this viewer still has to choose now."""
    return sum(state["you"]["must_choose"].values()) if "you" in state else 0


def is_ready(state: Frame) -> bool:
    return bool(state["table"]["seats"][state["you"]["seat"]]["ready"])


def with_seat(state: Frame, frame: Frame) -> Frame:
    """Return a state with the small change of one seat in it."""
    changed = {key: value for key, value in frame.items() if key not in ("type", "seq")}
    seats = [seat | changed if seat["seat"] == frame["seat"] else seat for seat in state["table"]["seats"]]
    return state | {"seq": frame["seq"], "table": state["table"] | {"seats": seats}}


def legal_choice(state: Frame) -> list[int]:
    """Return the first cards of the hand that satisfy what is due."""
    due = dict(state["you"]["must_choose"])
    chosen = []
    for card in state["you"]["pack"]:
        kind = "trigger" if card["card_type"] == "trigger" else "normal"
        taken_as = next((name for name in (kind, "any") if due[name]), None)
        if taken_as:
            due[taken_as] -= 1
            chosen.append(card["id"])
    return chosen


def phase_is(*phases: str) -> Until:
    return lambda state: state["event"]["phase"] in phases


def pass_is(round_: int, number: int) -> Until:
    return lambda state: (state["table"]["round"], state["table"]["pass"]) == (round_, number)


def play_all(phones: Sequence[Phone], until: Until) -> list[Frame]:
    """Let all phones play at once, each in a thread of its own."""
    with ThreadPoolExecutor(len(phones)) as threads:
        return list(threads.map(lambda phone: phone.play(until), phones))
