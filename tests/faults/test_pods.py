"""The server is killed in a pod and in a fight of teams with emperors: no count, `out` or turn is lost or doubled.

In the pod it is killed before the fights too, while commanders are named (M35): the last name of each stays.
"""

import threading
from contextlib import ExitStack

import pytest

from drafts.operations.verification import differences
from tests.clients.device import Device, Organizer
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient
from tests.faults.two_builders import on_one_database, run_under_kills

EVENT = {"name": "Pods", "format": "magic-own", "fights": "pods", "swiss_rounds": 1}
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eve", "Fay")
COUNTS = 8
KILLS = 2
NAMES_EACH = 3


def say_all(phone, messages, done):
    """Send one message after the other, each once it is known that the one before is stored."""
    for said in messages:
        answer = phone.ask(**said)
        assert answer["type"] == "ack", answer
        done.append(said)


def number_of(phone):
    return phone.state["table"]["seats"][phone.state["you"]["seat"]]["fighter"]


def name_under_a_kill(site, phones):
    """Let each phone name a commander a few times, while the server is killed once; return the last name of each."""
    last, done = {}, []
    threads = []
    for phone in phones:
        phone.wait_for(phase_is("building"))
        who = number_of(phone)
        last[who] = f"Commander {NAMES_EACH} of {who}"
        told = [{"type": "commander", "name": f"Commander {each} of {who}"} for each in range(1, NAMES_EACH + 1)]
        threads.append(threading.Thread(target=say_all, args=(phone, told, done)))
    run_under_kills(site, threads, 1, [done])
    return last


@pytest.mark.parametrize(("form", "size"), [("commander", 4), pytest.param("emperor", 6, marks=on_one_database)])
@pytest.mark.django_db
def test_M36_M37_M40_killed_in_a_fight_of_many_the_server_loses_nothing_and_makes_nothing_twice(
    site, sample_sets, form, size
):
    organizer = Organizer(site.url)
    organizer.sign_up()
    code = organizer.create(**EVENT, fight_form=form, table_size=size)
    devices = [Device(site.url) for _ in range(size)]
    for device, name in zip(devices, NAMES, strict=False):
        device.join(code, name)
    organizer.act(code, "start")
    with ExitStack() as lines:
        phones = [lines.enter_context(WebSocketClient(device, code, stubborn=True)) for device in devices]
        commanders = {}
        if form == "commander":
            commanders = name_under_a_kill(site, phones)
            organizer.act(code, "next-stage", **{"from": "building"})
        for phone in phones:
            phone.wait_for(phase_is("fighting"))
        fight = phones[0].state["fight"]
        number, sides = fight["fight"], fight["sides"]
        ring = [one["fighter"] for side in sides for one in side["fighters"]]
        gone, hurt = ring[0], ring[1]
        phone_of = {number_of(phone): phone for phone in phones}
        named = {one["fighter"]: one["commander"] for side in sides for one in side["fighters"]}
        assert named == dict.fromkeys(ring) | commanders
        count = {"type": "count", "fight": number, "fighter": hurt, "counter": "life", "by": -1}
        if form == "commander":
            count |= {"counter": "commander", "from": ring[2], "by": 1}
        turns = [{"type": "turn", "fight": number, "number": each} for each in range(1, COUNTS + 1)]
        say = {
            hurt: [count] * COUNTS,
            ring[2]: turns,
            gone: [{"type": "out", "fight": number, "fighters": [gone]}],
        }
        done = []
        threads = [threading.Thread(target=say_all, args=(phone_of[who], told, done)) for who, told in say.items()]
        run_under_kills(site, threads, KILLS, [done])
    assert len(done) == 2 * COUNTS + 1
    for device in devices:
        with WebSocketClient(device, code) as phone:
            fight = phone.wait_for(phase_is("fighting"))["fight"]
            of = {one["fighter"]: one for side in fight["sides"] for one in side["fighters"]}
            life = 40 - COUNTS if form == "commander" else 20 - COUNTS
            assert (of[hurt]["counters"]["life"], of[gone]["out"], fight["turn"]["number"]) == (life, True, COUNTS + 1)
            assert of[hurt]["from"] == ({str(ring[2]): COUNTS} if form == "commander" else {})
    organizer.act(code, "result", fight=number, winner=sides[1]["fighter"], confirm="correct")
    organizer.act(code, "finish")
    log = organizer.log(code)
    kinds = [act["kind"] for act in log["fights"][0]["acts"]]
    assert (kinds.count("turn"), kinds.count("out"), len(log["fights"][0]["counts"])) == (COUNTS, 1, COUNTS)
    assert differences(log) == []
