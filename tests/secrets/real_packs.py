"""A night with real packs: the server knows no card until fighters enter their piles, and nobody hears of theirs."""

import json
from itertools import islice
from random import Random
from typing import Any

from tests.clients.device import Answer
from tests.clients.views import Frame, phase_is
from tests.secrets import addresses
from tests.secrets.after_draft import fighter_of, go_on, wish
from tests.secrets.observed_event import ObservedEvent, sample_cards
from tests.secrets.observers import ObservedClient, Observer
from tests.secrets.questions import NO_SUCH_CARDS, note_answer
from tests.secrets.truth import Entered

SETS = ("SMP01",) * 4 + ("SMP02",) * 2
"""The sets of the rounds: so many that in four piles no card comes twice, and each tells whose it is."""
OF_A_PACK = 5
ASKED_IN = ((3, 1),)
FORBIDDEN = 403
DRAFTERS = ("Aichi", "Kamui", "Misaki", "Gus")


def piles_without_doubles() -> dict[str, list[str]]:
    """Return a pile for each fighter: of every pack a trigger unit first, and then other cards."""
    cards = {code: [card for card in sample_cards() if card["set_code"] == code] for code in set(SETS)}
    triggers = {code: iter([each for each in of_set if _is_trigger(each)]) for code, of_set in cards.items()}
    others = {code: iter([each for each in of_set if not _is_trigger(each)]) for code, of_set in cards.items()}
    piles: dict[str, list[str]] = {name: [] for name in DRAFTERS}
    for code in SETS:
        for pile in piles.values():
            pack = [next(triggers[code]), *islice(others[code], OF_A_PACK - 1)]
            pile += [card["card_number"] for card in pack]
    return piles


def _is_trigger(card: dict[str, str]) -> bool:
    return card["card_type"] == "Trigger Unit"


# The draft ------------------------------------------------------------------------------------------------------------


def draft(observed: ObservedEvent) -> None:
    """Pass real packs: everybody says that they have placed, or the organizer goes on, and once a step back."""
    ask_in_vain(observed)
    observed.act("next-stage", phase_is("drafting"), **{"from": "opening"})
    while not phase_is("building")(observed.watchers[1].state):
        if phase_is("review")(observed.watchers[1].state):
            observed.act("end-review", phase_is("drafting"))
        play_pass(observed)
        if place_of(observed) == (2, 1):
            where = {"round": 2, "pass": 1}
            observed.act("back", lambda state: state["table"]["round"] == 1, **where)
            play_pass(observed)


def place_of(observed: ObservedEvent) -> tuple[int, int]:
    table = observed.watchers[1].state["table"]
    return table["round"], table["pass"]


def play_pass(observed: ObservedEvent) -> None:
    """Let all fighters place in a pass, or the organizer go on from it, so that some passes are seen either way."""
    round_, number = here = place_of(observed)
    if here in ASKED_IN:
        ask_in_vain(observed)
    if number > 1:
        where = {"round": round_, "pass": number}
        observed.act("advance", lambda state: (state["table"]["round"], state["table"]["pass"]) != here, **where)
        return
    for name in observed.owing():
        observed.ask(name, type="done", round=round_, **{"pass": number})


def ask_in_vain(observed: ObservedEvent) -> None:
    """Let everybody ask for cards by number, which the server does not know, or tells nobody of."""
    last = OF_A_PACK * len(SETS) * len(DRAFTERS)
    for name, client in observed.clients.items():
        for card in (*Random(f"{name} {observed.transcript.now}").sample(range(1, last + 1), 4), *NO_SUCH_CARDS):
            round_, number = place_of(observed)
            chosen = {"type": "choose", "round": round_, "pass": number, "cards": [card]}
            note_answer(client, "choose it", card, chosen)
            note_answer(client, "wish for it", card, {"type": "wish", "cards": [card]})
            called = {"type": "call_judge", "reason": "legion_rare", "card": card}
            note_answer(client, "call a judge for it", card, called)
            client.send({"type": "mark", "cards": [card]})
        client.resync()
    observed.settle()


# The piles ------------------------------------------------------------------------------------------------------------


def enter_piles(observed: ObservedEvent) -> None:
    """Let everybody enter their pile, some of it in the fights; what does not fit the organizer mends."""
    piles = piles_without_doubles()
    misplaced = [*piles["Kamui"]]
    misplaced[5], misplaced[7] = misplaced[7], misplaced[5]
    enter(observed, "Aichi", [*piles["Aichi"][:7], piles["Misaki"][0], "SMP09/001"])
    enter(observed, "Kamui", misplaced[:12])
    pry(observed)
    two_devices(observed, "Misaki", piles["Misaki"])
    observed.look_around(at_all=True)
    go_on(observed, "building", "fighting")
    enter(observed, "Kamui", misplaced, check=True)
    enter(observed, "Aichi", piles["Aichi"][:20], check=True)
    enter(observed, "Aichi", piles["Aichi"], check=True)
    enter(observed, "Gus", piles["Gus"], check=True, by=observed.host)
    ask_in_vain(observed)
    observed.look_around(at_all=True)
    observed.stranger.crawl(addresses.CATALOG)
    enter(observed, "Misaki", piles["Misaki"], check=True)
    look_at_piles(observed)
    mend(observed, "Kamui", (5, 7))


def enter(
    observed: ObservedEvent, name: str, numbers: list[str], *, check: bool = False, by: Observer | None = None
) -> None:
    """Let a fighter enter so much of their pile, or the organizer for them; it is theirs alone from now on."""
    client = observed.clients[name]
    note_entered(observed, client, numbers)
    device, fighter = by or client.observer, fighter_of(client)
    seen = json.loads(_fetch(device, observed, fighter).text)["seen"]
    told = json.loads(_fetch(device, observed, fighter, numbers, submit="check" if check else "keep", seen=seen).text)
    client.wait_for(lambda state: state["you"]["pile_entry"] == _shown(told, state))
    observed.settle()


def _shown(told: Frame, state: Frame) -> Frame:
    return {"expected": told["expected"], "entered": told["entered"], "state": state["you"]["pile_entry"]["state"]}


def _fetch(
    device: Observer, observed: ObservedEvent, fighter: int, numbers: list[str] | None = None, **more: Any
) -> Answer:
    """Let a device ask how a pile stands, or enter it, as the script of the page does."""
    path = f"/events/{observed.code}/pile/"
    if numbers is None:
        return device.visit(f"{path}?fighter={fighter}", **{"X-Requested-With": "fetch"})
    return device.fetch(path, fighter=fighter, numbers=" ".join(numbers), **more)


def note_entered(observed: ObservedEvent, client: ObservedClient, numbers: list[str]) -> None:
    """Note what somebody is about to enter, beside what was entered before."""
    before, fighter = observed.entered or Entered(), fighter_of(client)
    observed.entered = before._replace(cards=before.cards | {(number, fighter) for number in numbers})
    observed.settle()


def two_devices(observed: ObservedEvent, name: str, pile: list[str]) -> None:
    """Let two devices enter the same pile: the second is shown what the first has entered."""
    client = observed.clients[name]
    observers = [one for one in observed.observers if one.name == name]
    seen = json.loads(_fetch(observers[0], observed, fighter_of(client)).text)["seen"]
    enter(observed, name, pile[:9])
    note_entered(observed, client, pile[:14])
    for device in observers:
        answer = _fetch(device, observed, fighter_of(client), pile[:14], seen=seen)
        assert json.loads(answer.text)["stored"] == pile[:9]
    form = observers[0].post(f"/events/{observed.code}/pile/", numbers=" ".join(pile[:14]), seen=seen)
    assert pile[8] in form.text


def look_at_piles(observed: ObservedEvent) -> list[int]:
    """Let everybody ask for the piles of all, and what does not fit in them. Returns whose piles there are."""
    numbers = [fighter_of(client) for client in observed.clients.values()]
    own = {name: fighter_of(client) for name, client in observed.clients.items()}

    def crawl(observer: Observer) -> None:
        others = _own(observed, observer) - {own.get(observer.name)}  # it plays for a guest, whose pile it may see
        theirs = set(numbers) - others
        observer.crawl(f"/events/{observed.code}/pile/?fighter={number}" for number in sorted(theirs))
        observer.visit(f"/events/{observed.code}/piles/")

    observed.each(crawl, observed.some())
    return numbers


def pry(observed: ObservedEvent) -> None:
    """Let everybody ask for the piles of all others, and enter something there."""
    numbers = look_at_piles(observed)
    for observer in observed.some():
        if observer.host:
            continue
        for number in set(numbers) - _own(observed, observer):
            assert _fetch(observer, observed, number).status == FORBIDDEN
            assert _fetch(observer, observed, number, ["SMP01/001"]).status == FORBIDDEN
        observer.post(f"/events/{observed.code}/piles/", fighter=numbers[0], exchange="0 1")


def _own(observed: ObservedEvent, observer: Observer) -> set[int]:
    """Return those for whom an observer's device plays, or another one of theirs."""
    clients = observed.clients.values()
    same = [one for one in clients if one.observer.name == observer.name or one.observer.cookies is observer.cookies]
    return {fighter_of(client) for client in same}


def mend(observed: ObservedEvent, name: str, places: tuple[int, int]) -> None:
    """Let the organizer exchange two cards: all piles fit, and everything is told that may be."""
    client, page = observed.clients[name], f"/events/{observed.code}/piles/"
    assert client.state["you"]["pile_entry"]["state"] == "doubted"
    observed.entered = (observed.entered or Entered())._replace(all_are=True)
    observed.settle()
    seen = json.loads(_fetch(observed.host, observed, fighter_of(client)).text)["seen"]
    observed.host.post(page, fighter=fighter_of(client), exchange=" ".join(map(str, places)), seen=seen)
    client.wait_for(lambda state: state["you"]["pile"] is not None)
    observed.settle()


def rest_of_the_night(observed: ObservedEvent) -> None:
    """Let everybody look at what is open now, wish, share the cards, and go home."""
    observed.host.visit(f"/events/{observed.code}/log/log.json")
    observed.observer("Aichi").visit(f"/events/{observed.code}/wishes/")
    wish(observed)
    go_on(observed, "fighting", "sharing")
    go_on(observed, "sharing", "finished")
