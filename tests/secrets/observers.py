"""An observer: the devices of somebody who wants to know more than they may. All that they are sent is written down."""

import time
import urllib.request
from collections.abc import Iterable

from websockets.exceptions import ConnectionClosed

from drafts.limits import MESSAGES, Bucket, Rate
from tests.clients.connection import code_of
from tests.clients.device import Answer, Device, Organizing
from tests.clients.sync import open_socket
from tests.clients.views import Frame, LiveView
from tests.clients.ws_client import PATIENCE, Closed, WebSocketClient
from tests.secrets.transcript import Received, Transcript

PACKED = {"Accept-Encoding": "gzip, deflate, br"}
HEARD = Rate(MESSAGES.at_once - 10, MESSAGES.a_second - 5)
"""The rate of questions that no connection is told is too much, however quick the machine is."""


class Observer(Device):
    """A person at an event. `table` and `seat` are theirs at present; `host` says that they organize the event, `judge`
    that they judge there, `is_guest` that a neighbour's device plays for them. `kind`: people of other events who are
    of one kind share what they ask for.
    """

    host = False
    judge = False
    is_guest = False

    def __init__(self, url: str, name: str, transcript: Transcript, address: str = "127.0.0.1") -> None:
        self.name, self.transcript, self.address = name, transcript, address
        self.table, self.seat = 1, None
        self.kind = name
        self.clients: list[ObservedClient] = []
        super().__init__(url, address=address)

    def beside(self, name: str) -> "Observer":
        """Return a guest of this name, for whom this very device plays: it has the same cookies."""
        guest = Observer(self.url, name, self.transcript, self.address)
        guest.is_guest = True
        guest.cookies, guest._opener = self.cookies, self._opener
        return guest

    def crawl(self, paths: Iterable[str]) -> None:
        """Visit pages, each as a browser does."""
        for path in paths:
            self.visit(path)

    def visit(self, path: str, method: str = "GET", **headers: str) -> Answer:
        return self.open(urllib.request.Request(self.url + path, method=method, headers=PACKED | headers))

    def listen(self, code: str, query: str = "") -> "ObservedClient":
        """Open a socket, and keep all that comes."""
        client = ObservedClient(self, code, query)
        self.clients.append(client)
        return client

    def knock(self, code: str, query: str = "") -> int:
        """Try a socket that should be closed, and return the code that it is closed with."""
        with open_socket(self, f"/ws/events/{code}/{query}") as client:
            try:
                while True:
                    self.note(
                        f"frame of a refused socket {query}", "", _bytes(client.recv(PATIENCE)), self.transcript.now
                    )
            except ConnectionClosed as closed:
                self.note(f"refused socket {query}", str(closed), b"", self.transcript.now)
                return code_of(closed)

    def note(self, what: str, head: str, body: bytes, since: int) -> None:
        until = self.transcript.now + (not what.startswith(("GET", "HEAD")))
        self.transcript.received.append(
            Received(self.name, what, head, body, since, until, self.table, self.seat, self.host, self.judge)
        )

    def open(self, request: urllib.request.Request) -> Answer:
        since = self.transcript.now
        answer = super().open(request)
        address = request.full_url.removeprefix(self.url)
        refreshed = " (refresh)" if request.has_header("X-requested-with") else ""
        what = f"{request.get_method()} {address}{refreshed}"
        headers = "".join(f"{name}: {value}\n" for name, value in answer.headers.items())
        self.note(what, f"{answer.status}\n{headers}", answer.body, since)
        return answer


class Host(Organizing, Observer):
    """The organizer of an event."""

    host = True

    def __init__(self, url: str, name: str, transcript: Transcript) -> None:
        super().__init__(url, name, transcript)
        _, password = self.sign_up()
        transcript.keep(password)


class ObservedClient(WebSocketClient):
    """An observer's socket."""

    def __init__(self, observer: Observer, code: str, query: str = "") -> None:
        self.observer, self.query = observer, query
        self._pace = Bucket(HEARD)
        self._looks_again = False
        super().__init__(observer, code, query)

    @property
    def table(self) -> int:
        return int(self.state["table"]["number"])

    @property
    def sees_all(self) -> bool:
        """Whether this is the client of the organizer or a judge, on which all tables are seen."""
        return self.query in ("?as=host", "?as=judge")

    def look_again(self) -> None:
        """Ask for the whole view, and hear all that is on its way."""
        self._looks_again = True
        self.send({"type": "resync"})
        self.send({"type": "ping"})
        while self.receive()["type"] != "pong":
            pass
        self._looks_again = False

    def take(self, frame: Frame) -> None:
        if self._looks_again:
            assert frame["seq"] >= self.seq, f"seq {self.seq} and then {frame['seq']}"
            LiveView.take(self, frame)
        else:
            super().take(frame)

    def receive(self, patience: float = PATIENCE) -> Frame:
        self._since = self.observer.transcript.now
        try:
            return super().receive(patience)
        except Closed as closed:
            self.observer.note(f"closed client {self.query}", str(closed.__cause__), b"", self._since)
            raise

    def send_text(self, text: str | bytes) -> None:
        while not self._pace.spend():
            time.sleep(1 / HEARD.a_second)  # it waits for nobody: it is what keeps the pace
        super().send_text(text)

    def check(self, frame: Frame) -> None:
        """Let pass what no document tells of: a site that leaks on purpose says more."""

    def read(self, text: str | bytes) -> Frame:
        self.observer.note(f"frame {self.query}", "", _bytes(text), self._since)
        return super().read(text)


def _bytes(raw: str | bytes) -> bytes:
    return raw.encode() if isinstance(raw, str) else raw
