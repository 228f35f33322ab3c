"""A night of Two-Headed Giant with four phones, from the setting to its result (M34)."""

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.draft_actions import join
from tests.browser.fight_actions import Fighter, act
from tests.browser.page_actions import box_of, small_targets, width_of_content

pytestmark = pytest.mark.browser
NAMES = ("Ann", "Ben", "Cem", "Dan")


def team_of(phone):
    return phone.page.locator(".side.is-you [data-part=name]").inner_text().strip("\u2068\u2069")


def others_of(phone):
    return phone.page.locator(".fight__them [data-part=name]").inner_text().strip("\u2068\u2069")


def concede(phone):
    phone.press_button("Concede")
    phone.press_button("Tap again: we lost this game")


def test_M34_four_play_a_night_in_teams_of_two(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-own", fight_form="two-headed-giant", table_size="4", fight_minutes="0")
    phones = [Fighter(night.screen(390, 844), name) for name in NAMES]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    for phone in phones:
        phone.page.goto(f"/events/{code}/")
        expect(phone.board).to_be_visible()
    teams = {phone.name: team_of(phone) for phone in phones}
    assert len(set(teams.values())) == 2
    tv = night.display(code)
    expect(tv.locator(".tv-fight__side")).to_have_count(2)

    ann = phones[0]
    own = teams["Ann"].split(" & ")
    mate = next(phone for phone in phones if phone.name in own and phone is not ann)
    against = others_of(ann).split(" & ")
    rivals = [phone for phone in phones if phone.name in against]
    mate.side("Ann").locator("[data-part=less-five]").first.click()
    rivals[1].side("Ann").get_by_role("button", name=f"Poison of \u2068{mate.name}\u2069: one more than 0").click()
    for phone in (ann, mate, *rivals):
        values = phone.side("Ann").locator("[data-part=value]")
        expect(values).to_have_text(["25", "1", "0"] if own[0] == mate.name else ["25", "0", "1"])
    buttons = ann.page.locator(".side.is-you [data-part=less]").all()
    bar = box_of(ann.page.locator("[data-part=outcome]"))
    assert all(box_of(button)["y"] + 44 <= bar["y"] for button in buttons)  # all is in sight without scrolling
    assert (small_targets(ann.page), width_of_content(ann.page), violations(ann.page)) == ([], 390, [])
    expect(tv.locator(".tv-fight__side", has_text=teams["Ann"])).to_contain_text("25")

    ann.press_button("This device lies between us: turn the other side round")
    ann.page.reload()
    them = ann.page.locator(".fight__them .side")
    expect(them).to_have_css("rotate", "180deg")
    ann.press_button("This device lies between us: turn the other side round")
    expect(them).to_have_css("rotate", "none")

    concede(ann)
    expect(ann.outcome).to_contain_text(others_of(ann))
    for phone in phones:
        expect(phone.page.locator(".fight.is-over")).to_be_visible()
    act(organizer, code, "next-stage", **{"from": "fighting", "confirm": "next"})
    page = night.screen(390, 844)
    page.goto(f"/events/{code}/standings/")
    for team in set(teams.values()):
        expect(page.locator("main")).to_contain_text(team)


def test_M34_poison_of_the_team_is_counted_under_its_life(night):
    organizer = night.organizer()
    fields = {"format": "magic-own", "fight_form": "two-headed-giant", "team_poison": "15"}
    code = organizer.new_event(**fields, table_size="4", fight_minutes="0")
    phone = Fighter(night.screen(360, 740), NAMES[0])
    phone.take_place(code)
    join(night.server.url, code, *NAMES[1:])
    organizer.act(code, "start")
    phone.open(code)
    page = phone.page
    values = page.locator(".side.is-you .counter [data-part=value]")
    expect(values).to_have_text(["30", "0"])
    life, poison = ((box := box_of(value))["x"] + box["width"] / 2 for value in values.all())
    assert abs(life - poison) < 2
    page.locator(".side.is-you").get_by_role("button", name="five more than 0").click()
    expect(values).to_have_text(["30", "5"])
    assert (small_targets(page), width_of_content(page)) == ([], 360)
