"""Nights whose draft is over, for tests of what follows it: drafts are played by sockets, in a moment."""

from collections.abc import Sequence
from contextlib import ExitStack

from playwright.sync_api import Page

from tests.browser.page_actions import Organizer, Phone, post
from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient, play_all


class DeviceOf(Device):
    """A device with the cookies of a page."""

    def __init__(self, url: str, page: Page) -> None:
        super().__init__(url)
        self._page = page

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in self._page.context.cookies())


def act(organizer: Organizer, code: str, action: str, **fields: str) -> None:
    """Do what a button of the panel does, without one."""
    answer = post(organizer.page, f"/events/{code}/host/{action}/", **fields)
    assert answer.status == 302, answer.text()


def play_draft(phones: Sequence[Phone], url: str, code: str) -> None:
    """Play a draft that has started to its end, for all of these phones at once."""
    with ExitStack() as lines:
        sockets = [lines.enter_context(WebSocketClient(DeviceOf(url, phone.page), code)) for phone in phones]
        play_all(sockets, phase_is("building"))


def start_fights(
    night, names: Sequence[str] = ("Aichi", "Kamui"), color_scheme: str = "light", **fields: str
) -> tuple[Organizer, list[Phone], str]:
    """Bring these fighters to the first round of their fights; return the organizer, the phones and the event's code."""
    organizer = night.organizer()
    code = organizer.new_event(**fields)
    phones = [night.phone(name, color_scheme=color_scheme) for name in names]
    for phone in phones:
        phone.join(code)
    organizer.act(code, "start")
    play_draft(phones, night.server.url, code)
    act(organizer, code, "next-stage", **{"from": "building"})
    return organizer, phones, code
