"""Every change of the planes of an event (M38)."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from drafts.models import Event, Fighter, Seat
from drafts.rules.actors import fighter_by
from drafts.rules.errors import NotDrafting, PlanarDeckSmall
from drafts.rules.ids import EventId
from drafts.rules.night.planar_choice import PlanarMove
from drafts.rules.night.stages import Stage
from drafts.rules.planes import OWN_DECK, PlaneWay, shared_size
from drafts.services.acts import locked_stages, record_locked
from drafts.services.announce import announce_change
from drafts.services.errors import ServiceError
from drafts.store.choices.planes import PLANARS, note_planes, planar_change
from drafts.store.fights import largest_fight


def keep_planes(*, event: Event) -> None:
    """Note which planes are loaded when an event starts: it keeps these to its end.

    Raises ServiceError if they are too few for the planar decks of its largest fight.
    """
    game, way = event.draft.procedure.plane_game, event.night.planes
    if way == PlaneWay.OFF or game is None:
        return
    least = OWN_DECK if way == PlaneWay.OWN else shared_size(largest_fight(event))
    loaded = note_planes(event, game)
    if loaded < least:
        raise ServiceError(too_few_planes(PlanarDeckSmall(loaded, least)))


def choose_planar(*, fighter: Fighter, numbers: tuple[str, ...]) -> None:
    """Let a fighter choose the cards of their planar deck, by their numbers (M38).

    Raises a Refusal as the rules do, and NotDrafting where none is chosen now.
    """
    event = EventId(fighter.event_id)
    with transaction.atomic():
        table = Seat.objects.current().filter(fighter=fighter).values_list("table__number", flat=True).first()
        live = next((live for live in locked_stages(event, PLANARS) if live.number == table), None)
        if live is None or not Event.objects.filter(id=event, phase=Stage.BUILDING).exists():
            raise NotDrafting
        change = planar_change(live, fighter_by(fighter.id), PlanarMove(numbers=numbers), timezone.now())
        if change is not None:
            record_locked(change)
            announce_change(event)


def too_few_planes(fault: PlanarDeckSmall) -> str:
    """Return a message: too few planes are loaded."""
    said = few_planes(fault)
    return gettext("%(said)s Load a set that has some, such as the sample set MAP01.") % {"said": said}


def few_planes(fault: PlanarDeckSmall) -> str:
    """Return in words how many planes there are and how many are needed (M45)."""
    words = ngettext("%(count)s plane; at least %(least)s.", "%(count)s planes; at least %(least)s.", fault.count)
    return words % {"count": fault.count, "least": fault.least}
