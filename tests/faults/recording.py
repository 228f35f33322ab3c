"""The messages that one client sent and saw, in order: all that the checker knows of it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, NamedTuple

from tests.clients.views import Frame, with_seat

What = Literal["opened", "closed", "sent", "got", "posted", "answered"]
"""The traffic of the socket; `posted` and `answered` are requests to a page, which carry a `name` of their own."""
Role = Literal["fighter", "spectator", "host"]


class Entry(NamedTuple):
    """`at` is in seconds on this program's own clock, which never jumps. The frame of a `closed` one says why."""

    at: float
    what: What
    frame: Frame


class View(NamedTuple):
    """The state that a client's screen showed from the moment of one frame on, and since when its clock was known."""

    at: float
    state: Frame
    clock_at: float


class Asked(NamedTuple):
    """A request by its name: when it was sent first, and every answer to it with its moment."""

    message: Frame
    at: float
    answers: tuple[tuple[float, Frame], ...]

    @property
    def ack(self) -> Frame | None:
        return next((answer for _, answer in self.answers if answer["type"] == "ack"), None)


class Posted(NamedTuple):
    """A request to a page: when it was sent, and its answer, None where nobody knows what became of it."""

    fields: Frame
    at: float
    answer: Entry | None


@dataclass
class Recording:
    who: str
    role: Role
    entries: list[Entry] = field(default_factory=list)

    def views(self) -> Iterator[View]:
        """Follow the screen from frame to frame, as a client does that keeps the protocol."""
        state: Frame = {}
        clock_at = 0.0
        for entry in self.entries:
            if _is_state(entry):
                state, clock_at = entry.frame, entry.at
                yield View(entry.at, state, clock_at)
            elif entry.what == "got" and entry.frame["type"] == "seat":
                state = with_seat(state, entry.frame)
                yield View(entry.at, state, clock_at)

    @property
    def last(self) -> Frame:
        """The state that the screen showed last: the last whole one, with the changes that came after it."""
        begin = next(number for number in reversed(range(len(self.entries))) if _is_state(self.entries[number]))
        *_, view = replace(self, entries=self.entries[begin:]).views()
        return view.state

    @property
    def table(self) -> int:
        return int(self.last["table"]["number"])

    @property
    def seat(self) -> int:
        return int(self.last["you"]["seat"])

    def held(self, start: float, end: float) -> bool:
        """Whether the connection was not lost between two moments."""
        return not any(entry.what == "closed" and start <= entry.at <= end for entry in self.entries)

    def requests(self) -> list[Asked]:
        sent: dict[str, tuple[Frame, float]] = {}
        answers: dict[str, list[tuple[float, Frame]]] = {}
        for entry in self.entries:
            if entry.what == "sent" and "id" in entry.frame:
                sent.setdefault(entry.frame["id"], (entry.frame, entry.at))
            elif entry.what == "got" and entry.frame["type"] in ("ack", "error"):
                answers.setdefault(entry.frame["id"], []).append((entry.at, entry.frame))
        return [Asked(message, at, tuple(answers.get(name, ()))) for name, (message, at) in sent.items()]

    def posts(self) -> list[Posted]:
        """Return every request to a page, in order."""
        answers = {entry.frame["name"]: entry for entry in self.entries if entry.what == "answered"}
        sent = (entry for entry in self.entries if entry.what == "posted")
        return [Posted(entry.frame, entry.at, answers.get(entry.frame["name"])) for entry in sent]

    def write(self, folder: Path) -> None:
        name = "".join(letter if letter.isalnum() else "-" for letter in self.who)
        rows = [json.dumps({"who": self.who, "role": self.role})]
        rows += [
            json.dumps({"at": round(entry.at, 4), "what": entry.what, "frame": entry.frame}) for entry in self.entries
        ]
        (folder / f"{name}.jsonl").write_text("\n".join(rows) + "\n")


def _is_state(entry: Entry) -> bool:
    return entry.what == "got" and entry.frame["type"] == "state"
