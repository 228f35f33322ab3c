"""Whether the fights and the sharing that an imported log tells of can have been: as far as that can be asked.

What was done in them is not told, so they are not played again.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import TypeVar

from drafts.exporters.log_types import LogCard, LogFight, LogFile, LogResult
from drafts.importers.faults import ImportFault
from drafts.rules.games.registry import FORMATS

ANY_LIMIT = 4
"""How much damage loses is not told: which counters there are does not hang on it."""

T = TypeVar("T")


def twice(values: Iterable[T]) -> list[T]:
    """Return the values that are there more than once."""
    return [value for value, count in Counter(values).items() if count > 1]


def faults_of_the_night(log: LogFile[LogCard]) -> Iterator[ImportFault]:
    """Yield what cannot be of the fights and of who got which card."""
    names = {seat.fighter: seat.name for table in log.tables for seat in table.seats}
    tables = {table.number for table in log.tables}
    counted = {rule.name for rule in FORMATS[log.event.format].form(None, ANY_LIMIT).counters}
    for double in twice(fight.fight for fight in log.fights):
        yield ImportFault("fights", f"the fight {double} is there twice")
    for place, fight in enumerate(log.fights):
        where = f"fights[{place}]"
        yield from _of_the_sides(fight, where, names)
        yield from _of_the_counts(fight, where, names, counted)
        if fight.table is not None and fight.table not in tables:
            yield ImportFault(f"{where}.table", "there is no such table")
        if (fight.result is None) != (fight.by is None):
            yield ImportFault(f"{where}.by", "stands with a result, and with nothing else")
        if fight.result is not None:
            yield from _of_the_result(fight.result, [side.fighter for side in fight.sides], f"{where}.result")
        yield from _of_the_corrections(fight, where)
    yield from _of_the_shares(log, names)


def _of_the_sides(fight: LogFight, where: str, names: dict[int, str]) -> Iterator[ImportFault]:
    sides = [side.fighter for side in fight.sides]
    if not names.keys() >= set(sides) or twice(sides):
        yield ImportFault(f"{where}.sides", "are not fighters of this event")
    if any(side.name != names.get(side.fighter) for side in fight.sides):
        yield ImportFault(f"{where}.sides", "have other names than at their seats")
    named = [*fight.games, fight.first, *(count.fighter for count in fight.counts)]
    if any(fighter is not None and fighter not in sides for fighter in named):
        yield ImportFault(where, "names somebody who is no side of it")


def _of_the_counts(
    fight: LogFight, where: str, fighters: Collection[int], counted: Collection[str]
) -> Iterator[ImportFault]:
    named = {name for side in fight.sides for name in (*side.counters, *filter(None, [side.lost]))}
    if not named | {count.counter for count in fight.counts} <= set(counted):
        yield ImportFault(f"{where}.counts", f"name another counter than {', '.join(counted)}")
    if any(isinstance(count.who, int) and count.who not in fighters for count in fight.counts):
        yield ImportFault(f"{where}.counts", "are of somebody who is no fighter of this event")


def _of_the_result(result: LogResult, sides: list[int], where: str) -> Iterator[ImportFault]:
    winner, score = result.winner, list(result.score)
    if len(score) != len(sides) or (winner is not None and winner not in sides):
        yield ImportFault(where, "does not fit the sides")
    elif winner is not None and result.double_loss is True:
        yield ImportFault(where, "has a winner, and both sides have lost")
    elif winner is None and len(set(score)) > 1:
        yield ImportFault(where, "has no winner, and one side has won more games")
    elif winner is not None and score[sides.index(winner)] < max(score):
        yield ImportFault(where, "the winner has won fewer games")


def _of_the_corrections(fight: LogFight, where: str) -> Iterator[ImportFault]:
    sides = [side.fighter for side in fight.sides]
    if fight.corrections and (fight.result is None or len(sides) == 1):
        yield ImportFault(f"{where}.corrections", "are of a fight without a result that can be corrected")
    for place, correction in enumerate(fight.corrections):
        yield from _of_the_result(correction.was, sides, f"{where}.corrections[{place}].was")


def _of_the_shares(log: LogFile[LogCard], fighters: Collection[int]) -> Iterator[ImportFault]:
    drafted = {
        pick.card: table.seats[pick.seat].fighter
        for table in log.tables
        for pick in table.picks
        if pick.seat < len(table.seats)
    }
    for place, share in enumerate(log.shares):
        if drafted.get(share.card) != share.giver:
            yield ImportFault(f"shares[{place}].from", "did not draft that card")
        if share.taker not in fighters:
            yield ImportFault(f"shares[{place}].to", "nobody has this number")
    for double in twice(share.card for share in log.shares):
        yield ImportFault("shares", f"the card {double} is there twice")
