"""Choosing with a thumb on a small phone."""

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.page_actions import Phone, box_of, boxes_of, play_round, resize, small_targets, width_of_content

pytestmark = pytest.mark.browser


SMALL = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}


@pytest.fixture
def phone(night) -> Phone:
    phone = night.phone("You", **SMALL)
    phone.begin_practice()
    return phone


def test_a_wrong_pair_cannot_be_made_in_the_first_pass_and_one_with_a_card_missing_is_not_placed(phone):
    expect(phone.places).to_have_text(["Trigger choose one", "Unit choose one"])
    trigger = phone.cards_of("Trigger").first
    first, second, third, *_ = phone.cards_of("Unit").all()
    phone.tap(first)
    phone.tap(second)
    expect(first).to_have_attribute("aria-pressed", "false")
    expect(phone.part("confirm")).to_have_attribute("aria-disabled", "true")
    phone.tap(trigger)
    phone.tap(third)
    expect(second).to_have_attribute("aria-pressed", "false")
    expect(trigger).to_have_attribute("aria-pressed", "true")
    expect(phone.part("confirm")).to_have_attribute("aria-disabled", "false")
    phone.tap(trigger)
    expect(phone.part("confirm")).to_have_attribute("aria-disabled", "true")

    phone.part("confirm").tap(force=True)  # it says that it is off, and hears nothing
    expect(phone.part("confirm")).to_have_text("Place face down 1/2")
    expect(phone.part("pile-count")).to_have_text("0")
    phone.sees_pack(5)


def test_a_new_pack_hears_no_tap_for_its_first_half_second(night):
    phone = night.phone("You", **SMALL)
    clock = phone.page.clock
    clock.install()
    phone.begin_practice()
    clock.pause_at(datetime.now() + timedelta(minutes=1))
    phone.take(5)
    here = phone.page.locator(".pack[data-count='3']:not([aria-busy])")
    while not here.count():
        clock.run_for(1)  # the pass has its frames, and the pack's half second begins with the last of them
    card = phone.cards.first
    card.tap()
    clock.run_for(480)
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "false")
    clock.run_for(20)
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "true")


SWIPE = """([node, way]) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const [clientX, clientY] = [left + width / 2, top + height / 2];
    const at = (type, x) =>
        node.dispatchEvent(new PointerEvent(type, { clientX: x, clientY, pointerType: "touch", bubbles: true }));
    at("pointerdown", clientX);
    at("pointermove", clientX + way);
    at("pointerup", clientX + way);
}"""


def test_a_whole_round_is_played_by_touch_alone_on_a_360_pixel_phone(phone):
    swipe_holds_the_next_card_up_and_chooses_nothing(phone)
    one_tap_holds_a_card_up_and_the_next_one_chooses_it(phone)
    phone.tap(phone.cards.nth(2))
    card_that_is_held_up_is_chosen_by_its_button_or_by_a_tap_on_it(phone)
    play_round([phone])
    expect(phone.part("where-pack")).to_have_text("Pack 2 of 6")
    expect(phone.part("pile-count")).to_have_text("5")
    assert len(phone.taken) == 4  # the fifth was the last card of a pack


def swipe_holds_the_next_card_up_and_chooses_nothing(phone: Phone) -> None:
    names, card = phone.names(), phone.part("held-place")
    first = names.index(phone.held.inner_text())  # the rarest card
    for way, steps in [(-80, 1), (-80, 2), (80, 1), (80, 0), (80, -1), (-80, 0), (-20, 0)]:
        phone.page.evaluate(SWIPE, [card.element_handle(), way])
        expect(phone.held).to_have_text(names[(first + steps) % len(names)])
    assert phone.chosen() == []


def one_tap_holds_a_card_up_and_the_next_one_chooses_it(phone: Phone) -> None:
    phone.tap(phone.cards.first)  # the pack hears
    phone.tap(phone.cards.first)
    card, name = phone.cards.nth(2), phone.names()[2]
    card.tap()
    expect(phone.held).to_have_text(name)
    assert phone.chosen() == []
    card.tap()
    assert phone.chosen() == [name]
    expect(phone.places.locator(".card__name")).to_have_text([name])
    expect(phone.part("choose")).to_have_text("Chosen · take back")


def card_that_is_held_up_is_chosen_by_its_button_or_by_a_tap_on_it(phone: Phone) -> None:
    phone.tap(phone.cards.first)
    name = phone.names()[0]
    phone.part("choose").tap()
    assert phone.chosen() == []
    phone.part("choose").tap()
    assert phone.chosen() == [name]
    phone.held.tap()
    assert phone.chosen() == []


def test_the_draft_room_fits_every_way_to_hold_a_phone_and_a_thumb(phone):
    five_cards_are_seen_whole_over_the_bar_on_a_phone_that_lies_on_its_side(phone)
    resize(phone.page, 360, 740)
    everything_to_tap_is_as_large_as_a_thumb(phone)
    bar_hides_no_card_on_the_smallest_screen(phone)


def five_cards_are_seen_whole_over_the_bar_on_a_phone_that_lies_on_its_side(phone: Phone) -> None:
    for width, height in ((844, 390), (740, 360), (667, 375)):
        resize(phone.page, width, height)
        bar = box_of(phone.part("bar"))
        lowest = max(box["y"] + box["height"] for box in boxes_of(phone.cards))
        assert (lowest <= bar["y"], width_of_content(phone.page)) == (True, width)
        head, tools = (box_of(phone.page.locator(name)) for name in (".draft__head", ".tools"))
        assert head["height"] <= 54
        assert (head["y"] == tools["y"]) == (width >= 768)


def everything_to_tap_is_as_large_as_a_thumb(phone: Phone) -> None:
    assert small_targets(phone.page) == []
    phone.choose()
    assert small_targets(phone.page) == []


def bar_hides_no_card_on_the_smallest_screen(phone: Phone) -> None:
    resize(phone.page, 320, 568)
    for card in phone.cards.all():
        phone.tap(card)  # a covered card cannot be tapped
    assert width_of_content(phone.page) == 320
