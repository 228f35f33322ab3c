"""The organizer's panel while the cards are shared out (R19), with scripts and without."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import expect

from tests.browser.fight_night import FightNight
from tests.browser.page_actions import resize, small_targets, width_of_content
from tests.clients.views import phase_is

pytestmark = pytest.mark.browser


@pytest.fixture
def sharing(night):
    """Make a night whose fights are over and whose cards are shared out, with the panel open."""
    with ExitStack() as lines:

        def make(*names, sharing="equal", **screen):
            one = FightNight(night, lines, names or ("Aichi", "Kamui"), sharing=sharing, **screen)
            one.begin()
            one.act("next-stage", **{"from": "fighting", "confirm": "next"})
            for phone in one.phones.values():
                phone.wait_for(phase_is("sharing"))
            one.open_panel()
            return one

        yield make


def turn(page):
    return page.locator(".share [data-part=turn]")


def cards(page):
    return page.locator(".lot-card")


def take(page):
    """Take the first card with two taps, and return its name."""
    card = cards(page).first
    name = card.locator("[data-part=name]").text_content()
    card.locator("summary").click()
    card.get_by_role("button", name=re.compile("^Take")).click()
    return name


def test_a_card_is_taken_for_a_fighter_with_two_taps_or_by_one_and_the_end_is_asked_about_in_place(sharing):
    one = sharing("Aichi", "Kamui", "Misaki")  # with two of them, the second has the next turn too
    page = one.page
    first, card = turn(page).text_content(), cards(page).first.get_attribute("data-key")
    name = take(page)
    expect(page.get_by_text(f"Last: {first} took {name}.")).to_be_visible()
    expect(turn(page)).not_to_have_text(first)
    expect(page.locator(f".lot-card[data-key='{card}']")).to_have_count(0)
    expect(page.locator(".lot details[open]")).to_have_count(0)
    expect(page.locator(".share__turn")).to_be_focused()
    one.phones[first].wait_for(lambda state: int(card) in [each["id"] for each in state["share"]["yours"]])

    # A card that a fighter takes is seen at once, and closes what was opened for them.
    name = turn(page).text_content()
    cards(page).first.locator("summary").click()
    expect(page.get_by_role("button", name=re.compile(f"^Take it for {name}: "))).to_be_visible()
    phone = one.phones[name]
    card = int(cards(page).last.get_attribute("data-key"))
    answer = phone.ask(type="take", card=card)
    assert answer["type"] == "ack", answer
    expect(turn(page)).not_to_have_text(name)
    expect(page.locator(".lot details[open]")).to_have_count(0)
    yours = phone.wait_for(lambda state: card in [each["id"] for each in state["share"]["yours"]])["share"]["yours"]
    expect(page.locator(".sharer", has_text=name).locator("[data-part=cards]")).to_have_text(str(len(yours)))

    # The turns are paused from the bar.
    bar = page.get_by_role("group", name="The turns")
    bar.get_by_role("button", name="Pause").click()
    expect(page.locator(".share").get_by_text("Paused")).to_be_visible()
    expect(page.locator(".button--primary:visible")).to_have_text(re.compile("Resume"))
    bar.get_by_role("button", name="+30 s").click()
    expect(page.locator(".share__clock")).to_have_text(re.compile(r"^(\d\d|1:00)$"))
    page.get_by_role("button", name="Close the event").click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text(f"it is the turn of {turn(page).text_content()}")
    question.get_by_role("button", name="Wait").click()
    expect(page.get_by_role("button", name="Close the event")).to_be_focused()
    page.get_by_role("button", name="Close the event").click()
    question.get_by_role("button", name="Continue anyway").click()
    expect(page.get_by_role("heading", name="The event is over")).to_be_visible()
    expect(page.get_by_role("link", name="Hand-over sheet")).to_be_visible()


def test_a_sharing_at_random_needs_nothing_but_an_end(sharing):
    page = sharing(sharing="random").page
    expect(page.get_by_role("heading", name="All cards are shared")).to_be_visible()
    expect(page.locator(".button--primary:visible")).to_have_text(re.compile("Close the event"))
    expect(page.locator(".host-bar")).to_be_hidden()
    page.get_by_role("button", name="Close the event").click()
    expect(page.get_by_role("heading", name="The event is over")).to_be_visible()


def test_the_panel_of_the_sharing_keeps_the_nodes_that_the_server_drew_and_fits_a_phone_and_a_thumb(sharing):
    page = sharing("Maximiliana-Alexandrov24", "عبد الرحمن المقاتل").page
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        window.drawn = [...document.querySelectorAll(".share, .sharer, .lot-card")];
        window.words = document.querySelector(".shares").innerText;
    });""")
    page.reload()
    expect(page.locator(".host__line").get_by_text("Live")).to_be_visible()
    assert page.evaluate("window.drawn.filter((node) => !node.isConnected).length") == 0
    drawn = [page.evaluate(words) for words in ("window.words", "document.querySelector('.shares').innerText")]
    before, after = (re.sub(r"\n\d+\n", "\n", words) for words in drawn)
    assert before == after

    cards(page).first.locator("summary").click()
    for width in (320, 390):
        resize(page, width, 700)
        assert (width, width_of_content(page), small_targets(page)) == (width, width, [])


def test_cards_are_shared_without_scripts(sharing):
    page = sharing(java_script_enabled=False).page
    first = turn(page).text_content()
    name = take(page)
    expect(page.get_by_text(f"Last: {first} took {name}.")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Resume").click()
    page.get_by_role("button", name="Close the event").click()
    expect(page.get_by_text("Cards are still being taken")).to_be_visible()
    page.get_by_role("button", name="Continue anyway").click()
    expect(page.get_by_role("heading", name="The event is over")).to_be_visible()
