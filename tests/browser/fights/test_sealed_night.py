"""A whole night of sealed: six fighters at two tables, best of three, to the last page of its log.

Two have phones here, three are devices without a page, and one is a guest without a phone. A line is cut, a fighter
drops out while decks are built, and what leads the night on is pressed twice (M11-M14, M20-M24).
"""

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.building.test_building import is_saved, rows, scene, sees_count
from tests.browser.fight_actions import Fighter
from tests.browser.page_actions import post
from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient

pytestmark = pytest.mark.browser

SEALED = {
    "format": "magic-sealed", "card_set": "MAG01", "packs_each": "2", "build_minutes": "30", "table_size": "3",
    "fights": "swiss", "swiss_rounds": "2", "fights_across": "event", "best_of": "3", "sharing": "keep",
    "log_visibility": "public",
}  # fmt: skip
BY_SOCKET, GUEST = ("Cat", "Dan", "Eve"), "Gus"


@pytest.fixture
def lines():
    with ExitStack() as stack:
        yield stack


def build(line: WebSocketClient) -> None:
    """Register a deck of 40 cards."""
    line.wait_for(lambda state: "deck" in state["you"])
    cards = [card["id"] for card in line.state["you"]["pile"] if card["type_line"] != "Conspiracy"][:23]
    assert line.ask(type="deck", seen=1, main=cards, basics={"Plains": 17})["type"] == "ack"
    assert line.ask(type="register", seen=2)["type"] == "ack"


def lose(line: WebSocketClient) -> None:
    """Concede game after game of a fight, unless it is over, or a bye."""
    fight = line.state["fight"]
    me = line.state["table"]["seats"][line.state["you"]["seat"]]["fighter"]
    if not fight or len(fight["sides"]) < 2:
        return
    for games in (1, 2):
        if line.ask(type="out", fight=fight["fight"], fighters=[me])["type"] == "error":
            return  # the other side has lost it already
        line.wait_for(lambda state, games=games: state["fight"]["result"] or len(state["fight"]["games"]) == games)


def lose_on_phone(phone: Fighter, number: int, *, changes_deck: bool = False) -> None:
    """The same by taps; with a card of the sideboard in the deck from the second game on."""
    expect(phone.part("views-round")).to_have_text(f"Round {number} of 2")
    if not phone.page.get_by_role("button", name="Concede").is_visible():
        return
    for game in (1, 2):
        phone.press_button("Concede")
        phone.press_button("Tap again: I lost this game")
        if game == 1:
            expect(phone.outcome).to_have_text("Game 2, you are behind 0 : 1")
        if game == 1 and changes_deck:
            phone.press_button("Change the deck for this match")
            before = int(scene(phone.page, "strip-count").inner_text())
            rows(phone.page, "pool").last.click()  # the first may be a conspiracy
            sees_count(phone.page, before + 1)
            is_saved(phone.page)
            scene(phone.page, "register").click()
    expect(phone.outcome).to_contain_text("won 2 : 0")


class SealedNight:
    """The night with its organizer, phones and lines, before it starts."""

    def __init__(self, night, lines: ExitStack) -> None:
        self.organizer = night.organizer()
        self.code = self.organizer.new_event(**SEALED)
        self.phones = [Fighter(night.screen(390, 844), name) for name in ("Ann", "Ben")]
        self.devices = {name: Device(night.server.url) for name in BY_SOCKET}
        for phone in self.phones:
            phone.take_place(self.code)
        for name, device in self.devices.items():
            device.join(self.code, name)
        self.act("add-guest", name=GUEST)
        self.act("start")
        for phone in self.phones:
            phone.page.goto(f"/events/{self.code}/")
            expect(phone.page.get_by_role("heading", name="Wait for the signal")).to_be_visible()
        self.lines = [lines.enter_context(WebSocketClient(device, self.code)) for device in self.devices.values()]

    def act(self, action: str, expected: int = 302, **fields: str) -> None:
        answer = post(self.organizer.page, f"/events/{self.code}/host/{action}/", **fields)
        assert answer.status == expected, answer.text()

    def lead_on(self, stage: str, **fields: str) -> None:
        """Press twice what leads the night on."""
        for _ in range(2):
            self.act("next-stage", **{"from": stage}, **fields)

    def build_decks(self) -> None:
        """All but the guest register a deck, one over a line that was cut; Eve drops out."""
        for phone in self.phones:
            phone.page.locator("[data-for=packs] [data-part=skip]").click()
            scene(phone.page, "build-one-empty").click()
            sees_count(phone.page, 40)
        page = self.phones[0].page
        page.context.set_offline(True)
        expect(page.locator(".tools [data-part=line]")).to_have_attribute("data-line", "offline")
        rows(page, "pool").last.click()
        expect(scene(page, "register-words")).to_contain_text("Kept on this device")
        page.context.set_offline(False)
        is_saved(page)
        for phone in self.phones:
            scene(phone.page, "register").click()
            expect(scene(phone.page, "register-words")).to_contain_text("You can still change it")
        for line in self.lines[:2]:
            build(line)
        self.devices["Eve"].post(f"/events/{self.code}/leave/")

    def fight_round(self, number: int) -> None:
        ann, ben = self.phones  # before the lines: what these do reaches a phone a moment later
        lose_on_phone(ann, number, changes_deck=True)
        if not ann.side("Ben").locator("visible=true").count():
            lose_on_phone(ben, number)
        for line in self.lines[:2]:
            line.wait_for(lambda state: phase_is("fighting")(state) and state["round"]["number"] == number)
            lose(line)


def check_deck(night: SealedNight) -> None:
    """The organizer looks at the deck of Ann, who is told."""
    night.organizer.open_panel(night.code)
    with night.organizer.page.context.expect_page() as opened:
        night.organizer.page.get_by_role("button", name="Deck check: Ann").click()
    expect(opened.value.get_by_role("heading", name="The deck of Ann")).to_be_visible()
    told = scene(night.phones[0].page, "checked-words")
    expect(told).to_have_text("The organizer has looked at your registered deck.")


def test_a_sealed_night_of_six_is_built_and_fought_best_of_three_to_the_end_of_its_log(night, lines):
    six = SealedNight(night, lines)
    display = night.display(six.code, "display/")
    six.lead_on("opening")
    six.build_decks()
    check_deck(six)
    six.act("next-stage", 409, **{"from": "building"})  # the guest has no deck yet
    six.lead_on("building", confirm="next")
    expect(display.locator("#display")).to_have_attribute("data-scene", "fights")
    six.fight_round(1)
    six.act("next-round", round="2")
    six.fight_round(2)
    six.lead_on("fighting")
    for phone in six.phones:
        expect(phone.page.locator("[data-for=deck] [data-part=final]")).to_be_visible()

    page = six.phones[1].page  # its log, by the addresses of decks and games
    for place in ("t2d1", "d1", "f2g1"):
        page.goto(f"/events/{six.code}/log/#{place}")
        expect(page.locator(f"details:has(#{place})")).to_have_attribute("open", "")
    expect(page.locator("#f2g1 .pill")).to_have_count(2)  # of the two fights of five
    page.goto(f"/events/{six.code}/deck/")
    page.emulate_media(media="print")
    expect(page.locator(".deck-sheet__groups")).to_have_css("column-count", "auto")  # columns make room off the page
    edge = page.locator(".deck-sheet").evaluate("sheet => sheet.getBoundingClientRect().right")
    rights = page.locator(".deck-line").evaluate_all("all => all.map((line) => line.getBoundingClientRect().right)")
    assert max(rights) <= edge + 1
    log = page.request.get(f"/events/{six.code}/log/log.json").json()
    assert [sorted(fight["result"]["score"]) for fight in log["fights"] if len(fight["sides"]) == 2] == [[0, 2]] * 4
    autos = [deck["registered"]["auto"] for deck in log["decks"]]
    assert sorted(autos) == [False] * 4 + [True] * 2
    assert any(fight["decks"] for fight in log["fights"])
