"""Acts about a seat that do not change its table: they are added to the table's present version."""

from django.utils import timezone

from drafts.models import Event, Fighter, LogEntry, Seat, TableEvent
from drafts.presenters.log.history import words_about
from drafts.rules.actors import ActorKind
from drafts.rules.draft.history import Kind
from drafts.rules.ids import StaffId


def note_seat(*, event: Event, fighter: Fighter, kind: Kind, by: ActorKind, staff: StaffId | None = None) -> None:
    """Note an act about the seat of a fighter, at the present version of their table. `staff` is a judge's link.

    For a fighter without a seat the words for it are added to the entries of the event. To be called in a transaction
    that has locked the event.
    """
    now = timezone.now()
    seat = Seat.objects.current().filter(fighter=fighter).select_related("table").first()
    if seat is None:
        judge = "" if staff is None else event.staff.get(id=staff).name
        LogEntry.objects.create(event=event, at=now, text=words_about(kind, by, fighter.nickname, judge))
        return
    history = TableEvent.objects.filter(table=seat.table_id, version=seat.table.version)
    TableEvent.objects.create(
        table_id=seat.table_id,
        version=seat.table.version,
        number=history.count(),
        at=now,
        by=by,
        fighter=fighter.id if by == ActorKind.FIGHTER else None,
        staff=staff,
        kind=kind.value,
        text=str(seat.position),
    )
