"""The stages of a night that have a history of their own: rows of acts, and changes that add to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from django.db import connection

from drafts.models import EventStage, StageAct
from drafts.rules.actors import Actor, ActorKind
from drafts.rules.ids import StageId, Version
from drafts.store.changes import MovedOn
from drafts.store.sql import insert_rows, update_rows

Answered = dict[tuple[Actor, str], Version]
"""What was asked of a stage and is stored: (who asked, the request's name) to the version that it made."""

_ACT_COLUMNS = ("stage", "version", "at", "by", "fighter", "staff", "kind", "text", "request")


class LiveStage(Protocol):
    """A stage as it stands at a version."""

    @property
    def id(self) -> StageId:
        """The row id of the stage."""

    @property
    def version(self) -> Version:
        """How many acts have led to it, and one."""


LiveT = TypeVar("LiveT", bound=LiveStage)


@dataclass(frozen=True, slots=True)
class StageChange(Generic[LiveT]):
    """One act: what it was made of, what it makes, and its line. `request` is the name that a device gave to it."""

    before: LiveT
    after: LiveT
    by: Actor
    kind: str
    text: str
    at: datetime
    request: str = ""


def save_stage_changes(chains: Sequence[Sequence[StageChange[LiveT]]]) -> None:
    """Write each stage's chain of changes, all or nothing. To be called in a transaction.

    Raises MovedOn when a stage no longer has the version that its first change started from.
    """
    _lock([changes[0].before.id for changes in chains])
    versions = [(changes[0].before.id, changes[0].before.version, changes[-1].after.version) for changes in chains]
    if update_rows(EventStage, ("id", "version"), ("version",), versions) != len(chains):
        raise MovedOn
    moment = connection.ops.adapt_datetimefield_value
    insert_rows(StageAct, _ACT_COLUMNS, [
        (change.after.id, change.after.version, moment(change.at), change.by.kind.value, change.by.fighter,
         change.by.staff, change.kind, change.text, change.request)
        for changes in chains for change in changes
    ])  # fmt: skip


def actor_of(by: str, fighter: int | None, staff: int | None = None) -> Actor:
    """Return who acted, by the columns of an act's row."""
    kind = ActorKind(by)
    return Actor(kind, fighter if kind is ActorKind.FIGHTER else staff)


def answered_in(stage: StageId) -> Answered:
    """Return what was asked of a stage and is stored."""
    rows = StageAct.objects.filter(stage=stage).exclude(request="").order_by()
    return {
        (actor_of(by, fighter, staff), request): Version(version)
        for by, fighter, staff, request, version in rows.values_list("by", "fighter", "staff", "request", "version")
    }


def _lock(stages: Sequence[StageId]) -> None:
    """Lock stages by id, so that two processes that write the same ones do not wait for each other."""
    if connection.vendor == "postgresql" and len(stages) > 1:
        list(EventStage.objects.filter(id__in=stages).order_by("id").select_for_update(no_key=True).values_list("id"))
