"""A browser's half of a device: cookies and forms over plain HTTP, no redirect followed."""

import json
import secrets
import urllib.error
import urllib.request
from dataclasses import dataclass
from http.client import HTTPMessage
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlencode, urlsplit

PATIENCE = 20.0


@dataclass(frozen=True)
class Answer:
    status: int
    headers: HTTPMessage
    text: str

    @property
    def location(self) -> str:
        return self.headers["Location"] or ""


class _StayHere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


class Device:
    """Whoever holds it: an organizer who has signed in, a fighter who has joined, or a passer-by."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.cookies = CookieJar()
        self._opener = urllib.request.build_opener(_StayHere, urllib.request.HTTPCookieProcessor(self.cookies))

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)

    def get(self, path: str) -> Answer:
        return self._open(urllib.request.Request(self.url + path))

    def post(self, path: str, **fields: Any) -> Answer:
        token = self._cookie("csrftoken")
        if token is None:
            self.get("/accounts/login/")
            token = self._cookie("csrftoken")
        data = urlencode({"csrfmiddlewaretoken": token, **fields}, doseq=True).encode()
        return self._open(urllib.request.Request(self.url + path, data=data, headers={"Origin": self.url}))

    def join(self, code: str, nickname: str) -> None:
        answer = self.post(f"/join/{code}/", nickname=nickname)
        assert (answer.status, answer.location) == (302, f"/events/{code}/"), answer.text

    def log(self, code: str) -> dict[str, Any]:
        answer = self.get(f"/events/{code}/log/log.json")
        assert answer.status == 200, answer.text
        return dict(json.loads(answer.text))

    def _cookie(self, name: str) -> str | None:
        return next((cookie.value for cookie in self.cookies if cookie.name == name), None)

    def _open(self, request: urllib.request.Request) -> Answer:
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return Answer(answer.status, answer.headers, answer.read().decode())
        except urllib.error.HTTPError as refused:
            with refused:
                return Answer(refused.code, refused.headers, refused.read().decode())


class Organizer(Device):
    """A device that has signed up, and the events that it makes."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.password = password = secrets.token_hex(12)
        self.name = f"organizer-{secrets.token_hex(4)}"
        answer = self.post("/accounts/signup/", username=self.name, password1=password, password2=password)
        assert answer.status == 302, answer.text

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
