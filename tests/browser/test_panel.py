"""The organizer's pages: live where there are scripts, and whole where there are none."""

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Organizer, small_targets, width_of_content

pytestmark = pytest.mark.browser


def seat_of(organizer: Organizer, name: str):
    return organizer.page.locator(".host-seat", has_text=name)


def test_the_panel_follows_the_lobby_and_the_draft_without_a_touch(night):
    organizer = night.organizer()
    code = organizer.make_event()
    organizer.press("Add a bot")
    phone = night.phone("Aichi")
    phone.join(code)
    member = organizer.page.locator(".member", has_text="Aichi")
    expect(member).to_contain_text("here")
    expect(organizer.page.get_by_text("1 of 2 ready")).to_be_visible()
    phone.say_ready()
    expect(organizer.page.get_by_text("2 of 2 ready")).to_be_visible()

    organizer.start()
    phone.sees_pack(5)
    expect(seat_of(organizer, "Aichi")).to_contain_text("choosing")
    expect(seat_of(organizer, "Aichi")).to_contain_text("5 in hand · 0 placed")
    phone.take(5)
    expect(seat_of(organizer, "Aichi")).to_contain_text("3 in hand · 2 placed")
    expect(organizer.page.get_by_text("Pack 1/6 · Pass 2/4")).to_be_visible()
    phone.page.close()
    expect(seat_of(organizer, "Aichi")).to_contain_text("away")


def test_what_the_organizer_types_is_not_swept_away_by_a_change(night):
    organizer = night.organizer()
    code = organizer.make_event()
    phones = [night.phone("Aichi"), night.phone("Kamui")]
    for phone in phones:
        phone.join(code)
    organizer.start()
    organizer.page.get_by_text("Take the last pass back").click()
    organizer.page.get_by_label("Type undo to do it").fill("und")
    for phone in phones:
        phone.take(5)
    expect(organizer.page.get_by_text("Pack 1/6 · Pass 2/4")).to_be_visible()
    expect(organizer.page.get_by_label("Type undo to do it")).to_have_value("und")
    organizer.page.get_by_label("Type undo to do it").fill("undo")
    organizer.press("Take it back")
    for phone in phones:
        phone.sees_pack(5)


def test_a_button_is_pressed_although_the_panel_changes_under_the_finger(night):
    organizer = night.organizer()
    code = organizer.make_event()
    page = organizer.page
    expect(page.get_by_text("live", exact=True)).to_be_visible()
    page.get_by_role("heading", name="Friday draft").hover()
    page.mouse.down()
    with page.expect_response(lambda answer: answer.url.endswith("/host/")):
        night.phone("Aichi").join(code)
    page.mouse.up()
    page.get_by_role("button", name="Add a bot").hover()
    page.mouse.down()
    page.evaluate("() => new Promise((later) => setTimeout(later, 300))")  # enough for a panel to change
    with page.expect_navigation():
        page.mouse.up()
    expect(page.locator(".member", has_text="Aichi")).to_be_visible()


def test_a_night_is_run_without_scripts(night):
    organizer = night.organizer(java_script_enabled=False)
    organizer.make_event(pace="Standard")
    organizer.press("Add a bot")
    organizer.press("Add a bot")
    organizer.start()
    page = organizer.page
    expect(page.get_by_role("heading", name="The decks are ready")).to_be_visible()
    page.get_by_text("Close the event").first.click()
    with page.expect_navigation():
        page.get_by_role("button", name="Close the event").click()
    expect(page.get_by_text("The event is over.")).to_be_visible()
    page.goto("/events/")
    with page.expect_navigation():
        page.get_by_role("link", name="Run it again").first.click()
    expect(page.get_by_label("Name")).to_have_value("Friday draft")


def test_the_total_beside_each_pace_follows_the_review(night):
    page = night.organizer().page
    page.goto("/events/new/")
    tile = page.locator(".choice", has_text="Standard")
    expect(tile).to_contain_text("about 14½ minutes")
    page.get_by_label("Review").select_option("10 minutes")
    expect(tile).to_contain_text("about 22½ minutes")


@pytest.mark.parametrize("width", [320, 390])
def test_every_page_of_the_organizer_fits_a_phone_and_a_thumb(night, width):
    organizer = night.organizer()
    code = organizer.make_event()
    page = organizer.page
    page.set_viewport_size({"width": width, "height": 700})
    for path in ("/", "/events/", "/events/new/", f"/events/{code}/host/", f"/join/{code}/"):
        page.goto(path)
        assert (path, width_of_content(page), small_targets(page)) == (path, width, [])
    page.goto(f"/events/{code}/host/")
    organizer.press("Add a bot")
    organizer.press("Add a bot")
    organizer.start()
    for path in (f"/events/{code}/host/", f"/events/{code}/log/"):
        page.goto(path)
        assert (path, width_of_content(page), small_targets(page)) == (path, width, [])
