"""The decks of a fight that are changed between its games (M23)."""

from drafts.rules.building import BuiltDeck
from drafts.rules.errors import DeckLocked
from drafts.rules.fights.fight import Fight, SideDeck
from drafts.rules.ids import FighterId
from drafts.rules.values import changed


def deck_of(fight: Fight, fighter: FighterId, game: int, usual: BuiltDeck) -> BuiltDeck:
    """Return the deck with which a fighter plays a game, from 1: the `usual` one until another was said."""
    said = [each.deck for each in fight.decks if each.fighter == fighter and each.game <= game]
    return said[-1] if said else usual


def deck_version(fight: Fight, fighter: FighterId) -> int:
    """Return the version of a fighter's deck for this fight, from 1."""
    return 1 + sum(each.fighter == fighter for each in fight.decks)


def may_change_decks(fight: Fight) -> bool:
    """Whether this is between two games: nothing has been counted yet in one that follows another."""
    return bool(fight.games) and not fight.changes and fight.result is None and not fight.is_bye


def change_deck(fight: Fight, fighter: FighterId, deck: BuiltDeck) -> Fight:
    """Let a fighter play the game that goes on, and those after it, with this deck. Raises DeckLocked."""
    if not may_change_decks(fight):
        raise DeckLocked
    return changed(fight, decks=(*fight.decks, SideDeck(fighter, fight.game, deck)))
