"""Events that are made, joined and started through the pages of a server."""

import asyncio
from collections import defaultdict
from typing import Any

from bench.clients import FighterClient
from tests.clients.device import Device, Organizing


def start_tables(organizer: Organizing, count: int) -> list[dict[str, Any]]:
    """Start events with a table of four each; return for each its code, the path of its socket and its sessions."""
    return [_start(organizer, 4) for _ in range(count)]


def start_large_event(organizer: Organizing, tables: int) -> list[dict[str, Any]]:
    """Start an event with tables of two, and return the same for each of its tables."""
    made = _start(organizer, 2 * tables, table_size=2)
    sessions = defaultdict(list)
    for session, number in zip(made["sessions"], asyncio.run(_numbers(organizer, made)), strict=True):
        sessions[number].append(session)
    return [made | {"sessions": both} for both in sessions.values()]


def open_pools(organizer: Organizing, fighters: int) -> dict[str, Any]:
    """Start an event of sealed and give the signal, so that its decks are built. Return what `start_tables` does."""
    sealed = {"format": "magic-sealed", "card_set": "MAG01", "fights": "off", "sharing": "keep", "build_minutes": 0}
    made = _start(organizer, fighters, **sealed)
    organizer.act(made["code"], "next-stage", **{"from": "opening"})
    return made


def start_battles(organizer: Organizing, battles: int) -> list[dict[str, Any]]:
    """Start events with battles of two, four in each event but the last. Return what `start_tables` does."""
    sizes = [min(4, battles - begun) for begun in range(0, battles, 4)]
    return [_start(organizer, 2 * size, format="rome", card_set="", pace="off", table_size=8) for size in sizes]


def _start(organizer: Organizing, fighters: int, **fields: Any) -> dict[str, Any]:
    code = organizer.create(**{"judge": "automatic", "log_visibility": "public", "table_size": fighters} | fields)
    sessions = [join(organizer.url, code, f"Fighter {place + 1}") for place in range(fighters)]
    organizer.act(code, "start")
    return {"code": code, "path": socket_of(code), "sessions": sessions}


async def _numbers(organizer: Organizing, made: dict[str, Any]) -> list[int]:
    """Return the number of the table at which each fighter sits, which their phones are told."""
    numbers: list[int] = []
    port = int(organizer.url.rpartition(":")[2])

    def note(_: FighterClient, state: dict[str, Any], now: float) -> None:
        numbers.append(state["table"]["number"])

    for session in made["sessions"]:
        phone = await FighterClient(0, made["path"], session, note).open(port)
        phone.close()
    return numbers


def socket_of(code: str) -> str:
    return f"/ws/events/{code}/"


def join(url: str, code: str, name: str) -> str:
    """Join with a new device and open its page; return its session with all its cookies."""
    device = Device(url)
    device.join(code, name)
    assert device.get(f"/events/{code}/").status == 200
    return session_of(device)


def session_of(device: Device) -> str:
    """Return a device's session key, followed by its other cookies."""
    cookies = {cookie.name: cookie.value or "" for cookie in device.cookies}
    session = cookies.pop("sessionid")
    return "; ".join([session, *(f"{name}={value}" for name, value in cookies.items())])
