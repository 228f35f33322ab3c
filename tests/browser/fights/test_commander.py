"""A night of Commander with a pod of four phones, from the setting to the last one left (M35, M36)."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.fight_actions import Fighter, act
from tests.browser.page_actions import box_of, boxes_of, resize, small_targets, width_of_content

pytestmark = pytest.mark.browser
NAMES = ("Ann", "Ben", "Cem", "Dan")


def tile(phone, name):
    return phone.page.locator(".pod-tile").filter(has_text=name)


def own(phone):
    return phone.page.locator(".side.is-you")


def life_of(phone, name):
    box = own(phone) if phone.name == name else tile(phone, name)
    return box.locator("[data-part=value]").first


COMMANDERS = dict(zip(NAMES, ("Toad King", "Ansira, Keeper of the Winter", "Moth of Ash", "Frog Queen"), strict=True))


def name_commander(phone, commander):
    """Name one on the page to which the phone leads, and come back to one's seat."""
    phone.page.get_by_role("link", name="Name your commander").click()
    phone.page.get_by_label("Name of the card").fill(commander)
    phone.page.get_by_role("button", name="Name this commander").click()
    expect(phone.page.get_by_role("link", name=f"Your commander: {commander}")).to_be_visible()


def begin_fights(organizer, code, phones):
    """Go on to the fights, whoever has named no commander."""
    act(organizer, code, "next-stage", **{"from": "building", "confirm": "next"})
    for phone in phones:
        expect(phone.board).to_be_visible()


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
    tv = night.display(code)
    for phone in phones[:3]:
        phone.page.goto(f"/events/{code}/")
        name_commander(phone, COMMANDERS[phone.name])
    expect(tv.get_by_role("main")).to_contain_text("Dan has not named a commander yet.")
    assert (small_targets(ann.page), width_of_content(ann.page), violations(ann.page)) == ([], 390, [])
    organizer.page.goto(f"/events/{code}/host/")
    panel = organizer.page.locator("#commanders")
    expect(panel).to_contain_text("3 of 4 named")
    panel.get_by_role("link", name="Name the commander of Dan").click()
    organizer.page.get_by_label("Name of the card").fill(COMMANDERS["Dan"])
    organizer.page.get_by_role("button", name="Name this commander").click()
    expect(panel).to_contain_text("4 of 4 named")
    expect(tv.get_by_role("main")).to_contain_text("Everyone has named a commander.")
    for name in NAMES:
        expect(tv.locator(".tv-person", has_text=name)).to_contain_text(COMMANDERS[name])
    expect(ann.page.locator("[data-part=commander-names]")).to_contain_text(COMMANDERS["Dan"])
    dan.page.goto(f"/events/{code}/")
    organizer.page.get_by_role("button", name="Start the fights").click()
    for phone in phones:
        expect(phone.board).to_be_visible()
        expect(phone.page.locator(".pod-tile")).to_have_count(3)
        expect(own(phone)).to_contain_text(COMMANDERS[phone.name])
        expect(phone.page.locator(".views button:visible")).to_have_count(0)  # there is no deck to switch to
        for other in set(NAMES) - {phone.name}:
            expect(tile(phone, other)).to_contain_text(COMMANDERS[other])
    order = ["Ann", *ann.page.locator(".pod-tile [data-part=name]").all_inner_texts()]
    after = {name: [*order[place + 1 :], *order[:place]] for place, name in enumerate(order)}
    for phone in phones:  # all others in the order of the table
        expect(phone.page.locator(".pod-tile [data-part=name]")).to_have_text(after[phone.name])
    expect(tv.locator(".tv-fight__side")).to_have_count(4)
    for name in NAMES:
        expect(tv.locator(".tv-fight__side", has_text=name)).to_contain_text(COMMANDERS[name])

    own(ann).locator(".pair").filter(has_text="Ben").click()
    by_ben = own(ann).locator(".pairs__counter")
    expect(own(ann).locator("[data-counter=poison] [data-part=more-five]")).to_be_hidden()
    by_ben.locator("[data-part=more-five]").click()
    by_ben.locator("[data-part=more]").click()
    expect(by_ben.locator("[data-part=value]")).to_have_text("6")
    expect(by_ben).to_contain_text(f"From Ben’s {COMMANDERS['Ben']}, loses at 21")
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
    expect(cem.part("spoken")).to_have_text("You have lost this game. Pressed by mistake? Undo it.")
    expect(ann.part("spoken")).to_have_text("Cem has lost this game. Pressed by mistake? Undo it.")
    own(dan).locator("[data-part=less]").first.click()
    expect(cem.part("outcome-more")).to_have_text("")  # an undo would take that back
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
    assert box_of(ben.outcome)["y"] < box_of(ben.page.locator(".fight__them"))["y"]  # the outcome is first
    expect(tv.get_by_role("main")).to_contain_text("Champion")
    expect(ann.standing("Ann")).to_contain_text("3 points")
    expect(ann.standing("Ann")).to_contain_text(COMMANDERS["Ann"])


TURNED = {"near": "none", "left": "90deg", "far": "180deg", "right": "-90deg"}
"""How far the quarters at each edge of a device are turned, those at it read them."""


def test_M22_M36_the_first_player_is_still_chosen_on_phones_after_a_fighter_has_conceded(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-own", fight_form="commander", table_size="3", fight_minutes="0")
    phones = [Fighter(night.screen(390, 844), name) for name in NAMES[:3]]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    for phone in phones:
        phone.page.goto(f"/events/{code}/")
    begin_fights(organizer, code, phones)
    for phone in phones:
        expect(phone.part("match-start")).to_be_visible()
    chooser = next(phone for phone in phones if phone.part("choice").is_visible())
    gone, other = (phone for phone in phones if phone is not chooser)
    concede(gone)
    expect(gone.part("match-start")).to_be_hidden()
    expect(tile(chooser, gone.name)).to_contain_text("out")
    expect(chooser.part("choice-others").get_by_role("button")).to_have_text([other.name])
    chooser.press_button(other.name)
    expect(other.part("chooser")).to_have_text("You go first")


def around(tablet):
    """Return the names at each edge of a device in the middle of the table."""
    return {edge: tablet.locator(f"#quarters [data-part={edge}] .quarter__name").all_inner_texts() for edge in TURNED}


def degrees_of(tablet, edge):
    quarter = tablet.locator(f"#quarters [data-part={edge}] .quarter").first
    return quarter.evaluate("node => getComputedStyle(node).rotate")


def until_turn_of(tablet, name):
    turn = tablet.locator("[data-part=quarters-turn]")
    for _ in NAMES:
        words = turn.inner_text()
        if name in words:
            return
        tablet.locator("#quarters").get_by_role("button", name="Next turn").click()
        expect(turn).not_to_have_text(words)
    raise AssertionError(f"no turn of {name}")


def leave_phenomena(tablet, most=2):
    """Go on to a plane: a phenomenon may have come, or two of them."""
    plane, leave = tablet.locator(".quarters__plane"), tablet.locator("#quarters [data-part=leave]")
    for _ in range(most):
        if leave.is_visible():
            name = plane.inner_text()
            leave.click()
            expect(plane).not_to_have_text(name)


def quarter(tablet, name):
    return tablet.locator(".quarter").filter(has_text=name)


def test_M36_M39_a_pod_on_planes_is_played_to_the_end_around_a_tablet_in_the_middle_of_the_table(night):
    organizer = night.organizer()
    fields = {"format": "magic-own", "fight_form": "commander", "table_size": "4", "planes": "shared"}
    code = organizer.new_event(**fields, fight_minutes="0")
    phones = [Fighter(night.screen(820, 1180), "Ann"), *(Fighter(night.screen(390, 844), name) for name in NAMES[1:])]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    for phone in phones:
        phone.page.goto(f"/events/{code}/")
    name_commander(phones[0], COMMANDERS["Ann"])
    begin_fights(organizer, code, phones)
    tv = night.display(code)
    expect(tv.locator(".tv-fight__side")).to_have_count(4)
    expect(tv.locator(".tv-plane__turn")).to_be_in_viewport(ratio=1)
    plane = box_of(tv.locator(".tv-plane"))
    between = min(side["y"] for side in boxes_of(tv.locator(".tv-fight__side"))) - plane["y"] - plane["height"]
    assert between == pytest.approx(28, abs=1)  # 2.6 parts of a hundred of its height
    tablet = phones[0].page
    order = ["Ann", *tablet.locator(".pod-tile [data-part=name]").all_inner_texts()]
    ben = phones[1].page
    life = box_of(ben.locator(".side.is-you [data-part=less]").first)
    assert life["y"] + life["height"] < box_of(ben.locator("[data-part=outcome]"))["y"]  # before the plane
    name = ben.locator(".plane__name").inner_text()
    for phone in phones:
        expect(phone.page.locator(".course__name")).to_have_text(re.compile("Your turn|’s turn"))
    first = next(phone for phone in phones if phone.page.locator(".course.is-mine").count())
    first.page.locator(".course__more summary").click()
    first.page.get_by_role("button", name="We rolled: planeswalk").click()
    expect(ben.locator(".plane__name")).not_to_have_text(name)

    tablet.get_by_role("button", name="This device lies in the middle of the table").click()
    expect(tablet.locator(".quarters__plane")).to_have_text(ben.locator(".plane__name").inner_text())
    assert around(tablet) == {"near": ["Ann"], "left": order[1:2], "far": order[2:3], "right": order[3:]}  # clockwise
    assert {edge: degrees_of(tablet, edge) for edge in TURNED} == TURNED
    expect(quarter(tablet, "Ann")).to_contain_text(COMMANDERS["Ann"])
    tablet.get_by_role("button", name="All around the device").click()
    expect(tablet.locator("[data-part=far] .quarter__name")).to_have_text(order[2:])
    assert around(tablet) == {"near": [order[1], "Ann"], "left": [], "far": order[2:], "right": []}
    tablet.get_by_role("button", name="All around the device").click()
    expect(tablet.locator("[data-part=far] .quarter__name")).to_have_text(order[2:3])
    quarter(tablet, order[1]).locator("[data-part=whole]").click()
    whole = tablet.locator("#pod-side")
    expect(whole).to_have_css("rotate", "90deg")
    whole.get_by_role("button", name="Close").click()
    quarter(tablet, "Cem").locator("[data-part=less-five]").click()
    quarter(tablet, "Cem").locator("[data-part=more]").click()
    expect(quarter(tablet, "Cem").locator("[data-part=value]")).to_have_text("36")
    expect(tile(phones[1], "Cem").locator("[data-part=value]")).to_have_text("36")
    assert (small_targets(tablet.locator("#quarters")), violations(tablet)) == ([], [])
    quarter(tablet, "Ben").locator("[data-part=whole]").click()
    whole.locator(".pair").filter(has_text="Dan").click()
    for _ in range(5):
        whole.locator(".pairs__counter [data-part=more-five]").click()
    whole.get_by_role("button", name="Close").click()
    expect(quarter(tablet, "Ben")).to_contain_text("25 by Dan")
    quarter(tablet, "Ben").get_by_role("button", name="Out of this game").click()
    expect(quarter(tablet, "Ben")).to_contain_text("out")
    expect(phones[1].outcome).to_contain_text("You are out of the game")
    tablet.locator("#quarters").get_by_role("button", name="Undo").click()
    expect(quarter(tablet, "Ben").get_by_role("button", name="Out of this game")).to_be_visible()
    quarter(tablet, "Ben").get_by_role("button", name="Out of this game").click()
    tablet.reload()  # it lies there still
    expect(quarter(tablet, "Ben")).to_contain_text("out")
    left = [name for name in order if name != "Ben"]
    for _ in range(3):
        turn = tablet.locator("[data-part=quarters-turn]").inner_text()
        tablet.locator("#quarters").get_by_role("button", name="Next turn").click()
        expect(tablet.locator("[data-part=quarters-turn]")).not_to_have_text(turn)
        assert any(name in tablet.locator("[data-part=quarters-turn]").inner_text() for name in left)
    organizer.act(code, "pause")
    expect(tablet.locator("[data-part=quarters-turn]")).to_have_text("The round is paused.")
    organizer.act(code, "resume")
    expect(tablet.locator("[data-part=quarters-turn]")).to_contain_text("’s turn")
    # The die is thrown in the middle too, in the turn of its fighter, and the plane can be read there.
    until_turn_of(tablet, "Ann")
    leave_phenomena(tablet)
    plane = tablet.locator(".quarters__plane")
    plane.click()
    expect(tablet.locator("#reader")).to_contain_text(plane.inner_text())
    tablet.keyboard.press("Escape")
    tablet.locator(".quarters__die").click()
    expect(tablet.locator("#quarters [data-part=rolled-words]")).to_contain_text("Ann rolled")
    for name in ("Cem", "Dan"):
        concede(phones[NAMES.index(name)])
    expect(tablet.locator("#quarters")).to_be_hidden()
    for phone in phones:
        expect(phone.outcome).to_contain_text("You won" if phone.name == "Ann" else "Ann won")


def test_names_of_one_long_word_are_whole_where_one_chooses_who_goes_first_and_leave_the_close_button_in_reach(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-own", fight_form="commander", table_size="4", fight_minutes="0")
    phones = [Fighter(night.screen(390, 844), f"Wolfeschlegelsteinhause{letter}") for letter in "abcd"]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    act(organizer, code, "next-stage", **{"from": "building", "confirm": "next"})
    for phone in phones:
        phone.open(code)
        expect(phone.part("chooser")).not_to_be_empty()
    page = next(phone.page for phone in phones if phone.part("choice-others").is_visible())
    for size in ((390, 844), (320, 568), (844, 390)):
        resize(page, *size)
        names = page.locator("[data-part=choice-others] button")
        assert names.evaluate_all("(all) => all.map((one) => one.scrollWidth - one.clientWidth)") == [0, 0, 0]
        assert width_of_content(page) == size[0]
    resize(page, 320, 568)
    page.locator(".pod-tile").first.click()
    page.locator("#pod-side").get_by_role("button", name="Close").click(timeout=5_000)
