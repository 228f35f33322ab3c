"""A draft is drafted again by somebody who guesses: by keys, over a reload, to a score that challenges a friend."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.draft.test_keyboard import press_until
from tests.browser.page_actions import post

pytestmark = pytest.mark.browser


@pytest.fixture
def drafted(night):
    """The code of a draft in which a phone chose twice before bots went on, its page, and the cards that it took."""
    organizer = night.organizer()
    code = organizer.new_event(card_set="SMP02", log_visibility="public")
    phone = night.phone("عبد الرحمن")
    phone.take_place(code)
    for _ in range(2):
        organizer.act(code, "add-bot")
    organizer.act(code, "start")
    phone.open(code)
    phone.take(5)
    phone.take(3)
    for seat in range(3):
        post(organizer.page, f"/events/{code}/host/seat-bot/", table="1", seat=str(seat))
    return code, phone.page, phone.taken


def take(page: Page, wanted) -> None:
    """Walk along the pack and press every card whose name is wanted."""
    cards = page.locator(".quiz .pack__card")
    expect(cards.first).to_be_focused()
    for card in cards.all():
        if wanted(card.locator("[data-part=name]").text_content()):
            press_until(page, "Space", "true")
        page.keyboard.press("ArrowRight")


def test_a_seat_is_guessed_by_keys_to_its_score_which_challenges_a_friend(night, drafted):
    code, page, taken = drafted
    score, answer = page.locator("[data-part=quiz-pills]"), page.locator("[data-part=quiz-answer]")
    page.goto(f"/events/{code}/log/")
    page.get_by_role("button", name="Your pick?").click()
    expect(page).to_have_url(re.compile(r"#q\d$"))
    expect(page.locator(".quiz .pack__card")).to_have_count(5)
    expect(page.get_by_role("slider")).to_be_hidden()
    expect(answer.locator("li")).to_have_count(0)
    page.keyboard.press("Enter")  # with nothing chosen nothing is told
    take(page, lambda name: name in taken[:2])
    page.keyboard.press("Enter")
    expect(score).to_contain_text("2 of 2 the same")
    expect(answer.locator(".is-chosen")).to_have_count(2)
    expect(page.locator("[data-part=quiz-pile] [data-part=pile-cards] > *")).to_have_count(2)

    page.reload()
    expect(score).to_contain_text("2 of 2 the same")
    page.keyboard.press("Enter")
    expect(page.locator(".quiz .pack__card")).to_have_count(3)
    take(page, lambda name: name != taken[2])  # the second takes the place of the first: one is due
    page.keyboard.press("Enter")
    expect(score).to_contain_text("2 of 3 the same")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=quiz-score]")).to_have_text("2 of 3")

    page.get_by_role("button", name="Pack 1, pass 1: 2 of 2 the same").click()
    expect(answer.locator(".is-chosen")).to_have_count(2)
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="The score").click()
    page.get_by_role("button", name="Back to the answers").click()
    expect(page.locator("[data-part=quiz-place]")).to_have_text("Pack 1, pass 2")
    page.get_by_role("button", name="The score").click()

    friend = night.screen(1280, 800)
    friend.goto(f"{page.url}b2")
    expect(friend.locator("[data-part=quiz-pills]")).to_contain_text("to beat: 2")
    expect(friend.locator("[data-part=quiz-words]")).to_contain_text("You are challenged")
    expect(friend.locator(".quiz .pack__card")).to_have_count(5)
    page.keyboard.press("Escape")
    expect(page.locator("[data-part=place]")).to_have_text("Pack 1, pass 2")
    page.go_back()
    expect(page.locator("[data-part=quiz-score]")).to_have_text("2 of 3")
