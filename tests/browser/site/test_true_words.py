"""A phone says only what is so: without a line, after a time-out, with a bot, at the end."""

import re
from collections.abc import Sequence
from contextlib import ExitStack

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.draft_actions import play_on, play_until, sit_down, start_seen_by_one, take_turn
from tests.browser.page_actions import Organizer, Phone, box_of, lies_at, post, resize, start_draft
from tests.clients.views import owes, pass_is
from tests.clients.ws_client import WebSocketClient

pytestmark = pytest.mark.browser

UNTIL_THE_DEADLINE = re.compile(r"^Saved on this phone\. It counts if the connection is back in \d+ seconds?\. *$")
WITHIN_THE_GRACE = re.compile(r"^Time is up\. It still counts if the connection is back in [1-5] seconds?\. *$")
SAYS_TIME_IS_UP = "() => document.querySelector('[data-part=confirm]').textContent.startsWith('Time is up.')"
A_PASS = 40_000  # milliseconds: longer than a pass of a brisk draft takes
SOON, AT_ONCE = 12.0, 2.0  # seconds: time to choose without a line, and none to wait for
NO_LONGER_THAN_SOON = re.compile(r"^(1[0-2]|[0-9])$")


def notice(phone: Phone) -> Locator:
    return phone.part("notices").locator("[data-part=words]")


def call(phone: Phone) -> Locator:
    """Return the words that stand in the bar's place."""
    return phone.part("calls").locator("[data-part=words]")


def assert_above(upper: Locator, lower: Locator) -> None:
    """Fail if the lower one covers anything of the upper one."""
    above, below = box_of(upper), box_of(lower)
    assert above["y"] + above["height"] <= below["y"]


def cut_short(night, code: str, phones: Sequence[Phone]) -> None:
    """Let the pass end soon, and wait until these phones know."""
    night.server.cut_short(code, SOON)
    for phone in phones:
        expect(phone.digits).to_have_text(NO_LONGER_THAN_SOON)


def start_beside_a_line(night, lines: ExitStack) -> tuple[Organizer, Phone, WebSocketClient, str]:
    """Start a brisk draft of a fighter with a phone and of one who is there and has no screen."""
    organizer, phone = night.organizer(), night.phone("Aichi")
    code = organizer.new_event(pace="brisk")
    phone.join(code)
    [other] = sit_down(lines, night.server.url, code, "Kamui")
    organizer.act(code, "start")
    phone.sees_pack(5)
    other.wait_for(owes)
    return organizer, phone, other, code


def in_menu(organizer: Organizer, name: str, button: str) -> None:
    organizer.page.get_by_label(f"More about {name}").click()
    organizer.press(button)


# Without a line -----------------------------------------------------------------------------------------------------


def test_a_choice_kept_without_a_line_counts_within_the_grace_and_one_that_came_too_late_is_told(night):
    organizer, (aichi, kamui), code = start_draft(night, pace="relaxed")
    cut_short(night, code, (aichi, kamui))
    aichi.page.context.set_offline(True)
    expect(aichi.part("line")).to_have_text("Offline")
    aichi.choose()
    aichi.place()
    expect(aichi.part("confirm")).to_have_text(UNTIL_THE_DEADLINE)
    aichi.page.wait_for_function(SAYS_TIME_IS_UP, timeout=A_PASS)  # seen in the frame that says so: the grace is short
    expect(aichi.part("confirm")).to_have_text(WITHIN_THE_GRACE)
    aichi.page.context.set_offline(False)
    aichi.sees_pack(3)
    kamui.sees_pack(3)
    expect(notice(aichi)).to_have_count(0)

    # The other one has made no choice. The notice of it goes with the next choice, and does not come back.
    expect(notice(kamui)).to_have_text("Time ran out in pack 1, pass 1: the server chose for you.")
    kamui.take(3)
    expect(notice(kamui)).to_have_count(0)
    kamui.page.reload()
    expect(kamui.part("line")).to_have_text("Live")
    expect(kamui.part("strip")).to_be_visible()
    expect(notice(kamui)).to_have_count(0)

    # In the next pass the choice comes too late: that is told until it is dismissed.
    cut_short(night, code, (aichi,))
    aichi.page.context.set_offline(True)
    expect(aichi.part("line")).to_have_text("Offline")
    aichi.choose()
    aichi.place()
    expect(aichi.part("confirm")).to_have_text("Time is up. The server has chosen.", timeout=A_PASS)
    expect(kamui.pack).to_have_attribute("data-count", "2")
    organizer.act(code, "pause")  # a fighter away when a pass began has five seconds in it
    aichi.page.context.set_offline(False)
    expect(aichi.part("line")).to_have_text("Live")
    organizer.act(code, "resume")
    aichi.sees_pack(2)
    told = "Time ran out in pack 1, pass 2: the server chose for you."
    expect(notice(aichi)).to_have_text(told)
    lay = box_of(aichi.pack)
    aichi.page.reload()
    aichi.sees_pack(2)
    expect(notice(aichi)).to_have_text(told)
    lies_at(aichi.pack, lay)
    aichi.page.get_by_label("Dismiss").click()
    expect(notice(aichi)).to_have_count(0)
    lies_at(aichi.pack, lay)
    aichi.page.reload()
    aichi.sees_pack(2)
    expect(notice(aichi)).to_have_count(0)


# Timed out ----------------------------------------------------------------------------------------------------------


WATCH = """() => {
    const { pack, calls } = Object.fromEntries(
        ["pack", "calls"].map((name) => [name, document.querySelector(`[data-part=${name}]`)]));
    const look = () => {
        const { x, y, width, height } = pack.getBoundingClientRect();
        const box = JSON.stringify([pack.dataset.count, x, y, width, height]);
        (calls.children.length ? window.boxes.during : window.boxes.else).add(box);
        requestAnimationFrame(look);
    };
    window.boxes = { during: new Set(), else: new Set() };
    look();
}"""

# Two frames more, so that what stands now has been looked at once.
WATCHED = """async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    return [[...window.boxes.during], [...window.boxes.else]];
}"""


def test_a_fighter_who_timed_out_twice_is_told_and_one_tap_is_enough(night):
    with ExitStack() as lines:
        _, aichi, kamui, code = start_beside_a_line(night, lines)
        kamui.choose()
        night.server.cut_short(code, AT_ONCE)
        expect(aichi.pack).to_have_attribute("data-count", "3", timeout=A_PASS)
        kamui.play(pass_is(1, 2))
        kamui.choose()
        aichi.page.evaluate(WATCH)
        night.server.cut_short(code, AT_ONCE)
        expect(call(aichi)).to_have_text("You missed 2 passes in a row: 5 seconds a pass until you act", timeout=A_PASS)
    expect(aichi.part("calls").locator(".notice")).to_have_class("notice alert is-info")  # gold is the bar's own
    assert_above(aichi.pack, aichi.part("calls"))
    aichi.part("calls").get_by_role("button", name="I’m here").click()
    expect(call(aichi)).to_have_count(0)
    expect(notice(aichi)).to_have_text("Time ran out in 2 passes of pack 1: the server chose for you.")
    during, after = aichi.page.evaluate(WATCHED)
    assert [box for box in during if box not in after] == []


# Taken back ---------------------------------------------------------------------------------------------------------


AGAIN = "The organizer undid pack 1, pass 1. Choose again."


def take_back(organizer: Organizer, code: str) -> None:
    assert post(organizer.page, f"/events/{code}/host/undo/", table="1", confirm="undo").status == 302


def test_a_pack_given_back_is_told_once_where_it_is_seen_and_a_stopped_draft_says_how_far_it_came(night):
    organizer, (aichi, kamui), code = start_draft(night)
    for phone in (aichi, kamui):
        phone.take(5)
    for phone in (aichi, kamui):
        phone.sees_pack(3)
    resize(aichi.page, 320, 360)
    aichi.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(aichi.part("where-pass")).not_to_be_in_viewport()
    take_back(organizer, code)
    for phone in (aichi, kamui):
        phone.sees_pack(5)
        expect(notice(phone)).to_have_text(AGAIN)
        expect(notice(phone)).to_be_in_viewport(ratio=1)
        expect(phone.part("spoken")).to_have_text("Pack 1, pass 1: 5 cards.")
    kamui.take(5)  # and once more, when only one has chosen
    kamui.page.reload()
    expect(kamui.part("waiting-words")).to_be_visible()
    expect(notice(kamui)).to_have_count(0)
    take_back(organizer, code)
    kamui.sees_pack(5)
    expect(notice(kamui)).to_have_text(AGAIN)

    # Then the event is stopped: how far it came is said.
    resize(aichi.page, 390, 844)
    organizer.open_panel(code)
    aichi.take(5)
    organizer.page.locator("#stop summary").click()
    organizer.page.get_by_label(f"Type {code} to stop it").fill(code)
    organizer.press("Stop the event")
    expect(aichi.part("page-notices")).to_contain_text("The event was stopped in pack 1.")
    expect(aichi.part("deck-words")).to_have_text("2 cards, chosen before the event was stopped.")
    expect(kamui.part("deck-words")).to_have_text("The event was stopped before you had chosen a card.")
    expect(kamui.page.get_by_text("Print and files")).to_be_hidden()


def test_a_table_at_which_nobody_chose_says_why_and_its_pause_is_the_organizers_once_the_pass_is_taken_back(night):
    with ExitStack() as lines:
        organizer, phone, _, code = start_beside_a_line(night, lines)
        display = night.display(code)
        night.server.cut_short(code, AT_ONCE)
        expect(display.locator("[data-part=words]")).to_have_text("Time ran out before anyone chose.", timeout=A_PASS)
        words = "Time ran out before anyone chose, so the table is paused. The organizer has been called."
        expect(phone.part("paused-words")).to_have_text(words)
        phone.part("judge-button").click()
        judge = phone.page.get_by_role("dialog", name="Call a judge")
        expect(judge).to_be_visible()
        judge.get_by_label("Close").click()

        take_back(organizer, code)
        expect(phone.part("paused-again")).to_have_text(AGAIN)
        expect(phone.part("paused-words")).to_have_text(
            re.compile(r"^The organizer has stopped the clock\. \d+ seconds")
        )
        expect(phone.part("spoken")).to_have_text(f"{AGAIN} Pack 1, pass 1: 5 cards.")
        expect(notice(phone)).to_have_count(0)
        expect(display.locator("[data-part=words]")).to_have_text("The organizer has paused the draft.")
        organizer.act(code, "resume")
        expect(phone.part("paused-again")).to_be_hidden()
        expect(notice(phone)).to_have_count(0)


# The bar ------------------------------------------------------------------------------------------------------------

RECORD = """() => {
    const button = document.querySelector("[data-part=confirm]");
    const look = () => {
        const isGold = button.getAttribute("aria-disabled") === "false" && !button.classList.contains("is-done");
        const seen = `${button.textContent.trim().replaceAll(/\\s+/g, " ")}${isGold ? " gold" : ""}`;
        if (window.looks.at(-1) !== seen) window.looks.push(seen);
    };
    window.looks = [];
    const all = { attributes: true, childList: true, subtree: true, characterData: true };
    new MutationObserver(look).observe(button, all);
}"""


@pytest.mark.motion
def test_a_bar_that_is_done_is_not_gold_before_the_next_pack_and_is_the_reviews_however_late_that_is_drawn(night):
    _, aichi, [kamui], code = start_seen_by_one(night, "Kamui")
    take_turn(kamui, code)
    aichi.choose()
    aichi.page.evaluate(RECORD)
    aichi.place()
    expect(aichi.part("confirm")).to_have_text(re.compile("0/1"))
    looks = aichi.page.evaluate("window.looks")
    assert [look for look in looks if "gold" in look] == []
    assert looks[0] == "Sending …"
    assert "Placed face down" in looks

    # The last pass of the third pack is drawn so slowly that the review has begun meanwhile.
    play_on(night.server.url, code, [aichi], pass_is(3, 3), beside=[kamui])
    aichi.sees_pack(2)
    aichi.choose()
    slow = aichi.page.context.new_cdp_session(aichi.page)
    slow.send("Animation.enable")
    slow.send("Animation.setPlaybackRate", {"playbackRate": 0.1})
    aichi.place()
    take_turn(kamui, code)
    expect(aichi.part("where-review")).to_be_visible()
    slow.send("Animation.setPlaybackRate", {"playbackRate": 50})
    aichi.page.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished))")
    expect(aichi.part("confirm")).to_have_text(re.compile("^I have seen my cards *$"))
    expect(aichi.part("confirm")).to_have_attribute("aria-disabled", "false")
    expect(aichi.page.locator("#where")).to_be_focused()
    aichi.press(aichi.part("confirm"))
    expect(aichi.part("confirm")).to_have_text(re.compile("^Waiting for the others *$"))


def contrast(page: Page, part: str) -> float:
    return page.evaluate(
        """(part) => {
        const node = document.querySelector(`[data-part=${part}]`);
        const light = (colour) => {
            const [r, g, b] = colour.match(/[0-9.]+/g).map(Number)
                .map((value) => value / 255)
                .map((value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const own = getComputedStyle(node);
        const [high, low] = [own.color, getComputedStyle(node.closest("button")).backgroundColor]
            .map(light).sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05) * Number(own.opacity);
    }""",
        part,
    )


def test_the_bar_of_a_practice_can_be_read_stays_in_view_on_a_low_screen_and_calls_no_judge(night):
    phone, low = night.phone("You"), [(740, 360), (320, 640), (320, 480)]
    phone.begin_practice()
    expect(phone.part("judge-button")).to_be_hidden()
    for scheme in ("dark", "light"):
        phone.page.emulate_media(color_scheme=scheme)
        assert contrast(phone.page, "confirm-count") >= 4.5
    for width, height in low:
        resize(phone.page, width, height)
        expect(phone.part("confirm")).to_be_in_viewport(ratio=1)
        assert box_of(phone.part("bar"))["height"] <= 0.3 * height
    phone.choose()
    for width, height in low:
        resize(phone.page, width, height)
        expect(phone.part("confirm")).to_be_in_viewport(ratio=1)


# A bot, and the end -------------------------------------------------------------------------------------------------


def test_a_seat_that_a_bot_plays_is_told_so_and_is_the_fighters_again_after_an_undo_or_one_tap(night):
    organizer, aichi, [kamui], code = start_seen_by_one(night, "Kamui")
    organizer.open_panel(code)
    take_turn(kamui, code)
    expect(aichi.part("spoken")).to_have_text("Pack 1, pass 1: 5 cards.")
    in_menu(organizer, "Aichi", "Remove")
    expect(aichi.part("gone-title")).to_have_text("A bot has taken your seat")
    expect(aichi.part("spoken")).to_have_text("")
    expect(aichi.page).to_have_title("\u2068Friday draft\u2069 · Pass Left")
    organizer.press("Undo")
    expect(aichi.page.locator("[data-for=draft]")).to_be_visible(timeout=A_PASS)
    take_turn(kamui, code)
    aichi.take(2)

    take_turn(kamui, code)
    take_turn(kamui, code)  # and in the next pack the organizer lets a bot choose
    in_menu(organizer, "Aichi", "Let a bot choose")
    expect(call(aichi)).to_have_text("A bot chooses for you.")
    expect(aichi.part("confirm")).to_be_hidden()
    play_until([kamui], code, pass_is(2, 2))
    aichi.part("calls").get_by_role("button", name="I’m back").click()
    expect(call(aichi)).to_have_count(0)
    expect(notice(aichi)).to_have_text("The seat is yours again.")
    take_turn(kamui, code)
    aichi.take(2)


# The lobby ----------------------------------------------------------------------------------------------------------


def test_the_lobby_says_for_whom_it_waits_and_a_fighter_who_is_removed_is_told_the_truth(night):
    organizer = night.organizer()
    code = organizer.make_event()
    aichi, kamui = night.phone("Aichi"), night.phone("Kamui")
    aichi.page.clock.install()
    aichi.join(code)
    expect(aichi.part("lobby-words")).to_have_text("You are not ready yet.")
    aichi.say_ready()
    expect(aichi.part("lobby-words")).to_have_text("You are ready. It takes two people or more.")
    kamui.join(code)
    expect(aichi.part("lobby-words")).to_have_text("Waiting for Kamui.")
    kamui.say_ready()
    expect(aichi.part("lobby-words")).to_have_text("Everyone is ready. The organizer starts the event.")

    # A phone that is told so looks a few times whether it was undone.
    expect(aichi.part("line")).to_have_text("Live")
    in_menu(organizer, "Aichi", "Remove")
    expect(aichi.part("gone-words")).to_have_text("The organizer took you off the list. Ask them, or join again.")
    looks = []
    aichi.page.on("websocket", lambda socket: looks.append(socket.url))
    for count in range(1, 6):
        with aichi.page.expect_event("websocket"):
            aichi.page.clock.run_for(3_000)
        assert len(looks) >= count
    aichi.page.clock.run_for(5_000)
    looks.clear()
    aichi.page.clock.run_for(60_000)
    expect(aichi.part("gone-words")).to_have_text("The organizer took you off the list. Ask them, or join again.")
    assert looks == []
    aichi.page.get_by_role("link", name="Join again").click()
    expect(aichi.page.get_by_label("Nickname")).to_be_visible()

    # One that was not connected is led to the page that knows why.
    kamui.page.context.set_offline(True)
    expect(kamui.part("line")).to_have_text("Offline")
    in_menu(organizer, "Kamui", "Remove")
    told = organizer.page.locator(".toast", has_text="Kamui was removed.")
    expect(told.get_by_role("button", name="Undo")).to_be_visible()
    kamui.page.context.set_offline(False)
    expect(kamui.part("gone-title")).to_have_text("This device has no seat here any more")
    kamui.page.get_by_role("link", name="Join again").click()
    expect(kamui.page.get_by_text("The organizer took you off the list.")).to_be_visible()
