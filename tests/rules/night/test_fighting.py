from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drafts.rules.actors import ORGANIZER, judge_by
from drafts.rules.building import BuiltDeck
from drafts.rules.draft.history import BadHistory
from drafts.rules.errors import BadAmount, FightOver, NotAllowed, NotYourFight, Paused, Refusal, Stale
from drafts.rules.fights.acts import SetTo
from drafts.rules.fights.fight import BOTH_LOSE, Correction, DecidedBy, Result
from drafts.rules.fights.sides import Side, by_seats, each_alone
from drafts.rules.games.vanguard.fights import DUEL
from drafts.rules.night import fighting as rules
from drafts.rules.night.fight_moves import (
    LINES,
    BeginRound,
    ConfirmResultMove,
    CorrectResult,
    CountMove,
    DecideResult,
    DisputeResultMove,
    Drop,
    EndGameMove,
    EndRound,
    EnterResultMove,
    Extend,
    FirstMove,
    OutMove,
    Pause,
    Reinstate,
    Reopen,
    Resume,
    RolledMove,
    ShowDeck,
    SideMove,
    SpareMove,
    TakeBackEnd,
    UndoCountMove,
)
from drafts.rules.night.fighting import begin_fighting, next_round
from drafts.rules.night.rounds import Group, Mode, Terms
from tests.fight_forms import FOUR, TEAMS
from tests.rules.actors import actor
from tests.rules.timed_tables import NOON

JUDGE = judge_by(None)
TERMS = Terms(DUEL, "seed")
OF_THREE = replace(TERMS, best_of=3)
LATER = NOON + timedelta(seconds=60)
HURT = CountMove(1, 11, "damage", 1)
OF_SIDES = (
    HURT,
    UndoCountMove(1),
    EndGameMove(1, 1, 11),
    EnterResultMove(1, 11, (1, 0)),
    ConfirmResultMove(1),
    DisputeResultMove(1),
)


def apply(before, by, move, at):
    return rules.apply(before, actor(by), move, at)


def replay(before, acts):
    return LINES.replay(rules.apply, before, [(actor(by), move, at) for by, move, at in acts])


def groups(*sizes, mode=Mode.ROUND_ROBIN, terms=TERMS):
    """Tables of so many fighters: 11, 12, ... at the first one, 21, 22, ... at the second."""
    return [
        Group(
            number,
            by_seats(enumerate(range(10 * number + 1, 10 * number + 1 + size)), terms.form.fighters),
            mode,
            terms,
        )
        for number, size in enumerate(sizes, start=1)
    ]


def begun(*sizes, minutes=25, mode=Mode.ROUND_ROBIN):
    return goes_on(begin_fighting(groups(*sizes, mode=mode), minutes, NOON))


def goes_on(fighting, at=NOON):
    return apply(fighting, ORGANIZER, next_round(fighting, fighting.round + 1), at)


def done(fighting, *acts):
    """Do what these do, each given as who and what."""
    for by, move in acts:
        fighting = apply(fighting, by, move, NOON)
    return fighting


def refuses_a_side(fighting, by, refusal):
    """Expect that every move of a side of the first fight is refused to this fighter."""
    for move in OF_SIDES:
        with pytest.raises(refusal):
            apply(fighting, by, move, LATER)


def sides(fighting):
    return {number: fight.fighters for number, _, _, fight in fighting.fights()}


def fight(fighting, number):
    return next(fight for each, _, _, fight in fighting.fights() if each == number)


def alone(*fighters):
    return each_alone(fighters)


def damage(fighting, fighter):
    first = fight(fighting, 1)
    return first.damage(first.side_of(fighter))


def result(fighting, number):
    return fight(fighting, number).result


def test_fights_are_numbered_through_the_night_table_by_table_and_round_by_round():
    night = begun(4, 3)
    assert sides(night) == {1: (11, 13), 2: (12, 14), 3: (21, 23), 4: (22,)}
    assert list(sides(goes_on(night)))[4:] == [5, 6, 7, 8]
    assert sides(goes_on(night)) | sides(night) == sides(goes_on(night))


def test_all_groups_begin_a_round_together_and_one_that_is_through_waits():
    night = begun(4, 2)
    assert (night.round, night.round_count) == (1, 3)
    night = goes_on(night)
    assert [len(group.rounds[-1]) for group in night.groups] == [2, 0]
    night = goes_on(night)
    assert (night.round, len(sides(night)), night.is_over) == (3, 7, False)
    assert done(night, (ORGANIZER, DecideResult(6, 11, (1, 0))), (ORGANIZER, DecideResult(7, 12, (1, 0)))).is_over


def test_a_round_begins_once_however_often_it_is_asked_for():
    night = begun(4)
    assert next_round(night, 1) is None
    for number in (0, 3):
        with pytest.raises(Stale):
            next_round(night, number)
    begin = next_round(night, 2)
    with pytest.raises(Stale):
        done(night, (ORGANIZER, begin), (ORGANIZER, begin))


def test_time_decides_the_last_round_too():
    night = done(begun(2), (12, CountMove(1, 11, "damage", 1)), (ORGANIZER, EndRound(1)))
    assert (result(night, 1).winner, result(night, 1).by, night.is_over) == (12, DecidedBy.TIME, True)
    assert done(night, (ORGANIZER, EndRound(1))) is night
    for move in (EndRound(2), BeginRound(2, ((),))):
        with pytest.raises(Stale):
            done(night, (ORGANIZER, move))


def test_a_group_that_waits_a_round_changes_no_number_of_a_fight():
    night = done(begun(4, 3), (ORGANIZER, Drop(21)), (ORGANIZER, Drop(22)))
    night = goes_on(goes_on(night))
    before = sides(night)
    night = done(night, (ORGANIZER, Reinstate(21)), (ORGANIZER, Reinstate(22)))
    assert (sides(night), night.round) == (before, 3)


def test_after_the_last_round_there_is_no_other():
    night = goes_on(goes_on(begun(4)))
    with pytest.raises(NotAllowed):
        next_round(night, 4)


def test_a_fight_of_a_bracket_that_time_cannot_decide_keeps_the_next_round_from_beginning():
    night = begun(4, mode=Mode.BRACKET)
    with pytest.raises(NotAllowed):
        next_round(night, 2)
    assert (
        goes_on(
            done(night, (ORGANIZER, CountMove(1, 11, "damage", 1)), (ORGANIZER, CountMove(2, 12, "damage", 1)))
        ).round
        == 2
    )


def test_fights_that_are_open_when_the_next_round_begins_are_decided_by_the_time():
    night = goes_on(done(begun(4), (11, CountMove(1, 11, "damage", 2))))
    assert (result(night, 1).winner, result(night, 1).by) == (13, DecidedBy.TIME)
    assert (result(night, 2).winner, result(night, 3)) == (None, None)


def test_each_round_has_its_own_clock():
    night = begun(4)
    assert (night.clock.seconds, night.clock.deadline) == (1500, NOON + timedelta(minutes=25))
    night = goes_on(apply(night, ORGANIZER, Extend(60), NOON), LATER)
    assert (night.clock.seconds, night.clock.deadline) == (1500, LATER + timedelta(minutes=25))
    assert begun(4, minutes=0).clock.deadline is None


def test_while_the_clock_stands_only_officials_count_and_decide():
    night = apply(begun(4), JUDGE, Pause(), LATER)
    assert apply(night, ORGANIZER, Pause(), LATER) is night
    refuses_a_side(night, 11, Paused)
    assert damage(done(night, (JUDGE, HURT)), 11) == 1
    with pytest.raises(BadAmount):
        apply(night, ORGANIZER, Extend(-60), LATER)
    later = apply(night, ORGANIZER, Resume(), LATER + timedelta(seconds=30))
    assert later.clock.deadline == NOON + timedelta(minutes=25, seconds=30)
    assert apply(later, ORGANIZER, Resume(), LATER) is later


def test_both_sides_change_all_counters_of_their_fight_and_nobody_else_does():
    night = done(
        begun(4),
        (11, CountMove(1, 13, "damage", 1)),
        (13, CountMove(1, 13, "damage", 1)),
        (JUDGE, CountMove(1, 11, "damage", 3)),
    )
    assert [damage(night, side) for side in (11, 13)] == [3, 2]
    assert damage(done(night, (11, UndoCountMove(1))), 11) == 0
    refuses_a_side(night, 12, NotYourFight)
    with pytest.raises(BadAmount):
        done(night, (11, CountMove(1, 11, "damage", 2)))
    with pytest.raises(KeyError):
        done(night, (11, CountMove(1, 11, "life", -2)))


def test_a_result_is_what_both_sides_say():
    night = done(begun(4), (11, EnterResultMove(1, 13, (0, 1))), (13, ConfirmResultMove(1)))
    assert (result(night, 1).winner, result(night, 1).by) == (13, DecidedBy.AGREED)
    disputed = done(begun(4), (11, EnterResultMove(1, 11, (1, 0))), (13, DisputeResultMove(1)))
    assert result(disputed, 1).disputed
    assert result(done(disputed, (JUDGE, DecideResult(1, None, (0, 0)))), 1).by is DecidedBy.JUDGE


def test_a_fighter_who_is_no_side_enters_nothing_and_only_officials_decide_and_open_again():
    night = done(begun(4), (ORGANIZER, DecideResult(1, 11, (1, 0))))
    for by, move in (
        (ORGANIZER, EnterResultMove(2, 12, (1, 0))),
        (ORGANIZER, ConfirmResultMove(2)),
        (12, DecideResult(2, 12, (1, 0))),
        (11, Reopen(1)),
        *((11, move) for move in (Drop(12), Reinstate(11), Pause(), Resume(), Extend(60))),
        (11, next_round(night, 2)),
    ):
        with pytest.raises(NotAllowed):
            done(night, (by, move))
    with pytest.raises(FightOver):
        done(night, (JUDGE, DecideResult(1, 13, (0, 1))))
    assert result(done(night, (JUDGE, Reopen(1))), 1) is None


def test_a_fight_of_a_bracket_whose_winner_fights_on_is_not_opened_again():
    cup = begun(4, mode=Mode.BRACKET)
    cup = done(cup, (ORGANIZER, DecideResult(1, 11, (1, 0))), (ORGANIZER, DecideResult(2, 12, (1, 0))))
    assert result(done(cup, (ORGANIZER, Reopen(1))), 1) is None
    with pytest.raises(NotAllowed):
        done(goes_on(cup), (ORGANIZER, Reopen(1)))


def test_a_fight_is_opened_again_in_the_newest_round_of_its_group_only():
    cups = begun(5, 4, mode=Mode.BRACKET)
    for _ in range(2):
        cups = goes_on(decided(cups))
    final = next(number for number, group, round_, _ in cups.fights() if (group.number, round_) == (2, 2))
    assert result(done(cups, (ORGANIZER, Reopen(final))), final) is None
    night = goes_on(decided(begun(4)))
    with pytest.raises(NotAllowed):
        done(night, (ORGANIZER, Reopen(1)))


def test_in_a_night_that_began_before_fights_of_any_round_are_opened_again():
    terms = replace(TERMS, revision=1)
    night = goes_on(decided(goes_on(begin_fighting(groups(4, terms=terms), 25, NOON))))
    assert result(done(night, (ORGANIZER, Reopen(1))), 1) is None


def decided(night):
    """Let the first side win each open fight."""
    for number, *_group, fight in night.fights():
        if not fight.is_over:
            night = done(night, (ORGANIZER, DecideResult(number, fight.fighters[0], (1, 0))))
    return night


def test_a_correction_sets_another_result_in_one_step_and_keeps_the_first_one():
    night = goes_on(decided(begun(4)))
    pairings = [fight.fighters for *_, fight in night.fights()]
    one, other = pairings[0]
    corrected = apply(night, JUDGE, CorrectResult(1, other, (0, 1)), LATER)
    assert result(corrected, 1) == Result(other, (0, 1), by=DecidedBy.JUDGE)
    (_, _, _, fight), *_others = corrected.fights()
    was = Result(one, (1, 0), by=DecidedBy.ORGANIZER)
    assert fight.corrections == (Correction(LATER, DecidedBy.JUDGE, was),)
    assert [fight.fighters for *_, fight in corrected.fights()] == pairings
    places = {place.fighter: place.points for place in corrected.groups[0].standings()}
    assert (places[one], places[other]) == (0, 3)
    assert apply(corrected, ORGANIZER, CorrectResult(1, other, (0, 1)), LATER) is corrected


def test_an_open_fight_a_bye_and_a_score_that_cannot_be_are_not_corrected():
    night = begun(3)
    bye = next(number for number, *_group, fight in night.fights() if len(fight.fighters) == 1)
    fought = next(number for number, *_group, fight in night.fights() if len(fight.fighters) == 2)
    sides = next(fight.fighters for number, *_group, fight in night.fights() if number == fought)
    for number, winner, score in ((bye, None, (0,)), (fought, None, (0, 0))):
        with pytest.raises(NotAllowed):
            done(night, (ORGANIZER, CorrectResult(number, winner, score)))
    with pytest.raises(BadAmount):
        done(decided(night), (ORGANIZER, CorrectResult(fought, sides[0], (0, 1))))
    with pytest.raises(NotAllowed):
        done(decided(night), (sides[0], CorrectResult(fought, sides[1], (0, 1))))


def test_a_fight_of_a_bracket_is_corrected_until_its_winner_has_fought_on():
    cup = decided(begun(4, mode=Mode.BRACKET))
    assert result(done(cup, (ORGANIZER, CorrectResult(1, 13, (0, 1)))), 1).winner == 13
    final = decided(goes_on(cup))
    with pytest.raises(NotAllowed):
        done(final, (ORGANIZER, CorrectResult(1, 13, (0, 1))))
    number = max(number for number, *_ in final.fights())
    _, other = next(fight.fighters for each, *_group, fight in final.fights() if each == number)
    assert done(final, (ORGANIZER, CorrectResult(number, other, (0, 1)))).groups[0].standings()[0].fighter == other
    with pytest.raises(BadAmount):
        done(final, (ORGANIZER, CorrectResult(number, BOTH_LOSE, (0, 0))))


def test_the_end_of_the_fights_is_taken_back_and_what_was_corrected_since_stays():
    night = done(begun(4), (11, EnterResultMove(1, 11, (1, 0))), (14, CountMove(2, 12, "damage", 1)))
    ended = done(night, (ORGANIZER, EndRound(1)))
    assert done(ended, (ORGANIZER, TakeBackEnd(1))) == night
    corrected = done(ended, (ORGANIZER, CorrectResult(1, 13, (0, 1))), (ORGANIZER, TakeBackEnd(1)))
    assert (result(corrected, 1).winner, result(corrected, 2)) == (13, None)
    assert done(night, (ORGANIZER, TakeBackEnd(1))) is night
    with pytest.raises(Stale):
        done(ended, (ORGANIZER, TakeBackEnd(2)))


def test_no_fighter_enters_a_double_loss():
    with pytest.raises(KeyError):
        done(begun(4), (11, EnterResultMove(1, BOTH_LOSE, (0, 0))))


def test_a_fight_that_there_is_not_is_stale():
    for number in (0, 3):
        with pytest.raises(Stale):
            done(begun(4), (11, UndoCountMove(number)))


def test_a_fighter_who_drops_out_leaves_their_own_group_only():
    night = done(begun(4, 4), (ORGANIZER, Drop(21)))
    assert [set(group.dropped) for group in night.groups] == [set(), {21}]
    assert result(night, 3).winner == 23
    assert done(night, (ORGANIZER, Reinstate(21))) == begun(4, 4)
    with pytest.raises(NotAllowed):
        done(night, (ORGANIZER, Drop(31)))


def test_no_fights_begin_without_fighters():
    with pytest.raises(ValueError, match="somebody"):
        begin_fighting([], 25, NOON)


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (CountMove(12, 7, "damage", -1), ("count", "12 7 damage -1")),
        (UndoCountMove(12), ("undo", "12")),
        (EndGameMove(12, 1, 7), ("game", "12 1 7")),
        (EndGameMove(12, 2, None), ("game", "12 2 draw")),
        (EnterResultMove(12, 7, (2, 1)), ("result", "12 7 2,1")),
        (EnterResultMove(12, None, (0, 0)), ("result", "12 draw 0,0")),
        (ConfirmResultMove(12), ("confirm", "12")),
        (DisputeResultMove(12), ("dispute", "12")),
        (CountMove(12, 7, "life", SetTo(-17)), ("count", "12 7 life =-17")),
        (CountMove(12, 7, "commander", 3, 4), ("count", "12 7 commander +3 from 4")),
        (CountMove(12, 7, "commander", SetTo(21), 4), ("count", "12 7 commander =21 from 4")),
        (OutMove(12, (4, 7)), ("out", "12 4,7")),
        (SpareMove(12, 7, "life"), ("spare", "12 7 life")),
        (RolledMove(12, 4), ("rolled", "12 4")),
        (FirstMove(12, 1, 4), ("first", "12 1 4")),
        (SideMove(12, 7, BuiltDeck((91, 94), (), (("Plains", 8),))), ("side", "12 7 91 94 | Plains 8")),
        (SideMove(12, 7, BuiltDeck((91,), (101,))), ("side", "12 7 91 | 101 |")),
        (SideMove(12, 7, BuiltDeck((), (), (("Plains", 40),))), ("side", "12 7 | Plains 40")),
        (DecideResult(12, 7, (0, 1)), ("decide", "12 7 0,1")),
        (DecideResult(12, BOTH_LOSE, (0, 0)), ("decide", "12 none 0,0")),
        (CorrectResult(12, None, (1, 1)), ("correct", "12 draw 1,1")),
        (TakeBackEnd(2), ("time_back", "2")),
        (Reopen(12), ("reopen", "12")),
        (BeginRound(2, ((alone(4, 7), alone(9)), (), (alone(1, 2),))), ("round", "2 4-7 9, 0, 1-2")),
        (BeginRound(1, (((Side((4, 5)), Side((7, 9, 2))), alone(1, 3, 8, 6)),)), ("round", "1 4+5-7+9+2 1-3-8-6")),
        (EndRound(2), ("time", "2")),
        (Drop(7), ("drop", "7")),
        (Reinstate(7), ("reinstate", "7")),
        (Pause(), ("pause", "")),
        (Resume(), ("resume", "")),
        (Extend(60.0), ("extend", "60")),
    ],
)
def test_a_move_is_a_line_of_text_and_the_line_is_the_move(move, line):
    assert LINES.encode(move) == line
    assert LINES.decode(*line) == move


@pytest.mark.parametrize(
    "line",
    [
        ("fly", ""),
        ("pause", "1"),
        ("count", "12 7 damage 1"),
        ("round", "2 4--7"),
        ("round", "2 4+-7"),
        ("result", "12 0 1,0"),
        ("drop", "٧"),
    ],
)
def test_a_line_that_says_nothing_is_refused(line):
    with pytest.raises(BadHistory):
        LINES.decode(*line)


def test_a_history_that_cannot_have_been_is_refused():
    for move in (DecideResult(9, 11, (1, 0)), CountMove(1, 11, "life", 1)):
        with pytest.raises(BadHistory):
            replay(begun(4), [(ORGANIZER, move, NOON)])


FIGHTS, FIGHTERS = st.integers(1, 8), st.sampled_from([11, 12, 13, 21, 22])
RESULTS = st.tuples(FIGHTERS | st.none(), st.sampled_from([(1, 0), (0, 1), (0, 0), (0, 0, 1)]))
MOVES = st.one_of(
    st.builds(CountMove, FIGHTS, FIGHTERS, st.sampled_from(["damage", "life"]), st.integers(-2, 2)),
    st.builds(EndGameMove, FIGHTS, st.integers(1, 3), FIGHTERS | st.none()),
    st.builds(lambda number, said: EnterResultMove(number, *said), FIGHTS, RESULTS),
    st.builds(lambda number, said: DecideResult(number, *said), FIGHTS, RESULTS | st.just((BOTH_LOSE, (0, 0)))),
    st.builds(lambda number, said: CorrectResult(number, *said), FIGHTS, RESULTS | st.just((BOTH_LOSE, (0, 0)))),
    st.builds(TakeBackEnd, st.integers(1, 3)),
    *(st.builds(move, FIGHTS) for move in (UndoCountMove, ConfirmResultMove, DisputeResultMove, Reopen)),
    *(st.builds(move, FIGHTERS) for move in (Drop, Reinstate)),
    *(st.builds(move) for move in (Pause, Resume)),
    st.builds(EndRound, st.integers(1, 3)),
    st.builds(Extend, st.sampled_from([30.0, 60.0])),
    st.just(None),  # the next round
)


@settings(max_examples=80)
@given(
    st.lists(st.tuples(st.sampled_from([ORGANIZER, JUDGE]) | FIGHTERS, MOVES), max_size=50),
    st.sampled_from([*((DUEL, mode) for mode in Mode), (TEAMS, Mode.SWISS), (FOUR, Mode.PODS)]),
)
def test_the_lines_of_a_night_make_it_again(asked, way):
    form, mode = way
    start = night = begin_fighting(groups(3, 2, mode=mode, terms=replace(OF_THREE, form=form)), 25, NOON)
    lines = []
    for seconds, (by, move) in enumerate(asked):
        at = NOON + timedelta(seconds=seconds)
        try:
            move = move or next_round(night, night.round + 1)  # noqa: PLW2901 - what is asked depends on the night
            after = apply(night, by, move, at)
        except (Refusal, KeyError):
            continue
        if after is not night:
            lines.append((by, *LINES.encode(move), at))
        assert sides(after) | sides(night) == sides(after)
        night = after
    assert replay(start, [(by, LINES.decode(kind, line), at) for by, kind, line, at in lines]) == night


def test_a_fighter_drops_out_between_rounds_and_nobody_else_for_them():
    night = done(begun(4), (ORGANIZER, DecideResult(1, 11, (1, 0))))
    assert 11 in done(night, (11, Drop(11))).groups[0].dropped
    for by, fighter in ((12, 11), (11, 13), (12, 12), (14, 14)):  # others, and those whose fight is open
        with pytest.raises(NotAllowed):
            apply(night, by, Drop(fighter), LATER)


def test_a_fighter_who_dropped_out_is_taken_in_by_officials_alone():
    night = done(begun(4), (ORGANIZER, DecideResult(1, 11, (1, 0))), (11, Drop(11)))
    with pytest.raises(NotAllowed):
        apply(night, 11, Reinstate(11), LATER)
    with pytest.raises(NotAllowed):
        apply(night, 11, Drop(11), LATER)
    assert 11 not in done(night, (ORGANIZER, Reinstate(11))).groups[0].dropped


def test_no_fighter_drops_out_by_themselves_after_the_last_round():
    night = done(begun(2), (ORGANIZER, DecideResult(1, 11, (1, 0))))
    with pytest.raises(NotAllowed):
        apply(night, 11, Drop(11), LATER)


def won_by_the_first_seats(night):
    """Let the fighter of the lower number win each open fight."""
    for number, *_group, fight in night.fights():
        if not fight.is_over:
            winner = min(fight.fighters)
            score = tuple(int(side.fighter == winner) for side in fight.sides)
            night = done(night, (ORGANIZER, DecideResult(number, winner, score)))
    return night


def test_the_champion_is_known_when_the_last_result_is_in_and_alone_shows_their_deck():
    night = begun(4)
    for _ in range(2):
        night = won_by_the_first_seats(night)
        assert night.groups[0].champions == ()
        night = goes_on(night)
    assert night.groups[0].champions == ()
    night = won_by_the_first_seats(night)
    assert [side.fighters for side in night.groups[0].champions] == [(11,)]
    shown = done(night, (11, ShowDeck(shown=True)))
    assert (shown.shown, done(shown, (11, ShowDeck(shown=True)))) == ({11}, shown)
    assert done(shown, (11, ShowDeck(shown=False))) == night
    for by in (ORGANIZER, None, 12, 13, 14):
        with pytest.raises(NotAllowed):
            done(night, (by, ShowDeck(shown=True)))


def last_round(minutes=25, **settings):
    """Four fighters in the last round of their night, one fight of it decided."""
    night = begin_fighting(groups(4, **settings), minutes, NOON)
    for _ in range(2):
        night = goes_on(decided(night))
    night = goes_on(night)
    number, *_, fight = next(each for each in night.fights() if not each[3].is_over)
    return done(night, (ORGANIZER, DecideResult(number, fight.fighters[0], (1, 0)))), number + 1


def ended(night, at=LATER):
    return apply(night, ORGANIZER, EndRound(night.round), at)


@pytest.mark.parametrize("minutes", [0, 25])
def test_no_fighter_is_champion_where_the_organizer_breaks_off_the_last_fight(minutes):
    night, number = last_round(minutes)
    over = ended(night)
    assert over.is_over
    assert (over.groups[0].champions, over.groups[0].is_cut_short) == ((), True)
    _, other = over.placed(number)[2].fighters
    corrected = apply(over, ORGANIZER, CorrectResult(number, other, (0, 1)), LATER)
    assert (len(corrected.groups[0].champions), corrected.groups[0].is_cut_short) == (1, False)
    assert apply(over, ORGANIZER, TakeBackEnd(over.round), LATER) == night


def test_a_fight_whose_time_is_up_or_of_which_one_side_entered_the_result_is_not_broken_off():
    night, number = last_round()
    assert ended(night, NOON + timedelta(minutes=26)).groups[0].champions
    one, _other = night.placed(number)[2].fighters
    assert ended(done(night, (one, EnterResultMove(number, one, (1, 0))))).groups[0].champions


def test_in_a_night_that_began_before_a_broken_off_fight_decided_who_is_champion():
    night, _ = last_round(terms=replace(TERMS, revision=2))
    assert ended(night).groups[0].champions


def test_no_fighter_is_champion_where_rounds_were_left_when_the_fights_ended():
    night = done(won_by_the_first_seats(begun(4)), (ORGANIZER, EndRound(1)))
    assert night.groups[0].champions == ()
    with pytest.raises(NotAllowed):
        done(night, (11, ShowDeck(shown=True)))
