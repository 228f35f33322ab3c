"""Turns: draws, commands, retreat, the end of a turn and of a battle (V15, V16, V21, V22, V29, V46, V47, V51-V54)."""

import re
from dataclasses import replace

import pytest

from drafts.rules.errors import FightOver, Refusal
from drafts.rules.games.rome.bots.timeouts import timeout_move
from drafts.rules.games.rome.cards import CommandKind, UnitKind
from drafts.rules.games.rome.offers import attack_options, offers
from drafts.rules.games.rome.ranking import over, ranking
from drafts.rules.games.rome.refusals import IN_ORDER, REFUSALS
from drafts.rules.games.rome.state import BattleOptions, BattlePhase, CardStock
from drafts.rules.games.rome.stocks import Dealer
from drafts.rules.games.rome.turns import apply, can_back, due, end_by_ranking, initial, resign
from tests.rules.games.rome.positions import after, battle, dead, refused, shown


@pytest.mark.parametrize("options", [{"players": 1}, {"players": 5}, {"players": 3, "own_decks": True}, {"turns": -1}])
def test_V1_a_battle_has_two_to_four_players(options):
    with pytest.raises(ValueError, match="BattleOptions"):
        initial("rome", 1, BattleOptions(**options))


def test_V15_players_alternate_and_with_more_it_goes_clockwise():
    position = battle(" / ".join(["*In Co"] * 4), hand=())
    for seat in (1, 2, 3, 0):
        position = after(position, f"attack at={position.seat - 1 if position.seat else 1}")
        assert position.seat == seat


def test_V16_a_player_draws_a_unit_and_a_command_at_the_start_of_a_turn():
    position = battle("*In / *El", hand=(), deck="Sl Pr")
    position = replace(
        position, stocks=(position.stocks[0]._replace(commands=(CommandKind.FLANK, CommandKind.VOLLEY)),)
    )
    position = after(position, "attack")
    assert (position.sides[1].drawn, position.sides[1].hand) == (("Sl",), ("flank",))
    assert position.stocks[0].units == ("Pr",)


def test_V16_an_empty_deck_is_made_of_its_discard_and_with_that_empty_too_nothing_is_due():
    position = battle("*In / *El", hand=())
    assert after(position, "attack").sides[1].drawn == ()
    stock = CardStock(unit_discard=(UnitKind.SLINGER, UnitKind.ARCHER), unit_shuffles=3)
    position = after(replace(position, stocks=(stock,)), "attack")
    assert (len(position.sides[1].drawn), position.stocks[0].unit_discard) == (1, ())
    assert position.stocks[0].unit_shuffles == 4


def test_V16_a_shuffle_does_not_depend_on_the_order_of_the_discard():
    cards = [UnitKind(kind) for kind in ["Sl", "Ar", "El", "Pr", "In", "Ce", "St", "Co", "Ba", "Ca"]]
    dealer = Dealer("rome", 1, own_decks=False)
    one, other = (dealer.draw_units(CardStock(unit_discard=tuple(order)), 0, 10) for order in (cards, cards[::-1]))
    assert one == other
    assert one[0] != Dealer("rome", 1, own_decks=True).draw_units(CardStock(unit_discard=tuple(cards)), 0, 10)[0]


def test_V22_units_shifts_and_commands_go_in_any_order_before_the_attack():
    position = battle("*In . In / *El", drawn="Sl", hand=("flank",))
    assert refused(position, "attack") == "must_place"
    assert refused(after(position, "place Sl f3"), "attack") == "line_open"
    assert attack_options(after(position, "place Sl f3"), 0) is None
    one = after(position, "flank f2 f-1", "place Sl f1", "attack")
    other = after(position, "place Sl f1", "flank f2 f-1", "attack")
    assert shown(one, 0) == shown(other, 0) == "In *In Sl"


def test_V21_one_command_a_turn():
    position = after(battle("*In In / *El", hand=("reinforcements", "flank", "javelin")), "reinforcements")
    assert refused(position, "flank f1 f-1") == "one_command"
    assert refused(position, "attack javelin=f1") == "one_command"
    assert attack_options(position, 0)["commands"] == {}
    assert offers(position, 0) == []
    assert position.stocks[0].command_discard == ("reinforcements",)


def test_V21_a_hand_of_eight_is_discarded_down_to_seven_when_the_turn_ends():
    position = after(battle("*In / *El"), "attack")
    position = replace(position, stocks=(position.stocks[0]._replace(commands=(CommandKind.VOLLEY,)),))
    assert (position.phase, position.seat, due(position)) == (BattlePhase.AFTER, 0, (0,))
    assert refused(position, "end") == "hand_full"
    assert refused(position, "end discard=flank,flank") == "not_in_hand"
    position = after(position, "end discard=javelin")
    assert (position.seat, len(position.sides[0].hand)) == (1, 7)
    assert position.stocks[0].command_discard == ("javelin",)


def test_after_an_attack_a_player_with_a_hand_may_retreat_whatever_it_is():
    assert after(battle("*In / *El", hand=("flank",)), "attack").phase is BattlePhase.AFTER
    assert after(battle("*In / *El", hand=()), "attack").phase is BattlePhase.ACT
    position = after(battle("*In In / *El", hand=("flank", "javelin")), "flank f1 f-1", "attack")
    assert position.phase is BattlePhase.ACT


def test_V46_reinforcements_draw_another_unit():
    position = after(battle("*In / *El", drawn="Sl", deck="Pr Ce", hand=("reinforcements",)), "reinforcements")
    assert position.sides[0].drawn == ("Sl", "Pr")
    assert shown(after(position, "place Pr f1", "place Sl f2"), 0) == "*In Pr Sl"


def test_V47_the_vanguard_retreats_after_the_attack():
    position = battle("Sl *In Pr | . . -Ar / *El", hand=("retreat", "flank"))
    assert refused(position, "retreat f2") == "not_allowed"
    position = after(position, "attack")
    assert offers(position, 0) == [f"retreat {space}" for space in ("f-2", "f2", "r-1", "r0")]
    assert refused(position, "shift r1 r0") == "not_allowed"
    assert refused(position, "retreat r2") == refused(position, "retreat f3") == "bad_space"
    assert refused(position, "end discard=retreat,retreat") == "not_in_hand"
    position = after(position, "retreat r0")
    assert refused(position, "end") == "line_open"
    assert refused(position, "back") == "not_allowed"
    position = after(position, "shift f1 f0", "shift r1 f1")
    assert shown(position, 0) == "Sl *Pr Ar | . In"
    assert after(position, "end").seat == 1


def test_V47_a_lone_vanguard_can_retreat_and_comes_back():
    position = after(battle("*In / *El", hand=("retreat",)), "attack", "retreat r0")
    assert shown(after(position, "shift r0 f0", "end"), 0) == "*In"


def test_V29_a_line_without_units_ends_the_battle():
    position = after(battle("*In / *In"), "attack")
    assert (position.phase, over(position), due(position)) == (BattlePhase.OVER, (1, 2), ())
    with pytest.raises(FightOver):
        apply(position, 0, "attack")
    assert over(battle("*In / *In")) is None


def scored(position, kills, power=(0, 0, 0, 0)):
    sides = zip(position.sides, kills, power, strict=False)
    return replace(position, sides=tuple(side._replace(kills=kill, power=own) for side, kill, own in sides))


def test_V53_the_first_destroyed_line_ends_a_battle_of_three_and_the_others_rank_by_kills_then_power():
    position = scored(battle("*El In / *In / *In In", hand=()), (1, 5, 2), (0, 9, 2))
    assert over(after(position, "attack at=1")) == (1, 3, 1)
    position = scored(battle("*El In / *In / *In In", hand=()), (1, 5, 2), (1, 9, 9))
    assert over(after(position, "attack at=1")) == (2, 3, 1)
    position = scored(battle("*El In / *In / *In In", hand=()), (1, 5, 1))
    assert over(after(position, "attack at=1")) == (1, 3, 2)


def test_V53_those_destroyed_in_one_attack_share_the_last_place():
    position = after(battle("Ba *El Ba / *. Sl / *Pr / Sl *.", hand=()), "attack at=2")
    assert dead(position) == ["1/f1", "2/f0", "3/f-1"]
    assert over(position) == (1, 2, 2, 2)


def test_V53_with_end_last_the_ring_closes_and_the_last_line_wins():
    position = battle("*El In / *In / *El In", hand=(), end_last=True)
    position = after(position, "attack at=1")
    assert (position.phase, position.seat, over(position)) == (BattlePhase.ACT, 2, None)
    assert ranking(position) == (1, 3, 2)
    position = after(position, "place In f2")
    assert attack_options(position, 2)["at"] == []
    position = after(position, "attack")
    assert (dead(position), position.seat) == (["0/f0"], 0)
    position = after(position, "place El f2", "shift f1 f0", "attack")
    assert (position.seat, [bool(side.out) for side in position.sides]) == (2, [False, True, False])


def test_V54_a_battle_ends_after_so_many_turns_by_ranking():
    position = scored(battle("*In / *El", hand=("flank",), turns=7), (3, 3), (4, 5))
    position = after(position, "attack", "end")
    assert (position.phase, over(position)) == (BattlePhase.OVER, (2, 1))
    assert over(end_by_ranking(battle("*In / *El"))) == (1, 1)


def test_V51_own_decks_are_half_of_each_kind():
    position = initial("rome", 1, BattleOptions(own_decks=True))
    for seat, stock in enumerate(position.stocks):
        units = [*stock.units, *position.sides[seat].drawn]
        assert {kind: units.count(kind) for kind in UnitKind} == dict(
            zip(UnitKind, (3, 2, 2, 2, 3, 2, 2, 2, 4, 2, 4, 2), strict=True)
        )
        assert len(stock.commands) == 20
    assert position.stocks[0].units != position.stocks[1].units


def test_V51_the_dead_go_to_the_discard_of_their_owner():
    position = after(battle("*El / *Pr In", hand=(), own_decks=True, deck="Sl"), "attack")
    assert [stock.unit_discard for stock in position.stocks] == [(), ("Pr",)]


def test_back_takes_back_own_moves_of_an_act_but_no_draw():
    position = battle("*Ce In / *El", drawn="Sl", hand=("reinforcements", "flank"))
    assert (can_back(position, 0), refused(position, "back")) == (False, "nothing_to_undo")
    moved = after(position, "place Sl f2", "switch f0 f1")
    assert after(moved, "back", "back") == position
    assert refused(after(moved, "back", "back"), "back") == "nothing_to_undo"
    assert after(position, "flank f1 f-1", "back") == position
    assert refused(after(moved, "reinforcements"), "back") == "nothing_to_undo"
    assert refused(moved, "back", 1) == "not_your_turn"


def test_a_resigned_line_is_gone_and_ends_the_battle():
    position = resign(battle("*El In / *Pr | -Sl", drawn="Ar"), 1)
    assert (over(position), position.stocks[0].unit_discard) == ((1, 2), ("Pr", "Sl"))
    assert over(resign(battle("*El / *Pr"), 0)) == (2, 1)


def test_V53_a_fighter_who_resigns_with_end_last_leaves_the_ring_and_the_turn_goes_on():
    position = resign(battle("*El / *Pr / *In", drawn="Ar", hand=("flank",), end_last=True), 0)
    assert (position.seat, position.turn, position.phase) == (1, 8, BattlePhase.ACT)
    assert (position.sides[0].hand, position.stocks[0].unit_discard) == (("flank",), ())
    assert {*position.sides[1].drawn, *position.stocks[0].units} == {"Ar", "El"}
    with pytest.raises(Refusal) as caught:
        resign(position, 0)
    assert caught.value.code == "not_your_turn"
    assert over(resign(position, 1)) == (3, 2, 1)


def test_a_resignation_completes_the_plans_of_those_who_play_on():
    position = initial("rome", 1, BattleOptions(players=3, end_last=True))
    for seat in (0, 1):
        position = apply(position, seat, timeout_move(position, seat))
    assert due(position) == (2,)
    position = resign(position, 2)
    assert position.phase in (BattlePhase.ACT, BattlePhase.DEPLOY)
    assert position.sides[2].line == {}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("attack javelin=f9", "not_in_hand"),
        ("attack volley=f9:1 with=f0>f1", "no_unit"),
        ("attack volley=f1:1 with=f1>f9", "no_unit"),
        ("attack volley=f2:1 with=f0>f3", "wrong_unit"),
        ("attack volley=f1:1 with=f1>f2", "wrong_unit"),
        ("attack volley=f1:1 with=f0>f3", "bad_space"),
        ("attack volley=f1:1 at=0", "must_place"),
        ("place Pr f9", "not_in_hand"),
        ("place Sl f9", "bad_space"),
        ("switch f9 f0", "no_unit"),
        ("switch f0 f9", "wrong_unit"),
        ("shift f9 f8", "no_unit"),
        ("drive f9 f0", "no_unit"),
        ("drive f0 f9", "wrong_unit"),
        ("flank f9 f0", "not_in_hand"),
        ("end", "not_allowed"),
        ("plan f0:In", "not_allowed"),
    ],
)
def test_refusals_come_in_their_order(line, code):
    position = battle("*St Ar In Pr / *El", drawn="Sl", hand=("volley",))
    assert refused(position, line) == code


def test_the_state_of_the_line_is_asked_before_the_enemies_and_these_before_the_targets():
    open_line = battle("*St . Ar / *El / *El", hand=("volley",))
    assert refused(open_line, "attack volley=f2:1") == "line_open"
    closed = battle("*St Ar | Ca Ar / *El / *El", hand=("volley",))
    assert refused(closed, "attack volley=r1:1 with=f0>r0") == "choose_enemy"
    assert refused(closed, "attack at=1 volley=r1:1 with=f0>r0") == "already_attacking"
    assert refused(closed, "attack at=1 volley=r1:1 with=f0>f1") == "out_of_reach"
    assert refused(closed, "attack at=1 volley=r1:2 with=f0>f1") == "no_target"


NO_MOVES = """
attack at=4; attack at=1 at=1; attack volley=f1; attack volley=f1:3; attack javelin=1/f0; attack javelin=f0 volley=f1:1
attack with=f0; attack hold=; attack hold=x; attack with=f0>f1,; attack  at=1; attack x=1; place Xx f1; place In
Place In f1; place In  f1; end discard=; end discard=x; back 1; deploy f0-In; plan f0:In++; plan f0:In at=1; resign
rank; retreat; nightfall 1; x
"""


@pytest.mark.parametrize("line", ["", "attack ", "a" * 601, *re.split("; |\n", NO_MOVES.strip())])
def test_a_line_that_is_no_move_is_a_bad_message(line):
    assert refused(battle("*In / *El"), line) == "bad_message"


def test_each_code_of_this_game_has_words():
    codes = [kind.code for kind in IN_ORDER]
    assert [code for code in codes if code in REFUSALS] == list(REFUSALS)
    assert [code for code in codes if code not in REFUSALS] == ["bad_message", "stale", "not_your_turn", "not_allowed"]
