"""The machine of a draft table: what fighters ask for at it becomes a change, or a refusal of the rules."""

from datetime import datetime

from drafts import protocol
from drafts.live.kernel.database import reading
from drafts.live.kernel.machine import Machine
from drafts.live.kernel.room import LATE
from drafts.rules.draft import deadlines, timed_table
from drafts.rules.draft.history import Kind, own_act
from drafts.rules.draft.timed import Step
from drafts.rules.errors import NotDrafting
from drafts.rules.ids import SeatNumber
from drafts.rules.night.stages import Stage
from drafts.services.draft.calls import call_of
from drafts.services.draft.tables import change_of, done_of, record_changes
from drafts.store.table_facts import LiveTable, TableChange
from drafts.store.tables import reload_table


def apply(live: LiveTable, actor: int, move: protocol.Request, now: datetime) -> TableChange | None:
    """Return the change that a seat's move makes, None where it is so already. Raises a Refusal."""
    seat, timed, acts = SeatNumber(actor), live.timed, []
    if isinstance(move, protocol.CallJudge):
        return call_of(live, seat, now, reason=move.reason, card=move.card, request=move.id)
    if live.event.phase is not Stage.DRAFTING:
        raise NotDrafting
    match move:
        case protocol.Done():
            return done_of(live, seat, now, pass_id=(move.round, move.pass_number), request=move.id)
        case protocol.Choose():
            seen = {"round_": move.round, "pass_number": move.pass_number}
            step = timed_table.make_choice(timed, seat, move.cards, now, **seen)
        case protocol.Ready():
            step, acts = timed_table.say_ready(timed, seat, now), [own_act(Kind.READY, seat)]
        case protocol.Here():
            step, acts = Step(timed_table.say_here(timed, seat)), [own_act(Kind.HERE, seat)]
        case protocol.Return():
            step, acts = timed_table.come_back(timed, seat, now), [own_act(Kind.UNSEAT_BOT, seat)]
    return None if step.timed is timed else change_of(live, step, now, move.id, seat, causes=acts)


def wakes_at(live: LiveTable) -> datetime | None:
    """Return when the clock acts next: a little late, so that a choice sent at the last moment counts."""
    moment = deadlines.wakes_at(live.timed)
    return None if moment is None or live.event.phase is not Stage.DRAFTING else moment + LATE


DRAFT_TABLE = Machine(apply=apply, wakes_at=wakes_at, read=reading(reload_table), record=record_changes)
