from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError


def series(*arguments):
    out = StringIO()
    call_command("rome_series", *arguments, stdout=out)
    return [line.rpartition("; ")[0] for line in out.getvalue().splitlines()]


def test_a_series_tells_how_battles_of_each_kind_went():
    lines = series("--battles", "2", "--turns", "20")
    assert [line.partition(": ")[0] for line in lines] == [
        *("2 players", "2 players, rear=no", "2 players, commands=no", "2 players, decks=own"),
        *("3 players", "3 players, rear=no", "3 players, commands=no", "3 players, end=last"),
        *("4 players", "4 players, rear=no", "4 players, commands=no", "4 players, end=last"),
    ]
    assert all(" turns, " in line and " wide; laid anew in " in line for line in lines)


def test_the_same_seed_gives_the_same_battles():
    kind = ("--battles", "3", "--players", "2", "--usual")
    assert series(*kind, "--seed", "a") == series(*kind, "--seed", "a") != series(*kind, "--seed", "b")


def test_bots_of_both_levels_sit_at_each_seat_equally_often():
    (line,) = series("--battles", "4", "--players", "2", "--usual", "--bots", "steady,simple")
    assert "steady won 100 %" in line


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--bots", "steady,simple,steady", "--players", "2"), "These are 3 bots for 2 players"),
        (("--bots", "best"), "'best' is no list of simple, steady"),
        (("--players", "5"), "'5' is no whole number from 2 to 4"),
    ],
)
def test_a_series_that_cannot_be_is_refused_with_the_reason(arguments, fault):
    with pytest.raises(CommandError, match=fault):
        series(*arguments)
