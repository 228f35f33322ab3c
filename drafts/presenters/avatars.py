"""The page on which a fighter chooses an avatar (M27), and avatars that are fixed as they are shown (M29)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from drafts.log.event_log import EventLog
from drafts.log.from_file import kept_avatars
from drafts.models import Card as CardRow
from drafts.models import Fighter
from drafts.rules.avatars import AvatarEvery, AvatarMethod, Avatars
from drafts.rules.cards import Card
from drafts.rules.fights.fight_avatars import lacks_avatars
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.fight_moves import FightNumber
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.stages import Stage
from drafts.store.choices.avatars import load_all_avatars
from drafts.store.fights import load_fights


@dataclass(frozen=True, slots=True)
class AvatarPage:
    """The avatars of which a fighter may choose: for the fight of this number, 0 for all of the event.

    `against` are the names of those whom they meet there. `chosen` is the number of an avatar, "" before. There are no
    `cards` where that fight was decided before its avatars were fixed.
    """

    cards: tuple[Card, ...]
    chosen: str
    is_fixed: bool
    method: AvatarMethod
    fight: FightNumber = 0
    against: str = ""

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards that the page shows: the chosen one alone, once it stays."""
        return tuple(card for card in self.cards if not self.is_fixed or card.number == self.chosen)


def avatar_pages(fighter: Fighter) -> list[AvatarPage]:
    """Return what a fighter may choose of now; none where they have no avatar."""
    return [*_for_event(fighter), *_for_round(fighter)]


def chosen_words(fighter: Fighter, fight: FightNumber) -> str:
    """Return in words that a fighter's choice is taken, and until when there can be another one in its place.

    It is for the fight of this number, with 0 for all of the event.
    """
    if fighter.event.organizer_id is None:
        return gettext("Your avatar is chosen.")
    if not fight:
        return gettext("Chosen. You may choose another one until the fights begin.")
    if any(page.is_fixed for page in avatar_pages(fighter) if page.fight == fight):
        return gettext("Chosen. Everybody in this fight has chosen: the avatars stay for the match.")
    return gettext("Chosen. You may choose another one until the last of this fight has chosen.")


def names_of_avatars(log: EventLog) -> Mapping[tuple[int, int], str]:
    """Return the names of the avatars that fighters had for all of an event, by table and seat (from 0).

    One of a set that is not loaded is called by its number.
    """
    if log.event.avatar_every != AvatarEvery.EVENT:
        return {}
    numbers = kept_avatars(log.fights)
    names = dict(CardRow.objects.filter(number__in=numbers.values()).values_list("number", "name"))
    return {
        (table.number, seat.seat): names.get(number, number)
        for table in log.tables
        for seat in table.seats
        if (number := numbers.get(seat.fighter))
    }


def _for_event(fighter: Fighter) -> Iterator[AvatarPage]:
    for live in load_all_avatars(EventId(fighter.event_id)):
        if fighter.id in live.avatars.fighters:
            yield _page(live.avatars, FighterId(fighter.id))


def _for_round(fighter: Fighter) -> Iterator[AvatarPage]:
    live = load_fights(EventId(fighter.event_id))
    if live is None or fighter.event.phase != Stage.FIGHTING or live.fighting.groups[0].terms.avatars is None:
        return
    of_fighter = FighterId(fighter.id)
    for number, _, fight in live.fighting.of_round():
        if fight.avatars is not None and fight.avatars.stream and fighter.id in fight.avatars.fighters:
            others = (side for side in fight.sides if fighter.id not in side.fighters)
            names = ", ".join(side.name(live.names, isolate) for side in others)
            page = _page(fight.avatars, of_fighter, number, names)
            yield replace(page, cards=()) if fight.is_over and lacks_avatars(fight) else page


def _page(avatars: Avatars, fighter: FighterId, fight: FightNumber = 0, against: str = "") -> AvatarPage:
    chosen = avatars.chosen.get(fighter)
    cards = tuple(avatar.card for avatar in avatars.offers(fighter))
    number = "" if chosen is None else chosen.number
    return AvatarPage(cards, number, avatars.fixed, avatars.terms.method, fight, against)
