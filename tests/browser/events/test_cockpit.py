"""The panel as a cockpit: who needs the organizer, the ring of the tables, and what is always in reach."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.draft_actions import join, play_until, sit_down
from tests.browser.fight_night import FightNight
from tests.browser.page_actions import box_of, post, resize, small_targets, width_of_content
from tests.clients.views import pass_is, phase_is
from tests.programs import wait_until

pytestmark = pytest.mark.browser


def need(page, kind, words):
    """Return the line of the queue that says so."""
    return page.locator(f".need[data-need={kind}]").filter(has=page.get_by_role("heading", name=words))


def test_fighters_who_need_the_organizer_stand_in_one_queue_until_it_is_done(night):
    with ExitStack() as lines:
        organizer, aichi = night.organizer(), night.phone("Aichi")
        code = organizer.make_event(pace="relaxed")
        aichi.join(code)
        kamui, misaki = sit_down(lines, night.server.url, code, "Kamui", "مساكي النور")
        page, calm = organizer.page, organizer.page.get_by_text("All quiet.")
        aichi.say_ready()
        assert misaki.ready()["type"] == "ack"
        expect(page.locator(".not-ready")).to_have_text("Not ready: Kamui")
        expect(calm).to_be_hidden()  # in the lobby its place is the fighters'
        assert kamui.ready()["type"] == "ack"
        expect(page.locator(".not-ready")).to_have_text("All are ready")

        organizer.start()
        aichi.sees_pack(5)
        expect(page.locator(".ring .tv-chip__name")).to_have_count(3)
        expect(page.get_by_text("0 of 3 done")).to_be_visible()

        # The activity stands beside the tables where there is room.
        entries = page.locator("#entries")
        expect(entries.get_by_text("The draft started.")).to_be_visible()
        queue, ring, beside = (box_of(page.locator(part)) for part in (".queue", ".ring", "#entries"))
        assert beside["y"] > queue["y"] + queue["height"]
        assert beside["x"] > ring["x"] + ring["width"]
        resize(page, 820, 1180)
        expect(entries.get_by_text("The draft started.")).to_be_hidden()
        assert box_of(entries)["y"] > box_of(page.locator("#tables"))["y"]
        resize(page, 1280, 800)

        misaki.close()
        expect(need(page, "away", "is away")).to_contain_text(re.compile(r"Table 1, seat \d\s+away for 0:\d\d"))
        aichi.part("judge-button").click()
        dialog = aichi.page.get_by_role("dialog", name="Call a judge")
        dialog.get_by_label("Rules").check()
        dialog.get_by_role("button", name="Call", exact=True).click()
        expect(page.locator("#calls").get_by_role("heading", name="Aichi calls a judge")).to_be_visible()
        expect(page.locator(".queue__count")).to_have_text("2")
        headings = page.get_by_role("region", name="Needs attention").get_by_role("heading")
        expect(headings).to_have_text(
            [re.compile("Needs attention"), re.compile("calls a judge"), re.compile("is away")]
        )
        organizer.press("Answered")
        need(page, "away", "is away").get_by_role("button", name="Let a bot choose").click()
        expect(calm).to_be_visible()
        page.locator(".toast").get_by_role("button", name="Undo").click()
        expect(need(page, "away", "مساكي النور is away")).to_be_visible()
        assert (small_targets(page), width_of_content(page)) == ([], 1280)


def test_a_dispute_stands_in_the_queue_and_is_decided_there(night):
    with ExitStack() as lines:
        one = FightNight(night, lines, ("Aichi", "Kamui"))
        one.begin()
        one.open_panel()
        page = one.page
        expect(page.get_by_text("All quiet.")).to_be_visible()
        one.dispute("Aichi")
        queue = page.get_by_role("region", name="Needs attention")
        expect(queue.get_by_role("heading", name="don’t match")).to_be_visible()
        expect(queue.locator(".queue__count")).to_have_text("1")
        queue.get_by_role("button", name="Kamui won").click()
        expect(queue.get_by_text("All quiet.")).to_be_visible()
        way_on = page.get_by_role("link", name="Go to the end of the fights")
        expect(way_on).to_be_hidden()  # the round is in sight
        resize(page, 1280, 480)
        way_on.click()
        expect(way_on).to_be_hidden()
        expect(page).to_have_url(re.compile("#round$"))
        page.locator(".toast", has_text="The result is set.").get_by_role("button", name="Undo").click()
        expect(page.locator(".fight")).to_contain_text("fighting")


def test_space_stops_the_table_and_lets_it_go_on_but_not_while_one_types(night):
    organizer = night.organizer()
    code = organizer.new_event(pace="relaxed")
    join(night.server.url, code, "Aichi", "Kamui")
    organizer.act(code, "start")
    organizer.open_panel(code)
    page, paused = organizer.page, organizer.page.locator(".host-table").get_by_text("Paused")
    expect(page.locator(".host-bar__clock")).to_have_text(re.compile(r"^\d:\d\d|\d\d$"))
    page.locator("body").press("Space")
    expect(paused).to_be_visible()
    page.locator("body").press("Space")
    expect(paused).to_be_hidden()
    page.locator("body").press("+")
    expect(page.locator(".toast")).to_contain_text("30 seconds more")
    page.get_by_text("Stop the event").first.click()
    page.get_by_label(f"Type {code} to stop it").press("Space")
    expect(page.get_by_label(f"Type {code} to stop it")).to_have_value(" ")
    expect(paused).to_be_hidden()


def test_of_several_tables_one_is_large_and_any_can_be(night):
    organizer = night.organizer()
    code = organizer.new_event(pace="relaxed", table_size="2")
    organizer.act(code, "add-bot")
    join(night.server.url, code, "Aichi", "Kamui", "Misaki")  # so that at each table there is somebody
    organizer.act(code, "start")
    organizer.open_panel(code)
    page = organizer.page
    expect(page.locator(".ring")).to_have_count(2)
    expect(page.locator(".ring.is-large")).to_contain_text("Table 1")
    page.get_by_role("button", name="Show table 2 large").click()
    expect(page.locator(".ring.is-large")).to_contain_text("Table 2")
    post(page, f"/events/{code}/host/pause/", table="2")
    expect(page.locator(".ring.is-large")).to_contain_text("Paused")


WATCH = """() => {
    window.seen = { packs: 0, swept: 0 };
    const look = () => {
        const packs = [...document.querySelectorAll(".ring.is-large .belt-pack")];
        const moving = packs.filter((pack) => pack.getAnimations().length);
        window.seen.packs = Math.max(window.seen.packs, moving.length);
        window.seen.swept = Math.max(window.seen.swept, document.querySelectorAll(".ring.is-large .belt").length - 1);
        requestAnimationFrame(look);
    };
    look();
}"""


@pytest.mark.motion
def test_packs_lie_at_the_seats_go_along_the_belt_and_the_way_is_seen_to_turn(night):
    organizer = night.organizer()
    code = organizer.new_event()
    devices = join(night.server.url, code, "Aichi", "Kamui")
    organizer.act(code, "start")
    organizer.open_panel(code)
    page = organizer.page
    ring = page.locator(".ring.is-large")
    packs = ring.locator(".tv-chip__pack b")
    expect(packs).to_have_text(["5", "5"])
    expect(ring.locator(".tv-panel__direction")).to_have_text("pass left")
    expect(ring.locator(".tv-chip__pack").first.locator(".sleeve:visible")).to_have_count(3)
    page.evaluate(WATCH)
    play_until(devices, code, pass_is(1, 2))
    expect(packs).to_have_text(["3", "3"])
    page.wait_for_function("() => seen.packs === 2")
    expect(ring.locator(".belt-pack")).to_have_count(0)
    assert page.evaluate("seen.swept") == 0
    play_until(devices, code, phase_is("review"))
    organizer.press("End the review")
    expect(ring.locator(".tv-panel__direction")).to_have_text("pass right")
    page.wait_for_function("() => seen.swept === 1")
    expect(ring.locator(".belt")).to_have_count(1)
    expect(ring.locator(".belt")).to_have_attribute("data-direction", "right")


def test_names_in_the_ring_of_a_tablet_are_whole(night):
    organizer = night.organizer()
    code = organizer.new_event(table_size="9")
    names = ["Maximiliana-Alexandrova", "Bartholomew Featherstone", "مساكي النور الكبيرة", "Aichi"]
    join(night.server.url, code, *names)
    for action in (*["add-bot"] * 5, "start"):
        organizer.act(code, action)
    page = organizer.page
    resize(page, 820, 1180)
    organizer.open_panel(code)
    chips = page.locator(".ring .tv-chip__name")
    expect(chips).to_have_count(9)
    page.wait_for_function("() => [...document.querySelectorAll('.tv-chip__name')].every((one) => one.dataset.fitted)")
    for name in names:
        chip = chips.filter(has_text=name)
        lines, size = chip.evaluate("(node) => [node.dataset.lines, parseFloat(getComputedStyle(node).fontSize)]")
        assert (lines in ("1", "2"), size >= 12) == (True, True), (name, lines, size)


SMALLEST = """() => [...document.querySelectorAll(".ring")].map((ring) => {
    const isSeen = (one) => one.getBoundingClientRect().width > 2;
    const seen = (selector) => [...ring.querySelectorAll(selector)].filter(isSeen);
    const names = seen(".tv-chip__name").map((name) => parseFloat(getComputedStyle(name).fontSize));
    const marks = seen(".tv-chip__glyph, .tv-chip__state .icon").map((mark) => mark.getBoundingClientRect().width);
    return [names.length, Math.min(99, ...names) >= 10.9, Math.min(...marks) >= 10.9];
})"""


def test_a_ring_that_is_too_small_for_names_has_marks_that_can_be_read(night):
    organizer = night.organizer()
    code = organizer.new_event(table_size="9", fights="off")
    join(night.server.url, code, *(f"Wilhelmine Schrecken {number}" for number in range(18)))
    organizer.act(code, "start")
    page = organizer.page
    resize(page, 1280, 900)
    organizer.open_panel(code)
    expect(page.locator(".ring .is-unnamed")).to_have_count(1)
    wait_until(lambda: page.evaluate(SMALLEST) == [[9, True, True], [0, True, True]], "a name or a mark is too small")
    expect(page.get_by_label("Show table 2 large")).to_have_attribute("title", re.compile(r"Wilhelmine Schrecken \d"))
    resize(page, 390, 844)
    expect(page.locator(".ring.is-large .is-unnamed")).to_be_visible()
    fits = [[True, True], [True, True]]
    wait_until(lambda: [sizes for _, *sizes in page.evaluate(SMALLEST)] == fits, "a name or a mark is too small")


def test_the_decks_are_shown_as_soon_as_the_draft_is_over(night):
    organizer = night.organizer()
    code = organizer.new_event()
    devices = join(night.server.url, code, "Aichi", "Kamui")
    organizer.act(code, "start")
    organizer.open_panel(code)
    heroes = organizer.page.locator(".hero")
    expect(organizer.page.locator(".ring")).to_be_visible()
    expect(heroes).to_have_count(0)
    play_until(devices, code, phase_is("review"))
    organizer.press("End the review")
    play_until(devices, code, phase_is("building"))
    expect(heroes).to_have_count(2)
    expect(heroes.locator(".card").first).to_be_visible()
