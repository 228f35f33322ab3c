"""The parts of a log after the draft: the fights, with all that was counted, and the cards that each fighter got."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from drafts.exporters.moments import stamp
from drafts.log.event_log import EventLog, SharedCards
from drafts.log.file_types import (
    LogBattle,
    LogBattleMove,
    LogCorrection,
    LogCount,
    LogDie,
    LogFight,
    LogFighter,
    LogGameAct,
    LogGameDeck,
    LogListed,
    LogResult,
    LogShare,
    LogSide,
)
from drafts.models import Event, Policy, StageAct
from drafts.queries.log.aliases import Names
from drafts.rules.actors import ActorKind
from drafts.rules.cards import CardId
from drafts.rules.fights.acts import DieRolled, Planeswalked, SetTo, TurnPassed
from drafts.rules.fights.beginning import goes_first
from drafts.rules.fights.fight import Correction, DecidedBy, Fight, Result, SideDeck
from drafts.rules.fights.fight_avatars import fixed_avatar, lacks_avatars
from drafts.rules.fights.outs import ends_by_out
from drafts.rules.fights.sides import Side
from drafts.rules.fights.turns import course_of
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.fight_moves import (
    LINES,
    CountMove,
    EndGameMove,
    FightAvatarMove,
    FightNumber,
    FirstMove,
    FixFightAvatars,
    OutMove,
    Reopen,
    RolledMove,
    RollMove,
    SpareMove,
    TurnMove,
    UndoCountMove,
    WalkMove,
)
from drafts.rules.night.fighting import apply
from drafts.rules.night.shares import Shares
from drafts.rules.night.stages import Stage
from drafts.store.battles import PlayedBattle, battles_of
from drafts.store.fights import LiveFights, load_begun, load_fights
from drafts.store.shares import load_all_shares
from drafts.store.stages import actor_of

_OF_TURNS = TurnMove | RollMove | WalkMove
_OF_GAMES = CountMove | OutMove | SpareMove | RolledMove | FirstMove | EndGameMove | UndoCountMove | Reopen
_OF_AVATARS = FightAvatarMove | FixFightAvatars


def load_night(log: EventLog, event: Event, names: Names | None) -> EventLog:
    """Return the log with what followed the draft; `names` are what fighters are called by, None: their own."""
    live = load_fights(EventId(event.id))
    sharings = [each for each in load_all_shares(EventId(event.id)) if each.shares.is_over]
    return replace(
        log,
        fights=() if live is None else _fights(live, names or live.names, is_after=Stage(event.phase).is_after_fights),
        battles=tuple(map(battle_in_log, _battles(event))),
        shares=tuple(share for each in sharings for share in _shares(each.shares)),
        fighting=None if live is None else live.fighting,
        shared={
            each.number: SharedCards(_owners(each.shares), tuple(each.shares.swaps.agreed()))
            for each in sharings
            if each.policy is not Policy.KEEP
        },
    )


def _fights(live: LiveFights, names: Names, *, is_after: bool) -> tuple[LogFight, ...]:
    """Return the fights; decks between games are told once all are over (M23)."""
    counts = _counts(live)
    are_over = live.fighting.is_over or is_after
    return tuple(
        LogFight(
            form=fight.form.slug,
            dice=[[LogDie(side, face) for side, face in throw] for throw in fight.dice],
            round=round_,
            fight=number,
            table=group.number or None,
            first=goes_first(fight),
            best_of=fight.best_of,
            sides=[_side(fight, side, names) for side in fight.sides],
            games=[game.winner for game in fight.games],
            result=_result(fight),
            by=_by(fight),
            counts=counts[number].all,
            acts=counts[number].told(has_avatars=not lacks_avatars(fight)),
            decks=_game_decks(fight) if are_over else [],
            corrections=[_correction(each) for each in fight.corrections],
            places=UNSET if fight.result is None or fight.result.places is None else fight.result.places,
        )
        for number, group, round_, fight in live.fighting.fights()
    )


def _battles(event: Event) -> Sequence[PlayedBattle]:
    return battles_of(EventId(event.id)) if event.draft.procedure.is_played else ()


def battle_in_log(played: PlayedBattle) -> LogBattle:
    """Return a battle with all its moves as a log tells it."""
    return LogBattle(
        fight=played.live.number,
        fighters=played.live.battle.terms.fighters,
        moves=[
            LogBattleMove(
                number=number,
                turn=row.turn,
                phase=row.phase,
                seat=row.seat,
                move=row.move,
                how=row.how,
                at=stamp(row.at),
                seconds=row.seconds,
                undone_at=None if row.undone_at is None else stamp(row.undone_at),
            )
            for number, row in enumerate(played.rows, start=1)
        ],
        places=played.live.battle.places,
        kills=[side.kills for side in played.live.battle.position.sides],
        lost=[side.lost for side in played.live.battle.position.sides],
    )


def _shares(shares: Shares) -> Iterator[LogShare]:
    """Yield each card that is another fighter's after the sharing; cards that are alike stand for each other."""
    for card, giver, taker in shares.from_drafters():
        yield LogShare(card=card, giver=giver, taker=taker, handed=shares.holder(card) == taker)


def _owners(shares: Shares) -> dict[CardId, FighterId]:
    """Return the owner of each card once all are handed over, as the file of an event has it."""
    taken = {card: taker for card, _, taker in shares.from_drafters()}
    return {card: taken.get(card, shares.drafted[card]) for card in shares.owners()}


def _side(fight: Fight, side: Side, names: Names) -> LogSide:
    counts = fight.counts
    fighters = [
        LogFighter(fighter, names[fighter], dict(counts.of(fighter)), counts.lost(fighter), _avatar(fight, fighter))
        for fighter in side.fighters
    ]
    return LogSide(side.fighter, side.name(names), dict(counts.of_side(side)), counts.lost_by(side), fighters)


def _avatar(fight: Fight, fighter: FighterId) -> str | UnsetType:
    avatar = fixed_avatar(fight, fighter)
    return UNSET if avatar is None else avatar.number


def _result(fight: Fight) -> LogResult | None:
    """Return the final result, None while it is only entered."""
    return _result_part(fight.result) if fight.result and fight.is_over else None


def _result_part(result: Result) -> LogResult:
    return LogResult(result.winner, result.score, True if result.double_loss else UNSET)


def _correction(correction: Correction) -> LogCorrection:
    by: Literal["organizer", "judge"] = "judge" if correction.by is DecidedBy.JUDGE else "organizer"
    return LogCorrection(stamp(correction.at), by, _result_part(correction.was))


_PUBLISHED: dict[DecidedBy, Literal["agreed", "organizer", "judge", "time", "played"]] = {
    DecidedBy.AGREED: "agreed",
    DecidedBy.ORGANIZER: "organizer",
    DecidedBy.JUDGE: "judge",
    DecidedBy.TIME: "time",
    DecidedBy.DROP: "organizer",
    DecidedBy.BYE: "organizer",
    DecidedBy.PLAYED: "played",
}
"""The ways in which a result becomes final, as they are published."""


def _by(fight: Fight) -> Literal["agreed", "organizer", "judge", "time", "played"] | None:
    return None if fight.result is None or fight.result.by is None else _PUBLISHED[fight.result.by]


def _game_decks(fight: Fight) -> list[LogGameDeck]:
    """Return the decks of games after the first: the last one that a fighter has said for each."""
    last = {(each.game, each.fighter): each for each in fight.decks}
    return [_game_deck(each) for each in last.values()]


def _game_deck(each: SideDeck) -> LogGameDeck:
    deck, basics = each.deck, dict(each.deck.basics)
    told = LogGameDeck(game=each.game, fighter=each.fighter, main=deck.main, basics=basics, command=deck.command)
    if not deck.listed:
        return told
    listed = [LogListed(card.name, card.count, card.zone) for card in deck.listed]  # type: ignore[arg-type]  # one of three zones
    return msgspec.structs.replace(told, list=listed)


@dataclass
class _Acts:
    """The acts in the games of a fight: all of them, and the places of those that stand in each game.

    A place is an index in `all` for counts, else in `acts`.
    """

    games: list[list[tuple[bool, int]]] = field(default_factory=lambda: [[]])
    all: list[LogCount] = field(default_factory=list)
    acts: list[LogGameAct] = field(default_factory=list)
    by_out: list[bool] = field(default_factory=list)

    def count(self, change: LogCount) -> None:
        self.games[-1].append((True, len(self.all)))
        self.all.append(change)

    def act(self, act: LogGameAct) -> None:
        self.games[-1].append((False, len(self.acts)))
        self.acts.append(act)

    def choose(self, act: LogGameAct) -> None:
        """Note the choice of an avatar, which no undo takes back: another choice is in its place."""
        for place, other in enumerate(self.acts):
            if other.kind == "avatar" and other.fighter == act.fighter and other.undone_at is None:
                self.acts[place] = msgspec.structs.replace(other, undone_at=act.at)
        self.acts.append(act)

    def told(self, *, has_avatars: bool) -> list[LogGameAct]:
        """Return the acts other than counts; choices of avatars once these are fixed (M27)."""
        return [act for act in self.acts if has_avatars or act.kind != "avatar"]

    def end_game(self, *, by_out: bool = False) -> None:
        self.games.append([])
        self.by_out.append(by_out)

    def take_back(self, at: datetime) -> None:
        """Take back the last act, or the end of the game before where nothing was done since."""
        if not self.games[-1]:
            self.games.pop()
            if not self.by_out.pop():
                return
        counted, place = self.games[-1].pop()
        if counted:
            self.all[place] = msgspec.structs.replace(self.all[place], undone_at=stamp(at))
        else:
            self.acts[place] = msgspec.structs.replace(self.acts[place], undone_at=stamp(at))

    def reopen(self, at: datetime) -> None:
        """Take back the `out` that had decided the fight."""
        last = max(place for place, (counted, act) in enumerate(self.games[-1]) if self._is_out(counted, act))
        _, act = self.games[-1].pop(last)
        self.acts[act] = msgspec.structs.replace(self.acts[act], undone_at=stamp(at))

    def _is_out(self, counted: bool, place: int) -> bool:
        return not counted and self.acts[place].kind == "out"


def _counts(live: LiveFights) -> defaultdict[FightNumber, _Acts]:
    """Return what was done in the games of each fight, by playing all acts again."""
    found: defaultdict[FightNumber, _Acts] = defaultdict(_Acts)
    begun = load_begun(live.event)
    rows = StageAct.objects.filter(stage=live.id).order_by("version")
    played = live.fighting if begun is None else begun.fighting
    for at, by, fighter, staff, kind, text in rows.values_list("at", "by", "fighter", "staff", "kind", "text"):
        move, before = LINES.decode(kind, text), played
        played = apply(before, actor_of(by, fighter, staff), move, at)
        who: Any = fighter if by == ActorKind.FIGHTER else by
        if isinstance(move, _OF_TURNS):
            found[move.fight].act(_in_turn(before.fight(move.fight), played.fight(move.fight), stamp(at), who))
        if isinstance(move, _OF_GAMES | _OF_AVATARS):
            _note(found[move.fight], before.fight(move.fight), played.fight(move.fight), move, (at, who))
    return found


def _note(acts: _Acts, before: Fight, after: Fight, move: Any, when: tuple[datetime, Any]) -> None:
    """Add what a move has done in a fight."""
    (at, who), has_ended = when, len(after.games) > len(before.games)
    match move:
        case UndoCountMove():
            acts.take_back(at)
        case Reopen():
            if ends_by_out(before):
                acts.reopen(at)
        case CountMove():
            to = move.by.value if isinstance(move.by, SetTo) else UNSET
            by = after.changes[-1].by
            source = UNSET if move.source is None else move.source
            acts.count(LogCount(stamp(at), who, after.game, move.fighter, move.counter, by, None, to, source))
        case OutMove():
            acts.act(LogGameAct(stamp(at), who, before.game, "out", None, fighters=move.fighters))
        case SpareMove():
            acts.act(LogGameAct(stamp(at), who, before.game, "spare", None, move.fighter, counter=move.counter))
        case RolledMove():
            acts.act(LogGameAct(stamp(at), who, before.game, "rolled", None, move.fighter))
        case FirstMove():
            acts.act(LogGameAct(stamp(at), who, before.game, "first", None, move.fighter))
        case FightAvatarMove() if move.fighter is not None:
            acts.choose(_avatar_act(when, before, move.fighter, move.number))
        case FixFightAvatars():
            for fighter, number in move.chosen:
                acts.choose(_avatar_act(when, before, fighter, number))
    if has_ended:
        acts.end_game(by_out=isinstance(move, OutMove))


def _avatar_act(when: tuple[datetime, Any], fight: Fight, fighter: FighterId, number: str) -> LogGameAct:
    at, who = when
    return LogGameAct(stamp(at), who, fight.game, "avatar", None, fighter, number=number)


def _in_turn(before: Fight, after: Fight, at: str, who: Any) -> LogGameAct:
    """Return the act by which a turn passed, the planar die was rolled or a plane left, with the card turned up by it.

    Raises ValueError for a fight in which no turns are marked.
    """
    was, now, act = course_of(before), course_of(after), after.acts[-1]
    if was is None or now is None:
        raise ValueError("no turns are marked in this fight")
    if isinstance(act, TurnPassed):
        extra = UNSET if act.extra is None else act.extra
        return LogGameAct(at, who, before.game, "turn", None, turn=was.turn.number, extra=extra)
    if was.plane is None or now.plane is None or not isinstance(act, DieRolled | Planeswalked):
        raise ValueError("this fight is on no plane")
    number = now.plane.plane.number if now.plane.walked > was.plane.walked else UNSET
    if isinstance(act, Planeswalked):
        return LogGameAct(at, who, before.game, "walk", None, act.fighter, number=number)
    said: dict[str, Any] = {"face": act.face.value, "paid": was.plane.rolls, "own": act.own, "number": number}
    return LogGameAct(at, who, before.game, "roll", None, act.fighter, turn=was.turn.number, **said)
