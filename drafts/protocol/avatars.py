"""Parts of states about avatars (M26-M29): the cards offered to a fighter, and the seats whose fighters have chosen."""

from collections.abc import Mapping
from typing import cast

from drafts.protocol.activity import Activity
from drafts.protocol.messages.building import OwnAvatarPart
from drafts.protocol.messages.draft import CardPart
from drafts.protocol.messages.events import SeatNightPart
from drafts.protocol.messages.states import OwnNightPart
from drafts.protocol.parse import ChooseAvatar
from drafts.protocol.parts import card_part
from drafts.rules.avatars import Avatar, AvatarMethod, Avatars
from drafts.rules.building import OF_NO_PACK
from drafts.rules.cards import CardInPack
from drafts.rules.errors import NotDrafting
from drafts.rules.ids import FighterId
from drafts.rules.night.stages import Stage
from drafts.store.choices.avatars import CHOICES, LiveAvatars, reach_of

_NONE: SeatNightPart = {"avatar": "none"}
_CHOSEN: SeatNightPart = {"avatar": "chosen"}


def avatar_part(avatar: Avatar) -> CardPart:
    """Return the card of an avatar; it lies in no pack, so that its `id` is null."""
    return card_part(CardInPack(OF_NO_PACK, avatar.card))


def own_avatar(avatars: Avatars, fighter: FighterId) -> OwnAvatarPart | None:
    """Return the avatars offered to a fighter and the chosen one, None for a fighter without offers."""
    if fighter not in avatars.fighters:
        return None
    chosen = avatars.chosen.get(fighter)
    part: OwnAvatarPart = {
        "every": avatars.terms.every.value,
        "method": avatars.terms.method.value,
        "chosen": None if chosen is None else chosen.number,
        "fixed": avatars.fixed,
    }
    if avatars.terms.method is AvatarMethod.FREE:
        return {**part, "card": avatar_part(chosen)} if chosen is not None else part
    return {**part, "offered": [avatar_part(avatar) for avatar in avatars.offers(fighter)]}


def seats_of(avatars: Avatars) -> Mapping[FighterId, SeatNightPart]:
    """Return whether each fighter has chosen, as everybody sees it."""
    return {fighter: _CHOSEN if fighter in avatars.chosen else _NONE for fighter in avatars.fighters}


def own_part(live: LiveAvatars, fighter: FighterId) -> OwnNightPart:
    """Return the part of the state that is for one fighter alone: the avatar for all of the event."""
    part = own_avatar(live.avatars, fighter)
    return cast(OwnNightPart, {} if part is None else {"avatar": part})


AVATARS = Activity(
    kind=CHOICES,
    messages={ChooseAvatar: (Stage.BUILDING, Stage.FIGHTING, Stage.SHARING)},
    private=("avatar",),
    view=lambda lives: lambda watcher: {},
    reach=lambda before, after: reach_of(before.avatars, after.avatars),
    own=own_part,
    seats=lambda live: seats_of(live.avatars),
    otherwise=NotDrafting,
)
