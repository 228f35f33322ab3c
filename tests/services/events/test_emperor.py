"""Emperor from its setting to its start (M37): teams of three are seated, paired and counted as one."""

import pytest

from drafts.models import Event, Fights, NightSettings
from drafts.rules.fights.ring import role_of
from drafts.rules.fights.sides import Side
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import Drop
from drafts.rules.night.rounds import Mode
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import edit_event, start_event
from drafts.services.events.nights import go_on
from drafts.services.events.settings import settings_again
from drafts.services.fights.changes import begin_next_round, change_fights, set_result
from drafts.store.fights import largest_fight, load_fights
from drafts.store.lobbies import load_lobby
from tests.factories import building_event, make_event

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eve", "Fay", "Gil", "Hal", "Ida")


@pytest.fixture
def emperors(organizer, sample_sets):
    """Make an event of own decks with so many fighters, for Emperor."""

    def make(count=6, **settings):
        night = settings.pop("night", None) or NightSettings(fights="auto", swiss_rounds=1)
        fields = {"format_": "magic-own", "fight_form": "emperor", "card_sets": [], "table_size": 6}
        return make_event(organizer, *NAMES[:count], **{**fields, "night": night, **settings})

    return make


def seats_of(event, table=1):
    seats = event.draft.tables.get(number=table).seats.order_by("position")
    return [FighterId(fighter) for fighter in seats.values_list("fighter", flat=True)]


def test_M37_three_neighbours_are_a_team_and_the_middle_one_is_its_emperor(emperors):
    event = emperors(started=True)
    seats = seats_of(event)
    (group,) = load_fights(event.id).fighting.groups
    (fight,) = group.rounds[0]
    assert group.sides == (Side(tuple(seats[:3])), Side(tuple(seats[3:])))
    assert (group.mode, fight.emperors, fight.best_of) == (Mode.PODS, {seats[1], seats[4]}, 1)
    assert [role_of(fight, fighter).value for fighter in seats] == ["lieutenant", "emperor", "lieutenant"] * 2
    assert (event.night.fights, largest_fight(event)) == (Fights.PODS, 6)


@pytest.mark.parametrize(("count", "sizes"), [(6, [6]), (9, [9]), (12, [6, 6]), (15, [9, 6])])
def test_M37_the_split_into_tables_keeps_teams_of_three_together(emperors, count, sizes):
    event = emperors(0, guests=[f"Guest {number}" for number in range(count)])
    assert load_lobby(event.id).sizes == sizes
    start_event(event=event)
    assert [table.seats.count() for table in event.draft.tables.order_by("number")] == sizes


@pytest.mark.parametrize(("count", "words"), [(7, "Teams of 3: 2 more needed."), (3, "A table needs two teams of 3.")])
def test_M37_a_start_is_refused_unless_every_team_is_filled(emperors, count, words):
    event = emperors(count)
    with pytest.raises(ServiceError, match=words):
        start_event(event=event)


@pytest.mark.parametrize("size", [3, 5, 8, 15])
def test_M37_a_table_has_two_to_four_whole_teams(emperors, size):
    with pytest.raises(ServiceError) as refused:
        emperors(table_size=size)
    assert refused.value.field == "table_size"


def test_M37_the_usual_table_has_two_teams_and_one_round_and_poison_is_each_fighters_own(organizer, sample_sets):
    event = make_event(organizer, format_="magic-own", fight_form="emperor", card_sets=[], team_poison=15)
    assert (event.draft.table_size, event.night.swiss_rounds, event.night.fights) == (6, 1, Fights.PODS)
    assert (event.draft.team_poison, event.draft.procedure.forms[0].rule("poison").loses_at) == (10, 10)


def test_M37_a_team_whose_emperor_is_gone_is_out_of_the_rounds_that_follow(emperors):
    event = emperors(9, table_size=9, night=NightSettings(fights="pods", swiss_rounds=3), started=True)
    seats = seats_of(event)
    change_fights(event=event, verb=lambda live: Drop(seats[0]))
    set_result(event=event, fight=1, winner=seats[3], score=None)
    begin_next_round(event=event, number=2, confirmed=False)
    fight = load_fights(event.id).fighting.fight(2)
    assert [side.fighters for side in fight.sides] == [tuple(seats[1:3]), tuple(seats[3:6]), tuple(seats[6:])]
    assert (role_of(fight, seats[1]).value, role_of(fight, seats[2]).value) == ("emperor", "lieutenant")
    change_fights(event=event, verb=lambda live: Drop(seats[4]))
    set_result(event=event, fight=2, winner=seats[6], score=None)
    begin_next_round(event=event, number=3, confirmed=False)
    fight = load_fights(event.id).fighting.fight(3)
    assert [side.fighters for side in fight.sides] == [tuple(seats[1:3]), tuple(seats[6:])]


def test_M37_a_team_fights_on_without_a_bot_and_not_without_an_emperor(organizer, sample_sets):
    night = NightSettings(fights="auto", sharing="keep")
    event = building_event(organizer, *NAMES[:5], bots=1, night=night, fight_form="emperor", table_size=6)
    (bot,) = event.fighters.filter(bot=True).values_list("id", flat=True)
    is_emperor = seats_of(event).index(bot) % 3 == 1
    reached = go_on(event=event, seen="building", confirmed=True)
    if is_emperor:
        assert (reached, load_fights(event.id)) == ("finished", None)
    else:
        (group,) = load_fights(event.id).fighting.groups
        assert sorted(len(side.fighters) for side in group.rounds[0][0].sides) == [2, 3]


def test_the_form_is_changed_in_the_lobby_and_kept_for_the_next_event(emperors):
    event = emperors()
    settings = {"name": "Friday", "card_sets": [], "table_size": 9}
    edit_event(event=event, fight_form="emperor", night=NightSettings(fights="pods"), **settings)
    again = settings_again(Event.objects.get(id=event.id))
    assert (again.draft["fight_form"], again.draft["table_size"], again.night.fights) == ("emperor", 9, Fights.PODS)
