"""Cards of loaded sets, by the names in lists of decks (M30, M35)."""

from collections.abc import Mapping
from functools import lru_cache

from django.db.models import Count, Max

from drafts.models import Card as CardRow
from drafts.rules.building import KnownCard, ListRules, name_key
from drafts.rules.cards import Card
from drafts.rules.games.base import CardGame, Game
from drafts.rules.games.registry import CARD_GAMES
from drafts.rules.night.building import Building
from drafts.store.catalog import card_columns, card_from, cards_by_row

Known = Mapping[str, KnownCard]


def known_cards(game: Game, lists: ListRules) -> Known:
    """Return the cards of the loaded sets of a game, by `name_key`; of several printings the first by number."""
    if not isinstance(game, CardGame):
        return {}
    rows = CardRow.objects.filter(card_set__game=game.slug)
    loaded = rows.aggregate(Count("id"), Max("id"), Max("card_set__id"), Max("card_set__last_load__loaded_at"))
    return _known(game.slug, lists, tuple(loaded.values()))


@lru_cache(maxsize=4)
def _known(game: str, lists: ListRules, loaded: tuple[object, ...]) -> Known:
    """Return the same; `loaded` differs after every change of loaded cards, so that they are read again."""
    rows = CardRow.objects.filter(card_set__game=game).order_by("number")
    found: dict[str, KnownCard] = {}
    for columns in rows.values_list(*card_columns(CARD_GAMES[game])).iterator(chunk_size=2000):
        card = card_from(CARD_GAMES[game], columns)
        found.setdefault(name_key(card.name), lists.facts(card))
    return found


def printed_cards(building: Building) -> dict[str, Card]:
    """Return the known cards of lists with all that is printed on them, by `name_key`."""
    lists = building.builder.lists
    if lists is None:
        return {}
    decks = [deck for work in building.works.values() for deck in (work.deck, work.of_record)]
    wanted = {known.number for deck in decks for card in deck.listed if (known := lists.known.get(card.key))}
    rows = CardRow.objects.filter(number__in=wanted).order_by("number")
    return {name_key(card.name): card for card in cards_by_row(rows, list(CARD_GAMES.values())).values()}
