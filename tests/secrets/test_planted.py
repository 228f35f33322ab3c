"""Leaks that were planted are found: in what was heard in a real draft, altered, and on a site that leaks."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from tests.secrets import stories
from tests.secrets.checker import Checker
from tests.secrets.plants import LEAKS, Scene
from tests.secrets.questions import oracles
from tests.secrets.stories import Told
from tests.secrets.twins import play_twin, seeds_of_twins
from tests.server import House, Server

SERVED_BY = re.compile(r"(?i)x-served-by: (\d+)")


@pytest.fixture(scope="module")
def scene(one_table: Told) -> Scene:
    table = one_table.log["tables"][0]
    card = next(pack for pack in table["packs"] if pack["round"] == 6)["cards"][0]
    return Scene(one_table, Checker(one_table), card)


@pytest.mark.parametrize("plant", LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_found(scene, plant):
    honest, leaky = plant(scene)
    assert honest != leaky
    assert list(scene.checker.too_much(honest)) == []
    assert list(scene.checker.too_much(leaky)) != []


def test_an_answer_that_tells_cards_from_no_cards_is_found(one_table):
    said = one_table.notebook.said
    at = next(place for place, each in enumerate(said) if each.card == 0)
    other = [*said[:at], said[at]._replace(answer=said[at].answer.replace("not_", "is_not_")), *said[at + 1 :]]
    leaky = replace(one_table.notebook, said=other)
    assert (oracles(one_table.notebook, one_table.truths), len(oracles(leaky, one_table.truths))) == ([], 1)


# A site that leaks ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def leaky_site(house: House, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(house, tmp_path_factory.mktemp("leaky"))
    for process in server.processes:
        program = [*process.command()[:-1], "tests.secrets.leaky:application"]
        process.command = lambda program=program: program
    server.start()
    yield server
    server.kill()


def test_spies_hear_what_a_site_leaks(leaky_site):
    told = stories.one_round(leaky_site.url)
    found = Checker(told).findings()
    assert any("stranger: GET" in each and "/table/1/: card" in each for each in found)  # in an attribute
    assert any("stranger: frame" in each and "the id" in each for each in found)
    assert any("Aichi: GET" in each and "/deck.txt: card" in each for each in found)  # in the ETag


def test_twins_show_what_no_search_can_find(leaky_site):
    one, other = (play_twin(leaky_site, seed, rounds=1) for seed in islice(seeds_of_twins(), 2))
    found = [(a.told, b.told) for a, b in zip(one, other, strict=True) if a != b]
    assert any(a.rstrip(" ") == b.rstrip(" ") for a, b in found)  # a bit in the length
    assert any(SERVED_BY.findall(a) != SERVED_BY.findall(b) for a, b in found)  # an id in a header
