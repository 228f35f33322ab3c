"""Comments on the page of a log: the stored ones, and the form for a new one."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple, TypedDict

from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext

from drafts.access.comment_identities import ORGANIZER, CommentIdentity, identities_of
from drafts.access.rights import rights_of
from drafts.exporters.moments import stamp
from drafts.forms.log.comments import WHOLE_TABLE, CommentForm
from drafts.log.event_log import CommentRecord, EventLog, TableRecord
from drafts.log.replay_types import Replay
from drafts.log.step_address import StepAddress
from drafts.models import Event
from drafts.presenters.log.replays import after_words
from drafts.rules.night.comments import END, step_of_fights


class CommentPayload(TypedDict):
    """A comment as a page shows it. `by` is the seat of its author at this table, None for other authors.

    `name` is empty for the organizer. `own`: written under an identity that this session may use, which is then its
    `voice`.
    """

    id: int
    table: int
    step: str
    about: int | None
    name: str
    by: int | None
    text: str
    at: str
    own: bool
    voice: str
    may_delete: bool


class After(NamedTuple):
    """A step that follows the draft, for the list."""

    step: str
    words: str


def comments_told(request: HttpRequest, event: Event, log: EventLog) -> list[CommentPayload]:
    """Return the comments of a log for a reader."""
    own = {identity.value for identity in identities_of(request, event)}
    organizes = rights_of(request, event).organizes
    return [_told(comment, log, own, organizes=organizes) for comment in log.comments]


def _told(comment: CommentRecord, log: EventLog, own: Collection[str], *, organizes: bool) -> CommentPayload:
    identity = ORGANIZER if comment.fighter is None else str(comment.fighter)
    is_own = identity in own
    table = log.table(comment.table)
    by = next((seat.seat for seat in table.seats if seat.fighter == comment.fighter), None) if table else None
    return {
        "id": comment.id,
        "table": comment.table,
        "step": comment.step,
        "about": comment.seat,
        "name": comment.name,
        "by": by,
        "text": comment.text,
        "at": stamp(comment.at),
        "own": is_own,
        "voice": identity if is_own else "",
        "may_delete": is_own or organizes,
    }


def comments_of_page(request: HttpRequest, event: Event, log: EventLog) -> dict[str, Any]:
    """Return the data for the replay's script: the comments of all tables, and where new ones are sent."""
    return {
        "comments": comments_told(request, event, log),
        "address": reverse("log-comments", args=[event.code]),
    }


def name_of(identity: CommentIdentity) -> str:
    """Return the name of an identity in the form."""
    return gettext("The organizer") if identity.fighter is None else identity.fighter.nickname


def form_of(request: HttpRequest, event: Event, table: TableRecord, seat: int) -> CommentForm | None:
    """Return the form for a comment, bound if it was sent; None for a reader who may not write."""
    identities = identities_of(request, event)
    if not identities:
        return None
    initial = {"request": get_random_string(32), "about": str(seat), "voice": identities[0].value}
    seats = [(str(each.seat), each.name) for each in table.seats]
    return CommentForm(
        request.POST if request.method == "POST" else None,
        abouts=[*seats, (WHOLE_TABLE, gettext("The whole table"))],
        identities=[(identity.value, name_of(identity)) for identity in identities],
        initial=initial,
        auto_id="comment_%s",
    )


def steps_after(replay: Replay) -> Sequence[After]:
    """Return the parts of a table's replay after its passes: rounds of fights, and the owners of the cards."""
    numbers = [part["round"] for part in replay["fights"]]
    rounds = [After(step_of_fights(number), after_words(StepAddress(1, fights=number))) for number in numbers]
    return [*rounds, After(END, after_words(StepAddress(1)))] if replay["shares"] else rounds
