from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import Pick
from drafts.presenters.log.entries import entries_of, newest_entries
from drafts.rules.draft.timed_table import expire
from drafts.rules.formats import Pace
from drafts.services.draft.hosting import pause_tables, resume_tables, take_back_pass
from drafts.services.draft.tables import change_table
from tests.factories import choose, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi", "Kamui", started=True, pace=Pace.BRISK)


def seat_of(event, name):
    return event.draft.tables.get().seats.get(fighter__nickname=name).position


def let_time_run_out(event):
    change_table(
        table_id=event.draft.tables.get().id, verb=lambda timed, now: expire(timed, now + timedelta(minutes=5))
    )


def test_a_choice_by_time_stands_in_its_place_among_what_happened(event):
    choose(event, seat_of(event, "Aichi"))
    let_time_run_out(event)
    pause_tables(event=event)
    assert [(entry.table, entry.text) for entry in entries_of(event)] == [
        (None, "The draft started."),
        (1, "Time ran out for Kamui in pack 1, pass 1: the server chose."),
        (1, "The organizer paused the table."),
    ]


def test_magic_speaks_of_picks(organizer, sample_sets):
    event = make_event(
        organizer, "Aichi", "Kamui", started=True, pace=Pace.BRISK, card_set="MAG01", format_="magic-draft"
    )
    let_time_run_out(event)
    take_back_pass(event=event, number=1)
    assert {entry.text for entry in entries_of(event)} == {
        "The draft started.",
        "Time ran out for Aichi in pack 1, pick 1: the server chose.",
        "Time ran out for Kamui in pack 1, pick 1: the server chose.",
        "No fighter chose in pack 1, pick 1: the table paused itself.",
        "Taken back: pack 1, pick 1, and everything after it.",
    }


def test_two_cards_of_one_pass_are_one_entry_for_each_fighter_and_name_no_card(event):
    let_time_run_out(event)
    said = [entry.text for entry in entries_of(event) if entry.text.startswith("Time ran out")]
    cards = {pick.pack_card.card.name for pick in Pick.objects.select_related("pack_card__card")}
    assert sorted(said) == [
        "Time ran out for Aichi in pack 1, pass 1: the server chose.",
        "Time ran out for Kamui in pack 1, pass 1: the server chose.",
    ]
    assert (len(cards) > 1, [name for name in cards for text in said if name in text]) == (True, [])


def test_choices_of_the_fighters_own_are_no_entries(event):
    for seat in range(2):
        choose(event, seat)
    assert [entry.text for entry in entries_of(event)] == ["The draft started."]


def test_the_newest_come_first_and_no_more_than_asked_for(event):
    pause_tables(event=event)
    resume_tables(event=event)
    said = [entry.text for entry in newest_entries(event.id, 2)]
    assert said == ["The organizer let the table go on.", "The organizer paused the table."]
    assert len(newest_entries(event.id, 50)) == 3


def test_names_are_isolated_where_they_are_shown(event):
    event.entries.create(at=timezone.now(), text="Kamui, not Kamuix, called a judge.")
    assert newest_entries(event.id, 1)[0].text == "\u2068Kamui\u2069, not Kamuix, called a judge."
