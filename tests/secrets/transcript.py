"""The messages that observers received, byte for byte, and the transcript that they all write it into."""

from dataclasses import dataclass, field
from typing import NamedTuple

from tests.secrets.truth import Moment


class Received(NamedTuple):
    """Something that an observer was sent: `head` are the status and the headers, or why a client was closed.

    `since` and `until` count the moments of the transcript: it was made after the first and before the second was over.
    `seat` and `table` are those that the observer had then.
    """

    observer: str
    what: str
    head: str
    body: bytes
    since: int
    until: int
    table: int = 1
    seat: int | None = None
    host: bool = False
    judge: bool = False

    @property
    def is_frame(self) -> bool:
        return self.what.startswith("frame")

    def __str__(self) -> str:
        return f"{self.observer}: {self.what}"


class CardAnswer(NamedTuple):
    """An answer to a question about cards, without the name of the request: `card` is the id asked about."""

    observer: str
    shape: str
    card: int
    answer: str
    at: int
    table: int
    seat: int | None


@dataclass
class Transcript:
    """All that was received in an event, and the moments of each table, in order.

    `secrets` are words that only the observers named with them may hear, such as the token of a seat.
    """

    received: list[Received] = field(default_factory=list)
    said: list[CardAnswer] = field(default_factory=list)
    moments: list[dict[int, Moment]] = field(default_factory=lambda: [{}])
    secrets: dict[str, set[str]] = field(default_factory=dict)

    @property
    def now(self) -> int:
        return len(self.moments) - 1

    def turn(self, moments: dict[int, Moment]) -> None:
        """Note where the tables stand from now on."""
        if self.moments[-1] != moments:
            self.moments.append(moments)

    def keep(self, word: str, *observers: str) -> None:
        """Note a word that nobody but these may hear."""
        self.secrets.setdefault(word, set()).update(observers)
