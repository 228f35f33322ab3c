"""Events that were drafted on another installation: a checked log becomes rows like those of any event."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import NamedTuple

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from drafts.exporters.log_types import ActPart, CardPart, EventPart, LogFile, PickPart
from drafts.importers.faults import BadFile, Fault, quoted
from drafts.importers.log_checks import CheckedLog
from drafts.importers.log_draft_checks import CheckedTable, Placed, card_of
from drafts.importers.log_file import moment_of
from drafts.models import (
    FACTS,
    ActedBy,
    Card,
    CardSet,
    Draft,
    DraftSet,
    Event,
    EventPhase,
    Fighter,
    Fights,
    ImportedLog,
    JudgeCall,
    LogEntry,
    NightSettings,
    Pack,
    PackCard,
    Pick,
    Policy,
    Reason,
    Seat,
    Table,
    TableEvent,
    Verdict,
)
from drafts.rules.cards import Card as PrintedCard
from drafts.rules.draft.history import ABOUT_A_CARD
from drafts.rules.games.base import Game
from drafts.rules.ids import FighterId
from drafts.rules.night.nicknames import nickname_key
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.stages import Stage
from drafts.services.events import free_code
from drafts.services.lobby import new_token
from drafts.store.catalog import cards_by_row, common_columns, facts_columns

AT_ONCE = 500
MILLISECOND = timedelta(milliseconds=1)


class Imported(NamedTuple):
    """What became of a file: the event, and whether it is new. `own`: it was drafted on this installation."""

    event: Event
    is_new: bool
    own: bool = False


def identity_of(event: EventPart) -> str:
    """Return what all logs of one draft have in common: its secret seed, and when it started.

    It is the same before and after the fights, with names and without, and for a log that was exported again.
    """
    return sha256(f"{event.seed_hash} {event.started}".encode()).hexdigest()


def import_log(*, log: CheckedLog, organizer: User) -> Imported:
    """Store the event that a log tells of, with the organizer as the only one who may read it, all of it or nothing.

    A draft that is here already is not stored again: its event is returned as it is. Nobody is given any of the tokens.
    Raises BadFile where the cards are not those of the sets that are loaded here, and for a call that nobody can make.
    """
    known = _known(log.file.event)
    if known is not None:
        return known
    faults = list(_faults_of_calls(log.file))
    with transaction.atomic():
        sets, keys = _Catalog(log).load(faults)
        if faults:
            raise BadFile(faults)
        event, draft = _make_event(log, organizer, sets)
        fighters = _make_fighters(log.file, event)
        for table in log.tables:
            _make_table(table, draft, fighters, sets, keys)
        _make_history(log, draft, fighters)
        _note_source(log.file, event, fighters)
    return Imported(event, is_new=True)


def _known(event: EventPart) -> Imported | None:
    """Return the event of the same draft that is here already."""
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


def _faults_of_calls(log: LogFile[CardPart]) -> Iterator[Fault]:
    for place, table in enumerate(log.tables):
        for number, call in enumerate(table.calls):
            if call.reason not in Reason.values or call.verdict not in Verdict.values:
                yield Fault(f"tables[{place}].calls[{number}]", "is no call that can be made")


# Sets and cards -----------------------------------------------------------------------------------------------------


class _Catalog:
    """The sets and cards of a log: those that are loaded here, and the others as the log tells of them.

    What is loaded is never changed. Of a set that is not loaded the cards that lay in packs are known then, and no
    packs are made of it (`CardSet.partial`).
    """

    def __init__(self, log: CheckedLog) -> None:
        self._game: Game = log.format.game
        self._told: dict[str, tuple[str, PrintedCard]] = {}
        self._codes: dict[str, None] = dict.fromkeys(log.file.event.sets)
        for table in log.file.tables:
            for pack in table.packs:
                self._codes[pack.set] = None
                for card in pack.cards:
                    if card.number not in self._told:
                        self._told[card.number] = pack.set, card_of(self._game, card)
        self._listed = log.file.event.packs == "uploaded"

    def load(self, faults: list[Fault]) -> tuple[dict[str, CardSet], dict[str, int]]:
        """Return the sets by code and the row ids of all cards by number; what does not fit is added to the faults."""
        sets = {row.code: row for row in CardSet.objects.filter(code__in=self._codes)}
        for code, row in sets.items():
            if row.game != self._game.slug:
                faults.append(Fault(f"the set {code}", "is one of another game here"))
        missing = [code for code in self._codes if code not in sets]
        made = CardSet.objects.bulk_create(
            CardSet(code=code, name=code, game=self._game.slug, partial=True) for code in missing
        )
        sets |= {row.code: row for row in made}
        keys = self._loaded(sets, faults)
        return sets, keys if faults else keys | self._add(sets, keys)

    def _loaded(self, sets: Mapping[str, CardSet], faults: list[Fault]) -> dict[str, int]:
        """Return the row ids of the cards that are here; each must be the card of its number that the log tells of."""
        keys: dict[str, int] = {}
        numbers = list(self._told)
        for start in range(0, len(numbers), AT_ONCE):
            rows = Card.objects.filter(number__in=numbers[start : start + AT_ONCE])
            codes = dict(rows.values_list("id", "card_set__code"))
            for key, card in cards_by_row(rows).items():
                keys[card.number] = key
                faults += self._differences(card, codes[key])
        for number, (code, _) in self._told.items():
            if number not in keys and not sets[code].partial:
                faults.append(Fault(f"the set {code}", f"has no card {quoted(number)} here"))
        return keys

    def _differences(self, here: PrintedCard, code: str) -> Iterator[Fault]:
        told_code, told = self._told[here.number]
        where = f"the card {quoted(here.number)}"
        if here.game != told.game or (code != told_code and not self._listed):
            yield Fault(where, f"is one of the set {code} here, and of {told_code} in the file")
        elif here.name != told.name:
            yield Fault(where, f"is {quoted(here.name)} here, and {quoted(told.name)} in the file")
        elif here.traits != told.traits:
            yield Fault(where, "is another kind of card here, so that other choices would be legal")

    def _add(self, sets: Mapping[str, CardSet], keys: Mapping[str, int]) -> dict[str, int]:
        """Store the cards of partial sets that are not here yet, and return their row ids."""
        new = [(sets[code], card) for number, (code, card) in self._told.items() if number not in keys]
        rows = Card.objects.bulk_create(Card(card_set=card_set, **common_columns(card)) for card_set, card in new)
        facts = FACTS[self._game.slug]
        facts._default_manager.bulk_create(
            facts(card_id=row.id, **facts_columns(self._game, card)) for row, (_, card) in zip(rows, new, strict=True)
        )
        return {row.number: row.id for row in rows}


# The event and its people -------------------------------------------------------------------------------------------


def _make_event(log: CheckedLog, organizer: User, sets: Mapping[str, CardSet]) -> tuple[Event, Draft]:
    told = log.file.event
    is_taken = Event.objects.filter(code=told.code).exists()
    event = Event.objects.create(
        code=free_code() if is_taken else told.code,
        organizer=organizer,
        name=told.name,
        log_visibility=LogVisibility.ORGANIZER.value,
        phase=EventPhase.FINISHED,
        created_at=moment_of(told.created),
        finished_at=None if told.finished is None else moment_of(told.finished),
        stopped=told.stopped,
        imported=True,
    )
    drafted = None if told.drafted is None else moment_of(told.drafted)
    draft = Draft.objects.create(
        event=event,
        format=told.format,
        pack_source=told.packs,
        pack_list="\n\n".join("\n".join(pack) for pack in told.pack_list) if told.pack_list else "",
        table_size=told.table_size,
        pace=told.pace,
        review_seconds=told.review_seconds,
        judge=told.judge,
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
        fights=Fights.AUTO if Stage.FIGHTING in stages else Fights.OFF,
        sharing=Policy.EQUAL if Stage.SHARING in stages else Policy.KEEP,
    )
    LogEntry.objects.bulk_create(
        LogEntry(event=event, at=moment_of(entry.at), table=entry.table, text=entry.text) for entry in log.file.entries
    )
    return event, draft


def _make_fighters(log: LogFile[CardPart], event: Event) -> dict[int, Fighter]:
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


def _note_source(log: LogFile[CardPart], event: Event, fighters: Mapping[int, Fighter]) -> None:
    ImportedLog.objects.create(
        event=event,
        identity=identity_of(log.event),
        code=log.event.code,
        seed_hash=log.event.seed_hash,
        numbers={str(row.id): number for number, row in fighters.items()},
        fights=msgspec.to_builtins(log.fights),
        shares=msgspec.to_builtins(log.shares),
        imported_at=timezone.now(),
    )


# The draft ----------------------------------------------------------------------------------------------------------


def _make_table(
    table: CheckedTable,
    draft: Draft,
    fighters: Mapping[int, Fighter],
    sets: Mapping[str, CardSet],
    keys: Mapping[str, int],
) -> None:
    part, end = table.part, table.end
    row = Table.objects.create(
        draft=draft,
        number=part.number,
        version=table.version,
        phase=end.phase.value,
        round=end.round,
        pass_number=end.pass_number,
        called=end.called,
        started_at=draft.started_at or draft.event.created_at,
    )
    seats = Seat.objects.bulk_create(
        Seat(
            table=row,
            draft=draft,
            position=seat.seat,
            fighter=fighters[seat.fighter],
            bot=seat.bot,
            starter=table.starters.get(seat.seat),
        )
        for seat in part.seats
    )
    cards = _make_packs(table, row, draft, sets, keys)
    _make_picks(table, seats, cards)
    _make_calls(table, row, seats, cards)


def _make_packs(
    table: CheckedTable, row: Table, draft: Draft, sets: Mapping[str, CardSet], keys: Mapping[str, int]
) -> dict[int, PackCard]:
    ordered = sorted(table.part.packs, key=lambda pack: (pack.round, pack.opened_by))
    packs = Pack.objects.bulk_create(
        Pack(
            table=row,
            round=pack.round,
            opened_by=pack.opened_by,
            card_set=sets[pack.set],
            guaranteed=pack.guaranteed,
        )
        for pack in ordered
    )
    lying = PackCard.objects.bulk_create(
        PackCard(draft=draft, pack=pack, card_id=keys[card.number], public_id=card.id)
        for pack, told in zip(packs, ordered, strict=True)
        for card in told.cards
    )
    return {each.public_id: each for each in lying}


def _make_picks(table: CheckedTable, seats: Sequence[Seat], cards: Mapping[int, PackCard]) -> None:
    positions: Counter[tuple[int, int, int, int]] = Counter()

    def row(pick: PickPart, version: int, undone_in: int) -> Pick:
        place = pick.seat, pick.round, pick.pass_number, undone_in
        positions[place] += 1
        return Pick(
            pack_card=cards[pick.card],
            seat=seats[pick.seat],
            round=pick.round,
            pass_number=pick.pass_number,
            position=positions[place] - 1,
            how=pick.how.value,
            seconds=pick.seconds,
            at=moment_of(pick.at),
            version=version,
            undone_in=undone_in,
        )

    standing = [
        row(pick, table.placed_in.get(Placed(pick.seat, pick.round, pick.pass_number, pick.card), 1), 0)
        for pick in table.part.picks
    ]
    undone = [row(pick, 1, table.undone_in[moment_of(pick.undone_at)]) for pick in table.undone]
    Pick.objects.bulk_create([*standing, *undone])


def _make_calls(table: CheckedTable, row: Table, seats: Sequence[Seat], cards: Mapping[int, PackCard]) -> None:
    """Store the calls for a judge. Of real packs no card is named: any one of the pack stands for it."""
    opened = {(pack.round, pack.opened_by): pack.cards[0].id for pack in table.part.packs}
    calls = []
    for number, call in enumerate(table.part.calls):
        card = opened[call.round, call.seat] if call.reason == ABOUT_A_CARD and call.card is None else call.card
        calls.append(
            JudgeCall(
                table=row,
                seat=seats[call.seat],
                reason=call.reason,
                card=None if card is None else cards[card],
                round=call.round,
                request=f"imported {number}",
                version=1,
                called_at=moment_of(call.at),
                verdict=call.verdict,
                decided_at=None if call.decided is None else moment_of(call.decided),
            )
        )
    JudgeCall.objects.bulk_create(calls)


def _make_history(log: CheckedLog, draft: Draft, fighters: Mapping[int, Fighter]) -> None:
    tables = {row.number: row for row in Table.objects.filter(draft=draft)}
    numbers: Counter[tuple[int, int]] = Counter()
    rows = []
    for act, line in zip(log.file.history, log.lines, strict=True):
        by, fighter = _actor(act, fighters)
        place = act.table, act.version
        rows.append(
            TableEvent(
                table=tables[act.table],
                version=act.version,
                number=numbers[place],
                at=moment_of(act.at),
                by=by,
                fighter=fighter,
                kind=act.kind.value,
                text=line,
            )
        )
        numbers[place] += 1
    TableEvent.objects.bulk_create(rows, batch_size=AT_ONCE)


def _actor(act: ActPart, fighters: Mapping[int, Fighter]) -> tuple[ActedBy, FighterId | None]:
    if isinstance(act.by, int):
        return ActedBy.FIGHTER, FighterId(fighters[act.by].id)
    return (ActedBy.NOBODY if act.by is None else ActedBy(act.by)), None
