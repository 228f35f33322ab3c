"""Actions of an organizer on the tables of an event: on the one of this number, or on all that allow the action."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from drafts.languages import translated
from drafts.models import Event, LogEntry, Seat, Table
from drafts.rules.actors import ORGANIZER, Actor, ActorKind
from drafts.rules.draft import timed_table
from drafts.rules.draft.history import Act, Kind
from drafts.rules.draft.table import Phase
from drafts.rules.draft.timed import PassId
from drafts.rules.errors import NotAllowed, NotDrafting, ReviewMinimum
from drafts.rules.ids import EventId, FighterId, SeatNumber, TableId
from drafts.rules.night.stages import Stage
from drafts.services.announce import announce_change
from drafts.services.building import note_whether_gone
from drafts.services.draft.history import note_seat
from drafts.services.draft.tables import advance_pass, change_table, extend_pass, locked_event, seat_bot, undo_pass
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.lobby import add_bot, lobby_changed, must_be_found, renew_token
from drafts.services.events.seating import must_fill_a_table

LONGEST_NOTE = 200

MOST_DRAWS = 999


def pause_tables(*, event: Event, number: int | None = None, by: Actor = ORGANIZER) -> int:
    """Pause tables, and return how many. Raises ServiceError when none of them is running."""
    going = _drafting(event, number).filter(paused=False)
    stop = partial(timed_table.pause, by_judge=by.kind is ActorKind.JUDGE)
    return _each(going, gettext("Nothing is running that could be paused."), lambda table: change_table(
        table_id=table, verb=stop, causes=[Act(Kind.PAUSE, by)]
    ))  # fmt: skip


def resume_tables(*, event: Event, number: int | None = None, by: Actor = ORGANIZER) -> int:
    """Resume paused tables, and return how many. Raises ServiceError when none of them is paused."""
    paused = _drafting(event, number).filter(paused=True)
    return _each(paused, gettext("Nothing is paused."), lambda table: change_table(
        table_id=table, verb=timed_table.resume, causes=[Act(Kind.RESUME, by)]
    ))  # fmt: skip


def extend_tables(*, event: Event, number: int | None = None) -> int:
    """Give tables thirty seconds more, and return how many. Raises ServiceError where nothing is timed."""
    timed = _drafting(event, number).filter(seconds__isnull=False)
    return _each(timed, gettext("Nothing is timed now."), lambda table: extend_pass(table_id=table))


def end_reviews(*, event: Event, number: int | None = None) -> int:
    """End the review of own cards (R13), and return at how many tables.

    Raises ServiceError when no table is in a review, or when the format demands a longer one (M8).
    """
    reviewing = _drafting(event, number).filter(phase=Phase.REVIEW)
    nothing = gettext("No table looks at its cards now.")
    if reviewing.exists():
        nothing = translated(event.draft.procedure.game.refusals.get(ReviewMinimum.code, nothing))
    return _each(reviewing, nothing, lambda table: change_table(
        table_id=table, verb=timed_table.end_review_early, causes=[Act(Kind.REVIEW_OVER, ORGANIZER)]
    ))  # fmt: skip


def hand_over_seat(
    *,
    event: Event,
    bot: bool,
    number: int | None = None,
    seat: SeatNumber | None = None,
    fighter_id: FighterId | None = None,
) -> str:
    """Put a bot in a fighter's seat or give it back; return that fighter's name. Raises ServiceError if it cannot.

    The seat is named by table and place, or by its fighter.
    """
    row = _seats(event, number, seat, fighter_id).select_related("fighter").first()
    if row is None:
        raise ServiceError(gettext("There is no such seat in a draft that goes on."))
    seat_bot(table_id=TableId(row.table_id), seat=SeatNumber(row.position), bot=bot, by=ORGANIZER)
    return row.fighter.nickname


def replace_link(*, event: Event, fighter_id: FighterId | None) -> str:
    """Give a fighter's seat a new link; return the name. Raises ServiceError when there is no such fighter."""
    fighter = must_be_found(event.fighters.filter(id=fighter_id or 0, bot=False).first())
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        renew_token(fighter=fighter)
        note_seat(event=locked, fighter=fighter, kind=Kind.NEW_LINK, by=ActorKind.ORGANIZER)
        note_whether_gone(event=locked, fighter_id=FighterId(fighter.id), is_gone=False)
    return fighter.nickname


def take_back_pass(*, event: Event, number: int | None) -> None:
    """Undo the last pass of a table. Raises ServiceError when there is no such table, or nothing to take back."""
    undo_pass(table_id=_table(event, number))


def advance_table(*, event: Event, number: int | None, pass_id: PassId) -> bool:
    """End a pass of paper packs, even if not all have placed; return whether the table was in that pass.

    Raises ServiceError when there is no such table, and a Refusal.
    """
    return advance_pass(table_id=_table(event, number), pass_id=pass_id)


def step_back(*, event: Event, number: int | None, seen: PassId | None = None) -> bool:
    """Undo the last pass of paper packs; return whether the table was in the pass that was `seen`, if any.

    Raises ServiceError as `take_back_pass` does, and for other packs.
    """
    if not event.draft.is_paper:
        raise ServiceError(gettext("Only a draft with real packs can go one step back."))
    table = Table.objects.get(id=_table(event, number))
    if seen not in (None, (table.round, table.pass_number)):
        return False
    take_back_pass(event=event, number=number)
    return True


def write_note(*, event: Event, text: str, number: int | None = None) -> None:
    """Add a note of the organizer to the log of the event or of one of its tables. Raises ServiceError."""
    said = text.strip()
    if not said or len(said) > LONGEST_NOTE or not said.isprintable():
        words = gettext("A note is one line of up to %(most)s letters, digits and signs.")
        raise ServiceError(words % {"most": LONGEST_NOTE})
    if number is not None:
        _table(event, number)
    noted = gettext("The organizer noted: %(text)s") % {"text": said}
    LogEntry.objects.create(event=event, table=number, text=noted)
    announce_change(EventId(event.id))


def seat_one_more_bot(*, event: Event) -> str:
    """Let a bot join, and return its name. Raises ServiceError when the event is full or has started."""
    with transaction.atomic():
        bot = add_bot(event=event)
        LogEntry.objects.create(
            event=event, text=gettext("The organizer added %(name)s, a bot.") % {"name": bot.nickname}
        )
    return bot.nickname


def draw_seats(*, event: Event) -> int:
    """Draw the seats, anew if they were drawn before; return how often they have been drawn (R4).

    Raises ServiceError after the start, and for fewer than two fighters (R1).
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        if locked.phase != Stage.LOBBY:
            raise ServiceError(gettext("The draft has started: everybody sits already."))
        must_fill_a_table(locked.fighters.count())
        draft = locked.draft
        if draft.draws >= MOST_DRAWS:
            raise ServiceError(gettext("The seats were drawn often enough. They stay as they are."))
        draft.draws += 1
        draft.save(update_fields=["draws"])
        said = (
            gettext("The organizer had the seats drawn.")
            if draft.draws == 1
            else gettext("The organizer had the seats drawn again.")
        )
        LogEntry.objects.create(event=locked, text=said)
        lobby_changed(locked)
    return draft.draws


def cancel_event(*, event: Event) -> None:
    """Stop an event before its draft has started. Raises ServiceError after that."""
    if not Event.objects.filter(id=event.id, phase=Stage.LOBBY).exists():
        raise ServiceError(gettext("The draft has started. It can be stopped, further down."))
    stop_event(event=event)


def _table(event: Event, number: int | None) -> TableId:
    table = event.draft.tables.filter(number=number).first() if number is not None else None
    if table is None:
        raise ServiceError(gettext("There is no such table."))
    return TableId(table.id)


def _seats(event: Event, number: int | None, seat: SeatNumber | None, fighter_id: FighterId | None) -> QuerySet[Seat]:
    seats = Seat.objects.filter(table__in=_drafting(event, number))
    if fighter_id is not None:
        return seats.filter(fighter=fighter_id)
    return seats.none() if number is None or seat is None else seats.filter(position=seat)


def _drafting(event: Event, number: int | None) -> QuerySet[Table]:
    going_on = Table.objects.filter(draft__current_in=event.id, draft__current_in__phase=Stage.DRAFTING)
    tables = going_on.exclude(phase=Phase.DRAFTED)
    return tables if number is None else tables.filter(number=number)


def _each(tables: QuerySet[Table], nothing: str, change: Callable[[TableId], object]) -> int:
    """Change every table; one that refuses is left as it is. Raises ServiceError when none was changed."""
    changed = 0
    for table in [TableId(row) for row in tables.values_list("id", flat=True)]:
        with suppress(NotAllowed, NotDrafting, ReviewMinimum):
            change(table)
            changed += 1
    if not changed:
        raise ServiceError(nothing)
    return changed
