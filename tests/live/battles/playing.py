"""A battle over sockets, as tests play it: each moves as the own view offers."""

from random import Random
from typing import Any

from tests.clients.ws_client import WebSocketClient

SPACES = [f"{row}{column}" for row in "fr" for column in range(-2, 3)]
ROME = {"format": "rome", "card_set": ""}
"""The fields of a new event of this format."""


def own(phone: WebSocketClient) -> dict[str, Any]:
    """Return what the fighter alone sees of their battle."""
    return phone.state["you"]["battle"]


def battle(viewer: WebSocketClient) -> dict[str, Any]:
    return viewer.state["battle"]


def has_battle(state: dict[str, Any]) -> bool:
    return "battle" in state


def play(phone: WebSocketClient, move: str, **more: Any) -> dict[str, Any]:
    """Make a move as the phone sees the battle, and return the answer."""
    seen = battle(phone)
    moment = {"fight": seen["fight"], "turn": seen["turn"], "phase": seen["phase"]}
    return phone.ask(**{"type": "play", **moment, "move": move, **more})


def done(phone: WebSocketClient, move: str) -> None:
    answer = play(phone, move)
    assert answer["type"] == "ack", (move, answer)
    phone.wait_for(lambda state: state["seq"] >= answer["seq"])


def deployment(phone: WebSocketClient) -> str:
    """Return a plan that lays the units that were drawn, front first."""
    return laid(phone.state)


def laid(state: dict[str, Any]) -> str:
    """Return a plan of the fighter who sees this: the units as they were drawn, front first.

    Where the first turn was undecided they are shuffled: equal lines may be undecided for ever (V14).
    """
    units, replays = list(state["you"]["battle"]["drawn"]), state["battle"]["replays"]
    if replays:
        Random(replays).shuffle(units)
    return "deploy " + " ".join(f"{space}:{kind}" for space, kind in zip(SPACES, units, strict=False))


def deploy(*phones: WebSocketClient) -> None:
    """Let all lay their lines, again where nobody has the first turn (V14)."""
    while battle(phones[0])["phase"] == "deploy":
        for phone in phones:
            done(phone, deployment(phone))
        for phone in phones:
            phone.wait_for(lambda state: not any_ready(state))


def any_ready(state: dict[str, Any]) -> bool:
    return any(side["ready"] for side in state["battle"]["sides"])


def on_turn(*phones: WebSocketClient) -> WebSocketClient:
    """Return the phone whose turn it is."""
    return next(phone for phone in phones if own(phone)["seat"] == battle(phone)["seat"])


def next_line(state: dict[str, Any]) -> str:
    """Return a legal move of one for whom the battle waits: the simplest that leads on to the end of the turn."""
    phase, seen = state["battle"]["phase"], state["you"]["battle"]
    if phase == "deploy":
        return laid(state)
    if phase == "after":
        return f"end discard={seen['hand'][0]}" if len(seen["hand"]) > 7 else "end"
    if seen["attack"] is None:
        wanted = "place" if seen["drawn"] else "shift"
        return next(line for line in seen["offers"] if line.startswith(wanted))
    return "attack"


def attack(phone: WebSocketClient) -> None:
    """Let a fighter place, shift until the line is closed, and attack; then end the turn."""
    while own(phone)["attack"] is None:
        offers = own(phone)["offers"]
        wanted = "place" if own(phone)["drawn"] else "shift"
        done(phone, next(line for line in offers if line.startswith(wanted)))
    at = own(phone)["attack"]["at"]
    done(phone, f"attack at={at[0]}" if at else "attack")
    if battle(phone)["phase"] == "after":
        hand = own(phone)["hand"]
        done(phone, f"end discard={hand[0]}" if len(hand) > 7 else "end")


def turn(*phones: WebSocketClient) -> None:
    """Play one turn, and let all see the next."""
    number = battle(phones[0])["turn"]
    attack(on_turn(*phones))
    for phone in phones:
        phone.wait_for(lambda state: state["battle"]["turn"] > number or state["battle"]["phase"] == "over")
