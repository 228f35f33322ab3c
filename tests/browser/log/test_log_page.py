"""The log page on a phone and on a large screen, and the pages around it: readable, in the device's own time."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_actions import box_of, resize, small_targets, width_of_content
from tests.browser.test_everyone import Inspector

pytestmark = pytest.mark.browser

SMALLEST_TYPE = """() => Math.min(...[...document.querySelectorAll(".log-card .card__plate *")]
    .filter((node) => node.checkVisibility() && node.textContent.trim())
    .map((node) => parseFloat(getComputedStyle(node).fontSize)))"""


def test_cards_of_the_log_are_large_enough_larger_at_a_tap_and_can_be_read_by_everyone_once_it_is_stopped(night):
    organizer = night.organizer()
    code = organizer.new_event(card_set="SMP02")
    phone = night.phone("عبد الرحمن المقاتل", timezone_id="Asia/Tokyo")
    phone.take_place(code)
    for action in ("add-bot", "start"):
        organizer.act(code, action)
    phone.open(code)
    phone.sees_pack(5)
    phone.choose()
    phone.place()
    phone.sees_pack(3)
    organizer.stop(code)
    expect(phone.part("page-notices")).to_contain_text("The event was stopped in pack 1.")

    page = phone.page
    page.goto(f"/events/{code}/log/?view=list")
    name = page.locator(".log-card").nth(1).get_attribute("data-name")
    button = page.get_by_label("Enlarge").nth(1)
    for width in (360, 390, 1920):
        resize(page, width, 844)
        assert box_of(page.locator(".log-card").first)["width"] >= 96
    assert page.evaluate(SMALLEST_TYPE) >= 9
    button.click()
    dialog = page.get_by_role("dialog", name=name)
    assert box_of(dialog.locator(".card"))["width"] > 250
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(button).to_be_focused()

    time = page.locator("time[data-local=brief]")
    in_tokyo = """(stamp) => new Date(stamp).toLocaleTimeString("en-GB", {
        timeZone: "Asia/Tokyo", hour: "2-digit", minute: "2-digit"
    })"""
    expect(time).to_contain_text(page.evaluate(in_tokyo, time.get_attribute("datetime")))

    resize(page, 390, 844)
    expect(page.get_by_text("unopened packs stay closed")).to_be_visible()
    inspector = Inspector()
    inspector.look_at("log", page)
    page.get_by_label("Enlarge").first.click()
    inspector.look_at("enlarged card", page)
    assert inspector.faults == []


@pytest.mark.parametrize("path", ["/sets/", "/sets/SMP01/"])
def test_the_pages_of_sets_can_be_used_by_everyone(night, path):
    page = night.screen(320, 640)
    page.goto(path)
    inspector = Inspector()
    inspector.look_at(path, page)
    assert (inspector.faults, width_of_content(page), small_targets(page)) == ([], 320, [])
