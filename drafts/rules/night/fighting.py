"""The fights of a night as one value in time, and the moves at it (R17, M22, M24, M31-M33).

A move returns the next value or raises a Refusal. Every state of the fights can be recomputed from the moves and their
times: the move that begins a round contains its pairings.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from drafts.rules.actors import SERVER, Actor, ActorKind
from drafts.rules.avatars import filled
from drafts.rules.building import BuiltDeck
from drafts.rules.draft import clock as clocks
from drafts.rules.draft.clock import Clock
from drafts.rules.errors import NotAllowed, NotYourFight, RoundPaused, StaleDeck, StaleFight, StaleGame, StaleRound
from drafts.rules.fights import games, results
from drafts.rules.fights.beginning import go_first, rolled
from drafts.rules.fights.decks import change_deck, deck_version
from drafts.rules.fights.fight import BattleTally, DecidedBy, Fight
from drafts.rules.fights.fight_avatars import choose_avatar, fix_avatars, lacks_avatars
from drafts.rules.fights.outs import go_out
from drafts.rules.fights.turns import face_of, pass_turn, roll, walk
from drafts.rules.ids import FighterId
from drafts.rules.night import clock_moves
from drafts.rules.night.clock_moves import Extend, Pause, Resume
from drafts.rules.night.fight_moves import (
    AtFight,
    BeginRound,
    ConfirmResultMove,
    CorrectResult,
    CountMove,
    DecideResult,
    DisputeResultMove,
    Drop,
    EndBattle,
    EndGameMove,
    EndRound,
    EnterResultMove,
    FightAvatarMove,
    FightNumber,
    FirstMove,
    FixFightAvatars,
    Move,
    OutMove,
    Reinstate,
    Reopen,
    RolledMove,
    RollMove,
    ShowDeck,
    SideMove,
    SpareMove,
    TakeBackEnd,
    TurnMove,
    UndoCountMove,
    WalkMove,
)
from drafts.rules.night.rounds import Group, begin_round, break_off, drop, end_round, pair_round, reinstate
from drafts.rules.values import changed

Played = CountMove | UndoCountMove | EndGameMove | OutMove | FirstMove | TurnMove | RollMove | WalkMove
"""The moves in a game that both fighters and officials can make."""


@dataclass(frozen=True)
class Fighting:
    """The groups of a night, and the clock of their round: `minutes` long, 0 for a round without a clock.

    All groups begin a round together; one that has no fights in it waits for the others. `stopped_by` is who stopped
    the clock last, `before_end` the groups as they were before the fights were ended, where that decided any. `shown`
    are fighters who, as champions, let everybody see the best cards of their decks.
    """

    groups: tuple[Group, ...]
    minutes: int
    clock: Clock
    stopped_by: ActorKind | None = None
    before_end: tuple[Group, ...] | None = None
    shown: frozenset[FighterId] = frozenset()

    @property
    def paused_by(self) -> ActorKind | None:
        """The official who has paused the round, None while its clock runs."""
        return self.stopped_by if self.clock.stands else None

    @property
    def round(self) -> int:
        """The number of the round, 0 before the first."""
        return len(self.groups[0].rounds)

    @property
    def round_count(self) -> int:
        """How many rounds there are, if nobody drops out."""
        return max(group.round_count for group in self.groups)

    @property
    def is_over(self) -> bool:
        """Whether no group has an open or future fight."""
        return all(group.is_over for group in self.groups)

    def is_champion(self, fighter: FighterId) -> bool:
        """Whether a fighter is in the first place of their group, now that its last result is in."""
        group = self.group_of(fighter)
        return group is not None and any(fighter in side.fighters for side in group.champions)

    @property
    def may_go_on(self) -> bool:
        """Whether another round follows this one, if nobody drops out."""
        return any(group.may_go_on for group in self.groups)

    def fights(self) -> Iterator[tuple[FightNumber, Group, int, Fight]]:
        """Yield all fights in order of their numbers, each with its group and its round, from 1."""
        number = 0
        for round_ in range(1, self.round + 1):
            for group in self.groups:
                for fight in group.rounds[round_ - 1]:
                    number += 1
                    yield number, group, round_, fight

    def placed(self, number: FightNumber) -> tuple[Group, int, Fight]:
        """Return the fight of a number with its group and its round, from 1. Raises StaleFight where there is none."""
        for other, group, round_, fight in self.fights():
            if other == number:
                return group, round_, fight
        raise StaleFight

    def of_round(self) -> Iterator[tuple[FightNumber, int, Fight]]:
        """Yield the fights of the round that goes on, each with its number and its table.

        Where fights go across tables, fights are numbered in order, each at a table of its own.
        """
        place = 0
        for number, group, round_, fight in self.fights():
            if round_ == self.round:
                place += 1
                yield number, group.number or place, fight

    def fight(self, number: FightNumber) -> Fight:
        """Return the fight of a number. Raises StaleFight where there is none."""
        return self.placed(number)[-1]

    def open_fight_of(self, fighter: FighterId) -> tuple[FightNumber, Fight] | None:
        """Return the fight of a fighter that is not over, with its number; None where there is none."""
        open_ = ((number, fight) for number, _, _, fight in self.fights() if not fight.is_over)
        return next(((number, fight) for number, fight in open_ if fighter in fight.fighters), None)

    def group_of(self, fighter: FighterId) -> Group | None:
        """Return the group that a fighter is part of."""
        return next((group for group in self.groups if fighter in group.fighters), None)


def begin_fighting(groups: Iterable[Group], minutes: int, now: datetime) -> Fighting:
    """Return the fights of these groups before the first round. Raises ValueError without a group."""
    fighting = Fighting(tuple(groups), minutes, clocks.started(now, None))
    if not fighting.groups:
        raise ValueError("fights need somebody who fights")
    return fighting


def next_round(fighting: Fighting, number: int) -> BeginRound | None:
    """Return the move that begins the round of this number, None where it has begun already.

    Raises StaleRound for any other round, and NotAllowed when there is none, or where an open fight cannot be decided
    by time.
    """
    if number == fighting.round:
        return None
    if number != fighting.round + 1:
        raise StaleRound
    pairings = tuple(pair_round(end_round(group)) for group in fighting.groups)
    if not any(pairings):
        raise NotAllowed
    return BeginRound(number, pairings)


def apply(fighting: Fighting, by: Actor, move: Move, now: datetime) -> Fighting:
    """Return the fights after a move. Raises a Refusal, and KeyError for a counter or fighter that is not in the fight.

    Only a side may enter, confirm and dispute a result, choose an avatar, say who won a roll of dice, who goes first or
    that a card keeps a fighter in the game, change a deck, and show the champion's. Officials may do everything else.
    Fighters may drop out by themselves (`may_drop_out`).
    """
    if isinstance(move, AtFight):
        return _at_fight(fighting, by, move, now)
    if isinstance(move, ShowDeck):
        return _shown(fighting, by, move)
    drops_out = isinstance(move, Drop) and by.fighter == move.fighter and may_drop_out(fighting, move.fighter)
    if not by.is_official and not drops_out:
        raise NotAllowed
    match move:
        case BeginRound() | EndRound():
            return _begun_or_ended(fighting, move, now)
        case TakeBackEnd():
            return _taken_back(fighting, move)
        case Drop() | Reinstate():
            return _in_group(fighting, move)
        case Pause() | Resume() | Extend():
            clock = clock_moves.moved(fighting.clock, move, now)
            stopped_by = clock_moves.paused_by(fighting.stopped_by, by, move)
            return fighting if clock is fighting.clock else changed(fighting, clock=clock, stopped_by=stopped_by)


def may_drop_out(fighting: Fighting, fighter: FighterId) -> bool:
    """Whether a fighter may drop out by themselves: between two rounds, when their own fight of the first is over."""
    group = fighting.group_of(fighter)
    if group is None or fighter in group.dropped or not group.may_go_on or not group.rounds:
        return False
    return all(fight.is_over for fight in group.rounds[-1] if fighter in fight.fighters)


def _begun_or_ended(fighting: Fighting, move: BeginRound | EndRound, now: datetime) -> Fighting:
    if isinstance(move, EndRound):
        if move.number != fighting.round:
            raise StaleRound
        end = end_round if fighting.clock.is_up(now) else break_off
        ended = tuple(map(end, fighting.groups))
        return fighting if ended == fighting.groups else changed(fighting, groups=ended, before_end=fighting.groups)
    ended = tuple(map(end_round, fighting.groups))
    if move.number != fighting.round + 1 or len(move.pairings) != len(ended) or not any(move.pairings):
        raise StaleRound
    paired, before = zip(ended, move.pairings, strict=True), sum(1 for _ in fighting.fights())
    groups: list[Group] = []
    for group, pairings in paired:
        groups.append(begin_round(group, pairings, before + 1))
        before += len(pairings)
    clock = clocks.started(now, fighting.minutes * 60 or None)
    return changed(fighting, groups=tuple(groups), clock=clock, before_end=None)


def _taken_back(fighting: Fighting, move: TakeBackEnd) -> Fighting:
    """Resume the fights that were ended; one whose result was changed since stays as it is."""
    before = fighting.before_end
    if move.number != fighting.round:
        raise StaleRound
    if before is None:
        return fighting
    groups = tuple(_before_end(*each) for each in zip(before, fighting.groups, strict=True))
    return changed(fighting, groups=groups, before_end=None)


def _before_end(before: Group, now: Group) -> Group:
    ended = end_round(before)
    rounds = tuple(
        tuple(old if new == decided else new for old, decided, new in zip(*rows, strict=True))
        for rows in zip(before.rounds, ended.rounds, now.rounds, strict=True)
    )
    return changed(now, rounds=rounds, broken_off=False)


def _shown(fighting: Fighting, by: Actor, move: ShowDeck) -> Fighting:
    if by.fighter is None or not fighting.is_champion(by.fighter):
        raise NotAllowed
    shown = fighting.shown | {by.fighter} if move.shown else fighting.shown - {by.fighter}
    return fighting if shown == fighting.shown else changed(fighting, shown=shown)


def _in_group(fighting: Fighting, move: Drop | Reinstate) -> Fighting:
    own, lead = fighting.group_of(move.fighter), drop if isinstance(move, Drop) else reinstate
    if own is None:
        raise NotAllowed
    after = lead(own, move.fighter)
    return changed(fighting, groups=tuple(after if group is own else group for group in fighting.groups))


def _at_fight(fighting: Fighting, by: Actor, move: AtFight, now: datetime) -> Fighting:
    group, round_, fight = fighting.placed(move.fight)
    if isinstance(move, Reopen) and not group.may_reopen(round_):
        raise NotAllowed
    if isinstance(move, CorrectResult) and group.has_fought_on(fight, round_):
        raise NotAllowed
    after = _moved(fighting, fight, by, move, now)
    if after is fight and isinstance(move, CountMove | RolledMove | FirstMove | CorrectResult):
        return fighting
    row = tuple(after if each is fight else each for each in group.rounds[round_ - 1])
    of_round = changed(group, rounds=(*group.rounds[: round_ - 1], row, *group.rounds[round_:]))
    return changed(fighting, groups=tuple(of_round if each is group else each for each in fighting.groups))


def _moved(fighting: Fighting, fight: Fight, by: Actor, move: AtFight, now: datetime) -> Fight:
    if isinstance(move, EndBattle) or fight.form.played:
        return _in_battle(fight, by, move, now)
    if isinstance(move, FightAvatarMove):
        after = _chosen(fight, by, move)
        lacking = after.avatars if fighting.groups[0].terms.alone and lacks_avatars(after) else None
        return after if lacking is None else fix_avatars(after, filled(lacking))
    if isinstance(move, SideMove):
        return _decked(fight, by, move)
    if isinstance(move, Played):
        return _played(fighting, fight, by, _must_take_part(fighting, fight, by), move)
    return _decided(fight, by, move, now) if by.is_official else _said(fighting, fight, by, move)


def _in_battle(fight: Fight, by: Actor, move: AtFight, now: datetime) -> Fight:
    """Return a fight with a battle after a move: the battle ends it, or an official decides or reopens it."""
    if isinstance(move, EndBattle):
        if by != SERVER or not fight.form.played:
            raise NotAllowed
        return results.end_battle(fight, move.places, BattleTally(move.kills, move.lost), DecidedBy(move.by))
    if not by.is_official or not isinstance(move, DecideResult | CorrectResult | Reopen):
        raise NotAllowed
    return _decided(fight, by, move, now)


def _played(
    fighting: Fighting,
    fight: Fight,
    by: Actor,
    fighter: FighterId | None,
    move: Played,
) -> Fight:
    """Return the fight after an act in a game, of a fighter who takes part, or of an official (None)."""
    match move:
        case CountMove():
            return games.count(fight, move.fighter, move.counter, move.by, move.source)
        case UndoCountMove():
            return games.undo(fight)
        case EndGameMove():
            return games.end_game(fight, move.game, move.winner)
        case OutMove():
            if move.game not in (None, fight.game):
                raise StaleGame
            after = go_out(fight, DecidedBy(by.kind.value) if fighter is None else fighter, move.fighters)
            return results.agree(after) if fighting.groups[0].terms.alone else after
        case FirstMove():
            return go_first(fight, fighter, move.game, move.fighter)
    return _in_turn(fight, None if fighting.groups[0].terms.alone else fighter, move)


def _in_turn(fight: Fight, fighter: FighterId | None, move: TurnMove | RollMove | WalkMove) -> Fight:
    """Return the fight after an act of a turn. None acts for the fighter whose turn it is."""
    match move:
        case TurnMove():
            return pass_turn(fight, move.number, move.extra)
        case RollMove():
            return roll(fight, fighter, (move.turn, move.rolls), move.face, own=move.own)
        case WalkMove():
            return walk(fight, fighter, move.walked)


def _decked(fight: Fight, by: Actor, move: SideMove) -> Fight:
    """Return the fight with another deck of a fighter, also while the clock of the round is stopped."""
    if by.fighter is None or by.fighter not in fight.fighters or move.fighter not in (None, by.fighter):
        raise NotYourFight
    return change_deck(fight, by.fighter, move.deck)


def completed(fighting: Fighting, by: Actor, move: Move, checked: Callable[[FighterId, BuiltDeck], BuiltDeck]) -> Move:
    """Return a move as it is stored: with its fighter, and with the values that are filled in.

    `checked` returns the deck of a fighter as it is stored, or raises a Refusal. Raises StaleFight, and for a deck
    NotYourFight, DeckLocked and StaleDeck.
    """
    match move:
        case FightAvatarMove(fighter=None):
            return move._replace(fighter=by.fighter)
        case FixFightAvatars(chosen=()):
            avatars = fighting.fight(move.fight).avatars
            return move if avatars is None else move._replace(chosen=filled(avatars))
        case SpareMove():
            fight = fighting.fight(move.fight)
            return move._replace(counter=(move.fighter in fight.fighters and fight.counts.lost(move.fighter)) or "")
        case RollMove():
            return _shown_by_die(fighting.fight(move.fight), move)
        case SideMove(fighter=None):
            fight = fighting.fight(move.fight)
            _decked(fight, by, move)
            if by.fighter is None or move.seen != deck_version(fight, by.fighter):
                raise StaleDeck
            return SideMove(move.fight, by.fighter, checked(by.fighter, move.deck))
    return move


def _shown_by_die(fight: Fight, move: RollMove) -> RollMove:
    """Return a roll with the face that the event's die shows; a roll that has a face is one of a die at the table."""
    if move.face is None:
        return move if fight.planes is None else move._replace(face=face_of(fight))
    return move._replace(own=True)


def _decided(fight: Fight, by: Actor, move: AtFight, now: datetime) -> Fight:
    match move:
        case CorrectResult():
            return results.correct(fight, move.winner, move.score, DecidedBy(by.kind.value), now)
        case DecideResult():
            return results.decide(fight, move.winner, move.score, DecidedBy(by.kind.value))
        case Reopen():
            return results.reopen(fight)
        case FixFightAvatars():
            return fix_avatars(fight, move.chosen)
    raise NotAllowed


def _chosen(fight: Fight, by: Actor, move: FightAvatarMove) -> Fight:
    """Choose an avatar: fighters only choose their own, also while the clock is stopped."""
    if by.fighter is None or by.fighter not in fight.fighters:
        raise NotYourFight
    if move.fighter not in (None, by.fighter):
        raise NotAllowed
    return choose_avatar(fight, by.fighter, move.number)


def _said(fighting: Fighting, fight: Fight, by: Actor, move: AtFight) -> Fight:
    fighter = _must_take_part(fighting, fight, by)
    if fighter is None:
        raise NotYourFight
    match move:
        case EnterResultMove():
            entered = results.enter(fight, fighter, move.winner, move.score)
            return results.agree(entered) if fighting.groups[0].terms.alone else entered
        case ConfirmResultMove():
            return results.confirm(fight, fighter)
        case DisputeResultMove():
            return results.dispute(fight, fighter)
        case SpareMove():
            return games.spare(fight, move.fighter, move.counter)
        case RolledMove():
            return rolled(fight, move.fighter)
    raise NotAllowed


def _must_take_part(fighting: Fighting, fight: Fight, by: Actor) -> FighterId | None:
    """Return the fighter who acts for a side, None for an official.

    Raises NotYourFight for anybody else, and RoundPaused for a side while the clock is stopped.
    """
    if by.is_official:
        return None
    if by.fighter is None or by.fighter not in fight.fighters:
        raise NotYourFight
    if fighting.clock.stands:
        raise RoundPaused
    return by.fighter
