"""The deck builder on fighters' devices: taps, drags, lands, registration, two devices, a lost line (M14-M20)."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessibility import violations
from tests.browser.draft_actions import join
from tests.browser.fight_actions import start_fights
from tests.browser.page_actions import (
    Organizer,
    Phone,
    box_of,
    enlarge_letters,
    hidden_behind,
    resize,
    small_targets,
    width_of_content,
)

pytestmark = pytest.mark.browser

SEALED = {"format": "magic-sealed", "card_set": "MAG01", "build_minutes": "25", "table_size": "8"}
POOL = 84


def open_pools(night, *, width: int = 390, height: int = 844, **fields: str) -> tuple[str, Phone]:
    """Let two sit down and open their packs; return the event's code and a device of the first, who builds."""
    _, code, first = open_night(night, width, height, **fields)
    return code, first


def open_night(night, width: int = 390, height: int = 844, **fields: str) -> tuple[Organizer, str, Phone]:
    """The same, with the organizer first."""
    organizer = night.organizer()
    code = organizer.new_event(**SEALED | fields)
    first = night.phone("Ann", width, height)
    first.take_place(code)
    join(night.server.url, code, "Ben")
    organizer.act(code, "start")
    lead_on(organizer, code, "opening")
    first.open(code)
    first.page.locator("[data-for=packs] [data-part=skip]").click()
    expect(first.page.locator("[data-for=build]")).to_be_visible()
    return organizer, code, first


def lead_on(organizer, code: str, stage: str, **fields: str) -> None:
    token = next(cookie["value"] for cookie in organizer.page.context.cookies() if cookie["name"] == "csrftoken")
    form = {"csrfmiddlewaretoken": token, "from": stage} | fields
    address = f"/events/{code}/host/next-stage/"
    assert organizer.page.context.request.post(address, form=form, max_redirects=0).status == 302


def scene(page: Page, name: str) -> Locator:
    return page.locator(f"[data-for=build] [data-part='{name}']")


def rows(page: Page, place: str) -> Locator:
    """The buttons of a side that move a card, each of a row."""
    return page.locator(f".build-pane[data-place={place}] [data-part=move]")


def sees_count(page: Page, count: int) -> None:
    expect(scene(page, "strip-count")).to_have_text(str(count))


def is_saved(page: Page) -> None:
    expect(scene(page, "saved")).to_have_text("Saved")


def test_cards_go_into_the_deck_and_back_by_taps_and_by_a_finger_and_the_last_moves_can_be_undone(night):
    _, phone = open_pools(night)
    page = phone.page
    deck_that_was_seen_last_is_not_opened_while_it_is_empty(page)
    for _ in range(3):
        rows(page, "pool").nth(4).click()
    sees_count(page, 3)
    rows(page, "main").first.click()
    sees_count(page, 2)
    scene(page, "undo").click()
    sees_count(page, 3)
    scene(page, "undo").click()
    sees_count(page, 2)
    is_saved(page)
    page.reload()
    sees_count(page, 2)
    assert width_of_content(page) == 390
    finger_moves_a_card_to_the_side_and_one_that_rests_on_it_opens_it(page)


def deck_that_was_seen_last_is_not_opened_while_it_is_empty(page: Page) -> None:
    page.locator(".build__views [data-view=main]").click()
    expect(rows(page, "pool").first).to_be_hidden()
    page.reload()
    expect(rows(page, "pool").first).to_be_visible()
    page.locator(".build__views [data-view=both]").click()


def finger_moves_a_card_to_the_side_and_one_that_rests_on_it_opens_it(page: Page) -> None:
    touch, before = page.context.new_cdp_session(page), int(scene(page, "strip-count").inner_text())

    def at(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    box = box_of(rows(page, "pool").nth(2))
    x, y = box["x"] + 30, box["y"] + 20
    at("touchStart", x, y)
    for step in range(1, 8):
        at("touchMove", x + 25 * step, y)
    at("touchEnd", x, y)
    sees_count(page, before + 1)
    at("touchStart", x, y)
    expect(page.locator("#reader")).to_be_visible()
    at("touchEnd", x, y)
    expect(page.locator("#reader")).to_be_visible()
    sees_count(page, before + 1)


def test_M23_between_two_games_the_deck_of_the_match_is_changed_and_the_registered_one_stays(night):
    fields = {"format": "magic-draft", "card_set": "MAG01", "best_of": "3"}
    _, phones, _ = start_fights(night, **fields)
    phone, other = phones
    page = phone.page
    phone.press_button("Concede")
    phone.press_button("Tap again: I lost this game")
    expect(phone.outcome).to_have_text("Game 2, you are behind 0 : 1")
    phone.press_button("Change the deck for this match")
    expect(page.get_by_role("heading", name="Change the deck for this match")).to_be_visible()
    expect(scene(page, "build-until")).to_have_text("For this match alone. Afterwards your registered deck is back.")
    sees_count(page, 40)
    scene(page, "lands-button").click()
    page.locator(".stepper [data-part=less]:enabled").first.click()
    scene(page, "lands-close").click()
    expect(scene(page, "register-words")).to_have_text("39 of 40 cards. It is saved once it has enough.")
    rows(page, "pool").last.click()  # the first may be a conspiracy, which lies in no main deck
    expect(scene(page, "register-words")).to_have_text("You play the next game with this deck.")
    is_saved(page)
    assert (width_of_content(page), small_targets(page), violations(page)) == (390, [], [])
    page.reload()
    phone.press_button("Change the deck for this match")
    sees_count(page, 40)
    scene(page, "register").click()  # back to the fight
    expect(phone.part("match-start")).to_be_visible()
    phone.press_button("Change the deck for this match")
    scene(page, "lands-button").click()
    page.locator(".stepper [data-part=less]:enabled").first.click()
    scene(page, "lands-close").click()
    sees_count(page, 39)
    other.less(phone.name).first.click()  # the game is on
    expect(phone.board).to_be_visible()
    expect(phone.part("change-deck")).to_be_hidden()
    begun = "Game 2 has begun. Your change was not finished and does not count."
    expect(phone.part("page-notices").locator("[data-part=words]")).to_have_text(begun)
    expect(phone.part("spoken")).to_have_text(begun)


def test_a_card_is_dragged_to_the_other_side_with_a_mouse_and_cards_are_moved_by_keys_alone(night):
    _, phone = open_pools(night, width=1280, height=800)
    page = phone.page
    card, target = box_of(rows(page, "pool").nth(2)), box_of(page.locator(".build-pane[data-place=main]"))
    page.mouse.move(card["x"] + 40, card["y"] + 15)
    page.mouse.down()
    page.mouse.move(target["x"] + 200, target["y"] + 80, steps=6)
    expect(page.locator(".build-pane[data-place=main]")).to_have_class(re.compile("is-over"))
    page.mouse.up()
    sees_count(page, 1)
    expect(page.locator("#reader")).to_be_hidden()
    scene(page, "undo").click()
    sees_count(page, 0)
    cards_are_moved_by_keys_alone(page)


def test_a_card_that_has_the_focus_does_not_lie_behind_the_bar_of_a_phone_on_its_side(night):
    _, phone = open_pools(night, width=844, height=390)
    assert hidden_behind(scene(phone.page, "build-bar"), rows(phone.page, "pool")) == []
    all_buttons_of_the_bar_are_on_a_small_phone_with_large_letters(phone.page)


def all_buttons_of_the_bar_are_on_a_small_phone_with_large_letters(page: Page) -> None:
    resize(page, 360, 640)
    enlarge_letters(page)
    assert width_of_content(page) == 360
    register = box_of(scene(page, "register"))
    assert register["x"] + register["width"] <= 360


def cards_are_moved_by_keys_alone(page: Page) -> None:
    page.keyboard.press("/")
    page.keyboard.type("creature")
    expect(scene(page, "pool-count")).to_contain_text(f"of {POOL}")
    # Below the last card of a group lies the deck: one of three cards has another below it when the first has left
    rows_of_three = page.locator(".build-pane[data-place=pool] [data-row]:has(~ [data-row] ~ [data-row])")
    rows_of_three.first.locator("[data-part=move]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    sees_count(page, 2)
    expect(page.locator(".build-pane[data-place=pool] :focus")).to_have_count(1)
    expect(page.locator("[data-part=spoken]")).to_contain_text("is in your deck: 2 cards.")
    page.keyboard.press("Control+z")
    sees_count(page, 1)
    page.keyboard.press("i")
    expect(page.locator("#reader")).to_be_visible()


def test_lands_are_counted_by_steppers_suggested_and_the_deck_registered(night):
    code, phone = open_pools(night)
    page, display = phone.page, night.display(code)
    expect(display.locator("[data-part=ready-people]")).to_contain_text("not started")
    scene(page, "lands-button").click()
    for _ in range(2):
        page.get_by_role("button", name="One Forest more").click()
    sees_count(page, 2)
    expect(scene(page, "register")).to_have_attribute("aria-disabled", "true")
    expect(scene(page, "register-words")).to_have_text("2 cards; at least 40 are needed.")
    scene(page, "lands-close").click()
    for _ in range(23):
        rows(page, "pool").nth(5).click()
    scene(page, "lands-button").click()
    scene(page, "suggest").click()
    sees_count(page, 40)
    scene(page, "lands-close").click()
    expect(scene(page, "register")).to_have_attribute("aria-disabled", "false")
    scene(page, "register").click()
    expect(scene(page, "register-words")).to_contain_text("You can still change it and register again until")
    expect(display.locator("[data-part=ready-people]")).to_contain_text("registered")
    rows(page, "main").first.click()
    expect(scene(page, "register-words")).to_contain_text("39 cards; at least 40 are needed.")
    expect(scene(page, "register-button")).to_have_text("Register again")


def test_two_devices_build_one_deck_and_a_move_without_a_line_outlives_the_page_but_not_the_lock(night):
    organizer, code, phone = open_night(night)
    other = night.screen(1280, 800, storage_state=phone.page.context.storage_state())
    other.goto(f"/events/{code}/")
    rows(phone.page, "pool").nth(3).click()
    sees_count(other, 1)
    phone.page.context.set_offline(True)
    expect(phone.page.locator(".tools [data-part=line]")).to_have_attribute("data-line", "offline")
    rows(phone.page, "pool").nth(6).click()
    expect(scene(phone.page, "register-words")).to_contain_text("Kept on this device")
    rows(other, "pool").last.click()
    is_saved(other)
    phone.page.context.set_offline(False)
    sees_count(phone.page, 3)
    sees_count(other, 3)
    is_saved(phone.page)

    phone.page.context.set_offline(True)
    expect(phone.page.locator(".tools [data-part=line]")).to_have_attribute("data-line", "offline")
    rows(phone.page, "pool").nth(3).click()
    phone.page.context.set_offline(False)
    phone.page.reload()
    sees_count(phone.page, 4)
    is_saved(phone.page)

    phone.page.context.set_offline(True)
    rows(phone.page, "pool").nth(3).click()
    expect(scene(phone.page, "register-words")).to_contain_text("Kept on this device")
    for _ in range(2):  # the time to build ends, and the fights begin
        lead_on(organizer, code, "building", confirm="next")
    phone.page.context.set_offline(False)
    notice = phone.part("page-notices").locator("[data-part=words]")
    lost = "Decks were locked before your last changes arrived. They were not stored."
    expect(notice.filter(has_text=lost)).to_be_visible()
    phone.page.reload()
    expect(phone.part("line")).to_have_text("Live")
    expect(notice.filter(has_text=lost)).to_have_count(0)


def test_pictures_of_cards_that_did_not_come_are_fetched_again_when_the_line_is_back(night):
    _, phone = open_pools(night)
    page = phone.page
    drawn = re.compile(r"[?&]v=.*&name=|/art/|/pictures/")
    page.route(drawn, lambda route: route.abort())
    page.reload()
    picture = page.locator(".build-pane[data-place=pool] [data-part=art]").first
    expect(picture).to_have_js_property("complete", True)
    expect(picture).to_have_js_property("naturalWidth", 0)
    page.unroute(drawn)
    page.context.set_offline(True)
    expect(page.locator(".tools [data-part=line]")).to_have_attribute("data-line", "offline")
    page.context.set_offline(False)
    expect(picture).not_to_have_js_property("naturalWidth", 0)


def test_a_deck_is_built_to_begin_with_for_a_sample_hand_and_taken_back_as_one_step_on_a_phone_that_it_fits(night):
    _, phone = open_pools(night)
    builder_fits_a_phone(phone.page)
    scene(phone.page, "build-one-empty").click()
    sees_count(phone.page, 40)
    sample_hand_is_drawn_of_the_deck(phone.page)
    scene(phone.page, "undo").click()
    sees_count(phone.page, 0)
    is_saved(phone.page)


def builder_fits_a_phone(page: Page) -> None:
    for width, height in ((390, 844), (320, 640)):
        resize(page, width, height)
        for view in ("pool", "main", "both"):
            page.locator(f".build__views [data-view={view}]").click()
            assert width_of_content(page) == width
        scene(page, "filter-button").click()
        assert small_targets(page) == []
        assert width_of_content(page) == width
        assert violations(page) == []
        scene(page, "filter-button").click()
    resize(page, 390, 844)


def sample_hand_is_drawn_of_the_deck(page: Page) -> None:
    scene(page, "sample").click()
    sample = page.locator("#sample")
    expect(sample.locator(".sample__card")).to_have_count(7)
    sample.get_by_role("button", name="Mulligan").click()
    expect(sample.locator("[data-part=sample-words]")).to_have_text("Choose 1 card to put on the bottom.")
    sample.locator(".sample__card").first.click()
    sample.get_by_role("button", name="Draw a card").click()
    expect(sample.locator("[data-part=sample-words]")).to_have_text("33 cards are left in the library.")
    page.keyboard.press("Escape")
    expect(sample).to_be_hidden()


def test_a_deck_is_built_after_somebody_has_signed_in_on_another_page_of_the_device(night):
    _, phone = open_pools(night)
    phone.page.context.clear_cookies(name="csrftoken")  # signing in gives another one
    with phone.page.expect_navigation():
        scene(phone.page, "build-one-empty").click()
    scene(phone.page, "build-one-empty").click()
    sees_count(phone.page, 40)
