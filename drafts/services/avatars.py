"""Every change of the avatars of an event (M26-M29): which there are, who has chosen which, and their fixing."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from drafts.models import Event, Fighter, Seat
from drafts.rules.actors import ORGANIZER, fighter_by
from drafts.rules.avatars import AvatarMethod
from drafts.rules.errors import NotDrafting
from drafts.rules.fights.fight_avatars import lacks_avatars
from drafts.rules.ids import EventId
from drafts.rules.night.avatar_choice import AvatarMove, FixAvatars
from drafts.rules.night.fight_moves import FightAvatarMove, FightNumber, FixFightAvatars, Move
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.stages import Stage
from drafts.services.acts import locked_stages, record_locked
from drafts.services.announce import announce_change
from drafts.services.errors import ServiceError, Unfinished
from drafts.services.events.settings import no_avatars
from drafts.services.fights.changes import fights_in, locked_fights
from drafts.store.choices.avatars import CHOICES, AvatarsChange, avatars_change, note_avatars
from drafts.store.fights import fights_change
from drafts.store.leavers import gone_from


def keep_avatars(*, event: Event) -> None:
    """Note which avatars are loaded when an event starts: it keeps these. Raises ServiceError without any."""
    game = event.draft.procedure.avatar_game
    if event.night.avatars != AvatarMethod.OFF and game is not None and not note_avatars(event, game):
        raise ServiceError(no_avatars())


def choose_avatar(*, fighter: Fighter, number: str, fight: FightNumber | None = None) -> None:
    """Let a fighter choose an avatar, for a fight or for all of the event, as a form says.

    Raises a Refusal as the rules do, and NotDrafting where no avatar is chosen.
    """
    event = EventId(fighter.event_id)
    with transaction.atomic():
        is_done = _choose_for_fight(fighter, number, fight) if fight else _choose_for_event(fighter, number)
        if is_done:
            announce_change(event)


def _choose_for_event(fighter: Fighter, number: str) -> bool:
    table = Seat.objects.current().filter(fighter=fighter).values_list("table__number", flat=True).first()
    lives = locked_stages(EventId(fighter.event_id), CHOICES)
    live = next((live for live in lives if live.number == table), None)
    if live is None or Event.objects.filter(id=fighter.event_id, phase=Stage.FINISHED).exists():
        raise NotDrafting
    change = avatars_change(live, fighter_by(fighter.id), AvatarMove(number=number), timezone.now())
    return _recorded(change)


def _choose_for_fight(fighter: Fighter, number: str, fight: FightNumber) -> bool:
    live = locked_fights(fighter.event)
    if live is None or not Event.objects.filter(id=fighter.event_id, phase=Stage.FIGHTING).exists():
        raise NotDrafting
    change = fights_change(live, fighter_by(fighter.id), FightAvatarMove(fight, number=number), timezone.now())
    if change is not None:
        record_locked(change)
    return change is not None


def fix_avatars(*, event: Event, fight: FightNumber | None) -> int:
    """Fix the avatars of a fight, or of all fights of the round, as the organizer; return in how many fights.

    A fighter who has none gets the first one offered. Raises ServiceError while no fights go on, and a Refusal as the
    rules do.
    """
    with transaction.atomic():
        live, at, count = fights_in(event), timezone.now(), 0
        open_ = [number for number, _, each in live.fighting.of_round() if lacks_avatars(each) and not each.is_over]
        for number in open_ if fight is None else [fight]:
            move: Move = FixFightAvatars(number)
            change = fights_change(live, ORGANIZER, move, at)
            if change is not None:
                record_locked(change)
                live, count = change.after, count + 1
        announce_change(EventId(event.id))
    return count


def end_avatars(*, event: Event, at: datetime, confirmed: bool) -> None:
    """Fix all avatars that are kept for an event; fighters without one get the first offered, once `confirmed`.

    Before that, raises Unfinished, which names them. To be called in a transaction.
    """
    lives = locked_stages(EventId(event.id), CHOICES)
    if not confirmed:
        gone = gone_from(EventId(event.id))
        names = [live.names[one] for live in lives for one in live.avatars.missing if one not in gone]
        if names:
            is_by_lot = event.night.avatars == AvatarMethod.FREE
            then = (
                gettext("If you go on, each of them is dealt one by lot.")
                if is_by_lot
                else gettext("If you go on, each of them has the first one that was offered.")
            )
            raise Unfinished(f"{missing_avatars(names)} {then}")
    for live in lives:
        _recorded(avatars_change(live, ORGANIZER, FixAvatars(), at))


def missing_avatars(names: Sequence[str]) -> str:
    """Return a sentence with the names of fighters who have no avatar yet."""
    words = ngettext("%(names)s has no avatar yet.", "These have no avatar yet: %(names)s.", len(names))
    return words % {"names": ", ".join(map(isolate, names))}


def _recorded(change: AvatarsChange | None) -> bool:
    if change is not None:
        record_locked(change)
    return change is not None
