"""The machine of a night's fights: what is asked for about them becomes a change, or a refusal of the rules."""

from collections.abc import Sequence
from datetime import datetime

from drafts import protocol
from drafts.live.kernel.database import reading
from drafts.live.kernel.machine import Answered, Machine
from drafts.live.kernel.writer import Outcome
from drafts.rules.actors import Actor
from drafts.rules.night.fight_moves import LINES
from drafts.services.acts import record_acts
from drafts.store.fights import FightsChange, LiveFights, fights_change, newest
from drafts.store.stages import answered_in


def apply(live: LiveFights, actor: Actor, message: protocol.FightMessage, now: datetime) -> FightsChange | None:
    """Return the change that a request makes, None where it is so already. Raises a Refusal."""
    return fights_change(live, actor, LINES.made(message.kind, message.fields), now, message.id)


def read(known: LiveFights) -> tuple[LiveFights, Answered]:
    """Read what has been done since these fights were known."""
    return newest(known), answered_in(known.id)


def record(chains: Sequence[Sequence[FightsChange]]) -> Outcome:
    """Write changes of many nights' fights in one transaction."""
    return Outcome(record_acts(chains=chains), {}, chains)


FIGHTS = Machine(apply=apply, wakes_at=lambda fights: None, read=reading(read), record=record)
