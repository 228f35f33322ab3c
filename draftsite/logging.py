"""The lines of the log: their format, and what they may contain.

A reader of the log must not be able to take a seat or learn who holds which card, and no client may
write a line of their own into it.
"""

import logging
import re
from datetime import UTC, datetime
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from drafts.log_context import log_context

WHERE = ("request_id", "event", "socket", "batch")  # the subject of the line
DETAILS = ("method", "route", "status", "user", "role", "code", "ms", "seconds")  # messages contain these, too
LOST_REDIS = ("redis.exceptions.ConnectionError", "redis.exceptions.TimeoutError")
KEPT = frozenset(("time", "level", "logger", "message", "trace"))

SECRETS = (
    (re.compile(r"((?:rejoin|judge)(?:/|%2f)+)[^\s/\"'<>?#]+", re.IGNORECASE), r"\1***"),
    (re.compile(r"(://[^\s/@:]*):[^\s/@]+@"), r"\1:***@"),  # the password of a database or of Redis
    (
        re.compile(r"\b(sessionid|csrftoken|csrfmiddlewaretoken|password|secret_key)([\"']?\s*[=:]\s*)[^\s;,&]+", re.I),
        r"\1\2***",
    ),
    (re.compile(r"\b(bearer\s+)\S+", re.IGNORECASE), r"\1***"),
    (re.compile(r"DETAIL:.*"), "DETAIL: ***"),  # here PostgreSQL repeats the values of a row, such as nicknames
    # Words like tokens: long, without a break, in both cases. Names of files and functions have one case or dots.
    (re.compile(r"(?<![\w-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{32,}(?![\w-])"), "***"),
)


def without_secrets(text: str) -> str:
    """Return a text without tokens and passwords."""
    for secret, instead in SECRETS:
        text = secret.sub(instead, text)
    return text


def on_one_line(text: str) -> str:
    """Return a text with escapes for characters that break lines, move the cursor or change the reading direction."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


class AddFacts(logging.Filter):
    """Adds the facts of the current task's log context to a record, unless the record has them itself."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, fact in log_context().items():
            record.__dict__.setdefault(name, fact)
        return True


class WithoutLostRedis(logging.Filter):
    """Drops messages of asyncio about tasks that failed without Redis: `drafts.live` logs that it is gone."""

    def filter(self, record: logging.LogRecord) -> bool:
        kind = record.exc_info[0] if record.exc_info else None
        return (kind and f"{kind.__module__}.{kind.__name__}") not in LOST_REDIS


class JsonLine(JsonFormatter):
    """One line of JSON: `time`, `level`, `logger`, `message`, then `WHERE`, `DETAILS`, and `trace` after a fault.

    Additions of libraries to their records, such as whole requests, are left out.
    """

    def __init__(self) -> None:
        names = {"levelname": "level", "name": "logger", "exc_info": "trace"}
        super().__init__(["levelname", "name", "message"], rename_fields=names, timestamp="time")

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Return the values to write, without secrets."""
        known = {key: log_data[key] for key in ("time", *log_data) if key in KEPT} | _facts(log_data)
        return {key: without_secrets(value) if isinstance(value, str) else value for key, value in known.items()}


class PlainLine(logging.Formatter):
    """A line for people; a traceback follows it indented, so that none of its lines looks like a record."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line of a record."""
        at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%d %H:%M:%SZ")
        where = "".join(f" {name}={fact}" for name, fact in _facts(vars(record)).items() if name in WHERE)
        head = f"{at} {record.levelname} {record.name}{where}: {record.getMessage()}"
        trace = self.formatException(record.exc_info) if record.exc_info else ""
        rows = [head, *(f"    {row}" for row in trace.splitlines())]
        return "\n".join(on_one_line(without_secrets(row)) for row in rows)


def _facts(values: dict[str, Any]) -> dict[str, str | int | float]:
    return {name: values[name] for name in (*WHERE, *DETAILS) if isinstance(values.get(name), str | int | float)}
