"""The face of a card: what is read on it, and what is heard."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.page_actions import Phone, resize

pytestmark = pytest.mark.browser

WIDTHS = (390, 360)
WORDS = re.compile(r"^[A-Z].+, .+, power \d+( ?, shield \d+)? ?, rarity [A-Z]+ ?, grade \d( ?, [a-z]+ trigger)?$")


def test_cards_of_a_first_pack_and_of_the_list_of_their_set_are_heard_and_seen_with_signs_that_can_be_counted(night):
    phone = night.phone("You")
    phone.begin_practice()
    for width in WIDTHS:
        resize(phone.page, width, 844)
        is_heard_as_it_is_seen(phone)
        rarest_is_held_up(phone)
        trigger_is_a_glyph_whose_word_is_heard(phone)
        gems_are_large_enough(phone)
    page = night.screen(390, 844)
    page.goto("/sets/SMP01/")
    scripts_and_pages_ask_for_the_same_picture_of_a_card(phone, page)
    power_and_shield_stand_side_by_side_on_a_card_of_any_width(page)


def is_heard_as_it_is_seen(phone: Phone) -> None:
    for card in phone.cards.all():
        expect(card).to_have_accessible_name(WORDS)
    assert violations(phone.page, runOnly={"type": "rule", "values": ["label-content-name-mismatch"]}) == []


def rarest_is_held_up(phone: Phone) -> None:
    rarest = ("paper", "silver", "gold", "foil", "special", "pair")
    ranks = [rarest.index(card.get_attribute("data-material")) for card in phone.pack.locator(".card").all()]
    held = phone.part("held-place").locator(".card")
    assert rarest.index(held.get_attribute("data-material")) == max(ranks)
    assert max(ranks) > 0


def trigger_is_a_glyph_whose_word_is_heard(phone: Phone) -> None:
    trigger = phone.cards_of("Trigger").first
    expect(trigger).to_have_accessible_name(re.compile(r"(critical|draw|stand|heal) trigger$"))
    letters = trigger.locator(".card__trigger > :not(svg, .only-read)")
    expect(letters).to_have_count(0)


def gems_are_large_enough(phone: Phone) -> None:
    heights = phone.pack.locator(".card__gem svg").evaluate_all(
        "(all) => all.map((node) => node.getBoundingClientRect().height)"
    )
    assert [height for height in heights if height < 12] == []


NUMBERS_THAT_MEET = """(widths) => widths.flatMap((width) => {
    const cards = [...document.querySelectorAll(".card:has(.card__shield:not([hidden]))")];
    for (const card of cards) card.style.width = `${width}px`;
    const lineOf = (node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return [...range.getClientRects()];
    };
    return cards.filter((card) => {
        const power = lineOf(card.querySelector("[data-part=power]"));
        const shield = card.querySelector(".card__shield").getBoundingClientRect();
        return power.length > 1 || power[0].right > shield.left + 0.5;
    }).map((card) => `${width}: ${card.querySelector("[data-part=name]").textContent}`);
})"""


def power_and_shield_stand_side_by_side_on_a_card_of_any_width(page: Page) -> None:
    page.evaluate("document.fonts.ready.then(() => true)")
    for width in WIDTHS:
        resize(page, width, 844)
        assert page.evaluate(NUMBERS_THAT_MEET, list(range(93, 200, 2))) == []


def scripts_and_pages_ask_for_the_same_picture_of_a_card(phone: Phone, page: Page) -> None:
    """So that a picture that was seen in the list of a set is not fetched again in the draft."""
    addresses = "(all) => all.map((node) => node.getAttribute('src'))"
    asked = phone.pack.locator("img[data-part=art]").evaluate_all(addresses)
    listed = page.locator("img[data-part=art]").evaluate_all(addresses)
    assert set(asked) <= set(listed)
