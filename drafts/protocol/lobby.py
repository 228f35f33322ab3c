"""The lobby as each viewer sees it, and what has changed in it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property

from drafts.languages import translated
from drafts.protocol.answers import as_payload
from drafts.protocol.messages.draft import TablePart
from drafts.protocol.messages.events import EntryPart, MemberPart, SeatPart, StartPart
from drafts.protocol.messages.states import LobbyUpdate, State, YouPart
from drafts.protocol.parts import event_text, must_choose_part, stamp, status_part, written
from drafts.rules.draft.clock import HOLD_SECONDS
from drafts.rules.draft.seat_status import SeatStatus, lobby_status
from drafts.rules.formats import Quota
from drafts.rules.ids import FighterId, Version
from drafts.store.lobbies import Lobby, Member


class LobbyStates:
    """The messages of one version of a lobby, for as many viewers as ask: the common parts are made once."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._places = {member.id: place for place, member in enumerate(lobby.members)}
        self._seating = written(lobby.seating)
        hint = lobby.event.format.hint(len(lobby.members), lobby.sizes)
        self._hint = translated(hint) if hint else None
        self._enough = bool(lobby.sizes)
        self._event = event_text(lobby.event, lobby.event.phase.value, log_is_open=False)
        self._changes: dict[Version, bytes | None] = {}

    def has_place(self, fighter: FighterId) -> bool:
        """Whether a fighter is in the lobby."""
        return fighter in self._places

    def for_host(self, entries: Sequence[EntryPart]) -> bytes:
        """Return the lobby as its organizer sees it: who has taken a place, and what a start would make of it."""
        lobby, state, team = self.lobby, self._state(), self.lobby.event.format.team
        start: StartPart = {
            "table_sizes": lobby.sizes,
            "packs_wanted": len(lobby.members) * lobby.event.format.packs,
            "packs_listed": lobby.packs_listed,
        }
        if team > 1:
            start["teams"] = len(lobby.members) // team
        state |= {
            "judge_calls": [],
            "tables": [],
            "fighters": [_member(member) for member in lobby.members],
            "start": start,
            "entries": entries,
        }
        return as_payload(state)

    def for_judge(self) -> bytes:
        """Return the lobby as a judge sees it: as everybody does, since there is nothing to judge yet."""
        return as_payload({**self._state(), "judge_calls": [], "tables": []})

    def for_viewer(self, fighter: FighterId | None) -> bytes:
        """Return the lobby as one viewer sees it: the places taken so far, in order of joining. No seat is drawn."""
        state, own = self._state(), None if fighter is None else self._places.get(fighter)
        if own is not None:
            state["you"] = _you(own, self.lobby.members[own])
        return as_payload(state)

    def since(self, before: Lobby) -> bytes | None:
        """Return what has changed in the lobby since a version of it, for every viewer but the officials.

        None where it takes a whole state: a place is free again, or the event itself is another.
        """
        if before.version not in self._changes:
            self._changes[before.version] = self._since(before)
        return self._changes[before.version]

    def _since(self, before: Lobby) -> bytes | None:
        members, known = self.lobby.members, before.members
        if before.event != self.lobby.event or [one.id for one in members[: len(known)]] != [one.id for one in known]:
            return None
        change: LobbyUpdate = {
            "type": "lobby",
            "seq": self.lobby.version,
            "since": before.version,
            "now": stamp(datetime.now(UTC)),
            "seats": [
                _seat(place, member)
                for place, member in enumerate(members)
                if place >= len(known) or known[place] != member
            ],
            "seating": self._seating,
            "hint": self._hint,
            "enough": self._enough,
        }
        return as_payload(change)

    def _state(self) -> State:
        return {
            "type": "state",
            "seq": self.lobby.version,
            "event": self._event,
            "clock": {
                "deadline": None,
                "now": stamp(datetime.now(UTC)),
                "paused": False,
                "paused_by": None,
                "seconds": None,
                "left": None,
                "grace": HOLD_SECONDS,
            },
            "table": self._table,
            "seating": self._seating,
            "hint": self._hint,
            "enough": self._enough,
            "log_open": False,
        }

    @cached_property
    def _table(self) -> TablePart:
        """The table, serialized: most viewers of a large lobby are sent only its changes."""
        rounds = self.lobby.event.format.rounds
        table: TablePart = {
            "number": 1,
            "round": 0,
            "rounds": len(rounds),
            "pass": 0,
            "passes": 0,
            "direction": rounds[0].direction.value if rounds else None,
            "legion_rare": False,
            "waiting_for_judge": False,
            "judge_called": [],
            "seats": [_seat(place, member) for place, member in enumerate(self.lobby.members)],
        }
        return written(table)


def _you(place: int, member: Member) -> YouPart:
    return {
        "seat": place,
        "name": member.name,
        "ready": member.ready,
        "must_choose": must_choose_part(Quota()),
        "pack": [],
        "chosen": False,
        "pile": None,
        "can_call_judge": False,
        "call": None,
        "note": None,
        "marked": [],
        "hurried": False,
        "bot": False,
        "by_time": [],
    }


def _member(member: Member) -> MemberPart:
    return {
        "id": member.id,
        "name": member.name,
        "bot": member.bot,
        "ready": member.ready,
        "connected": member.connected or member.bot,
        "guest": member.guest,
        **status_part(_status(member)),
    }


def _seat(place: int, member: Member) -> SeatPart:
    status = status_part(_status(member))
    return {
        "seat": place,
        "fighter": member.id,
        "name": member.name,
        "bot": member.bot,
        "connected": member.connected or member.bot,
        "chosen": False,
        "in_hand": 0,
        "face_down": 0,
        "ready": member.ready,
        "guest": member.guest,
        "presence": status["presence"],
        "away_since": status["away_since"],
        "turn": status["turn"],
        "hurried": status["hurried"],
    }


def _status(member: Member) -> SeatStatus:
    return lobby_status(bot=member.bot, connected=member.connected, away_since=member.away_since, ready=member.ready)
