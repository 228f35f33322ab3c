"""Eleven examples of the rules of Rome, and a vector of chance."""

import pytest

from drafts.rules.games.rome.offers import offers
from drafts.rules.games.rome.state import BattleOptions, BattlePhase
from drafts.rules.games.rome.stocks import Dealer
from drafts.rules.games.rome.turns import initial
from tests.rules.games.rome.positions import after, battle, dead, deployed, shown


@pytest.mark.parametrize(
    ("text", "killed"),
    [
        ("*Pr / *Ce", ["1/f0"]),
        ("*Cv / *Ce", []),
        ("*In / In Ce *Ar In", ["1/f0"]),
        ("Ba *In / *Ar Ce In", ["1/f0"]),
        ("Sl Ba *In / *Ar Ce", ["1/f0"]),
        ("Sl *In Sl | . Sl . / *El", ["1/f0"]),
        ("Sl *In Sl / *El", []),
        ("*In / Co *In", []),
        ("*In+ / Co *In", ["1/f0"]),
        ("*Ar / *El", ["1/f0"]),
        ("*Ar / *In", []),
        ("*Ar / In *Pr", []),
        ("*Ar / In *Pr+", ["1/f0"]),
        ("*Ar / In *El", ["1/f0"]),
        ("*In | Ca / *Cv", ["1/f0"]),
        ("*In Ca / St *El | Sl .", ["1/r-1"]),
        ("In In *In In In Cv / St St *El Pr Sl", ["1/f-2"]),
        ("Cv *In / In *El", []),
    ],
)
def test_V25_V26_an_attack_kills_these_units(text, killed):
    assert dead(after(battle(text), "attack")) == killed


def test_V35_a_centurion_is_stronger_at_the_end_of_a_flank_only():
    assert dead(after(battle("*In Ba / Ce *El", hand=()), "attack")) == []
    assert dead(after(battle("*In In / In Ce *El"), "attack javelin=f1")) == ["1/f-1"]
    assert dead(after(battle("*In In / Ce *El"), "attack javelin=f1")) == []
    assert dead(after(battle("*El | Ar / *El | Ce"), "attack volley=r0:2")) == ["1/f0"]
    assert dead(after(battle("*El Sl | . . / *In | Ce"), "attack")) == ["1/f0"]


def test_V48_the_examples_of_a_stampede():
    assert dead(after(battle("*In El / Pr *El | St ."), "attack stampede=f1")) == ["1/f-1", "1/r-1"]
    assert dead(after(battle("*Sl / *El | St"), "attack stampede=1/f0")) == ["1/r0"]


def test_V50_the_example_of_a_volley_over_the_own_front():
    assert dead(after(battle("*Sl In | . Ar / El *El"), "attack volley=r1:2")) == ["1/f-1"]


def test_V52_the_example_of_three_players():
    position = after(battle("Ba *Pr Ba / In *In Sl / Sl *In In"), "attack at=2")
    assert dead(position) == ["1/f1", "2/f-1", "2/f0"]


@pytest.mark.parametrize(
    ("text", "winner", "kills", "power"),
    [
        ("*Cv / *In", 0, [1, 0], [2, 0]),
        ("Ba *In In / In *In Sl", 0, [2, 1], [3, 2]),
        ("*In Sl / *Cv", 0, [1, 1], [3, 2]),
        ("*Cv / *In Sl", 1, [1, 1], [2, 3]),
    ],
)
def test_V13_the_first_turn_goes_to_the_survivor_then_by_kills_then_by_power(text, winner, kills, power):
    position = deployed(text)
    assert (position.phase, position.turn, position.seat) == (BattlePhase.ACT, 1, winner)
    assert [side.kills for side in position.sides] == kills
    assert [side.power for side in position.sides] == power


def test_V14_an_undecided_first_attack_is_laid_anew():
    position = deployed("*Pr / *Pr")
    assert (position.phase, position.turn, position.replays) == (BattlePhase.DEPLOY, 0, 1)
    assert [len(side.drawn) for side in position.sides] == [10, 10]
    assert [(side.kills, side.power, side.lost) for side in position.sides] == [(0, 0, 0)] * 2
    assert [hit.died for hit in position.report] == [True, True]


def test_V14_the_first_card_goes_to_seat_0():
    position = deployed("*Pr / *Pr")
    assert [side.drawn[-1] for side in position.sides] == ["Cv", "In"]


def test_V18_V19_the_example_of_shifts():
    position = battle("In . *In | Sl St Co / *El", hand=())
    assert [line for line in offers(position, 0) if line.startswith("shift")] == ["shift f-2 f-1", "shift r-1 f-1"]
    position = after(position, "shift f-2 f-1", "shift r-2 f-2")
    assert shown(position, 0) == "Sl In *In | . St Co"
    assert after(position, "attack").turn == 8


def test_the_vector_of_chance_for_units_and_commands():
    (stock,) = Dealer("rome", 1, own_decks=False).new_stocks(BattleOptions())
    dealt = " ".join(kind.value for kind in stock.units[:20])
    assert dealt == "Cv In El Ar Ar In Ce Sl Sl Ba Sl Pr Pr Co Ar Ch Cv St In In"
    assert [kind.name.capitalize() for kind in stock.commands[:6]] == [
        "Retreat",
        "Javelin",
        "Retreat",
        "Reinforcements",
        "Reinforcements",
        "Flank",
    ]


def test_V10_the_top_ten_go_to_seat_0_the_next_ten_to_seat_1_and_no_commands():
    position = initial("rome", 1, BattleOptions())
    assert [" ".join(side.drawn) for side in position.sides] == [
        "Cv In El Ar Ar In Ce Sl Sl Ba",
        "Sl Pr Pr Co Ar Ch Cv St In In",
    ]
    assert [side.hand for side in position.sides] == [(), ()]
