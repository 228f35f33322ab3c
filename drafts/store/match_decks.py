"""The decks with which an event's fighters begin each fight, and the pools from which they change them (M23)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from drafts.rules.building import Builder, BuiltDeck, Pool, checked, faults_of, with_side_of
from drafts.rules.errors import DeckLocked
from drafts.rules.fights.decks import deck_of, deck_version, may_change_decks
from drafts.rules.fights.fight import Fight
from drafts.rules.ids import EventId, FighterId
from drafts.rules.values import changed
from drafts.store.building import LiveBuilding, load_all_buildings


class MatchDeck(NamedTuple):
    """The deck of record of a fighter, and what it was built from."""

    deck: BuiltDeck
    pool: Pool
    builder: Builder


class MatchDecks:
    """The decks of record of an event (by row id), read on first use: fights do not change them."""

    def __init__(self, event: EventId) -> None:
        self._event = event

    @cached_property
    def _buildings(self) -> Sequence[LiveBuilding]:
        return tuple(load_all_buildings(self._event).values()) if self._event else ()

    @cached_property
    def by_fighter(self) -> Mapping[FighterId, MatchDeck]:
        """The deck of each fighter who has built one, or has handed in a list."""
        return {
            fighter: MatchDeck(work.of_record, live.building.pools[fighter], live.building.builder)
            for live in self._buildings
            for fighter, work in live.building.works.items()
            if work.of_record.size or live.building.builder.lists is None
        }

    def as_built(self, fighter: FighterId, fight: Fight) -> LiveBuilding | None:
        """Return the decks of a fighter's table with the fighter's own deck of a fight, None without a deck.

        The own deck has its version in the fight, and the decks are locked unless it can be changed now.
        """
        if fighter not in self.by_fighter:
            return None
        live = next(live for live in self._buildings if fighter in live.building.works)
        before = live.building.works[fighter]
        deck = deck_of(fight, fighter, fight.game, before.of_record)
        work = before._replace(version=deck_version(fight, fighter), deck=deck)
        works = {**live.building.works, fighter: work}
        return replace(live, building=changed(live.building, works=works, locked=not may_change_decks(fight)))

    def checked(self, fighter: FighterId, deck: BuiltDeck) -> BuiltDeck:
        """Return a deck as it is stored, checked against the fighter's pool or list and the rules (M14-M18).

        Raises a Refusal, which is DeckLocked for a fighter who has built none.
        """
        own = self.by_fighter.get(fighter)
        if own is None:
            raise DeckLocked
        stored = with_side_of(checked(deck, own.pool, own.builder), own.deck)
        for fault in faults_of(stored, own.builder):
            raise fault
        return stored


NO_DECKS = MatchDecks(EventId(0))
"""The decks of no event."""
