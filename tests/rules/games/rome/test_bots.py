"""The bots, and what is played when time is up."""

import random

import pytest

from drafts.rules.games.rome.bots.series import steps_between
from drafts.rules.games.rome.bots.steady import BotLevel, bot_moves, hint
from drafts.rules.games.rome.bots.timeouts import timeout_move, timeout_moves
from drafts.rules.games.rome.ranking import over
from drafts.rules.games.rome.state import BattleOptions, BattlePhase
from drafts.rules.games.rome.turns import apply, due, initial
from tests.rules.games.rome.games import random_battle
from tests.rules.games.rome.positions import after, battle, shown


def test_when_time_is_up_drawn_units_go_leftmost_the_line_closes_and_the_vanguard_attacks():
    position = battle("In *. In | . Sl / *El", drawn="Ar Pr", hand=("volley",))
    assert timeout_moves(position, 0) == ["place Ar f-2", "place Pr f-3", "shift f-1 f0", "attack"]
    position = battle("*In . In | . Sl / *El", hand=())
    assert timeout_moves(position, 0) == ["shift f2 f1", "attack"]
    assert timeout_move(battle("*In / *El / *El"), 0) == "attack at=1"


def test_when_time_is_up_the_first_cards_of_a_full_hand_are_discarded():
    position = after(battle("*In / *El"), "attack")
    assert timeout_move(position, 0) == "end discard=flank"


def test_when_time_is_up_in_a_nightfall_the_line_is_laid_as_it_stood():
    position = after(battle("Ce *In Pr+ | -Sl . -Ar / *El", hand=("nightfall",)), "nightfall")
    assert timeout_move(position, 0) == "plan f-1:Ce f0:In f1:Pr+ r0:Sl r1:Ar"
    position = apply(apply(position, 0, timeout_move(position, 0)), 1, timeout_move(position, 1))
    assert shown(position, 0) == "Ce *In Pr+ | . -Sl -Ar"


def test_when_time_is_up_a_first_plan_is_shuffled_alike_every_time():
    first = initial("rome", 1, BattleOptions(players=3))
    lines = [timeout_move(first, seat) for seat in due(first)]
    assert lines == [timeout_move(initial("rome", 1, BattleOptions(players=3)), seat) for seat in (0, 1, 2)]
    assert [line.split()[-1] for line in lines] == ["at=1", "at=2", "at=0"]
    assert lines[0] != timeout_move(initial("rome", 2, BattleOptions(players=3)), 0)


def test_steady_lays_its_strongest_in_front_centurions_at_the_ends_and_a_slinger_behind_the_vanguard():
    first = initial("rome", 1, BattleOptions())
    (line,) = bot_moves(first, 0, BotLevel.STEADY)
    assert line.startswith("deploy f-2:Ce ")
    assert " f0:El " in line
    assert " r0:Sl " in line


@pytest.mark.parametrize(
    ("text", "hand", "attack"),
    [
        ("*In Ar / El *El", ("volley",), "attack volley=f1:1"),
        ("*In Ar / In *El", ("volley",), "attack"),
        ("*El El / Pr *El | St", ("stampede", "javelin"), "attack stampede=f1"),
        ("*St Pr / Pr *St", (), "attack with=f0>f1"),
        ("*Pr / *Sl / *Pr", (), "attack at=2"),
    ],
)
def test_steady_attacks_where_it_gains_most(text, hand, attack):
    assert bot_moves(battle(text, hand=hand), 0, BotLevel.STEADY)[-1] == attack


def test_hint_is_the_next_move_of_steady():
    position = battle("*In . In / *El", drawn="Pr")
    assert hint(position, 0) == bot_moves(position, 0, BotLevel.STEADY)[0]


@pytest.mark.parametrize("level", [*BotLevel])
def test_moves_of_bots_are_legal_in_every_position(level):
    dice = random.Random(5)
    phases = set()
    for number in range(20):
        for position, seat, _, _ in random_battle(number, 30):
            if dice.random() < 0.05:
                phases.add(position.phase)
                now = position
                for line in bot_moves(position, seat, level):
                    now = apply(now, seat, line)
                assert seat not in due(now) or (now.phase, now.turn) != (position.phase, position.turn)
    assert {BattlePhase.ACT, BattlePhase.AFTER} <= phases


@pytest.mark.parametrize("players", [2, 3, 4])
def test_steady_beats_simple(players):
    wins = 0
    for number in range(8):
        levels = [BotLevel.SIMPLE] * players
        levels[number % players] = BotLevel.STEADY
        *_, battle = steps_between(levels, f"series {number}", number, BattleOptions(players=players, turns=100))
        wins += over(battle)[number % players] == 1
    assert wins >= 6


def test_steady_plays_a_flank_where_it_kills_more_than_a_command_is_worth():
    position = battle("Ba In *Pr In / Sl In *In In", hand=("flank",))
    assert bot_moves(position, 0, BotLevel.STEADY) == ["flank f-2 f2", "attack"]
    position = battle("In In *Pr In / Sl In *In In", hand=("flank",))
    assert bot_moves(position, 0, BotLevel.STEADY) == ["attack"]


def test_steady_retreats_from_what_would_kill_its_vanguard():
    position = after(battle("Co El *Pr In / Co *El In", hand=("retreat",)), "attack")
    moves = bot_moves(position, 0, BotLevel.STEADY)
    assert (moves[0].split(" ")[0], moves[-1]) == ("retreat", "end")
    for move in moves:
        position = apply(position, 0, move)
    assert position.seat == 1
    safe = after(battle("In *In In / In *Sl In", hand=("retreat",)), "attack")
    assert bot_moves(safe, 0, BotLevel.STEADY) == ["end"]
