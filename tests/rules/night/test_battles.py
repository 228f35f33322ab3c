"""A battle in time: its clock, what the clock does, and the ways back (V53)."""

from datetime import UTC, datetime, timedelta

import pytest

from drafts.rules.actors import ORGANIZER, SERVER, fighter_by
from drafts.rules.errors import BattlePaused, FightOver, NotAllowed, NotYourFight, StaleAsk
from drafts.rules.formats import Pace
from drafts.rules.games.rome.bots.timeouts import timeout_move
from drafts.rules.games.rome.refusals import NothingToUndo, StaleMoment
from drafts.rules.games.rome.state import BattleOptions, BattlePhase
from drafts.rules.ids import FighterId
from drafts.rules.night.battles import (
    LINES,
    AnswerMove,
    AskMove,
    BattleTerms,
    GoBackMove,
    GoOnMove,
    PlayMove,
    RankMove,
    ResignMove,
    apply,
    attended,
    begin_battle,
    completed,
    due,
)
from drafts.rules.night.clock_moves import Extend, Pause, Resume
from drafts.rules.values import changed
from tests.rules.games.rome.positions import battle as position_of

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)
ANN, BEN = FighterId(4), FighterId(7)
PATIENCE = timedelta(seconds=2)


def begun(pace=Pace.BRISK, **terms):
    return begin_battle(BattleTerms(1, "rome", (ANN, BEN), BattleOptions(), pace, **terms), NOON)


def at(seconds):
    return NOON + timedelta(seconds=seconds)


def by_time(battle):
    """Return the battle after the move that time demands at its next moment, and that moment."""
    now = battle.wakes_at
    move = completed(battle, SERVER, due(battle, now, PATIENCE))
    return apply(battle, SERVER, move, now), now


def chosen(battle, now=NOON):
    """Return the battle after the seat that is due has made the move that the clock would make."""
    seat = battle.due[0]
    move = PlayMove(seat, "chosen", timeout_move(battle.position, seat))
    return apply(battle, fighter_by(battle.terms.fighters[seat]), move, now)


def to_turn(battle, number):
    while battle.position.turn < number:
        battle = chosen(battle)
    return battle


def test_each_phase_has_its_own_time_by_the_pace():
    assert begun().deadline == at(60)
    acting = to_turn(begun(), 1)
    assert (acting.position.phase, acting.clock.seconds) == (BattlePhase.ACT, 45)
    assert begun(Pace.OFF).deadline is None


def test_at_the_deadline_the_clock_plays_and_who_was_late_twice_in_a_row_has_five_seconds():
    battle = to_turn(begun(), 1)
    first = battle.position.seat
    while not battle.is_hurried(first):
        is_theirs = battle.position.seat == first
        battle = by_time(battle)[0] if is_theirs else chosen(battle, battle.clock.started)
    while not (battle.position.seat == first and battle.position.phase is BattlePhase.ACT):
        battle = chosen(battle, battle.clock.started) if battle.position.seat != first else by_time(battle)[0]
    assert battle.deadline == battle.clock.started + timedelta(seconds=5)
    assert chosen(battle, battle.clock.started).deadline == battle.clock.started + timedelta(seconds=45)


def test_when_nobody_has_moved_in_a_whole_round_of_turns_the_battle_stands():
    battle, turns = to_turn(begun(), 1), 0
    while not battle.clock.stands and turns < 60:
        battle, _ = by_time(battle)
        turns += 1
    assert (battle.clock.stands, battle.unattended) == (True, True)
    assert due(battle, at(10_000), PATIENCE) is None
    with pytest.raises(BattlePaused):
        chosen(battle)
    resumed = apply(battle, ORGANIZER, Resume(), NOON)
    assert (resumed.clock.stands, resumed.unattended, resumed.is_deserted) == (False, False, False)
    assert not apply(resumed, ORGANIZER, Pause(), NOON).unattended
    assert not chosen(apply(begun(practice=True), ORGANIZER, Pause(), NOON)).clock.stands


def test_one_who_was_away_when_the_phase_began_has_five_seconds_until_they_are_here():
    battle = to_turn(begun(), 1)
    fighter = battle.terms.fighters[battle.position.seat]
    other = next(each for each in battle.terms.fighters if each != fighter)
    begin, soon = battle.clock.started, battle.clock.started + timedelta(seconds=5)
    assert attended(battle, {fighter: begin}).wakes_at == soon
    assert attended(battle, {fighter: begin + timedelta(seconds=1)}).deadline == begin + timedelta(seconds=45)
    assert attended(battle, {other: begin}).deadline == begin + timedelta(seconds=45)
    hurried = attended(battle, {fighter: begin})
    assert due(hurried, soon, PATIENCE).how == "time"
    assert attended(hurried, {}) == battle
    assert attended(battle, {fighter: begin, other: begin}) is battle


def test_time_that_ran_out_long_ago_is_given_back():
    battle = to_turn(begun(), 1)
    late = battle.deadline + timedelta(minutes=5)
    assert isinstance(due(battle, late, PATIENCE), Extend)


def test_a_bot_moves_two_seconds_after_the_last_change():
    battle = begun(Pace.OFF, bots=frozenset({BEN}))
    assert battle.wakes_at == at(2)
    move = completed(battle, SERVER, due(battle, at(2), PATIENCE))
    assert (move.seat, move.how, move.move.split()[0]) == (1, "bot", "deploy")
    after = apply(battle, SERVER, move, at(2))
    assert (after.due, after.wakes_at) == ((0,), None)


def test_a_move_for_a_moment_that_is_over_is_stale_and_anothers_fight_is_none_of_ones_own():
    battle = begun()
    with pytest.raises(StaleMoment):
        completed(battle, fighter_by(ANN), PlayMove(None, "chosen", "back", 1, "act"))
    with pytest.raises(NotYourFight):
        completed(battle, fighter_by(9), PlayMove(None, "chosen", "back", 0, "deploy"))
    with pytest.raises(NotYourFight):
        apply(battle, fighter_by(ANN), PlayMove(1, "chosen", "back"), NOON)


def test_all_go_back_where_the_others_agree_and_any_move_ends_the_question():
    battle = to_turn(begun(), 3)
    start = dict(battle.turns)[2]
    with pytest.raises(NothingToUndo):
        apply(battle, fighter_by(ANN), AskMove(1), NOON)
    asked = apply(battle, fighter_by(ANN), AskMove(2), NOON)
    with pytest.raises(StaleAsk):
        apply(asked, fighter_by(BEN), AnswerMove(2, agree=True), NOON)
    with pytest.raises(NotAllowed):
        apply(asked, fighter_by(ANN), AnswerMove(1, agree=True), NOON)
    assert apply(asked, fighter_by(BEN), AnswerMove(1, agree=False), NOON).ask is None
    assert apply(asked, fighter_by(BEN), AnswerMove(1, agree=True), NOON).position == start
    assert chosen(asked).ask is None
    assert apply(battle, ORGANIZER, GoBackMove(2), NOON).position == start
    with pytest.raises(NotAllowed):
        apply(battle, fighter_by(ANN), GoBackMove(2), NOON)


def test_a_note_says_who_went_back_or_refused_until_the_next_move():
    battle = to_turn(begun(), 3)
    asked = apply(battle, fighter_by(ANN), AskMove(2), NOON)
    refused = apply(asked, fighter_by(BEN), AnswerMove(1, agree=False), NOON)
    assert refused.note == (1, None)
    assert chosen(refused).note is None
    assert apply(refused, fighter_by(ANN), AskMove(2), NOON).note is None
    assert apply(asked, fighter_by(BEN), AnswerMove(1, agree=True), NOON).note == (0, 2)
    assert apply(battle, ORGANIZER, GoBackMove(2), NOON).note == (None, 2)


def test_a_note_that_all_went_back_to_the_first_lines_stays_until_all_are_laid():
    battle = apply(to_turn(begun(), 1), ORGANIZER, GoBackMove(0), NOON)
    assert chosen(battle).note == (None, 0)
    assert chosen(chosen(to_turn(battle, 1))).note is None


def test_against_bots_alone_nobody_is_asked():
    battle = begun(Pace.OFF, bots=frozenset({BEN}))
    move = PlayMove(0, "chosen", timeout_move(battle.position, 0))
    laid = apply(battle, fighter_by(ANN), move, NOON)
    assert apply(laid, fighter_by(ANN), AskMove(0), NOON).position == battle.position


def test_V53_a_battle_that_is_broken_off_is_ranked_and_can_go_on():
    battle = to_turn(begun(), 2)
    ranked = apply(battle, SERVER, RankMove(), NOON)
    assert ranked.is_over
    assert set(ranked.places) <= {1, 2}
    with pytest.raises(FightOver):
        apply(ranked, fighter_by(ANN), ResignMove(), NOON)
    assert apply(ranked, SERVER, GoOnMove(), NOON).position == battle.position


def test_V29_a_fighter_who_resigns_has_the_last_place():
    assert apply(begun(), fighter_by(BEN), ResignMove(1), NOON).places == (1, 2)


def test_every_move_is_read_as_it_was_written():
    moves = [
        PlayMove(0, "chosen", "place In f3"),
        AskMove(6),
        AnswerMove(3, agree=True),
        ResignMove(1),
        GoBackMove(6),
        RankMove(),
        GoOnMove(),
        Pause(),
        Extend(30.0),
    ]
    assert [LINES.decode(*LINES.encode(move)) for move in moves] == moves
    assert LINES.encode(moves[0]) == ("play", "0 chosen place In f3")
    assert LINES.encode(AnswerMove(3, agree=True)) == ("answer", "3 yes")


def test_the_moves_that_a_bot_plans_to_follow_are_no_part_of_the_line_of_its_move():
    move = PlayMove(1, "bot", "place Ba f-3", following=("shift f-1 f0", "attack"))
    kind, line = LINES.encode(move)
    assert (kind, line) == ("play", "1 bot place Ba f-3")
    assert LINES.decode(kind, line) == move._replace(following=())


def test_V47_a_retreat_is_told_until_the_next_player_makes_a_move():
    def played(battle, *moves):
        seat = battle.position.seat
        for move in moves:
            battle = apply(battle, fighter_by((ANN, BEN)[seat]), PlayMove(seat, "chosen", move), NOON)
        return battle

    position = position_of("Sl *In Pr | . . -Ar / *El", hand=("retreat",), deck="Sl")
    attacked = played(changed(begun(), position=position), "attack")
    assert played(attacked, "end").retreat is None
    ended = played(attacked, "retreat r0", "shift f1 f0", "shift r1 f1", "end")
    assert (ended.last.move, ended.retreat) == ("end", (0, "retreat r0", "chosen"))
    assert played(ended, "place Sl f1").retreat is None


def test_V9_others_are_not_told_where_a_catapult_is_held_back_face_down():
    battle = changed(begun(), position=position_of("In *Pr In Ca | Ca -Ca / In *In In"))
    attacked = apply(battle, fighter_by(ANN), PlayMove(0, "chosen", "attack hold=f2,r-1,r0"), NOON)
    assert attacked.last == (0, "attack hold=f2,r-1", "chosen")
    assert apply(battle, fighter_by(ANN), PlayMove(0, "chosen", "attack hold=r0"), NOON).last.move == "attack"
