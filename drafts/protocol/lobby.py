"""The lobby as one viewer sees it."""

from collections.abc import Sequence
from datetime import UTC, datetime

from drafts.languages import translated
from drafts.protocol.answers import as_text
from drafts.protocol.messages import EntryPart, SeatPart, State
from drafts.protocol.parts import event_part, must_choose_part, stamp, status_part
from drafts.rules.draft.clock import HOLD_SECONDS
from drafts.rules.draft.seat_status import SeatStatus, lobby_status
from drafts.rules.formats import Quota
from drafts.store.lobbies import Lobby, Member


def host_lobby_state(lobby: Lobby, entries: Sequence[EntryPart]) -> str:
    """Return the lobby as its organizer sees it: who has taken a place, and what a start would make of it."""
    state = _lobby_state(lobby)
    state |= {
        "judge_calls": [],
        "tables": [],
        "fighters": [
            {
                "id": member.id,
                "name": member.name,
                "bot": member.bot,
                "ready": member.ready,
                "connected": member.connected or member.bot,
                "guest": member.guest,
                **status_part(_status(member)),
            }
            for member in lobby.members
        ],
        "start": {
            "table_sizes": lobby.sizes,
            "packs_wanted": len(lobby.members) * len(lobby.event.format.rounds),
            "packs_listed": lobby.packs_listed,
        },
        "entries": entries,
    }
    return as_text(state)


def judge_lobby_state(lobby: Lobby) -> str:
    """Return the lobby as a judge sees it: as everybody, since there is nothing to judge yet."""
    return as_text({**_lobby_state(lobby), "judge_calls": [], "tables": []})


def lobby_state(lobby: Lobby, fighter: int | None) -> str:
    """Return the lobby as one viewer sees it: the places taken so far, in order of joining. Nobody sits yet."""
    state = _lobby_state(lobby)
    own = next((place for place, member in enumerate(lobby.members) if member.id == fighter), None)
    if own is not None:
        member = lobby.members[own]
        state["you"] = {
            "seat": own,
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
    return as_text(state)


def _lobby_state(lobby: Lobby) -> State:
    hint = lobby.event.format.hint(lobby.sizes)
    return {
        "type": "state",
        "seq": lobby.version,
        "event": event_part(lobby.event, lobby.event.phase.value, log_is_open=False),
        "clock": {
            "deadline": None,
            "now": stamp(datetime.now(UTC)),
            "paused": False,
            "paused_by": None,
            "seconds": None,
            "left": None,
            "grace": HOLD_SECONDS,
        },
        "table": {
            "number": 1,
            "round": 0,
            "rounds": len(lobby.event.format.rounds),
            "pass": 0,
            "passes": 0,
            "direction": lobby.event.format.rounds[0].direction.value,
            "legion_rare": False,
            "waiting_for_judge": False,
            "judge_called": [],
            "seats": [_seat(place, member) for place, member in enumerate(lobby.members)],
        },
        "seating": lobby.seating,
        "hint": translated(hint) if hint else None,
        "log_open": False,
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
