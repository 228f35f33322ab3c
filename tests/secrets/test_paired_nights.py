"""Nights with a closed log that differ in hidden picks alone are the same to the public, at every address."""

import pytest

from tests.secrets.paired_nights import COUNTING, STAGES, play_paired_night, public_differences
from tests.server import Server

SEED = "0" * 64


@pytest.fixture(scope="module")
def nights(installation, tmp_path_factory):
    """Each is played on a server of its own, so that numbers of rows are the same, too."""
    return [
        play_alone(Server(installation, tmp_path_factory.mktemp("paired")), last_first=last_first)
        for last_first in (False, True)
    ]


def play_alone(site, *, last_first):
    try:
        site.start()
        return play_paired_night(site, SEED, last_first=last_first)
    finally:
        site.kill()


def test_nights_that_differ_in_hidden_picks_alone_look_the_same_to_the_end(nights):
    assert public_differences(*nights) == []


def test_every_public_address_was_asked_for_to_the_end(nights):
    asked = [seen.what for seen in nights[0] if "/statistics/" in seen.what and "/sets/" in seen.what]
    assert len(asked) >= len(STAGES) * len(COUNTING)
