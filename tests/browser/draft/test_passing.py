"""A pack leaves and the next one comes: what is seen in each frame of it."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.draft_actions import sit_down
from tests.browser.page_actions import Phone, box_of, resize
from tests.clients.views import pass_is

pytestmark = [pytest.mark.browser, pytest.mark.motion]

RECORD = """() => {
    const isSeen = (node) => {
        const { left, right, top, bottom, width, height } = node.getBoundingClientRect();
        let opacity = 1;
        for (let each = node; each; each = each.parentElement) opacity *= Number(getComputedStyle(each).opacity);
        const isInside = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
        return isInside && width > 8 && height > 8 && opacity > 0.1 && !isTurnedAway(node);
    };
    // A sleeve without a card is seen from its back alone.
    const isTurnedAway = (node) => {
        if (!node.matches(".flyer") || node.querySelector(".flyer__face")) return false;
        return new DOMMatrix(getComputedStyle(node.firstElementChild).transform).m11 >= 0;
    };
    const part = (name) => document.querySelector(`[data-part=${name}]`);
    window.frames_seen = [];
    const record = () => {
        const cards = [...document.querySelectorAll(".pack__place .card, .flyer, .waiting__pile .sleeve")];
        window.frames_seen.push({
            cards: cards.filter(isSeen).length,
            pass: part("where-pass").textContent,
            pack: part("pack").matches("[aria-busy]") ? "coming" : part("pack").dataset.count,
            isGold: part("confirm").getAttribute("aria-disabled") === "false",
        });
        requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
}"""

# A phone that has much to do: most of a pass goes by between two of its frames.
SLOW_FRAMES = """() => {
    const pack = document.querySelector("[data-part=pack]");
    const wait = () => {
        const until = performance.now() + (pack.matches("[aria-busy]") ? 300 : 0);
        while (performance.now() < until);
        requestAnimationFrame(wait);
    };
    requestAnimationFrame(wait);
}"""

LAST_MOMENTS = """() => {
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2].map(Math.round);
    window.landings = [];
    new MutationObserver((changes) => {
        const added = changes.flatMap((change) => [...change.addedNodes]);
        const look = () => added.filter((node) => node.classList?.contains("flyer")).forEach((flyer) => {
            const ways = [flyer, flyer.firstElementChild].flatMap((node) => node.getAnimations());
            const times = ways.map((way) => way.currentTime);
            for (const way of ways) way.currentTime = way.effect.getTiming().duration - 0.01;
            window.landings.push({
                isChosen: flyer.classList.contains("is-to-pile"),
                at: middle(flyer.getBoundingClientRect()),
                isTurned: new DOMMatrix(getComputedStyle(flyer.firstElementChild).transform).m11 < 0,
            });
            ways.forEach((way, index) => (way.currentTime = times[index]));
        });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(look))); // they lie still for a frame
    }).observe(document.body, { childList: true, subtree: true });
}"""

MOVES_ON = """() => new Promise((done) => {
    const rest = document.querySelector("[data-for=draft] .ring__rest");
    const seen = new Set();
    let moving = 0;
    const look = () => {
        moving += rest.getAnimations().length;
        seen.add(getComputedStyle(rest).strokeDasharray);
        seen.size > 3 ? done(moving) : requestAnimationFrame(look);
    };
    look();
})"""


def practice(night, **device: object) -> Phone:
    phone = night.phone("You", **device)
    phone.begin_practice()
    expect(phone.page.locator("[data-sealed]")).to_have_count(0)  # the first pack of a practice is opened
    return phone


def frames_of(page: Page) -> list[dict]:
    frames = page.evaluate("window.frames_seen")
    assert len(frames) > 3
    return frames


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_no_frame_of_a_pass_is_without_cards(night):
    phone = practice(night)
    phone.page.evaluate(RECORD)
    phone.page.evaluate(SLOW_FRAMES)
    for cards in (5, 3, 2):
        phone.take(cards)
    phone.sees_pack(5)
    assert [frame for frame in frames_of(phone.page) if not frame["cards"]] == []


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_fighter_who_waits_sees_the_rest_squared_and_what_each_seat_holds_and_no_frame_is_without_cards(night, lines):
    organizer = night.organizer()
    code = organizer.new_event()
    early = night.phone("Aichi")
    early.take_place(code)
    [late] = sit_down(lines, night.server.url, code, "Kamui")
    organizer.act(code, "start")
    early.open(code)
    early.sees_pack(5)
    early.page.evaluate(RECORD)
    early.take(5)
    expect(early.page.get_by_text("Waiting for Kamui")).to_be_visible()
    rest_is_squared_and_face_down(early)
    mark_of_a_sleeve_points_in_no_direction(early)
    expect(early.part("orbit").locator(".orbit__seat")).to_have_text(["3You", "5Kamui"])
    late.play(pass_is(1, 2))
    early.sees_pack(3)
    assert [frame for frame in frames_of(early.page) if not frame["cards"]] == []


def rest_is_squared_and_face_down(early: Phone) -> None:
    expect(early.part("waiting-pile").locator(".sleeve")).to_have_count(3)
    expect(early.page.locator(".flyer")).to_have_count(0)
    expect(early.part("pile-count")).to_have_text("2")


def mark_of_a_sleeve_points_in_no_direction(early: Phone) -> None:
    expect(early.part("waiting-pile").locator(".sleeve use")).to_have_count(3)
    marks = early.page.locator(".sleeve use").evaluate_all("(all) => all.map((use) => use.getAttribute('href'))")
    assert set(marks) == {"#i-cards"}


def test_a_touch_skips_what_moves(night):
    phone = practice(night)
    phone.choose()
    slow = phone.page.context.new_cdp_session(phone.page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": 0.001})
    phone.place()
    expect(phone.page.locator(".pack[data-count='3'][aria-busy]")).to_be_visible()
    phone.page.locator(".draft__table").click()
    phone.sees_pack(3)
    expect(phone.page.locator(".flyer")).to_have_count(0)


CARDS_IN_EACH_FRAME = """() => {
    window.frames_seen = [];
    const record = () => {
        window.frames_seen.push(document.querySelectorAll(".pack .card").length);
        requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
}"""


def test_the_cards_of_the_next_pack_are_drawn_a_few_in_a_frame(night):
    phone = night.phone("You")
    phone.begin_practice(14, format="magic-draft")
    phone.page.evaluate(CARDS_IN_EACH_FRAME)
    phone.take(14)
    phone.sees_pack(13)
    frames = frames_of(phone.page)
    assert max(after - before for before, after in pairwise(frames)) == 2
    assert len(phone.names()) == 13


CONTAINERS_OF_CARDS = """() => [...document.querySelectorAll("[data-for=draft] *")]
    .filter((node) => node.matches(".card") || node.querySelector(".card"))
    .filter((node) => getComputedStyle(node).containerType !== "normal")
    .map((node) => node.className)"""


def test_in_a_pass_head_and_pack_change_together_and_the_chosen_cards_land_on_the_pile_under_a_dull_button(night):
    phone = practice(night)
    no_button_flashes_in_the_blue_of_the_browser(phone)
    phone.choose()
    nothing_of_the_room_that_holds_cards_is_a_container_for_queries(phone)
    phone.page.evaluate(LAST_MOMENTS)
    phone.page.evaluate(RECORD)
    phone.place()
    phone.sees_pack(3)
    phone.page.evaluate("() => new Promise(requestAnimationFrame)")
    head_and_pack_changed_together(phone)
    button_was_not_golden_again(phone)
    chosen_cards_turned_over_and_landed_on_the_pile(phone)


def no_button_flashes_in_the_blue_of_the_browser(phone: Phone) -> None:
    colours = phone.page.locator("button").evaluate_all(
        "(all) => all.map((node) => getComputedStyle(node).webkitTapHighlightColor)"
    )
    assert set(colours) == {"rgba(0, 0, 0, 0)"}


def nothing_of_the_room_that_holds_cards_is_a_container_for_queries(phone: Phone) -> None:
    for width, height in ((844, 390), (1280, 800), (390, 844)):
        resize(phone.page, width, height)
        assert phone.page.evaluate(CONTAINERS_OF_CARDS) == []


def head_and_pack_changed_together(phone: Phone) -> None:
    steps = {(frame["pack"] == "3", frame["pass"]) for frame in frames_of(phone.page)}
    assert steps == {(False, "Pass 1 of 4"), (True, "Pass 2 of 4")}


def button_was_not_golden_again(phone: Phone) -> None:
    golden = [frame["isGold"] for frame in frames_of(phone.page)]
    assert golden == sorted(golden, reverse=True)  # once it is pressed it is gold no more


def chosen_cards_turned_over_and_landed_on_the_pile(phone: Phone) -> None:
    box = box_of(phone.part("pile"))
    pile = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    landings = [each for each in phone.page.evaluate("window.landings") if each["isChosen"]]
    assert [each["isTurned"] for each in landings] == [True, True]
    assert [each["at"] for each in landings] == [[pytest.approx(side, abs=4) for side in pile]] * 2


def test_a_clock_moves_on_in_steps_and_keeps_no_phone_at_work_in_between(night):
    organizer = night.organizer()
    code = organizer.new_event(pace="standard")
    phone = night.phone("Aichi")
    phone.join(code)
    organizer.act(code, "add-bot")
    organizer.act(code, "start")
    phone.sees_pack(5)
    assert phone.page.evaluate(MOVES_ON) == 0
