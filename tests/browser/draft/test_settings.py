"""The settings of an event: its form, which says in one line how one fights, and a change of them in the lobby."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def tile(page, name, value):
    return page.locator(f".choice:has([name={name}][value='{value}'])")


def test_the_line_of_the_fights_follows_the_fields_and_asks_for_what_applies_only(night):
    page = night.organizer().page
    page.goto("/events/new/")
    line = page.locator("[data-part=fights-in-words]")
    expect(tile(page, "fights", "swiss")).to_be_hidden()
    page.locator("summary", has_text="More settings").click()
    page.locator("summary", has_text="Fights").click()
    tile(page, "fights", "swiss").click()
    tile(page, "swiss_rounds", "5").click()
    tile(page, "best_of", "3").click()
    tile(page, "fights_across", "event").click()
    tile(page, "damage_limit", "6").click()
    page.get_by_label("Minutes for a round").select_option("Without a clock")
    expect(line).to_contain_text("Then 5 fights, best of three, lost at 6 damage.")
    tile(page, "fights", "bracket").click()
    expect(line).to_contain_text("Then a bracket, best of three, lost at 6 damage.")
    expect(tile(page, "swiss_rounds", "5")).to_be_hidden()
    tile(page, "fights", "off").click()
    expect(line).to_contain_text("No fights")
    expect(tile(page, "best_of", "3")).to_be_hidden()
    expect(tile(page, "pace", "off")).to_contain_text("as long as it takes")
    expect(tile(page, "fights", "off")).to_contain_text("No fights")


def test_a_round_of_magic_has_fifty_minutes_for_the_best_of_three_until_others_are_chosen(night):
    page = night.organizer().page
    page.goto("/events/new/?format=magic-own")
    line = page.locator("[data-part=fights-in-words]")
    expect(line).to_contain_text("3 fights of 50 minutes, best of three.")
    page.locator("summary", has_text="More settings").click()
    page.locator("summary", has_text="Fights").click()
    tile(page, "best_of", "1").click()
    expect(line).to_contain_text("3 fights of 25 minutes.")
    tile(page, "best_of", "3").click()
    tile(page, "fight_form", "two-headed-giant").click()
    expect(line).to_contain_text("3 fights of 50 minutes, Two-Headed Giant.")
    tile(page, "fight_form", "duel").click()
    page.get_by_label("Minutes for a round").select_option("40 minutes")
    tile(page, "best_of", "1").click()
    expect(line).to_contain_text("3 fights of 40 minutes.")


def test_decks_of_commander_are_fought_all_at_once_at_tables_of_four_without_a_clock(night):
    page = night.organizer().page
    page.goto("/events/new/?format=magic-own")
    line = page.locator("[data-part=fights-in-words]")
    page.get_by_label("Format").select_option("Commander")
    expect(line).to_have_text("1 fight, Commander.")
    expect(tile(page, "table_size", "4").locator("input")).to_be_checked()
    expect(page.locator("[data-help=table_size]")).to_have_text("Usually 4. More fighters make more tables.")
    page.get_by_label("Format").select_option("Modern")
    expect(line).to_contain_text("fights of 50 minutes, best of three.")
    expect(page.locator("[data-help=table_size]")).to_contain_text("Eight is best.")
    page.locator("summary", has_text="More settings").click()
    page.locator("summary", has_text="Fights").click()
    expect(page.get_by_label("Minutes to hand in a list")).to_be_hidden()
    tile(page, "lists", "asked").click()
    expect(page.get_by_label("Minutes to hand in a list")).to_be_visible()
    tile(page, "fight_form", "commander").click()
    expect(page.get_by_label("Format")).to_have_value("commander")


def test_with_three_in_a_battle_of_rome_the_line_of_the_fights_has_as_many_battles_as_the_lobby(night):
    page = night.organizer().page
    page.goto("/events/new/?format=rome")
    tile(page, "table_size", "3").click()
    line = page.locator("[data-part=fights-in-words]")
    expect(line).to_have_text("2 battles.")
    tile(page, "players", "3").click()
    expect(line).to_have_text("3 battles.")
    page.get_by_role("button", name="Make the event").click()
    expect(page.get_by_text("3 battles.")).to_be_visible()


def test_each_setting_says_what_it_does_for_a_table_of_this_size(night):
    page = night.organizer().page
    page.goto("/events/new/")
    page.locator("summary", has_text="More settings").click()
    page.locator("summary", has_text="Fights").click()
    expect(tile(page, "fights", "auto")).to_contain_text("3 fights each, against all others")
    expect(page.get_by_text("3 rounds of 25 minutes: 75 minutes at most.")).to_be_visible()
    tile(page, "table_size", "7").click()
    expect(tile(page, "fights", "round_robin")).to_contain_text("6 fights each, against all others")
    tile(page, "fights", "round_robin").click()
    page.get_by_label("Minutes for a round").select_option("30 minutes")
    expect(page.get_by_text("7 rounds of 30 minutes: 210 minutes at most.")).to_be_visible()
    expect(page.get_by_text("from 8 fighters on")).to_be_visible()
    page.locator("summary", has_text="Mix sets").click()
    expect(page.get_by_text("42 in all for a table of 7")).to_be_visible()


def test_a_change_of_the_settings_is_seen_on_every_screen_of_the_lobby(night):
    organizer, other = night.organizer(), night.organizer()
    code = organizer.make_event()
    other.open_panel(code)
    phone, tv = night.phone("Aichi"), night.display(code)
    phone.join(code)
    expect(other.page.locator(".members")).to_contain_text("Aichi")
    organizer.page.get_by_role("link", name="Change the settings").click()
    organizer.page.get_by_label("Name").fill("Saturday")
    tile(organizer.page, "pace", "brisk").click()
    organizer.page.get_by_role("button", name="Save the settings").click()
    expect(organizer.page.get_by_text("The settings are changed.")).to_be_visible()
    for page in (organizer.page, other.page, phone.page, tv):
        expect(page.locator("[data-settings=name]").first).to_have_text("Saturday")
    expect(other.page.locator("[data-settings=pace]")).to_have_text("brisk")
    organizer.page.get_by_role("link", name="Change the settings").click()
    organizer.page.locator("summary", has_text="More settings").click()
    organizer.page.locator("summary", has_text="Fights").click()
    organizer.page.get_by_label("Minutes for a round").select_option("40 minutes")
    organizer.page.get_by_role("button", name="Save the settings").click()
    for page in (organizer.page, other.page, phone.page):
        expect(page.locator("[data-settings=fights]")).to_contain_text("40 minutes")


def test_begins_is_in_the_time_zone_of_the_browser_which_stands_beside_it(night):
    page = night.organizer(timezone_id="Asia/Kolkata").page
    page.goto("/events/new/")
    page.locator("summary", has_text="More settings").click()
    expect(page.get_by_text("Time zone: Asia/")).to_contain_text(re.compile("Asia/(Kolkata|Calcutta)"))
    page.get_by_label("Starts").fill("2040-05-01T19:00")
    page.get_by_label("Set", exact=True).select_option("SMP01")  # other tests load sets that come first in the list
    page.locator("#new-event").evaluate("(form) => form.requestSubmit()")  # a button moves when letters come late
    page.wait_for_url("**/host/")
    other = night.organizer(timezone_id="America/New_York").page
    other.goto(page.url.replace("/host/", "/edit/"))
    other.locator("summary", has_text="More settings").click()
    expect(other.get_by_text("Time zone: America/New_York")).to_be_visible()
    expect(other.get_by_label("Starts")).to_have_value("2040-05-01T09:30")


def test_with_three_in_a_battle_the_form_asks_for_rounds_and_not_how_they_are_paired(night):
    page = night.organizer().page
    page.goto("/events/new/?format=rome")
    page.locator("summary", has_text="More settings").click()
    page.locator("summary", has_text="Fights").click()
    tile(page, "fights", "bracket").click()
    expect(tile(page, "swiss_rounds", "3")).to_be_hidden()
    tile(page, "players", "3").click()
    expect(tile(page, "fights", "bracket")).to_be_hidden()
    expect(tile(page, "swiss_rounds", "3")).to_be_visible()
    expect(page.locator("[data-part=fights-in-words]")).to_have_text("3 battles.")
