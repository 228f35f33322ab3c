"""A draft without a mouse and without a finger on the glass."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.deck_actions import sees_deck
from tests.browser.draft_actions import join, play_until
from tests.browser.page_actions import Phone, resize
from tests.clients.views import pass_is

pytestmark = [pytest.mark.browser, pytest.mark.motion]


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):  # each of thirty cards takes one
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {selector}")


def press_until(page: Page, key: str, pressed: str) -> None:
    """Press a key until the focused card is `pressed`: a new pack is deaf for its first half second."""
    while page.evaluate("document.activeElement.getAttribute('aria-pressed')") != pressed:
        page.keyboard.press(key)


def sees_no_ceremony(page: Page) -> None:
    """Wait until the first pack of a practice is opened, and its wrapper, which a key skips, has faded."""
    expect(page.locator("[data-sealed]")).to_have_count(0)
    expect(page.locator(".ceremony:not(.is-spare)")).to_have_count(0)


PLACE_IN_PACK = "(card) => [...card.closest('[data-part=pack]').querySelectorAll('button')].indexOf(card)"


def choose_by_keys(fighter: Phone, cards: int) -> None:
    """Walk along the cards and choose one for each place, then place them face down."""
    keyboard = fighter.page.keyboard
    fighter.sees_pack(cards)
    expect(fighter.pack.locator(".is-held > button")).to_be_focused()
    for place in fighter.part("places").locator("[data-part=label]").all_text_contents():
        wanted = next(c for c in fighter.cards_of(place).all() if c.get_attribute("aria-pressed") == "false")
        steps = wanted.evaluate(PLACE_IN_PACK)
        keyboard.press("Home")
        for _ in range(steps):
            keyboard.press("ArrowRight")
        expect(wanted).to_be_focused()
        press_until(fighter.page, "Space", "true")
    fighter.taken += fighter.chosen()
    keyboard.press("Enter")
    fighter.sees_no_pack(cards)


def test_a_whole_practice_draft_is_played_by_keyboard_alone(night):
    fighter = Phone(night.screen(1440, 900), "You")
    page = fighter.page
    page.goto("/")
    tab_to(page, "form[action='/practice/'] button")
    page.keyboard.press("Enter")
    fighter.sees_pack(5)

    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="On this device")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()

    tab_to(page, ".pack__card")
    for number in range(1, 7):
        expect(fighter.part("round")).to_have_text(str(number))
        for cards in (5, 3, 2):
            choose_by_keys(fighter, cards)
        if number == 3:
            expect(fighter.part("where-review")).to_be_visible()
            tab_to(page, "[data-part=confirm]")
            page.keyboard.press("Enter")
            fighter.sees_pack(5)
            tab_to(page, ".pack__card")

    expect(page.get_by_role("heading", name="Your deck")).to_be_focused()
    expect(fighter.part("deck-words")).to_have_text("30 cards, all of them yours to fight with.")
    sees_deck(page, 30)  # until then a key ends the show
    tab_to(page, "[data-part=copy]")
    page.keyboard.press("Enter")
    expect(fighter.part("copy-words")).to_have_text("Copied")


def test_the_arrows_walk_over_the_rows_of_a_pack(night):
    fighter = night.phone("You")
    fighter.begin_practice(14, format="magic-draft")
    names = fighter.names()
    tab_to(fighter.page, ".pack__card")
    keyboard = fighter.page.keyboard
    walk = [("End", 13), ("ArrowUp", 6), ("ArrowLeft", 5), ("ArrowDown", 12), ("Home", 0), ("ArrowLeft", 0)]
    for key, card in walk:
        keyboard.press(key)
        expect(fighter.cards.nth(card)).to_be_focused()
        expect(fighter.held).to_have_text(names[card])


def test_the_focus_waits_with_the_fighter_and_is_on_the_next_pack(night):
    organizer = night.organizer()
    code = organizer.new_event()
    early = night.phone("Aichi")
    early.take_place(code)
    others = join(night.server.url, code, "Kamui")
    organizer.act(code, "start")
    early.open(code)
    early.sees_pack(5)
    tab_to(early.page, ".pack__card")
    choose_by_keys(early, 5)
    expect(early.page.get_by_text("Waiting for Kamui")).to_be_visible()
    play_until(others, code, pass_is(1, 2))
    early.sees_pack(3)
    expect(early.cards.first).to_be_focused()


UNSEEN = """() => {
    const focused = document.activeElement;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const shares = [0.1, 0.5, 0.9];
    const hit = (x, y) => document.elementFromPoint(left + width * x, top + height * y);
    const isSeen = shares.some((x) => shares.some((y) => focused.contains(hit(x, y))));
    return isSeen ? [] : [focused.outerHTML.slice(0, 120)];
}"""


def test_escape_takes_back_what_was_chosen_last_and_the_control_with_the_focus_is_never_under_the_bar(night):
    fighter = night.phone("You")
    fighter.begin_practice()
    fighter.choose()
    fighter.page.keyboard.press("Escape")
    expect(fighter.part("confirm")).to_have_text("Place face down 1/2")
    fighter.page.keyboard.press("Escape")
    expect(fighter.part("confirm")).to_have_text("Place face down 0/2")

    resize(fighter.page, 320, 480)
    keyboard, unseen = fighter.page.keyboard, []
    tab_to(fighter.page, ".pack__card")
    sees_no_ceremony(fighter.page)
    for key in ["ArrowRight"] * 4 + ["Tab"] * 12 + ["Shift+Tab"] * 12:
        keyboard.press(key)
        unseen += fighter.page.evaluate(UNSEEN)
    assert unseen == []
