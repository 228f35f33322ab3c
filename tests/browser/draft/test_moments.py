"""The moments of the big screen: seen when they happen, and never again after a reload; and its switch for sounds."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.draft_actions import join

pytestmark = [pytest.mark.browser, pytest.mark.motion]

NAMES = ("Aichi", "Kamui")


def slow_down(page: Page) -> None:
    """Let what moves take so long that it can be looked at."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0.02})


def test_packs_are_opened_on_the_big_screen_once_and_its_sounds_stay_as_they_were_left(night):
    organizer = night.organizer()
    code = organizer.new_event(table_size="2")
    join(night.server.url, code, *NAMES)
    display = night.display(code, reduced_motion="no-preference")
    sounds = display.locator("[data-part=sound-button]")
    expect(display.locator(".tv-lobby__cards .card")).to_have_count(5)
    expect(sounds).to_have_attribute("aria-pressed", "true")
    display.locator("h1").click()
    expect(sounds).to_have_attribute("data-sound", "on")
    sounds.click()
    expect(sounds).to_have_attribute("aria-pressed", "false")

    slow_down(display)
    organizer.act(code, "start")
    expect(display.locator(".tv-wrapper")).to_have_count(2)

    display.reload()
    expect(display.locator(".tv-seat")).to_have_count(2)
    expect(display.locator(".tv-wrapper")).to_have_count(0)
    expect(sounds).to_have_attribute("aria-pressed", "false")
