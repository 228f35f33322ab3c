"""Comments on the steps of a replay: written by fighters and by the organizer, and deleted."""

import re
from collections.abc import Collection
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext

from drafts.languages import translated
from drafts.log.file_types import MOST_COMMENTS
from drafts.models import Event, Fighter, StepComment, Table
from drafts.presenters.log.replays import has_step
from drafts.rules.ids import FighterId
from drafts.rules.night.comments import STEP, BadComment, clean_comment
from drafts.services.errors import ServiceError


class CommentPlace(NamedTuple):
    """The subject of a comment: the step of a table, and one of its seats, or None for the whole table."""

    table: int
    step: str
    seat: int | None


def write_comment(*, event: Event, place: CommentPlace, author: Fighter | None, text: str, request: str) -> StepComment:
    """Write a comment of a fighter, or of the organizer where there is none; the same request returns the same one.

    The caller has checked that the log is open to the author. Raises ServiceError while there is no log, for an unknown
    step, a bad text, too many comments, and a fighter of an imported event.
    """
    if not event.has_log:
        raise ServiceError(gettext("Comments open with the log, when the draft is over."))
    if event.is_read_only and author is not None:
        raise ServiceError(gettext("Only the organizer comments on a draft of another installation."))
    try:
        said = clean_comment(text)
    except BadComment as bad:
        raise ServiceError(translated(bad.words), "text") from bad
    with transaction.atomic():
        table = _locked_table(event, place)
        before = table.comments.filter(request=request).first()
        if before is not None and before.fighter == author:
            return before
        if before is not None or not request or len(request) > 64:
            raise ServiceError(gettext("The page is not as it was. Load it again, and send it once more."))
        if table.comments.count() >= MOST_COMMENTS:
            words = gettext("There are %(most)s comments on this table, and no room for another.")
            raise ServiceError(words % {"most": MOST_COMMENTS}, "text")
        return table.comments.create(step=place.step, seat=place.seat, fighter=author, text=said, request=request)


def delete_comment(
    *, event: Event, comment: int, fighters: Collection[FighterId], organizes: bool
) -> CommentPlace | None:
    """Delete a comment of one of these fighters, or any as the organizer, and return what it was about.

    None if there is no such comment, since it is deleted already. Raises ServiceError for one of another author.
    """
    row = StepComment.objects.filter(id=comment, table__draft__event=event).select_related("table").first()
    if row is None:
        return None
    if not organizes and row.fighter_id not in fighters:
        raise ServiceError(gettext("That is somebody else’s comment. Its author and the organizer can delete it."))
    row.delete()
    return CommentPlace(row.table.number, row.step, row.seat)


def _locked_table(event: Event, place: CommentPlace) -> Table:
    """Lock the table of a place, so that its comments are counted one by one. Raises ServiceError for no such place."""
    tables = Table.objects.select_for_update(no_key=True).filter(draft=event.draft, number=place.table)
    table = tables.first() if re.fullmatch(STEP, place.step) else None
    if table is None or not has_step(event, table, place.step):
        raise ServiceError(gettext("There is no such step in this log."))
    if place.seat is not None and place.seat >= table.seats.count():
        raise ServiceError(gettext("There is no such seat at this table."))
    return table
