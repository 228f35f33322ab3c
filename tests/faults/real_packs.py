"""The acts of fighters and organizers with real packs: they open and pass them, and enter the piles afterwards."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from tests.clients.device import Device
from tests.clients.views import Frame, position
from tests.faults.after_draft import Action
from tests.sample_piles import piles_that_fit

OF_A_PACK, TAKEN_LATER = 5, 3
MISPLACED = 0.4  # how likely a fighter has a trigger unit where it cannot have been taken
GOES_ON, GOES_BACK, HELPS = 0.08, 0.05, 0.03
SLIPS, TWICE = 0.15, 0.15
AT_ONCE = (4, 12)  # so many cards are entered before they are kept
NO_CARD = "SMP02/999"
ENTERS_WITHIN, AGAIN_AFTER, HANGS_UP_WITHIN = 20.0, (0.05, 0.3), 0.05
IS_AWAY, KEPT = 500, (200, 422)

Write = Callable[[str, Frame], None]


@dataclass(frozen=True)
class RealPile:
    """The pile of a fighter, from bottom to top: how its cards are `typed`, and how they were `drafted`.

    Where the two differ, the fighter has exchanged two cards by mistake; the organizer sees that when they compare. In
    the round of `broke_rule` the fighter took the trigger unit too late: what is typed does not fit, and it was so.
    """

    typed: tuple[str, ...]
    drafted: tuple[str, ...]
    broke_rule: int = 0

    def known_of(self, numbers: Iterable[str]) -> int:
        """Return how many cards of an entry are right, counted from the bottom."""
        same = [one == other for one, other in zip(numbers, self.typed, strict=False)]
        return (*same, False).index(False)

    @property
    def misplaced(self) -> list[int]:
        return [place for place, card in enumerate(self.typed) if card != self.drafted[place]]


def real_piles(rng: random.Random, names: Iterable[str]) -> dict[str, RealPile]:
    """Return piles that were drafted together, by the names of their fighters."""
    return {name: _as_typed(rng, pile) for name, pile in piles_that_fit(rng, names).items()}


def _as_typed(rng: random.Random, drafted: list[str]) -> RealPile:
    if rng.random() >= MISPLACED:
        return RealPile(tuple(drafted), tuple(drafted))
    typed, round_ = list(drafted), rng.randrange(len(drafted) // OF_A_PACK)
    first = round_ * OF_A_PACK
    typed[first], typed[first + TAKEN_LATER] = typed[first + TAKEN_LATER], typed[first]
    if rng.random() < 0.5:
        return RealPile(tuple(typed), tuple(typed), broke_rule=round_ + 1)
    return RealPile(tuple(typed), tuple(drafted))


class Told(NamedTuple):
    """The answer to a request by a page's script."""

    status: int
    body: Frame


def send(device: Device, path: str, fields: Mapping[str, Any], *, hang_up_after: float | None = None) -> Told | None:
    """Send a form as the script of its page does; without fields, ask how the pile stands.

    Returns None where nothing is known of what became of it: the server was away, or the line was cut.
    """
    cookies = {cookie.name: cookie.value for cookie in device.cookies}
    headers = {"Cookie": device.cookie_header, "Origin": device.url, "X-Requested-With": "fetch"}
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    body = urlencode({"csrfmiddlewaretoken": cookies["csrftoken"], **fields}) if fields else None
    connection = HTTPConnection(urlsplit(device.url).netloc, timeout=ENTERS_WITHIN)
    try:
        connection.request("POST" if fields else "GET", path, body, headers)
        if hang_up_after is not None:
            time.sleep(hang_up_after)  # the line is cut at some moment of the answer
            return None
        answer = connection.getresponse()
        text = answer.read()
    except (OSError, HTTPException):
        return None
    finally:
        connection.close()
    return None if answer.status >= IS_AWAY else Told(answer.status, json.loads(text))


class Entering:
    """How one device enters a pile: kept as it grows, and checked in the end, whatever else enters it meanwhile."""

    def __init__(
        self, pile: RealPile, device: Device, write: Write, rng: random.Random, *, drops: float, fighter: int = 0
    ) -> None:
        self.pile, self.device = pile, device
        self._write, self._rng, self._drops, self._fighter = write, rng, drops, fighter
        self._stored: list[str] = []
        self._seen = ""
        self._unanswered: dict[str, Any] | None = None
        self.is_over = False

    @property
    def is_complete(self) -> bool:
        """Whether the pile is entered, as far as this device knows, and only waits to be checked."""
        return len(self._stored) == len(self.pile.typed) == self.pile.known_of(self._stored)

    def is_due(self, state: Frame) -> bool:
        """Whether a fighter who sees this has their pile to enter still."""
        shown = state["you"].get("pile_entry")
        return not self.is_over and shown is not None and bool(shown["state"] == "open")

    async def step(self, code: str) -> bool:
        """Ask how the pile stands, keep some cards more, or check it. Returns whether something was kept."""
        fields = self._unanswered or (self._next() if self._seen else {})
        whose = {"fighter": self._fighter} if self._fighter else {}
        path = f"/events/{code}/pile/" + (f"?fighter={self._fighter}" if self._fighter and not fields else "")
        times = 2 if fields and self._rng.random() < TWICE else 1
        answers = await asyncio.gather(*(self._send(path, fields, whose) for _ in range(times)))
        told = next((answer for answer in answers if answer), None)
        self._unanswered = None if told or not fields else fields
        if told:
            self._take(told)
        else:
            await asyncio.sleep(self._rng.uniform(*AGAIN_AFTER))
        return told is not None and told.status in KEPT and bool(fields)

    def _next(self) -> dict[str, Any]:
        known = self.pile.known_of(self._stored)
        if self.is_complete:
            return {"numbers": "\n".join(self.pile.typed), "seen": self._seen, "submit": "check"}
        numbers = list(self.pile.typed[: known + self._rng.randint(*AT_ONCE)])
        if len(numbers) < len(self.pile.typed) and self._rng.random() < SLIPS:
            numbers.append(NO_CARD)
        return {"numbers": "\n".join(numbers), "seen": self._seen}

    async def _send(self, path: str, fields: Mapping[str, Any], whose: Mapping[str, Any]) -> Told | None:
        name = f"{self._rng.getrandbits(64):016x}"
        cut = self._rng.uniform(0, HANGS_UP_WITHIN) if fields and self._rng.random() < self._drops else None
        asked = {**fields, "numbers": fields.get("numbers", "").split()}
        self._write("posted", {"name": name, "fighter": self._fighter, **asked})
        sent = {**fields, **whose} if fields else {}
        told = await asyncio.to_thread(send, self.device, path, sent, hang_up_after=cut)
        if told:
            self._write("answered", {"name": name, "status": told.status, **told.body})
        return told

    def _take(self, told: Told) -> None:
        """Go on from what is stored: this entry, or what another device has entered."""
        if "seen" in told.body:
            self._stored = told.body.get("stored", told.body.get("entered", []))
            self._seen = told.body["seen"]
        self.is_over = told.body.get("state", "open") != "open" or "seen" not in told.body


# The organizer ------------------------------------------------------------------------------------------------------


def due_with_real_packs(
    state: Frame, rng: random.Random, *, is_impatient: bool, steps_back: list[None]
) -> Iterator[Action]:
    """Yield what an organizer does before all piles are there, now and then beside the fighters.

    They take one step back for each of `steps_back`, at most.
    """
    if state["event"]["phase"] == "opening":
        yield "next-stage", {"from": "opening"}
    for table in state.get("tables", ()):
        where = {"table": table["number"], "round": table["round"], "pass": table["pass"]}
        if table["phase"] == "review" and is_impatient:
            yield "end-review", {}
        elif table["phase"] == "drafting" and state["event"]["phase"] != "opening":
            if is_impatient or rng.random() < GOES_ON:
                yield "advance", where
            elif steps_back and position({"table": table}) > (1, 1) and rng.random() < GOES_BACK:
                steps_back.pop()
                yield "back", where


def open_piles(state: Frame) -> list[Frame]:
    """Return the piles that are not entered and checked, as the organizer's view tells of them."""
    return [pile for table in state.get("tables", ()) for pile in table.get("piles", ()) if pile["state"] != "checked"]


def mend(device: Device, code: str, fighter: int, pile: RealPile) -> None:
    """Mend a pile that does not fit: exchange two cards, or confirm that it was so. Each button is pressed twice."""
    told = send(device, f"/events/{code}/pile/?fighter={fighter}", {})
    if told is None or "seen" not in told.body:
        return
    fields: dict[str, Any] = {"round": pile.broke_rule, "pass": 1, "confirm": "1"}
    if not pile.broke_rule:
        places = [place for place, card in enumerate(told.body["stored"]) if card != pile.drafted[place]]
        fields = {"exchange": " ".join(map(str, places)), "seen": told.body["seen"]}
    for _ in range(2):
        with suppress(OSError):
            device.post(f"/events/{code}/piles/", fighter=fighter, **fields)
