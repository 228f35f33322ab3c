"""The pages of Rome: everybody can use them, both decks are printed, and a lesson is played by taps."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_actions import printed_pages
from tests.browser.test_everyone import Inspector

pytestmark = pytest.mark.browser


def test_the_pages_of_rome_can_be_used_by_everyone(night):
    page, inspector = night.screen(390, 844), Inspector()
    for address in (
        "/rules/rome/#v33",
        "/rules/rome/learn/commands/1/?unit=play:javelin",
        "/rules/rome/learn/attack/2/?m=attack",
        "/rules/rome/print/",
    ):
        page.goto(address)
        inspector.look_at(address, page)
    page.goto("/rules/rome/learn/turn/1/?unit=r-2")
    inspector.fits("a first line that is laid", page)
    assert inspector.faults == []


def test_both_decks_are_printed_nine_cards_to_a_page_of_a4_and_of_letter(night):
    page = night.screen(1280, 800)
    page.goto("/rules/rome/print/")
    for paper in ("A4", "Letter"):
        assert printed_pages(page, paper) == 12
    page.get_by_role("checkbox", name="Backs").check()
    assert printed_pages(page, "Letter") == 24
    page.get_by_role("checkbox", name="Units").uncheck()
    assert printed_pages(page, "A4") == 10


def test_a_lesson_is_played_by_taps(night):
    page = night.screen(390, 844)
    page.goto("/rules/rome/learn/turn/3/")
    page.get_by_role("link", name="Ballista").click()
    page.get_by_role("link", name="Front, 1 left of the middle").click()
    page.get_by_role("link", name="Surprise").click()
    page.get_by_role("link", name="Praetorian", exact=True).click()
    expect(page.get_by_text("Well done")).to_be_visible()
    expect(page.get_by_text("The Centurion is hit with 4 and has 4: it dies.")).to_be_visible()


def test_the_first_line_is_laid_by_taps(night):
    page = night.screen(390, 844, has_touch=True)
    page.goto("/rules/rome/learn/turn/1/")
    page.get_by_role("link", name="Rear, 2 left of the middle").tap()
    page.get_by_role("link", name="Front, in the middle").tap()
    page.get_by_role("link", name="Ready").tap()
    expect(page.get_by_text("The first turn is yours.")).to_be_visible()
