import pytest
from playwright.sync_api import expect

from tests.browser.accessibility import violations
from tests.browser.page_actions import ORGANIZER, PASSWORD, small_targets, width_of_content
from tests.browser.test_everyone import REST

pytestmark = pytest.mark.browser


def sign_up(page, name="Bea"):
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill("a shuffle of units")
    page.get_by_label("Password again").fill("a shuffle of units")
    page.get_by_role("button", name="Make the account").click()


def test_an_organizer_signs_up_changes_the_password_and_signs_in_with_it(night):
    page = night.screen(390, 844)
    sign_up(page)
    page.goto("/accounts/password_change/")
    page.get_by_label("Your current password").fill("a shuffle of units")
    page.get_by_label("New password", exact=True).fill("another shuffle")
    page.get_by_label("Password again").fill("another shuffle")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_role("heading", name="Password changed")).to_be_visible()

    laptop = night.screen(1280, 800)
    laptop.goto("/accounts/password_change/")
    laptop.get_by_label("Username").fill("Bea")
    laptop.get_by_label("Password").fill("another shuffle")
    laptop.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(laptop.get_by_role("heading", name="Change password")).to_be_visible()


def test_the_pages_of_an_account_can_be_used_by_everyone(night):
    page = night.screen(320, 640)
    for path in ("/accounts/login/", "/accounts/signup/", "/nothing/here/"):
        page.goto(path)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            page.evaluate(REST)
            assert [(fault["id"], fault["nodes"][0]["html"]) for fault in violations(page)] == []
            assert (width_of_content(page), small_targets(page)) == (320, [])


def test_the_admin_works_under_the_content_security_policy(night):
    page = night.screen(1280, 800)
    page.goto("/admin/auth/user/1/change/")
    page.get_by_label("Username").fill(ORGANIZER)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.locator("#id_groups_filter").wait_for()  # drawn by the admin's scripts


def test_the_content_security_policy_lets_a_page_open_a_socket_of_its_own_site(night):
    page = night.screen(390, 844)
    page.goto("/accounts/login/")
    socket = f"ws://127.0.0.1:{night.server.port}/ws/events/K7QF3M/"
    page.evaluate("(url) => new Promise((done) => { new WebSocket(url).onclose = () => done() })", socket)
