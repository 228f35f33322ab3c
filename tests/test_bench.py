"""The bench measures what it says, and tells it. No test here waits for a figure to be good."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict

import pytest

from bench import measures
from bench.crowd import CROWD, IDLE, Crowd
from bench.document import blocks_of, write_into
from bench.fights import FIGHTS
from bench.figures import NIGHT, Measured, percentile, side_by_side
from bench.graphs import draw
from bench.load import Plan
from bench.machine import machine
from bench.measures import measure_night, measure_processes
from bench.pages import PAGE
from bench.plans import FULL, QUICK, at_pace, fast
from bench.prepared import Prepared, prepare
from bench.report import Results, load, plans_of, save
from bench.starts import STARTS
from bench.targets import PLANS, Target, status, targets, verdict
from bench.traces import moment_of
from tests.server import ROOT
from tests.stack import STACK

SMALL_NIGHT = ["--tables", "1", "--repeats", "1"]
DOCUMENT = ROOT / "docs/performance.md"


on_one_database = pytest.mark.skipif(STACK != "sqlite", reason="it is measured alike on every database")
needs_everything = pytest.mark.skipif(STACK == "sqlite", reason="needs PostgreSQL and Redis: STACK=postgres")


@pytest.fixture(scope="module")
def small() -> Iterator[Prepared]:
    with prepare(STACK, tables=4, fighters=4, rings=2, fights=2) as made:
        yield made


def test_a_small_night_is_played_on_the_server_and_on_the_limit():
    program = [sys.executable, "-m", "bench", *SMALL_NIGHT, "--database", STACK]
    ended = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    rows = {row[0].strip(): row[1:] for line in ended.stdout.splitlines() if (row := line.strip("|").split("|"))[1:]}
    assert float(rows["choices a second"][0].replace(",", "")) > 0
    assert float(rows["messages a choice"][0]) >= 2


def test_a_night_is_counted_to_the_end_of_the_first_table(small):
    whole_draft = 4 * (6 * 3 + 1)  # six rounds of three choices, and a review
    measured = measure_night(small, Plan(tables=1, drafts=1), 1)
    assert [measured.value("choices", limit=limit) for limit in (False, True)] == [whole_draft, whole_draft]


def test_spectators_are_counted_when_the_last_of_them_has_seen_a_version():
    async def seen():
        crowd = Crowd("/", 2)
        first, second = crowd.spectators
        for spectator, seq, now in ((first, 1, 0.1), (second, 3, 0.2), (first, 3, 0.3), (second, 2, 0.4)):
            spectator.take(b'{"type":"seat","seq":%d,"seat":0}' % seq, now)
        return crowd.seen

    assert asyncio.run(seen()) == {1: 0.2, 2: 0.3, 3: 0.3}


@on_one_database
def test_a_crowd_sees_what_a_table_does(small):
    crowd = measures.measure_crowd(small, 5, at_pace(1, 60, think=0.02), 1)
    for limit in (False, True):
        assert crowd.value("choices", limit=limit) == 76
        assert crowd.value("last_p50", limit=limit) >= crowd.value("ack_p50", limit=limit) > 0


@on_one_database
def test_both_sides_of_a_fight_see_what_was_done_beside_tables_that_draft(small):
    found = measures.measure_fights(small, 2, Plan(1, think=0.05, drafts=4, seconds=30.0))
    assert found.value("acts") >= 2 * (2 * 1 + 2)  # of each fight a count of both sides, a result and a confirmation
    assert 0 < found.value("act_p50") <= found.value("act_p99")
    assert 0 < found.value("shown_p50") <= found.value("shown_p99")
    assert (found.value("ended"), found.value("choices") > 0) == (2, True)


@on_one_database
def test_idle_phones_take_memory(small):
    idle = measures.measure_idle(small, 12, seconds=0.1)
    assert idle.value("whole") > idle.value("whole", limit=True) > 0


@on_one_database
def test_all_phones_come_back_after_a_crash(small):
    starts = measures.measure_starts(small, 3, 1)
    for run in (*starts.server, *starts.limit):
        assert run["phones"] == 12
        assert 0 < run["first"] <= run["half"] <= run["all"]
        assert run["start"] > 0 < run["ready"]


@on_one_database
def test_every_page_is_opened_alone_and_while_tables_draft(small):
    alone, beside, night = measures.measure_pages(small, 2, 20.0, at_pace(2, 60, think=0.2))
    pages = list(small.events["pages"])
    assert [list(alone), list(beside)] == [pages, pages]
    for page in pages:
        assert alone[page].value("size") == alone[page].value("size", limit=True) > 1000
        assert beside[page].value("page_p99") > 0
    assert night.value("choices") > 0


@on_one_database
def test_the_organizer_of_the_largest_event_sees_it_draft(small):
    found = measures.measure_largest(small, Plan(2, fighters=2, think=0.02), 1)
    assert found["panel closed"].value("panel") == 0 < found["panel open"].value("panel")
    assert all(measured.value("choices") > 0 for measured in found.values())


@needs_everything
def test_the_machine_is_named_with_its_programs():
    about = machine()
    assert "cores" in about["processor"]
    for program in ("Python 3.", "Django 5.", "SQLite 3.", "postgres 1", "redis-server "):
        assert program in about["programs"]


@needs_everything
def test_a_night_is_played_on_one_process_and_on_two(small):
    found = measure_processes(small, Plan(tables=2, drafts=1, seconds=30), 1)
    assert [len(measured.limit) for measured in found.values()] == [1, 1, 0]
    assert all(measured.value("choices") > 0 < measured.value("helpers") for measured in found.values())


def test_a_percentile_is_the_value_below_which_the_share_lies():
    assert [percentile(range(100), share) for share in (0.5, 0.99, 1.0)] == [50, 99, 99]
    assert percentile([], 0.5) == 0


def test_a_ratio_is_that_of_runs_in_the_same_turn():
    measured = Measured(
        [{"rate": 10.0}, {"rate": 40.0}, {"rate": 90.0}], [{"rate": 20.0}, {"rate": 40.0}, {"rate": 100.0}]
    )
    assert (measured.value("rate"), measured.value("rate", limit=True), measured.ratio("rate")) == (40.0, 40.0, 0.9)


def test_a_missed_target_is_named_and_is_the_exit_status():
    kept, missed = Target("speed", 0.4, 0.5, most=False), Target("wait", 5.0, 6.0)
    assert [target.is_met for target in (kept, missed)] == [True, False]
    assert [status([kept]), status([kept, missed])] == [0, 1]
    assert "| wait | ≤ 5 | 6.00 | **missed** |" in verdict([kept, missed])


def event(name: str, at: float, *, category: str = "devtools.timeline", **more: object) -> dict:
    """Return an event of a trace, `at` so many milliseconds, of the page's process and thread."""
    return {"name": name, "cat": category, "pid": 1, "tid": 1, "ph": "X", "ts": 1000 * at} | more


def animation(begin: float, end: float, *, ready: float | None = None) -> list[dict]:
    """Return when an animation is made and ends, and, where that is later, when its first frame is ready."""
    key = {"local": f"{begin} {end}"}
    made, ended = (event("Animation", at, ph=phase, id2=key) for phase, at in (("b", begin), ("e", end)))
    is_running = {"data": {"state": "running"}}
    moves = [] if ready is None else [event("Animation", ready, ph="n", id2=key, args=is_running)]
    return [made, *moves, ended]


def test_a_moment_is_told_by_its_longest_task_and_the_longest_wait_for_a_frame_while_something_moves():
    trace = [
        event("RunTask", 0, tdur=900_000),  # before the mark
        event("begin", 100, category="blink.user_timing"),
        event("RunTask", 110, dur=80_000, tdur=30_000),  # another program had the processor meanwhile
        event("RunTask", 200, dur=20_000, tdur=20_000),
        event("RunTask", 210, tid=2, tdur=700_000),  # of the compositor's thread
        event("Layout", 201),
        event("UpdateLayoutTree", 202),
        event("UpdateLayoutTree", 203),
        *(event("DrawFrame", at, tid=2) for at in (150, 215, 230, 270, 800)),
        *(event("DroppedFrame", at, tid=2) for at in (160, 240, 263, 500)),
        *animation(200, 260),
        *animation(250, 300),
        *animation(790, 810),
        *animation(150, 214, ready=212),
        event("RunTask", 2000, tdur=900_000),
    ]
    expected = {"task": 0.03, "work": 0.05, "frame": 0.04, "frames": 5, "layouts": 1, "styles": 2}
    assert moment_of(trace, "begin", 1.0) == pytest.approx(expected)


def test_a_movement_that_holds_still_waits_for_no_frame_until_one_is_due_again():
    trace = [
        event("begin", 0, category="blink.user_timing"),
        *animation(100, 900),
        *(event("DrawFrame", at) for at in (120, 600, 617, 880)),
        event("DroppedFrame", 860),
    ]
    assert moment_of(trace, "begin", 1.0)["frame"] == pytest.approx(0.020 + 1 / 60)


def test_where_nothing_moves_no_frame_is_waited_for():
    trace = [event("begin", 0, category="blink.user_timing"), event("DrawFrame", 10), event("DrawFrame", 900)]
    assert moment_of(trace, "begin", 1.0)["frame"] == 0


def test_what_is_promised_is_measured_by_the_targets_and_by_the_full_report():
    assert [len(targets(dict.fromkeys(PLANS, made_up(1.0)), database)) for database in ("sqlite", "postgres")] == [6, 2]
    of_a_report = {name: plan for name, plan, _ in plans_of(FULL, all_of_them=True)}
    assert PLANS.keys() <= of_a_report.keys()
    assert {"fast-8", "fast-256", "pace-256"} <= {name for name, _, _ in plans_of(FULL, all_of_them=False)}


def test_a_p99_over_a_tenth_of_a_second_at_human_pace_is_missed():
    for wait, met in ((0.09, True), (0.11, False)):
        (target,) = targets({"pace-256": made_up(wait)}, "postgres")
        assert (target.reached, target.is_met) == (pytest.approx(1000 * wait), met)


@pytest.mark.parametrize("scale", [FULL, QUICK], ids=lambda scale: scale.name)
def test_a_report_makes_enough_events_for_each_of_its_nights(scale):
    nights = [plan for all_of_them in (True, False) for _, plan, _ in plans_of(scale, all_of_them=all_of_them)]
    assert max(plan.tables * plan.drafts for plan in [*nights, fast(scale.split_tables)]) <= scale.most_tables


def made_up(value: float) -> Measured:
    """Return what every line of every table can be read from."""
    keys = {line.key for line in (*NIGHT, *STARTS, *CROWD, *IDLE, *PAGE, *FIGHTS)} | {"panel"}
    summary = dict.fromkeys(keys, value)
    return Measured([summary], [summary])


@pytest.fixture
def results() -> Results:
    one = made_up(1.5)
    pages = {"landing": one, "log page": one}
    processes = {"one process": one, "two, each event in one": one, "two, each table in both": Measured(one.server, [])}
    return Results(
        day="2026-11-21", minutes=3.0, scale=asdict(QUICK),
        machine={"processor": "made up"},
        nights={
            "sqlite": {"fast-1": one, "fast-8": one, "brisk-32": one, "pace-256": one},
            "postgres": {"fast-8": one, "pace-256": one},
        },
        processes={"fast": processes, "pace": processes}, largest={"panel closed": one, "panel open": one},
        crowd=one, idle=one, starts={"sqlite": one, "postgres": one},
        pages={name: {"alone": pages, "beside": pages} for name in ("sqlite", "postgres")},
        visited={"sqlite": one, "postgres": one},
        fights={"sqlite": one, "postgres": Measured(one.server, [])},
    )  # fmt: skip


def test_results_are_kept_as_they_were(results, tmp_path):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    save(results, first)
    assert blocks_of(load(first)) == blocks_of(results)
    save(load(first), second)
    assert second.read_text() == first.read_text()


def test_what_people_wrote_around_the_figures_stays(results, tmp_path):
    document = tmp_path / "performance.md"
    document.write_text("# Ours\n\n<!-- measured: machine -->\nold\n<!-- end -->\n\nWhy so.\n")
    write_into(document, results)
    first = document.read_text()
    assert first.startswith("# Ours\n")
    assert first.endswith("\nWhy so.\n")
    assert "made up" in first
    assert "old" not in first
    write_into(document, results)
    assert document.read_text() == first


def test_the_document_has_a_place_for_all_that_is_measured(results):
    text = DOCUMENT.read_text()
    for block in blocks_of(results):
        assert text.count(f"<!-- measured: {block} -->\n") == 1, block


def test_a_mark_that_names_nothing_is_no_place(results, tmp_path):
    document = tmp_path / "performance.md"
    document.write_text("<!-- measured: weather -->\n<!-- end -->\n")
    with pytest.raises(KeyError, match="weather"):
        write_into(document, results)


def test_the_same_results_make_the_same_graph_and_the_document_shows_it(results, tmp_path):
    drawn = [draw(results, tmp_path / name).read_text() for name in ("first.svg", "second.svg")]
    assert drawn[0] == drawn[1]
    assert "prefers-color-scheme: dark" in drawn[0]
    assert "](performance/growth.svg)" in DOCUMENT.read_text()


def test_a_line_of_zeros_is_left_out():
    summary = {line.key: 0.0 if line.key == "helpers" else 2.0 for line in NIGHT}
    text = side_by_side(NIGHT, Measured([summary], [summary]))
    assert "database" not in text
    assert "| choices a second | 2 | 2 | 1.00 |" in text
