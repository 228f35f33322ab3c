"""The moves that lead to the result of a fight, and those that take it back (R17, M22, M24)."""

from datetime import datetime

from drafts.rules.errors import BadScore, NotAllowed, NotConfirmed, NoWinner
from drafts.rules.fights.acts import Out
from drafts.rules.fights.checks import must_be_open, must_fight, named
from drafts.rules.fights.fight import BOTH_LOSE, BattleTally, Correction, DecidedBy, Fight, Result, TimeUp
from drafts.rules.fights.forms import FightForm
from drafts.rules.fights.outs import ends_by_out, is_out
from drafts.rules.fights.sides import Side
from drafts.rules.ids import FighterId
from drafts.rules.values import changed


def bye(form: FightForm, side: Side, best_of: int) -> Fight:
    """Return the fight of a side that no other one is left for: it is won at once."""
    fight = Fight(form, (side,), best_of=best_of)
    return changed(fight, result=Result(side.fighter, (fight.wins_needed,), by=DecidedBy.BYE))


def enter(fight: Fight, by: FighterId, winner: FighterId | None, score: tuple[int, ...]) -> Fight:
    """Enter a result as one side: what another side says too is confirmed by it, anything else disputed.

    To say the same again changes nothing. Raises FightOver, NotYourFight, BadScore, NoWinner, and KeyError for a
    winner who is not in the fight.
    """
    must_be_open(fight)
    own = must_fight(fight, by)
    entered = Result(named(fight, winner), score, entered_by=own)
    _must_be_possible(fight, entered)
    known, said = fight.result, (entered.winner, score)
    if known is None:
        return changed(fight, result=entered)
    if known.entered_by == own:
        if entered.says(known):
            return fight
        return changed(fight, result=entered.agreed if known.claim == said else entered)
    return changed(fight, result=known.agreed if entered.says(known) else _disputed(known, said))


def confirm(fight: Fight, by: FighterId) -> Fight:
    """Agree with the result of another side, after a dispute too. Raises FightOver, NotYourFight, NotConfirmed."""
    return changed(fight, result=_waiting(fight, by).agreed)


def agree(fight: Fight) -> Fight:
    """Let the result that was entered stand, without the word of another side."""
    return fight if fight.result is None else changed(fight, result=fight.result.agreed)


def dispute(fight: Fight, by: FighterId) -> Fight:
    """Disagree with the result of another side: the organizer decides. Raises as `confirm` does."""
    return changed(fight, result=_disputed(_waiting(fight, by)))


def decide(fight: Fight, winner: FighterId | None, score: tuple[int, ...], by: DecidedBy) -> Fight:
    """Set the result, whatever was entered; BOTH_LOSE is no winner.

    Raises FightOver, BadScore, NoWinner, and KeyError as `enter` does.
    """
    must_be_open(fight)
    return changed(fight, result=_set(fight, winner, score, by))


def correct(fight: Fight, winner: FighterId | None, score: tuple[int, ...], by: DecidedBy, at: datetime) -> Fight:
    """Set another final result in place of the one that there is; the same one changes nothing.

    Raises NotAllowed where there is none and for a bye, else as `decide` does.
    """
    was = fight.result
    if was is None or not fight.is_over or fight.is_bye:
        raise NotAllowed
    result = _set(fight, winner, score, by)
    if result.says(was):
        return fight
    return changed(fight, result=result, corrections=(*fight.corrections, Correction(at, by, was)))


def end_battle(fight: Fight, places: tuple[int, ...], tally: BattleTally, by: DecidedBy) -> Fight:
    """Note how the battle of a fight has ended; a fight that is open is decided by it (V29, V53).

    The side alone in the first place has won; those who share it draw. A fight that must be won then stays open, and
    an official decides it.
    """
    counted = changed(fight, tally=tally)
    first = [side.fighter for side, place in zip(fight.sides, places, strict=True) if place == 1]
    if fight.is_over or (fight.must_be_won and len(first) > 1):
        return counted
    score = tuple(int(first == [side.fighter]) for side in fight.sides)
    winner = first[0] if len(first) == 1 else None
    return changed(counted, result=Result(winner, score, by=by, places=places))


def give_up(fight: Fight, fighter: FighterId) -> Fight:
    """Let the side of a fighter who drops out lose, unless a result stands that nobody disputes.

    The fight is won by a side that is left alone, or alone is not out of the game that decides it; several fight on.
    Raises FightOver, NotYourFight.
    """
    own = must_fight(fight, fighter)
    must_be_open(fight)
    if (entered := _undisputed(fight)) is not None:
        return changed(fight, result=entered.agreed)
    after = changed(fight, dropped=fight.dropped | {own})
    left = _left(after)
    playing = [side for side in left if not is_out(after, side)]
    if len(left) > 1 and len(playing) == 1 and after.score[after.place(playing[0].fighter)] + 1 == after.wins_needed:
        left = playing
    if len(left) > 1:
        return after
    wins = tuple(fight.wins_needed if side in left else 0 for side in fight.sides)
    return decide(after, left[0].fighter, wins, DecidedBy.DROP)


def give_up_too(fight: Fight) -> Fight:
    """Let all sides lose a fight that the last one had won by a drop, since that one drops out as well."""
    lost = Result(None, (0,) * len(fight.sides), by=DecidedBy.DROP, double_loss=True)
    return changed(fight, result=lost, dropped=frozenset(side.fighter for side in fight.sides))


def take_up(fight: Fight, fighter: FighterId) -> Fight:
    """Let a side that had dropped out of a fight be part of it again, which is open if it was decided by that.

    A result by which anything else decided it stands.
    """
    own, result = fight.side_of(fighter).fighter, fight.result
    if own not in fight.dropped or (result is not None and result.by not in (None, DecidedBy.DROP)):
        return fight
    open_again = None if fight.is_over else result
    return changed(fight, result=open_again, dropped=fight.dropped - {own})


def call_time(fight: Fight, rule: TimeUp) -> Fight:
    """End a fight whose time is up: a result that nobody disputes stands, and the rule decides any other fight.

    The rule decides the game that goes on; the side that has then won more games than any other has won. A side that
    has lost by rule action has lost, whatever the rule (R17, M32). Raises FightOver, and NotAllowed where a fight must
    be won and no side is ahead, or is played in a battle, which its ranking decides.
    """
    must_be_open(fight)
    if fight.form.played:
        raise NotAllowed
    if (entered := _undisputed(fight)) is not None:
        return changed(fight, result=Result(entered.winner, entered.score, entered.entered_by, DecidedBy.TIME))
    ahead = _ahead(fight, rule)
    score = tuple(won + (side == ahead) for won, side in zip(fight.score, fight.sides, strict=True))
    best = [side.fighter for side, won in zip(fight.sides, score, strict=True) if won == max(score)]
    if fight.must_be_won and len(best) > 1:
        raise NotAllowed
    return decide(fight, best[0] if len(best) == 1 else None, score, DecidedBy.TIME)


def _ahead(fight: Fight, rule: TimeUp) -> Side | None:
    """Return the side that wins the game that goes on, the only one not lost or ahead by rule; None for a drawn one."""
    left = [side for side in _left(fight) if fight.counts.lost_by(side) is None and not is_out(fight, side)]
    if len(left) > 1 and rule is TimeUp.LESS_DAMAGE:
        gone = {side: fight.counts.gone(side) for side in left}
        left = [side for side in left if gone[side] == min(gone.values())]
    return left[0] if len(left) == 1 else None


def _left(fight: Fight) -> list[Side]:
    """Return the sides that have not dropped out."""
    return [side for side in fight.sides if side.fighter not in fight.dropped]


def may_reopen(fight: Fight) -> bool:
    """Whether a fight has a result that can be taken back. A battle that has ended by itself cannot go on (V29)."""
    if fight.result is None or fight.is_bye:
        return False
    return not fight.form.played or (fight.result.by is not None and fight.result.by.is_official)


def reopen(fight: Fight) -> Fight:
    """Take the result back, and let all sides fight on: also one that was out, where that decided the fight.

    Raises NotAllowed where that may not be.
    """
    if not may_reopen(fight):
        raise NotAllowed
    if fight.form.played:
        return changed(fight, result=None)
    acts = fight.acts
    if ends_by_out(fight):
        last = max(place for place, act in enumerate(acts) if isinstance(act, Out))
        acts = (*acts[:last], *acts[last + 1 :])
    return changed(fight, result=None, dropped=frozenset(), acts=acts)


def _set(fight: Fight, winner: FighterId | None, score: tuple[int, ...], by: DecidedBy) -> Result:
    both_lose = winner == BOTH_LOSE
    result = Result(None if both_lose else named(fight, winner), score, by=by, double_loss=both_lose)
    _must_be_possible(fight, result)
    return result


def _disputed(result: Result, claim: tuple[FighterId | None, tuple[int, ...]] | None = None) -> Result:
    return Result(result.winner, result.score, result.entered_by, disputed=True, claim=claim)


def _undisputed(fight: Fight) -> Result | None:
    return fight.result if fight.result and not fight.result.disputed else None


def _waiting(fight: Fight, by: FighterId) -> Result:
    must_be_open(fight)
    own = must_fight(fight, by)
    if fight.result is None or fight.result.entered_by == own:
        raise NotConfirmed
    return fight.result


def _must_be_possible(fight: Fight, result: Result) -> None:
    """Refuse a score that does not fit the winner or the number of games. A fight that time ended may be shorter."""
    score, best = result.score, fight.wins_needed
    if len(score) != len(fight.sides) or min(score) < 0 or max(score) > best or sum(score) > fight.best_of:
        raise BadScore
    if result.winner is None:
        if fight.must_be_won:
            raise NoWinner
        if score.count(max(score)) == 1:
            raise BadScore
        return
    own = score[fight.place(result.winner)]
    if score.count(own) > 1 or own < max(score):
        raise BadScore
