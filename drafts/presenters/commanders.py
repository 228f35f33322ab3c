"""The page on which a fighter names their commander (M35)."""

from typing import NamedTuple

from drafts.models import Event, Fighter
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.commander_choice import LONGEST_COMMANDER
from drafts.rules.night.stages import Stage
from drafts.store.choices.commanders import load_all_commanders


class CommanderPage(NamedTuple):
    """The commander of a fighter, "" before it `is_named`. `is_open`: it can be named now."""

    name: str
    is_open: bool
    is_named: bool
    most: int = LONGEST_COMMANDER


def commander_page(fighter: Fighter) -> CommanderPage | None:
    """Return what the page of a fighter shows; None where no commander is named, or none was named in time."""
    lives = load_all_commanders(EventId(fighter.event_id))
    live = next((one for one in lives if fighter.id in one.commanders.fighters), None)
    if live is None:
        return None
    name = live.commanders.named.get(FighterId(fighter.id), "")
    is_open = Event.objects.filter(id=fighter.event_id, phase=Stage.BUILDING).exists()
    return CommanderPage(name, is_open, bool(name)) if is_open or name else None
