"""The state that a client makes of its messages (docs/protocol.md), and the moves that it may make then."""

from collections.abc import Callable
from typing import Any

Frame = dict[str, Any]
Until = Callable[[Frame], bool]


class LiveView:
    """The newest state of a table, kept up to date by the messages of one client. `seq` is -1 before the first."""

    def __init__(self) -> None:
        self.state: Frame = {}
        self.seq = -1

    def take(self, frame: Frame) -> None:
        """Apply a `state` or `seat` message."""
        self.seq = frame["seq"]
        self.state = frame if frame["type"] == "state" else with_seat(self.state, frame)


def with_seat(state: Frame, frame: Frame) -> Frame:
    """Return a state with the small change of one seat in it."""
    changed = {key: value for key, value in frame.items() if key not in ("type", "seq")}
    seats = [seat | changed if seat["seat"] == frame["seat"] else seat for seat in state["table"]["seats"]]
    return state | {"seq": frame["seq"], "table": state["table"] | {"seats": seats}}


def owes(state: Frame) -> int:
    """Return how many cards this viewer still has to choose now."""
    return sum(state["you"]["must_choose"].values()) if "you" in state else 0


def is_ready(state: Frame) -> bool:
    return bool(state["table"]["seats"][state["you"]["seat"]]["ready"])


def legal_choice(state: Frame) -> list[int]:
    """Return the first cards of the hand that satisfy what is due."""
    due = dict(state["you"]["must_choose"])
    chosen = []
    for card in state["you"]["pack"]:
        kind = "trigger" if card.get("card_type") == "trigger" else "normal"
        taken_as = next((name for name in (kind, "any") if due[name]), None)
        if taken_as:
            due[taken_as] -= 1
            chosen.append(card["id"])
    return chosen


def position(state: Frame) -> tuple[int, int]:
    """Return the round and the pass that a view shows."""
    table: Frame = state["table"]
    return table["round"], table["pass"]


def phase_is(*phases: str) -> Until:
    return lambda state: state["event"]["phase"] in phases


def pass_is(round_: int, number: int) -> Until:
    return lambda state: position(state) == (round_, number)
