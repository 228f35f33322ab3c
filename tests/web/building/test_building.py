"""Decks that are built by forms alone, taken along, and looked at by officials (M14-M21)."""

import csv
import json
import re
from http import HTTPStatus
from io import StringIO

import pytest

from drafts.models import Card, NightSettings
from drafts.rules.building import BuiltDeck
from drafts.rules.ids import EventId, FighterId
from drafts.services.draft.hosting import replace_link
from drafts.services.events.nights import finish_event
from drafts.services.events.removals import leave_event
from drafts.services.events.staff import make_link
from drafts.store.building import load_building
from tests.factories import building_event, drafted_event, fighter, messages_of, register_deck, sit_down

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]


def work_of(event, name):
    live = load_building(EventId(event.id), 1)
    return live.building.works[FighterId(fighter(event, name).id)]


def page_of(event):
    return f"/events/{event.code}/deck/build/"


def step(client, event, **fields):
    """Take one step with the deck as it stands; return what the page says then."""
    answer = client.post(page_of(event), {"seen": work_of(event, "Ann").version, **fields})
    assert answer.status_code == HTTPStatus.FOUND
    said = messages_of(answer)
    client.get(page_of(event))  # a message is not shown again
    return said


@pytest.fixture
def event(organizer):
    return building_event(organizer, "Ann", "Ben")


@pytest.fixture
def ann(client, event):
    sit_down(client, fighter(event, "Ann"))
    return client


@pytest.fixture
def cards(ann, event):
    """The cards of the main deck: first those that the page offers, one of each name, then their other copies."""
    live = load_building(EventId(event.id), 1)
    pool = live.building.pools[FighterId(fighter(event, "Ann").id)]
    found = re.findall(r'name="add" value="(\d+)"', ann.get(page_of(event)).content.decode())
    offered = dict.fromkeys(
        int(card) for card in found if live.building.builder.zone_of(pool[int(card)].card) == "main"
    )
    playable = [card for card, held in pool.items() if live.building.builder.zone_of(held.card) == "main"]
    assert {pool[card].card for card in offered} == {pool[card].card for card in playable}
    return [*offered, *(card for card in playable if card not in offered)]


def test_M19_cards_and_lands_go_in_and_out_step_by_step(ann, event, cards):
    for fields in ({"add": cards[0]}, {"add": cards[1]}, {"remove": cards[0]}):
        assert step(ann, event, **fields) == []
    for land, by in (("Plains", "3"), ("Plains", "-1"), ("Forest", "")):
        assert step(ann, event, land=land, by=by) == []
    assert work_of(event, "Ann").deck == BuiltDeck((cards[1],), (), (("Plains", 2), ("Forest", 1)))
    assert work_of(event, "Ann").version == 7


def test_M14_M19_lands_are_suggested_and_a_deck_of_40_is_registered(ann, event, cards):
    whole = " ".join(map(str, cards[:20]))
    assert step(ann, event, register="yes") == ["0 cards; at least 40 are needed."]
    assert step(ann, event, main=whole, Swamp="9") == []
    assert step(ann, event, suggest="yes") == []
    assert sum(count for _, count in work_of(event, "Ann").deck.basics) >= 17 - 3
    assert step(ann, event, main=whole, Swamp="20") == []
    assert "Register</button>" in ann.get(page_of(event)).content.decode()
    assert step(ann, event, register="yes") == []
    assert work_of(event, "Ann").registered.deck == BuiltDeck(tuple(cards[:20]), (), (("Swamp", 20),))
    page = ann.get(page_of(event)).content.decode()
    assert "This deck is registered." in page
    assert "Register</button>" not in page


def test_M20_a_page_that_another_device_has_overtaken_changes_nothing(ann, event, cards):
    assert step(ann, event, add=cards[0]) == []
    assert step(ann, event, seen=1, add=cards[1]) == ["Another device has changed the deck."]
    assert work_of(event, "Ann").deck.main == (cards[0],)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"add": "999999"}, "That card is not in your pool."),
        ({"add": "x"}, "The add must be a number."),
        ({"add": ""}, "Say which card."),
        ({"land": "Wastes"}, "Only the five basic lands are free."),
        ({"land": "Plains", "by": "-1"}, "From 0 to 99 of each land."),
        ({"land": "Plains", "by": "x"}, "The by must be a number."),
        ({"land": "Plains", "by": "-"}, "The by must be a number."),
        ({"main": "1 x"}, "Cards are named by their numbers."),
        ({"main": "", "Plains": "100"}, "From 0 to 99 of each land."),
        ({"main": "1 " * 3000}, "The main is too long."),
        ({"seen": "", "suggest": "yes"}, "Load the page again: it does not say which version of the deck it shows."),
        ({"seen": "1"}, "Say which card."),
    ],
)
def test_an_impossible_change_is_refused_in_words_and_nothing_is_lost(ann, event, fields, said):
    assert step(ann, event, **fields) == [said]
    assert work_of(event, "Ann").version == 1


def test_M18_a_conspiracy_is_put_into_the_command_zone(client, organizer):
    conspiracy = Card.objects.filter(magic__type_line="Conspiracy").values_list("number", flat=True).first()
    packs = "\n\n".join([f"{conspiracy}\nMAG01/001"] * 4)
    event = building_event(organizer, "Ann", "Ben", packs="uploaded", pack_list=packs)
    sit_down(client, fighter(event, "Ann"))
    live = load_building(EventId(event.id), 1)
    pool = live.building.pools[FighterId(fighter(event, "Ann").id)]
    first, second = (card for card, held in pool.items() if "conspiracy" in held.card.traits)
    assert step(client, event, add=first) == []
    assert work_of(event, "Ann").deck.command == (first,)
    assert step(client, event, main=str(second)) == ["A conspiracy is not part of a deck."]
    text = client.get(f"/events/{event.code}/deck.txt?as=text").content.decode()
    assert text.startswith("Sideboard\n")
    assert sum(int(line.split()[0]) for line in text.split("\n")[1:-1]) == 4


def test_M20_once_all_is_locked_the_page_shows_the_deck_and_offers_nothing(ann, organizer):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(fights="off", sharing="equal"))
    sit_down(ann, fighter(event, "Ann"))
    assert step(ann, event, build="yes") == []
    assert "would do" in ann.get(page_of(event)).content.decode()
    ann.force_login(organizer)
    ann.post(f"/events/{event.code}/host/next-stage/", {"from": "building", "confirm": "next"})
    page = ann.get(page_of(event)).content.decode()
    assert "Time is up. This is your deck." in page
    assert [word for word in ('name="add"', "would do", "Build your deck") if word in page] == []
    assert step(ann, event, suggest="yes") == ["Registered; change it between games."]


def test_a_guest_is_built_for_on_the_device_that_holds_the_seat(client, organizer):
    event = building_event(organizer, "Ann", guests=["Gus"])
    guest = fighter(event, "Gus")
    sit_down(client, fighter(event, "Ann"))
    client.post(f"/rejoin/{guest.token}/")
    address = f"{page_of(event)}?fighter={guest.id}"
    assert client.post(address, {"seen": 1, "land": "Island"})["Location"] == address
    assert work_of(event, "Gus").deck.basics == (("Island", 1),)
    assert work_of(event, "Ann").version == 1


def test_strangers_and_officials_and_other_nights_get_no_page(client, organizer, organizer_client, event):
    assert client.get(page_of(event)).status_code == HTTPStatus.FORBIDDEN
    assert client.post(page_of(event), {"seen": 1, "land": "Island"}).status_code == HTTPStatus.FORBIDDEN
    assert organizer_client.get(page_of(event)).status_code == HTTPStatus.FORBIDDEN
    drafted = drafted_event(organizer, "Ann", "Ben")
    sit_down(client, fighter(drafted, "Ann"))
    assert client.get(page_of(drafted)).status_code == HTTPStatus.FORBIDDEN
    assert messages_of(client.post(page_of(drafted), {"seen": 1, "suggest": "yes"})) == [
        "Nothing is chosen at this moment."
    ]


def registered_by(ann, event, cards):
    assert step(ann, event, main=" ".join(map(str, cards[:22])), Island="10", Forest="8") == []
    assert step(ann, event, register="yes") == []


def test_M21_the_lists_have_the_deck_of_record_with_its_sideboard(ann, event, cards):
    registered_by(ann, event, cards)
    assert step(ann, event, main="") == []
    address = f"/events/{event.code}/deck.txt"
    text, mtgo, arena = (ann.get(f"{address}?as={form}").content.decode() for form in ("text", "mtgo", "arena"))
    main, side = text.rstrip("\n").split("\nSideboard\n")
    assert sum(int(line.split()[0]) for line in main.split("\n")) == 40
    assert "10 Island" in main.split("\n")
    assert mtgo == f"{main}\n\n{side}\n"
    assert arena.startswith("Deck\n")
    assert re.search(r"^10 Island \(MAG01\) \d+$", arena, re.MULTILINE)
    assert "\n\nSideboard\n" in arena
    listed = json.loads(ann.get(f"/events/{event.code}/deck/list.json").content)
    assert sum(line["count"] for line in listed["main"]) == 40
    assert sum(line["count"] for line in listed["side"]) == 28 - 22
    assert (listed["command"], listed["commander"]) == ([], None)
    rows = list(csv.DictReader(StringIO(ann.get(f"/events/{event.code}/deck.csv").content.decode("utf-8-sig"))))
    assert {row["zone"] for row in rows} == {"main", "side"}
    assert {row["card_name"]: row["count"] for row in rows}["Island"] == "10"


def test_M21_before_a_deck_is_registered_the_lists_have_what_is_built(ann, event, cards):
    assert step(ann, event, main=str(cards[0]), Plains="2") == []
    text = ann.get(f"/events/{event.code}/deck.txt?as=text").content.decode()
    assert sum(int(line.split()[0]) for line in text.split("\nSideboard\n")[0].split("\n")) == 3
    for address in ("deck/", "deck.txt", "deck.json", "deck.pdf", "deck.cod"):
        assert ann.get(f"/events/{event.code}/{address}").status_code == HTTPStatus.OK


def test_M20_a_deck_check_shows_the_registered_deck_beside_the_pool(ann, event, cards, organizer_client):
    address = f"/events/{event.code}/host/deck-check/"
    asked = {"fighter": fighter(event, "Ann").id}
    assert organizer_client.get(address).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    none_yet = organizer_client.post(address, asked)
    assert none_yet.status_code == HTTPStatus.CONFLICT
    assert "has not registered a deck yet" in none_yet.content.decode()
    registered_by(ann, event, cards)
    page = organizer_client.post(address, asked).content.decode()
    assert "The deck of" in page
    assert "Pool" in page
    assert len(work_of(event, "Ann").checks) == 1
    assert messages_of(organizer_client.post(address, {"fighter": "12345"})) == ["There is no such deck."]
    assert messages_of(organizer_client.post(address, {}))[-1] == "Say which fighter."
    assert len(work_of(event, "Ann").checks) == 1


def test_M20_judges_check_decks_too_and_nobody_else(ann, event, cards):
    registered_by(ann, event, cards)
    address, asked = f"/events/{event.code}/host/deck-check/", {"fighter": fighter(event, "Ann").id}
    assert ann.post(address, asked).status_code == HTTPStatus.NOT_FOUND
    link = make_link(event=event, name="Jo")
    judge = type(ann)()
    judge.post(f"/judge/{link.token}/")
    assert judge.post(address, asked).status_code == HTTPStatus.OK
    assert [check.by for check in work_of(event, "Ann").checks] == ["judge"]


def test_other_decks_open_once_the_fights_are_over(ann, event, cards, organizer_client):
    registered_by(ann, event, cards)
    other = f"/events/{event.code}/deck/?fighter={fighter(event, 'Ann').id}"
    assert organizer_client.get(other).status_code == HTTPStatus.FORBIDDEN
    finish_event(event=event)
    assert organizer_client.get(other).status_code == HTTPStatus.OK


def test_M20_the_panel_waits_for_no_fighter_who_is_gone_until_a_new_link_brings_them_back(organizer_client, event):
    def registered():
        page = organizer_client.get(f"/events/{event.code}/host/").content.decode()
        return re.search(r"(\d+) of (\d+) (?:decks )?registered", page).groups()

    register_deck(event, "Ann")
    assert registered() == ("1", "2")
    leave_event(fighter=fighter(event, "Ben"))
    assert registered() == ("1", "1")
    replace_link(event=event, fighter_id=fighter(event, "Ben").id)
    assert registered() == ("1", "2")
