"""What an organizer does to the tables of an event: to the one that is named, or to all that it can be done to."""

from collections.abc import Callable
from contextlib import suppress

from django.db.models import QuerySet

from drafts.models import Event, EventPhase, LogEntry, Table
from drafts.rules import sitting as sittings
from drafts.rules.errors import NotAllowed, NotDrafting
from drafts.rules.table import Phase
from drafts.services.events import stop_event
from drafts.services.faults import Fault
from drafts.services.lobby import add_bot, renew_token
from drafts.services.tables import change_table, extend_pass, seat_bot, undo_pass


def pause_tables(*, event: Event, number: int | None = None) -> int:
    """Pause tables, and return how many. Raises Fault when none of them goes on."""
    going = _drafting(event, number).filter(paused=False)
    return _each(going, "Nothing goes on that could be paused.", lambda table: change_table(
        table_id=table, verb=sittings.pause, log="The organizer paused the table."
    ))  # fmt: skip


def resume_tables(*, event: Event, number: int | None = None) -> int:
    """Let paused tables go on, and return how many. Raises Fault when none of them is paused."""
    paused = _drafting(event, number).filter(paused=True)
    return _each(paused, "Nothing is paused.", lambda table: change_table(
        table_id=table, verb=sittings.resume, log="The organizer let the table go on."
    ))  # fmt: skip


def extend_tables(*, event: Event, number: int | None = None) -> int:
    """Give tables thirty seconds more, and return how many. Raises Fault where nothing is timed."""
    timed = _drafting(event, number).filter(seconds__isnull=False)
    return _each(timed, "Nothing is timed now.", lambda table: extend_pass(
        table_id=table, log="The organizer gave the table 30 seconds more."
    ))  # fmt: skip


def end_reviews(*, event: Event, number: int | None = None) -> int:
    """End the looking at own cards (R13), and return at how many tables. Raises Fault when none looks at them."""
    reviewing = _drafting(event, number).filter(phase=Phase.REVIEW)
    return _each(reviewing, "No table looks at its cards now.", lambda table: change_table(
        table_id=table, verb=sittings.finish_review, log="The organizer ended the review."
    ))  # fmt: skip


def hand_over_seat(*, event: Event, number: int | None, seat: int | None, bot: bool) -> str:
    """Put a bot in a fighter's seat or give it back; return that fighter's name. Raises Fault where it cannot be."""
    table = _drafting(event, number).first() if number is not None else None
    row = table.seats.select_related("fighter").filter(position=seat).first() if table and seat is not None else None
    if table is None or row is None:
        raise Fault("There is no such seat in a draft that goes on.")
    name = row.fighter.nickname
    log = f"The organizer put a bot in {name}'s seat." if bot else f"The organizer gave {name} the seat back."
    seat_bot(table_id=table.id, seat=row.position, bot=bot, log=log)
    return name


def replace_link(*, event: Event, fighter_id: int | None) -> str:
    """Give a fighter's seat a new link for a new phone; return the name. Raises Fault when nobody of that id plays."""
    fighter = event.fighters.filter(id=fighter_id, bot=False).first() if fighter_id is not None else None
    if fighter is None:
        raise Fault("Nobody of that name takes part.")
    renew_token(fighter=fighter)
    LogEntry.objects.create(event=event, text=f"The organizer made a new link for {fighter.nickname}'s seat.")
    return fighter.nickname


def take_back_pass(*, event: Event, number: int | None) -> None:
    """Undo the last pass of a table. Raises Fault when there is no such table, or nothing to take back."""
    table = event.tables.filter(number=number).first() if number is not None else None
    if table is None:
        raise Fault("There is no such table.")
    undo_pass(table_id=table.id)


def seat_one_more_bot(*, event: Event) -> str:
    """Let a bot join, and return its name. Raises Fault when the event is full or has started."""
    bot = add_bot(event=event)
    LogEntry.objects.create(event=event, text=f"The organizer added {bot.nickname}, a bot.")
    return bot.nickname


def cancel_event(*, event: Event) -> None:
    """Stop an event before its draft has started. Raises Fault later."""
    if not Event.objects.filter(id=event.id, phase=EventPhase.LOBBY).exists():
        raise Fault("The draft has started. It can be stopped, further down.")
    stop_event(event=event)


def _drafting(event: Event, number: int | None) -> QuerySet[Table]:
    tables = Table.objects.filter(event=event.id, event__phase=EventPhase.DRAFTING).exclude(phase=Phase.DRAFTED)
    return tables if number is None else tables.filter(number=number)


def _each(tables: QuerySet[Table], nothing: str, change: Callable[[int], object]) -> int:
    """Change every table; one that has moved on meanwhile is left as it is. Raises Fault when there is none."""
    changed = 0
    for table in list(tables.values_list("id", flat=True)):
        with suppress(NotAllowed, NotDrafting):
            change(table)
            changed += 1
    if not changed:
        raise Fault(nothing)
    return changed
