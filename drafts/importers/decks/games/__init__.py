"""Words of single games in lists of decks."""
