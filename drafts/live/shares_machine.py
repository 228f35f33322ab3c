"""The machine of the sharing at a table: what is asked for becomes a change, or a refusal of the rules (R19)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from drafts import protocol
from drafts.live.kernel.database import reading
from drafts.live.kernel.machine import Answered, Machine
from drafts.live.kernel.writer import Outcome
from drafts.rules.actors import Actor
from drafts.rules.night.share_moves import LINES
from drafts.services.acts import record_acts
from drafts.store.shares import LiveShares, SharesChange, newest, shares_change
from drafts.store.stages import answered_in

LATE = timedelta(seconds=0.5)


def apply(live: LiveShares, actor: Actor, message: protocol.ShareMessage, now: datetime) -> SharesChange | None:
    """Return the change that a request makes, None where it is so already. Raises a Refusal."""
    return shares_change(live, actor, LINES.made(message.kind, message.fields), now, message.id)


def wakes_at(live: LiveShares) -> datetime | None:
    """Return when a turn is over: a little late, so that what was taken at the last moment counts."""
    deadline = live.shares.clock.deadline
    return None if live.shares.turn is None or deadline is None else deadline + LATE


def read(known: LiveShares) -> tuple[LiveShares, Answered]:
    """Read what has been done since this sharing was known."""
    return newest(known), answered_in(known.id)


def record(chains: Sequence[Sequence[SharesChange]]) -> Outcome:
    """Write changes of the sharing at many tables in one transaction."""
    return Outcome(record_acts(chains=chains), {}, chains)


SHARES = Machine(apply=apply, wakes_at=wakes_at, read=reading(read), record=record)
