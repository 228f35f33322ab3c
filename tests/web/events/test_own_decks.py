"""An event of fights alone, to which everybody brings a deck (M30): its form, its pages, its panel."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from drafts.models import Event
from drafts.operations.night_verification import night_differences
from drafts.rules.actors import fighter_by
from drafts.rules.fights.fight_avatars import fixed_avatar
from drafts.rules.night.fight_moves import EnterResultMove
from drafts.services.events.lifecycle import start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import finish_event
from drafts.store.event_facts import facts_of
from drafts.store.fights import fights_change, load_fights
from tests.factories import sit_down

pytestmark = pytest.mark.django_db
OWN = ("vanguard-own", "magic-own")


@pytest.fixture
def make(organizer_client):
    def make(format_="magic-own", *names, **fields):
        answer = organizer_client.post("/events/new/", {"name": "Friday", "format": format_, **fields})
        assert answer.status_code == 302, answer.content.decode()
        event = Event.objects.get()
        for name in names:
            join_event(event=event, nickname=name)
        return event

    return make


@pytest.fixture
def asked(organizer_client):
    def asked(format_):
        page = organizer_client.get(f"/events/new/?format={format_}").content.decode()
        return {*re.findall(r'name="(\w+)"', page)}

    return asked


def form_again(client, **fields):
    answer = client.post("/events/new/", {"name": "Friday", "format": "magic-own", **fields})
    assert (answer.status_code, Event.objects.exists()) == (200, False)
    return answer.content.decode()


@pytest.mark.parametrize("format_", OWN)
def test_M30_nothing_about_cards_and_packs_is_asked_and_no_set_is_needed(asked, make, format_):
    of_drafts = {"packs", "card_set", "pack_list", "packs_each", "pace", "review_seconds", "own_picks", "one_tap"}
    assert asked(format_) & (of_drafts | {"judge", "lands", "sharing"}) == set()
    assert {"fights", "swiss_rounds", "fight_minutes", "best_of", "time_up"} <= asked(format_)
    assert make(format_).draft.rounds.count() == 0


def test_R17_the_limit_of_damage_is_asked_for_in_vanguard_and_the_format_of_decks_in_magic(asked):
    vanguard, magic = asked("vanguard-own"), asked("magic-own")
    assert vanguard - magic == {"damage_limit"}
    assert "constructed_format" in magic - vanguard


@pytest.mark.parametrize("format_", OWN)
def test_join_page_and_lobby_lead_to_the_rules_of_own_decks_and_not_of_a_draft(make, client, format_):
    event = make(format_, "Ann")
    sit_down(client, event.fighters.get())
    for page in (Client().get(f"/join/{event.code}/"), client.get(f"/events/{event.code}/")):
        address, anchor = re.search(r'href="(/rules/\w+/)#([\w-]+)"', page.content.decode()).groups()
        assert f'id="{anchor}">Own decks<' in client.get(address).content.decode()


@pytest.mark.parametrize(("format_", "size", "games"), [("vanguard-own", 4, 1), ("magic-own", 8, 3)])
def test_it_is_usual_where_nothing_is_said(make, format_, size, games):
    event = make(format_)
    night = event.night
    assert (event.draft.table_size, night.best_of, night.build_minutes) == (size, games, 0)
    assert (night.constructed_format, night.lists, event.log_opens) == ("other", "off", "fought")
    assert [stage.value for stage in facts_of(event).stages] == ["lobby", "fighting", "finished"]


@pytest.mark.parametrize(
    "field", [{"constructed_format": "pauper"}, {"fights": "off"}, {"log_opens": "drafted"}, {"table_size": "13"}]
)
def test_another_value_is_the_form_again(organizer_client, field):
    assert "errorlist" in form_again(organizer_client, **field)


def test_lists_are_asked_for_in_magic_alone(organizer_client, make):
    answer = organizer_client.post("/events/new/", {"name": "Friday", "format": "vanguard-own", "lists": "asked"})
    assert "errorlist" in answer.content.decode()
    assert make("vanguard-own", lists="off").night.lists == "off"


def test_the_page_of_new_events_offers_it_in_plain_words(organizer_client):
    page = organizer_client.get("/events/new/").content.decode()
    assert "Fights only: everybody brings a deck" in page
    assert all(f'href="?format={format_}"' in page for format_ in OWN)


def test_M30_the_announced_format_is_read_before_one_joins(make, client, organizer_client):
    event = make(constructed_format="modern")
    said = "Everybody brings a deck: Modern. Casual, not sanctioned."
    assert said in client.get(f"/join/{event.code}/").content.decode()
    assert said in organizer_client.get(f"/events/{event.code}/host/").content.decode()
    client.post(f"/join/{event.code}/", {"nickname": "Ann"})
    page = client.get(f"/events/{event.code}/").content.decode()
    assert said in page
    assert "pack" not in re.sub(r"<[^>]+>", "", page[page.index('id="lobby-title"') : page.index("lobby__all")])


def test_bots_are_not_offered_and_are_refused(make, organizer_client):
    event = make()
    assert "add-bot/" not in organizer_client.get(f"/events/{event.code}/host/").content.decode()
    answer = organizer_client.post(f"/events/{event.code}/host/add-bot/", follow=True)
    assert "Bots do not fight: here everybody brings a deck." in answer.content.decode()
    assert event.fighters.count() == 0


@pytest.mark.parametrize("format_", OWN)
def test_every_page_of_it_opens_from_the_lobby_to_the_end(make, organizer_client, client, format_):
    event = make(format_, "Ann", "Ben", "Cat")
    addresses = ("host/", "display/", "table/1/", "standings/", "sheets/", "log/", "connections/", "wishes/", "deck/")

    def answers():
        return {address: organizer_client.get(f"/events/{event.code}/{address}").status_code for address in addresses}

    assert max(answers().values()) < 500
    start_event(event=event)
    assert max(answers().values()) < 500
    finish_event(event=event)
    over = answers()
    assert [over[address] for address in ("host/", "display/", "standings/", "log/")] == [200] * 4
    assert client.get(f"/help/?event={event.code}").status_code == 200
    assert organizer_client.get(f"/help/?event={event.code}").status_code == 200


def test_a_practice_of_own_decks_is_a_fight_counted_for_both_sides(client):
    answer = client.post("/practice/", {"format": "magic-own"})
    assert answer.status_code == 302
    event = Event.objects.get()
    live = load_fights(event.id)
    ((_, _, _, fight),) = live.fighting.fights()
    you = next(one for one in fight.fighters if live.names[one] == "You")
    assert (event.phase, event.organizer, live.fighting.clock.deadline) == ("fighting", None, None)
    score = tuple(2 if one == you else 0 for one in fight.fighters)
    after = fights_change(live, fighter_by(you), EnterResultMove(1, you, score), timezone.now()).after
    ((_, _, _, fight),) = after.fighting.fights()
    assert (fight.is_over, fight.result.winner) == (True, you)
    assert client.get(f"/events/{event.code}/").status_code == 200


@pytest.mark.parametrize("format_", OWN)
def test_the_first_page_offers_a_practice_of_own_decks_which_ends_with_its_log(client, format_):
    assert f'value="{format_}"' in client.get("/").text
    seat = client.post("/practice/", {"format": format_})["Location"]
    assert "End the practice and see its log" in client.get(seat).text
    answer = client.post(f"{seat}fight/", {"act": "end"}, follow=True)
    event = Event.objects.get()
    assert (event.phase, answer.redirect_chain[-1][0], answer.status_code) == ("finished", f"{seat}log/", 200)
    again = client.post(f"{seat}fight/", {"act": "end"}, follow=True)
    assert again.redirect_chain[-1][0] == f"{seat}log/"


def test_no_fighter_ends_an_event_that_is_no_practice_from_their_fight(make, client):
    event = make("magic-own", "Ann", "Ben")
    start_event(event=event)
    sit_down(client, event.fighters.get(nickname="Ann"))
    answer = client.post(f"/events/{event.code}/fight/", {"act": "end"}, follow=True)
    assert "The organizer ends this event." in answer.text
    assert Event.objects.get().phase == "fighting"


@pytest.mark.parametrize("method", ["dealt", "choose", "free"])
def test_M27_in_a_practice_of_own_decks_one_comes_to_an_avatar_and_the_other_side_has_its_own(
    client, sample_sets, method
):
    assert client.post("/practice/", {"format": "magic-own", "avatars": method}).status_code == 302
    event = Event.objects.get()
    you = event.fighters.get(guest=False)
    page = client.get(f"/events/{event.code}/avatars/").content.decode()
    assert page.count('type="radio"') == {"dealt": 1, "choose": 3, "free": 12}[method]
    if method != "dealt":
        number = re.findall(r'name="number" value="([^"]*)"', page)[-1]
        answer = client.post(f"/events/{event.code}/avatars/", {"number": number, "fight": "1"}, follow=True)
        assert "Your avatar is chosen." in answer.content.decode()
        assert fixed_avatar(load_fights(event.id).fighting.fight(1), you.id).number == number
    fight = load_fights(event.id).fighting.fight(1)
    assert len({fixed_avatar(fight, fighter).number for fighter in fight.fighters}) == 2 or method == "free"
    assert night_differences(event) == []


def test_M27_a_practice_knows_no_other_way_to_an_avatar(client):
    answer = client.post("/practice/", {"format": "magic-own", "avatars": "stolen"}, follow=True)
    assert "no such way to an avatar" in answer.content.decode()
    assert not Event.objects.exists()


@pytest.mark.parametrize("method", ["dealt", "choose", "free"])
def test_M27_in_a_practice_of_sealed_packs_one_comes_to_an_avatar_while_the_deck_is_built(client, sample_sets, method):
    assert client.post("/practice/", {"format": "magic-sealed", "avatars": method}).status_code == 302
    event = Event.objects.get()
    page = client.get(f"/events/{event.code}/avatars/").content.decode()
    numbers = re.findall(r'name="number" value="([^"]*)"', page)
    assert (event.phase, len(numbers)) == ("building", {"dealt": 1, "choose": 3, "free": 12}[method])
    client.post(f"/events/{event.code}/avatars/", {"number": numbers[-1]})
    assert f'value="{numbers[-1]}" checked' in client.get(f"/events/{event.code}/avatars/").content.decode()
