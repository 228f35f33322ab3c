import pytest

from drafts.models import Draft, StepComment
from drafts.presenters.events.event_data import load_event_data
from drafts.presenters.log.logs import load_log
from drafts.rules.ids import FighterId
from drafts.rules.night.comments import LONGEST
from drafts.services.errors import ServiceError
from drafts.services.events.deletion import delete_event
from drafts.services.events.lifecycle import stop_event
from drafts.services.log import comments
from drafts.services.log.comments import CommentPlace, delete_comment, write_comment
from tests.factories import choose, drafted_event, fighter, fighting_event, make_event
from tests.paper import paper_event, play_paper_draft
from tests.web.log.test_imported import brought

pytestmark = pytest.mark.django_db
FIRST = CommentPlace(1, "r1p1", 0)


@pytest.fixture(autouse=True)
def _sets(sample_sets):
    """Every event here is of the sample sets."""


@pytest.fixture
def event(organizer):
    return drafted_event(organizer, "Aichi", "Kamui")


def write(event, author=None, place=FIRST, text="Why not the dragon?", request="r1"):
    return write_comment(event=event, place=place, author=author, text=text, request=request)


def delete(event, comment, *fighters, organizes=False):
    ids = [FighterId(one.id) for one in fighters]
    return delete_comment(event=event, comment=comment.id, fighters=ids, organizes=organizes)


def said(event):
    return [(one.table, one.step, one.seat, one.name, one.text) for one in load_log(event).comments]


def test_fighters_and_the_organizer_comment_on_a_seat_or_on_the_whole_table(event):
    write(event, fighter(event, "Aichi"))
    write(event, None, CommentPlace(1, "r6p4", None), "A good  one.\r\n", "r2")
    assert said(event) == [
        (1, "r1p1", 0, "Aichi", "Why not the dragon?"),
        (1, "r6p4", None, "", "A good  one."),
    ]


def test_the_same_request_again_is_the_same_comment_and_a_strangers_is_none(event):
    first = write(event, fighter(event, "Aichi"))
    assert (write(event, fighter(event, "Aichi"), text="other words"), StepComment.objects.count()) == (first, 1)
    for request in ("r1", "", "x" * 65):
        with pytest.raises(ServiceError):
            write(event, fighter(event, "Kamui"), request=request)
    assert said(event) == [(1, "r1p1", 0, "Aichi", "Why not the dragon?")]


def test_a_text_that_is_none_is_refused_beside_its_field(event):
    for text in ("", "\u202eturned", "x" * (LONGEST + 1)):
        with pytest.raises(ServiceError) as refused:
            write(event, text=text)
        assert (refused.value.field, StepComment.objects.count()) == ("text", 0)


def test_a_step_that_there_is_not_has_no_comments(event):
    steps = ("r7p1", "r1p9", "r0p1", "x", "", "r1p1\n", "f1", "e", "r1p1s0", "r99p999")
    for place in (
        *(CommentPlace(1, step, 0) for step in steps),
        CommentPlace(2, "r1p1", 0),
        CommentPlace(0, "r1p1", 0),
        CommentPlace(1, "r1p1", 2),
    ):
        with pytest.raises(ServiceError):
            write(event, place=place)


def test_the_fights_are_steps_once_they_begin_and_the_end_once_all_is_shared(organizer):
    event = fighting_event(organizer, "Aichi", "Kamui")
    write(event, place=CommentPlace(1, "f1", None))
    for step in ("f2", "e"):
        with pytest.raises(ServiceError):
            write(event, place=CommentPlace(1, step, None), request=step)


def test_a_draft_that_goes_on_has_none(organizer):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    choose(event, 0)
    with pytest.raises(ServiceError):
        write(event, fighter(event, "Aichi"))
    stop_event(event=event)
    event.refresh_from_db()
    write(event, fighter(event, "Aichi"))


def test_with_paper_packs_none_before_all_piles_are_entered(organizer):
    event = paper_event(organizer, "Aichi", "Kamui")
    play_paper_draft(event)
    event.refresh_from_db()
    with pytest.raises(ServiceError):
        write(event)


def test_on_an_imported_draft_the_organizer_comments_alone(organizer, event):
    write(event)
    event = brought(event, organizer)
    assert said(event) == []
    with pytest.raises(ServiceError):
        write(event, fighter(event, "Aichi"))
    write(event)
    assert said(event) == [(1, "r1p1", 0, "", "Why not the dragon?")]


def test_a_comment_is_deleted_by_its_author_and_by_the_organizer_and_its_text_is_gone(event):
    aichi, kamui = fighter(event, "Aichi"), fighter(event, "Kamui")
    first, second, third = (
        write(event, author, request=name) for author, name in ((aichi, "1"), (aichi, "2"), (None, "3"))
    )
    for somebody in ([kamui], []):
        with pytest.raises(ServiceError):
            delete(event, first, *somebody)
    with pytest.raises(ServiceError):
        delete(event, third, aichi, kamui)
    assert (delete(event, first, kamui, aichi), delete(event, second, organizes=True)) == (FIRST, FIRST)
    assert (delete(event, first, aichi), delete(event, first)) == (None, None)
    assert [one.id for one in StepComment.objects.all()] == [third.id]


def test_the_organizer_of_another_event_deletes_nothing_here(organizer, event):
    other = drafted_event(organizer, "Misaki", "Ren")
    comment = write(event)
    assert (delete(other, comment, organizes=True), StepComment.objects.count()) == (None, 1)


def test_a_table_has_room_for_so_many(event, monkeypatch):
    monkeypatch.setattr(comments, "MOST_COMMENTS", 2)
    write(event, request="1")
    write(event, request="2")
    with pytest.raises(ServiceError):
        write(event, request="3")


def test_where_names_are_hidden_they_are_in_the_texts_too(event):
    write(event, fighter(event, "Aichi"), text="KAMUI should have kept it for Aichi, not Aichiro.")
    names = {
        one.id: f"Fighter {place}"
        for place, one in enumerate((fighter(event, "Aichi"), fighter(event, "Kamui")), start=1)
    }
    (comment,) = load_log(event, names).comments
    assert (comment.name, comment.text) == ("Fighter 1", "Fighter 2 should have kept it for Fighter 1, not Aichiro.")


def test_they_are_in_the_copy_of_an_event_and_go_with_it(event):
    write(event, fighter(event, "Aichi"))
    assert [one.text for one in load_event_data(event, {}).log.comments] == ["Why not the dragon?"]
    delete_event(event=event)
    assert (StepComment.objects.count(), Draft.objects.count()) == (0, 0)
