"""Two-Headed Giant from its setting to its start (M34): teams are seated, paired and counted as one."""

import json
from dataclasses import replace

import pytest

from drafts.models import Event, NightSettings
from drafts.protocol.lobby import LobbyStates
from drafts.rules.fights.forms import CountedFor
from drafts.rules.fights.sides import Side
from drafts.rules.ids import Version
from drafts.services.errors import ServiceError
from drafts.services.events.guests import settle_guests
from drafts.services.events.lifecycle import edit_event, start_event
from drafts.services.events.nights import go_on
from drafts.services.events.settings import settings_again
from drafts.store.fights import load_fights
from drafts.store.lobbies import load_lobby
from tests.factories import building_event, make_event

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eve", "Fay", "Gil", "Hal")


@pytest.fixture
def giants(organizer, sample_sets):
    """Make an event of own decks with so many fighters, for Two-Headed Giant."""

    def make(count=8, **settings):
        night = settings.pop("night", None) or NightSettings(fights="auto", best_of=3)
        fields = {"format_": "magic-own", "fight_form": "two-headed-giant", "card_sets": [], "table_size": 8}
        settings = {**fields, "night": night, **settings}
        return make_event(organizer, *NAMES[:count], **settings)

    return make


def test_M34_teams_are_neighbours_and_are_paired_as_teams(giants):
    event = giants(started=True)
    fighting = load_fights(event.id).fighting
    seats = list(event.draft.tables.get().seats.order_by("position").values_list("fighter", flat=True))
    (group,) = fighting.groups
    assert group.sides == tuple(Side(tuple(seats[place : place + 2])) for place in (0, 2, 4, 6))
    fights = [fight for *_, fight in fighting.fights()]
    assert [len(fight.fighters) for fight in fights] == [4, 4]
    assert {fight.best_of for fight in fights} == {1}
    assert [fights[0].counts.of_side(side)["life"] for side in fights[0].sides] == [30, 30]


@pytest.mark.parametrize(("count", "sizes"), [(4, [4]), (6, [6]), (8, [8]), (12, [6, 6]), (14, [8, 6])])
def test_M34_the_split_into_tables_keeps_teams_together(giants, count, sizes):
    event = giants(0, guests=[f"Guest {number}" for number in range(count)])
    assert load_lobby(event.id).sizes == sizes
    start_event(event=event)
    tables = event.draft.tables.order_by("number")
    assert [table.seats.count() for table in tables] == sizes


@pytest.mark.parametrize(
    ("count", "words"),
    [
        (7, "Teams of 2: 1 more needed."),
        (5, "Teams of 2: 1 more needed."),
        (3, "A table needs two teams of 2."),
        (2, "A table needs two teams of 2."),
    ],
)
def test_M34_a_start_is_refused_unless_every_team_is_filled(giants, count, words):
    event = giants(count)
    assert load_lobby(event.id).sizes == []
    with pytest.raises(ServiceError, match=words):
        start_event(event=event)
    assert Event.objects.get(id=event.id).phase == "lobby"


@pytest.mark.parametrize(("count", "is_enough"), [(1, False), (2, False), (5, False), (6, True), (8, True)])
def test_M34_the_lobby_tells_phones_and_screens_whether_its_fighters_fill_their_teams(giants, count, is_enough):
    lobby = load_lobby(giants(count).id)
    states = LobbyStates(lobby)
    of_fewer = replace(lobby, version=Version(lobby.version - 1), members=lobby.members[:-1])
    own, tv = states.for_viewer(lobby.members[0].id), states.for_viewer(None)
    told = (own, tv, states.for_host([]), states.since(of_fewer))
    assert [json.loads(payload)["enough"] for payload in told] == [is_enough] * 4


@pytest.mark.parametrize("size", [2, 3, 5, 7])
def test_M34_a_table_has_two_whole_teams_or_more(giants, size):
    with pytest.raises(ServiceError) as refused:
        giants(table_size=size)
    assert refused.value.field == "table_size"


def test_M34_poison_is_each_heads_or_the_teams(giants):
    def rule(**settings):
        return load_fights(giants(started=True, **settings).id).fighting.groups[0].terms.form.rule("poison")

    assert (rule().of, rule().loses_at) == (CountedFor.FIGHTER, 10)
    assert (rule(team_poison=15).of, rule(team_poison=15).loses_at) == (CountedFor.TEAM, 15)
    with pytest.raises(ServiceError) as refused:
        giants(team_poison=12)
    assert refused.value.field == "team_poison"


def test_M34_a_game_that_has_no_teams_takes_no_such_form(organizer, sample_sets):
    with pytest.raises(ServiceError) as refused:
        make_event(organizer, fight_form="two-headed-giant")
    assert refused.value.field == "fight_form"


def test_the_form_is_changed_in_the_lobby_and_kept_for_the_next_event(giants):
    event = giants()
    settle_guests(event=event, names=["Ivy"])
    night = NightSettings(fights="auto", best_of=3)
    settings = {"name": "Friday", "card_sets": [], "table_size": 8, "night": night}
    edit_event(event=event, fight_form="duel", **settings)
    assert Event.objects.get(id=event.id).draft.procedure.team == 1
    edit_event(event=event, fight_form="two-headed-giant", team_poison=15, **settings)
    again = settings_again(Event.objects.get(id=event.id))
    assert (again.draft["fight_form"], again.draft["team_poison"]) == ("two-headed-giant", 15)


def test_M34_the_team_of_a_bot_fights_on_without_it(organizer, sample_sets):
    night = NightSettings(fights="auto", sharing="keep")
    event = building_event(organizer, "Ann", "Ben", "Cem", bots=1, night=night, fight_form="two-headed-giant")
    assert go_on(event=event, seen="building", confirmed=True) == "fighting"
    fight = load_fights(event.id).fighting.fight(1)
    assert sorted(len(side.fighters) for side in fight.sides) == [1, 2]
    assert {fight.counts.of_side(side)["life"] for side in fight.sides} == {30}
