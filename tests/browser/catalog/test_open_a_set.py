"""From a file in hand to a running draft: what a new organizer does with each kind of file."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import Night, with_organizer
from tests.browser.devices import Devices
from tests.importers.sets.made_up import cubecobra, mtgjson, mtgjson_cards, publishers_list, scryfall, scryfall_card
from tests.server import Installation, Server
from tests.webhooks.files import answering
from tests.webhooks.receiver import receiving

pytestmark = pytest.mark.browser

RARITIES = ("common",) * 6 + ("uncommon",) * 3 + ("rare",)


@pytest.fixture(scope="module")
def night(browser: Browser, installation: Installation, tmp_path_factory) -> Iterator[Night]:
    """A night at a server with nothing loaded but the samples, and a source of sets on this machine."""
    with receiving() as source:
        env = {"MTGJSON_URL": f"http://127.0.0.1:{source.port}/{{code}}.json"}
        server = with_organizer(Server(installation, tmp_path_factory.mktemp("sets"), env))
        server.start()
        devices = Devices(browser, server.url)
        night = Night(devices, server, {}, "reduce")
        night.source = source
        yield night
        devices.close()
        server.kill()
    assert night.complaints == []


@pytest.fixture
def walk(night: Night) -> Iterator["Walk"]:
    yield Walk(night)
    while night.contexts:
        night.devices.put_away(night.contexts.pop())


class Walk:
    """An organizer on the way from a file to a draft, and the first fighter of it."""

    def __init__(self, night: Night) -> None:
        self.organizer = night.organizer()
        self.page: Page = self.organizer.page
        self.phone = night.phone("Aichi")

    def drop(self, file: Path, data: bytes) -> None:
        """Drop a file into the page, which looks at it by itself."""
        file.write_bytes(data)
        self.page.goto("/sets/")
        self.page.get_by_role("link", name="Open a set").click()
        self.page.get_by_label("Drop a file with cards").set_input_files(file)

    def sees(self, kind: str, *, pack: int) -> None:
        """The page says what the file is, and shows a first pack of so many cards."""
        expect(self.page.locator(".page-head__below")).to_contain_text(kind)
        expect(self.page.locator(".opened-set__cards > li")).to_have_count(pack)

    def run_draft(self, *, pack: int) -> None:
        """Load what was opened, make an event of it, and start it with a bot: the first pack is in hand."""
        page = self.page
        page.get_by_role("button", name="Load and run a draft").click()
        page.wait_for_url("**/events/new/**")
        page.locator("label:has([name=table_size][value='4'])").click()
        page.get_by_role("button", name="Make the event").click()
        page.wait_for_url("**/host/")
        code = page.url.split("/")[-3]
        self.phone.take_place(code)
        for action in ("add-bot", "start"):
            self.organizer.act(code, action)
        self.phone.open(code)
        self.phone.sees_pack(pack)


def test_a_set_file_of_mtgjson_becomes_a_draft_and_then_a_cube_of_its_cards_does(walk, tmp_path):
    walk.drop(tmp_path / "MUP.json", mtgjson())
    walk.sees("MTGJSON set: Made Up (MUP), 265 cards, booster “draft” with 2 layouts", pack=14)
    walk.run_draft(pack=14)

    walk.drop(tmp_path / "store-cube.csv", cubecobra([card["name"] for card in mtgjson_cards()[:200]]))
    walk.sees("A list of 199 cards", pack=15)
    walk.run_draft(pack=15)


def test_a_file_that_was_chosen_before_the_script_had_come_is_looked_at_all_the_same(walk, tmp_path):
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    walk.page.route("**/pages/upload*.js", hold)
    with walk.page.expect_request("**/pages/upload*.js"):
        walk.page.goto("/sets/open/", wait_until="commit")
    file = tmp_path / "cards.json"
    file.write_bytes(scryfall(*(scryfall_card(n, RARITIES[n % 10]) for n in range(120))))
    walk.page.get_by_label("Drop a file with cards").set_input_files(file)

    held[0].continue_()

    walk.sees("Scryfall list of 120 cards of 'MUS'", pack=14)


def test_a_search_of_scryfall_becomes_a_draft(walk, tmp_path):
    walk.drop(tmp_path / "cards.json", scryfall(*(scryfall_card(n, RARITIES[n % 10]) for n in range(120))))
    walk.sees("Scryfall list of 120 cards of 'MUS'", pack=14)
    walk.run_draft(pack=14)


def test_the_publishers_list_of_vanguard_cards_becomes_a_draft(walk, tmp_path):
    walk.drop(tmp_path / "cards.csv", publishers_list())
    walk.sees("CSV list of Cardfight!! Vanguard cards", pack=5)
    walk.run_draft(pack=5)


def test_a_set_that_is_downloaded_by_its_code_becomes_a_draft(walk, night):
    night.source.answers = [answering(mtgjson(changes={"code": "MUQ", "name": "Made Up Again"}))]
    walk.page.goto("/sets/open/")
    walk.page.get_by_label("Get a Magic set by its code").fill("muq")
    walk.page.get_by_role("button", name="Download").click()
    walk.sees("MTGJSON set: Made Up Again (MUQ)", pack=14)
    walk.run_draft(pack=14)
