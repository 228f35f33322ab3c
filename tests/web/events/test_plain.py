"""A night of the plain game: its form, its draft, its fights with a counter of its own, and its log."""

import json
import re

import pytest
from django.test import Client

from drafts.importers.faults import BadFile
from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import write_log_json
from drafts.models import Event, Fights
from drafts.operations.night_verification import night_differences
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.rules.night.stages import Stage
from drafts.services.events.lifecycle import start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import go_on
from drafts.services.log.log_import import import_log
from drafts.store.fights import load_fights
from drafts.store.tables import load_table
from tests.factories import fighter, let_bots_finish, sit_down

pytestmark = pytest.mark.django_db


@pytest.fixture
def post(organizer_client, sample_sets):
    fields = {"name": "Friday", "format": "plain", "card_set": "PLA01"}
    return lambda **more: organizer_client.post("/events/new/?format=plain", fields | more)


def drafted():
    event = Event.objects.get()
    for name in ("Ann", "Bea"):
        join_event(event=event, nickname=name)
    start_event(event=event)
    return let_bots_finish(Event.objects.get())


def test_as_a_rule_there_are_three_packs_one_card_a_pick_and_no_fights(post):
    assert post().status_code == 302
    event = Event.objects.get()
    assert (event.draft.format, event.draft.packs_each, event.draft.picks) == ("plain", 3, 1)
    assert event.night.fights == Fights.OFF


def test_other_games_ask_for_no_packs_picks_or_counter(organizer_client, sample_sets):
    asked = {"packs_each", "picks", "counter", "counter_start", "counter_loses"}
    fields = {
        format_: set(organizer_client.get(f"/events/new/?format={format_}").context["form"].fields)
        for format_ in ("vanguard", "magic-draft", "plain")
    }
    assert {format_: found & asked for format_, found in fields.items()} == {
        "vanguard": set(), "magic-draft": set(), "plain": asked,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"packs_each": "13"}, "packs_each"),
        ({"packs_each": "0"}, "packs_each"),
        ({"picks": "4"}, "picks"),
        ({"fights": "swiss"}, "counter"),
        ({"counter": "x" * 25}, "counter"),
        ({"counter": "Li\u200bfe"}, "counter"),
        ({"counter": "Life", "counter_start": "10000"}, "counter_start"),
        ({"counter": "Life", "counter_loses": "20"}, "counter_loses"),
        ({"card_set": "SMP01"}, "card_set"),
    ],
)
def test_a_setting_that_the_format_does_not_allow_is_named_beside_its_field(post, fields, fault):
    answer = post(**fields)
    assert answer.status_code in (200, 422)
    assert list(answer.context["form"].errors) == [fault]
    assert not Event.objects.exists()


def test_packs_and_picks_are_those_of_the_event(post):
    post(packs_each="2", picks="3")
    event = drafted()
    live = load_table(event.draft.tables.get().id)
    assert len(live.timed.table.packs) == 2
    assert [len(pile) for pile in live.timed.table.piles] == [24, 24]
    assert event.draft.tables.get().pass_number == 4


def test_a_counter_that_is_named_is_counted_in_the_fights(post):
    post(packs_each="1", counter="Prizes", counter_start="0", counter_loses="6", sharing="keep")
    event = drafted()
    assert event.night.fights == Fights.AUTO
    go_on(event=event, seen="building", confirmed=False)
    (rule,) = load_fights(event.id).fighting.groups[0].terms.form.counters
    assert (rule.label, rule.start, rule.loses_at) == ("Prizes", 0, 6)
    assert Event.objects.get().phase == Stage.FIGHTING
    assert night_differences(Event.objects.get()) == []


@pytest.mark.parametrize(("loses", "steps"), [("6", ["1"]), ("20", ["1", "5"])])
def test_a_page_without_scripts_counts_five_at_once_where_the_loss_is_far(post, loses, steps):
    post(packs_each="1", counter="Prizes", counter_start="0", counter_loses=loses, sharing="keep")
    event = drafted()
    go_on(event=event, seen="building", confirmed=False)
    phone = Client()
    sit_down(phone, fighter(event, "Ann"))
    page = phone.get(f"/events/{event.code}/fight/").content.decode()
    assert sorted(set(re.findall(r'name="by" value="([0-9]+)"', page))) == steps


def test_the_log_tells_packs_and_picks_and_goes_to_another_installation_and_back(post, organizer):
    post(packs_each="2", picks="2")
    event = drafted()
    log = write_log_json(load_log(event))
    told = json.loads(log)
    assert (told["event"]["format"], told["event"]["packs_each"], told["event"]["picks"]) == ("plain", 2, 2)
    assert differences(told) == []
    event.delete()
    made = import_log(log=check_log(read_log_file(log.encode())), organizer=organizer).event
    again = json.loads(write_log_json(load_log(Event.objects.get(id=made.id))))
    assert again["tables"] == told["tables"]


def test_a_log_of_another_number_of_packs_is_refused(post):
    post(packs_each="2", picks="2")
    told = json.loads(write_log_json(load_log(drafted())))
    told["event"]["packs_each"] = 3
    with pytest.raises(BadFile):
        check_log(read_log_file(json.dumps(told).encode()))


def test_settings_are_kept_for_the_next_event(post, organizer_client):
    post(packs_each="5", picks="2", counter="Life", counter_start="25", fights="swiss")
    form = organizer_client.get(f"/events/new/?like={Event.objects.get().code}").context["form"]
    said = {name: form[name].value() for name in ("packs_each", "picks", "counter", "counter_start", "fights")}
    assert said == {"packs_each": 5, "picks": 2, "counter": "Life", "counter_start": 25, "fights": "swiss"}
    assert len(form.sets_by_round) == 5
