"""A planned event as a file for calendars (RFC 5545): text/calendar in UTF-8, times in UTC."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

LONGEST_LINE = 75
"""So many octets a line has, without its line break (3.1); a longer one goes on in the next, after a space."""


class Appointment(NamedTuple):
    """An event as calendars show it. `starts` is aware; `uid` stays the same when the event is changed."""

    uid: str
    name: str
    starts: datetime
    lasts: timedelta
    url: str
    description: str = ""
    place: str = ""
    version: int = 0


def write_calendar(appointment: Appointment, *, made_at: datetime) -> bytes:
    """Return the file, made at this time. Calendars replace an entry of the same `uid` and a lower `version`."""
    minutes = int(appointment.lasts.total_seconds() // 60)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Pass Left//Pass Left//EN",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{_escaped(appointment.uid)}",
        f"DTSTAMP:{_stamp(made_at)}",
        f"SEQUENCE:{appointment.version}",
        f"DTSTART:{_stamp(appointment.starts)}",
        f"DURATION:PT{minutes}M",
        f"SUMMARY:{_escaped(appointment.name)}",
        *([f"LOCATION:{_escaped(appointment.place)}"] if appointment.place else []),
        *([f"DESCRIPTION:{_escaped(appointment.description)}"] if appointment.description else []),
        f"URL:{appointment.url}",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return b"".join(part + b"\r\n" for line in lines for part in _folded(line))


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    """Return a value of type TEXT (3.3.11). Other control characters than line breaks have no place in one."""
    lines = ["".join(sign for sign in line if sign.isprintable() or sign == "\u200d") for line in text.splitlines()]
    escaped = [line.replace("\\", "\\\\").replace(";", r"\;").replace(",", r"\,") for line in lines]
    return r"\n".join(escaped)


def _folded(line: str) -> Iterator[bytes]:
    """Yield the line in parts of at most 75 octets, each but the first after a space; no character is cut."""
    part = b""
    for sign in line:
        octets = sign.encode()
        if len(part) + len(octets) > LONGEST_LINE:
            yield part
            part = b" "
        part += octets
    yield part
