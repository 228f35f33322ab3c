"""A deck as other programs read it: lists of names, and Cockatrice's XML."""

from collections.abc import Callable, Iterator
from xml.etree import ElementTree

from drafts.rules.card_numbers import number_in_set
from drafts.rules.cards import FACES, Card
from drafts.rules.decks import Cards, Deck, alike


def front_of(card: Card) -> str:
    """Return the name of a card's front."""
    return card.name.partition(FACES)[0]


def _plain(count: int, card: Card) -> str:
    return f"{count} {card.name}"


def _for_mtgo(count: int, card: Card) -> str:
    return f"{count} {front_of(card)}"


def _for_arena(count: int, card: Card) -> str:
    """Return a line with set and number, which tell printings apart, where the number names its set."""
    number = number_in_set(card.number)
    code = card.number.removesuffix(number).removesuffix("/")
    return f"{count} {front_of(card)}" + (f" ({code}) {number}" if code else "")


def write_deck_list(deck: Deck, form: str) -> str:
    """Return the main deck as a list in one of `FORMS`: one line for each different card with how many there are."""
    heading, line = FORMS[form]
    return "\n".join([*heading, *(line(len(cards), cards[0].card) for cards in _main_of(deck))]) + "\n"


def write_cockatrice(deck: Deck, title: str) -> str:
    """Return the deck as Cockatrice saves one (`.cod`)."""
    root = ElementTree.Element("cockatrice_deck", version="1")
    ElementTree.SubElement(root, "deckname").text = title
    ElementTree.SubElement(root, "comments")
    zone = ElementTree.SubElement(root, "zone", name="main")
    for cards in _main_of(deck):
        ElementTree.SubElement(zone, "card", number=str(len(cards)), name=front_of(cards[0].card))
    ElementTree.indent(root, "    ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _main_of(deck: Deck) -> Iterator[Cards]:
    for zone in deck.zones:
        yield from alike(zone.cards)


FORMS: dict[str, tuple[tuple[str, ...], Callable[[int, Card], str]]] = {
    "text": ((), _plain),
    "mtgo": ((), _for_mtgo),
    "arena": (("Deck",), _for_arena),
}
"""What stands above a list, and the line of a card. There is no sideboard while the whole pool is the main deck."""
