"""Guests without a phone at a table: others act for them, so they are neither away nor hurried."""

from drafts.rules.actors import ORGANIZER
from drafts.rules.draft.deadlines import deadline_of, wakes_at
from drafts.rules.draft.history import Kind, facts_of, join_act
from drafts.rules.draft.seat_status import Presence, status_of
from drafts.rules.draft.timed import SeatState
from drafts.rules.draft.timed_table import attend, expire
from tests.rules.timed_tables import AWAY, HERE, NOON, after, chosen, seated

GUEST = SeatState(connected=True, guest=True)


def after_passes_by_time(timed, passes):
    for number in range(1, passes + 1):
        timed = expire(timed, after(1000 * number)).timed
        if timed.paused:
            break
    return timed


def test_a_guest_is_here_whoever_comes_and_goes():
    timed = seated(HERE, GUEST)
    gone = attend(timed, 1, connected=False, at=NOON)
    assert gone == timed
    assert status_of(gone, 1).presence is Presence.HERE


def test_a_guest_who_timed_out_twice_has_all_the_time_of_others():
    timed = seated(HERE, GUEST)
    for cards, at in (((1, 2), "1.1"), ((7,), "1.2")):
        mine = chosen(timed, 0, cards, at=at) if at == "1.1" else None
        timed = expire(mine.timed if mine else timed, after(500 if at == "1.1" else 1000)).timed
    assert timed.seats[1].timeouts == 2
    assert timed.seats[1].hurried is False
    assert deadline_of(timed, 1) == timed.clock.deadline


def test_guests_alone_do_not_make_those_hurry_whose_line_is_down():
    timed = seated(GUEST, AWAY)
    assert [seat.hurried for seat in timed.seats] == [False, False]


def test_the_clock_chooses_for_a_guest_at_the_deadline_and_not_later():
    timed = seated(HERE, GUEST)
    assert wakes_at(timed) == timed.clock.deadline


def test_the_act_of_a_late_guest_names_the_bot_whose_seat_it_was():
    act = join_act(2, "Brass Finch 2", ORGANIZER)
    assert facts_of(Kind.JOIN, act.text) == {"seat": 2, "was": "Brass Finch 2"}
