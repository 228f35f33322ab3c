"""The lobby as one viewer sees it."""

from datetime import UTC, datetime

from drafts.protocol.answers import as_text
from drafts.protocol.parts import event_part, stamp
from drafts.store_lobby import Lobby


def lobby_state(lobby: Lobby, fighter: int | None, *, host: bool = False) -> str:
    """Return the lobby as one viewer sees it: the places taken so far, in order of joining. Nobody sits yet."""
    own = next((place for place, member in enumerate(lobby.members) if member.id == fighter), None)
    state = {
        "type": "state",
        "seq": lobby.version,
        "event": event_part(lobby.event, lobby.event.phase.value, log_is_open=False),
        "clock": {"deadline": None, "now": stamp(datetime.now(UTC)), "paused": False, "seconds": None, "left": None},
        "table": {
            "number": 1,
            "round": 0,
            "rounds": len(lobby.event.format.rounds),
            "pass": 0,
            "passes": 0,
            "direction": lobby.event.format.rounds[0].direction.value,
            "legion_rare": False,
            "waiting_for_judge": False,
            "seats": [
                {
                    "seat": place,
                    "name": member.name,
                    "bot": member.bot,
                    "connected": member.connected or member.bot,
                    "chosen": False,
                    "in_hand": 0,
                    "face_down": 0,
                    "ready": member.ready,
                }
                for place, member in enumerate(lobby.members)
            ],
        },
        "log_open": False,
    }
    if own is not None:
        member = lobby.members[own]
        state["you"] = {
            "seat": own,
            "name": member.name,
            "ready": member.ready,
            "must_choose": {"trigger": 0, "normal": 0, "any": 0},
            "pack": [],
            "chosen": False,
            "pile": None,
            "can_call_judge": False,
            "call": None,
            "marked": [],
        }
    if host:
        state["judge_calls"] = []
        state["tables"] = []
        state["fighters"] = [
            {
                "id": member.id,
                "name": member.name,
                "bot": member.bot,
                "ready": member.ready,
                "connected": member.connected or member.bot,
            }
            for member in lobby.members
        ]
    return as_text(state)
