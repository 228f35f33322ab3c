"""A draft of Magic: packs of fourteen on a phone and by keyboard, the review, and the deck."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.deck_actions import names_in_deck, sees_deck
from tests.browser.draft_actions import join, play_on
from tests.browser.page_actions import Phone, box_of, boxes_of, resize, sees_whole_page, small_targets, width_of_content
from tests.clients.views import phase_is

pytestmark = pytest.mark.browser

PACK = 14
PATIENT = """() => {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (task, ms, ...facts) => setTimeout(task, ms === 2000 ? 600_000 : ms, ...facts);
}"""
"""Gives as long as one likes to undo a pick: on a busy machine two seconds may be over before the next tap."""


def practise(phone: Phone) -> Phone:
    phone.begin_practice(PACK, format="magic-draft")
    return phone


def test_a_practice_draft_is_played_by_touch_on_a_small_phone(night):
    phone = night.phone("You", 360, 740, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = phone.page
    page.goto("/")
    page.get_by_label("Magic", exact=True).check(force=True)
    phone.press(page.get_by_role("button", name="Try it now"))
    phone.sees_pack(PACK)
    first_pack_lies_open_once_its_wrapper_is_torn(phone)
    card_is_heard_as_it_is_seen(phone)
    expect(phone.part("where-pass")).to_have_text("Pick 1/14")
    assert (width_of_content(page), small_targets(page)) == (360, [])

    for width, height in ((375, 667), (320, 568)):
        resize(page, width, height)
        sees_whole_page(page, height)
    page.locator(".pack__card").nth(PACK - 1).click()
    expect(page.locator(".pack__place").nth(PACK - 1)).to_be_in_viewport(ratio=0.9)
    page.locator(".pack__card").first.click()
    resize(page, 360, 740)

    tapped_card_is_held_up_whole_and_all_others_stay_in_view_over_the_bar(phone)
    code = page.locator("#play").get_attribute("data-code")
    another_pack_begins_at_its_top(phone)
    phone.take(PACK - 1)
    play_on(night.server.url, code, [phone], phase_is("review"))  # by keys a whole pack is played
    for number in (1, 2):
        expect(phone.part("where-pass")).to_have_text(f"After pack {number} of 3")
        expect(phone.part("review-cards").locator(".card")).to_have_count(PACK * number)
        in_groups = phone.part("review-cards").locator(".group__count").all_inner_texts()
        expect(phone.part("review-counts").locator(".count__number")).to_have_text(in_groups)
        assert width_of_content(page) == 360
        expect(page.locator(".seat.is-receiver")).to_have_count(0)  # nothing is passed in a review
        phone.press(phone.part("confirm"))
        phone.take(PACK)
        play_on(night.server.url, code, [phone], phase_is("review" if number == 1 else "building"))  # as pack 1 was
    build = page.locator("[data-for=build]")
    expect(build.get_by_role("heading", name="Build your deck")).to_be_visible()
    expect(build.locator("[data-part=tab-pool]")).to_have_text(str(3 * PACK))
    assert (width_of_content(page), small_targets(page), violations(page)) == (360, [], [])
    build.locator("[data-part=build-one-empty]").click()
    expect(build.locator("[data-part=strip-count]")).to_have_text("40")
    build.locator("[data-part=register]").click()
    sample = page.locator("#sample")
    expect(sample.locator(".sample__card")).to_have_count(7)
    expect(sample.get_by_role("button", name="Practise again")).to_be_visible()
    assert (width_of_content(page), violations(page)) == (360, [])

    page.goto(f"/events/{code}/deck/")
    expect(page.get_by_role("heading", name="Your deck")).to_be_visible()
    sees_deck(page, 40)
    assert len(names_in_deck(page)) == 40
    columns = page.locator(".curve").get_by_role("listitem").all_inner_texts()
    lands = page.locator(".deck-row", has=page.get_by_role("heading", name="Lands")).locator(".number").first
    counted = sum(int(re.search(r"(\d+)\s*$", words)[1]) for words in columns)
    assert (len(columns), counted + int(lands.text_content() if lands.count() else 0)) == (8, 40)
    expect(page.get_by_text(re.compile("vanguard|G zone|trigger", re.IGNORECASE))).to_have_count(0)
    assert (width_of_content(page), violations(page)) == (360, [])


def first_pack_lies_open_once_its_wrapper_is_torn(phone: Phone) -> None:
    expect(phone.page.locator("[data-sealed]")).to_have_count(0)
    expect(phone.cards.first.locator(".card__art")).to_have_css("opacity", "1")


def card_is_heard_as_it_is_seen(phone: Phone) -> None:
    expect(phone.cards.first).to_have_accessible_name(re.compile(r"^[A-Z].+, .+ ?, rarity [CURM]$"))
    rules = ["label-content-name-mismatch", "color-contrast"]
    assert violations(phone.page, runOnly={"type": "rule", "values": rules}) == []


def tapped_card_is_held_up_whole_and_all_others_stay_in_view_over_the_bar(phone: Phone) -> None:
    name = phone.names()[7]
    phone.tap(phone.cards.nth(7))
    expect(phone.held).to_have_text(name)
    bar = box_of(phone.part("bar"))
    for box in (box_of(phone.part("held-place")), box_of(phone.part("choose")), *boxes_of(phone.cards)):
        assert (box["y"] >= 0, box["y"] + box["height"] <= bar["y"]) == (True, True)


def another_pack_begins_at_its_top(phone: Phone) -> None:
    resize(phone.page, 320, 480)
    phone.cards.last.scroll_into_view_if_needed()
    phone.tap(phone.cards.last)
    assert phone.page.evaluate("scrollY > 0")
    phone.place()
    phone.sees_pack(PACK - 1)
    phone.page.wait_for_function("scrollY === 0")
    resize(phone.page, 360, 740)


def test_a_pack_of_fourteen_is_seen_whole_on_a_laptop_and_played_by_keyboard_alone(night):
    fighter = practise(Phone(night.screen(1366, 768, reduced_motion="reduce"), "You"))
    next_step_stands_beside_a_pack_until_a_card_is_chosen(fighter)
    digit_chooses_the_card_in_that_place(fighter)
    all_of_a_pack_and_of_the_facts_is_seen_at_once(fighter)
    fighter.page.keyboard.press("Escape")
    expect(fighter.page.locator(".pack__card[aria-pressed=true]")).to_have_count(0)
    long_pack_is_seen_whole_beside_its_card_on_a_phone_that_lies_on_its_side(fighter)
    fighter.page.mouse.move(0, 0)  # a mouse that lies over a card holds it up
    resize(fighter.page, 1366, 768)
    pack_is_played_by_keyboard_alone(fighter)


def next_step_stands_beside_a_pack_until_a_card_is_chosen(fighter: Phone) -> None:
    expect(fighter.part("details")).to_be_visible()
    expect(fighter.part("details")).to_contain_text("Tap a card")


def digit_chooses_the_card_in_that_place(fighter: Phone) -> None:
    fighter.part("confirm").focus()
    while fighter.cards.nth(4).get_attribute("aria-pressed") != "true":  # a new pack is deaf for a moment
        fighter.page.keyboard.press("5")
    fighter.page.keyboard.press("ArrowRight")
    expect(fighter.cards.nth(4)).to_be_focused()


def all_of_a_pack_and_of_the_facts_is_seen_at_once(fighter: Phone) -> None:
    for width, height in ((1366, 768), (1920, 1080)):
        resize(fighter.page, width, height)
        bar = box_of(fighter.part("bar"))
        lowest = max(box["y"] + box["height"] for box in boxes_of(fighter.cards))
        details = box_of(fighter.part("details"))
        assert (lowest <= bar["y"], details["y"] + details["height"] <= bar["y"]) == (True, True)


def long_pack_is_seen_whole_beside_its_card_on_a_phone_that_lies_on_its_side(fighter: Phone) -> None:
    resize(fighter.page, 844, 390)
    held, bar = box_of(fighter.part("held-place")), box_of(fighter.part("bar"))
    assert held["y"] + held["height"] <= 390
    for card, name in zip(fighter.cards.all(), fighter.names(), strict=True):
        box = box_of(card)
        assert (held["x"] + held["width"] < box["x"], box["y"] + box["height"] <= bar["y"]) == (True, True)
        card.click()
        expect(fighter.held).to_have_text(name)


def pack_is_played_by_keyboard_alone(fighter: Phone) -> None:
    keyboard = fighter.page.keyboard
    fighter.cards.first.focus()
    for cards in range(PACK, 1, -1):
        fighter.sees_pack(cards)
        expect(fighter.cards.first).to_be_focused()
        keyboard.press("End")
        expect(fighter.cards.last).to_be_focused()
        while fighter.cards.last.get_attribute("aria-pressed") != "true":  # a new pack is deaf for a moment
            keyboard.press("Space")
        keyboard.press("Enter")
        fighter.sees_no_pack(cards)
    expect(fighter.part("review")).to_be_visible()


def test_a_magic_drafter_may_call_a_judge_for_all_but_a_rare(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-draft", card_set="MAG01")
    fighter, page = night.phone("Aichi"), organizer.page
    fighter.take_place(code)
    organizer.act(code, "add-bot")
    organizer.act(code, "start")
    organizer.open_panel(code)
    fighter.open(code)
    fighter.sees_pack(PACK)
    fighter.press(fighter.part("judge-button"))
    expect(fighter.page.locator("#judge .choice")).to_have_count(3)
    fighter.press(fighter.page.locator("#judge").get_by_text("Rules"))
    fighter.press(fighter.page.locator("#judge").get_by_role("button", name="Call"))
    expect(page.locator("#calls")).to_contain_text("Aichi calls a judge")
    expect(page.locator("[data-part=place]:visible")).to_have_text("Pack 1/3 · Pick 1/14")
    expect(fighter.page).to_have_title(re.compile("^Pack 1, pick 1 · "))
    undo = page.locator("[data-part=undo]")
    expect(undo.locator("summary")).to_have_text("Undo the last pick")
    expect(undo.locator("p")).to_contain_text("For a pick that went wrong for everybody")


@pytest.mark.motion
def test_a_list_says_cost_name_type_and_figures_and_one_tap_picks_with_time_to_undo(night):
    phone = practise(night.phone("You", 390, 844, has_touch=True))
    page = phone.page
    names = phone.names()
    page.locator(".held [data-device]").tap()
    dialog = page.get_by_role("dialog", name="On this device")
    dialog.get_by_text("As a list").tap()
    dialog.get_by_label("Pick with one tap").check()
    dialog.get_by_role("button", name="Close").tap()
    lines = page.locator(".pack .line")
    expect(lines.locator(".line__name")).to_have_text(names)
    assert (
        page.locator(".pack .line").evaluate_all(
            """(lines, bar) => lines.filter((line) => {
            const box = line.getBoundingClientRect();
            return box.top >= 0 && box.bottom <= bar;
        }).length""",
            box_of(phone.part("bar"))["y"],
        )
        >= 8
    )
    assert (width_of_content(page), small_targets(page), violations(page)) == (390, [], [])

    page.evaluate(PATIENT)
    phone.tap(page.locator(".pack__card").nth(3))
    expect(phone.part("confirm-words")).to_have_text("Undo")
    phone.press(phone.part("confirm"))
    expect(page.locator(".pack__card[aria-pressed=true]")).to_have_count(0)
    page.reload()
    phone.sees_pack(PACK)
    expect(lines.first).to_be_visible()  # the phone remembers it
    phone.tap(page.locator(".pack__card").nth(3))
    phone.sees_pack(PACK - 1)
    expect(phone.part("pile-count")).to_have_text("1")


@pytest.mark.motion
def test_enter_on_the_button_places_the_pick_that_a_key_has_made_and_undoes_only_where_one_has_gone_to_the_undo(night):
    fighter = practise(night.phone("You", 1366, 768))
    page, confirm = fighter.page, fighter.part("confirm")
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="On this device")
    dialog.get_by_label("Pick with one tap").check()
    dialog.get_by_role("button", name="Close").click()
    pressed = page.locator(".pack__card[aria-pressed=true]")

    def pick_with_a_key():
        while not pressed.count():  # a new pack is deaf for a moment
            page.keyboard.press("4")
        expect(fighter.part("confirm-words")).to_have_text("Undo")

    page.evaluate(PATIENT)
    confirm.focus()
    pick_with_a_key()
    page.keyboard.press("Escape")  # it takes back from wherever the focus is
    expect(pressed).to_have_count(0)
    pick_with_a_key()
    page.keyboard.press("Space")  # as on a card
    expect(pressed).to_have_count(0)
    fighter.cards.first.focus()
    pick_with_a_key()
    confirm.focus()
    page.keyboard.press("Enter")  # of whoever has gone to the button to undo
    expect(pressed).to_have_count(0)
    expect(fighter.part("pile-count")).to_have_text("0")
    pick_with_a_key()
    page.keyboard.press("Enter")
    fighter.sees_pack(PACK - 1)
    expect(fighter.part("pile-count")).to_have_text("1")


def test_the_room_fits_a_phone_however_many_cards_a_pack_still_has(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-draft", card_set="MAG01", table_size="8", one_tap="on")
    phone = night.phone("Aichi", reduced_motion="reduce")
    phone.take_place(code)
    for _ in range(7):
        organizer.act(code, "add-bot")
    organizer.act(code, "start")
    phone.open(code)
    phone.page.evaluate(PATIENT)
    for cards in range(PACK, 6, -1):
        phone.sees_pack(cards)
        for width, height in ((360, 780), (390, 844)):
            resize(phone.page, width, height)
            sees_whole_page(phone.page, height)
        phone.tap(phone.cards.first)
        phone.page.keyboard.press("Enter")  # without the time to undo


def test_own_picks_are_in_sight_where_the_event_shows_them(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-draft", card_set="MAG01", own_picks="open", one_tap="on")
    phone = night.phone("Aichi", reduced_motion="reduce")
    phone.take_place(code)
    join(night.server.url, code, "Kamui")
    organizer.act(code, "start")
    phone.open(code)
    phone.sees_pack(PACK)
    page = phone.page
    expect(page.get_by_role("button", name="Look at your own picks").locator("svg")).to_be_visible()
    page.get_by_role("button", name="Look at your own picks").click()
    picks = page.get_by_role("dialog", name="Your picks")
    expect(picks.get_by_text("You have not chosen a card yet.")).to_be_visible()
    picks.get_by_role("button", name="Close").click()
    name = phone.names()[0]
    page.evaluate(PATIENT)
    phone.tap(phone.cards.first)
    page.keyboard.press("Enter")  # without the time to undo
    phone.sees_no_pack(PACK)
    page.get_by_role("button", name="Look at your own picks").click()
    expect(picks.locator(".card__name")).to_have_text([name])
    picks.get_by_role("button", name="Close").click()
    beside = page.get_by_role("region", name="Your picks")
    expect(beside).to_be_hidden()
    resize(page, 1280, 800)
    beside.get_by_role("button", name=name).click()
    expect(page.locator("dialog[open]").get_by_text(name).first).to_be_visible()
