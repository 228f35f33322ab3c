"""An event goes from one stage to the next here, and nowhere else: no other code writes `Event.phase`."""

from datetime import datetime

from django.db.models import F

from drafts.models import Event, Table
from drafts.rules.draft.history import Act, By, Kind
from drafts.rules.draft.table import Phase
from drafts.rules.errors import NotAllowed
from drafts.rules.formats import FORMATS
from drafts.rules.night.stages import Move, Stage, next_stage
from drafts.store.changes import save_act

_NOTED_IN = {
    Move.START: "started_at",
    Move.ALL_DRAFTED: "drafted_at",
    Move.FINISH: "finished_at",
    Move.STOP: "finished_at",
}


def advance(*, event: Event, move: Move, at: datetime, by: By = None) -> dict[int, int]:
    """Lead an event to the stage that a move leads to. All of its tables change with it, and their history says so.

    Returns the new versions of the tables, by row id. To be called in a transaction that has locked the tables and then
    the event. Raises NotAllowed when the move cannot be made at this stage, or the event has left it meanwhile.
    """
    stage = next_stage(FORMATS[event.format].stages, Stage(event.phase), move)
    rows = Event.objects.filter(id=event.id, phase=event.phase)
    facts = {_NOTED_IN[move]: at, "stopped": move is Move.STOP}
    if rows.update(phase=stage.value, version=F("version") + 1, **facts) != 1:
        raise NotAllowed
    tables = Table.objects.filter(event=event.id)
    tables.update(version=F("version") + 1, wakes_at=None)
    versions = dict(tables.values_list("id", "version"))
    save_act(versions, Act(Kind(move.value), by), at)
    return versions


def complete_draft(*, event_id: int, at: datetime) -> dict[int, int]:
    """Open the decks and the log of an event once every table has drafted.

    Returns what `advance` does, and nothing when one still drafts. To be called in a transaction that has locked the
    tables: of two processes that write the last two, the second waits here for the event and then sees the first's.
    """
    event = Event.objects.select_for_update(no_key=True).get(id=event_id)
    if Table.objects.filter(event=event_id).exclude(phase=Phase.DRAFTED.value).exists():
        return {}
    return advance(event=event, move=Move.ALL_DRAFTED, at=at)
