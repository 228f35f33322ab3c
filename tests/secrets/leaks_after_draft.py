"""Leaks to be found in a night: something that was received in its fights or its sharing, with a secret put into it."""

import json
from collections.abc import Callable

from tests.secrets.checker import Checker
from tests.secrets.scenarios import Outcome
from tests.secrets.transcript import Received
from tests.secrets.truth import Frame

Leak = Callable[[Outcome, Checker], tuple[Received, Received]]
Change = Callable[[Frame, Frame], object]
"""Takes a view and a card that its viewer may not see."""


def frame_of(outcome: Outcome, observer: str, phase: str) -> Received:
    """Return a view in the middle of a stage."""
    found = [
        received
        for received in outcome.transcript.received
        if received.observer == observer and received.is_frame and _is_view(json.loads(received.body), phase)
    ]
    return found[len(found) // 2]


def _is_view(frame: Frame, phase: str) -> bool:
    return frame["type"] == "state" and frame["event"]["phase"] == phase


def in_a_view(observer: str, phase: str, change: Change, *, wished: bool = False) -> Leak:
    """Plant a card that the viewer may not see; `wished`: one that somebody else wishes for."""

    def plant(outcome: Outcome, checker: Checker) -> tuple[Received, Received]:
        honest = frame_of(outcome, observer, phase)
        frame, truth = json.loads(honest.body), checker.truths[honest.table]
        shared = outcome.transcript.moments[honest.since][honest.table].shared
        among = {card for card, _ in shared.wishes} if wished else set(truth.cards)
        change(frame, truth.cards[min(among - checker.known(honest))])
        return honest, honest._replace(body=json.dumps(frame, ensure_ascii=False).encode())

    return plant


def on_a_page_of(reader: str, path: str) -> Leak:
    """Show a stranger what a fighter reads."""

    def plant(outcome: Outcome, checker: Checker) -> tuple[Received, Received]:
        read = [one for one in outcome.transcript.received if one.observer == reader and one.what.endswith(path)]
        page = next(one for one in reversed(read) if one.head.startswith("200"))
        return page, page._replace(observer="stranger", seat=None)

    return plant


def an_offer(frame: Frame, card: Frame) -> None:
    frame["share"]["swaps"].append({"swap": 1, "fighter": 1, "other": 2, "give": card, "want": card})


def an_offer_that_came_to_nothing(frame: Frame, card: Frame) -> None:
    frame["share"]["closed"].append({"swap": 1, "fighter": 1, "other": 2, "give": card, "want": card, "by": 2})


LEAKS: dict[str, Leak] = {
    "a card beside a fight": in_a_view("Aichi", "fighting", lambda frame, card: frame.update(deck=[card])),
    "a number beside a fighter": in_a_view(
        "stranger", "fighting", lambda frame, card: frame["pairings"][0]["sides"][0].update(best=card["id"])
    ),
    "the pool for a spectator": in_a_view(
        "stranger", "sharing", lambda frame, card: frame["share"].update(pool=[card])
    ),
    "the number of what was taken last for a spectator": in_a_view(
        "stranger", "sharing", lambda frame, card: frame["share"].update(last={"fighter": 1, "card": card["id"]})
    ),
    "what is not shared yet": in_a_view("Aichi", "sharing", lambda frame, card: frame["share"]["pool"].append(card)),
    "what is somebody else's": in_a_view("Aichi", "sharing", lambda frame, card: frame["share"]["yours"].append(card)),
    "an offer between others": in_a_view("Aichi", "sharing", an_offer),
    "an offer between others that came to nothing": in_a_view("Aichi", "sharing", an_offer_that_came_to_nothing),
    "somebody else's wish": in_a_view(
        "Aichi", "fighting", lambda frame, card: frame["share"]["wishes"].append(card["id"]), wished=True
    ),
    "the sheet for a stranger": on_a_page_of("Aichi", "/sharing/shares.json"),
    "the wishes for a stranger": on_a_page_of("Aichi", "/wishes/"),
}

LEAKS_IN_A_MATCH: dict[str, Leak] = {
    "a card of the other's deck": in_a_view(
        "Kamui", "fighting", lambda frame, card: frame["you"]["deck"]["match"]["main"].append(card["id"])
    ),
    "a card of a deck beside its fighter": in_a_view(
        "stranger", "fighting", lambda frame, card: frame["pairings"][0]["sides"][0].update(deck=[card["id"]])
    ),
    "a card of a deck for the organizer": in_a_view(
        "host", "fighting", lambda frame, card: frame["pairings"][0]["sides"][0].update(put=card)
    ),
    "the deck between games for a stranger": on_a_page_of("Aichi", "/deck/build/?fight=1"),
}
