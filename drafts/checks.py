"""Start-up checks: settings that would break a promise are refused, with the way out in the hint."""

import re
from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connections

SQLITE = "draftsite.sqlite"
PROMISED = {"transaction_mode": "IMMEDIATE", "journal_mode": "WAL", "synchronous": "FULL", "foreign_keys": "ON"}


@register(Tags.security)
def secret_key_is_secret(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    if settings.DEBUG or settings.SECRET_KEY != settings.INSECURE_KEY:
        return []
    hint = (
        "`pass-left` and `make run` write one into .env. By hand: "
        """python3 -c 'import secrets; print("SECRET_KEY=" + secrets.token_urlsafe(50))' >> .env"""
    )
    return [Error("SECRET_KEY is not set, and DEBUG is off.", hint=hint, id="drafts.E001")]


@register(Tags.security)
def somebody_may_come(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    if settings.PEOPLE_PER_ADDRESS >= 1:
        return []
    hint = "It is the most people who come from one address; a store's is one. The default is 150."
    return [Error("PEOPLE_PER_ADDRESS is below 1: nobody could connect.", hint=hint, id="drafts.E005")]


@register(Tags.security)
def sets_have_an_address_each(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    if not settings.MTGJSON_URL or "{code}" in settings.MTGJSON_URL:
        return []
    hint = "Such as https://mtgjson.com/api/v5/{code}.json; empty: sets are not downloaded."
    return [Error("MTGJSON_URL does not say where the code of a set stands.", hint=hint, id="drafts.E006")]


@register(Tags.security)
def choices_are_durable(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    return [
        Error(
            f"SQLite without {name} {value}: confirmed choices could be lost, or fail when many choose at once.",
            hint="Set it in DATABASES, OPTIONS: transaction_mode, or a PRAGMA in init_command.",
            id="drafts.E002",
        )
        for database in settings.DATABASES.values()
        if database["ENGINE"] == SQLITE
        for name, value in PROMISED.items()
        if _declared(database.get("OPTIONS", {})).get(name) != value
    ]


def _declared(options: dict[str, str]) -> dict[str, str]:
    pragmas = re.findall(r"PRAGMA\s+(\w+)\s*=\s*(\w+)", options.get("init_command", ""), re.IGNORECASE)
    return {
        name: value.upper() for name, value in [*pragmas, ("transaction_mode", options.get("transaction_mode", ""))]
    }


@register(Tags.database)
def disk_can_keep_a_log(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    return [
        Error(
            f"SQLite's journal_mode is {mode}, though WAL was asked for.",
            hint="DATABASE_URL must name a file, on a disk of this machine.",
            id="drafts.E003",
        )
        for alias in databases or []
        if connections[alias].vendor == "sqlite" and (mode := _journal_mode(alias)) != "wal"
    ]


def _journal_mode(alias: str) -> str:
    with connections[alias].cursor() as cursor:
        return str(cursor.execute("PRAGMA journal_mode").fetchone()[0])


@register(Tags.database)
def confirmed_choices_reach_the_disk(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    return [
        Error(
            f"PostgreSQL's {name} is off: confirmed choices could be lost.",
            hint="Set it to on: in postgresql.conf, or where DATABASE_URL's `options` turn it off.",
            id="drafts.E004",
        )
        for alias in databases or []
        if connections[alias].vendor == "postgresql"
        for name in ("synchronous_commit", "fsync")
        if _shown(alias, name) == "off"
    ]


def _shown(alias: str, name: str) -> str:
    with connections[alias].cursor() as cursor:
        cursor.execute("SELECT current_setting(%s)", [name])
        return str(cursor.fetchone()[0])
