"""A line that fails while a page is loaded: a script is missing, and the page says so and comes back."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.draft_actions import start_seen_by_one

pytestmark = pytest.mark.browser

MISSING = "A part of this page could not be loaded."


def lose(page: Page, path: str, requests: int = 1) -> None:
    """Let the first requests of a page for the script with this path fail."""
    lost = []

    def carry(route: Route) -> None:
        lost.append(route.request.url)
        route.abort() if len(lost) <= requests else route.continue_()

    page.route(re.compile(rf"/js/{path}\.([0-9a-f]+\.)?js$"), carry)


def test_a_page_that_shows_nothing_without_a_script_that_is_missing_says_so_and_is_loaded_again(night):
    _, phone, _, code = start_seen_by_one(night, "Kamui")
    lose(phone.page, "draft/strip", 2)  # also loaded ahead
    phone.page.goto(phone.page.url)
    expect(phone.page.get_by_role("alert")).to_contain_text(MISSING)
    phone.page.context.set_offline(True)
    phone.page.wait_for_timeout(3_500)  # longer than until it is tried again
    expect(phone.page.get_by_role("alert")).to_contain_text(MISSING)  # a page of the browser would stand here for good
    phone.page.context.set_offline(False)
    phone.sees_pack(5)
    expect(phone.page.get_by_text(MISSING)).to_be_hidden()

    display = night.screen(1920, 1080)
    lose(display, "games/vanguard")
    display.goto(f"/events/{code}/table/1/")
    expect(display.get_by_role("alert").filter(has_text=MISSING)).to_be_visible()
    expect(display.locator("[data-part=where]")).to_have_text("Pack 1 of 6 · pass 1 of 4")


def test_a_panel_whose_script_is_missing_says_so_and_is_loaded_again_by_a_link(night):
    organizer, _, _, code = start_seen_by_one(night, "Kamui")
    lose(organizer.page, "events/panel/line-pill")
    organizer.open_panel(code)
    alert = organizer.page.get_by_role("alert").filter(has_text=MISSING)
    expect(alert).to_be_visible()
    alert.get_by_role("link", name="Load the page again").click()
    expect(organizer.page.locator("[data-part=line]")).to_have_text("Live")
    expect(alert).to_be_hidden()
