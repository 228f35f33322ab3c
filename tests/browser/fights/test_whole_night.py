"""A whole night: phones, a judge, the big screen and the panel, from the first fighter to the last card."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from drafts.operations.verification import differences
from tests.browser.deck_actions import sees_deck
from tests.browser.draft.test_judge import packs
from tests.browser.draft.test_judges_page import JudgesPhone, staff_link
from tests.browser.draft_actions import DeviceOf, join, play_on, play_until
from tests.browser.fight_actions import Fighter, act
from tests.browser.page_actions import Organizer, play_round
from tests.browser.share_actions import pool, title, whose_turn
from tests.clients.device import Device
from tests.clients.views import phase_is
from tests.clients.ws_client import WebSocketClient
from tests.sample_piles import FITTING

pytestmark = pytest.mark.browser

NAMES = ("Aichi", "رين")
WITH_A_RARE = ("SMP01/051", "SMP01/002", "SMP01/044", "SMP01/045")
PLAIN = ("SMP01/052", "SMP01/046", "SMP01/047", "SMP01/048")
PACKS = packs(*[WITH_A_RARE] * 2, *[PLAIN] * 10)
"""Of four cards each: a rare one in each of the first packs, so that each fighter takes one when all are shared."""


def name_of(side: str) -> str:
    return re.sub("[\u2068\u2069]", "", side)


def lead_on(organizer: Organizer, button: str) -> None:
    """Press the button that leads the night on."""
    organizer.page.get_by_role("button", name=button).first.click()


def share_rares(phones: Sequence[Fighter]) -> None:
    """Let everybody take a card of the pool when it is their turn, until the rest is dealt."""
    for _ in phones:
        mine, _ = whose_turn(phones)
        mine.tap(pool(mine).first)
        mine.press(mine.part("take"))
        expect(title(mine)).not_to_have_text("Your turn: take a card")


def sees_scene(display: Page, scene: str) -> None:
    expect(display.locator("#display")).to_have_attribute("data-scene", scene)


@pytest.mark.motion
def test_a_night_of_two_is_drafted_fought_and_shared_on_every_screen(night):
    organizer = night.organizer()
    code = organizer.make_event(packs="uploaded", pack_list=PACKS)
    display = night.display(code, "display/")
    phones = [Fighter(night.screen(390, 844, reduced_motion=motion), name)  # on one of them all moves
              for name, motion in zip(NAMES, (None, "reduce"), strict=True)]  # fmt: skip
    for phone in phones:
        phone.join(code)
        phone.say_ready()
    expect(display.locator("[data-part=lobby-people]")).to_contain_text(NAMES[1])
    organizer.start()
    sees_scene(display, "table")
    play_round(phones, (4, 2))
    play_on(night.server.url, code, phones, phase_is("review"))  # every choice is a finger's in test_whole_draft.py
    for phone in phones:
        expect(phone.part("review-cards").locator(".card__name")).to_have_count(12)
    organizer.press("End the review")
    play_on(night.server.url, code, phones, phase_is("building"))
    for phone in phones:
        sees_deck(phone.page, 24)
    sees_scene(display, "ready")

    judge = JudgesPhone(night.screen(390, 844, reduced_motion="reduce"), staff_link(night, code)[1])
    lead_on(organizer, "Start the fights")
    one, other = phones
    for _ in range(4):
        one.more(other.name).click()
    expect(other.outcome).to_have_text("You have lost. Enter the result.")
    sees_scene(display, "fights")
    one.enter("I won")
    other.press_button("That’s wrong")
    other.press_button("Call the organizer instead")
    expect(judge.page.get_by_role("heading", name="don’t match")).to_be_visible()
    judge.page.locator("[data-dispute]").get_by_role("button", name=f"{other.name} won").click()
    for phone in phones:
        expect(phone.page.get_by_text("A judge decided it.")).to_be_visible()
    expect(organizer.page.get_by_text("All fights are over")).to_be_visible()

    lead_on(organizer, "End the fights and share the cards")
    sees_scene(display, "share")
    share_rares(phones)
    for phone in phones:
        expect(phone.part("yours-title")).to_contain_text("24 cards")
    expect(organizer.page.get_by_role("heading", name="All cards are shared")).to_be_visible()
    for phone in phones:
        phone.page.goto(f"/events/{code}/sharing/")
    ticks = [phone.page.locator("button.tick") for phone in phones]
    handing_over = [tick.first for tick in ticks if tick.count()]  # by chance some fighters hand nothing over, or all
    for tick in handing_over[:1]:
        tick.click()
        expect(tick).to_have_attribute("aria-pressed", "true")
    lead_on(organizer, "Close the event")
    expect(organizer.page.get_by_role("heading", name="The event is over")).to_be_visible()
    sees_scene(display, "end")
    expect(display.locator("[data-part=champion-what]")).to_be_visible()


def enter_by_keyboard(page: Page) -> None:
    """Type a whole pile on the pad, and have it checked."""
    expect(page.locator("[data-part=where]")).to_have_text("Pack 1, pass 1: card 1 of 2")
    page.keyboard.type("".join(number.split("/")[1] for number in FITTING))
    page.locator("[data-part=check]").click()


def ask_the_judge(phone: Fighter, judge: JudgesPhone) -> None:
    """Call the judge, who comes and answers with a note."""
    phone.page.get_by_role("button", name="Judge").click()
    phone.page.locator("input[value=wrong_count]").check(force=True)
    phone.page.get_by_role("button", name="Call", exact=True).click()
    judge.press("I’m coming")
    expect(phone.page.get_by_text("Kim is coming to you.")).to_be_visible()
    judge.page.get_by_label("Note for").fill("Lay them face down.")
    judge.press("Answered")
    expect(phone.page.get_by_text("The judge: Lay them face down.")).to_be_visible()


def decide_rounds(organizer: Organizer, phones: Sequence[Fighter], display: Page) -> None:
    """Let the organizer enter the result of each round's fight, and start the next round."""
    page = organizer.page
    for number in (1, 2, 3):
        expect(page.get_by_role("heading", name=f"Round {number} of 3")).to_be_visible()
        sees_scene(display, "fights")
        for phone in phones:
            expect(phone.part("views-round")).to_have_text(f"Round {number} of 3")
        page.locator(".fight").get_by_role("button", name=re.compile("won$")).first.click()
        expect(page.locator(".fight").get_by_text("Decided by the organizer.")).to_be_visible()
        if number < 3:
            lead_on(organizer, f"Start round {number + 1}")


def test_a_night_with_real_packs_goes_on_without_the_phone_of_one_of_three(night):
    organizer = night.organizer()
    code = organizer.make_event(packs="paper", pace="standard", review_seconds="0")
    page = organizer.page
    display = night.display(code, "display/")
    judge = JudgesPhone(night.screen(390, 844), staff_link(night, code)[1])
    *phones, silent = [Fighter(night.screen(390, 844), name) for name in ("Aichi", "Kamui", "Misaki")]
    for phone in (*phones, silent):
        phone.join(code)
    organizer.start()
    organizer.press("Open the first packs")
    sees_scene(display, "table")
    ask_the_judge(phones[0], judge)
    judge.page.close()
    for phone in phones:  # the first pass is done on the phones, but for one
        expect(phone.part("paper-words")).to_have_text("You hold 5 cards.")
        phone.part("confirm").click()
        expect(phone.part("waiting-words")).to_be_visible()
    expect(page.locator("[data-part=late]")).to_contain_text(silent.name)
    silent.page.close()
    for held in (5, 3, 2):
        expect(page.locator("[data-part=hold]")).to_have_text(str(held))
        organizer.press("Next")
    for shown in (page, *(phone.page for phone in phones)):
        shown.goto("about:blank")
    for round_ in range(2, 7):  # every pass is led on from the panel in paper/test_paper.py
        for number in (1, 2, 3):
            act(organizer, code, "advance", table="1", round=str(round_), **{"pass": str(number)})
        if round_ == 3:
            organizer.act(code, "end-review")

    for phone in phones:
        phone.open(code)
        phone.part("pile-link").click()
        enter_by_keyboard(phone.page)
        expect(phone.part("pile-title")).to_have_text("Your pile is checked")
    organizer.open_panel(code)
    lead_on(organizer, "Start the fights")
    expect(page.get_by_role("alertdialog")).to_contain_text(silent.name)
    page.get_by_role("button", name="Wait").click()
    page.goto(f"/events/{code}/piles/")
    page.get_by_role("main").get_by_role("link", name=silent.name).click()
    enter_by_keyboard(page)
    expect(page.get_by_text("All piles are entered").first).to_be_visible()
    for phone in phones:
        sees_deck(phone.page, 30)

    organizer.open_panel(code)
    lead_on(organizer, "Start the fights")
    decide_rounds(organizer, phones, display)
    standings = page.request.get(f"/events/{code}/standings/standings.json").json()["standings"]
    assert sum(place["lost"] for place in standings) == 3
    lead_on(organizer, "End the fights and share the cards")
    expect(page.get_by_role("heading", name="All cards are shared")).to_be_visible()  # they are all common
    for phone in phones:
        expect(phone.part("yours-title")).to_contain_text("30 cards")
    lead_on(organizer, "Close the event")
    expect(page.get_by_role("heading", name="The event is over")).to_be_visible()
    log = page.request.get(f"/events/{code}/log/log.json").json()
    assert {pick["how"] for pick in log["tables"][0]["picks"]} == {"entered"}


FOUR = ("Ann", "Ben", "Cleo", "Dora")
WITH_AVATARS = {
    "format": "magic-draft", "packs": "uploaded", "table_size": "4", "build_minutes": "0", "fights": "swiss",
    "swiss_rounds": "2", "best_of": "1", "sharing": "keep", "avatars": "choose", "log_visibility": "public",
}  # fmt: skip
MAGIC = packs(*[tuple(f"MAG01/{2 * pack + card:03}" for card in (1, 2)) for pack in range(12)])
"""Of two cards each: a choice in each pass would show nothing that other tests do not."""


def numbers_of(phone: Fighter, name: str) -> Locator:
    """The numbers beside an avatar, found by its fighter or itself: life, hand and, in a fight, the bottom."""
    exactly = re.compile(f"^[\u2068\u2069]*{re.escape(name)}[\u2068\u2069]*$")  # "Ann" is a part of an avatar's name
    named = phone.page.locator(".avatar-strip__who, .avatar-strip__name").filter(has_text=exactly)
    return phone.page.locator(".avatar-strip__card").filter(has=named).locator(".avatar-strip__number b")


def choose_avatar(phone: Fighter, place: int) -> str:
    """Choose one of three on the page of avatars, and go back to the seat, where it is seen; return its name."""
    phone.page.get_by_role("link", name="Choose").click()
    offer = phone.page.locator(".avatar-offer").nth(place)
    name = offer.locator(".avatar-offer__name").inner_text()
    offer.click()
    phone.page.get_by_role("button", name="Choose this").click()
    expect(phone.page.get_by_text("You may choose another one until the fights begin.")).to_be_visible()
    phone.page.get_by_role("link", name="Back to your seat").click()
    expect(numbers_of(phone, name)).to_have_count(2)
    return name


def win(organizer: Organizer, code: str, watcher: WebSocketClient, number: int) -> None:
    """Let the organizer enter the results of a round as they are called out: the first in the list of names has won."""
    state = watcher.wait_for(lambda state: state["round"]["number"] == number)
    for fight in state["pairings"]:
        winner = min(fight["sides"], key=lambda side: name_of(side["name"]))["fighter"]
        act(organizer, code, "result", fight=str(fight["fight"]), winner=str(winner))


def test_M26_a_draft_night_of_four_with_avatars_is_played_to_the_end(night):
    organizer = night.organizer()
    code = organizer.new_event(**WITH_AVATARS, pack_list=MAGIC)
    phones = ann, ben = [Fighter(night.screen(width, 844), name) for width, name in zip((390, 360), FOUR, strict=False)]
    for phone in phones:
        phone.take_place(code)
    cleo, dora = others = join(night.server.url, code, *FOUR[2:])
    organizer.act(code, "start")
    play_until([*others, *(DeviceOf(night.server.url, phone.page) for phone in phones)], code, phase_is("building"))
    organizer.open_panel(code)
    for phone in phones:
        phone.open(code)
    for phone in phones:
        expect(phone.page.locator("[data-for=build]")).to_be_visible()
    ann.press(ann.part("build-one-empty"))
    ann.press(ann.page.locator("[data-for=build] [data-part=register]"))
    expect(ann.part("register-words")).to_contain_text("Registered.")
    choose_avatar(ann, 0)
    chosen = choose_avatar(ann, 1)
    choose_avatar(ben, 2)
    offered = re.findall(r'name="number" value="([^"]*)"', dora.get(f"/events/{code}/avatars/").text)
    dora.post(f"/events/{code}/avatars/", number=offered[0])
    expect(organizer.page.locator("#avatars")).to_contain_text(re.compile(r"1 fighter has none yet:\s+Cleo"))
    act(organizer, code, "next-stage", **{"from": "building", "confirm": "next"})
    organizer.page.close()
    display = night.display(code, "display/")

    watcher = WebSocketClient(Device(night.server.url), code)
    sides = {}
    for number in (1, 2):
        state = watcher.wait_for(lambda state, now=number: state["round"] and state["round"]["number"] == now)
        for fight in state["pairings"]:
            sides |= {name_of(each["name"]): each for side in fight["sides"] for each in side["fighters"]}
        for phone in phones:
            expect(phone.part("views-round")).to_have_text(f"Round {number} of 2")
            rival = name_of(phone.part("them").locator("[data-part=name]").inner_text())
            for name in (phone.name, rival):
                life = sides[name]["avatar"]["life_modifier"]
                modifier = f"{life:+}".replace("-", "\u2212") if life else "0"
                expect(numbers_of(phone, name)).to_have_text([modifier, str(sides[name]["hand"]), "0"])
                expect(phone.value_of(name).first).to_have_text(str(20 + life))
        if number == 1:
            assert sides["Ann"]["avatar"]["name"] == chosen
            expect(display.locator(".tv-avatar")).to_have_count(4)
            ann.press(ann.part("more-mulligans"))
            expect(numbers_of(ann, "Ann").last).to_have_text("1")
        ann.press_button("I won this game")
        ann.press_button("Enter this result")
        expect(ann.outcome).to_contain_text("Waiting for")
        win(organizer, code, watcher, number)
        if number < 2:
            act(organizer, code, "next-round", round=str(number + 1), confirm="next")
    expect(display.locator("[data-part=champion-what]")).to_be_visible()
    expect(display.locator("[data-part=champions]")).to_contain_text("Ann")
    watcher.close()
    act(organizer, code, "next-stage", **{"from": "fighting", "confirm": "next"})
    sees_scene(display, "end")
    log = cleo.log(code)
    fighters = [each for fight in log["fights"] for side in fight["sides"] for each in side["fighters"]]
    fought = {each["fighter"]: each["avatar"] for each in fighters}
    assert {deck["fighter"]: deck["avatar"] for deck in log["decks"]} == fought
    assert len(fought) == len(FOUR)
    assert differences(log) == []
