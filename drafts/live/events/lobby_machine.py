"""The machine of a lobby: its fighters say that they are ready, and come and go."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from drafts.live.kernel.database import reading
from drafts.live.kernel.machine import Answered, Machine
from drafts.live.kernel.writer import Outcome
from drafts.protocol import Ready, Request
from drafts.rules.errors import NotAllowed, NotDrafting
from drafts.rules.ids import FighterId
from drafts.services.events.lobby import record_lobbies
from drafts.store.lobbies import Lobby, LobbyChange, lobby_change, newest_lobby


def apply(lobby: Lobby, actor: int, move: Request, now: datetime) -> LobbyChange | None:
    """Return the change that "I'm ready" makes, None where it is so already.

    Raises NotAllowed without a place in an open lobby, and NotDrafting for all other requests.
    """
    if not isinstance(move, Ready):
        raise NotDrafting
    member = lobby.member(FighterId(actor))
    if member is None or not lobby.is_open:
        raise NotAllowed
    return None if member.ready else lobby_change(lobby, replace(member, ready=True))


def attend(lobby: Lobby, fighter: FighterId, now: datetime, *, connected: bool) -> LobbyChange | None:
    """Return the change that a fighter's coming or going makes, None where it makes none: guests are always here."""
    member = lobby.member(fighter)
    if member is None or member.guest or not lobby.is_open or member.connected == connected:
        return None
    return lobby_change(lobby, replace(member, connected=connected, away_since=None if connected else now))


def read(known: Lobby) -> tuple[Lobby, Answered]:
    """Read a lobby again. It keeps no names of requests: a fighter who is ready may say so as often as they like."""
    return newest_lobby(known), {}


def record(chains: Sequence[Sequence[LobbyChange]]) -> Outcome:
    """Write changes of lobbies."""
    return Outcome(record_lobbies(chains=chains), {}, chains)


LOBBY = Machine(apply=apply, wakes_at=lambda lobby: None, read=reading(read), record=record)
