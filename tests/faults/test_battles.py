"""The server is killed in a battle: each move that was acknowledged is there, and once (V1-V54)."""

import json
import threading

import pytest

from tests.clients.views import phase_is
from tests.clients.ws_client import Closed
from tests.faults.two_builders import builders, on_one_database, run_under_kills
from tests.live.battles.playing import ROME, any_ready, battle, deployment, next_line, own, play

TURNS, KILLS = 8, 2


def play_all(phones, done):
    """Play until so many turns have begun; each move is acknowledged, whatever happens to the server."""
    while battle(phones[0])["turn"] < TURNS and battle(phones[0])["phase"] != "over":
        for phone in phones:
            seen = battle(phone)
            if own(phone)["seat"] in seen["due"]:
                line = next_line(phone.state)
                answer = play(phone, line)
                assert answer["type"] == "ack", (line, answer)
                done.append((own(phone)["seat"], line))
                for each in phones:
                    sees(each, answer["seq"])


def sees(phone, seq):
    """Wait until a phone sees this version, over as many connections as that takes."""
    while phone.state["seq"] < seq:
        try:
            phone.wait_for(lambda state: state["seq"] >= seq)
        except Closed:
            phone._come_back()


@pytest.mark.django_db
def test_killed_in_a_battle_the_server_loses_no_move_and_makes_none_twice(site, sample_sets):
    with builders(site, until="battle", name="Rome", pace="off", log_visibility="public", **ROME) as two:
        done = []
        run_under_kills(site, [threading.Thread(target=play_all, args=(two.phones, done))], KILLS, [done])
        assert battle(two.phones[0])["turn"] >= TURNS
        assert not any_ready(two.phones[0].state)
        two.act("finish")
        two.phones[0].wait_for(phase_is("finished"))
        log = json.loads(two.organizer.get(f"/events/{two.code}/log/log.json").text)
        (told,) = log["battles"]
        assert [(move["seat"], move["move"]) for move in told["moves"]] == done
        assert {(move["how"], move["undone_at"]) for move in told["moves"]} == {("chosen", None)}


def restarted(site, *phones):
    """Kill the server and start it again, and let the phones come back to it."""
    site.server.restart()
    for phone in phones:
        phone._come_back()


def acked(phone, answer, *others):
    """Wait until all see what was acknowledged."""
    assert answer["type"] == "ack", answer
    for each in (phone, *others):
        sees(each, answer["seq"])


@on_one_database
@pytest.mark.django_db
def test_plans_an_attack_and_what_is_asked_for_are_there_after_a_kill(site, sample_sets):
    with builders(site, until="battle", name="Rome", pace="off", log_visibility="public", **ROME) as two:
        one, other = two.phones
        while battle(one)["phase"] == "deploy":
            line = deployment(one)
            acked(one, play(one, line), other)
            restarted(site, one, other)
            assert own(one)["plan"] == line
            assert [side["ready"] for side in battle(other)["sides"]].count(True) == 1
            acked(other, play(other, deployment(other)), one)
        first = one if own(one)["seat"] == battle(one)["seat"] else other
        second = other if first is one else one
        number, fight = battle(first)["turn"], battle(first)["fight"]
        before = [side["line"] for side in battle(first)["sides"]]
        while next_line(first.state) != "attack":
            acked(first, play(first, next_line(first.state)), second)
        attack = threading.Thread(target=lambda: acked(first, play(first, "attack"), second))
        run_under_kills(site, [attack], 1)
        assert (battle(first)["turn"], battle(first)["phase"]) in ((number, "after"), (number + 1, "act"))
        assert first.ask(type="ask_back", fight=fight, to=number)["type"] == "ack"
        restarted(site, one, other)
        ask = battle(second)["ask"]
        assert (ask["to"], ask["agreed"]) == (number, [])
        acked(second, second.ask(type="answer_back", fight=fight, ask=ask["ask"], agree=True), first)
        restarted(site, one, other)
        assert (battle(first)["turn"], battle(first)["ask"]) == (number, None)
        assert [side["line"] for side in battle(first)["sides"]] == before
        two.act("finish")
        one.wait_for(phase_is("finished"))
        (told,) = json.loads(two.organizer.get(f"/events/{two.code}/log/log.json").text)["battles"]
        attacks = [move for move in told["moves"] if move["move"] == "attack"]
        assert [bool(move["undone_at"]) for move in attacks] == [True]
