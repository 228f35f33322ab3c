"""Fights of teams and of four sides on phones and on the TV, on a site that has such forms."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.fight_actions import start_fights
from tests.browser.page_actions import box_of, width_of_content
from tests.server import Server

pytestmark = pytest.mark.browser
NAMES = ("Aichi", "Kamui", "Misaki", "محمد")


@pytest.fixture
def server(installation, tmp_path, request):
    """A site on which fights have the form that the test names."""
    settings = {"DJANGO_SETTINGS_MODULE": "tests.fight_forms_site", "FIGHT_FORM": request.param}
    server = Server(installation, tmp_path, settings)
    server.start()
    yield server
    server.kill()


@pytest.mark.parametrize("server", ["four"], indirect=True)
def test_a_phone_has_all_other_sides_beside_each_other_over_its_own_and_one_of_them_wins(night_of_its_own):
    night = night_of_its_own
    _, phones, code = start_fights(night, NAMES)
    aichi, kamui = phones[:2]
    tiles = aichi.page.locator(".pod-tile")
    expect(tiles).to_have_count(3)
    assert len({box_of(tile)["y"] for tile in tiles.all()}) == 1
    boxes = [box_of(aichi.page.locator(part)) for part in (".fight__them", ".fight__middle", ".side.is-you")]
    assert all(above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(boxes))
    assert width_of_content(aichi.page) <= 390
    tiles.filter(has_text="Kamui").click()
    aichi.page.locator("#pod-side [data-part=more]").first.click()
    aichi.press_button("Close")
    for phone in phones:
        kamuis = ".side.is-you" if phone is kamui else ".pod-tile:has-text('Kamui')"
        expect(phone.page.locator(f"{kamuis} [data-part=value]").first).to_have_text("41")
    tv = night.display(code)
    expect(tv.locator(".tv-fight__side")).to_have_count(4)
    aichi.press_button("I lost")
    aichi.page.get_by_label("Kamui won").check()
    aichi.press_button("Enter this result")
    expect(aichi.outcome).to_contain_text("Waiting for")
    phones[3].press_button("Confirm")
    for phone in phones[1:]:
        expect(phone.outcome).to_have_text("You won" if phone is kamui else "Kamui won")


@pytest.mark.parametrize("server", ["teams"], indirect=True)
def test_each_of_a_team_has_a_counter_of_their_own_beside_that_of_the_team(night_of_its_own):
    _, phones, _ = start_fights(night_of_its_own, NAMES)
    phone = phones[0]
    expect(phone.page.locator(".side")).to_have_count(2)
    own = phone.page.locator(".side.is-you")
    expect(own.locator("[data-part=value]")).to_have_text(["30", "0", "0"])
    own.get_by_role("button", name="Poison of \u2068Aichi\u2069: one more than 0").click()
    phone.page.locator(".fight__them").get_by_role("button", name="Life of").last.click()
    for each in phones:
        expect(each.page.locator(".side").filter(has_text="Aichi").locator("[data-part=value]").first).to_have_text(
            "30"
        )
        expect(each.page.locator(".side").filter(has_not_text="Aichi").locator("[data-part=value]").first).to_have_text(
            "31"
        )
