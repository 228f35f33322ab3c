"""Whether frames are what the types of `drafts.protocol.messages` say: nothing missing, of another type, or more."""

from collections.abc import Sequence
from types import NoneType, UnionType
from typing import Any, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import msgspec

from drafts.protocol import messages
from drafts.rules.games.registry import GAMES

KINDS = {"state": messages.State, "seat": messages.SeatChange, "ack": messages.Ack, "error": messages.Error,
         "pong": messages.Pong, "ended": messages.Ended}  # fmt: skip
OF_GAMES = {
    messages.CardPart: {name for game in GAMES.values() for name in (*(f.name for f in game.fields), *game.derived)},
    messages.SummaryPart: {  # of Vanguard's decks
        *("main", "g_zone", "grades", "triggers", "clans", "g_units", "first_vanguard", "order", "g_order"),
    },
}
"""Keys that games add to a part."""


def untold(frame: dict[str, Any]) -> set[str]:
    """Return the keys of a frame that its type does not have. Raises msgspec.ValidationError for what does not fit."""
    kind = KINDS[frame["type"]]
    msgspec.convert(frame, kind)
    return set(_untold(frame, kind, frame["type"]))


def _untold(value: Any, type_: Any, where: str):
    if get_origin(type_) in (NotRequired, UnionType, Union):
        type_ = next(part for part in get_args(type_) if part is not NoneType)
    if value is None:
        return
    if is_typeddict(type_):
        hints = get_type_hints(type_)
        yield from (f"{where}.{key}" for key in value.keys() - hints.keys() - OF_GAMES.get(type_, set()))
        for key, inner in hints.items():
            if key in value:
                yield from _untold(value[key], inner, f"{where}.{key}")
    elif get_origin(type_) is Sequence:
        for item in value:
            yield from _untold(item, get_args(type_)[0], where)
