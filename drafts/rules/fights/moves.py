"""The moves in a fight (R17, M22, M24, M31-M33): each returns the next fight or raises a Refusal."""

from datetime import datetime

from drafts.rules import avatars
from drafts.rules.avatars import Chosen
from drafts.rules.errors import (
    AvatarMissing,
    BadAmount,
    FightOver,
    NotAllowed,
    NotConfirmed,
    NotYourFight,
    NotYourTurn,
    StaleChoice,
    StaleGame,
)
from drafts.rules.fights.acts import CounterChange, First, GameAct, Out, Rolled, SetTo, Spared
from drafts.rules.fights.fight import (
    BOTH_LOSE,
    MOST_GAMES,
    Correction,
    DecidedBy,
    Fight,
    FightGame,
    Result,
    TimeUp,
)
from drafts.rules.fights.forms import FightForm
from drafts.rules.fights.sides import Side, side_of
from drafts.rules.ids import FighterId
from drafts.rules.values import changed


def bye(form: FightForm, side: Side, best_of: int) -> Fight:
    """Return the fight of a side that no other one is left for: it is won at once."""
    fight = Fight(form, (side,), best_of=best_of)
    return changed(fight, result=Result(side.fighter, (fight.wins_needed,), by=DecidedBy.BYE))


def count(fight: Fight, fighter: FighterId, counter: str, by: int | SetTo) -> Fight:
    """Change a counter by an amount, or set it. Raises FightOver, and BadAmount for what the counter cannot become.

    To set it to where it stands changes nothing. A team's counter is changed in the name of any of its fighters. Raises
    KeyError for what the game does not count, and for a fighter who is not in the fight; AvatarMissing before all
    avatars are fixed.
    """
    rule = fight.form.rule(counter)
    standing = fight.counters(fighter)[counter]
    _must_be_open(fight)
    must_have_avatars(fight)
    change = by.value - standing if isinstance(by, SetTo) else by
    if isinstance(by, SetTo) and not change:
        return fight
    if not change or not rule.least <= standing + change <= rule.most:
        raise BadAmount
    return _with(fight, CounterChange(fighter, counter, change))


def spare(fight: Fight, fighter: FighterId, counter: str) -> Fight:
    """Say that a card keeps a fighter in the game who has lost by a counter (M31).

    Raises FightOver, NotAllowed where they have not lost by it, KeyError for a fighter who is not in the fight.
    """
    _must_be_open(fight)
    if fight.lost(fighter) != counter:
        raise NotAllowed
    return _with(fight, Spared(fighter, counter))


def rolled(fight: Fight, fighter: FighterId) -> Fight:
    """Say that the fighters have rolled dice of their own, and whose side chooses who goes first (M22).

    Raises FightOver, NotAllowed where no dice are thrown or a result is entered, StaleGame after the first game,
    StaleChoice once it was said who goes first, KeyError for a fighter who is not in the fight.
    """
    chooser = fight.side_of(fighter).fighter
    _must_be_undecided(fight)
    if not fight.dice:
        raise NotAllowed
    if fight.games:
        raise StaleGame
    if any(isinstance(act, First) for act in fight.acts):
        raise StaleChoice
    return fight if fight.chooses == chooser else _with(fight, Rolled(chooser))


def go_first(fight: Fight, by: FighterId | None, game: int, fighter: FighterId) -> Fight:
    """Say who goes first in a game, from 1, as the side that chooses; to say the same again changes nothing (M22).

    Raises FightOver, NotAllowed where a result is entered, StaleGame for another game, StaleChoice once something was
    counted in this one, NotYourTurn for anybody else, AvatarMissing as `count` does, KeyError for one who is not in it.
    """
    side = fight.side_of(fighter).fighter
    _must_be_undecided(fight)
    must_have_avatars(fight)
    if game != fight.game:
        raise StaleGame
    if fight.changes:
        raise StaleChoice
    if by is None or fight.chooses is None or by not in fight.side_of(fight.chooses).fighters:
        raise NotYourTurn
    said = any(isinstance(act, First) for act in fight.acts)
    return fight if said and fight.goes_first == side else _with(fight, First(side))


def go_out(fight: Fight, by: FighterId | DecidedBy, fighters: tuple[FighterId, ...]) -> Fight:
    """Let fighters be out of the game, as one fighter or as an official (M24, M31).

    Fighters may concede, and name fighters of other sides that have lost. A side that is left alone has won the game;
    it is drawn where all are named at once. Where that decides the fight it is a result, final where a side that has
    lost or an official said it. Raises FightOver, NotYourFight, NotAllowed, KeyError as `end_game` does, and for others
    than oneself AvatarMissing.
    """
    sides = {fight.side_of(fighter).fighter for fighter in fighters}
    own = by if isinstance(by, DecidedBy) else _must_fight(fight, by)
    _must_be_undecided(fight)
    if set(fighters) != {by}:
        must_have_avatars(fight)
    if not sides or fight.is_bye or not fight.out.isdisjoint(fighters):
        raise NotAllowed
    if not isinstance(by, DecidedBy) and not all(_may_be_named(fight, by, fighter) for fighter in fighters):
        raise NotAllowed
    after = _with(fight, Out(tuple(dict.fromkeys(fighters))))
    if not after.ends_by_out:
        return after
    left = [side.fighter for side in fight.sides if not after.is_out(side)]
    winner = left[0] if left else None
    games = (*fight.games, FightGame(winner, after.acts, by_out=True))
    next_game = changed(fight, games=games, acts=())
    if winner is None or next_game.score[_place(fight, winner)] < fight.wins_needed:
        if len(games) == MOST_GAMES:
            raise NotAllowed
        return next_game
    if isinstance(own, DecidedBy):
        return changed(after, result=Result(winner, next_game.score, by=own))
    entered = Result(winner, next_game.score, entered_by=own)
    return changed(after, result=_agreed(entered) if own in sides else entered)


def _may_be_named(fight: Fight, by: FighterId, fighter: FighterId) -> bool:
    side = fight.side_of(fighter)
    return fighter == by or (by not in side.fighters and fight.lost_by(side) is not None)


def must_have_avatars(fight: Fight) -> None:
    """Raise AvatarMissing while not all fighters of a fight have theirs (M27)."""
    if fight.avatars is not None and fight.lacks_avatars:
        raise AvatarMissing(fight.avatars.missing)


def choose_avatar(fight: Fight, fighter: FighterId, number: str) -> Fight:
    """Choose an avatar for this fight; with the last choice all are fixed (M27).

    Raises FightOver, NotYourFight, and as `avatars.choose` does.
    """
    _must_fight(fight, fighter)
    if fight.avatars is None:
        raise NotAllowed
    if not fight.avatars.fixed:
        _must_be_open(fight)
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
    _must_be_open(fight)
    return changed(fight, avatars=avatars.fix(fight.avatars, chosen))


def undo(fight: Fight) -> Fight:
    """Take back the last act in a game, or the end of the game before it, whoever did it.

    An `Out` takes the end of the game, or the result, with it. Raises FightOver, and NotAllowed when there is nothing.
    """
    _must_be_open(fight)
    if fight.acts:
        return _resumed(fight)
    if not fight.games:
        raise NotAllowed
    last = fight.games[-1]
    before = changed(fight, games=fight.games[:-1], acts=last.acts)
    return _resumed(before) if last.by_out else before


def _resumed(fight: Fight) -> Fight:
    """Return the fight without its last act, and without a result that it has led to."""
    result = None if isinstance(fight.acts[-1], Out) and fight.ends_by_out else fight.result
    return changed(fight, acts=fight.acts[:-1], result=result)


def end_game(fight: Fight, number: int, winner: FighterId | None) -> Fight:
    """End the game of this number, from 1, and begin the next one with counters as at the start (M22).

    A game that nobody won counts for neither. To say the same again changes nothing. Raises FightOver, StaleGame for
    another game, NotAllowed where the fight is over with it or a result is entered, KeyError for an unknown winner.
    """
    _must_be_open(fight)
    winner = _named(fight, winner)
    if number == len(fight.games) and number and fight.games[-1].winner == winner:
        return fight
    if number != fight.game:
        raise StaleGame
    after = changed(fight, games=(*fight.games, FightGame(winner, fight.acts)), acts=())
    if fight.result is not None or max(after.score) == fight.wins_needed or len(fight.games) == MOST_GAMES:
        raise NotAllowed
    return after


def enter(fight: Fight, by: FighterId, winner: FighterId | None, score: tuple[int, ...]) -> Fight:
    """Enter a result as one side: what another side says too is confirmed by it, anything else disputed.

    To say the same again changes nothing. Raises FightOver, NotYourFight and BadAmount, and KeyError for a winner who
    is not in the fight.
    """
    _must_be_open(fight)
    own = _must_fight(fight, by)
    entered = Result(_named(fight, winner), score, entered_by=own)
    _must_be_possible(fight, entered)
    known, said = fight.result, (entered.winner, score)
    if known is None:
        return changed(fight, result=entered)
    if known.entered_by == own:
        if entered.says(known):
            return fight
        return changed(fight, result=_agreed(entered) if known.claim == said else entered)
    return changed(fight, result=_agreed(known) if entered.says(known) else _disputed(known, said))


def confirm(fight: Fight, by: FighterId) -> Fight:
    """Agree with the result of another side, after a dispute too. Raises FightOver, NotYourFight, NotConfirmed."""
    return changed(fight, result=_agreed(_waiting(fight, by)))


def agree(fight: Fight) -> Fight:
    """Let the result that was entered stand, without the word of another side."""
    return fight if fight.result is None else changed(fight, result=_agreed(fight.result))


def dispute(fight: Fight, by: FighterId) -> Fight:
    """Disagree with the result of another side: the organizer decides. Raises as `confirm` does."""
    return changed(fight, result=_disputed(_waiting(fight, by)))


def decide(fight: Fight, winner: FighterId | None, score: tuple[int, ...], by: DecidedBy) -> Fight:
    """Set the result, whatever was entered; BOTH_LOSE is no winner.

    Raises FightOver, BadAmount, and KeyError as `enter` does.
    """
    _must_be_open(fight)
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


def give_up(fight: Fight, fighter: FighterId) -> Fight:
    """Let the side of a fighter who drops out lose, unless a result stands that nobody disputes.

    The fight is won by a side that is left alone; several fight on. Raises FightOver, NotYourFight.
    """
    own = _must_fight(fight, fighter)
    _must_be_open(fight)
    if (entered := _undisputed(fight)) is not None:
        return changed(fight, result=_agreed(entered))
    after = changed(fight, dropped=fight.dropped | {own})
    left = _left(after)
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

    The rule decides the game that goes on; the side that has then won the most games, and alone, has won. A side that
    has lost by rule action has lost, whatever the rule (R17, M32). Raises FightOver, and NotAllowed where a fight must
    be won and no side is ahead.
    """
    _must_be_open(fight)
    if (entered := _undisputed(fight)) is not None:
        return changed(fight, result=Result(entered.winner, entered.score, entered.entered_by, DecidedBy.TIME))
    ahead = _ahead(fight, rule)
    score = tuple(won + (side == ahead) for won, side in zip(fight.score, fight.sides, strict=True))
    best = [side.fighter for side, won in zip(fight.sides, score, strict=True) if won == max(score)]
    if fight.must_be_won and len(best) > 1:
        raise NotAllowed
    return decide(fight, best[0] if len(best) == 1 else None, score, DecidedBy.TIME)


def _ahead(fight: Fight, rule: TimeUp) -> Side | None:
    """Return the side that wins the game that goes on, None for a drawn one: alone not lost, or alone ahead by rule."""
    left = [side for side in _left(fight) if fight.lost_by(side) is None and not fight.is_out(side)]
    if len(left) > 1 and rule is TimeUp.LESS_DAMAGE:
        gone = {side: fight.gone_in(fight.changes, side) for side in left}
        left = [side for side in left if gone[side] == min(gone.values())]
    return left[0] if len(left) == 1 else None


def _left(fight: Fight) -> list[Side]:
    """Return the sides that have not dropped out."""
    return [side for side in fight.sides if side.fighter not in fight.dropped]


def reopen(fight: Fight) -> Fight:
    """Take the result back, and let all sides fight on: also one that was out, where that decided the fight.

    Raises NotAllowed when there is none, and for a bye.
    """
    if fight.result is None or fight.is_bye:
        raise NotAllowed
    acts = fight.acts
    if fight.ends_by_out:
        last = max(place for place, act in enumerate(acts) if isinstance(act, Out))
        acts = (*acts[:last], *acts[last + 1 :])
    return changed(fight, result=None, dropped=frozenset(), acts=acts)


def _set(fight: Fight, winner: FighterId | None, score: tuple[int, ...], by: DecidedBy) -> Result:
    both_lose = winner == BOTH_LOSE
    result = Result(None if both_lose else _named(fight, winner), score, by=by, double_loss=both_lose)
    _must_be_possible(fight, result)
    return result


def _agreed(result: Result) -> Result:
    return Result(result.winner, result.score, result.entered_by, DecidedBy.AGREED)


def _disputed(result: Result, claim: tuple[FighterId | None, tuple[int, ...]] | None = None) -> Result:
    return Result(result.winner, result.score, result.entered_by, disputed=True, claim=claim)


def _undisputed(fight: Fight) -> Result | None:
    return fight.result if fight.result and not fight.result.disputed else None


def _waiting(fight: Fight, by: FighterId) -> Result:
    _must_be_open(fight)
    own = _must_fight(fight, by)
    if fight.result is None or fight.result.entered_by == own:
        raise NotConfirmed
    return fight.result


def _must_be_open(fight: Fight) -> None:
    if fight.is_over:
        raise FightOver


def _must_be_undecided(fight: Fight) -> None:
    _must_be_open(fight)
    if fight.result is not None:
        raise NotAllowed


def _with(fight: Fight, act: GameAct) -> Fight:
    return changed(fight, acts=(*fight.acts, act))


def _place(fight: Fight, side: FighterId) -> int:
    return fight.sides.index(fight.side_of(side))


def _must_fight(fight: Fight, fighter: FighterId) -> FighterId:
    """Return the fighter who names the side of this one. Raises NotYourFight."""
    side = side_of(fight.sides, fighter)
    if side is None:
        raise NotYourFight
    return side.fighter


def _named(fight: Fight, winner: FighterId | None) -> FighterId | None:
    """Return the fighter who names the winner's side, None for none. Raises KeyError."""
    return None if winner is None else fight.side_of(winner).fighter


def _must_be_possible(fight: Fight, result: Result) -> None:
    """Refuse a score that fits neither the winner nor the number of games. A fight that time ended may be shorter."""
    score, best = result.score, fight.wins_needed
    if len(score) != len(fight.sides) or min(score) < 0 or max(score) > best or sum(score) > fight.best_of:
        raise BadAmount
    if result.winner is None:
        if fight.must_be_won or score.count(max(score)) == 1:
            raise BadAmount
        return
    own = score[_place(fight, result.winner)]
    if score.count(own) > 1 or own < max(score):
        raise BadAmount
