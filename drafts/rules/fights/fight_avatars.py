"""The avatars of those who meet in a fight (M27-M29)."""

from drafts.rules import avatars
from drafts.rules.avatars import Avatar, Chosen
from drafts.rules.errors import NotAllowed
from drafts.rules.fights.checks import must_be_open, must_fight
from drafts.rules.fights.fight import Fight
from drafts.rules.ids import FighterId
from drafts.rules.values import changed


def lacks_avatars(fight: Fight) -> bool:
    """Whether avatars are still to be fixed before anything is counted (M27)."""
    return fight.avatars is not None and not fight.avatars.fixed


def fixed_avatar(fight: Fight, fighter: FighterId) -> Avatar | None:
    """Return the avatar of a fighter, once it is fixed."""
    return None if fight.avatars is None else fight.avatars.of(fighter)


def choose_avatar(fight: Fight, fighter: FighterId, number: str) -> Fight:
    """Choose an avatar for this fight; with the last choice all are fixed (M27).

    Raises FightOver, NotYourFight, and as `avatars.choose` does.
    """
    must_fight(fight, fighter)
    if fight.avatars is None:
        raise NotAllowed
    if not fight.avatars.fixed:
        must_be_open(fight)
    after = avatars.choose(fight.avatars, fighter, number)
    if after is fight.avatars:
        return fight
    return changed(fight, avatars=after if after.missing else avatars.fix(after, ()))


def fix_avatars(fight: Fight, chosen: Chosen) -> Fight:
    """Fix the avatars of a fight, with these for the fighters who have none. Raises FightOver, and as `avatars.fix`."""
    if fight.avatars is None:
        raise NotAllowed
    if fight.avatars.fixed:
        return fight
    must_be_open(fight)
    return changed(fight, avatars=avatars.fix(fight.avatars, chosen))
