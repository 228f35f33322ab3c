"""Cards with pictures: the held one is its picture, one of many keeps what is told at a glance."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.devices import Devices
from tests.browser.page_actions import Phone, resize, sees_whole_page
from tests.pictures import png
from tests.server import Installation, Server

pytestmark = pytest.mark.browser

DATA = Path(__file__).parents[3] / "drafts/data"
SIZES = ((354, 516), None, (375, 523), (523, 375), (240, 516))
"""Of the pictures of one card after another: as Vanguard's and Magic's are printed, lying, narrow; one has none."""
GAMES = {"vanguard": ("SMP01", 5, ".card__grade"), "magic-draft": ("MAG01", 14, ".card__cost")}
SCREENS = ((390, 844), (360, 780), (375, 667), (320, 568), (1280, 800))

PICTURE = """(card) => {
    const art = card.querySelector("[data-part=art]");
    const style = getComputedStyle(art);
    const edge = (side) => parseFloat(style[`padding${side}`]) + parseFloat(style[`border${side}Width`]);
    const box = card.getBoundingClientRect();
    const [wide, high] = [box.width - edge("Left") - edge("Right"), box.height - edge("Top") - edge("Bottom")];
    const scale = Math.min(wide / art.naturalWidth, high / art.naturalHeight);
    const [width, height] = [art.naturalWidth * scale, art.naturalHeight * scale];
    const left = box.left + edge("Left") + (wide - width) / 2;
    const top = box.top + edge("Top") + (high - height) / 2;
    const isOver = (node) => {
        const at = node.getBoundingClientRect();
        if (!at.width || !at.height || !node.checkVisibility({ visibilityProperty: true })) return false;
        return at.left < left + width && at.right > left && at.top < top + height - 0.5 && at.bottom > top;
    };
    const all = [...card.querySelectorAll(":scope > :not(img, .only-read), .card__plate > :not(.card-text)")];
    return {
        fit: style.objectFit,
        share: (width * height) / (box.width * box.height),
        over: all.filter(isOver).map((node) => node.className),
    };
}"""
"""How the picture of a card lies: whole where its `fit` is "contain", on which share of the card, and under what."""

LONGEST_OF_EACH_SHAPE = """async (cards) => {
    const shapes = new Map();
    const length = (place) => cards[place].textContent.length;
    for (const place of [...cards.keys()].sort((one, other) => length(one) - length(other))) {
        const art = cards[place].querySelector("[data-part=art]");
        await art.decode();
        shapes.set(art.naturalWidth / art.naturalHeight, place);
    }
    return [...shapes.values()];
}"""
"""The places of the cards with the most words, one for each shape of a picture."""


def make_pictures(card_list: Path, folder: Path) -> None:
    """Write a picture of one colour for cards of a CSV into a folder."""
    folder.mkdir()
    with card_list.open(encoding="utf-8", newline="") as lines:
        for place, row in enumerate(csv.DictReader(lines)):
            if size := SIZES[place % len(SIZES)]:
                file = folder / f"{row['card_number'].replace('/', '_').lower()}.png"
                file.write_bytes(png(*size, colour=(place, 120, 90)))


@pytest.fixture(scope="module")
def pictured(installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where most cards have a picture, in several proportions, and the others have none."""
    folder = tmp_path_factory.mktemp("pictured")
    server = Server(installation, folder)
    server.start()
    for set_code, *_ in GAMES.values():
        card_list = DATA / f"{set_code}.csv"
        make_pictures(card_list, folder / set_code)
        server.manage("loadset", str(card_list), "--images", str(folder / set_code))
    yield server
    server.kill()


@pytest.fixture(scope="module")
def devices(browser: Browser, pictured: Server) -> Iterator[Devices]:
    devices = Devices(browser, pictured.url)
    yield devices
    devices.close()


@pytest.fixture
def page(devices: Devices) -> Iterator[Page]:
    page = devices.open().new_page()
    yield page
    devices.put_away(page.context)


@pytest.mark.parametrize("game", GAMES)
def test_pictures_and_drawn_cards_are_told_at_a_glance_and_the_held_card_is_its_whole_picture(page, game):
    phone = Phone(page, "You")
    phone.begin_practice(GAMES[game][1], format=game)
    pack_of_pictures_and_drawn_cards_is_even_and_told_at_a_glance(phone, game)
    held_card_is_its_whole_picture_and_all_else_stands_outside_of_it(phone)
    held_picture_that_cannot_be_had_leaves_the_drawn_card_with_its_words(phone, game)


def hold(phone: Phone, card) -> None:
    """Hold a card up, chosen."""
    if card.get_attribute("aria-pressed") == "false":
        phone.tap(card)
    expect(phone.held).to_have_text(card.locator(".card__name").text_content())
    phone.part("held-place").locator("img").evaluate("(image) => image.decode()")


def held_card_is_its_whole_picture_and_all_else_stands_outside_of_it(phone: Phone) -> None:
    page = phone.page
    held = phone.part("held-place").locator(".card")
    pictured = page.locator(".pack__card:has(.card[data-picture])")
    shapes = pictured.evaluate_all(LONGEST_OF_EACH_SHAPE)
    assert len(shapes) > 0
    for place in shapes:
        card = pictured.nth(place)
        resize(page, 390, 844)
        hold(phone, card)
        for width, height in SCREENS:
            resize(page, width, height)
            sees_whole_page(page, height)
            expect(held.locator(".card__check")).to_be_visible()
            expect(held.locator(".card__plate > [data-large]")).to_be_in_viewport(ratio=0.9)
            lies = held.evaluate(PICTURE)
            assert (lies["fit"], lies["over"]) == ("contain", []), (width, card.text_content())
            assert lies["share"] > 0.4


def pack_of_pictures_and_drawn_cards_is_even_and_told_at_a_glance(phone: Phone, game: str) -> None:
    page = phone.page
    for width, height in SCREENS:
        resize(page, width, height)
        cards = page.locator(".pack__card .card")
        assert len(set(cards.evaluate_all("(nodes) => nodes.map((node) => node.offsetWidth)"))) == 1
        for card in page.locator(".pack__card .card[data-picture]").all():
            name = card.locator("xpath=..").locator(".card__name, .line__name").filter(visible=True).first
            lies = name.evaluate("""(node) => {
                const [name, card] = [node, node.closest(".pack__card")].map((each) => each.getBoundingClientRect());
                const { fontSize } = getComputedStyle(node);
                const isInside = name.bottom <= card.bottom && name.left >= card.left && name.right <= card.right;
                return [parseFloat(fontSize), isInside];
            }""")
            assert lies[0] >= 8.5
            assert lies[1]
            expect(name).to_be_visible()
            if card.locator(GAMES[game][2]).text_content().strip():
                expect(card.locator(GAMES[game][2])).to_be_visible()
            if card.get_attribute("data-type") == "trigger":
                expect(card.locator(".card__trigger")).to_be_visible()


def held_picture_that_cannot_be_had_leaves_the_drawn_card_with_its_words(phone: Phone, game: str) -> None:
    page = phone.page
    page.route("**/cards/*", lambda route: route.abort())
    page.reload()
    phone.sees_pack(GAMES[game][1])
    expect(page.locator("[data-picture]")).to_have_count(0)
    phone.tap(phone.cards.first)
    expect(phone.held).to_be_visible()
    expect(phone.part("details").locator(".card__gem").first).to_be_visible()


def test_a_picture_is_shown_on_the_card_and_whole_in_the_reader_and_the_drawn_face_where_it_cannot_be_had(page):
    number, name = "SMP01/001", "Halcyon, Sun upon the Banner"
    resize(page, 1280, 800)
    page.goto("/sets/SMP01/?rarity=RRR")
    picture = page.locator(f"[data-number='{number}'] .card[data-picture] .card__art")
    expect(page.locator("[data-number='SMP01/002'] .card:not([data-picture])")).to_have_count(1)
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 354
    page.get_by_label(f"Enlarge {name}").click()
    whole = page.get_by_role("dialog", name=name).get_by_role("img", name=re.compile(f"^{name}, Gold Lions"))
    assert whole.evaluate("(image) => image.decode().then(() => image.naturalHeight)") == 516

    page.route("**/cards/*", lambda route: route.abort())
    page.reload()
    art = page.locator(f"[data-number='{number}'] .card__art")
    expect(art).to_have_attribute("src", re.compile(r"^/art/vanguard/card\.svg\?.*kin=Gold\+Lions"))
    expect(page.locator("[data-picture]")).to_have_count(0)
