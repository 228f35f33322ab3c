import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from drafts.log.event_log import steps_of
from drafts.models import CardSet, Draft, Event
from drafts.presenters.log.logs import load_log
from drafts.presenters.statistics.event_statistics import directions_of
from drafts.queries.statistics import statistics_of
from drafts.rules.games.registry import FORMATS

SPEED = re.compile(r"^(\d+) drafts per second on one core \(.*\)$", re.MULTILINE)

pytestmark = pytest.mark.usefixtures("sample_sets")


def simulated(*arguments):
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


def row(text, name):
    line = next(line for line in text.splitlines() if line.startswith(f"│ {name} "))
    return line.strip("│ ").replace("│", " ").split()[1:]


def test_bots_draft_whole_decks_and_what_they_hold_is_counted():
    text = simulated("--set", "SMP01", "--tables", "20", "--fighters", "4", "--seed", "7")
    assert text.startswith("Vanguard Booster Draft: 20 tables of 4, 80 decks, 2400 cards\n")
    assert row(text, "C") == ["1920", "24.00", "80.0%"]
    triggers = [float(row(text, kind)[0]) for kind in ("critical", "draw", "stand", "heal")]
    assert sum(triggers) == pytest.approx(6, abs=0.03)
    grades = [float(row(text, str(grade))[0]) for grade in range(4)]
    assert sum(grades) == pytest.approx(30, abs=0.03)


def test_M6_M19_a_set_tells_its_game_and_what_is_counted_is_the_games():
    text = simulated("--set", "MAG01", "--tables", "4", "--seed", "7")
    assert text.startswith("Magic booster draft: 4 tables of 8, 32 decks, 1344 cards\n")
    assert row(text, "C") == ["960", "30.00", "71.4%"]
    colours = [float(row(text, colour)[0]) for colour in ("White", "Blue", "Black", "Red", "Green")]
    assert 35 < sum(colours) < 50


def test_the_same_seed_gives_the_same_summary_and_another_seed_another():
    first, again, other = (
        SPEED.sub("", simulated("--set", "SMP01", "--tables", "5", "--seed", seed)) for seed in ("7", "7", "8")
    )
    assert first == again != other


def test_it_says_how_many_drafts_a_second_it_plays():
    assert int(SPEED.search(simulated("--set", "SMP01", "--tables", "20")).group(1)) > 0


def test_a_set_can_be_named_for_each_round():
    sets = [word for code in ("SMP01", "SMP02", "smp02", "SMP01", "SMP01", "SMP01") for word in ("--set", code)]
    text = simulated(*sets, "--tables", "20", "--fighters", "9")
    assert row(text, "LR")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["--set", "BT99"], "No set 'BT99' is loaded. Loaded sets: MAG01, MAP01, MAV01, PLA01, SMP01, SMP02."),
        (["--set", "SMP01", "--set", "SMP02"], "Name one set, or one for each of the 6 rounds; these are 2."),
        (["--set", "SMP01", "--tables", "0"], "'0' is no whole number from 1 to 10000000"),
        (["--set", "SMP01", "--tables", "many"], "'many' is no whole number from 1 to 10000000"),
        (["--set", "SMP01", "--tables", "1" * 5000], "is no whole number from 1 to 10000000"),
        (["--set", "SMP01", "--fighters", "1"], "'1' is no whole number from 2 to 12"),
        (["--set", "SMP01", "--fighters", "13"], "'13' is no whole number from 2 to 12"),
        (["--set", "SMP01", "--fighters", "10"], "Vanguard Booster Draft: 9 fighters at a table at most."),
        (["--set", "SMP01", "--format", "magic-draft"], "SMP01 is a set of Cardfight!! Vanguard"),
        (["--set", "MAG01", "--set", "SMP01", "--set", "MAG01"], "SMP01 is a set of Cardfight!! Vanguard"),
        (["--set", "SMP01", "--fighters", "٤"], "'٤' is no whole number from 2 to 12"),
        ([], "the following arguments are required: --set"),
    ],
)
def test_a_simulation_that_is_impossible_is_refused_with_the_reason(arguments, fault):
    with pytest.raises(CommandError, match=re.escape(fault)):
        simulated(*arguments)


def test_a_set_that_makes_no_packs_is_refused_with_the_slot():
    CardSet.objects.create(code="BT06", name="Empty")
    with pytest.raises(CommandError, match="No packs can be made of BT06: the slot"):
        simulated("--set", "BT06")


def test_made_up_drafts_are_kept_only_where_that_is_meant(settings):
    with pytest.raises(CommandError, match="--made-up"):
        simulated("--set", "SMP01", "--tables", "2", "--store")
    assert Event.objects.count() == 0
    settings.DEBUG = True
    assert "2 drafts are stored" in simulated("--set", "SMP01", "--tables", "2", "--store")


def test_made_up_drafts_are_whole_events_whose_logs_can_be_read_and_count():
    told = simulated("--set", "SMP01", "--tables", "3", "--fighters", "3", "--days", "30", "--store", "--made-up")
    assert "3 drafts are stored as events of 'made-up-drafts', and counted." in told
    found = statistics_of(CardSet.objects.get(code="SMP01"))
    assert (found.drafts, found.fighters, found.taken) == (3, 9, 270)
    for event in Event.objects.all():
        (table,) = load_log(event).tables
        steps = [steps_of(table, seat, directions_of(FORMATS["vanguard"])) for seat in range(3)]
        assert [sum(len(step.taken) for step in of_seat) for of_seat in steps] == [30] * 3
    days = sorted(Draft.objects.values_list("drafted_at", flat=True))
    assert days[-1] - days[0] == timedelta(days=20)
    assert call_rebuild() == "Counted 3 finished drafts.\n"


def call_rebuild():
    out = StringIO()
    call_command("rebuild_statistics", stdout=out)
    return out.getvalue()


def test_R19_of_four_decks_without_wishes_few_cards_change_hands():
    text = simulated("--set", "SMP01", "--tables", "10", "--fighters", "4", "--sharing")
    found = re.search(r"Of 120 cards of a table, ([\d.]+) change hands in the median", text)
    assert float(found[1]) < 25
    assert "change hands" not in simulated("--set", "SMP01", "--tables", "1", "--fighters", "4")
