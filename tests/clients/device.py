"""A browser's half of a device: cookies and forms over plain HTTP, no redirect followed."""

import gzip
import json
import secrets
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPMessage, HTTPResponse
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urlsplit

PATIENCE = 20.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def location(self) -> str:
        return self.headers["Location"] or ""


def _unpacked(status: int, headers: HTTPMessage, body: bytes) -> Answer:
    """Return the uncompressed answer. Its compressed length tells nothing: random bytes are in it."""
    if headers["Content-Encoding"] == "gzip":
        body = gzip.decompress(body) if body else body
        headers.replace_header("Content-Length", str(len(body)))
    return Answer(status, headers, body)


class _StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class _FromAddress(urllib.request.HTTPHandler):
    def __init__(self, address: str) -> None:
        super().__init__()
        self._source = (address, 0) if address else None

    def http_open(self, request: urllib.request.Request) -> HTTPResponse:
        return self.do_open(HTTPConnection, request, source_address=self._source)


class Device:
    """The device of an organizer who has signed in, of a fighter who has joined, or of a stranger.

    `address`: the one of this machine that it asks from, so that its wrong guesses count against no other device.
    """

    def __init__(self, url: str, *, address: str = "") -> None:
        self.url = url
        self.cookies = CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self.cookies)
        self._opener = urllib.request.build_opener(_StayHere, _FromAddress(address), cookies)

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)

    def get(self, path: str) -> Answer:
        return self.open(urllib.request.Request(self.url + path))

    def post(self, path: str, **fields: Any) -> Answer:
        """Send a form as a browser does."""
        return self.open(self._form(path, fields))

    def fetch(self, path: str, **fields: Any) -> Answer:
        """Send a form as the script of a page does, which is answered as JSON."""
        request = self._form(path, fields)
        request.add_header("X-Requested-With", "fetch")
        return self.open(request)

    def _form(self, path: str, fields: dict[str, Any]) -> urllib.request.Request:
        token = self._cookie("csrftoken")
        if token is None:
            self.get("/accounts/login/")
            token = self._cookie("csrftoken")
        data = urlencode({"csrfmiddlewaretoken": token, **fields}, doseq=True).encode()
        return urllib.request.Request(self.url + path, data=data, headers={"Origin": self.url})

    def get_bytes(self, path: str) -> tuple[str, bytes]:
        """Return the kind and the content of a file."""
        with self._opener.open(self.url + path, timeout=PATIENCE) as answer:
            return answer.headers["Content-Type"], answer.read()

    def send_files(self, path: str, **files: bytes) -> Answer:
        """Send files as the form of a page does that was opened before."""
        fields = [f'"csrfmiddlewaretoken"\r\n\r\n{self._cookie("csrftoken")}'.encode()]
        fields += [f'"{name}"; filename="{name}"\r\n\r\n'.encode() + data for name, data in files.items()]
        parts = [b"--x\r\nContent-Disposition: form-data; name=" + field + b"\r\n" for field in fields]
        headers = {"Origin": self.url, "Content-Type": "multipart/form-data; boundary=x"}
        body = b"".join([*parts, b"--x--\r\n"])
        return self.open(urllib.request.Request(self.url + path, data=body, headers=headers))

    def join(self, code: str, nickname: str) -> None:
        answer = self.post(f"/join/{code}/", nickname=nickname)
        assert (answer.status, answer.location) == (302, f"/events/{code}/"), answer.text

    def log(self, code: str) -> dict[str, Any]:
        answer = self.get(f"/events/{code}/log/log.json")
        assert answer.status == 200, answer.text
        return dict(json.loads(answer.text))

    def open(self, request: urllib.request.Request) -> Answer:
        """Send a request with the cookies of this device, and return the answer, also an error page."""
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return _unpacked(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as refused:
            with refused:
                return _unpacked(refused.code, refused.headers, refused.read())

    def _cookie(self, name: str) -> str | None:
        return next((cookie.value for cookie in self.cookies if cookie.name == name), None)


class Organizing(Device):
    """A device that can sign up, and then makes events."""

    def sign_up(self) -> tuple[str, str]:
        """Make an account, and return its name and its password."""
        name, password = f"organizer-{secrets.token_hex(4)}", secrets.token_hex(12)
        answer = self.post("/accounts/signup/", username=name, password1=password, password2=password)
        assert answer.status == 302, answer.text
        return name, password

    def create(self, **fields: Any) -> str:
        """Create an event and return its code."""
        answer = self.new_event(**fields)
        assert answer.status == 302, answer.text
        return urlsplit(answer.location).path.split("/")[2]

    def new_event(self, **fields: Any) -> Answer:
        return self.post("/events/new/", **{"name": "Friday draft", "card_set": "SMP01", "pace": "off"} | fields)

    def act(self, code: str, action: str, **fields: Any) -> None:
        answer = self.post(f"/events/{code}/host/{action}/", **fields)
        assert (answer.status, answer.location) == (302, f"/events/{code}/host/"), answer.text

    def lead_real_packs(self, code: str, *, but_the_last: bool = False) -> None:
        """Lead the one table of a started draft with real packs from their opening to its end, or to its last pass."""
        self.act(code, "next-stage", **{"from": "opening"})
        for round_ in range(1, 7):
            for number in range(1, 3 if round_ == 6 and but_the_last else 4):
                self.act(code, "advance", **{"table": 1, "round": round_, "pass": number})
            if round_ == 3:
                self.act(code, "end-review")


class Organizer(Organizing):
    """A device that has signed up."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.name, self.password = self.sign_up()
