"""Every change of a table that is being drafted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from drafts.models import Event, EventPhase, JudgeCall, LogEntry, Reason, Table, Verdict
from drafts.models import Pick as PickRow
from drafts.rules import sitting as sittings
from drafts.rules.cards import CardId
from drafts.rules.errors import NotAllowed, NotDrafting
from drafts.rules.replay import How
from drafts.rules.sitting import Sitting, Step
from drafts.rules.table import Call, Phase
from drafts.services.announce import announce_change
from drafts.services.faults import Fault
from drafts.store import Change, LiveTable, load_table
from drafts.store_changes import MovedOn, complete_event, ended_events, lock_tables, save_changes, save_marks

EXTENSION_SECONDS = 30


class Recorded(NamedTuple):
    """Which chains of changes were written, and the events whose last table has drafted with them.

    These are by row id, each with the versions that its tables have now, by row id too.
    """

    written: list[bool]
    completed: dict[int, dict[int, int]]


def change_of(live: LiveTable, step: Step, at: datetime, request: str = "", seat: int | None = None) -> Change:
    """Return the change that a step makes; the table's version grows by one. `request`: what a seat asked for."""
    after = replace(live, sitting=step.sitting, version=live.version + 1)
    return Change(before=live, after=after, picks=step.picks, at=at, request=request, seat=seat)


def record_changes(*, chains: Sequence[Sequence[Change]]) -> Recorded:
    """Write the changes of many tables in one transaction.

    A table that has moved on meanwhile is left out; to find it, each of them is then written by itself.
    """
    try:
        with transaction.atomic():
            save_changes(chains)
            completed = {event: complete_event(event, timezone.now()) for event in sorted(ended_events(chains))}
            return Recorded([True] * len(chains), {event: tables for event, tables in completed.items() if tables})
    except MovedOn:
        if len(chains) == 1:
            return Recorded([False], {})
        alone = [record_changes(chains=[chain]) for chain in chains]
        completed = {event: tables for one in alone for event, tables in one.completed.items()}
        return Recorded([one.written[0] for one in alone], completed)


def record_marks(*, marks: Mapping[int, Sequence[CardId]]) -> None:
    """Write what seats (by row id) have marked, in case this process dies; no version grows for it."""
    with transaction.atomic():
        save_marks(marks)


def change_table(*, table_id: int, verb: Callable[[Sitting, datetime], Step | Sitting], log: str = "") -> Change:
    """Load a table, let a verb of the rules change it, record and announce it.

    Raises what the verb raises, and NotDrafting once the event is over.
    """
    with transaction.atomic():
        live = _locked(table_id)
        if live.event.phase is not EventPhase.DRAFTING:
            raise NotDrafting
        now = timezone.now()
        result = verb(live.sitting, now)
        change = change_of(live, result if isinstance(result, Step) else Step(result), now)
        _record_one(change, log)
    return change


def extend_pass(*, table_id: int, log: str) -> Change:
    """Give a table thirty seconds more."""
    return change_table(
        table_id=table_id, verb=lambda sitting, now: sittings.extend(sitting, EXTENSION_SECONDS), log=log
    )


def seat_bot(*, table_id: int, seat: int, bot: bool, log: str) -> Change:
    """Put a bot in a fighter's seat or give it back. Raises Fault for a bot's own seat or when it is so already."""
    with transaction.atomic():
        live = _locked(table_id)
        if not 0 <= seat < len(live.seats) or live.seats[seat].belongs_to_bot:
            raise Fault("That seat belongs to a bot.")
        if live.event.phase is not EventPhase.DRAFTING:
            raise Fault("The draft is over: nobody chooses any more.")
        now = timezone.now()
        try:
            step = sittings.seat_bot(live.sitting, seat, now, bot=bot)
        except NotAllowed as refusal:
            raise Fault("That is so already.") from refusal
        change = change_of(live, step, now)
        _record_one(change, log)
    return change


def call_judge(*, table_id: int, seat: int, reason: str, card: int | None, request: str) -> int:
    """Call a judge, for a Legion Rare (R9) or another reason, and return the table's version after it.

    The same request again is the same call. Raises a Refusal.
    """
    with transaction.atomic():
        live = _locked(table_id)
        made = JudgeCall.objects.filter(seat=live.seats[seat].id, request=request).first()
        if made:
            return made.version
        if live.event.phase is not EventPhase.DRAFTING or _drafted(live):
            raise NotDrafting
        about_a_card = reason == Reason.LEGION_RARE  # a question that waits for its answer must not cost R9's moment
        if any(call.seat == seat and (call.card is not None) == about_a_card for call in live.calls):
            raise NotAllowed
        now = timezone.now()
        step, key, verdict = Step(live.sitting), None, Verdict.OPEN
        if about_a_card:
            step = sittings.call_judge(live.sitting, seat, CardId(card or 0), now)  # nobody tries out which ids exist
            key = live.keys[CardId(card or 0)]
            if JudgeCall.objects.filter(table=table_id, card=key, verdict=Verdict.REFUSED).exists():
                raise NotAllowed
            verdict = Verdict.VERIFIED if step.sitting.table.legion_rare else Verdict.OPEN
        change = change_of(live, step, now)
        JudgeCall.objects.create(
            table_id=table_id,
            seat_id=live.seats[seat].id,
            reason=reason,
            card_id=key,
            round=live.sitting.table.round,
            request=request,
            version=change.after.version,
            called_at=now,
            verdict=verdict,
            decided_at=None if verdict == Verdict.OPEN else now,
        )
        _record_one(change, f"{live.seats[seat].name} called a judge: {Reason(reason).label}.")
    return change.after.version


def give_verdict(*, event: Event, call_id: int, verified: bool) -> None:
    """Decide an open call. Raises Fault when there is no such open call in this event."""
    with transaction.atomic():
        call = JudgeCall.objects.select_related("table").filter(id=call_id, table__event=event).first()
        if call is None:
            raise Fault("There is no such call.")
        live = _locked(call.table_id)
        facts = next((facts for facts in live.calls if facts.id == call_id), None)
        if facts is None:
            raise Fault("That call is answered already.")
        if live.event.phase is not EventPhase.DRAFTING:
            raise Fault("The draft is over: nobody waits for the answer any more.")
        now = timezone.now()
        step = Step(live.sitting)
        if facts.card is not None:
            step = sittings.give_verdict(live.sitting, Call(facts.seat, facts.card.id), verified=verified, now=now)
        verdict = Verdict.VERIFIED if verified else Verdict.REFUSED
        JudgeCall.objects.filter(id=call_id).update(verdict=verdict, decided_at=now)
        if facts.card is not None and verified:
            open_calls = JudgeCall.objects.filter(table=live.id, verdict=Verdict.OPEN, reason=Reason.LEGION_RARE)
            open_calls.update(verdict=Verdict.MOOT, decided_at=now)
        said = "answered" if facts.card is None else verdict.label.lower()
        name = live.seats[facts.seat].name
        _record_one(change_of(live, step, now), f"The judge {said} {name}'s call: {Reason(facts.reason).label}.")


def undo_pass(*, table_id: int) -> None:
    """Take back the last pass in which somebody had to decide, and all that was placed since.

    Raises Fault when nothing has been placed, or when the draft is over and its log is open.
    """
    with transaction.atomic():
        live = _locked(table_id)
        if live.event.is_over:
            raise Fault("The draft is over and its log is open: nothing can be taken back any more.")
        target = _pass_to_undo(live)
        picks = PickRow.objects.filter(seat__table=table_id)
        later = picks.filter(round__gt=target[0]) | picks.filter(round=target[0], pass_number__gte=target[1])
        later.delete()
        now = timezone.now()
        calls = JudgeCall.objects.filter(table=table_id)
        stale = calls.filter(verdict=Verdict.OPEN) | calls.filter(verdict=Verdict.VERIFIED, round__gt=target[0])
        stale.update(verdict=Verdict.MOOT, decided_at=now)
        Table.objects.filter(id=table_id).update(phase=Phase.DRAFTING)
        undone = load_table(table_id)
        change = change_of(undone, sittings.restart_pass(undone.sitting, undone.sitting.table, now), now)
        _record_one(change, f"Taken back: pack {target[0]}, pass {target[1]}, and everything after it.")


def _pass_to_undo(live: LiveTable) -> tuple[int, int]:
    table = live.sitting.table
    rows = PickRow.objects.filter(seat__table=live.id).exclude(how=How.LAST_CARD)
    passes = sorted(set(rows.values_list("round", "pass_number")))
    gone = [moment for moment in passes if moment < (table.round, table.pass_number)]
    if table.phase is not Phase.DRAFTING:
        gone = passes
    if not (gone or passes):
        raise Fault("Nothing has been placed yet.")
    return (gone or passes)[-1]


def _drafted(live: LiveTable) -> bool:
    return live.sitting.table.phase is Phase.DRAFTED


def locked_event(event_id: int) -> Event:
    """Lock an event with all of its tables, and return it. To be called in a transaction."""
    lock_tables(tables=[], events=[event_id])
    return Event.objects.select_for_update(no_key=True).get(id=event_id)


def _locked(table_id: int) -> LiveTable:
    """Lock a table and its event's others, which change with it if it is the last one that drafts; and read it."""
    lock_tables(tables=[], events=[Table.objects.values_list("event", flat=True).get(id=table_id)])
    return load_table(table_id)


def _record_one(change: Change, log: str) -> None:
    event_id = change.after.event.id
    recorded = record_changes(chains=[[change]])
    if recorded.written != [True]:
        raise RuntimeError("the table changed although it was locked")
    if log:
        LogEntry.objects.create(event_id=event_id, table=change.after.number, text=log)
    announce_change(event_id, recorded.completed.get(event_id) or [change.after.id])
