"""The fighters who are out of the game of a fight that goes on, and the game that ends by it (M24, M31, M34, M37)."""

from collections.abc import Collection

from drafts.rules.errors import NotAllowed
from drafts.rules.fights.acts import Out
from drafts.rules.fights.checks import must_be_undecided, must_fight, must_have_avatars, with_act
from drafts.rules.fights.fight import MOST_GAMES, DecidedBy, Fight, FightGame, Result
from drafts.rules.fights.sides import Side, deciding
from drafts.rules.ids import FighterId
from drafts.rules.values import changed


def fighters_out(fight: Fight) -> frozenset[FighterId]:
    """Return the fighters who are out of the game that goes on."""
    return frozenset(fighter for act in fight.acts if isinstance(act, Out) for fighter in act.fighters)


def is_out(fight: Fight, side: Side) -> bool:
    """Whether a side is out of the game that goes on, or has dropped out.

    A team is out with any of its fighters, one that has an emperor with them alone (M34, M37).
    """
    return side.fighter in fight.dropped or not fighters_out(fight).isdisjoint(deciding(side, fight.emperors))


def all_out(fight: Fight, out: frozenset[FighterId], dropped: Collection[FighterId]) -> frozenset[FighterId]:
    """Return all who are out where these fighters are and these sides, by their names, have dropped out."""
    gone = (
        side for side in fight.sides if side.fighter in dropped or not out.isdisjoint(deciding(side, fight.emperors))
    )
    return out.union(*(side.fighters for side in gone))


def gone_from(fight: Fight) -> frozenset[FighterId]:
    """Return all who take no part in the game that goes on any more, alone or with their sides."""
    return all_out(fight, fighters_out(fight), fight.dropped)


def ends_by_out(fight: Fight) -> bool:
    """Whether no side, or one alone, is left in the game that goes on."""
    return bool(fighters_out(fight)) and sum(not is_out(fight, side) for side in fight.sides) < 2


def may_go_out(fight: Fight, fighter: FighterId) -> bool:
    """Whether a fighter can concede the game that goes on: not once they or their side are out of it (M24)."""
    return not fight.is_bye and fight.result is None and fighter not in gone_from(fight)


def go_out(fight: Fight, by: FighterId | DecidedBy, fighters: tuple[FighterId, ...]) -> Fight:
    """Let fighters be out of the game, as one fighter or as an official (M24, M31).

    Fighters may concede, and name fighters who have lost, or whose side has: not their own. A side that is left alone
    has won the game; it is drawn where all are named at once. Where that decides the fight it is a result, final where
    a side that has lost or an official said it. Raises FightOver, NotYourFight, NotAllowed, KeyError as `end_game`
    does, and for others than oneself AvatarMissing.
    """
    sides = {fight.side_of(fighter).fighter for fighter in fighters}
    own = by if isinstance(by, DecidedBy) else must_fight(fight, by)
    must_be_undecided(fight)
    if set(fighters) != {by}:
        must_have_avatars(fight)
    if not sides or not all(may_go_out(fight, fighter) for fighter in fighters):
        raise NotAllowed
    if not isinstance(by, DecidedBy) and not all(_may_benamed(fight, by, fighter) for fighter in fighters):
        raise NotAllowed
    after = with_act(fight, Out(tuple(dict.fromkeys(fighters))))
    if not ends_by_out(after):
        return after
    left = [side.fighter for side in fight.sides if not is_out(after, side)]
    winner = left[0] if left else None
    games = (*fight.games, FightGame(winner, after.acts, by_out=True))
    next_game = changed(fight, games=games, acts=())
    if winner is None or next_game.score[fight.place(winner)] < fight.wins_needed:
        if len(games) == MOST_GAMES:
            raise NotAllowed
        return next_game
    if isinstance(own, DecidedBy):
        return changed(after, result=Result(winner, next_game.score, by=own))
    entered = Result(winner, next_game.score, entered_by=own)
    return changed(after, result=entered.agreed if own in sides - {winner} else entered)


def _may_benamed(fight: Fight, by: FighterId, fighter: FighterId) -> bool:
    if fighter == by or (fight.emperors and fight.counts.lost(fighter) is not None):
        return True
    side = fight.side_of(fighter)
    return by not in side.fighters and fight.counts.lost_by(side) is not None
