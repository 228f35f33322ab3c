"""A WebSocket client that keeps the protocol to the letter, and notices when the server does not.

Nothing here waits for a time to pass: it waits for frames, with a limit after which the test has failed.
"""

import json
import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Any, Self

from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.clients.connection import code_of
from tests.clients.device import Device
from tests.clients.documented import faults_in
from tests.clients.sync import open_socket
from tests.clients.views import Frame, LiveView, Until, is_ready, legal_choice, owes

PATIENCE = 20.0
PAUSE_BETWEEN_TRIES = 0.05


class Closed(Exception):
    """The server closed the socket."""

    def __init__(self, code: int) -> None:
        super().__init__(f"closed with {code}")
        self.code = code


class WebSocketClient(LiveView):
    """A socket of a device. `stubborn`: a lost connection is opened again, and what was asked is asked again."""

    def __init__(self, device: Device, code: str, query: str = "", *, stubborn: bool = False) -> None:
        super().__init__()
        self.device, self.code, self.stubborn = device, code, stubborn
        self.path = f"/ws/events/{code}/{query}"
        self.frames: list[Frame] = []
        self.acked: dict[str, tuple[Frame, Frame]] = {}
        self._connection = ExitStack()
        self.connect()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # The connection ---------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Open the socket, and take the first state."""
        self._connection.close()
        self.socket = self._connection.enter_context(open_socket(self.device, self.path))
        self._same_again = True
        self.wait_for(lambda state: not self._same_again)

    def close(self) -> None:
        self._connection.close()

    def send(self, message: object) -> None:
        self.send_text(json.dumps(message))

    def send_text(self, text: str | bytes) -> None:
        with suppress(ConnectionClosed):  # the next `receive` says why
            self.socket.send(text)

    def receive(self, patience: float = PATIENCE) -> Frame:
        """Return the next frame. Raises TimeoutError, or Closed."""
        try:
            text = self.socket.recv(patience)
        except ConnectionClosed as closed:
            raise Closed(code_of(closed)) from closed
        return self.read(text)

    def read(self, text: str | bytes) -> Frame:
        """Take note of a message that was received, and return it: each is as docs/asyncapi.yaml says."""
        frame: Frame = json.loads(text)
        self.check(frame)
        self.frames.append(frame)
        if frame["type"] in ("state", "seat"):
            self.take(frame)
        return frame

    def check(self, frame: Frame) -> None:
        assert faults_in(frame) == []

    def take(self, frame: Frame) -> None:
        newer = frame["seq"] > self.seq
        assert newer or (self._same_again and frame["seq"] == self.seq), f"seq {self.seq} and then {frame['seq']}"
        super().take(frame)
        self._same_again = self._same_again and frame["type"] != "state"

    # Actions ----------------------------------------------------------------------------------------------------

    def wait_for(self, until: Until, patience: float = PATIENCE) -> Frame:
        """Return the first state, the present one included, that is as wanted."""
        end = time.monotonic() + patience
        while not (self.state and until(self.state)):
            left = end - time.monotonic()
            assert left > 0, f"still waiting; the newest state: {self.state}"
            try:
                self.receive(left)
            except Closed:
                if not self.stubborn:
                    raise
                self._come_back()
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
                answer = self.answer(message["id"])
            except Closed:
                if not self.stubborn:
                    raise
                self._come_back()
            else:
                if answer["type"] == "ack":
                    assert faults_in(message) == []
                    self.acked[message["id"]] = message, answer
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


def play_all(clients: Sequence[WebSocketClient], until: Until) -> list[Frame]:
    """Let all clients play at once, each in a thread of its own."""
    with ThreadPoolExecutor(len(clients)) as threads:
        return list(threads.map(lambda client: client.play(until), clients))
