"""After a draft with real packs three fighters enter their piles, one of them wrongly, until decks are there."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_actions import post, small_targets, width_of_content
from tests.sample_piles import FITTING, MISPLACED, NORMAL, TRIGGER

pytestmark = pytest.mark.browser


def type_cards(phone, numbers):
    """Type cards on the pad by the thumb, and return how many taps that took."""
    digits = "".join(number.split("/")[1] for number in numbers)
    for digit in digits:
        phone.page.locator(f"[data-digit='{digit}']").tap()
    return len(digits)


OPEN_ELSEWHERE = """code => {
  window.others = Array.from({ length: 8 }, () => new WebSocket(`ws://${location.host}/ws/events/${code}/`));
}"""


def hear_but_do_not_send(route):
    """A line on which answers come sooner than what is sent."""
    route.abort() if route.request.method == "POST" else route.continue_()


def test_piles_are_entered_by_pad_mended_and_open_decks_and_log(night):
    organizer = night.organizer()
    code = organizer.make_event(packs="paper", pace="off", review_seconds="0")
    aichi, kamui, misaki = phones = [night.phone(name, has_touch=True) for name in ("Aichi", "كامي", "Misaki")]
    for phone in phones:
        phone.take_place(code)
    organizer.act(code, "start")
    panel = f"/events/{code}/host"
    post(organizer.page, f"{panel}/next-stage/", **{"from": "opening"})
    for round_ in range(1, 7):
        for number in range(1, 4):
            post(organizer.page, f"{panel}/advance/", **{"table": "1", "round": str(round_), "pass": str(number)})
        if round_ == 3:
            organizer.act(code, "end-review")
    for phone in phones:
        phone.open(code)
        expect(phone.part("pile-title")).to_have_text("Enter your pile")
        phone.part("pile-link").tap()
    expect(aichi.part("where")).to_have_text("Pack 1, pass 1: card 1 of 2")
    assert small_targets(aichi.page) == []
    assert width_of_content(aichi.page) <= 390

    assert type_cards(aichi, FITTING[:6]) == 18  # three taps a card: 90 for a pile
    strip = aichi.part("strip").locator("li")
    expect(strip).to_have_count(6)
    expect(aichi.part("shown-number")).to_have_text(TRIGGER)
    expect(aichi.part("kept")).to_have_text("Saved")
    aichi.page.context.set_offline(True)
    type_cards(aichi, ["SMP01/001", NORMAL])
    expect(aichi.part("kept")).to_have_text("Offline: saved on this device")
    type_cards(aichi, ["SMP01/999"])
    expect(aichi.part("said")).to_contain_text("There is no SMP01 999")
    aichi.page.context.set_offline(False)
    expect(aichi.part("kept")).to_have_text("Saved")
    aichi.page.reload()
    expect(strip).to_have_count(8)
    strip.nth(6).get_by_role("button").tap()
    expect(aichi.part("place")).to_have_text("Card 7")
    type_cards(aichi, [NORMAL])
    expect(aichi.part("said")).to_contain_text("Card 7 is")
    aichi.part("undo").tap()
    expect(aichi.part("undo")).to_be_disabled()
    expect(aichi.part("count").first).to_have_text("8")
    strip.nth(6).get_by_role("button").tap()
    aichi.part("replace").tap()
    type_cards(aichi, [NORMAL])
    expect(aichi.part("kept")).to_have_text("Saved")
    other = night.organizer().page
    other.goto(f"/events/{code}/pile/?fighter={aichi.page.locator('[name=fighter]').last.input_value()}")
    expect(other.locator("[data-part=count]").first).to_have_text("8")
    type_cards(aichi, [TRIGGER])
    expect(other.locator("[data-part=count]").first).to_have_text("9")  # told, and not only when it sends
    expect(other.locator("[data-part=said]")).to_contain_text("Another device has changed this pile.")
    other.context.set_offline(True)
    type_cards(aichi, [NORMAL, NORMAL])
    strip.nth(8).get_by_role("button").tap()
    aichi.part("later").tap()
    aichi.page.keyboard.press("Shift+ArrowRight")
    expect(aichi.part("place")).to_have_text("Card 11")
    aichi.part("done").tap()
    expect(aichi.part("kept")).to_have_text("Saved")
    other.keyboard.type("001")
    expect(other.locator("[data-part=kept]")).to_have_text("Offline: saved on this device")
    other.route("**/pile/**", hear_but_do_not_send)
    other.context.set_offline(False)
    expect(other.locator("[data-part=stale-words]")).to_have_text("Another device has changed this pile.")
    expect(other.locator("[data-part=stale-more]")).to_contain_text("They differ from card 9 on")
    other.unroute("**/pile/**")
    other.locator("[data-part=take-theirs]").click()
    expect(other.locator("[data-part=strip] li")).to_have_count(11)
    aichi.page.keyboard.type("".join(number.split("/")[1] for number in FITTING[11:]))
    aichi.part("check").tap()
    expect(aichi.part("pile-title")).to_have_text("Your pile is checked")

    kamui.page.locator("#text-box summary").tap()
    kamui.page.locator("#numbers").fill("9" * 400)
    kamui.page.get_by_role("button", name="Check the pile").last.tap()
    expect(kamui.page.locator(".alert.is-bad").first).to_contain_text("Card 1: ")
    expect(kamui.page.locator("#numbers")).to_be_visible()
    expect(kamui.page.locator("#numbers")).to_have_value("9" * 400)
    expect(kamui.part("strip").locator("li")).to_have_count(0)
    assert width_of_content(kamui.page) <= 390
    kamui.page.get_by_role("button", name="Save for now").tap()
    expect(kamui.part("said")).to_contain_text("is no card number")
    expect(kamui.part("said")).to_be_in_viewport()
    kamui.page.locator("#numbers").fill(" ".join(MISPLACED))
    kamui.page.get_by_role("button", name="Check the pile").last.tap()
    expect(kamui.part("pile-title")).to_have_text("Your pile is checked")
    organizer.page.goto(f"/events/{code}/host/")
    chips = organizer.page.locator("[data-part=pile-list]")
    expect(chips).to_contain_text("0 / 30")
    misaki.page.evaluate(OPEN_ELSEWHERE, code)
    expect(misaki.page.get_by_text("This seat is open in too many places")).to_be_visible()
    expect(misaki.part("pad")).to_be_hidden()  # entries of other devices are not heard of here
    expect(misaki.page.locator(".button--primary:visible")).to_have_text("Continue here")
    misaki.part("surplus-again").tap()
    expect(misaki.part("pad")).to_be_visible()
    misaki.page.keyboard.type("".join(number.split("/")[1] for number in FITTING))
    misaki.part("check").tap()
    expect(misaki.part("pile-title")).to_have_text("Your pile is checked")
    expect(kamui.part("pile-title")).to_have_text("Something does not fit")
    expect(organizer.page.locator("[data-part=piles-doubted]")).to_be_visible()

    organizer.page.locator("[data-part=piles-link]").click()
    doubt = organizer.page.locator(".doubt")
    expect(doubt).to_contain_text("took no trigger unit in pass 1")
    doubt.get_by_role("button", name="Exchange cards 6 and 8").click()
    expect(doubt).to_have_count(0)
    expect(organizer.page.get_by_text("All piles are entered: decks and log are open.")).to_be_visible()
    for phone in phones:
        expect(phone.page.locator("[data-for=deck]")).to_be_visible()
        expect(phone.part("deck-words")).to_have_text("30 cards, all of them yours to fight with.")
    expect(kamui.part("log-link")).to_be_visible()
    log = kamui.page.request.get(f"/events/{code}/log/log.json").json()
    assert [pick["how"] for pick in log["tables"][0]["picks"]] == ["entered"] * 90
