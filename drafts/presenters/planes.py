"""The page on which a fighter chooses the cards of their planar deck (M38)."""

from collections.abc import Collection
from dataclasses import dataclass

from drafts.models import Event, Fighter
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.stages import Stage
from drafts.rules.planes import OWN_DECK, Deck
from drafts.store.choices.planes import load_all_planar


@dataclass(frozen=True, slots=True)
class PlanarPage:
    """The planes of which a fighter may make a planar deck; `chosen` are the numbers of those that are in it.

    `is_open`: it can be chosen now; later the page shows what was chosen.
    """

    planes: Deck
    chosen: tuple[str, ...]
    is_open: bool
    least: int = OWN_DECK

    @property
    def shown(self) -> Deck:
        """The planes that the page shows: once nothing can be chosen any more, those of the deck."""
        return tuple(plane for plane in self.planes if self.is_open or plane.number in self.chosen)


def planar_page(fighter: Fighter, asked: Collection[str] | None = None) -> PlanarPage | None:
    """Return the planes that a fighter may choose from; None where there are none, or none were chosen in time.

    `asked` are numbers that were asked for and refused: they are shown as chosen.
    """
    live = next((one for one in load_all_planar(EventId(fighter.event_id)) if fighter.id in one.planar.fighters), None)
    if live is None:
        return None
    chosen = live.planar.chosen.get(FighterId(fighter.id), ())
    is_open = Event.objects.filter(id=fighter.event_id, phase=Stage.BUILDING).exists()
    if not is_open and not chosen:
        return None
    return PlanarPage(live.planar.terms.planes, chosen if asked is None else tuple(asked), is_open)
