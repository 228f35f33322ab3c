"""Avatars, planar decks and commanders that fighters choose before their fights, and their rows."""
