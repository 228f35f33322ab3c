"""A table as one viewer sees it.

A part that is the same for several viewers is serialized once and put into each message as it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from typing import cast

import orjson
from django.utils.translation import get_language

from drafts.languages import translated
from drafts.protocol.activity import Watcher
from drafts.protocol.answers import as_payload
from drafts.protocol.messages.building import SummaryPart
from drafts.protocol.messages.draft import (
    CallPart,
    HostTableFacts,
    HostTablePart,
    NotePart,
    OwnCallPart,
    PilePart,
    PlacePart,
    TablePart,
    TakenPart,
)
from drafts.protocol.messages.events import ClockPart, SeatNightPart, SeatPart
from drafts.protocol.messages.states import NightPart, State, YouPart
from drafts.protocol.night import NightStates
from drafts.protocol.parts import (
    NO_ENTRIES,
    card_part,
    cards_part,
    clock_part,
    event_text,
    must_choose_part,
    stamp,
    written,
)
from drafts.protocol.tables import seat_view, table_view
from drafts.rules.cards import CardId
from drafts.rules.decks import Cards
from drafts.rules.draft.deadlines import deadline_of
from drafts.rules.draft.seat_status import is_hurried
from drafts.rules.draft.table import Phase, may_call
from drafts.rules.draft.table_view import SeatView, TableView
from drafts.rules.draft.view import OwnSeen, own_seen
from drafts.rules.formats import Format
from drafts.rules.ids import FighterId, SeatNumber
from drafts.rules.night.rights import Rights
from drafts.rules.night.stages import Stage
from drafts.store.table_facts import AnswerFacts, CallFacts, LiveTable, PileFacts

NO_NIGHT = NightStates()
FIGHTS = Rights(fights=True)
Seats = Mapping[FighterId, SeatNightPart]
"""The facts that the stages after the draft add to seats, by their fighters."""


def seat_part(live: LiveTable, seat: int, night: NightStates = NO_NIGHT) -> bytes:
    """Return what all see of one seat, in JSON."""
    return _seat_text(seat_view(live, seat), night.seats(live.number))


def seat_message(part: bytes, seq: int) -> bytes:
    """Return the small public change of one seat, of which this is the part that all see."""
    return b'{"type":"seat","seq":%d,%b' % (seq, part[1:])


def for_strangers(live: LiveTable) -> LiveTable:
    """Return a table as viewers from outside of the event see it: nicknames may be hidden from them."""
    aliases = live.event.aliases
    if not aliases:
        return live
    return replace(live, seats=tuple(replace(seat, name=aliases[seat.fighter]) for seat in live.seats))


class TableParts:
    """Parts of the messages of a table that are kept while it does not change, even if the stages after its draft do.

    They are the table as all see it, and what each fighter sees of it besides.
    """

    def __init__(self) -> None:
        self._live: LiveTable | None = None
        self._seen: tuple[Seats, PlacePart, list[bytes]] | None = None
        self._table: TablePart | None = None
        self._you: dict[int, tuple[Sequence[CardId], YouPart]] = {}

    def table(self, live: LiveTable, night: NightStates) -> TablePart:
        """Return the table, serialized anew where it or its seats have changed."""
        self._forget_other(live)
        added = night.seats(live.number)
        if self._seen is None or self._seen[0] != added:
            view = table_view(live)
            self._seen = added, _place(view), [_seat_text(seat, added) for seat in view.seats]
            self._table = None
        if self._table is None:
            self._table = written(_table(live, *self._seen[1:]))
        return self._table

    def follow(self, before: LiveTable, after: LiveTable, seat: SeatNumber, night: NightStates = NO_NIGHT) -> bytes:
        """Keep what all see of a table in which only one seat has changed; return that seat's part, serialized anew.

        A table that was read again may have other facts of its seats, and is serialized as a whole.
        """
        part = seat_part(after, seat, night)
        if self._live is before and after.seats is before.seats:
            self._live, self._table, self._you = after, None, {}
            if self._seen is not None:
                self._seen[2][seat] = part
        return part

    def you(self, live: LiveTable, seat: SeatNumber, marked: Sequence[CardId]) -> YouPart:
        """Return what only the fighter of a seat sees of the table."""
        self._forget_other(live)
        known = self._you.get(seat)
        if known is None or known[0] != marked:
            event = live.event
            over = event.phase is Stage.FINISHED or event.phase is Stage.OPENING
            own = own_seen(live.timed.table, seat, over=over, shows_picks=event.shows_picks)
            known = self._you[seat] = marked, _you(live, seat, own, marked)
        return known[1]

    def _forget_other(self, live: LiveTable) -> None:
        if self._live is not live:
            self._live, self._seen, self._table, self._you = live, None, None, {}


class TableStates:
    """The `state` messages of one table at one version, for as many viewers as ask: the common parts are made once.

    `night` is what follows the draft, `parts` are those of the version before, of which some may be left as they are.
    """

    def __init__(
        self, live: LiveTable, now: datetime, night: NightStates = NO_NIGHT, parts: TableParts | None = None
    ) -> None:
        self.live = live
        self._phase = live.phase
        self._night = night
        self._now = now
        self._finished = live.event.phase is Stage.FINISHED
        self._has_log = live.event.has_log
        self._parts = parts or TableParts()
        self._table = self._parts.table(live, night)
        self._clocks: dict[datetime | None, ClockPart] = {}
        self._spectators: dict[int, bytes] = {}
        self._strangers: TableStates | None = None

    def for_spectator(self, battle: int = 0) -> bytes:
        """Return what spectators who belong to the event see, with the battle of a fight (0: none)."""
        if battle not in self._spectators:
            state = self._state(self._clock(None), Rights())
            seen = self._seen(Rights(), sees_cards=state["log_open"], battle=battle)
            self._spectators[battle] = as_payload({**state, **seen})
        return self._spectators[battle]

    def for_stranger(self, battle: int = 0) -> bytes:
        """Return what everybody may see: the same, without nicknames where they are hidden by now."""
        if not self.live.event.aliases:
            return self.for_spectator(battle)
        if self._strangers is None:
            night = self._night.called(self.live.event.aliases)
            self._strangers = TableStates(for_strangers(self.live), self._now, night)
        return self._strangers.for_spectator(battle)

    def for_seat(self, seat: SeatNumber, marked: Sequence[CardId] = ()) -> bytes:
        """Return what the fighter of a seat may see."""
        live, fighter = self.live, self.live.seats[seat].fighter
        state = self._state(self._clock(seat), FIGHTS, fighter)
        state["you"] = self._parts.you(live, seat, marked)
        if not self._night.lives:
            return as_payload(state)
        state["you"] = {**state["you"], **self._night.own(live.number, fighter)}
        return as_payload({**state, **self._seen(FIGHTS, fighter, sees_cards=self._has_log)})

    def for_host(self, tables: "HostTables", lives: Sequence[LiveTable], seq: int) -> bytes:
        """Return the organizer's view: all tables, and no cards but those that a judge is called for."""
        state = self._state(self._clock(None), Rights(organizes=True))
        state["entries"] = tables.entries
        self._add_tables(state, tables, lives, seq)
        return as_payload({**state, **self._seen(Rights(organizes=True))})

    def for_judge(self, tables: "HostTables", lives: Sequence[LiveTable], seq: int) -> bytes:
        """Return what a judge may see: what the organizer sees, without the entries and without shared cards."""
        state = self._state(self._clock(None), Rights(judges=True))
        self._add_tables(state, tables, lives, seq)
        return as_payload({**state, **self._seen(Rights(judges=True))})

    def _seen(
        self, rights: Rights, fighter: FighterId | None = None, *, sees_cards: bool = False, battle: int = 0
    ) -> NightPart:
        """Return what a viewer at this table sees of the stages after the draft."""
        return self._night.seen_by(Watcher(rights, self._phase, self.live.number, fighter, sees_cards, battle))

    def _add_tables(self, state: State, tables: "HostTables", lives: Sequence[LiveTable], seq: int) -> None:
        """Add the open calls, oldest first, and all tables."""
        calls = ((live, call) for live in lives for call in live.calls if live.event.phase is not Stage.FINISHED)
        state["seq"] = seq
        state["judge_calls"] = [_call(live, call) for live, call in sorted(calls, key=lambda pair: pair[1].id)]
        state["tables"] = [tables.part(live, self._now, self._night) for live in lives]

    def _state(self, clock: ClockPart, rights: Rights, fighter: FighterId | None = None) -> State:
        log_is_open = rights.may_read_log(self.live.event.log_visibility, opened=self._has_log)
        return {
            "type": "state",
            "seq": self.live.version + self._night.seq_at(self.live.number, fighter),
            "event": event_text(self.live.event, self._phase, log_is_open=log_is_open),
            "clock": clock,
            "table": self._table,
            "log_open": log_is_open,
        }

    def _clock(self, seat: SeatNumber | None) -> ClockPart:
        timed = self.live.timed
        deadline = timed.clock.deadline if seat is None else deadline_of(timed, seat)
        shown = None if self._finished else deadline
        if shown not in self._clocks:
            self._clocks[shown] = written(_clock_of(self.live, shown, self._now, self._night))
        return self._clocks[shown]


class HostTables:
    """The repeated parts of the organizer's messages: each table, serialized once for each version, and the log."""

    def __init__(self) -> None:
        self.entries = NO_ENTRIES
        self._parts: dict[int, tuple[LiveTable, Seats, bytes]] = {}

    def part(self, live: LiveTable, now: datetime, night: NightStates = NO_NIGHT) -> HostTablePart:
        """Return a table as its organizer sees it; only the clock, which says what time it is, is written anew."""
        seats = night.seats(live.number)
        known, was, part = self._parts.get(live.id, (None, {}, b""))
        if known is not live or was != seats:
            part = orjson.dumps(_host_table(live, seats))[:-1]
            self._parts[live.id] = (live, seats, part)
        clock = orjson.dumps(_clock_of(live, live.timed.clock.deadline, now, night))
        return cast(HostTablePart, orjson.Fragment(b"".join((part, b',"clock":', clock, b"}"))))


def _call(live: LiveTable, call: CallFacts) -> CallPart:
    own = _own_call(call)
    part: CallPart = {
        "id": own["id"],
        "table": live.number,
        "seat": call.seat,
        "reason": own["reason"],
        "asked_at": own["asked_at"],
        "taken": own["taken"],
    }
    if call.card and not call.card.card.is_blank:
        part["card"] = card_part(call.card)
    return part


def _own_call(call: CallFacts) -> OwnCallPart:
    taken = call.taken
    by: TakenPart | None = None
    if taken is not None:
        by = {"by": taken.by.value, "name": taken.name or None, "at": stamp(taken.at)}
    return {"id": call.id, "reason": call.reason, "asked_at": stamp(call.asked_at), "taken": by}


def _note(note: AnswerFacts) -> NotePart:
    return {
        "call": note.id,
        "reason": note.reason,
        "verdict": note.verdict,
        "text": note.note,
        "at": stamp(note.at),
    }


def _clock_of(live: LiveTable, deadline: datetime | None, now: datetime, night: NightStates) -> ClockPart:
    """Return the clock of a table, or of the stage after its draft that has one for all."""
    clock = clock_part(live.timed, deadline, now)
    return cast(ClockPart, {**clock, **(night.clock(live.number, live.phase) or {})}) if night.lives else clock


def _table(live: LiveTable, place: PlacePart, seats: list[bytes]) -> TablePart:
    part: TablePart = {**place, "seats": orjson.Fragment(b"[%b]" % b",".join(seats))}
    if live.piles:
        part["piles"] = _piles(live)
    return part


def _place(view: TableView) -> PlacePart:
    seen = view.seen
    part: PlacePart = {
        "number": view.number,
        "round": seen.round,
        "rounds": seen.rounds,
        "pass": seen.pass_number,
        "passes": seen.passes,
        "direction": seen.direction.value if seen.direction else None,
        "legion_rare": seen.called,
        "waiting_for_judge": seen.waiting_for_judge,
        "judge_called": view.judge_called,
    }
    if view.paper:
        part["must_place"] = must_choose_part(seen.demand)
    return part


def _host_table(live: LiveTable, seats: Seats) -> HostTableFacts:
    view = table_view(live)
    facts: HostTableFacts = {
        **_place(view),
        "seats": [{**_seat(seat, seats), "always_bot": seat.always_bot} for seat in view.seats],
        "phase": view.phase,
        "stalled": None if view.stalled is None else {"round": view.stalled[0], "pass": view.stalled[1]},
        "can_undo": view.can_undo,
    }
    if live.piles:
        facts["piles"] = _piles(live)
    return facts


def _piles(live: LiveTable) -> list[PilePart]:
    return [_pile(live, seat, pile) for seat, pile in enumerate(live.piles)]


def _pile(live: LiveTable, seat: int, pile: PileFacts) -> PilePart:
    facts, expected = live.seats[seat], len(live.timed.table.piles[seat])
    entered = len(pile.numbers)
    return {
        "fighter": facts.fighter,
        "name": facts.name,
        "expected": expected,
        "entered": entered,
        "state": pile.state,
    }


def _seat_text(view: SeatView, seats: Seats) -> bytes:
    return bytes(memoryview(orjson.dumps(_seat(view, seats))))  # a copy: what orjson returns keeps spare room


def _seat(view: SeatView, seats: Seats) -> SeatPart:
    status = view.status
    part: SeatPart = {
        "seat": view.number,
        "fighter": view.fighter,
        "name": view.name,
        "bot": view.bot,
        "connected": view.connected or view.bot,
        "chosen": view.cards.chosen,
        "in_hand": view.cards.in_hand,
        "face_down": view.cards.face_down,
        "ready": view.ready,
        "guest": view.guest,
        "presence": status.presence,
        "away_since": None if status.away_since is None else stamp(status.away_since),
        "turn": status.turn,
        "hurried": status.hurried,
    }
    if view.must_hold is not None:
        part["must_hold"] = view.must_hold
    return {**part, **seats.get(view.fighter, {})}


def _you(live: LiveTable, seat: int, own: OwnSeen, marked: Sequence[CardId]) -> YouPart:
    attendance = live.timed.seats[seat]
    call = next((call for call in live.calls if call.seat == seat), None) if live.calls else None
    note = live.notes.get(SeatNumber(seat))
    you: YouPart = {
        "seat": seat,
        "name": live.seats[seat].name,
        "must_choose": must_choose_part(own.owed),
        "chosen": own.chosen,
        "pile": None if own.pile is None else cards_part(own.pile),
        "can_call_judge": own.may_call and may_call(live.timed.table, seat, live.refused),
        "call": None if call is None else _own_call(call),
        "note": None if note is None else _note(note),
        "marked": [card for card in marked if any(held.id == card for held in own.pack)] if marked else [],
        "ready": attendance.ready,
        "hurried": is_hurried(live.timed, seat),
        "bot": attendance.bot,
        "by_time": attendance.by_time,
    }
    # Only in the first pass: afterwards a neighbour holds the card, and is not told of the call
    is_first = live.refused and live.timed.table.pass_number == 1
    if is_first and (refused := [held.id for held in own.pack if held.id in live.refused]):
        you["refused"] = refused
    if live.event.paper:
        you["must_hold"] = seat_view(live, seat).must_hold or 0
    else:
        you["pack"] = cards_part(own.pack)
    if live.piles:
        pile = live.piles[seat]
        expected = len(live.timed.table.piles[seat])
        you["pile_entry"] = {"expected": expected, "entered": pile.numbers, "state": pile.state}
    if own.pile is not None and live.event.format.keeps:
        you["packs"] = [len(packs[seat].cards) for packs in live.timed.table.packs]
    if own.pile is not None:
        complete = live.timed.table.phase is Phase.DRAFTED
        format_ = live.event.format
        you["summary"] = _summary(format_, own.pile, complete, attendance.starter, get_language())
    return you


@lru_cache(maxsize=512)
def _summary(format_: Format, pile: Cards, complete: bool, starter: CardId | None, language: str) -> SummaryPart:
    """Return what a pile makes, once in each language: a review shows the same pile several times."""
    deck = format_.deck_of_pile(pile, complete=complete, starter=starter)
    summary: SummaryPart = {
        "count": sum(len(zone.cards) for zone in deck.zones),
        "zones": [
            {"zone": zone.slug, "name": translated(zone.name), "cards": [held.id for held in zone.cards]}
            for zone in deck.zones
        ],
        "groups": [
            {"name": translated(group.name), "cards": [held.id for held in group.cards]} for group in deck.groups
        ],
        "tallies": [
            {
                "tally": tally.slug,
                "name": translated(tally.label),
                "counts": [(translated(name), count) for name, count in tally.counts],
            }
            for tally in deck.tallies
        ],
        "warnings": [translated(words) for words in deck.warnings],
    }
    return cast(SummaryPart, written({**summary, **format_.card_game.summary(deck, translated)}))
