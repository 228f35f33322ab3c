"""Undoing actions of an organizer: the message of an action has a button for the action that takes it back."""

from typing import NamedTuple

from django.http import QueryDict

from drafts.models import Event
from drafts.rules.ids import EventId
from drafts.rules.night.stages import Stage
from drafts.services.fights.changes import counted_in
from drafts.store.fights import load_fights
from drafts.views.form_values import number_in, word_in

UNDONE_BY = {
    "remove": ("undo-remove", "fighter"),
    "drop": ("reinstate", "fighter"),
    "seat-bot": ("unseat-bot", "fighter"),
    "unseat-bot": ("seat-bot", "fighter"),
    "result": ("reopen", "fight"),
    "next-stage": ("next-stage-back", "from"),
    "finish": ("next-stage-back", "from"),
    "count": ("undo-count", "last"),
    "game": ("undo-count", "last"),
}
"""Actions with the actions that undo them, and the field that says what is undone."""
REMOVALS = ("remove", "drop")
"""The actions whose response names the fighter as `undo`."""


class WayBack(NamedTuple):
    """The action that undoes another one, and its field with its value."""

    action: str
    field: str
    value: str


def way_back(event: Event, action: str, post: QueryDict) -> WayBack | None:
    """Return the undo of an action that was done with a form, None if there is none."""
    undone_by, field = UNDONE_BY.get(action, ("", ""))
    value = word_in(post, field)
    if field == "last":
        value = _last_count(event, post)
    elif field == "from":
        value = _stage_to_leave(event)
    elif action == "result" and word_in(post, "confirm") == "correct":
        value = ""  # a correction is undone by another one
    return WayBack(undone_by, field, value) if undone_by and value else None


def told_of(action: str, undo: WayBack | None) -> dict[str, object]:
    """Return the undo as a script gets it; for a removal only the fighter."""
    if undo is None:
        return {"undo": ""}
    if action == "remove":
        return {"undo": undo.value}
    return {
        "undo": undo.value if action in REMOVALS else "",
        "undo_by": undo.action,
        "undo_of": [undo.field, undo.value],
    }


def _stage_to_leave(event: Event) -> str:
    """Return the stage that the night has reached, if the step to it can be undone, else ""."""
    event.refresh_from_db(fields=["phase"])
    return event.phase if event.phase in (Stage.SHARING, Stage.FINISHED) else ""


def _last_count(event: Event, post: QueryDict) -> str:
    """Return the last count in the fight of a form as `fight:count`, so that it is undone only once; "" without one."""
    live, fight = load_fights(EventId(event.id)), number_in(post, "fight")
    return f"{fight}:{counted_in(live, fight)}" if live and fight else ""
