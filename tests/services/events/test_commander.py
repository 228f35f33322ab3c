"""Commander from its setting to its start (M36): all of a table fight each other at once."""

import pytest

from drafts.models import Event, Fights, NightSettings
from drafts.rules.ids import FighterId
from drafts.rules.night.rounds import Mode
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import edit_event, start_event
from drafts.services.events.settings import settings_again
from drafts.services.fights.changes import begin_next_round, set_result
from drafts.store.fights import largest_fight, load_fights
from drafts.store.lobbies import load_lobby
from tests.factories import begin_fights, make_event

pytestmark = pytest.mark.django_db
NAMES = ("Ann", "Ben", "Cem", "Dan", "Eve", "Fay", "Gil", "Hal")


@pytest.fixture
def pod(organizer, sample_sets):
    """Make an event of own decks with so many fighters, for Commander."""

    def make(count=4, night=None, **settings):
        fields = {"format_": "magic-own", "fight_form": "commander", "card_sets": [], "table_size": 4}
        return make_event(
            organizer, *NAMES[:count], night=night or NightSettings(fights="auto", swiss_rounds=1), **fields | settings
        )

    return make


def seats_of(event, table):
    seats = event.draft.tables.get(number=table).seats.order_by("position")
    return [FighterId(fighter) for fighter in seats.values_list("fighter", flat=True)]


def test_M36_all_of_a_table_are_one_fight_in_order_of_seats(pod):
    event = begin_fights(pod(started=True))
    (group,) = load_fights(event.id).fighting.groups
    (fight,) = group.rounds[0]
    assert (group.mode, list(fight.fighters), len(fight.sides)) == (Mode.PODS, seats_of(event, 1), 4)
    assert (fight.best_of, {fight.counts.of_side(side)["life"] for side in fight.sides}) == (1, {40})
    assert event.night.fights == Fights.PODS


@pytest.mark.parametrize(("count", "sizes"), [(2, [2]), (5, [5]), (8, [4, 4]), (10, [4, 3, 3])])
def test_M36_a_table_has_two_to_eight_and_four_as_a_rule(pod, count, sizes):
    event = pod(0, guests=[f"Guest {number}" for number in range(count)])
    assert load_lobby(event.id).sizes == sizes
    start_event(event=event)
    assert [table.seats.count() for table in event.draft.tables.order_by("number")] == sizes


@pytest.mark.parametrize("size", [1, 9, 12])
def test_M36_no_table_is_larger_than_a_fight(pod, size):
    with pytest.raises(ServiceError) as refused:
        pod(table_size=size)
    assert refused.value.field == "table_size"


def test_M36_the_usual_table_has_four_and_one_round(organizer, sample_sets):
    event = make_event(organizer, format_="magic-own", fight_form="commander", card_sets=[])
    assert (event.draft.table_size, event.night.swiss_rounds, event.night.fights) == (4, 1, Fights.PODS)


def test_M36_across_tables_the_first_round_is_of_tables_and_the_next_goes_by_points(pod):
    night = NightSettings(fights="pods", fights_across="event", swiss_rounds=2)
    event = begin_fights(pod(8, night=night, started=True))
    fighting = load_fights(event.id).fighting
    first = [list(fight.fighters) for *_, fight in fighting.fights()]
    assert first == [seats_of(event, 1), seats_of(event, 2)]
    assert largest_fight(event) == 4
    for number in (1, 2):
        set_result(event=event, fight=number, winner=first[number - 1][0], score=None)
    begin_next_round(event=event, number=2, confirmed=False)
    second = load_fights(event.id).fighting.groups[0].rounds[1]
    assert [len(fight.sides) for fight in second] == [4, 4]
    assert {first[0][0], first[1][0]} < set(second[0].fighters)


def test_pods_are_of_forms_in_which_all_of_a_table_fight(pod):
    with pytest.raises(ServiceError) as refused:
        pod(fight_form="duel", night=NightSettings(fights="pods"))
    assert refused.value.field == "fights"


def test_M35_no_drafted_pool_has_a_commander_deck(organizer, sample_sets):
    with pytest.raises(ServiceError) as refused:
        make_event(organizer, format_="magic-draft", fight_form="commander")
    assert refused.value.field == "fight_form"


def test_the_form_is_changed_in_the_lobby_and_kept_for_the_next_event(pod):
    event = pod()
    settings = {"name": "Friday", "card_sets": [], "table_size": 8}
    edit_event(event=event, fight_form="duel", night=NightSettings(fights="auto", best_of=3), **settings)
    duel = Event.objects.get(id=event.id)
    assert (duel.draft.procedure.forms[0].sides, duel.night.best_of) == (2, 3)
    edit_event(event=event, fight_form="commander", night=NightSettings(fights="pods"), **settings)
    again = settings_again(Event.objects.get(id=event.id))
    assert (again.draft["fight_form"], again.night.fights, again.night.best_of) == ("commander", Fights.PODS, 1)
