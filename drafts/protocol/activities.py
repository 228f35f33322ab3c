"""The registry of activities: each stage after the draft has an entry with all that the site has to know of it."""

from drafts.protocol.activity import AnyActivity
from drafts.protocol.avatars import AVATARS
from drafts.protocol.battles import BATTLE
from drafts.protocol.building import BUILDING
from drafts.protocol.commanders import COMMANDERS
from drafts.protocol.fights import FIGHTING
from drafts.protocol.parse import READER, ChangeDeck, ChooseFightAvatar, Heard
from drafts.protocol.planar import PLANAR
from drafts.protocol.sharing import SHARING
from drafts.rules.ids import EventId
from drafts.store.stages import AnyLive, stages_in

ACTIVITIES: dict[str, AnyActivity] = {}
"""By the name of the stage, in the order in which their parts stand in messages."""

ACTIVITY_OF: dict[type[Heard], AnyActivity] = {}
"""The activity that a message is about."""


def register(activity: AnyActivity) -> None:
    """Let an activity be played, and its messages be read."""
    ACTIVITIES[activity.kind.stage] = activity
    ACTIVITY_OF.update(dict.fromkeys(activity.messages, activity))
    READER.learn(message for message in activity.messages if message not in (ChangeDeck, ChooseFightAvatar))


def load_stages(event: EventId) -> list[AnyLive]:
    """Read all stages of an event that have a history."""
    return [ACTIVITIES[name].kind.load(stage) for stage, name in stages_in(event).items()]


for each in (BUILDING, AVATARS, PLANAR, COMMANDERS, FIGHTING, BATTLE, SHARING):
    register(each)
