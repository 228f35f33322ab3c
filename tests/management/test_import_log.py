"""`import_log`: what it says, and that a file with a fault leaves nothing behind."""

import json
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError

from drafts.log.json_file import write_log_json
from drafts.models import Card, CardSet, Event
from drafts.presenters.log.logs import load_log
from drafts.services.draft.hosting import draw_seats, take_back_pass
from drafts.services.events.lifecycle import start_event
from tests.factories import choose, drafted_event, let_bots_finish, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(organizer, sample_sets, tmp_path):
    """The log of a draft that is not here any more, in a file."""
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    for seat in (0, 1, 0):
        choose(event, seat)
    take_back_pass(event=event, number=1)
    path = tmp_path / "log.json"
    path.write_text(write_log_json(load_log(let_bots_finish(event))))
    event.delete()
    return path


def run(command, *words):
    out = StringIO()
    call_command(command, *map(str, words), stdout=out)
    return out.getvalue()


def refused(*words):
    with pytest.raises(CommandError) as caught:
        run("import_log", *words)
    assert caught.value.returncode == 1
    return str(caught.value)


def test_the_command_prints_the_code_and_says_when_the_draft_is_here_already(file):
    code = json.loads(file.read_text())["event"]["code"]
    assert run("import_log", file).startswith(f"{code}: 'Friday draft' is imported. Only its organizer reads it")
    assert run("import_log", file) == f"{code}: 'Friday draft' is imported already. Nothing has changed.\n"
    assert Event.objects.count() == 1


def test_it_is_said_whose_event_it_is_where_there_are_several_organizers(file):
    bea = User.objects.create_user("bea")
    assert refused(file) == "Say whose event it is: --organizer NAME."
    assert refused(file, "--organizer", "\x1b[2Jcy") == "There is no organizer '\\x1b[2Jcy'."
    run("import_log", file, "--organizer", "bea")
    assert Event.objects.get().organizer == bea


def test_a_file_with_faults_names_them_and_leaves_nothing_behind(file):
    log = json.loads(file.read_text())
    Card.objects.all().delete()
    CardSet.objects.all().delete()
    log["tables"][0]["calls"] = [
        {"round": 1, "seat": 0, "reason": "hunger", "card": None, "verdict": "open", "at": log["event"]["created"],
         "decided": None}
    ]  # fmt: skip
    file.write_text(json.dumps(log))
    said = refused(file)
    assert said.startswith(f"{file} was not imported; nothing has changed.\n")
    assert "tables[0].calls[0]: is no call that can be made" in said
    assert (Event.objects.count(), CardSet.objects.count()) == (0, 0)


def test_a_file_that_is_not_there_is_refused_in_words(organizer, tmp_path):
    assert "cannot be read: No such file or directory." in refused(tmp_path / "none.json")


def test_an_imported_draft_is_verified_and_it_is_said_what_cannot_be(file):
    run("import_log", file)
    said = run("verify", Event.objects.get().code)
    assert said.startswith("OK: the seed gives the seats and packs of Friday draft.\n")
    assert "they are not played again" in " ".join(said.split())


def test_seats_that_were_drawn_in_the_lobby_are_verified_by_the_numbers_of_the_file(organizer, sample_sets, tmp_path):
    drafted_event(organizer, "Ren", "Kai")
    event = make_event(organizer, "Aichi", "Kamui", "Misaki")
    draw_seats(event=event)
    start_event(event=event)
    path = tmp_path / "log.json"
    path.write_text(write_log_json(load_log(let_bots_finish(event))))
    Event.objects.all().delete()
    make_event(organizer, "Somebody", "Else")
    run("import_log", path)
    assert run("verify", Event.objects.get(imported=True).code).startswith("OK")


def test_packs_of_a_set_of_which_only_some_cards_are_known_are_not_dealt_again(file):
    Card.objects.all().delete()
    CardSet.objects.all().delete()
    run("import_log", file)
    with pytest.raises(CommandError, match="only the cards of imported logs are known here"):
        run("verify", Event.objects.get().code)
