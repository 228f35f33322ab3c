"""Devices whose browsers keep nothing for a page: the storage is refused, or it is full."""

import pytest
from playwright.sync_api import expect

from tests.browser.draft_actions import start_seen_by_one
from tests.browser.page_actions import post

pytestmark = pytest.mark.browser

REFUSED = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(globalThis, name, { get: () => { throw new DOMException("refused", "SecurityError"); } });
}"""
FULL = 'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };'


def test_a_draft_is_played_seen_and_looked_at_on_devices_that_refuse_their_storage(night):
    organizer, phone, _, code = start_seen_by_one(night, "Kamui")
    phone.page.add_init_script(REFUSED)
    phone.page.reload()
    phone.take(5)
    expect(phone.part("pile-count")).to_have_text("2")
    display = night.screen(1920, 1080)
    display.add_init_script(REFUSED)
    display.goto(f"/events/{code}/table/1/")
    expect(display.locator("[data-part=where]")).to_have_text("Pack 1 of 6 · pass 1 of 4")
    organizer.page.add_init_script(REFUSED)
    organizer.open_panel(code)
    expect(organizer.page.locator("[data-part=line]")).to_have_text("Live")
    organizer.stop(code)
    expect(phone.page.locator("#deck-title")).to_be_visible()


def test_a_phone_whose_storage_is_full_stays_where_its_fighter_wants_to_stay(night):
    organizer = night.organizer()
    code = organizer.new_event()
    phone = night.phone("Aichi")
    phone.take_place(code)
    organizer.act(code, "add-bot")
    organizer.act(code, "start")
    for seat in range(2):
        post(organizer.page, f"/events/{code}/host/seat-bot/", table="1", seat=str(seat))
    organizer.act(code, "finish")
    organizer.act(code, "next-draft")
    phone.page.add_init_script(FULL)
    phone.open(code)
    expect(phone.part("next-count")).to_be_visible()
    phone.press(phone.page.get_by_role("button", name="Stay here"))
    expect(phone.part("next-count")).to_be_hidden()
