"""A night of sealed from the form of a new event to its end: closed packs, the signal, packs opened, fights."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.draft_actions import join
from tests.browser.page_actions import post, small_targets, width_of_content

pytestmark = pytest.mark.browser


def make_event(organizer) -> str:
    """Make an event as people do, of two packs each, and return its code."""
    page = organizer.page
    page.goto("/events/new/?format=magic-sealed")
    page.get_by_label("Name").fill("Sealed tonight")
    page.get_by_label("Set", exact=True).select_option("MAG01")
    page.get_by_label("Packs for each fighter").select_option("2")
    assert page.get_by_label("Real booster packs").count() == 0
    page.get_by_role("button", name="Make the event").click()
    page.wait_for_url("**/host/")
    return page.url.split("/")[-3]


def closed(phone):
    return phone.page.locator(".packs__closed:visible .packs__pack")


def button(phone, name):
    return phone.page.get_by_role("button", name=name, exact=True)


def test_everybody_waits_and_opens_their_packs_at_the_signal(night):
    organizer = night.organizer()
    code = make_event(organizer)
    one, other = night.phone("Aichi", 360, 740, has_touch=True, reduced_motion="reduce"), night.phone("Kamui")
    for phone in (one, other):
        phone.take_place(code)
    organizer.act(code, "start")
    organizer.open_panel(code)
    for phone in (one, other):
        phone.open(code)
    display = night.display(code)
    expect(one.page.get_by_role("heading", name="Wait for the signal")).to_be_visible()
    expect(one.page.get_by_text("Table 1, with Kamui")).to_be_visible()
    expect(display.get_by_text("Wait for the signal.", exact=True)).to_be_visible()
    expect(closed(one)).to_have_count(2)
    assert one.page.locator(".packs .card").count() == 0
    assert (width_of_content(one.page), violations(one.page)) == (360, [])

    organizer.page.get_by_role("button", name="Give the signal").click()
    expect(one.page.get_by_role("heading", name="Open your packs")).to_be_visible()
    one.press(button(one, "Open pack 1"))
    expect(one.page.get_by_role("heading", name="Pack 1 of 2")).to_be_visible()
    expect(one.page.locator(".packs__hand .card")).to_have_count(14)
    assert (width_of_content(one.page), small_targets(one.page), violations(one.page)) == (360, [], [])

    one.page.reload()
    expect(one.page.get_by_role("heading", name="Open your packs")).to_be_visible()
    expect(closed(one)).to_have_count(1)
    one.press(button(one, "Open pack 2"))
    expect(one.page.locator(".packs__hand .card")).to_have_count(14)
    one.press(button(one, "Go on with all your cards"))
    expect(one.page.locator("[data-for=packs]")).to_be_hidden()
    one.page.reload()
    expect(one.page.locator("[data-part=line][data-line=live]")).to_be_visible()
    expect(one.page.locator("[data-for=packs]")).to_be_hidden()

    other.press(button(other, "Open all"))
    expect(other.page.locator("[data-for=packs]")).to_be_hidden()


def test_the_night_ends_with_its_fights_and_its_log_shows_every_pool(night):
    organizer, one = night.organizer(), night.phone("Aichi")
    code = organizer.new_event(format="magic-sealed", card_set="MAG01", packs_each="2")
    one.take_place(code)
    join(night.server.url, code, "Kamui")
    organizer.act(code, "start")
    one.open(code)
    expect(closed(one)).to_have_count(2)
    for stage in ("opening", "building", "fighting"):
        answer = post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": stage, "confirm": "next"})
        assert answer.status == 302, answer.text()
    expect(one.page.locator("[data-for=packs]")).to_be_hidden()
    organizer.page.goto(f"/events/{code}/log/#p1")
    organizer.page.wait_for_url("**seat=1#p1")
    expect(organizer.page.locator("#p1 .card")).to_have_count(28)
