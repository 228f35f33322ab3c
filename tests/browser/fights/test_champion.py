"""The champion on every screen, once the last result is in."""

import pytest
from playwright.sync_api import expect

from tests.browser.fight_actions import Fighter, act, start_fights
from tests.browser.share_actions import take_until_turn_of, title

pytestmark = pytest.mark.browser


def watch(phone: Fighter) -> None:
    """Leave the champion open that other tests close."""
    phone.page.remove_locator_handler(phone.champion)


def test_the_winner_is_shown_to_all_at_once_and_lets_the_big_screen_show_the_deck(night):
    organizer, phones, code = start_fights(night, sharing="equal")
    aichi, kamui = phones
    expect(aichi.board).to_be_visible()
    display = night.display(code)
    aichi.enter("I won")
    for phone in (aichi, kamui):
        watch(phone)
    kamui.press_button("Confirm")
    for phone, what in ((kamui, "Champion"), (aichi, "You won the night!")):  # from the loser's it goes by itself
        expect(phone.part("champion-what")).to_have_text(what)
        expect(phone.part("champion-names")).to_have_text("Aichi")
        expect(phone.champion.locator(".card")).to_have_count(3)
    expect(display.locator("[data-part=champion-what]")).to_have_text("Champion")
    expect(display.locator("[data-part=champions]")).to_have_text("Aichi")
    cards = display.locator("[data-part=champion-cards] .card")
    expect(cards).to_have_count(0)
    expect(kamui.part("champion-ask")).to_have_count(0)
    aichi.page.get_by_role("button", name="Show these cards").click()
    expect(cards).to_have_count(3)
    aichi.page.get_by_role("button", name="Hide them again").click()
    expect(cards).to_have_count(0)

    kamui.page.keyboard.press("Escape")
    expect(kamui.champion).to_have_count(0)
    for phone in (aichi, kamui):
        phone.page.reload()
    expect(aichi.champion).to_have_count(1)
    expect(kamui.page.locator("#play")).not_to_have_attribute("data-scene", "opening")
    expect(kamui.champion).to_have_count(0)

    # It is closed by the winner's turn to take a card, which has a clock, and does not come back.
    act(organizer, code, "next-stage", **{"from": "fighting"})
    take_until_turn_of(aichi, phones)
    expect(aichi.champion).to_have_count(0)
    take_until_turn_of(kamui, phones)
    aichi.page.reload()
    expect(title(aichi)).to_have_text("Kamui takes a card")
    expect(aichi.page.locator("[data-for=share]")).to_be_visible()
    expect(aichi.champion).to_have_count(0)
