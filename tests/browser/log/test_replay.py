"""A draft is read again step by step: by keys on a large screen, by touch on a phone, and from a link that was sent."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.page_actions import box_of, hidden_behind, post, resize, small_targets, width_of_content
from tests.browser.test_everyone import Inspector
from tests.clients.device import Device

pytestmark = pytest.mark.browser

SWIPE = """([from, to]) => {
    const stage = document.querySelector("[data-part=stage]");
    const touch = (x) => new Touch({identifier: 1, target: stage, clientX: x, clientY: 400});
    stage.dispatchEvent(new TouchEvent("touchstart", {touches: [touch(from)], bubbles: true}));
    stage.dispatchEvent(new TouchEvent("touchend", {changedTouches: [touch(to)], bubbles: true}));
}"""


@pytest.fixture
def drafted(night):
    """The code of a draft of three that bots have played to the end, and a phone that sat there."""
    organizer = night.organizer()
    code = organizer.new_event(card_set="SMP02", log_visibility="public")
    phone = night.phone("عبد الرحمن", has_touch=True)
    phone.take_place(code)
    for _ in range(2):
        organizer.act(code, "add-bot")
    organizer.act(code, "start")
    for seat in range(3):
        post(organizer.page, f"/events/{code}/host/seat-bot/", table="1", seat=str(seat))
    return code, phone.page


PICTURES = """() => {
    const pictures = [...document.querySelectorAll(".replay-hand:not(.is-spare) [data-part=art]")];
    return pictures.length === 5 && pictures.every((picture) => picture.naturalWidth);
}"""


def place(page: Page):
    return page.locator("[data-part=place]")


def chosen_seat(page: Page):
    return page.locator(".replay-seatrow[aria-pressed=true]")


def test_it_is_read_by_keys_and_every_step_has_an_address(night, drafted):
    code, _ = drafted
    page = night.screen(1280, 800)
    page.goto(f"/events/{code}/log/?step=r2p1s1")
    expect(place(page)).to_have_text("Pack 2, pass 1")
    expect(page).to_have_url(re.compile(r"/log/#r2p1s1$"))
    expect(page.locator(".replay-hand:not(.is-spare) .is-chosen")).to_have_count(2)
    expect(page.locator(".replay-pile > *")).to_have_count(7)
    for key, words, seat in (
        ("ArrowRight", "Pack 2, pass 2", 1), ("ArrowDown", "Pack 2, pass 2", 2), ("ArrowUp", "Pack 2, pass 2", 1),
        ("1", "Pack 2, pass 2", 0), ("End", "Pack 6, pass 4", 0), ("Home", "Pack 1, pass 1", 0),
        ("3", "Pack 1, pass 1", 2),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(place(page)).to_have_text(words)
        expect(chosen_seat(page).locator(".seat-mark")).to_have_attribute("data-seat", str(seat))
    expect(page).to_have_url(re.compile("#r1p1s2$"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play")).to_have_attribute("aria-pressed", "true")
    expect(place(page)).to_have_text("Pack 1, pass 2")
    page.keyboard.press("Space")
    page.goto(f"/events/{code}/log/#r3p4s2")
    expect(place(page)).to_have_text("Pack 3, pass 4")
    page.keyboard.press("ArrowRight")
    expect(place(page)).to_have_text("Review")
    expect(page.locator(".replay-hand:not(.is-spare) .replay-card")).to_have_count(15)
    page.keyboard.press("ArrowRight")
    expect(place(page)).to_have_text("Pack 4, pass 1")
    page.keyboard.press("3")
    page.keyboard.press("Home")

    page.get_by_role("button", name="One pack").click()
    expect(page).to_have_url(re.compile("#r1p1o2$"))
    journey = page.locator(".replay-journey:not(.is-spare)")
    expect(journey.locator("[aria-current=step]")).to_have_attribute("data-at", "0")  # it is drawn after the hand
    journey.locator(".replay-stop").nth(2).click()
    expect(place(page)).to_have_text("Pack 1, pass 3")
    expect(page.locator(".replay-hand:not(.is-spare) .is-gone")).to_have_count(3)
    page.get_by_role("button", name="Whole table").click()
    expect(page.locator(".replay-whole:not(.is-spare) .replay-whole__seat")).to_have_count(3)
    page.go_back()
    expect(page).to_have_url(re.compile("#r1p3o2$"))
    expect(page.locator(".replay-hand:not(.is-spare) .is-gone")).to_have_count(3)
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", "Pack 1, pass 3")
    page.locator(".replay-hand:not(.is-spare) .card-open").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(place(page)).to_have_text("Pack 1, pass 3")


CUT_IN_THE_HEAD = """() => [...document.querySelectorAll(".replay__event > *, .replay-seatrow bdi")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
    .map((one) => one.textContent.trim())"""


def test_title_date_and_names_in_the_head_of_a_phone_are_whole(night):
    organizer = night.organizer()
    code = organizer.new_event(name="Friday draft at the Lantern", log_visibility="public")
    names = ("Maximiliana-Alexandrova", "Kamui")
    for name in names:
        Device(night.server.url).join(code, name)
    organizer.act(code, "start")
    for seat in range(2):
        post(organizer.page, f"/events/{code}/host/seat-bot/", table="1", seat=str(seat))
    page = night.screen(390, 844)
    page.goto(f"/events/{code}/log/")
    expect(page.locator(".replay-seatrow")).to_have_count(2)
    page.evaluate("document.fonts.ready.then(() => true)")
    assert page.evaluate(CUT_IN_THE_HEAD) == []


IS_LAID_OUT = """([is]) =>
    document.querySelector("[data-part=ring] button")?.checkVisibility({contentVisibilityAuto: true}) === is"""


def test_the_page_is_no_wider_than_a_phone_that_was_turned_upright(night, drafted):
    code, _ = drafted
    page = night.screen(700, 390)
    page.goto(f"/events/{code}/log/")
    page.locator("[data-part=ring-panel]").scroll_into_view_if_needed()
    page.wait_for_function(IS_LAID_OUT, arg=[True])
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_function(IS_LAID_OUT, arg=[False])
    resize(page, 390, 700)
    assert width_of_content(page) == 390


def test_the_focus_does_not_lie_behind_the_bar(night, drafted):
    code, _ = drafted
    page = night.screen(390, 700)
    page.goto(f"/events/{code}/log/")
    expect(page.locator(".replay-hand:not(.is-spare) .is-chosen")).to_have_count(2)
    assert hidden_behind(page.locator(".replay__bar"), page.locator("#replay :is(button, a[href]):visible")) == []


VIEWS = {"One seat": ".replay-card", "One pack": ".replay-stop", "Whole table": ".replay-whole__seat"}


def test_it_is_read_by_touch_on_a_phone_and_opens_at_the_own_seat_with_the_pictures_of_its_first_hand(drafted):
    code, page = drafted
    page.goto(f"/events/{code}/log/")
    page.wait_for_function(PICTURES)
    expect(chosen_seat(page)).to_contain_text("You")
    expect(place(page)).to_have_text("Pack 1, pass 1")
    page.evaluate(SWIPE, [300, 100])
    expect(place(page)).to_have_text("Pack 1, pass 2")
    page.evaluate(SWIPE, [100, 300])
    expect(place(page)).to_have_text("Pack 1, pass 1")
    page.get_by_role("button", name="Step on").tap()
    expect(place(page)).to_have_text("Pack 1, pass 2")
    box = box_of(page.locator(".scrub__bar").nth(12))
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 10)
    expect(place(page)).to_have_text("Pack 4, pass 1")
    page.locator(".replay-hand:not(.is-spare) .card-open").nth(2).tap()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".card")).to_be_visible()
    dialog.get_by_role("button", name="Close").tap()
    assert width_of_content(page) == 390
    for view, last_drawn in VIEWS.items():
        page.get_by_role("button", name=view).tap()
        expect(page.locator(f"{last_drawn}:visible").first).to_be_visible()
        assert small_targets(page) == []
    inspector = Inspector()
    inspector.look_at("replay", page)
    assert inspector.faults == []
