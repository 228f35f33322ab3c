"""A spy: the devices of somebody who wants to know more than they may. All that they are sent is written down."""

import http.client
import json
import secrets
import urllib.error
import urllib.request
from collections.abc import Iterable
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.live.device import Answer, Device, Organizer
from tests.live.phone import PATIENCE, Closed, Phone, open_socket
from tests.secrets.heard import Heard, Notebook

PACKED = {"Accept-Encoding": "gzip, deflate, br"}
AS_REFRESH = {"X-Requested-With": "fetch"}  # as static/js/pages/host.js asks


class _StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class _FromAddress(urllib.request.HTTPHandler):
    """Asks from an address of its own on this machine, so that one spy's wrong guesses shut no door for others."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address

    def http_open(self, request: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(http.client.HTTPConnection, request, source_address=(self.address, 0))


class Spy(Device):
    """Somebody at an evening. `table` and `seat` are theirs at present; `host` says that they organize the event."""

    host = False

    def __init__(self, url: str, name: str, notebook: Notebook, address: str = "127.0.0.1") -> None:
        self.name, self.notebook, self.address = name, notebook, address
        self.table, self.seat = 1, None
        self.lines: list[Line] = []
        super().__init__(url)
        self._go_through(address)

    def _go_through(self, address: str) -> None:
        cookies = urllib.request.HTTPCookieProcessor(self.cookies)
        self._opener = urllib.request.build_opener(_StayHere, _FromAddress(address), cookies)

    def crawl(self, paths: Iterable[str]) -> None:
        """Visit pages, each as a browser does."""
        for path in paths:
            self.visit(path)

    def visit(self, path: str, method: str = "GET", **headers: str) -> Answer:
        return self._open(urllib.request.Request(self.url + path, method=method, headers=PACKED | headers))

    def listen(self, code: str, query: str = "") -> "Line":
        """Open a socket, and keep all that comes."""
        line = Line(self, code, query)
        self.lines.append(line)
        return line

    def knock(self, code: str, query: str = "") -> int:
        """Try a socket that should be closed, and return the code that it is closed with."""
        with open_socket(self, f"/ws/events/{code}/{query}") as line:
            try:
                while True:
                    self.note(f"frame at a closed door {query}", "", _bytes(line.recv(PATIENCE)), self.notebook.now)
            except ConnectionClosed as closed:
                self.note(f"closed door {query}", str(closed), b"", self.notebook.now)
                return closed.rcvd.code if closed.rcvd else 1006

    def note(self, what: str, head: str, body: bytes, since: int) -> None:
        until = self.notebook.now + (not what.startswith(("GET", "HEAD")))
        self.notebook.heard.append(Heard(self.name, what, head, body, since, until, self.table, self.seat, self.host))

    def _open(self, request: urllib.request.Request) -> Answer:
        since = self.notebook.now
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                body, status, headers = answer.read(), answer.status, answer.headers
        except urllib.error.HTTPError as refused:
            with refused:
                body, status, headers = refused.read(), refused.code, refused.headers
        address = request.full_url.removeprefix(self.url)
        refreshed = " (refresh)" if request.has_header("X-requested-with") else ""
        self.note(f"{request.get_method()} {address}{refreshed}", f"{status}\n{headers}", body, since)
        return Answer(status, headers, body.decode(errors="replace"))


class Host(Spy):
    """The organizer of an event."""

    host = True
    create, new_event, act = Organizer.create, Organizer.new_event, Organizer.act

    def __init__(self, url: str, name: str, notebook: Notebook) -> None:
        super().__init__(url, name, notebook)
        password = secrets.token_hex(12)
        notebook.keep(password)
        account = f"organizer-{secrets.token_hex(4)}"
        answer = self.post("/accounts/signup/", username=account, password1=password, password2=password)
        assert answer.status == 302, answer.text


class Line(Phone):
    """A spy's socket."""

    def __init__(self, spy: Spy, code: str, query: str = "") -> None:
        self.spy, self.query = spy, query
        super().__init__(spy, code, query)

    @property
    def table(self) -> int:
        return int(self.state["table"]["number"])

    @property
    def sees_all(self) -> bool:
        """Whether this is the organizer's line, on which all tables are seen."""
        return self.query == "?as=host"

    def receive(self, patience: float = PATIENCE) -> dict[str, Any]:
        since = self.spy.notebook.now
        try:
            raw = self.socket.recv(patience)
        except ConnectionClosed as closed:
            self.spy.note(f"closed line {self.query}", str(closed), b"", since)
            raise Closed(closed.rcvd.code if closed.rcvd else 1006) from closed
        self.spy.note(f"frame {self.query}", "", _bytes(raw), since)
        frame: dict[str, Any] = json.loads(raw)
        self.frames.append(frame)
        if frame["type"] in ("state", "seat"):
            self._note(frame)
        return frame


def _bytes(raw: str | bytes) -> bytes:
    return raw.encode() if isinstance(raw, str) else raw
