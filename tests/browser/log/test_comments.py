"""A fighter comments on a step of the replay; the others find the comment by its mark, and by its link."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.page_actions import post, small_targets, width_of_content

pytestmark = pytest.mark.browser

SAID = "لماذا لم تأخذ التنين؟ <b>Why?</b>"


@pytest.fixture
def drafted(night):
    """The code of a draft of two that bots have played to the end, and a phone that sat there."""
    organizer = night.organizer()
    code = organizer.new_event(card_set="SMP02", log_visibility="public")
    phone = night.phone("عبد الرحمن", has_touch=True)
    phone.take_place(code)
    organizer.act(code, "add-bot")
    organizer.act(code, "start")
    for seat in range(2):
        post(organizer.page, f"/events/{code}/host/seat-bot/", table="1", seat=str(seat))
    return code, phone.page, organizer.page


def comments(page):
    return page.locator("[data-part=comments]")


def marks(page):
    return page.locator(".scrub__bar.has-comments")


def test_a_comment_is_written_on_a_phone_found_by_others_and_deleted(night, drafted):
    code, phone, panel = drafted
    phone.goto(f"/events/{code}/log/")
    phone.keyboard.press("ArrowRight")
    field = comments(phone).get_by_label(re.compile("^Your comment on"))
    field.fill(SAID)
    bar = phone.locator(".replay__bar")
    expect(bar).to_have_css("position", "static")  # the keyboard needs its room
    expect(phone).to_have_url(re.compile(r"#r1p2s\d$"))
    phone.evaluate("location.hash = '#v3s0'")  # to the review, which has no field: without a tap beside it
    expect(comments(phone)).to_be_hidden()
    expect(bar).not_to_have_css("position", "static")
    phone.go_back()
    expect(field).to_have_value(SAID)
    phone.get_by_role("button", name="Step back").click()
    expect(field).to_have_value("")  # it is about another step
    phone.get_by_role("button", name="Step on").click()
    expect(field).to_have_value(SAID)
    expect(phone).to_have_url(re.compile(r"#r1p2s\d$"))  # the address follows a moment later
    phone.reload()
    expect(field).to_have_value(SAID)
    phone.context.set_offline(True)
    send = comments(phone).get_by_role("button", name="Write the comment")
    send.click()
    expect(comments(phone).get_by_role("alert")).to_contain_text("Your words are still here")
    phone.context.set_offline(False)
    send.click()
    own = comments(phone).locator(".comment")
    expect(own.locator(".comment__text")).to_have_text(SAID)
    expect(own.locator("[data-part=by]")).to_have_text("You")
    expect(field).to_have_value("")
    expect(marks(phone)).to_have_count(1)
    assert (width_of_content(phone) <= 390, small_targets(phone)) == (True, [])

    reader = night.screen(1280, 800)
    reader.goto(f"/events/{code}/log/#r1p1")
    expect(marks(reader)).to_have_count(1)
    expect(reader.get_by_role("button", name="1 comment")).to_have_count(0)
    marks(reader).click()
    expect(reader.get_by_role("slider", name="Step")).to_have_attribute("aria-valuetext", "Pack 1, pass 2, 1 comment")
    reader.get_by_role("button", name="1 comment").click()
    expect(comments(reader).locator(".comment__text")).to_have_text(SAID)
    expect(comments(reader).get_by_role("textbox")).to_have_count(0)
    comments(reader).locator("[data-part=at]").click()
    expect(reader).to_have_url(re.compile(r"#r1p2s\d$"))
    expect(reader.locator(".replay-seatrow[aria-pressed=true]")).to_contain_text("عبد الرحمن")

    own.get_by_role("button", name="Delete").click()
    expect(own).to_have_count(0)
    expect(marks(phone)).to_have_count(0)
    comments(phone).get_by_role("button", name="Undo").click()
    expect(own.locator(".comment__text")).to_have_text(SAID)

    panel.goto(f"/events/{code}/log/#r1p2")
    button = comments(panel).get_by_role("button", name="Delete")
    button.click()
    comments(panel).get_by_role("button", name="Delete it for good").click()
    expect(comments(panel).get_by_role("status")).to_contain_text("The comment is deleted.")
    expect(comments(panel).get_by_role("button", name="Undo")).to_be_hidden()
    panel.reload()
    expect(marks(panel)).to_have_count(0)


def test_words_that_a_page_of_another_session_could_not_send_are_in_the_page_that_is_loaded_again(night, drafted):
    code, phone, _ = drafted
    phone.goto(f"/events/{code}/log/#r1p2")
    field = comments(phone).get_by_label(re.compile("^Your comment on"))
    field.fill(SAID)
    phone.context.clear_cookies(name="csrftoken")  # as when somebody signs in on another page of this device
    send = comments(phone).get_by_role("button", name="Write the comment")
    with phone.expect_navigation():
        send.click()
    expect(field).to_have_value(SAID)
    send.click()
    expect(comments(phone).locator(".comment__text")).to_have_text(SAID)
