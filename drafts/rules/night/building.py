"""Building the decks of a table (M14-M20) as one value in time, and the moves at it.

A move returns the next value or raises a Refusal. Every state can be recomputed from the moves and their times: the
move that locks all decks contains those that the server fills.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from drafts.rules.actors import Actor, ActorKind
from drafts.rules.building import (
    COMMAND,
    MAIN,
    NO_DECK,
    SIDE,
    Builder,
    BuiltDeck,
    DeckLine,
    Pool,
    checked,
    faults_of,
    filled,
)
from drafts.rules.cards import CardId
from drafts.rules.draft.clock import Clock
from drafts.rules.errors import DeckLocked, NotAllowed, StaleDeck
from drafts.rules.ids import FighterId
from drafts.rules.night import clock_moves
from drafts.rules.night.clock_moves import ClockMove, Extend, Pause, Resume
from drafts.rules.night.lines import FIGHTER, NEVER, SECONDS, Form, Lines
from drafts.rules.values import changed

Locked = tuple[tuple[FighterId, BuiltDeck], ...]
"""The decks that the server registers when time is up, each with a fighter who had none; lists are empty here."""

# Moves ----------------------------------------------------------------------------------------------------------------


class DeckMove(NamedTuple):
    """Replace the whole deck, legal or not. `seen` is the version of the deck that was shown.

    A move that is stored names the fighter instead of what was seen.
    """

    fighter: FighterId | None = None
    deck: BuiltDeck = NO_DECK
    seen: int | None = None


class RegisterMove(NamedTuple):
    """Register the deck as it is, in place of what was registered before."""

    fighter: FighterId | None = None
    seen: int | None = None


class CheckMove(NamedTuple):
    """Look at the registered deck of a fighter, as an official: the fighter is told."""

    fighter: FighterId


class Lock(NamedTuple):
    """Lock all decks; those that are not registered are registered as the server has filled them."""

    decks: Locked = ()


class DropOut(NamedTuple):
    """Note that a fighter has left: their deck is not waited for."""

    fighter: FighterId


class ComeBack(NamedTuple):
    """Note that a fighter who had left is there again."""

    fighter: FighterId


Move = DeckMove | RegisterMove | CheckMove | Lock | DropOut | ComeBack | ClockMove


def deck_text(deck: BuiltDeck) -> str:
    """Return a deck as a text: the cards of the main deck, of the command zone, the free lands.

    A list begins with the word `list`: then the main deck, the sideboard, the command zone.
    """
    if deck.listed:
        zones = (
            "; ".join(f"{card.count} {card.name}" for card in deck.listed if card.zone == zone)
            for zone in (MAIN, SIDE, COMMAND)
        )
        return f"list {' | '.join(zones)}"
    cards = (" ".join(map(str, zone)) for zone in (deck.main, deck.command))
    parts = (*cards, " ".join(f"{name} {count}" for name, count in deck.basics))
    return " ".join("| ".join(f"{part} " if part else "" for part in parts).split())


def deck_of_text(text: str) -> BuiltDeck:
    """Return the deck of a text by `deck_text`. Raises ValueError for any other text."""
    if text.startswith(LIST):
        zones = zip((MAIN, SIDE, COMMAND), text.removeprefix(LIST).split(" | "), strict=True)
        return BuiltDeck(listed=tuple(card for zone, said in zones for card in _listed(said, zone)))
    main, command, basics = text.split("|")
    words = basics.split()
    lands = tuple((name, int(count)) for name, count in zip(words[::2], words[1::2], strict=True))
    return BuiltDeck(_cards(main), _cards(command), lands)


def _listed(text: str, zone: str) -> Iterator[DeckLine]:
    for part in filter(None, text.split("; ")):
        count, _, name = part.partition(" ")
        yield DeckLine(name, int(count), zone)


def _cards(text: str) -> tuple[CardId, ...]:
    return tuple(CardId(int(card)) for card in text.split())


LIST = "list "
LIST_FORM = rf"{LIST}[^|]* \| [^|]* \| [^|]*"
_DECK = r"(?:[0-9]+ )*\| ?(?:[0-9]+ )*\|(?: [A-Za-z-]+ [0-9]+)*"


def _locked(text: str) -> Locked:
    pairs = (part.partition(" ") for part in text.split(", "))
    return tuple((FighterId(int(fighter)), deck_of_text(deck)) for fighter, _, deck in pairs)


LINES: Lines[Move] = Lines(
    {
        "deck": DeckMove,
        "register": RegisterMove,
        "auto": Lock,
        "deck_check": CheckMove,
        "drop": DropOut,
        "reinstate": ComeBack,
        "pause": Pause,
        "resume": Resume,
        "extend": Extend,
    },
    {
        "fighter": FIGHTER,
        "deck": Form(f"(?:{_DECK}|{LIST_FORM})", deck_of_text, deck_text),
        "decks": Form(
            rf"[1-9][0-9]* {_DECK}(?:, [1-9][0-9]* {_DECK})*",
            _locked,
            lambda decks: ", ".join(f"{fighter} {deck_text(deck)}" for fighter, deck in decks),
        ),
        "seen": NEVER,
        "seconds": SECONDS,
    },
)

# The value ------------------------------------------------------------------------------------------------------------


class Registered(NamedTuple):
    """The deck of record, since when, and whether the server registered it."""

    deck: BuiltDeck
    at: datetime
    auto: bool = False


class Check(NamedTuple):
    """A check of a registered deck by an official."""

    by: ActorKind
    at: datetime


class Work(NamedTuple):
    """A fighter's deck so far, at a version that counts its own changes, from 1."""

    version: int = 1
    deck: BuiltDeck = NO_DECK
    registered: Registered | None = None
    checks: tuple[Check, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether the deck is what was registered."""
        return self.registered is not None and self.registered.deck == self.deck

    @property
    def of_record(self) -> BuiltDeck:
        """The registered deck; before that, the deck as it is built so far."""
        return self.deck if self.registered is None else self.registered.deck


NOTHING_BUILT = Work()


@dataclass(frozen=True)
class Building:
    """The decks of the fighters at a table, each with the pool that it is built of, and the time for it.

    `stopped_by` is who stopped the clock last. `locked`: nothing can be changed or registered any more. `gone` are
    those who have left: their decks are locked as all others are, but not waited for.
    """

    builder: Builder
    pools: Mapping[FighterId, Pool]
    works: Mapping[FighterId, Work]
    clock: Clock
    stopped_by: ActorKind | None = None
    locked: bool = False
    gone: frozenset[FighterId] = frozenset()

    @property
    def paused_by(self) -> ActorKind | None:
        """The official who has paused the clock, None while it runs."""
        return self.stopped_by if self.clock.stands else None

    @property
    def unregistered(self) -> tuple[FighterId, ...]:
        """The fighters who have not registered a deck."""
        return tuple(fighter for fighter, work in self.works.items() if work.registered is None)

    @property
    def counted(self) -> tuple[FighterId, ...]:
        """The fighters whose decks are waited for or registered: all but those who have left without one."""
        return tuple(one for one in self.works if one not in self.gone or self.progress(one) == "registered")

    def progress(self, fighter: FighterId) -> str:
        """Return how far a fighter is, as everybody sees it: `none`, `building` or `registered`.

        The deck that the server registered for a fighter who has left counts as none: it is not played.
        """
        work = self.works[fighter]
        if work.registered is not None and not (work.registered.auto and fighter in self.gone):
            return "registered"
        return "none" if work.version == NOTHING_BUILT.version else "building"


def completed(building: Building, by: Actor, move: Move) -> Move:
    """Return a move as it is stored: with its fighter, without what was seen, and with the decks that the server fills.

    Raises DeckLocked and StaleDeck, and NotAllowed for a viewer who builds no deck here. Whether a list can be
    registered is checked here, and not when the move is replayed: other sets may be loaded by then.
    """
    if isinstance(move, Lock):
        if building.builder.lists is not None:
            return Lock(tuple((one, NO_DECK) for one in building.unregistered))
        return Lock(tuple((one, _filled(building, one)) for one in building.unregistered))
    if not isinstance(move, DeckMove | RegisterMove) or move.fighter is not None:
        return move
    fighter = by.fighter
    if fighter is None or fighter not in building.works:
        raise NotAllowed
    if building.locked:
        raise DeckLocked
    if move.seen != building.works[fighter].version:
        raise StaleDeck
    if isinstance(move, RegisterMove) and building.builder.lists is not None:
        _must_be_legal(building, fighter)
    return move._replace(fighter=fighter, seen=None)


def apply(building: Building, by: Actor, move: Move, now: datetime) -> Building:
    """Return the building after a move, the same object where nothing changes. Raises a Refusal."""
    match move:
        case DeckMove() | RegisterMove():
            return _built(building, by, move, now)
        case CheckMove():
            return _looked_at(building, by, move, now)
        case Lock():
            return _all_locked(building, by, move, now)
        case DropOut():
            return _with_gone(building, move.fighter, building.gone | {move.fighter})
        case ComeBack():
            return _with_gone(building, move.fighter, building.gone - {move.fighter})
        case Pause() | Resume() | Extend():
            return _timed(building, by, move, now)


def _built(building: Building, by: Actor, move: DeckMove | RegisterMove, now: datetime) -> Building:
    fighter = move.fighter
    if fighter is None or fighter != by.fighter or fighter not in building.works:
        raise NotAllowed
    if building.locked:
        raise DeckLocked
    work = building.works[fighter]
    if isinstance(move, DeckMove):
        deck = checked(move.deck, building.pools[fighter], building.builder)
        return _with(building, fighter, work._replace(version=work.version + 1, deck=deck))
    if building.builder.lists is None:
        _must_be_legal(building, fighter)
    if work.is_same:
        return building
    return _with(building, fighter, work._replace(registered=Registered(work.deck, now)))


def _must_be_legal(building: Building, fighter: FighterId) -> None:
    for fault in faults_of(building.works[fighter].deck, building.builder):
        raise fault


def _looked_at(building: Building, by: Actor, move: CheckMove, now: datetime) -> Building:
    work = building.works.get(move.fighter)
    if not by.is_official or work is None or work.registered is None:
        raise NotAllowed
    return _with(building, move.fighter, work._replace(checks=(*work.checks, Check(by.kind, now))))


def _all_locked(building: Building, by: Actor, move: Lock, now: datetime) -> Building:
    if by.kind is ActorKind.FIGHTER:
        raise NotAllowed
    if building.locked:
        return building
    if {fighter for fighter, _ in move.decks} != set(building.unregistered):
        raise NotAllowed
    lists = building.builder.lists is not None
    filled_in = {
        fighter: Registered(building.works[fighter].deck if lists else deck, now, auto=True)
        for fighter, deck in move.decks
    }
    works = {
        fighter: _closed(work if work.registered else work._replace(registered=filled_in[fighter]))
        for fighter, work in building.works.items()
    }
    return changed(building, works=works, locked=True)


def _with_gone(building: Building, fighter: FighterId, gone: frozenset[FighterId]) -> Building:
    if fighter not in building.works:
        raise NotAllowed
    return building if gone == building.gone else changed(building, gone=gone)


def _closed(work: Work) -> Work:
    """Return the work with the deck of record as the deck."""
    return work._replace(deck=work.of_record)


def _filled(building: Building, fighter: FighterId) -> BuiltDeck:
    return filled(building.works[fighter].deck, building.pools[fighter], building.builder)


def _timed(building: Building, by: Actor, move: ClockMove, now: datetime) -> Building:
    if by.kind is ActorKind.FIGHTER or building.locked:
        raise NotAllowed
    clock = clock_moves.moved(building.clock, move, now)
    if clock is building.clock:
        return building
    return changed(building, clock=clock, stopped_by=clock_moves.paused_by(building.stopped_by, by, move))


def _with(building: Building, fighter: FighterId, work: Work) -> Building:
    return changed(building, works={**building.works, fighter: work})
