"""The log of an imported event: who is who in it has the numbers of its file, and what is no row is as in the file."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from drafts.exporters.event_log import EventLog, TableRecord
from drafts.exporters.log_types import CountPart, FightPart, ResultPart, SharePart
from drafts.models import ImportedLog
from drafts.models.night import DAMAGE_LIMITS
from drafts.rules.cards import CardId
from drafts.rules.fights.fight import Change, DecidedBy, Fight, Game, Result
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import FighterId
from drafts.selectors.aliases import Names


def as_told(log: EventLog, source: ImportedLog, names: Names | None) -> EventLog:
    """Return the log of an imported event with the numbers of its file, by which a seed may have drawn the seats.

    `names` are what fighters are called by, None: their own.
    """
    numbers = {int(fighter): number for fighter, number in source.numbers.items()}
    called = {} if names is None else {number: names[FighterId(fighter)] for fighter, number in numbers.items()}
    return replace(
        log,
        tables=tuple(_table(table, numbers) for table in log.tables),
        history=tuple(replace(act, by=numbers[act.by]) if isinstance(act.by, int) else act for act in log.history),
        decks=tuple(replace(deck, fighter=numbers[deck.fighter]) for deck in log.decks),
        fights=tuple(_fight(fight, called) for fight in msgspec.convert(source.fights, Sequence[FightPart])),
        shares=tuple(msgspec.convert(source.shares, Sequence[SharePart])),
    )


def fight_of(part: FightPart, format_: str) -> Fight:
    """Return a fight as its log tells of it: how its counters stand, the games before, and its result."""
    sides = tuple(FighterId(side.fighter) for side in part.sides)
    by = DecidedBy.BYE if len(sides) == 1 else DecidedBy(part.by) if part.by else None
    result = None if part.result is None or by is None else _result(part.result, by)
    standing = [count for count in part.counts if count.undone_at is None]
    games = tuple(
        Game(None if winner is None else FighterId(winner), _changes(standing, number))
        for number, winner in enumerate(part.games, start=1)
    )
    return Fight(
        form=FORMATS[format_].game.fight_form(min(DAMAGE_LIMITS)),
        fighters=sides,
        first=None if part.first is None else FighterId(part.first),
        best_of=part.best_of,
        games=games,
        changes=_changes(standing, len(games) + 1),
        result=result,
    )


def _result(part: ResultPart, by: DecidedBy) -> Result:
    return Result(None if part.winner is None else FighterId(part.winner), tuple(part.score), by=by)


def _changes(counts: Sequence[CountPart], game: int) -> tuple[Change, ...]:
    return tuple(Change(FighterId(each.fighter), each.counter, each.by) for each in counts if each.game == game)


def owners_of(log: EventLog, table: TableRecord, seats: Mapping[FighterId, int]) -> dict[CardId, int]:
    """Return at which seat the owner of each card of a table sits, nothing where no card changed hands."""
    changed = {CardId(share.card): seats.get(FighterId(share.taker)) for share in log.shares}
    drafted = {pick.card: pick.seat for pick in table.picks}
    owners = {card: changed.get(card, seat) for card, seat in drafted.items()} if changed else {}
    return {card: seat for card, seat in owners.items() if seat is not None}


def _table(table: TableRecord, numbers: dict[int, int]) -> TableRecord:
    return replace(table, seats=tuple(replace(seat, fighter=numbers[seat.fighter]) for seat in table.seats))


def _fight(fight: FightPart, called: dict[int, str]) -> FightPart:
    if not called:
        return fight
    sides = [msgspec.structs.replace(side, name=called[side.fighter]) for side in fight.sides]
    return msgspec.structs.replace(fight, sides=sides)
