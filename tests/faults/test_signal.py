"""The server is killed around the signal of a sealed night: all pools are there, or none, and it can be given again."""

import json
import threading
import time
from contextlib import suppress

import pytest

from drafts.operations.verification import differences
from tests.clients.device import Device, Organizer

NAMES = ("Aichi", "Kamui", "Misaki", "Ren")
PACKS = 4
CARDS = 14 * PACKS
EVENT = {"name": "Sealed", "format": "magic-sealed", "card_set": "MAG01", "packs_each": PACKS, "fights": "off"}
EVENT |= {"log_visibility": "public"}
MOMENTS = (0.0, 0.05, 0.2)  # seconds from the press of the button to the kill


class SealedNight:
    """A night of four with their phones, who wait for the signal."""

    def __init__(self, url):
        self.organizer = Organizer(url)
        self.organizer.sign_up()
        self.code = self.organizer.create(**EVENT)
        self.phones = [Device(url) for _ in NAMES]
        for phone, name in zip(self.phones, NAMES, strict=True):
            phone.join(self.code, name)
        self.act("start")

    def act(self, action, **fields):
        return self.organizer.fetch(f"/events/{self.code}/host/{action}/", **fields)

    def give_signal(self):
        return self.act("next-stage", **{"from": "opening"})

    def pools(self):
        """How many cards each phone is told of; None where it is told of none."""
        answers = [phone.get(f"/events/{self.code}/deck.json") for phone in self.phones]
        return [json.loads(answer.text) if answer.status == 200 else None for answer in answers]


def kill_during_signal(site, night, after):
    def press():
        with suppress(OSError):  # the server answers no more
            night.give_signal()

    pressing = threading.Thread(target=press)
    pressing.start()
    time.sleep(after)
    site.server.restart()
    pressing.join()


@pytest.mark.django_db
def test_M12_killed_around_the_signal_the_server_has_all_pools_or_none(site, sample_sets):
    for after in MOMENTS:
        night = SealedNight(site.url)
        assert night.pools() == [None] * 4
        kill_during_signal(site, night, after)
        there = [pool is not None for pool in night.pools()]
        assert len({*there}) == 1, (after, there)
        assert night.give_signal().status == 200
        assert all(night.pools())
        assert night.act("finish").status == 200
        log = night.organizer.log(night.code)
        dealt = [pick["card"] for table in log["tables"] for pick in table["picks"]]
        assert sorted(dealt) == [*range(1, 4 * CARDS + 1)]
        assert differences(log) == []
