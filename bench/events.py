"""Makes the events of a night, in the database that the environment names: `bench.events TABLES FIGHTERS RINGS FIGHTS`.

Prints JSON: `tables`, for each the path of its socket and its fighters' session keys; `pages`, the addresses that
people open, each with a session key; `rings`, the tables of one event with as many as there may be, and `panel`, what
its organizer opens; `fights`, the tables at which the first round of so many fights has begun. `script` and
`ring_script` are the messages of one whole draft, which the limit says from memory.
"""

import json
import sys
from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import django

django.setup()  # before the models can be imported

from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.test import Client

from bench.fights import FIGHTS_AT_A_TABLE
from drafts.models import Seat, Table
from drafts.protocol import TableStates, seat_message
from drafts.rules.chance import Chance
from drafts.rules.draft.bots import automatic_choice
from drafts.rules.draft.table import Phase
from drafts.rules.draft.timed import JudgeBy, TimedTable
from drafts.rules.draft.timed_table import make_choice, say_ready
from drafts.rules.night.rights import LogVisibility
from drafts.services.nights import go_on
from drafts.services.tables import change_of
from drafts.sessions import SEATS
from drafts.store.tables import load_table
from tests.factories import let_bots_finish, make_event

NOW = datetime(2026, 11, 20, 19, 2, 31, 7000, tzinfo=UTC)
RING_SIZE = 2  # an event takes 128 fighters: 64 tables


def make_events(tables: int, fighters: int, rings: int, fights: int) -> dict[str, Any]:
    """Make and start an event for each table, and those whose pages are opened."""
    with transaction.atomic():
        made = [_sockets_of(_make_event(number, fighters))[0] for number in range(tables)]
        organizer, session = _make_organizer()
        panel = _make_event(0, fighters, organizer=organizer)
        large = _make_event(1, RING_SIZE * rings, organizer=organizer, table_size=RING_SIZE)
        fighting = [_sockets_of(_make_fights(number))[0] for number in range(-(-fights // FIGHTS_AT_A_TABLE))]
        pages = _pages(made[0], panel.code, large.code, rings, session)
    scripts = {"script": _script(made[0]["code"]), "ring_script": _script(large.code)}
    for ring in (sockets := _sockets_of(large)):
        ring["path"] += f"?ring={ring['number']}"  # the limit knows tables by their address
    host = {"path": f"/ws/events/{large.code}/?as=host", "session": session}
    return {"tables": made, "pages": pages, "rings": sockets, "panel": host, "fights": fighting, **scripts}


def _make_event(number: int, fighters: int, **settings: Any) -> Any:
    """Make an event of these fighters, all of them bots where `bots` is given, and start it."""
    bots = fighters if settings.pop("bots", False) else 0
    names = [f"Fighter {place + 1}" for place in range(fighters - bots)]
    chosen = {"organizer": None, "table_size": fighters, "name": f"Friday draft {number}"} | settings
    automatic = {"judge": JudgeBy.AUTOMATIC, "log_visibility": LogVisibility.PUBLIC}
    return make_event(chosen.pop("organizer"), *names, bots=bots, started=True, **automatic, **chosen)


def _make_fights(number: int) -> Any:
    """Make an event whose table has drafted and fights."""
    event = let_bots_finish(_make_event(number, 2 * FIGHTS_AT_A_TABLE))
    go_on(event=event, seen="building", confirmed=False)
    return event


def _make_organizer() -> tuple[Any, str]:
    """Return a user, and the key of a session in which they are signed in."""
    organizer, client = User.objects.create_user("ann"), Client()
    client.force_login(organizer, backend="django.contrib.auth.backends.ModelBackend")
    return organizer, client.cookies["sessionid"].value


def _sockets_of(event: Any) -> list[dict[str, Any]]:
    """Return for each table where its phones connect, and a session for each of its seats."""
    tables: dict[int, list[str]] = defaultdict(list)
    seats = Seat.objects.filter(draft__event=event).order_by("table__number", "position")
    for number, token in seats.values_list("table__number", "fighter__token"):
        session = SessionStore()
        session[SEATS] = {event.code: token}
        session.create()
        tables[number].append(session.session_key)
    path = f"/ws/events/{event.code}/"
    return [
        {"code": event.code, "number": number, "path": path, "sessions": sessions}
        for number, sessions in tables.items()
    ]


def _pages(table: dict[str, Any], panel: str, large: str, rings: int, organizer: str) -> dict[str, list[str]]:
    """Return the pages by their names in the report: the address, and whose session opens it."""
    fighters = len(table["sessions"])
    drafted = _make_event(0, fighters, bots=True).code
    lobby = make_event(None, name="Lobby").code
    return {
        "landing": ["/", ""],
        "join": [f"/join/{lobby}/", ""],
        "play page": [f"/events/{table['code']}/", table["sessions"][0]],
        "big screen": [f"/events/{table['code']}/table/1/", ""],
        "host panel, 1 table": [f"/events/{panel}/host/", organizer],
        f"host panel, {rings} tables": [f"/events/{large}/host/", organizer],
        "log page": [f"/events/{drafted}/log/", ""],
        "log.json": [f"/events/{drafted}/log/log.json", ""],
    }


def _script(code: str) -> list[dict[str, Any]]:
    """Play one draft by the rules and write down what each fighter is sent.

    A scene is a pass, a review, or the finished decks: `state` is for each seat when it begins, `shown` for spectators;
    `own` for a seat, and `seat` for the others, when that seat has acted and the others have not. What stands before
    the number of the version is left out.
    """
    live = load_table(Table.objects.get(draft__event__code=code, number=1).id)
    everyone = range(len(live.seats))
    here = tuple(replace(seat, connected=True) for seat in live.timed.seats)
    live = replace(live, timed=replace(live.timed, seats=here))

    def act(timed: TimedTable, seat: int) -> Any:
        table = timed.table
        if table.phase is Phase.REVIEW:
            return say_ready(timed, seat, NOW)
        cards = automatic_choice(table, seat, (), Chance("bench", seat))
        return make_choice(timed, seat, cards, NOW, round_=table.round, pass_number=table.pass_number)

    scenes = []
    while True:
        states = TableStates(live, NOW)
        scene: dict[str, Any] = {
            "state": [_rest(states.for_seat(seat)) for seat in everyone],
            "shown": _rest(states.for_spectator()),
            "own": [],
            "seat": [],
        }
        scenes.append(scene)
        if live.timed.table.phase is Phase.DRAFTED:
            return scenes
        following = live
        for seat in everyone:
            alone = change_of(live, act(live.timed, seat), NOW).after
            scene["own"].append(_rest(TableStates(alone, NOW).for_seat(seat)))
            scene["seat"].append(_rest(seat_message(alone, seat, alone.version)))
            following = change_of(following, act(following.timed, seat), NOW).after
        live = following


def _rest(message: str) -> str:
    """Return what follows the number of a message's version."""
    return message.partition('"seq":')[2].lstrip("0123456789")


if __name__ == "__main__":
    json.dump(make_events(*map(int, sys.argv[1:])), sys.stdout)
