"""The best cards of those who have won an event, as the big screen shows them once the log is open to everybody."""

from dataclasses import dataclass

from drafts.models import Event, Fighter
from drafts.queries.catalog import NONE, rarity_order
from drafts.queries.decks import deck_of_fighter
from drafts.rules.cards import Card
from drafts.rules.decks import Deck
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.ids import EventId, FighterId
from drafts.store.fights import load_fights

MOST_CHAMPIONS = 2
CARDS = 3


@dataclass(frozen=True, slots=True)
class ChampionCards:
    """The best cards of a champion: the card that they began with, and then the rarest of their deck."""

    fighter: FighterId
    cards: tuple[Card, ...]


def cards_of_champions(event: Event) -> list[ChampionCards]:
    """Return the best cards of each champion; none where no fight was decided, or too many share the first place."""
    live = load_fights(EventId(event.id))
    groups = [group for group in live.fighting.groups if group.record.has_results] if live else []
    first = [place.fighter for group in groups for place in group.standings() if place.rank == 1]
    if len(first) > MOST_CHAMPIONS:
        return []
    decks = ((one, deck_of_fighter(Fighter.objects.get(id=one))) for one in first)
    return [ChampionCards(one, _best_of(deck)) for one, deck in decks if deck]


def _best_of(deck: Deck) -> tuple[Card, ...]:
    ranked = sorted((held.card for group in deck.groups for held in group.cards), key=_rank)
    first = [deck.starter.card] if deck.starter else []
    return tuple({card.name: card for card in (*first, *ranked)}.values())[:CARDS]


def _rank(card: Card) -> tuple[int, str, str]:
    return *rarity_order(CARD_GAMES[card.game], card.rarity or NONE), card.number
