"""Fights of four sides on phones and on the TV, on a site that has such a form."""

from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests.browser.fight_actions import start_fights
from tests.browser.page_actions import box_of, width_of_content
from tests.server import Server

pytestmark = pytest.mark.browser
NAMES = ("Aichi", "Kamui", "Misaki", "محمد")


@pytest.fixture
def server(installation, tmp_path):
    """A site on which fights have four sides."""
    settings = {"DJANGO_SETTINGS_MODULE": "tests.fight_forms_site", "FIGHT_FORM": "four"}
    server = Server(installation, tmp_path, settings)
    server.start()
    yield server
    server.kill()


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
