"""Every change of a table that is being drafted."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from drafts.models import Event, Fighter, JudgeCall, Seat, Table, Verdict
from drafts.models import Pick as PickRow
from drafts.prepared import Prepared
from drafts.rules.actors import ORGANIZER, SERVER, Actor
from drafts.rules.cards import CardId
from drafts.rules.draft import timed_table
from drafts.rules.draft.history import Act, Kind, acts_of, advance_act, extend_act, seat_act, undo_act, verdict_act
from drafts.rules.draft.replay import How
from drafts.rules.draft.table import Phase
from drafts.rules.draft.timed import PassId, Step, TimedTable
from drafts.rules.errors import NotAllowed, NotDrafting
from drafts.rules.ids import EventId, SeatId, SeatNumber, TableId, Version
from drafts.rules.night.stages import Stage
from drafts.rules.values import changed
from drafts.services.announce import announce_change
from drafts.services.errors import ServiceError
from drafts.services.events.stages import complete_draft
from drafts.store.changes import MovedOn, ended_events, lock_tables, save_changes, save_marks
from drafts.store.sql import transaction_of_rows
from drafts.store.table_facts import CallFacts, LiveTable, Marked, TableChange
from drafts.store.tables import load_table, with_call_ids

EXTENSION_SECONDS = 30


class RecordedChains(NamedTuple):
    """Which chains of changes were written, the events whose drafts they have completed, and the stored chains.

    Events are by row id, each with the versions that its tables have now, by row id too. In a stored chain each call
    for a judge has its row id.
    """

    written: list[bool]
    completed: dict[EventId, dict[TableId, Version]]
    chains: Sequence[Sequence[TableChange]]


def change_of(
    live: LiveTable,
    step: Step,
    at: datetime,
    request: str = "",
    seat: SeatNumber | None = None,
    *,
    causes: Sequence[Act] = (),
) -> TableChange:
    """Return the change that a step makes; the table's version grows by one. `request`: the name of a seat's request.

    `causes` are the acts that the history has before those that followed from them (`history.acts_of`).
    """
    after = changed(live, timed=step.timed, version=Version(live.version + 1))
    acts = acts_of(live.timed, step, causes)
    return TableChange(before=live, after=after, picks=step.picks, at=at, request=request, seat=seat, acts=acts)


def record_changes(chains: Sequence[Sequence[TableChange]]) -> RecordedChains:
    """Write the changes of many tables in one transaction.

    A table that has changed meanwhile is left out; to find it, each of them is then written by itself.
    """
    ended = ended_events(chains)
    try:
        with transaction.atomic() if ended else transaction_of_rows():
            save_changes(chains, ended)
            completed: dict[EventId, dict[TableId, Version]] = {}
            for event, facts in sorted(ended.items()):
                if tables := complete_draft(event=facts, at=timezone.now()):
                    completed[event] = tables
            return RecordedChains([True] * len(chains), completed, [with_call_ids(chain) for chain in chains])
    except MovedOn:
        if len(chains) == 1:
            return RecordedChains([False], {}, chains)
        alone = [record_changes(chains=[chain]) for chain in chains]
        completed = {event: tables for one in alone for event, tables in one.completed.items()}
        return RecordedChains([one.written[0] for one in alone], completed, [one.chains[0] for one in alone])


def record_marks(marks: Mapping[SeatId, Marked]) -> None:
    """Write the marked cards of seats (by row id), unless newer ones are stored; versions stay as they are."""
    with transaction_of_rows():
        save_marks(marks)


def change_table(
    *,
    table_id: TableId,
    verb: Callable[[TimedTable, datetime], Step | TimedTable],
    causes: Sequence[Act] = (),
) -> TableChange:
    """Load a table, let a verb of the rules change it, record and announce it. `causes` are those of `change_of`.

    Raises what the verb raises, and NotDrafting once the event is over.
    """
    with transaction.atomic():
        live = locked_table(table_id)
        if live.event.phase is not Stage.DRAFTING:
            raise NotDrafting
        now = timezone.now()
        result = verb(live.timed, now)
        step = result if isinstance(result, Step) else Step(result)
        change = change_of(live, step, now, causes=causes)
        record_one(change)
    return change


def done_of(live: LiveTable, seat: SeatNumber, at: datetime, *, pass_id: PassId, request: str = "") -> TableChange:
    """Return the change by a fighter who has placed their cards in a pass of paper packs. Raises a Refusal."""
    if live.event.phase is not Stage.DRAFTING:
        raise NotDrafting
    step = timed_table.say_done(live.timed, seat, at, round_=pass_id[0], pass_number=pass_id[1])
    return change_of(live, step, at, request, seat)


def place_for(*, fighter: Fighter, pass_id: PassId) -> None:
    """Note that a fighter has placed their cards in a pass of paper packs. Raises a Refusal."""
    seat = Seat.objects.current().filter(fighter=fighter).first()
    if seat is None:
        raise NotDrafting
    with transaction.atomic():
        live = locked_table(TableId(seat.table_id))
        record_one(done_of(live, SeatNumber(seat.position), timezone.now(), pass_id=pass_id))


def advance_pass(*, table_id: TableId, pass_id: PassId) -> bool:
    """End a pass of paper packs at a table as the organizer; return whether the table was in that pass.

    Raises a Refusal.
    """
    with transaction.atomic():
        live = locked_table(table_id)
        if live.event.phase is not Stage.DRAFTING:
            raise NotDrafting
        now = timezone.now()
        step = timed_table.advance(live.timed, now, round_=pass_id[0], pass_number=pass_id[1])
        if step.timed is live.timed:
            return False
        record_one(change_of(live, step, now, causes=[advance_act(pass_id, ORGANIZER)]))
    return True


def begin_draft(*, event: Event, at: datetime) -> None:
    """Open the first packs of a locked event at the organizer's signal: the clocks start."""
    for table in event.draft.tables.order_by("id"):
        live = load_table(TableId(table.id))
        step = timed_table.begin(live.timed, at)
        record_one(change_of(live, step, at, causes=[Act(Kind.BEGIN, ORGANIZER)]))


def extend_pass(*, table_id: TableId) -> TableChange:
    """Give a table thirty seconds more, as the organizer."""
    return change_table(
        table_id=table_id,
        verb=lambda timed, now: timed_table.extend(timed, EXTENSION_SECONDS, now if timed.settings.paper else None),
        causes=[extend_act(EXTENSION_SECONDS, ORGANIZER)],
    )


def seat_bot(
    *, table_id: TableId, seat: SeatNumber, bot: bool, by: Actor = SERVER, causes: Sequence[Act] = ()
) -> TableChange:
    """Put a bot in a fighter's seat or give it back. Raises ServiceError for a bot's own seat or if it is done already.

    `by` is the actor; the server where it followed from the `causes`.
    """
    with transaction.atomic():
        live = locked_table(table_id)
        if not 0 <= seat < len(live.seats) or live.seats[seat].belongs_to_bot:
            raise ServiceError(gettext("That seat belongs to a bot."))
        if live.event.paper and bot:
            raise ServiceError(no_bots())
        if live.event.phase is not Stage.DRAFTING:
            raise ServiceError(gettext("The draft is over: nobody chooses any more."))
        now = timezone.now()
        try:
            step = timed_table.seat_bot(live.timed, seat, now, bot=bot)
        except NotAllowed as refusal:
            raise ServiceError(gettext("That is already done.")) from refusal
        act = seat_act(Kind.SEAT_BOT if bot else Kind.UNSEAT_BOT, seat, by)
        change = change_of(live, step, now, causes=[*causes, act])
        record_one(change)
    return change


def undo_pass(*, table_id: TableId) -> None:
    """Undo the last pass in which a fighter had to decide, and all picks since.

    Its picks are marked, and stay for the log. Raises ServiceError when nothing has been placed, or when the draft is
    over and its log is open.
    """
    with transaction.atomic():
        live = locked_table(table_id)
        if live.event.is_over:
            raise ServiceError(gettext("The draft is over and its log is open: nothing can be taken back any more."))
        target = _pass_to_undo(live)
        now = timezone.now()
        picks = PickRow.objects.standing().filter(seat__table=table_id)
        later = picks.filter(round__gt=target[0]) | picks.filter(round=target[0], pass_number__gte=target[1])
        later.update(undone_in=live.version + 1)
        calls = JudgeCall.objects.filter(table=table_id)
        stale = calls.filter(verdict=Verdict.OPEN) | calls.filter(verdict=Verdict.VERIFIED, round__gt=target[0])
        stale.update(verdict=Verdict.MOOT, decided_at=now)
        Table.objects.filter(id=table_id).update(phase=Phase.DRAFTING)
        undone = load_table(table_id)
        step = timed_table.restart_pass(undone.timed, undone.timed.table, now)
        acts = [undo_act(target, live.timed.this_pass, ORGANIZER)]
        acts += [answer_act(call, Verdict.MOOT, SERVER) for call in live.calls]
        record_one(change_of(undone, step, now, causes=acts))


def _pass_to_undo(live: LiveTable) -> PassId:
    table = live.timed.table
    passes = _decided_passes(live)
    gone = [pass_id for pass_id in passes if pass_id < (table.round, table.pass_number)]
    if table.phase is not Phase.DRAFTING:
        gone = passes
    if not (gone or passes):
        raise ServiceError(gettext("Nothing has been placed yet."))
    return (gone or passes)[-1]


def _decided_passes(live: LiveTable) -> list[PassId]:
    """Return the passes, in order, in which a fighter had to decide."""
    rows = PickRow.objects.standing().filter(seat__table=live.id).exclude(how=How.LAST_CARD)
    placed = Counter(rows.values_list("round", "pass_number"))
    table = live.timed.table
    left = {number: sum(len(pack.cards) for pack in packs) for number, packs in enumerate(table.packs, start=1)}
    decided = []
    for round_, number in sorted(placed):
        if left[round_] > table.fighters or not live.event.paper:  # otherwise each fighter had a last card
            decided.append((round_, number))
        left[round_] -= placed[round_, number]
    return decided


def is_drafted(live: LiveTable) -> bool:
    """Whether the draft of a table is over."""
    return live.timed.table.phase is Phase.DRAFTED


def no_bots() -> str:
    """Return why there is no bot in a draft with paper packs."""
    return gettext("The packs are real: a bot cannot hold them.")


_LOCKED_EVENT = Prepared(
    lambda: Event.objects.select_for_update(no_key=True, of=("self",)).select_related("draft").filter(id=0).order_by()
)


def locked_event(event_id: EventId) -> Event:
    """Lock an event with all of its tables, and return it with its draft. To be called in a transaction."""
    lock_tables(tables=[], events=[event_id])
    locked = _LOCKED_EVENT.first(event_id)
    if locked is None:
        raise Event.DoesNotExist
    return locked


def locked_table(table_id: TableId) -> LiveTable:
    """Lock a table and its event's others, which change with it if it is the last one to finish; return it."""
    event = Table.objects.values_list("draft__event", flat=True).get(id=table_id)
    lock_tables(tables=[], events=[EventId(event)])
    return load_table(table_id)


def named_card(call: CallFacts) -> CardId | None:
    """Return the card that the history names for a call, None where the call is about no card or a blank one."""
    return None if call.card is None or call.card.card.is_blank else call.card.id


def answer_act(call: CallFacts, verdict: Verdict, by: Actor) -> Act:
    """Return the answer to a call as an act for the history of its table."""
    return verdict_act(call.seat, call.reason, named_card(call), verdict.value, by)


def record_one(change: TableChange) -> None:
    """Write and announce the change of a table that is locked. To be called in a transaction."""
    event_id = change.after.event.id
    recorded = record_changes(chains=[[change]])
    if recorded.written != [True]:
        raise RuntimeError("the table changed although it was locked")
    announce_change(event_id, recorded.completed.get(event_id) or [change.after.id])
