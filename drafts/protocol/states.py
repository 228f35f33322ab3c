"""A table as one viewer sees it.

What is the same for several viewers is serialized once and put into each message as it is.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import orjson

from drafts.protocol.answers import as_text
from drafts.protocol.parts import card_part, clock_part, event_text
from drafts.rules.cards import CardId
from drafts.rules.decks import Deck, deck_of
from drafts.rules.sitting import deadline_of
from drafts.rules.table import Phase, may_call
from drafts.rules.view import OwnSeen, Role, SeatSeen, may_see_log, own_seen, seat_seen, seen_by
from drafts.store import LiveTable


def seat_message(live: LiveTable, seat: int) -> str:
    """Return the small public change of one seat."""
    return as_text({"type": "seat", "seq": live.version, **_seat(live, seat, seat_seen(live.sitting.table, seat))})


class TableStates:
    """The `state` messages of one table at one version, for as many viewers as ask: the common parts are made once."""

    def __init__(self, live: LiveTable, now: datetime) -> None:
        self._live = live
        self._now = now
        self._over = live.event.phase.value == "finished"
        self._table = orjson.Fragment(orjson.dumps(_table(live)))
        self._clocks: dict[datetime | None, orjson.Fragment] = {}
        self._spectator: str | None = None

    def for_spectator(self) -> str:
        """Return what everybody may see."""
        if self._spectator is None:
            self._spectator = as_text(self._state(self._clock(None), Role.SPECTATOR))
        return self._spectator

    def for_seat(self, seat: int, marked: Sequence[CardId] = ()) -> str:
        """Return what the fighter of a seat may see."""
        live = self._live
        state = self._state(self._clock(seat), Role.FIGHTER)
        state["you"] = _you(live, seat, own_seen(live.sitting.table, seat, over=self._over), marked)
        return as_text(state)

    def for_host(self, tables: Sequence[LiveTable], seq: int) -> str:
        """Return what the organizer may see: nobody's cards but those that a judge is called for, and all tables."""
        state = self._state(self._clock(None), Role.ORGANIZER)
        state["seq"] = seq
        state["judge_calls"] = [
            {
                "id": call.id,
                "table": live.number,
                "seat": call.seat,
                "reason": call.reason,
                **({"card": card_part(call.card)} if call.card else {}),
            }
            for live, call in sorted(
                ((live, call) for live in tables if not live.event.is_over for call in live.calls),
                key=lambda pair: pair[1].id,
            )
        ]
        state["tables"] = [
            {
                **_table(live),
                "phase": live.phase,
                "clock": clock_part(live.sitting, live.sitting.clock.deadline, self._now),
            }
            for live in tables
        ]
        return as_text(state)

    def _state(self, clock: orjson.Fragment, role: Role) -> dict[str, Any]:
        log_is_open = self._log_is_open(role)
        return {
            "type": "state",
            "seq": self._live.version,
            "event": event_text(self._live.event, self._live.phase, log_is_open=log_is_open),
            "clock": clock,
            "table": self._table,
            "log_open": log_is_open,
        }

    def _clock(self, seat: int | None) -> orjson.Fragment:
        sitting = self._live.sitting
        deadline = sitting.clock.deadline if seat is None else deadline_of(sitting, seat)
        shown = None if self._over else deadline
        if shown not in self._clocks:
            self._clocks[shown] = orjson.Fragment(orjson.dumps(clock_part(sitting, shown, self._now)))
        return self._clocks[shown]

    def _log_is_open(self, role: Role) -> bool:
        return may_see_log(self._live.event.log_visibility, role, all_drafted=self._live.event.is_over)


def _table(live: LiveTable) -> dict[str, Any]:
    seen = seen_by(live.sitting.table, None)
    return {
        "number": live.number,
        "round": seen.round,
        "rounds": seen.rounds,
        "pass": seen.pass_number,
        "passes": seen.passes,
        "direction": seen.direction.value,
        "legion_rare": seen.legion_rare,
        "waiting_for_judge": seen.waiting_for_judge,
        "seats": [_seat(live, seat, of_seat) for seat, of_seat in enumerate(seen.seats)],
    }


def _seat(live: LiveTable, seat: int, seen: SeatSeen) -> dict[str, Any]:
    attendance = live.sitting.seats[seat]
    return {
        "seat": seat,
        "name": live.seats[seat].name,
        "bot": attendance.bot,
        "connected": attendance.connected or attendance.bot,
        "chosen": seen.chosen,
        "in_hand": seen.in_hand,
        "face_down": seen.face_down,
        "ready": attendance.ready,
    }


def _you(live: LiveTable, seat: int, own: OwnSeen, marked: Sequence[CardId]) -> dict[str, Any]:
    call = next((call for call in live.calls if call.seat == seat), None)
    you: dict[str, Any] = {
        "seat": seat,
        "name": live.seats[seat].name,
        "must_choose": {"trigger": own.owed.trigger, "normal": own.owed.normal, "any": own.owed.any},
        "pack": [card_part(held) for held in own.pack],
        "chosen": own.chosen,
        "pile": None if own.pile is None else [card_part(held) for held in own.pile],
        "can_call_judge": own.may_call and may_call(live.sitting.table, seat, live.refused),
        "call": None if call is None else {"id": call.id, "reason": call.reason},
        "marked": [card for card in marked if any(held.id == card for held in own.pack)],
        "ready": live.sitting.seats[seat].ready,
    }
    if own.pile is not None:
        complete = live.sitting.table.phase is Phase.DRAFTED
        you["summary"] = _summary(deck_of(own.pile, live.event.format, complete=complete))
    return you


def _summary(deck: Deck) -> dict[str, Any]:
    first = deck.first_vanguard
    return {
        "count": len(deck.main) + len(deck.g_zone),
        "main": len(deck.main),
        "g_zone": len(deck.g_zone),
        "g_units": len(deck.g_zone),
        "grades": {str(grade): count for grade, count in deck.grades.items()},
        "triggers": deck.triggers,
        "clans": deck.clans,
        "warnings": deck.warnings,
        "order": [held.id for held in deck.main],
        "g_order": [held.id for held in deck.g_zone],
        "first_vanguard": {"card": None if first is None else first.id, "note": deck.first_vanguard_note},
    }
