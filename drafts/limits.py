"""How much this process takes from one line and from one address, all numbers beside each other.

A store is one address: what an address may do grows with the setting `PEOPLE_PER_ADDRESS`, what a line may do does not.
How often an address may try a door is in services/doors.py, since all processes count that together.
"""

import time
from typing import NamedTuple

from django.conf import settings


class Rate(NamedTuple):
    """So many at once, and so many more with every second."""

    at_once: float
    a_second: float


PEOPLE: int = settings.PEOPLE_PER_ADDRESS

# A line: one WebSocket
MESSAGES = Rate(120, 60)  # more are refused, and the line goes on
REFUSALS = Rate(240, 10)  # refused messages: more close the line
FRAMES = Rate(400, 200)  # messages, parts of messages, pings and pongs: more close the line
MOST_WAITING = 32  # messages that came in faster than they could be heard
MOST_UNREAD = 1024 * 1024  # bytes sent to a device since it last kept up
LONGEST_STALL = 30.0  # seconds in which a device never kept up
READ_AT_ONCE = 16 * 1024  # bytes taken in, or left waiting to go out, before others have their turn
KERNEL_BUFFER = 64 * 1024  # bytes that the operating system holds for a device that does not read

# A request for a page
LARGEST_BODY = 4 * 1024 * 1024
LONGEST_ARRIVAL = 30.0  # seconds from its first byte to its last
PAGES_AT_ONCE, PAGES_OF_AN_ADDRESS = 32, 16  # others wait: more threads would make none of them faster

# An address: people who belong to their event, and strangers, who only watch
MOST_CONNECTIONS = 8 * PEOPLE  # of any kind; a browser opens six and a line
OPENINGS = Rate(4 * PEOPLE, PEOPLE / 3)  # of lines
MOST_LINES, MOST_LINES_OF_STRANGERS = 4 * PEOPLE, PEOPLE
MESSAGES_OF_ALL, MESSAGES_OF_STRANGERS = Rate(20 * PEOPLE, 8 * PEOPLE), Rate(4 * PEOPLE, PEOPLE)

ADDRESSES_REMEMBERED = 1000


class Bucket:
    """What is left of a rate."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.at_once
        self._at = time.monotonic()

    def spend(self) -> bool:
        """Take one; False when none is left."""
        self._fill()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def is_full(self) -> bool:
        """Whether nothing is missing, so that a new one would be the same."""
        self._fill()
        return self._left >= self._rate.at_once

    def _fill(self) -> None:
        now = time.monotonic()
        self._left = min(self._rate.at_once, self._left + (now - self._at) * self._rate.a_second)
        self._at = now


class Party:
    """The lines of one address that are open, of those who belong or of strangers, and what they may say together."""

    def __init__(self, most: int, messages: Rate) -> None:
        self.lines = 0
        self.messages = Bucket(messages)
        self._most = most

    def enter(self) -> bool:
        """Count a line; False when there are too many."""
        if self.lines >= self._most:
            return False
        self.lines += 1
        return True

    def leave(self) -> None:
        """Count a line no longer."""
        self.lines -= 1


class Crowd:
    """Everybody at one address. Strangers have a share of their own, so that they never shut out those who belong."""

    def __init__(self) -> None:
        self.openings = Bucket(OPENINGS)
        self._members = Party(MOST_LINES, MESSAGES_OF_ALL)
        self._strangers = Party(MOST_LINES_OF_STRANGERS, MESSAGES_OF_STRANGERS)

    def party(self, *, belongs: bool) -> Party:
        """Return those who belong to their event, or the strangers."""
        return self._members if belongs else self._strangers

    @property
    def is_forgettable(self) -> bool:
        """Whether nobody is here, and nobody was lately."""
        return not self._members.lines and not self._strangers.lines and self.openings.is_full


_crowds: dict[str, Crowd] = {}


def crowd_at(household: str) -> Crowd:
    """Return those of a household, as services/doors.py counts addresses; of an unknown one, nobody in particular."""
    if not household:
        return Crowd()
    if household not in _crowds:
        if len(_crowds) >= ADDRESSES_REMEMBERED:
            _forget_idle_crowds()
        _crowds[household] = Crowd()
    return _crowds[household]


def _forget_idle_crowds() -> None:
    for household in [name for name, crowd in _crowds.items() if crowd.is_forgettable]:
        del _crowds[household]
