"""The acts of fighters and organizers once the draft is over: they fight, wish, take cards and swap them."""

import random
from collections.abc import Iterator, Mapping
from typing import Any

from tests.clients.views import Frame

MOST_COUNTS, MOST_WISHES, MOST_OFFERS = 4, 3, 2
SLIPS = 0.15  # how likely one counts the wrong way, takes back, or says another result
AGREES = 0.7
ENDS_A_GAME = 0.3
AFTER_DRAFT = ("fighting", "sharing")

Action = tuple[str, Mapping[str, Any]]
"""A button of the control panel, and the fields of its form."""


def fighter_of(state: Frame) -> int:
    """Return the number of the fighter whose view this is."""
    return int(state["table"]["seats"][state["you"]["seat"]]["fighter"])


class AfterDraft:
    """The wishes and the acts of one device of a fighter."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._counts: dict[int, int] = {}
        self._wishes, self._offers = rng.randint(0, MOST_WISHES), rng.randint(0, MOST_OFFERS)
        self._answered: set[int] = set()
        self._others: dict[int, int] = {}  # cards that were seen to go to somebody else

    def wanted(self, state: Frame) -> Frame | None:
        """Return what the state lets this fighter ask for, None where they wait."""
        fighting = state["event"]["phase"] == "fighting"
        message = self._in_fight(state) if fighting else self._in_sharing(state)
        return message or self._wish(state)

    def asked(self, message: Frame) -> None:
        """Note what was asked, so that it is not wanted for ever."""
        match message["type"]:
            case "count" | "undo" | "game":
                self._counts[message["fight"]] -= 1
            case "wish":
                self._wishes -= 1
            case "swap":
                self._offers -= 1
            case "accept" | "decline" | "withdraw":
                self._answered.add(message["swap"])

    # The fights -----------------------------------------------------------------------------------------------------

    def _in_fight(self, state: Frame) -> Frame | None:
        fight, me = state["fight"], fighter_of(state)
        if fight is None or state["round"]["paused"] or is_settled(fight):
            return None
        result = fight["result"]
        if result is None:
            left = self._counts.setdefault(fight["fight"], self._rng.randint(1, MOST_COUNTS))
            return self._count(state, fight) if left > 0 else self._result(fight)
        if result["disputed"] or result["entered_by"] == me:
            return None
        said = self._rng.random()
        if said < SLIPS:
            return {"type": "dispute", "fight": fight["fight"]}
        return self._result(fight) if said < 2 * SLIPS else {"type": "confirm", "fight": fight["fight"]}

    def _count(self, state: Frame, fight: Frame) -> Frame:
        if fight["can_undo"] and self._rng.random() < SLIPS:
            return {"type": "undo", "fight": fight["fight"]}
        game = self._end_of_game(fight) if self._rng.random() < ENDS_A_GAME else None
        if game:
            return game
        side, rule = self._rng.choice(fight["sides"]), self._rng.choice(state["round"]["counters"])
        now = side["counters"][rule["counter"]]
        down = now > rule["least"] and (now == rule["most"] or self._rng.random() < SLIPS)
        named = {"fighter": side["fighter"], "counter": rule["counter"]}
        return {"type": "count", "fight": fight["fight"], **named, "by": -1 if down else 1}

    def _end_of_game(self, fight: Frame) -> Frame | None:
        """Say who has won a game of the best of three, or that nobody has, where the fight goes on after it."""
        winner = self._rng.choice((None, *(side["fighter"] for side in fight["sides"])))
        if fight["best_of"] == 1 or (winner and winner in fight["games"]):
            return None
        return {"type": "game", "fight": fight["fight"], "game": len(fight["games"]) + 1, "winner": winner}

    def _result(self, fight: Frame) -> Frame:
        """Say who has won: who is less hurt, or now and then somebody else."""
        first, *others = sorted(fight["sides"], key=lambda side: sum(side["counters"].values()))
        winner = self._rng.choice(others) if self._rng.random() < SLIPS else first
        wins = fight["best_of"] // 2 + 1
        score = [wins if side is winner else 0 for side in fight["sides"]]
        return {"type": "result", "fight": fight["fight"], "winner": winner["fighter"], "score": score}

    # The sharing ----------------------------------------------------------------------------------------------------

    def _in_sharing(self, state: Frame) -> Frame | None:
        share, me = state.get("share"), fighter_of(state)
        if share is None or not share["begun"]:
            return None
        if share["last"]:
            self._others[share["last"]["card"]["id"]] = share["last"]["fighter"]
        if share["turn"] == me:
            return None if share["paused"] else {"type": "take", "card": self._rng.choice(share["pool"])["id"]}
        offered = [swap for swap in share["swaps"] if swap["other"] == me and swap["swap"] not in self._answered]
        if offered:
            self._answered |= {swap["swap"] for swap in offered[1:]}
            return {"type": "accept" if self._rng.random() < AGREES else "decline", "swap": offered[0]["swap"]}
        own = [swap for swap in share["swaps"] if swap["fighter"] == me and swap["swap"] not in self._answered]
        if own and self._rng.random() < SLIPS:
            return {"type": "withdraw", "swap": own[0]["swap"]}
        return self._offer(share, me)

    def _offer(self, share: Frame, me: int) -> Frame | None:
        theirs = [card for card, fighter in self._others.items() if fighter != me]
        if self._offers <= 0 or not theirs or not share["yours"]:
            return None
        return {"type": "swap", "give": self._rng.choice(share["yours"])["id"], "want": self._rng.choice(theirs)}

    def _wish(self, state: Frame) -> Frame | None:
        share = state.get("share")
        if self._wishes <= 0 or share is None or share["over"]:
            return None
        known = [card["id"] for card in (*(state["you"]["pile"] or ()), *share["pool"])]
        if not known:
            return None  # with real packs whose piles are not all entered
        cards = self._rng.sample(sorted(set(known)), min(len(set(known)), 5))
        return {"type": "wish", "cards": cards}


# The organizer ------------------------------------------------------------------------------------------------------


def is_settled(fight: Frame) -> bool:
    return bool(fight["result"] and fight["result"]["confirmed"])


def due_of_organizer(state: Frame, rng: random.Random, quiet: float, patience: float) -> Iterator[Action]:
    """Yield what an organizer does who sees this, where nothing has moved for `quiet` seconds.

    Once `quiet` is more than their `patience`, they do for others what these should do.
    """
    now = next((one["stage"] for one in state["event"].get("stages", ()) if one["state"] == "now"), "")
    go_on: Action = ("next-stage", {"from": now})
    if now == "building":
        yield go_on
    if now == "fighting" and "pairings" in state:
        yield from _at_fights(state, rng, go_on, is_impatient=quiet > patience)
    if now == "sharing":
        open_ones = [share for share in state.get("shares", ()) if not share["over"]]
        if not open_ones and quiet > SWAPPING_SECONDS:
            yield go_on
        for share in open_ones if quiet > patience else ():
            if share["turn"] is not None and share["pool"]:
                yield "share-for", {"fighter": share["turn"], "card": rng.choice(share["pool"])["id"]}


SWAPPING_SECONDS = 0.6


def _at_fights(state: Frame, rng: random.Random, go_on: Action, *, is_impatient: bool) -> Iterator[Action]:
    number, open_ones = state["round"]["number"], [fight for fight in state["pairings"] if not is_settled(fight)]
    following: Action = go_on if state["round"]["last"] else ("next-round", {"round": number + 1})
    for fight in open_ones:
        if is_impatient or (fight["result"] and fight["result"]["disputed"]):
            yield "result", {"fight": fight["fight"], "winner": rng.choice(fight["sides"])["fighter"]}
    if not open_ones:
        yield following
    elif is_impatient and rng.random() < 0.5:
        yield following[0], {**following[1], "confirm": "next"}
