"""Leaks to be found in a night with real packs: something received there, with somebody's card put into it."""

import json
from collections.abc import Callable

from tests.secrets.checker import BEST, PAD, Checker
from tests.secrets.scenarios import Outcome
from tests.secrets.transcript import Received
from tests.secrets.truth import Frame

Leak = Callable[[Outcome, Checker], tuple[Received, Received]]
Change = Callable[[Frame, str], object]
"""Takes a view and the number of a card that its viewer may not see."""


def is_entering(outcome: Outcome, received: Received) -> bool:
    """Whether some cards were entered when something was received, and not all."""
    entered = [moment.entered for moment in outcome.transcript.moments[received.since].values()]
    return bool(entered) and all(each and each.cards and not each.all_are for each in entered)


def view_of(outcome: Outcome, observer: str) -> Received:
    """Return the last view that somebody had while piles were entered."""
    views = [one for one in outcome.transcript.received if one.observer == observer and is_view(one)]
    return next(one for one in reversed(views) if is_entering(outcome, one))


def is_view(received: Received) -> bool:
    return received.is_frame and json.loads(received.body)["type"] == "state"


def page_of(outcome: Outcome, observer: str, path: str, *, entering: bool = True) -> Received:
    """Return a page as somebody last saw it, while piles were entered or in the end."""
    pages = [one for one in outcome.transcript.received if one.observer == observer and one.what.endswith(path)]
    shown = [one for one in pages if one.head.startswith("200") and (not entering or is_entering(outcome, one))]
    return shown[-1]


def card_of(outcome: Outcome, checker: Checker, name: str) -> str:
    """Return the number of a card in somebody's pile that nobody else has entered."""
    fighter = next(each["fighter"] for each in outcome.log["tables"][0]["seats"] if each["name"] == name)
    entered = outcome.transcript.moments[-1][1].entered
    assert entered
    others = {number for number, whose in entered.cards if whose != fighter}
    return min(number for number, whose in entered.cards if whose == fighter and number not in others)


def in_a_view(observer: str, whose: str, change: Change) -> Leak:
    def plant(outcome: Outcome, checker: Checker) -> tuple[Received, Received]:
        honest = view_of(outcome, observer)
        frame = json.loads(honest.body)
        change(frame, card_of(outcome, checker, whose))
        return honest, honest._replace(body=json.dumps(frame).encode())

    return plant


def on_a_page(observer: str, path: str, whose: str) -> Leak:
    def plant(outcome: Outcome, checker: Checker) -> tuple[Received, Received]:
        page = page_of(outcome, observer, path)
        return page, page._replace(body=page.body + card_of(outcome, checker, whose).encode())

    return plant


def seen_by(reader: str, path: str, other: str) -> Leak:
    """Show somebody else what a reader saw while piles were entered."""

    def plant(outcome: Outcome, checker: Checker) -> tuple[Received, Received]:
        page, seats = page_of(outcome, reader, path), outcome.log["tables"][0]["seats"]
        seat = next((each["seat"] for each in seats if each["name"] == other), None)
        return page, page._replace(observer=other, seat=seat, host=False, judge=other == "judge")

    return plant


def before_its_time(observer: str, path: str) -> Leak:
    """Show what is open in the end while piles are entered."""

    def plant(outcome: Outcome, checker: Checker) -> tuple[Received, Received]:
        page, then = page_of(outcome, observer, path, entering=False), view_of(outcome, observer)
        return page, page._replace(since=then.since, until=then.since)

    return plant


def numbers_in_the_refusal(outcome: Outcome, checker: Checker) -> tuple[Received, Received]:
    refusals = (one for one in outcome.transcript.received if "/pile/" in one.what and one.head.startswith("403"))
    refused = next(one for one in refusals if one.observer != "Kamui" and not one.host)
    return refused, refused._replace(body=refused.body + card_of(outcome, checker, "Kamui").encode())


def the_pad_without_what_is_entered(outcome: Outcome, checker: Checker) -> tuple[Received, Received]:
    page, number = page_of(outcome, "Aichi", "/pile/"), card_of(outcome, checker, "Kamui")
    pad = PAD.search(page.body)
    assert pad
    left = [card for card in json.loads(pad[2]) if card["number"] != number]
    return page, page._replace(body=page.body.replace(pad[2], json.dumps(left).encode()))


def best_cards_that_somebody_has(outcome: Outcome, checker: Checker) -> tuple[Received, Received]:
    page = next(one for one in outcome.transcript.received if one.host and BEST.search(one.body))
    shown = BEST.search(page.body)
    assert shown
    number = card_of(outcome, checker, "Kamui").encode()
    return page, page._replace(body=page.body.replace(shown[2], shown[2] + number))


def first_pile(frame: Frame) -> Frame:
    return frame["tables"][0]["piles"][0] if "tables" in frame else frame["table"]["piles"][0]


LEAKS: dict[str, Leak] = {
    "numbers beside a count": in_a_view("stranger", "Aichi", lambda frame, card: first_pile(frame).update(last=card)),
    "numbers for the organizer": in_a_view("host", "Kamui", lambda frame, card: first_pile(frame).update(cards=[card])),
    "numbers for the judge": in_a_view("judge", "Kamui", lambda frame, card: first_pile(frame).update(cards=[card])),
    "a card of somebody else's entry": in_a_view(
        "Aichi", "Kamui", lambda frame, card: frame["you"]["pile_entry"]["entered"].append(card)
    ),
    "a card that a guest on the same phone has": in_a_view(
        "Aichi", "Gus", lambda frame, card: frame["you"]["pile_entry"]["entered"].append(card)
    ),
    "a name on the big screen": on_a_page("stranger", "/table/1/", "Misaki"),
    "a number on the judge's page": on_a_page("judge", "/judge/", "Misaki"),
    "a number on the panel": on_a_page("host", "/host/", "Misaki"),
    "a pile for another fighter": seen_by("Aichi", "/pile/", "Kamui"),
    "a pile for a stranger": seen_by("Aichi", "/pile/", "stranger"),
    "what does not fit for a judge": seen_by("host", "/piles/", "judge"),
    "somebody's numbers in a refusal": numbers_in_the_refusal,
    "the log before all piles are there": before_its_time("host", "/log.json"),
    "the table's cards before all piles are there": before_its_time("Aichi", "/wishes/"),
    "best cards that somebody has": best_cards_that_somebody_has,
    "a list of cards without those that are entered": the_pad_without_what_is_entered,
}
