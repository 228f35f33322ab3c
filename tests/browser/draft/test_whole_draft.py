"""One night from the form to the log: an organizer, two phones, a bot, and the big screen."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.deck_actions import names_in_deck, sees_deck
from tests.browser.page_actions import TWO_FRAMES, Phone, play_round

pytestmark = [pytest.mark.browser, pytest.mark.motion]


RECORD_BUTTON = """() => {
    const words = document.querySelector("[data-part=confirm-words]");
    window.words_seen = [];
    const record = () => {
        window.words_seen.push(words.textContent);
        requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
}"""


def seat_on_display(display: Page, name: str):
    return display.locator("[data-part=seats]").get_by_role("listitem").filter(has_text=name)


def expect_everyone_sees_that_she_has_chosen(who: Phone, others: list[Phone], display: Page) -> None:
    expect(who.part("waiting-words")).to_be_visible()
    for phone in others:
        expect(phone.part("strip").get_by_title(f"\u2068{who.name}\u2069 has chosen")).to_be_visible()
    expect(seat_on_display(display, who.name)).to_have_attribute("data-turn", "done")


def test_a_whole_draft_is_played_by_two_phones_and_a_bot_before_a_display(night):
    organizer = night.organizer()
    code = organizer.make_event_by_form()
    display = night.display(code)
    expect(display.locator(".tv-lobby__code")).to_have_text(code)
    aichi = night.phone("Aichi", reduced_motion="reduce")
    kamui = night.phone("Kamui", 360, 740, has_touch=True, is_mobile=True)
    phones = [aichi, kamui]
    for phone in phones:
        phone.join_by_form(code)
        expect(display.locator("[data-part=lobby-people]")).to_contain_text(phone.name)
        phone.say_ready()
    organizer.press("Add a bot")
    expect(display.locator("[data-part=lobby-people]")).to_contain_text("Brass Finch")
    expect(organizer.page.get_by_text("3 of 3 ready")).to_be_visible()
    organizer.start()
    expect(display.locator("[data-part=where]")).to_have_text("Pack 1 of 6 · pass 1 of 4")

    aichi.take(5)
    expect_everyone_sees_that_she_has_chosen(aichi, [kamui], display)
    kamui.take(5)
    expect(display.locator("[data-part=where]")).to_have_text("Pack 1 of 6 · pass 2 of 4")
    kamui.take(3)
    expect_everyone_sees_that_she_has_chosen(kamui, [aichi], display)
    aichi.take(3)
    play_round(phones, (2,))
    for _ in (2, 3):
        play_round(phones)

    for phone in phones:
        expect(phone.part("where-review")).to_be_visible()
        shown = phone.part("review-cards").locator(".card__name")
        expect(shown).to_have_count(15)
        assert set(phone.taken) <= set(shown.all_text_contents())
        expect(phone.part("pile-state")).to_have_text("open")
    expect(display.locator("[data-part=what]")).to_have_text("Review")
    aichi.part("confirm").click()
    expect(kamui.part("strip").get_by_title("\u2068Aichi\u2069 has seen the cards")).to_be_visible()
    kamui.page.evaluate(RECORD_BUTTON)
    organizer.press("End the review")
    for phone in phones:  # on all of them first: it goes by itself
        expect(phone.page.get_by_text("Cards down.")).to_be_visible()
    for phone in phones:
        expect(phone.part("review")).to_be_hidden()
        expect(phone.part("direction-words")).to_have_text("pass right")
        expect(phone.part("pile-state")).to_have_text("closed")
        phone.sees_pack(5)
    kamui.page.evaluate(TWO_FRAMES)
    assert set(kamui.page.evaluate("window.words_seen")) == {"I have seen my cards", "Place face down"}

    for _ in (4, 5, 6):
        play_round(phones)

    expect(display.get_by_role("heading", name="Decks are ready")).to_be_visible()
    decks = {}
    for phone in phones:
        expect(phone.page.get_by_role("heading", name="Your deck")).to_be_visible()
        sees_deck(phone.page, 30)
        decks[phone.name] = sorted(names_in_deck(phone.page))
        assert len(phone.taken) == 24  # the other six were the last cards of their packs

    kamui.part("log-link").tap()
    expect(kamui.page.get_by_role("heading", name="The log of Friday draft")).to_be_visible()
    kamui.page.goto(f"/events/{code}/log/?view=list")
    expect(kamui.page.locator(".log-pass")).to_have_count(24)

    table = json.loads(kamui.page.request.get(f"/events/{code}/log/log.json").text())["tables"][0]
    names = {card["id"]: card["name"] for pack in table["packs"] for card in pack["cards"]}
    for phone in phones:
        seat = next(seat["seat"] for seat in table["seats"] if seat["name"] == phone.name)
        picks = [pick for pick in table["picks"] if pick["seat"] == seat]
        by_hand = [names[pick["card"]] for pick in picks if not pick["auto"]]
        assert sorted(by_hand) == sorted(phone.taken)
        assert sorted(names[pick["card"]] for pick in picks) == decks[phone.name]
