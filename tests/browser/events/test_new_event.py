"""The page of a new event: what it says follows from what is chosen there."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_actions import hidden_behind, resize

pytestmark = pytest.mark.browser


def test_the_totals_follow_the_review_and_real_packs_are_shared_and_digital_ones_not_unless_it_is_chosen(night):
    page = night.organizer().page
    page.goto("/events/new/")
    page.get_by_label("Set", exact=True).select_option("SMP01")  # other tests load sets that come first in the list
    tile = page.locator(".choice", has_text="Standard")
    expect(tile).to_contain_text("about 14½ minutes")
    page.get_by_text("More settings").click()
    page.get_by_label("Review").select_option("10 minutes")
    expect(tile).to_contain_text("about 22½ minutes")

    page.get_by_text("Fights and cards").click()
    sharing = page.get_by_role("group", name="The cards afterwards")
    keep, equal = sharing.locator("[value=keep]"), sharing.locator("[value=equal]")
    expect(keep).to_be_checked()
    page.get_by_label("Real booster packs").check()
    expect(equal).to_be_checked()
    page.get_by_label("Digital packs").check()
    expect(keep).to_be_checked()
    expect(page.locator("[data-part=fights-in-words]")).to_contain_text("Everybody keeps their cards.")
    equal.check()
    page.get_by_label("Real booster packs").check()
    page.get_by_label("Digital packs").check()
    expect(equal).to_be_checked()


def test_a_setting_that_has_the_focus_does_not_lie_behind_the_button_that_makes_the_event(night):
    page = night.organizer().page
    page.goto("/events/new/")
    page.get_by_text("More settings").click()
    page.get_by_text("Fights and cards").click()
    settings = page.locator("main form :is(input, select, textarea, summary):visible")
    for size in ((1280, 800), (390, 844), (320, 568), (844, 390)):
        resize(page, *size)
        assert hidden_behind(page.locator(".new-event__go"), settings) == []
