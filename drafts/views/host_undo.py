"""What takes back what an organizer did: the message of the one has a button for the other."""

from typing import NamedTuple

from django.http import QueryDict

from drafts.models import Event
from drafts.rules.ids import EventId
from drafts.services.fights import counted_in
from drafts.store.fights import load_fights
from drafts.views.form_values import number_in, text_in

UNDONE_BY = {
    "remove": ("undo-remove", "fighter"),
    "drop": ("reinstate", "fighter"),
    "seat-bot": ("unseat-bot", "fighter"),
    "unseat-bot": ("seat-bot", "fighter"),
    "result": ("reopen", "fight"),
    "count": ("undo-count", "last"),
    "game": ("undo-count", "last"),
}
"""Actions, those that take them back, and the field that names what is taken back."""
REMOVALS = ("remove", "drop")
"""Those whose answer names the fighter as `undo`."""


class WayBack(NamedTuple):
    """The action that takes back what was done, and its field with the value that names it."""

    action: str
    field: str
    value: str


def way_back(event: Event, action: str, post: QueryDict) -> WayBack | None:
    """Return what takes an action back that was done with a form; None where nothing does."""
    undone_by, field = UNDONE_BY.get(action, ("", ""))
    value = _last_count(event, post) if field == "last" else text_in(post, field)
    return WayBack(undone_by, field, value) if undone_by and value else None


def told_of(action: str, undo: WayBack | None) -> dict[str, object]:
    """Return what a script is told of the way back; of a removal the fighter alone."""
    if undo is None:
        return {"undo": ""}
    if action == "remove":
        return {"undo": undo.value}
    return {
        "undo": undo.value if action in REMOVALS else "",
        "undo_by": undo.action,
        "undo_of": [undo.field, undo.value],
    }


def _last_count(event: Event, post: QueryDict) -> str:
    """Return what names the last count in the fight of a form, so that it is taken back once."""
    live, fight = load_fights(EventId(event.id)), number_in(post, "fight")
    return f"{fight}:{counted_in(live, fight)}" if live and fight else ""
