"""Avatars where all see them (M27, M29): the panel says who has none, and shows them as the big screen does."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.page_actions import hidden_behind, post, resize, small_targets, width_of_content

pytestmark = pytest.mark.browser

SEALED = {
    "format": "magic-sealed", "card_set": "MAG01", "packs_each": "2", "build_minutes": "0", "sharing": "keep",
    "fights": "swiss", "best_of": "1", "avatars": "choose",
}  # fmt: skip


def led_to(night, *stages: str, **fields: str):
    """Lead two fighters to a stage; return the panel, their devices and the event's code."""
    organizer = night.organizer()
    code = organizer.new_event(**SEALED | fields)
    phones = [night.phone(name) for name in ("Ann", "Ben")]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    for stage in stages:
        post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": stage, "confirm": "next"})
    organizer.open_panel(code)
    return organizer.page, phones, code


def choose(phone, code: str) -> str:
    """Choose the first avatar on the page of them, and return its name."""
    page: Page = phone.page
    page.goto(f"/events/{code}/avatars/")
    name = page.locator(".avatar-offer__name").first.inner_text()
    assert hidden_behind(page.locator(".avatar-choice__bar"), page.locator(".avatar-offer input")) == []
    page.locator(".avatar-offer").first.click()
    page.get_by_role("button", name="Choose this avatar").click()
    expect(page.locator(".avatar-offer .chip--good")).to_be_visible()
    return name


def choose_each(panel: Page, phones, code: str) -> list[str]:
    """Let both choose an avatar, while the panel says who has none yet; return the names of the avatars."""
    ann, ben = phones
    missing = panel.locator("#avatars")
    expect(missing).to_contain_text(re.compile(r"2 fighters have none yet:\s+(Ann, Ben|Ben, Ann)"))
    names = [choose(ann, code)]
    expect(missing).to_contain_text(re.compile(r"1 fighter has none yet:\s+Ben"))
    names.append(choose(ben, code))
    expect(missing).to_have_count(0)
    return names


def test_M27_the_panel_says_at_once_who_has_no_avatar_for_the_event_yet(night):
    panel, phones, code = led_to(night, "opening", avatar_every="event")
    choose_each(panel, phones, code)


def test_M27_M29_panel_and_big_screen_show_name_numbers_and_text_of_each_avatar_that_is_chosen_for_a_round(night):
    panel, phones, code = led_to(night, "opening", "building", avatar_every="round")
    display = night.display(code)
    expect(display.locator(".tv-fight")).to_be_visible()
    expect(display.locator(".tv-avatar")).to_have_count(0)
    for name in choose_each(panel, phones, code):
        shown = panel.locator(".side__avatar").filter(has_text=name)
        expect(shown).to_contain_text(re.compile(r"Draw \d+ cards? \("))
        expect(shown).to_contain_text(re.compile(r"Life [+\u2212\d]"))
        shown.locator("summary").click()
        expect(shown.locator("p")).to_be_visible()
        on_tv = display.locator(".tv-avatar").filter(has_text=name)
        expect(on_tv.locator("[data-part=numbers]")).to_have_text(re.compile(r"Hand [+\u2212\d]+, life [+\u2212\d]+"))
        assert on_tv.locator("[data-part=text]").inner_text()
    expect(display.locator(".tv-fight__tag").filter(visible=True)).to_have_text("chooses who goes first")  # M22
    resize(panel, 360, 740)
    assert (width_of_content(panel), small_targets(panel), violations(panel)) == (360, [], [])
