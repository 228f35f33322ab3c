"""The traffic of a page, to the last frame, and the part of it that its viewer might not know yet."""

import csv
import json
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page, Response, WebSocket

from tests.secrets.card_ids import ids_in

BINARY = ("font", "audio", "image/png")
CATALOG = "/"  # plays with five cards of a set, the same for everybody (tests/secrets/checker.py compares them)
NUMBER = re.compile(r"SMP\d\d/\w+")


@dataclass
class Traffic:
    """The traffic heard: frames, and pages and files with their headers, by address. `sent` are a page's own frames."""

    frames: list[str] = field(default_factory=list)
    bodies: dict[str, str] = field(default_factory=dict)
    sent: list[str] = field(default_factory=list)

    def listen(self, page: Page) -> "Traffic":
        """Hear everything that comes to a page from now on."""
        page.on("websocket", self._listen_to)
        page.on("requestfinished", lambda request: self._keep(request.response()))
        return self

    def _listen_to(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))
        socket.on("framesent", lambda frame: self.sent.append(str(frame)))

    def _keep(self, response: Response | None) -> None:
        if response is None or not response.ok or response.headers.get("content-type", "").startswith(BINARY):
            return
        with suppress(Error):  # a browser keeps no body of a page that it has left: the test asks for those it needs
            path, text = urlsplit(response.url).path, response.text()
            self.bodies[path] = f"{self.bodies.get(path, '')}{response.headers}{text}"  # others came meanwhile


def card_names(data: Path) -> set[str]:
    """Every card's name in the sample sets."""
    return {row["name"] for file in data.glob("*.csv") for row in csv.DictReader(file.open(encoding="utf-8"))}


class Draft:
    """The log of a table, asked what a seat might know at a moment."""

    def __init__(self, log: Mapping[str, Any], names: Collection[str]) -> None:
        table = log["tables"][0]
        self.names = names
        self.cards = {card["id"]: card for pack in table["packs"] for card in pack["cards"]}
        self.seats = {seat["name"]: seat["seat"] for seat in table["seats"]}
        self._picks = table["picks"]
        self._packs = {(pack["round"], pack["opened_by"]): pack for pack in table["packs"]}

    def hand(self, seat: int, round_: int, pass_: int) -> set[int]:
        """The cards that a seat held when a pass began."""
        own = [pick for pick in self._picks if (pick["seat"], pick["round"], pick["pass"]) == (seat, round_, pass_)]
        pack = tuple(own[0]["pack"])
        gone = {pick["card"] for pick in self._picks if tuple(pick["pack"]) == pack and pick["pass"] < pass_}
        return {card["id"] for card in self._packs[pack]["cards"]} - gone

    def pile(self, seat: int, rounds: int) -> set[int]:
        return {pick["card"] for pick in self._picks if pick["seat"] == seat and pick["round"] <= rounds}

    def may_know(self, seat: int | None, message: Mapping[str, Any]) -> set[int]:
        """The ids of the cards that a message to a seat may carry: of the hand, or of the own pile in its time."""
        if seat is None or message["type"] != "state" or message["event"]["phase"] == "lobby":
            return set()
        table, phase = message["table"], message["event"]["phase"]
        if phase != "drafting":
            return self.pile(seat, table["round"])
        return set() if message["you"]["chosen"] else self.hand(seat, table["round"], table["pass"])

    def leaks(self, traffic: Traffic, seat: int | None = None) -> list[str]:
        """Return what reached a viewer too early: at a seat, or at none (None), where no card may be known at all."""
        found = []
        for frame in traffic.frames:
            message = json.loads(frame)
            known = self.may_know(seat, message)
            ids = set() if message.get("event", {}).get("phase") == "lobby" else set(ids_in(message))
            found += [f"card {id_} in {frame}" for id_ in ids - known]
            found += [f"{words} in {frame}" for words in self._words(frame, known)]
        bodies = [(path, body) for path, body in traffic.bodies.items() if path != CATALOG]
        found += [f"{words} in {path}" for path, body in bodies for words in self._words(body, set())]
        return found

    def _words(self, text: str, known: Collection[int]) -> Iterator[str]:
        """Names and numbers of cards, other than the known ones', that stand in a text."""
        known_names = {self.cards[id_]["name"] for id_ in known}
        known_numbers = {self.cards[id_]["number"] for id_ in known}
        yield from set(NUMBER.findall(text)) - known_numbers
        for name in known_names:
            text = text.replace(name, "")
        yield from (name for name in self.names if name in text)
