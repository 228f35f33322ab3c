"""`manage.py socket_schema > docs/asyncapi.yaml`: the socket as AsyncAPI, made of the types of its messages."""

from typing import Any

import orjson
import yaml
from django.core.management.base import BaseCommand

from drafts.protocol.asyncapi import document

NOTE = "# Written by `manage.py socket_schema` from the types in drafts/protocol.\n"


class Command(BaseCommand):
    help = "Print what describes the socket to other programs, which docs/asyncapi.yaml is."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(socket_as_yaml(), ending="")


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
