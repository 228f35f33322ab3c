"""Choosing the columns of a table of cards: the page says at once what a choice makes of the lines."""

import pytest
from playwright.sync_api import expect

from tests.browser.draft.test_card_texts import choose_file
from tests.browser.test_everyone import Inspector

pytestmark = pytest.mark.browser

TABLE = (
    "Karte;Kennung;Sorte;Stufe;Folge\n"
    "Lampenritter;BT97/001;Normal Unit;zwei;2\n"
    "Fährmädchen;BT97/002;Trigger Unit;null;0\n"
)


def test_each_choice_is_checked_at_once_and_the_table_is_loaded_by_it(night):
    inspector, page = Inspector(), night.organizer().page
    page.goto("/sets/open/")
    choose_file(page, TABLE.encode())
    page.wait_for_url("**/sets/open/columns/")
    expect(page.get_by_role("button", name="Check")).to_be_hidden()
    for field, column in (("Name", "Karte"), ("Number", "Kennung"), ("Kind", "Sorte")):
        page.get_by_label(field).select_option(column)
        expect(page.get_by_label(field)).to_be_focused()
    expect(page.get_by_text("2 cards, without a fault.")).to_be_visible()
    page.get_by_label("Grade").select_option("Stufe")
    expect(page.get_by_text("line 2: grade is not a whole number from 0 to 99: 'zwei'")).to_be_visible()
    inspector.look_at("columns, with a fault", page)
    page.get_by_label("Grade").select_option("Folge")
    expect(page.get_by_text("2 cards, without a fault.")).to_be_visible()
    page.get_by_role("button", name="Use these columns").click()
    page.wait_for_url("**/sets/open/cards/")
    page.get_by_role("button", name="Load the set").click()
    expect(page.get_by_text("BT97: 2 added, 0 changed, 0 unchanged.")).to_be_visible()
    page.get_by_text("Undo the last load").first.click()
    page.get_by_role("button", name="Undo the last load").click()
    expect(page.get_by_text("The last load of BT97 is undone.")).to_be_visible()
    assert inspector.faults == []
