"""`manage.py verify LOG`: check whether the seed of a draft gives the seats, packs, fights and sharing of its log."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from drafts.log.json_file import log_as_data
from drafts.management.rows_command import RowsCommand
from drafts.models import Event
from drafts.operations.night_verification import night_differences
from drafts.operations.verification import BadLog, differences
from drafts.presenters.log.logs import load_log
from drafts.queries.events.lookup import event_with_code


class Command(RowsCommand):
    help = "Deal seats and packs again from a draft's seed, and name every difference from its log or its night."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("log", help="a log.json, or the code of an event of this server")

    def handle(self, *args: Any, **options: Any) -> None:
        log, event = read_log(options["log"])
        try:
            found = differences(log)
        except BadLog as bad:
            raise CommandError(str(bad)) from bad
        found += night_differences(event) if event else []
        if found:
            raise CommandError("\n".join([f"{len(found)} difference(s):", *found]))
        has_packs = log["event"]["packs"] != "paper" and any(table["packs"] for table in log["tables"])
        drawn = "seats and packs" if has_packs else "seats"
        self.stdout.write(f"OK: the seed gives the {drawn} of {log['event']['name']}.")
        if log.get("battles"):
            self.stdout.write("OK: the seed and the moves of its battles give their positions and their ends.")
        if event and log["event"]["imported"]:
            self.stdout.write(
                "Its fights and its sharing are told as in its file: what was done in them is not known here, so they "
                "are not played again."
            )
        elif event and event.stages.exists():
            self.stdout.write("OK: its fights and its sharing follow from the seed and from what was done.")


def read_log(name: str) -> tuple[dict[str, Any], Event | None]:
    """Return the log in a file, or that of an event of this server, and that event. Raises CommandError."""
    file = Path(name)
    if not file.is_file():
        event = drafted_event(name)
        data = log_as_data(load_log(event, with_night=False))
        if not event.stopped:
            data["event"]["seed"] = event.draft.seed  # also where readers are told it after the fights
        return data, event
    try:
        log = json.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as fault:
        raise CommandError(f"{name} is no log.json: {fault}") from fault
    if not isinstance(log, dict):
        raise CommandError(f"{name} is no log of a draft.")
    return log, None


def drafted_event(code: str) -> Event:
    """Return the event of this code. Raises CommandError while its seed is secret."""
    event = event_with_code(code)
    if event is None:
        raise CommandError(f"There is neither a file nor an event {code}.")
    if not event.is_over:
        raise CommandError(f"The draft of {code} is not over: its seed is still secret.")
    return event
