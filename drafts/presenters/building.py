"""The page on which a deck is built by forms alone, and the page of a deck check (M14-M20)."""

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from drafts.languages import translated
from drafts.models import Fighter, Seat
from drafts.presenters.clocks import clock_words
from drafts.rules.building import (
    COMMAND,
    MAIN,
    OF_NO_PACK,
    SIDE,
    BuiltDeck,
    ListRules,
    faults_of,
    laid_out,
    list_text,
    suggested,
)
from drafts.rules.cards import Card, CardId
from drafts.rules.decks import Cards, Deck, alike
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.building import Registered
from drafts.rules.night.fight_moves import FightNumber
from drafts.store.building import LiveBuilding, load_building
from drafts.store.fights import load_fights


@dataclass(frozen=True, slots=True)
class EqualCards:
    """Equal cards that lie together: how many, and one of them. `may_go`: one can be put into the deck."""

    cards: Cards
    may_go: bool = False

    @property
    def count(self) -> int:
        """How many they are."""
        return len(self.cards)

    @property
    def card(self) -> Card:
        """The printed card."""
        return self.cards[0].card

    @property
    def first(self) -> CardId:
        """The card of them that is moved first."""
        return self.cards[0].id

    @property
    def note(self) -> str:
        """Return the words beside the name of the card, as lists of its game have them."""
        return CARD_GAMES[self.card.game].line_note(self.card)


@dataclass(frozen=True, slots=True)
class LandRow:
    """A free land: how many are in the deck, and how many a usual deck of these cards has; 0 once it is locked."""

    name: str
    count: int
    suggested: int


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of a list; `is_checked`: a loaded set has the card."""

    name: str
    count: int
    is_checked: bool


@dataclass(frozen=True, slots=True)
class ListedZone:
    """A zone of a list, and how many cards lie there."""

    name: str
    lines: tuple[ListLine, ...]

    @property
    def count(self) -> int:
        """How many cards it has."""
        return sum(line.count for line in self.lines)


@dataclass(frozen=True, slots=True)
class ListedDeck:
    """A deck that was brought along: its zones with their lines, and the list as a text to go on from."""

    zones: tuple[ListedZone, ...]
    text: str

    @property
    def has_unchecked(self) -> bool:
        """Whether it has a card that no loaded set has."""
        return any(not line.is_checked for zone in self.zones for line in zone.lines)


@dataclass(frozen=True, slots=True)
class BuildPage:
    """A fighter's deck as a page shows it. `clock` is the time that is left as text, "" where nothing is timed.

    With a `fight` it is the deck for the next games of that fight (M23).
    """

    version: int
    main: tuple[EqualCards, ...]
    command: tuple[EqualCards, ...]
    side: tuple[EqualCards, ...]
    lands: tuple[LandRow, ...]
    deck: Deck
    count: int
    faults: tuple[str, ...]
    registered: Registered | None
    is_same: bool
    is_locked: bool
    is_paused: bool
    clock: str
    deadline: datetime | None
    listed: ListedDeck | None = None
    fight: FightNumber | None = None

    @property
    def is_legal(self) -> bool:
        """Whether it can be registered."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """The registered deck of a fighter beside the pool that it was built of.

    `between` is the deck of the fight that goes on, where it was changed between games (M23).
    """

    fighter: Fighter
    registered: Registered
    deck: Deck
    main: tuple[EqualCards, ...]
    command: tuple[EqualCards, ...]
    side: tuple[EqualCards, ...]
    lands: tuple[LandRow, ...]
    pool: tuple[EqualCards, ...]
    between: BuildPage | None = None
    listed: ListedDeck | None = None


_ZONES = {COMMAND: _("Commander"), MAIN: _("Main deck"), SIDE: _("Sideboard")}


def build_page(fighter: Fighter) -> BuildPage | None:
    """Return a fighter's deck as a page shows it, None where they build none."""
    live = _live_of(fighter)
    return None if live is None else _page(live, fighter)


def match_page(fighter: Fighter) -> BuildPage | None:
    """Return the deck of a fighter in the fight that goes on (M23), None where there is none."""
    fights = load_fights(EventId(fighter.event_id))
    found = None if fights is None else fights.fighting.open_fight_of(FighterId(fighter.id))
    if fights is None or found is None:
        return None
    number, fight = found
    live = fights.decks.as_built(FighterId(fighter.id), fight)
    return None if live is None else replace(_page(live, fighter), fight=number)


def _page(live: LiveBuilding, fighter: Fighter) -> BuildPage:
    building, of_fighter = live.building, FighterId(fighter.id)
    builder, work, pool = building.builder, building.works[of_fighter], building.pools.get(of_fighter, {})
    deck = laid_out(work.deck, pool, builder, live.printed)
    usual = {} if building.locked else dict(suggested(work.deck, pool, builder))
    basics = dict(work.deck.basics)
    return BuildPage(
        version=work.version,
        main=_rows(_of_pool(deck.zone(MAIN))),
        command=_rows(deck.zone(COMMAND)),
        side=tuple(
            EqualCards(cards, builder.zone_of(cards[0].card) in (MAIN, COMMAND)) for cards in alike(deck.zone(SIDE))
        ),
        lands=tuple(LandRow(name, basics.get(name, 0), usual.get(name, 0)) for name in builder.lands),
        deck=deck,
        count=work.deck.size,
        faults=tuple(translated(fault.words) for fault in faults_of(work.deck, builder)),
        registered=work.registered,
        is_same=work.is_same,
        is_locked=building.locked,
        is_paused=building.clock.stands,
        clock="" if building.locked else clock_words(building.clock.deadline, building.clock.left, minutes=True),
        deadline=building.clock.deadline,
        listed=listed_deck(work.deck, builder.lists),
    )


def listed_deck(deck: BuiltDeck, lists: ListRules | None) -> ListedDeck | None:
    """Return a deck that was brought along by its lines, None where decks are built of a pool."""
    if lists is None:
        return None
    zones = (ListedZone(str(words), _lines_of(deck, zone, lists)) for zone, words in _ZONES.items())
    return ListedDeck(tuple(zone for zone in zones if zone.lines), list_text(deck))


def _lines_of(deck: BuiltDeck, zone: str, lists: ListRules) -> tuple[ListLine, ...]:
    return tuple(ListLine(card.name, card.count, card.key in lists.known) for card in deck.listed if card.zone == zone)


def checked_deck(fighter: Fighter) -> CheckedDeck | None:
    """Return the registered deck of a fighter with their pool, None where there is none."""
    live = _live_of(fighter)
    if live is None:
        return None
    of_fighter = FighterId(fighter.id)
    registered, pool = live.building.works[of_fighter].registered, live.building.pools.get(of_fighter, {})
    if registered is None:
        return None
    builder = live.building.builder
    deck, between = laid_out(registered.deck, pool, builder, live.printed), match_page(fighter)
    return CheckedDeck(
        fighter=fighter,
        registered=registered,
        deck=deck,
        main=_rows(_of_pool(deck.zone(MAIN))),
        command=_rows(deck.zone(COMMAND)),
        side=_rows(deck.zone(SIDE)),
        lands=tuple(LandRow(name, count, 0) for name, count in registered.deck.basics),
        pool=_rows(builder.sorted(tuple(pool.values()), (), ()).main),
        listed=listed_deck(registered.deck, builder.lists),
        between=between if between is not None and between.version > 1 else None,
    )


def _live_of(fighter: Fighter) -> LiveBuilding | None:
    """Return the decks of a fighter's table, None where they build none there."""
    table = Seat.objects.current().filter(fighter=fighter).values_list("table__number", flat=True).first()
    live = None if table is None else load_building(EventId(fighter.event_id), table)
    return live if live is not None and fighter.id in live.building.works else None


def _rows(cards: Cards) -> tuple[EqualCards, ...]:
    return tuple(map(EqualCards, alike(cards)))


def _of_pool(cards: Cards) -> Cards:
    """Return the cards that are no free lands."""
    return tuple(held for held in cards if held.id != OF_NO_PACK)
