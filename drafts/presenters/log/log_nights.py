"""The parts of a log after the draft: the fights, with all that was counted, and the cards that each fighter got."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from drafts.exporters.moments import stamp
from drafts.log.event_log import EventLog, SharedCards
from drafts.log.file_types import LogCorrection, LogCount, LogFight, LogFighter, LogResult, LogShare, LogSide
from drafts.models import Event, Policy, StageAct
from drafts.queries.log.aliases import Names
from drafts.rules.actors import ActorKind
from drafts.rules.cards import CardId
from drafts.rules.fights.fight import Correction, DecidedBy, Fight, Result
from drafts.rules.fights.sides import Side
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.fight_moves import LINES, CountMove, EndGameMove, FightNumber, UndoCountMove
from drafts.rules.night.shares import Shares
from drafts.store.fights import LiveFights, load_fights
from drafts.store.shares import load_all_shares

_COUNTING = ("count", "undo", "game")


def load_night(log: EventLog, event: Event, names: Names | None) -> EventLog:
    """Return the log with what followed the draft; `names` are what fighters are called by, None: their own."""
    live = load_fights(EventId(event.id))
    sharings = [each for each in load_all_shares(EventId(event.id)) if each.shares.is_over]
    return replace(
        log,
        fights=() if live is None else _fights(live, names or live.names),
        shares=tuple(share for each in sharings for share in _shares(each.shares)),
        fighting=None if live is None else live.fighting,
        shared={
            each.number: SharedCards(_owners(each.shares), tuple(each.shares.swaps.agreed()))
            for each in sharings
            if each.policy is not Policy.KEEP
        },
    )


def _fights(live: LiveFights, names: Names) -> tuple[LogFight, ...]:
    counts = _counts(live)
    return tuple(
        LogFight(
            form=fight.form.slug,
            round=round_,
            fight=number,
            table=group.number or None,
            first=fight.first,
            best_of=fight.best_of,
            sides=[_side(fight, side, names) for side in fight.sides],
            games=[game.winner for game in fight.games],
            result=_result(fight),
            by=_by(fight),
            counts=counts[number].all,
            corrections=[_correction(each) for each in fight.corrections],
        )
        for number, group, round_, fight in live.fighting.fights()
    )


def _shares(shares: Shares) -> Iterator[LogShare]:
    """Yield each card that is another fighter's after the sharing; cards that are alike stand for each other."""
    for card, giver, taker in shares.from_drafters():
        yield LogShare(card=card, giver=giver, taker=taker, handed=shares.holder(card) == taker)


def _owners(shares: Shares) -> dict[CardId, FighterId]:
    """Return who has each card once all are handed over: what a file tells of them, too."""
    taken = {card: taker for card, _, taker in shares.from_drafters()}
    return {card: taken.get(card, shares.drafted[card]) for card in shares.owners()}


def _side(fight: Fight, side: Side, names: Names) -> LogSide:
    fighters = [
        LogFighter(fighter, names[fighter], dict(fight.counters(fighter)), fight.lost(fighter), _avatar(fight, fighter))
        for fighter in side.fighters
    ]
    return LogSide(side.fighter, side.name(names), dict(fight.counters_of(side)), fight.lost_by(side), fighters)


def _avatar(fight: Fight, fighter: FighterId) -> str | UnsetType:
    avatar = fight.avatar(fighter)
    return UNSET if avatar is None else avatar.number


def _result(fight: Fight) -> LogResult | None:
    """Return the final result; what one side has entered and nobody confirmed is none."""
    return _result_part(fight.result) if fight.result and fight.is_over else None


def _result_part(result: Result) -> LogResult:
    return LogResult(result.winner, result.score, True if result.double_loss else UNSET)


def _correction(correction: Correction) -> LogCorrection:
    by: Literal["organizer", "judge"] = "judge" if correction.by is DecidedBy.JUDGE else "organizer"
    return LogCorrection(stamp(correction.at), by, _result_part(correction.was))


_PUBLISHED: dict[DecidedBy, Literal["agreed", "organizer", "judge", "time"]] = {
    DecidedBy.AGREED: "agreed",
    DecidedBy.ORGANIZER: "organizer",
    DecidedBy.JUDGE: "judge",
    DecidedBy.TIME: "time",
    DecidedBy.DROP: "organizer",
    DecidedBy.BYE: "organizer",
}
"""Whose word made a result final, as it is published."""


def _by(fight: Fight) -> Literal["agreed", "organizer", "judge", "time"] | None:
    return None if fight.result is None or fight.result.by is None else _PUBLISHED[fight.result.by]


@dataclass
class _Counts:
    """The changes of the counters of a fight: those of its games that stand, by their places, and all."""

    games: list[list[int]] = field(default_factory=lambda: [[]])
    all: list[LogCount] = field(default_factory=list)

    def count(self, change: LogCount) -> None:
        self.games[-1].append(len(self.all))
        self.all.append(change)

    def take_back(self, at: datetime) -> None:
        """Take back the last change, or the end of the game before where nothing was counted since."""
        if not self.games[-1]:
            self.games.pop()
            return
        last = self.games[-1].pop()
        self.all[last] = msgspec.structs.replace(self.all[last], undone_at=stamp(at))


def _counts(live: LiveFights) -> defaultdict[FightNumber, _Counts]:
    counts: defaultdict[FightNumber, _Counts] = defaultdict(_Counts)
    rows = StageAct.objects.filter(stage=live.id, kind__in=_COUNTING).order_by("version")
    for at, by, fighter, kind, text in rows.values_list("at", "by", "fighter", "kind", "text"):
        move = LINES.decode(kind, text)
        if isinstance(move, CountMove):
            who: Any = fighter if by == ActorKind.FIGHTER else by
            game = len(counts[move.fight].games)
            change = LogCount(stamp(at), who, game, move.fighter, move.counter, move.by, None)
            counts[move.fight].count(change)
        elif isinstance(move, UndoCountMove):
            counts[move.fight].take_back(at)
        elif isinstance(move, EndGameMove):
            counts[move.fight].games.append([])
    return counts
