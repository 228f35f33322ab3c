"""A draft with real packs, from the lobby to its end: two phones, the organizer's panel and the big screen."""

import pytest
from playwright.sync_api import expect

from tests.browser.fight_actions import act

pytestmark = pytest.mark.browser


def shows(phone, count, *, choose):
    expect(phone.part("paper-words")).to_have_text(f"You hold {count} cards.")
    expect(phone.part("paper-todo")).to_have_text(choose)


def test_real_packs_are_called_from_the_first_to_the_last_pass_and_a_fighter_taken_out_comes_back(night):
    organizer = night.organizer()
    code = organizer.make_event(packs="paper", pace="standard", review_seconds="0")
    aichi, kamui = phones = [night.phone("Aichi"), night.phone("Kamui", 360, 740)]
    for phone in phones:
        phone.join(code)
    display = night.display(code)
    words = display.locator("[data-part=words]")
    organizer.start()
    for phone in phones:
        expect(phone.part("paper-words")).to_have_text("Open your first pack when the organizer says so.")
    expect(words).to_have_text("Open your first pack when the organizer says so.")

    organizer.press("Open the first packs")
    page = organizer.page
    for phone in phones:
        shows(phone, 5, choose="Choose the trigger unit and one card.")
        expect(phone.part("paper-way")).to_contain_text("Then pass left, to")
        expect(phone.cards).to_have_count(0)
    expect(words).to_have_text("Choose the trigger unit and one card.")
    expect(page.locator("[data-part=call-words]")).to_have_text("Choose the trigger unit and one card.")

    row = page.locator(".host-seat", has_text="Aichi")
    expect(row).to_contain_text("in hand")  # a fold about a seat before the packs closes when they are opened
    row.locator("summary").first.click()
    row.get_by_role("button", name="Remove").click()
    expect(aichi.part("gone-title")).to_have_text("You are not at the table any more")
    expect(aichi.part("gone-words")).not_to_contain_text("bot")
    organizer.press("Undo")
    expect(aichi.page.locator("[data-for=draft]")).to_be_visible(timeout=30_000)

    aichi.part("confirm").click()
    expect(aichi.part("waiting-words")).to_contain_text("Waiting for Kamui")
    expect(words).to_have_text("Waiting for Kamui.")
    expect(display.locator("[data-part=words-more]")).to_have_text("Kamui should hold 5 cards.")
    expect(page.locator("[data-part=late]")).to_have_text("Kamui")
    aichi.page.reload()
    expect(aichi.part("waiting-words")).to_be_visible()
    kamui.part("confirm").click()
    for phone in phones:
        shows(phone, 3, choose="Choose one card.")

    aichi.page.get_by_role("button", name="Judge").click()
    expect(aichi.part("of-card")).to_be_hidden()
    aichi.page.get_by_role("button", name="Close").first.click()
    organizer.press("One step back")
    for phone in phones:
        shows(phone, 5, choose="Choose the trigger unit and one card.")
    aichi.page.get_by_role("button", name="Judge").click()
    aichi.part("of-card").click()
    aichi.page.get_by_role("button", name="Call", exact=True).click()
    expect(page.get_by_text("Look at the real card.").first).to_be_visible()
    organizer.press("Refuse")
    expect(page.locator(".call")).to_have_count(0)

    kamui.page.get_by_role("button", name="Judge").click()
    kamui.page.locator("input[value=wrong_count]").check(force=True)
    kamui.page.get_by_role("button", name="Call", exact=True).click()
    page.get_by_role("link", name="Something is wrong: what to do").click()
    steps = page.locator(".conduct__help")
    steps.get_by_role("button", name="Pause").first.click()
    for phone in phones:
        expect(phone.part("paused-count")).to_have_text("Before you place, you hold 5 cards.")
    expect(display.locator("[data-part=words-more]")).to_have_text("Everyone should hold 5 cards.")
    steps.get_by_role("button", name="Resume").first.click()
    expect(aichi.part("paused")).to_be_hidden()
    organizer.press("Answered")
    expect(page.locator(".call")).to_have_count(0)

    page.get_by_label("Note").fill("Kamui looked at the pile")
    organizer.press("Write it down")
    expect(page.locator("[data-part=entries]")).to_contain_text("Kamui looked at the pile", use_inner_text=False)

    kamui.page.context.set_offline(True)
    for round_ in range(1, 7):
        if round_ in (2, 5):  # as the first and the fourth
            for number in (1, 2, 3):
                act(organizer, code, "advance", table="1", round=str(round_), **{"pass": str(number)})
            continue
        for held in (5, 3, 2):
            expect(page.locator("[data-part=hold]")).to_have_text(str(held))
            expect(page.locator("[data-part=place]")).to_contain_text(f"Pack {round_}/6")
            organizer.press("Next")
        if round_ == 3:
            expect(aichi.part("paper-words")).to_have_text("Look at your own cards.")
            expect(display.locator("[data-part=what]")).to_have_text("Review")
            expect(page.locator("[data-part=call-words]")).to_have_count(0)
            organizer.press("End the review")
            expect(aichi.part("paper-way")).to_contain_text("Then pass right, to")
    kamui.page.context.set_offline(False)
    for phone in phones:
        expect(phone.part("pile-title")).to_have_text("Enter your pile")
    expect(display.get_by_role("heading", name="All cards are chosen")).to_be_visible()
    expect(page.get_by_text("The draft is over").first).to_be_visible()
