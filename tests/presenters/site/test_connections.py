from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.access.rights import event_of
from drafts.models import Connection, Event, Process
from drafts.presenters.site.connections import EVERYBODY, Finding, ServerFacts, connections_of, spoken
from drafts.rules.night.stages import Stage
from drafts.services.draft.hosting import hand_over_seat
from tests.factories import fighter, make_event

pytestmark = pytest.mark.django_db


def ago(seconds):
    return timezone.now() - timedelta(seconds=seconds)


@pytest.fixture
def process(db):
    return Process.objects.create(name="here", started_at=ago(3600))


@pytest.fixture
def dead(db):
    return Process.objects.create(name="gone", started_at=ago(3600), seen_at=ago(120))


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi", "Kamui", started=True)


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def connection(process, event, name=None, *, opened=60, closed=None, ms=None, table=1):
    who = {"role": "fighter", "fighter": fighter(event, name)} if name else {"role": "spectator"}
    times = {"opened_at": ago(opened), "closed_at": closed and ago(closed)}
    return Connection.objects.create(process=process, event=event, table=table, round_trip=ms, **who, **times)


def seen(event, **server):
    return connections_of(event, ServerFacts(**server))


def phone(event, name="Aichi"):
    (found,) = [finding for finding in seen(event).phones if finding.about == name]
    return found.state, found.words


@pytest.mark.parametrize(
    ("ms", "state"),
    [
        (None, ("well", "well connected")),
        (0, ("well", "well connected")),
        (400, ("well", "well connected")),
        (500, ("slow", "slow (about 0.5 s)")),
        (800, ("slow", "slow (about 0.8 s)")),
        (3200, ("slow", "slow (about 3.2 s)")),
    ],
)
def test_a_phone_is_as_quick_as_its_last_answer_was(process, event, ms, state):
    connection(process, event, "Aichi", ms=ms)
    assert phone(event) == state


def test_a_phone_that_came_back_over_another_line_is_as_quick_as_that(process, event):
    connection(process, event, "Aichi", opened=300, ms=3000)  # its end has not been noticed yet
    connection(process, event, "Aichi", opened=199, ms=100)
    assert phone(event) == ("well", "well connected")


def test_a_phone_that_lost_its_line_again_and_again_is_named_with_the_number(process, event):
    for minute in range(1, 5):
        connection(process, event, "Aichi", opened=60 * minute + 58, closed=60 * minute)
        assert phone(event)[0] == "away"
    connection(process, event, "Aichi", opened=59, ms=900)
    assert phone(event) == ("loses", "keeps losing the connection (4 times in 10 min)")


def test_a_second_device_that_is_closed_is_no_lost_line(process, event):
    connection(process, event, "Aichi", opened=500)
    for minute in range(1, 5):
        connection(process, event, "Aichi", opened=60 * minute + 30, closed=60 * minute)
    assert phone(event) == ("well", "well connected")


def test_a_line_that_ended_with_the_server_is_not_the_phones_fault(process, dead, event):
    for seconds in (100, 90, 80):
        connection(dead, event, "Aichi", opened=seconds + 9, closed=seconds)
    connection(process, event, "Aichi", opened=70)
    assert phone(event) == ("well", "well connected")


@pytest.mark.parametrize(("closed", "words"), [(12, "away for 12 s"), (125, "away for 2 min")])
def test_a_fighter_who_has_no_line_is_away_since_the_last_one_ended(process, event, closed, words):
    connection(process, event, "Aichi", opened=400, closed=300)
    connection(process, event, "Aichi", opened=299, closed=closed)
    assert phone(event) == ("away", words)


def test_a_fighter_who_was_connected_to_a_process_that_died_is_away_since_then(dead, event):
    connection(dead, event, "Aichi", opened=400)
    assert phone(event) == ("away", "away for 2 min")


def test_a_fighter_who_was_not_seen_at_all_is_away_for_long_or_has_only_just_joined(event):
    assert phone(event) == ("away", "not here yet")
    event.fighters.update(joined_at=ago(3600))
    assert phone(event) == ("away", "away for more than 10 min")


def test_a_fighter_who_is_away_and_has_a_bot_in_their_seat_is_no_trouble(process, event):
    connection(process, event, "Aichi", opened=400, closed=125)
    seat = fighter(event, "Aichi").seats.get().position
    hand_over_seat(event=event, number=1, seat=seat, bot=True)
    assert phone(event) == ("idle", "away for 2 min, a bot chooses")


def test_bots_need_no_phone(organizer, sample_sets):
    assert [finding.about for finding in seen(make_event(organizer, "Aichi", bots=2)).phones] == ["Aichi"]


def test_phones_stand_in_the_order_of_their_seats(organizer, sample_sets):
    event = make_event(organizer, "Ann", "Ben", "Cleo", "Dora", "Emi", "Flo", started=True, table_size=3)
    places = [(finding.table, finding.seat) for finding in seen(event).phones]
    assert places == sorted(places)
    assert len({table for table, _ in places}) == 2


def test_another_events_lines_count_nothing_here(process, event, organizer):
    connection(process, make_event(organizer, "Aichi"), "Aichi")
    assert phone(event)[0] == "away"


# Displays -------------------------------------------------------------------------------------------------------


def displays(event):
    return [(display.about, display.state, display.words) for display in seen(event).displays]


def test_each_table_says_whether_a_display_shows_it(organizer, sample_sets, process):
    event = make_event(organizer, "Ann", "Ben", "Cleo", "Dora", "Emi", "Flo", started=True, table_size=3)
    connection(process, event, table=1)
    assert displays(event) == [
        ("Table 1", "well", "one display is connected"),
        ("Table 2", "idle", "no display shows it"),
    ]
    connection(process, event, table=2, opened=500, closed=180)
    connection(process, event, table=1)
    assert displays(event) == [
        ("Table 1", "well", "2 displays are connected"),
        ("Table 2", "away", "the display has been gone for 3 min"),
    ]


def test_the_lobby_has_a_display_too(organizer, sample_sets, process):
    event = make_event(organizer)
    connection(process, event)
    assert displays(event) == [("Table 1", "well", "one display is connected")]


# The server -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "about", "state", "words"),
    [
        ({}, "Database", "well", "It answers."),
        ({"write_seconds": 0.0049}, "Database", "well", "Choices are stored within 5 ms."),
        ({"write_seconds": 0.0001}, "Database", "well", "Choices are stored within 1 ms."),
        ({"write_seconds": 1.23}, "Database", "slow", "Choices take about 1.2 s to be stored."),
        ({"fault": "failing", "write_seconds": 0.1}, "Database", "bad", "Choices are not being stored."),
        ({"failing": ["database"]}, "Database", "bad", "It does not answer."),
        ({"failing": ["channel_layer"]}, "Redis", "bad", "It does not answer."),
    ],
)
def test_the_server_says_how_it_is(event, facts, about, state, words):
    last = seen(event, **facts).server[-1]
    assert (last.about, last.state, last.words) == (about, state, words)
    assert bool(last.advice) == (state != "well")


def test_a_server_that_was_started_again_says_so_for_a_while(event, dead):
    process = Process.objects.create(name="here", started_at=ago(100))
    assert seen(event).server[1:] == [
        Finding("Server", "idle", "It was started again 1 min ago.", seen(event).server[1].advice)
    ]
    Process.objects.filter(id=process.id).update(started_at=ago(500))
    assert seen(event).server[-1].words == "A process ended 2 min ago."


def test_several_processes_are_counted(event, process):
    Process.objects.create(name="there")
    assert [finding.words for finding in seen(event).server] == ["It answers.", "2 processes are running."]


# All of it ------------------------------------------------------------------------------------------------------


def summary(event, **server):
    found = seen(event, **server).summary
    return found.state, found.words


def test_it_is_all_said_in_one_sentence(process, organizer, sample_sets):
    event = make_event(organizer)
    assert summary(event) == ("well", "No phone is here yet.")
    event = make_event(organizer, "Ann", "Ben", "Cleo", "Dora", started=True)
    connections = [connection(process, event, name) for name in ("Ann", "Ben", "Cleo", "Dora")]
    assert summary(event) == ("well", "All phones are well connected.")
    connections[0].delete()
    assert summary(event) == ("slow", "One phone has trouble.")
    connections[1].delete()
    assert summary(event) == ("bad", "2 of 4 phones have trouble at the same time.")
    assert seen(event).summary.advice == EVERYBODY
    assert summary(event, fault="stuck") == ("bad", "The server needs attention.")


def test_when_the_draft_is_over_nobody_has_to_be_here(process, event):
    connection(process, event, opened=500, closed=100)
    event.phase = Stage.BUILDING
    assert summary(event) == ("idle", "No device has to be connected any more.")
    found = seen(event)
    assert {(finding.state, finding.advice) for finding in found.phones + found.displays} == {("idle", "")}


def test_it_takes_the_same_few_questions_for_many_phones(process, organizer, sample_sets, django_assert_num_queries):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(9)), started=True)
    for number in range(9):
        connection(process, event, f"Fighter {number}")
    event = event_of(event.code)
    with django_assert_num_queries(4):
        seen(event)


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.2, "0 s"), (-3, "0 s"), (59.4, "59 s"), (60, "1 min"), (179, "2 min")]
)
def test_times_are_said_as_people_say_them(seconds, words):
    assert spoken(timedelta(seconds=seconds)) == words
