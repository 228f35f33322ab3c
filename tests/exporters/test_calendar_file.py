from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from drafts.exporters.calendar_file import Appointment, write_calendar

NOW = datetime(2026, 11, 1, 9, 30, tzinfo=UTC)
FRIDAY = Appointment(
    uid="ABCDEF@pass-left",
    name="Friday draft",
    starts=datetime(2026, 11, 6, 19, 0, tzinfo=timezone(timedelta(hours=1))),
    lasts=timedelta(hours=4),
    url="http://drafts.example/join/ABCDEF/",
)


def unfolded(file):
    return file.decode().replace("\r\n ", "").removesuffix("\r\n").split("\r\n")


def test_a_planned_event_is_one_entry_with_times_in_utc():
    assert write_calendar(FRIDAY, made_at=NOW).decode().split("\r\n") == [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Pass Left//Pass Left//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        "UID:ABCDEF@pass-left",
        "DTSTAMP:20261101T093000Z",
        "SEQUENCE:0",
        "DTSTART:20261106T180000Z",
        "DURATION:PT240M",
        "SUMMARY:Friday draft",
        "URL:http://drafts.example/join/ABCDEF/",
        "END:VEVENT",
        "END:VCALENDAR",
        "",
    ]


def test_signs_that_mean_something_in_the_file_are_escaped():
    lines = unfolded(write_calendar(FRIDAY._replace(name="Red; blue, \\ and\nEND:VEVENT", place="A, B"), made_at=NOW))
    assert (lines[10], lines[11]) == (r"SUMMARY:Red\; blue\, \\ and\nEND:VEVENT", r"LOCATION:A\, B")


@given(name=st.text(max_size=200), place=st.text(max_size=80))
def test_every_line_has_at_most_75_octets_and_reads_the_same_when_unfolded(name, place):
    file = write_calendar(FRIDAY._replace(name=name, place=place), made_at=NOW)
    assert max(len(line) for line in file.split(b"\r\n")) <= 75
    lines = unfolded(file)
    assert [line.partition(":")[0] for line in lines if not line.startswith("LOCATION")] == [
        *("BEGIN", "VERSION", "PRODID", "METHOD", "BEGIN", "UID", "DTSTAMP", "SEQUENCE"),
        *("DTSTART", "DURATION", "SUMMARY", "URL", "END", "END"),
    ]
    assert "\n" not in "".join(lines)
