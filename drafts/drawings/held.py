"""The things that figures hold, by the words of a card's name."""

from drafts.drawings.chance import SeededNumbers

WORDS_OF_ITEMS = {
    "lance": "lance spear pike rifle needle banner",
    "lamp": "lamp lantern candle light wick ember",
    "bell": "bell chim choir cantor tenor alto baritone",
    "key": "key gate warden turnstile lock verger",
    "horn": "trumpet horn herald bassoon",
    "book": "scribe page clerk read prophet oracle apprentice",
    "flower": "fern thorn orchard bramble plum herb oath",
    "gear": "spring engine punch metronome boiler gauge",
    "bolt": "thunder storm lightning spark squib",
    "potion": "potion brew cider elixir apothecar",
    "scroll": "scroll map letter wax edict treaty",
    "coin": "coin fare toll treasure penny merchant",
    "feather": "feather wing quill",
    "eye": "eye watch vision dream",
    "skull": "skull bone grave death drowned",
    "sword": "sword blade saber duel",
    "buckler": "buckler ward armor bulwark",
    "hourglass": "hour time moment clock",
    "leaf": "leaf leaves seed root grow",
    "drop": "rain weir damp water river mud",
}
"""The things that figures hold, by words of which one stands in the name."""


def item_named(name: str) -> str | None:
    """Return the thing that a name speaks of."""
    small = name.casefold()
    return next((item for item, words in WORDS_OF_ITEMS.items() if any(word in small for word in words.split())), None)


def item_in_hand(name: str) -> str | None:
    """Return what a figure of that name holds: what the name speaks of, else by chance a mask or nothing."""
    return item_named(name) or SeededNumbers(f"item\n{name}").of("mask", None, None, None)
