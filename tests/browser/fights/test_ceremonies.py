"""Ceremonies: a pack is opened, the way turns. They are skipped by a touch, keep nobody waiting, and come once."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_actions import Phone, play_round

pytestmark = [pytest.mark.browser, pytest.mark.motion]

STAND = """() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, timing) {
        const move = animate.call(this, frames, timing);
        if (document.querySelector("[data-ceremony]")) move.pause();
        return move;
    };
}"""
"""Ceremonies stand still in their first moment, until they are skipped."""


def shown(page: Page, kind: str):
    return page.locator(f"[data-ceremony={kind}]")


def is_ready(page: Page) -> None:
    """Expect that the files which ceremonies are drawn with have been fetched."""
    expect(page.locator("link[href*='css/draft/play/ceremony']")).to_be_attached()
    expect(page.locator(".ceremony.is-spare")).to_be_attached()


def start(night, **device: object) -> tuple[Phone, str]:
    """Seat a fighter beside bots, who choose at once."""
    organizer, phone = night.organizer(), night.phone("Aichi", **device)
    code = organizer.new_event(table_size="2")
    phone.join(code)
    organizer.act(code, "add-bot")
    is_ready(phone.page)
    phone.page.evaluate(STAND)
    organizer.act(code, "start")
    return phone, code


def test_packs_are_opened_and_the_way_turns_until_a_touch_or_a_key_skips_it(night):
    phone, _ = start(night, has_touch=True)
    page = phone.page
    expect(shown(page, "open").get_by_text("Six Banners at Dawn")).to_be_visible()
    page.touchscreen.tap(20, 300)
    expect(page.locator(".ceremony:not(.is-spare)")).to_have_count(0)
    phone.take(5)
    phone.sees_pack(3)
    expect(page.locator("[data-ceremony]")).to_have_count(0)  # a packet that is passed on is open
    phone.take(3)
    phone.take(2)

    expect(shown(page, "open")).to_be_visible()
    page.keyboard.press("Shift")
    play_round([phone])
    expect(shown(page, "open")).to_be_visible()
    page.reload()
    phone.sees_pack(5)
    expect(phone.part("line-words")).to_have_text("Live")
    expect(page.locator("[data-ceremony]")).to_have_count(0)  # it has been opened before

    play_round([phone])
    is_ready(page)
    page.evaluate(STAND)
    phone.press(page.get_by_role("button", name="I have seen my cards"))
    expect(shown(page, "turn").get_by_text("Now pass right")).to_be_visible()
    expect(shown(page, "open")).to_be_attached()
    page.touchscreen.tap(200, 400)
    expect(page.locator("[data-ceremony]")).to_have_count(0)
    phone.take(5)


def test_a_fighter_who_wishes_less_motion_can_choose_at_once(night):
    phone, _ = start(night, reduced_motion="reduce")
    expect(shown(phone.page, "open")).to_be_attached()
    phone.tap(phone.cards.first)  # a wrapper that covered it would keep the tap to itself
    assert len(phone.chosen()) == 1
    expect(shown(phone.page, "open")).to_have_count(0)
