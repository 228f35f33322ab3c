"""A night in which not everybody has a phone, and not everybody is on time."""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.page_actions import small_targets, width_of_content

pytestmark = pytest.mark.browser


COVERED = """() => [0.2, 0.5, 0.8].flatMap((x) => [0.3, 0.6].map(
    (y) => Boolean(document.elementFromPoint(x * innerWidth, y * innerHeight).closest("[data-part=cover]")),
))"""
"""Whether the cover lies over each of six points of the page."""


def link_of(page):
    """Return the address of the seat whose link the panel shows."""
    return urlsplit(page.locator("#new-link code").inner_text()).path


def switch_to(phone, name):
    """Give the phone to another of those who play on it; they uncover their cards."""
    phone.page.get_by_role("navigation", name="Seats of this device").get_by_role("link", name=name).click()
    uncover(phone, name)


def uncover(phone, name):
    expect(phone.page.get_by_role("heading", name=f"Hand this to {name}")).to_be_visible()
    assert phone.page.evaluate(COVERED) == [True] * 6
    phone.page.get_by_role("button", name="Show the cards").click()
    expect(phone.page.locator("[data-part=cover]")).to_be_hidden()


def test_a_neighbour_plays_for_a_guest_and_a_late_guest_takes_the_seat_of_a_bot(night):
    organizer = night.organizer()
    code = organizer.make_event(table_size="4")
    page = organizer.page
    page.locator("#guest-name").fill("Gus")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.locator(".member", has_text="Gus")).to_contain_text("guest")
    organizer.press("Add a bot")
    phone = night.phone("Aichi")
    phone.join(code)

    # Seats are drawn, and drawn again.
    expect(page.locator(".member", has_text="Aichi")).to_be_visible()
    organizer.press("Draw the seats")
    expect(page.locator(".seating__tables")).to_contain_text("Table 1")
    expect(phone.part("lobby-seated")).to_contain_text(re.compile("You sit between .+ \\(right\\) and .+ \\(left\\)"))
    organizer.press("Draw again")

    # The neighbour's phone takes the guest's seat besides its own.
    member = page.locator(".member", has_text="Gus")
    member.locator("summary").click()
    member.get_by_role("button", name="Play for this guest").click()
    expect(page.get_by_role("heading", name="Play for Gus")).to_be_visible()
    phone.page.goto(link_of(page))
    expect(phone.page.get_by_role("heading", name="Hello, Gus")).to_be_visible()
    expect(phone.page.locator("[data-part=cover]")).to_be_hidden()  # there are no cards yet
    page.get_by_role("link", name="Done").click()
    page.wait_for_url(f"**/events/{code}/host/")
    expect(page.locator("#new-link")).to_have_count(0)
    seated = page.locator(".seating__tables bdi").all_text_contents()
    assert sorted(seated) == ["Aichi", "Brass Finch", "Gus"]

    # Start says who is not ready, and asks once more.
    page.get_by_role("button", name="Start the draft").click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("Not ready: Aichi.")
    question.get_by_role("button", name="Wait").click()
    expect(question).to_be_hidden()
    page.get_by_role("button", name="Start the draft").click()
    question.get_by_role("button", name="Start anyway").click()
    expect(page.locator(".host-seat")).to_have_count(3)
    sat = sorted(
        (seat.get_attribute("data-seat"), seat.locator("bdi").inner_text()) for seat in page.locator(".host-seat").all()
    )
    assert [name for _, name in sat] == seated

    # One phone, two hands; a mark tells who has something to do.
    uncover(phone, "Gus")
    phone.sees_pack(5)
    guests_hand = phone.names()
    phone.take(5)
    links = phone.page.get_by_role("navigation", name="Seats of this device").get_by_role("link")
    expect(links.filter(has_text="Aichi").locator("[data-part=todo]")).to_be_visible()
    expect(links.filter(has_text="Gus").locator("[data-part=todo]")).to_be_hidden()
    switch_to(phone, "Aichi")
    phone.sees_pack(5)
    assert phone.names() != guests_hand
    assert not any(name in phone.page.content() for name in set(guests_hand) - set(phone.names()))
    assert width_of_content(phone.page) <= 390
    assert small_targets(phone.page) == []
    phone.take(5)

    # Cleo comes late: the organizer gives her the bot's seat, and she sees the pack that it holds.
    bot = page.locator(".host-seat", has_text="Brass Finch")
    bot.locator("summary").click()
    bot.get_by_label("Give this seat to a late guest").fill("Cleo")
    bot.get_by_role("button", name="Give the seat").click()
    expect(page.get_by_role("heading", name="A seat for Cleo")).to_be_visible()
    cleo = night.phone("Cleo")
    cleo.page.goto(link_of(page))
    cleo.page.get_by_role("button", name="I’m back").click()
    expect(cleo.page.get_by_text("The seat is yours again.")).to_be_visible()
    page.get_by_role("link", name="Done").click()
    expect(page.locator(".host-seat", has_text="Cleo")).to_be_visible()

    # From then on she is one of three who choose; what the bot has placed stays her pile.
    phone.take(3)
    switch_to(phone, "Gus")
    phone.take(3)
    cleo.take(2)
