"""Two phones share the cards of a night: turns, wishes, swaps, and what is handed over (R19)."""

import re
from contextlib import ExitStack
from itertools import groupby

import pytest
from playwright.sync_api import expect

from tests.browser.draft_actions import sit_down
from tests.browser.fight_actions import single_cards
from tests.browser.page_actions import box_of, boxes_of, post, small_targets, width_of_content
from tests.browser.share_actions import lead_on, pool, share_cards, take, title, whose_turn
from tests.clients.views import phase_is

pytestmark = pytest.mark.browser

KEPT = "Saved on this phone. It is sent as soon as the connection is back."


def test_cards_are_taken_in_turn_by_two_taps_lie_grey_on_the_other_phone_and_wait_for_the_clock_and_the_line(night):
    organizer, phones, code = share_cards(night)
    expect(phones[0].part("turns")).to_be_visible()
    found = (
        phones[0]
        .part("turns")
        .locator(".turn")
        .evaluate_all("""(all) => all.map(
        (node) => [getComputedStyle(node).gridColumnStart, getComputedStyle(node, "::before").content]
    )""")
    )
    assert {(column == "1", line == "none") for column, line in found} == {(True, True), (False, False)}
    mine, other = whose_turn(phones)
    expect(title(other)).to_have_text(f"{mine.name} takes a card")
    expect(other.part("share-more")).to_have_text("You are next.")
    expect(pool(mine)).to_have_count(3)
    expect(mine.part("take")).to_have_attribute("aria-disabled", "true")
    expect(other.part("take")).to_have_text("Wait for your turn")
    other.tap(pool(other).last)
    expect(other.part("chosen-name")).to_be_visible()
    name = take(mine, 2)  # the last one of the pool, by its number
    expect(other.part("share-last")).to_have_text(f"{mine.name} took {name}.")
    expect(title(other)).to_have_text("Your turn: take a card")
    expect(other.part("chosen-name")).to_be_hidden()  # the card that was looked at has been taken
    expect(other.part("take")).to_have_text("Choose a card")
    expect(other.part("share-more")).to_have_text("The next one is yours too.")
    expect(mine.part("yours-title")).to_have_text("Yours so far: 1 card")
    for phone in phones:
        expect(pool(phone)).to_have_count(2)
    expect(other.part("pool").locator(".is-gone")).to_have_text(re.compile(f"taken by.*{mine.name}", re.DOTALL))
    expect(other.part("pool").locator(".is-gone")).to_have_count(1)

    mine, other = whose_turn(phones)
    take(mine, 1)
    for phone in phones:
        expect(pool(phone)).to_have_count(1)
    expect(other.part("pool").locator(".is-gone")).to_have_count(2)

    # A card is not taken while the clock stands, and kept without a line until it is back.
    mine, other = whose_turn(phones)
    organizer.act(code, "pause")
    expect(mine.part("share-paused")).to_be_visible()
    mine.tap(pool(mine).first)
    expect(mine.part("take")).to_have_attribute("aria-disabled", "true")
    organizer.act(code, "resume")
    expect(mine.part("take-words")).to_have_text("Take it")
    mine.page.context.set_offline(True)
    expect(mine.part("line-words")).to_have_text("Offline")
    mine.part("take").click()
    expect(mine.part("take-words")).to_have_text("Saved on this phone.")
    mine.page.context.set_offline(False)
    expect(title(other)).to_have_text("Your turn: take a card")
    expect(mine.part("yours-title")).to_have_text("Yours so far: 2 cards")


def test_wishes_are_chosen_and_ordered_on_their_page_and_marked_in_the_pool_also_without_scripts(night):
    _, phones, code = share_cards(night)
    mine, other = whose_turn(phones)
    page = mine.page
    mine.press(page.get_by_role("link", name="My wishes"))
    expect(page.get_by_role("heading", name="My wishes")).to_be_visible()
    for place, name in enumerate(("Marshal of the Thousand Manes", "Queen Emberlyn Voss"), start=1):
        page.get_by_role("button", name=f"Wish for {name}").click()
        expect(page.locator(".wish")).to_have_count(place)
    page.get_by_role("button", name="Queen Emberlyn Voss: more").click()
    expect(page.locator(".wish").first).to_contain_text("Queen Emberlyn Voss")
    assert page.url.endswith(f"/events/{code}/wishes/")
    page.goto(f"/events/{code}/")
    expect(pool(mine).nth(0)).to_contain_text("wish 1")
    expect(pool(mine).nth(0)).to_contain_text("Queen Emberlyn Voss")
    expect(pool(mine).nth(1)).to_contain_text("wish 2")
    device = night.screen(390, 844, java_script_enabled=False, storage_state=other.page.context.storage_state())
    device.goto(f"/events/{code}/wishes/")
    device.locator(".heart").nth(2).click()
    device.locator(".heart").nth(0).click()
    expect(device.locator(".wish")).to_have_count(2)
    device.locator("[name=up]").nth(1).click()
    first = device.locator(".wish").first.locator(".tick__name").inner_text()
    assert first == device.locator(".wishes__card").nth(0).get_attribute("data-name")


def test_the_big_screen_shows_all_cards_of_a_large_pool_in_two_rows(night):
    rares = [f"SMP01/0{number}" for number in range(21, 39)]
    organizer = night.organizer()
    code = organizer.new_event(**single_cards(rares), table_size="3", log_visibility="public")
    with ExitStack() as lines:
        line, *_ = sit_down(lines, night.server.url, code, "Aichi", "Kamui", "Misaki")
        organizer.act(code, "start")
        organizer.act(code, "end-review")
        line.wait_for(phase_is("building"))
    for stage in ("building", "fighting"):
        lead_on(organizer, code, stage)
    display = night.display(code)
    cards = display.locator("[data-part=share-cards] .card")
    expect(cards).to_have_count(len(rares))
    places = boxes_of(cards)
    assert [row for row, _ in groupby(place["y"] for place in places)] == [places[0]["y"], places[9]["y"]]
    assert min(place["width"] for place in places) > 75
    bottom = places[-1]["y"] + places[-1]["height"]
    assert bottom < box_of(display.locator("[data-part=share-track-box]"))["y"]


def names_of(phone):
    """Return the names of the cards that a fighter has in the end."""
    return phone.part("yours").locator(".card__name").all_inner_texts()


def offer(phone, give, want, *, offline=False):
    """Offer one of the own cards for one of the others', each by its name; `offline`, once they are chosen."""
    phone.press(phone.part("swap-open"))
    dialog = phone.page.get_by_role("dialog", name="Offer a swap")
    expect(dialog.locator("#swap-give option")).to_have_count(7)
    for field, name in ((dialog.get_by_label("You give"), give), (dialog.get_by_label("You get"), want)):
        field.select_option(field.locator("option", has_text=name).get_attribute("value"))
    assert small_targets(phone.page) == []
    if offline:
        phone.page.context.set_offline(True)
        expect(phone.part("line-words")).to_have_text("Offline")
    phone.press(dialog.get_by_role("button", name="Offer it to"))


def test_cards_are_swapped_and_handed_over_also_without_scripts(night):
    organizer, phones, code = share_cards(night, sharing="random")
    for phone in phones:
        expect(title(phone)).to_have_text("These are your cards")
    aichi, kamui = phones
    for phone in phones:
        expect(phone.part("yours-title")).to_have_text("Your 6 cards")
        assert (small_targets(phone.page), width_of_content(phone.page)) == ([], 390)

    given, wanted = (names_of(phone)[-1] for phone in phones)
    offer(aichi, given, wanted, offline=True)
    expect(aichi.part("swap-kept")).to_have_text(KEPT)
    expect(aichi.part("no-offers")).to_be_hidden()
    aichi.page.context.set_offline(False)
    expect(aichi.part("offers")).to_contain_text("Waiting for an answer")
    expect(aichi.part("swap-kept")).to_be_empty()
    kamui.page.context.set_offline(True)
    expect(kamui.part("line-words")).to_have_text("Offline")
    kamui.press(kamui.page.get_by_role("button", name="Agree"))
    expect(kamui.part("swap-kept")).to_have_text(KEPT)
    kamui.page.context.set_offline(False)
    for phone in phones:
        expect(phone.part("offers").get_by_role("listitem")).to_have_count(0)
    expect(aichi.part("yours")).to_contain_text(wanted)
    expect(kamui.part("yours")).to_contain_text(given)

    count = aichi.part("to-give").inner_text()
    aichi.press(aichi.page.get_by_role("link", name="Hand-over sheet"))
    first = aichi.page.locator("button.tick").first
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(kamui.part("to-get")).not_to_have_text(count)
    first.click()
    expect(first).to_have_attribute("aria-pressed", "false")
    assert (small_targets(aichi.page), width_of_content(aichi.page)) == ([], 390)

    device = night.screen(390, 844, java_script_enabled=False, storage_state=phones[0].page.context.storage_state())
    device.goto(f"/events/{code}/sharing/")
    tick = device.locator("button.tick").first
    tick.click()
    expect(tick).to_have_attribute("aria-pressed", "true")
    tick.click()
    device.locator("#give").select_option(index=1)
    device.locator("#want").select_option(index=1)
    device.get_by_role("button", name="Offer the swap").click()
    expect(device.get_by_text("Waiting for an answer")).to_be_visible()
    device.get_by_role("button", name="Withdraw").click()
    expect(device.get_by_text("You withdrew your offer to")).to_be_visible()

    organizer.page.goto(f"/events/{code}/sharing/")
    for tick in organizer.page.locator("button.tick").all():
        tick.click()
        expect(tick).to_have_attribute("aria-pressed", "true")
    expect(organizer.page.get_by_text("All cards are handed over.")).to_be_visible()
    expect(kamui.page.get_by_text("All your cards have changed hands.")).to_be_visible()
    expect(aichi.page.get_by_text("All cards are handed over.")).to_be_visible()  # it looks again by itself

    assert post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": "sharing"}).status == 302
    expect(kamui.part("swaps")).to_be_hidden()
    kamui.page.reload()
    expect(kamui.page.locator("[data-for=deck]")).to_be_visible()
    kamui.press(kamui.page.get_by_role("button", name="Sharing"))
    expect(kamui.part("yours-title")).to_have_text("Your 6 cards")


def test_an_offer_is_declined_or_withdrawn_in_words_and_a_closed_event_says_what_is_still_to_change_hands(night):
    organizer, phones, code = share_cards(night, sharing="random")
    for phone in phones:
        expect(title(phone)).to_have_text("These are your cards")
    aichi, kamui = phones
    (own, *_, own_last), (theirs, *_, their_last) = map(names_of, phones)
    offer(aichi, own, theirs)
    expect(kamui.part("offers")).to_have_text(re.compile(f"Aichi.*offers you {own} for {theirs}"))
    assert (small_targets(kamui.page), width_of_content(kamui.page)) == ([], 390)
    kamui.press(kamui.page.get_by_role("button", name="No, thanks"))
    expect(aichi.part("offers")).to_have_text(re.compile(f"Kamui.*would rather keep {theirs}"))
    expect(kamui.part("offers")).to_have_text(re.compile(f"You keep {theirs}, for which .*Aichi.* offered {own}"))
    offer(aichi, own_last, their_last)
    expect(kamui.page.get_by_role("button", name="Agree")).to_be_visible()
    aichi.press(aichi.page.get_by_role("button", name="Withdraw"))
    expect(kamui.part("offers").get_by_role("listitem").nth(1)).to_have_text(
        re.compile("Aichi.* withdrew the offer of ")
    )
    expect(aichi.part("offers").get_by_role("listitem").nth(1)).to_have_text(re.compile("You withdrew your offer to "))
    for phone in phones:
        expect(phone.part("offers").get_by_role("button")).to_have_count(0)
        expect(phone.part("yours-title")).to_have_text("Your 6 cards")

    phone = next(phone for phone in phones if phone.part("to-give").inner_text() != "0 cards")
    cards = phone.part("to-give").inner_text()
    assert post(organizer.page, f"/events/{code}/host/next-stage/", **{"from": "sharing"}).status == 302
    expect(phone.part("share-more")).to_contain_text("The event is over.")
    phone.page.goto("/")
    phone.press(phone.page.get_by_role("link", name="Back to your cards"))
    expect(phone.page.locator("[data-for=deck]")).to_be_visible()
    expect(phone.page.get_by_text(f"You still give {cards}")).to_be_visible()
    phone.press(phone.page.get_by_role("button", name="Which cards"))
    expect(phone.part("to-give")).to_have_text(cards)


def test_a_card_or_an_offer_that_arrives_once_the_event_is_over_is_told_not_to_count(night):
    organizer, phones, code = share_cards(night)
    mine, other = whose_turn(phones)
    mine.tap(pool(mine).first)
    mine.page.context.set_offline(True)
    expect(mine.part("line-words")).to_have_text("Offline")
    mine.press(mine.part("take"))
    lead_on(organizer, code, "sharing")
    expect(other.part("share-more")).to_contain_text("The event is over.")
    mine.page.context.set_offline(False)
    notice = mine.part("page-notices").locator("[data-notice=share-fault]")
    expect(notice).to_have_text("The sharing is over. The card was not taken.")

    organizer, (aichi, kamui), code = share_cards(night, sharing="random")
    offer(aichi, names_of(aichi)[-1], names_of(kamui)[-1], offline=True)
    expect(aichi.part("swap-kept")).to_have_text(KEPT)
    lead_on(organizer, code, "sharing")
    expect(kamui.part("share-more")).to_contain_text("The event is over.")
    aichi.page.context.set_offline(False)
    notice = aichi.part("page-notices").locator("[data-notice=swap-fault]")
    expect(notice).to_have_text("The sharing is over. The swap does not count.")
    notice.get_by_role("button").filter(visible=True).click()
    expect(notice).to_have_count(0)
