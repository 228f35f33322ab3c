"""Parts of states about planar decks of fighters' own (M38): the fighter alone is sent what they have chosen."""

from drafts.protocol.activity import Activity
from drafts.protocol.messages.states import OwnNightPart
from drafts.protocol.parse import ChoosePlanar
from drafts.rules.errors import NotDrafting
from drafts.rules.ids import FighterId
from drafts.rules.night.stages import Stage
from drafts.rules.planes import OWN_DECK
from drafts.store.choices.planes import PLANARS, LivePlanar, planar_reach


def own_part(live: LivePlanar, fighter: FighterId) -> OwnNightPart:
    """Return the part of the state that is for one fighter alone: the planar deck that they have chosen."""
    if fighter not in live.planar.fighters:
        return {}
    return {"planar": {"chosen": live.planar.chosen.get(fighter), "least": OWN_DECK}}


PLANAR = Activity(
    kind=PLANARS,
    messages={ChoosePlanar: (Stage.BUILDING,)},
    private=("planar",),
    view=lambda lives: lambda watcher: {},
    reach=lambda before, after: planar_reach(before.planar, after.planar),
    own=own_part,
    otherwise=NotDrafting,
)
