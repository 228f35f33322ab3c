"""A store's Wi-Fi is slow: how much comes over the line until the first pack is seen, and what comes later."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.draft_actions import start_seen_by_one
from tests.browser.page_actions import Phone
from tests.browser.page_weight import weigh_first_visit

pytestmark = pytest.mark.browser

MOST = 200_000
PICTURE, HEAVIEST = 3_000, 5_000  # bytes of a picture on average, and of any
LATER = re.compile(
    r"(?:js/(?:fights/fight|sharing/share|paper/pile)|css/(?:fights/fight|sharing/share|fights/standings-list))\."
)
STYLES = {"fight", "share", "standings-list"}
SCREENS = {"phone": (390, 844), "desktop": (1440, 900)}


@pytest.mark.parametrize("size", SCREENS.values(), ids=SCREENS)
def test_the_draft_room_with_a_first_pack_weighs_less_than_two_hundred_kilobytes(night, size):
    page = night.screen(*size)
    page.goto("/")
    page.locator("form[action='/practice/'] button").first.click()
    heard = []
    page.on("request", lambda request: heard.append(request.url))
    weight = weigh_first_visit(page, "[data-part=pack] button")
    pictures = weight.files["Image"]
    assert pictures >= 5
    assert weight.size["Image"] < pictures * HEAVIEST
    dealt_by_chance = weight.size["Image"] - pictures * PICTURE  # that they are heavy ones or light ones
    assert weight.total - dealt_by_chance < MOST, weight
    assert [url for url in heard if LATER.search(url)] == []


def test_the_files_for_after_the_draft_are_loaded_then_and_again_where_they_cannot_be_had_at_once(night):
    organizer, phone, _, code = start_seen_by_one(night, "Kamui")
    lost = []

    def lose_the_first(route):
        is_lost = len(lost) < 2
        lost.extend([route.request.url] * is_lost)
        route.abort() if is_lost else route.continue_()

    phone.page.route(LATER, lose_the_first)
    organizer.stop(code)
    assert_styled(phone)
    assert len(lost) == 2


def test_a_file_that_a_page_can_be_without_for_a_while_is_asked_for_again(night):
    _, phone, _, _ = start_seen_by_one(night, "Kamui")
    lost = []

    def lose_the_first(route):
        lost.append(route.request.url)
        route.abort() if len(lost) == 1 else route.continue_()

    phone.page.route("**/js/draft/orbit/orbit.*", lose_the_first)
    phone.take(5)
    expect(phone.part("orbit").locator(".orbit__seat")).to_have_count(2)
    assert len(lost) == 2


def test_a_style_sheet_that_takes_longer_than_the_next_try_is_linked_once(night):
    organizer, phone, _, code = start_seen_by_one(night, "Kamui")
    held, tries = [], []

    def hold_until_the_next_try(route):
        if route.request.resource_type == "stylesheet" and len(tries) < 2:
            return held.append(route)
        tries.extend([route] * (route.request.resource_type == "script" and "/share." in route.request.url))
        if len(tries) < 2:
            return route.abort()
        while held:
            held.pop().continue_()
        return route.continue_()

    phone.page.route(LATER, hold_until_the_next_try)
    organizer.stop(code)
    assert_styled(phone)
    assert len(tries) == 2


def assert_styled(phone: Phone) -> None:
    """Fail unless the phone shows its deck, with each sheet of what follows the draft linked once."""
    expect(phone.page.locator("#deck-title")).to_be_visible()
    for sheet in STYLES:
        expect(phone.page.locator(f"link[href*='{sheet}.']")).to_have_count(1)
