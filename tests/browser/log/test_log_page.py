"""The log page on a phone and on a large screen, and the pages around it: readable, in the device's own time."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_actions import box_of, resize, small_targets, width_of_content
from tests.browser.test_everyone import Inspector

pytestmark = pytest.mark.browser

SMALLEST_TYPE = """() => Math.min(...[...document.querySelectorAll(".log-card .card__plate *")]
    .filter((node) => node.checkVisibility() && node.textContent.trim())
    .map((node) => parseFloat(getComputedStyle(node).fontSize)))"""


@pytest.fixture
def stopped(night):
    """The code of a draft that was stopped in its second pass, and a phone that sat there."""
    organizer = night.organizer()
    code = organizer.make_event(card_set="SMP02")
    phone = night.phone("عبد الرحمن المقاتل", timezone_id="Asia/Tokyo")
    phone.join(code)
    organizer.page.reload()
    organizer.add_bots(1, to=1)
    organizer.start()
    phone.sees_pack(5)
    phone.choose()
    phone.place()
    phone.sees_pack(3)
    organizer.page.locator("#stop summary").click()
    organizer.page.locator("#confirm-stop").fill(code)
    organizer.page.locator("#stop button").click()
    expect(phone.part("page-notices")).to_contain_text("The event was stopped in pack 1.")
    return code, phone.page


def test_the_log_of_a_stopped_draft_can_be_read_by_everyone(stopped):
    code, page = stopped
    page.goto(f"/events/{code}/log/?view=list")
    expect(page.get_by_text("unopened packs stay closed")).to_be_visible()
    inspector = Inspector()
    inspector.look_at("log", page)
    page.get_by_label("Enlarge").first.click()
    inspector.look_at("enlarged card", page)
    assert inspector.faults == []


def test_cards_of_the_log_are_large_enough_to_read_and_larger_at_a_tap(stopped):
    code, page = stopped
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


@pytest.mark.parametrize("path", ["/sets/", "/sets/SMP01/", "/accounts/signup/", "/nothing/here/"])
def test_the_other_pages_can_be_used_by_everyone(night, path):
    page = night.screen(320, 640)
    page.goto(path)
    inspector = Inspector()
    inspector.look_at(path, page)
    assert (inspector.faults, width_of_content(page), small_targets(page)) == ([], 320, [])
