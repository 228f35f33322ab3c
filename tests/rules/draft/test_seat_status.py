from dataclasses import replace

from drafts.rules.draft.seat_status import Presence, SeatStatus, Turn, lobby_status, status_of
from drafts.rules.draft.timed import TableSettings
from drafts.rules.draft.timed_table import expire, say_ready
from tests.rules.positions import state
from tests.rules.timed_tables import AWAY, BOT, HERE, NOON, REVIEW, after, chosen, seated


def turns(timed):
    return [status_of(timed, seat).turn for seat in range(len(timed.seats))]


def presences(timed):
    return [status_of(timed, seat).presence for seat in range(len(timed.seats))]


def test_a_seat_is_choosing_then_done():
    assert turns(chosen(seated(HERE, HERE), 0, (1, 2)).timed) == [Turn.DONE, Turn.CHOOSING]


def test_a_seat_for_which_the_clock_chose_is_done_by_time_in_this_pass_only():
    timed = expire(seated(HERE, AWAY), after(5)).timed
    assert turns(timed) == [Turn.CHOOSING, Turn.DONE_BY_TIME]
    assert turns(chosen(timed, 0, (1, 2)).timed) == [Turn.CHOOSING, Turn.CHOOSING]


def test_presence_does_not_depend_on_what_a_seat_has_done():
    away = replace(AWAY, away_since=after(-34))
    status = status_of(expire(seated(HERE, away), after(5)).timed, 1)
    assert status == SeatStatus(Presence.AWAY, after(-34), Turn.DONE_BY_TIME, hurried=True)


def test_a_slow_or_silent_connection_is_weak_and_a_bot_is_always_here():
    assert presences(seated(HERE, replace(HERE, weak=True))) == [Presence.HERE, Presence.WEAK]
    assert presences(seated(replace(BOT, away_since=NOON), AWAY)) == [Presence.HERE, Presence.AWAY]
    assert status_of(seated(replace(BOT, away_since=NOON), AWAY), 0).away_since is None


def test_a_bots_seat_says_so_whatever_goes_on():
    assert turns(seated(HERE, BOT)) == [Turn.CHOOSING, Turn.BOT]
    assert turns(seated(HERE, BOT, table=state("| |N1", "| |N2", **REVIEW))) == [Turn.LOOKING, Turn.BOT]


def test_an_empty_hand_has_nothing_to_choose():
    assert turns(seated(HERE, HERE, table=state("", "N2 N3 N4", at="1.2"))) == [Turn.NO_CARDS, Turn.CHOOSING]


def test_in_the_review_a_seat_looks_until_its_fighter_has_seen_the_cards():
    timed = seated(HERE, HERE, table=state("| |N1", "| |N2", **REVIEW))
    assert turns(say_ready(timed, 0, NOON).timed) == [Turn.SEEN, Turn.LOOKING]


def test_after_the_draft_every_seat_is_done():
    assert turns(seated(HERE, BOT, table=state("||1", "||2", at="6.4 drafted"))) == [Turn.DONE, Turn.DONE]


def test_only_in_a_pass_somebody_hurries():
    idle = replace(HERE, timeouts=2)
    timed = seated(idle, HERE)
    assert [status_of(timed, seat).hurried for seat in (0, 1)] == [True, False]
    review = replace(timed, table=state("| |N1", "| |N2", **REVIEW))
    assert not status_of(review, 0).hurried


def test_no_fighter_hurries_where_nothing_is_timed():
    assert not status_of(seated(replace(HERE, timeouts=2), HERE, settings=TableSettings()), 0).hurried


def test_in_the_lobby_a_fighter_gets_ready():
    here = {"bot": False, "connected": True, "away_since": None}
    assert lobby_status(**here, ready=False) == SeatStatus(Presence.HERE, None, Turn.GETTING_READY)
    assert lobby_status(**here, ready=True).turn is Turn.READY
    assert lobby_status(bot=True, connected=False, away_since=None, ready=True).turn is Turn.BOT
    gone = lobby_status(bot=False, connected=False, away_since=NOON, ready=True)
    assert (gone.presence, gone.away_since) == (Presence.AWAY, NOON)
