"""The organizer's panel while one fights: live where there are scripts, and whole where there are none."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.fight_night import FightNight
from tests.browser.page_actions import box_of, enlarge_letters, resize, small_targets, width_of_content

pytestmark = pytest.mark.browser
FOUR = ("Aichi", "Kamui", "Misaki", "Ren")


@pytest.fixture
def fights(night):
    """Make a night whose draft is over: `fights("Ann", "Ben", settings="best_of=3")`; in the end its sockets close."""
    with ExitStack() as lines:
        yield lambda *names, settings="", **device: FightNight(night, lines, names or FOUR, settings, **device)


@pytest.fixture
def fighting(fights):
    """The same in the first round of its fights, with the panel open."""

    def make(*names, **more):
        one = fights(*names, **more)
        one.begin()
        one.open_panel()
        return one

    return make


def fight(page, name):
    return page.locator(".fight", has_text=name)


def place(page, name):
    return page.locator(".standing", has_text=name)


BEYOND_ITS_FIGHT = """(buttons) => buttons.filter((button) =>
    button.getBoundingClientRect().right > button.closest(".fight").getBoundingClientRect().right
).map((button) => button.textContent)"""


def test_the_fights_begin_with_one_press_and_their_counts_and_results_are_seen_at_once(fights):
    one = fights()
    one.open_panel()
    page = one.page
    expect(page.locator(".button--primary:visible")).to_have_text(re.compile("Start the fights"))
    one.organizer.press("Start the fights")
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    expect(page.get_by_text("2 fights are open")).to_be_visible()
    expect(page.locator(".fight")).to_have_count(2)
    expect(page.locator("[data-part=clock].round__clock")).to_have_text(re.compile(r"^2[45]:\d\d$"))
    expect(page.get_by_role("button", name="Start the fights")).to_have_count(0)
    one.see_fights()

    # The round is paused and given more time from the bar.
    bar = page.get_by_role("group", name="The round")
    bar.get_by_role("button", name="Pause").click()
    expect(page.locator(".round").get_by_text("Paused")).to_be_visible()
    expect(page.locator(".button--primary:visible")).to_have_text(re.compile("Resume"))
    expect(bar.get_by_role("button", name="Pause")).to_be_hidden()
    clock = page.locator(".round__clock")
    expect(clock).to_have_text(re.compile(r"^2[45]:\d\d$"))
    stood = clock.text_content()
    page.get_by_role("button", name="5 min").click()
    minutes, seconds = stood.split(":")
    expect(clock).to_have_text(f"{int(minutes) + 5}:{seconds}")
    bar.get_by_role("button", name="Resume").click()
    expect(page.locator(".round").get_by_text("Paused")).to_be_hidden()

    # Every button stays within its fight on a wide screen.
    for width in (1280, 1440, 1920):
        resize(page, width, 900)
        assert page.locator(".fight .side button").evaluate_all(BEYOND_ITS_FIGHT) == [], width
    resize(page, 1280, 800)

    # A button keeps the focus while others fight on.
    button = page.get_by_role("button", name="Aichi won")
    button.focus()
    one.count("Aichi")
    expect(fight(page, "Aichi").locator(".counter b").filter(has_text="1")).to_have_count(1)
    expect(button).to_be_focused()

    # The nodes that the server drew are kept by the scripts.
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        window.drawn = [...document.querySelectorAll(".fight, .side, .counter, .pips i, .standing, .standings__group")];
        window.words = document.querySelector(".night").innerText;
    });""")
    page.reload()
    expect(page.locator(".host__line").get_by_text("Live")).to_be_visible()
    assert page.evaluate("window.drawn.filter((node) => !node.isConnected).map((node) => node.outerHTML)") == []
    assert page.evaluate("window.drawn.length") > len(FOUR) * 4
    drawn = [page.evaluate(words) for words in ("window.words", "document.querySelector('.night').innerText")]
    before, after = (re.sub(r"\d+:\d\d", "", words) for words in drawn)
    assert before == after

    other = one.opponent_of("Aichi")
    for _ in range(3):
        one.count("Aichi")
    expect(fight(page, "Aichi").locator(".counter.is-lost")).to_have_text(re.compile("4"))
    expect(fight(page, "Aichi")).to_contain_text("no result yet")
    one.enter(other)
    expect(fight(page, "Aichi")).to_contain_text("waits for Aichi to confirm")
    expect(fight(page, "Aichi")).to_contain_text(f"Entered by {other}")
    one.ask("Aichi", type="confirm")
    expect(fight(page, "Aichi").locator(".side.is-winner")).to_contain_text(other)
    expect(fight(page, "Aichi")).to_contain_text("Both agree.")
    expect(place(page, other).locator("[data-part=points]")).to_have_text("3")
    expect(page.get_by_text("1 fight is open")).to_be_visible()


def test_a_result_is_one_tap_and_opened_again_and_a_fighter_who_drops_out_is_taken_in_again(fighting):
    one = fighting()
    page = one.page
    one.organizer.press("Aichi won")
    expect(fight(page, "Aichi").locator(".side.is-winner")).to_contain_text("Aichi")
    expect(fight(page, "Aichi").get_by_role("button", name="Draw")).to_have_count(0)
    expect(place(page, "Aichi").locator("[data-part=rank]")).to_have_text("1")
    fight(page, "Aichi").get_by_role("button", name="Reopen").click()
    expect(fight(page, "Aichi")).to_contain_text("fighting")
    expect(place(page, "Aichi").locator("[data-part=points]")).to_have_text("0")
    fight(page, "Aichi").get_by_role("button", name="Draw").click()
    expect(fight(page, "Aichi")).to_contain_text("A draw.")
    fight(page, "Aichi").get_by_role("button", name="Reopen").click()
    expect(fight(page, "Aichi")).to_contain_text("fighting")

    other = one.opponent_of("Aichi")
    place(page, "Aichi").locator("summary").click()
    place(page, "Aichi").get_by_role("button", name="Drop out").click()
    expect(place(page, "Aichi")).to_contain_text("dropped out")
    expect(fight(page, "Aichi")).to_contain_text("Aichi dropped out.")
    expect(fight(page, "Aichi").locator(".side.is-winner")).to_contain_text(other)
    toast = page.locator(".toast", has_text="Aichi has dropped out of the fights.")
    toast.get_by_role("button", name="Undo").click()
    expect(fight(page, "Aichi")).to_contain_text("fighting")
    expect(page.locator(".standing .pill:visible")).to_have_count(0)


def test_both_lose_by_one_tap_and_the_end_of_the_fights_is_asked_for_and_taken_back(fighting):
    one = fighting()
    page = one.page
    fight(page, "Aichi").get_by_role("button", name="Both lose").click()
    expect(fight(page, "Aichi")).to_contain_text("Both have lost.")
    expect(place(page, "Aichi").locator("[data-part=lost]")).to_have_text("1")
    page.locator("#end-early summary").click()
    page.locator("#end-early button").click()
    expect(page.locator(".fights [data-part=ask-words]")).to_contain_text("Rounds 2, 3 have not been fought")
    page.locator(".fights [data-part=ask-yes]").click()
    expect(page.locator("#host")).to_have_attribute("data-scene", "finished")
    page.locator(".toast", has_text="The event is over.").get_by_role("button", name="Undo").click()
    expect(page.locator("#host")).to_have_attribute("data-scene", "fighting")
    expect(fight(page, "Aichi")).to_contain_text("Both have lost.")
    expect(page.locator(".fight[data-state=fighting]")).to_have_count(1)
    page.locator("#end-early summary").click()
    page.locator("#end-early button").click()
    page.locator(".fights [data-part=ask-yes]").click()
    expect(page.locator("#host")).to_have_attribute("data-scene", "finished")
    page.locator("#back-finished summary").click()
    page.locator("#back-finished button").click()
    expect(page.locator(".toast", has_text="Taken back: the fights go on.")).to_be_visible()
    assert page.locator(".toast", has_text="The event is over.").count() == 0  # it would offer to undo what is undone


def count_notes(page):
    """Count the tones that the page plays, on its body; a call is eight, two plucked notes and two deep ones."""
    page.evaluate("""() => {
        const { dataset } = document.body;
        const { createOscillator } = AudioContext.prototype;
        dataset.notes = 0;
        AudioContext.prototype.createOscillator = function () {
            dataset.notes = +dataset.notes + 1;
            return createOscillator.call(this);
        };
    }""")


def test_the_next_round_is_asked_about_in_place_and_a_dispute_in_it_rings_and_is_decided_where_it_rings(fighting):
    one = fighting()
    page = one.page
    question = page.get_by_role("alertdialog")
    page.get_by_role("button", name="Start round 2").click()
    expect(question).to_contain_text("2 fights are not over")
    expect(question).to_be_focused()
    page.get_by_role("button", name="Wait").click()
    expect(question).to_be_hidden()
    expect(page.get_by_role("button", name="Start round 2")).to_be_focused()
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    page.get_by_role("button", name="Start round 2").click()
    page.get_by_role("button", name="Continue anyway").click()
    expect(page.get_by_role("heading", name="Round 2 of 3")).to_be_visible()
    expect(question).to_be_hidden()
    expect(page.get_by_role("button", name="Start round 3")).to_be_visible()
    one.see_fights(2)

    expect(page.locator("[data-part=line]")).to_have_text("Live")
    count_notes(page)
    page.mouse.click(1, 1)
    last = page.locator(".fight").nth(1).locator(".side__name bdi").first.text_content()
    other = one.opponent_of(last)
    one.dispute(last)
    call = page.locator(".call")
    expect(call.get_by_role("heading")).to_contain_text("don’t match")
    expect(page).to_have_title(re.compile(r"^\(1\) Dispute! · "))
    expect(page.locator(".fight").first).to_contain_text(last)
    expect(page.locator("body")).to_have_attribute("data-notes", "8")
    call.get_by_role("button", name=f"{other} won").click()
    expect(page.locator(".call")).to_have_count(0)
    expect(fight(page, last).locator(".side.is-winner")).to_contain_text(other)
    page.get_by_text("Activity", exact=True).click()
    expect(page.get_by_text("reported different results.")).to_be_visible()
    expect(page.get_by_text(f"The organizer decided: {other} won")).to_be_visible()


def test_a_question_goes_when_what_it_asks_about_has_changed(fighting):
    one = fighting("Aichi", "Kamui", "Misaki")
    page = one.page
    page.get_by_role("button", name="Start round 2").click()
    expect(page.get_by_role("alertdialog")).to_contain_text("One fight is not over")
    fighters = page.locator(".fight[data-state=fighting] .side button[name=winner]")
    one.act("result", fight=page.locator(".fight[data-state=fighting]").get_attribute("data-fight"),
            winner=fighters.first.get_attribute("value"))  # fmt: skip
    expect(page.get_by_role("alertdialog")).to_be_hidden()
    expect(page.locator(".button--primary:visible")).to_have_text(re.compile("Start round 2"))
    one.organizer.press("Start round 2")
    expect(page.get_by_role("heading", name="Round 2 of 3")).to_be_visible()


def test_the_rule_that_separates_equal_points_is_told_on_a_tap(fighting):
    one = fighting()
    first = one.page.locator(".standing").first
    first.locator("summary").click()
    expect(first).not_to_contain_text("share this place")  # no fighter has one before the first result
    one.organizer.press("Draw")
    expect(first).to_contain_text("2 share this place: nothing separates them.")
    one.page.get_by_role("button", name=re.compile(" won$")).first.click()
    expect(first).to_contain_text("Points alone decide this place.")


def test_the_night_ends_with_its_champion(fighting):
    one = fighting("Aichi", "Kamui")
    page = one.page
    one.organizer.press("Kamui won")
    expect(page.locator(".button--primary:visible")).to_have_text(re.compile("End the fights"))
    one.organizer.press("End the fights")
    expect(page.get_by_role("heading", name="The event is over")).to_be_visible()
    expect(page.locator(".champion")).to_have_text(re.compile("Kamui"))
    expect(page.get_by_role("heading", name="First place")).to_be_visible()
    expect(page.locator(".fight")).to_have_count(0)
    expect(page.get_by_role("link", name="Standings for everybody")).to_have_attribute(
        "href", f"/events/{one.code}/standings/"
    )


def test_counts_made_without_a_line_stand_beside_the_number_until_they_are_sent(fighting):
    one = fighting("Aichi", "Kamui")
    page = one.page
    side = page.locator(".fight .side").filter(has_text="Aichi")
    value = side.locator("[data-part=value]")
    page.context.set_offline(True)
    expect(page.locator("[data-part=line]")).to_have_text("Offline")
    for _ in range(3):
        side.get_by_role("button", name="one more").click()
    expect(value).to_have_attribute("data-pending", "+3")
    expect(value).to_have_text("0")
    page.context.set_offline(False)
    expect(value).to_have_text("3")
    expect(value).not_to_have_attribute("data-pending", "+3")


def test_the_panel_of_the_fights_fits_a_phone_and_a_thumb_and_the_score_of_several_games_is_chosen(fighting):
    one = fighting("Maximiliana-Alexandrov24", "عبد الرحمن المقاتل", "Wilhelmina-von-Habsburg", settings="best_of=3")
    page = one.page
    page.get_by_role("button", name="Start round 2").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    for row in page.locator(".standing summary").all():
        row.click()
    for width in (320, 390):
        resize(page, width, 700)
        assert (width, width_of_content(page), small_targets(page)) == (width, width, [])

    page.get_by_role("button", name="Wait").click()
    number = page.locator(".fight[data-state=fighting]").get_attribute("data-fight")
    fought = page.locator(f".fight[data-fight='{number}']")
    first = fought.locator(".side__name bdi").first.text_content()
    fought.get_by_label("Games, upper : lower").select_option("2 : 1")
    fought.get_by_role("button", name="Set score").click()
    expect(fought.locator(".side.is-winner")).to_contain_text(first)
    expect(fought.locator(".side__score")).to_have_text(["2", "1"])


def test_a_night_of_fights_is_led_without_scripts(fighting):
    one = fighting("Aichi", "Kamui", java_script_enabled=False)
    page = one.page
    page.get_by_role("button", name="Pause").click()
    expect(page.locator(".round").get_by_text("Paused")).to_be_visible()
    page.get_by_role("button", name="End the fights").click()
    expect(page.get_by_role("heading", name="Not finished yet")).to_be_visible()
    expect(page.get_by_text("One fight is not over")).to_be_visible()
    page.get_by_role("link", name="Back to the panel").click()
    page.get_by_role("button", name="Aichi won").click()
    expect(page.locator(".side.is-winner")).to_contain_text("Aichi")
    page.get_by_role("button", name="Reopen").click()
    page.get_by_role("button", name="Draw").click()
    page.get_by_role("button", name="End the fights").click()
    expect(page.get_by_role("heading", name="The event is over")).to_be_visible()


def lies_within(part, whole):
    inner, outer = box_of(part), box_of(whole)
    return outer["x"] <= inner["x"] and inner["x"] + inner["width"] <= outer["x"] + outer["width"]


def test_long_names_and_large_letters_leave_all_of_the_panel_and_its_pages_on_a_small_phone(fighting):
    long = ("Donaudampfschifffahrtsge", "Maximiliana Wilhelmina")
    one = fighting(*long)
    page = one.page
    one.dispute(long[0])
    call = page.locator("#calls .call")
    expect(call.get_by_role("heading", name="don’t match")).to_be_visible()
    resize(page, 320, 568)
    assert width_of_content(page) == 320
    resize(page, 319, 568)  # a little narrower than letters of their usual size need
    enlarge_letters(page)
    assert width_of_content(page) == 319
    bar = page.locator(".host-bar")
    assert lies_within(bar.locator("[data-part=bar-clock]"), bar)
    for side in fight(page, long[0]).locator(".side").all():
        assert [lies_within(step, side) for step in side.locator(".counter__step").all()] == [True] * 2
    assert box_of(place(page, long[0]).locator(".standing__name"))["height"] < 6 * 24
    for address in ("fights", "connections"):
        page.goto(f"/events/{one.code}/host/{address}/")
        page.evaluate("() => document.querySelectorAll('details').forEach((one) => (one.open = true))")
        enlarge_letters(page)
        assert width_of_content(page) == 319, address
