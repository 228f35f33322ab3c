"""The server is killed while the planar die is rolled and planes are left: each roll, each walk is there once (M39)."""

import threading
from contextlib import ExitStack

import pytest

from drafts.operations.verification import differences
from tests.clients.device import Device, Organizer
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient
from tests.faults.two_builders import on_one_database, run_under_kills

EVENT = {"name": "Planes", "format": "magic-own", "best_of": 1, "fights": "swiss", "planes": "own"}
CHOSEN = [f"MAP01/{number:03}" for number in range(1, 13)]
ACTS = 12
KILLS = 2


def roll_and_walk(phone, fight, done):
    """Roll the die and leave the plane in turn, until all of it is acknowledged."""
    for number in range(ACTS):
        said = {"type": "roll", "turn": 1, "rolls": number // 2, "face": "blank"}
        if number % 2:
            said = {"type": "walk", "walked": number // 2}
        answer = phone.ask(**said, fight=fight)
        assert answer["type"] == "ack", answer
        done.append(said["type"])


@on_one_database
@pytest.mark.django_db
def test_M39_killed_while_the_die_is_rolled_the_server_loses_no_roll_and_no_walk(site, sample_sets):
    organizer = Organizer(site.url)
    organizer.sign_up()
    code = organizer.create(**EVENT)
    devices = [Device(site.url) for _ in range(2)]
    for device, name in zip(devices, ("Ann", "Ben"), strict=True):
        device.join(code, name)
    organizer.act(code, "start")
    choosing, done = [], []
    with ExitStack() as lines:
        for device in devices:
            phone = lines.enter_context(WebSocketClient(device, code, stubborn=True))
            phone.wait_for(phase_is("building"))
            asked = {"type": "planar", "numbers": CHOSEN}
            choosing.append(threading.Thread(target=phone.ask, kwargs=asked))
        run_under_kills(site, choosing, 1)
    organizer.act(code, "next-stage", **{"from": "building"})
    with ExitStack() as lines:
        phones = [lines.enter_context(WebSocketClient(device, code, stubborn=True)) for device in devices]
        for phone in phones:
            phone.wait_for(phase_is("fighting"))
        fight = phones[0].state["fight"]
        own = [phone.state["table"]["seats"][phone.state["you"]["seat"]]["fighter"] for phone in phones]
        roller = phones[own.index(fight["turn"]["fighter"])]
        rolling = threading.Thread(target=roll_and_walk, args=(roller, fight["fight"], done))
        run_under_kills(site, [rolling], KILLS, [done])
    assert len(done) == ACTS
    for device in devices:
        with WebSocketClient(device, code) as phone:
            plane = phone.wait_for(phase_is("fighting"))["fight"]["plane"]
            assert (plane["walked"], plane["rolls"]) == (ACTS // 2, ACTS // 2)
    organizer.act(code, "result", fight=fight["fight"], winner=own[0], confirm="correct")
    organizer.act(code, "finish")
    log = organizer.log(code)
    acts = [(act["kind"], act["undone_at"]) for act in log["fights"][0]["acts"]]
    assert acts == [(kind, None) for kind in done]
    assert [deck["planar"] for deck in log["decks"]] == [CHOSEN, CHOSEN]
    assert differences(log) == []
