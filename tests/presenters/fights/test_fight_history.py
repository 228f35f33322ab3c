import pytest

from drafts.models import Across, Event
from drafts.presenters.fights.fight_history import told_fight_acts
from drafts.presenters.log.entries import newest_entries
from drafts.presenters.log.logs import load_log
from drafts.rules.actors import ORGANIZER
from drafts.rules.night.fight_moves import (
    ConfirmResultMove,
    CountMove,
    DecideResult,
    DisputeResultMove,
    Drop,
    EnterResultMove,
    Extend,
    Pause,
    Reinstate,
    Reopen,
    Resume,
)
from drafts.rules.night.fighting import next_round
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, drafted_event, fighting_event

pytestmark = pytest.mark.django_db
HOST = ORGANIZER


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return fighting_event(module_organizer, "Aichi", "Kamui")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


@pytest.fixture
def two(event):
    """The two of the only fight, with their names."""
    live = load_fights(event.id)
    return [(fighter, live.names[fighter]) for fighter in live.fighting.groups[0].rounds[0][0].fighters]


def said(event):
    return [entry.text for entry in told_fight_acts(event.id)]


def test_the_results_of_the_organizer_are_told_and_that_a_fight_was_opened_again(event, two):
    (one, name), (_, other) = two
    act_in_fights(event, HOST, DecideResult(1, one, (1, 0)))
    act_in_fights(event, HOST, Reopen(1))
    act_in_fights(event, HOST, DecideResult(1, None, (0, 0)))
    assert said(event) == [
        f"The organizer decided: {name} won, {name} against {other}.",
        f"The organizer opened the fight of {name} against {other} again.",
        f"The organizer decided: {name} against {other} is a draw.",
    ]
    assert {entry.table for entry in told_fight_acts(event.id)} == {1}


def test_acts_of_the_two_by_themselves_are_not_told_until_they_do_not_agree(event, two):
    (one, name), (two_, other) = two
    act_in_fights(event, one, CountMove(1, one, "damage", 1))
    act_in_fights(event, one, EnterResultMove(1, one, (1, 0)))
    assert said(event) == []
    act_in_fights(event, two_, DisputeResultMove(1))
    assert said(event) == [f"{name} and {other} reported different results."]


def test_two_different_results_are_told_as_a_dispute_and_equal_ones_are_not(event, two):
    (one, name), (two_, other) = two
    act_in_fights(event, one, EnterResultMove(1, one, (1, 0)))
    act_in_fights(event, one, EnterResultMove(1, None, (0, 0)))
    act_in_fights(event, two_, EnterResultMove(1, None, (0, 0)))
    assert said(event) == []
    act_in_fights(event, HOST, Reopen(1))
    act_in_fights(event, two_, EnterResultMove(1, two_, (0, 1)))
    act_in_fights(event, one, EnterResultMove(1, one, (1, 0)))
    assert said(event)[1:] == [f"{name} and {other} reported different results."]


def test_a_result_that_is_confirmed_is_not_told(event, two):
    (one, _), (other, _) = two
    act_in_fights(event, one, EnterResultMove(1, one, (1, 0)))
    act_in_fights(event, other, ConfirmResultMove(1))
    assert said(event) == []


def test_a_fighter_who_drops_out_and_comes_back_begins_with_a_clean_sheet(event, two):
    (one, name), (two_, _) = two
    act_in_fights(event, one, EnterResultMove(1, one, (1, 0)))
    act_in_fights(event, two_, DisputeResultMove(1))
    act_in_fights(event, HOST, Drop(one))
    act_in_fights(event, HOST, Reinstate(one))
    act_in_fights(event, two_, EnterResultMove(1, two_, (0, 1)))
    assert said(event)[1:] == [f"{name} dropped out of the fights.", f"{name} takes part in the fights again."]


def test_rounds_and_the_clock_are_told(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", "Misaki", "Ren")
    for move in (Pause(), Extend(90), Resume()):
        act_in_fights(event, HOST, move)
    act_in_fights(event, HOST, next_round(load_fights(event.id).fighting, 2))
    assert said(event) == [
        "The organizer paused the round.",
        "The organizer gave the round 90 seconds more.",
        "The organizer let the round go on.",
        "Round 2 began.",
    ]


def test_where_fights_go_across_tables_no_table_is_named(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", night={"fights_across": Across.EVENT})
    act_in_fights(event, HOST, DecideResult(1, None, (0, 0)))
    assert [entry.table for entry in told_fight_acts(event.id)] == [None]


def test_the_fights_stand_among_all_that_happened_in_their_order(event, two):
    act_in_fights(event, HOST, Pause())
    texts = [entry.text for entry in load_log(event).entries]
    assert texts[-2:] == ["The fights began.", "The organizer paused the round."]
    assert newest_entries(event.id, 1)[0].text == "The organizer paused the round."


def test_names_are_isolated_where_they_are_shown(event, two):
    (one, name), _ = two
    act_in_fights(event, HOST, Drop(one))
    assert newest_entries(event.id, 1)[0].text == f"\u2068{name}\u2069 dropped out of the fights."


def test_an_event_without_fights_tells_nothing_of_them(organizer, sample_sets):
    assert said(drafted_event(organizer, "Aichi", "Kamui")) == []
