"""Drafts between bots stored as if people had drafted them, many at once, to test and measure statistics."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction

from drafts.models import (
    Card,
    CardSet,
    Draft,
    DraftSet,
    Event,
    Fighter,
    Fights,
    NightSettings,
    Pack,
    PackCard,
    Policy,
    Seat,
    Table,
)
from drafts.models import Pick as PickRow
from drafts.models.event import CODE_ALPHABET, CODE_LENGTH
from drafts.rules.draft.replay import PlacedCards
from drafts.rules.draft.table import DraftTable, Phase
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.stages import Stage
from drafts.services.events.seating import deal_public_ids
from drafts.store.sql import DriverCursor, insert_rows, stored_time

LASTED = timedelta(minutes=15)
ORGANIZER = "made-up-drafts"
PICK_COLUMNS = (
    *("pack_card", "seat", "round", "pass_number", "position", "how", "seconds", "at", "version", "request"),
    "undone_in",
)


class MadeUp(NamedTuple):
    """A draft to be stored: its table at the end, its picks, and when it ended."""

    table: DraftTable
    picks: Sequence[PlacedCards]
    ended: datetime


def organizer_of_made_up_drafts() -> User:
    """Return the account that owns these events; it has no password."""
    user, is_new = User.objects.get_or_create(username=ORGANIZER)
    if is_new:
        user.set_unusable_password()
        user.save()
    return user


def store_made_up_drafts(*, drafts: Sequence[MadeUp], sets: Sequence[CardSet]) -> None:
    """Store each draft as a finished event of its own, all in one transaction. `sets` has the set of each round."""
    cards = dict(Card.objects.filter(card_set__in=sets).values_list("number", "id"))
    with transaction.atomic():
        rows = _make_drafts(drafts, organizer_of_made_up_drafts())
        DraftSet.objects.bulk_create(
            DraftSet(draft=row, round=number, card_set=card_set)
            for row in rows
            for number, card_set in enumerate(sets, start=1)
        )
        tables = Table.objects.bulk_create(
            Table(
                draft=row,
                number=1,
                version=len(made.picks) + 1,
                phase=Phase.DRAFTED.value,
                round=made.table.round,
                pass_number=made.table.pass_number,
                started_at=made.ended - LASTED,
            )
            for row, made in zip(rows, drafts, strict=True)
        )
        seats = _make_seats(tables, drafts)
        keys = _make_packs(tables, drafts, sets, cards)
        picks = [
            (keys[table.id, card], seats[table.id, pick.seat], pick.round, pick.pass_number, place, pick.how.value,
             pick.seconds, stored_time(made.ended), version, "", 0)
            for table, made in zip(tables, drafts, strict=True)
            for version, pick in enumerate(made.picks, start=2) for place, card in enumerate(pick.cards)
        ]  # fmt: skip
        with DriverCursor() as cursor:
            insert_rows(cursor, PickRow, PICK_COLUMNS, picks)


def _make_drafts(drafts: Sequence[MadeUp], organizer: User) -> list[Draft]:
    events = Event.objects.bulk_create(
        Event(
            code=code,
            organizer=organizer,
            name="Made-up draft",
            phase=Stage.FINISHED,
            log_visibility=LogVisibility.PUBLIC.value,
            created_at=made.ended - LASTED,
            finished_at=made.ended,
        )
        for made, code in zip(drafts, _free_codes(len(drafts)), strict=True)
    )
    NightSettings.objects.bulk_create(
        NightSettings(event=event, fights=Fights.OFF, sharing=Policy.KEEP) for event in events
    )
    return Draft.objects.bulk_create(
        Draft(
            event=event,
            format=made.table.format.slug,
            table_size=made.table.fighters,
            seed=secrets.token_hex(32),
            started_at=made.ended - LASTED,
            drafted_at=made.ended,
        )
        for event, made in zip(events, drafts, strict=True)
    )


def _free_codes(count: int) -> Iterator[str]:
    """Yield codes that no event has; many are looked up in one query."""
    found: dict[str, None] = {}
    while len(found) < count:
        tried = {"".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH)) for _ in range(count - len(found))}
        taken = set(Event.objects.filter(code__in=tried).values_list("code", flat=True))
        found |= dict.fromkeys(tried - taken)
    yield from found


def _make_seats(tables: Sequence[Table], drafts: Sequence[MadeUp]) -> Mapping[tuple[int, int], int]:
    """Make the fighters, who have no phones, and their seats; return the seats' rows by table and position."""
    places = [(table, seat) for table, made in zip(tables, drafts, strict=True) for seat in range(made.table.fighters)]
    fighters = Fighter.objects.bulk_create(
        Fighter(
            event_id=table.draft.event_id,
            nickname=f"Fighter {seat + 1}",
            nickname_key=f"fighter {seat + 1}",
            token=secrets.token_urlsafe(32),
            guest=True,
            ready=True,
        )
        for table, seat in places
    )
    rows = Seat.objects.bulk_create(
        Seat(table=table, draft=table.draft, position=seat, fighter=fighter)
        for (table, seat), fighter in zip(places, fighters, strict=True)
    )
    return {(row.table_id, row.position): row.id for row in rows}


def _make_packs(
    tables: Sequence[Table], drafts: Sequence[MadeUp], sets: Sequence[CardSet], cards: Mapping[str, int]
) -> Mapping[tuple[int, int], int]:
    """Make the packs and their cards; return the cards' rows by table and by their ids at the table."""
    opened = [
        (table, round_, seat, pack)
        for table, made in zip(tables, drafts, strict=True)
        for round_, packs in enumerate(made.table.packs, start=1)
        for seat, pack in enumerate(packs)
    ]
    packs = Pack.objects.bulk_create(
        Pack(table=table, round=round_, opened_by=seat, card_set=sets[round_ - 1], guaranteed=pack.guaranteed)
        for table, round_, seat, pack in opened
    )
    lying = [(table, row, held) for (table, *_, pack), row in zip(opened, packs, strict=True) for held in pack.cards]
    names = {table.id: iter(_public_ids(table.draft.seed, made)) for table, made in zip(tables, drafts, strict=True)}
    named = [(table.id, table.draft_id, row.id, held, next(names[table.id])) for table, row, held in lying]
    columns = ("draft", "pack", "card", "foil", "public_id")
    placed = [(draft, pack, cards[held.card.number], held.foil, public_id) for _, draft, pack, held, public_id in named]
    with DriverCursor() as cursor:
        insert_rows(cursor, PackCard, columns, placed)
    rows = PackCard.objects.filter(draft__in={draft for _, draft, *_ in named}).order_by()
    keys = {(draft, public_id): key for key, draft, public_id in rows.values_list("id", "draft", "public_id")}
    return {(table, held.id): keys[draft, public_id] for table, draft, _, held, public_id in named}


def _public_ids(seed: str, made: MadeUp) -> list[int]:
    return deal_public_ids(seed, sum(len(pack.cards) for packs in made.table.packs for pack in packs))
