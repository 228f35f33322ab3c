"""Planes and turns where all see them (M38-M40): rolled on phones, told on the big screen, kept to small screens."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.draft_actions import join
from tests.browser.fight_actions import act, start_fights
from tests.browser.page_actions import box_of, hidden_behind, post, resize, small_targets, width_of_content

pytestmark = pytest.mark.browser

ON_PLANES = {"format": "magic-own", "fights": "swiss", "best_of": "1", "planes": "shared"}


def fighting(night, **fields: str):
    """Lead two fighters into a fight on planes; return the phones, the one whose turn it is first, and the code."""
    organizer = night.organizer()
    code = organizer.new_event(**ON_PLANES | fields)
    phones = [night.phone(name) for name in ("Ann", "Ben")]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    for phone in phones:
        phone.page.goto(f"/events/{code}/")
        expect(phone.page.locator(".course__name")).to_have_text(re.compile("Your turn|’s turn"))
    ann_first = phones[0].page.locator(".course__name").inner_text() == "Your turn"
    first, second = (phone.page for phone in (phones if ann_first else reversed(phones)))
    return organizer, first, second, code


def test_M39_the_planar_die_is_rolled_on_the_phone_whose_turn_it_is_and_shown_on_all_screens(night):
    _, first, second, code = fighting(night)
    tv = night.display(code)
    expect(tv.locator(".tv-plane__name")).to_have_text(first.locator(".plane__name").inner_text())
    expect(tv.locator(".tv-plane__turn")).to_have_text(re.compile("(Ann|Ben)\u2069?’s turn"))
    expect(tv.locator(".tv-plane__rule")).to_contain_text("Whenever chaos ensues")
    expect(first.get_by_role("button", name=re.compile("Roll, free"))).to_be_enabled()
    expect(second.locator(".planar-die")).to_have_attribute("aria-disabled", "true")
    first.locator(".planar-die").click()
    rolled = re.compile("rolled: (planeswalk|chaos|nothing)")
    for page in (first, second):
        expect(page.locator("[data-part=roll-words]")).to_contain_text(re.compile(r"Roll, costs\s*1 generic"))
        expect(page.locator("[data-part=rolled-words]")).to_contain_text(rolled)
    expect(tv.locator(".tv-plane__rolled")).to_contain_text("rolled")
    assert violations(tv) == []
    name = first.locator(".plane__name").inner_text()
    first.locator(".course__more summary").click()
    first.get_by_role("button", name="We rolled: planeswalk").click()
    expect(second.locator("[data-part=rolled-words]")).to_contain_text("planeswalk")
    expect(second.locator(".plane__name")).not_to_have_text(name)
    first.locator("[data-part=undo]").click()
    expect(second.locator(".plane__name")).to_have_text(name)


def test_M31_M40_ones_own_counters_come_before_the_plane_a_turn_passes_on_any_phone_and_an_extra_turn_comes_first(
    night,
):
    _, first, second, _ = fighting(night)
    second.get_by_role("button", name="Next turn").click()
    expect(first.locator(".course__name")).to_have_text(re.compile("(Ann|Ben)\u2069?’s turn"))
    expect(second.locator(".course__name")).to_have_text("Your turn")
    expect(first.locator("[data-part=match-start]")).to_be_hidden()
    for height in (740, 844):
        resize(first, 390, height)
        first.evaluate("scrollTo(0, 0)")
        for place in (".fight__them .side", ".fight__you .side"):
            for counter in ("Life of", "Poison of"):
                expect(first.locator(place).get_by_role("group", name=counter)).to_be_in_viewport(ratio=1)
        assert box_of(first.locator(".fight__you"))["y"] < box_of(first.locator(".plane"))["y"]
    second.locator(".course__more summary").click()
    second.locator("[data-part=extra-turns] button").first.click()
    expect(first.locator("[data-part=turn-words]")).to_contain_text(re.compile("Turn 2 · then extra turns: (Ann|Ben)"))
    resize(first, 820, 1180)  # a tablet that lies between them
    for place in (".fight__them", ".plane", ".course__turn", ".fight__you .side"):
        expect(first.locator(place).first).to_be_in_viewport(ratio=0.8)


def test_M38_a_planar_deck_is_chosen_on_its_page_and_the_phone_says_how_many_cards_it_has(night):
    organizer = night.organizer()
    code = organizer.new_event(**ON_PLANES | {"planes": "own"})
    ann, ben = phones = [night.phone(name) for name in ("Ann", "Ben")]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    page = ann.page
    page.goto(f"/events/{code}/")
    page.get_by_role("link", name="Choose your planar deck, or have it dealt").click()
    offers = page.locator(".planar-offer")
    expect(offers).to_have_count(40)
    for width in (820, 360):
        resize(page, width, 844)
        assert (width_of_content(page) <= width, small_targets(page), violations(page)) == (True, [], []), width
        assert hidden_behind(page.locator(".planar-choice__bar"), page.locator(".planar-offer__box")) == []
    for place in range(9):
        offers.nth(place).click()
    page.get_by_role("button", name="Take this planar deck").click()
    expect(page.get_by_role("alert")).to_have_text("9 planes; at least 10.")
    expect(page.locator(".planar-offer__box:checked")).to_have_count(9)
    for place in range(9, 12):
        offers.nth(place).click()
    page.get_by_role("button", name="Take this planar deck").click()
    expect(page.get_by_text("This is your planar deck.")).to_be_visible()
    page.get_by_role("link", name="Back to your seat").click()
    expect(page.get_by_role("link", name="Your planar deck: 12 cards")).to_be_visible()
    ben.page.goto(f"/events/{code}/")
    expect(ben.page.get_by_role("link", name="Choose your planar deck, or have it dealt")).to_be_visible()
    post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": "building", "confirm": "next"})
    expect(page.locator(".course__name")).to_have_text(re.compile("Your turn|Ben\u2069?’s turn"))
    expect(page.locator("[data-part=planar-strip]")).to_be_hidden()
    expect(page.locator("[data-part=plane-words]")).to_contain_text(re.compile("(11|9) cards face down"))


def test_M39_planes_and_the_fold_with_the_own_die_and_extra_turns_keep_to_the_screen(night):
    _, first, _, _ = fighting(night)
    for width in (360, 390, 820, 1280):
        resize(first, width, 844)
        expect(first.locator(".plane__name")).to_be_visible()
        assert (width_of_content(first) <= width, small_targets(first.locator(".course"))) == (True, []), width
    fold, chaos = first.locator(".course__more"), first.get_by_role("button", name="We rolled: chaos")
    expect(chaos).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.get_by_role("button")).to_have_count(6)
    for width in (820, 360):
        resize(first, width, 844)
        assert (width_of_content(first) <= width, small_targets(fold), violations(first)) == (True, [], []), width
    chaos.click()
    expect(first.locator("[data-part=rolled-words]")).to_contain_text("rolled: chaos")
    name = first.locator(".plane__name").inner_text()
    first.get_by_role("button", name="Planeswalk without a roll").click()
    expect(first.locator(".plane__name")).not_to_have_text(name)
    expect(chaos).to_be_visible()


def test_M39_M40_the_panel_says_at_once_whose_turn_it_is_and_on_which_plane(night):
    organizer, first, second, code = fighting(night)
    organizer.open_panel(code)
    panel, plane = organizer.page, organizer.page.locator(".fight__plane")
    expect(panel.get_by_text(re.compile(r"Turn 1:\s+(Ann|Ben)"))).to_be_visible()
    expect(plane.locator("b").first).to_have_text(first.locator(".plane__name").inner_text())
    plane.locator("summary").click()
    expect(plane.get_by_text(re.compile("Controlled by \u2068?(Ann|Ben)"))).to_be_visible()
    second.get_by_role("button", name="Next turn").click()
    expect(panel.get_by_text(re.compile(r"Turn 2:\s+(Ann|Ben)"))).to_be_visible()
    before = second.locator(".plane__name").inner_text()
    second.locator(".course__more summary").click()
    second.get_by_role("button", name="Planeswalk without a roll").click()
    expect(second.locator(".plane__name")).not_to_have_text(before)
    expect(plane.locator("b").first).to_have_text(second.locator(".plane__name").inner_text())
    expect(plane.get_by_text(re.compile("Controlled by \u2068?(Ann|Ben)"))).to_be_visible()  # it stays open
    resize(panel, 360, 740)
    assert (width_of_content(panel), violations(panel)) == (360, [])


def test_M39_the_big_screen_shows_the_plane_of_each_of_many_fights(night):
    organizer = night.organizer()
    code = organizer.new_event(**ON_PLANES | {"planes": "own", "table_size": "12"})
    join(night.server.url, code, *(f"Fighter {number}" for number in range(6)))
    organizer.act(code, "start")
    post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": "building", "confirm": "next"})
    tv = night.display(code)
    names = tv.locator(".tv-plane__name")
    expect(names).to_have_count(3)
    for place in range(3):
        box, fight = box_of(names.nth(place)), box_of(tv.locator(".tv-fight").nth(place))
        assert fight["x"] <= box["x"]
        assert box["x"] + box["width"] <= fight["x"] + fight["width"]
        assert box["y"] + box["height"] <= fight["y"] + fight["height"]
    assert (width_of_content(tv) <= 1920, violations(tv)) == (True, [])


def test_M39_six_fights_on_planes_have_room_for_whose_turn_it_is(night):
    organizer = night.organizer()
    code = organizer.new_event(**ON_PLANES | {"table_size": "12"})
    for number in range(12):
        post(organizer.page, f"/events/{code}/host/add-guest/", name=f"Maximiliane-Henriette {number}")
    post(organizer.page, f"/events/{code}/host/start/", confirm="start")
    tv = night.display(code)
    turns = tv.locator(".tv-plane__turn")
    expect(turns).to_have_count(6)
    for place in range(6):
        turn, fight = box_of(turns.nth(place)), box_of(tv.locator(".tv-fight").nth(place))
        assert turn["y"] + turn["height"] <= fight["y"] + fight["height"]
        name = box_of(tv.locator(".tv-fight").nth(place).locator(".tv-fight__name").first)
        assert fight["y"] <= name["y"]


def test_M40_the_replay_of_a_draft_tells_the_turns_of_its_fights_in_a_fold(night):
    organizer, (ann, ben), code = start_fights(
        night, ("Ann", "Ben"), **ON_PLANES | {"format": "magic-draft", "card_set": "MAG01"}
    )
    first = ann if ann.page.locator(".course__name").inner_text() == "Your turn" else ben
    first.press_button("Next turn")
    expect(first.page.locator(".course__name")).to_have_text(re.compile("(Ann|Ben)\u2069?’s turn"))
    act(organizer, code, "finish", confirm="finish")
    page = organizer.page
    page.goto(f"/events/{code}/log/#f1")
    fold = page.locator(".replay-fight details")
    fold.get_by_text("Turns and planes").click()
    expect(fold.get_by_role("listitem")).to_have_text([re.compile("Turn 1: .*, on "), re.compile("Turn 2: .*, on ")])
