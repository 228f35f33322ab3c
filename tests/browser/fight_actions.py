"""Nights whose draft is over, for tests of what follows it: bots play it, or packs of one card leave no choice."""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice

from playwright.sync_api import Locator, expect

from tests.browser.draft_actions import DeviceOf
from tests.browser.page_actions import Organizer, Phone, post
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient

RARE, COMMON = "SMP01/001 SMP01/002 SMP01/003 SMP01/009 SMP01/010", "SMP01/043 SMP01/044 SMP01/045 SMP01/046"
CARDS = f"{RARE} SMP01/021 SMP01/022 SMP01/023 {COMMON}".split()
"""Three triple rares, two double rares, three rares, four commons: twelve packs for two."""


def single_cards(cards: Sequence[str]) -> dict[str, str]:
    """Return the fields of an event with packs of one card each, which are placed by themselves."""
    return {"packs": "uploaded", "pack_list": "\n\n".join(cards)}


def packs_for(fighters: int) -> dict[str, str]:
    """Return the fields of an event with a pack of one card for each round of each fighter."""
    return single_cards(list(islice(cycle(CARDS), 6 * fighters)))


class Fighter(Phone):
    """A fighter at a phone, in a fight."""

    @property
    def board(self) -> Locator:
        return self.part("board")

    @property
    def outcome(self) -> Locator:
        """The state of the result."""
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

    def cut_line(self) -> None:
        self.page.context.set_offline(True)
        expect(self.part("line")).to_have_text("Offline")

    def enter(self, result: str) -> None:
        """Enter a result, and see that it waits for the other side."""
        self.press_button(result)
        self.press_button("Enter this result")
        expect(self.outcome).to_contain_text("Waiting for")


def act(organizer: Organizer, code: str, action: str, **fields: str) -> None:
    """Do what a button of the panel does, without one."""
    answer = post(organizer.page, f"/events/{code}/host/{action}/", **fields)
    assert answer.status == 302, answer.text()


def reopen(organizer: Organizer, code: str, phones: Sequence[Fighter]) -> None:
    """Let the organizer reopen the fight, and see that it goes on."""
    act(organizer, code, "reopen", fight="1")
    for phone in phones:
        expect(phone.page.get_by_role("button", name="I won", exact=True)).to_be_visible()


def play_draft(night, organizer: Organizer, phones: Sequence[Phone], code: str) -> None:
    """Start a draft, and let bots play it to its end at one table of these phones; no page is opened."""
    organizer.act(code, "start")
    for seat in range(len(phones)):
        act(organizer, code, "seat-bot", table="1", seat=str(seat))
    _wait_for_decks(night, phones, code)


def pass_single_cards(night, organizer: Organizer, phones: Sequence[Phone], code: str) -> None:
    """Start a draft of packs of one card each, and see its end; no page is opened."""
    organizer.act(code, "start")
    organizer.act(code, "end-review")
    _wait_for_decks(night, phones, code)


def _wait_for_decks(night, phones: Sequence[Phone], code: str) -> None:
    with WebSocketClient(DeviceOf(night.server.url, phones[0].page), code) as line:
        line.wait_for(phase_is("building"))


def start_fights(
    night, names: Sequence[str] = ("Aichi", "Kamui"), *, settings: Mapping[str, int] | None = None, **fields: str
) -> tuple[Organizer, list[Fighter], str]:
    """Bring these fighters to the first round of their fights; return the organizer, the phones and the event's code.

    The phones open it when the fights have begun. The night ends with its fights, unless its fields say otherwise;
    `settings` are those that its form does not have. In Vanguard the decks are of six cards.
    """
    organizer = night.organizer()
    small = {} if "format" in fields else packs_for(len(names))
    code = organizer.new_event(**{"sharing": "keep"} | small | fields)
    if settings:
        change = f"NightSettings.objects.filter(event__code={code!r}).update(**{dict(settings)!r})"
        night.server.manage("shell", "--no-imports", "-c", f"from drafts.models import NightSettings; {change}")
    phones = [Fighter(night.screen(390, 844), name) for name in names]
    for phone in phones:
        phone.take_place(code)
    (pass_single_cards if small else play_draft)(night, organizer, phones, code)
    act(organizer, code, "next-stage", **{"from": "building", "confirm": "next"})
    for phone in phones:
        phone.open(code)
    for phone in phones:
        expect(phone.page.locator("[data-for=fight]")).to_be_visible()
    return organizer, phones, code
