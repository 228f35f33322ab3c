"""Leaks that were planted are found: in what was received in a real draft, altered, and on a site that leaks."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from tests.secrets import scenarios
from tests.secrets.checker import Checker, checker_of
from tests.secrets.leaks import LEAKS, LEAKS_AFTER_A_STOP, Scene
from tests.secrets.leaks_after_draft import LEAKS as LEAKS_AFTER_A_DRAFT
from tests.secrets.leaks_after_draft import LEAKS_IN_A_MATCH
from tests.secrets.leaks_real_packs import LEAKS as LEAKS_WITH_REAL_PACKS
from tests.secrets.paired_runs import paired_seeds, play_paired_run
from tests.secrets.questions import oracles
from tests.secrets.scenarios import Outcome
from tests.server import Installation, Server

SERVED_BY = re.compile(r"(?i)x-served-by: (\d+)")


@pytest.fixture(scope="module")
def scene(one_table: Outcome) -> Scene:
    table = one_table.log["tables"][0]
    card = next(pack for pack in table["packs"] if pack["round"] == 6)["cards"][0]
    return Scene(one_table, checker_of(one_table), card)


@pytest.mark.parametrize("plant", LEAKS.values(), ids=LEAKS.keys())
def test_a_planted_leak_is_found(scene, plant):
    honest, leaky = plant(scene)
    assert honest != leaky
    assert list(scene.checker.too_much(honest)) == []
    assert list(scene.checker.too_much(leaky)) != []


@pytest.mark.parametrize("plant", LEAKS_AFTER_A_STOP.values(), ids=LEAKS_AFTER_A_STOP.keys())
def test_a_leak_that_is_planted_after_a_stop_is_found(stopped, plant):
    checker, last = checker_of(stopped), stopped.log["tables"][0]["packs"][-1]["cards"][0]
    honest, leaky = plant(Scene(stopped, checker, last))
    assert honest != leaky
    assert list(checker.too_much(honest)) == []
    assert list(checker.too_much(leaky)) != []


@pytest.fixture(scope="module")
def checker_of_night(night: Outcome) -> Checker:
    return checker_of(night)


@pytest.mark.parametrize("plant", LEAKS_AFTER_A_DRAFT.values(), ids=LEAKS_AFTER_A_DRAFT.keys())
def test_a_leak_that_is_planted_in_the_fights_or_in_the_sharing_is_found(night, checker_of_night, plant):
    honest, leaky = plant(night, checker_of_night)
    assert honest != leaky
    assert list(checker_of_night.too_much(honest)) == []
    assert list(checker_of_night.too_much(leaky)) != []


@pytest.mark.parametrize("plant", LEAKS_IN_A_MATCH.values(), ids=LEAKS_IN_A_MATCH.keys())
def test_M23_a_leak_that_is_planted_between_two_games_is_found(match, plant):
    checker = checker_of(match)
    honest, leaky = plant(match, checker)
    assert honest != leaky
    assert list(checker.too_much(honest)) == []
    assert list(checker.too_much(leaky)) != []


@pytest.fixture(scope="module")
def checker_of_real_packs(with_real_packs: Outcome) -> Checker:
    return checker_of(with_real_packs)


@pytest.mark.parametrize("plant", LEAKS_WITH_REAL_PACKS.values(), ids=LEAKS_WITH_REAL_PACKS.keys())
def test_a_leak_that_is_planted_among_real_packs_is_found(with_real_packs, checker_of_real_packs, plant):
    honest, leaky = plant(with_real_packs, checker_of_real_packs)
    assert honest != leaky
    assert list(checker_of_real_packs.too_much(honest)) == []
    assert list(checker_of_real_packs.too_much(leaky)) != []


def test_an_answer_that_tells_cards_from_no_cards_is_found(one_table):
    said = one_table.transcript.said
    at = next(place for place, each in enumerate(said) if each.card == 0)
    other = [*said[:at], said[at]._replace(answer=said[at].answer.replace("not_", "is_not_")), *said[at + 1 :]]
    leaky = replace(one_table.transcript, said=other)
    assert (oracles(one_table.transcript, one_table.truths), len(oracles(leaky, one_table.truths))) == ([], 1)


# A site that leaks ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def leaky_site(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(installation, tmp_path_factory.mktemp("leaky"))
    for process in server.processes:
        program = [*process.command()[:-1], "tests.secrets.leaking_site:application"]
        process.command = lambda program=program: program
    server.start()
    yield server
    server.kill()


def test_spies_hear_what_a_site_leaks(leaky_site):
    outcome = scenarios.stopped(leaky_site)
    found = Checker(outcome).findings()
    assert any("stranger: GET" in each and "/table/1/: card" in each for each in found)  # in an attribute
    assert any("stranger: frame" in each and "the id" in each for each in found)
    assert any("Aichi: GET" in each and "/deck.txt: card" in each for each in found)  # in the ETag
    assert any("Aichi: GET" in each and "/log.json: card" in each for each in found)  # in the open log's ETag


def test_twins_show_what_no_search_can_find(leaky_site):
    one, other = (play_paired_run(leaky_site, seed, rounds=1) for seed in islice(paired_seeds(), 2))
    found = [(a.told, b.told) for a, b in zip(one, other, strict=True) if a != b]
    assert any(a.rstrip(" ") == b.rstrip(" ") for a, b in found)  # a bit in the length
    assert any(SERVED_BY.findall(a) != SERVED_BY.findall(b) for a, b in found)  # an id in a header
