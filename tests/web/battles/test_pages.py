"""Every page of an event whose fights are played here answers each role, and its log has the battles afterwards."""

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertRedirects

from drafts.models import EventStage, StageAct
from drafts.presenters.fights.fight_history import told_fight_acts
from drafts.rules.actors import ORGANIZER, SERVER
from drafts.rules.formats import Pace
from drafts.rules.games.rome.bots.timeouts import timeout_move
from drafts.rules.ids import StageId
from drafts.rules.night.battles import PlayMove
from drafts.rules.night.clock_moves import Pause, Resume
from drafts.rules.night.rights import LogVisibility
from drafts.services.acts import record_acts
from drafts.services.battles import lead_back
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import finish_event
from drafts.services.events.staff import make_link
from drafts.services.fights.changes import begin_next_round
from drafts.store.battles import BATTLES, LiveBattle
from drafts.urls import of_an_event
from tests.factories import fighter, sit_down

pytestmark = pytest.mark.django_db

PLACES = {"<small:table>": "1", "<small:seat>": "0", "<action>": "start"}


@pytest.fixture
def event(organizer):
    made = create_event(
        organizer=organizer,
        format_="rome",
        name="Rome",
        card_sets=[],
        pace=Pace.OFF,
        log_visibility=LogVisibility.PUBLIC,
    )
    for name in ("Aichi", "Kamui", "Misaki"):
        join_event(event=made, nickname=name)
    return made


@pytest.fixture
def looks(event, organizer_client):
    """Return what lets each role look at each page, and returns where the server stumbled."""
    clients = {"stranger": Client(), "organizer": organizer_client, "fighter": Client(), "judge": Client()}
    sit_down(clients["fighter"], fighter(event, "Aichi"))
    clients["judge"].get(f"/judge/{make_link(event=event, name='Judy').token}/")
    for client in clients.values():
        client.raise_request_exception = False
    pages = [str(one.pattern) for one in of_an_event if "<" not in str(one.pattern)]

    def look():
        asked = [(role, page, clients[role].get(f"/events/{event.code}/{page}")) for role in clients for page in pages]
        return [(role, page) for role, page, answer in asked if answer.status_code >= 500]

    return look


def play_on(live: LiveBattle, moves: int) -> LiveBattle:
    """Let the clock play, and the organizer let it run on where nobody is there."""
    for _ in range(moves):
        seat = live.battle.due[0]
        move = PlayMove(seat, "time", timeout_move(live.battle.position, seat))
        changes = [BATTLES.change(live, SERVER, move, timezone.now())]
        if changes[-1].after.battle.clock.stands:
            changes.append(BATTLES.change(changes[-1].after, ORGANIZER, Resume(), timezone.now()))
        assert record_acts(chains=[changes]) == [True]
        live = changes[-1].after
    return live


def test_no_page_stumbles_over_battles_and_the_log_has_them_once_they_are_over(event, looks, client):
    assert looks() == []
    start_event(event=event)
    event.refresh_from_db()
    assert looks() == []
    live = BATTLES.load(StageId(EventStage.objects.get(event=event, stage="battle").id))
    live = play_on(live, 40)
    turn = live.battle.position.turn
    lead_back(event=event, fight=1, to=turn - 1)
    assert looks() == []
    finish_event(event=event)
    event.refresh_from_db()
    assert looks() == []
    log = json.loads(client.get(f"/events/{event.code}/log/log.json").content)
    (battle,) = log["battles"]
    assert (log["event"]["rome"]["players"], battle["fight"], len(battle["moves"])) == (2, 1, 40)
    assert {move["turn"] >= turn - 1 for move in battle["moves"] if move["undone_at"]} == {True}
    assert battle["places"] == log["fights"][0]["places"]
    said = StringIO()
    call_command("verify", event.code, stdout=said)
    assert "does not follow" not in said.getvalue()


@pytest.mark.parametrize("action", ["next-round", "next-stage"])
def test_a_round_that_ends_early_says_that_kills_decide_its_open_battles(event, organizer_client, action):
    start_event(event=event)
    answer = organizer_client.post(f"/events/{event.code}/host/{action}/", {"round": 2, "from": "fighting"})
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "One fight is not over" in page
    assert "If you go on, kills decide, as when time is up." in page
    assert "further from losing" not in page


def test_a_battle_that_is_over_leads_to_the_page_of_the_event_in_a_round_in_which_its_fighter_has_none(event):
    start_event(event=event)
    own = f"/events/{event.code}/battle/"
    clients = {name: Client() for name in ("Aichi", "Kamui", "Misaki")}
    for name, client in clients.items():
        sit_down(client, fighter(event, name))
    first = {name: client.get(own).status_code for name, client in clients.items()}
    begin_next_round(event=event, number=2, confirmed=True)
    second = {name: client.get(own) for name, client in clients.items()}
    (bye,) = (name for name, answer in second.items() if answer.status_code == 302)
    assert first[bye] == 200
    assertRedirects(second[bye], f"/events/{event.code}/")


def test_the_panel_leads_to_each_battle_and_to_the_help_about_battles(event, organizer_client):
    start_event(event=event)
    panel = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    assert f'href="/events/{event.code}/battle/1/"' in panel
    address, anchor = re.search(r'href="(/help/[^"#]+)#(battles)"', panel).groups()
    told = organizer_client.get(address).content.decode()
    assert f'id="{anchor}"' in told
    assert "Back to turn" in told


def test_the_panel_leads_back_to_the_first_lines_once_one_is_laid(event, organizer_client):
    start_event(event=event)
    panel = f"/events/{event.code}/host/"
    assert "Back to the first lines" not in organizer_client.get(panel).content.decode()
    play_on(BATTLES.load(StageId(EventStage.objects.get(event=event, stage="battle").id)), 1)
    assert "Back to the first lines" in organizer_client.get(panel).content.decode()
    answer = organizer_client.post(f"{panel}battle-back/", {"fight": 1, "to": 0}, follow=True)
    assert "The battle is back at its first lines." in answer.content.decode()


def test_the_panel_leads_back_to_a_turn_once_something_has_happened_in_it(event, organizer_client):
    start_event(event=event)
    live = BATTLES.load(StageId(EventStage.objects.get(event=event, stage="battle").id))

    def offered():
        panel = organizer_client.get(f"/events/{event.code}/host/").content.decode()
        return re.findall(r"Back to turn (\d)", panel)

    while live.battle.position.turn < 2:
        live = play_on(live, 1)
    assert offered() == ["1"]
    play_on(live, 1)
    assert offered() == ["2", "1"]


def test_the_seed_is_told_to_nobody_before_the_fights_are_over(event, client, organizer_client):
    start_event(event=event)
    event.refresh_from_db()
    for browser in (client, organizer_client):
        for page in ("", "log/", "export/", "host/"):
            assert event.draft.seed not in browser.get(f"/events/{event.code}/{page}").content.decode()


def test_V11_a_copy_of_an_event_tells_no_plan_while_its_battles_are_played(event, organizer_client):
    start_event(event=event)
    live = BATTLES.load(StageId(EventStage.objects.get(event=event, stage="battle").id))
    play_on(live, 1)
    assert "deploy " in StageAct.objects.get(stage__event=event, kind="play").text
    assert "deploy " not in organizer_client.get(f"/events/{event.code}/export/").content.decode()


def test_a_battle_that_paused_itself_calls_the_organizer_and_stands_in_the_log(event, organizer_client, looks):
    start_event(event=event)
    event.refresh_from_db()
    panel = f"/events/{event.code}/host/"
    live = play_on(BATTLES.load(StageId(EventStage.objects.get(event=event, stage="battle").id)), 10)
    assert 'data-stalled-fight="1"' not in organizer_client.get(panel).content.decode()
    pause = BATTLES.change(live, SERVER, Pause(), timezone.now())
    assert record_acts(chains=[[pause]]) == [True]
    assert looks() == []
    page = organizer_client.get(panel).content.decode()
    assert 'data-stalled-fight="1"' in page
    assert 'data-calls="1"' in page
    told = [entry.text for entry in told_fight_acts(event.id)]
    first, second = (live.names[fighter] for fighter in live.battle.terms.fighters)
    assert told == [f"The battle of {first} and {second} paused itself: no fighter moved in a round of turns."]
    organizer_client.post(f"{panel}resume/", {"fight": "1"})
    assert not BATTLES.newest(live).battle.clock.stands
    assert 'data-stalled-fight="1"' not in organizer_client.get(panel).content.decode()


def test_a_battle_that_the_organizer_led_back_stands_in_the_log(event):
    start_event(event=event)
    live = play_on(BATTLES.load(StageId(EventStage.objects.get(event=event, stage="battle").id)), 20)
    turn = live.battle.position.turn - 1
    lead_back(event=event, fight=1, to=turn)
    (told,) = told_fight_acts(event.id)
    assert told.text.endswith(f" go back to the start of turn {turn}.")
