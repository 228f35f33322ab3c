"""The clients of a scenario: stubborn ones of every kind, all in one event loop.

They keep the protocol as the page does (static/js/lib): an outbox that is sent again on a new connection, a ping when
it has been quiet, a resync when something was missed. All else that they do is their habits'. Each keeps a recording.
"""

import asyncio
import json
import random
import socket
import time
import uuid
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.clients.connection import Connection, code_of, open_connection
from tests.clients.device import Device
from tests.clients.views import Frame, LiveView, is_ready, legal_choice, owes, position
from tests.faults.after_draft import AFTER_DRAFT, Action, AfterDraft, due_of_organizer, fighter_of, is_settled
from tests.faults.real_packs import HELPS, Entering, RealPile, due_with_real_packs, mend, open_piles
from tests.faults.recording import Entry, Recording, Role

PING_WHEN_QUIET = 2.0
SILENCE = 4.0
LONGEST_PAUSE = 0.4
FINAL = (4001, 4003, 4009, 4404)
GLANCE = 0.2
SMALL_BUFFER = 32768
OPEN_WITHIN, CLOSE_WITHIN = 10.0, 0.5
CALLS = 0.5
NAP = (3.0, 4.0)
LOOKS_EVERY = (0.05, 0.3)
PATIENCE = 5.0
PRESSED_TWICE, COUNTS_TOO = 0.3, 0.05
STEPS_BACK, GOES_ON_EARLY = 2, 0.3
NO_PILES: Mapping[str, RealPile] = {}


@dataclass(frozen=True)
class Habits:
    """How somebody behaves. Times are seconds.

    `drops`: how likely their connection breaks right behind a choice, at any moment up to the ack and shortly after it.
    `leaves`: how likely it breaks when a new pass begins. `naps`: how likely it is away while it is their turn to
    take a card, after a first time when it surely is. `together`: opponents enter their results at the same moment.
    `twin`: they choose at the same moment as the other device of their seat, and other cards. `at_deadline`: they
    choose so many seconds after their screen's countdown is over, at least and at most. `dozes`: they look and
    never choose. `deaf`: they stop reading now and then, and go on asking.
    """

    think: tuple[float, float] = (0.0, 0.1)
    drops: float = 0.0
    leaves: float = 0.0
    naps: float = 0.0
    together: bool = False
    marks: float = 0.2
    twin: bool = False
    at_deadline: tuple[float, float] | None = None
    dozes: bool = False
    deaf: bool = False


@dataclass
class Meeting:
    """Where the devices of one seat wait for each other, so that they choose at the same moment."""

    patience: float = 0.5
    _waiting: dict[tuple[int, ...], asyncio.Event] = field(default_factory=dict)

    async def meet(self, moment: tuple[int, ...]) -> None:
        other = self._waiting.pop(moment, None)
        if other:
            other.set()
            return
        mine = self._waiting[moment] = asyncio.Event()
        with suppress(TimeoutError):
            await asyncio.wait_for(mine.wait(), self.patience)


class StubbornClient(LiveView):
    """Looks at a table, and comes back whenever the connection is lost. With a `night` it stays to the end of that."""

    role: Role = "spectator"

    def __init__(
        self, who: str, device: Device, path: str, *, url: str, rng: random.Random, habits: Habits, night: bool = False
    ) -> None:
        super().__init__()
        self.recording = Recording(who, self.role)
        self.device, self.path, self.url, self.rng, self.habits = device, path, url, rng, habits
        self.outbox: dict[str, Frame] = {}
        self.moved = self._said_at = time.monotonic()
        self.heard: Callable[[Frame], None] = lambda ack: None
        self.reconnects = -1
        self.connection: Connection | None = None
        self._settled = self._pinged = self._greeted = False
        self._away = 0.0
        self._ends = ("finished",) if night else ("building", "finished")

    @property
    def is_done(self) -> bool:
        """Whether the scenario is over for them, they saw the newest view, and all that they asked is answered."""
        return self._settled and not self.outbox

    @property
    def is_over(self) -> bool:
        return bool(self.state) and self.state["event"]["phase"] in self._ends

    async def stay(self) -> None:
        """Be there until somebody cancels it."""
        while True:
            code = await self._visit()
            self._write("closed", {"code": code})
            if code in FINAL:
                return
            away, self._away = self._away, 0.0
            await asyncio.sleep(away or self.rng.uniform(0.02, LONGEST_PAUSE))

    def hang_up(self) -> None:
        """Lose the connection without a word, as bad Wi-Fi does."""
        if self.connection is not None:
            self.connection.break_off()

    # The connection -------------------------------------------------------------------------------------------------

    async def _visit(self) -> int | str:
        opening = open_connection(
            self.url, self.path, cookie=self.device.cookie_header, open_within=OPEN_WITHIN, close_within=CLOSE_WITHIN
        )
        try:
            async with opening as connection:
                await self._live_on(connection)
        except ConnectionClosed as closed:
            return code_of(closed)
        except (OSError, WebSocketException) as lost:
            return str(lost) or type(lost).__name__
        raise AssertionError("unreachable")

    async def _live_on(self, connection: Connection) -> None:
        self.connection, self._greeted, self._settled, self._pinged = connection, False, False, False
        self.reconnects += 1
        self._write("opened", {})
        if self.habits.deaf:
            connection.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        while True:
            try:
                text = await asyncio.wait_for(connection.recv(), PING_WHEN_QUIET)
            except TimeoutError:
                await self._say({"type": "ping"})
                text = await asyncio.wait_for(connection.recv(), SILENCE)
            frame = json.loads(text)
            self._write("got", frame)
            await self._take(frame)
            self.act()
            if time.monotonic() - self._said_at > PING_WHEN_QUIET:
                await self._say({"type": "ping"})

    async def ask(self, message: Frame) -> None:
        """Ask for something under a new name, and again on every new connection until it is answered."""
        message = {**message, "id": str(uuid.UUID(int=self.rng.getrandbits(128)))}
        self.outbox[message["id"]] = message
        if self._greeted:
            await self._say(message)

    async def _say(self, message: Frame) -> None:
        if self.connection is not None:
            self._said_at = time.monotonic()
            self._write("sent", message)
            with suppress(ConnectionClosed):  # the reader hears of it as well
                await self.connection.send(json.dumps(message))

    def _write(self, what: str, frame: Frame) -> None:
        self.recording.entries.append(Entry(time.monotonic(), what, frame))  # type: ignore[arg-type]  # one of four words

    # Incoming messages ----------------------------------------------------------------------------------------------

    async def _take(self, frame: Frame) -> None:
        match frame["type"]:
            case "state":
                await self._take_state(frame)
            case "seat":
                await self._take_seat(frame)
            case "pong":
                await self._take_pong(frame)
            case "ack" | "error":
                self._take_answer(frame)

    async def _take_state(self, frame: Frame) -> None:
        self.take(frame)
        self._shown_at = time.monotonic()
        if not self._greeted:
            self._greeted = True
            for message in tuple(self.outbox.values()):
                await self._say(message)
        if self.is_over and not self._settled:
            await self.settle()

    async def _take_seat(self, frame: Frame) -> None:
        missed = frame["seq"] > self.seq + 1
        self.take(frame)
        if missed:
            await self._say({"type": "resync"})

    async def _take_pong(self, frame: Frame) -> None:
        self._pinged = False
        if frame["seq"] > self.seq:
            await self._say({"type": "resync"})
        elif self.is_over:
            self._settled = True

    def _take_answer(self, frame: Frame) -> None:
        self.outbox.pop(frame["id"], None)
        if frame["type"] == "ack":
            self.heard(frame)

    async def settle(self) -> None:
        """Ask whether there is anything newer, unless an answer to that is awaited."""
        self._settled = False
        if not self._pinged:
            self._pinged = True
            await self._say({"type": "ping"})

    def take(self, frame: Frame) -> None:
        if frame["seq"] > self.seq:
            self.moved = time.monotonic()
            self._settled = False
        super().take(frame)

    def act(self) -> None:
        """Do what the state asks for."""


class Spectator(StubbornClient):
    """A big screen. A deaf one stops reading and asks on, as a phone in a pocket or somebody ill-disposed."""

    def __init__(self, *args, **more) -> None:
        super().__init__(*args, **more)
        self._deafness: asyncio.Task[None] | None = None

    def act(self) -> None:
        if self.habits.deaf and (self._deafness is None or self._deafness.done()) and not self.is_over:
            self._deafness = asyncio.create_task(self._be_deaf())

    async def _be_deaf(self) -> None:
        await asyncio.sleep(self.rng.uniform(0.5, 2))
        connection = self.connection
        if connection is None or self.is_over:
            return
        connection.transport.pause_reading()
        with suppress(ConnectionClosed, OSError):
            for _ in range(150):
                await self._say({"type": "resync"})
                await asyncio.sleep(0.02)
        if not connection.transport.is_closing():
            connection.transport.resume_reading()


class Host(StubbornClient):
    """An organizer who lets a table go on that has paused itself, and with a `night` leads it to its end."""

    role: Role = "host"

    def __init__(self, *args, night: bool = False, piles: Mapping[str, RealPile] = NO_PILES, **more) -> None:
        super().__init__(*args, night=night, **more)
        self._leads = night
        self._actions: asyncio.Task[None] | None = None
        self._piles, self._steps_back = piles, [None] * STEPS_BACK
        self._goes_on_early = bool(piles) and self.rng.random() < GOES_ON_EARLY

    def act(self) -> None:
        if any(table["clock"]["paused_by"] == "time" for table in self.state.get("tables", ())):
            asyncio.get_running_loop().run_in_executor(None, self._press, "resume")
        if self._actions is not None and self._actions.done():
            self._actions.result()  # raises what went wrong in it
        elif self._actions is None and self._leads:
            self._actions = asyncio.create_task(self._lead())

    async def _lead(self) -> None:
        while not self.is_over:
            await asyncio.sleep(self.rng.uniform(*LOOKS_EVERY))
            for action, fields in await self._due():
                times = 2 if self.rng.random() < PRESSED_TWICE else 1
                await asyncio.gather(*(asyncio.to_thread(self._press, action, **fields) for _ in range(times)))
            open_ones = [fight for fight in self.state.get("pairings", ()) if not is_settled(fight)]
            if open_ones and not self.outbox and self.rng.random() < COUNTS_TOO:
                await self._count_too(self.rng.choice(open_ones))

    async def _due(self) -> list[Action]:
        quiet = time.monotonic() - self.moved
        due = list(due_of_organizer(self.state, self.rng, quiet, PATIENCE))
        if not self._piles:
            return due
        is_impatient = quiet > PATIENCE
        packs = due_with_real_packs(self.state, self.rng, is_impatient=is_impatient, steps_back=self._steps_back)
        missing = open_piles(self.state)
        await self._see_to(missing, is_impatient=is_impatient)
        if self.state["event"]["phase"] == "building" and missing:
            due = [(action, {**fields, "confirm": "next"}) for action, fields in due] if self._goes_on_early else []
        return [*packs, *due]

    async def _see_to(self, piles: list[Frame], *, is_impatient: bool) -> None:
        """Mend what does not fit, and enter what nobody enters; now and then also what somebody does."""
        for pile in piles:
            real, fighter = self._piles[pile["name"]], pile["fighter"]
            if pile["state"] == "doubted":
                await asyncio.to_thread(mend, self.device, self.state["event"]["code"], fighter, real)
            elif is_impatient or self.rng.random() < HELPS:
                entering = Entering(real, self.device, self._write, self.rng, drops=0, fighter=fighter)
                for _ in range(2):
                    await entering.step(self.state["event"]["code"])

    async def _count_too(self, fight: Frame) -> None:
        side, rule = self.rng.choice(fight["sides"]), self.state["round"]["counters"][0]
        counted = {"fighter": side["fighter"], "counter": rule["counter"], "by": 1}
        await self.ask({"type": "count", "fight": fight["fight"], **counted})

    def _press(self, action: str, **fields: object) -> None:
        code = self.state["event"]["code"]
        with suppress(OSError):
            self.device.post(f"/events/{code}/host/{action}/", **fields)


class Fighter(StubbornClient):
    """Chooses whenever something is due, is ready after a look at their cards, calls for a Legion Rare or not."""

    role: Role = "fighter"

    def __init__(
        self,
        *args,
        meeting: Meeting | None = None,
        duels: Meeting | None = None,
        second: bool = False,
        pile: RealPile | None = None,
        **more,
    ) -> None:
        super().__init__(*args, **more)
        drops = self.habits.drops
        self.entering = pile and Entering(pile, self.device, self._write, self.rng, drops=drops)
        self.checks_last: Callable[[], None] = lambda: None
        self.meeting, self.duels, self.second = meeting or Meeting(), duels or Meeting(), second
        self._after_draft = AfterDraft(self.rng)
        self._slept_through: tuple[object, ...] = ()
        self._action: asyncio.Task[None] | None = None
        self._asked_at = -1
        self._not_before = 0  # the `seq` from which on their screen knows what became of what they asked
        self._thought_of: set[int] = set()
        self._left_in: tuple[object, ...] | None = None

    def act(self) -> None:
        if self._action is not None and self._action.done():
            self._action.result()  # raises what went wrong in it
        if self.habits.leaves and self._leaves_now():
            self.hang_up()
        elif self.habits.naps and self._naps_now():
            self._away = self.rng.uniform(*NAP)
            self.hang_up()
        elif (self._action is None or self._action.done()) and self._wish():
            self._action = asyncio.create_task(self._do())

    def _leaves_now(self) -> bool:
        place = _place(self.state)
        if place is None or self._left_in == place:
            return False
        self._left_in = place
        return self.rng.random() < self.habits.leaves

    def _naps_now(self) -> bool:
        """Whether it has just become their turn to take a card, and they are elsewhere."""
        share = self.state.get("share") if self.state["event"]["phase"] == "sharing" else None
        if not share or share["turn"] != fighter_of(self.state):
            return False
        turn = (share["rarity"], share["left"])
        if turn == self._slept_through:
            return False
        first, self._slept_through = not self._slept_through, turn
        return first or self.rng.random() < self.habits.naps

    def _wish(self) -> str:
        """Return what the state asks this fighter to do."""
        phase, stopped = self.state["event"]["phase"], self.state["clock"]["paused"]
        if self.habits.dozes or self.outbox or self.seq < self._not_before or stopped or "you" not in self.state:
            return ""
        if phase == "drafting" and owes(self.state):
            return "done" if self.entering else "choose"
        if self.entering and self.entering.is_due(self.state):
            return "enter"
        if phase in AFTER_DRAFT:
            return "go on" if self._after_draft.wanted(self.state) else ""
        return "ready" if phase == "review" and not is_ready(self.state) else ""

    async def _do(self) -> None:
        await self._think()
        wish = self._wish()
        if not wish:
            return
        if wish == "enter":
            await self._enter()
            return
        message: Frame = {"type": wish}
        rare = self._legion_rare() if wish == "choose" else None
        if rare is not None:
            message |= {"type": "call_judge", "reason": "legion_rare", "card": rare}
        elif wish in ("choose", "done"):
            number, pass_ = position(self.state)
            message |= {"round": number, "pass": pass_} | ({"cards": self._cards()} if wish == "choose" else {})
        elif wish == "go on":
            wanted = self._after_draft.wanted(self.state)
            if wanted is None:
                return
            if wanted["type"] == "result" and self.habits.together:
                await self.duels.meet((wanted["fight"],))
            message = wanted
            self._after_draft.asked(message)
        self._asked_at = self.seq
        await self.ask(message)
        if self.rng.random() < self.habits.drops:
            await asyncio.sleep(self.rng.choice((0, 0, 0.001, 0.005, 0.02)))
            self.hang_up()

    async def _enter(self) -> None:
        """Enter the own pile, some cards at a time, until it is checked."""
        assert self.entering
        while self._wish() == "enter":
            if self.entering.is_complete and all(
                pile["entered"] == pile["expected"] for pile in self.state["table"]["piles"]
            ):
                self.checks_last()
            if await self.entering.step(self.state["event"]["code"]):
                self.heard({})
            await asyncio.sleep(self.rng.uniform(*self.habits.think))

    async def _think(self) -> None:
        if self.rng.random() < self.habits.marks and self._wish() == "choose":
            await self._say({"type": "mark", "cards": legal_choice(self.state)})
        if self.habits.at_deadline and self._wish() == "choose":
            await self._wait_for_deadline(self.rng.uniform(*self.habits.at_deadline))
        else:
            await asyncio.sleep(self.rng.uniform(*self.habits.think))
        if self.habits.twin and self._wish() == "choose":
            await self.meeting.meet(position(self.state))

    async def _wait_for_deadline(self, seconds: float) -> None:
        while (left := self.seconds_left()) is not None and left + seconds > 0:
            await asyncio.sleep(min(left + seconds, GLANCE))  # the countdown may change meanwhile

    def seconds_left(self) -> float | None:
        """Return how long the countdown of this screen still runs. It knows no other clock than the server's."""
        clock = self.state["clock"]
        if clock["deadline"] is None:
            return None
        left = datetime.fromisoformat(clock["deadline"]) - datetime.fromisoformat(clock["now"])
        return self._shown_at + left.total_seconds() - time.monotonic()

    def _cards(self) -> list[int]:
        """Return a legal choice by chance. Two devices of a seat want different cards."""
        you = self.state["you"]
        pack = sorted(you["pack"], key=lambda card: card["id"], reverse=self.second)
        if not self.habits.twin:
            self.rng.shuffle(pack)
        return legal_choice(self.state | {"you": you | {"pack": pack}})

    def _legion_rare(self) -> int | None:
        you = self.state["you"]
        rare = next((card["id"] for card in you["pack"] if card["rarity"] == "LR"), None)
        if rare is None or rare in self._thought_of or not you["can_call_judge"]:
            return None
        self._thought_of.add(rare)
        return rare if self.rng.random() < CALLS else None

    def _take_answer(self, frame: Frame) -> None:
        asked = self.outbox.get(frame["id"])
        super()._take_answer(frame)
        if asked and not (asked["type"] not in ("choose", "done", "ready") and frame["type"] == "error"):
            self._not_before = frame["seq"] if frame["type"] == "ack" else self._asked_at + 1


def _place(state: Frame) -> tuple[object, ...] | None:
    """Return what begins anew at a pass, at a round of the fights, and at a rarity that is shared out."""
    match state["event"]["phase"]:
        case "drafting":
            return position(state)
        case "fighting":
            return "fighting", state["round"]["number"]
        case "sharing" if "share" in state:
            return "sharing", state["share"]["rarity"]
    return None
