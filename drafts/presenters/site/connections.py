"""Whether phones, displays and the server are well connected, in plain words, and what to do where they are not."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.models import Connection, Event, Fighter, Process, Seat
from drafts.models.presence import DEAD_AFTER
from drafts.numbers import decimal_words, nearest
from drafts.rules.night.rights import Role

LOOKED_BACK = timedelta(minutes=10)  # older connections are forgotten
SLOW_MS = 500
SLOW_WRITING_SECONDS = 0.5
OFTEN = 3
ONE_AFTER_THE_OTHER = timedelta(seconds=1)

NEARER = _("Bring the phone nearer to the Wi-Fi, and see who else uses it: one big download is enough.")
WEAK = _("It may hop between Wi-Fi and mobile data, or lock its screen: switch mobile data off, or bring it nearer.")
GONE = _(
    "Ask them to open the page again. If the phone is dead, give them a New phone; if they left, let a bot choose."
)
EVERYBODY = _(
    "That is more likely the Wi-Fi than the phones. Pause, look at the router, and go on: what was confirmed "
    "is safe, and the phones come back by themselves."
)
NO_DISPLAY = _("The event does not need one.")
DISPLAY_GONE = _("Look at the computer behind the TV, and load its page again. The event goes on without it.")
NO_DATABASE = _("Look whether it runs. Choices wait on the phones until it is back; what was confirmed is safe.")
NOT_STORED = _("Look whether the disk is full. Choices wait on the phones; what was confirmed is safe.")
SLOWLY_STORED = _("The disk or the database is busy: end what else runs on that computer.")
NO_REDIS = _("Restart it when you can. The event goes on; what happens at another process shows a few seconds late.")
STARTED_AGAIN = _("Phones come back by themselves. If nobody did that, the log tells why it ended.")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is well or not: what it is about, how it is, and what to do about it.

    `state`: `well`, `slow`, `loses` (its line), `away`, `bad`, or `idle` where nobody has to do anything.
    """

    about: str
    state: str
    words: str
    advice: str | Promise = ""
    table: int | None = None
    seat: int | None = None

    @property
    def needs_attention(self) -> bool:
        """Whether something should be done about it."""
        return self.state not in ("well", "idle")


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """The state of a process: parts that do not answer, why its writer does not write, and how long a write takes."""

    failing: Collection[str] = ()
    fault: str | None = None
    write_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Connections:
    """Everything that the page of an event's connections shows at one moment."""

    phones: list[Finding]
    displays: list[Finding]
    server: list[Finding]
    is_over: bool

    @property
    def summary(self) -> Finding:
        """All of it in one sentence."""
        troubled, phones = sum(phone.needs_attention for phone in self.phones), len(self.phones)
        counts = {"troubled": troubled, "phones": phones}
        if any(finding.needs_attention for finding in self.server):
            return Finding("", "bad", gettext("The server needs attention."), gettext("See Server below."))
        if self.is_over:
            return Finding("", "idle", gettext("No device has to be connected any more."))
        if not troubled:
            return Finding(
                "", "well", gettext("All phones are well connected.") if phones else gettext("No phone is here yet.")
            )
        if troubled > 1 and troubled * 2 >= phones:
            return Finding(
                "",
                "bad",
                gettext("%(troubled)s of %(phones)s phones have trouble at the same time.") % counts,
                EVERYBODY,
            )
        words = ngettext("One phone has trouble.", "%(troubled)s of %(phones)s phones have trouble.", troubled)
        return Finding("", "slow", words % counts)


def connections_of(event: Event, server: ServerFacts) -> Connections:
    """Return how everybody of an event is connected now; bots need no phone, and guests have none."""
    now = timezone.now()
    connections = list(event.connections.select_related("process"))
    seats = {seat.fighter_id: seat for seat in event.draft.seats.select_related("table")}
    fighters = event.fighters.filter(bot=False, guest=False)
    phones = [
        _phone(fighter, seats.get(fighter.id), [each for each in connections if each.fighter_id == fighter.id], now)
        for fighter in fighters
    ]
    watching = [each for each in connections if each.role == Role.SPECTATOR.value]
    numbers = sorted({seat.table.number for seat in seats.values()}) or [1]
    displays = [_display(number, [each for each in watching if each.table == number], now) for number in numbers]
    if event.is_over:
        phones, displays = [_at_rest(phone) for phone in phones], [_at_rest(display) for display in displays]
    return Connections(
        phones=sorted(phones, key=lambda phone: (phone.table or 0, phone.seat or 0)),
        displays=displays,
        server=[*_parts(server), *_processes(now)],
        is_over=event.is_over,
    )


def _at_rest(finding: Finding) -> Finding:
    return replace(finding, state="idle", advice="") if finding.needs_attention else finding


# Phones and displays ------------------------------------------------------------------------------------------------


def _phone(fighter: Fighter, seat: Seat | None, connections: Sequence[Connection], now: datetime) -> Finding:
    finding = Finding(fighter.nickname, *_phone_words(fighter, connections, now))
    if seat is None:
        return finding
    if seat.bot and finding.state == "away":
        finding = replace(
            finding, state="idle", words=gettext("%(words)s, a bot chooses") % {"words": finding.words}, advice=""
        )
    return replace(finding, table=seat.table.number, seat=seat.position)


def _phone_words(fighter: Fighter, connections: Sequence[Connection], now: datetime) -> tuple[str, str, str | Promise]:
    here = _open(connections, now)
    if not here:
        if connections:
            return "away", gettext("away for %(time)s") % {"time": spoken(now - _end_of_last(connections, now))}, GONE
        late = now - fighter.joined_at > LOOKED_BACK
        return (
            "away",
            gettext("away for more than %(time)s") % {"time": spoken(LOOKED_BACK)} if late else gettext("not here yet"),
            GONE,
        )
    if (losses := _losses(connections, now)) >= OFTEN:
        words = gettext("keeps losing the connection (%(losses)s times in %(time)s)")
        return "loses", words % {"losses": losses, "time": spoken(LOOKED_BACK)}, WEAK
    if (took := here[-1].round_trip or 0) >= SLOW_MS:
        return "slow", gettext("slow (about %(seconds)s s)") % {"seconds": decimal_words(took / 1000, 1)}, NEARER
    return "well", gettext("well connected"), ""


def _display(table: int, connections: Sequence[Connection], now: datetime) -> Finding:
    here, about = len(_open(connections, now)), gettext("Table %(number)s") % {"number": table}
    if here:
        words = ngettext("one display is connected", "%(count)s displays are connected", here) % {"count": here}
        return Finding(about, "well", words, table=table)
    if connections:
        gone = spoken(now - _end_of_last(connections, now))
        return Finding(
            about, "away", gettext("the display has been gone for %(time)s") % {"time": gone}, DISPLAY_GONE, table=table
        )
    return Finding(about, "idle", gettext("no display shows it"), NO_DISPLAY, table=table)


def _open(connections: Sequence[Connection], now: datetime) -> list[Connection]:
    return [each for each in connections if each.closed_at is None and now - each.process.seen_at < DEAD_AFTER]


def _end(connection: Connection, now: datetime) -> datetime:
    """Return when a connection ended: that of a dead process when the process was last heard of, an open one now."""
    if _open([connection], now):
        return now
    ended = connection.closed_at or now
    return min(ended, connection.process.seen_at) if _died(connection.process, now) else ended


def _end_of_last(connections: Sequence[Connection], now: datetime) -> datetime:
    return max(_end(connection, now) for connection in connections)


def _losses(connections: Sequence[Connection], now: datetime) -> int:
    """Count how often the last connection was lost: not when another device stayed, nor when the server had ended."""
    ends = [each.closed_at for each in connections if each.closed_at and not _died(each.process, now)]
    return sum(not any(_covers(each, end, now) for each in connections) for end in ends)


def _covers(connection: Connection, moment: datetime, now: datetime) -> bool:
    return connection.opened_at + ONE_AFTER_THE_OTHER < moment < _end(connection, now)


def _died(process: Process, now: datetime) -> bool:
    return now - process.seen_at >= DEAD_AFTER


# The server ---------------------------------------------------------------------------------------------------------


def _parts(server: ServerFacts) -> Iterator[Finding]:
    seconds = server.write_seconds
    if "database" in server.failing:
        yield _silent(gettext("Database"), NO_DATABASE)
    elif server.fault:
        yield Finding(gettext("Database"), "bad", gettext("Choices are not being stored."), NOT_STORED)
    elif seconds is None:
        yield Finding(gettext("Database"), "well", gettext("It answers."))
    elif seconds >= SLOW_WRITING_SECONDS:
        words = gettext("Choices take about %(seconds)s s to be stored.") % {"seconds": decimal_words(seconds, 1)}
        yield Finding(gettext("Database"), "slow", words, SLOWLY_STORED)
    else:
        words = gettext("Choices are stored within %(time)s ms.") % {"time": max(1, nearest(seconds * 1000))}
        yield Finding(gettext("Database"), "well", words)
    if "channel_layer" in server.failing:
        yield _silent("Redis", NO_REDIS)


def _silent(part: str, advice: Promise) -> Finding:
    return Finding(part, "bad", gettext("It does not answer."), advice)


def _processes(now: datetime) -> Iterator[Finding]:
    processes = list(Process.objects.order_by("started_at"))
    alive = [process for process in processes if not _died(process, now)]
    ended = [process.seen_at for process in processes if _died(process, now) and now - process.seen_at < LOOKED_BACK]
    if len(alive) > 1:
        words = ngettext("%(count)s process is running.", "%(count)s processes are running.", len(alive))
        yield Finding(gettext("Server"), "well", words % {"count": len(alive)})
    if ended and alive and alive[-1].started_at >= max(ended):
        words = gettext("It was started again %(time)s ago.") % {"time": spoken(now - alive[-1].started_at)}
        yield Finding(gettext("Server"), "idle", words, STARTED_AGAIN)
    elif ended:
        words = gettext("A process ended %(time)s ago.") % {"time": spoken(now - max(ended))}
        yield Finding(gettext("Server"), "idle", words, STARTED_AGAIN)


# Words --------------------------------------------------------------------------------------------------------------


def spoken(time: timedelta) -> str:
    """Return a time as people say it: "12 s", "3 min"."""
    seconds = max(0, nearest(time.total_seconds()))
    if seconds < 60:
        return gettext("%(seconds)s s") % {"seconds": seconds}
    return gettext("%(minutes)s min") % {"minutes": seconds // 60}
