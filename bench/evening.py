"""Makes the events of a night, in the database that the environment names: `python -m bench.evening TABLES FIGHTERS`.

Prints JSON: `tables`, for each the event's code and its fighters' session keys; `script`, the messages of one whole
draft, which the limit says from memory.
"""

import json
import sys
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import django

NOW = datetime(2026, 11, 20, 19, 2, 31, 7000, tzinfo=UTC)


def prepare(tables: int, fighters: int) -> dict[str, Any]:
    """Make and start an event for each table."""
    from django.core.management import call_command
    from django.db import transaction

    call_command("migrate", verbosity=0)
    call_command("loadsamples", stdout=StringIO())
    with transaction.atomic():
        made = [_make_event(number, fighters) for number in range(tables)]
    return {"tables": made, "script": _script(made[0]["code"])}


def _make_event(number: int, fighters: int) -> dict[str, Any]:
    from django.contrib.sessions.backends.db import SessionStore

    from drafts.access import SEATS
    from drafts.models import CardSet
    from drafts.rules.clock import Pace
    from drafts.rules.sitting import JudgeBy
    from drafts.services.events import create_event, start_event
    from drafts.services.lobby import join_event

    event = create_event(
        organizer=None,
        name=f"Friday draft {number}",
        card_sets=[CardSet.objects.get(code="SMP01")],
        table_size=fighters,
        pace=Pace.OFF,
        judge=JudgeBy.AUTOMATIC,
    )
    sessions = []
    for place in range(fighters):
        fighter = join_event(event=event, nickname=f"Fighter {place + 1}")
        session = SessionStore()
        session[SEATS] = {event.code: fighter.token}
        session.create()
        sessions.append(session.session_key)
    start_event(event=event)
    return {"code": event.code, "sessions": sessions}


def _script(code: str) -> list[dict[str, list[str]]]:
    """Play one draft by the rules and write down what each fighter is sent.

    A scene is a pass, a review, or the finished decks: `state` is for each seat when it begins; `own` for a seat, and
    `seat` for the others, when that seat has acted and the others have not.
    """
    from drafts.models import Table
    from drafts.protocol import TableStates, seat_message
    from drafts.rules.bots import automatic_choice
    from drafts.rules.chance import Chance
    from drafts.rules.sitting import Sitting, make_choice, say_ready
    from drafts.rules.table import Phase
    from drafts.services.tables import change_of
    from drafts.store import load_table

    live = load_table(Table.objects.get(event__code=code).id)
    everyone = range(len(live.seats))
    here = tuple(replace(seat, connected=True) for seat in live.sitting.seats)
    live = replace(live, sitting=replace(live.sitting, seats=here))

    def act(sitting: Sitting, seat: int) -> Any:
        table = sitting.table
        if table.phase is Phase.REVIEW:
            return say_ready(sitting, seat, NOW)
        cards = automatic_choice(table, seat, (), Chance("bench", seat))
        return make_choice(sitting, seat, cards, NOW, round_=table.round, pass_number=table.pass_number)

    scenes = []
    while True:
        states = TableStates(live, NOW)
        scene: dict[str, list[str]] = {"state": [states.for_seat(seat) for seat in everyone], "own": [], "seat": []}
        scenes.append(scene)
        if live.sitting.table.phase is Phase.DRAFTED:
            return scenes
        following = live
        for seat in everyone:
            alone = change_of(live, act(live.sitting, seat), NOW).after
            scene["own"].append(TableStates(alone, NOW).for_seat(seat))
            scene["seat"].append(seat_message(alone, seat))
            following = change_of(following, act(following.sitting, seat), NOW).after
        live = following


if __name__ == "__main__":
    django.setup()
    json.dump(prepare(int(sys.argv[1]), int(sys.argv[2])), sys.stdout)
