"""The activity: its rules, its rows, what is seen of it, and how it begins."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, ClassVar, NamedTuple

from django.db import connection, transaction
from django.db.models import CheckConstraint, Q
from django.utils import timezone
from msgspec import Meta

from drafts.models import EventStage
from drafts.protocol.activity import Activity
from drafts.protocol.parse import Request
from drafts.protocol.parts import stamp
from drafts.rules.actors import SERVER
from drafts.rules.errors import NotAllowed
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night.lines import NUMBER, Form, Lines
from drafts.rules.night.stages import ACTIVITIES, Stage
from drafts.services.announce import announce_change
from drafts.store.stages import Reach, StageKind

NAME = "hiding"

# Rules --------------------------------------------------------------------------------------------------------------


class HideMove(NamedTuple):
    """Hide a number, instead of the one before."""

    number: int


class UndoMove(NamedTuple):
    """Hide the one before again, or none."""


class OpenMove(NamedTuple):
    """Show all numbers: time is up."""


LINES = Lines({"hide": HideMove, "unhide": UndoMove, "open": OpenMove}, {"number": Form(NUMBER, int)})


@dataclass(frozen=True)
class Hiding:
    """The numbers that each fighter has hidden so far, the newest last."""

    deadline: datetime
    numbers: Mapping[FighterId, tuple[int, ...]]
    is_open: bool = False


def apply(hiding, by, move, now):
    if hiding.is_open or (by != SERVER) == isinstance(move, OpenMove):
        raise NotAllowed
    if isinstance(move, OpenMove):
        return replace(hiding, is_open=True)
    if by.fighter not in hiding.numbers:
        raise NotAllowed
    before = hiding.numbers[by.fighter]
    after = (*before, move.number) if isinstance(move, HideMove) else before[:-1]
    return hiding if after == before else replace(hiding, numbers={**hiding.numbers, by.fighter: after})


# Rows ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LiveHiding:
    id: StageId
    version: Version
    hiding: Hiding
    names: Mapping[FighterId, str]

    stage: ClassVar[str] = NAME
    number: ClassVar[int] = 0

    @property
    def wakes_at(self):
        return None if self.hiding.is_open else self.hiding.deadline

    def seq_for(self, fighter, version=None):
        return self.version if version is None else version


def apply_to(live, by, move, at):
    after = apply(live.hiding, by, move, at)
    return live if after is live.hiding else replace(live, hiding=after, version=Version(live.version + 1))


def due(live, now, patience):
    return None if live.wakes_at is None or live.wakes_at > now else OpenMove()


def load(stage):
    row = EventStage.objects.get(id=stage)
    people = row.event.fighters.filter(id__in=row.setup["fighters"])
    names = {FighterId(fighter): name for fighter, name in people.values_list("id", "nickname")}
    deadline = row.began_at + timedelta(seconds=row.setup["seconds"])
    return LiveHiding(stage, Version(1), Hiding(deadline, dict.fromkeys(names, ())), names)


# Views --------------------------------------------------------------------------------------------------------------


class Hide(Request, frozen=True, tag="hide"):
    number: Annotated[int, Meta(ge=1)]


class Unhide(Request, frozen=True, tag="unhide"):
    pass


def seen_by(lives):
    hiding = lives[0].hiding
    hidden = {fighter: numbers[-1] for fighter, numbers in hiding.numbers.items() if numbers}

    def view(watcher):
        part = {"until": stamp(hiding.deadline), "hidden": sorted(hidden)}
        if watcher.fighter in hidden:
            part["yours"] = hidden[watcher.fighter]
        if hiding.is_open:
            part["numbers"] = [[fighter, number] for fighter, number in sorted(hidden.items())]
        return {NAME: part}

    return view


HIDING = Activity(
    kind=StageKind(stage=NAME, lines=LINES, begin=load, apply=apply_to, due=due),
    messages=dict.fromkeys((Hide, Unhide), (Stage.BUILDING,)),
    private=("hide",),
    view=seen_by,
    reach=lambda before, after: Reach(after.names, public=True),
)


# How it begins ------------------------------------------------------------------------------------------------------


@transaction.atomic
def begin(*, event, seconds):
    now, fighters = timezone.now(), list(event.fighters.values_list("id", flat=True))
    wakes_at, setup = now + timedelta(seconds=seconds), {"fighters": fighters, "seconds": seconds}
    EventStage.objects.create(event=event, stage=NAME, began_at=now, wakes_at=wakes_at, setup=setup)
    announce_change(EventId(event.id))


def let_the_database_take_it():
    """Widen the constraint on names of stages, as the migration does that comes with one more in `ACTIVITIES`."""
    meta = EventStage._meta
    (check,) = (each for each in meta.constraints if each.name == "stage_has_a_history")
    wider = CheckConstraint(condition=Q(stage__in=[*ACTIVITIES, NAME]), name=check.name)
    meta.constraints = [wider if each is check else each for each in meta.constraints]
    with connection.schema_editor() as editor:
        editor.remove_constraint(EventStage, check)
        editor.add_constraint(EventStage, wider)
