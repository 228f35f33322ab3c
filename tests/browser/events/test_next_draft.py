"""A night of two drafts: who was in the first stands in the lobby of the second, and nobody scanned a code."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.events.test_guests import link_of
from tests.browser.page_actions import post, small_targets, width_of_content

pytestmark = pytest.mark.browser

COUNTDOWN = 15_000  # milliseconds


def stood_in(page):
    """Return the code of the event whose page this is."""
    return page.url.split("/events/")[1].split("/")[0]


def test_a_finished_night_goes_on_in_the_next_lobby_on_all_screens(night):
    organizer = night.organizer()
    code = organizer.new_event(guests="Gus")
    aichi, kamui, gus = (night.phone(name) for name in ("Aichi", "Kamui", "Gus"))
    aichi.page.clock.install()
    for phone in (aichi, kamui):
        phone.join(code)
    organizer.open_panel(code)
    member = organizer.page.locator(".member", has_text="Gus")
    member.locator("summary").click()
    member.get_by_role("button", name="Play for this guest").click()
    expect(organizer.page.get_by_role("heading", name="Play for Gus")).to_be_visible()
    gus.page.goto(link_of(organizer.page))
    tv = night.display(code)
    tv.clock.install()
    tv.reload()
    organizer.act(code, "start")
    for phone in (kamui, gus):
        phone.page.goto("about:blank")  # in a pocket
    for seat in range(3):
        assert post(organizer.page, f"/events/{code}/host/seat-bot/", table="1", seat=str(seat)).status == 302
    organizer.act(code, "finish")

    # One press, and the organizer is in the lobby of the next draft.
    organizer.open_panel(code)
    expect(aichi.page.locator("[data-for=deck]")).to_be_visible()
    expect(tv.locator("#display")).to_have_attribute("data-scene", "ready")
    for page in (aichi.page, tv):  # they count when the test says so; a ping that is on its way is not lost by the jump
        page.clock.pause_at(page.evaluate("Date.now()") + 4_000)
    organizer.page.get_by_role("button", name="Another event, same people").first.click()
    expect(organizer.page.get_by_text("Draft 2 tonight")).to_be_visible()
    following = stood_in(organizer.page)
    assert following != code
    members = organizer.page.locator(".member")
    expect(members).to_have_count(3)
    expect(members.filter(has_text="Kamui")).to_contain_text("getting ready")

    # A phone that is left alone goes there by itself, and so does the TV.
    for page in (aichi.page, tv):
        way = page.locator("[data-part=next-draft]")
        expect(way).to_contain_text(following)
        expect(way.get_by_text(re.compile(r"This page goes there in \d+ seconds"))).to_be_visible()
        page.clock.run_for(COUNTDOWN)
    aichi.sees_lobby()
    expect(tv.locator(".tv-lobby__code")).to_have_text(following)
    expect(tv.locator(".tv-person").filter(has_text="Aichi")).to_contain_text("getting ready")
    assert [stood_in(page) for page in (aichi.page, tv)] == [following] * 2

    # A fighter who still looks at their cards stays, also after a reload, and goes when they like.
    kamui.page.goto(f"/events/{code}/")
    way = kamui.part("next-draft")
    kamui.press(way.get_by_role("button", name="Stay here"))
    expect(way).to_contain_text("Your place is kept")
    assert width_of_content(kamui.page) <= 390
    assert small_targets(kamui.page) == []
    expect(kamui.part("next-count")).to_be_hidden()
    kamui.page.reload()
    expect(kamui.part("line-words")).to_have_text("Live")
    expect(kamui.part("next-count")).to_be_hidden()
    kamui.press(kamui.page.get_by_role("button", name="Go to the next event"))
    kamui.sees_lobby()
    expect(kamui.page.get_by_text("Draft 2 tonight")).to_be_visible()

    # So does the phone of a guest.
    gus.page.goto(f"/events/{code}/")
    gus.press(gus.page.get_by_role("button", name="Go to the next event"))
    gus.sees_lobby()

    # From the lobby one can look at the draft before, and is not sent away again.
    aichi.press(aichi.page.get_by_role("link", name="Back to the draft before"))
    expect(aichi.part("line-words")).to_have_text("Live")
    expect(aichi.part("next-count")).to_be_hidden()
    aichi.press(aichi.page.get_by_role("button", name="Go to the next event"))
    aichi.sees_lobby()

    # And the second draft begins.
    for phone in (aichi, kamui):
        phone.say_ready()
    organizer.start()
    for phone in (aichi, kamui, gus):
        phone.sees_pack(5)
