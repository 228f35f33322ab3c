"""Nights of the forms that are fought by more than two, and of Rome."""

from collections.abc import Sequence
from typing import Any

from tests.clients.device import Organizer
from tests.clients.views import phase_is
from tests.screenshots.nights import NAMES, Night, lobby

MORE = (*NAMES, "Misaki", "Ren", "Kourin", "Leon")
OWN = {"format": "magic-own", "card_set": "", "fight_minutes": "0", "sharing": ""}


def _begun(organizer: Organizer, names: Sequence[str], **settings: Any) -> Night:
    night = lobby(organizer, names, table_size=str(len(names)), **settings)
    night.act("start")
    night.connect()
    return night


def commanders(organizer: Organizer) -> Night:
    """Two of four have named their commanders."""
    return _named(organizer).stay()


def _named(organizer: Organizer) -> Night:
    night = _begun(organizer, NAMES, **OWN, fight_form="commander", planes="shared")
    for socket, name in zip(night.sockets, ("Toad King", "Ansira, Keeper of the Winter"), strict=False):
        socket.wait_for(phase_is("building"))
        night.ask(socket, type="commander", name=name)
    return night


def pod(organizer: Organizer) -> Night:
    """Four fight with commanders on planes; life has gone down, and not by the same."""
    night = _named(organizer)
    night.next_stage("building")
    return _fought(night)


def two_heads(organizer: Organizer) -> Night:
    return _fought(_begun(organizer, MORE, **OWN, fight_form="two-headed-giant"))


def emperors(organizer: Organizer) -> Night:
    return _fought(_begun(organizer, MORE[:6], **OWN, fight_form="emperor"))


def rome(organizer: Organizer) -> Night:
    """Two lines are laid anew by their players."""
    return _begun(organizer, NAMES[:2], format="rome", card_set="").stay()


def rome_ring(organizer: Organizer) -> Night:
    """Four are in one battle, after its first attack."""
    return _attacked(_begun(organizer, NAMES, format="rome", card_set="", players="4"))


def rome_turn(organizer: Organizer) -> Night:
    """Two are in a battle, after its first attack."""
    return _attacked(_begun(organizer, NAMES[:2], format="rome", card_set=""))


def _attacked(night: Night) -> Night:
    spaces = [f"{row}{column}" for row in "fr" for column in range(-2, 3)]
    for socket in night.sockets:
        socket.wait_for(phase_is("fighting"))
        units = zip(spaces, socket.state["you"]["battle"]["drawn"], strict=True)
        move = " ".join(["deploy", *(f"{space}:{kind}" for space, kind in units)])
        if len(night.sockets) > 2:
            move += f" at={(socket.state['you']['battle']['seat'] + 1) % len(night.sockets)}"
        fight = socket.state["battle"]["fight"]
        night.ask(socket, type="play", fight=fight, turn=0, phase="deploy", move=move)
    return night.stay()


def _fought(night: Night) -> Night:
    for number, socket in enumerate(night.sockets):
        socket.wait_for(phase_is("fighting"))
        fight, name = socket.state["fight"], socket.state["you"]["name"]
        fighters = (each for side in fight["sides"] for each in side["fighters"])
        own = next(each["fighter"] for each in fighters if each["name"] == name)
        night.ask(socket, type="count", fight=fight["fight"], fighter=own, counter="life", by=-3 - 4 * number)
    return night.stay()
