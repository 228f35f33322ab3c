"""Nights whose draft is over, for tests of what follows it: drafts are played by bots, in a moment."""

from collections.abc import Mapping, Sequence

from playwright.sync_api import Locator, expect

from tests.browser.draft_actions import DeviceOf
from tests.browser.page_actions import Organizer, Phone, post
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient


class Fighter(Phone):
    """A fighter at a phone, in a fight."""

    @property
    def board(self) -> Locator:
        return self.part("board")

    @property
    def outcome(self) -> Locator:
        """How it stands with the result."""
        return self.part("outcome-title")

    @property
    def undo(self) -> Locator:
        return self.part("board").locator("[data-part=undo]")

    @property
    def number(self) -> str:
        """The number that names this fighter in forms."""
        return self.standing(self.name).get_attribute("data-key") or ""

    def side(self, name: str) -> Locator:
        return self.page.locator(".side").filter(has=self.page.locator("[data-part=name]", has_text=name))

    def value_of(self, name: str) -> Locator:
        return self.side(name).locator("[data-part=value]")

    def more(self, name: str) -> Locator:
        return self.side(name).locator("[data-part=more]")

    def less(self, name: str) -> Locator:
        return self.side(name).locator("[data-part=less]")

    def standing(self, name: str) -> Locator:
        """The line of a fighter in the standings that are on the screen."""
        return self.page.locator("[data-for=fight] .place-row").filter(has_text=name)

    def press_button(self, name: str) -> None:
        self.press(self.page.get_by_role("button", name=name, exact=True))

    def enter(self, result: str) -> None:
        """Enter a result, and see that it waits for the other side."""
        self.press_button(result)
        self.press_button("Enter this result")
        expect(self.outcome).to_contain_text("Waiting for")


def act(organizer: Organizer, code: str, action: str, **fields: str) -> None:
    """Do what a button of the panel does, without one."""
    answer = post(organizer.page, f"/events/{code}/host/{action}/", **fields)
    assert answer.status == 302, answer.text()


def play_draft(night, organizer: Organizer, phones: Sequence[Phone], code: str) -> None:
    """Start a draft, and let bots play it to its end at one table of these phones; no page is opened."""
    organizer.act(code, "start")
    for seat in range(len(phones)):
        act(organizer, code, "seat-bot", table="1", seat=str(seat))
    with WebSocketClient(DeviceOf(night.server.url, phones[0].page), code) as line:
        line.wait_for(phase_is("building"))


def start_fights(
    night, names: Sequence[str] = ("Aichi", "Kamui"), *, settings: Mapping[str, int] | None = None, **fields: str
) -> tuple[Organizer, list[Fighter], str]:
    """Bring these fighters to the first round of their fights; return the organizer, the phones and the event's code.

    The phones open it when the fights have begun. The night ends with its fights, unless its fields say otherwise;
    `settings` are those that its form does not have.
    """
    organizer = night.organizer()
    code = organizer.new_event(**{"sharing": "keep"} | fields)
    if settings:
        change = f"NightSettings.objects.filter(event__code={code!r}).update(**{dict(settings)!r})"
        night.server.manage("shell", "--no-imports", "-c", f"from drafts.models import NightSettings; {change}")
    phones = [Fighter(night.screen(390, 844), name) for name in names]
    for phone in phones:
        phone.take_place(code)
    play_draft(night, organizer, phones, code)
    act(organizer, code, "next-stage", **{"from": "building", "confirm": "next"})
    for phone in phones:
        phone.open(code)
    for phone in phones:
        expect(phone.page.locator("[data-for=fight]")).to_be_visible()
    return organizer, phones, code
