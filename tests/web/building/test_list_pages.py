"""Lists of decks handed in by forms (M30), looked at by officials, and open to others once the fights are over."""

import csv
import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import escape

from drafts.access.seats import SEATS
from drafts.importers.faults import BadFile
from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.models import Card, Event, Lists, NightSettings
from drafts.operations.night_verification import night_differences
from drafts.presenters.log.logs import load_log
from drafts.rules.actors import ORGANIZER
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import EndGameMove
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import finish_event, go_on
from drafts.services.log.log_import import import_log
from drafts.store.building import load_building
from drafts.store.fights import load_fights
from tests.factories import act_in_fights, begin_fights

pytestmark = pytest.mark.django_db
LIST = "4 Otter Scout\n56 Island\n\nSideboard\n3 River Road\n"
DEK = b'<Deck><Cards Quantity="60" Sideboard="false" Name="Island"/></Deck>'


@pytest.fixture
def event(organizer) -> Event:
    night = NightSettings(lists=Lists.ASKED, best_of=3)
    event = create_event(
        organizer=organizer, format_="magic-own", name="Friday", card_sets=[], night=night,
        log_visibility=LogVisibility.PUBLIC,
    )  # fmt: skip
    for name in ("Ann", "Ben"):
        join_event(event=event, nickname=name)
    start_event(event=event)
    event.refresh_from_db()
    return event


def phone_of(event, name):
    client = Client()
    session = client.session
    session[SEATS] = {event.code: event.fighters.get(nickname=name).token}
    session.save()
    return client


@pytest.fixture
def ann(event):
    return phone_of(event, "Ann")


def post(client, event, **fields):
    answer = client.post(f"/events/{event.code}/deck/build/", fields, follow=True)
    return answer.content.decode()


def work(event, name="Ann"):
    fighter = event.fighters.get(nickname=name)
    return load_building(event.id, 1).building.works[fighter.id]


def over(event):
    go_on(event=event, seen="building", confirmed=True)
    finish_event(event=event)


def test_M30_a_list_is_pasted_and_registered_without_scripts(event, ann):
    page = ann.get(f"/events/{event.code}/deck/build/").content.decode()
    assert 'name="list"' in page
    page = post(ann, event, seen=1, list=LIST)
    assert "60 cards" in page
    assert page.count(">not checked<") == 3  # no set is loaded
    page = post(ann, event, seen=2, register="yes")
    assert "This list is registered." in page
    assert work(event).is_same


def test_a_list_comes_as_a_file_of_mtgo(event, ann):
    post(ann, event, seen=1, list="", file=SimpleUploadedFile("otters.dek", DEK))
    assert work(event).deck.size == 60


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"list": "4 Otter Scout\n4x"}, "line 2 has no name of a card"),
        ({"list": "1 Otter\n" * 10_000}, "The list is too long."),
        ({"list": "\n".join(f"1 Otter {number}x" for number in range(300))}, "has more than 250 cards in the deck"),
        ({"list": "4 Otter\u202eScout"}, "has characters that cannot be seen"),
        ({"file": SimpleUploadedFile("a.dek", b"\0\1\2\xff")}, "this is not text"),
        ({"file": SimpleUploadedFile("a.txt", b"1 Otter Scout\n" * 9000)}, "larger than a list of a deck"),
        ({"seen": 7, "list": LIST}, "Another device has changed the deck."),
        ({"register": "yes"}, "0 cards; at least 60 are needed."),
        ({"main": "1 2 3"}, "That card is not in your pool."),
        ({"build": "yes"}, "That card is not in your pool."),
        ({"suggest": "yes"}, "That card is not in your pool."),
        ({"land": "Plains", "by": "1"}, "Only the five basic lands are free."),
    ],
    ids=[
        "no name",
        "10,000 lines",
        "300 lines",
        "unseen",
        "no text",
        "large",
        "stale",
        "register",
        "ids",
        "build",
        "suggest",
        "land",
    ],
)
def test_an_impossible_change_is_refused_in_words_and_nothing_is_lost(event, ann, fields, said):
    page = post(ann, event, **({"seen": 1, "list": ""} | fields if "file" in fields else {"seen": 1} | fields))
    assert said in page
    assert work(event).version == 1


def test_a_list_is_hidden_from_others_until_the_fights_are_over(event, ann, organizer_client):
    post(ann, event, seen=1, list=LIST)
    post(ann, event, seen=2, register="yes")
    ben, stranger, number = phone_of(event, "Ben"), Client(), event.fighters.get(nickname="Ann").id
    addresses = (
        "deck/",
        "deck/list.json",
        "deck/deck.txt",
        "deck.txt",
        "deck.csv",
        "log/log.json",
        "display/",
        "host/",
    )
    for phase in ("building", "fighting"):
        for client in (ben, stranger, organizer_client):
            for address in addresses:
                answer = client.get(f"/events/{event.code}/{address}?fighter={number}")
                assert b"Otter" not in b"".join(answer) if answer.streaming else b"Otter" not in answer.content, address
        if phase == "building":
            go_on(event=event, seen="building", confirmed=True)
    assert "Otter Scout" in ann.get(f"/events/{event.code}/deck/").content.decode()
    finish_event(event=event)
    assert "Otter Scout" in stranger.get(f"/events/{event.code}/deck/?fighter={number}").content.decode()


def test_M30_the_log_has_the_list_of_each_fighter_once_the_fights_are_over(event, ann, client):
    post(ann, event, seen=1, list=LIST)
    post(ann, event, seen=2, register="yes")
    go_on(event=event, seen="building", confirmed=True)
    assert "Otter Scout" not in client.get(f"/events/{event.code}/log/").content.decode()
    finish_event(event=event)
    page = client.get(f"/events/{event.code}/log/").content.decode()
    seats = load_log(event).tables[0].seats
    deck = page.partition(f'id="d{next(seat.seat for seat in seats if seat.name == "Ann")}"')[2].partition(
        "</details>"
    )[0]
    assert all(words in deck for words in ("Otter Scout", "Sideboard", "River Road"))


def test_M30_no_page_of_an_event_of_own_decks_speaks_of_cards_that_were_chosen_or_are_pulled(
    event, ann, organizer_client
):
    post(ann, event, seen=1, list=LIST)
    post(ann, event, seen=2, register="yes")
    pages = [organizer_client.get(f"/events/{event.code}/host/"), organizer_client.get("/events/")]
    answer = organizer_client.post(f"/events/{event.code}/host/pause/", {"stage": "building"}, follow=True)
    pages.append(answer)
    over(event)
    pages.append(organizer_client.get(f"/events/{event.code}/host/"))
    texts = [page.content.decode() for page in pages]
    assert not any(words in text for words in ("All cards are chosen", "/pull-list/") for text in texts)
    assert ["Lists are handed in" in text for text in texts] == [True, True, True, False]
    assert "Lists can still be handed in." in texts[2]


def test_M30_a_champion_without_a_list_has_no_best_cards_on_the_panel_and_on_the_screen(event, organizer_client):
    go_on(event=event, seen="building", confirmed=True)
    finish_event(event=event)
    assert organizer_client.get(f"/events/{event.code}/host/").status_code == 200
    assert organizer_client.get(f"/events/{event.code}/champion/").status_code == 200


def test_an_official_looks_at_a_list_and_its_fighter_reads_it(event, ann, organizer_client):
    number = event.fighters.get(nickname="Ann").id
    answer = organizer_client.post(f"/events/{event.code}/host/deck-check/", {"fighter": number})
    assert (answer.status_code, "Ann has not registered" in answer.content.decode()) == (409, False)
    post(ann, event, seen=1, list=LIST)
    post(ann, event, seen=2, register="yes")
    page = organizer_client.post(f"/events/{event.code}/host/deck-check/", {"fighter": number}).content.decode()
    assert "Otter Scout" in page
    assert "River Road" in page
    assert len(work(event).checks) == 1


def test_a_registered_list_is_written_as_other_programs_read_it(event, ann):
    post(ann, event, seen=1, list=LIST)
    post(ann, event, seen=2, register="yes")

    def text(query):
        return ann.get(f"/events/{event.code}/deck.txt{query}").content.decode()

    assert text("?as=text") == "4 Otter Scout\n56 Island\nSideboard\n3 River Road\n"
    assert text("?as=mtgo") == "4 Otter Scout\n56 Island\n\n3 River Road\n"
    assert text("?as=arena") == "Deck\n4 Otter Scout\n56 Island\n\nSideboard\n3 River Road\n"
    assert "Otter Scout" in text("")
    data = ann.get(f"/events/{event.code}/deck/list.json").json()
    assert data["side"] == [{"number": None, "name": "River Road", "count": 3}]
    rows = [*csv.DictReader(io.StringIO(ann.get(f"/events/{event.code}/deck.csv").content.decode("utf-8-sig")))]
    assert {row["zone"] for row in rows} == {"main", "side"}
    for address in ("deck.pdf", "deck.json", "deck.cod", "deck/"):
        assert ann.get(f"/events/{event.code}/{address}").status_code == 200, address


def test_known_cards_stand_with_what_is_printed_on_them(event, ann, sample_sets):
    row = Card.objects.filter(card_set__code="MAG01", rarity="R").first()
    page = post(ann, event, seen=1, list=f"4 {row.name.lower()}\n56 Island")
    assert "not checked" not in page
    post(ann, event, seen=2, register="yes")
    data = ann.get(f"/events/{event.code}/deck/list.json").json()
    assert {"number": row.number, "name": row.name, "count": 4} in data["main"]
    over(event)
    page = Client().get(f"/events/{event.code}/deck/?fighter={event.fighters.get(nickname='Ann').id}").content.decode()
    assert escape(row.name) in page


def test_without_lists_the_pages_say_that_nobody_is_asked(organizer, client):
    event = create_event(organizer=organizer, format_="vanguard-own", name="Friday", card_sets=[])
    for name in ("Ann", "Ben"):
        join_event(event=event, nickname=name)
    start_event(event=event)
    ann = phone_of(event, "Ann")
    for address, words in (("deck/", "nobody is asked what is in it"), ("deck/build/", "no lists are handed in")):
        answer = ann.get(f"/events/{event.code}/{address}")
        assert answer.status_code == 403
        assert words in answer.content.decode()


def test_M23_a_fighter_who_handed_in_no_list_is_not_offered_to_change_it_between_two_games(event, ann):
    post(ann, event, seen=1, list=LIST)
    post(ann, event, seen=2, register="yes")
    begin_fights(event)
    act_in_fights(event, ORGANIZER, EndGameMove(1, 1, None))
    ben = phone_of(event, "Ben")
    offered = ["Change the deck for this match" in each.get(f"/events/{event.code}/fight/").text for each in (ann, ben)]
    assert offered == [True, False]
    fighters = [FighterId(event.fighters.get(nickname=name).id) for name in ("Ann", "Ben")]
    assert [each in load_fights(event.id).decks.by_fighter for each in fighters] == [True, False]
    asked = {"fight": 1, "seen": 1, "list": LIST}
    assert ben.post(f"/events/{event.code}/deck/build/?fight=1", asked, follow=True).status_code == 403


def test_M23_the_list_of_a_match_is_changed_by_forms_between_two_games(event, ann, organizer_client, client):
    for name in ("Ann", "Ben"):
        phone = phone_of(event, name)
        post(phone, event, seen=1, list=LIST)
        post(phone, event, seen=2, register="yes")
    assert go_on(event=event, seen="building", confirmed=False) == "fighting"
    address = f"/events/{event.code}/deck/build/?fight=1"
    own = FighterId(event.fighters.get(nickname="Ann").id)

    def changes(text, seen=1):
        answer = ann.post(address, {"fight": 1, "seen": seen, "list": text}, follow=True)
        return [str(message) for message in answer.context["messages"]]

    swapped = "1 Otter Scout\n56 Island\n3 River Road"
    assert changes(swapped) == ["Registered; change it between games."]
    act_in_fights(event, ORGANIZER, EndGameMove(1, 1, None))
    assert "Change the deck for this match" in ann.get(address).text
    assert changes("60 Mountain") == ["Mountain: your registered list has 0."]
    assert changes("3 Otter Scout\n56 Island") == ["59 cards; at least 60 are needed."]
    assert changes(swapped) == []
    assert [line.count for line in load_fights(event.id).fighting.fight(1).decks[-1].deck.listed] == [1, 56, 3, 3]
    check = organizer_client.post(f"/events/{event.code}/host/deck-check/", {"fighter": own}).text
    assert "Now, in this match" in check
    assert night_differences(event) == []
    finish_event(event=event)
    log = json.loads(organizer_client.get(f"/events/{event.code}/log/log.json").content)
    assert [line["count"] for line in log["fights"][0]["decks"][0]["list"]] == [1, 56, 3, 3]
    checked = check_log(read_log_file(json.dumps(log).encode()))
    assert import_log(organizer=event.organizer, log=checked).event.fighters.count() == 2
    log["fights"][0]["decks"][0]["list"][0]["count"] = 9
    with pytest.raises(BadFile, match="cards that its fighter did not have"):
        check_log(read_log_file(json.dumps(log).encode()))
