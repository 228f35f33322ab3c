"""The champions of an event: their names, and the best cards of their decks for those who may see them."""

from collections.abc import Collection
from dataclasses import dataclass

from drafts.access.rights import decks_are_open
from drafts.models import Event
from drafts.presenters.fights.standings import fights_told
from drafts.queries.catalog import NONE, rarity_order
from drafts.queries.decks import deck_of_fighter
from drafts.queries.log.aliases import Names
from drafts.rules.cards import Card
from drafts.rules.decks import Deck
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.rights import Rights
from drafts.rules.night.stages import Stage
from drafts.store.fights import load_fights

MOST_CHAMPIONS = 2
CARDS = 3


@dataclass(frozen=True, slots=True)
class ChampionCards:
    """The rarest cards of a champion's deck, in the order in which they lie in a fan: the rarest is in the middle."""

    fighter: FighterId
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Champion:
    """A side in the first place, at a table or of all (`table` 0), and its best cards as far as the reader sees them.

    `own`: the reader is of it. `may_show`: the reader can let everybody see them, who do not yet; `shows`: they do.
    """

    name: str
    table: int
    own: bool
    cards: tuple[Card, ...]
    may_show: bool
    shows: bool


def cards_of_champions(event: Event) -> list[ChampionCards]:
    """Return the best cards of each champion; none where no fight was decided, or too many share the first place."""
    live = load_fights(EventId(event.id))
    groups = [group for group in live.fighting.groups if group.record.has_results] if live else []
    return _cards_of(event, [place.fighter for group in groups for place in group.standings() if place.rank == 1])


def cards_for_everybody(event: Event) -> list[ChampionCards]:
    """Return the best cards of champions that a big screen shows: where decks are open to all, or their owners say so.

    They are known once the last result is in; of an event that is over, those of the fighters in the lead too.
    """
    if decks_are_open(event, Rights()) and event.phase == Stage.FINISHED:
        return cards_of_champions(event)
    live = load_fights(EventId(event.id))
    champions = [side for group in live.fighting.groups for side in group.champions] if live else []
    if len(champions) > MOST_CHAMPIONS or live is None:
        return []
    is_open = decks_are_open(event, Rights())
    return [
        ChampionCards(side.fighter, one.cards)
        for side in champions
        for one in _cards_of(
            event, side.fighters if is_open else sorted(live.fighting.shown.intersection(side.fighters))
        )
    ]


def champions_seen(event: Event, rights: Rights, reader: FighterId | None, names: Names | None) -> list[Champion]:
    """Return the champions of an event as a viewer with these rights sees them; none before the last result is in."""
    live = fights_told(event, names)
    if live is None:
        return []
    is_open, is_open_to_all = decks_are_open(event, rights), decks_are_open(event, Rights())
    shown, found = live.fighting.shown, []
    for group in live.fighting.groups:
        for side in group.champions:
            own = reader in side.fighters
            seen = [each for each in side.fighters if is_open or each == reader or each in shown]
            cards = tuple(card for one in _cards_of(event, seen[:MOST_CHAMPIONS]) for card in one.cards)
            may_show = own and bool(cards) and not is_open_to_all
            found.append(Champion(side.name(live.names), group.number, own, cards, may_show, reader in shown))
    return found


def _cards_of(event: Event, fighters: Collection[FighterId]) -> list[ChampionCards]:
    if len(fighters) > MOST_CHAMPIONS:
        return []
    rows = {number: row for row, number in event.source.numbers.items()} if event.is_read_only else {}
    decks = ((one, deck_of_fighter(event.fighters.get(id=rows.get(one, one)))) for one in fighters)
    best = ((one, _best_of(deck)) for one, deck in decks if deck)
    return [ChampionCards(one, cards) for one, cards in best if cards]


def _best_of(deck: Deck) -> tuple[Card, ...]:
    """Return the best cards, the very best in the middle; () of a deck without any: no list was handed in (M30)."""
    ranked = sorted((held.card for group in deck.groups for held in group.cards), key=_rank)
    best = [*{card.name: card for card in ranked}.values()][:CARDS]
    return (*best[1:2], *best[:1], *best[2:])


def _rank(card: Card) -> tuple[int, str, str]:
    return *rarity_order(CARD_GAMES[card.game], card.rarity or NONE), card.number
