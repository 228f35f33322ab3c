"""What a phone says of a fight whose end it did not see, and of what it said without a line."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.fight_actions import Fighter, act, start_fights

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


def cut_line(phone: Fighter) -> None:
    phone.page.context.set_offline(True)
    expect(phone.part("line")).to_have_text("Offline")


def test_a_phone_that_slept_over_the_end_of_its_fight_reads_how_it_ended(night):
    organizer, sleeper, other, code = start_pair(night)
    cut_line(sleeper)
    act(organizer, code, "result", fight="1", winner=other.number)
    act(organizer, code, "next-round", round="2")
    sleeper.page.context.set_offline(False)
    said = f"Round 1 against {other.name}: {other.name} won. The organizer decided it."
    expect(page_notice(sleeper)).to_have_text(said)
    expect(sleeper.part("views-round")).to_have_text("Round 2 of 3")
    expect(other.part("views-round")).to_have_text("Round 2 of 3")
    expect(page_notice(other)).to_have_count(0)  # saw it
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
