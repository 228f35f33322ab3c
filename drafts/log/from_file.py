"""The log of an event of which there is a file: what the rows made of it do not tell is as in the file."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import combinations
from operator import itemgetter
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from drafts.log.event_log import ActRecord, EntryRecord, EventLog, PlanarCard, SharedCards, TableRecord
from drafts.log.file_reading import moment_of
from drafts.log.file_types import (
    LogBattle,
    LogCount,
    LogDeck,
    LogFight,
    LogFighter,
    LogGameAct,
    LogGameDeck,
    LogListed,
    LogResult,
    LogShare,
    LogSide,
)
from drafts.rules.avatars import Avatar, AvatarEvery, AvatarMethod, Avatars, AvatarTerms
from drafts.rules.building import COMMAND, MAIN, BuiltDeck, DeckLine
from drafts.rules.cards import Card, CardId
from drafts.rules.draft.clock import started
from drafts.rules.fights.acts import (
    CounterChange,
    DieRolled,
    First,
    GameAct,
    Out,
    Planeswalked,
    Rolled,
    Spared,
    TurnPassed,
)
from drafts.rules.fights.fight import BattleTally, Correction, DecidedBy, Fight, FightGame, Result, SideDeck
from drafts.rules.fights.forms import FightForm
from drafts.rules.fights.sides import Side, emperors_at, side_of
from drafts.rules.formats import Format
from drafts.rules.ids import FighterId
from drafts.rules.night.fighting import Fighting
from drafts.rules.night.rounds import Group, Mode, Terms
from drafts.rules.planes import (
    OWN_DECK,
    DieFace,
    Plane,
    Planes,
    PlaneTerms,
    PlaneWay,
    chosen_deck,
    must_suffice,
    shared_size,
)
from drafts.rules.values import changed


class FileParts(NamedTuple):
    """The parts of a file that are kept as they are. `numbers` are those that it gives to fighters, by row id.

    `avatars` are those that are kept for all of the event, by the fighters' numbers in the file.
    """

    numbers: dict[int, int]
    fights: Sequence[LogFight]
    shares: Sequence[LogShare]
    battles: Sequence[LogBattle] = ()
    avatars: Mapping[int, str] = {}


def as_in_file(log: EventLog, file: FileParts) -> EventLog:
    """Return a log with the numbers of its file, by which a seed may have drawn the seats, and with its night.

    `log` is as the rows tell it. Acts have the words of the file: who a judge was stands in these alone.
    """
    tables = tuple(_table(table, file.numbers) for table in log.tables)
    names = {FighterId(seat.fighter): seat.name for table in tables for seat in table.seats}
    is_kept = log.event.avatar_every == AvatarEvery.EVENT
    avatars = {**file.avatars, **kept_avatars(file.fights)} if is_kept else {}
    decks = (replace(deck, fighter=file.numbers[deck.fighter]) for deck in log.decks)
    log = replace(
        log,
        tables=tables,
        history=tuple(_act(act, file.numbers) for act in log.history),
        decks=tuple(replace(deck, avatar=avatars.get(deck.fighter, "")) for deck in decks),
        fights=tuple(
            msgspec.structs.replace(fight, sides=[_called(side, names) for side in fight.sides])
            for fight in file.fights
        ),
        battles=tuple(file.battles),
        shares=tuple(file.shares),
        told=tuple((_act(act, file.numbers), _in_words(act, words, log.entries)) for act, words in log.told),
    )
    return replace(log, fighting=_fighting(log), shared=dict(_shared(log)) if log.shares else {})


def kept_avatars(fights: Iterable[LogFight]) -> Mapping[int, str]:
    """Return the avatars of fighters, by their numbers, in an event in which each keeps theirs."""
    fighters = (each for fight in fights for side in fight.sides for each in side.fighters)
    return {each.fighter: each.avatar for each in fighters if each.avatar is not UNSET}


def _table(table: TableRecord, numbers: dict[int, int]) -> TableRecord:
    return replace(table, seats=tuple(replace(seat, fighter=numbers[seat.fighter]) for seat in table.seats))


def _act(act: ActRecord, numbers: dict[int, int]) -> ActRecord:
    return replace(act, by=numbers[act.by]) if isinstance(act.by, int) else act


def _called(side: LogSide, names: dict[FighterId, str]) -> LogSide:
    fighters = [msgspec.structs.replace(each, name=names[FighterId(each.fighter)]) for each in side.fighters]
    return msgspec.structs.replace(side, name=_side(side).name(names), fighters=fighters)


def _in_words(act: ActRecord, words: str, entries: Sequence[EntryRecord]) -> str:
    same = (entry.text for entry in entries if (entry.at, entry.table) == (act.at, act.table))
    return next((text for text in same if text.endswith(words.lstrip())), words)


def _shared(log: EventLog) -> Iterator[tuple[int, SharedCards]]:
    """Yield the owners of the cards of each table; no file tells of swaps."""
    changed = {share.card: share.taker for share in log.shares}
    for table in log.tables:
        drafted = {pick.card: table.seats[pick.seat].fighter for pick in table.picks}
        yield (
            table.number,
            SharedCards({card: FighterId(changed.get(card, fighter)) for card, fighter in drafted.items()}),
        )


# The fights as the rules have them ----------------------------------------------------------------------------------


def _fighting(log: EventLog) -> Fighting | None:
    """Return the fights of a log file as they ended, None for a night without fights.

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
    format_ = log.event.procedure
    told = [part for part in log.fights if (part.table or 0) == number]
    sides, form = _sides(log, number, told), form_of(told[0], format_)
    emperors = emperors_at(((seat.seat, FighterId(seat.fighter)) for table in log.tables for seat in table.seats), form)
    of = {fighter: side.fighter for side in sides for fighter in side.fighters}
    met = sorted(
        tuple(sorted(of[FighterId(side.fighter)] for side in part.sides)) for part in told if len(part.sides) > 1
    )
    tallies = {battle.fight: BattleTally(tuple(battle.kills), tuple(battle.lost)) for battle in log.battles}
    everybody = sorted(combinations(sorted(side.fighter for side in sides), 2))
    usual = Mode.ROUND_ROBIN if met == everybody else Mode.SWISS
    return Group(
        number,
        sides,
        Mode.PODS if form.sides > 2 else usual,
        Terms(form, log.event.seed or "", swiss_rounds=rounds),
        tuple(
            tuple(
                changed(fight_of(part, format_, emperors, _planes(part, log)), tally=tallies.get(part.fight))
                for part in told
                if part.round == round_
            )
            for round_ in range(1, rounds + 1)
        ),
        emperors=emperors,
    )


def _planes(part: LogFight, log: EventLog) -> Planes | None:
    """Return the planar decks of a fight by the seed (M38), None where it is on no plane, or the file does not say."""
    if not log.event.planar_cards or log.event.seed is None or len(part.sides) == 1:
        return None
    chosen = {FighterId(deck.fighter): deck.planar for deck in log.decks if deck.planar}
    return planes_by_seed(plane_terms(log.event.planes, log.event.planar_cards), log.event.seed, part, chosen)


def plane_terms(way: str, cards: Iterable[PlanarCard]) -> PlaneTerms:
    """Return the planes of an event, as its file tells of them."""
    return PlaneTerms(PlaneWay(way), tuple(Plane(Card(card.number, card.name), card.is_phenomenon) for card in cards))


def planes_by_seed(terms: PlaneTerms, seed: str, part: LogFight, chosen: Mapping[FighterId, Sequence[str]]) -> Planes:
    """Return the planar decks of a fight; `chosen` are the numbers of the cards of those that fighters have chosen.

    Raises KeyError for a card that is not among the event's, PlanarDeckSmall and PlanarDuplicate.
    """
    fighters = tuple(FighterId(number) for side in part.sides for number in side.numbers)
    must_suffice(terms.planes, shared_size(len(fighters)) if terms.way is PlaneWay.SHARED else OWN_DECK)
    own = {fighter: chosen_deck(terms, tuple(chosen[fighter])) for fighter in fighters if fighter in chosen}
    return Planes(terms, seed, part.fight, fighters, own)


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


def fight_of(
    part: LogFight, format_: Format, emperors: frozenset[FighterId] = frozenset(), planes: Planes | None = None
) -> Fight:
    """Return a fight as its log tells of it: how its counters stand, the games before, and its result."""
    sides = tuple(map(_side, part.sides))
    by = DecidedBy.BYE if len(sides) == 1 else DecidedBy(part.by) if part.by else None
    result = None if part.result is None or by is None else _result(part.result, by)
    if result is not None and part.places is not UNSET:
        result = replace(result, places=tuple(part.places))
    games = tuple(
        FightGame(None if winner is None else FighterId(winner), _acts(part, number))
        for number, winner in enumerate(part.games, start=1)
    )
    fight = Fight(
        form=form_of(part, format_),
        sides=sides,
        first=None if part.first is None else FighterId(part.first),
        best_of=part.best_of,
        games=games,
        acts=_acts(part, len(games) + 1),
        result=result,
        corrections=tuple(
            Correction(moment_of(each.at), DecidedBy(each.by), _result(each.was, DecidedBy.ORGANIZER))
            for each in part.corrections
        ),
        dice=tuple(tuple((FighterId(die.fighter), die.face) for die in throw) for throw in part.dice),
        decks=tuple(SideDeck(FighterId(each.fighter), each.game, game_deck_of(each)) for each in part.decks),
        planes=planes,
        emperors=emperors.intersection(fighter for side in sides for fighter in side.fighters),
    )
    return _with_avatars(fight, {FighterId(each.fighter): each for side in part.sides for each in side.fighters})


def _with_avatars(fight: Fight, told: Mapping[FighterId, LogFighter]) -> Fight:
    """Return a fight with the avatars that its fighters had (M28).

    No file has their cards, which lie in no pack: by how much counters began higher is what the counts do not explain.
    """
    chosen: dict[FighterId, Avatar] = {}
    for side in fight.sides:
        explained = set[str]()
        for fighter in side.fighters:
            own = told.get(fighter)
            if own is None or own.avatar is UNSET:
                continue
            counted = fight.counts.of(fighter)
            new = own.counters.keys() & counted.keys() - explained
            starts = tuple((name, own.counters[name] - counted[name]) for name in sorted(new))
            chosen[fighter] = Avatar(Card(own.avatar, own.avatar), starts)
            explained |= set(fight.form.shared)  # of a team's counter, the first one's explain all
    if not chosen:
        return fight
    terms = AvatarTerms(AvatarMethod.FREE, AvatarEvery.ROUND, tuple(chosen.values()))
    return changed(fight, avatars=Avatars(terms, tuple(chosen), "", (), {}, chosen, fixed=True))


def form_of(part: LogFight, format_: Format) -> FightForm:
    """Return the form of a fight; no file says how much of a counter loses. Raises KeyError for none of the format."""
    return format_.forms[0] if part.form is UNSET else {form.slug: form for form in format_.forms}[part.form]


def _side(part: LogSide) -> Side:
    return Side(tuple(map(FighterId, part.numbers)))


def _result(part: LogResult, by: DecidedBy) -> Result:
    winner = None if part.winner is None else FighterId(part.winner)
    return Result(winner, tuple(part.score), by=by, double_loss=part.double_loss is True)


def _acts(part: LogFight, game: int) -> tuple[GameAct, ...]:
    """Return the acts of a game that stand, in the order of their times."""
    counts = [each for each in part.counts if each.game == game and each.undone_at is None]
    others = [each for each in part.acts if each.game == game and each.undone_at is None]
    timed: list[tuple[datetime, GameAct]] = [
        (moment_of(each.at), CounterChange(FighterId(each.fighter), each.counter, each.by, _source(each)))
        for each in counts
    ]
    timed += [(moment_of(each.at), act) for each in others if (act := _game_act(each)) is not None]
    return tuple(act for _, act in sorted(timed, key=itemgetter(0)))


def _source(each: LogCount) -> FighterId | None:
    return None if each.source is UNSET else FighterId(each.source)


def _game_act(each: LogGameAct) -> GameAct | None:
    """Return an act in a game, None for the choice of an avatar before it."""
    fighter = FighterId(0 if each.fighter is UNSET else each.fighter)
    made: Mapping[str, Callable[[], GameAct | None]] = {
        "out": lambda: Out(() if each.fighters is UNSET else tuple(map(FighterId, each.fighters))),
        "spare": lambda: Spared(fighter, "" if each.counter is UNSET else each.counter),
        "rolled": lambda: Rolled(fighter),
        "first": lambda: First(fighter),
        "turn": lambda: TurnPassed(None if each.extra is UNSET else FighterId(each.extra)),
        "roll": lambda: DieRolled(
            fighter, DieFace.BLANK if each.face is UNSET else DieFace(each.face), each.own is True
        ),
        "walk": lambda: Planeswalked(fighter),
        "avatar": lambda: None,
    }
    return made[each.kind]()


def game_deck_of(each: LogGameDeck) -> BuiltDeck:
    """Return the deck of a game after the first."""
    if each.list is not UNSET:
        return _listed_deck(each.list)
    main, command = (tuple(map(CardId, cards)) for cards in (each.main, each.command))
    return BuiltDeck(main, command, tuple(each.basics.items()))


def built_deck_of(deck: LogDeck) -> BuiltDeck:
    """Return a deck of a file that was built or brought along."""
    if deck.list is not UNSET:
        return _listed_deck(deck.list)
    zones = {zone.zone: tuple(map(CardId, zone.cards)) for zone in deck.zones}
    lands = {} if deck.basics is UNSET else deck.basics
    return BuiltDeck(zones.get(MAIN, ()), zones.get(COMMAND, ()), tuple(lands.items()))


def _listed_deck(listed: Sequence[LogListed]) -> BuiltDeck:
    return BuiltDeck(listed=tuple(DeckLine(card.name, card.count, card.zone) for card in listed))
