"""The strip of the draft room: who sits where, what they do, whether they are there, and how they are called."""

import re
from datetime import datetime

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.page_actions import Phone

pytestmark = pytest.mark.browser

LONG_NAMES = ["Maximiliana-Alexandrine", "عبد الرحمن المقاتل", "דניאל הלוחם", "さくらさくらさくらさくら"]

CUT = """(names) => names
    .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 2)
    .map((name) => name.textContent)"""


def start(night, *names: str, bots: int = 0, width: int = 390) -> list[Phone]:
    """Seat these fighters and so many bots at one table, and start the draft."""
    organizer = night.organizer()
    code = organizer.make_event(table_size=max(4, len(names) + bots))
    phones = [night.phone(name, width) for name in names]
    for phone in phones:
        phone.join(code)
    for _ in range(bots):
        organizer.press("Add a bot")
    organizer.start()
    for phone in phones:
        phone.sees_pack(5)
    return phones


def seats(phone: Phone) -> Locator:
    return phone.part("strip").get_by_role("listitem")


def neighbour(phone: Phone, side: str) -> Locator:
    return phone.part("strip").locator(f"[data-side~={side}]")


def seat_of(phone: Phone, name: str) -> Locator:
    return seats(phone).filter(has=phone.page.get_by_text(name, exact=True))


@pytest.mark.parametrize("width", [390, 360, 320])
@pytest.mark.parametrize("count", [4, 9])
def test_neighbours_stand_at_their_sides_and_the_others_in_one_row_of_marks(night, count, width):
    phone, *_ = start(night, "Aichi", bots=count - 1, width=width)
    left, right = (neighbour(phone, side).bounding_box() for side in ("left", "right"))
    strip = phone.part("strip").bounding_box()
    assert left["x"] == pytest.approx(strip["x"], abs=1)
    assert right["x"] + right["width"] == pytest.approx(strip["x"] + strip["width"], abs=1)
    assert left["y"] == right["y"]
    others = [box.bounding_box()["y"] for box in phone.part("strip").locator(".seat:not(.is-neighbour, .is-you)").all()]
    assert len(others) == count - 3
    assert len(set(others)) == 1
    shown = phone.part("strip").locator(".is-neighbour .seat__name, .is-neighbour .seat__note")
    assert shown.evaluate_all(CUT) == []


def test_the_notes_of_the_neighbours_say_which_way_the_packs_go(night):
    phone, *_ = start(night, "Aichi", bots=3)
    expect(neighbour(phone, "left").locator("[data-part=note]")).to_have_text("you pass to")
    expect(neighbour(phone, "right").locator("[data-part=note]")).to_have_text("you get from")


def test_the_own_seat_is_called_you(night):
    phone, *_ = start(night, "Maximiliana-Alexandrine", bots=2)
    own = phone.part("strip").locator("[aria-current=true]")
    expect(own.locator("[data-part=name]")).to_have_text("You")
    expect(own.locator("[data-part=doing]")).to_have_text("are choosing")


@pytest.mark.parametrize("width", [390, 1280])
def test_long_names_of_every_script_are_shown_whole_and_begin_at_their_beginning(night, width):
    phones = start(night, *LONG_NAMES, width=width)
    for phone in phones:
        names = phone.part("strip").locator(".is-neighbour .seat__name")
        assert names.evaluate_all(CUT) == []
        shown = names.evaluate_all("(all) => all.map((name) => [name.textContent, getComputedStyle(name).direction])")
        assert len(shown) == 2
        assert [way for _, way in shown] == [
            "rtl" if re.search("[\u0590-\u06ff]", name) else "ltr" for name, _ in shown
        ]


def test_a_name_in_a_sentence_keeps_its_direction_to_itself(night):
    phone, other = start(night, "Aichi", "عبد الرحمن المقاتل")
    phone.take(5)
    words = phone.part("waiting-words")
    expect(words).to_have_text(f"Waiting for {other.name}")
    expect(words.locator("bdi[dir=auto]")).to_have_text(other.name)


def test_presence_and_turn_are_two_marks(night):
    phone, other, *_ = start(night, "Aichi", "Kamui", bots=1)
    other.take(5)
    seat = seat_of(phone, "Kamui")
    expect(seat).to_have_attribute("data-turn", "done")
    expect(seat).to_have_attribute("data-presence", "here")
    other.page.context.close()
    expect(seat).to_have_attribute("data-presence", "away")
    expect(seat).to_have_attribute("data-turn", "done")
    expect(seat.locator("[data-part=doing]")).to_have_text("has chosen, is away")


def test_an_absence_counts_up_by_the_servers_clock_whatever_date_the_phone_has(night):
    organizer = night.organizer()
    code = organizer.make_event()
    phone, other = night.phone("Aichi"), night.phone("Kamui")
    phone.page.clock.install(time=datetime(1999, 12, 31))
    for each in (phone, other):
        each.join(code)
    organizer.press("Add a bot")
    organizer.start()
    phone.sees_pack(5)
    other.page.context.close()
    note = seat_of(phone, "Kamui").locator("[data-part=note]")
    expect(note).to_have_text(re.compile(r"^away 0:[0-2]\d$"))
    phone.page.clock.fast_forward(60_000)
    expect(note).to_have_text(re.compile(r"^away 1:[0-3]\d$"))


def test_a_bot_is_marked_as_one_and_keeps_the_glyph_of_its_seat(night):
    phone, *_ = start(night, "Aichi", bots=2)
    bot = neighbour(phone, "left")
    expect(bot).to_have_attribute("data-turn", "bot")
    seat = bot.get_attribute("data-seat")
    expect(bot.locator("[data-part=glyph]")).to_have_attribute("href", f"#seat-{seat}")
    expect(bot.locator("[data-part=state]")).to_have_attribute("href", "#i-bot")
