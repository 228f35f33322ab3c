"""How `845c71b.sql` and `845c71b.json` were made: by the services of that version, run in a checkout of it.

    python tests/migrations/make_845c71b.py FOLDER

There are two nights. One stands in the middle of its draft: a pass was taken back, whose picks that version deleted,
and a judge is called. The other is finished. Time and chance are made up, so that the files come out the same again.
"""

import io
import itertools
import json
import os
import random
import secrets
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

OUT = Path(sys.argv[1])
VERSION = "845c71b"
MODELS = (
    *("CardSet", "Card", "PackRecipe", "PackLayout", "PackSlot", "SlotWeight", "Event", "EventSet", "Fighter"),
    *("LogEntry", "Table", "Seat", "Pack", "PackCard", "Pick", "JudgeCall", "Process", "Line", "Attempt"),
)
SET = "SMP02"
DRAFTING_SEED = "2f" * 32
FINISHED_SEED = "3e" * 32

sys.path.insert(0, str(Path.cwd()))
os.environ.update(
    DJANGO_SETTINGS_MODULE="draftsite.settings",
    DEBUG="on",
    DATABASE_URL=f"sqlite:///{Path(tempfile.mkdtemp()) / 'old.sqlite3'}",
    REDIS_URL="",
)
dice = random.Random(845)
secrets.choice = dice.choice
secrets.token_hex = lambda size: dice.randbytes(size).hex()
secrets.token_urlsafe = lambda size: f"{dice.getrandbits(256):043x}"[:43]

import django  # noqa: E402 - the settings come first, as for all that is imported below
from django.utils import timezone  # noqa: E402

ticks = itertools.count()
timezone.now = lambda: datetime(2026, 11, 20, 19, 0, tzinfo=UTC) + timedelta(milliseconds=1200 * next(ticks))
django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import models  # noqa: E402
from drafts.rules.bots import automatic_choice  # noqa: E402
from drafts.rules.notation import write  # noqa: E402
from drafts.rules.sitting import JudgeBy, Pace, attend, make_choice, mark  # noqa: E402
from drafts.rules.table import has_chosen, may_call  # noqa: E402
from drafts.selectors.logs import load_log  # noqa: E402
from drafts.services.hosting import hand_over_seat, pause_tables, resume_tables, take_back_pass  # noqa: E402
from drafts.services.lobby import add_bot, join_event  # noqa: E402
from drafts.services.tables import call_judge, change_of, change_table, give_verdict, record_changes  # noqa: E402

from drafts import models as tables  # noqa: E402
from drafts.log.json_file import log_as_data  # noqa: E402
from drafts.models import Attempt, CardSet, Event, Line, Process  # noqa: E402
from drafts.rules.chance import Chance  # noqa: E402
from drafts.services.events import create_event, finish_event, start_event  # noqa: E402
from drafts.store import load_table  # noqa: E402


def make_night(name, fighters, bots, seed, **settings):
    event = create_event(organizer=User.objects.get(), name=name, card_sets=[CardSet.objects.get(code=SET)], **settings)
    Event.objects.filter(id=event.id).update(seed=seed)
    event.refresh_from_db()
    for fighter in fighters:
        join_event(event=event, nickname=fighter)
    for _ in range(bots):
        add_bot(event=event)
    start_event(event=event)
    event.refresh_from_db()
    return event


def choose(event, seat):
    live = load_table(event.tables.get().id)
    table, now = live.sitting.table, timezone.now()
    cards = automatic_choice(table, seat, (), Chance(event.seed, "fixture", seat, live.version))
    step = make_choice(live.sitting, seat, cards, now, round_=table.round, pass_number=table.pass_number)
    request = f"choice-{table.round}-{table.pass_number}-{seat}-{live.version}"
    assert record_changes(chains=[[change_of(live, step, now, request, seat)]]).written == [True]


def play_to(event, round_, pass_number):
    """Let all fighters choose until the table is in this pass; one with a Legion Rare calls a judge for it first."""
    while True:
        live = load_table(event.tables.get().id)
        table = live.sitting.table
        if (table.round, table.pass_number) == (round_, pass_number):
            return
        seat = next(
            seat
            for seat, facts in enumerate(live.seats)
            if not facts.belongs_to_bot and table.hands[seat] and not has_chosen(table, seat)
        )
        if may_call(table, seat) and not table.legion_rare:
            rare = next(held.id for held in table.hands[seat] if held.card.is_legion_rare)
            call_judge(table_id=live.id, seat=seat, reason="legion_rare", card=rare, request=f"call-{seat}")
            for call in load_table(live.id).calls:
                give_verdict(event=event, call_id=call.id, verified=True)
        choose(event, seat)


def make_drafting():
    event = make_night(
        "Left in the middle", ["Aichi", "Kamui"], 2, DRAFTING_SEED,
        pace=Pace.STANDARD, review_seconds=60, judge=JudgeBy.ORGANIZER,
    )  # fmt: skip
    table = event.tables.get()
    one, two = table.seats.filter(bot=False).values_list("position", flat=True)
    for seat in (one, two):
        change_table(table_id=table.id, verb=lambda sitting, now, seat=seat: attend(sitting, seat, connected=True))
    play_to(event, 1, 2)
    choose(event, one)
    take_back_pass(event=event, number=1)
    pause_tables(event=event)
    resume_tables(event=event)
    play_to(event, 2, 1)
    hand_over_seat(event=event, number=1, seat=two, bot=True)
    hand_over_seat(event=event, number=1, seat=two, bot=False)
    play_to(event, 2, 2)
    choose(event, one)
    hand = load_table(table.id).sitting.table.hands[two]
    change_table(table_id=table.id, verb=lambda sitting, now: mark(sitting, two, [hand[0].id]))
    call_judge(table_id=table.id, seat=two, reason="rules", card=None, request="question")
    return event


def make_finished():
    event = make_night(
        "Over and done", ["Misaki"], 1, FINISHED_SEED, pace=Pace.OFF, judge=JudgeBy.AUTOMATIC, table_size=2
    )
    seat = event.tables.get().seats.get(bot=False).position
    play_to(event, 1, 2)
    take_back_pass(event=event, number=1)
    pause_tables(event=event)
    resume_tables(event=event)
    play_to(event, 2, 1)
    call_judge(table_id=event.tables.get().id, seat=seat, reason="other", card=None, request="question")
    give_verdict(event=event, call_id=load_table(event.tables.get().id).calls[0].id, verified=True)
    hand_over_seat(event=event, number=1, seat=seat, bot=True)
    event.refresh_from_db()
    finish_event(event=event)
    event.refresh_from_db()
    return event


def make_connection(event):
    process = Process.objects.create(name="old")
    fighter = event.fighters.filter(bot=False).first()
    Line.objects.create(
        process=process, event=event, fighter=fighter, role="fighter", table=1, opened_at=timezone.now(), round_trip=40
    )
    Attempt.objects.create(door="code", address="192.0.2.7")


def literal(field, row):
    value = field.value_from_object(row)
    match value:
        case None:
            return "NULL"
        case bool():
            return str(value).upper()
        case int() | float():
            return repr(value)
        case datetime():
            return f"'{value.astimezone(UTC).replace(tzinfo=None)}'"
    text = str(value).replace("'", "''")
    assert "\n" not in text
    return f"'{text}'"


def rows_of(model: type[models.Model], rows):
    fields = model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ",\n".join(f"({', '.join(literal(field, row) for field in fields)})" for row in rows)
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES\n{values};\n'


call_command("migrate", verbosity=0)
cards = Path("drafts/data", f"{SET}.csv")
call_command("loadset", cards, recipe=cards.with_suffix(".toml"), stdout=io.StringIO())
User.objects.create(username="organizer", password="!")
drafting, finished = make_drafting(), make_finished()
make_connection(drafting)
text = rows_of(User, User.objects.all())
for name in MODELS:
    text += rows_of(getattr(tables, name), getattr(tables, name).objects.order_by("pk"))
(OUT / f"{VERSION}.sql").write_text(text)
table = load_table(drafting.tables.get().id)
seen = {"drafting": drafting.code, "finished": finished.code, "table": write(table.sitting.table)}
log = json.dumps(seen | {"log": log_as_data(load_log(finished))}, ensure_ascii=False, separators=(",", ":"))
(OUT / f"{VERSION}.json").write_text(log.replace('{"id":', '\n{"id":').replace('{"round":', '\n{"round":') + "\n")
