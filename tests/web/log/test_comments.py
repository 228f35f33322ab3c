"""Comments on the steps of a log: who may read, write and delete them, and how a page shows them."""

import json
import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from drafts.models import Attempt, Event, StepComment, ThrottledAction
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.removals import remove_fighter
from drafts.services.events.staff import make_link
from drafts.services.throttling import LIMITS
from tests.factories import drafted_event, fighter, make_event, messages_of, sit_down
from tests.web.log.test_imported import brought

pytestmark = pytest.mark.django_db

BY_SCRIPT = {"X-Requested-With": "fetch"}
NASTY = "<script>alert(1)</script> & {{ zq }}\nسهرة"


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return drafted_event(module_organizer, "Aichi", "Kamui", log_visibility=LogVisibility.PUBLIC)


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def seated(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


def write(client, event, text="Why not the dragon?", *, script=False, query="", **fields):
    sent = {"table": "1", "step": "r1p1", "about": "0", "text": text, "voice": "", "request": "r1", **fields}
    return client.post(f"/events/{event.code}/log/comments/{query}", sent, headers=BY_SCRIPT if script else {})


def delete(client, event, comment, *, script=False):
    return client.post(f"/events/{event.code}/log/comments/{comment}/delete/", headers=BY_SCRIPT if script else {})


def texts():
    return list(StepComment.objects.order_by("id").values_list("text", flat=True))


def told(client, event):
    page = client.get(f"/events/{event.code}/log/").content.decode()
    return json.loads(re.search(r'<script id="replay-talk" type="application/json">(.*?)</script>', page)[1])


# Access ----------------------------------------------------------------------------------------------------------


def voice_of(page):
    """Return the field that asks in whose name a comment is written."""
    return re.search(r'<div class="field">\s*<label[^>]*>In the name of.*?</div>', page, re.DOTALL)[0]


@pytest.fixture
def people(organizer_client, organizer, event):
    """Everybody who may come by: a stranger, those of this event and of another, one who was removed, and a judge."""
    other = drafted_event(organizer, "Misaki", "Ren")
    removed = seated(event, "Kamui")
    remove_fighter(event=event, fighter_id=fighter(event, "Kamui").id)
    elsewhere, judge = Client(), Client()
    elsewhere.force_login(User.objects.create_user("bea"), backend="django.contrib.auth.backends.ModelBackend")
    judge.get(f"/judge/{make_link(event=event, name='Jo').token}/")
    return {
        "stranger": Client(),
        "fighter of another event": seated(other, "Misaki"),
        "removed fighter": removed,
        "another organizer": elsewhere,
        "judge": judge,
        "fighter": seated(event, "Aichi"),
        "organizer": organizer_client,
    }


@pytest.mark.parametrize(
    ("visibility", "writers", "readers"),
    [
        (LogVisibility.PUBLIC, {"fighter", "organizer"}, 7),
        (LogVisibility.FIGHTERS, {"fighter", "organizer"}, 2),
        (LogVisibility.ORGANIZER, {"organizer"}, 1),
    ],
)
def test_fighters_and_the_organizer_write_as_far_as_they_may_read(event, people, visibility, writers, readers):
    Event.objects.filter(id=event.id).update(log_visibility=visibility)
    may = {name: write(client, event, name, script=True, request=name).status_code for name, client in people.items()}
    assert may == {name: 200 if name in writers else 403 for name in people}
    read = [client.get(f"/events/{event.code}/log/log.json") for client in people.values()]
    found = [[comment["text"] for comment in answer.json()["comments"]] for answer in read if answer.status_code == 200]
    assert found == [[name for name in people if name in writers]] * readers
    assert {write(people["stranger"], event).status_code for _ in (1, 2)} == {403}


def test_a_comment_is_deleted_by_who_wrote_it_and_by_the_organizer(event, people):
    write(people["fighter"], event)
    comment = StepComment.objects.get().id
    may = {
        name: delete(client, event, comment, script=True).status_code
        for name, client in people.items()
        if name not in ("fighter", "organizer")
    }
    assert (set(may.values()), texts()) == ({403}, ["Why not the dragon?"])
    assert delete(people["fighter"], event, comment, script=True).json() == {"deleted": comment}
    write(people["fighter"], event)
    write(people["organizer"], event, "Since it was late.", request="r2")
    of_fighter, of_organizer = StepComment.objects.order_by("id").values_list("id", flat=True)
    assert delete(people["fighter"], event, of_organizer, script=True).status_code == 403
    assert delete(people["organizer"], event, of_fighter, script=True).status_code == 200
    assert texts() == ["Since it was late."]


def test_of_a_draft_that_goes_on_nothing_is_written_by_anybody(organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True, log_visibility=LogVisibility.PUBLIC)
    for client in (Client(), seated(event, "Aichi"), organizer_client):
        assert [write(client, event, script=script).status_code for script in (False, True)] == [403, 403]
        assert client.get(f"/events/{event.code}/log/comments/").status_code == 405
    assert texts() == []


def test_an_imported_draft_is_commented_by_its_organizer(organizer_client, organizer, event):
    imported = brought(event, organizer)
    write(organizer_client, imported)
    (comment,) = told(organizer_client, imported)["comments"]
    assert (comment["name"], comment["own"], comment["about"]) == ("", True, 0)


def test_a_writer_who_holds_several_seats_or_organizes_too_says_in_whose_name(organizer_client, event):
    sit_down(organizer_client, fighter(event, "Aichi"))
    aichi = str(fighter(event, "Aichi").id)
    replay = organizer_client.get(f"/events/{event.code}/log/").content.decode()
    assert voice_of(replay) == voice_of(list_of(organizer_client, event, comment="r1p1"))
    assert re.findall(r'<option value="(.*?)"[^>]*>(.*?)<', voice_of(replay)) == [
        (aichi, "Aichi"),
        ("organizer", "The organizer"),
    ]
    voices = ("organizer", aichi, str(fighter(event, "Kamui").id), "")
    answers = [write(organizer_client, event, request=f"as {voice}", voice=voice).status_code for voice in voices]
    assert answers == [302, 302, 422, 422]
    assert [comment["name"] for comment in told(organizer_client, event)["comments"]] == ["", "Aichi"]


def test_a_writer_with_one_name_is_not_asked_for_it(event):
    aichi = fighter(event, "Aichi")
    replay = seated(event, "Aichi").get(f"/events/{event.code}/log/").content.decode()
    assert "In the name of" not in replay
    assert f'<input type="hidden" name="voice" value="{aichi.id}"' in replay


# Comments that are sent ------------------------------------------------------------------------------------------


def test_twice_the_same_is_one(event):
    client = seated(event, "Aichi")
    first, again = (write(client, event, script=True).json()["comment"] for _ in (1, 2))
    assert (first, texts()) == (again, ["Why not the dragon?"])


def test_a_comment_that_cannot_be_is_refused_with_words_and_nothing_is_written(event):
    client = seated(event, "Aichi")
    bad = [{"text": " "}, {"text": "x" * 501}, {"text": "\u202ex"}, {"text": "a\x7fb"}, {"step": "r9p9"}, {"step": ""}]
    bad += [
        {"about": "7"},
        {"about": "x"},
        {"about": ""},
        {"request": ""},
        {"voice": "organizer"},
        {"request": "x" * 99},
    ]
    for fields in bad:
        answer = write(client, event, script=True, **fields)
        assert (answer.status_code, bool(answer.json()["said"])) == (422, True), fields
    assert [write(client, event, table=table).status_code for table in ("2", "", "x", "9" * 40)] == [404] * 4
    assert [delete(client, event, number).status_code for number in ("9" * 13, "x")] == [404, 404]
    assert delete(client, event, 9 * 10**11, script=True).status_code == 200  # it is gone
    assert texts() == []


def test_a_fighter_who_writes_without_end_waits_and_others_do_not(event):
    most = LIMITS[ThrottledAction.COMMENT].most_of_browser
    aichi, kamui = seated(event, "Aichi"), seated(event, "Kamui")
    writer = f"{fighter(event, 'Aichi').id} of {event.id}"
    Attempt.objects.bulk_create(Attempt(action="comment", address="127.0.0.1", browser=writer) for _ in range(most - 1))
    assert write(aichi, event).status_code == 302
    late = write(aichi, event, "One more", script=True, request="r2")
    assert (late.status_code, late["Retry-After"], bool(late.json()["said"])) == (429, "600", True)
    page = write(aichi, event, "One more", request="r2", query="?table=1&seat=0&view=list&comment=r1p1")
    assert (page.status_code, "One more</textarea>" in page.content.decode()) == (429, True)
    assert write(kamui, event, request="r3").status_code == 302


# Comments that are shown -----------------------------------------------------------------------------------------


def test_the_script_is_told_every_comment_with_its_place_and_author(event):
    client = seated(event, "Aichi")
    seat = event.draft.tables.get().seats.get(fighter__nickname="Aichi").position
    comment = write(client, event, NASTY, script=True, about="table", step="r2p3").json()["comment"]
    at = comment.pop("at")
    assert (comment, at[-1]) == (
        {
            "id": StepComment.objects.get().id, "table": 1, "step": "r2p3", "about": None, "name": "Aichi", "by": seat,
            "text": NASTY, "own": True, "voice": str(fighter(event, "Aichi").id), "may_delete": True,
        },
        "Z",
    )  # fmt: skip
    assert told(client, event)["comments"] == [comment | {"at": at}]
    (seen,) = told(Client(), event)["comments"]
    assert (seen["own"], seen["voice"], seen["may_delete"]) == (False, "", False)
    page = client.get(f"/events/{event.code}/log/").content.decode()
    assert "<script>alert" not in page


def list_of(client, event, seat=0, **query):
    asked = "".join(f"&{name}={value}" for name, value in query.items())
    return client.get(f"/events/{event.code}/log/?table=1&seat={seat}&view=list{asked}").content.decode()


def test_the_list_works_without_scripts(event):
    client = seated(event, "Aichi")
    assert "comment=r1p1#r1p1s0" in list_of(client, event)
    form = list_of(client, event, comment="r1p1")
    assert (form.count("<textarea"), 'name="step" value="r1p1"' in form) == (1, True)
    query = "?table=1&seat=0&view=list&comment=r1p1"
    refused = write(client, event, "x" * 501, query=query)
    page = refused.content.decode()
    assert (refused.status_code, "up to 500 characters; this one has 501" in page, "x" * 501 in page) == (
        422,
        True,
        True,
    )
    answer = write(client, event, NASTY, query=query)
    assert answer["Location"] == f"/events/{event.code}/log/?table=1&seat=0&view=list#r1p1s0"
    page = list_of(client, event)
    assert '<p class="comment__text" dir="auto">&lt;script&gt;alert(1)&lt;/script&gt; &amp; {{ zq }}\nسهرة</p>' in page
    assert '<bdi dir="auto">Aichi</bdi>' in page
    assert NASTY.splitlines()[1] not in list_of(client, event, seat=1)  # it is about the first seat
    gone = delete(client, event, StepComment.objects.get().id)
    assert (messages_of(gone), texts()) == (["The comment is deleted."], [])


def test_a_comment_on_the_whole_table_stands_with_every_seat(event):
    write(seated(event, "Aichi"), event, about="table")
    for seat in (0, 1):
        assert "Why not the dragon?" in list_of(Client(), event, seat)
    assert "Comment on this step" not in list_of(Client(), event)


def test_where_names_are_hidden_nobody_else_reads_them_in_comments(event):
    Event.objects.filter(id=event.id).update(hide_names=True)
    client = seated(event, "Aichi")
    write(client, event, "kamui took it from Aichi.")
    for page in ("", "?seat=0&view=list", "log.json"):
        inside, outside = (who.get(f"/events/{event.code}/log/{page}").content.decode() for who in (client, Client()))
        assert ["kamui took it" in text for text in (inside, outside)] == [True, False], page
        assert not re.search("aichi|kamui", outside, re.IGNORECASE), page


def test_the_log_as_a_file_has_them(organizer_client, event):
    write(organizer_client, event, about="table", step="r6p4")
    write(seated(event, "Aichi"), event, "Yes.", request="r2")
    first, second = organizer_client.get(f"/events/{event.code}/log/log.json").json()["comments"]
    assert {**first, "at": ""} == {
        "table": 1,
        "step": "r6p4",
        "seat": None,
        "by": "organizer",
        "text": "Why not the dragon?",
        "at": "",
    }
    assert (second["by"], second["seat"], second["text"]) == (fighter(event, "Aichi").id, 0, "Yes.")
