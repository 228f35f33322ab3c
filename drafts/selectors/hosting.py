"""What the organizer's control panel shows."""

from dataclasses import dataclass
from datetime import datetime

from drafts.importers.pack_list import read_pack_list
from drafts.models import Event, EventPhase, Fighter, JudgeCall, Packs, Reason, Verdict
from drafts.rules.cards import Card
from drafts.rules.clock import Pace
from drafts.rules.formats import FORMATS, Direction
from drafts.rules.seating import FEWEST_AT_A_TABLE, table_sizes
from drafts.rules.table import Phase
from drafts.rules.view import seat_seen
from drafts.selectors.packs import deck_notice, in_minutes, length_of, shapes_of_event
from drafts.store import LiveTable, load_table


@dataclass(frozen=True, slots=True)
class HostSeat:
    """A seat as its organizer sees it: no cards. `bot`: a bot chooses here now; `is_bots`: and always will.

    `looking` stands for `choosing` in a review; `done` is then who has seen their cards.
    """

    number: int
    fighter: int
    name: str
    bot: bool
    is_bots: bool
    connected: bool
    chosen: bool
    in_hand: int
    face_down: int
    looking: bool = False
    ready: bool = False

    @property
    def state(self) -> str:
        """What the seat does: `bot`, `done`, `away`, `choosing` or `looking`."""
        if self.bot:
            return "bot"
        if self.ready if self.looking else self.chosen:
            return "done"
        if not self.connected:
            return "away"
        return "looking" if self.looking else "choosing"


@dataclass(frozen=True, slots=True)
class HostTable:
    """A table as its organizer sees it. `left` are seconds, while the clock stands."""

    number: int
    phase: str
    round: int
    rounds: int
    pass_number: int
    passes: int
    direction: Direction
    legion_rare: bool
    waiting_for_judge: bool
    paused: bool
    deadline: datetime | None
    left: float | None
    seats: tuple[HostSeat, ...]


@dataclass(frozen=True, slots=True)
class HostCall:
    """An open call for a judge; the card is there for a Legion Rare only (R9)."""

    id: int
    table: int
    name: str
    reason: str
    card: Card | None


@dataclass(frozen=True, slots=True)
class HostView:
    """Everything that the control panel shows of an event at one moment."""

    fighters: list[Fighter]
    tables: list[HostTable]
    calls: list[HostCall]
    sizes: list[int]
    length: str
    notice: str
    sets: str
    packs_wanted: int
    packs_listed: int

    @property
    def can_start(self) -> bool:
        """Whether enough fighters are there (R1)."""
        return len(self.fighters) >= FEWEST_AT_A_TABLE

    @property
    def ready(self) -> int:
        """How many have said that they are ready."""
        return sum(fighter.ready for fighter in self.fighters)


def host_view(event: Event) -> HostView:
    """Return what the event's control panel shows now."""
    format_, fighters = FORMATS[event.format], list(event.fighters.order_by("id"))
    live = [load_table(table) for table in event.tables.order_by("number").values_list("id", flat=True)]
    shapes = shapes_of_event(event)
    length = length_of(format_, Pace(event.pace), shapes, event.review_seconds)
    return HostView(
        fighters=fighters,
        tables=[_table(table) for table in live],
        calls=_calls(event, live) if event.phase == EventPhase.DRAFTING else [],
        sizes=_sizes(event, len(fighters)),
        length=in_minutes(length),
        notice=deck_notice(event),
        sets=_sets(event),
        packs_wanted=len(fighters) * len(format_.rounds),
        packs_listed=len(read_pack_list(event.pack_list)) if event.packs == Packs.UPLOADED else 0,
    )


def _sets(event: Event) -> str:
    codes = event.rounds.order_by("round").values_list("card_set__code", flat=True)
    return ", ".join(dict.fromkeys(codes))


def _sizes(event: Event, fighters: int) -> list[int]:
    if fighters < FEWEST_AT_A_TABLE:
        return []
    return [fighters] if event.packs == Packs.UPLOADED else table_sizes(fighters, event.table_size)


def _table(live: LiveTable) -> HostTable:
    table, clock = live.sitting.table, live.sitting.clock
    return HostTable(
        number=live.number,
        phase=live.phase,
        round=table.round,
        rounds=len(table.format.rounds),
        pass_number=table.pass_number,
        passes=table.passes,
        direction=table.direction,
        legion_rare=table.legion_rare,
        waiting_for_judge=bool(table.calls),
        paused=live.sitting.paused,
        deadline=clock.deadline,
        left=clock.left,
        seats=tuple(_seat(live, seat) for seat in range(len(live.seats))),
    )


def _seat(live: LiveTable, seat: int) -> HostSeat:
    facts, attendance, seen = live.seats[seat], live.sitting.seats[seat], seat_seen(live.sitting.table, seat)
    return HostSeat(
        number=seat,
        fighter=facts.fighter,
        name=facts.name,
        bot=attendance.bot,
        is_bots=facts.belongs_to_bot,
        connected=attendance.connected or attendance.bot,
        chosen=seen.chosen,
        in_hand=seen.in_hand,
        face_down=seen.face_down,
        looking=live.sitting.table.phase is Phase.REVIEW,
        ready=attendance.ready,
    )


def _calls(event: Event, live: list[LiveTable]) -> list[HostCall]:
    cards = {call.id: call.card.card for table in live for call in table.calls if call.card}
    rows = JudgeCall.objects.filter(table__event=event, verdict=Verdict.OPEN).select_related("table", "seat__fighter")
    return [
        HostCall(row.id, row.table.number, row.seat.fighter.nickname, Reason(row.reason).label, cards.get(row.id))
        for row in rows.order_by("id")
    ]
