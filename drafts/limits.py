"""The limits of this process for one connection and for one address, all numbers in one place.

A store is one address: its limits grow with the setting `PEOPLE_PER_ADDRESS`, those of a connection do not. Limits that
all processes count together (wrong codes, passwords) are in services/throttling.py.
"""

import time
from enum import Enum
from math import ceil
from threading import Lock
from typing import NamedTuple

from django.conf import settings


class Rate(NamedTuple):
    """A token bucket: its size, and how many tokens come back in a second."""

    at_once: float
    a_second: float


PEOPLE: int = settings.PEOPLE_PER_ADDRESS

# A line: one WebSocket
MESSAGES = Rate(120, 60)  # more are refused, and the line goes on
REFUSALS = Rate(240, 10)  # refused messages: more close the line
FRAMES = Rate(400, 200)  # messages, parts of messages, pings and pongs: more close the line
LARGEST_MESSAGE = 16 * 1024  # bytes, whether it comes as one frame or in parts
MOST_WAITING = 32  # messages that came in faster than they could be heard
MOST_UNREAD = 1024 * 1024  # bytes sent to a device since it last kept up
LONGEST_STALL = 30.0  # seconds in which a device never kept up
READ_AT_ONCE = 16 * 1024  # bytes taken in, or left waiting to go out, before others have their turn
KERNEL_BUFFER = 64 * 1024  # bytes that the operating system holds for a device that does not read

# All connections that wait to be admitted
ADMISSIONS_AT_ONCE = 8  # so that one event that has to be read holds up no others
STRANGERS_EVERY = 4  # one turn in so many is a stranger's, where members wait too

# A request for a page
LARGEST_BODY = 4 * 1024 * 1024
LONGEST_ARRIVAL = 30.0  # seconds from its first byte to its last
PAGES_AT_ONCE, PAGES_OF_AN_ADDRESS = 32, 16  # others wait: more threads would make none of them faster

# An organizer's upload of cards (uploads.py)
LARGEST_LIST = 32 * 1024 * 1024
LARGEST_ZIP = 32 * 1024 * 1024
LARGEST_UPLOAD = LARGEST_LIST + LARGEST_ZIP + 1024 * 1024  # the whole body
LONGEST_UPLOAD = 120.0  # seconds
UPLOADS_AT_ONCE = 2  # each is in memory for a moment
DOWNLOADS_AT_ONCE = 2  # of sets from MTGJSON, likewise
MOST_PIXELS, LONGEST_READING = 2_000_000_000, 240.0  # of all pictures in a ZIP: pixels, and seconds
MOST_IMAGES = 2 * 1024 * 1024 * 1024  # bytes of all pictures together; `loadset` does not ask

# A seat, and what a signed cookie names: a seat or a browser (live/admissions.py)
MOST_LINES_OF_SEAT = 8  # the next one closes the oldest
OPENINGS_OF_PEER = Rate(100, 5)  # of lines
WAITING_OF_PEER = 32  # connections that wait to be admitted; a screen of many tables opens one for each

# An address: people who belong to their event, and strangers, who only watch
MOST_CONNECTIONS = 8 * PEOPLE  # of any kind; a browser opens six and a line
OPENINGS, OPENINGS_OF_STRANGERS = Rate(4 * PEOPLE, PEOPLE / 3), Rate(2 * PEOPLE, PEOPLE / 30)  # of lines
WAITING_MEMBERS, WAITING_STRANGERS = 4 * PEOPLE, PEOPLE  # connections that wait to be admitted
MOST_LINES, MOST_LINES_OF_STRANGERS = 4 * PEOPLE, PEOPLE
MESSAGES_OF_ALL, MESSAGES_OF_STRANGERS = Rate(20 * PEOPLE, 8 * PEOPLE), Rate(4 * PEOPLE, PEOPLE)

# The API: one token; without one, an address
API_OF_TOKEN, API_OF_ADDRESS = Rate(120, 4), Rate(4 * PEOPLE, PEOPLE / 15)

# Pictures beside links to logs, of strangers of one address: each may take a second of a processor
PICTURES_OF_ADDRESS = Rate(60, 0.2)

ADDRESSES_REMEMBERED = 1000


class Bucket:
    """A token bucket (`Rate`), full at first."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.at_once
        self._at = time.monotonic()

    def spend(self) -> bool:
        """Take one token; return False when none is left."""
        now = time.monotonic()
        self._left = min(self._rate.at_once, self._left + (now - self._at) * self._rate.a_second)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether no token is missing, so that a new bucket would be the same."""
        return self._left + (time.monotonic() - self._at) * self._rate.a_second >= self._rate.at_once


class Buckets:
    """A token bucket for each name, from whatever thread it is asked; those that are full again are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._of: dict[str, Bucket] = {}
        self._lock = Lock()

    def spend(self, name: str) -> bool:
        """Take one token of this name; return False when none is left."""
        with self._lock:
            if name not in self._of and len(self._of) >= ADDRESSES_REMEMBERED:
                self._of = {known: bucket for known, bucket in self._of.items() if not bucket.is_full}
            return self._of.setdefault(name, Bucket(self._rate)).spend()

    @property
    def wait(self) -> int:
        """The whole seconds after which a name without tokens has at least one again."""
        return ceil(1 / self._rate.a_second)


_openings = Buckets(OPENINGS_OF_PEER)


def may_open(peer: str) -> bool:
    """Spend one of the new sockets of a seat or browser; without a name, only the limits of the address hold."""
    return not peer or _openings.spend(peer)


class ConnectionPool:
    """The open sockets of one address, of members or of strangers, and the messages that they may send together."""

    def __init__(self, most: int, messages: Rate) -> None:
        self.lines = 0
        self.messages = Bucket(messages)
        self._most = most

    def enter(self) -> bool:
        """Count a new socket; return False when there are too many."""
        if self.lines >= self._most:
            return False
        self.lines += 1
        return True

    def leave(self) -> None:
        """Stop counting a closed socket."""
        self.lines -= 1


class ClientKind(Enum):
    """The kind of a client by its signed cookies: a member holds a seat of the event, organizes or judges it.

    A visitor has opened a page of the event before. Nothing is known about a stranger.
    """

    MEMBER = "member"
    VISITOR = "visitor"
    STRANGER = "stranger"


class AddressUsage:
    """The usage of one address. Strangers have a pool of their own, so that they never shut out members of events."""

    def __init__(self) -> None:
        self._openings = {
            kind: Bucket(OPENINGS if kind is ClientKind.MEMBER else OPENINGS_OF_STRANGERS) for kind in ClientKind
        }
        self._members = ConnectionPool(MOST_LINES, MESSAGES_OF_ALL)
        self._strangers = ConnectionPool(MOST_LINES_OF_STRANGERS, MESSAGES_OF_STRANGERS)

    def openings(self, kind: ClientKind) -> Bucket:
        """Return the budget of new sockets of this kind of client."""
        return self._openings[kind]

    def pool(self, *, belongs: bool) -> ConnectionPool:
        """Return the pool of those who belong to their event, or that of strangers."""
        return self._members if belongs else self._strangers

    @property
    def is_forgettable(self) -> bool:
        """Whether no socket is open and none was opened lately."""
        rests = all(bucket.is_full for bucket in self._openings.values())
        return rests and not self._members.lines and not self._strangers.lines


_usages: dict[str, AddressUsage] = {}


def usage_of(client_key: str) -> AddressUsage:
    """Return the usage record of a client key (services/throttling.py); an empty key gets one of its own each time."""
    if not client_key:
        return AddressUsage()
    if client_key not in _usages:
        if len(_usages) >= ADDRESSES_REMEMBERED:
            _forget_idle_usages()
        _usages[client_key] = AddressUsage()
    return _usages[client_key]


def _forget_idle_usages() -> None:
    for client_key in [name for name, usage in _usages.items() if usage.is_forgettable]:
        del _usages[client_key]
