"""Nights of the sample sets, played through sockets as far as somebody wants to look at them."""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Thread
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.clients.device import Device, Organizer
from tests.clients.views import Frame, Until, pass_is, phase_is
from tests.clients.ws_client import WebSocketClient, play_all
from tests.programs import wait_until
from tests.sample_piles import FITTING, MISPLACED

NAMES = ("Aichi", "Kamui", "Maximiliana-Alexandrova", "عبد الرحمن المقاتل")
EVENT = {
    "name": "Friday draft at the Lantern",
    "card_set": "SMP01",
    "table_size": "4",
    "pace": "off",
    "review_seconds": "0",
    "judge": "organizer",
    "log_visibility": "public",
}


@dataclass
class Night:
    """An event, and the devices of its fighters, in the order of their names, and of a judge."""

    organizer: Organizer
    code: str
    fighters: dict[str, Device]
    judge: Device
    sockets: list[WebSocketClient] = field(default_factory=list)

    def act(self, action: str, **fields: Any) -> None:
        self.organizer.act(self.code, action, **fields)

    def next_stage(self, stage: str) -> None:
        """Go on from a stage."""
        self.act("next-stage", **{"from": stage, "confirm": "next"})

    def play(self, until: Until) -> None:
        """Let everybody choose until all of them see that."""
        self.connect()
        play_all(self.sockets, until)

    def connect(self) -> None:
        self.sockets = self.sockets or [WebSocketClient(device, self.code) for device in self.fighters.values()]

    def wait(self, until: Until) -> None:
        for socket in self.sockets:
            socket.wait_for(until)

    def ask(self, socket: WebSocketClient, **message: Any) -> None:
        """Ask something that is granted, and wait until the one who asked sees it."""
        answer = socket.ask(**message)
        assert answer["type"] == "ack", (message, answer)
        socket.wait_for(lambda state: state["seq"] >= answer["seq"])

    def stay(self) -> "Night":
        """Let everybody's phone lie on the table from now on: it listens, and nobody is away."""
        self.connect()
        for socket in self.sockets:
            Thread(target=_listen, args=(socket,), daemon=True).start()
        return self


def _listen(socket: WebSocketClient) -> None:
    with suppress(ConnectionClosed):
        while True:
            socket.socket.recv()


def lobby(organizer: Organizer, names: Sequence[str] = NAMES, **settings: Any) -> Night:
    code = organizer.create(**EVENT | settings)
    fighters = {name: Device(organizer.url) for name in names}
    for name, device in fighters.items():
        device.join(code, name)
    organizer.post(f"/events/{code}/host/staff/", name="Kim")
    judge = Device(organizer.url)
    staff = organizer.get(f"/events/{code}/host/staff/").text
    judge.get("/judge/" + staff.partition("/judge/")[2].partition('"')[0].partition("<")[0])
    return Night(organizer, code, fighters, judge)


def draft(organizer: Organizer, names: Sequence[str] = NAMES, **settings: Any) -> Night:
    """One fighter has chosen in the second pass, and there is time enough to look around."""
    night = lobby(organizer, names, pace="relaxed", **settings)
    night.act("start")
    night.play(pass_is(1, 2))
    night.sockets[1].choose()
    for _ in range(6):
        night.act("extend")
    return night.stay()


def another_game(organizer: Organizer) -> Night:
    return draft(organizer, name="Cube night", format="magic-draft", card_set="MAG01")


def review(organizer: Organizer) -> Night:
    night = lobby(organizer, review_seconds="300")
    night.act("start")
    night.play(phase_is("review"))
    return night.stay()


def drafted(organizer: Organizer, names: Sequence[str] = NAMES, **settings: Any) -> Night:
    night = lobby(organizer, names, **settings)
    night.act("start")
    night.play(phase_is("building"))
    return night


def first_round(organizer: Organizer, names: Sequence[str] = NAMES, **settings: Any) -> Night:
    """The first round has begun, and nothing is counted yet."""
    night = drafted(organizer, names, **settings)
    night.next_stage("building")
    night.wait(phase_is("fighting"))
    return night


def decks(organizer: Organizer) -> Night:
    return drafted(organizer).stay()


def fights(organizer: Organizer) -> Night:
    """A round is fought: one fight is close, and of another one side has said how it ended."""
    night = first_round(organizer)
    close, other = pairs(night)
    for counts, times in ((close, 3), (close[::-1], 4), (other, 2)):
        for _ in range(times):
            count(night, *counts)
    say_won(night, other[0])
    return night.stay()


def corrected(organizer: Organizer) -> Night:
    """Round 2 is fought, a result of round 1 was corrected twice, and the other fight is a double loss by now."""
    night = first_round(organizer, ("محمد عبد الرحمن الشريف", "Ann", "Ben", "Constantin von Habsburg"))
    numbers = {socket.state["fight"]["fight"]: socket for socket in night.sockets}
    for number, socket in sorted(numbers.items()):
        sides = [side["fighter"] for side in socket.state["fight"]["sides"]]
        for winner in (sides[0], sides[1], "none" if number == max(numbers) else sides[0]):
            night.act("result", fight=number, winner=winner, confirm="correct")
    night.act("next-round", round=2)
    return night.stay()


def sharing(organizer: Organizer) -> Night:
    """All rounds are fought, and some cards of the rare pile are taken."""
    night = drafted(organizer)
    night.next_stage("building")
    for number in (1, 2, 3):
        if number > 1:
            night.act("next-round", round=number)
        night.wait(lambda state, number=number: (state.get("round") or {}).get("number") == number)
        for winner, loser in pairs(night):
            for _ in range(4):
                count(night, loser, winner)
            say_won(night, winner)
            loser.wait_for(lambda state: bool(state["fight"]["result"]))
            night.ask(loser, type="confirm", fight=loser.state["fight"]["fight"])
    night.next_stage("fighting")
    night.wait(phase_is("sharing"))
    _take(night, most=3)
    return night


def shared(organizer: Organizer) -> Night:
    night = sharing(organizer)
    _take(night, most=1000)
    night.next_stage("sharing")
    wait_until(lambda: is_counted(organizer), "the draft is not counted")
    return night.stay()


def is_counted(organizer: Organizer) -> bool:
    """Whether the statistics have all drafts of finished events."""
    figures = json.loads(organizer.get("/api/v1/sets/SMP01/statistics/?limit=1").text)
    return bool(figures["drafts"] and not figures["waiting"])


def real_packs(organizer: Organizer) -> Night:
    night = lobby(organizer, name="Real packs", packs="paper", pace="standard")
    night.act("start")
    night.next_stage("opening")
    for number in (1, 2):
        night.act("advance", table=1, round=1, **{"pass": number})
    return night.stay()


def piles(organizer: Organizer) -> Night:
    """A draft with real packs is over; three piles are entered, and half of Aichi's."""
    return _entered(organizer, FITTING[:17])


def doubted(organizer: Organizer) -> Night:
    """All piles are entered, and Aichi's does not fit the others."""
    return _entered(organizer, MISPLACED)


def _entered(organizer: Organizer, first: Sequence[str]) -> Night:
    night = lobby(organizer, name="Real packs", packs="paper")
    night.act("start")
    organizer.lead_real_packs(night.code)
    for device, numbers in zip(night.fighters.values(), (first, FITTING, FITTING, FITTING), strict=True):
        device.post(f"/events/{night.code}/pile/", numbers="\n".join(numbers), submit="check")
    return night.stay()


def missed(organizer: Organizer) -> Night:
    """Aichi's phone has lain on the table for a pass, and the clock has chosen."""
    night = lobby(organizer, pace="brisk")
    night.act("start")
    night.connect()
    for socket in night.sockets[1:]:
        socket.wait_for(pass_is(1, 1))
        socket.choose()
    for socket in night.sockets:
        socket.wait_for(pass_is(1, 2), patience=90)
    for _ in range(6):
        night.act("extend")
    return night.stay()


def swap(organizer: Organizer) -> Night:
    """All cards are shared but for the swaps: Aichi is offered one, and another that they offered was declined."""
    night = sharing(organizer)
    _take(night, most=1000)
    aichi, kamui = night.sockets[:2]
    for socket in (aichi, kamui):
        socket.wait_for(lambda state: bool(state["share"]["yours"]))
    give, want = (socket.state["share"]["yours"][0]["id"] for socket in (kamui, aichi))
    night.ask(kamui, type="swap", give=give, want=want)
    night.ask(aichi, type="swap", give=aichi.state["share"]["yours"][1]["id"], want=give)
    night.ask(kamui, type="decline", swap=2)
    return night.stay()


def commented(organizer: Organizer) -> Night:
    """A log of which two fighters have said something."""
    night = shared(organizer)
    said = ("I should have kept the stand trigger.", "Two of them in one pack, and I saw neither.")
    step = {"table": "1", "step": "r1p1", "about": "0", "voice": ""}
    for device, text in zip(night.fighters.values(), said, strict=False):
        answer = device.post(f"/events/{night.code}/log/comments/", **step, text=text, request=text[:8])
        assert answer.status == 302, answer.text
    return night


def stopped(organizer: Organizer) -> Night:
    night = lobby(organizer)
    night.act("start")
    night.play(pass_is(1, 2))
    night.act("stop", confirm=night.code)
    return night.stay()


def closed_early(organizer: Organizer) -> Night:
    """The organizer has closed the event in the middle of the fights."""
    night = fights(organizer)
    night.act("finish")
    return night


def named(organizer: Organizer) -> Night:
    """An event that the first page names."""
    return lobby(organizer, on_first_page="on")


def full(organizer: Organizer) -> Night:
    """An event with packs for four, and four who are in."""
    cards = organizer.get("/sets/SMP01/").text.split("set-cards__number")[1:6]
    pack = "\n".join(card.partition(">")[2].partition("<")[0] for card in cards)
    return lobby(organizer, packs="uploaded", pack_list="\n\n".join([pack] * 24)).stay()


def second(organizer: Organizer) -> Night:
    """The second draft of a night in its lobby, opened beside the first, which is over."""
    first = shared(organizer)
    answer = first.organizer.post(f"/events/{first.code}/host/next-draft/")
    assert answer.status == 302, answer.text
    return first


def many(organizer: Organizer) -> Night:
    """An organizer with forty events."""
    own = Organizer(organizer.url)
    codes = [own.create(**EVENT | {"name": f"Friday draft {number}"}) for number in range(1, 41)]
    for code in codes[:25]:
        own.act(code, "cancel", confirm=code)
    own.get("/events/")  # the messages about the presses are read
    return Night(own, codes[-1], {}, Device(organizer.url))


def nothing(organizer: Organizer) -> Night:
    """An organizer without an event."""
    return Night(Organizer(organizer.url), "ZZZZZZ", {}, Device(organizer.url))


def pairs(night: Night) -> list[tuple[WebSocketClient, WebSocketClient]]:
    """Return who fights whom now."""
    by_name = {socket.state["you"]["name"]: socket for socket in night.sockets}
    found: dict[int, list[WebSocketClient]] = {}
    for socket in by_name.values():
        found.setdefault(socket.state["fight"]["fight"], []).append(socket)
    return [(pair[0], pair[1]) for pair in found.values() if len(pair) == 2]


def own_side(socket: WebSocketClient) -> Frame:
    name = socket.state["you"]["name"]
    return next(side for side in socket.state["fight"]["sides"] if side["name"] == name)


def count(night: Night, hit: WebSocketClient, by: WebSocketClient) -> None:
    fight, fighter = hit.state["fight"]["fight"], own_side(hit)["fighter"]
    night.ask(by, type="count", fight=fight, fighter=fighter, counter="damage", by=1)


def say_won(night: Night, winner: WebSocketClient) -> None:
    own = own_side(winner)["fighter"]
    sides = [side["fighter"] for side in winner.state["fight"]["sides"]]
    score = [int(side == own) for side in sides]
    night.ask(winner, type="result", fight=winner.state["fight"]["fight"], winner=own, score=score)


def _take(night: Night, *, most: int) -> None:
    """Let so many turns of the sharing be taken, each by whose turn it is."""
    for _ in range(most):
        turn = night.sockets[0].state["share"]["turn"]
        if turn is None:
            return
        taker = next(socket for socket in night.sockets if _fighter(socket) == turn)
        night.ask(taker, type="take", card=taker.state["share"]["pool"][0]["id"])
        night.wait(lambda state, taken=taker.state["seq"]: state["seq"] >= taken)


def _fighter(socket: WebSocketClient) -> int:
    you = socket.state["you"]["seat"]
    return int(next(seat["fighter"] for seat in socket.state["table"]["seats"] if seat["seat"] == you))
