"""The moves in a game of a fight: counters, its end, and what is taken back (M22, M31).

Other moves in a game are in `beginning`, `outs`, `turns` and `fight_avatars`.
"""

from drafts.rules.errors import BadCount, NotAllowed, StaleGame
from drafts.rules.fights.acts import CounterChange, Out, SetTo, Spared
from drafts.rules.fights.checks import must_be_open, must_have_avatars, named, with_act
from drafts.rules.fights.fight import MOST_GAMES, Fight, FightGame
from drafts.rules.fights.outs import ends_by_out
from drafts.rules.ids import FighterId
from drafts.rules.values import changed


def count(fight: Fight, fighter: FighterId, counter: str, by: int | SetTo, source: FighterId | None = None) -> Fight:
    """Change a counter by an amount, or set it. Raises FightOver, and BadCount for what the counter cannot become.

    To set it to where it stands changes nothing. A team's counter is changed in the name of any of its fighters, one of
    a pair is that of the fighter and the `source`, such as the damage by their commander: the fighter's life falls by
    as much in the same change (M36). Raises KeyError for what the game does not count, a fighter who is not in the
    fight, a source of a counter that is of no pair, and none, or the fighter, of one that is; AvatarMissing before all
    avatars are fixed.
    """
    rule = fight.form.rule(counter)
    standing = fight.counts.standing(fighter, counter, source)
    must_be_open(fight)
    must_have_avatars(fight)
    change = by.value - standing if isinstance(by, SetTo) else by
    if isinstance(by, SetTo) and not change:
        return fight
    if not change or not rule.least <= standing + change <= rule.most:
        raise BadCount
    if rule.takes:
        taken = fight.form.rule(rule.takes)
        if not taken.least <= fight.counts.of(fighter)[taken.name] - change <= taken.most:
            raise BadCount
    return with_act(fight, CounterChange(fighter, counter, change, source))


def spare(fight: Fight, fighter: FighterId, counter: str) -> Fight:
    """Say that a card keeps a fighter in the game who has lost by a counter (M31).

    Raises FightOver, NotAllowed where they have not lost by it, KeyError for a fighter who is not in the fight.
    """
    must_be_open(fight)
    if fight.counts.lost(fighter) != counter:
        raise NotAllowed
    return with_act(fight, Spared(fighter, counter))


def may_undo(fight: Fight) -> bool:
    """Whether any fighter of a fight, also one who is out of the game, can take something back (M31)."""
    return not fight.is_over and fight.counted > 0


def undo(fight: Fight) -> Fight:
    """Take back the last act in a game, or the end of the game before it, whoever did it.

    An `Out` takes the end of the game, or the result, with it. Raises FightOver, and NotAllowed when there is nothing.
    """
    must_be_open(fight)
    if not may_undo(fight):
        raise NotAllowed
    if fight.acts:
        return _resumed(fight)
    last = fight.games[-1]
    before = changed(fight, games=fight.games[:-1], acts=last.acts)
    return _resumed(before) if last.by_out else before


def _resumed(fight: Fight) -> Fight:
    """Return the fight without its last act, and without a result that it has led to."""
    result = None if isinstance(fight.acts[-1], Out) and ends_by_out(fight) else fight.result
    return changed(fight, acts=fight.acts[:-1], result=result)


def end_game(fight: Fight, number: int, winner: FighterId | None) -> Fight:
    """End the game of this number, from 1, and begin the next one with counters as at the start (M22).

    A game that nobody won counts for neither. To say the same again changes nothing. Raises FightOver, StaleGame for
    another game, NotAllowed where the fight is over with it or a result is entered, KeyError for an unknown winner.
    """
    must_be_open(fight)
    winner = named(fight, winner)
    if number == len(fight.games) and number and fight.games[-1].winner == winner:
        return fight
    if number != fight.game:
        raise StaleGame
    after = changed(fight, games=(*fight.games, FightGame(winner, fight.acts)), acts=())
    if fight.result is not None or max(after.score) == fight.wins_needed or len(fight.games) == MOST_GAMES:
        raise NotAllowed
    return after
