"""The roles of a night at their sockets, with what they do on pages, step by step."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.test import Client

from tests.clients.views import Frame
from tests.nets.night import CODE
from tests.nets.socket_lines import CardTexts, RoleAtSocket
from tests.nets.stepped_loop import StoppedTime

BROWSERS = ("organizer", "judge", "fighter 1", "fighter 2", "stranger")
FIGHTERS = ("fighter 1", "fighter 2", "guest")
ADDRESS = "198.51.100.1"


class SocketRoles:
    """The roles of one event. Each step is written down at those that say or are told something in it."""

    def __init__(self, organizer: User, time: StoppedTime) -> None:
        self._loop = time.loop
        self._browsers = {name: Client() for name in BROWSERS}
        self._sign_in("organizer", organizer)
        self.time = time
        self.cards = CardTexts()
        self.of: dict[str, RoleAtSocket] = {}

    def __getitem__(self, name: str) -> RoleAtSocket:
        """Return a role."""
        return self.of[name]

    def add(self, name: str, browser: str, query: str = "") -> RoleAtSocket:
        """Add a role, which comes with this browser."""
        path = f"/ws/events/{CODE}/{query}"
        self.of[name] = RoleAtSocket(self._loop, self.cards, self._browsers[browser], ADDRESS, path)
        return self.of[name]

    # Steps ------------------------------------------------------------------------------------------------------

    async def step(self, name: str, doing: Awaitable[Any]) -> None:
        """Do something, and all that follows from it."""
        before = {role: len(role.lines) for role in self.of.values()}
        await doing
        await self.settle()
        for role, heard in before.items():
            if len(role.lines) > heard:
                role.lines.insert(heard, f"= {name}")

    @contextmanager
    def folded(self) -> Iterator[None]:
        """Count the messages meanwhile; written down is what has changed in the end."""
        for role in self.of.values():
            role.fold()
        yield
        for role in self.of.values():
            role.unfold()

    async def settle(self) -> None:
        """Let all follow from what was done, and all roles hear of it."""
        await self._loop.settle()
        for role in self.of.values():
            role.hear()

    async def all_say(self, message: Frame) -> None:
        """Let every role send the same, one after the other."""
        for role in self.of.values():
            await role.say(message)

    async def all_leave(self) -> None:
        """Close all sockets."""
        for role in self.of.values():
            await role.leave()

    # Pages ------------------------------------------------------------------------------------------------------

    async def post(self, browser: str, path: str, **fields: Any) -> None:
        """Send a form as a page does."""
        answer = await self._loop.finish(sync_to_async(self._browsers[browser].post)(path, fields))
        assert answer.status_code == 302, (path, fields, answer.status_code)

    async def sign_in(self, browser: str, user: User) -> None:
        """Sign a browser in again."""
        await self.database(lambda: self._sign_in(browser, user))

    def _sign_in(self, browser: str, user: User) -> None:
        self._browsers[browser].force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    async def visit(self, browser: str, path: str) -> None:
        """Follow a link."""
        await self._loop.finish(sync_to_async(self._browsers[browser].get)(path))

    async def host(self, action: str, *, by: str = "organizer", **fields: Any) -> None:
        """Do what a button of the panel does, or of the judge's page."""
        await self.post(by, f"/events/{CODE}/host/{action}/", **fields)
        await self.settle()

    async def database(self, ask: Callable[[], Any]) -> Any:
        """Return what only the database knows: the secret of a link."""
        return await self._loop.finish(sync_to_async(ask)())

    # Views ------------------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """The phase that the TV shows."""
        return str(self["spectator"].state["event"]["phase"])

    def number_of(self, name: str) -> int:
        """Return the number of a fighter."""
        own = self[name].state["you"]["seat"]
        return next(seat["fighter"] for seat in self[name].state["table"]["seats"] if seat["seat"] == own)

    def in_fight(self) -> tuple[RoleAtSocket, RoleAtSocket, RoleAtSocket]:
        """Return the two roles that fight each other, and the third one."""
        roles = sorted((self[name] for name in FIGHTERS), key=lambda role: len(role.state["fight"]["sides"]) < 2)
        one, other, third = roles
        return one, other, third

    def at_turn(self) -> tuple[RoleAtSocket, RoleAtSocket]:
        """Return the role whose turn it is to take a card, and another one."""
        turn = self["fighter 1"].state["share"]["turn"]
        one, other, _ = sorted((self[name] for name in FIGHTERS), key=lambda role: self._number(role) != turn)
        return one, other

    def _number(self, role: RoleAtSocket) -> int:
        return self.number_of(next(name for name, each in self.of.items() if each is role))
