"""Parts of messages about commanders (M35): everybody sees the name of each, and who has named none yet."""

from collections.abc import Mapping

from drafts.protocol.activity import Activity
from drafts.protocol.messages.events import SeatNightPart
from drafts.protocol.parse import NameCommander
from drafts.rules.errors import NotDrafting
from drafts.rules.ids import FighterId
from drafts.rules.night.stages import Stage
from drafts.store.choices.commanders import COMMANDER_NAMES, LiveCommanders, commanders_reach


def seats_part(live: LiveCommanders) -> Mapping[FighterId, SeatNightPart]:
    """Return the name of each fighter's commander, None before it is named, and who has left."""
    parts = {one: SeatNightPart(commander=live.commanders.named.get(one)) for one in live.commanders.fighters}
    return {one: {**part, "gone": True} if one in live.commanders.gone else part for one, part in parts.items()}


COMMANDERS = Activity(
    kind=COMMANDER_NAMES,
    messages={NameCommander: (Stage.BUILDING,)},
    view=lambda lives: lambda watcher: {},
    reach=lambda before, after: commanders_reach(before.commanders, after.commanders),
    seats=seats_part,
    otherwise=NotDrafting,
)
