"""A room of the kernel through interleavings: lost, failed, in doubt, refreshed, closed, twice, late.

`World` in `tests/live/tally.py` watches every schedule; what a test asserts besides is what becomes of it.
"""

from itertools import product

import pytest
from django.db import InterfaceError
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.live.tally import play

ASK, AGAIN, ANOTHER = ("ask", 0, "a"), ("ask", 0, "a again"), ("ask", 1, "b")
BEGIN, TELL, GO_ON = ("begin",), ("tell",), ("go_on",)
WRITES = {
    "written": [("write",)],
    "lost": [("change_elsewhere",), ("write",)],
    "lost to itself": [("same_elsewhere",), ("write",)],
    "lost to a pause": [("close_elsewhere",), ("write",)],
    "failed": [("fail",)],
    "failed though written": [("fail_though_written",)],
}
DISTURBANCES = {
    "nothing": [],
    "twice": [ASK],
    "twice by another phone": [("ask_by_another_phone", 0, "a")],
    "the same by another name": [AGAIN],
    "another": [ANOTHER],
    "comes": [("come",)],
    "refreshed": [("refresh",)],
    "refreshed and read": [("refresh",), GO_ON, GO_ON],
    "changed and refreshed": [("change_elsewhere",), ("refresh",), GO_ON],
    "known": [("know_elsewhere",)],
    "reached": [("reach",), ("wait",)],
    "caught up": [("catch_up",), ("wait",)],
    "reading fails": [("stop_reading",)],
    "closed": [("close_elsewhere",)],
    "late": [("wait_long",)],
}


def schedule(write, *disturbances):
    """Return the life of a request with something in between: before it, on its way, stored, told of, and after."""
    stages = [[], [ASK], [BEGIN], WRITES[write], [TELL], [GO_ON], [GO_ON]]
    between = dict(disturbances)
    actions = []
    for number, stage in enumerate(stages):
        actions += stage + DISTURBANCES[between.get(number, "nothing")]
    return actions


STAGES = range(7)


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("disturbance", DISTURBANCES)
def test_a_request_is_answered_once_whatever_happens_in_between(write, disturbance):
    for stage in STAGES:
        play(schedule(write, (stage, disturbance)))


@pytest.mark.parametrize("write", WRITES)
@pytest.mark.parametrize("first", DISTURBANCES)
def test_a_request_is_answered_once_whatever_two_things_happen_in_between(write, first):
    for second, (one, other) in product(DISTURBANCES, [(1, 3), (2, 4), (3, 5)]):
        play(schedule(write, (one, first), (other, second)))


DEEDS = st.one_of(
    st.tuples(
        st.sampled_from(["ask", "ask_by_another_phone"]), st.integers(0, 2), st.sampled_from(["a", "b", "a again"])
    ),
    st.tuples(
        st.sampled_from(
            [
                *("begin", "write", "tell", "go_on", "fail", "fail_though_written", "come", "change_elsewhere"),
                *("same_elsewhere", "close_elsewhere", "know_elsewhere", "refresh", "reach", "catch_up"),
                *("stop_reading", "wait", "wait_long"),
            ]
        )
    ),
)


@settings(max_examples=300)
@example([("come",), BEGIN, ("fail",)])
@given(st.lists(DEEDS, max_size=40))
def test_every_random_schedule_ends_with_what_is_stored_and_every_request_answered(schedule):
    play(schedule)


def answers(*schedule):
    """Return what each phone was answered, and how often it was closed."""
    world = play(schedule)
    return [
        [*(answer for _, answer in phone.answers), *["closed"] * phone.closed] for phone in world.phones if phone.asked
    ]


@pytest.mark.parametrize(
    ("write", "answer"),
    [
        ("written", [2]),
        ("lost", [3]),
        ("lost to itself", [2]),
        ("lost to a pause", ["paused"]),
        ("failed", ["closed"]),
        ("failed though written", ["closed"]),
    ],
)
def test_the_answer_to_a_request_follows_from_what_became_of_it(write, answer):
    assert answers(*schedule(write)) == [answer]


def test_a_request_that_was_turned_away_though_it_was_stored_is_acknowledged_when_it_is_asked_again():
    assert answers(*schedule("failed though written"), ASK) == [["closed"], [2]]


def test_a_request_that_changes_nothing_is_acknowledged_when_it_is_stored_and_no_sooner():
    assert answers(ASK, AGAIN, BEGIN, ("fail",), TELL) == [["closed"]]
    assert answers(ASK, AGAIN) == [[2, 2]]


def test_a_request_that_comes_while_a_lost_value_is_read_is_asked_after_those_before_it():
    asked = [ASK, BEGIN, ("change_elsewhere",), ("write",), TELL, ANOTHER]
    assert answers(*asked) == [[3], [4]]


def test_a_request_between_a_refresh_and_a_lost_write_is_answered():
    assert answers(ASK, BEGIN, ("change_elsewhere",), ("write",), ("refresh",), ANOTHER, TELL, GO_ON, GO_ON) == [
        [3],
        [4],
    ]


def test_a_reading_from_before_a_write_that_came_in_between_is_passed_over():
    world = play([("refresh",), GO_ON, ("come",), BEGIN, ("write",), TELL, GO_ON])
    assert (world.newest, world.room.live.said) == (2, ("here",))


def test_a_lost_word_is_acknowledged_by_no_later_version_whatever_keeps_it_from_being_asked_again():
    """The error that Django raises where a connection is gone is not always a DatabaseError."""
    lost = [ASK, BEGIN, ("change_elsewhere",), ("write",), ("stop_reading", InterfaceError), TELL, GO_ON, GO_ON]
    later = [("stop_reading",), ("refresh",), GO_ON, GO_ON, ANOTHER, BEGIN, ("write",), TELL]
    world = play([*lost, *later])
    assert ("a" in world.rows.tally.said, "b" in world.rows.tally.said) == (False, True)
