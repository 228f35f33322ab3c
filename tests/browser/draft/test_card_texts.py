"""The texts of cards, and their pictures: in the draft room, at a deck, on a set's page and in the log."""

import csv
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.draft_actions import join
from tests.browser.page_actions import Phone, box_of, resize, small_targets, width_of_content
from tests.browser.test_everyone import Inspector
from tests.importers.sets.made_up import mtgjson, publishers_list
from tests.pictures import png, zipped
from tests.rules.positions import text_as_read

pytestmark = pytest.mark.browser
DATA = Path(__file__).parents[3] / "drafts/data"
FILE = "Drop a file with cards, or choose one"


def texts(code: str = "SMP01") -> dict[str, str]:
    with (DATA / f"{code}.csv").open() as lines:
        return {row["name"]: row["text"] for row in csv.DictReader(lines)}


WIDTHS = (390, 1280)


def test_a_card_that_is_tapped_is_read_and_heard_with_what_it_does_and_every_clan_marked_and_can_be_read_large(night):
    phone = night.phone("You")
    phone.begin_practice()
    expected, details, inspector = texts(), phone.part("details-text"), Inspector()
    for width in WIDTHS:
        resize(phone.page, width, 844)
        for name in phone.names():
            phone.tap(phone.card(name))
            expect(phone.held).to_have_text(name)
            assert details.text_content() == text_as_read(expected[name])
            assert details.locator("mark").count() == expected[name].count("«")
            heard = phone.part("held-place").aria_snapshot()
            assert name in heard
            assert "rarity" in heard
            between_marks = re.split("«[^»]*»|\n", text_as_read(expected[name]))
            assert [words for words in between_marks if words.strip() not in heard.replace("\n", " ")] == []
            phone.tap(phone.card(name))
    inspector.look_at("draft room on a wide screen", phone.page, small=False)
    assert inspector.faults == []
    card_is_read_large_and_put_away_without_being_chosen_or_let_go(phone)


def card_is_read_large_and_put_away_without_being_chosen_or_let_go(phone: Phone) -> None:
    name = phone.names()[0]
    phone.tap(phone.card(name))
    dialog = phone.page.get_by_role("dialog", name=name)
    for width in WIDTHS:
        resize(phone.page, width, 844)
        phone.page.get_by_label(f"Enlarge {name}").click()
        assert text_as_read(texts()[name]) in dialog.text_content()
        assert small_targets(phone.page) == []
        phone.page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        assert phone.chosen() == [name]


def test_the_grade_of_a_g_unit_that_is_held_up_lies_beside_its_name(night):
    organizer = night.organizer()
    pack = "SMP02/002 SMP02/010 SMP02/037 SMP02/031 SMP02/032".replace(" ", "\n")
    code = organizer.new_event(card_set="SMP02", packs="uploaded", pack_list="\n\n".join([pack] * 12), table_size="2")
    phone = night.phone("Aichi")
    phone.take_place(code)
    join(night.server.url, code, "Kamui")
    organizer.act(code, "start")
    phone.open(code)
    for width, height in ((360, 640), (360, 780), (390, 844), (1280, 800)):
        resize(phone.page, width, height)
        for name in ("Orchard Dreaming of Itself", "Giant Made of Fireflies"):  # each takes the place of the other
            phone.tap(phone.card(name))
            expect(phone.held).to_have_text(name)
            card = phone.part("held-place")
            grade, words = box_of(card.locator(".card__grade")), box_of(card.locator(".card__name"))
            assert words["y"] >= grade["y"] + grade["height"] or words["x"] >= grade["x"] + grade["width"]


def test_a_set_says_what_each_card_does_and_marks_where_a_clan_was_named(night):
    page = night.screen(390, 844)
    page.goto("/sets/SMP02/")
    for name, text in texts("SMP02").items():
        shown = page.locator(f".set-card[data-name='{name}'] .card-text")
        assert (shown.text_content(), shown.locator("mark").count()) == (text_as_read(text), text.count("«"))
    expect(page.locator("#as-read")).to_contain_text("R18")
    assert width_of_content(page) == 390


def test_an_organizer_loads_a_set_without_scripts_and_everyone_can_use_the_page(night):
    organizer = night.organizer(java_script_enabled=False)
    page = organizer.page
    page.goto("/sets/")
    page.get_by_role("link", name="Open a set").click()
    card = "set_code,card_number,name,card_type,grade,clan,nation,race,power,shield,critical,trigger,rarity,text\n"
    card += "HOUSE,H/1,House Cat,Normal Unit,1,,,,7000,5000,1,,C,Look away and draw a card.\n"

    def choose(label: str, name: str, data: bytes) -> None:
        page.get_by_label(label).set_input_files({"name": name, "mimeType": "text/plain", "buffer": data})

    choose(FILE, "house.csv", card.replace("7000", "cat").encode())
    page.get_by_role("button", name="Look at the cards").click()
    expect(page.get_by_text("line 2: power is not a whole number from 0 to 999999: 'cat'")).to_be_visible()
    choose(FILE, "house.csv", card.encode())
    page.get_by_role("button", name="Look at the cards").click()
    page.locator("summary").click()
    choose("Pictures", "house.zip", zipped({"H-1.png": png()}))
    page.get_by_role("button", name="Load the set").click()
    expect(page.get_by_text("HOUSE: 1 added, 0 changed, 0 unchanged.")).to_be_visible()
    expect(page.get_by_text("Look away and draw a card.")).to_be_visible()

    page = night.organizer().page
    page.goto("/sets/open/")
    inspector = Inspector()
    page.get_by_role("button", name="Look at the cards").click()
    expect(page.get_by_text("Choose a file with cards.")).to_be_visible()
    page.locator("summary").click()
    inspector.look_at("open, refused", page)
    choose_file(page, mtgjson())
    page.wait_for_url("**/sets/open/cards/")
    inspector.look_at("opened", page)
    assert inspector.faults == []


def test_a_set_file_leads_to_an_event_with_the_set_chosen(night):
    page = night.organizer().page
    page.goto("/sets/open/")
    choose_file(page, mtgjson())
    expect(page.get_by_text("MTGJSON set: Made Up (MUP), 265 cards")).to_be_visible()
    expect(page.locator(".opened-set__cards .card")).to_have_count(14)
    page.get_by_role("button", name="Load and run a draft").click()
    page.wait_for_url("**/events/new/?format=magic-draft&card_set=MUP")
    expect(page.get_by_text("MUP: 265 added, 0 changed, 0 unchanged.")).to_be_visible()


def choose_file(page, data: bytes) -> None:
    """Choose a file with cards; the page looks at it at once."""
    page.get_by_label(FILE).set_input_files({"name": "cards", "mimeType": "text/plain", "buffer": data})


def test_the_page_says_how_far_the_upload_of_a_long_list_is(night):
    page = night.organizer().page
    page.goto("/sets/open/")
    header = "set_code,card_number,name,card_type,grade,clan,nation,race,power,shield,critical,trigger,rarity\n"
    cards = "".join(f"LONG,LONG/{n},Unit {n},Normal Unit,1,,,,7000,5000,1,,C\n" for n in range(6000))
    choose_file(page, (header + cards.replace(",7000,", ",cat,", 1)).encode())
    expect(page.get_by_text("line 2: power is not a whole number from 0 to 999999: 'cat'")).to_be_visible()
    expect(page.get_by_label(FILE)).to_be_focused()
    choose_file(page, (header + cards).encode())
    page.wait_for_url("**/sets/open/cards/")
    page.evaluate(NOTE_WORDS)
    page.get_by_role("button", name="Load the set").click()
    expect(page.get_by_role("button", name="Load the set")).to_be_hidden()
    page.wait_for_url("**/sets/LONG/")
    expect(page.get_by_text("LONG: 6000 added, 0 changed, 0 unchanged.")).to_be_visible()
    said = page.evaluate("JSON.parse(sessionStorage.said)")
    assert said[0] == "Sending …"
    assert [words for words in said if re.fullmatch(r"Storing the cards: [\d,]+ of 6,000", words)]


def test_files_stay_chosen_where_something_else_is_refused(night):
    page = night.organizer().page
    page.goto("/sets/open/")
    choose_file(page, publishers_list())
    page.wait_for_url("**/sets/open/cards/")
    page.locator("summary").click()

    def chosen() -> list[str]:
        return page.get_by_label("Pictures").evaluate("({ files }) => Array.from(files, ({ name }) => name)")

    images = zipped({"BT91-001EN.png": png()})
    page.get_by_label("Pictures").set_input_files({"name": "a.zip", "mimeType": "application/zip", "buffer": images})
    page.get_by_label("Another code").fill("my set")
    page.get_by_role("button", name="Load the set").click()
    expect(page.get_by_text("Use letters A to Z, digits and - . _")).to_be_visible()
    assert chosen() == ["a.zip"]
    page.get_by_label("Another code").fill("OURS")
    page.get_by_role("button", name="Load the set").click()
    expect(page.get_by_text("OURS: 80 added, 0 changed, 0 unchanged.")).to_be_visible()


NOTE_WORDS = """() => {
  const words = document.querySelector("[data-part=words]"), said = [];
  new MutationObserver(() => {
    said.push(words.textContent);
    sessionStorage.said = JSON.stringify(said);
  }).observe(words, { childList: true });
}"""


def test_an_upload_that_breaks_off_is_said_and_the_form_stays_as_it_is(night):
    page = night.organizer().page
    page.goto("/sets/open/")
    page.route("**/sets/upload/", lambda route: route.abort())
    choose_file(page, b"set_code")
    expect(page.get_by_role("alert")).to_contain_text("The upload was interrupted.")
    expect(page.get_by_role("button", name="Look at the cards")).to_be_enabled()
    assert page.get_by_label(FILE).evaluate("input => input.files.length") == 1


FADES = """(node) => [
    node.scrollHeight > node.clientHeight + 2, node.classList.contains("has-more"), node.tabIndex === 0]"""


def test_a_text_that_is_held_up_fades_at_its_foot_and_can_be_scrolled_by_keys_only_while_there_is_more_of_it(night):
    phone = night.phone("You", 390, 844)
    phone.begin_practice()
    expected = texts()
    phone.tap(phone.card(max(phone.names(), key=lambda name: len(expected[name]))))
    for size in ((320, 480), (390, 844), (320, 480), (1280, 800)):
        resize(phone.page, *size)
        is_longer, *signs = phone.part("details-text").evaluate(FADES)
        assert signs == [is_longer] * 2, size
        assert is_longer or size != (320, 480)
