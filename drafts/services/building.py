"""Every change of the decks that fighters build (M14-M20)."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from drafts.languages import sentence
from drafts.models import Event, Fighter, Seat
from drafts.rules.actors import ORGANIZER, Actor, fighter_by
from drafts.rules.draft.history import Kind
from drafts.rules.errors import NotDrafting
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.building import CheckMove, ComeBack, DeckMove, DropOut, Lock, Move, RegisterMove
from drafts.rules.night.clock_moves import ClockMove
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.stages import Stage
from drafts.services.acts import locked_stages, record_locked
from drafts.services.announce import announce_change
from drafts.services.commanders import note_in_commanders
from drafts.services.draft.history import note_seat
from drafts.services.draft.tables import locked_event
from drafts.services.errors import ServiceError, TooLate, Unfinished
from drafts.services.sharing import note_in_sharing
from drafts.store.building import BUILDINGS, LiveBuilding, building_change
from drafts.store.leavers import gone_from

CHECKED_IN = (Stage.BUILDING, Stage.FIGHTING, Stage.SHARING)


def build(*, fighter: Fighter, step: Callable[[LiveBuilding], DeckMove | RegisterMove]) -> None:
    """Let a fighter change or register their deck. Raises a Refusal as the rules do.

    It is NotDrafting where there is no deck to build.
    """
    with transaction.atomic():
        table = Seat.objects.current().filter(fighter=fighter).values_list("table__number", flat=True).first()
        lives = locked_stages(EventId(fighter.event_id), BUILDINGS)
        live = next((live for live in lives if live.number == table), None)
        if live is None or Event.objects.filter(id=fighter.event_id, phase=Stage.FINISHED).exists():
            raise NotDrafting
        change = building_change(live, fighter_by(fighter.id), step(live), timezone.now())
        if change is not None:
            record_locked(change)
            announce_change(EventId(fighter.event_id))


def time_building(*, event: Event, move: ClockMove, by: Actor = ORGANIZER) -> bool:
    """Stop the clock of an event's building, resume it or give more time; return whether that made a change.

    Raises ServiceError where no decks are built now, and NotAllowed once they are locked.
    """
    with transaction.atomic():
        lives = locked_stages(EventId(event.id), BUILDINGS)
        if not Event.objects.filter(id=event.id, phase=Stage.BUILDING).exists():
            raise ServiceError(gettext("No decks are built now."))
        is_changed = _record_all(lives, by, move, timezone.now())
        announce_change(EventId(event.id))
    return is_changed


def end_building(*, event: Event, at: datetime, confirmed: bool) -> None:
    """Lock all decks; those that are not registered are filled and registered, once that is `confirmed`.

    Before that, raises Unfinished, which names the fighters who have none. To be called in a transaction.
    """
    lives = locked_stages(EventId(event.id), BUILDINGS)
    if not confirmed:
        _must_be_registered(event, lives)
    _record_all(lives, ORGANIZER, Lock(), at)


def _must_be_registered(event: Event, lives: list[LiveBuilding]) -> None:
    """Raise Unfinished where fighters who are still there have not registered a deck."""
    gone = gone_from(EventId(event.id))
    names = [
        isolate(live.names[fighter]) for live in lives for fighter in live.building.unregistered if fighter not in gone
    ]
    if names:
        if event.draft.procedure.brings_decks:
            words = ngettext(
                "%(names)s has registered no list.", "These have registered no list: %(names)s.", len(names)
            )
            then = ngettext(
                "If you go on, that list stays as it is.", "If you go on, those lists stay as they are.", len(names)
            )
        else:
            words = ngettext("%(names)s has no deck yet.", "These have no deck yet: %(names)s.", len(names))
            then = gettext("If you go on, what they have is filled with lands and registered.")
        raise Unfinished(f"{words % {'names': ', '.join(names)}} {then}")


def note_whether_gone(*, event: Event, fighter_id: FighterId, is_gone: bool) -> None:
    """Note that a fighter has left or come back, while decks are built, commanders named, or cards shared.

    Nothing is noted if the fighter takes no part in these.
    """
    move = DropOut(fighter_id) if is_gone else ComeBack(fighter_id)
    if event.phase == Stage.SHARING:
        with transaction.atomic():
            if note_in_sharing(event=event, move=move):
                announce_change(EventId(event.id))
    if event.phase != Stage.BUILDING:
        return
    with transaction.atomic():
        built = [live for live in locked_stages(EventId(event.id), BUILDINGS) if fighter_id in live.building.works]
        is_noted = _record_all(built, ORGANIZER, move, timezone.now())
        if note_in_commanders(event=event, move=move) or is_noted:
            announce_change(EventId(event.id))


def check_deck(*, event: Event, fighter_id: FighterId, by: Actor) -> Fighter:
    """Note that an official looks at the registered deck of a fighter, who is told; return the fighter.

    Raises ServiceError for a fighter who builds no deck here, TooLate for one who has registered none yet.
    """
    with transaction.atomic():
        locked = locked_event(EventId(event.id))
        fighter = locked.fighters.filter(id=fighter_id).first()
        lives = locked_stages(EventId(event.id), BUILDINGS)
        live = next((live for live in lives if fighter_id in live.building.works), None)
        if fighter is None or live is None or locked.phase not in CHECKED_IN:
            raise ServiceError(gettext("There is no such deck."))
        if live.building.works[fighter_id].registered is None:
            raise TooLate(sentence("building.noDeckYet") % {"names": isolate(fighter.nickname)})
        _record_all([live], by, CheckMove(fighter_id), timezone.now())
        note_seat(event=locked, fighter=fighter, kind=Kind.DECK_CHECK, by=by.kind, staff=by.staff)
        announce_change(EventId(event.id))
    return fighter


def _record_all(lives: list[LiveBuilding], by: Actor, move: Move, at: datetime) -> bool:
    changes = [change for live in lives if (change := building_change(live, by, move, at)) is not None]
    for change in changes:
        record_locked(change)
    return bool(changes)
