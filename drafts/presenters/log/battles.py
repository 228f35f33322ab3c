"""Battles as their moves are told: those of a log, and a single one that is over."""

from dataclasses import dataclass

from django.urls import reverse
from msgspec import UNSET

from drafts.log.event_log import EventLog
from drafts.models import Event
from drafts.presenters.games.rome.figures import BattleStatistics, battle_statistics
from drafts.presenters.games.rome.replay import BattleTurn, ToldBattle, address_of_move, turns_of
from drafts.presenters.log.log_nights import battle_in_log
from drafts.presenters.log.logs import battle_rules
from drafts.queries.log.aliases import Names
from drafts.rules.ids import FighterId
from drafts.store.battles import LiveBattle, battle_played


def battles_told(log: EventLog) -> list[ToldBattle]:
    """Return the battles of a log, in the order of their fights; their fighters under the names that it has."""
    rules = log.event.rome
    if rules is None:
        return []
    names = {seat.fighter: seat.name for table in log.tables for seat in table.seats}
    ranked = {fight.fight for fight in log.fights if fight.places is not UNSET}
    return [
        ToldBattle(
            battle,
            rules,
            log.event.seed,
            [names[fighter] for fighter in battle.fighters],
            is_decided=battle.fight not in ranked,
        )
        for battle in log.battles
    ]


def battle_told(event: Event, live: LiveBattle, names: Names | None) -> ToldBattle:
    """Return a battle of this site with its moves; `names` are what its fighters are called by, None: their own."""
    battle = battle_in_log(battle_played(live.id))
    called = live.names if names is None else names
    return ToldBattle(
        battle, battle_rules(event), event.draft.seed, [called[FighterId(fighter)] for fighter in battle.fighters]
    )


@dataclass(frozen=True, slots=True)
class LogBattles:
    """The battles of a log's page, and the moves of the one that is shown."""

    all: list[ToldBattle]
    shown: ToldBattle
    turns: tuple[BattleTurn, ...]


def battles_of_page(log: EventLog, asked: int | None, fighter: int | None, of_seat: str) -> LogBattles | None:
    """Return the battles of a log; shown is the one of the fight that is asked for, or else the first of a fighter.

    `of_seat` is the query that names that fighter in addresses. None without battles. Raises LookupError for a fight
    that has none.
    """
    battles = battles_told(log)
    if not battles:
        return None
    battles = [
        told
        if fighter is None or fighter not in told.battle.fighters
        else told._replace(mine=told.battle.fighters.index(fighter))
        for told in battles
    ]
    own = next((told for told in battles if told.mine is not None), battles[0])
    shown = own if asked is None else next((told for told in battles if told.battle.fight == asked), None)
    if shown is None:
        raise LookupError(asked)
    at = reverse("watched-battle", args=(log.event.code, shown.battle.fight)) + of_seat
    return LogBattles(battles, shown, turns_of(shown, lambda number: address_of_move(at, number)))


def statistics_of_battles(log: EventLog) -> BattleStatistics:
    """Return what the battles of a log tell of turns and units."""
    return battle_statistics(battles_told(log))
