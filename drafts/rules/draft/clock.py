"""The clock's arithmetic: how long a choice may take. All times are seconds; nothing here asks what time it is."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from drafts.rules.formats import Format, Pace, Quota

HURRY_SECONDS = 5
HOLD_SECONDS = 5
"""After the deadline, for a fighter whose connection was down at it."""

GRACE_SECONDS = 15
SKEW_SECONDS = 2
TIMEOUTS_BEFORE_HURRY = 2
OPENING_SECONDS = 30
PASSING_SECONDS = 5


def seconds_to_choose(format_: Format, pace: Pace, *, pack_size: int, in_hand: int, due: int) -> int | None:
    """Return the time for one pass: None where nothing is timed, 0 for a last card, which needs no decision."""
    if pace is Pace.OFF:
        return None
    return format_.seconds_to_choose(pace, pack_size, in_hand, due) if in_hand > 1 else 0


def estimated_seconds(
    format_: Format, pace: Pace, *, pack_size: int, guaranteed: bool, review_seconds: int
) -> int | None:
    """Return how long a draft lasts, with opening, passing and review; None where nothing is timed."""
    if pace is Pace.OFF:
        return None
    total = 0
    for round_rule in format_.rounds:
        total += OPENING_SECONDS + (review_seconds if round_rule.review_after else 0)
        in_hand, number = pack_size, 1
        while in_hand > 0:
            due: Quota = round_rule.rule(number).quota(guaranteed=guaranteed, called=False)
            seconds = seconds_to_choose(format_, pace, pack_size=pack_size, in_hand=in_hand, due=due.total)
            total += (seconds or 0) + (PASSING_SECONDS if seconds else 0)
            in_hand -= due.total
            number += 1
    return total


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one pass or review.

    `started` is when it began, moved on by every stop, so that `now - started` is the time used. `seconds` is its
    full length. `deadline` is None where nothing is timed or while it stands; while it stands, `left` and `used`
    keep what the deadline and the start were worth.
    """

    started: datetime
    deadline: datetime | None = None
    seconds: int | None = None
    left: float | None = None
    used: float | None = None

    @property
    def stands(self) -> bool:
        """Whether the clock is stopped."""
        return self.used is not None

    def is_up(self, now: datetime) -> bool:
        """Whether its time has run out; never where nothing is timed."""
        return self.left == 0 if self.stands else self.deadline is not None and self.deadline <= now


def started(now: datetime, seconds: int | None) -> Clock:
    """Start a clock of that many seconds; None times nothing."""
    return Clock(started=now, deadline=None if seconds is None else now + timedelta(seconds=seconds), seconds=seconds)


def stopped(clock: Clock, now: datetime) -> Clock:
    """Stop the clock; a stopped one stays as it is."""
    if clock.stands:
        return clock
    left = None if clock.deadline is None else max(0.0, (clock.deadline - now).total_seconds())
    return replace(clock, deadline=None, left=left, used=max(0.0, (now - clock.started).total_seconds()))


def resumed(clock: Clock, now: datetime) -> Clock:
    """Let a stopped clock run on with the time that was left."""
    if clock.used is None:
        return clock
    deadline = None if clock.left is None else now + timedelta(seconds=clock.left)
    begun = now - timedelta(seconds=clock.used)
    return replace(clock, started=begun, deadline=deadline, left=None, used=None)


def extended(clock: Clock, seconds: float) -> Clock:
    """Add time; where nothing is timed nothing changes."""
    longer = None if clock.seconds is None else round(clock.seconds + seconds)
    if clock.left is not None:
        return replace(clock, left=clock.left + seconds, seconds=longer)
    if clock.deadline is not None:
        return replace(clock, deadline=clock.deadline + timedelta(seconds=seconds), seconds=longer)
    return clock


def at_least(clock: Clock, seconds: float, now: datetime) -> Clock:
    """Make sure that at least so much time is left, where anything is timed."""
    left = clock.left if clock.deadline is None else (clock.deadline - now).total_seconds()
    return clock if left is None or left >= seconds else extended(clock, seconds - left)


def with_grace(clock: Clock, seconds: float, now: datetime) -> Clock:
    """Give a clock whose end was missed so many seconds from now on, and leave out of the time used what is long past.

    Where another machine's clock is behind, this one begins in its future, and it sets that right.
    """
    if clock.deadline is None or (ahead := now + timedelta(seconds=seconds) - clock.deadline) <= timedelta(0):
        return at_least(clock, seconds, now)
    length = None if clock.seconds is None else max(clock.seconds, round(seconds))
    begun = max(clock.started, min(now, clock.started + ahead))
    return replace(clock, started=begun, deadline=clock.deadline + ahead, seconds=length)


def restart_if_in_future(clock: Clock, now: datetime) -> Clock:
    """Let a clock that began in the future begin now, with its whole length: the time of day was set back meanwhile.

    Two machines may differ by `SKEW_SECONDS`.
    """
    ahead = clock.started - now
    if clock.stands or ahead <= timedelta(seconds=SKEW_SECONDS):
        return clock
    return replace(clock, started=now, deadline=None if clock.deadline is None else clock.deadline - ahead)


def seconds_used(clock: Clock, now: datetime) -> float:
    """Return how long this pass has run, stops left out."""
    return clock.used if clock.used is not None else max(0.0, (now - clock.started).total_seconds())
