"""Two fighters with their decks, at a server that is killed while they change them."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.ws_client import WebSocketClient
from tests.faults.site import Site
from tests.programs import wait_until
from tests.stack import STACK

DECKS = 12
KILLS = 2

on_one_database = pytest.mark.skipif(
    STACK != "sqlite",
    reason="on PostgreSQL the server is killed around a signal, while decks are built, in a pod and in a battle",
)

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
    threads = [threading.Thread(target=change, args=pair) for pair in zip(phones, done, strict=True)]
    run_under_kills(site, threads, KILLS, done)
    return done


def run_under_kills(
    site: Site, threads: Sequence[threading.Thread], kills: int, done: Sequence[Sequence[Any]] = ()
) -> None:
    """Let threads run to their ends, and kill the server so often meanwhile; it is started again each time.

    Where they note what is `done`, it is killed each time that more of it is.
    """
    for thread in threads:
        thread.start()
    for _ in range(kills):
        if done:
            _wait_for_more(done, threads)
        site.server.restart()
    for thread in threads:
        thread.join()


def _wait_for_more(done: Sequence[Sequence[Any]], threads: Sequence[threading.Thread]) -> None:
    """Return as soon as more is done, or all of it."""
    before = sum(map(len, done))

    def ready() -> bool:
        return sum(map(len, done)) > before or not any(thread.is_alive() for thread in threads)

    wait_until(ready, "nothing is acknowledged", every=0.001)
