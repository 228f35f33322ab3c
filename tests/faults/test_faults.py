"""Each fault once, in a short scenario in which the checker finds nothing. `python -m tests.faults` is the long way."""

from dataclasses import replace

import pytest

from tests.faults.few import KNOWN, OF_SEVERAL_PROCESSES
from tests.stack import STACK

UNHURRIED = {"think": (0.1, 0.6)}  # the draft outlasts the times that a server takes to start
TESTED_ALONE = {"kill", "drops", "leaves", "twins", "night_kill", "naps"}
TESTED_ALONE |= {"freeze", "last_moment", "clock_jumps"}  # in test_time.py


def test_killed_again_and_again_the_server_loses_nothing_and_its_log_outlives_the_last_kill(spend):
    kills = replace(KNOWN["kill"], habits=UNHURRIED)
    assert len(spend(kills, reread=True).notes) > 2


@pytest.mark.skipif(STACK != "sqlite", reason="night_drops breaks lines on both stacks")
def test_lines_that_break_around_an_ack_and_at_every_pass_lose_nothing(spend):
    scenario = spend(KNOWN["drops"], KNOWN["leaves"])
    assert sum(client.reconnects for client in scenario.clients) > 72


def test_of_two_devices_that_choose_at_the_same_moment_one_is_acknowledged(spend):
    scenario = spend(KNOWN["twins"])
    requests = [asked for client in scenario.clients for asked in client.recording.requests()]
    refused = [asked.answers[0][1]["code"] for asked in requests if asked.message["type"] == "choose" and not asked.ack]
    assert refused.count("already_chosen") + refused.count("stale") > 36


def test_killed_in_the_fights_and_in_the_sharing_the_server_loses_nothing_of_them(spend):
    scenario = spend(KNOWN["night_kill"], reread=True)
    assert len(scenario.notes) > 1
    assert {act.stage for act in scenario.nights[0].acts} == {"fighting", "sharing"}


def test_a_turn_goes_by_its_clock_while_the_phone_is_away(spend):
    scenario = spend(replace(KNOWN["naps"], habits={"naps": 0.01}))
    assert scenario.nights[0].acts_of("turn_over")


@pytest.mark.parametrize("name", sorted(set(KNOWN) - TESTED_ALONE - OF_SEVERAL_PROCESSES))
def test_nothing_is_lost_doubled_or_seen_otherwise(spend, name):
    assert spend(KNOWN[name]).acks > 0
