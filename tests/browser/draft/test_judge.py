"""The clock is stopped by the organizer, and by a Legion Rare (R9)."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_actions import box_of, lies_at, post, resize, small_targets

pytestmark = pytest.mark.browser

LEADER, MATE = "Nocturne, Queen of the Last Harvest", "Hollis, Lantern of the Last Harvest"
WITH_LEGION_RARE = ("SMP02/025", "SMP02/L01", "SMP02/L02", "SMP02/018", "SMP02/019")
PLAIN = ("SMP02/026", "SMP02/020", "SMP02/021", "SMP02/022", "SMP02/011")
BANNER = "Legion Rare verified. This pack: take the trigger and two other cards."


def packs(*packs: tuple[str, ...]) -> str:
    return "\n\n".join("\n".join(pack) for pack in packs)


def test_a_legion_rare_is_called_rings_at_the_organizer_and_is_verified_for_all(night):
    organizer = night.organizer()
    code = organizer.make_event_by_form(pack_list=packs(WITH_LEGION_RARE, *[PLAIN] * 11))
    phones = [night.phone("Aichi"), night.phone("Kamui")]
    for phone in phones:
        phone.join(code)
    display = night.display(code)
    organizer.start()
    for phone in phones:
        phone.sees_pack(5)
    opener, other = sorted(phones, key=lambda phone: LEADER not in phone.names())
    expect(other.places).to_have_count(2)

    expect(other.page.get_by_text("You opened a Legion Rare.")).to_be_hidden()
    lay = box_of(other.pack)
    expect(opener.page.get_by_text("You opened a Legion Rare.")).to_be_visible()
    lies_at(opener.pack, lay)  # a notice moves no card
    opener.page.get_by_role("button", name="Call a judge to verify").click()
    dialog = opener.page.get_by_role("dialog", name="Call a judge")
    assert small_targets(opener.page) == []
    expect(dialog.get_by_label("Legion Rare")).to_be_checked()
    dialog.get_by_label(MATE).check()
    dialog.get_by_role("button", name="Call", exact=True).click()
    expect(opener.page.get_by_text("A judge is checking your Legion Rare. The pass waits.")).to_be_visible()
    expect(other.page.get_by_text("A judge is checking a card. The draft waits.")).to_be_visible()
    for phone in phones:
        lies_at(phone.pack, lay)
    expect(display.locator("[data-part=words]")).to_have_text("A judge is checking a card.")

    call = organizer.page.locator("#calls")
    expect(call.get_by_role("heading", name=f"{opener.name} calls a judge")).to_be_visible()
    expect(call.locator(".card__name")).to_have_text(MATE)
    resize(organizer.page, 360, 740)
    card, heading = box_of(call.locator(".card")), box_of(call.get_by_role("heading"))
    assert heading["x"] >= card["x"] + card["width"]  # beside it, so that both are seen at once
    assert heading["y"] < card["y"] + card["height"]
    resize(organizer.page, 1280, 800)
    expect(call.get_by_text("The draft waits until you decide.")).to_be_visible()
    expect(call.get_by_text("The clock is stopped until you decide.")).to_be_hidden()
    expect(organizer.page).to_have_title("(1) Judge! · \u2068Friday draft\u2069 · Control · Pass Left")
    organizer.press("Verify")

    for phone in phones:
        expect(phone.part("words").get_by_text(BANNER)).to_be_visible()
        expect(phone.places).to_have_count(3)
        lies_at(phone.pack, lay)
    expect(display.locator("[data-part=words-more]")).to_have_text(BANNER)
    assert not any(name in display.content() + other.page.content() for name in (LEADER, MATE))

    opener.choose()
    if MATE not in opener.chosen():
        opener.tap(opener.card(MATE))  # it takes the place of the unit that lay there longest
    opener.place()
    other.choose()
    other.place()
    for phone in phones:
        phone.sees_pack(2)
        assert len(phone.taken) == 3
        expect(phone.page.get_by_text(BANNER)).to_be_hidden()


def test_a_refused_legion_rare_changes_nothing(night):
    organizer = night.organizer()
    rares = packs(WITH_LEGION_RARE, WITH_LEGION_RARE, *[PLAIN] * 10)
    code = organizer.make_event(packs="uploaded", pack_list=rares, pace="relaxed")
    phones = [night.phone("Aichi"), night.phone("Kamui")]
    for phone in phones:
        phone.join(code)
    organizer.start()
    aichi, kamui = phones
    aichi.part("judge-button").click()
    dialog = aichi.page.get_by_role("dialog", name="Call a judge")
    expect(dialog.get_by_role("button", name="Call", exact=True)).to_be_disabled()
    dialog.get_by_label("Legion Rare").check()
    cards = dialog.locator("input[name=card]")
    called = cards.and_(dialog.locator(":checked")).input_value()  # whichever of the two lies first in the pack
    dialog.get_by_role("button", name="Call", exact=True).click()
    expect(aichi.page.get_by_text("A judge is checking your Legion Rare. The clock is stopped.")).to_be_visible()
    expect(kamui.page.get_by_text("A judge is checking a card. The clock is stopped.")).to_be_visible()
    expect(organizer.page.get_by_role("heading", name="Aichi calls a judge")).to_be_visible()
    expect(organizer.page.get_by_text("The clock is stopped until you decide.")).to_be_visible()
    expect(organizer.page.get_by_text("The draft waits until you decide.")).to_be_hidden()
    organizer.press("Refuse")
    for phone in phones:
        expect(phone.page.get_by_text("The clock is stopped.")).to_be_hidden()
        expect(phone.places).to_have_count(2)
    refused = aichi.page.locator("[data-notice^=note-]")
    expect(refused).to_contain_text("The judge refused your Legion Rare.")
    expect(kamui.page.get_by_text("The judge refused")).to_have_count(0)
    refused.get_by_role("button", name="Dismiss").click()
    aichi.page.get_by_role("button", name="Call a judge to verify").click()
    expect(cards).to_have_count(1)
    expect(cards).to_be_checked()
    expect(cards).not_to_have_value(called)
    dialog.get_by_role("button", name="Close").click()
    for phone in phones:
        phone.take(5)
    for phone in phones:
        phone.sees_pack(3)
        expect(phone.page.get_by_text(BANNER)).to_be_hidden()


def test_a_pause_closes_the_packs_and_keeps_the_time(night):
    organizer = night.organizer()
    code = organizer.new_event(pace="relaxed")
    aichi, kamui = phones = [night.phone("Aichi"), night.phone("Kamui")]
    for phone in phones:
        phone.join(code)
    organizer.act(code, "start")
    aichi.sees_pack(5)
    aichi.choose()
    organizer.act(code, "pause")
    for phone in phones:
        expect(phone.page.get_by_role("heading", name="Paused")).to_be_visible()
        expect(phone.page.locator("[data-part=bar][inert]")).to_have_count(1)
    expect(aichi.part("paused-words")).to_contain_text("left when it resumes")
    stands_at = aichi.digits.inner_text()
    kamui.page.reload()
    expect(kamui.digits).to_have_text(stands_at)

    organizer.act(code, "resume")
    for phone in phones:
        expect(phone.page.get_by_role("heading", name="Paused")).to_be_hidden()
    expect(aichi.pack.locator("button[aria-pressed=true]")).to_have_count(2)
    aichi.place()
    kamui.take(5)
    for phone in phones:
        phone.sees_pack(3)


def test_a_pass_whose_time_runs_out_takes_what_is_marked(night):
    organizer = night.organizer()
    code = organizer.new_event(pace="brisk")
    organizer.act(code, "add-bot")
    phone = night.phone("Aichi")
    phone.join(code)
    organizer.act(code, "start")
    phone.take(5)
    phone.take(3)
    phone.sees_pack(2)
    [marked] = phone.choose()
    expect(phone.page.get_by_text("5 seconds left.")).to_be_attached()
    expect(phone.part("paused-words")).to_contain_text("Time ran out before anyone chose")  # there is no other fighter
    organizer.act(code, "resume")
    phone.sees_pack(5)
    for seat in ("0", "1"):
        post(organizer.page, f"/events/{code}/host/seat-bot/", table="1", seat=seat)
    expect(phone.page.get_by_role("heading", name="Your deck")).to_be_visible()
    table = phone.page.request.get(f"/events/{code}/log/log.json").json()["tables"][0]
    seat = next(seat["seat"] for seat in table["seats"] if seat["name"] == "Aichi")
    names = {card["id"]: card["name"] for pack in table["packs"] for card in pack["cards"]}
    third = [pick for pick in table["picks"] if (pick["seat"], pick["round"], pick["pass"]) == (seat, 1, 3)]
    assert [(names[pick["card"]], pick["auto"]) for pick in third] == [(marked, True)]
