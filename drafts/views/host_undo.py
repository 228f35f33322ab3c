"""What takes back what an organizer did: the message of the one has a button for the other."""

from typing import NamedTuple

from django.http import QueryDict

UNDONE_BY = {
    "remove": ("undo-remove", "fighter"),
    "drop": ("reinstate", "fighter"),
    "seat-bot": ("unseat-bot", "fighter"),
    "unseat-bot": ("seat-bot", "fighter"),
    "result": ("reopen", "fight"),
    "count": ("undo-count", "fight"),
    "game": ("undo-count", "fight"),
}
"""Actions, those that take them back, and the field that names what is taken back."""
REMOVALS = ("remove", "drop")
"""Those whose answer names the fighter as `undo`."""


class WayBack(NamedTuple):
    """The action that takes back what was done, and its field with the value that names it."""

    action: str
    field: str
    value: str


def way_back(action: str, post: QueryDict) -> WayBack | None:
    """Return what takes an action back that was done with a form; None where nothing does."""
    undone_by, field = UNDONE_BY.get(action, ("", ""))
    value = post.get(field, "").strip()
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
