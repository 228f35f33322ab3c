"""The strip of the draft room: who sits where, what they do, whether they are there, and how they are called."""

import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime

import pytest
from playwright.sync_api import Locator, expect

from drafts.rules.games.registry import DEFAULT_FORMAT, LARGEST_TABLE
from tests.browser.draft_actions import join, sit_down
from tests.browser.page_actions import Phone, box_of, boxes_of, resize, sees_whole_page, width_of_content
from tests.browser.share_actions import lead_on
from tests.clients.views import owes
from tests.clients.ws_client import WebSocketClient

pytestmark = pytest.mark.browser

LONG_NAMES = ["Maximiliana-Alexandrine", "عبد الرحمن المقاتل", "דניאל הלוחם", "さくらさくらさくらさくら"]

CUT = """(names) => names
    .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2)
    .map((name) => name.textContent)"""

BROKEN = """(names) => names.flatMap((name) => [...name.textContent.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(name.firstChild, index);
    range.setEnd(name.firstChild, index + word.length);
    return range.getClientRects().length > 1;
}).map(([word]) => word))"""

TOPS = "(seats) => seats.map((seat) => seat.getBoundingClientRect().top)"

BEYOND = """(strip) => [...strip.children].filter((seat) => {
    const box = seat.getBoundingClientRect();
    return [...seat.querySelectorAll("svg")].filter((mark) => mark.checkVisibility())
        .map((mark) => mark.getBoundingClientRect())
        .some(({ left, right, top, bottom }) =>
            left < box.left || right > box.right || top < box.top || bottom > box.bottom);
}).map((seat) => seat.textContent)"""


COVERING = """(ring) => {
    const seats = [...ring.querySelectorAll(".orbit__seat:not(.is-own)")];
    return seats.filter((seat) => {
        const name = seat.querySelector(".orbit__chip").getBoundingClientRect();
        return seats.filter((other) => other !== seat).flatMap((other) => [...other.children])
            .map((part) => part.getBoundingClientRect())
            .some(({ left, right, top, bottom }) =>
                left < name.right && right > name.left && top < name.bottom && bottom > name.top);
    }).map((seat) => seat.textContent);
}"""


def start(night, *names: str, bots: int = 0, width: int = 390) -> list[Phone]:
    """Seat these fighters and so many bots at one table, start the draft, and return the phones."""
    return start_beside(night, ExitStack(), *names, bots=bots, width=width)[0]


def start_beside(
    night, lines: ExitStack, *names: str, others: Sequence[str] = (), bots: int = 0, width: int = 390
) -> tuple[list[Phone], list[WebSocketClient]]:
    """Start a draft also with others, who have lines and no screens, in a format that has as many seats."""
    organizer = night.organizer()
    count = len(names) + len(others) + bots
    is_usual = count <= DEFAULT_FORMAT.fighters[1]
    event = {} if is_usual else {"format": "magic-draft", "card_set": "MAG01"}
    code = organizer.new_event(table_size=str(max(4, count)), **event)
    phones = [night.phone(name, width) for name in names]
    for phone in phones:
        phone.take_place(code)
    clients = sit_down(lines, night.server.url, code, *others)
    for _ in range(bots):
        organizer.act(code, "add-bot")
    organizer.act(code, "start")
    for phone in phones:
        phone.open(code)
        phone.sees_pack(5 if is_usual else 14)
    for client in clients:
        client.wait_for(owes)
    return phones, clients


def seats(phone: Phone) -> Locator:
    return phone.part("strip").get_by_role("listitem")


def resized(phone: Phone, *widths: int) -> Iterator[int]:
    """Give the phone one width after the other."""
    for width in widths:
        resize(phone.page, width, 844)
        yield width


def neighbour(phone: Phone, side: str) -> Locator:
    return phone.part("strip").locator(f"[data-side~={side}]")


def seat_of(phone: Phone, name: str) -> Locator:
    return seats(phone).filter(has=phone.page.get_by_text(name, exact=True))


@pytest.mark.parametrize("count", [4, 9])
def test_neighbours_stand_at_their_sides_and_the_others_in_one_row_of_marks(night, count):
    [phone] = start(night, "Maximiliana-Alexandrine", bots=count - 1)
    own_seat_is_called_you_and_a_bot_is_marked_as_one_and_keeps_the_glyph_of_its_seat(phone)
    neighbours_stand_at_their_sides(phone, count)


def test_names_are_whole_at_a_long_table_on_a_phone_that_lies_on_its_side_and_on_a_laptop(night):
    phone, *_ = start(night, "Aichi", bots=7)
    names_are_whole_on_its_side_and_on_a_laptop(phone)


def test_the_largest_table_fits_a_phone_either_way_with_neighbours_at_their_sides_and_whole_names(night):
    phone, *_ = start(night, "Aichi", bots=LARGEST_TABLE - 1)
    neighbours_stand_at_their_sides(phone, LARGEST_TABLE)
    for width, height in ((360, 780), (390, 844)):
        resize(phone.page, width, height)
        sees_whole_page(phone.page, height)
    names_are_whole_on_its_side_and_on_a_laptop(phone)


def neighbours_stand_at_their_sides(phone: Phone, count: int) -> None:
    for width in resized(phone, 390, 360, 320):
        left, right = (box_of(neighbour(phone, side)) for side in ("left", "right"))
        strip = box_of(phone.part("strip"))
        assert strip["width"] < width
        assert left["x"] == pytest.approx(strip["x"], abs=1)
        assert right["x"] + right["width"] == pytest.approx(strip["x"] + strip["width"], abs=1)
        assert left["y"] == right["y"]
        others = phone.part("strip").locator(".seat:not(.is-neighbour, .is-you)").evaluate_all(TOPS)
        assert (width, len(others), len(set(others))) == (width, count - 3, 1)
        shown = phone.part("strip").locator(".is-neighbour .seat__name, .is-neighbour .seat__note")
        assert (width, shown.evaluate_all(CUT)) == (width, [])
    expect(neighbour(phone, "left").locator("[data-part=note]")).to_have_text("you pass to")
    expect(neighbour(phone, "right").locator("[data-part=note]")).to_have_text("you get from")


def own_seat_is_called_you_and_a_bot_is_marked_as_one_and_keeps_the_glyph_of_its_seat(phone: Phone) -> None:
    own = phone.part("strip").locator("[aria-current=true]")
    expect(own.locator("[data-part=name]")).to_have_text("You")
    expect(own.locator("[data-part=doing]")).to_have_text("are choosing")
    bot = neighbour(phone, "left")
    expect(bot).to_have_attribute("data-turn", "bot")
    seat = bot.get_attribute("data-seat")
    expect(bot.locator("[data-part=glyph]")).to_have_attribute("href", f"#seat-{seat}")
    expect(bot.locator("[data-part=state]")).to_have_attribute("href", "#i-bot")


def names_are_whole_on_its_side_and_on_a_laptop(phone: Phone) -> None:
    shown = phone.part("strip").locator(".is-neighbour .seat__name, .is-neighbour .seat__note")
    for width in resized(phone, 844, 1280):
        assert (width, shown.evaluate_all(CUT)) == (width, [])
        assert shown.evaluate_all("(all) => all.map((node) => node.getClientRects().length)") == [1] * 4
        assert box_of(phone.part("strip"))["height"] <= 56


def test_long_names_of_every_script_are_shown_whole_and_begin_at_their_beginning(night):
    for phone in start(night, *LONG_NAMES):
        names = phone.part("strip").locator(".is-neighbour .seat__name")
        assert [(width, names.evaluate_all(CUT)) for width in resized(phone, 390, 1280)] == [(390, []), (1280, [])]
        shown = names.evaluate_all("(all) => all.map((name) => [name.textContent, getComputedStyle(name).direction])")
        assert len(shown) == 2
        assert [way for _, way in shown] == [
            "rtl" if re.search("[\u0590-\u06ff]", name) else "ltr" for name, _ in shown
        ]


def test_the_words_of_long_names_stay_whole_on_the_narrowest_phone(night):
    organizer = night.organizer()
    cards = "\n\n".join(["SMP01/001", *["SMP01/043"] * 23])  # one a pack, so that the review comes at once
    code = organizer.new_event(packs="uploaded", pack_list=cards)
    phone = night.phone("Aichi", 360)
    phone.take_place(code)
    join(night.server.url, code, *(f"Bartholomew {name}" for name in ("Featherstone", "Ravenscrofts", "Fotheringham")))
    organizer.act(code, "start")
    phone.open(code)
    neighbours = phone.part("strip").locator(".is-neighbour .seat__name")
    expect(neighbours).to_have_count(2)
    expect(phone.page.get_by_role("heading", name="Review")).to_be_visible()
    assert (neighbours.evaluate_all(BROKEN), neighbours.evaluate_all(CUT)) == ([], [])
    organizer.act(code, "end-review")
    lead_on(organizer, code, "building")
    lead_on(organizer, code, "fighting")
    turns = phone.part("turns").locator(".turn__name")
    expect(turns.filter(has_text="Bartholomew").first).to_be_visible()
    assert (turns.evaluate_all(BROKEN), turns.evaluate_all(CUT)) == ([], [])


def test_a_name_in_a_sentence_keeps_its_direction_to_itself(night, lines):
    name = "عبد الرحمن المقاتل"
    [phone], _ = start_beside(night, lines, "Aichi", others=[name])
    phone.take(5)
    words = phone.part("waiting-words")
    expect(words).to_have_text(f"Waiting for {name}")
    expect(words.locator("bdi[dir=auto]")).to_have_text(name)


def test_presence_and_turn_are_two_marks(night, lines):
    [phone], [other] = start_beside(night, lines, "Aichi", others=["Kamui"], bots=1)
    assert other.choose()["type"] == "ack"
    seat = seat_of(phone, "Kamui")
    expect(seat).to_have_attribute("data-turn", "done")
    expect(seat).to_have_attribute("data-presence", "here")
    other.close()
    expect(seat).to_have_attribute("data-presence", "away")
    expect(seat).to_have_attribute("data-turn", "done")
    expect(seat.locator("[data-part=doing]")).to_have_text("has chosen, is away")


def test_an_absence_counts_up_by_the_servers_clock_whatever_date_the_phone_has(night, lines):
    organizer = night.organizer()
    code = organizer.new_event()
    phone = night.phone("Aichi")
    phone.page.clock.install(time=datetime(1999, 12, 31))
    phone.join(code)
    [other] = sit_down(lines, night.server.url, code, "Kamui")
    organizer.act(code, "add-bot")
    organizer.act(code, "start")
    phone.sees_pack(5)
    other.close()
    note = seat_of(phone, "Kamui").locator("[data-part=note]")
    expect(note).to_have_text(re.compile(r"^away 0:[0-2]\d$"))
    phone.page.clock.fast_forward(60_000)
    expect(note).to_have_text(re.compile(r"^away 1:[0-3]\d$"))


def test_the_neighbours_names_are_whole_at_a_table_of_eight_on_a_wide_screen(night, lines):
    """All others have as long a name as may be, so that it does not matter who sits beside whom."""
    families = ("Featherstone", "Fotheringham", "Ravenscrofts", "Winterbottom", "Schmidthuber", "Worthingtons")
    others = ["さくらさくらさくらさくら", *(f"Bartholomew {family}" for family in families)]
    [phone], _ = start_beside(night, lines, "Aichi", others=others, width=1280)
    shown = phone.part("strip").locator(".is-neighbour .seat__name, .is-neighbour .seat__note")
    for width in resized(phone, 1280, 1024):
        assert (width, shown.evaluate_all(CUT)) == (width, [])
        assert box_of(phone.part("strip"))["height"] <= 56


def test_the_names_of_all_are_whole_at_a_table_of_nine_on_a_desk(night, lines):
    others = ["Christopher J", "Wilhelmina K", "Maximiliana"]
    [first], _ = start_beside(night, lines, "Ann", others=others, bots=5, width=1280)
    shown = first.part("strip").locator(".seat__name")
    for width in resized(first, 1280, 1920):
        assert (width, shown.evaluate_all(CUT)) == (width, [])
        assert box_of(first.part("strip"))["height"] <= 56


def test_the_marks_of_the_largest_table_stay_within_their_places(night, lines):
    [phone], [other] = start_beside(night, lines, "Aichi", others=["Kamui"], bots=LARGEST_TABLE - 2)
    other.close()
    expect(phone.part("strip").locator("[data-presence=away]")).to_have_count(1)
    for width in resized(phone, 390, 360, 320, 1280):
        assert (width, phone.part("strip").evaluate(BEYOND)) == (width, [])


def test_the_places_of_a_lobby_stand_in_one_line(night, lines):
    code = night.organizer().new_event()
    sit_down(lines, night.server.url, code, "Aichi")
    phone = night.phone("Wolfgang-Amadeus Schmidt")
    phone.join(code)
    people = phone.part("lobby-people")
    expect(people.get_by_role("listitem")).to_have_count(2)
    for part in ("glyph", "state"):
        assert len({box["x"] for box in boxes_of(people.locator(f"svg:has([data-part={part}])"))}) == 1


def test_a_waiting_fighter_reads_all_names_of_the_table_in_small(night, lines):
    """One with a long name sits on either side; the page is no wider for that."""
    [waiting], _ = start_beside(night, lines, "Aichi", others=LONG_NAMES[:3])
    waiting.choose()
    waiting.place()
    names = waiting.part("orbit").locator(".orbit__name")
    expect(names).to_have_count(4)
    for width in resized(waiting, 390, 360):
        assert names.evaluate_all(CUT) == []
        assert width_of_content(waiting.page) == width


@pytest.mark.parametrize("others", ["WMQO", "WMQOA"])
def test_in_the_ring_of_five_and_of_six_no_name_covers_another_nor_a_pack(night, lines, others):
    """Two seats lie side by side, and a phone on its side has a flat ring."""
    [waiting], _ = start_beside(night, lines, "Aichi", others=[letter * 24 for letter in others])
    waiting.choose()
    waiting.place()
    expect(waiting.part("orbit").locator(".orbit__name")).to_have_count(len(others) + 1)
    for width, height in ((360, 780), (390, 844), (320, 568), (844, 390)):
        resize(waiting.page, width, height)
        assert (width, waiting.part("orbit").evaluate(COVERING)) == (width, [])


def test_a_wide_name_of_one_word_is_whole_on_the_phone_that_waits_for_it(night, lines):
    [waiting], _ = start_beside(night, lines, "Aichi", others=["W" * 20])
    waiting.choose()
    waiting.place()
    words = waiting.part("waiting-words")
    expect(words).to_contain_text("W" * 20)
    for width in resized(waiting, 390, 360):
        box = box_of(words)
        assert (box["x"] >= 0, box["x"] + box["width"] <= width, words.evaluate_all(CUT)) == (True, True, [])
