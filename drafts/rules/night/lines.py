"""Moves as lines of text: how each kind of move is written and read, field by field (docs/notation.md)."""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar, cast

from drafts.rules.draft.history import BadHistory
from drafts.rules.errors import Refusal
from drafts.rules.ids import FighterId

StateT = TypeVar("StateT")
ActorT = TypeVar("ActorT")
MoveT = TypeVar("MoveT", bound=tuple[Any, ...])

NUMBER = "[1-9][0-9]*"


class Form(NamedTuple):
    """The format of a field: the pattern of its text, how it is read, and how it is written."""

    pattern: str
    read: Callable[[str], object]
    write: Callable[[Any], str] = str


FIGHTER = Form(NUMBER, int)
_AVATAR = r"[^\s,]+"
AVATAR = Form(_AVATAR, str)
"""The number of an avatar's card."""


NUMBERS = Form(rf"{_AVATAR}(?: {_AVATAR})*", lambda text: tuple(text.split(" ")), " ".join)
"""The numbers of cards of a planar deck."""


def is_written(number: str) -> bool:
    """Whether the number of a card can be written in a line."""
    return re.fullmatch(_AVATAR, number) is not None


def _read_chosen(text: str) -> tuple[tuple[FighterId, str], ...]:
    pairs = (part.partition(" ") for part in text.split(", ") if part)
    return tuple((FighterId(int(fighter)), number) for fighter, _, number in pairs)


def _write_chosen(chosen: Iterable[tuple[FighterId, str]]) -> str:
    return ", ".join(f"{fighter} {number}" for fighter, number in chosen)


CHOSEN = Form(rf"{NUMBER} {_AVATAR}(?:, {NUMBER} {_AVATAR})*", _read_chosen, _write_chosen)
"""Fighters, each with an avatar."""
NEVER = Form("(?!)", int)
"""The form of a field that is never written."""
SECONDS = Form("[0-9]+(?:[.][0-9])?", float, lambda seconds: f"{seconds:.1f}".removesuffix(".0"))


LONGEST_NAME = 12
"""The most characters in the name of a kind of move: its column has no more."""


class Lines(Generic[MoveT]):
    """The lines of some moves, each a named tuple, by the kind under which they are stored and published.

    `forms` has the form of each field, `own` those of fields that are written differently in one kind. A last field
    with a default is left out of a line where it has its default. Kinds are never renamed; new ones may be added.
    """

    def __init__(
        self,
        kinds: Mapping[str, type[MoveT]],
        forms: Mapping[str, Form],
        own: Mapping[type[MoveT], Mapping[str, Form]] = MappingProxyType({}),
    ) -> None:
        if too_long := [kind for kind in kinds if len(kind) > LONGEST_NAME]:
            raise ValueError(f"longer than a stored kind may be: {', '.join(too_long)}")
        self._kinds, self._shared, self._own = kinds, forms, own
        self._names = {move: kind for kind, move in kinds.items()}

    def encode(self, move: MoveT) -> tuple[str, str]:
        """Return the kind of a move, and the line with its fields."""
        defaults, forms = _defaults(type(move)), self._forms(type(move))
        fields = (
            (name, value)
            for name, value in zip(_fields(type(move)), move, strict=True)
            if forms[name] is not NEVER and (name not in defaults or value != defaults[name])
        )
        return self._names[type(move)], " ".join(forms[name].write(value) for name, value in fields)

    def _forms(self, kind: type[MoveT]) -> Mapping[str, Form]:
        return {**self._shared, **self._own.get(kind, {})}

    def decode(self, kind: str, line: str) -> MoveT:
        """Return the move that a line stands for. Raises BadHistory."""
        made = self._kinds.get(kind)
        if made is None:
            raise BadHistory(f"nothing is called {kind!r}")
        defaults, forms = _defaults(made), self._forms(made)
        patterns = [(f"(?P<{name}>{forms[name].pattern})", name in defaults) for name in _fields(made)]
        form = " ".join(pattern for pattern, is_optional in patterns if not is_optional)
        for pattern in (pattern for pattern, is_optional in patterns if is_optional):
            form += f"(?: {pattern})?" if form else f"(?:{pattern})?"
        found = re.fullmatch(form, line, re.ASCII)
        if found is None:
            raise BadHistory(f"{line!r} is no line of the kind {kind}")
        said = {name: text for name, text in found.groupdict().items() if text is not None}
        return self.made(kind, {name: forms[name].read(text) for name, text in said.items()})

    def made(self, kind: str, fields: Mapping[str, object]) -> MoveT:
        """Return the move of a kind with these fields, by name. Raises KeyError for an unknown kind."""
        return cast(Callable[..., MoveT], self._kinds[kind])(**fields)

    def replay(
        self,
        apply: Callable[[StateT, ActorT, MoveT, datetime], StateT],
        state: StateT,
        acts: Iterable[tuple[ActorT, MoveT, datetime]],
    ) -> StateT:
        """Return the state after all these acts, each with its actor and time.

        Raises BadHistory where one of them is impossible: `apply` raises a Refusal or KeyError.
        """
        for by, move, at in acts:
            try:
                state = apply(state, by, move, at)
            except (Refusal, KeyError) as fault:
                raise BadHistory(f"{self.encode(move)} cannot have been done: {fault!r}") from fault
        return state


def _fields(move: type[Any]) -> tuple[str, ...]:
    return cast(tuple[str, ...], move._fields)


def _defaults(move: type[Any]) -> dict[str, Any]:
    return cast(dict[str, Any], move._field_defaults)
