"""Checks that only a browser can make: no text runs, no page breaks its own policy, and who names which address."""

import csv
import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.factories import VANGUARD_COLUMNS as COLUMNS

pytestmark = pytest.mark.browser

NICKNAME = "<img src=x onerror=zq()>"
NAME = "<script>zq()</script><zq>"
FOR_ALL = [
    "/",
    "/sets/",
    "/sets/SMP01/",
    "/accounts/login/",
    "/nothing/here/",
    f"/rejoin/{'x' * 43}/",
    "/art/vanguard/gold-lions.svg",
    "/healthz",
]
FOR_ORGANIZERS = ["/", "/sets/", "/events/", "/events/new/", "/accounts/password_change/"]
OF_AN_EVENT = ["host/", "table/1/", "", "log/", "deck.txt", "nothing/"]
ADMIN = ["", "auth/user/", "auth/user/1/change/", "auth/user/add/", "axes/accessattempt/"]
ADMIN += [f"drafts/{model}/" for model in ("card", "cardset", "packrecipe", "card/1/change", "cardset/1/change")]
ADMIN += ["drafts/packrecipe/1/change/", "drafts/packlayout/1/change/", "auth/user/1/delete/", "auth/user/1/password/"]


def test_no_page_breaks_its_own_policy(night):
    """Every screen's complaints are counted: see `Night`."""
    organizer = night.organizer()
    code = organizer.new_event()
    stranger = night.screen(390, 844)
    for page, paths in ((organizer.page, FOR_ORGANIZERS), (stranger, FOR_ALL)):
        for path in paths + [f"/events/{code}/{name}" for name in OF_AN_EVENT]:
            page.goto(path)
    for path in ADMIN:
        assert organizer.page.goto(f"/admin/{path}").status == 200, path
        expect(organizer.page.locator("#content")).to_be_visible()


def test_a_broken_policy_would_be_noticed(night):
    page = night.screen(390, 844)
    page.goto("/")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p onclick=zq() style=color:red>')")
    expect(page.locator("p[onclick]")).to_have_count(1)
    assert [complaint for complaint in night.complaints if "Content Security" in complaint]
    night.complaints.clear()


def load_hostile_set(night, folder: Path) -> None:
    file, recipe = folder / "cards.csv", folder / "recipe.toml"
    with file.open("w", newline="") as out:
        writer = csv.writer(out)
        writer.writerow(COLUMNS)
        for number in range(60):
            kind, trigger = ("Trigger Unit", "heal") if number < 20 else ("Normal Unit", "")
            row = ["ZQ", f"ZQ/{number}", f"{NAME}{number}", kind, 1, NAME, NAME, NAME, 7000, 5000, 1, trigger, "C"]
            writer.writerow(row)
    recipe.write_text(f"[ZQ]\nname = {json.dumps(NAME)}\n")
    night.server.manage("loadset", str(file), "--recipe", str(recipe))


def test_no_text_of_anybodys_runs_on_any_screen(night, tmp_path):
    load_hostile_set(night, tmp_path)
    organizer = night.organizer()
    code = organizer.make_event(card_set="ZQ")
    phones = [night.phone(name) for name in (NICKNAME, "<zq>{{zq}}")]
    display = night.display(code)
    screens = [organizer.page, display, *(phone.page for phone in phones)]
    for phone in phones:
        phone.join_by_form(code)
    organizer.page.reload()
    check(screens)
    organizer.start()
    for phone in phones:
        phone.sees_pack(5)
        assert NAME in phone.names()[0]
    check(screens)
    phones[0].take(5)
    expect(display.get_by_text("done")).to_be_visible()
    assert NICKNAME in display.locator("[data-part=name]").all_text_contents()
    check(screens)
    for phone in phones:
        organizer.page.get_by_label(f"More about {phone.name}").click()
        organizer.press("Let a bot choose")
    for phone in phones:
        expect(phone.page.get_by_role("heading", name="Your deck")).to_be_visible()
    check(screens)
    phones[0].page.goto(f"/events/{code}/log/")
    expect(phones[0].page.get_by_text(NAME).first).to_be_visible()
    check(screens)


def check(screens) -> None:
    for page in screens:
        assert page.locator("zq, [onerror], [src=x]").count() == 0
        assert page.locator("script:not([src]):not([type='application/json'])").count() == 0


def test_two_taps_on_join_take_one_place_and_no_request_names_the_link_of_a_seat_as_where_it_comes_from(night):
    organizer = night.organizer()
    code = organizer.new_event()
    phone = night.phone("Aichi")
    phone.page.goto(f"/join/{code}/")
    phone.page.get_by_label("Nickname").fill(phone.name)
    phone.page.get_by_role("button", name="Take a place").dblclick()
    expect(phone.page.get_by_role("heading", name="Hello, Aichi")).to_be_visible()
    organizer.open_panel(code)
    expect(organizer.page.locator(".member__name bdi")).to_have_text(["Aichi"])

    organizer.page.get_by_label("More about Aichi").click()
    organizer.press("New phone")
    token = phone.page.content().split("/rejoin/")[1][:43]
    other = night.screen(390, 844)
    named: list[str] = []
    other.on("request", lambda request: named.append(request.all_headers().get("referer", "")))
    for path in (f"/rejoin/{token}/", f"/rejoin/{'x' * 43}/"):
        other.goto(path)
        other.evaluate("location.assign('/sets/')")
        other.wait_for_url("**/sets/")
    assert (len(named) > 5, [address for address in named if "rejoin" in address]) == (True, [])


def test_a_panel_whose_organizer_signs_out_elsewhere_asks_to_sign_in(night):
    organizer = night.organizer()
    organizer.make_event()
    expect(organizer.page.get_by_text("No fighters are here yet")).to_be_visible()
    second = organizer.page.context.new_page()
    second.goto("/events/")
    night.keys.clear()
    second.get_by_role("button", name="Sign out").click()
    expect(organizer.page.get_by_label("Password")).to_be_visible()
