"""The moves in the fights of a night, and the line of text in which each is stored (docs/notation.md)."""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, cast

from drafts.rules.draft.history import BadHistory
from drafts.rules.ids import FighterId
from drafts.rules.night.pairings import Pairing

FightNumber = int
"""The number of a fight in its night, from 1, in the order in which they were paired."""


class Count(NamedTuple):
    """Change a counter of a fighter."""

    fight: FightNumber
    fighter: FighterId
    counter: str
    by: int


class UndoCount(NamedTuple):
    """Take back the last change of a counter in a fight."""

    fight: FightNumber


class EnterResult(NamedTuple):
    """Say as one side how a fight has ended; `winner` None is a draw."""

    fight: FightNumber
    winner: FighterId | None
    score: tuple[int, ...]


class ConfirmResult(NamedTuple):
    """Agree as the other side."""

    fight: FightNumber


class DisputeResult(NamedTuple):
    """Disagree as the other side."""

    fight: FightNumber


class DecideResult(NamedTuple):
    """Set a result as an official, whatever the sides have entered."""

    fight: FightNumber
    winner: FighterId | None
    score: tuple[int, ...]


class Reopen(NamedTuple):
    """Let a fight that is over go on."""

    fight: FightNumber


class BeginRound(NamedTuple):
    """Begin a round; for each group, who meets whom. Fights that are still open are decided as time-up decides them."""

    number: int
    pairings: tuple[tuple[Pairing, ...], ...]


class Drop(NamedTuple):
    """Pair a fighter no more."""

    fighter: FighterId


class Reinstate(NamedTuple):
    """Pair a fighter again."""

    fighter: FighterId


class Pause(NamedTuple):
    """Stop the clock of the round, and all counting."""


class Resume(NamedTuple):
    """Let the clock run on."""


class Extend(NamedTuple):
    """Give a round more time."""

    seconds: float


AtFight = Count | UndoCount | EnterResult | ConfirmResult | DisputeResult | DecideResult | Reopen
Move = AtFight | BeginRound | Drop | Reinstate | Pause | Resume | Extend


# Lines of text ------------------------------------------------------------------------------------------------------

KINDS: dict[str, type[Move]] = {
    "count": Count,
    "undo": UndoCount,
    "result": EnterResult,
    "confirm": ConfirmResult,
    "dispute": DisputeResult,
    "decide": DecideResult,
    "reopen": Reopen,
    "round": BeginRound,
    "drop": Drop,
    "reinstate": Reinstate,
    "pause": Pause,
    "resume": Resume,
    "extend": Extend,
}
"""The moves by the kind under which they are stored and published: none is renamed, new ones may come."""

_NAMES = {move: kind for kind, move in KINDS.items()}


def encode(move: Move) -> tuple[str, str]:
    """Return the kind of a move, and the line that says the rest of it."""
    values = move._asdict().items()
    return _NAMES[type(move)], " ".join(_FORMS[name].write(value) for name, value in values)


def decode(kind: str, line: str) -> Move:
    """Return the move that a line says. Raises BadHistory."""
    made = KINDS.get(kind)
    if made is None:
        raise BadHistory(f"nothing is called {kind!r}")
    found = re.fullmatch(" ".join(f"(?P<{name}>{_FORMS[name].pattern})" for name in made._fields), line, re.ASCII)
    if found is None:
        raise BadHistory(f"{line!r} is no line of the kind {kind}")
    return cast(Callable[..., Move], made)(
        **{name: _FORMS[name].read(text) for name, text in found.groupdict().items()}
    )


class _Form(NamedTuple):
    pattern: str
    read: Callable[[str], object]
    write: Callable[[Any], str] = str


_NUMBER = "[1-9][0-9]*"
_PAIRING = f"{_NUMBER}(?:-{_NUMBER})?"
_PAIRINGS = f"(?:{_PAIRING}(?: {_PAIRING})*|0)"


def _read_pairings(text: str) -> tuple[tuple[Pairing, ...], ...]:
    return tuple(
        tuple(tuple(FighterId(int(side)) for side in pairing.split("-")) for pairing in group.split() if pairing != "0")
        for group in text.split(",")
    )


def _write_pairings(pairings: Iterable[Iterable[Pairing]]) -> str:
    return ", ".join(" ".join("-".join(map(str, pairing)) for pairing in group) or "0" for group in pairings)


_FORMS = {
    "fight": _Form(_NUMBER, int),
    "fighter": _Form(_NUMBER, int),
    "counter": _Form("[a-z_]+", str),
    "by": _Form("[+-][0-9]+", int, "{:+}".format),
    "winner": _Form(
        f"{_NUMBER}|draw", lambda text: None if text == "draw" else int(text), lambda side: str(side or "draw")
    ),
    "score": _Form(
        "[0-9]+(?:,[0-9]+)*",
        lambda text: tuple(map(int, text.split(","))),
        lambda score: ",".join(map(str, score)),
    ),
    "number": _Form(_NUMBER, int),
    "pairings": _Form(f"{_PAIRINGS}(?:, {_PAIRINGS})*", _read_pairings, _write_pairings),
    "seconds": _Form("[0-9]+(?:[.][0-9])?", float, lambda seconds: f"{seconds:.1f}".removesuffix(".0")),
}
