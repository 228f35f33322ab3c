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


def _fought(night: Night) -> Night:
    for number, socket in enumerate(night.sockets):
        socket.wait_for(phase_is("fighting"))
        fight, name = socket.state["fight"], socket.state["you"]["name"]
        fighters = (each for side in fight["sides"] for each in side["fighters"])
        own = next(each["fighter"] for each in fighters if each["name"] == name)
        night.ask(socket, type="count", fight=fight["fight"], fighter=own, counter="life", by=-3 - 4 * number)
    return night.stay()
