"""The big screen: what it shows of the table is so, and can be read."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from drafts.rules.games.registry import DEFAULT_FORMAT, LARGEST_TABLE
from tests.browser.draft_actions import join, play_until, sit_down
from tests.browser.fight_actions import single_cards
from tests.browser.page_actions import Organizer, box_of, post, resize
from tests.browser.share_actions import lead_on
from tests.clients.device import Device
from tests.clients.views import pass_is, phase_is
from tests.clients.ws_client import WebSocketClient

pytestmark = pytest.mark.browser

NAMES = ("さくらの剣闘士ハヤテ", "أحمد الرحمن المقاتل", "Maximiliana-Alexandrine", "דניאל הלוחם")
LONG_TITLE = "The Great Harvest Festival Draft of 2026."
AWAY = re.compile(r"^away for \d:\d\d$")

SEEN_ARROWS = """() => {
    const boxes = [...document.querySelectorAll(".tv-seat__box, .fan:not([hidden]) .sleeve")]
        .map((one) => one.getBoundingClientRect());
    const middle = (node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2 };
    };
    const band = document.querySelector(".tv-table .belt__band ellipse").getBoundingClientRect();
    const turn = ({ x, y }) => Math.atan2(
        (y - band.y - band.height / 2) / band.height, (x - band.x - band.width / 2) / band.width);
    const isSeen = ({ x, y }) =>
        !boxes.some(({ left, right, top, bottom }) => left < x && x < right && top < y && y < bottom);
    const arrows = [...document.querySelectorAll(".tv-table .belt__arrow")].map(middle).filter(isSeen).map(turn);
    const seats = [...document.querySelectorAll(".fan")].map(middle).map(turn).sort((one, other) => one - other);
    return seats.map((from, index) => {
        const to = seats[index + 1] ?? seats[0] + 2 * Math.PI;
        return arrows.filter((each) => [each, each + 2 * Math.PI].some((one) => one > from && one < to)).length;
    });
}"""
AT_THE_TOP = """() => {
    const all = [...document.querySelectorAll(".tv-table .belt__arrow")].map(({ style }) =>
        ["--y", "--x", "--next-x"].map((name) => Number(style.getPropertyValue(name))));
    const [, x, next] = all.sort(([one], [other]) => one - other)[0];
    return next > x ? "to the right" : "to the left";
}"""
PLAY_STATES = """() => [...document.querySelectorAll(".tv-table .belt__arrow, .tv-panel__ring .belt__arrow")]
    .map((one) => getComputedStyle(one).animationPlayState)"""
OVERLAPS = """() => {
    const box = (selector) => [...document.querySelectorAll(selector)]
        .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
    const direction = box("[data-part=direction]")[0];
    return box(".tv-seat__box, .sleeve").filter((one) =>
        direction.left < one.right && direction.right > one.left &&
        direction.top < one.bottom && direction.bottom > one.top).length;
}"""
COVERED = """(moment) => {
    const words = document.createRange();
    words.selectNodeContents(moment.querySelector("[data-part=pass-words]"));
    const { left, right, top, bottom } = words.getBoundingClientRect();
    return [...moment.querySelectorAll(".tv-chip__box")].filter((chip) => {
        const box = chip.getBoundingClientRect();
        return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
    }).map((chip) => chip.textContent.trim());
}"""
CUT = """() => [...document.querySelectorAll(
    ".tv-seat__name, .tv-chip__name, .tv-sharer__name, .tv-turn__name, .tv-panel__words, .tv-person__name, " +
    ".tv-fight__name, .tv-names__name, .tv-standing__name, .tv-champion__name, .tv__title, .tv__words, .tv__more, " +
    "[data-part=share-name]")]
    .filter((one) => one.checkVisibility())
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight * 1.4)
    .map((one) => one.textContent)"""
CLIPPED = """() => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll(".tv-person__name, .tv-seat__name, .tv__words, .tv-champion__name")]
        .filter((one) => one.checkVisibility() && one.dataset.lines === "1")
        .filter((one) => {
            const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
            pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
            const { fontBoundingBoxAscent, actualBoundingBoxAscent } = pen.measureText(one.textContent);
            const words = document.createRange();
            words.selectNodeContents(one);
            const top = words.getBoundingClientRect().top + fontBoundingBoxAscent - actualBoundingBoxAscent;
            return top < one.getBoundingClientRect().top - 1;
        })
        .map((one) => one.textContent);
}"""
ROOM_AFTER = """(one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    const spacing = parseFloat(getComputedStyle(one).letterSpacing) || 0; // a part of the box, but not of the letter
    return one.getBoundingClientRect().right - words.getBoundingClientRect().right + spacing;
}"""
OUTSIDE = """() => [...document.querySelectorAll(".tv *")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest(".only-read, [data-part=way]"))
    .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const [x, y] = [innerWidth * 0.05 - 1, innerHeight * 0.05 - 1];
        return right > left && (left < x || right > innerWidth - x || top < y || bottom > innerHeight - y);
    })
    .map((one) => one.className)"""
RING = """() => {
    const { x, y, width, height } = document.querySelector(".tv-table").getBoundingClientRect();
    return [x, y, width, height];
}"""
LEFT_EDGES = """(people) => people.map((person) => ["name", "doing"].map((name) => {
    const words = document.createRange();
    words.selectNodeContents(person.querySelector(`[data-part=${name}]`));
    return Math.round(words.getBoundingClientRect().left);
}))"""
LOWEST = """() => Math.max(...[...document.querySelectorAll(".tv-person")].map((one) =>
    one.getBoundingClientRect().bottom)) - document.querySelector(".tv__foot").getBoundingClientRect().top"""
FREEZE = """() => new MutationObserver(() => document.getAnimations().forEach((one) => one.pause()))
    .observe(document.querySelector("[data-part=pass-moment]"), { attributes: true })"""
DRAWN = """async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}"""
A_TURN = 30_000  # milliseconds: longer than a page of the screen stays
SIZES = "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"


def start_table(night, seats: int, **event: str) -> tuple[Organizer, str]:
    """One fighter who chooses, and bots at all other seats, in a format that has as many."""
    organizer = night.organizer()
    if seats > DEFAULT_FORMAT.fighters[1]:
        event = {"format": "magic-draft", "card_set": "MAG01"} | event
    code = organizer.new_event(table_size=str(seats), **event)
    join(night.server.url, code, "Maximiliana-Alexandrine")
    for _ in range(seats - 1):
        organizer.act(code, "add-bot")
    organizer.act(code, "start")
    return organizer, code


def start_fights(night, names: tuple[str, ...], **event: str) -> tuple[Organizer, str, list[Device]]:
    """Fighters whose draft bots have played to its end, in the first round of their fights."""
    organizer = night.organizer()
    code = organizer.new_event(table_size=str(max(2, len(names))), **event)
    devices = join(night.server.url, code, *names)
    organizer.act(code, "start")
    for seat in range(len(names)):
        post(organizer.page, f"/events/{code}/host/seat-bot/", table="1", seat=str(seat))
    answer = post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": "building", "confirm": "next"})
    assert answer.status == 302
    return organizer, code, devices


def standings_of(organizer: Organizer, code: str) -> list[dict]:
    return organizer.page.context.request.get(f"/events/{code}/standings/standings.json").json()["standings"]


def decide(organizer: Organizer, code: str, fight: int, winner: str = "") -> None:
    """Decide a fight as the organizer: for this fighter, or for the one of the two who can have won it."""
    for fighter in [winner] if winner else [str(place["fighter"]) for place in standings_of(organizer, code)]:
        post(organizer.page, f"/events/{code}/host/result/", fight=str(fight), winner=fighter)


def say(device: Device, code: str, **message: object) -> None:
    """Send a message of a fighter, as their phone would."""
    with WebSocketClient(device, code) as client:
        assert client.ask(**message)["type"] == "ack"


def fight_of(display: Page, name: str):
    return display.locator(".tv-fight").filter(has_text=name)


def lie_still(display: Page) -> None:
    """Wait until the letters are there, all is drawn as it is now, and nothing moves."""
    display.evaluate("() => document.fonts.ready.then(() => true)")
    display.evaluate(DRAWN)
    # one that is cancelled meanwhile, as that of a clock, has ended too
    display.evaluate("() => Promise.allSettled(document.getAnimations().map((one) => one.finished)).then(() => true)")


def shown(display: Page) -> tuple[list, list]:
    """Return what is cut, and what is outside of the safe edge, once all lies still."""
    lie_still(display)
    return display.evaluate(CUT), display.evaluate(OUTSIDE)


def shown_to_the_right(page: Page) -> None:
    """Let a display see its table as it is in the second half."""

    def carry(page_side) -> None:
        server_side = page_side.connect_to_server()
        server_side.on_message(lambda frame: page_side.send(frame.replace('"direction":"left"', '"direction":"right"')))

    page.route_web_socket("**/ws/**", carry)


def seat_of(display: Page, name: str):
    return display.locator("[data-part=seats]").get_by_role("listitem").filter(has_text=name)


def words(display: Page):
    return display.locator("[data-part=words]")


def more(display: Page):
    return display.locator("[data-part=words-more]")


@pytest.mark.parametrize("seats", [2, 9, LARGEST_TABLE])
def test_between_all_neighbours_an_arrow_shows_the_way_in_both_directions(night, seats):
    _, code = start_table(night, seats)
    display = night.display(code)
    expect(seat_of(display, "Maximiliana")).to_have_attribute("data-turn", "choosing")
    lie_still(display)
    assert min(display.evaluate(SEEN_ARROWS)) > 0
    assert (display.evaluate(AT_THE_TOP), display.evaluate(OVERLAPS)) == ("to the right", 0)

    shown_to_the_right(display)
    display.reload()
    expect(display.locator("[data-part=direction-words]").first).to_have_text("pass right")
    lie_still(display)
    assert min(display.evaluate(SEEN_ARROWS)) > 0
    assert (display.evaluate(AT_THE_TOP), display.evaluate(OVERLAPS)) == ("to the left", 0)


def test_presence_and_turn_are_two_marks_of_a_seat_and_an_absence_counts_up(night, lines):
    organizer = night.organizer()
    code = organizer.new_event(pace="relaxed")
    _, kamui = sit_down(lines, night.server.url, code, "Aichi", "Kamui")
    organizer.act(code, "add-bot")
    display = night.display(code)
    kamui.close()
    person = display.locator("[data-part=lobby-people]").get_by_role("listitem").filter(has_text="Kamui")
    expect(person.locator("[data-part=doing]")).to_have_text(AWAY)
    organizer.act(code, "start")

    away = seat_of(display, "Kamui")
    expect(away.locator("[data-part=hurry] [data-part=word]")).to_have_text("5 s")
    expect(away.locator("[data-part=doing]")).to_have_text("done by time")
    expect(away.locator("[data-part=hurry]")).to_be_hidden()
    presence = away.locator("[data-part=presence] [data-part=word]")
    expect(presence).to_have_text(AWAY)
    expect(presence).not_to_have_text(presence.inner_text())
    expect(presence).to_have_text(AWAY)
    expect(words(display)).to_have_text("Waiting for Aichi.")
    expect(seat_of(display, "Aichi").locator("[data-part=presence]")).to_be_hidden()
    expect(seat_of(display, "Aichi")).to_have_attribute("data-presence", "here")
    expect(display.locator("[data-turn=bot] [data-part=doing]")).to_have_text("bot")


def test_a_call_for_a_judge_shows_at_its_seat_and_in_words(night, lines):
    organizer = night.organizer()
    code = organizer.new_event()
    [aichi] = sit_down(lines, night.server.url, code, "Aichi")
    organizer.act(code, "add-bot")
    organizer.act(code, "start")
    display = night.display(code)
    expect(more(display)).to_have_text("Aichi should hold 5 cards.")
    expect(seat_of(display, "Aichi").locator("[data-part=judge]")).to_be_hidden()
    assert aichi.ask(type="call_judge", reason="rules")["type"] == "ack"
    expect(seat_of(display, "Aichi").locator("[data-part=judge]")).to_be_visible()
    expect(more(display)).to_have_text("Aichi has called a judge.")
    assert display.locator("[data-part=judge]:not([hidden])").count() == 1


def test_a_pause_and_a_stop_say_so_and_a_table_without_a_clock_never_speaks_of_one(night):
    organizer, code = start_table(night, 3)
    display = night.display(code)
    expect(words(display)).to_have_text(re.compile("^Waiting for Maximiliana-Alexandrine"))
    organizer.act(code, "pause")
    expect(display.locator("[data-part=what]")).to_have_text("Paused")
    expect(words(display)).to_have_text("The organizer has paused the draft.")
    expect(more(display)).to_have_text("Choosing waits until it resumes.")
    assert "clock" not in display.locator("main").inner_text().lower()
    organizer.act(code, "resume")
    expect(words(display)).to_have_text(re.compile("^Waiting for Maximiliana-Alexandrine"))

    organizer.page.goto(f"/events/{code}/host/")
    organizer.page.get_by_text("Stop the event").first.click()
    organizer.page.get_by_label(f"Type {code} to stop it").fill(code)
    organizer.press("Stop the event")
    expect(display.get_by_role("heading", name="The event was stopped")).to_be_visible()
    expect(words(display)).to_have_text("The organizer has stopped the event.")
    expect(organizer.page.get_by_role("heading", name="The event was stopped")).to_be_visible()
    expect(organizer.page.get_by_role("timer")).to_have_count(0)
    assert organizer.page.get_by_text("choosing").filter(visible=True).count() == 0
    expect(more(display)).to_have_text("The draft had come to pack 1 of 6.")
    assert "Sleeve" not in display.locator("main").inner_text()
    people = display.locator("[data-part=ready-people] .tv-person")
    expect(people).to_have_count(3)
    edges = people.evaluate_all(LEFT_EDGES)
    assert [name for name, _ in edges] == [doing for _, doing in edges]  # under long names and short ones


def test_a_screen_whose_line_is_cut_says_so_until_it_is_up_again_or_its_event_is_deleted(night):
    organizer = night.organizer()
    code = organizer.new_event(table_size="2")
    organizer.act(code, "add-bot")
    join(night.server.url, code, "Aichi", "Kamui", "Misaki")  # so that at each table there is somebody
    organizer.act(code, "start")
    one, all_tables = night.display(code), night.display(code, "display/")
    expect(one.locator("[data-part=words]")).to_contain_text("Waiting for")
    expect(all_tables.locator(".tv-panel")).to_have_count(2)
    for screen in (one, all_tables):
        screen.context.set_offline(True)
    expect(one.locator("[data-part=words]")).to_have_text("This screen has lost its connection.")
    expect(one.locator("[data-part=words-more]")).to_have_text(
        "It comes back by itself. The screen may be out of date."
    )
    expect(all_tables.locator(".tv__head [data-part=line]")).to_contain_text("This screen has lost its connection.")
    expect(all_tables.locator(".tv-panel .wire:visible")).to_have_count(0)
    for screen in (one, all_tables):
        assert set(screen.evaluate(PLAY_STATES)) == {"paused"}
        screen.context.set_offline(False)
    expect(one.locator("[data-part=words]")).to_contain_text("Waiting for", timeout=20_000)
    expect(all_tables.locator(".tv.is-cut")).to_have_count(0, timeout=20_000)

    one.context.set_offline(True)
    expect(one.locator("[data-part=words]")).to_have_text("This screen has lost its connection.")
    post(organizer.page, f"/events/{code}/host/stop/", confirm=code)
    post(organizer.page, f"/events/{code}/delete/", confirm=code)
    one.context.set_offline(False)
    expect(one.locator("[data-part=words]")).to_have_text("This event or table no longer exists.", timeout=20_000)
    expect(one.locator("[data-for]:visible")).to_have_count(0)


def test_an_empty_lobby_says_how_to_join_and_the_code_leaves_at_the_start_and_beads_count_the_passes(night):
    organizer = night.organizer()
    code = organizer.new_event(table_size="2")
    display = night.display(code)
    expect(words(display)).to_have_text("Scan the code to take a place.")
    expect(more(display)).to_have_text("Seats are drawn at random at the start.")
    expect(display.get_by_text("sits down first")).to_have_count(0)

    devices = join(night.server.url, code, "Aichi", "Kamui")
    expect(display.get_by_text(code, exact=True)).to_be_visible()
    organizer.act(code, "start")
    expect(display.get_by_text(code, exact=True)).to_be_hidden()
    bead = display.locator("[data-part=beads] i")
    expect(bead).to_have_count(24)
    expect(display.locator("[data-part=beads] [data-direction=right] i")).to_have_count(12)
    expect(bead.first).to_have_attribute("data-when", "now")
    play_until(devices, code, pass_is(1, 2))
    expect(bead.nth(1)).to_have_attribute("data-when", "now")
    expect(bead.first).to_have_attribute("data-when", "past")


def test_a_pass_fills_the_screen_for_a_moment_and_says_what_one_holds_then(night):
    organizer = night.organizer()
    code = organizer.new_event(table_size="2")
    devices = join(night.server.url, code, *NAMES[:2])
    organizer.act(code, "start")
    display = night.display(code, reduced_motion="no-preference")
    moment = display.locator("[data-part=pass-moment]")
    expect(display.locator(".tv-seat__name").filter(has_text=NAMES[0])).to_be_visible()
    expect(moment).to_be_hidden()
    display.evaluate(FREEZE)
    play_until(devices, code, pass_is(1, 2))
    expect(moment).to_be_visible()
    expect(moment.locator("[data-part=pass-words]")).to_have_text("pass left")
    expect(moment.locator("[data-part=pass-more]")).to_have_text("then hold 3 cards")
    assert moment.locator(".tv-chip__name").all_inner_texts() == display.locator(".tv-seat__name").all_inner_texts()
    display.evaluate(DRAWN)
    assert display.evaluate(CUT) == []
    display.evaluate("() => document.getAnimations().forEach((one) => one.play())")
    expect(moment).to_be_hidden()


def test_no_name_lies_over_the_words_of_a_pass(night):
    names = (
        "Bartholomew Featherstone",
        "Wilhelmina Fotheringham",
        "Christabella Ravenscroft",
        "Maximiliana Winterborne",
    )
    organizer = night.organizer()
    code = organizer.new_event()
    devices = join(night.server.url, code, *names)
    organizer.act(code, "start")
    display = night.display(code, reduced_motion="no-preference")
    moment = display.locator("[data-part=pass-moment]")
    expect(display.locator(".tv-seat__name").filter(has_text=names[0])).to_be_visible()
    display.evaluate(FREEZE)
    play_until(devices, code, pass_is(1, 2))
    expect(moment).to_be_visible()
    expect(moment.locator("[data-part=pass-more]")).to_have_text("then hold 3 cards")
    display.evaluate("(middle) => document.getAnimations().forEach((one) => (one.currentTime = middle))", 750)
    display.evaluate(DRAWN)
    assert moment.evaluate(COVERED) == []


def test_several_tables_are_on_one_screen_and_change_their_scenes_by_themselves(night):
    organizer = night.organizer()
    code = organizer.new_event(table_size="2", fights="off")
    all_tables = night.display(code, "display/")
    expect(words(all_tables)).to_have_text("Scan the code to take a place.")
    aichi, _ = join(night.server.url, code, "Aichi", "WWWWWWWWWWWWWWWWWWWWWWWW")
    for _ in range(8):
        organizer.act(code, "add-bot")
    organizer.act(code, "start")
    expect(all_tables.locator("[data-part=below]")).to_have_text("5 tables · Six Banners at Dawn SMP01")
    sitting: dict[str, int] = {}
    for numbers in ([1, 2, 3], [4, 5]):
        titles = all_tables.locator("[data-part=panel-title]")
        expect(titles).to_have_text([f"Table {number}" for number in numbers])
        for number, panel in zip(numbers, all_tables.locator(".tv-panel").all(), strict=True):
            expect(panel.locator(".tv-chip__name")).to_have_count(2)
            rows = [panel.locator(f".tv-panel__{row}") for row in ("head", "ring", "words")]
            head, ring, said = map(box_of, rows)  # the dots below leave tables less room than four alone have
            assert head["y"] + head["height"] <= ring["y"]
            assert ring["y"] + ring["height"] <= said["y"]
            sitting |= dict.fromkeys(panel.locator(".tv-chip__name").all_inner_texts(), number)
        all_tables.keyboard.press("ArrowRight")
    assert len(sitting) == 10

    own = sitting["Aichi"]
    two = night.display(code, f"display/?tables={own},{own % 5 + 1}")
    panel = two.locator(".tv-panel")
    expect(panel).to_have_count(2)
    expect(panel.first.locator("[data-part=panel-words]")).to_have_text(re.compile("^Waiting for "))
    say(aichi, code, type="call_judge", reason="rules")
    expect(two.locator("[data-part=called-words]")).to_have_text(f"A judge is called to table {own}")
    expect(two.locator(".tv-panel.is-called")).to_have_count(1)
    expect(panel.first.locator("[data-part=panel-words]")).to_have_text("Aichi has called a judge.")
    assert shown(two) == ([], [])

    for name in ("Aichi", "WWWWWWWWWWWWWWWWWWWWWWWW"):
        for seat in ("0", "1"):
            post(organizer.page, f"/events/{code}/host/seat-bot/", table=str(sitting[name]), seat=seat)
    expect(panel.locator("[data-part=panel-what]:visible")).to_have_text(["Drafted"] * 2)
    post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": "building", "confirm": "next"})
    expect(panel.first.locator("[data-part=share]")).to_be_visible()
    assert shown(two) == ([], [])


def test_names_of_all_scripts_are_whole_large_and_within_the_safe_edge(night):
    organizer = night.organizer()
    code = organizer.new_event()
    join(night.server.url, code, *NAMES)
    display = night.display(code)
    expect(display.locator("[data-part=lobby-people] bdi[dir=auto]").filter(has_text=NAMES[-1])).to_be_visible()
    assert shown(display) == ([], [])
    assert display.evaluate(CLIPPED) == []
    organizer.act(code, "start")
    for name in NAMES:
        expect(display.locator("[data-part=seats] bdi[dir=auto]").filter(has_text=name)).to_be_visible()
    expect(words(display).locator("bdi[dir=auto]")).to_have_count(2)
    assert shown(display) == ([], [])
    assert display.evaluate(CLIPPED) == []
    assert min(display.locator(".tv-seat__name").evaluate_all(SIZES)) >= 39
    resize(display, 1280, 720)
    assert shown(display) == ([], [])


def test_lobby_and_end_of_the_largest_table_stay_within_the_safe_edge(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-draft", card_set="MAG01", table_size=str(LARGEST_TABLE))
    for _ in range(LARGEST_TABLE):
        organizer.act(code, "add-bot")
    display = night.display(code)
    expect(display.locator("[data-part=lobby-people] .tv-person:not(.is-free)")).to_have_count(LARGEST_TABLE)
    assert shown(display) == ([], [])
    organizer.act(code, "start")
    expect(display.locator("[data-part=ready-people] .tv-person:visible")).to_have_count(LARGEST_TABLE)
    assert shown(display) == ([], [])


def full_house(frame: str, fighters: int) -> str:
    """Return a state of the lobby with so many fighters in it."""
    state = json.loads(frame)
    if state["type"] == "state":
        seat = state["table"]["seats"][0]
        names = [f"{NAMES[number % 4][:20]} {number}" for number in range(fighters)]
        state["table"]["seats"] = [seat | {"seat": number, "name": name} for number, name in enumerate(names)]
    return json.dumps(state)


def test_a_lobby_of_many_stays_above_its_foot(night):
    organizer = night.organizer()
    code = organizer.new_event()
    organizer.act(code, "add-bot")
    display = night.screen(1920, 1080, reduced_motion="reduce")

    def carry(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        server_side.on_message(lambda frame: page_side.send(full_house(frame, fighters)))

    display.route_web_socket("**/ws/**", carry)
    for fighters in (13, 48, 128):
        display.goto(f"/events/{code}/display/")
        expect(display.locator(".tv-person")).to_have_count(fighters)
        assert shown(display) == ([], [])
        assert display.evaluate(LOWEST) <= 0


def test_a_long_title_moves_nothing(night):
    rings, display = [], night.screen(1920, 1080)
    for name in ("Friday", LONG_TITLE):
        _, code = start_table(night, 2, name=name)
        display.goto(f"/events/{code}/table/1/")
        expect(words(display)).to_have_text(re.compile("^Waiting for"))
        assert shown(display)[0] == []
        rings.append(display.evaluate(RING))
        expect(display.locator(".tv__below")).to_have_text("Table 1 · Six Banners at Dawn SMP01")
    assert rings[0] == rings[1]


def test_the_fights_of_a_round_are_shown_with_its_clock_and_their_counters(night):
    organizer, code, devices = start_fights(night, NAMES)
    numbers = {place["name"]: place["fighter"] for place in standings_of(organizer, code)}
    display = night.display(code)
    expect(display.locator("[data-part=round-words]")).to_have_text("Round 1 of 3")
    digits = display.locator("[data-part=round-digits]")
    expect(digits).to_have_text(re.compile(r"^2[45]:\d\d$"))
    assert min(digits.evaluate_all(SIZES)) > 150
    expect(display.locator(".tv-fight")).to_have_count(2)
    for name in NAMES:
        expect(display.locator(".tv-fight__name[dir=auto]").filter(has_text=name)).to_be_visible()
        expect(display.locator(".tv-standing__name[dir=auto]").filter(has_text=name)).to_be_visible()
    expect(words(display)).to_have_text("2 fights still going.")
    assert shown(display) == ([], [])

    own = fight_of(display, NAMES[0])
    fight = int(own.get_attribute("data-key"))
    say(devices[0], code, type="count", fight=fight, fighter=numbers[NAMES[0]], counter="damage", by=1)
    expect(own.locator(".tv-pips .is-full")).to_have_count(1)
    say(devices[0], code, type="count", fight=fight, fighter=numbers[NAMES[0]], counter="damage", by=3)
    expect(own.locator(".tv-pips .is-full")).to_have_count(4)
    expect(own.get_by_text("loses", exact=True)).to_be_visible()
    assert shown(display) == ([], [])


def test_fights_of_four_tables_take_turns_with_the_standings_and_names_are_large_and_whole(night):
    organizer = night.organizer()
    code = organizer.new_event(table_size="2", fights_across="table")
    names = ("Wilhelmine Schreckenberg", "Maximiliana-Alexandrova", "Bartholomew the Patient", "Владислав Сергеевич")
    join(night.server.url, code, *names, *(f"{name[:22]} 2" for name in names))
    organizer.act(code, "start")
    for seat in range(8):
        post(organizer.page, f"/events/{code}/host/seat-bot/", table=str(seat // 2 + 1), seat=str(seat % 2))
    post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": "building", "confirm": "next"})
    display = night.display(code, "display/")
    expect(display.locator(".tv-panel :is(.tv-fight__name, .tv-standing__name):visible")).to_have_count(8)
    lie_still(display)
    for _ in ("fights", "standings"):
        is_of_fights = display.locator(".tv-panel .tv-fight__name:visible").count()
        drawn = display.locator(f".tv-panel {'.tv-standing__name' if is_of_fights else '.tv-fight__name'}:visible")
        expect(drawn).to_have_count(8, timeout=A_TURN)  # just turned, so it stays
        lie_still(display)
        assert "broken" not in drawn.evaluate_all("all => all.map((one) => one.dataset.lines)")
        assert shown(display) == ([], [])
        assert min(drawn.evaluate_all(SIZES)) > 17


def test_fights_of_a_fifth_table_are_seen_when_the_page_turns_by_itself(night):
    organizer = night.organizer()
    code = organizer.new_event(table_size="2", fights_across="table")
    join(night.server.url, code, *(f"Fighter {number}" for number in range(10)))
    organizer.act(code, "start")
    for seat in range(10):
        post(organizer.page, f"/events/{code}/host/seat-bot/", table=str(seat // 2 + 1), seat=str(seat % 2))
    post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": "building", "confirm": "next"})
    display = night.display(code, "display/")
    expect(display.locator("[data-part=panel-title]")).to_have_text(["Table 4", "Table 5"], timeout=2 * A_TURN)
    for stage in display.locator(".tv-panel [data-part=stage]").all():
        expect(stage).to_have_css("opacity", "1", timeout=4_000)  # before its own pages turn


def test_a_paused_round_says_so_and_a_result_is_shown_as_soon_as_it_waits_for_the_other_side(night):
    organizer, code, devices = start_fights(night, ("Aichi", "Kamui"))
    display = night.display(code)
    expect(words(display)).to_have_text("1 fight still going.")
    organizer.act(code, "pause")
    expect(display.locator("[data-part=round-state]")).to_have_text("Paused")
    expect(words(display)).to_have_text("The organizer has paused the round.")
    organizer.act(code, "resume")
    expect(display.locator("[data-part=round-state]")).to_be_hidden()

    numbers = {place["name"]: place["fighter"] for place in standings_of(organizer, code)}
    fight = fight_of(display, "Aichi")
    expect(fight.get_by_text("goes first")).to_be_visible()
    is_first = fight.locator(".tv-fight__name").first.inner_text() == "Aichi"
    score = [int(is_first), int(not is_first)]
    say(devices[0], code, type="result", fight=1, winner=numbers["Aichi"], score=score)
    expect(fight.locator("[data-part=stand]")).to_have_text("waits for the other side")
    expect(more(display)).to_have_text("To confirm the result: Kamui.")
    say(devices[1], code, type="dispute", fight=1)
    expect(fight.locator("[data-part=stand]")).to_have_text("being checked")
    expect(more(display)).to_have_text("One result is being checked: the organizer or a judge decides.")


def test_when_all_results_are_in_the_standings_have_the_screen_and_in_the_end_the_champion(night):
    organizer, code, _ = start_fights(
        night, ("Maximiliana-Alexandrine", "عبد الرحمن المقاتل", "Misaki"), sharing="keep"
    )
    display = night.display(code)
    expect(display.get_by_text("has a bye")).to_be_visible()
    for number in (1, 2, 3):
        if number > 1:
            post(organizer.page, f"/events/{code}/host/next-round/", round=str(number))
        expect(display.locator("[data-part=round-words]")).to_have_text(f"Round {number} of 3")
        for fight in (2 * number - 1, 2 * number):
            best = max(standings_of(organizer, code), key=lambda place: place["name"] == "Maximiliana-Alexandrine")
            decide(organizer, code, fight, str(best["fighter"]))
            decide(organizer, code, fight)
        said = "All rounds are done." if number == 3 else f"Round {number + 1} begins soon."
        expect(words(display)).to_have_text(said)
        expect(display.locator(".tv-pairings")).to_be_hidden()
        expect(display.locator(".tv-standing")).to_have_count(3)
        expect(display.locator("[data-part=round-digits]")).to_be_hidden()
        if number < 3:  # then the champion takes its place
            when = display.locator("[data-part=standings-when]")
            expect(when).to_have_text(f"after round {number} of 3 · won–lost–drawn, points")
        assert shown(display) == ([], [])
    post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": "fighting"})
    expect(display.locator("[data-part=champion-what]")).to_have_text("Champion")
    expect(display.locator(".tv-champion__name")).to_have_text("Maximiliana-Alexandrine")
    expect(words(display)).to_have_text("Maximiliana-Alexandrine wins!")
    assert min(display.locator(".tv-champion__name").evaluate_all(SIZES)) > 120
    assert shown(display) == ([], [])
    assert display.locator(".tv-champion__name").evaluate(ROOM_AFTER) >= 0

    post(organizer.page, f"/events/{code}/delete/", confirm=code)
    expect(words(display)).to_have_text("This event was deleted.")
    expect(display.locator(".tv-champion")).to_be_hidden()


@dataclass
class Taker:
    """A fighter who takes shared cards, at whose screen nobody looks."""

    name: str
    client: WebSocketClient

    def is_at_it(self) -> bool:
        share = self.client.wait_for(lambda state: bool(state.get("share") and state["share"]["turn"]))["share"]
        return share["turn"] == next(one["fighter"] for one in share["people"] if one["name"] == self.name)

    def take(self) -> str:
        """Take the first card that is left, and return its name."""
        self.client.wait_for(lambda state: self.is_at_it())
        card = self.client.state["share"]["pool"][0]
        answer = self.client.ask(type="take", card=card["id"])
        assert answer["type"] == "ack", answer
        return card["name"]


def start_sharing(night, lines, names: Sequence[str], cards: Sequence[str]) -> tuple[Organizer, list[Taker], str]:
    """Let two share cards; return the organizer, the one whose turn it is and the other one, and the event's code."""
    organizer = night.organizer()
    code = organizer.new_event(**single_cards(cards))
    clients = sit_down(lines, night.server.url, code, *names)
    organizer.act(code, "start")
    organizer.act(code, "end-review")
    clients[0].wait_for(phase_is("building"))
    for stage in ("building", "fighting"):
        lead_on(organizer, code, stage)
    takers = [Taker(name, client) for name, client in zip(names, clients, strict=True)]
    return organizer, sorted(takers, key=lambda taker: not taker.is_at_it()), code


def test_the_sharing_has_a_scene_of_its_own_in_which_no_card_is_named(night, lines):
    cards = [*("SMP01/001", "SMP01/002"), *[f"SMP01/{number:03}" for number in range(43, 48)] * 2]
    organizer, [mine, other], code = start_sharing(night, lines, ("Maximiliana-Alexandrine", "Kamui"), cards)
    display = night.display(code)
    name = display.locator("[data-part=share-name]")
    expect(name).to_have_text(mine.name)
    expect(display.locator("[data-part=share-digits]")).to_have_text(re.compile(r"^\d+$"))
    expect(display.locator("[data-part=share-left]")).to_have_text("2 cards")
    expect(display.locator(".tv-turn__name")).to_have_text([other.name])
    assert shown(display) == ([], [])
    taken = mine.take()
    expect(name).to_have_text(other.name)
    assert shown(display) == ([], [])
    expect(display.locator("[data-part=share-last]")).to_have_text(f"{mine.name} just took a card.")
    organizer.act(code, "pause")
    expect(display.locator("[data-part=share-what]")).to_have_text("Paused")
    organizer.act(code, "resume")
    expect(display.locator("[data-part=share-what]")).not_to_have_text("Paused")  # before that, a take is refused
    assert taken not in display.content()
    other.take()
    expect(display.locator("[data-part=share-what]")).to_have_text("All cards are shared")
    expect(display.locator(".tv-sharer__cards")).to_have_text(["6 cards", "6 cards"])
    expect(words(display)).to_have_text("Your phone shows which cards to hand to whom.")
    assert shown(display) == ([], [])


def test_the_names_of_a_sharing_are_whole_once_counts_of_cards_are_longer(night, lines):
    names, cards = ("Bartholomew Featherstone", "Kamui"), ["SMP01/001", *["SMP01/043"] * 11]
    _, [mine, _], code = start_sharing(night, lines, names, cards)
    display = night.screen(1920, 1080)

    def tenfold(frame: str) -> str:
        state = json.loads(frame)
        if state.get("share"):
            state["share"]["people"] = [one | {"cards": one["cards"] * 10} for one in state["share"]["people"]]
        return json.dumps(state)

    def pass_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda frame: route.send(tenfold(str(frame))))

    display.route_web_socket(re.compile("/ws/"), pass_on)
    display.goto(f"/events/{code}/table/1/")
    counts = display.locator(".tv-sharer__cards")
    expect(counts).to_have_text(["0 cards", "0 cards"])
    mine.take()
    expect(display.locator("[data-part=share-what]")).to_have_text("All cards are shared")
    expect(counts).to_have_text(["60 cards", "60 cards"])
    assert shown(display) == ([], [])


def crowd(frame: str, fighters: int) -> str:
    """Return a state of the fights with so many more fighters in it."""
    state = json.loads(frame)
    if not state.get("pairings"):
        return frame
    names = [f"{NAMES[number % 4][:21]} {number}" for number in range(fighters)]
    side, place = state["pairings"][0]["sides"][0], state["standings"][0]
    state["standings"] = [
        place | {"fighter": number, "rank": number + 1, "name": names[number]} for number in range(fighters)
    ]
    state["pairings"] = [
        state["pairings"][0]
        | {
            "fight": number,
            "table": number + 1,
            "sides": [side | {"fighter": one, "name": names[one]} for one in (2 * number, 2 * number + 1)],
        }
        for number in range(fighters // 2)
    ]
    return json.dumps(state)


def test_thirty_two_fights_take_turns_with_the_standings_and_every_name_can_be_read(night):
    _, code, _ = start_fights(night, ("Aichi", "Kamui"))
    display = night.screen(1920, 1080, reduced_motion="reduce")

    def carry(page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        server_side.on_message(lambda frame: page_side.send(crowd(frame, 64)))

    display.route_web_socket("**/ws/**", carry)
    display.goto(f"/events/{code}/table/1/")
    seen: dict[str, set[str]] = {"fight": set(), "standing": set()}
    expect(display.locator("[data-part=turns-dots] i")).to_have_count(7)  # the first two: whose table is which
    for page in range(1, 8):
        expect(display.locator("[data-part=turns-words]")).to_have_text(f"Page {page} of 7")
        assert shown(display) == ([], [])
        for kind, names in seen.items():
            visible = display.locator(f".tv-{kind}__name:visible")
            names.update(visible.all_text_contents())
            assert min(visible.evaluate_all(SIZES), default=24) >= 20
        display.keyboard.press("ArrowRight")
    assert [len(names) for names in seen.values()] == [64, 64]
    expect(display.get_by_role("button", name="Stay on this page")).to_have_attribute("aria-pressed", "true")


def test_the_standings_page_changes_by_itself_and_keeps_open_what_a_reader_has_opened(night):
    organizer, code, _ = start_fights(night, ("Aichi", "Kamui"))
    page = night.screen(390, 844)
    page.goto(f"/events/{code}/standings/")
    expect(page.get_by_text("Places appear once a fight is decided.")).to_be_visible()
    decide(organizer, code, 1, str(standings_of(organizer, code)[0]["fighter"]))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    points = page.locator("summary").first
    points.click()
    expect(page.get_by_text("Round 1: won against")).to_be_visible()
    post(organizer.page, f"/events/{code}/host/reopen/", fight="1")
    organizer.act(code, "extend")
    decide(organizer, code, 1, str(standings_of(organizer, code)[0]["fighter"]))
    before = page.locator("#standings").get_attribute("data-version")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#standings")).not_to_have_attribute("data-version", before)
    expect(page.get_by_text("Round 1: won against")).to_be_visible()
    expect(points).to_be_focused()
