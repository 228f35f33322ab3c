"""The first page: what one came for is in sight at once."""

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

NAME = "The long evening of the six banners at the Lantern"


def bottom_of(page: Page, *names: str) -> float:
    """Return where the lowest of these ends, in pixels from the upper edge of what is seen."""
    boxes = [page.locator(name).bounding_box() for name in names]
    return max(box["y"] + box["height"] for box in boxes if box)


def test_the_field_for_a_code_and_its_button_are_in_sight_on_a_small_phone(night_of_its_own):
    night = night_of_its_own
    page = night.screen(360, 740)
    page.goto("/")
    assert bottom_of(page, ".have-code") <= 740

    organizer = night.organizer()
    codes = [organizer.new_event(name=NAME, on_first_page="on") for _ in "12"]
    page.reload()
    expect(page.get_by_role("heading", name=NAME)).to_have_count(2)
    assert bottom_of(page, ".have-code") <= 740
    assert page.locator(".have-code input[name=code]").bounding_box()["y"] > bottom_of(page, ".tonight >> nth=0")
    assert page.get_by_role("link", name="Join").nth(1).get_attribute("href") == f"/join/{codes[1]}/"

    page.get_by_label("Code").fill("ZZZZZZ")
    page.locator(".have-code").get_by_role("button", name="Join").click()
    expect(page.locator(".have-code .errorlist")).to_be_visible()
    assert bottom_of(page, ".have-code", ".have-code .errorlist", ".have-code__button") <= 740
    field, button = (page.locator(f".have-code {name}").bounding_box() for name in ("input[name=code]", "button"))
    assert field["y"] < button["y"] + button["height"] / 2 < field["y"] + field["height"]


def test_all_that_can_be_begun_is_in_sight_on_a_tablet(night):
    page = night.screen(1280, 800)
    page.goto("/")
    assert bottom_of(page, ".have-code") < bottom_of(page, ".run .button") <= 800
