"""Frames and logs in recorded files, and the first place in which something differs from them."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from tests.nets.recording import FOLDER, RECORD

RENEW = "RECORD=1 .venv/bin/python -m pytest tests/nets"
"""The command that renews the files after a change that is meant."""

SHORT = 90
"""A part of a frame with fewer signs is written out each time."""

Line = tuple[str, str, Any]
"""A moment of a night, a role, and the frame that it is sent then."""


def compare_frames(name: str, lines: Iterable[Line]) -> None:
    """Compare frames with the recorded ones, or record them. Raises AssertionError naming the first difference."""
    file = FOLDER / f"{name}.jsonl"
    packed = list(_packed(lines))
    if RECORD:
        file.write_text("".join(f"{_text(line)}\n" for line in packed))
        return
    recorded = [json.loads(line) for line in file.read_text().splitlines()]
    for (moment, role, before), (now_moment, now_role, now) in zip(recorded, packed, strict=False):
        assert (now_moment, now_role) == (moment, role), f"{name}: {now_moment}, {now_role}, not {moment}, {role}"
        assert _same(before, now), f"{name}: {moment}: {role}: {first_difference(before, now)}. If it is meant: {RENEW}"
    assert len(packed) == len(recorded), f"{name}: {len(packed)} frames, not {len(recorded)}. If it is meant: {RENEW}"


def compare_lines(name: str, text: str) -> None:
    """Compare a text with the recorded one, byte for byte, or record it. Raises AssertionError as above."""
    file = FOLDER / name
    if RECORD:
        file.write_bytes(text.encode())
        return
    before, now = file.read_bytes().splitlines(keepends=True), text.encode().splitlines(keepends=True)
    for number, (one, other) in enumerate(zip(before, now, strict=False), start=1):
        assert one == other, f"{name}: line {number} is {other!r}, not {one!r}. If it is meant: {RENEW}"
    assert len(before) == len(now), f"{name}: {len(now)} lines, not {len(before)}. If it is meant: {RENEW}"


def first_difference(before: Any, now: Any, path: str = "") -> str:
    """Return the path of the first value that differs, with what it was and is."""
    match before, now:
        case dict(), dict():
            for key in sorted({*before, *now}):
                at = f"{path}.{key}".removeprefix(".")
                if key not in now:
                    return f"{at} is missing"
                if key not in before:
                    return f"{at} is new"
                if not _same(before[key], now[key]):
                    return first_difference(before[key], now[key], at)
        case list(), list():
            for place, (one, other) in enumerate(zip(before, now, strict=False)):
                if not _same(one, other):
                    return first_difference(one, other, f"{path}[{place}]")
            return f"{path} has {len(now)} members, not {len(before)}"
    return f"{path} is {_short(now)}, not {_short(before)}"


def _packed(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines with each long part written out only where it is told for the first time."""
    places: dict[str, str] = {}

    def packed(value: Any, place: str) -> Any:
        text = _text(value)
        if len(text) < SHORT:
            return value
        if (first := places.setdefault(text, place)) != place:
            return f"as {first}"
        match value:
            case dict():
                return {key: packed(each, f"{place}.{key}") for key, each in value.items()}
            case list():
                return [packed(each, f"{place}[{number}]") for number, each in enumerate(value)]
        return value

    for moment, role, frame in lines:
        yield moment, role, {key: packed(part, f"{moment}, {role}: {key}") for key, part in frame.items()}


def _same(one: Any, other: Any) -> bool:
    """Whether two values are the same in JSON; in Python `True == 1`."""
    return _text(one) == _text(other)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _short(value: Any) -> str:
    text = _text(value)
    return text if len(text) < 80 else f"{text[:80]}…"
