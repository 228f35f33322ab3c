"""Calls for a judge: made by a fighter, taken and answered by an official."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from drafts.models import Event, JudgeCall, Reason, Verdict
from drafts.models.play import NOTE_LENGTH
from drafts.rules.actors import ORGANIZER, SERVER, Actor
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft import timed_table
from drafts.rules.draft.history import call_act, take_act, verdict_act
from drafts.rules.draft.table import Call
from drafts.rules.draft.timed import Step
from drafts.rules.errors import NoSuchThing, NotAllowed, NotDrafting
from drafts.rules.ids import CallId, SeatNumber, StaffId, TableId
from drafts.rules.night.nicknames import has_invisible_signs, isolate
from drafts.rules.night.stages import Stage
from drafts.services.draft.tables import answer_act, change_of, is_drafted, locked_table, named_card, record_one
from drafts.services.errors import ServiceError
from drafts.store.table_facts import CallFacts, LiveTable, NewCall, TableChange, Taken
from drafts.store.tables import load_table

OPEN_IN = (Stage.DRAFTING, Stage.BUILDING, Stage.FIGHTING, Stage.SHARING)
"""The stages in which a judge can be called, except about a card."""


def call_of(
    live: LiveTable, seat: SeatNumber, at: datetime, *, reason: str, card: int | None, request: str
) -> TableChange:
    """Return the change that a seat's call for a judge makes. Only a call about a card names one (R9).

    Calls are possible from the first pack to the end of the night, those about a card only in the draft. With paper
    packs a call names no card, since only those at the table know it: a blank card stands for it. Raises a Refusal.
    """
    if live.event.phase not in OPEN_IN or (reason == Reason.CARD and is_drafted(live)):
        raise NotDrafting
    about = _card_called_for(live, seat, card) if reason == Reason.CARD else None
    # an open question must not prevent a call about a card, whose time is short (R9)
    if any(call.seat == seat and (call.card is None) == (about is None) for call in live.calls):
        raise NotAllowed
    if about is None:
        timed = live.timed if is_drafted(live) else timed_table.say_here(live.timed, seat)
        step, verdict = Step(timed), Verdict.OPEN
    else:
        step = timed_table.call_judge(live.timed, seat, about, at)
        if about in live.refused:
            raise NotAllowed
        verdict = Verdict.VERIFIED if step.timed.table.called else Verdict.OPEN
    named = None if live.event.paper else about
    acts = [call_act(seat, reason, named)]
    if verdict is not Verdict.OPEN:
        acts.append(verdict_act(seat, reason, named, verdict.value, SERVER))
    change = change_of(live, step, at, request, seat, causes=acts)
    calls = live.calls
    if verdict is Verdict.OPEN:
        held = None if about is None else next((held for held in _opened(live, seat) if held.id == about), None)
        calls = (*calls, CallFacts(CallId(0), seat, reason, held, change.after.version, at))
    return replace(change, after=replace(change.after, calls=calls), call=NewCall(reason, about, verdict))


def _card_called_for(live: LiveTable, seat: SeatNumber, card: int | None) -> CardId:
    if not live.event.paper:
        if card is None:
            raise NoSuchThing
        return CardId(card)  # an unknown id is refused in the same way, so that clients cannot probe ids
    unrefused = [held.id for held in _opened(live, seat) if held.id not in live.refused]
    if card is not None or not unrefused:
        raise NotAllowed
    return unrefused[0]


def _opened(live: LiveTable, seat: SeatNumber) -> Sequence[CardInPack]:
    """Return the cards of the pack that a seat has opened in this round. Where decks are brought along are no packs."""
    table = live.timed.table
    return table.packs[table.round - 1][seat].cards


def take_call(*, event: Event, call_id: CallId, by: Actor = ORGANIZER, over: bool = False) -> str:
    """Note that an official is on the way to a fighter who called, and return the fighter's name. It is idempotent.

    Raises ServiceError where there is no such open call, and, without `over`, where another official has taken it.
    """
    with transaction.atomic():
        live, call = _open_call(event, call_id)
        name, now = live.seats[call.seat].name, timezone.now()
        row = JudgeCall.objects.get(id=call_id)
        if row.taken_at is not None and (row.taken_by, row.taken_staff_id) == (by.kind.value, by.staff):
            return name
        if call.taken is not None and not over:
            raise ServiceError(_taken_words(call.taken))
        JudgeCall.objects.filter(id=call_id).update(taken_at=now, taken_by=by.kind, taken_staff=by.staff)
        act = take_act(call.seat, call.reason, named_card(call), by)
        record_one(change_of(live, Step(live.timed), now, causes=[act]))
    return name


def free_calls(*, event: Event, link_id: StaffId) -> None:
    """Release the calls taken by a judge whose link is revoked, so that another official can take them.

    To be called in a transaction that has locked the tables of the event.
    """
    if event.phase not in OPEN_IN:
        return
    calls = JudgeCall.objects.filter(table__draft__event=event, taken_staff=link_id, verdict=Verdict.OPEN)
    tables = sorted(set(calls.values_list("table", flat=True)))
    calls.update(taken_at=None, taken_by="", taken_staff=None)
    for table in tables:
        live = load_table(TableId(table))
        record_one(change_of(live, Step(live.timed), timezone.now()))


def give_verdict(*, event: Event, call_id: CallId, verified: bool, by: Actor = ORGANIZER, note: str = "") -> None:
    """Decide an open call. Only its fighter reads the `note`.

    Raises ServiceError when there is no such open call in this event, and for a bad note (`clean_note`).
    """
    said = clean_note(note)
    with transaction.atomic():
        live, facts = _open_call(event, call_id)
        now = timezone.now()
        step = Step(live.timed)
        if facts.card is not None:
            step = timed_table.give_verdict(live.timed, Call(facts.seat, facts.card.id), verified=verified, now=now)
        verdict = Verdict.VERIFIED if verified else Verdict.REFUSED
        JudgeCall.objects.filter(id=call_id).update(verdict=verdict, decided_at=now, note=said)
        if facts.card is not None and verified:
            open_calls = JudgeCall.objects.filter(table=live.id, verdict=Verdict.OPEN, reason=Reason.CARD)
            open_calls.update(verdict=Verdict.MOOT, decided_at=now)
        acts = [answer_act(facts, verdict, by)]
        if facts.card is not None and verified:
            others = [other for other in live.calls if other.card is not None and other.id != call_id]
            acts += [answer_act(other, Verdict.MOOT, SERVER) for other in others]
        record_one(change_of(live, step, now, causes=acts))


def clean_note(text: str) -> str:
    """Return a note in one line. Raises ServiceError for one that is too long or has invisible characters."""
    note = " ".join(text.split())
    if len(note) > NOTE_LENGTH:
        words = gettext("A note has up to %(most)s characters; this one has %(count)s.")
        raise ServiceError(words % {"most": NOTE_LENGTH, "count": len(note)}, "note")
    if has_invisible_signs(note):
        raise ServiceError(gettext("A note has no invisible characters."), "note")
    return note


def _open_call(event: Event, call_id: CallId) -> tuple[LiveTable, CallFacts]:
    """Lock the table of an open call, and return both. Raises ServiceError if this event has no such open call."""
    call = JudgeCall.objects.filter(id=call_id, table__draft__event=event).first()
    if call is None:
        raise ServiceError(gettext("There is no such call."))
    live = locked_table(TableId(call.table_id))
    facts = next((facts for facts in live.calls if facts.id == call_id), None)
    if facts is None:
        raise ServiceError(gettext("That call is answered already."))
    if live.event.phase not in OPEN_IN or (facts.card is not None and live.event.phase is not Stage.DRAFTING):
        raise ServiceError(gettext("The draft is over: nobody waits for the answer any more."))
    return live, facts


def _taken_words(taken: Taken) -> str:
    if taken.name:
        return gettext("%(name)s is on the way already.") % {"name": isolate(taken.name)}
    return gettext("The organizer is on the way already.")
