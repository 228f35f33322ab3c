"""One server for all tests of sockets; each test makes an event of its own."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest

from tests.clients.device import Device, Organizer
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient
from tests.live.by_hand import end_hub
from tests.server import Installation, Server


class Night(NamedTuple):
    """An event with its organizer, the devices of its fighters in order of joining, and their phones."""

    code: str
    organizer: Organizer
    devices: list[Device]
    phones: list[WebSocketClient]
    open: Callable[..., WebSocketClient]

    def start(self) -> None:
        self.organizer.act(self.code, "start")
        for phone in self.phones:
            phone.wait_for(lambda state: not phase_is("lobby")(state))

    def act(self, action: str, **fields: Any) -> None:
        self.organizer.act(self.code, action, **fields)

    def draft_by_bots(self) -> None:
        """Let bots choose for all fighters to the end of the draft: where a test is about what follows it."""
        for seat in [(phone.state["table"]["number"], phone.state["you"]["seat"]) for phone in self.phones]:
            self.act("seat-bot", table=seat[0], seat=seat[1])
        for phone in self.phones:
            phone.wait_for(phase_is("building"))

    def at_seat(self, seat: int) -> WebSocketClient:
        return next(phone for phone in self.phones if phone.state["you"]["seat"] == seat)


@pytest.fixture(scope="session")
def shared_server(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(installation, tmp_path_factory.mktemp("live"))
    server.start()
    yield server
    server.kill()


@pytest.fixture
def quiet(shared_server: Server) -> Iterator[None]:
    """Fail a test that made the server stumble, whatever its client saw."""
    before = len(said_by(shared_server))
    yield
    assert "Traceback" not in said_by(shared_server)[before:], said_by(shared_server)[before:]


def said_by(server: Server) -> str:
    return server.log.read_text()


@pytest.fixture(scope="session")
def organizer(shared_server: Server) -> Organizer:
    return Organizer(shared_server.url)


@pytest.fixture
def night(organizer: Organizer, quiet: None) -> Iterator[Callable[..., Night]]:
    """Make a night: `night(4, start=False, bots=1, pace="brisk")`; its sockets are closed when the test is over."""
    with ExitStack() as lines:

        def make(fighters: int = 2, *, bots: int = 0, start: bool = True, **fields: Any) -> Night:
            return make_night(lines, organizer, fighters, bots=bots, start=start, **fields)

        yield make


def make_night(
    lines: ExitStack, organizer: Organizer, fighters: int, *, bots: int = 0, start: bool = True, **fields: Any
) -> Night:
    code = organizer.create(**fields)
    devices = [Device(organizer.url) for _ in range(fighters)]
    for number, device in enumerate(devices):
        device.join(code, f"Fighter {number}")
    for _ in range(bots):
        organizer.act(code, "add-bot")

    def open_one(device: Device, query: str = "", **more: Any) -> WebSocketClient:
        return lines.enter_context(WebSocketClient(device, code, query, **more))

    made = Night(code, organizer, devices, [open_one(device) for device in devices], open_one)
    for phone in made.phones[-1:] if start else made.phones:  # others are shown within a second who has come
        phone.wait_for(lambda state: all(seat["connected"] for seat in state["table"]["seats"]))
    if start:
        made.start()
    return made


@pytest.fixture
async def own_hub(settings: Any, transactional_db: None) -> AsyncIterator[None]:
    """Give the test's loop a hub that hears of no other process, and end it before the database is emptied.

    A loop that ends just after it began to listen to Redis may not get it to stop.
    """
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    yield
    await end_hub()
