"""The bench measures and shows what it says. No test here waits for a figure to be good."""

import os
import sys
from dataclasses import replace
from functools import partial

import pytest

from bench.__main__ import main
from bench.admission import ADMISSION, QUICK, admission_of
from bench.battles import BATTLES, battles_of
from bench.building import building_of
from bench.figures import Line, percentile, table
from bench.load import LOAD, Plan, load_of
from bench.pages import NAMES, PAGES, prices_of_pages
from bench.panel import PANEL, panel_of
from bench.servers import CORES, ROOT, Measurement, Server, measure
from tests.server import Daphne
from tests.stack import STACK

WHOLE_DRAFT = 4 * (6 * 3 + 1)  # six rounds of three choices, and a review

on_one_database = pytest.mark.skipif(STACK != "sqlite", reason="it is measured alike on every database")


@pytest.fixture
def measured(installation, monkeypatch):
    """Measure once. On PostgreSQL the bench has one of its own, in which it makes its database.

    Its servers are forked, as those of other tests are: a start takes two seconds of a processor otherwise, and each
    part has a server of its own. The test of calls starts those that it measures as the bench does.
    """
    monkeypatch.setattr(Server, "is_site", True)
    monkeypatch.setattr(Server, "command", Daphne.command)

    def measured(measurement: Measurement) -> dict[str, float]:
        [[found]] = measure(measurement, 1, None, STACK, installation if STACK == "sqlite" else None)
        assert set(found) >= {line.key for line in measurement.lines}
        return dict(found)

    return measured


class Forked(Server):
    is_site = True
    command = Daphne.command


@pytest.fixture
def all_cores():
    """Give the test's process back the cores that the bench takes from itself."""
    yield
    os.sched_setaffinity(0, CORES)


def test_the_calls_of_a_choice_are_counted_and_another_checkout_is_measured_in_turns(
    installation, all_cores, monkeypatch, capsys
):
    made = installation if STACK == "sqlite" else None  # as `measured`
    monkeypatch.setattr(sys, "argv", ["bench", "--calls", "--repeats", "1", "--database", STACK, "--beside", str(ROOT)])
    monkeypatch.setattr("bench.__main__.measure", partial(measure, installation=made))
    monkeypatch.setattr("bench.servers.Server", Forked)  # it makes the events alone
    main()
    printed = capsys.readouterr().out
    rows = {name.strip(): cells for name, *cells in (line.strip("| ").split("|") for line in printed.splitlines())}
    ours, other = (float(cell.replace(",", "")) for cell in rows["Python calls a choice"][:2])
    assert 300 < ours == pytest.approx(other, rel=0.1)
    assert {int(cell) for cell in rows["choices measured"][:2]} == {WHOLE_DRAFT}


def test_tables_that_draft_are_measured_to_the_end_of_the_first(measured):
    found = measured(replace(load_of(Plan(1)), make=load_of(Plan(1, think=0.1)).make))  # one draft is enough
    assert found["choices"] == WHOLE_DRAFT
    assert (found["database"] > 0) == (STACK == "postgres")
    assert found["messages"] >= 2


@on_one_database
def test_the_panel_is_measured_without_officials_and_with_them(measured):
    found = measured(panel_of(Plan(1, think=0.1, seconds=1.5), 2))
    assert found["asked"] > 0 < found["part"] < found["size"]


@on_one_database
def test_decks_are_measured_while_they_are_built_and_beside_them_tables_that_draft(measured):
    found = measured(building_of(Plan(1, think=0.1, seconds=1)))
    assert found["decks"] > 0 < found["choice"]
    assert found["messages"] >= 2


@on_one_database
def test_battles_are_measured_beside_tables_that_draft(measured):
    found = measured(battles_of(Plan(1, think=0.1, seconds=1)))
    assert found["moves"] > 0 < found["beside_p50"]


@on_one_database
def test_every_page_has_a_price(measured):
    found = measured(prices_of_pages(2))
    assert [key for key in NAMES if found[f"{key}_size"] < 1000] == []


@on_one_database
def test_phones_are_accepted_beside_strangers_after_a_restart_and_into_lobbies(measured):
    few = replace(QUICK, flood_seconds=1, silent_seconds=0.1, hoard=8, joiners=3, joining_seconds=0.3)
    few = replace(few, admissions=4, phones=8, silent=4)
    found = measured(admission_of(few))
    assert found["phones"] == few.phones
    assert 0 < found["first"] <= found["all"]
    assert found["revoked_acks"] == 0
    assert found["messages"] > 0


def test_a_percentile_is_the_value_below_which_the_share_lies():
    assert [percentile(range(100), share) for share in (0.5, 0.99, 1.0)] == [50, 99, 99]
    assert percentile([], 0.5) == 0


def test_a_ratio_is_that_of_runs_in_the_same_turn_and_a_line_of_zeros_is_left_out():
    rates = [(10.0, 20.0), (40.0, 40.0), (90.0, 100.0)]
    turns = [[{"rate": ours, "database": 0.0}, {"rate": other, "database": 0.0}] for ours, other in rates]
    lines = [Line("rate", "choices", "{:.0f}"), Line("database", "database", "{:.0f}")]
    assert table(lines, turns).splitlines()[2:] == ["| choices | 40 | 40 | 0.90 |"]


def test_every_line_has_a_key_of_its_own():
    for lines in (ADMISSION, BATTLES, LOAD, PAGES, PANEL):
        assert len({line.key for line in lines}) == len(lines)
