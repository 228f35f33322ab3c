"""The commanders of an event (M35): those that fighters name while decks are built, or that are in their lists."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, ClassVar

from django.db.models import QuerySet

from drafts.models import Event, EventStage, Lists
from drafts.rules.actors import Actor
from drafts.rules.building import commander_in
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night import commander_choice
from drafts.rules.night.commander_choice import LINES, Commanders, Move, completed
from drafts.rules.night.stages import COMMANDERS
from drafts.store.building import load_all_buildings
from drafts.store.choices.people import names_at, people_by_table
from drafts.store.known_cards import known_cards
from drafts.store.stages import Reach, StageKind

Named = Mapping[FighterId, str]


@dataclass(frozen=True, slots=True)
class LiveCommanders:
    """The commanders of the table `number`, as they stand at `version`. Everybody sees them."""

    id: StageId
    number: int
    version: Version
    event: EventId
    commanders: Commanders
    names: Mapping[FighterId, str]

    stage: ClassVar[str] = COMMANDERS
    wakes_at: ClassVar[datetime | None] = None

    def seq_for(self, fighter: FighterId | None, version: Version | None = None) -> int:
        """Return what a version, or the present one, adds to the `seq` of every viewer."""
        return self.version if version is None else version


def _apply(live: LiveCommanders, by: Actor, move: Move, at: datetime) -> LiveCommanders:
    after = commander_choice.apply(live.commanders, by, move, at)
    if after is live.commanders:
        return live
    return replace(live, commanders=after, version=Version(live.version + 1))


def commanders_reach(before: Commanders, after: Commanders) -> Reach:
    """Return the viewers whose view has changed: all, if a fighter has named another commander, left or come back."""
    return Reach(after.fighters, public=(before.named, before.gone) != (after.named, after.gone))


def stages_of_commanders(event: EventId) -> QuerySet[EventStage]:
    """Return the rows of the commanders that are named in an event, table by table."""
    return EventStage.objects.filter(event=event, stage=LiveCommanders.stage).order_by("number")


def load_all_commanders(event: EventId) -> list[LiveCommanders]:
    """Return the commanders that were named at an event's tables."""
    return [COMMANDER_NAMES.load(StageId(row)) for row in stages_of_commanders(event).values_list("id", flat=True)]


def commanders_of(event: Event) -> Named:
    """Return the commander of each fighter who has one: named while decks were built, or in the list of record."""
    if not names_commanders(event):
        return {}
    if event.night.lists == Lists.ASKED:
        lives = load_all_buildings(EventId(event.id)).values()
        works = (each for live in lives for each in live.building.works.items())
        listed = ((fighter, commander_in(work.of_record)) for fighter, work in works)
        return {fighter: line.name for fighter, line in listed if line is not None}
    tables = load_all_commanders(EventId(event.id))
    return {fighter: name for live in tables for fighter, name in live.commanders.named.items()}


def names_commanders(event: Event) -> bool:
    """Whether the fighters of an event have commanders."""
    return event.draft.procedure.forms[0].has_commanders


def load_begun_commanders(stage: StageId) -> LiveCommanders:
    """Read the commanders of a table as they were before the first act. Raises EventStage.DoesNotExist."""
    row = EventStage.objects.select_related("event__draft").get(id=stage)
    format_ = row.event.draft.procedure
    lists = None if format_.lister is None else format_.lister.lists
    names = names_at(row.event.draft, row.number)
    commanders = Commanders(
        tuple(FighterId(fighter) for fighter in row.setup["fighters"]),
        {FighterId(int(fighter)): name for fighter, name in row.setup.get("named", {}).items()},
        known={} if lists is None else known_cards(format_.game, lists),
    )
    return LiveCommanders(stage, row.number, Version(1), EventId(row.event_id), commanders, names)


COMMANDER_NAMES = StageKind(
    stage=LiveCommanders.stage,
    lines=LINES,
    begin=load_begun_commanders,
    apply=_apply,
    complete=lambda live, by, move, at: completed(live.commanders, by, move),
)
commanders_change = COMMANDER_NAMES.change


def setups_of_commanders(event: Event) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number of each table with its setup: the fighters who name a commander, without bots.

    If lists are asked for, these contain the commanders.
    """
    if not names_commanders(event) or event.night.lists == Lists.ASKED:
        return
    for number, people in people_by_table(event.draft):
        yield number, {"fighters": people}


def commanders_setup_of(event: Event) -> dict[str, Any]:
    """Return the part of the setup of fights about commanders, {} if there are none."""
    named = commanders_of(event)
    return {"commanders": [[fighter, name] for fighter, name in named.items()]} if named else {}


def commanders_in(setup: Mapping[str, Any]) -> Named:
    """Return the commander of each fighter, by the setup of their fights."""
    return {FighterId(fighter): name for fighter, name in setup.get("commanders", ())}
