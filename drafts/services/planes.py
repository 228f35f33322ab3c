"""Every change of the planes of an event (M38)."""

from django.utils.translation import gettext, ngettext

from drafts.models import Event
from drafts.rules.errors import PlanarDeckSmall
from drafts.rules.planes import OWN_DECK, PlaneWay, shared_size
from drafts.services.errors import ServiceError
from drafts.store.fights import largest_fight
from drafts.store.planes import note_planes


def keep_planes(*, event: Event) -> None:
    """Note which planes are loaded when an event starts: it has these to its end.

    Raises ServiceError where they are too few for the planar decks of its largest fight.
    """
    game, way = event.draft.procedure.plane_game, event.night.planes
    if way == PlaneWay.OFF or game is None:
        return
    least = OWN_DECK if way == PlaneWay.OWN else shared_size(largest_fight(event))
    loaded = note_planes(event, game)
    if loaded < least:
        raise ServiceError(too_few_planes(PlanarDeckSmall(loaded, least)))


def too_few_planes(fault: PlanarDeckSmall) -> str:
    """Return in words that fights cannot be fought on planes, since too few are loaded."""
    words = ngettext("%(count)s plane; at least %(least)s.", "%(count)s planes; at least %(least)s.", fault.count)
    said = words % {"count": fault.count, "least": fault.least}
    return gettext("%(said)s Load a set that has some, such as the sample set MAP01.") % {"said": said}
