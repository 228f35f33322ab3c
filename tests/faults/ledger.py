"""What clients saw against what the log says at the end: the judge of every fault test.

It knows nothing of the server but its messages and its log.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tests.live.phone import Phone

Pick = dict[str, Any]


def faults_of(log: dict[str, Any], phones: Sequence[Phone]) -> list[str]:
    """Return what is wrong, in words: an acknowledged choice lost or changed, a card twice, a view unlike the log."""
    found = []
    for table in log["tables"]:
        here = [phone for phone in phones if phone.state["table"]["number"] == table["number"]]
        found += [*_lost_choices(table["picks"], here), *_doubled_cards(table), *_strange_views(table["picks"], here)]
    return found


def _lost_choices(picks: Iterable[Pick], phones: Iterable[Phone]) -> Iterable[str]:
    taken = {(pick["round"], pick["pass"], pick["seat"], pick["card"]): pick["auto"] for pick in picks}
    for phone in phones:
        seat = phone.state["you"]["seat"]
        for asked, ack in phone.acked.values():
            if asked["type"] != "choose":
                continue
            for card in asked["cards"]:
                auto = taken.get((asked["round"], asked["pass"], seat, card))
                if auto is not False:
                    yield f"seat {seat}: {asked} was acknowledged with {ack} and is {'automatic' if auto else 'lost'}"


def _doubled_cards(table: dict[str, Any]) -> Iterable[str]:
    lying = sorted(card["id"] for pack in table["packs"] for card in pack["cards"])
    times = Counter(pick["card"] for pick in table["picks"])
    yield from (f"card {card} was taken {count} times" for card, count in times.items() if count > 1)
    if sorted(times) != lying:
        yield f"the cards taken are not those of the packs: {set(times) ^ set(lying)}"


def _strange_views(picks: Sequence[Pick], phones: Iterable[Phone]) -> Iterable[str]:
    for phone in phones:
        you = phone.state["you"]
        pile = [card["id"] for card in you["pile"] or ()]
        logged = [pick["card"] for pick in picks if pick["seat"] == you["seat"]]
        if sorted(pile) != sorted(logged):
            yield f"seat {you['seat']} sees {pile}, the log says {logged}"
