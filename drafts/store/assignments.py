"""Assigning cards without wishes so that the fewest have to be handed over: a minimum-cost flow (R19)."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from itertools import islice
from typing import NamedTuple

from drafts.rules.cards import CardId
from drafts.rules.ids import FighterId
from drafts.rules.night.shares import Shares, hand_overs
from drafts.rules.night.sharing import Fill, Open

_Kind = str | CardId
"""The name that cards which are alike share, or the id of a card that is like no other."""
_REST = "rest"
"""The node of the graph for cards that are not kept."""


class _Places(NamedTuple):
    """How many cards each fighter gets, the cards by kind, and how many of a kind a fighter can keep."""

    due: Mapping[FighterId, int]
    cards: Mapping[_Kind, list[CardId]]
    kept: Mapping[tuple[FighterId, _Kind], int]


def fewest_hand_overs(shares: Shares) -> Fill:
    """Return a fill of turns that leads to the fewest hand-overs.

    Fighters keep cards of their own piles as far as their turns allow; the others go to fighters with cards missing.
    """

    def fill(places: Open) -> list[CardId]:
        assigned = {fighter: iter(cards) for fighter, cards in _assigned(shares, places).items()}
        return [next(assigned[fighter]) for fighter in places.turns]

    return fill


def fewest_for_all(shares: Shares) -> int:
    """Return how many cards are handed over in all, if the present rarity is shared so that they are the fewest."""
    sharing, owners = shares.sharing, shares.owners()
    if shares.begun:
        for fighter, cards in _assigned(shares, Open(sharing.pool, sharing.turns, owners)).items():
            owners |= dict.fromkeys(cards, fighter)
    return len(hand_overs(owners, shares.drafted, shares.alike))


def _assigned(shares: Shares, places: Open) -> dict[FighterId, list[CardId]]:
    """Return the cards of each fighter: first those to keep, if possible the fighter's own copies."""
    counted = _counted(shares, places)
    flow = _flow(counted)
    left = {kind: list(cards) for kind, cards in counted.cards.items()}
    assigned: dict[FighterId, list[CardId]] = {fighter: [] for fighter in counted.due}
    for fighter, cards in assigned.items():
        for kind, copies in left.items():
            copies.sort(key=lambda card: (shares.drafted[card] != fighter, card))
            kept = flow[_gets(fighter)].get(_kind(kind), 0)
            cards.extend(copies[:kept])
            del copies[:kept]
    rest = (card for copies in left.values() for card in copies)
    for fighter, cards in assigned.items():
        cards.extend(islice(rest, counted.due[fighter] - len(cards)))
    return assigned


def _counted(shares: Shares, places: Open) -> _Places:
    cards: defaultdict[_Kind, list[CardId]] = defaultdict(list)
    for card in places.cards:
        cards[shares.alike.get(card, card)].append(card)
    kept = Counter((fighter, shares.alike.get(card, card)) for card, fighter in shares.drafted.items())
    kept.subtract((fighter, shares.alike.get(card, card)) for card, fighter in places.owners.items())
    due = Counter(places.turns)
    return _Places(due, cards, {pair: count for pair, count in (+kept).items() if pair[0] in due and pair[1] in cards})


def _flow(places: _Places) -> Mapping[Hashable, Mapping[Hashable, int]]:
    """Return how many cards of each kind each fighter keeps. Each unit through the node of the rest costs one."""
    import networkx  # it is slow to load, and most processes never share cards

    graph: networkx.DiGraph[Hashable] = networkx.DiGraph()
    graph.add_node(_REST, demand=0)
    for fighter, due in places.due.items():
        graph.add_node(_gets(fighter), demand=-due)
        graph.add_edge(_gets(fighter), _REST, weight=1)
    for kind, cards in places.cards.items():
        graph.add_node(_kind(kind), demand=len(cards))
        graph.add_edge(_REST, _kind(kind), weight=0)
    for (fighter, kind), count in places.kept.items():
        graph.add_edge(_gets(fighter), _kind(kind), weight=0, capacity=count)
    flow: Mapping[Hashable, Mapping[Hashable, int]] = networkx.min_cost_flow(graph)
    return flow


def _gets(fighter: FighterId) -> Hashable:
    return ("gets", fighter)


def _kind(kind: _Kind) -> Hashable:
    return ("kind", kind)
