"""The log of an imported event: who is who in it has the numbers of its file, and what is no row is as in the file."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations

import msgspec
from msgspec import UNSET

from drafts.log.event_log import EventLog, TableRecord
from drafts.log.file_reading import moment_of
from drafts.log.file_types import LogCount, LogFight, LogResult, LogShare, LogSide
from drafts.models import ImportedLog
from drafts.models.night import DAMAGE_LIMITS
from drafts.queries.log.aliases import Names
from drafts.rules.cards import CardId
from drafts.rules.draft.clock import started
from drafts.rules.fights.fight import Correction, CounterChange, DecidedBy, Fight, FightGame, Result
from drafts.rules.fights.forms import FightForm
from drafts.rules.fights.sides import Side, side_of
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import FighterId
from drafts.rules.night.fighting import Fighting
from drafts.rules.night.rounds import Group, Mode, Terms


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
        fights=tuple(_fight(fight, called) for fight in msgspec.convert(source.fights, Sequence[LogFight])),
        shares=tuple(msgspec.convert(source.shares, Sequence[LogShare])),
    )


def fight_of(part: LogFight, format_: str) -> Fight:
    """Return a fight as its log tells of it: how its counters stand, the games before, and its result."""
    sides = tuple(map(_side, part.sides))
    by = DecidedBy.BYE if len(sides) == 1 else DecidedBy(part.by) if part.by else None
    result = None if part.result is None or by is None else _result(part.result, by)
    standing = [count for count in part.counts if count.undone_at is None]
    games = tuple(
        FightGame(None if winner is None else FighterId(winner), _changes(standing, number))
        for number, winner in enumerate(part.games, start=1)
    )
    return Fight(
        form=_form(part, format_),
        sides=sides,
        first=None if part.first is None else FighterId(part.first),
        best_of=part.best_of,
        games=games,
        changes=_changes(standing, len(games) + 1),
        result=result,
        corrections=tuple(
            Correction(moment_of(each.at), DecidedBy(each.by), _result(each.was, DecidedBy.ORGANIZER))
            for each in part.corrections
        ),
    )


def fighting_of(log: EventLog) -> Fighting | None:
    """Return the fights that an imported log tells of as they ended, None where nobody fought.

    The file does not say how they were paired. Where everybody has met everybody once it was a round robin; its
    tie-breaks, and else those of Swiss rounds, separate fighters of equal points.
    """
    if not log.fights:
        return None
    rounds = max(part.round for part in log.fights)
    groups = sorted({part.table or 0 for part in log.fights})
    return Fighting(
        tuple(_group(log, number, rounds) for number in groups), 0, started(datetime.min.replace(tzinfo=UTC), None)
    )


def _group(log: EventLog, number: int, rounds: int) -> Group:
    format_ = log.event.format
    told = [part for part in log.fights if (part.table or 0) == number]
    sides, form = _sides(log, number, told), _form(told[0], format_)
    of = {fighter: side.fighter for side in sides for fighter in side.fighters}
    met = sorted(
        tuple(sorted(of[FighterId(side.fighter)] for side in part.sides)) for part in told if len(part.sides) > 1
    )
    everybody = sorted(combinations(sorted(side.fighter for side in sides), 2))
    usual = Mode.ROUND_ROBIN if met == everybody else Mode.SWISS
    return Group(
        number,
        sides,
        Mode.PODS if form.sides > 2 else usual,
        Terms(form, log.event.seed or "", swiss_rounds=rounds),
        tuple(
            tuple(fight_of(part, format_) for part in told if part.round == round_) for round_ in range(1, rounds + 1)
        ),
    )


def _sides(log: EventLog, number: int, told: Sequence[LogFight]) -> tuple[Side, ...]:
    """Return the sides of a group: those that fought, in order of seats, and fighters who fought in none.

    Where a team fought on without one of its fighters, its largest side is the whole one.
    """
    fought = sorted({_side(side) for part in told for side in part.sides}, key=lambda side: -len(side.fighters))
    seats = [seat for table in log.tables if number in (0, table.number) for seat in table.seats]
    sides: dict[Side, None] = {}
    for seat in seats:
        own = side_of(fought, FighterId(seat.fighter))
        if own is not None or not seat.bot:
            sides[own or Side((FighterId(seat.fighter),))] = None
    return tuple(sides)


def _side(part: LogSide) -> Side:
    return Side(tuple(map(FighterId, part.numbers)))


def _form(part: LogFight, format_: str) -> FightForm:
    return FORMATS[format_].form(None if part.form is UNSET else part.form, min(DAMAGE_LIMITS))


def _result(part: LogResult, by: DecidedBy) -> Result:
    winner = None if part.winner is None else FighterId(part.winner)
    return Result(winner, tuple(part.score), by=by, double_loss=part.double_loss is True)


def _changes(counts: Sequence[LogCount], game: int) -> tuple[CounterChange, ...]:
    return tuple(CounterChange(FighterId(each.fighter), each.counter, each.by) for each in counts if each.game == game)


def owners_of(log: EventLog, table: TableRecord, seats: Mapping[FighterId, int]) -> dict[CardId, int]:
    """Return at which seat the owner of each card of a table sits, nothing where no card changed hands."""
    changed = {CardId(share.card): seats.get(FighterId(share.taker)) for share in log.shares}
    drafted = {pick.card: pick.seat for pick in table.picks}
    owners = {card: changed.get(card, seat) for card, seat in drafted.items()} if changed else {}
    return {card: seat for card, seat in owners.items() if seat is not None}


def _table(table: TableRecord, numbers: dict[int, int]) -> TableRecord:
    return replace(table, seats=tuple(replace(seat, fighter=numbers[seat.fighter]) for seat in table.seats))


def _fight(fight: LogFight, called: dict[int, str]) -> LogFight:
    if not called:
        return fight
    return msgspec.structs.replace(fight, sides=[_called(side, called) for side in fight.sides])


def _called(side: LogSide, called: dict[int, str]) -> LogSide:
    fighters = [msgspec.structs.replace(each, name=called[each.fighter]) for each in side.fighters]
    return msgspec.structs.replace(
        side, name=_side(side).name({FighterId(one): called[one] for one in side.numbers}), fighters=fighters
    )
