"""The socket's messages as docs/asyncapi.yaml describes them, held to those that are really sent."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from jsonschema_rs import Draft7Validator

PAGE = Path(__file__).parents[2] / "docs/asyncapi.yaml"


@cache
def socket_document() -> dict[str, Any]:
    return dict(yaml.load(PAGE.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader))


def faults_in(message: Mapping[str, Any]) -> list[str]:
    """Return how a message differs from its schema; a key that the schema lacks is a fault, too."""
    tag = str(message.get("type"))
    if tag not in socket_document()["components"]["messages"]:
        return [f"no message is called {tag}"]
    return [
        f"{tag}/{'/'.join(map(str, each.instance_path))}: {each.message}"
        for each in _validator(tag).iter_errors(message)
    ]


@cache
def _validator(tag: str) -> Draft7Validator:
    parts = socket_document()["components"]
    payload = parts["messages"][tag]["payload"]
    return Draft7Validator({**payload, "components": {"schemas": _closed(parts["schemas"])}})


def _closed(schema: Any) -> Any:
    """Return a schema in which no object has keys besides those that are named."""
    match schema:
        case dict():
            closed = {key: _closed(value) for key, value in schema.items()}
            return (
                {**closed, "additionalProperties": False}
                if schema.get("type") == "object" and "properties" in schema
                else closed
            )
        case list():
            return [_closed(each) for each in schema]
    return schema
