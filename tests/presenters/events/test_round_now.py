import pytest

from drafts.presenters.events.sheets import PaperPairing, round_now
from drafts.rules.ids import FighterId
from drafts.services.fights.changes import set_result
from drafts.store.fights import load_fights
from tests.factories import drafted_event, fighting_event

pytestmark = pytest.mark.django_db

NIGHT = {"fights": "swiss", "fights_across": "event"}


@pytest.fixture
def event(organizer, sample_sets):
    return fighting_event(organizer, "Zoe", "ann", "Ben", "Kim", "Lee", night=NIGHT)


def test_everybody_stands_once_in_order_of_names_with_table_and_opponent(event):
    now = round_now(event)
    assert [one.name for one in now.pairings] == ["ann", "Ben", "Kim", "Lee", "Zoe"]
    at = {one.name: one for one in now.pairings}
    byes = [one.name for one in now.pairings if not one.others]
    assert len(byes) == 1
    for one in now.pairings:
        if one.others:
            other = at[one.others.strip("\u2068\u2069")]
            assert (other.table, other.others) == (one.table, f"\u2068{one.name}\u2069")


def test_the_tables_are_those_that_phones_and_screens_show(event):
    now = round_now(event)
    assert [slip.table for slip in now.slips] == sorted({one.table for one in now.pairings if one.others})
    assert isinstance(now.pairings[0], PaperPairing)


def test_a_slip_is_there_for_each_fight_without_a_result(event):
    first = round_now(event).slips[0]
    live = load_fights(event.id)
    winner = next(number for number, name in live.names.items() if name == first.sides[0].name)
    set_result(event=event, fight=first.number, winner=FighterId(winner), score=None)
    assert [slip.number for slip in round_now(event).slips] == [
        number for number, _, fight in load_fights(event.id).fighting.of_round() if not fight.is_over
    ]
    assert first.number not in [slip.number for slip in round_now(event).slips]


def test_there_is_no_round_while_nobody_fights(organizer, sample_sets):
    assert round_now(drafted_event(organizer, "Aichi", "Kamui")) is None


def test_the_sheets_have_pairings_and_slips(event, organizer_client):
    page = organizer_client.get(f"/events/{event.code}/sheets/").content.decode()
    found = page.count('class="paper-pairing"'), page.count('class="paper-slip"'), "print-round" in page
    assert found == (5, 2, True)


@pytest.mark.parametrize(("best_of", "sides"), [(1, 0), (3, 4)])
def test_a_slip_names_its_event_and_has_room_for_the_games_of_a_match(
    organizer, organizer_client, sample_sets, best_of, sides
):
    event = fighting_event(organizer, "Zoe", "ann", "Ben", "Kim", night={**NIGHT, "best_of": best_of}, name="Õhtu 7")
    page = organizer_client.get(f"/events/{event.code}/sheets/").content.decode().partition("paper--slips")[2]
    assert (page.count('<bdi dir="auto">Õhtu 7</bdi>'), page.count("games won")) == (2, sides)
