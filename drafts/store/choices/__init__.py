"""What fighters choose before their fights, and the rows of it: avatars, planar decks, commanders."""
