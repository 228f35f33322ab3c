"""The planes of an event (M38): the cards that were loaded when it began, and the setup of stages about them."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import Q, QuerySet

from drafts.models import Card, Event, EventPlane, EventStage
from drafts.rules.actors import Actor
from drafts.rules.games.base import CardGame
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night import planar_choice
from drafts.rules.night.lines import is_written
from drafts.rules.night.planar_choice import LINES, PlanarDecks, PlanarMove, completed
from drafts.rules.night.stages import PLANAR
from drafts.rules.planes import Plane, PlaneTerms, PlaneWay
from drafts.store.catalog import cards_and_former
from drafts.store.choices.people import names_at, people_by_table
from drafts.store.stages import Reach, StageKind

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
    rows = [row for row, number in loaded_planes(game).values_list("id", "number") if is_written(number)]
    EventPlane.objects.bulk_create(EventPlane(event=event, card_id=row) for row in rows)
    return len(rows)


def plane_terms_in(setup: Mapping[str, Any], event: Event) -> PlaneTerms | None:
    """Return the planes on which fights are fought by their setup, None if they are not."""
    game = event.draft.procedure.plane_game
    if "planes" not in setup or game is None:
        return None
    return PlaneTerms(PlaneWay(setup["planes"]), planes_of(EventId(event.id), game))


def planar_in(setup: Mapping[str, Any]) -> Planar:
    """Return the planar decks that fighters have chosen, by the setup of their fights."""
    return tuple((FighterId(fighter), tuple(numbers)) for fighter, numbers in setup.get("planar", ()))


def plane_setup_of(event: Event) -> dict[str, Any]:
    """Return the part of the setup of fights about planes, {} for an event without planes."""
    way = event.night.planes
    if way == PlaneWay.OFF:
        return {}
    chosen = [[fighter, list(numbers)] for fighter, numbers in chosen_planar(EventId(event.id)).items()]
    return {"planes": way, **({"planar": chosen} if chosen else {})}


# Planar decks of one's own --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LivePlanar:
    """The planar decks that fighters of the table `number` have chosen, as they stand at `version`.

    `own` are the versions that each fighter is told of, in order: only its fighter sees a deck.
    """

    id: StageId
    number: int
    version: Version
    event: EventId
    planar: PlanarDecks
    names: Mapping[FighterId, str]
    own: Mapping[FighterId, tuple[Version, ...]] = field(default_factory=dict, repr=False)

    stage: ClassVar[str] = PLANAR
    wakes_at: ClassVar[datetime | None] = None

    def seq_for(self, fighter: FighterId | None, version: Version | None = None) -> int:
        """Return what a version, or the present one, adds to the `seq` of a viewer: the first, and their own."""
        version = self.version if version is None else version
        return 1 + (0 if fighter is None else bisect_right(self.own.get(fighter, ()), version))


def _apply(live: LivePlanar, by: Actor, move: PlanarMove, at: datetime) -> LivePlanar:
    after = planar_choice.apply(live.planar, by, move, at)
    if after is live.planar:
        return live
    version = Version(live.version + 1)
    told = {one: (*live.own.get(one, ()), version) for one in planar_reach(live.planar, after).fighters}
    return replace(live, planar=after, version=version, own={**live.own, **told})


def planar_reach(before: PlanarDecks, after: PlanarDecks) -> Reach:
    """Return the viewers whose view has changed: only the fighter who has chosen."""
    moved = [one for one in after.fighters if before.chosen.get(one) != after.chosen.get(one)]
    return Reach(moved, public=False)


def stages_of_planar(event: EventId) -> QuerySet[EventStage]:
    """Return the rows of the planar decks that are chosen in an event, table by table."""
    return EventStage.objects.filter(event=event, stage=LivePlanar.stage).order_by("number")


def load_all_planar(event: EventId) -> list[LivePlanar]:
    """Return the planar decks that were chosen at an event's tables."""
    return [PLANARS.load(StageId(row)) for row in stages_of_planar(event).values_list("id", flat=True)]


def chosen_planar(event: EventId) -> Mapping[FighterId, tuple[str, ...]]:
    """Return the numbers of the cards in each planar deck that a fighter has chosen."""
    return {fighter: numbers for live in load_all_planar(event) for fighter, numbers in live.planar.chosen.items()}


def load_begun_planar(stage: StageId) -> LivePlanar:
    """Read the planar decks of a table as they were before the first act. Raises EventStage.DoesNotExist."""
    row = EventStage.objects.select_related("event__draft").get(id=stage)
    draft, event = row.event.draft, EventId(row.event_id)
    planes = () if draft.procedure.plane_game is None else planes_of(event, draft.procedure.plane_game)
    names = names_at(draft, row.number)
    decks = PlanarDecks(
        PlaneTerms(PlaneWay.OWN, planes),
        tuple(FighterId(fighter) for fighter in row.setup["fighters"]),
        _others(row.event),
        {FighterId(int(fighter)): tuple(numbers) for fighter, numbers in row.setup.get("chosen", {}).items()},
    )
    return LivePlanar(stage, row.number, Version(1), event, decks, names)


def _others(event: Event) -> frozenset[str]:
    """Return the numbers of the cards in the sets of an event that are not among its planes."""
    of_planes = EventPlane.objects.filter(event=event).values("card__card_set")
    sets = Q(card_set__in=of_planes) | Q(card_set__in=event.draft.rounds.values("card_set"))
    rows = Card.objects.filter(sets).exclude(id__in=EventPlane.objects.filter(event=event).values("card"))
    return frozenset(rows.values_list("number", flat=True))


PLANARS = StageKind(
    stage=LivePlanar.stage,
    lines=LINES,
    begin=load_begun_planar,
    apply=_apply,
    complete=lambda live, by, move, at: completed(live.planar, by, move),
)
planar_change = PLANARS.change


def setups_of_planar(event: Event) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number of each table with its setup: the fighters who choose, without bots."""
    if event.night.planes != PlaneWay.OWN or event.draft.procedure.plane_game is None:
        return
    for number, people in people_by_table(event.draft):
        yield number, {"fighters": people}
