"""A night of Commander with a pod of four phones, from the setting to the last one left (M36)."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.fight_actions import Fighter
from tests.browser.page_actions import box_of, small_targets, width_of_content

pytestmark = pytest.mark.browser
NAMES = ("Ann", "Ben", "Cem", "Dan")


def tile(phone, name):
    return phone.page.locator(".pod-tile").filter(has_text=name)


def own(phone):
    return phone.page.locator(".side.is-you")


def life_of(phone, name):
    box = own(phone) if phone.name == name else tile(phone, name)
    return box.locator("[data-part=value]").first


def concede(phone):
    phone.press_button("Concede")
    phone.press_button("Tap again: I lost this game")


def test_M36_a_pod_of_four_is_played_to_the_last_one_left(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-own", fight_form="commander", table_size="4", fight_minutes="0")
    phones = ann, ben, cem, dan = [Fighter(night.screen(390, 844), name) for name in NAMES]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    for phone in phones:
        phone.page.goto(f"/events/{code}/")
        expect(phone.board).to_be_visible()
        expect(phone.page.locator(".pod-tile")).to_have_count(3)
    order = ["Ann", *ann.page.locator(".pod-tile [data-part=name]").all_inner_texts()]
    after = {name: [*order[place + 1 :], *order[:place]] for place, name in enumerate(order)}
    for phone in phones:  # all others in the order of the table
        expect(phone.page.locator(".pod-tile [data-part=name]")).to_have_text(after[phone.name])
    tv = night.display(code)
    expect(tv.locator(".tv-fight__side")).to_have_count(4)

    own(ann).locator(".pair").filter(has_text="Ben").click()
    by_ben = own(ann).locator(".pairs__counter")
    by_ben.locator("[data-part=more-five]").click()
    by_ben.locator("[data-part=more]").click()
    expect(by_ben.locator("[data-part=value]")).to_have_text("6")
    own(ann).locator("[data-counter=casts] [data-part=more]").click()
    expect(own(ann)).to_contain_text("the next costs {2} more")
    for phone in phones:
        expect(life_of(phone, "Ann")).to_have_text("34")
    expect(tile(ann, "Ben")).to_contain_text("6 to you")
    expect(tv.locator(".tv-fight__side", has_text="Ann")).to_contain_text("34")
    bar = box_of(ann.page.locator("[data-part=outcome]"))
    life = box_of(own(ann).locator("[data-part=less]").first)
    assert life["y"] + life["height"] < bar["y"]
    assert (small_targets(ann.page), width_of_content(ann.page), violations(ann.page)) == ([], 390, [])

    tile(ben, "Cem").click()
    whole = ben.page.locator("#pod-side")
    whole.locator(".pair").filter(has_text="Dan").click()
    for _ in range(5):
        whole.locator(".pairs__counter [data-part=more-five]").click()
    expect(whole).to_contain_text("Commander damage: defeated")
    assert (small_targets(ben.page), width_of_content(ben.page), violations(ben.page)) == ([], 390, [])
    whole.get_by_role("button", name="Close").click()
    expect(cem.outcome).to_contain_text("You have lost this game.")
    ann.press_button("They are out")
    for phone in (ann, ben, dan):
        expect(tile(phone, "Cem")).to_contain_text("out")
    expect(cem.outcome).to_contain_text("You are out of the game")
    expect(tv.locator(".tv-fight__side", has_text="Cem")).to_contain_text("out of the game")
    concede(dan)
    expect(dan.outcome).to_contain_text("You are out of the game")
    concede(ben)
    for phone in phones:
        expect(phone.outcome).to_contain_text("You won" if phone is ann else "Ann won")
    expect(tv.get_by_role("main")).to_contain_text("Champion")
    expect(ann.standing("Ann")).to_contain_text("3 points")
