"""Figures from a Chromium trace of a page after a mark: how long its tasks take, and whether frames come in time."""

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from bench.figures import Summary

Event = Mapping[str, Any]

CATEGORIES = (
    "blink.animations",
    "blink.user_timing",
    "devtools.timeline",
    "disabled-by-default-devtools.timeline",
    "disabled-by-default-devtools.timeline.frame",
)
MICRO = 1e-6
FRAMES = "DrawFrame", "DroppedFrame"
INTERVAL = 1 / 60 / MICRO


def moment_of(events: Sequence[Event], mark: str, seconds: float) -> Summary:
    """Return what happened in the seconds after the mark, which the page has set with `performance.mark`.

    `task` is the longest task of the page's thread by that thread's own clock, so that other programs of the machine do
    not count; `work` is all of them. `frame` is the longest time without a new frame of the compositor while something
    moves and a new frame was due: what an eye sees, also where the page's thread is busy and the compositor moves the
    layers without it. None is due while a movement holds still, and none is dropped then.
    """
    begin = next(event for event in events if event.get("name") == mark and "user_timing" in event["cat"])
    until = begin["ts"] + seconds / MICRO
    own = [event for event in events if event.get("pid") == begin["pid"] and begin["ts"] <= event["ts"] <= until]
    on_thread = [event for event in own if event["tid"] == begin["tid"]]
    tasks = [event["tdur"] for event in on_thread if event["name"] == "RunTask" and "tdur" in event]
    drawn, dropped = (sorted(event["ts"] for event in own if event["name"] == name) for name in FRAMES)
    return {
        "task": MICRO * max(tasks, default=0),
        "work": MICRO * sum(tasks),
        "frame": MICRO * max((_longest(drawn, dropped, *moves) for moves in _movements(own)), default=0),
        "frames": float(len(drawn)),
        "layouts": _count(on_thread, "Layout"),
        "styles": _count(on_thread, "UpdateLayoutTree"),
    }


def _count(events: Sequence[Event], name: str) -> float:
    return float(sum(event["name"] == name for event in events))


def _movements(events: Sequence[Event]) -> list[tuple[float, float]]:
    """Return from when until when something moves, those that overlap as one. What moves without an end is left out."""
    merged: list[tuple[float, float]] = []
    for begin, end in sorted(_animations(events)):
        if merged and begin <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((begin, end))
    return merged


def _animations(events: Sequence[Event]) -> Iterator[tuple[float, float]]:
    begun: dict[str, float] = {}
    for event in sorted((event for event in events if event["name"] == "Animation"), key=lambda event: event["ts"]):
        key = str(event.get("id2") or event.get("id"))
        is_ready = event["ph"] == "n" and event["args"]["data"].get("state") == "running"  # what it moves is drawn
        if event["ph"] == "b" or (is_ready and key in begun):
            begun[key] = event["ts"]
        elif event["ph"] == "e" and key in begun:
            yield begun.pop(key), event["ts"]


def _longest(drawn: Sequence[float], dropped: Sequence[float], begin: float, end: float) -> float:
    """Return the longest time that a frame of a movement was due and not drawn."""
    within = [moment for moment in drawn if begin <= moment <= end]
    waits = [
        after - max(before, due - INTERVAL)
        for before, after in pairwise(within)
        for due in dropped[bisect(dropped, before) :][:1]
        if due < after
    ]
    return max(waits, default=0)
