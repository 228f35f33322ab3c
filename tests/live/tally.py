"""A machine without a game or a database, and a world around its room in which a test says what happens when.

A tally is a list of words that actors say. `World` plays a schedule, one action after the other, and watches: nobody
may be shown what is not stored, and each request is answered once, or its connection closed once.
"""

import asyncio
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import pairwise

import orjson
from django.db import DatabaseError

from drafts.live.kernel.done import DONE
from drafts.live.kernel.machine import Machine
from drafts.live.kernel.room import REACH_SECONDS, REACHES, RETRY_SECONDS, Room
from drafts.live.viewer import Viewer
from drafts.rules.errors import Paused
from drafts.rules.night.rights import Rights
from tests.live.by_hand import WriterByHand

ACTORS = 3


@dataclass(frozen=True)
class Tally:
    version: int = 1
    said: tuple[str, ...] = ()
    is_closed: bool = False
    id: int = 1


@dataclass(frozen=True)
class Say:
    id: str
    word: str


@dataclass(frozen=True)
class Said:
    before: Tally
    after: Tally
    key: tuple[int, str] | None = None


def with_word(tally, word, key=None):
    return Said(tally, replace(tally, version=tally.version + 1, said=(*tally.said, word)), key)


def say(tally: Tally, actor: int, move: Say, now: datetime) -> Said | None:
    if tally.is_closed:
        raise Paused
    return None if move.word in tally.said else with_word(tally, move.word, (actor, move.id))


class Rows:
    """The stored rows, and every version of them that was. A reader waits twice: before it looks, and after."""

    def __init__(self):
        self.tally = Tally()
        self.answered = {}
        self.versions = {1: self.tally}
        self.reading = []
        self.fails = None

    def write(self, chain):
        """Store a chain of changes, and return whether nothing else was stored before."""
        for change, following in pairwise(chain):
            assert following.before is change.after
        if chain[0].before.version != self.tally.version:
            return False
        assert chain[0].before == self.tally
        for change in chain:
            self._store(change)
        return True

    def change(self, change):
        """Store what another process has made."""
        self._store(change)

    def _store(self, change):
        self.tally = change.after
        self.versions[self.tally.version] = self.tally
        if change.key is not None:
            self.answered[change.key] = self.tally.version

    async def read(self, known):
        step = asyncio.get_running_loop().create_future()
        self.reading.append(step)
        await step
        found = self.tally, dict(self.answered)
        step = asyncio.get_running_loop().create_future()
        self.reading.append(step)
        await step
        if self.fails:
            raise self.fails
        return found

    def go_on(self):
        """Let the oldest reader take its next step, and return whether there is one."""
        if self.reading:
            self.reading.pop(0).set_result(None)
            return True
        return False


class Hall(Room):
    """The room of a tally. Each actor who is here has a word in it that the room submits by itself."""

    def __init__(self, rows, writer, spawn):
        machine = Machine(apply=say, wakes_at=lambda tally: None, read=rows.read, record=None)
        super().__init__(machine, rows.tally, {}, writer=writer, spawn=spawn)
        self.viewers = []
        self.here = set()

    def show_stored(self, before, changes, completed):
        for change in changes:
            self.show(change.before, change.after)

    def show(self, before, after):
        for viewer in self.viewers:
            if viewer.shown < after.version:
                viewer.shown = after.version
                viewer.send(orjson.dumps({"type": "state", "seq": after.version, "said": after.said}))

    def resume(self):
        for word in sorted(self.here - set(self.head.said)):
            self.submit(with_word(self.head, word))


@dataclass(eq=False)
class Phone:
    """A connection of an actor: what it asked, what it was answered, and how often it was closed."""

    world: "World"
    actor: int
    asked: list = field(default_factory=list)
    answers: list = field(default_factory=list)
    seqs: list = field(default_factory=list)
    closed: int = 0

    def __post_init__(self):
        self.viewer = Viewer(Rights(fights=True), 1, self._send, self._close, self.actor)

    def _send(self, text):
        frame = orjson.loads(text)
        versions = self.world.rows.versions
        if frame["type"] == "state":
            assert tuple(frame["said"]) == versions[frame["seq"]].said
            assert self.seqs == [] or frame["seq"] > self.seqs[-1]
            self.seqs.append(frame["seq"])
        elif frame["type"] == "ack":
            assert word_of(frame["id"]) in versions[frame["seq"]].said
            self.answers.append((frame["id"], frame["seq"]))
        else:
            self.answers.append((frame["id"], frame["code"]))

    def _close(self, code):
        self.closed += 1


def word_of(request):
    """Return the word that a request says; two requests, "a" and "a again", say the same one."""
    return request.split()[0]


class World:
    """A room, its phones, what is stored, and a writer. Each action is one step; some do nothing."""

    def __init__(self):
        self.rows = Rows()
        self.writer = WriterByHand()
        self.tasks = []
        self.room = Hall(self.rows, self.writer, self._spawn)
        self.phones = []
        self.current = {actor: self._connect(actor) for actor in range(ACTORS)}
        self.chain, self.became, self.telling = [], None, None
        self.newest = 0

    # Steps ------------------------------------------------------------------------------------------------------

    def ask(self, actor, request):
        """Let an actor say a word; one who was turned away comes back first."""
        if self.current[actor].closed:
            self.current[actor] = self._connect(actor)
        phone = self.current[actor]
        phone.asked.append(request)
        rest = self.room.ask(phone.viewer, actor, Say(request, word_of(request)))
        if rest is not DONE:
            self._spawn(rest)

    def ask_by_another_phone(self, actor, request):
        """Let an actor say a word by way of a second connection, which takes the place of the first."""
        self.current[actor] = self._connect(actor)
        self.ask(actor, request)

    def come(self):
        """Let the room note something that nobody asked for."""
        self.room.here.add("here")
        self.room.resume()

    def begin(self):
        """Let the writer take what waits."""
        if not self.chain and self.writer.changes:
            self.chain, self.became = self.writer.take(), None

    def write(self):
        """Store what the writer has taken, unless something else was stored before."""
        if self.chain and self.became is None:
            self.became = "written" if self.rows.write(self.chain) else "lost"

    def fail(self):
        """Let the database refuse what the writer has taken."""
        if self.chain and self.became is None:
            self.became = "failed"

    def fail_though_written(self):
        """Store what the writer has taken, and let the connection break before it learns so."""
        if self.chain and self.became is None:
            self.became = "failed"
            self.rows.write(self.chain)

    def tell(self):
        """Tell the room what became of what was taken, as the group writer does."""
        if self.became is None or self.telling is not None:
            return
        if self.became == "lost":
            self.writer.withdraw(self.room)
            self.telling = self._spawn(self.room.lost())
            return
        if self.became == "written":
            self.room.written(self.chain, {})
        else:
            self.writer.withdraw(self.room)
            self.room.failed()
        self.chain, self.became = [], None

    def change_elsewhere(self, word="elsewhere"):
        """Store a word that came by way of another process."""
        self.rows.change(with_word(self.rows.tally, f"{word}{self.rows.tally.version}"))

    def same_elsewhere(self):
        """Store what is asked here by way of another process: the same request."""
        if "a" not in self.rows.tally.said and not self.rows.tally.is_closed:
            self.rows.change(with_word(self.rows.tally, "a", (0, "a")))

    def close_elsewhere(self):
        """Let a page close the tally: from now on every request is refused."""
        tally = self.rows.tally
        self.rows.change(Said(tally, replace(tally, version=tally.version + 1, is_closed=True)))

    def know_elsewhere(self):
        """Store a word that came by way of another process, and say so in full."""
        self.change_elsewhere("known")
        self._spawn(self._read(self.room.know(self.rows.tally)))

    def refresh(self):
        """Tell the room that something has changed elsewhere."""
        self._spawn(self._read(self.room.refresh()))

    def reach(self):
        """Let a viewer come who has seen the newest version elsewhere."""
        self._spawn(self._read(self.room.reach(self.rows.tally.version)))

    def catch_up(self):
        """Let a viewer come who is to see all that is stored."""
        self._spawn(self._read(self.room.catch_up()))

    def go_on(self):
        """Let the oldest reader take its next step."""
        self.rows.go_on()

    def stop_reading(self, error=DatabaseError):
        """Let what is read from now on fail, or succeed again."""
        self.rows.fails = None if self.rows.fails else error

    def wait(self):
        """Let time pass."""
        asyncio.get_running_loop().now += REACH_SECONDS

    def wait_long(self):
        """Let time pass until a room looks again after a failed write."""
        asyncio.get_running_loop().now += RETRY_SECONDS

    # Playing ----------------------------------------------------------------------------------------------------

    async def play(self, schedule):
        """Do one action after the other, let everything come to rest, and look whether all is as it should be."""
        for action, *details in schedule:
            await self.do(action, *details)
        await self.rest()
        self.check_answers()

    async def do(self, action, *details):
        getattr(self, action)(*details)
        await asyncio.get_running_loop().settle()
        if self.telling is not None and self.telling.done():
            self.chain, self.became, self.telling = [], None, None
        assert self.room.live == self.rows.versions[self.room.live.version]
        assert self.room.live.version >= self.newest
        self.newest = self.room.live.version

    async def rest(self):
        """Let everything that is on its way arrive; nothing fails any more."""
        self.rows.fails = False
        for action in (
            "wait_long",
            "wait_long",
            "refresh",
        ):  # a failure may be told in the first
            await self.do(action)
            await self._arrive()
            for _ in range(REACHES):
                if all(task.done() for task in self.tasks):
                    break
                await self.do("wait")
                await self._arrive()
        for task in self.tasks:
            task.result()
        assert (self.room.head is self.room.live, self.room.live) == (True, self.rows.tally)
        assert self.room.here <= set(self.rows.tally.said)

    async def _arrive(self):
        while self.rows.reading or self.writer.changes or self.chain:
            for action in ("go_on", "begin", "write", "tell"):
                await self.do(action)

    def check_answers(self):
        """Each request was answered once, or its connection closed once; the same request got the same answer."""
        made = {}
        for phone in self.phones:
            asked, answered = Counter(phone.asked), Counter(request for request, _ in phone.answers)
            if phone.closed:
                assert (phone.closed, answered - asked) == (1, Counter())
            else:
                assert answered == asked
            for request, answer in phone.answers:
                if isinstance(answer, int) and (phone.actor, request) in self.rows.answered:
                    assert made.setdefault((phone.actor, request), answer) == answer

    def _connect(self, actor):
        phone = Phone(self, actor)
        self.phones.append(phone)
        self.room.viewers.append(phone.viewer)
        phone.viewer.shown = self.room.live.version
        return phone

    def _spawn(self, work):
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.append(task)
        return task

    async def _read(self, reading):
        with suppress(DatabaseError):  # it is read again some time
            await reading


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time passes when the world says so."""

    now = 0.0
    called = 0

    def time(self):
        return self.now

    def call_soon(self, *arguments, **more):
        self.called += 1
        return super().call_soon(*arguments, **more)

    async def settle(self):
        """Let everything go on that waits for no time: until two turns in which nothing is called but this."""
        idle = 0
        while idle < 2:  # what is due by now is called at the end of the first
            before = self.called
            await asyncio.sleep(0)
            idle = idle + 1 if self.called == before + 1 else 0


def play(schedule):
    """Play a schedule in a world of its own, and return the world as it is at the end."""

    async def in_a_world():
        world = World()
        await world.play(schedule)
        return world

    with closing(Loop()) as loop:
        return loop.run_until_complete(in_a_world())
