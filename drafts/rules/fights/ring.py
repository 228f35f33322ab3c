"""The ring round which the fighters of teams with emperors sit, and how far each of them reaches in it (M37)."""

from drafts.rules.fights.fight import Fight
from drafts.rules.fights.forms import TeamRole
from drafts.rules.fights.outs import gone_from
from drafts.rules.ids import FighterId


def role_of(fight: Fight, fighter: FighterId) -> TeamRole | None:
    """Return the role of a fighter in their team, None where teams have no roles."""
    if not fight.form.roles:
        return None
    return TeamRole.EMPEROR if fighter in fight.emperors else TeamRole.LIEUTENANT


def in_reach(fight: Fight, fighter: FighterId) -> tuple[FighterId, ...] | None:
    """Return those whom a fighter reaches, clockwise from their own seat; None where everybody reaches everybody.

    Those are in the range of influence who sit within as many seats as the role says, on either side. A fighter who
    is out of the game sits there no more, and reaches no other. Raises KeyError for a fighter who is not in the fight.
    """
    fight.side_of(fighter)
    role, gone = role_of(fight, fighter), gone_from(fight)
    if role is None:
        return None
    if fighter in gone:
        return ()
    ring = [each for each in fight.fighters if each not in gone]
    place = ring.index(fighter)
    others = [*ring[place + 1 :], *ring[:place]]
    return tuple(other for steps, other in enumerate(others, 1) if min(steps, len(ring) - steps) <= role.reach)
