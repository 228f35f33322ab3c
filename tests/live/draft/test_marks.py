"""Marks from several devices of a seat: of two the younger tap counts, and all devices show what the server holds."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from asgiref.sync import sync_to_async

from drafts.models import Pick, Seat
from drafts.protocol import BadMessage, Mark, NotJson, parse
from drafts.rules.formats import Pace
from drafts.services.draft.tables import change_table, record_marks
from drafts.store.table_facts import Marked
from drafts.store.tables import load_table
from tests.factories import make_event
from tests.live.by_hand import Screen, WriterByHand, choice_of, room_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=["vanguard", "magic"])
def live(request, sample_sets):
    fields = {} if request.param == "vanguard" else {"format_": "magic-draft", "card_set": "MAG01"}
    return load_table(make_event(None, "Aichi", "Kamui", started=True, pace=Pace.BRISK, **fields).draft.tables.get().id)


@pytest.fixture
def writer():
    return WriterByHand()


class Devices:
    """A room, and a phone and a tablet of seat 0 in it."""

    def __init__(self, live, writer):
        self.room = room_of(live, writer)
        self.phone, self.tablet = Screen(live, 0), Screen(live, 0)
        self.one, self.two = (card.id for card in live.timed.table.hands[0][:2])

    async def come(self):
        for screen in (self.phone, self.tablet):
            self.room.join(screen.viewer)
            screen.frames.clear()
        return self

    async def mark(self, screen, *cards, age=0.0):
        self.room.mark(screen.viewer, 0, Mark(cards, age))

    async def state(self, screen):
        self.room.audience.show(screen.viewer, self.room.live)
        return screen.frames.pop()["you"]["marked"]


def told(screen):
    """Return the marks that a device was told of by themselves."""
    return [frame["cards"] for frame in screen.frames if frame["type"] == "marked"]


async def test_of_two_devices_the_younger_tap_counts_whichever_speaks_last(live, writer):
    at = await Devices(live, writer).come()
    await at.mark(at.tablet, at.two)
    await at.mark(at.phone, at.one, age=30)
    assert [await at.state(screen) for screen in (at.phone, at.tablet)] == [[at.two]] * 2
    await at.mark(at.phone, at.one, age=0)
    assert await at.state(at.tablet) == [at.one]
    at.room.close()


async def test_each_device_is_told_what_the_server_holds_and_an_old_mark_is_answered_with_it(live, writer):
    at = await Devices(live, writer).come()
    await at.mark(at.tablet, at.two)
    assert (told(at.phone), told(at.tablet)) == ([[at.two]], [[at.two]])
    await at.mark(at.phone, at.one, age=30)
    assert (told(at.phone), told(at.tablet)) == ([[at.two]] * 2, [[at.two]])
    at.room.close()


async def test_a_mark_of_a_seats_only_device_is_not_answered(live, writer):
    room, phone = room_of(live, writer), Screen(live, 0)
    room.join(phone.viewer)
    phone.frames.clear()
    room.mark(phone.viewer, 0, Mark((live.timed.table.hands[0][0].id,)))
    assert phone.frames == []
    room.close()


async def test_the_card_that_was_tapped_last_is_taken_when_time_runs_out_also_after_a_restart(live, writer):
    at = await Devices(live, writer).come()
    await at.mark(at.tablet, at.two)
    await sync_to_async(record_marks)(marks=writer.marks)
    at.room.close()
    again = await Devices(await sync_to_async(load_table)(live.id), writer).come()
    await again.mark(again.phone, at.one, age=30)
    assert await again.state(again.phone) == [at.two]
    again.room.close()


async def test_a_change_of_the_seat_leaves_its_stored_marks_as_they_are(live, writer):
    at = await Devices(live, writer).come()
    await writer.write(at.room)
    await at.mark(at.tablet, at.two)
    await sync_to_async(record_marks)(marks=writer.marks)
    for screen in (at.phone, at.tablet):
        at.room.leave(screen.viewer)
    at.room.presence.mark_disconnected({live.seats[0].fighter})
    assert await writer.write(at.room)
    assert await Seat.objects.values_list("connected", "marked").aget(id=live.seats[0].id) == (False, str(at.two))
    at.room.close()


async def test_marks_of_a_pass_are_forgotten_when_it_is_over_and_older_taps_do_not_bring_them_back(live, writer):
    at = await Devices(live, writer).come()
    await writer.write(at.room)
    await at.mark(at.tablet, at.two)
    await sync_to_async(record_marks)(marks=writer.marks)
    for seat in (0, 1):
        await at.room.ask(at.phone.viewer, seat, choice_of(at.room.head, seat, f"{seat}"))
    await writer.write(at.room)
    await sync_to_async(record_marks)(marks=writer.marks)
    assert await Seat.objects.values_list("marked", flat=True).aget(id=live.seats[0].id) == ""
    assert await at.state(at.phone) == []
    at.room.close()


async def test_marks_that_another_process_has_stored_are_learned_and_shown(live, writer):
    at = await Devices(live, writer).come()
    await at.mark(at.phone, at.one, age=5)
    at.room._event.register._is_alone = False
    await sync_to_async(record_marks)(marks={live.seats[0].id: Marked((at.two,), datetime.now(UTC))})
    await at.room.read_marks()
    assert (told(at.tablet)[-1], await at.state(at.phone)) == ([at.two], [at.two])
    await sync_to_async(record_marks)(marks={live.seats[0].id: Marked((at.one,), datetime.now(UTC) - timedelta(60))})
    await at.room.read_marks()
    assert await at.state(at.phone) == [at.two]
    at.room.close()


async def test_when_time_runs_out_the_younger_of_two_processes_marks_is_taken(live, writer):
    at = await Devices(live, writer).come()
    await writer.write(at.room)
    await at.mark(at.phone, at.one, age=5)
    at.room._event.register._is_alone = False
    await sync_to_async(record_marks)(marks={live.seats[0].id: Marked((at.two,), datetime.now(UTC))})
    await sync_to_async(change_table)(table_id=live.id, verb=over)
    await at.room.refresh()
    await at.room.act_on_time()
    await writer.write(at.room)
    taken = Pick.objects.filter(seat=live.seats[0].id, how="time").values_list("pack_card__public_id", flat=True)
    assert at.two in [card async for card in taken]
    at.room.close()


def over(timed, now):
    return replace(timed, clock=replace(timed.clock, deadline=now - timedelta(seconds=0.6)))


@pytest.mark.parametrize("age", ["-1", "-0.001", '"3"', "true", "null", "[1]"])
def test_an_age_that_is_no_time_is_a_bad_message(age):
    with pytest.raises(BadMessage):
        parse(f'{{"type":"mark","cards":[1],"age":{age}}}')


@pytest.mark.parametrize("age", ["NaN", "Infinity", "-Infinity"])
def test_an_age_that_is_no_json_is_none(age):
    with pytest.raises(NotJson):
        parse(f'{{"type":"mark","cards":[1],"age":{age}}}')


@pytest.mark.parametrize(("age", "seconds"), [("0", 0), ("12.5", 12.5), ("1e300", 86400), ("90000", 86400)])
def test_an_age_is_in_seconds_and_at_most_a_day(age, seconds):
    assert parse(f'{{"type":"mark","cards":[1],"age":{age}}}').seconds_ago == seconds


def test_a_mark_without_an_age_is_of_now():
    assert parse('{"type":"mark","cards":[1]}') == Mark((1,), 0.0)
