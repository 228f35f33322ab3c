"""A room when something happens in between: while it reads, while it writes, and when that fails."""

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from drafts.live.draft.audience import Audience
from drafts.live.draft.marks import Marks
from drafts.live.draft.table_presence import AWAY_AFTER_SECONDS
from drafts.live.kernel.database import ASK_AGAIN_SECONDS
from drafts.live.kernel.room import REACH_SECONDS, REACHES, RETRY_SECONDS
from drafts.models import Connection, JudgeCall, Pick, Seat, TableEvent
from drafts.protocol import CallJudge, Here, Mark, NightStates, Ready, Return
from drafts.rules.draft import clock as clocks
from drafts.services.draft.hosting import pause_tables
from drafts.services.draft.tables import record_changes, undo_pass
from drafts.services.events.lifecycle import stop_event
from drafts.store.tables import load_table
from tests.factories import call_judge, choose, make_event, play_to_review
from tests.live.by_hand import (
    Clock,
    Screen,
    WriterByHand,
    choice_of,
    database_answers,
    database_held_up,
    room_of,
    rows_away,
    settle,
)

pytestmark = pytest.mark.django_db(transaction=True)
TRY_AGAIN = 4503


@pytest.fixture
def event(sample_sets):
    return make_event(None, "Aichi", "Kamui", "Misaki", started=True)


@pytest.fixture
def live(event):
    Seat.objects.update(connected=True)
    return load_table(event.draft.tables.get().id)


@pytest.fixture
def writer():
    return WriterByHand()


@pytest.fixture
async def room(live, writer):
    room = room_of(live, writer)
    yield room
    room.close()


@pytest.fixture
def clock(monkeypatch):
    clock = Clock(time.monotonic())
    monkeypatch.setattr(time, "monotonic", clock)
    return clock


@pytest.fixture
def phones(live):
    return [Screen(live, seat) for seat in range(3)]


async def stored(table_id):
    """Return a table as the database has it, and how many cards each seat has placed there."""
    live = await sync_to_async(load_table)(table_id)
    return live, [len(cards) for cards in live.timed.table.placed]


async def choose_elsewhere(event, seat):
    await sync_to_async(choose)(event, seat)


def cards_placed(changes):
    """Return the numbers of the cards that changes place, change by change."""
    return [sum(len(pick.cards) for pick in change.picks) for change in changes]


# Lost -------------------------------------------------------------------------------------------------------------


async def test_a_choice_that_lost_against_another_process_is_asked_again_and_stored_once(
    event, live, room, writer, phones
):
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    await choose_elsewhere(event, 1)
    assert await writer.write(room) is False
    assert (phones[0].answers, room.live.version) == ([], live.version + 1)
    assert await writer.write(room) is True
    assert (phones[0].answers, (await stored(live.id))[1]) == ([live.version + 2], [2, 2, 0])


async def test_a_choice_that_lost_against_a_pause_is_refused(event, live, room, writer, phones):
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    await sync_to_async(pause_tables)(event=event)
    assert await writer.write(room) is False
    assert (phones[0].answers, writer.changes, room.is_writing) == (["paused"], [], False)


async def test_a_refusal_that_rests_on_a_choice_waits_until_that_is_stored(live, room, writer, phones):
    for request in ("a", "b"):
        await room.ask(phones[0].viewer, 0, choice_of(live, 0, request))
    assert phones[0].answers == []
    await writer.write(room)
    assert phones[0].answers == [live.version + 1, "already_chosen"]


async def test_no_fighter_is_refused_for_a_choice_that_was_lost(event, live, room, writer, phones):
    for request in ("a", "b"):
        await room.ask(phones[0].viewer, 0, choice_of(live, 0, request))
    await sync_to_async(pause_tables)(event=event)
    await writer.write(room)
    assert phones[0].answers == ["paused", "paused"]


async def test_a_choice_that_lost_against_itself_sent_by_way_of_another_process_is_acknowledged(
    live, room, writer, phones
):
    elsewhere, writer_elsewhere = room_of(live, other := WriterByHand()), other
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    await elsewhere.ask(Screen(live, 0).viewer, 0, choice_of(live, 0))
    assert await writer_elsewhere.write(elsewhere) is True
    assert await writer.write(room) is False
    elsewhere.close()
    assert (phones[0].answers, writer.changes) == ([live.version + 1], [])
    assert (await stored(live.id))[1] == [2, 0, 0]


async def test_a_request_of_a_pass_that_was_taken_back_is_new_when_it_is_asked_again(live, room, writer, phones):
    asked = choice_of(live, 0)
    await room.ask(phones[0].viewer, 0, asked)
    await writer.write(room)
    await sync_to_async(undo_pass)(table_id=live.id)
    await room.refresh()
    await room.ask(phones[0].viewer, 0, asked)
    assert cards_placed(writer.changes) == [2]
    await writer.write(room)
    assert (phones[0].answers, (await stored(live.id))[1]) == ([live.version + 1, live.version + 3], [2, 0, 0])


async def test_all_devices_that_asked_the_same_get_an_answer_after_it_was_lost(event, live, room, writer, phones):
    twin = Screen(live, 0)
    for phone in (phones[0], twin):
        await room.ask(phone.viewer, 0, choice_of(live, 0))
    await choose_elsewhere(event, 1)
    await writer.write(room)
    assert cards_placed(writer.changes) == [2]
    await writer.write(room)
    assert (phones[0].answers, twin.answers) == ([live.version + 2], [live.version + 2])


async def test_a_request_made_while_a_lost_table_is_read_again_builds_on_what_is_read(
    event, live, room, writer, phones
):
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    await choose_elsewhere(event, 1)
    writer.take()
    async with database_held_up():
        losing = asyncio.create_task(room.lost())
        await settle()
        asking = asyncio.ensure_future(room.ask(phones[2].viewer, 2, choice_of(live, 2)))
        await settle()
        assert (writer.changes, phones[2].answers) == ([], [])
    await asyncio.gather(losing, asking)
    first, second = writer.changes
    assert (first.before, second.before) == (room.live, first.after)
    assert await writer.write(room) is True
    assert sorted(phones[0].answers + phones[2].answers) == [live.version + 2, live.version + 3]
    assert (await stored(live.id))[0].timed.table.pass_number == 2  # all three have chosen


@pytest.mark.parametrize("chose_elsewhere", [True, False])
async def test_a_viewer_who_comes_while_a_lost_table_is_read_is_noted_once_on_what_was_read(
    event, live, room, writer, phones, chose_elsewhere
):
    await sync_to_async(Seat.objects.filter(position=2).update)(connected=False)
    await room.refresh()
    room = room_of(await sync_to_async(load_table)(live.id), writer)
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    if chose_elsewhere:
        await choose_elsewhere(event, 1)
    writer.take()
    async with database_held_up():
        losing = asyncio.create_task(room.lost())
        await settle()
        room.join(phones[2].viewer)
        assert [change.before.version for change in writer.changes] == [live.version]  # on what is being replaced
    await losing
    first = live.version + chose_elsewhere
    assert [change.before.version for change in writer.changes] == list(range(first, first + len(writer.changes)))
    assert await writer.write(room) is True
    room.close()
    table, placed = await stored(live.id)
    others = 2 if chose_elsewhere else 0
    assert (placed, table.timed.seats[2].connected, len(phones[0].answers)) == ([2, others, 0], True, 1)


async def test_a_table_that_is_lost_twice_asks_everything_again_twice_and_answers_once(
    event, live, room, writer, phones
):
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    await choose_elsewhere(event, 1)
    assert await writer.write(room) is False
    await sync_to_async(pause_tables)(event=event)
    await room.lost()
    assert (phones[0].answers, room.live.timed.paused, room.is_writing) == (["paused"], True, False)


# Failed -----------------------------------------------------------------------------------------------------------


async def test_a_choice_that_could_not_be_written_is_as_if_never_made_and_can_be_asked_again(
    live, room, writer, phones
):
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    writer.take()
    room.failed()
    assert (phones[0].closed, phones[0].answers, room.is_writing) == ([TRY_AGAIN], [], False)
    back = Screen(live, 0)
    await room.ask(back.viewer, 0, choice_of(live, 0))
    assert [change.before for change in writer.changes] == [room.live]
    assert await writer.write(room) is True
    assert (back.answers, phones[0].answers) == ([live.version + 1], [])


async def test_everything_that_built_on_a_change_that_failed_is_dropped_with_it(live, room, writer, phones):
    for seat in (0, 1):
        await room.ask(phones[seat].viewer, seat, choice_of(live, seat))
    writer.take()
    room.failed()
    assert [phone.closed for phone in phones] == [[TRY_AGAIN], [TRY_AGAIN], []]
    await room.ask(phones[2].viewer, 2, choice_of(live, 2))
    assert await writer.write(room) is True
    assert (phones[2].answers, (await stored(live.id))[1]) == ([live.version + 1], [0, 0, 2])


async def test_a_choice_that_was_written_although_it_failed_is_acknowledged_when_asked_again(
    live, room, writer, phones
):
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    await sync_to_async(record_changes)(chains=[writer.take()])  # and then the line to the database broke
    room.failed()
    back = Screen(live, 0)
    await room.ask(back.viewer, 0, choice_of(live, 0))
    assert await writer.write(room) is False
    assert (back.answers, writer.changes, await Pick.objects.acount()) == ([live.version + 1], [], 2)


async def test_a_table_that_fails_twice_turns_nobody_away_twice(live, room, writer, phones):
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    for _ in range(2):
        room.failed()
    assert (phones[0].closed, room.is_writing) == ([TRY_AGAIN], False)


async def test_a_table_that_was_lost_and_cannot_be_read_turns_everybody_away(live, room, writer, phones):
    def rename(before, after):
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {before} RENAME TO {after}")

    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    writer.take()
    await sync_to_async(rename)("drafts_table", "elsewhere")
    try:
        await room.lost()
    finally:
        await sync_to_async(rename)("elsewhere", "drafts_table")
    assert (phones[0].closed, phones[0].answers, room.is_writing) == ([TRY_AGAIN], [], False)
    back = Screen(live, 0)
    await room.ask(back.viewer, 0, choice_of(live, 0))
    assert await writer.write(room) is True
    assert back.answers == [live.version + 1]


async def test_a_viewer_who_came_while_nothing_could_be_written_is_noted_a_moment_later(live, writer, clock):
    absent = replace(live.timed.seats[0], connected=False)
    away = replace(live, timed=replace(live.timed, seats=(absent, *live.timed.seats[1:])))
    room, phone = room_of(away, writer), Screen(away, 0)
    room.join(phone.viewer)
    writer.take()
    room.failed()
    await clock.move(RETRY_SECONDS - 0.1)
    assert writer.changes == []
    await clock.move(0.2)
    room.close()
    assert [change.after.timed.seats[0].connected for change in writer.changes] == [True]


# Read again -------------------------------------------------------------------------------------------------------


async def test_a_table_that_is_read_while_a_choice_is_asked_takes_both(event, live, room, writer, phones):
    await choose_elsewhere(event, 1)
    async with database_held_up():
        reading = asyncio.create_task(room.refresh())
        await settle()
        asking = asyncio.ensure_future(room.ask(phones[0].viewer, 0, choice_of(live, 0)))
        await settle()
        assert writer.changes == []  # it waits for what is being read
    await asyncio.gather(reading, asking)
    assert [change.before.version for change in writer.changes] == [live.version + 1]
    assert await writer.write(room) is True
    assert (phones[0].answers, (await stored(live.id))[1]) == ([live.version + 2], [2, 2, 0])


async def test_no_viewer_is_shown_a_table_before_what_follows_its_draft_is_read_too(event, live, writer):
    early, late = Screen(live, 0), Screen(live)

    async def gone_on():  # while it is read somebody comes, and somebody asks for all of it again
        room.join(late.viewer)
        room.audience.show(early.viewer, room.live)
        assert (late.frames, early.seqs) == ([], [live.version])

    room = room_of(live, writer, gone_on)
    room.join(early.viewer)
    await sync_to_async(stop_event)(event=event)
    await room.refresh()
    room.close()
    assert [screen.frames[-1]["event"]["phase"] for screen in (early, late)] == ["finished", "finished"]
    assert (early.seqs[-1], len(late.frames)) == (room.live.version, 1)


async def test_a_reading_while_something_is_written_does_not_undo_it(live, room, writer):
    screen = Screen(live)
    room.join(screen.viewer)
    async with database_held_up():
        reading = asyncio.create_task(room.refresh())
        await settle()
        room.presence.mark_disconnected({live.seats[1].fighter})  # which waits for nothing that is being read
    await reading
    assert room.is_writing is True
    assert await writer.write(room) is True
    assert (room.is_writing, room.live.version, screen.seqs[-1]) == (False, live.version + 1, live.version + 1)


async def test_a_change_elsewhere_that_is_told_of_during_a_write_shows_after_it(event, live, room, writer, phones):
    screen = Screen(live)
    room.join(screen.viewer)
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    changes = writer.take()
    recorded = await sync_to_async(record_changes)(chains=[changes])
    await choose_elsewhere(event, 1)
    await room.refresh()
    assert (screen.seqs, room.live.version) == ([live.version], live.version)
    room.written(changes, recorded.completed)
    await database_answers()
    assert (screen.seqs, phones[0].answers) == ([live.version + step for step in range(3)], [live.version + 1])
    assert [len(cards) for cards in room.live.timed.table.placed] == [2, 2, 0]


async def test_reach_reads_until_the_version_is_there(event, live, room, writer):
    await choose_elsewhere(event, 1)
    await room.reach(live.version + 1)
    assert room.live.version == live.version + 1


async def test_reach_waits_for_what_is_being_written(live, room, writer, phones, clock):
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    reaching = asyncio.create_task(room.reach(live.version + 1))
    await settle()
    assert reaching.done() is False
    assert await writer.write(room) is True
    await clock.move(2 * REACH_SECONDS)
    await reaching
    assert (room.live.version, writer.changes) == (live.version + 1, [])


async def test_reach_gives_up_after_a_while_and_keeps_nobody_waiting_for_ever(live, room, writer, phones, clock):
    await room.ask(phones[0].viewer, 0, choice_of(live, 0))
    reaching = asyncio.create_task(room.reach(live.version + 1))
    for _ in range(REACHES + 1):
        await clock.move(2 * REACH_SECONDS)
    await reaching
    assert room.live.version == live.version


# A call for a judge -----------------------------------------------------------------------------------------------


def calls_shown(screen):
    """Return the rows of a seat's call as each of its whole views named it."""
    return [frame["you"]["call"]["id"] for frame in screen.frames if frame["type"] == "state" and frame["you"]["call"]]


async def test_a_call_for_a_judge_is_shown_by_its_row_also_in_changes_that_were_asked_behind_it(
    live, room, writer, phones
):
    room.join(phones[0].viewer)
    await room.ask(phones[0].viewer, 0, CallJudge("a", "rules", None))
    called = writer.take()
    await room.ask(phones[1].viewer, 1, choice_of(live, 1))
    behind, writer.changes = writer.changes, called
    assert await writer.write(room) is True
    writer.changes = behind
    assert await writer.write(room) is True
    await room.ask(phones[0].viewer, 0, choice_of(live, 0, "b"))
    assert await writer.write(room) is True
    call = await JudgeCall.objects.aget()
    assert (set(calls_shown(phones[0])), len(calls_shown(phones[0]))) == ({call.id}, 2)
    assert (room.live.calls, room.is_writing) == ((await stored(live.id))[0].calls, False)
    assert (call.version, phones[0].answers) == (live.version + 1, [live.version + 1, live.version + 3])


async def test_the_same_call_for_a_judge_twice_is_one_and_another_is_refused_while_it_is_open(
    live, room, writer, phones
):
    for request in ("a", "a", "b"):
        await room.ask(phones[0].viewer, 0, CallJudge(request, "rules", None))
    assert await writer.write(room) is True
    await room.ask(phones[0].viewer, 0, CallJudge("a", "rules", None))
    seq = live.version + 1
    assert (phones[0].answers, await JudgeCall.objects.acount()) == ([seq, seq, "not_allowed", seq], 1)


async def test_a_call_for_a_judge_that_lost_against_itself_sent_by_way_of_a_page_is_acknowledged(
    live, room, writer, phones
):
    await room.ask(phones[0].viewer, 0, CallJudge("a", "rules", None))
    seq = await sync_to_async(call_judge)(table_id=live.id, seat=0, reason="rules", card=None, request="a")
    assert await writer.write(room) is False
    assert (phones[0].answers, writer.changes, await JudgeCall.objects.acount()) == ([seq], [], 1)


# The clock --------------------------------------------------------------------------------------------------------


async def test_a_pass_that_would_begin_in_an_hour_begins_anew_when_its_alarm_rings(live, writer):
    """The time of day was set back: the alarm still rings after the seconds of the pass."""
    now = datetime.now(UTC)
    room = room_of(replace(live, timed=replace(live.timed, clock=clocks.started(now, 20))), writer)
    future = clocks.started(now + timedelta(hours=1), 20)
    room._value.replace(replace(room.live, timed=replace(room.live.timed, clock=future)))
    room._alarm.cancel()  # as it is while it rings
    await room.act_on_time()
    room.close()
    [change] = writer.changes
    assert change.after.timed.clock.started - now < timedelta(seconds=10)


# Away -------------------------------------------------------------------------------------------------------------


async def test_a_fighter_is_away_two_seconds_after_the_line_ended_and_no_sooner(room, writer, phones, clock):
    assert AWAY_AFTER_SECONDS == 2
    room.join(phones[0].viewer)
    room.leave(phones[0].viewer)
    await clock.move(1.9)
    assert writer.changes == []
    await clock.move(0.2)
    await database_answers()  # one of several processes asks whether another one has the fighter
    assert [change.after.timed.seats[0].connected for change in writer.changes] == [False]


async def test_a_fighter_who_leaves_while_the_database_is_away_is_away_once_it_is_back(
    live, writer, phones, clock, settings
):
    settings.REDIS_URL = "redis://others"  # another process may have the fighter
    room = room_of(live, writer)
    room.join(phones[0].viewer)
    async with rows_away(Connection):
        room.leave(phones[0].viewer)
        await clock.move(AWAY_AFTER_SECONDS + 0.1)
        await database_answers()
        assert writer.changes == []
    await clock.move(ASK_AGAIN_SECONDS + 0.1)
    await database_answers()
    assert [change.after.timed.seats[0].connected for change in writer.changes] == [False]
    room.close()


async def test_a_fighter_who_is_back_within_two_seconds_was_never_away(live, room, writer, phones, clock):
    room.join(phones[0].viewer)
    room.leave(phones[0].viewer)
    await clock.move(1.9)
    room.join(Screen(live, 0).viewer)
    await clock.move(10)
    assert writer.changes == []


async def test_a_fighter_with_a_second_device_here_is_not_away(live, room, writer, phones, clock):
    tablet = Screen(live, 0)
    for screen in (phones[0], tablet):
        room.join(screen.viewer)
    room.leave(phones[0].viewer)
    await clock.move(10)
    assert writer.changes == []


# Viewers of a small change ----------------------------------------------------------------------------------------

OWN_PART = [{"hurried": True}, {"ready": True}, {"bot": True}, {"by_time": ((1, 1),)}]
NOBODYS_PART = [{"connected": False}, {"weak": True}]


def shown(live, **change):
    """Return the types of what the fighter at a seat, another and a spectator are sent of a change of that seat."""
    seats = live.timed.seats
    timed = replace(live.timed, seats=(replace(seats[0], **change), *seats[1:]))
    marks = Marks(WriterByHand(), lambda: None)
    audience, screens = Audience(marks, NightStates), [Screen(live, 0), Screen(live, 1), Screen(live)]
    for screen in screens:
        audience.add(screen.viewer)
    audience.show_change(live, replace(live, timed=timed, version=live.version + 1))
    return screens, [[frame["type"] for frame in screen.frames] for screen in screens]


@pytest.mark.parametrize("change", OWN_PART, ids=lambda change: next(iter(change)))
async def test_a_fighter_is_sent_all_of_their_view_when_their_own_part_of_it_changes(live, change):
    _, types = shown(live, **change)
    assert types == [["state"], ["seat"], ["seat"]]


@pytest.mark.parametrize("change", NOBODYS_PART, ids=lambda change: next(iter(change)))
async def test_a_change_that_looks_the_same_to_all_is_sent_as_a_small_one(live, change):
    _, types = shown(live, **change)
    assert types == [["seat"], ["seat"], ["seat"]]


async def test_a_fighter_who_is_hurried_no_more_is_told_so_at_once(live, writer, phones):
    hurried = replace(live.timed.seats[0], hurried=True, timeouts=2)
    timed = clocks.started(datetime.now(UTC), 60)
    slow = replace(live, timed=replace(live.timed, clock=timed, seats=(hurried, *live.timed.seats[1:])))
    room = room_of(slow, writer)
    for phone in phones:
        room.join(phone.viewer)
    assert phones[0].frames[-1]["you"]["hurried"] is True
    room.mark(phones[0].viewer, 0, Mark(()))
    room.written(writer.take(), {})
    room.close()
    assert (phones[0].frames[-1]["type"], phones[0].frames[-1]["you"]["hurried"]) == ("state", False)
    assert [phone.frames[-1]["type"] for phone in phones[1:]] == ["seat", "seat"]


# The history ------------------------------------------------------------------------------------------------------


def told(changes):
    """Return what the history will say of changes: who did what, and the rest of the line."""
    return [(act.by.seat, act.kind.value, act.text) for change in changes for act in change.acts]


async def test_a_fighter_who_goes_and_comes_is_in_the_history(room, writer, phones, clock):
    room.join(phones[0].viewer)
    room.leave(phones[0].viewer)
    await clock.move(AWAY_AFTER_SECONDS + 0.1)
    await database_answers()
    room.join(Screen(room.live, 0).viewer)
    assert told(writer.changes) == [(0, "disconnected", "0"), (0, "connected", "0")]


@pytest.mark.parametrize(
    ("seat", "says", "line"),
    [
        ({"hurried": True}, lambda room, viewer: room.ask(viewer, 0, Here("a")), (0, "here", "0")),
        ({"bot": True}, lambda room, viewer: room.ask(viewer, 0, Return("a")), (0, "unseat_bot", "0")),
    ],
    ids=["here", "return"],
)
async def test_the_words_of_a_fighter_at_the_table_are_in_the_history(live, writer, phones, seat, says, line):
    await Seat.objects.filter(id=live.seats[0].id).aupdate(**seat)
    room = room_of(await sync_to_async(load_table)(live.id), writer)
    await says(room, phones[0].viewer)
    assert told(writer.changes) == [line]
    assert await writer.write(room) is True
    row = await TableEvent.objects.alast()
    assert (row.by, row.fighter, row.version) == ("fighter", live.seats[0].fighter, live.version + 1)
    room.close()


async def test_a_mark_of_one_who_was_hurried_is_in_the_history_and_another_is_not(live, writer):
    await Seat.objects.filter(id=live.seats[0].id).aupdate(hurried=True)
    room = room_of(await sync_to_async(load_table)(live.id), writer)
    for seat in (0, 1):
        room.mark(Screen(room.live, seat).viewer, seat, Mark((room.live.timed.table.hands[seat][0].id,)))
    assert told(writer.changes) == [(0, "here", "0")]
    room.close()


async def test_R13_a_fighter_who_has_seen_their_cards_is_in_the_history(event, live, writer, phones):
    await sync_to_async(play_to_review)(event)
    room = room_of(await sync_to_async(load_table)(live.id), writer)
    await room.ask(phones[0].viewer, 0, Ready("a"))
    assert told(writer.changes) == [(0, "ready", "0")]
    room.close()
