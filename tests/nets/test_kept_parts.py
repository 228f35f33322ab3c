"""A state whose parts were kept of the versions before is the one that would be made anew."""

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.protocol import TableParts, TableStates
from drafts.protocol.night import NightStates
from drafts.rules.draft import timed_table
from drafts.rules.draft.table import Call, Phase, demanded, has_chosen, refuse_call, verify_call
from drafts.rules.draft.timed import Step
from drafts.rules.formats import Pace
from drafts.rules.ids import CallId
from drafts.rules.night.stages import Stage
from drafts.services.draft.tables import change_of
from drafts.store.table_facts import CallFacts
from drafts.store.tables import load_table
from tests.factories import make_event

pytestmark = pytest.mark.django_db
SEATS, MOST = 3, 10_000


def test_what_is_kept_of_a_table_is_what_would_be_made_anew(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", started=True, pace=Pace.STANDARD)
    live, kept, at, dice = load_table(event.draft.tables.get().id), TableParts(), timezone.now(), random.Random(7)
    kinds, shown = set(), 0
    while live.timed.table.phase is not Phase.DRAFTED:
        assert shown < MOST, "the draft does not end"
        kind, after = dice.choice(CHANGES)(live, dice.randrange(SEATS), at)
        live, at = after, at + timedelta(seconds=1)
        kinds.add(kind)
        for seat in range(SEATS):
            assert kept.seat_message(live, seat, 9) == TableParts().seat_message(live, seat, 9)
            states = [TableStates(live, at, NightStates(), parts) for parts in (kept, TableParts())]
            assert states[0].for_seat(seat) == states[1].for_seat(seat)
            shown += 1
    assert kinds == {"choose", "ready", "pause", "leave", "hurry", "call", "answer", "rename", "stage"}
    assert shown > 200


def _stepped(live, step, at):
    return change_of(live, step, at).after


def _choose(live, seat, at):
    table = live.timed.table
    if table.phase is Phase.REVIEW:
        return "ready", _stepped(live, timed_table.say_ready(live.timed, seat, at), at)
    if live.timed.paused or has_chosen(table, seat):
        return "choose", live
    chosen = timed_table.make_choice(
        live.timed, seat, demanded(table, seat), at, round_=table.round, pass_number=table.pass_number
    )
    return "choose", _stepped(live, chosen, at)


def _pause(live, seat, at):
    if live.timed.paused:
        return "pause", _stepped(live, timed_table.resume(live.timed, at), at)
    return "pause", _stepped(live, Step(timed_table.pause(live.timed, at)), at)


def _leave(live, seat, at):
    here = not live.timed.seats[seat].connected
    return "leave", _stepped(live, Step(timed_table.attend(live.timed, seat, connected=here, at=at)), at)


def _hurry(live, seat, at):
    if live.timed.paused:
        return "hurry", live
    return "hurry", _stepped(live, timed_table.expire(live.timed, at + timedelta(minutes=5)), at)


def _call(live, seat, at):
    """Call for a judge, about a card where the pass may hold one, or have all calls answered."""
    if live.calls:
        table = live.timed.table
        for call in table.calls:
            table = verify_call(table, call) if table.pass_number == 1 else refuse_call(table, call)
        return "answer", replace(_stepped(live, Step(replace(live.timed, table=table)), at), calls=())
    held = live.timed.table.hands[seat]
    card = held[0] if held and seat else None
    calls = () if card is None else (Call(seat, card.id),)
    timed = replace(live.timed, table=replace(live.timed.table, calls=calls))
    asked = CallFacts(CallId(1), seat, "rules", card, live.version, at)
    return "call", replace(_stepped(live, Step(timed), at), calls=(asked,))


def _rename(live, seat, at):
    seats = (replace(live.seats[0], name=f"Aichi {live.version}"), *live.seats[1:])
    return "rename", replace(live, seats=seats, version=live.version + 1)


def _stage(live, seat, at):
    stage = {Stage.DRAFTING: Stage.OPENING, Stage.OPENING: Stage.FINISHED}.get(live.event.phase, Stage.DRAFTING)
    return "stage", replace(live, event=replace(live.event, phase=stage, stages=tuple(Stage)), version=live.version + 1)


CHANGES = (*[_choose] * 8, _pause, _pause, _leave, _hurry, _call, _call, _rename, _stage, _stage)
