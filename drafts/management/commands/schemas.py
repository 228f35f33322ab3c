"""`manage.py schemas`: write the documents that are made of the types, for other programs to read, into docs/."""

from pathlib import Path
from typing import Any

import orjson
import yaml
from django.conf import settings
from django.core.management.base import BaseCommand

from drafts.protocol.asyncapi import document

NOTE = (
    "# Written by `manage.py schemas`, from the types in drafts/protocol. A test says when it is not what they say.\n"
)


class Command(BaseCommand):
    help = "Write docs/asyncapi.yaml, which describes the socket, from the types of its messages."

    def handle(self, *args: Any, **options: Any) -> None:
        page = Path(settings.BASE_DIR) / "docs/asyncapi.yaml"
        page.write_text(socket_as_yaml(), encoding="utf-8")
        self.stdout.write(f"Wrote {page.name}.")


def socket_as_yaml() -> str:
    """Return the description of the socket as it stands in docs/asyncapi.yaml."""
    plain = orjson.loads(orjson.dumps(document()))
    return NOTE + yaml.dump(plain, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


class _Dumper(yaml.SafeDumper):
    """Lists stand deeper than their key, longer texts as they are read, and nothing refers to another line."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _text(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)
