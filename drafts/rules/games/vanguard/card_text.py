"""A card's text as it is read in a draft and in its fights (R18)."""

import re

from drafts.rules.cards import Piece

ALL_CLANS = "«all of the clans»"
_NAMED_CLAN = re.compile("[«《]([^«»《》]+)[»》]")


def pieces_of(text: str) -> tuple[Piece, ...]:
    """Return a text in pieces, in order: each clan in « » or 《 》 is read as all of the clans (R18)."""
    found = _NAMED_CLAN.split(text)  # words, clan, words, clan, words
    pieces = (Piece(ALL_CLANS, part) if index % 2 else Piece(part) for index, part in enumerate(found))
    return tuple(piece for piece in pieces if piece.words)
