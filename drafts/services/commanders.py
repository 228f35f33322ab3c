"""Every change of the commanders of an event (M35)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from drafts.models import Event, Fighter, LogEntry, Seat
from drafts.rules.actors import ORGANIZER, Actor, fighter_by
from drafts.rules.errors import NotDrafting
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.building import ComeBack, DropOut
from drafts.rules.night.commander_choice import CommanderMove, FixCommanders, Move, NoCommanderMove
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.stages import Stage
from drafts.services.acts import locked_stages, record_locked
from drafts.services.announce import announce_change
from drafts.services.errors import Unfinished
from drafts.store.choices.commanders import COMMANDER_NAMES, commanders_change


def name_commander(*, fighter: Fighter, name: str, by: Actor | None = None) -> None:
    """Name the commander of a fighter, as the fighter or `by` the organizer.

    Raises a Refusal as the rules do, and NotDrafting where no commanders are named now.
    """
    said = gettext("The organizer named %(commander)s as the commander of %(name)s.")
    _change(fighter, by or fighter_by(fighter.id), CommanderMove(FighterId(fighter.id), name), said)


def take_back_commander(*, fighter: Fighter) -> None:
    """Take back the commander of a fighter, as the organizer. Raises NotDrafting as `name_commander` does."""
    said = gettext("The organizer took back the commander of %(name)s, %(commander)s.")
    _change(fighter, ORGANIZER, NoCommanderMove(FighterId(fighter.id)), said)


def _change(fighter: Fighter, by: Actor, move: Move, said: str) -> None:
    """Make a move; the log has these words for one of the organizer."""
    event = EventId(fighter.event_id)
    with transaction.atomic():
        table = Seat.objects.current().filter(fighter=fighter).values_list("table__number", flat=True).first()
        live = next((live for live in locked_stages(event, COMMANDER_NAMES) if live.number == table), None)
        if live is None or not Event.objects.filter(id=event, phase=Stage.BUILDING).exists():
            raise NotDrafting
        change = commanders_change(live, by, move, timezone.now())
        if change is not None:
            record_locked(change)
            if by.is_official:
                named = (change.before if isinstance(move, NoCommanderMove) else change.after).commanders.named
                facts = {"commander": named[FighterId(fighter.id)], "name": fighter.nickname}
                LogEntry.objects.create(event=fighter.event, text=said % facts)
            announce_change(event)


def fix_commanders(*, event: Event, at: datetime) -> None:
    """Fix all commanders, since the fights begin. To be called in a transaction."""
    for live in locked_stages(EventId(event.id), COMMANDER_NAMES):
        change = commanders_change(live, ORGANIZER, FixCommanders(), at)
        if change is not None:
            record_locked(change)


def note_in_commanders(*, event: Event, move: DropOut | ComeBack) -> bool:
    """Note that a fighter has left or come back; return whether that made a change.

    To be called in a transaction, while commanders are named.
    """
    lives = locked_stages(EventId(event.id), COMMANDER_NAMES)
    named = [live for live in lives if move.fighter in live.commanders.fighters]
    changes = [change for live in named if (change := commanders_change(live, ORGANIZER, move, timezone.now()))]
    for change in changes:
        record_locked(change)
    return bool(changes)


def end_commanders(*, event: Event, at: datetime, confirmed: bool) -> None:
    """End the naming of commanders; fighters who have named none go without, once that is `confirmed`.

    Before that, raises Unfinished, which names them. To be called in a transaction.
    """
    if confirmed:
        return
    lives = locked_stages(EventId(event.id), COMMANDER_NAMES)
    names = [isolate(live.names[one]) for live in lives for one in live.commanders.missing]
    if names:
        words = ngettext("%(names)s has named no commander.", "These have named no commander: %(names)s.", len(names))
        then = gettext("If you go on, they fight without its name on the phones.")
        raise Unfinished(f"{words % {'names': ', '.join(names)}} {then}")
