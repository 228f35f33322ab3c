"""An imported event on the site: marked, closed to all but its organizer, and over for good."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import write_log_json
from drafts.models import Event, Fighter, JudgeCall, TableEvent
from drafts.presenters.decks.champions import cards_of_champions, champions_seen
from drafts.presenters.fights.standings import winners_of
from drafts.presenters.log.logs import load_log
from drafts.protocol import TableStates
from drafts.rules.actors import Actor, ActorKind
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.ids import StaffId
from drafts.rules.night.rights import Rights
from drafts.services.draft.calls import give_verdict
from drafts.services.events.lifecycle import stop_event
from drafts.services.events.nights import finish_event
from drafts.services.events.staff import make_link
from drafts.services.fights.changes import begin_next_round, set_result
from drafts.services.log.log_import import import_log
from drafts.store.fights import load_fights
from drafts.store.tables import load_table
from drafts.views.events.host_actions import ACTIONS
from tests.factories import (
    choose,
    drafted_event,
    fighter,
    fighting_event,
    let_bots_finish,
    make_event,
    messages_of,
    sit_down,
)
from tests.services.draft.test_history import call_for_a_rare, rare_event
from tests.services.log.test_log_import import whole_night
from tests.web.addresses import every_address

pytestmark = pytest.mark.django_db


def brought(event, organizer):
    """Import the log of an event in place of it."""
    text = write_log_json(load_log(Event.objects.get(id=event.id)))
    Event.objects.get(id=event.id).delete()
    return import_log(log=check_log(read_log_file(text.encode())), organizer=organizer).event


@pytest.fixture
def event(organizer, sample_sets):
    return brought(drafted_event(organizer, "Aichi", "Kamui"), organizer)


def test_it_is_marked_where_its_organizer_sees_it(organizer_client, event):
    for address in ("/events/", f"/events/{event.code}/host/", f"/events/{event.code}/log/"):
        assert '<span class="pill is-quiet">Imported</span>' in organizer_client.get(address).content.decode(), address
    assert organizer_client.get(f"/events/{event.code}/log/log.json").json()["event"]["imported"] is True


def test_other_events_bear_no_mark(organizer_client, organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    for address in ("/events/", f"/events/{event.code}/host/", f"/events/{event.code}/log/"):
        assert "Imported" not in organizer_client.get(address).content.decode()
    assert organizer_client.get(f"/events/{event.code}/log/log.json").json()["event"]["imported"] is False


def test_no_visitor_but_its_organizer_reads_it(event, client):
    for page in ("log/", "log/log.json", "log/log.csv", "log/t1-s0.txt", "log/t1-s0/log.txt"):
        assert client.get(f"/events/{event.code}/{page}").status_code == 403
    table = event.draft.tables.get()
    assert b"Aichi" not in TableStates(load_table(table.id), timezone.now()).for_stranger()
    Event.objects.filter(id=event.id).update(log_visibility="public")
    assert b"Aichi" in TableStates(load_table(table.id), timezone.now()).for_stranger()


@pytest.mark.parametrize("is_stopped", [False, True], ids=["drafted", "stopped"])
def test_every_page_of_it_can_be_opened(organizer_client, organizer, sample_sets, is_stopped):
    if is_stopped:
        made = make_event(organizer, "Aichi", "Kamui", started=True)
        choose(made, 0)
        stop_event(event=made)
    else:
        made = drafted_event(organizer, "Aichi", "Kamui")
    event = brought(made, organizer)
    own = [address for address in every_address(event) if event.code in address]
    assert len(own) > 20
    answers = {address: organizer_client.get(address).status_code for address in own}
    assert {address: status for address, status in answers.items() if status >= 500} == {}


def test_nothing_is_done_in_it(organizer_client, event):
    before = list(Fighter.objects.order_by("id").values_list("token", flat=True)), TableEvent.objects.count()
    forms = {"fighter": Fighter.objects.first().id, "table": 1, "seat": 0, "name": "Ren", "from": "finished"}
    for action in ACTIONS:
        if action != "log-access":
            answer = organizer_client.post(f"/events/{event.code}/host/{action}/", forms)
            assert "nobody acts in it here" in messages_of(answer)[-1], action
    organizer_client.post(f"/events/{event.code}/host/staff/", {"name": "Kim"})
    after = list(Fighter.objects.order_by("id").values_list("token", flat=True)), TableEvent.objects.count()
    assert (before, event.staff.count(), Event.objects.count()) == (after, 0, 1)


# Visibility, said anew ----------------------------------------------------------------------------------------------


def say(client, event, visibility="public", hide_names="off"):
    fields = {"log_visibility": visibility, "hide_names": hide_names}
    return client.post(f"/events/{event.code}/host/log-access/", fields)


def test_its_organizer_opens_the_log_to_others_and_closes_it_again(organizer_client, event, client):
    address = f"/events/{event.code}/log/log.json"
    for visibility, hide_names, status in (("public", "on", 200), ("public", "off", 200), ("organizer", "off", 403)):
        assert (
            messages_of(say(organizer_client, event, visibility, hide_names))[-1] == "Who may read the log is changed."
        )
        answer = client.get(address)
        assert answer.status_code == status
        if status == 200:
            names = {seat["name"] for seat in json.loads(answer.content)["tables"][0]["seats"]}
            assert names == ({"Fighter 1", "Fighter 2"} if hide_names == "on" else {"Aichi", "Kamui"})


def test_the_readers_of_the_log_are_changed_after_the_draft_and_not_before(organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    assert "The log opens when the draft is over" in messages_of(say(organizer_client, event))[-1]
    event.refresh_from_db()
    assert event.log_visibility == "fighters"
    done = drafted_event(organizer, "Ren", "Kai")
    version = done.draft.tables.get().version
    say(organizer_client, done)
    assert Client().get(f"/events/{done.code}/log/").status_code == 200
    assert done.draft.tables.get().version == version + 1
    say(organizer_client, done)
    assert done.draft.tables.get().version == version + 1


def test_nonsense_and_strangers_change_nothing(organizer_client, organizer, sample_sets, client):
    event = drafted_event(organizer, "Aichi", "Kamui")
    sit_down(client, fighter(event, "Aichi"))
    assert say(client, event).status_code == 404
    for fields in (("everybody", "off"), ("public", "perhaps"), ("", "")):
        assert "Say who may read the log" in messages_of(say(organizer_client, event, *fields))[-1]
    event.refresh_from_db()
    assert (event.log_visibility, event.hide_names) == ("fighters", False)


def test_its_standings_are_those_of_the_night_for_those_who_may_read_its_log(organizer, organizer_client, sample_sets):
    played = whole_night(organizer)
    before = organizer_client.get(f"/events/{played.code}/standings/standings.json").json()
    names = {place["name"]: place["points"] for place in before["standings"]}
    assert len(set(names.values())) > 1
    event = brought(played, organizer)
    after = organizer_client.get(f"/events/{event.code}/standings/standings.json").json()
    told = ("rank", "name", "points", "won", "drawn", "lost", "ties", "table")
    assert [[place[key] for key in told] for place in after["standings"]] == [
        [place[key] for key in told] for place in before["standings"]
    ]
    page = organizer_client.get(f"/events/{event.code}/standings/")
    assert (page.status_code, "Round 3" in page.content.decode()) == (200, True)
    stranger = Client()
    assert stranger.get(f"/events/{event.code}/standings/").status_code == 403
    assert stranger.get(f"/events/{event.code}/standings/standings.json").json() == {"round": 0, "standings": []}


def test_its_organizer_reads_among_past_events_who_won(organizer, organizer_client, sample_sets):
    played = whole_night(organizer)
    winners = winners_of(played)
    event = brought(played, organizer)
    assert organizer_client.get("/events/").context["winners"] == {event.id: winners}
    assert winners != []


@pytest.mark.parametrize(("names", "rounds", "fights"), [(4, 2, "swiss"), (4, 3, "auto"), (2, 1, "auto")])
def test_its_settings_are_those_by_which_it_was_fought(organizer, sample_sets, names, rounds, fights):
    night = {"fights": "swiss", "swiss_rounds": rounds, "best_of": 3, "fights_across": "event", "sharing": "keep"}
    played = fighting_event(organizer, *("Aichi", "Kamui", "Misaki", "Ren")[:names], night=night)
    for number in range(1, rounds + 1):
        for fight, _, of, one in load_fights(played.id).fighting.fights():
            if of == number:
                set_result(event=played, fight=fight, winner=one.fighters[0], score=None)
        if number < rounds:
            begin_next_round(event=played, number=number + 1, confirmed=False)
    finish_event(event=played)
    settled = brought(played, organizer).night
    told = (settled.fights, settled.swiss_rounds, settled.best_of, settled.fights_across)
    assert told == (fights, rounds, 3, "event")


def test_its_champion_has_the_cards_of_their_own_deck(organizer, sample_sets):
    played = whole_night(organizer)
    numbers = sorted(played.fighters.values_list("id", flat=True))
    cards = [one.cards for one in cards_of_champions(played)]
    event = brought(played, organizer)
    assert sorted(event.fighters.values_list("id", flat=True)) != numbers
    seen = [one.cards for one in champions_seen(event, Rights(organizes=True), None, None)]
    assert seen == cards != []


def test_its_replay_names_the_judge_of_a_legion_rare(organizer, organizer_client, sample_sets):
    made = rare_event(organizer, JudgeBy.ORGANIZER)
    call_for_a_rare(made)
    judge = make_link(event=made, name="Misaki")
    by = Actor(ActorKind.JUDGE, StaffId(judge.id))
    give_verdict(event=made, call_id=JudgeCall.objects.get().id, verified=True, by=by)
    event = brought(let_bots_finish(made), organizer)
    replay = organizer_client.get(f"/events/{event.code}/log/t1.json").json()
    assert any(note["text"].strip("\u2068").startswith("Misaki") for note in replay["steps"][0]["notes"])
