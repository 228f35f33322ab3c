"""A judge's phone through a night: called, on the way, answering with a note, settling a dispute, and sent home."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page, expect

from tests.browser.draft.test_judge import LEADER, MATE, PLAIN, WITH_LEGION_RARE, packs
from tests.browser.fight_actions import Fighter, play_draft
from tests.browser.fight_night import FightNight
from tests.browser.page_actions import post, small_targets, width_of_content

pytestmark = pytest.mark.browser


class JudgesPhone:
    """A judge's device, opened by the link that the organizer's page shows."""

    def __init__(self, page: Page, link: str) -> None:
        self.page = page
        page.goto(link)
        expect(page.get_by_role("heading", name="Judge Kim")).to_be_visible()

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).first.click()


def staff_link(night, code: str) -> tuple[Page, str]:
    """Make a judge's link by the form, and return the organizer's page of it and its path."""
    page = night.organizer().page
    page.goto(f"/events/{code}/host/staff/")
    page.get_by_label("Their name").fill("Kim")
    page.get_by_role("button", name="Make a link").click()
    return page, re.search(r"/judge/[\w-]+/", page.locator("code").inner_text())[0]


def test_a_judge_comes_decides_and_settles_a_dispute_until_the_link_is_revoked(night):
    organizer = night.organizer()
    code = organizer.make_event(packs="uploaded", pack_list=packs(WITH_LEGION_RARE, *[PLAIN] * 11), sharing="keep")
    staff, link = staff_link(night, code)
    judge = JudgesPhone(night.screen(390, 844), link)
    expect(judge.page.get_by_text("The draft has not started.")).to_be_visible()
    phones = [Fighter(night.screen(390, 844), name) for name in ("Aichi", "Kamui")]
    for phone in phones:
        phone.join(code)
    organizer.start()
    expect(judge.page.get_by_role("heading", name="Table 1")).to_be_visible()
    for phone in phones:
        phone.sees_pack(5)
    opener, other = sorted(phones, key=lambda phone: LEADER not in phone.names())

    opener.page.get_by_role("button", name="Call a judge to verify").click()
    opener.page.get_by_role("dialog").get_by_label(MATE).check()
    opener.page.get_by_role("dialog").get_by_role("button", name="Call", exact=True).click()
    expect(judge.page).to_have_title(re.compile(r"^\(1\) Judge! "))
    call = judge.page.locator("#calls .call")
    expect(call.locator(".card__name")).to_have_text(MATE)
    assert (small_targets(judge.page), width_of_content(judge.page)) == ([], 390)
    judge.press("I’m coming")
    expect(call.get_by_text("You are on the way")).to_be_visible()
    expect(opener.page.get_by_text("Kim is coming to you.")).to_be_visible()
    expect(organizer.page.get_by_text("Kim is on the way")).to_be_visible()
    assert MATE not in other.page.content()

    call.get_by_label("Note for").fill("Keep it apart until the pack is over.")
    judge.press("Verify")
    note = opener.page.get_by_text("The judge: Keep it apart until the pack is over.")
    expect(note).to_be_visible()
    organizer.press("Pause")
    expect(opener.page.get_by_role("heading", name="Paused")).to_be_visible()
    note.click(trial=True)  # nothing lies over it
    organizer.press("Resume")
    judge.press("Pause")
    expect(opener.part("paused-words")).to_have_text("A judge has stopped the clock.")
    judge.press("Resume")
    expect(opener.page.get_by_role("heading", name="Paused")).to_be_hidden()
    expect(other.page.get_by_text("Keep it apart")).to_have_count(0)
    opener.page.reload()
    expect(note).to_be_visible()
    opener.page.locator("[data-notice^=note-]").get_by_role("button", name="Dismiss").click()
    expect(note).to_have_count(0)
    expect(judge.page.get_by_text("All quiet.")).to_be_visible()

    play_draft(night, organizer, phones, code)
    post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": "building"})
    fight = judge.page.locator(".fight")
    expect(fight.get_by_text("fighting", exact=True)).to_be_visible()
    judge.press("Pause")
    expect(other.part("clock-words")).to_have_text("Paused by a judge. Nothing can be counted or entered now.")
    judge.press("Resume")
    expect(other.part("clock-words")).to_contain_text("of 25 minutes")
    judge.page.get_by_role("button", name="Aichi: one more Damage").click()
    expect(opener.page.get_by_role("button", name="Judge", exact=True)).to_be_visible()
    opener.enter("I won")
    other.press_button("That’s wrong")
    other.press_button("Call the organizer instead")
    expect(judge.page.get_by_role("heading", name="don’t match")).to_be_visible()
    judge.page.locator("[data-dispute]").get_by_role("button", name=f"{other.name} won").click()
    expect(fight.get_by_text("Decided by a judge.")).to_be_visible()

    staff.get_by_text("Revoke the link").click()
    staff.get_by_role("button", name="Revoke", exact=True).click()
    expect(judge.page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    assert judge.page.goto(link).status == 404


def test_the_clock_of_the_last_round_is_gone_from_a_judges_bar_once_the_cards_are_shared(night):
    with ExitStack() as lines:
        one = FightNight(night, lines, ("Aichi", "Kamui"), sharing="equal")
        _, link = staff_link(night, one.code)
        judge = JudgesPhone(night.screen(390, 844), link)
        one.begin()
        clock = judge.page.locator("[data-part=bar-clock]")
        expect(clock).to_be_visible()
        one.act("next-stage", **{"from": "fighting", "confirm": "next"})
        expect(judge.page.get_by_text("Sharing the cards")).to_be_visible()
        expect(judge.page.get_by_role("button", name="Pause", exact=True).first).to_be_visible()
        expect(clock).to_be_hidden()
