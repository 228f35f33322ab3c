"""Pages that are loaded again, a server that dies, a phone in the far corner of the store."""

import json
import re

import pytest
from playwright.sync_api import Page, WebSocket, WebSocketRoute, expect

from tests.browser.draft_actions import start_seen_by_one, take_turn
from tests.browser.page_actions import start_draft

pytestmark = pytest.mark.browser

HURRIED = re.compile(r"^[1-5]$")
PING, PONG = '{"type":"ping"', '"type":"pong"'
KEPT = "Saved on this phone. It is sent as soon as the connection is back."


def sent_choices(page: Page) -> list[dict]:
    """Return the choices that this page sends over the sockets that it opens from now on."""
    return sent_messages(page, "choose")


def sent_messages(page: Page, kind: str) -> list[dict]:
    """Return the messages of this kind that this page sends over the sockets that it opens from now on."""
    sent: list[dict] = []

    def listen(socket) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(frame)) if f'"type":"{kind}"' in frame else None)

    page.on("websocket", listen)
    return sent


def test_a_choice_and_a_tap_without_a_line_are_kept_and_sent_and_a_page_that_is_loaded_again_has_its_pack(night):
    _, aichi, [kamui], code = start_seen_by_one(night, "Kamui")
    sent = sent_choices(aichi.page)
    take_turn(kamui, code)
    aichi.page.context.set_offline(True)
    expect(aichi.part("line")).to_have_text("Offline")
    aichi.choose()
    aichi.place()
    expect(aichi.part("confirm")).to_have_text(KEPT)
    aichi.page.context.set_offline(False)
    expect(aichi.part("line")).to_have_text("Live")
    aichi.sees_pack(3)
    expect(aichi.part("pile-count")).to_have_text("2")
    assert len(sent) == 1

    # A choice outlives a page that is loaded again.
    take_turn(kamui, code)
    aichi.choose()
    aichi.page.context.set_offline(True)
    expect(aichi.part("line")).to_have_text("Offline")
    aichi.place()
    expect(aichi.part("confirm")).to_have_text(KEPT)
    aichi.page.context.set_offline(False)
    aichi.page.reload()
    aichi.sees_pack(2)

    # A tap is told to the server when the line is back.
    aichi.page.context.set_offline(True)
    expect(aichi.part("line")).to_have_text("Offline")
    chosen = aichi.choose()
    aichi.page.context.set_offline(False)
    expect(aichi.part("line")).to_have_text("Live")
    aichi.page.reload()
    aichi.sees_pack(2)
    expect(marked(aichi)).to_have_text(chosen)
    aichi.place()
    take_turn(kamui, code)

    # With a line, too, a page that is loaded again in a pass has its pack and its selection.
    take_turn(kamui, code)
    aichi.sees_pack(5)
    names, chosen = aichi.names(), aichi.choose()
    aichi.page.reload()
    aichi.sees_pack(5)
    assert aichi.names() == names
    expect(marked(aichi)).to_have_text(chosen)
    aichi.place()
    aichi.sees_pack(3)
    aichi.page.reload()
    aichi.take(3)
    expect(aichi.page.get_by_text("Waiting for Kamui")).to_be_visible()
    aichi.page.reload()
    expect(aichi.page.get_by_text("Waiting for Kamui")).to_be_visible()
    expect(aichi.part("pile-count")).to_have_text("8")


def test_a_server_that_is_killed_and_started_again_loses_no_choice_and_all_screens_go_on(night_of_its_own):
    night = night_of_its_own
    _, phone, [other], code = start_seen_by_one(night, "Kamui")
    display = night.display(code)
    take_turn(other, code)
    phone.take(5)
    take_turn(other, code)
    phone.sees_pack(3)
    chosen = phone.choose()

    night.server.kill()
    for line in (phone.part("line"), display.locator("[data-part=line]")):
        expect(line).to_have_attribute("data-line", "offline")
    phone.place()
    expect(phone.part("confirm")).to_have_text(KEPT)
    night.server.start()

    for line in (phone.part("line"), display.locator("[data-part=line]")):
        expect(line).to_have_attribute("data-line", "live")
    phone.sees_pack(2)
    expect(phone.part("pile-count")).to_have_text("3")
    expect(display.locator("[data-part=where]")).to_have_text("Pack 1 of 6 · pass 3 of 4")
    phone.take(2)
    take_turn(other, code)
    expect(display.locator("[data-part=where]")).to_have_text("Pack 2 of 6 · pass 1 of 4")
    assert chosen == phone.taken[2:3]


def test_a_phone_without_a_line_says_so_in_the_lobby_too_and_says_ready_when_it_is_back(night):
    phone = night.phone("Aichi")
    phone.join(night.organizer().new_event())
    phone.page.context.set_offline(True)
    expect(phone.part("page-notices")).to_have_text("No connection. This page may be out of date.")
    ready = phone.page.get_by_role("button", name="I’m ready")
    ready.click()
    expect(ready).to_be_disabled()
    expect(phone.part("lobby-words")).to_have_text("You are ready. It is sent as soon as the connection is back.")
    phone.page.context.set_offline(False)
    expect(phone.part("ready-done")).to_be_visible()
    expect(phone.part("page-notices")).to_be_empty()


def test_once_the_time_is_up_a_phone_without_a_line_offers_no_choice(night):
    _, [aichi], _ = start_draft(night, pace="brisk", fighters=["Aichi"], bots=1)
    for count in (5, 3):
        aichi.take(count)
    aichi.sees_pack(2)
    aichi.page.context.set_offline(True)
    expect(aichi.part("line")).to_have_text("Offline")
    choose = aichi.part("choose")
    expect(choose).to_have_attribute("aria-disabled", "false")
    expect(aichi.part("confirm-words")).to_have_text("Time is up.", timeout=30_000)
    expect(choose).to_have_attribute("aria-disabled", "true")
    aichi.page.keyboard.press("1")
    expect(aichi.pack.locator("button[aria-pressed=true]")).to_have_count(0)
    expect(aichi.part("notices")).to_contain_text("No connection")


class Line:
    """A line between a page and the server that can die in silence: open, and nothing comes through."""

    def __init__(self, page: Page) -> None:
        self.is_dead = False
        self.chosen: list[dict] = []
        page.route_web_socket("**/ws/**", self._carry)

    def _carry(self, page_side: WebSocketRoute) -> None:
        server_side = page_side.connect_to_server()
        page_side.on_message(lambda frame: self._pass_on(server_side, frame))
        server_side.on_message(lambda frame: None if self.is_dead else page_side.send(frame))

    def _pass_on(self, server_side: WebSocketRoute, frame: str) -> None:
        if '"choose"' in frame:
            self.chosen.append(json.loads(frame))
        if not self.is_dead:
            server_side.send(frame)


def test_a_choice_into_a_line_that_died_in_silence_is_sent_again_under_the_same_name(night):
    _, [aichi], _ = start_draft(night, fighters=["Aichi"], bots=1)
    line = Line(aichi.page)
    aichi.page.clock.install()
    aichi.page.reload()
    aichi.sees_pack(5)
    aichi.choose()
    line.is_dead = True
    aichi.place()
    expect(aichi.part("confirm-words")).to_have_text("Sending …")
    aichi.page.clock.run_for(16_000)  # a ping, and no answer
    expect(aichi.part("confirm")).to_have_text(KEPT)
    line.is_dead = False
    aichi.page.clock.run_for(12_000)
    aichi.sees_pack(3)
    expect(aichi.part("pile-count")).to_have_text("2")
    assert len({choice["id"] for choice in line.chosen}) == 1
    assert len(line.chosen) > 1


def test_once_nothing_is_to_be_chosen_any_more_the_line_is_tried_no_more_often_than_usual(night):
    organizer, [aichi], code = start_draft(night, fighters=["Aichi"], bots=1)
    page = aichi.page
    page.clock.install()
    with page.expect_websocket() as opened:
        page.reload()
    pings, pongs = frames(opened.value, "framesent", PING), frames(opened.value, "framereceived", PONG)
    night.server.cut_short(code, 12.0)
    expect(aichi.digits).to_have_text(HURRIED)
    organizer.stop(code)
    expect(page.locator("#deck-title")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now()") + 30_000)
    page.evaluate("dispatchEvent(new Event('online'))")
    for _ in range(10_000):
        page.evaluate("0")  # frames that came over the line meanwhile are heard
        if pings and len(pings) == len(pongs):
            break
    assert len(pings) == len(pongs)
    pings.clear()
    for milliseconds, count in ((2_500, 0), (7_600, 1)):
        page.clock.run_for(milliseconds)
        page.evaluate("0")
        assert len(pings) == count


def frames(line: WebSocket, event: str, words: str) -> list[str]:
    """The frames with these words that go over a line from now on."""
    found: list[str] = []
    line.on(event, lambda frame: found.extend([frame] * (words in frame)))
    return found


def test_of_two_devices_the_younger_tap_counts_and_both_show_it_also_after_a_time_without_a_line(night):
    _, [phone], _ = start_draft(night, fighters=["Aichi"], bots=1)
    tablet = night.phone("Aichi", 1024, 768)
    tablet.page.goto(phone.page.locator("a[href*='/rejoin/']").get_attribute("href"))
    tablet.sees_pack(5)
    sent = sent_messages(phone.page, "mark")
    phone.choose()
    expect(marked(tablet)).to_have_text(phone.chosen())
    phone.page.context.set_offline(True)
    expect(phone.part("line")).to_have_text("Offline")
    taken_back, *_ = [card for card in tablet.cards.all() if card.get_attribute("aria-pressed") == "true"]
    name = taken_back.locator(".card__name").text_content()
    tablet.tap(taken_back)
    others = [card for card in tablet.cards.all() if card.locator(".card__name").text_content() != name]
    tablet.tap(next(card for card in others if card.get_attribute("aria-pressed") == "false"))
    last = tablet.chosen()
    phone.page.context.set_offline(False)
    expect(phone.part("line")).to_have_text("Live")
    expect(marked(phone)).to_have_text(last)
    for device in (phone, tablet):
        device.page.reload()
        device.sees_pack(5)
        expect(marked(device)).to_have_text(last)
    assert (name in last, sent) == (False, [])


def marked(phone):
    return phone.pack.locator("button[aria-pressed=true] .card__name")
