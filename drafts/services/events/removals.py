"""Removals of fighters, their leaving by themselves, and the undo of both.

A fighter who goes during the fights drops out of them.
"""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from drafts.models import Event, Fighter, Removal, Seat, StageAct
from drafts.rules.actors import ORGANIZER, ActorKind
from drafts.rules.draft.history import Kind, own_act, seat_act
from drafts.rules.errors import NotAllowed
from drafts.rules.ids import EventId, FighterId, SeatNumber, TableId
from drafts.rules.night.fight_moves import LINES, Drop, Move, Reinstate
from drafts.rules.night.nicknames import isolate, looks_like_one_of, nickname_key
from drafts.rules.night.stages import Stage
from drafts.services.announce import announce_leave
from drafts.services.building import note_whether_gone
from drafts.services.draft.history import note_seat
from drafts.services.draft.tables import locked_event, seat_bot
from drafts.services.errors import ServiceError
from drafts.services.events.lobby import lobby_changed, most_fighters, must_be_found, new_token
from drafts.services.fights.changes import change_fights

UNDO_SECONDS = 10
"""How long the panel offers the undo of a removal, and of anything else."""

UNDO_WITHIN = timedelta(seconds=UNDO_SECONDS + 5)
"""Longer than it is offered, since a press at the last moment takes time to arrive."""


def leave_event(*, fighter: Fighter) -> None:
    """Give up a place: in the lobby it becomes free, in a draft without paper packs a bot takes the seat over."""
    with transaction.atomic():
        _remove(locked_event(EventId(fighter.event_id)), fighter, by_organizer=False)


def remove_fighter(*, event: Event, fighter_id: FighterId) -> Removal:
    """Remove a fighter as the organizer: in the lobby the place becomes free, in a draft a bot takes the seat over.

    With paper packs no bot does; the organizer acts for that seat.

    The same removal again returns the first one. Raises ServiceError if no fighter with that id takes part.
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        fighter = locked.fighters.filter(id=fighter_id).first()
        removal = locked.removals.filter(fighter=fighter_id, by_organizer=True).last()
        if removal is not None and _still_holds(removal, fighter):
            return removal
        return _remove(locked, must_be_found(fighter), by_organizer=True)


def undo_removal(*, event: Event, fighter_id: FighterId) -> str:
    """Give a removed fighter the same place back, with token and readiness, and return the name. It is idempotent.

    Raises ServiceError for a fighter who was not removed, when it is too late, or when the place has been taken.
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        removal = locked.removals.filter(fighter=fighter_id, by_organizer=True).last()
        if removal is None:
            raise ServiceError(gettext("No fighter of that name was removed."))
        if removal.undone_at is None:
            _undo(locked, removal)
    return removal.nickname


def _remove(event: Event, fighter: Fighter, *, by_organizer: bool) -> Removal:
    in_lobby = event.phase == Stage.LOBBY
    seat = (
        Seat.objects.current().filter(fighter=fighter, bot=False).first()
    )  # no fighter sits in an event that was cancelled
    seats_bot = seat is not None and event.bots_take_over
    removal = Removal.objects.create(
        event=event,
        fighter=fighter.id,
        nickname=fighter.nickname,
        token=fighter.token,
        new_token="" if in_lobby else new_token(),
        by_organizer=by_organizer,
        bot=fighter.bot,
        guest=fighter.guest,
        ready=fighter.ready,
        seated_bot=seats_bot,
        was=fighter.was_id,
        joined_at=fighter.joined_at,
    )
    announce_leave(EventId(event.id), FighterId(fighter.id))
    if in_lobby:
        if by_organizer:
            note_seat(event=event, fighter=fighter, kind=Kind.REMOVE, by=ActorKind.ORGANIZER)
        fighter.delete()
        lobby_changed(event)
        return removal
    Fighter.objects.filter(id=fighter.id).update(token=removal.new_token)
    if seats_bot and seat is not None:
        removed = seat_act(Kind.REMOVE, seat.position, ORGANIZER)
        act = removed if by_organizer else own_act(Kind.LEAVE, seat.position)
        seat_bot(table_id=TableId(seat.table_id), seat=SeatNumber(seat.position), bot=True, causes=[act])
    elif by_organizer:
        note_seat(event=event, fighter=fighter, kind=Kind.REMOVE, by=ActorKind.ORGANIZER)
    else:
        note_seat(event=event, fighter=fighter, kind=Kind.LEAVE, by=ActorKind.FIGHTER)
    note_whether_gone(event=event, fighter_id=FighterId(fighter.id), is_gone=True)
    _in_fights(event, Drop(FighterId(fighter.id)))
    return removal


def _in_fights(event: Event, move: Move) -> None:
    """Make a move in the fights of an event, if they go on and the rules allow it."""
    if event.phase != Stage.FIGHTING:
        return
    try:
        change_fights(event=event, verb=lambda live: move)
    except NotAllowed:
        return  # a fighter who is in none of the fights, or has dropped out already


def _still_holds(removal: Removal, fighter: Fighter | None) -> bool:
    """Whether this removal has neither been undone nor followed by a new link."""
    return removal.undone_at is None and (fighter.token if fighter else "") == removal.new_token


def _undo(event: Event, removal: Removal) -> None:
    now = timezone.now()
    if now - removal.removed_at > UNDO_WITHIN:
        raise ServiceError(
            gettext("It is too late to undo the removal of %(name)s.") % {"name": isolate(removal.nickname)}
        )
    if removal.new_token:
        _undo_in_draft(event, removal)
    else:
        _undo_in_lobby(event, removal)
    Removal.objects.filter(id=removal.id).update(undone_at=now)


def _undo_in_lobby(event: Event, removal: Removal) -> None:
    key, name = nickname_key(removal.nickname), isolate(removal.nickname)
    if event.phase != Stage.LOBBY:
        raise ServiceError(gettext("The draft has started meanwhile, without %(name)s.") % {"name": name})
    is_taken = looks_like_one_of(removal.nickname, event.fighters.values_list("nickname", flat=True))
    if is_taken or event.fighters.filter(token=removal.token).exists():
        raise ServiceError(gettext("Another %(name)s has joined meanwhile.") % {"name": name})
    if event.fighters.count() >= most_fighters(event):
        raise ServiceError(gettext("The event is full by now: the place of %(name)s is taken.") % {"name": name})
    fighter = event.fighters.create(
        id=removal.fighter,
        nickname=removal.nickname,
        nickname_key=key,
        token=removal.token,
        bot=removal.bot,
        guest=removal.guest,
        ready=removal.ready,
        connected=removal.guest,
        joined_at=removal.joined_at,
        was=Fighter.objects.filter(id=removal.was or 0).first(),
        away_since=None if removal.guest else removal.removed_at,
    )
    note_seat(event=event, fighter=fighter, kind=Kind.TAKE_IN, by=ActorKind.ORGANIZER)
    lobby_changed(event)


def _undo_in_draft(event: Event, removal: Removal) -> None:
    given_back = event.fighters.filter(id=removal.fighter, token=removal.new_token).update(token=removal.token)
    if not given_back:
        words = gettext("There is a new link to the seat of %(name)s by now: use that.")
        raise ServiceError(words % {"name": isolate(removal.nickname)})
    announce_leave(EventId(event.id), FighterId(removal.fighter))
    seat = Seat.objects.current().filter(fighter=removal.fighter, bot=True).first()
    if event.phase == Stage.DRAFTING and removal.seated_bot and seat is not None:
        act = seat_act(Kind.TAKE_IN, seat.position, ORGANIZER)
        seat_bot(table_id=TableId(seat.table_id), seat=SeatNumber(seat.position), bot=False, causes=[act])
    else:
        fighter = Fighter.objects.get(id=removal.fighter)
        note_seat(event=event, fighter=fighter, kind=Kind.TAKE_IN, by=ActorKind.ORGANIZER)
    note_whether_gone(event=event, fighter_id=FighterId(removal.fighter), is_gone=False)
    if _dropped_out_by(event, removal):
        _in_fights(event, Reinstate(FighterId(removal.fighter)))


def _dropped_out_by(event: Event, removal: Removal) -> bool:
    """Whether the fighter dropped out of the fights with this removal, and not before it."""
    kind, text = LINES.encode(Drop(FighterId(removal.fighter)))
    acts = StageAct.objects.filter(stage__event=event, kind=kind, text=text)
    return acts.filter(at__gte=removal.removed_at).exists()
