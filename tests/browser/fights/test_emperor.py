"""A night of Emperor with six phones, from the setting to the end of an emperor (M37)."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.draft_actions import join
from tests.browser.fight_actions import Fighter
from tests.browser.page_actions import box_of, boxes_of, resize, small_targets, width_of_content

pytestmark = pytest.mark.browser
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eve", "Fay")


def tile(phone, name):
    return phone.page.locator(".pod-tile").filter(has_text=name)


def own(phone):
    return phone.page.locator(".side.is-you")


def reached(phone):
    return set(phone.page.locator(".pod-tile.is-reached [data-part=name]").all_inner_texts())


def lower(phone, name, fives):
    """Take life from another one, in the view of them whole."""
    tile(phone, name).click()
    whole = phone.page.locator("#pod-side")
    for _ in range(fives):
        whole.locator("[data-counter=life] [data-part=less-five]").click()
    return whole


def test_M37_six_play_until_an_emperor_is_out(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-own", fight_form="emperor", table_size="6", fight_minutes="0")
    phones = [Fighter(night.screen(390, 844), name) for name in NAMES]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    for phone in phones:
        phone.page.goto(f"/events/{code}/")
        expect(phone.board).to_be_visible()
        expect(phone.page.locator(".pod-tile")).to_have_count(5)
    by_name = {phone.name: phone for phone in phones}
    emperors = [phone for phone in phones if "Emperor" in own(phone).inner_text()]
    assert len(emperors) == 2
    one = emperors[0]
    ring = [one.name, *one.page.locator(".pod-tile [data-part=name]").all_inner_texts()]  # clockwise
    assert ring[3] == emperors[1].name or ring[3] in NAMES
    left, left_enemy, other, right_enemy, right = ring[1:]
    expect(tile(one, left)).to_contain_text("your team")
    assert reached(one) == {left, left_enemy, right_enemy, right}
    assert reached(by_name[left]) == {one.name, left_enemy}
    expect(one.page.locator(".ring-own")).to_contain_text(left_enemy)
    # as they sit: the own team beside oneself, the other one opposite
    boxes = {name: box_of(tile(one, name)) for name in ring[1:]}
    assert boxes[left]["x"] < boxes[right]["x"]
    assert boxes[other]["y"] < boxes[left]["y"]
    assert boxes[left_enemy]["x"] < boxes[other]["x"] < boxes[right_enemy]["x"]
    tv = night.display(code)
    expect(tv.locator(".tv-fight__side")).to_have_count(2)

    own(one).locator("[data-part=less-five]").first.click()
    for phone in phones[:3]:
        box = own(phone) if phone is one else tile(phone, one.name)
        expect(box.locator("[data-part=value]").first).to_have_text("15")
    bar = box_of(one.page.locator("[data-part=outcome]"))
    life = box_of(own(one).locator("[data-part=less]").first)
    assert life["y"] + life["height"] < bar["y"]
    assert (small_targets(one.page), width_of_content(one.page), violations(one.page)) == ([], 390, [])

    whole = lower(one, left_enemy, 4)
    expect(whole).to_contain_text(f"{left_enemy} reaches {other} and {left}")
    assert (small_targets(one.page), violations(one.page)) == ([], [])
    whole.get_by_role("button", name="Close").click()
    enemy = by_name[left_enemy]
    expect(enemy.outcome).to_contain_text("Your team plays on")
    enemy.press_button("I am out")
    expect(enemy.outcome).to_contain_text("You are out of the game")
    for phone in (one, by_name[other], by_name[left]):
        expect(tile(phone, left_enemy)).to_contain_text("out")
    expect(one.page.locator(".ring-own")).to_contain_text(other)  # one seat nearer
    assert reached(one) == {left, other, right_enemy, right}

    emperor = by_name[other]
    turn = emperor.page.locator("[data-part=course] [data-part=turn-name]")
    expect(turn).to_be_visible()
    names = set()
    for number in range(1, 6):
        expect(emperor.page.locator("[data-part=turn-words]")).to_contain_text(f"Turn {number}")
        names.add(turn.inner_text().replace("Your turn", other).removesuffix("’s turn").strip("\u2068\u2069"))
        emperor.press_button("Next turn")
    assert names == {*NAMES} - {left_enemy}

    lower(one, other, 4).get_by_role("button", name="Close").click()
    expect(emperor.outcome).to_contain_text("You have lost this game.")
    by_name[left].press_button("They are out")
    for phone in (one, by_name[left]):
        expect(phone.outcome).to_contain_text("Waiting for")
    by_name[right_enemy].press_button("Confirm")
    for phone in phones:
        won = phone.name in (left, one.name, right)
        expect(phone.outcome).to_contain_text("You won" if won else "won")
    expect(tv.get_by_role("main")).to_contain_text("Champion")
    for name in (left, one.name, right):
        expect(one.standing(name)).to_contain_text("3 points")


def test_names_of_one_long_word_stay_at_their_side_of_the_big_screen_and_within_a_narrow_panel(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-own", fight_form="emperor", table_size="6", fight_minutes="0")
    join(night.server.url, code, *(f"Wolfeschlegelsteinhause{letter}" for letter in "abcdef"))
    organizer.act(code, "start")
    sides = night.display(code).locator(".tv-fight__side")
    expect(sides.locator(".tv-counter b")).to_have_count(6)
    for number, side in enumerate(boxes_of(sides)):
        for name in boxes_of(sides.nth(number).locator(".tv-counter [data-part=label]")):
            assert side["x"] <= name["x"]
            assert name["x"] + name["width"] <= side["x"] + side["width"]
    organizer.open_panel(code)
    resize(organizer.page, 320, 640)
    expect(organizer.page.get_by_text("Emperor: ")).to_have_count(2)
    assert width_of_content(organizer.page) == 320


def test_M37_on_the_panel_the_counters_of_each_in_a_team_are_counted_by_themselves(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-own", fight_form="emperor", table_size="6", fight_minutes="0")
    join(night.server.url, code, *NAMES)
    organizer.act(code, "start")
    organizer.open_panel(code)
    page = organizer.page
    expect(page.locator("[data-part=line]")).to_have_text("Live")
    lives = page.locator(".counter[data-counter=life]")
    page.get_by_role("button", name="Cem: one less Life").click()
    expect(lives.filter(has_text="Cem").locator("[data-part=value]")).to_have_text("19")
    expect(lives.filter(has_not_text="Cem").locator("[data-part=value]")).to_have_text(["20"] * 5)
