"""Nights to which everybody brings a deck, on phones (M30): a list is pasted and registered; fights to the end."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.fight_actions import Fighter, act
from tests.browser.page_actions import small_targets, width_of_content

pytestmark = pytest.mark.browser

LIST = "Deck\n4 Otter Scout (MAG01) 7\n56 Island\n\nSideboard\n3 River Road"


def at_tables(night, *names, **fields):
    organizer = night.organizer()
    code = organizer.new_event(**fields)
    phones = [Fighter(night.screen(390, 844), name) for name in names]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    for phone in phones:
        phone.page.goto(f"/events/{code}/")
    return organizer, phones, code


def test_M30_a_list_is_pasted_corrected_registered_and_played_with(night):
    organizer, (phone, other), code = at_tables(night, "Ann", "Ben", format="magic-own", lists="asked")
    page = phone.page
    expect(phone.part("listing-title")).to_have_text("Hand in your list")
    assert width_of_content(page) == 390
    phone.part("listing-text").fill("4 Otter Scout\n4x")
    phone.press_button("Take this list")
    expect(phone.part("listing-fault")).to_contain_text("line 2 has no name of a card")
    page.reload()
    expect(phone.part("listing-text")).to_have_value("4 Otter Scout\n4x")
    phone.part("listing-text").fill(LIST)
    phone.press_button("Take this list")
    expect(phone.part("listing-count")).to_have_text("60 cards")
    expect(page.locator(".listing-line")).to_have_count(3)
    assert (small_targets(page), width_of_content(page), violations(page)) == ([], 390, [])
    phone.press_button("Register")
    expect(phone.part("listing-state-words")).to_contain_text("Registered.")
    phone.part("listing-change").click()
    expect(phone.part("listing-text")).to_have_value("Deck\n4 Otter Scout\n56 Island\n\nSideboard\n3 River Road")
    phone.part("listing-keep").click()
    expect(phone.part("listing-paste")).to_be_hidden()
    act(organizer, code, "next-stage", **{"from": "building", "confirm": "next"})
    expect(phone.board).to_be_visible()
    page.locator("[data-part=views] [data-view=deck]").click()
    expect(phone.part("listing-state-words")).to_have_text("Your list is registered. You play with this deck.")
    expect(phone.part("listing-change")).to_be_hidden()

    page.locator("[data-part=views] [data-view=fight]").click()  # M23: between two games it is changed for the match
    phone.press_button("Concede")
    phone.press_button("Tap again: I lost this game")
    phone.press_button("Change the deck for this match")
    state = phone.part("match-state")
    page.get_by_role("button", name="One Otter Scout to the sideboard").click()
    expect(state).to_have_text("59 cards; at least 60 are needed.")
    page.get_by_role("button", name="One River Road into the deck").click()
    expect(state).to_have_text("You play the next game with this deck.")
    expect(phone.part("match-main-count")).to_have_text("60 cards")
    assert (small_targets(page), width_of_content(page), violations(page)) == ([], 390, [])
    page.reload()
    phone.press_button("Change the deck for this match")
    expect(page.get_by_role("button", name="One River Road into the deck, of 2")).to_be_visible()
    phone.press_button("Back to the fight")
    other.less(phone.name).first.click()
    expect(phone.part("change-deck")).to_be_hidden()


def test_R17_fights_with_own_decks_end_with_a_champion(night):
    organizer, (one, other), code = at_tables(night, "Aichi", "Kamui", format="vanguard-own")
    expect(one.board).to_be_visible()
    one.enter("I won")
    other.press_button("Confirm")
    expect(one.part("champion-what")).to_have_text("You won the night!")
    expect(one.part("champion-names")).to_have_text("Aichi")
    one.page.keyboard.press("Escape")
    act(organizer, code, "next-stage", **{"from": "fighting"})
    expect(one.page.locator("[data-for=listing] [data-part=final]")).to_have_text("You won the night!")
    expect(one.page.locator("[data-for=listing] .place-row")).to_have_count(2)
    expect(one.part("listing-title")).to_have_text("The event is over")
