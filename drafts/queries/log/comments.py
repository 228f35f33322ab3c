"""The comments on the steps of a draft."""

from drafts.log.event_log import CommentRecord
from drafts.models import Event, StepComment
from drafts.queries.log.aliases import Names
from drafts.rules.ids import FighterId
from drafts.rules.night.nicknames import replace_names


def comments_of(event: Event, names: Names | None) -> tuple[CommentRecord, ...]:
    """Return the comments on a draft in the order in which they were written; none as long as there is no log.

    With `names` fighters are called by them, in the texts too: where their nicknames stand there as words.
    """
    if not event.has_log:
        return ()
    rows = StepComment.objects.filter(table__draft=event.draft).select_related("table", "fighter").order_by("id")
    called = {} if names is None or not rows else _called(event, names)
    return tuple(_record(row, names, called) for row in rows)


def _called(event: Event, names: Names) -> dict[str, str]:
    nicknames = event.fighters.values_list("id", "nickname")
    return {nickname: names[FighterId(fighter)] for fighter, nickname in nicknames if fighter in names}


def _record(row: StepComment, names: Names | None, called: dict[str, str]) -> CommentRecord:
    name = "" if row.fighter is None else row.fighter.nickname
    return CommentRecord(
        id=row.id,
        table=row.table.number,
        step=row.step,
        seat=row.seat,
        fighter=row.fighter_id,
        name=called.get(name, "") if names is not None else name,
        text=replace_names(row.text, called),
        at=row.written_at,
    )
