"""The battles of a night, a stage for each fight: rows to rules, and the effect of their ends on the fights."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar, Literal, NamedTuple, cast

from drafts.models import EventStage, Fighter, StageAct
from drafts.rules.actors import SERVER, Actor
from drafts.rules.formats import Pace
from drafts.rules.games.rome.bots.steady import BotLevel
from drafts.rules.games.rome.replays import LEFT, RESIGN
from drafts.rules.games.rome.state import Battle, BattleOptions
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night import battles
from drafts.rules.night.battles import (
    LINES,
    AnswerMove,
    AskMove,
    BattleTerms,
    GoBackMove,
    GoOnMove,
    Move,
    PlayMove,
    ResignMove,
    TimedBattle,
)
from drafts.rules.night.fight_moves import EndBattle, FightNumber
from drafts.rules.night.stages import BATTLE
from drafts.store.fights import FIGHTS
from drafts.store.stages import Consequence, Reach, StageChange, StageKind, actor_of, save_stage_changes


@dataclass(frozen=True, slots=True)
class LiveBattle:
    """A battle as it stands at `version`. `number` is that of its fight, `table` that of its group.

    `names` are the nicknames of its players, and `fights` is the stage of the fights to which it belongs.
    """

    id: StageId
    version: Version
    event: EventId
    table: int
    fights: StageId
    battle: TimedBattle
    names: Mapping[FighterId, str]

    stage: ClassVar[str] = BATTLE

    @property
    def number(self) -> FightNumber:
        """The number of the fight."""
        return self.battle.terms.fight

    @property
    def wakes_at(self) -> datetime | None:
        """The time of the next move of a bot or of the clock, None for never."""
        return self.battle.wakes_at

    def seq_for(self, fighter: FighterId | None, version: Version | None = None) -> int:
        """Return a version, or the present one: every viewer is told of all acts."""
        return self.version if version is None else version


BattleChange = StageChange[LiveBattle]


def setup_of(
    fight: FightNumber, table: int, fights: StageId, fighters: Iterable[FighterId], rules: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the setup of a battle. `rules` are those of the event (`fights.battle_rules`), with its `bots`."""
    return {"fight": fight, "table": table, "fights": fights, "fighters": list(fighters), **rules}


def _begin(stage: StageId) -> LiveBattle:
    row = EventStage.objects.select_related("event__draft").get(id=stage)
    setup, event = row.setup, row.event
    people = Fighter.objects.filter(id__in=setup["fighters"]).values_list("id", "nickname", "bot")
    names = {FighterId(fighter): name for fighter, name, _ in people}
    fighters = tuple(map(FighterId, setup["fighters"]))
    terms = BattleTerms(
        fight=setup["fight"],
        seed=event.draft.seed,
        fighters=fighters,
        options=BattleOptions(
            players=len(fighters),
            rear=setup["rear"],
            commands=setup["commands"],
            own_decks=setup["decks"] == "own",
            end_last=setup["end"] == "last",
            turns=setup["turns"],
        ),
        pace=Pace(setup["pace"]),
        bots=frozenset(map(FighterId, setup["bots"])),
        level=BotLevel(setup["level"]),
        practice=event.organizer_id is None,
    )
    begun = battles.begin_battle(terms, row.began_at)
    return LiveBattle(stage, Version(1), EventId(event.id), setup["table"], StageId(setup["fights"]), begun, names)


def _apply(live: LiveBattle, by: Actor, move: Move, at: datetime) -> LiveBattle:
    after = battles.apply(live.battle, by, move, at)
    return live if after is live.battle else replace(live, battle=after, version=Version(live.version + 1))


def _then(change: BattleChange) -> Consequence | None:
    """Return the consequence of the end of a battle: the end of its fight."""
    after = change.after.battle
    if not after.is_over or change.before.battle.is_over:
        return None
    by = "time" if change.kind == "rank" else "drop" if after.last is not None and after.last.how == LEFT else "played"
    return Consequence(change.after.fights, lambda: _end_fight(change, by))


def _end_fight(change: BattleChange, by: str) -> None:
    live, battle = FIGHTS.load(change.after.fights), change.after.battle
    move = EndBattle(
        change.after.number,
        by,
        battle.places or (),
        tuple(side.kills for side in battle.position.sides),
        tuple(side.lost for side in battle.position.sides),
    )
    ended = FIGHTS.change(live, SERVER, move, change.at)
    if ended is not None:
        save_stage_changes([[ended]])


def _attended(live: LiveBattle, away: Mapping[FighterId, datetime]) -> LiveBattle:
    battle = battles.attended(live.battle, away)
    return live if battle is live.battle else replace(live, battle=battle)


def reach_of(before: LiveBattle, after: LiveBattle) -> Reach:
    """Return the viewers whose view has changed: the players and all who watch."""
    return Reach(after.battle.terms.fighters, public=True)


BATTLES = StageKind(
    stage=LiveBattle.stage,
    lines=LINES,
    begin=_begin,
    apply=_apply,
    complete=lambda live, by, move, at: battles.completed(live.battle, by, move),
    due=lambda live, now, patience: battles.due(live.battle, now, patience),
    thinks=battles.thinks,
    attended=_attended,
    then=_then,
)


def battle_of_fighter(event: EventId, fighter: FighterId) -> LiveBattle | None:
    """Return the newest battle of a fighter."""
    return _newest(event, lambda setup: fighter in setup["fighters"])


def battle_of_fight(event: EventId, fight: FightNumber) -> LiveBattle | None:
    """Return the battle of a fight."""
    return _newest(event, lambda setup: setup["fight"] == fight)


def _newest(event: EventId, is_meant: Callable[[Mapping[str, Any]], bool]) -> LiveBattle | None:
    rows = EventStage.objects.filter(event=event, stage=BATTLES.stage).order_by("-number").values_list("id", "setup")
    return next((BATTLES.load(StageId(stage)) for stage, setup in rows if is_meant(setup)), None)


# Looking back -------------------------------------------------------------------------------------------------------


class BattleRow(NamedTuple):
    """A move with its turn, phase, seat and time. `undone_at`: when it was taken back."""

    turn: int
    phase: str
    seat: int
    move: str
    how: Literal["chosen", "time", "bot", "resign", "left"]
    at: datetime
    seconds: float
    undone_at: datetime | None = None


class PlayedBattle(NamedTuple):
    """A battle as it stands, and all moves that led to it, without the acts that took moves back."""

    live: LiveBattle
    rows: Sequence[BattleRow]


def battles_of(event: EventId) -> list[PlayedBattle]:
    """Read the battles of an event with their moves, in order of their fights."""
    stages = EventStage.objects.filter(event=event, stage=BATTLES.stage).order_by("number").values_list("id", flat=True)
    return [battle_played(StageId(stage)) for stage in stages]


def battle_played(stage: StageId) -> PlayedBattle:
    """Read a battle with its moves."""
    live, rows = BATTLES.begin(stage), list[_Begun]()
    for act in StageAct.objects.filter(stage=stage).order_by("version"):
        by, move = actor_of(act.by, act.fighter), LINES.decode(act.kind, act.text)
        before, live = live, LINES.replay(_apply, live, [(by, move, act.at)])
        rows = _noted(rows, before.battle, live.battle, move, act.at)
    return PlayedBattle(live, [row for _, row in rows])


_Begun = tuple[Battle, BattleRow]
"""A move, and the position in which it was made."""


def _noted(rows: list[_Begun], before: TimedBattle, after: TimedBattle, move: Move, at: datetime) -> list[_Begun]:
    """Return the moves so far. A return to a position takes back all moves since the first one made in it."""
    position = before.position
    place = position.turn, position.phase.value
    seconds = round(max(0.0, (at - before.changed_at).total_seconds()), 1)
    match move:
        case PlayMove(move="back"):
            return _taken_back(rows, max(place for place, (_, row) in enumerate(rows) if row.undone_at is None), at)
        case PlayMove():
            how = cast(Literal["chosen", "time", "bot"], move.how)
            return [*rows, (position, BattleRow(*place, move.seat or 0, move.move, how, at, seconds))]
        case ResignMove():
            resigned = LEFT if after.last is not None and after.last.how == LEFT else RESIGN
            return [*rows, (position, BattleRow(*place, move.seat or 0, RESIGN, resigned, at, seconds))]
        case AskMove() | AnswerMove() | GoBackMove() | GoOnMove() if after.position is not position:
            standing = [number for number, (_, row) in enumerate(rows) if row.undone_at is None]
            since = (number for number in standing if rows[number][0] is after.position)
            return _taken_back(rows, next(since, len(rows)), at)
    return rows


def _taken_back(rows: list[_Begun], since: int, at: datetime) -> list[_Begun]:
    later = [(position, row._replace(undone_at=row.undone_at or at)) for position, row in rows[since:]]
    return [*rows[:since], *later]
