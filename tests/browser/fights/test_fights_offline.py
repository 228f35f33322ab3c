"""A phone's words on a fight whose end it did not see, and on a result that it entered without a line."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.fight_actions import Fighter, act, reopen, start_fights

pytestmark = pytest.mark.browser


def start_pair(night) -> tuple:
    """Start fights of three; return the organizer, the two who fight in the first round, and the event's code."""
    organizer, phones, code = start_fights(night, ("Aichi", "Kamui", "Misaki"))
    for phone in phones:
        expect(phone.page.locator("[data-for=fight]")).to_be_visible()
    one, other = (phone for phone in phones if phone.part("board").is_visible())
    return organizer, one, other, code


def page_notice(phone: Fighter) -> Locator:
    return phone.part("page-notices").locator("[data-part=words]")


def test_a_phone_that_slept_over_the_end_of_its_fight_reads_how_it_ended_and_so_do_its_standings(night):
    organizer, sleeper, other, code = start_pair(night)
    standings = sleeper.page.context.new_page()
    standings.goto(f"/events/{code}/standings/")
    line = standings.locator("[data-part=line-words]")
    expect(line).to_have_text("Live")
    sleeper.cut_line()
    expect(line).to_have_text("Offline")
    act(organizer, code, "result", fight="1", winner=other.number)
    expect(other.outcome).to_have_text("You won")
    act(organizer, code, "next-round", round="2")
    sleeper.page.context.set_offline(False)
    expect(line).to_have_text("Live")
    expect(standings.get_by_text("Places appear once a fight is decided.")).to_have_count(0)
    standings.close()
    said = f"Round 1 against {other.name}: {other.name} won. The organizer decided it."
    expect(page_notice(sleeper)).to_have_text(said)
    expect(sleeper.part("views-round")).to_have_text("Round 2 of 3")
    expect(other.part("views-round")).to_have_text("Round 2 of 3")
    expect(page_notice(other)).to_have_count(0)  # read it at its time
    sleeper.page.reload()
    expect(page_notice(sleeper)).to_have_text(said)
    sleeper.part("page-notices").get_by_role("button").filter(visible=True).click()
    expect(page_notice(sleeper)).to_have_count(0)


def test_a_fight_that_the_end_of_the_round_decided_is_told_to_both(night):
    organizer, one, other, code = start_pair(night)
    act(organizer, code, "next-round", round="2", confirm="next")
    for phone, opponent in ((one, other), (other, one)):
        said = f"Round 1 against {opponent.name}: it was a draw. The round had ended."
        expect(page_notice(phone)).to_have_text(said)


def results_sent(phone: Fighter) -> list[str]:
    """The results that this phone sends from now on, over whichever socket."""
    sent: list[str] = []

    def listen(line) -> None:
        line.on("framesent", lambda frame: sent.append(frame) if '"result"' in frame else None)

    phone.page.on("websocket", listen)
    return sent


def confirm_offline(one: Fighter, other: Fighter) -> None:
    """Let one enter a result, and the other confirm it without a line."""
    one.enter("I won")
    expect(other.outcome).to_have_text(f"According to {one.name}: {one.name} won.")
    other.cut_line()
    other.press_button("Confirm")
    expect(other.outcome).to_have_text("Saved on this phone.")
    expect(other.part("outcome-more")).to_have_text("It is sent as soon as the connection is back.")
    expect(one.outcome).to_have_text(f"Waiting for {other.name} to confirm")


def fault(phone: Fighter) -> Locator:
    return phone.part("fight-notices").locator("[data-part=words]")


def test_a_confirmation_without_a_line_arrives_once_and_is_a_fault_only_where_the_organizer_decided_otherwise(night):
    organizer, phones, code = start_fights(night)
    aichi, kamui = phones
    sent = results_sent(kamui)
    confirm_offline(aichi, kamui)
    kamui.page.context.set_offline(False)
    for phone, title in ((aichi, "You won"), (kamui, "Aichi won")):
        expect(phone.outcome).to_have_text(title)
        expect(phone.standing("Aichi")).to_contain_text("1 won, 0 lost, 0 drawn")
    expect(fault(kamui)).to_have_count(0)
    assert len(sent) == 1

    reopen(organizer, code, phones)
    confirm_offline(aichi, kamui)
    act(organizer, code, "result", fight="1", winner=aichi.number)
    expect(aichi.outcome).to_have_text("You won")
    kamui.page.context.set_offline(False)
    expect(kamui.outcome).to_have_text("Aichi won")
    expect(kamui.part("outcome-more")).to_contain_text("The organizer decided it.")
    expect(kamui.part("spoken")).to_have_text("Aichi won. The result is final.")
    expect(fault(kamui)).to_have_count(0)

    reopen(organizer, code, phones)
    confirm_offline(aichi, kamui)
    act(organizer, code, "result", fight="1", winner=kamui.number)
    kamui.page.context.set_offline(False)
    expect(kamui.outcome).to_have_text("You won")
    expect(fault(kamui)).to_have_text("This fight is over. Your last tap does not count.")
    expect(aichi.outcome).to_have_text("Kamui won")


def test_a_confirmation_of_an_earlier_fight_is_not_told_of_the_one_that_goes_on(night):
    organizer, one, other, code = start_pair(night)
    confirm_offline(one, other)
    act(organizer, code, "result", fight="1", winner=other.number)
    act(organizer, code, "next-round", round="2")
    other.page.context.set_offline(False)
    expect(page_notice(other)).to_have_text(f"Round 1 against {one.name}: you won. The organizer decided it.")
    expect(other.part("spoken")).to_have_text("That fight is over. Your last tap does not count.")


SLEEPS = """const now = performance.now.bind(performance);
let slept = 0;
performance.now = () => now() - slept;
globalThis.sleep = (seconds) => (slept += 1000 * seconds);"""
"""A device whose clock of pages stands while it sleeps, as most do."""


def test_the_clock_of_a_round_is_right_again_after_the_device_has_slept(night):
    _, one, _, _ = start_pair(night)
    one.page.add_init_script(SLEEPS)
    one.page.reload()
    digits = one.part("round-digits")
    expect(digits).to_have_text(re.compile("^24:"))
    one.page.evaluate("sleep(120)")
    expect(digits).to_have_text(re.compile("^26:"))
    one.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(digits).to_have_text(re.compile("^24:"))
