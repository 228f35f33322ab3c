"""Building a deck of Magic cards (M14-M20): where cards may lie, lands by symbols, and the decks of bots."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import cast

from drafts.rules.building import COMMAND, MAIN, SIDE, Builder, BuiltDeck, KnownCard, Lands, ListRules, name_key
from drafts.rules.cards import Card, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.decks import Cards
from drafts.rules.games.magic.bots import worth_alone
from drafts.rules.games.magic.cards import COLOURS, PERMANENTS, SYMBOL, MagicCard
from drafts.rules.games.magic.decks import built_deck, listed_deck, tallies_of
from drafts.rules.wording import Wording, gettext_noop

LEAST = 40
LANDS = 17
SPELLS = LEAST - LANDS
FEWEST_LANDS = 15
"""In a deck of the least size; with more spells than leave room for them, the deck is meant to be larger."""

BASICS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
IN_A_DECK = frozenset((*PERMANENTS, "instant", "sorcery", "kindred"))
BASIC_LANDS: dict[str, Card] = {
    name: MagicCard("", name, "L", type_line=f"Basic Land - {name}", color_identity=colour)
    for name, colour in BASICS.items()
}
_REFUSED = {
    "conspiracy": gettext_noop("A conspiracy is not part of a deck."),
    "dungeon": gettext_noop("A dungeon is not part of a deck."),
    "phenomenon": gettext_noop("A phenomenon is not part of a deck."),
    "plane": gettext_noop("A plane is not part of a deck."),
    "scheme": gettext_noop("A scheme is not part of a deck."),
    "vanguard": gettext_noop("A vanguard is not part of a deck."),
}
_ONLY_CONSPIRACIES = gettext_noop("Only a conspiracy lies in the command zone.")


def zone_of(card: Card) -> str:
    """Return where a card may lie besides the sideboard (M18)."""
    if "conspiracy" in card.traits:
        return COMMAND
    return MAIN if not IN_A_DECK.isdisjoint(card.traits) and _REFUSED.keys().isdisjoint(card.traits) else SIDE


def refused(card: Card) -> Wording:
    """Return why a card does not lie where it was put."""
    return next((words for kind, words in _REFUSED.items() if kind in card.traits), _ONLY_CONSPIRACIES)


def suggest(cards: Sequence[Card], count: int | None) -> Lands:
    """Return so many basic lands in proportion to the coloured symbols of these cards, by default 17 of 40 (M19).

    Of a hybrid symbol both colours count. Each colour that is asked for has a land, as long as there are enough; where
    none is, all colours have equally many. Lands among the cards count as such.
    """
    printed = [cast(MagicCard, card) for card in cards]
    spells = [card for card in printed if not card.is_land]
    wanted = _usual_lands(len(spells)) - (len(printed) - len(spells)) if count is None else count
    symbols = _symbols(spells) or Counter(COLOURS)
    shares = _apportioned(symbols, max(0, wanted))
    return tuple((name, shares[colour]) for name, colour in BASICS.items() if shares[colour])


def _usual_lands(spells: int) -> int:
    if spells <= SPELLS:
        return LANDS
    return LEAST - spells if spells <= LEAST - FEWEST_LANDS else round(Fraction(LANDS * spells, SPELLS))


def _symbols(cards: Sequence[MagicCard]) -> Counter[str]:
    return Counter(colour for card in cards for colour in _colours_asked(card.mana_cost))


@lru_cache(maxsize=4096)
def _colours_asked(cost: str) -> Sequence[str]:
    """Return the colours of each symbol of a cost, one after the other; of a hybrid symbol both."""
    return [colour for symbol in SYMBOL.findall(cost) for colour in COLOURS if colour in symbol]


def _apportioned(symbols: Counter[str], seats: int) -> Counter[str]:
    """Return so many lands by symbols: first one for each colour, then for the colour with fewest for its symbols.

    Of numbers so small equal quotients are equal floats, and others are not.
    """
    colours = sorted(symbols, key=lambda colour: (-symbols[colour], COLOURS.index(colour)))
    shares = Counter(colours[:seats])
    for _ in range(seats - shares.total()):
        shares[max(colours, key=lambda colour: symbols[colour] / (2 * shares[colour] + 1))] += 1
    return shares


def bot_deck(pool: Cards, chance: Chance) -> BuiltDeck:
    """Return the deck of a bot (M20): the best 23 cards of two colours, and 17 lands.

    The colours are those whose best cards are worth most; by chance, where several pairs are. A pool that is too small
    for that leads to more lands.
    """
    playable = [held for held in pool if zone_of(held.card) == MAIN and "basic" not in held.card.traits]
    pairs = [(one, other) for place, one in enumerate(COLOURS) for other in COLOURS[place + 1 :]]
    best = {pair: _best_of(playable, pair) for pair in pairs}
    worths = {pair: sum(worth_alone(held.card) for held in cards) for pair, cards in best.items()}
    chosen = chance.choice([pair for pair in pairs if worths[pair] == max(worths.values())])
    main = best[chosen]
    lands = suggest([held.card for held in main], LEAST - len(main))
    return BuiltDeck(tuple(held.id for held in main), (), lands)


def _best_of(cards: Sequence[CardInPack], colours: Sequence[str]) -> Sequence[CardInPack]:
    castable = [
        held
        for held in cards
        if not cast(MagicCard, held.card).is_land and set(cast(MagicCard, held.card).colors) <= set(colours)
    ]
    return sorted(castable, key=lambda held: (-worth_alone(held.card), held.card.number, held.id))[:SPELLS]


MAGIC_BUILDER = Builder(
    least=LEAST,
    lands=BASIC_LANDS,
    zone_of=zone_of,
    refused=refused,
    suggest=suggest,
    bot=bot_deck,
    sorted=built_deck,
    tallies=tallies_of,
)

LEAST_CONSTRUCTED = 60
MOST_COPIES = 4
ANY_NUMBER = "any number of cards named"
"""The text of a card of which a deck may have more (M16)."""


def is_free(card: Card) -> bool:
    """Whether a deck may have any number of a card: of basic lands, snow ones too, and where its text says so (M16)."""
    return "basic" in card.traits or ANY_NUMBER in card.text.casefold()


def facts_of(card: Card) -> KnownCard:
    """Return what a list has to know of a card: a legendary creature may be a commander (M35)."""
    printed = cast(MagicCard, card)
    is_commander = {"legendary", "creature"} <= card.traits
    return KnownCard(card.number, is_free(card), is_commander, printed.color_identity, card.name)


CONSTRUCTED = ListRules(
    most=MOST_COPIES,
    free=frozenset(name_key(f"{snow}{name}") for snow in ("", "Snow-Covered ") for name in (*BASICS, "Wastes")),
    card=lambda name: BASIC_LANDS.get(name) or MagicCard("", name, ""),
    facts=facts_of,
)
MAGIC_LISTS = Builder(
    least=LEAST_CONSTRUCTED,
    lands={},
    zone_of=zone_of,
    refused=refused,
    suggest=lambda cards, count: (),
    bot=lambda pool, chance: BuiltDeck(),
    sorted=listed_deck,
    tallies=tallies_of,
    lists=CONSTRUCTED,
)
"""Lists of decks that are brought along (M30): 60 cards at least, four of one at most (M14, M16)."""

SIZE_OF_COMMANDER = 100
COMMANDER_LISTS = replace(
    MAGIC_LISTS,
    least=SIZE_OF_COMMANDER,
    lists=replace(CONSTRUCTED, most=1, has_commander=True),
)
"""Lists of Commander: 100 cards with the commander, one of each but basic lands, in its colours (M35)."""
