"""No viewer is ever sent a card that they may not know yet."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

import drafts
from tests.browser.draft_actions import DeviceOf, play_until
from tests.browser.page_actions import play_round
from tests.browser.page_traffic import Draft, Traffic, card_names
from tests.clients.documented import faults_in
from tests.clients.views import phase_is

pytestmark = pytest.mark.browser

NAMES = card_names(Path(drafts.__file__).parent / "data")


def planted(frame: str, **more: object) -> Traffic:
    """A recorder that was handed one frame too much."""
    return Traffic([json.dumps(json.loads(frame) | more)])


def test_no_screen_is_sent_a_card_that_its_viewer_may_not_know_yet(night):
    organizer = night.organizer()
    code = organizer.make_event()
    phones = [night.phone("Aichi"), night.phone("Kamui")]
    display = night.screen(1920, 1080)
    screens = {"display": display, "host": organizer.page} | {phone.name: phone.page for phone in phones}
    traffic = {name: Traffic().listen(screen) for name, screen in screens.items()}
    for phone in phones:
        phone.join_by_form(code)
    display.goto(f"/events/{code}/table/1/")
    organizer.page.reload()
    organizer.start()
    expect(display.locator(".tv-table")).to_be_visible()
    pages = {"display": f"/events/{code}/table/1/", "host": f"/events/{code}/host/"}
    for name, path in pages.items():
        screens[name].reload()  # nothing of the lobby is on its way any more
        traffic[name].bodies.pop(path, None)  # in the lobby: five cards of the set
        screens[name].reload()
    play_round(phones)
    devices = [DeviceOf(night.server.url, phone.page) for phone in phones]
    play_until(devices, code, phase_is("review"))  # a choice by hand sends the pages no more
    for phone in phones:
        expect(phone.part("review")).to_be_visible()
        phone.page.reload()
        phone.press(phone.part("confirm"))
    for phone in phones:
        phone.take(5)
    panel = traffic["host"].bodies[pages["host"]]
    for phone in phones:
        organizer.page.get_by_label(f"More about {phone.name}").click()
        organizer.press("Let a bot choose")
    for phone in phones:
        expect(phone.page.get_by_role("heading", name="Your deck")).to_be_visible()
    expect(display.get_by_role("heading", name="Decks are ready")).to_be_visible()

    draft = Draft(json.loads(phones[0].page.request.get(f"/events/{code}/log/log.json").text()), NAMES)
    traffic["host"].bodies[pages["host"]] = panel  # it is read again once the log is open, and names the decks' best
    for name, received in traffic.items():
        for path in ("deck.txt", "deck/"):
            received.bodies.pop(f"/events/{code}/{path}", None)  # asked for after the draft
        assert pages.get(name, f"/events/{code}/") in received.bodies
        assert draft.leaks(received, draft.seats.get(name)) == []
    check_that_a_leak_would_be_found(draft, traffic)
    check_that_pages_send_what_is_documented(traffic)


def check_that_pages_send_what_is_documented(traffic: dict[str, Traffic]) -> None:
    sent = [json.loads(frame) for received in traffic.values() for frame in received.sent]
    assert {"choose", "ready", "ping"} <= {message["type"] for message in sent}
    assert [fault for message in sent for fault in faults_in(message)] == []


def check_that_a_leak_would_be_found(draft: Draft, traffic: dict[str, Traffic]) -> None:
    seat = draft.seats["Aichi"]
    own = next(frame for frame in traffic["Aichi"].frames if '"pass":2' in frame and '"chosen":false' in frame)
    public = next(frame for frame in traffic["display"].frames if '"type":"seat"' in frame)
    held = json.loads(own)["you"]
    known = {card["name"] for card in held["pack"]}
    placed = draft.hand(seat, 1, 1) & draft.pile(seat, 1)
    secrets = {card for card in placed | draft.hand(1 - seat, 1, 2) if draft.cards[card]["name"] not in known}
    assert secrets
    assert draft.leaks(planted(own), seat) == []
    for card in secrets:
        assert draft.leaks(planted(own, you=held | {"pile": [card]}), seat)
        assert draft.leaks(planted(own, you=held | {"last": draft.cards[card]["number"]}), seat)
        assert draft.leaks(planted(public, card=card))
        assert draft.leaks(planted(public, said=f"Kamui took {draft.cards[card]['name']}."), seat)
    assert draft.leaks(planted(own))
    assert draft.leaks(Traffic(bodies={"/help/": f"<p>{draft.cards[min(secrets)]['name']}</p>"}))
