"""The planes of an event (M38): the cards that were loaded when it began, and what a stage's setup has of them."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q, QuerySet

from drafts.models import Card, Event, EventPlane
from drafts.rules.games.base import CardGame
from drafts.rules.ids import EventId, FighterId
from drafts.rules.planes import Plane, PlaneTerms, PlaneWay
from drafts.store.catalog import cards_and_former

Planar = tuple[tuple[FighterId, tuple[str, ...]], ...]
"""Fighters, each with the numbers of the cards in the planar deck that they have chosen."""


def loaded_planes(game: CardGame) -> "QuerySet[Card]":
    """Return the rows of all loaded planes and phenomena of a game."""
    if not game.plane_types:
        return Card.objects.none()
    line, asked = f"{game.slug}__type_line", Q()
    for type_ in game.plane_types:
        asked |= Q(**{line: type_}) | Q(**{f"{line}__startswith": f"{type_} "})
    return Card.objects.filter(asked, card_set__partial=False)


def planes_of(event: EventId, game: CardGame) -> tuple[Plane, ...]:
    """Return the planes and phenomena of an event, by the numbers that they had first."""
    if game.plane_of is None:
        return ()
    cards = cards_and_former(Card.objects.filter(events_on_it__event=event), game)
    found = (game.plane_of(card)._replace(former=former) for card, former in cards)
    return tuple(sorted(found, key=lambda plane: plane.first_number))


def note_planes(event: Event, game: CardGame) -> int:
    """Note the planes that are loaded now as those of an event, and return how many there are."""
    rows = list(loaded_planes(game).values_list("id", flat=True))
    EventPlane.objects.bulk_create(EventPlane(event=event, card_id=row) for row in rows)
    return len(rows)


def plane_terms_in(setup: Mapping[str, Any], event: Event) -> PlaneTerms | None:
    """Return on which planes fights are fought by their setup, None where they are on none."""
    game = event.draft.procedure.plane_game
    if "planes" not in setup or game is None:
        return None
    return PlaneTerms(PlaneWay(setup["planes"]), planes_of(EventId(event.id), game))


def planar_in(setup: Mapping[str, Any]) -> Planar:
    """Return the planar decks that fighters have chosen, by the setup of their fights."""
    return tuple((FighterId(fighter), tuple(numbers)) for fighter, numbers in setup.get("planar", ()))


def plane_setup_of(event: Event) -> dict[str, Any]:
    """Return what the setup of fights has of an event's planes: nothing, where it has none."""
    way = event.night.planes
    return {} if way == PlaneWay.OFF else {"planes": way}
