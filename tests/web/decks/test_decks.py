"""The page of a deck, its files, and the card that a fighter begins with."""

import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from drafts.models import Card, CardImage, Event, EventStage, Seat
from drafts.operations.night_verification import night_differences
from drafts.queries.decks import deck_of_fighter
from drafts.rules.night.rights import LogVisibility
from drafts.services.events.nights import finish_event, go_on
from tests.exporters.test_deck_pdf import pages_of
from tests.factories import drafted_event, fighter, make_event, messages_of, sit_down
from tests.web.pseudo import in_brackets

pytestmark = pytest.mark.django_db
FILES = ("deck/", "deck.txt", "deck.csv", "deck.json", "deck.pdf", "deck.cod")


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return drafted_event(module_organizer, "Aichi", "Kamui")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


@pytest.fixture
def aichi(event):
    client = Client()
    sit_down(client, fighter(event, "Aichi"))
    return client


def last_starter(event, name):
    return deck_of_fighter(fighter(event, name)).starters[-1]


def test_a_fighter_prints_their_own_deck_with_a_box_for_each_card(aichi, event):
    answer = aichi.get(f"/events/{event.code}/deck/")
    page = answer.content.decode()
    assert [sheet.fighter.nickname for sheet in answer.context["sheets"]] == ["Aichi"]
    assert (page.count("deck-line__box"), page.count('class="deck-line__box"')) == (
        30 + page.count("deck-line__boxes"),
        30,
    )


def test_a_deck_that_is_not_shown_yet_is_not_read(organizer, sample_sets):
    event, client = make_event(organizer, "Aichi", "Kamui", started=True), Client()
    sit_down(client, fighter(event, "Aichi"))
    with CaptureQueriesContext(connection) as asked:
        assert client.get(f"/events/{event.code}/deck.txt").status_code == 404
    assert [query["sql"] for query in asked if "drafts_pack" in query["sql"]] == []


def test_the_choice_is_kept_by_the_form_and_stands_in_every_file(aichi, event):
    held = last_starter(event, "Aichi")
    answer = aichi.post(f"/events/{event.code}/deck/", {"starter": held.id})
    assert (answer["Location"], messages_of(answer)) == (f"/events/{event.code}/deck/", ["Saved."])
    log = json.loads(aichi.get(f"/events/{event.code}/log/log.json").content)
    told = {deck["fighter"]: deck["starter"] for deck in log["decks"]}
    assert told == {fighter(event, "Aichi").id: held.id, fighter(event, "Kamui").id: None}
    page, text, table, saved = (aichi.get(f"/events/{event.code}/{file}").content.decode() for file in FILES[:4])
    (checked,) = re.findall(r'name="starter" value="(\d*)" checked', page)
    deck = deck_of_fighter(fighter(event, "Aichi"))
    assert next(each.card for each in deck.starters if each.id == int(checked)) == held.card
    assert f"First vanguard: {held.card.name}.\n" in text
    assert [line.split(",")[2] for line in table.splitlines() if line.endswith(",yes")] == [held.card.number]
    assert json.loads(saved)["ObjectStates"][0]["Nickname"] == held.card.name


def test_a_script_is_told_what_became_of_the_choice(aichi, event):
    headers = {"X-Requested-With": "fetch"}
    address, foreign = f"/events/{event.code}/deck/", last_starter(event, "Kamui").id
    answers = [aichi.post(address, {"starter": card}, headers=headers).json() for card in (foreign, "x", "")]
    assert [answer["done"] for answer in answers] == [False, False, True]
    assert aichi.post(address, {}, headers=headers).json() == {"done": False, "said": "Say which card."}
    assert set(Seat.objects.values_list("starter", flat=True)) == {None}


def test_a_stranger_and_the_organizer_choose_nothing_for_a_fighter(client, organizer_client, event):
    card = last_starter(event, "Aichi").id
    for somebody in (client, organizer_client):
        somebody.post(f"/events/{event.code}/deck/", {"starter": card})
    assert set(Seat.objects.values_list("starter", flat=True)) == {None}


def test_the_organizer_reads_all_decks_and_anyone_whom_the_log_is_open_to(organizer_client, aichi, event):
    address = f"/events/{event.code}/deck/"
    shown = [
        [sheet.fighter.nickname for sheet in somebody.get(f"{address}{query}").context["sheets"]]
        for somebody, query in ((organizer_client, ""), (aichi, "?fighter=all"))
    ]
    assert [sorted(names) for names in shown] == [["Aichi", "Kamui"]] * 2
    kamui = fighter(event, "Kamui").id
    text = organizer_client.get(f"/events/{event.code}/deck.txt?fighter={kamui}").content.decode()
    assert text.startswith("Kamui, ")


@pytest.mark.parametrize(("file", "first"), [
    ("deck.txt?as=text", r"\d \w"), ("deck.txt?as=arena", r"Deck\n\d \w"), ("deck.txt?as=mtgo", r"\d \w"),
    ("deck.cod", r'<\?xml version="1.0" encoding="UTF-8"\?>\n<cockatrice_deck version="1">'),
])  # fmt: skip
def test_a_deck_is_written_for_other_programs(aichi, event, file, first):
    assert re.match(first, aichi.get(f"/events/{event.code}/{file}").content.decode())


def test_a_form_that_no_program_reads_is_a_404(aichi, event):
    assert aichi.get(f"/events/{event.code}/deck.txt?as=scroll").status_code == 404


def test_no_deck_of_others_is_shown_where_the_log_is_closed(client, aichi, event):
    Event.objects.filter(id=event.id).update(log_visibility="organizer")
    kamui = fighter(event, "Kamui").id
    for somebody in (client, aichi):
        for query in (f"?fighter={kamui}", "?fighter=all", "?fighter=x"):
            found = [somebody.get(f"/events/{event.code}/{file}{query}").status_code for file in FILES]
            assert found == [403, 404, 404, 404, 404, 404]
    assert [client.get(f"/events/{event.code}/{file}").status_code for file in FILES] == [403, 404, 404, 404, 404, 404]


def test_no_deck_is_shown_while_the_cards_lie_face_down(organizer_client, organizer, sample_sets):
    drafting = make_event(organizer, "Misaki", "Ren", started=True, log_visibility=LogVisibility.PUBLIC)
    misaki = Client()
    sit_down(misaki, fighter(drafting, "Misaki"))
    for somebody in (misaki, organizer_client, Client()):
        for query in ("", "?fighter=all", f"?fighter={fighter(drafting, 'Ren').id}"):
            found = [somebody.get(f"/events/{drafting.code}/{file}{query}").status_code for file in FILES]
            assert found == [403, 404, 404, 404, 404, 404]


def test_M17_a_deck_built_of_a_draft_is_printed_with_the_rest_beside_it_and_has_nothing_to_begin_with(
    organizer, sample_sets
):
    event = drafted_event(organizer, "Aichi", "Kamui", card_set="MAG01", format_="magic-draft")
    client = Client()
    sit_down(client, fighter(event, "Aichi"))
    page = client.get(f"/events/{event.code}/deck/").content.decode()
    assert ("Your deck" in page, "Your pool" in page, 'name="starter"' in page) == (True, False, False)
    listed = client.get(f"/events/{event.code}/deck/list.json").json()
    assert (listed["main"], sum(card["count"] for card in listed["side"])) == ([], 42)


def test_M20_decks_that_are_built_are_closed_to_others_while_the_log_of_the_draft_is_open(organizer, sample_sets):
    settings = {"card_set": "MAG01", "format_": "magic-draft", "log_visibility": LogVisibility.PUBLIC}
    event = drafted_event(organizer, "Aichi", "Kamui", **settings)
    aichi, kamui = Client(), fighter(event, "Kamui").id
    sit_down(aichi, fighter(event, "Aichi"))
    for somebody in (aichi, Client()):
        assert somebody.get(f"/events/{event.code}/log/log.json").json()["decks"] == []
        answer = somebody.get(f"/events/{event.code}/deck/?fighter={kamui}")
        assert answer.status_code == 403
    assert "The decks are still closed" in aichi.get(f"/events/{event.code}/deck/?fighter=all").content.decode()
    page = aichi.get(f"/events/{event.code}/deck/").content.decode()
    assert ("Draft replay" in page, "All fighters" in page) == (True, False)
    finish_event(event=event)
    assert "All fighters" in aichi.get(f"/events/{event.code}/deck/").content.decode()
    assert aichi.get(f"/events/{event.code}/deck/?fighter={kamui}").status_code == 200


def test_a_draft_from_before_decks_were_built_is_played_with_whole_pools(organizer, sample_sets):
    """Its night was past the draft when this version came: there is no stage in which decks are built."""
    event = drafted_event(organizer, "Aichi", "Kamui", card_set="MAG01", format_="magic-draft")
    EventStage.objects.filter(event=event).delete()
    client = Client()
    sit_down(client, fighter(event, "Aichi"))
    page = client.get(f"/events/{event.code}/deck/").content.decode()
    assert ("Your pool" in page, page.count('class="deck-line__box"')) == (True, 42)
    assert client.get(f"/events/{event.code}/deck/build/").status_code == 403
    for stage in ("building", "fighting"):
        go_on(event=event, seen=stage, confirmed=True)
        assert client.get(f"/events/{event.code}/deck.json").status_code == 200
    finish_event(event=event)
    (deck, *_) = client.get(f"/events/{event.code}/log/log.json").json()["decks"]
    assert [len(zone["cards"]) for zone in deck["zones"]] == [42]
    assert night_differences(event) == []


def test_a_deck_is_a_file_to_print_on_either_paper(aichi, event):
    sheets = [aichi.get(f"/events/{event.code}/deck.pdf{query}") for query in ("", "?paper=letter", "?paper=a0")]
    assert [answer.status_code for answer in sheets] == [200, 200, 404]
    assert [re.search(rb"/MediaBox \[ 0 0 (\d+)", answer.content)[1] for answer in sheets[:2]] == [b"595", b"612"]
    words = " ".join(pages_of(sheets[0].content)[0])
    assert "Friday draft" in words
    assert "Table 1, seat" in words
    assert deck_of_fighter(fighter(event, "Aichi")).starter.card.name in words
    page = aichi.get(f"/events/{event.code}/deck/").content.decode()
    assert "deck.pdf?paper=letter" in page


def test_a_language_whose_letters_cannot_be_set_has_no_such_file(aichi, event):
    with in_brackets():
        page = aichi.get(f"/events/{event.code}/deck/").content.decode()
        assert aichi.get(f"/events/{event.code}/deck.pdf").status_code == 404
    assert ("deck.pdf" in page, "deck.csv" in page) == (False, True)


def test_pictures_that_the_store_has_loaded_are_faces_by_whole_addresses(aichi, event):
    held = last_starter(event, "Aichi")
    names = [f"{place:032x}.{kind}" for place, kind in enumerate(("png", "webp"))]
    for name in names:
        CardImage.objects.create(name=name, data=b"x")
    found = []
    for name in names:
        Card.objects.filter(number=held.card.number).update(image=name)
        data = json.loads(aichi.get(f"/events/{event.code}/deck.json").content)
        sheets = [sheet for one in data["ObjectStates"] for sheet in one["CustomDeck"].values()]
        found.append({sheet["FaceURL"] for sheet in sheets} | {sheet["BackURL"] for sheet in sheets})
    of_picture = {address for address in found[0] if "/cards/" in address}
    assert [address.rpartition("/")[2] for address in of_picture] == [names[0]]
    assert all(address.startswith("http://") for addresses in found for address in addresses)
    assert [address for address in found[1] if "/cards/" in address] == []
