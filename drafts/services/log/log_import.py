"""Import of events from another installation: a checked log becomes rows like those of any event."""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from msgspec import UNSET

from drafts.importers.faults import BadFile, ImportFault
from drafts.importers.pack_list import pack_list_of
from drafts.log.file_checks import CheckedLog
from drafts.log.file_reading import moment_of
from drafts.log.file_types import LogCard, LogEvent, LogFile
from drafts.models import (
    Across,
    AvatarsKept,
    AvatarWay,
    CardSet,
    ConstructedFormat,
    Draft,
    DraftSet,
    Event,
    Fighter,
    Fights,
    ImportedLog,
    Lands,
    Lists,
    LogEntry,
    NightSettings,
    PlanesPlayed,
    Policy,
    Reason,
    RomeSettings,
    Verdict,
)
from drafts.models.night import BEST_OF, SWISS_ROUNDS
from drafts.rules.night.nicknames import nickname_key
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.rounds import MOST_IN_A_USUAL_ROUND_ROBIN
from drafts.rules.night.stages import Stage
from drafts.services.events.lifecycle import free_code
from drafts.services.events.lobby import new_token
from drafts.services.log.imported_cards import ImportedCards
from drafts.services.log.imported_tables import make_commanders, make_decks, make_history, make_planar, make_table

MILLISECOND = timedelta(milliseconds=1)


class Imported(NamedTuple):
    """The result of an import: the event, and whether it is new. `own`: it was drafted on this installation."""

    event: Event
    is_new: bool
    own: bool = False


def identity_of(event: LogEvent) -> str:
    """Return a key for a draft, the same in all its logs: a hash of its seed's hash and its start.

    It is the same before and after the fights, with names and without, and for a log that was exported again.
    """
    return sha256(f"{event.seed_hash} {event.started}".encode()).hexdigest()


def import_log(*, log: CheckedLog, organizer: User) -> Imported:
    """Store the event of a log in one transaction; only the organizer may read it.

    If the draft is here already, its event is returned as it is. Tokens are new and given to nobody. Raises BadFile for
    cards that differ from those of loaded sets, and for an impossible call.
    """
    known = _known(log.file.event)
    if known is not None:
        return known
    faults = list(_faults_of_calls(log.file))
    with transaction.atomic():
        cards = ImportedCards(log)
        sets, keys = cards.load(faults) if log.format.cards else ({}, {})
        if faults:
            raise BadFile(faults)
        event, draft = _make_event(log, organizer, sets, cards.numbers)
        fighters = _make_fighters(log.file, event)
        for table in log.tables:
            make_table(table, draft, fighters, sets, keys)
        make_decks(log, draft, fighters)
        make_planar(log, draft, fighters)
        make_commanders(log, draft, fighters)
        make_history(log, draft, fighters)
        _note_source(log.file, event, fighters)
    return Imported(event, is_new=True)


def _known(event: LogEvent) -> Imported | None:
    """Return the event of the same draft if it is here already."""
    source = ImportedLog.objects.filter(identity=identity_of(event)).select_related("event").first()
    if source is not None:
        return Imported(source.event, is_new=False)
    if event.started is None:
        return None
    started = moment_of(event.started)
    at_that_time = Draft.objects.filter(started_at__gte=started, started_at__lt=started + MILLISECOND)
    for draft in at_that_time.filter(event__imported=False).select_related("event"):
        if sha256(draft.seed.encode()).hexdigest() == event.seed_hash:
            return Imported(draft.event, is_new=False, own=True)
    return None


def _faults_of_calls(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    for place, table in enumerate(log.tables):
        for number, call in enumerate(table.calls):
            if call.reason not in Reason.values or call.verdict not in Verdict.values:
                yield ImportFault(f"tables[{place}].calls[{number}]", "is no call that can be made")
    for number, act in enumerate(log.history):
        if act.facts.reason not in {UNSET, *Reason.values} or act.facts.verdict not in {UNSET, *Verdict.values}:
            yield ImportFault(f"history[{number}]", "is about no call that can be made")


# The event and its people -------------------------------------------------------------------------------------------


def _make_event(
    log: CheckedLog, organizer: User, sets: Mapping[str, CardSet], numbers: Mapping[str, str]
) -> tuple[Event, Draft]:
    """Store the event and its draft. `numbers` are the numbers of cards here, by those in the file."""
    told = log.file.event
    packs = [[numbers.get(number, number) for number in pack] for pack in told.pack_list or ()]
    is_taken = Event.objects.filter(code=told.code).exists()
    event = Event.objects.create(
        code=free_code() if is_taken else told.code,
        organizer=organizer,
        name=told.name,
        log_visibility=LogVisibility.ORGANIZER.value,
        log_opens=told.log_opens.value,
        phase=Stage.FINISHED,
        created_at=moment_of(told.created),
        finished_at=None if told.finished is None else moment_of(told.finished),
        stopped=told.stopped,
        imported=True,
    )
    drafted = None if told.drafted is None else moment_of(told.drafted)
    draft = Draft.objects.create(
        event=event,
        format=told.format,
        packs_each=told.packs_each or 0,
        picks=told.picks or 0,
        fight_form=told.form or "",
        team_poison=told.team_poison or 10,
        pack_source=told.packs,
        pack_list=pack_list_of(packs),
        table_size=told.table_size,
        pace=told.pace,
        review_seconds=told.review_seconds,
        judge=told.judge,
        own_picks=told.own_picks,
        seed=told.seed or "",
        draws=told.draws,
        started_at=None if told.started is None else moment_of(told.started),
        drafted_at=drafted,
        piles_entered_at=drafted if told.packs == "paper" else None,
    )
    DraftSet.objects.bulk_create(
        DraftSet(draft=draft, round=round_, card_set=sets[code]) for round_, code in enumerate(told.sets, start=1)
    )
    stages = {each.stage for each in told.stages}
    NightSettings.objects.create(
        event=event,
        build_minutes=told.build_minutes or 0,
        lands=told.lands or Lands.PROVIDED,
        lists=told.lists or Lists.OFF,
        constructed_format=told.constructed_format or ConstructedFormat.OTHER,
        avatars=told.avatars or AvatarWay.OFF,
        avatar_every=told.avatar_every or AvatarsKept.EVENT,
        planes=told.planes or PlanesPlayed.OFF,
        sharing=Policy.EQUAL if Stage.SHARING in stages else Policy.KEEP,
        **({"fights": Fights.AUTO if Stage.FIGHTING in stages else Fights.OFF} | _fought(log)),
    )
    if told.rome is not UNSET:
        settled = msgspec.structs.asdict(told.rome)
        RomeSettings.objects.create(event=event, **settled)
    LogEntry.objects.bulk_create(
        LogEntry(event=event, at=moment_of(entry.at), table=entry.table, text=entry.text) for entry in log.file.entries
    )
    return event, draft


def _fought(log: CheckedLog) -> dict[str, str | int]:
    """Return the settings of fights as far as those of a log tell them; where none were fought, as in any new event.

    Fights in the usual way of pairing are of the number of rounds that it has; any other number is one of Swiss rounds.
    """
    fights, form = log.file.fights, log.format.forms[0]
    if not fights:
        return {}
    rounds, games = max(fight.round for fight in fights), max(fight.best_of for fight in fights)
    sides = len({side.fighter for fight in fights if fight.table == fights[0].table for side in fight.sides})
    is_usual = form.at_table or sides > MOST_IN_A_USUAL_ROUND_ROBIN or rounds == sides - 1 + sides % 2
    return {
        "fights": Fights.AUTO if is_usual else Fights.SWISS,
        "swiss_rounds": min(rounds, SWISS_ROUNDS[-1]),
        "best_of": games if games in BEST_OF else BEST_OF[0],
        "fights_across": Across.EVENT if fights[0].table is None else Across.TABLE,
    }


def _make_fighters(log: LogFile[LogCard], event: Event) -> dict[int, Fighter]:
    """Return the fighters by their numbers in the file, made in the order in which they had joined."""
    seats = sorted((seat for table in log.tables for seat in table.seats), key=lambda seat: seat.joined)
    rows = Fighter.objects.bulk_create(
        Fighter(
            event=event,
            nickname=seat.name,
            nickname_key=nickname_key(seat.name),
            token=new_token(),
            bot=seat.bot,
            joined_at=event.created_at,
        )
        for seat in seats
    )
    return {seat.fighter: row for seat, row in zip(seats, rows, strict=True)}


def _note_source(log: LogFile[LogCard], event: Event, fighters: Mapping[int, Fighter]) -> None:
    ImportedLog.objects.create(
        event=event,
        identity=identity_of(log.event),
        code=log.event.code,
        seed_hash=log.event.seed_hash,
        numbers={str(row.id): number for number, row in fighters.items()},
        fights=msgspec.to_builtins(log.fights),
        battles=msgspec.to_builtins(log.battles or []),
        shares=msgspec.to_builtins(log.shares),
        planar_cards=msgspec.to_builtins(log.event.planar_cards or []),
        avatars={str(deck.fighter): deck.avatar for deck in log.decks if deck.avatar is not UNSET},
        imported_at=timezone.now(),
    )
