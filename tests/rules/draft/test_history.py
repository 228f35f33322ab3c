"""Lines of a history: each is read back as what it says, and a history that cannot have been is refused."""

from datetime import timedelta

import pytest

from drafts.rules.actors import ORGANIZER, SERVER, judge_by, seat_by
from drafts.rules.draft.history import (
    Act,
    BadHistory,
    Kind,
    acts_of,
    call_act,
    extend_act,
    facts_of,
    own_act,
    pick_act,
    seat_act,
    seats_act,
    undo_act,
    verdict_act,
)
from drafts.rules.draft.replay import How, PlacedCards
from drafts.rules.draft.replay_history import replay_history
from drafts.rules.draft.table import Phase, open_table
from drafts.rules.draft.timed import Step
from drafts.rules.draft.timed_table import (
    expire,
    finish_review,
    grant_grace,
    note_signal,
    restart_if_in_future,
    say_ready,
    seat_bot,
)
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.rules.draft.test_replay import TWO_CARDS
from tests.rules.positions import state
from tests.rules.timed_tables import AWAY, BOT, HERE, NOON, REVIEW, after, chosen, seated


@pytest.mark.parametrize(
    ("act", "text", "facts"),
    [
        (seats_act([HERE, BOT, AWAY], ORGANIZER), "here bot away", {"seats": ["here", "bot", "away"]}),
        (
            pick_act(PlacedCards(1, 3, 2, (91, 94), How.TIME)),
            "2 1.3 91 94",
            {"seat": 2, "round": 1, "pass": 3, "cards": [91, 94]},
        ),
        (Act(Kind.PAUSE, ORGANIZER), "", {}),
        (Act(Kind.PAUSE, SERVER, "2.1"), "2.1", {"round": 2, "pass": 1}),
        (extend_act(30, ORGANIZER), "30", {"seconds": 30}),
        (extend_act(4.26, SERVER), "4.3", {"seconds": 4.3}),
        (own_act(Kind.READY, 8), "8", {"seat": 8}),
        (call_act(2, "legion_rare", 31), "2 legion_rare 31", {"seat": 2, "reason": "legion_rare", "card": 31}),
        (call_act(2, "rules", None), "2 rules", {"seat": 2, "reason": "rules"}),
        (
            verdict_act(2, "legion_rare", 31, "moot", SERVER),
            "2 legion_rare 31 moot",
            {"seat": 2, "reason": "legion_rare", "card": 31, "verdict": "moot"},
        ),
        (
            verdict_act(2, "rules", None, "refused", judge_by(None)),
            "2 rules refused",
            {"seat": 2, "reason": "rules", "verdict": "refused"},
        ),
        (undo_act((3, 4), (4, 1), ORGANIZER), "3.4 from 4.1", {"round": 3, "pass": 4, "from": (4, 1)}),
        (Act(Kind.FINISH, ORGANIZER), "", {}),
    ],
    ids=lambda value: value.kind.value if isinstance(value, Act) else "",
)
def test_a_line_says_all_facts_of_its_act(act, text, facts):
    assert (act.text, facts_of(act.kind, act.text)) == (text, facts)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.CHOOSE, "2 1.3"),
        (Kind.CHOOSE, "2 0.3 91"),
        (Kind.CHOOSE, "2 1.3 91 "),
        (Kind.CHOOSE, "2 1.3 ٩١"),
        (Kind.READY, ""),
        (Kind.READY, "-1"),
        (Kind.RESUME, "2"),
        (Kind.START, "here"),
        (Kind.START, "here there"),
        (Kind.EXTEND, "soon"),
        (Kind.VERDICT, "2 rules"),
        (Kind.UNDO, "3.4"),
    ],
)
def test_a_line_that_says_nothing_is_refused(kind, text):
    with pytest.raises(BadHistory):
        facts_of(kind, text)


def test_the_names_of_the_kinds_are_stored_and_stay_as_they_are():
    assert " ".join(Kind) == (
        "start choose time last_card bot done advance begin deal review_over pause resume extend set_right connected "
        "disconnected here ready call take verdict undo seat_bot unseat_bot remove leave take_in new_link join "
        "deck_check all_drafted stop go_on go_back finish"
    )


# Effects of a step -------------------------------------------------------------------------------------------------


def kinds(acts):
    return [(act.kind.value, by_whom(act.by)) for act in acts]


def by_whom(actor):
    return actor.kind.value or None if actor.seat is None else actor.seat


def test_a_choice_is_its_fighters_and_what_follows_from_it_is_nobodys():
    timed = seated(HERE, BOT)
    step = chosen(timed, 0, [1, 2])
    assert kinds(acts_of(timed, step)) == [("choose", 0), ("bot", None)]


def test_a_bot_that_is_seated_stands_before_what_it_chooses():
    timed = seated(HERE, HERE)
    act = seat_act(Kind.SEAT_BOT, 0, ORGANIZER)
    step = seat_bot(timed, 0, NOON, bot=True)
    assert kinds(acts_of(timed, step, [act])) == [("seat_bot", "organizer"), ("bot", None)]


def test_a_table_that_pauses_itself_names_the_pass_in_which_nobody_chose():
    timed = seated(HERE, HERE)
    acts = acts_of(timed, expire(timed, after(120)))
    assert [*kinds(acts), acts[-1].text] == [("time", None), ("time", None), ("pause", None), "1.1"]


def test_R13_a_review_that_ends_by_itself_ends_before_the_picks_of_the_next_round():
    timed = seated(HERE, BOT, table=state("", "", **REVIEW))
    step = say_ready(timed, 0, NOON)
    acts = acts_of(timed, step, [own_act(Kind.READY, 0)])
    assert kinds(acts) == [("ready", 0), ("review_over", None), ("bot", None)]


def test_R13_a_review_that_the_organizer_ends_ends_once():
    timed = seated(HERE, BOT, table=state("", "", **REVIEW))
    step = finish_review(timed, NOON)
    acts = acts_of(timed, step, [Act(Kind.REVIEW_OVER, ORGANIZER)])
    assert kinds(acts) == [("review_over", "organizer"), ("bot", None)]


def test_R13_a_review_that_nobody_needs_stands_between_the_rounds():
    timed = seated(HERE, BOT, table=open_table(VANGUARD, TWO_CARDS))
    step = seat_bot(timed, 0, NOON, bot=True)
    rounds = [facts_of(act.kind, act.text).get("round") for act in acts_of(timed, step)]
    assert (step.timed.table.phase, rounds) == (Phase.DRAFTED, [1, 2, 2, 3, 3, None, 4, 4, 5, 5, 6, 6])


def test_time_that_the_server_gives_back_is_told_and_a_weak_connection_is_not():
    timed = seated(HERE, HERE)
    late = timed.clock.deadline + timedelta(seconds=40)
    assert acts_of(timed, Step(grant_grace(timed, late, 15))) == (Act(Kind.EXTEND, SERVER, "55"),)
    assert acts_of(timed, Step(restart_if_in_future(timed, NOON - timedelta(hours=1)))) == (Act(Kind.SET_RIGHT),)
    assert acts_of(timed, Step(note_signal(timed, 0, weak=True))) == ()


# Histories that cannot have been -------------------------------------------------------------------------------------


def shown(history):
    acts = [(version, act.kind, facts_of(act.kind, act.text)) for version, act in history]
    return dict(replay_history(VANGUARD, TWO_CARDS, acts))


START = (1, Act(Kind.START, SERVER, "here here"))


@pytest.mark.parametrize(
    "history",
    [
        [(1, Act(Kind.CHOOSE, seat_by(0), "0 1.1 100 101"))],
        [START, (2, Act(Kind.CHOOSE, seat_by(0), "0 1.1 999"))],
        [START, (2, Act(Kind.CHOOSE, 7, "7 1.1 100"))],
        [START, (2, Act(Kind.CHOOSE, seat_by(0), "0 2.1 100 101"))],
        [START, (2, Act(Kind.CALL, 0, "0 legion_rare 100"))],
        [START, (2, Act(Kind.VERDICT, SERVER, "0 legion_rare 100 verified"))],
        [START, (2, Act(Kind.REVIEW_OVER))],
        [START, (2, Act(Kind.SEAT_BOT, SERVER, "2"))],
    ],
)
def test_a_history_that_such_a_table_cannot_have_had_is_refused(history):
    with pytest.raises(BadHistory):
        shown(history)


def test_acts_of_one_version_are_one_moment():
    history = [
        START,
        (2, Act(Kind.CHOOSE, seat_by(0), "0 1.1 100 101")),
        (2, Act(Kind.BOT, SERVER, "1 1.1 110 111")),
    ]
    versions = shown(history)
    assert (list(versions), versions[2].table.round) == ([1, 2], 2)


def test_a_choice_that_was_taken_back_is_there_before_it_was():
    history = [
        START,
        (2, Act(Kind.CHOOSE, seat_by(0), "0 1.1 100 101")),
        (4, Act(Kind.UNDO, ORGANIZER, "1.1 from 1.1")),
        (5, Act(Kind.CHOOSE, seat_by(0), "0 1.1 100 101")),
    ]
    versions = shown(history)
    placed = {version: len(moment.table.placed[0]) for version, moment in versions.items()}
    assert placed == {1: 0, 2: 2, 4: 0, 5: 2}
