"""A room whose writer, clock and database the test moves by hand, so that it says what happens in between."""

import asyncio
import threading
from contextlib import asynccontextmanager, contextmanager

import orjson
from asgiref.sync import sync_to_async
from django.db import connection, connections
from django.db.backends.signals import connection_created

from drafts.live.draft.table_room import TableRoom
from drafts.live.event_viewers import EventViewers
from drafts.live.hub import get_hub
from drafts.live.kernel.database import admitting, reading
from drafts.live.kernel.tasks import Tasks
from drafts.live.kernel.writer import GroupWriter, WriteBatch
from drafts.live.registry import ConnectionRegistry
from drafts.live.viewer import Viewer
from drafts.protocol import Choose, NightStates
from drafts.rules.chance import Chance
from drafts.rules.draft.bots import automatic_choice
from drafts.rules.night.rights import Rights


class WriterByHand(GroupWriter):
    """Keeps what comes in: the test says when it is written, and when the room learns of it."""

    def __init__(self):
        super().__init__()
        self.changes = []
        self.marks = {}

    def submit(self, source, change):
        self.changes.append(change)

    def withdraw(self, source):
        self.changes = []

    def submit_note(self, note, row, value, noted):
        self.marks[row] = value

    def take(self):
        """Return what waits, which waits no longer."""
        changes, self.changes = self.changes, []
        return changes

    async def write(self, room):
        """Write what waits, tell the room what became of it, and return whether it was written."""
        changes = self.take()
        recorded = await sync_to_async(room.record)([changes])
        if list(recorded.written) == [True]:
            room.written(recorded.chains[0], recorded.completed)
        else:
            await room.lost()
        return list(recorded.written) == [True]


class Clock:
    """A clock in the place of `time.monotonic`, also for the event loop. It stands still until it is moved."""

    def __init__(self, now):
        self.now = now

    def __call__(self):
        return self.now

    async def move(self, seconds):
        """Let so many seconds pass for all that waits by now, and do what is due then."""
        await settle()
        self.now += seconds
        await settle()


async def at_rest(writer):
    """Wait until a group writer has written all that waits, and has told the sources."""
    while writer._is_busy:
        has_written = asyncio.get_running_loop().create_future()
        writer._thread.write(WriteBatch(0, {}, {}, ()), lambda *_, done=has_written: done.set_result(None))
        await has_written
        await settle()


async def end_hub():
    """End what the hub of this loop does by itself, and wait for its threads: the next test empties the database."""
    hub = get_hub()
    doing = [*hub._tasks, hub._peers._telling, hub._register._writing, hub._writer._reading]
    doing += [task for live_event in hub._events.values() for task in live_event.tasks.running]
    doing = [task for task in doing if task is not None]
    for task in doing:
        task.cancel()
    await asyncio.gather(*doing, return_exceptions=True)
    for live_event in hub._events.values():
        live_event.close()
    await reading(connections.close_all)()  # it has done what was asked before
    await admitting(connections.close_all)()
    await sync_to_async(hub._writer._thread.end, thread_sensitive=False)()


async def settle():
    """Let everything go on that waits for neither a thread nor a time."""
    for _ in range(20):
        await asyncio.sleep(0)


async def database_answers():
    """Let everything go on that waits for an answer of the database, or is about to ask it."""
    await settle()
    await reading(int)()
    await settle()


@asynccontextmanager
async def database_held_up():
    """Let no room of this process read the database meanwhile: what is asked of it waits, in order."""
    go_on = threading.Event()
    holding = asyncio.create_task(reading(go_on.wait)())
    await settle()
    try:
        yield
    finally:
        go_on.set()
        await holding


@asynccontextmanager
async def rows_away(model):
    """Take a table of the database away: whoever asks for its rows is told that the database does not answer."""
    name = model._meta.db_table

    def rename(before, after):
        with connection.cursor() as cursor:
            cursor.execute(f"ALTER TABLE {before} RENAME TO {after}")

    await sync_to_async(rename)(name, "elsewhere")
    try:
        yield
    finally:
        await sync_to_async(rename)("elsewhere", name)


class SocketQueries(list):
    """The queries that the threads of the sockets send to the database."""

    async def __aenter__(self):
        for thread in (reading, admitting):
            await thread(lambda: connection.execute_wrappers.append(self._note))()
        return self

    async def __aexit__(self, *_):
        for thread in (reading, admitting):
            await thread(lambda: connection.execute_wrappers.remove(self._note))()

    def _note(self, execute, sql, *rest):
        self.append(sql)
        return execute(sql, *rest)


@contextmanager
def connections_opened():
    """Collect the threads in which a connection to the database is opened meanwhile."""
    opened = []

    def note(**_):
        opened.append(threading.current_thread().name)

    connection_created.connect(note)
    try:
        yield opened
    finally:
        connection_created.disconnect(note)


class Screen:
    """A device that looks at a table, and all that it was sent."""

    def __init__(self, live, seat=None):
        self.frames, self.closed = [], []
        rights = Rights(fights=seat is not None)
        fighter = None if seat is None else live.seats[seat].fighter
        self.viewer = Viewer(rights, live.event.id, self._send, self._close, fighter, seat=seat)

    def _send(self, text):
        self.frames.append(orjson.loads(text))

    def _close(self, code):
        self.closed.append(code)

    @property
    def answers(self):
        """The results of its requests: the `seq` of an ack, or the code of an error."""
        return [
            frame["seq"] if frame["type"] == "ack" else frame["code"]
            for frame in self.frames
            if frame["type"] in ("ack", "error")
        ]

    @property
    def seqs(self):
        """The versions that it was shown, in order."""
        return [frame["seq"] for frame in self.frames if frame["type"] in ("state", "seat")]


class EventByHand:
    """An event as rooms are given it: the writer is the test's, and nothing happens besides."""

    def __init__(self, event, writer, gone_on=None):
        self.id, self.writer, self.register = event, writer, ConnectionRegistry()
        self.viewers = EventViewers(leave=None)
        self.spawn = Tasks("by hand").spawn
        self.night = NightStates()
        self.gone_on = gone_on

    def seq_for(self, viewer):
        return 0

    def attend(self):
        return False

    def stored(self, room=None): ...
    def table_stored(self, room, completed): ...
    def table_read(self): ...
    def lobby_closed(self): ...
    def show_stages(self, reach): ...
    async def show_lobby(self, viewer): ...

    async def stage_left(self):
        if self.gone_on is not None:
            await self.gone_on()


def room_of(live, writer, gone_on=None):
    """Return the room of a table. `gone_on` is awaited while what follows its draft is read."""
    return TableRoom(live, {}, EventByHand(live.event.id, writer, gone_on))


def choice_of(live, seat, request="a"):
    """Return a message with which a seat chooses in the pass that a table is in."""
    table = live.timed.table
    return Choose(request, table.round, table.pass_number, automatic_choice(table, seat, (), Chance("any")))
