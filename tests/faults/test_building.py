"""The server is killed while decks are built and registered: what was acknowledged is there, each request once."""

import threading

import pytest

from drafts.operations.verification import differences
from tests.clients.device import Device, Organizer
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient
from tests.faults.conftest import open_site
from tests.faults.scenario import Plan

EVENT = {"name": "Decks", "card_set": "MAG01", "packs_each": 3, "fights": "off", "pace": "off", "review_seconds": 0}
EVENT |= {"log_visibility": "public", "sharing": "keep", "build_minutes": 0}
DECKS = 30
KILLS = 3


@pytest.fixture
def site(private_installation, tmp_path):
    opened = open_site(private_installation, tmp_path, Plan())
    try:
        opened.server.start()
        yield opened
    finally:
        opened.close()


def build_all(phone, done):
    """Build one deck after the other, each a card larger, and register every third, until all are acknowledged."""
    cards = [card["id"] for card in phone.state["you"]["pile"] if card["type_line"] != "Conspiracy"]
    for number in range(1, DECKS + 1):
        main = cards[:number]
        built = phone.ask(type="deck", seen=number, main=main, basics={"Plains": 40 - number})
        assert built["type"] == "ack", built
        done.append((number + 1, main))
        if number % 3 == 0:
            assert phone.ask(type="register", seen=number + 1)["type"] == "ack"


def is_last(state):
    """Whether the last deck is registered."""
    deck = state["you"]["deck"]
    return deck["version"] > DECKS and deck["registered"] is not None and deck["registered"]["same"]


def draft_by_bots(organizer, code):
    """Let bots choose in both seats, to the end of the draft."""
    for seat in range(2):
        organizer.act(code, "seat-bot", table=1, seat=seat)


def open_packs(organizer, code):
    """Give the signal at which all pools are there."""
    organizer.act(code, "next-stage", **{"from": "opening"})


@pytest.mark.django_db
@pytest.mark.parametrize(("format_", "make_pools"), [("magic-sealed", open_packs), ("magic-draft", draft_by_bots)])
def test_M20_killed_while_decks_are_built_the_server_loses_none_and_makes_none_twice(
    site, sample_sets, format_, make_pools
):
    organizer = Organizer(site.url)
    organizer.sign_up()
    code = organizer.create(format=format_, **EVENT)
    devices = [Device(site.url) for _ in range(2)]
    for device, name in zip(devices, ("Ann", "Ben"), strict=True):
        device.join(code, name)
    organizer.act(code, "start")
    make_pools(organizer, code)
    phones = [WebSocketClient(device, code, stubborn=True) for device in devices]
    done = [[], []]
    try:
        for phone in phones:
            phone.wait_for(phase_is("building"))
            phone.wait_for(lambda state: "deck" in state["you"])
        threads = [threading.Thread(target=build_all, args=pair) for pair in zip(phones, done, strict=True)]
        for thread in threads:
            thread.start()
        for _ in range(KILLS):
            site.server.restart()
        for thread in threads:
            thread.join()
        for phone, acknowledged in zip(phones, done, strict=True):
            version, main = acknowledged[-1]
            assert len(acknowledged) == DECKS
            state = phone.wait_for(is_last)
            deck = state["you"]["deck"]
            assert (deck["version"], deck["main"]) == (version, main)
    finally:
        for phone in phones:
            phone.close()
    organizer.act(code, "finish")
    log = organizer.log(code)
    assert [len(zone["cards"]) for deck in log["decks"] for zone in deck["zones"] if zone["zone"] == "main"] == [30, 30]
    assert [deck["registered"]["auto"] for deck in log["decks"]] == [False, False]
    assert differences(log) == []


LISTS = {"name": "Lists", "format": "magic-own", "lists": "asked", "log_visibility": "public"}


def hand_in_all(phone, done):
    """Hand in one list after the other, each a card larger, and register every third, until all are acknowledged."""
    for number in range(1, DECKS + 1):
        text = f"{number} Island\n{60 - number} Swamp\n"
        handed = phone.ask(type="deck", seen=number, list=text)
        assert handed["type"] == "ack", handed
        done.append((number + 1, {"Island": number, "Swamp": 60 - number}))
        if number % 3 == 0:
            assert phone.ask(type="register", seen=number + 1)["type"] == "ack"


@pytest.mark.django_db
def test_M30_killed_while_lists_are_registered_the_server_loses_none_and_makes_none_twice(site):
    organizer = Organizer(site.url)
    organizer.sign_up()
    code = organizer.create(**LISTS)
    devices = [Device(site.url) for _ in range(2)]
    for device, name in zip(devices, ("Ann", "Ben"), strict=True):
        device.join(code, name)
    organizer.act(code, "start")
    phones = [WebSocketClient(device, code, stubborn=True) for device in devices]
    done = [[], []]
    try:
        for phone in phones:
            phone.wait_for(lambda state: "deck" in state["you"])
        threads = [threading.Thread(target=hand_in_all, args=pair) for pair in zip(phones, done, strict=True)]
        for thread in threads:
            thread.start()
        for _ in range(KILLS):
            site.server.restart()
        for thread in threads:
            thread.join()
        for phone, acknowledged in zip(phones, done, strict=True):
            version, cards = acknowledged[-1]
            deck = phone.wait_for(is_last)["you"]["deck"]
            assert (len(acknowledged), deck["version"]) == (DECKS, version)
            assert {card["name"]: card["count"] for card in deck["list"]} == cards
    finally:
        for phone in phones:
            phone.close()
    organizer.act(code, "next-stage", **{"from": "building"})
    organizer.act(code, "finish")
    log = organizer.log(code)
    assert [deck["registered"]["auto"] for deck in log["decks"]] == [False, False]
    assert [sum(card["count"] for card in deck["list"]) for deck in log["decks"]] == [60, 60]
    assert differences(log) == []
