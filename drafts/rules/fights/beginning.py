"""The side that goes first in a game of a fight: dice, the side that chooses, and what was said (M22)."""

from enum import StrEnum

from drafts.rules.errors import NotAllowed, NotYourChoice, StaleChoice, StaleGame
from drafts.rules.fights.acts import CounterChange, DieRolled, First, GameAct, Planeswalked, Rolled, TurnPassed
from drafts.rules.fights.checks import must_be_undecided, must_have_avatars, with_act
from drafts.rules.fights.counts import MULLIGANS
from drafts.rules.fights.dice import highest
from drafts.rules.fights.fight import Fight
from drafts.rules.ids import FighterId


class Start(StrEnum):
    """How far the start of a game is: the side that goes first is open, said, or settled with mulligans (M22, M25).

    The values are published.
    """

    CHOICE = "choice"
    SAID = "said"
    MULLIGANS = "mulligans"


def goes_first(fight: Fight) -> FighterId | None:
    """Return the side that goes first in this game: as was said, or else the one that chooses (M22)."""
    said = first_said(fight)
    if said is not None:
        return said
    return chooses(fight) if fight.dice else fight.first


def first_said(fight: Fight) -> FighterId | None:
    """Return the side of which it was said that it goes first in this game, None as long as nothing was."""
    return next((act.fighter for act in reversed(fight.acts) if isinstance(act, First)), None)


def chooses(fight: Fight) -> FighterId | None:
    """Return the side that chooses who goes first in this game: the loser of the last that was not a draw (M22).

    Of several losers it is the one that follows the winner in the order of the sides. Before, it is the side with
    the highest die, unless the fighters have rolled dice of their own; None where nobody throws dice.
    """
    winner = next((game.winner for game in reversed(fight.games) if game.winner is not None), None)
    if winner is None:
        acts = fight.games[0].acts if fight.games else fight.acts
        said = next((act.fighter for act in reversed(acts) if isinstance(act, Rolled)), None)
        return highest(fight.dice[-1])[0] if said is None and fight.dice else said
    return fight.sides[(fight.place(winner) + 1) % len(fight.sides)].fighter


def start_of(fight: Fight) -> Start | None:
    """Return how far the start of a fight's game is; None once it is over, or where no side chooses the first one.

    Results change nothing about it: in a fight whose result is entered at once the first side stays open.
    """
    if chooses(fight) is None:
        return None
    if begun := _begun(fight):
        is_start = all(isinstance(act, CounterChange) and act.counter == MULLIGANS for act in begun)
        return Start.MULLIGANS if is_start else None
    return Start.CHOICE if first_said(fight) is None else Start.SAID


def may_choose(fight: Fight) -> bool:
    """Whether the side that chooses can say who goes first in this game, or say it anew (M22)."""
    return fight.result is None and start_of(fight) in (Start.CHOICE, Start.SAID)


def may_roll(fight: Fight) -> bool:
    """Whether fighters are asked if they have rolled dice of their own: before the first game begins (M22)."""
    return bool(fight.dice) and not fight.games and fight.result is None and start_of(fight) is Start.CHOICE


def rolled(fight: Fight, fighter: FighterId) -> Fight:
    """Say that the fighters have rolled dice of their own, and whose side chooses who goes first (M22).

    Raises FightOver, NotAllowed where no dice are thrown or a result is entered, StaleGame after the first game,
    StaleChoice once it was said who goes first, KeyError for a fighter who is not in the fight.
    """
    chooser = fight.side_of(fighter).fighter
    must_be_undecided(fight)
    if not fight.dice:
        raise NotAllowed
    if fight.games:
        raise StaleGame
    if first_said(fight) is not None:
        raise StaleChoice
    return fight if chooses(fight) == chooser else with_act(fight, Rolled(chooser))


def go_first(fight: Fight, by: FighterId | None, game: int, fighter: FighterId) -> Fight:
    """Say who goes first in a game, from 1, as the side that chooses; to say the same again changes nothing (M22).

    Raises FightOver, NotAllowed where a result is entered, StaleGame for another game, StaleChoice once something was
    counted in this one, a turn passed or the planar die was rolled, NotYourChoice for anybody else, AvatarMissing as
    `count` does, KeyError for one who is not in it.
    """
    side = fight.side_of(fighter).fighter
    must_be_undecided(fight)
    must_have_avatars(fight)
    if game != fight.game:
        raise StaleGame
    if _begun(fight):
        raise StaleChoice
    chooser = chooses(fight)
    if by is None or chooser is None or by not in fight.side_of(chooser).fighters:
        raise NotYourChoice
    return fight if first_said(fight) == side else with_act(fight, First(side))


def _begun(fight: Fight) -> list[GameAct]:
    """Return a game's acts after which the first side is settled: counts, turns, and rolls of the planar die."""
    return [act for act in fight.acts if isinstance(act, CounterChange | TurnPassed | DieRolled | Planeswalked)]
