"""The stages of a night that have a history of their own: rows of acts, and changes that add to them."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from django.db import connection

from drafts.models import EventStage, StageAct
from drafts.prepared import Prepared
from drafts.rules.actors import Actor, ActorKind
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night.lines import Lines
from drafts.store.changes import MovedOn
from drafts.store.sql import DriverCursor, insert_rows, stored_time, update_rows

Answered = dict[tuple[Actor, str], Version]
"""Stored requests to a stage: (the actor, the request's name) to the version that it made."""

_ACT_COLUMNS = ("stage", "version", "at", "by", "fighter", "staff", "kind", "text", "request")


class Reach(NamedTuple):
    """The viewers whose view an act changes: these fighters, and with `public` also those who only watch."""

    fighters: Collection[FighterId]
    public: bool


class LiveStage(Protocol):
    """A stage as it stands at a version: a frozen dataclass. `stage` is the name of its kind."""

    stage: ClassVar[str]

    @property
    def id(self) -> StageId:
        """The row id of the stage."""

    @property
    def number(self) -> int:
        """The number of the table whose stage it is, 0 for one of the whole event."""

    @property
    def version(self) -> Version:
        """The number of acts that have led to it, plus one."""

    @property
    def names(self) -> Mapping[FighterId, str]:
        """The nicknames of all who take part."""

    @property
    def wakes_at(self) -> datetime | None:
        """The time of the next move that `StageKind.due` returns, None for never."""

    def seq_for(self, fighter: FighterId | None, version: Version | None = None) -> int:
        """Return what a version, or the present one, adds to the `seq` of a fighter; None is one who only watches."""


LiveT = TypeVar("LiveT", bound=LiveStage)
MoveT = TypeVar("MoveT", bound=tuple[Any, ...])
AnyLive = Any
"""A `LiveStage` of any kind."""


class Consequence(NamedTuple):
    """A change of another stage, by row id, to be written in the same transaction: `write` does."""

    stage: StageId
    write: Callable[[], None]


@dataclass(frozen=True, slots=True)
class StageChange(Generic[LiveT]):
    """One act: the stage before and after it, and its line. `request` is the name that a device gave to it.

    `then` is the change of another stage that follows from it.
    """

    before: LiveT
    after: LiveT
    by: Actor
    kind: str
    text: str
    at: datetime
    request: str = ""
    then: Consequence | None = None


@dataclass(frozen=True, kw_only=True)
class StageKind(Generic[LiveT, MoveT]):
    """A kind of stage: how its rows are read and its acts are made.

    `begin` reads a stage as it was before its first act, and `renew` reads again what may have changed besides acts.
    `apply` returns the next version after a move, the same object where nothing changes, or raises a Refusal. `due`
    returns the move that is due, None for none; if it is overdue by more than the patience, the server has missed it,
    and gives time back. `complete` adds to a move the values that are computed once and stored with it. `warm` reads
    what moves and views may need besides, since rooms make these without the database. If a move `thinks`, completing
    it takes long, and rooms do it in a thread. `then` returns the consequence of a change for another stage. `attended`
    returns a stage with the fighters who are away, each since a moment.
    """

    stage: str
    lines: Lines[MoveT]
    begin: Callable[[StageId], LiveT]
    apply: Callable[[LiveT, Actor, MoveT, datetime], LiveT]
    due: Callable[[LiveT, datetime, timedelta], MoveT | None] = lambda live, now, patience: None
    renew: Callable[[LiveT], LiveT] = lambda live: live
    complete: Callable[[LiveT, Actor, MoveT, datetime], MoveT] = lambda live, by, move, at: move
    warm: Callable[[LiveT], object] = lambda live: None
    thinks: Callable[[MoveT], bool] = lambda move: False
    attended: Callable[[LiveT, Mapping[FighterId, datetime]], LiveT] = lambda live, away: live
    then: Callable[[StageChange[LiveT]], Consequence | None] = lambda change: None

    def load(self, stage: StageId) -> LiveT:
        """Read a stage as it stands. Raises EventStage.DoesNotExist."""
        return self._played(self.begin(stage))

    def newest(self, known: LiveT) -> LiveT:
        """Return a stage with all acts since the known version."""
        return self._played(self.renew(known))

    def change(self, live: LiveT, by: Actor, move: MoveT, at: datetime, request: str = "") -> StageChange[LiveT] | None:
        """Return the change that a move makes, None if it changes nothing. Raises a Refusal."""
        move = self.complete(live, by, move, at)
        after = self.apply(live, by, move, at)
        if after is live:
            return None
        change = StageChange(live, after, by, *self.lines.encode(move), at, request)
        then = self.then(change)
        return change if then is None else replace(change, then=then)

    def _played(self, known: LiveT) -> LiveT:
        acts = _ACTS.rows(known.id, known.version)
        moves = ((actor_of(by, fighter), self.lines.decode(kind, text), at) for by, fighter, kind, text, at in acts)
        return self.lines.replay(self.apply, known, moves)


AnyKind = StageKind[Any, Any]
_ACTS = Prepared(
    lambda: (
        StageAct.objects.filter(stage=0)
        .filter(version__gt=0)
        .order_by("version")
        .values_list("by", "fighter", "kind", "text", "at")
    )
)


def row_of(stage: StageId) -> EventStage:
    """Return the row of a stage, with its event and the event's draft. Raises EventStage.DoesNotExist."""
    row = _ROW.first(stage)
    if row is None:
        raise EventStage.DoesNotExist
    return row


_ROW = Prepared(lambda: EventStage.objects.select_related("event__draft").filter(id=0).order_by())


def stages_in(event: EventId) -> dict[StageId, str]:
    """Return the stages of an event, by row id, each with the name of its kind."""
    rows = EventStage.objects.filter(event=event).order_by("id").values_list("id", "stage")
    return {StageId(stage): name for stage, name in rows}


def save_stage_changes(chains: Sequence[Sequence[StageChange[LiveT]]]) -> None:
    """Write each stage's chain of changes, and their consequences, all or nothing. To be called in a transaction.

    Raises MovedOn when a stage no longer has the version that its first change started from.
    """
    following = [change.then for changes in chains for change in changes if change.then is not None]
    _lock({changes[0].before.id for changes in chains} | {then.stage for then in following})
    rows = [
        (before.id, before.version, after.version, stored_time(after.wakes_at))
        for before, after in ((changes[0].before, changes[-1].after) for changes in chains)
    ]
    acts = [
        (change.after.id, change.after.version, stored_time(change.at), change.by.kind.value, change.by.fighter,
         change.by.staff, change.kind, change.text, change.request)
        for changes in chains for change in changes
    ]  # fmt: skip
    with DriverCursor() as cursor:
        if update_rows(cursor, EventStage, ("id", "version"), ("version", "wakes_at"), rows) != len(chains):
            raise MovedOn
        insert_rows(cursor, StageAct, _ACT_COLUMNS, acts)
    for then in following:
        then.write()


def actor_of(by: str, fighter: int | None, staff: int | None = None) -> Actor:
    """Return the actor of an act from the columns of its row."""
    kind = ActorKind(by)
    return Actor(kind, fighter if kind is ActorKind.FIGHTER else staff)


def answered_in(stage: StageId) -> Answered:
    """Return the stored requests to a stage."""
    rows = StageAct.objects.filter(stage=stage).exclude(request="").order_by()
    return {
        (actor_of(by, fighter, staff), request): Version(version)
        for by, fighter, staff, request, version in rows.values_list("by", "fighter", "staff", "request", "version")
    }


def _lock(stages: Collection[StageId]) -> None:
    """Lock stages in order of id, so that two processes that write the same ones do not deadlock."""
    if connection.vendor == "postgresql" and len(stages) > 1:
        list(EventStage.objects.filter(id__in=stages).order_by("id").select_for_update(no_key=True).values_list("id"))
