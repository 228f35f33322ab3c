"""Two fighters with their decks, at a server that is killed while they change them."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from tests.clients.device import Device, Organizer
from tests.clients.ws_client import WebSocketClient
from tests.faults.site import Site

DECKS = 30
KILLS = 3

Done = list[tuple[int, Any]]
"""The acknowledged changes, oldest first: the version, and the new value."""


class Builders(NamedTuple):
    """An event of Ann and Ben with its organizer, and the phones of both, which come back after each kill."""

    organizer: Organizer
    code: str
    phones: tuple[WebSocketClient, ...]

    def act(self, action: str, **fields: object) -> None:
        self.organizer.act(self.code, action, **fields)


@contextmanager
def builders(
    site: Site,
    begin: Callable[[Organizer, str], None] = lambda organizer, code: None,
    *,
    until: str = "deck",
    **event: object,
) -> Iterator[Builders]:
    """Start an event of two, lead it on (`begin`), and let the phones in until the block ends.

    The block begins once both phones have the part `until` of their own.
    """
    organizer = Organizer(site.url)
    organizer.sign_up()
    code = organizer.create(**event)
    devices = [Device(site.url) for _ in range(2)]
    for device, name in zip(devices, ("Ann", "Ben"), strict=True):
        device.join(code, name)
    organizer.act(code, "start")
    begin(organizer, code)
    phones = tuple(WebSocketClient(device, code, stubborn=True) for device in devices)
    try:
        for phone in phones:
            phone.wait_for(lambda state: until in state["you"])
        yield Builders(organizer, code, phones)
    finally:
        for phone in phones:
            phone.close()


def open_packs(organizer: Organizer, code: str) -> None:
    """Give the signal at which all pools are there."""
    organizer.act(code, "next-stage", **{"from": "opening"})


def killed_while(
    site: Site, change: Callable[[WebSocketClient, Done], None], phones: Sequence[WebSocketClient]
) -> list[Done]:
    """Let all change what is theirs at once, kill the server meanwhile, and return what each was acknowledged."""
    done: list[Done] = [[] for _ in phones]
    run_under_kills(
        site, [threading.Thread(target=change, args=pair) for pair in zip(phones, done, strict=True)], KILLS
    )
    return done


def run_under_kills(site: Site, threads: Sequence[threading.Thread], kills: int) -> None:
    """Let threads run to their ends, and kill the server so often meanwhile; it is started again each time."""
    for thread in threads:
        thread.start()
    for _ in range(kills):
        site.server.restart()
    for thread in threads:
        thread.join()
