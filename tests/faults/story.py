"""What one client sent and saw, in order: all that the ledger knows of it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, NamedTuple

from tests.live.phone import Frame, with_seat

What = Literal["opened", "closed", "sent", "got"]
Role = Literal["fighter", "spectator", "host"]


class Line(NamedTuple):
    """`at` is in seconds on this program's own clock, which never jumps. A closed line's frame says why."""

    at: float
    what: What
    frame: Frame


class View(NamedTuple):
    """What a client's screen showed from the moment of one frame on, and since when its clock was known."""

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


@dataclass
class Story:
    who: str
    role: Role
    lines: list[Line] = field(default_factory=list)

    def views(self) -> Iterator[View]:
        """Follow the screen from frame to frame, as a client does that keeps the protocol."""
        state: Frame = {}
        clock_at = 0.0
        for line in self.lines:
            if line.what == "got" and line.frame["type"] == "state":
                state, clock_at = line.frame, line.at
                yield View(line.at, state, clock_at)
            elif line.what == "got" and line.frame["type"] == "seat":
                state = with_seat(state, line.frame)
                yield View(line.at, state, clock_at)

    @property
    def last(self) -> Frame:
        return max(self.views(), key=lambda view: view.at).state

    @property
    def table(self) -> int:
        return int(self.last["table"]["number"])

    @property
    def seat(self) -> int:
        return int(self.last["you"]["seat"])

    def held(self, start: float, end: float) -> bool:
        """Whether the line was not lost between two moments."""
        return not any(line.what == "closed" and start <= line.at <= end for line in self.lines)

    def requests(self) -> list[Asked]:
        sent: dict[str, tuple[Frame, float]] = {}
        answers: dict[str, list[tuple[float, Frame]]] = {}
        for line in self.lines:
            if line.what == "sent" and "id" in line.frame:
                sent.setdefault(line.frame["id"], (line.frame, line.at))
            elif line.what == "got" and line.frame["type"] in ("ack", "error"):
                answers.setdefault(line.frame["id"], []).append((line.at, line.frame))
        return [Asked(message, at, tuple(answers.get(name, ()))) for name, (message, at) in sent.items()]

    def write(self, folder: Path) -> None:
        name = "".join(letter if letter.isalnum() else "-" for letter in self.who)
        rows = [json.dumps({"who": self.who, "role": self.role})]
        rows += [json.dumps({"at": round(line.at, 4), "what": line.what, "frame": line.frame}) for line in self.lines]
        (folder / f"{name}.jsonl").write_text("\n".join(rows) + "\n")


def position(state: Frame) -> tuple[int, int]:
    """Return the round and the pass that a view shows."""
    table: dict[str, Any] = state["table"]
    return table["round"], table["pass"]
