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
def test_a_phone_has_all_sides_of_a_fight_below_each_other_and_one_of_them_wins(night_of_its_own):
    night = night_of_its_own
    _, phones, code = start_fights(night, NAMES)
    aichi, kamui = phones[:2]
    expect(aichi.page.locator(".fight__them .side")).to_have_count(3)
    boxes = [box_of(part) for part in aichi.page.locator(".fight__board .side, .fight__middle").all()]
    assert all(above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(boxes))
    assert width_of_content(aichi.page) <= 390
    aichi.more("Kamui").first.click()
    for phone in phones:
        expect(phone.value_of("Kamui").first).to_have_text("41")
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
