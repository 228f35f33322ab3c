"""A seat and the devices that may sit in it."""

import pytest
from playwright.sync_api import expect

from tests.browser.draft_actions import join

pytestmark = pytest.mark.browser

GONE = "This seat is now on another device"


def test_the_rejoin_link_moves_a_seat_to_another_phone(night):
    organizer = night.organizer()
    code = organizer.new_event()
    organizer.act(code, "add-bot")
    old, new = night.phone("Aichi"), night.phone("Aichi", 360, 740)
    old.join(code)
    old.page.get_by_text("Move this seat to another phone").click()
    link = old.page.locator("a[href*='/rejoin/']")
    expect(link).to_be_visible()
    new.page.goto(link.inner_text())
    expect(new.page.get_by_role("heading", name="Hello, Aichi")).to_be_visible()
    new.say_ready()
    expect(old.part("ready-done")).to_be_visible()

    organizer.act(code, "start")
    for phone in (old, new):
        phone.sees_pack(5)
    assert new.names() == old.names()
    new.take(5)
    for phone in (old, new):
        phone.sees_pack(3)


def test_another_fighters_link_asks_and_takes_the_place_of_ones_own_seat_only_where_that_is_wanted(night):
    organizer = night.organizer()
    code = organizer.new_event()
    ann, ben = night.phone("Ann"), night.phone("Ben")
    for phone in (ann, ben):
        phone.join(code)
    ann.page.get_by_text("Move this seat to another phone").click()
    link = ann.page.locator("a[href*='/rejoin/']").inner_text()
    organizer.act(code, "start")
    for _ in range(2):
        ben.page.goto(link)
        expect(ben.page.get_by_role("heading", name="This link is for Ann")).to_be_visible()
        ben.page.get_by_role("link", name="Stay as Ben").click()
        ben.sees_pack(5)
    own = ben.names()
    ben.page.goto(link)
    ben.page.get_by_role("button", name="Play as Ann").click()
    for phone in (ann, ben):
        phone.sees_pack(5)
    assert (ben.names() == ann.names(), ben.names() == own) == (True, False)


def test_a_new_link_turns_the_old_phone_away_and_seats_the_new_one(night):
    organizer = night.organizer()
    code = organizer.new_event()
    old = night.phone("Aichi")
    old.take_place(code)
    organizer.act(code, "add-bot")
    organizer.act(code, "start")
    organizer.open_panel(code)
    old.open(code)
    old.take(5)
    old.sees_pack(3)
    names = old.names()

    organizer.page.get_by_label("More about Aichi").click()
    organizer.press("New phone")
    expect(old.page.get_by_role("heading", name=GONE)).to_be_visible()
    expect(old.page.get_by_text("Nothing is lost")).to_be_visible()
    new = night.phone("Aichi")
    new.page.goto(organizer.page.locator("#new-link code").inner_text())
    new.sees_pack(3)
    assert new.names() == names
    new.take(3)
    new.sees_pack(2)
    old.page.reload()
    expect(old.page.get_by_role("heading", name="Friday draft has started")).to_be_visible()


def test_a_fighter_who_is_removed_in_the_lobby_or_whose_event_is_cancelled_is_told_and_may_come_back(night):
    organizer = night.organizer()
    code = organizer.make_event()
    phone = night.phone("Aichi")
    phone.join(code)
    organizer.page.get_by_label("More about Aichi").click()
    organizer.press("Remove")
    expect(phone.page.locator("[data-for=gone]")).to_be_visible()
    phone.join_by_form(code)
    expect(organizer.page.get_by_text("1 fighter", exact=True)).to_be_visible()
    organizer.page.get_by_text("Cancel the event").click()
    organizer.press("Yes, cancel it")
    expect(phone.page.get_by_role("heading", name="This event was cancelled")).to_be_visible()


def test_a_bot_chooses_for_a_fighter_who_went_home_until_the_seat_is_given_back(night):
    organizer = night.organizer()
    code = organizer.make_event()
    aichi, kamui = phones = [night.phone("Aichi"), night.phone("Kamui")]
    for phone in phones:
        phone.join(code)
    organizer.start()
    aichi.sees_pack(5)
    kamui.page.context.close()
    organizer.page.get_by_label("More about Kamui").click()
    organizer.press("Let a bot choose")
    aichi.take(5)
    aichi.take(3)
    aichi.sees_pack(2)
    organizer.page.get_by_label("More about Kamui").click()
    organizer.press("Give the seat back")
    aichi.take(2)  # the bot had chosen already
    aichi.take(5)
    expect(aichi.page.get_by_text("Waiting for Kamui")).to_be_visible()


def test_a_seat_that_is_open_in_too_many_places_says_so_and_goes_on_with_a_tap(night):
    organizer = night.organizer()
    code = organizer.new_event()
    organizer.act(code, "add-bot")
    phone = night.phone("Aichi")
    phone.take_place(code)
    organizer.act(code, "start")
    phone.open(code)
    phone.sees_pack(5)
    phone.page.evaluate(
        """code => {
          window.others = Array.from({ length: 8 }, () => new WebSocket(`ws://${location.host}/ws/events/${code}/`));
        }""",
        code,
    )
    heading = phone.page.get_by_role("heading", name="This seat is open in too many places")
    expect(heading).to_be_visible()
    phone.page.get_by_role("button", name="Continue here").click()
    phone.sees_pack(5)
    expect(heading).to_be_hidden()
    phone.take(5)
    phone.sees_pack(3)
    phone.page.wait_for_function("window.others.filter(({ readyState }) => readyState > 1).length === 1")


def test_a_long_lobby_is_folded_on_a_phone_until_all_are_asked_for(night):
    code = night.organizer().new_event()
    join(night.server.url, code, *(f"Fighter {number}" for number in range(15)))
    phone = night.phone("Aichi")
    phone.join(code)
    people = phone.page.locator(".lobby__people .seat:visible")
    expect(people).to_have_count(13)
    expect(people.last).to_contain_text("You")
    phone.page.get_by_role("button", name="Show all 16").click()
    expect(people).to_have_count(16)
    expect(phone.part("lobby-all")).to_be_hidden()
