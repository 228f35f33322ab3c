"""Rules and help for everyone, beside a seat that is kept; and sheets, of which the chosen ones are printed."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.fight_night import FightNight
from tests.browser.page_actions import printed_pages
from tests.browser.test_everyone import Inspector

pytestmark = pytest.mark.browser
INK = "node => [...node.querySelectorAll('*')].map((one) => getComputedStyle(one).color)"


def test_rules_and_help_can_be_used_by_everyone_and_the_seat_is_kept(night):
    organizer, phone, inspector = night.organizer(), night.phone("Aichi"), Inspector()
    code = organizer.new_event()
    phone.join(code)
    with phone.page.context.expect_page() as opened:
        phone.page.get_by_label("The rules, in another tab").click()
    rules = opened.value
    expect(rules.get_by_role("heading", level=1)).to_have_text("Cardfight!! Vanguard")
    expect(phone.part("line")).to_have_attribute("data-line", "live")
    for address in ("/rules/", "/rules/vanguard/#r9", "/help/"):
        rules.goto(address)
        inspector.look_at(address, rules)
    rules.goto("/rules/magic/")
    inspector.fits("/rules/magic/", rules)
    organizer.page.goto(f"/events/{code}/sheets/")
    inspector.look_at("sheets", organizer.page)
    assert inspector.faults == []
    rules.goto("/rules/")
    rules.get_by_role("link", name="Back to your seat").click()
    expect(rules.get_by_role("heading", level=1, name="Hello, Aichi")).to_be_visible()


def test_the_chosen_sheets_are_printed_black_on_white_and_each_begins_a_page(night):
    organizer = night.organizer(color_scheme="dark")
    code = organizer.new_event()
    page = organizer.page
    page.goto(f"/events/{code}/sheets/")
    for name in ("Poster", "Table", "Checklist", "Fights"):
        expect(page.get_by_role("checkbox", name=name)).to_be_checked()
    for paper in ("A4", "Letter"):
        assert printed_pages(page, paper) == 6  # “What to do when” has two
    for name in ("Table", "Checklist", "Fights"):
        page.get_by_role("checkbox", name=name).uncheck()
    poster = page.locator("[data-sheet=poster]")
    expect(page.locator(".paper:visible")).to_have_count(1)
    for paper in ("A4", "Letter"):
        assert printed_pages(page, paper) == 1
    page.emulate_media(media="print")
    expect(page.locator(".site, .sheet-choice, .page-head").filter(visible=True)).to_have_count(0)
    assert set(poster.evaluate(INK)) <= {"rgb(0, 0, 0)", "rgb(34, 34, 34)"}
    page.emulate_media(media="screen")
    page.get_by_role("checkbox", name="Poster").uncheck()
    expect(page.get_by_role("button", name="Print")).to_be_disabled()


def test_M32_M40_a_sheet_for_the_tables_is_one_page_on_either_paper(night):
    organizer = night.organizer()
    code = organizer.new_event(format="magic-own", fight_form="commander")
    page = organizer.page
    page.goto(f"/events/{code}/sheets/")
    for chosen in page.locator(".sheet-choice input").all():
        chosen.uncheck()
    for name in ("The turn", "Rule check"):
        page.get_by_role("checkbox", name=name).check()
        expect(page.locator(".paper:visible")).to_have_count(1)
        assert [printed_pages(page, paper) for paper in ("A4", "Letter")] == [1, 1]
        page.get_by_role("checkbox", name=name).uncheck()
    for address in ("turn", "check"):
        page.goto(f"/rules/magic/{address}/")
        assert [printed_pages(page, paper) for paper in ("A4", "Letter")] == [1, 1]


def test_printed_pairings_of_several_pages_end_within_the_width_of_the_page(night):
    with ExitStack() as lines:
        one = FightNight(night, lines, ("Aichi", "Kamui"))
        one.begin()
    page = one.page
    page.goto(f"/events/{one.code}/sheets/")
    page.emulate_media(media="print")
    pairings = page.locator(".paper-pairings")
    pairings.evaluate("""list => {
        for (let row = 0; row < 98; row++) list.append(list.firstElementChild.cloneNode(true));
    }""")
    expect(pairings).to_have_css("column-count", "auto")
    edge = pairings.evaluate("list => list.getBoundingClientRect().right")
    rights = pairings.locator("> li").evaluate_all("all => all.map((row) => row.getBoundingClientRect().right)")
    assert (len(rights), max(rights) <= edge + 1) == (100, True)
