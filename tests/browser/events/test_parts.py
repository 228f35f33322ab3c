"""Officials' pages take in what has changed, and leave what their viewer is at as it is."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.draft_actions import join
from tests.browser.page_actions import Organizer, post, resize
from tests.programs import wait_until

pytestmark = pytest.mark.browser

SELECTED = "field => [document.activeElement === field, field.value, field.selectionStart, field.selectionEnd]"


def test_the_typed_and_unfolded_parts_stay_while_others_join_and_a_change_while_offline_is_there_once_it_is_back(night):
    organizer, other_tablet = night.organizer(), night.organizer()
    code = organizer.make_event()
    join(night.server.url, code, "Aichi")
    page = organizer.page
    page.get_by_label("More about Aichi").click()
    field = page.get_by_label("Add a guest without a phone")
    field.fill("Wilhelmine")
    field.evaluate("field => field.setSelectionRange(2, 5)")
    join(night.server.url, code, "Kamui", "Misaki")
    expect(page.locator(".member", has_text="Misaki")).to_be_visible()
    assert field.evaluate(SELECTED) == [True, "Wilhelmine", 2, 5]
    expect(page.locator(".member", has_text="Aichi").get_by_role("button", name="Remove")).to_be_visible()
    expect(page.locator(".member", has_text="Kamui").get_by_role("button", name="Remove")).to_be_hidden()

    # A change while the panel was offline is there once it is back.
    expect(page.locator(".host__line").get_by_text("Live")).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator(".host__line").get_by_text("Offline")).to_be_visible()
    other_tablet.act(code, "add-bot")
    page.context.set_offline(False)
    expect(page.locator(".member", has_text="Brass Finch")).to_be_visible()

    # The links of the panel fit beside each other.
    row, more = page.locator(".host .page-head > .button-row"), page.locator("#more-links")
    for width in (360, 390, 820):
        resize(page, width, 800)
        assert row.evaluate("row => row.scrollWidth <= row.clientWidth")
        tops = row.locator("> a, > details").evaluate_all(
            "links => links.map((link) => link.getBoundingClientRect().top)"
        )
        assert len(set(tops)) == 1
        more.locator("summary").click()
        for name in ("Officials", "Sheets", "Connections", "Webhooks"):
            box = page.get_by_role("link", name=name).bounding_box()
            assert (box["x"] >= 0, box["x"] + box["width"] <= width) == (True, True)
        more.locator("summary").click()


def test_two_officials_see_the_same(night):
    first, second = night.organizer(), night.organizer()
    code = first.make_event(table_size="2", pace="relaxed")
    join(night.server.url, code, "Aichi", "Kamui", "Misaki", "مساكي")
    first.act(code, "start")
    second.open_panel(code)
    expect(first.page.locator(".host-table")).to_have_count(2)
    post(second.page, f"/events/{code}/host/pause/", table="2")
    for official in (first, second):
        expect(official.page.locator(".host-table[data-table='2']").get_by_text("Paused")).to_be_visible()

    def shown(official: Organizer) -> str:
        return re.sub(r"\d+:\d\d|\b\d\d\b", "", official.page.locator(".cockpit__main").inner_text())

    wait_until(lambda: shown(first) == shown(second), "they do not see the same")


def test_of_many_tables_what_can_be_done_comes_with_a_press_and_stays_unfolded(night):
    organizer = night.organizer()
    code = organizer.new_event(table_size="2", pace="relaxed")
    join(night.server.url, code, *(f"Fighter {number}" for number in range(10)))
    organizer.act(code, "start")
    organizer.open_panel(code)
    page, tables = organizer.page, organizer.page.locator("#tables")

    # Their displays are told apart by their numbers.
    menu, numbers = page.locator("#more-links"), page.locator(".displays [data-part=number]")
    menu.locator("summary").click()
    expect(numbers).to_have_text(["1", "2", "3", "4", "5"])
    sizes = numbers.evaluate_all("nodes => nodes.map((node) => node.getBoundingClientRect().width > 4)")
    assert sizes == [True] * 5
    page.locator("h1").click()
    expect(menu).not_to_have_attribute("open", "")

    table = tables.locator("[data-table='4']")
    expect(page.locator(".host-table")).to_have_count(5)
    expect(tables.locator("button[formaction$='/new-link/']")).to_have_count(0)
    name = table.locator(".host-seat__name").first.text_content()
    table.get_by_label(f"More about {name}").click()
    expect(table.get_by_role("button", name="New phone").first).to_be_visible()
    expect(table.locator("summary", has_text="•••").first).to_be_focused()
    post(page, f"/events/{code}/host/pause/", table="4")
    expect(table.get_by_text("Paused")).to_be_visible()
    expect(table.get_by_role("button", name="New phone").first).to_be_visible()
    expect(tables.locator("button[formaction$='/new-link/']")).to_have_count(2)  # both seats of this table


def test_of_many_tables_what_can_be_done_is_a_link_away_without_scripts(night):
    organizer = night.organizer(java_script_enabled=False)
    code = organizer.new_event(table_size="2", pace="relaxed")
    join(night.server.url, code, *(f"Fighter {number}" for number in range(10)))
    organizer.act(code, "start")
    organizer.open_panel(code)
    table = organizer.page.locator(".host-table[data-table='4']")
    name = table.locator(".host-seat__name").first.text_content()
    table.get_by_label(f"More about {name}").click()
    table.get_by_label(f"More about {name}").click()
    with organizer.page.expect_navigation():
        table.get_by_role("button", name="Let a bot choose").first.click()
    expect(organizer.page.locator(".toast")).to_be_visible()
