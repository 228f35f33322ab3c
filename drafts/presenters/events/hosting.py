"""Values that the organizer's control panel shows."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from drafts.languages import translated
from drafts.models import Draft, Event, Fighter, JudgeCall, Reason, Verdict
from drafts.presenters.catalog.packs import deck_notice, in_minutes, length_of, shapes_of_event
from drafts.presenters.events.nights import fights_in_words
from drafts.presenters.log.history import reason_words
from drafts.queries.draft.table_views import table_views
from drafts.rules.cards import Card
from drafts.rules.draft.seat_status import SeatStatus, Turn, lobby_status
from drafts.rules.draft.table_view import TableView
from drafts.rules.formats import Pace
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.seating import seat_by_draw
from drafts.rules.night.stages import Stage
from drafts.store.catalog import card_columns, card_from
from drafts.store.event_facts import stages_of_event
from drafts.store.fights import has_fights
from drafts.store.leavers import gone_from
from drafts.store.lobbies import packs_listed

MOST_SIZES = 8  # tables whose sizes are written one by one
MOST_ROWS = 20  # fighters in the lobby of whom each has a row on the page


@dataclass(frozen=True, slots=True)
class HostFighter:
    """A fighter in the lobby as the organizer sees them. A `guest` has no phone."""

    id: int
    name: str
    bot: bool
    guest: bool
    status: SeatStatus


@dataclass(frozen=True, slots=True)
class HostCall:
    """An open call for a judge. `of_card`: it is about a card (R9), which is there unless it is one of a paper pack.

    `is_timed`: a clock stands at the table until it is answered. `taken_by` says which kind of official is on the way,
    `taken_name` which judge.
    """

    id: int
    table: int
    is_timed: bool
    seat: int
    name: str
    reason: str
    card: Card | None
    asked_at: datetime
    taken_by: str
    taken_name: str

    @property
    def place(self) -> int:
        """The seat as people count it."""
        return self.seat + 1

    @property
    def waited(self) -> str:
        """How long the fighter has waited, in minutes and seconds."""
        seconds = max(0, int((timezone.now() - self.asked_at).total_seconds()))
        return f"{seconds // 60}:{seconds % 60:02}"

    of_card: bool

    @property
    def is_blind(self) -> bool:
        """Whether the card that it is about is known at the table alone."""
        return self.of_card and self.card is None


@dataclass(frozen=True, slots=True)
class StartFacts:
    """Text for the organizer before the start, independent of the fighters: the packs, the length, and the fights."""

    length: str
    notice: str
    sets: str
    fights: str


@dataclass(frozen=True, slots=True)
class HostView:
    """The state of an event for the control panel, without its fights. `start` is None once the event has started.

    `seating` has the names of those who would sit at each table, clockwise; it is empty until the seats are drawn.
    `fights_follow`, `sharing_follows`: the fights, or the sharing of the cards, are what comes next.
    `gone` are those who left, or were removed, while no bot has their seat: not in a draft of digital packs.
    """

    scene: str
    fighters: list[HostFighter]
    tables: list[TableView]
    calls: list[HostCall]
    sizes: list[int]
    seating: list[list[str]]
    hint: str
    start: StartFacts | None
    packs_wanted: int
    packs_listed: int | None
    fights_follow: bool
    sharing_follows: bool
    gone: frozenset[FighterId]

    @property
    def has_seats(self) -> bool:
        """Whether something can be done to the seats of the tables."""
        return self.scene not in (Stage.LOBBY, Stage.FINISHED, "stopped", "cancelled")

    @property
    def can_start(self) -> bool:
        """Whether the fighters can be seated: two or more, in whole teams (R1, M34)."""
        return bool(self.sizes)

    @property
    def sizes_in_words(self) -> str:
        """How large the tables will be: each by itself, or where there are many, how many there are of each size."""
        if len(self.sizes) <= MOST_SIZES:
            return " + ".join(map(str, self.sizes))
        return " + ".join(f"{count} × {size}" for size, count in Counter(self.sizes).items())

    @property
    def packs_do_not_fit(self) -> bool:
        """Whether the list has another number of packs than the fighters need."""
        return self.packs_listed not in (None, self.packs_wanted)

    @property
    def is_crowd(self) -> bool:
        """Whether so many are in the lobby that the page has their names alone, and its script draws their rows."""
        return len(self.fighters) > MOST_ROWS

    @property
    def not_ready(self) -> list[HostFighter]:
        """Those who have not said that they are ready."""
        return [fighter for fighter in self.fighters if fighter.status.turn is Turn.GETTING_READY]

    @property
    def ready(self) -> int:
        """How many have said that they are ready."""
        return len(self.fighters) - len(self.not_ready)

    @property
    def stalled(self) -> list[TableView]:
        """The tables that have paused themselves, since no fighter chose in time."""
        return [table for table in self.tables if table.stalled]

    @property
    def is_one_table(self) -> bool:
        """Whether what is done to all tables is done to one."""
        return len(self.tables) == 1

    @property
    def any_paused(self) -> bool:
        """Whether a table can go on."""
        return any(table.paused for table in self.tables if table.drafts)

    @property
    def any_going(self) -> bool:
        """Whether a table can be paused."""
        return any(not table.paused for table in self.tables if table.drafts)

    @property
    def any_timed(self) -> bool:
        """Whether a table can be given more time."""
        return any(table.is_timed for table in self.tables if table.drafts)


def host_view(event: Event) -> HostView:
    """Return what the event's control panel shows now, with as many statements for one table as for many."""
    in_lobby = event.phase == Stage.LOBBY
    fighters = [_fighter(row) for row in event.fighters.order_by("id")] if in_lobby else []
    tables = [] if in_lobby else table_views(event)
    draft = event.draft
    listed, format_ = packs_listed(draft), draft.procedure
    sizes = format_.table_sizes(len(fighters), draft.table_size, listed=listed is not None)
    hint = format_.hint(len(fighters), sizes)
    fights_follow = event.phase == Stage.BUILDING and has_fights(event)
    return HostView(
        scene=_scene(event, has_tables=bool(tables)),
        fighters=fighters,
        tables=tables,
        calls=calls_of(event),
        sizes=sizes,
        seating=_seating(draft, fighters, sizes),
        hint=translated(hint) if hint else "",
        start=start_facts(event) if in_lobby else None,
        packs_wanted=len(fighters) * format_.packs,
        packs_listed=listed,
        fights_follow=fights_follow,
        sharing_follows=not fights_follow and _shares_later(event),
        gone=_gone(event),
    )


def _gone(event: Event) -> frozenset[FighterId]:
    """Return the fighters who have left a started event, until it has ended; none where bots play their seats."""
    if event.bots_take_over or event.phase in (Stage.LOBBY, Stage.FINISHED):
        return frozenset()
    return gone_from(EventId(event.id))


def names_not_ready(event: Event) -> list[str]:
    """Return the names of those in the lobby who have not said that they are ready, in order of joining."""
    waiting = event.fighters.filter(bot=False, guest=False, ready=False).order_by("id")
    return list(waiting.values_list("nickname", flat=True))


def _seating(draft: Draft, fighters: Iterable[HostFighter], sizes: list[int]) -> list[list[str]]:
    """Return the names of those who would sit at each table, clockwise; [] until the seats are drawn."""
    names = {fighter.id: fighter.name for fighter in fighters}
    drawn = seat_by_draw(list(names), sizes, draft.seed, draft.draws) if draft.draws and sizes else []
    return [[names[fighter] for fighter in table] for table in drawn]


def _shares_later(event: Event) -> bool:
    """Whether a later stage of an event shares out the cards."""
    is_before = event.phase in (Stage.BUILDING, Stage.FIGHTING)
    return is_before and Stage.SHARING in stages_of_event(event, event.draft)


def _scene(event: Event, *, has_tables: bool) -> str:
    if event.stopped:
        return "stopped" if has_tables else "cancelled"
    return event.phase


def start_facts(event: Event) -> StartFacts:
    """Return what is settled of an event that people should know before its start."""
    draft, format_ = event.draft, event.draft.procedure
    length = length_of(format_, Pace(draft.pace), shapes_of_event(event), draft.review_seconds)
    return StartFacts(
        length=in_minutes(length),
        notice=deck_notice(event),
        sets=_sets(event),
        fights=fights_in_words(event),
    )


def _sets(event: Event) -> str:
    codes = event.draft.rounds.order_by("round").values_list("card_set__code", flat=True)
    return ", ".join(dict.fromkeys(codes))


def _fighter(row: Fighter) -> HostFighter:
    status = lobby_status(bot=row.bot, connected=row.connected, away_since=row.away_since, ready=row.ready)
    return HostFighter(row.id, row.nickname, row.bot, row.guest, status)


def calls_of(event: Event) -> list[HostCall]:
    """Return the open calls for a judge, oldest first, as long as they can be answered."""
    game = event.draft.procedure.cards
    if game is None or event.phase in (Stage.LOBBY, Stage.FINISHED):
        return []
    rows = JudgeCall.objects.filter(table__draft=event.draft, verdict=Verdict.OPEN).order_by("id")
    columns = (
        *("id", "table__number", "table__seconds", "seat__position", "seat__fighter__nickname", "reason", "called_at"),
        *("taken_by", "taken_staff__name", "card__card"),
    )
    printed = (f"card__card__{column}" for column in card_columns(game))
    return [
        HostCall(
            id=call,
            table=table,
            is_timed=seconds is not None,
            seat=seat,
            name=name,
            reason=reason_words(game, Reason(reason)),
            asked_at=asked_at,
            taken_by=taken_by,
            taken_name=taken_name or "",
            card=card_from(game, tuple(facts)) if card else None,
            of_card=reason == Reason.CARD,
        )
        for call, table, seconds, seat, name, reason, asked_at, taken_by, taken_name, card, *facts in rows.values_list(
            *columns, *printed
        )
    ]
