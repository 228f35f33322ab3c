"""Planes and turns where all see them (M38-M40): rolled on phones, told on the big screen, kept to small screens."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.page_actions import small_targets, width_of_content

pytestmark = pytest.mark.browser

ON_PLANES = {"format": "magic-own", "fights": "swiss", "best_of": "1", "planes": "shared"}


def fighting(night, **fields: str):
    """Lead two fighters into a fight on planes; return the phones, the one whose turn it is first, and the code."""
    organizer = night.organizer()
    code = organizer.new_event(**ON_PLANES | fields)
    phones = [night.phone(name) for name in ("Ann", "Ben")]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    for phone in phones:
        phone.page.goto(f"/events/{code}/")
        expect(phone.page.locator(".course__name")).to_have_text(re.compile("Your turn|Turn of"))
    ann_first = phones[0].page.locator(".course__name").inner_text() == "Your turn"
    first, second = (phone.page for phone in (phones if ann_first else reversed(phones)))
    return organizer, first, second, code


def test_M39_the_planar_die_is_rolled_on_the_phone_whose_turn_it_is_and_shown_on_both(night):
    _, first, second, _ = fighting(night)
    expect(first.get_by_role("button", name=re.compile("Roll, free"))).to_be_enabled()
    expect(second.locator(".planar-die")).to_have_attribute("aria-disabled", "true")
    first.locator(".planar-die").click()
    rolled = re.compile("rolled: (planeswalk|chaos|nothing)")
    for page in (first, second):
        expect(page.locator("[data-part=roll-words]")).to_contain_text(re.compile(r"Roll, costs\s*1 generic"))
        expect(page.locator("[data-part=rolled-words]")).to_contain_text(rolled)
    name = first.locator(".plane__name").inner_text()
    first.locator(".course__more summary").click()
    first.get_by_role("button", name="We rolled: planeswalk").click()
    expect(second.locator("[data-part=rolled-words]")).to_contain_text("planeswalk")
    expect(second.locator(".plane__name")).not_to_have_text(name)
    first.locator("[data-part=undo]").click()
    expect(second.locator(".plane__name")).to_have_text(name)


def test_M40_the_turn_passes_on_any_phone_and_an_extra_turn_comes_first(night):
    _, first, second, _ = fighting(night)
    second.get_by_role("button", name="Next turn").click()
    expect(first.locator(".course__name")).to_have_text(re.compile("Turn of (Ann|Ben)"))
    expect(second.locator(".course__name")).to_have_text("Your turn")
    second.locator(".course__more summary").click()
    second.locator("[data-part=extra-turns] button").first.click()
    expect(first.locator("[data-part=turn-words]")).to_contain_text(re.compile("Turn 2 · then extra turns: (Ann|Ben)"))


@pytest.mark.parametrize("width", [360, 390, 820, 1280])
def test_planes_keep_to_the_screen_and_are_read_out(night, width):
    _, first, _, _ = fighting(night)
    first.set_viewport_size({"width": width, "height": 844})
    expect(first.locator(".plane__name")).to_be_visible()
    assert width_of_content(first) <= width
    assert small_targets(first.locator(".course")) == []
    assert violations(first) == []


def test_M39_the_big_screen_shows_the_plane_its_text_and_whose_turn_it_is(night):
    _, first, _, code = fighting(night)
    tv = night.display(code)
    expect(tv.locator(".tv-plane__name")).to_have_text(first.locator(".plane__name").inner_text())
    expect(tv.locator(".tv-plane__turn")).to_have_text(re.compile("Turn of (Ann|Ben)"))
    expect(tv.locator(".tv-plane__rule")).to_contain_text("Whenever chaos ensues")
    first.locator(".planar-die").click()
    expect(tv.locator(".tv-plane__rolled")).to_contain_text("rolled")
    assert violations(tv) == []
