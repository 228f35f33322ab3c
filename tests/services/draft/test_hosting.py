import pytest

from drafts.presenters.log.logs import load_log
from drafts.rules.formats import Pace
from drafts.services.draft.hosting import end_reviews, extend_tables, pause_tables, resume_tables
from drafts.services.errors import ServiceError
from tests.factories import drafted_event, make_event, play_to_review

pytestmark = pytest.mark.django_db
EIGHT = tuple(f"Fighter {number}" for number in range(8))


def flags(event):
    return list(event.draft.tables.order_by("number").values_list("paused", flat=True))


def test_a_pause_of_all_passes_over_those_that_are_paused_already(organizer, sample_sets):
    event = make_event(organizer, *EIGHT, started=True)
    assert (pause_tables(event=event, number=1), flags(event)) == (1, [True, False])
    assert (pause_tables(event=event), flags(event)) == (1, [True, True])
    with pytest.raises(ServiceError):
        pause_tables(event=event)


def test_resume_leaves_others_as_they_are(organizer, sample_sets):
    event = make_event(organizer, *EIGHT, started=True)
    pause_tables(event=event)
    assert (resume_tables(event=event, number=1), flags(event)) == (1, [False, True])


def test_nothing_is_done_to_a_draft_that_is_over(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    for action in (pause_tables, resume_tables, extend_tables, end_reviews):
        with pytest.raises(ServiceError):
            action(event=event)


def test_a_paused_table_keeps_its_time_and_can_be_given_more(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True, pace=Pace.STANDARD)
    pause_tables(event=event)
    left = event.draft.tables.get().left
    extend_tables(event=event)
    assert (event.draft.tables.get().deadline, round(event.draft.tables.get().left - left)) == (None, 30)


def test_the_review_ends_when_the_organizer_says_so_and_not_before_it_begins(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    with pytest.raises(ServiceError):
        end_reviews(event=event)
    play_to_review(event)
    assert (end_reviews(event=event), event.draft.tables.get().round) == (1, 4)


def test_every_table_that_is_changed_is_named_in_the_log(organizer, sample_sets):
    event = make_event(organizer, *EIGHT, started=True)
    pause_tables(event=event)
    assert [(entry.table, entry.text) for entry in load_log(event).entries] == [
        (None, "The draft started."),
        (1, "The organizer paused the table."),
        (2, "The organizer paused the table."),
    ]
