"""A scenario: whole events with their clients, the faults done to them, and what the checker says at the end."""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from tests.clients.device import Device, Organizer
from tests.clients.views import owes
from tests.faults.checker import findings
from tests.faults.clients import Fighter, Habits, Host, Meeting, Spectator, StubbornClient
from tests.faults.night_checker import Night, night_findings, read_acts
from tests.faults.pile_checker import Entered, pile_findings
from tests.faults.proxy import BadNetwork
from tests.faults.real_packs import RealPile, real_piles
from tests.faults.recording import Recording
from tests.faults.site import Site

STUCK_AFTER = 90.0  # longer than a review, which begins anew where the time of day is set back
SETTLED_WITHIN = 20.0
LOG_WITHIN = 20.0
LOOK_EVERY = 0.1
DELAY = 0.1  # seconds at most, each way, in a bad network
EVENT = {"table_size": 4, "review_seconds": 60, "card_set": "SMP02", "judge": "automatic", "log_visibility": "public"}
SMALL_PACK = ("SMP02/026", "SMP02/013")
# A trigger unit, and a card that one chooses when all is shared: one choice a round, fourteen seconds if brisk.
WAYS_TO_FIGHT = ("auto", "auto", "swiss", "bracket")
NIGHT_REQUESTS, NIGHT_REQUESTS_OF_SMALL_PACKS = 24, 16


@dataclass(frozen=True)
class Plan:
    """The plan of a scenario: `fighters` are those of an event, four at a table; with `small_packs` there is one table.

    `dozing` fighters of each event hold a phone and never choose. `unread`: one of several processes stands still, with
    what it has received. With a `night` they fight and share the cards after the draft. `real_packs`: the server knows
    no card until the piles are entered; that needs a `night`, whose organizer leads them.
    """

    events: int = 1
    fighters: int = 8
    devices: int = 1
    dozing: int = 0
    pace: str = "off"
    small_packs: bool = False
    small_disk: bool = False
    false_clock: bool = False
    bad_network: bool = False
    unread: bool = False
    night: bool = False
    real_packs: bool = False
    habits: Habits = field(default_factory=Habits)

    @property
    def tables(self) -> int:
        return -(-self.fighters // 4)

    @property
    def fields(self) -> dict[str, Any]:
        """The fields that the organizer fills in on the form of an event."""
        if self.real_packs:
            return EVENT | {"pace": self.pace, "packs": "paper"}
        packs = "\n\n".join(["\n".join(SMALL_PACK)] * 6 * self.fighters)
        return EVENT | {"pace": self.pace} | ({"packs": "uploaded", "pack_list": packs} if self.small_packs else {})


class Note(NamedTuple):
    """A note of what was done: after so many seconds, and so many acks."""

    at: float
    acks: int
    what: str


class Draft(NamedTuple):
    """One event of the scenario."""

    code: str
    organizer: Organizer
    clients: list[StubbornClient]
    piles: Mapping[str, RealPile]

    def act(self, action: str, **fields: Any) -> int:
        """Press a button of the control panel; returns the answer's status, 0 when there was none."""
        with suppress(OSError):
            return self.organizer.post(f"/events/{self.code}/host/{action}/", **fields).status
        return 0


class Stuck(Exception):
    """Nothing moves any more; the text says what everybody saw last."""


Act = Callable[["Scenario"], Any]


class Scenario:
    """Plays the drafts of a plan on a site, while things are done to it. All chance comes from `rng`."""

    def __init__(self, site: Site, plan: Plan, seed: int, acts: Sequence[Act] = ()) -> None:
        self.site, self.plan, self.seed = site, plan, seed
        self.rng = random.Random(seed)
        self.drafts: list[Draft] = []
        self.notes: list[Note] = []
        self.acks = 0
        self.logs: list[dict[str, Any]] = []
        self.nights: list[Night] = []
        self.network: BadNetwork | None = None
        self.entered: list[Entered] = []
        self.last_check = asyncio.Event()
        self._acts = acts
        self._turned = asyncio.Event()
        self._begin = time.monotonic()

    @property
    def clients(self) -> list[StubbornClient]:
        return [client for draft in self.drafts for client in draft.clients]

    @property
    def draft_acks(self) -> int:
        """How many requests a draft without faults needs: three choices a round, or one, and one for the review."""
        return self._players * (7 if self.plan.small_packs and not self.plan.real_packs else 19)

    @property
    def expected_acks(self) -> int:
        """How many requests it all needs, about."""
        more = NIGHT_REQUESTS_OF_SMALL_PACKS if self.plan.small_packs else NIGHT_REQUESTS
        return self.draft_acks + (self._players * more if self.plan.night else 0)

    @property
    def _players(self) -> int:
        return self.plan.events * (self.plan.fighters - self.plan.dozing)

    # For faults -----------------------------------------------------------------------------------------------------

    def note(self, what: str) -> None:
        self.notes.append(Note(time.monotonic() - self._begin, self.acks, what))

    async def until_acks(self, count: int) -> None:
        while self.acks < count:
            self._turned.clear()
            await self._turned.wait()

    async def moments(self, count: int, *, after_draft: bool = False) -> AsyncIterator[int]:
        """Come back at so many random moments, spread over it all or over the time `after_draft`.

        That is with an ack, or shortly after one.
        """
        first = self.draft_acks if after_draft else 1
        marks = sorted(self.rng.sample(range(first, max(first + count, self.expected_acks * 9 // 10)), count))
        for mark in marks:
            await self.until_acks(mark)
            await asyncio.sleep(self.rng.choice((0.0, self.rng.uniform(0, 0.1))))
            yield mark

    # The course of it -----------------------------------------------------------------------------------------------

    async def spend(self) -> list[str]:
        """Play it to the end, and return what was found."""
        async with self._open_network(), asyncio.TaskGroup() as everyone:
            try:
                tasks = await self._arrive(everyone)
                faults = [everyone.create_task(act(self)) for act in self._acts]
                found = await self._play(faults)
                return found or await self._compare()
            finally:
                for task in tasks:
                    task.cancel()

    async def _play(self, faults: Sequence["asyncio.Task[None]"]) -> list[str]:
        try:
            await self._until(lambda: all(client.is_over for client in self.clients), STUCK_AFTER)
        except Stuck as stuck:
            return [str(stuck)]
        finally:
            for fault in faults:
                fault.cancel()
            await asyncio.gather(*faults, return_exceptions=True)
        for client in self.clients:
            await client.settle()
        with suppress(Stuck):  # the checker says what they see instead
            await self._until(self._all_see_the_same, SETTLED_WITHIN)
        return []

    def _all_see_the_same(self) -> bool:
        return all(client.is_done for client in self.clients)

    async def _until(self, ready: Callable[[], bool], patience: float) -> None:
        begin = time.monotonic()
        while not ready():
            last = max([begin, *(client.moved for client in self.clients)])
            if time.monotonic() - last > patience:
                raise Stuck(self.dump(patience))
            await asyncio.sleep(LOOK_EVERY)

    def dump(self, patience: float) -> str:
        lines = [f"nothing has moved for {patience:.0f} s; what everybody saw last:"]
        return "\n    ".join([*lines, *map(_last_seen, self.clients)])

    async def _compare(self) -> list[str]:
        found = []
        for draft in self.drafts:
            log = await self._log_of(draft)
            self.logs.append(log)
            recordings = [client.recording for client in draft.clients]
            plan = {"unread": self.plan.unread, "night": self.plan.night}
            found += [f"event {draft.code}: {one}" for one in findings(log, recordings, **plan)]
            if draft.piles:
                self.entered.append(Entered(log, recordings, draft.piles))
                found += [f"event {draft.code}: {one}" for one in pile_findings(self.entered[-1])]
                await asyncio.to_thread(self.site.server.manage, "verify", draft.code)
            if self.plan.night and not log["event"].get("stopped"):
                night = await self._night_of(draft, recordings)
                self.nights.append(night)
                found += [f"event {draft.code}: {one}" for one in night_findings(night)]
        return found

    async def _night_of(self, draft: Draft, recordings: Sequence[Recording]) -> Night:
        """Read what the site says at last of the fights and the shares, and the rows that it says it from."""
        acts = await asyncio.to_thread(read_acts, self.site.server.database, draft.code)
        standings, shares = [
            json.loads((await asyncio.to_thread(draft.organizer.get, f"/events/{draft.code}/{path}")).text)
            for path in ("standings/standings.json", "sharing/shares.json")
        ]
        night = Night(acts, standings["standings"], shares["tables"], recordings)
        told = {"acts": acts, "standings": night.standings, "shares": night.shares}
        (self.site.folder / f"night-{draft.code}.json").write_text(json.dumps(told))
        return night

    async def reread(self) -> list[str]:
        """Pull the plug once more when all is over: the log is what it was, but for who has come and gone since."""
        await asyncio.to_thread(self.site.server.restart)
        found = []
        for draft, night in zip(self.drafts, self.nights, strict=False):
            now = await self._night_of(draft, night.recordings)
            if (now.standings, now.shares) != (night.standings, night.shares):
                found.append(f"event {draft.code}: other standings or shares after a restart")
        for draft, log in zip(self.drafts, self.logs, strict=True):
            again = await self._log_of(draft, "log-again")
            known, since = again["history"][: len(log["history"])], again["history"][len(log["history"]) :]
            again["history"] = known + [act for act in since if act["kind"] not in ("connected", "disconnected")]
            other = [part for part in log if again[part] != log[part]]
            if other:
                found.append(f"event {draft.code}: another log after a restart: {', '.join(other)}")
        return found

    async def _log_of(self, draft: Draft, name: str = "log") -> dict[str, Any]:
        end = time.monotonic() + LOG_WITHIN
        while True:
            try:
                log = await asyncio.to_thread(draft.organizer.log, draft.code)
            except (OSError, AssertionError):
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(0.5)
            else:
                (self.site.folder / f"{name}-{draft.code}.json").write_text(json.dumps(log))
                return log

    # Arriving -------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _open_network(self) -> AsyncIterator[None]:
        if not self.plan.bad_network:
            yield
            return
        async with BadNetwork(self.site.server.port, self.rng, delay=DELAY) as self.network:
            yield

    async def _arrive(self, everyone: asyncio.TaskGroup) -> list["asyncio.Task[None]"]:
        self.drafts = [await asyncio.to_thread(self._invite) for _ in range(self.plan.events)]
        tasks = [everyone.create_task(client.stay()) for client in self.clients]
        await self._until(lambda: all(client.state for client in self.clients), STUCK_AFTER)
        for draft in self.drafts:
            await asyncio.to_thread(draft.act, "start")
        return tasks

    def _invite(self) -> Draft:
        organizer = Organizer(self.site.url)
        code, duels = organizer.create(**self.plan.fields, **self._way_to_fight()), Meeting()
        names = [f"Fighter {number}" for number in range(self.plan.fighters)]
        piles = real_piles(self.rng, names) if self.plan.real_packs else {}
        clients = [
            client
            for number, name in enumerate(names)
            for client in self._fighter(code, number, name, duels, piles.get(name))
        ]
        clients += [
            self._client(Spectator, f"display {number}", Device(self.site.url), code, f"?table={number}")
            for number in range(1, self.plan.tables + 1)
        ]
        clients.append(self._client(Host, "organizer", organizer, code, "?as=host", piles=piles))
        return Draft(code, organizer, clients, piles)

    def _way_to_fight(self) -> dict[str, Any]:
        if not self.plan.night:
            return {}
        across, best_of = self.rng.choice(("table", "event")), self.rng.choice((1, 1, 3))
        return {"fights": self.rng.choice(WAYS_TO_FIGHT), "fights_across": across, "best_of": best_of}

    def _fighter(
        self, code: str, number: int, name: str, duels: Meeting, pile: RealPile | None
    ) -> Iterable[StubbornClient]:
        device, meeting = Device(self.site.url), Meeting()
        device.join(code, name)
        for which in range(self.plan.devices):
            who = f"fighter {number}" + (f" device {which + 1}" if self.plan.devices > 1 else "")
            more = {"meeting": meeting, "duels": duels, "second": which > 0, "pile": pile}
            client = self._client(Fighter, who, device, code, **more)
            client.checks_last = self.last_check.set
            client.habits = replace(client.habits, dozes=number < self.plan.dozing)
            yield client

    def _client(
        self, kind: type[StubbornClient], who: str, device: Device, code: str, query: str = "", **more: Any
    ) -> StubbornClient:
        client = kind(
            f"{code} {who}", device, f"/ws/events/{code}/{query}", habits=self.plan.habits,
            url=self.network.url if self.network else self.site.url, rng=random.Random(self.rng.random()),
            night=self.plan.night, **more,
        )  # fmt: skip
        client.heard = self._heard
        return client

    def _heard(self, ack: dict[str, Any]) -> None:
        self.acks += 1
        self._turned.set()

    # Afterwards -----------------------------------------------------------------------------------------------------

    def keep(self, folder: Path) -> None:
        """Write down what everybody sent and saw."""
        folder.mkdir(exist_ok=True)
        for client in self.clients:
            client.recording.write(folder)


def _last_seen(client: StubbornClient) -> str:
    state, last = client.state, client.recording.entries[-1] if client.recording.entries else None
    if not state:
        return f"{client.recording.who}: nothing yet; last entry {last}"
    table, clock = state["table"], state["clock"]
    asked = [message["type"] for message in client.outbox.values()]
    where = f"{state['event']['phase']} {table.get('round')}.{table.get('pass')}"
    return (
        f"{client.recording.who}: seq {client.seq}, {where}, "
        f"owes {owes(state)}, clock {clock['deadline']} at {clock['now']}, paused {clock['paused']}, asked {asked}; "
        f"last entry: {last.what} {last.frame.get('type') or last.frame}"
    )
