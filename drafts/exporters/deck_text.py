"""A deck as text: to copy into a chat, or to take along."""

from collections import Counter

from drafts.exporters.names import isolated
from drafts.rules.decks import Cards, Deck
from drafts.rules.games.base import CardGame
from drafts.rules.wording import Say


def write_deck_text(*, title: str, fighter: str, game: CardGame, deck: Deck, say: Say = str) -> str:
    """Return the deck in its groups, one line for each different card with how many there are of it."""
    parts = [f"{isolated(fighter)}, {isolated(title)}"]
    parts += [
        "\n".join([f"{say(group.name)} ({len(group.cards)})", *_lines(game, group.cards)]) for group in deck.listed
    ]
    if deck.starter:
        first = game.words["starter"].filled(name=deck.starter.card.name)
        parts.append(" ".join(filter(None, (say(first), deck.starter_note and say(deck.starter_note)))))
    return "\n\n".join(parts) + "\n"


def _lines(game: CardGame, cards: Cards) -> list[str]:
    counts = Counter(held.card for held in cards)
    notes = {card: game.line_note(card) for card in counts}
    return [
        " ".join(filter(None, (str(count), card.number, card.name))) + (f" ({notes[card]})" if notes[card] else "")
        for card, count in counts.items()
    ]
