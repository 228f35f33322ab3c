"""How `0b00b4f.sql` and `0b00b4f.json` were made: by the services of that version, run in a checkout of it.

    python …/tests/migrations/make_0b00b4f.py FOLDER

There are six events: one in the middle of its draft (a pass was undone, cards are marked, a judge is called), one in
the second round of its fights, one in its sharing, one that is finished and counted, one whose piles of real packs are
being entered, and one that is settled in its lobby. The JSON file has their logs, those of the first three as that
version told of them once `playing.py` had played them to their end: it is that of the commit which added these files.
Time and chance are made up, so that the files come out the same again.
"""

import io
import json
import os
import random
import secrets
import sys
import tempfile
from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from pathlib import Path

OUT = Path(sys.argv[1])
VERSION = "0b00b4f"
MODELS = (
    *("CardSet", "Card", "VanguardFacts", "MagicFacts", "PackRecipe", "PackLayout", "PackSlot", "SlotWeight"),
    *("EventTemplate", "Store", "ApiToken", "Event", "NightSettings", "Draft", "DraftSet", "Fighter", "Removal"),
    *("StaffLink", "LogEntry", "Table", "Seat", "Pack", "PackCard", "Pick", "JudgeCall", "TableEvent", "PileEntry"),
    *("EventStage", "StageAct", "StepComment", "Webhook", "Delivery", "CountedDraft", "CountedSet", "DraftCount"),
    *("DayCount", "Process", "Connection", "Attempt"),
)
SETS = ("SMP01", "SMP02", "MAG01")

sys.path.insert(0, str(Path.cwd()))
os.environ.update(
    DJANGO_SETTINGS_MODULE="draftsite.settings",
    DEBUG="on",
    DATABASE_URL=f"sqlite:///{Path(tempfile.mkdtemp()) / 'old.sqlite3'}",
    REDIS_URL="",
)
dice = random.Random(845)
secrets.choice = dice.choice
secrets.token_bytes = dice.randbytes
secrets.token_hex = lambda size: dice.randbytes(size).hex()
secrets.token_urlsafe = lambda size=32: f"{dice.getrandbits(256):043x}"[:43]

import django  # noqa: E402 - the settings come first, as for all that is imported below
from django.utils import timezone  # noqa: E402

MadeUpTime = import_module("made_up_time").MadeUpTime  # beside this script, not in the checkout whose code is run
timezone.now = clock = MadeUpTime(datetime(2026, 9, 4, 19, 0, tzinfo=UTC), step=timedelta(milliseconds=40))
django.setup()
playing = import_module("playing")

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from drafts.selectors.logs import load_log  # noqa: E402
from drafts.services.api_tokens import make_token  # noqa: E402
from drafts.services.calls import call_of, give_verdict, take_call  # noqa: E402
from drafts.services.comments import Place, write_comment  # noqa: E402
from drafts.services.guests import add_guest  # noqa: E402
from drafts.services.hosting import (  # noqa: E402
    advance_table,
    draw_seats,
    end_reviews,
    hand_over_seat,
    pause_tables,
    resume_tables,
    take_back_pass,
)
from drafts.services.lobby import add_bot, join_event  # noqa: E402
from drafts.services.next_drafts import make_next_draft  # noqa: E402
from drafts.services.nights import finish_event, go_on  # noqa: E402
from drafts.services.piles import enter_pile  # noqa: E402
from drafts.services.removals import remove_fighter  # noqa: E402
from drafts.services.shares import accept_swap, change_wishes, offer_swap, tick_card  # noqa: E402
from drafts.services.staff import make_link  # noqa: E402
from drafts.services.stores import save_store, save_template  # noqa: E402
from drafts.services.tables import change_table, record_changes  # noqa: E402

from drafts import models as tables  # noqa: E402
from drafts.log.json_file import log_as_data  # noqa: E402
from drafts.models import Attempt, CardSet, Connection, NightSettings, Policy, Process, Webhook  # noqa: E402
from drafts.rules.draft.notation import write  # noqa: E402
from drafts.rules.draft.table import Phase, has_chosen, may_call  # noqa: E402
from drafts.rules.draft.timed import JudgeBy  # noqa: E402
from drafts.rules.draft.timed_table import attend, mark  # noqa: E402
from drafts.rules.formats import Pace  # noqa: E402
from drafts.rules.night.fight_moves import Count, EnterResult  # noqa: E402
from drafts.rules.night.rights import LogVisibility  # noqa: E402
from drafts.rules.night.share_moves import Take  # noqa: E402
from drafts.rules.night.wish_lists import add  # noqa: E402
from drafts.services import statistics  # noqa: E402
from drafts.services.acts import record_acts  # noqa: E402
from drafts.services.events import create_event, start_event  # noqa: E402
from drafts.services.fights import set_score  # noqa: E402
from drafts.store.fights import fights_change, load_fights  # noqa: E402
from drafts.store.piles import load_piles  # noqa: E402
from drafts.store.shares import load_all_shares  # noqa: E402
from drafts.store.tables import load_table  # noqa: E402


def make_event(name, card_set, fighters=(), bots=0, *, started=True, **settings):
    event = create_event(
        organizer=User.objects.get(), name=name, card_sets=[CardSet.objects.get(code=card_set)], **settings
    )
    for fighter in fighters:
        join_event(event=event, nickname=fighter)
    for _ in range(bots):
        add_bot(event=event)
    if started:
        start_event(event=event)
    event.refresh_from_db()
    return event


def make_drafted(name, card_set, fighters, bots=0, **settings):
    event = make_event(name, card_set, fighters, bots, **settings)
    for table in event.draft.tables.all():
        for seat in table.seats.filter(bot=False):
            hand_over_seat(event=event, number=table.number, seat=seat.position, bot=True)
    event.refresh_from_db()
    return event


def fighter(event, name):
    return event.fighters.get(nickname=name)


def table_of(event):
    return load_table(event.draft.tables.get().id)


def call_judge(event, seat, reason, card=None):
    live = table_of(event)
    change = call_of(live, seat, timezone.now(), reason=reason, card=card, request=f"call-{seat}-{live.version}")
    assert record_changes(chains=[[change]]).written == [True]


def play_to(event, round_, pass_number):
    """Let all choose until the table is in this pass; one with a Legion Rare calls a judge for it first."""
    while True:
        table = table_of(event).timed.table
        if (table.round, table.pass_number) == (round_, pass_number):
            return
        bots = set(event.draft.tables.get().seats.filter(bot=True).values_list("position", flat=True))
        seat = next(seat for seat in range(table.fighters) if seat not in bots and not has_chosen(table, seat))
        if may_call(table, seat):
            rare = next(held.id for held in table.hands[seat] if table.format.call_for in held.card.traits)
            call_judge(event, seat, "legion_rare", rare)
            for call in table_of(event).calls:
                give_verdict(event=event, call_id=call.id, verified=True)
        playing.choose(event, seat)


def make_drafting():
    """Leave two fighters and a guest beside a bot in the third pass of the second round."""
    event = make_event(
        "Left in the middle", "SMP02", ["Aichi", "كاموي"], 1, started=False,
        guests=["Emi"], pace=Pace.RELAXED, review_seconds=60, judge=JudgeBy.ORGANIZER,
    )  # fmt: skip
    judge = make_link(event=event, name="Ren")
    start_event(event=event)
    event.refresh_from_db()
    one, two, *_ = event.draft.tables.get().seats.filter(bot=False).values_list("position", flat=True)
    for seat in (one, two):
        change_table(
            table_id=event.draft.tables.get().id,
            verb=lambda timed, now, seat=seat: attend(timed, seat, connected=True, at=now),
        )
    play_to(event, 1, 2)
    playing.choose(event, one)
    take_back_pass(event=event, number=1)
    pause_tables(event=event)
    resume_tables(event=event)
    play_to(event, 2, 2)
    playing.choose(event, one)
    hand = table_of(event).timed.table.hands[two]
    change_table(
        table_id=event.draft.tables.get().id, verb=lambda timed, now: mark(timed, two, [hand[1].id, hand[0].id])
    )
    call_judge(event, two, "rules")
    take_call(event=event, call_id=table_of(event).calls[0].id)
    return event, judge


def make_fighting():
    """Leave four fighters of a Magic draft in the second round, where one side has entered a result."""
    event = make_drafted(
        "Best of three", "MAG01", ["Aichi", "Kamui", "Misaki", "Naoki"], format_="magic-draft", table_size=4,
        night=NightSettings(fights="swiss", swiss_rounds=3, best_of=3, sharing=Policy.EQUAL),
        log_visibility=LogVisibility.PUBLIC,
    )  # fmt: skip
    Webhook.objects.create(
        event=event, address="https://shop.example/hook", origin="https://draft.example", secret="s" * 43
    )
    go_on(event=event, seen="building", confirmed=False)
    for number, score in ((1, (2, 1)), (2, (0, 2))):
        set_score(event=event, fight=number, score=score)
    playing.begin_next_round(event=event, number=2, confirmed=False)
    number, *_, open_fight = next(entry for entry in load_fights(event.id).fighting.fights() if not entry[-1].is_over)
    side = open_fight.fighters[0]
    for move in (Count(number, side, "life", -3), EnterResult(number, side, (2, 0))):
        change = fights_change(load_fights(event.id), side, move, timezone.now())
        assert record_acts(chains=[[change]]) == [True]
    for author, text in ((fighter(event, "Aichi"), "I still do not know why."), (None, "The pick of the night.")):
        write_comment(event=event, place=Place(1, "r1p2", 0), author=author, text=text, request=f"comment-{text[:5]}")
    event.refresh_from_db()
    make_next_draft(event=event, confirmed=True)
    return event


def make_sharing():
    """Leave three fighters in the sharing: each has taken a card, and a swap is agreed to."""
    event = make_drafted(
        "Whose is it", "SMP01", ["Aichi", "Kamui", "Misaki"], table_size=3,
        night=NightSettings(fights="off", sharing=Policy.EQUAL),
    )  # fmt: skip
    go_on(event=event, seen="building", confirmed=False)
    (live,) = load_all_shares(event.id)
    for name, card in zip(("Aichi", "Misaki"), live.shares.sharing.lots[-1].cards, strict=False):
        change_wishes(event=event, fighter=fighter(event, name).id, change=lambda wishes, card=card: add(wishes, card))
    (live,) = load_all_shares(event.id)
    for _ in range(3):
        live = playing.ask(live, live.shares.turn, Take(live.shares.sharing.pool[0]), clock)
    (give, one), (want, other) = list(live.shares.owners().items())[:2]
    offer_swap(event=event, fighter=one, give=give, want=want)
    (live,) = load_all_shares(event.id)
    accept_swap(event=event, fighter=other, number=next(iter(live.shares.open_swaps(other))))
    (live,) = load_all_shares(event.id)
    card, *_ = next(iter(live.shares.to_hand_over()))
    tick_card(event=event, card=card, handed=True)
    event.refresh_from_db()
    return event


def make_finished():
    """Finish a draft whose names are hidden in its public log, and of which a fighter was removed."""
    event = make_drafted(
        "Over and done", "SMP01", ["Aichi", "Kamui"], 1, table_size=3, pace=Pace.OFF,
        log_visibility=LogVisibility.PUBLIC, hide_names=True, night=NightSettings(fights="auto", sharing=Policy.KEEP),
    )  # fmt: skip
    remove_fighter(event=event, fighter_id=fighter(event, "Kamui").id)
    write_comment(event=event, place=Place(1, "r1p1", None), author=None, text="A good start.", request="first")
    finish_event(event=event)
    event.refresh_from_db()
    return event


def make_paper():
    """Leave a draft with paper packs when one pile of two has been checked and the other is half entered."""
    event = make_event("Real packs", "SMP01", ["Aichi", "Kamui"], table_size=2, packs="paper", pace=Pace.OFF)
    go_on(event=event, seen="opening", confirmed=False)
    event.refresh_from_db()
    while (tables := event.draft.tables.exclude(phase=Phase.DRAFTED)).exists():
        end_reviews(event=event) if tables.filter(phase=Phase.REVIEW).exists() else None
        for table in tables.filter(phase=Phase.DRAFTING):
            advance_table(event=event, number=1, moment=(table.round, table.pass_number))
    event.refresh_from_db()
    fitting = ["SMP01/050", *(["SMP01/043"] * 4)] * 6
    for pile, numbers in zip(load_piles(event.draft)[0].piles, (fitting, fitting[:12]), strict=True):
        assert not enter_pile(event=event, fighter=pile.fighter, numbers=numbers, check=numbers is fitting).faults
    event.refresh_from_db()
    return event


def make_settled():
    """Settle a Magic draft in its lobby, with a guest and a bot, whose seats are drawn."""
    event = make_event(
        "Next Friday", "MAG01", ["Aichi", "Kamui"], 1, started=False, format_="magic-draft", table_size=6,
        pace=Pace.RELAXED, hide_names=True, on_first_page=True, starts_at=clock() + timedelta(days=7),
        night=NightSettings(fights="bracket", best_of=1, fight_minutes=50, time_up="draw", sharing=Policy.RANDOM),
    )  # fmt: skip
    add_guest(event=event, nickname="Emi")
    draw_seats(event=event)
    make_link(event=event, name="Ren")
    owner = User.objects.get()
    save_template(owner=owner, event=event, name="Fridays")
    save_store(
        owner=owner,
        name="The Corner",
        house_rules="No sleeves.",
        time_zone="Europe/Berlin",
        usual=owner.templates.get(),
    )
    event.refresh_from_db()
    return event


def make_the_rest(event):
    make_token(user=User.objects.get(), name="display")
    process = Process.objects.create(name="old")
    Connection.objects.create(
        process=process, event=event, fighter=fighter(event, "Aichi"), role="fighter", table=1,
        opened_at=timezone.now(), round_trip=40,
    )  # fmt: skip
    Attempt.objects.create(action="code", address="192.0.2.7")
    statistics.count_finished_drafts()


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
        case date():
            return f"'{value}'"
        case dict() | list():
            value = json.dumps(value)
    text = str(value).replace("'", "''")
    assert ";\n" not in text
    return f"'{text}'"


def rows_of(model):
    rows = model.objects.order_by("pk")
    fields = model._meta.concrete_fields
    columns = ", ".join(f'"{field.column}"' for field in fields)
    values = ",\n".join(f"({', '.join(literal(field, row) for field in fields)})" for row in rows)
    return f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES\n{values};\n' if values else ""


def counted(event):
    """Return what the statistics have of each card of an event, by its number."""
    columns = ("card__number", "bots", "opened", "taken", "seen")
    return sorted(tables.DraftCount.objects.filter(counted__draft=event.draft).values_list(*columns))


call_command("migrate", verbosity=0)
for code in SETS:
    cards = Path("drafts/data", f"{code}.csv")
    call_command("loadset", cards, recipe=cards.with_suffix(".toml"), stdout=io.StringIO())
User.objects.create(username="organizer", password="!")
events = {
    "finished": make_finished(), "paper": make_paper(), "settled": make_settled(),
    "fighting": make_fighting(), "sharing": make_sharing(),
}  # fmt: skip
events["drafting"], judge = make_drafting()
make_the_rest(events["drafting"])
assert {model._meta.model_name for model in tables.Event._meta.apps.get_app_config("drafts").get_models()} - {
    name.lower() for name in MODELS
} == {"cardimage", "importedlog"}
(OUT / f"{VERSION}.sql").write_text("".join(map(rows_of, (User, *(getattr(tables, name) for name in MODELS)))))
seen = {
    "codes": {stage: event.code for stage, event in events.items()},
    "table": write(table_of(events["drafting"]).timed.table),
    "judge": judge.token,
    "counted": counted(events["finished"]),
}

clock.at, clock.step = clock.at + timedelta(seconds=10), timedelta()
seen["left_at"] = clock.at.isoformat()
playing.play_draft(events["drafting"], clock)
playing.play_fights(events["fighting"], clock)
for stage in ("fighting", "sharing"):
    playing.play_sharing(events[stage], clock)
seen["logs"] = {
    stage: log_as_data(load_log(events[stage])) for stage in ("finished", "drafting", "fighting", "sharing")
}
text = json.dumps(seen, ensure_ascii=False, separators=(",", ":"))
(OUT / f"{VERSION}.json").write_text(text.replace('{"id":', '\n{"id":').replace('{"round":', '\n{"round":') + "\n")
