"""A deck as other programs read it: lists of names, and Cockatrice's XML."""

from collections.abc import Callable
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
    """Return a line with set and number (without zeros before it, M21), where the number names its set."""
    number = number_in_set(card.number)
    code = card.number.removesuffix(number).removesuffix("/")
    return f"{count} {front_of(card)}" + (f" ({code}) {number.lstrip('0') or number}" if code else "")


def write_deck_list(deck: Deck, form: str) -> str:
    """Return a deck as a list in one of `FORMS`: one line for each different card with how many there are.

    The sideboard follows the main deck; what lies in the command zone is part of it there (M18, M21).
    """
    heading, between, line = FORMS[form]
    main, aside = ([line(len(cards), cards[0].card) for cards in alike(part)] for part in (deck.main, deck.aside))
    return "\n".join([*heading, *main, *((*between, *aside) if aside else ())]) + "\n"


def deck_as_data(deck: Deck, *, has_commander: bool) -> dict[str, object]:
    """Return a deck by zones, each with its different cards: number (None where no set prints it), name and count.

    Where a deck `has_commander`, that is the card in the command zone (M35); its name is said besides.
    """
    main = deck.main
    zones = {"main": main, "side": deck.zone("side"), "command": deck.zone("command")}
    leader = next((card.card.name for card in zones["command"]), None) if has_commander else None
    return {**{name: [_line_of(cards) for cards in alike(zone)] for name, zone in zones.items()}, "commander": leader}


def _line_of(cards: Cards) -> dict[str, object]:
    card = cards[0].card
    return {"number": card.number or None, "name": card.name, "count": len(cards)}


def write_cockatrice(deck: Deck, title: str) -> str:
    """Return the deck as Cockatrice saves one (`.cod`)."""
    root = ElementTree.Element("cockatrice_deck", version="1")
    ElementTree.SubElement(root, "deckname").text = title
    ElementTree.SubElement(root, "comments")
    for name, part in (("main", deck.main), ("side", deck.aside)):
        if part or name == "main":
            zone = ElementTree.SubElement(root, "zone", name=name)
            for cards in alike(part):
                ElementTree.SubElement(zone, "card", number=str(len(cards)), name=front_of(cards[0].card))
    ElementTree.indent(root, "    ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


FORMS: dict[str, tuple[tuple[str, ...], tuple[str, ...], Callable[[int, Card], str]]] = {
    "text": ((), ("Sideboard",), _plain),
    "mtgo": ((), ("",), _for_mtgo),
    "arena": (("Deck",), ("", "Sideboard"), _for_arena),
}
"""The lines above a list and between its main deck and its sideboard, and the line of a card."""
