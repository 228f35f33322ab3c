"""Avatars, planar decks and commanders that fighters choose before their fights, and the rows of them."""
