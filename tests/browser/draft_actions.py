"""Drafts that go on over sockets: the rules are the server's, and choices that no test looks at are not tapped."""

from collections.abc import Sequence
from contextlib import ExitStack

from playwright.sync_api import Page

from tests.browser.page_actions import Organizer, Phone
from tests.clients.device import Device
from tests.clients.views import Until, owes
from tests.clients.ws_client import WebSocketClient, play_all


class DeviceOf(Device):
    """A device with the cookies of a page."""

    def __init__(self, url: str, page: Page) -> None:
        super().__init__(url)
        self._cookies = page.context.cookies()  # now: Playwright's pages belong to one thread

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in self._cookies)


def join(url: str, code: str, *names: str) -> list[Device]:
    """Let fighters take a place, and return their devices: no page is opened."""
    devices = [Device(url) for _ in names]
    for device, name in zip(devices, names, strict=True):
        device.join(code, name)
    return devices


def sit_down(lines: ExitStack, url: str, code: str, *names: str) -> list[WebSocketClient]:
    """Let fighters take a place and be there until these lines end: no page is opened."""
    return [lines.enter_context(WebSocketClient(device, code)) for device in join(url, code, *names)]


def start_seen_by_one(night, *others: str) -> tuple[Organizer, Phone, list[Device], str]:
    """Start a draft of a fighter with a phone and of others without a page.

    Return its organizer, the phone with its first pack, the devices of the others, and its code.
    """
    organizer, phone = night.organizer(), night.phone("Aichi")
    code = organizer.new_event()
    phone.take_place(code)
    devices = join(night.server.url, code, *others)
    organizer.act(code, "start")
    phone.open(code)
    phone.sees_pack(5)
    return organizer, phone, devices, code


def take_turn(device: Device, code: str) -> None:
    """Let the fighter with this device choose once, as soon as there is something to choose."""
    with WebSocketClient(device, code) as line:
        line.wait_for(lambda state: owes(state) > 0)
        assert line.choose()["type"] == "ack"


def play_on(url: str, code: str, phones: Sequence[Phone], until: Until, *, beside: Sequence[Device] = ()) -> None:
    """Let all of these choose the first cards that they may until a state is as wanted.

    Their pages are away meanwhile and opened again then: to draw each pass on all of them takes most of the time.
    The devices `beside` them have none.
    """
    addresses = [phone.page.url for phone in phones]
    for phone in phones:
        phone.page.goto("about:blank")
    play_until([*(DeviceOf(url, phone.page) for phone in phones), *beside], code, until)
    for phone, address in zip(phones, addresses, strict=True):
        phone.page.goto(address)


def play_until(devices: Sequence[Device], code: str, until: Until) -> None:
    """Let the fighters with these devices choose, all at once, until a state is as wanted."""
    with ExitStack() as lines:
        play_all([lines.enter_context(WebSocketClient(device, code)) for device in devices], until)
