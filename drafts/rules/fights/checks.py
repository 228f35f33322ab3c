"""Questions that the moves in a fight ask before they change it."""

from drafts.rules.errors import AvatarMissing, FightOver, NotAllowed, NotYourFight
from drafts.rules.fights.acts import GameAct
from drafts.rules.fights.fight import Fight
from drafts.rules.fights.sides import side_of
from drafts.rules.ids import FighterId
from drafts.rules.values import changed


def must_be_open(fight: Fight) -> None:
    """Raise FightOver once its result is confirmed."""
    if fight.is_over:
        raise FightOver


def must_be_undecided(fight: Fight) -> None:
    """Raise FightOver as `must_be_open` does, and NotAllowed where a result is entered."""
    must_be_open(fight)
    if fight.result is not None:
        raise NotAllowed


def must_have_avatars(fight: Fight) -> None:
    """Raise AvatarMissing while not all fighters of a fight have theirs (M27)."""
    if fight.avatars is not None and not fight.avatars.fixed:
        raise AvatarMissing(fight.avatars.missing)


def must_fight(fight: Fight, fighter: FighterId) -> FighterId:
    """Return the fighter who names the side of this one. Raises NotYourFight."""
    side = side_of(fight.sides, fighter)
    if side is None:
        raise NotYourFight
    return side.fighter


def named(fight: Fight, winner: FighterId | None) -> FighterId | None:
    """Return the fighter who names the winner's side, None for none. Raises KeyError."""
    return None if winner is None else fight.side_of(winner).fighter


def with_act(fight: Fight, act: GameAct) -> Fight:
    """Return the fight with one more act in the game that goes on."""
    return changed(fight, acts=(*fight.acts, act))
