"""Lists of decks as people type them and as programs write them."""
