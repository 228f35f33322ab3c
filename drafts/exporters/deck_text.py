"""A deck as text: to copy into a chat, or to take along."""

from collections import Counter

from drafts.exporters.names import isolated
from drafts.rules.cards import CardInPack
from drafts.rules.decks import Deck
from drafts.rules.wording import Say, gettext_noop


def write_deck_text(*, title: str, fighter: str, deck: Deck, say: Say = str) -> str:
    """Return the deck by grade, one line for each different card with how many there are of it, the G zone last."""
    parts = [f"{isolated(fighter)}, {isolated(title)}"]
    grades = sorted({held.card.grade for held in deck.main}, key=lambda grade: -1 if grade is None else grade)
    for grade in grades:
        cards = [held for held in deck.main if held.card.grade == grade]
        name = say(gettext_noop("No grade") if grade is None else gettext_noop("Grade %(grade)s", grade=grade))
        parts.append("\n".join([f"{name} ({len(cards)})", *_lines(cards)]))
    if deck.g_zone:
        parts.append("\n".join([f"{say(gettext_noop('G zone'))} ({len(deck.g_zone)})", *_lines(deck.g_zone)]))
    if deck.first_vanguard:
        first = gettext_noop("First vanguard: %(name)s.", name=deck.first_vanguard.card.name)
        parts.append(f"{say(first)} {say(deck.first_vanguard_note)}")
    return "\n\n".join(parts) + "\n"


def _lines(cards: list[CardInPack] | tuple[CardInPack, ...]) -> list[str]:
    counts = Counter(held.card for held in cards)
    return [
        f"{count} {card.number} {card.name}" + (f" ({card.trigger.value})" if card.trigger else "")
        for card, count in counts.items()
    ]
