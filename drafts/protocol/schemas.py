"""The messages of the socket as JSON Schemas (draft 7), made of the types in `parse` and `messages`."""

from collections.abc import Mapping
from enum import Enum
from inspect import cleandoc
from typing import Any, TypedDict, get_args, get_type_hints, is_typeddict

import msgspec

from drafts.protocol.answers import CODES
from drafts.protocol.messages.building import SummaryPart
from drafts.protocol.messages.draft import CardPart
from drafts.protocol.messages.states import Sent
from drafts.protocol.parse import Message
from drafts.rules.games.base import CardGame
from drafts.rules.games.registry import CARD_GAMES

Schema = dict[str, Any]
HEARD: tuple[type[msgspec.Struct], ...] = get_args(Message)
SENT: tuple[type, ...] = get_args(Sent)
PLACE = "#/components/schemas/{name}"


def schemas() -> dict[str, Schema]:
    """Return the schemas of all messages and of their parts, by name. More keys may come to what the server sends."""
    of_games = {name: type_ for game in CARD_GAMES.values() for name, type_ in _types_of(game).items()}
    types = {type_.__name__: type_ for type_ in (*HEARD, *SENT, *of_games.values())}
    _, found = msgspec.json.schema_components(types.values(), schema_hook=_of_another_type, ref_template=PLACE)
    parts = {name: _plainly(schema) for name, schema in found.items()}
    for part in (CardPart, SummaryPart):
        name = part.__name__
        games = [{"$ref": PLACE.format(name=each)} for each in of_games if each.endswith(name)]
        parts[name] = {"description": parts[name]["description"], "anyOf": games}
    parts["Error"]["properties"]["code"]["enum"] = list(CODES)
    return parts


def tag_of(message: type) -> str:
    """Return what stands under the key `type` of a message."""
    if issubclass(message, msgspec.Struct):
        return str(message.__struct_config__.tag)
    return str(get_args(get_type_hints(message)["type"])[0])


def is_answered(message: type) -> bool:
    """Whether a message of a client is a request, which has an `id`."""
    return "id" in get_type_hints(message)


def _types_of(game: CardGame) -> dict[str, type]:
    """Return a game's cards and its summary of a deck as types: what all games have, and its own."""
    printed = get_type_hints(game.card)
    facts: dict[str, Any] = {field.name: printed[field.name] for field in game.fields}
    facts |= {name: get_type_hints(getattr(game.card, name).fget)["return"] for name in game.derived}
    said = get_type_hints(game.summary)["return"]
    prefix = game.slug.capitalize()
    owns = {CardPart: facts, SummaryPart: get_type_hints(said) if is_typeddict(said) else {}}
    return {type_.__name__: type_ for type_ in (_with(prefix, part, own) for part, own in owns.items())}


def _with(prefix: str, part: type, own: Mapping[str, Any]) -> type:
    made = TypedDict(f"{prefix}{part.__name__}", {**get_type_hints(part, include_extras=True), **own})  # type: ignore[misc]  # made of data
    made.__doc__ = part.__doc__
    return made


def _of_another_type(type_: type) -> Schema:
    """Return the schema of a type for which msgspec has none: the values of an enumeration, else any value."""
    return {"type": "string", "enum": [each.value for each in type_]} if issubclass(type_, Enum) else {}


def _plainly(schema: Any) -> Any:
    """Return a schema in words of draft 7, and no more of them than readers need."""
    match schema:
        case {"anyOf": [{"type": str(kind), **rest}, {"type": "null"}], **more} if "enum" not in rest:
            return {"type": [kind, "null"], **_plainly(rest), **_plainly(more)}
        case {"prefixItems": [*items], **more}:
            return {**_plainly(more), "items": _plainly(items), "additionalItems": False}
        case {"enum": [str(only)], **more} if not more:
            return {"type": "string", "const": only}
        case dict():
            return {key: _value(key, value) for key, value in schema.items() if key != "title"}
        case list():
            return [_plainly(each) for each in schema]
    return schema


def _value(key: str, value: Any) -> Any:
    if key == "description":
        return cleandoc(value)
    if key == "properties":
        first = [name for name in ("type", "seq", "id") if name in value]
        return {name: _plainly(value[name]) for name in (*first, *(name for name in value if name not in first))}
    return _plainly(value)
