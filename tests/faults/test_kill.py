"""The plug is pulled at any moment of a draft, and no acknowledged choice is lost."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from tests.faults.ledger import faults_of
from tests.live.conftest import Night, make_night
from tests.live.device import Organizer
from tests.live.phone import Phone, phase_is

KILLS = 6
PAUSES = 15
PATIENCE = 60


class Turnstile:
    """Counts acks as they come, and lets somebody wait for so many of them."""

    def __init__(self) -> None:
        self.count = 0
        self._turned = threading.Condition()

    def turn(self, *_: object) -> None:
        with self._turned:
            self.count += 1
            self._turned.notify_all()

    def wait_for(self, count: int) -> None:
        with self._turned:
            assert self._turned.wait_for(lambda: self.count >= count, PATIENCE), f"stuck after {self.count} acks"


def stubborn_phones(night: Night, acks: Turnstile, **more) -> list[Phone]:
    """Take the fighters' phones away and give them stubborn ones, then start."""
    for phone in night.phones:
        phone.close()
    phones = [night.open(device, stubborn=True, heard=acks.turn, **more) for device in night.devices]
    night.act("start")
    return phones


@pytest.fixture
def night(lines, server):
    return make_night(lines, Organizer(server.url), 4, bots=0, start=False, review_seconds=60, pace="relaxed")


@contextmanager
def playing(phones):
    """Let all play to the end in threads of their own, while something is done to them."""
    with ThreadPoolExecutor(len(phones)) as threads:
        drafts = [threads.submit(phone.play, phase_is("building")) for phone in phones]
        try:
            yield
        finally:
            for draft in drafts:
                draft.result(PATIENCE)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_server_that_is_killed_again_and_again_loses_no_acknowledged_choice(night, server, seed):
    acks = Turnstile()
    moments = sorted(random.Random(seed).sample(range(1, 70), KILLS))
    phones = stubborn_phones(night, acks)
    with playing(phones):
        for moment in moments:
            acks.wait_for(moment)
            server.restart()
    print(f"seed {seed}: killed after {moments} acks, {acks.count} requests acknowledged")
    assert faults_of(phones[0].device.log(night.code), phones) == []
    assert [len(phone.state["you"]["pile"]) for phone in phones] == [30] * 4


def test_lines_that_break_between_choice_and_ack_lose_nothing(night):
    dice = random.Random(3)
    phones = stubborn_phones(night, Turnstile(), drops=lambda: dice.random() < 0.3)
    with playing(phones):
        pass
    assert faults_of(phones[0].device.log(night.code), phones) == []


def test_an_organizer_who_pauses_and_goes_on_all_the_time_costs_no_choice(night):
    phones = stubborn_phones(night, Turnstile())
    with playing(phones):
        for _ in range(PAUSES):
            night.act("pause")
            night.act("extend")
            night.act("resume")
    assert faults_of(phones[0].device.log(night.code), phones) == []


def test_a_second_device_on_every_seat_that_plays_along_doubles_nothing(night):
    acks = Turnstile()
    phones = stubborn_phones(night, acks)
    seconds = [night.open(phone.device, stubborn=True, heard=acks.turn) for phone in phones]
    with playing([*phones, *seconds]):
        pass
    assert faults_of(phones[0].device.log(night.code), [*phones, *seconds]) == []


def test_the_ledger_finds_what_is_lost_doubled_or_shown_otherwise(night):
    phones = stubborn_phones(night, Turnstile())
    with playing(phones):
        pass
    log = phones[0].device.log(night.code)
    picks = log["tables"][0]["picks"]
    assert faults_of(log, phones) == []
    for leaky in (picks[1:], [*picks, picks[0]], [picks[0] | {"auto": True}, *picks[1:]]):
        assert faults_of({"tables": [log["tables"][0] | {"picks": leaky}]}, phones) != []
