"""The page on which a pile is entered, by forms alone, and the organizer's view of all piles."""

import re

import pytest
from django.test import Client

from drafts.models import CardSet, Event, PackCard, PileEntry
from tests.factories import drafted_event, fighter, messages_of, sit_down
from tests.paper import paper_event, play_paper_draft
from tests.piles import drafted_piles, enter_all

pytestmark = pytest.mark.django_db
NAMES = ("Aichi", "كامي", "Misaki")


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    event = paper_event(module_organizer, *NAMES)
    play_paper_draft(event)
    return event


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


@pytest.fixture
def phone(client, event):
    sit_down(client, fighter(event, "Aichi"))
    return client


@pytest.fixture
def host(organizer):
    client = Client()
    client.force_login(organizer)
    return client


def address(event):
    return f"/events/{event.code}/pile/"


def entered(event, name="Aichi"):
    return PileEntry.objects.get(seat__draft=event.draft, seat__fighter__nickname=name).numbers.split()


def test_a_form_keeps_what_is_entered_so_far_and_shows_it_again(phone, event):
    answer = phone.post(address(event), {"numbers": "001 smp01-002\r\n3"})
    assert (answer.status_code, messages_of(answer)) == (302, ["3 of 30 cards are saved."])
    assert b"SMP01/001\nSMP01/002\nSMP01/003</textarea>" in phone.get(answer.url).content
    assert entered(event) == ["SMP01/001", "SMP01/002", "SMP01/003"]


def test_a_complete_pile_leads_back_to_the_seat(phone, event):
    pile = drafted_piles(event)["Aichi"]
    answer = phone.post(address(event), {"numbers": "\n".join(pile), "submit": "check"})
    assert (answer.status_code, answer.url, messages_of(answer)) == (
        302,
        f"/events/{event.code}/",
        ["The pile is checked."],
    )


def test_where_several_sets_are_drafted_the_form_says_which_cards_are_of_which(organizer, sample_sets, client):
    codes = ("SMP01", "SMP01", "SMP02", "SMP02", "SMP01", "SMP02")
    sets = [CardSet.objects.get(code=code) for code in codes]
    event = paper_event(organizer, *NAMES, card_sets=sets)
    play_paper_draft(event)
    sit_down(client, fighter(event, "Aichi"))
    said = re.findall(r"<li>(Pack [^<]*)</li>", client.get(address(event)).content.decode())
    assert said[:3] == [
        "Pack 1: cards 1 to 5 are of SMP01.",
        "Pack 2: cards 6 to 10 are of SMP01.",
        "Pack 3: cards 11 to 15 are of SMP02.",
    ]
    assert len(said) == 6


def test_where_one_set_is_drafted_no_pack_is_named(phone, event):
    assert "Pack 1: cards" not in phone.get(address(event)).content.decode()


def test_the_faults_of_a_pile_are_named_and_nothing_is_lost(phone, event):
    pile = [*drafted_piles(event)["Aichi"][:28], "BT07/003"]
    answer = phone.post(address(event), {"numbers": " ".join(pile), "submit": "check"})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "One card is missing: 29 of 30 entered." in page
    assert "Card 29 (pack 6, pass 3): no card of SMP01 is BT07/003." in page
    assert "BT07/003</textarea>" in page
    assert entered(event) == pile
    hopeless = phone.post(address(event), {"numbers": "1 " * 400})
    assert (hopeless.status_code, entered(event)) == (422, pile)


def test_a_number_that_can_be_none_is_left_in_the_text_to_be_mended_and_not_on_the_pad(phone, event):
    phone.post(address(event), {"numbers": "001"})
    refused = phone.post(address(event), {"numbers": "001 " + "9" * 400, "submit": "check"})
    page = refused.context["page"]
    assert (refused.status_code, page.text, page.data["entered"]) == (422, f"001\n{'9' * 400}", ["SMP01/001"])


def test_the_script_of_the_page_is_answered_in_json(phone, event):
    def post(**fields):
        return phone.post(address(event), fields, headers={"X-Requested-With": "fetch"})

    kept = post(numbers="001")
    told = kept.json()
    assert told.pop("seen") == phone.get(address(event)).context["page"].seen
    assert (kept.status_code, told) == (
        200, {"entered": ["SMP01/001"], "expected": 30, "state": "open", "said": [], "leads_to": ""},
    )  # fmt: skip
    refused = post(numbers="001", submit="check")
    assert (refused.status_code, refused.json()["said"]) == (422, ["29 cards are missing: 1 of 30 entered."])
    assert post(numbers="1 " * 400).json().keys() == {"said"}
    done = post(numbers=" ".join(drafted_piles(event)["Aichi"]), submit="check").json()
    assert (done["state"], done["leads_to"]) == ("checked", f"/events/{event.code}/")


def test_of_two_devices_at_one_pile_none_replaces_what_it_has_not_seen(phone, host, event):
    aichi, pile = fighter(event, "Aichi"), drafted_piles(event)["Aichi"]
    seen = phone.get(address(event)).context["page"].seen

    def post(client, **fields):
        fields = {"fighter": aichi.id, **fields}
        return client.post(address(event), fields, headers={"X-Requested-With": "fetch"})

    first = post(host, numbers="001", seen=seen).json()["seen"]
    (said,) = post(phone, numbers="003", seen=seen).json()["said"]
    assert said == "Meanwhile the organizer has entered this pile as well: 1 card is kept of it."
    theirs = post(host, numbers="001 002", seen=first).json()["seen"]
    assert post(phone, numbers="1 2", seen=first).json()["seen"] == theirs  # the same is no other entry
    refused = post(phone, numbers="003", seen=seen)
    assert refused.status_code == 409
    assert refused.json() == {
        "said": ["Meanwhile this pile was entered on another device as well: 2 cards are kept of it."],
        "stored": ["SMP01/001", "SMP01/002"],
        "sent": ["SMP01/003"],
        "state": "open",
        "seen": theirs,
    }
    assert entered(event) == ["SMP01/001", "SMP01/002"]
    checked = post(host, numbers=" ".join(pile), submit="check", seen=theirs).json()
    assert checked["state"] == "checked"
    stale = post(phone, numbers="1 2", submit="check", seen=theirs)
    assert (stale.status_code, "the organizer has entered" in stale.json()["said"][0]) == (409, True)
    assert (entered(event), post(phone, numbers="1 2", seen=checked["seen"]).status_code) == (pile, 200)
    assert post(phone, numbers="3").status_code == 200  # a plain form says nothing of it
    assert entered(event) == ["SMP01/003"]


def test_the_script_of_the_page_asks_how_the_pile_stands(phone, host, event):
    aichi = fighter(event, "Aichi")
    host.post(address(event), {"fighter": aichi.id, "numbers": "001 002"})

    def ask(device):
        return device.get(address(event), {"fighter": aichi.id}, headers={"X-Requested-With": "fetch"})

    told = ask(phone).json()
    assert (told["stored"], told["state"]) == (["SMP01/001", "SMP01/002"], "open")
    assert told["seen"] == phone.get(address(event)).context["page"].seen
    assert (ask(host).json(), ask(Client()).status_code) == (told, 403)


def test_a_form_shows_the_other_entry_beside_what_it_has_sent(phone, host, event):
    seen = phone.get(address(event)).context["page"].seen
    host.post(address(event), {"fighter": fighter(event, "Aichi").id, "numbers": "001 002"})
    answer = phone.post(address(event), {"numbers": "003 004", "seen": seen})
    page = answer.content.decode()
    assert (answer.status_code, "the organizer has entered this pile as well: 2 cards" in page) == (409, True)
    assert ("SMP01/001 SMP01/002</p>" in page, ">003\n004</textarea>" in page) == (True, True)
    assert entered(event) == ["SMP01/001", "SMP01/002"]
    phone.post(address(event), {"numbers": "003 004", "seen": answer.context["page"].seen})
    assert entered(event) == ["SMP01/003", "SMP01/004"]


def test_an_exchange_that_was_meant_for_another_entry_changes_nothing(host, event):
    from tests.services.paper.test_piles import first_pass_exchanged

    wrong, places = first_pass_exchanged(event, "Misaki")
    enter_all(event, {**drafted_piles(event), "Misaki": wrong})
    fields = {"fighter": fighter(event, "Misaki").id, "exchange": " ".join(map(str, places)), "seen": "other"}
    for page in (f"/events/{event.code}/piles/", address(event)):
        host.post(page, fields)
        assert entered(event, "Misaki") == wrong


def test_a_fighter_enters_no_other_pile_and_reads_none(phone, event):
    piles = drafted_piles(event)
    other = fighter(event, "Misaki")
    enter_all(event, {"Misaki": piles["Misaki"]})
    for answer in (
        phone.get(f"{address(event)}?fighter={other.id}"),
        phone.post(address(event), {"fighter": other.id, "numbers": "001"}),
        phone.get(f"{address(event)}?fighter=x"),
    ):
        assert answer.status_code == 403
        assert "SMP01/" not in answer.content.decode()
    assert entered(event, "Misaki") == piles["Misaki"]
    assert phone.get(f"/events/{event.code}/piles/").status_code == 404
    data = phone.get(address(event)).context["page"].data
    assert (data["entered"], len(data["cards"])) == ([], len({card["number"] for card in data["cards"]}))
    assert set(data) == {"fighter", "expected", "entered", "state", "seen", "places", "cards"}


def test_strangers_and_those_who_come_too_early_are_told_so(client, organizer, sample_sets):
    event = paper_event(organizer, "Aichi", "Kamui")
    assert client.get(address(event)).status_code == 403
    sit_down(client, fighter(event, "Aichi"))
    early = client.get(address(event))
    assert (early.status_code, "once all cards are chosen" in early.content.decode()) == (403, True)
    digital = drafted_event(organizer, "Aichi", "Kamui")
    sit_down(client, fighter(digital, "Aichi"))
    answer = client.get(address(digital))
    assert (answer.status_code, "were not real ones" in answer.content.decode()) == (403, True)


def test_the_organizer_enters_a_pile_for_anybody(host, event):
    assert host.get(address(event)).url == f"/events/{event.code}/piles/"
    guest = fighter(event, "كامي")
    answer = host.post(address(event), {"fighter": guest.id, "numbers": "001"})
    assert (answer.status_code, entered(event, "كامي")) == (302, ["SMP01/001"])
    assert "<bdi" in host.get(f"/events/{event.code}/piles/").content.decode()
    assert host.get(f"{address(event)}?fighter=999999").status_code == 403


def test_the_organizer_mends_what_does_not_fit_or_confirms_it(host, event):
    from tests.services.paper.test_piles import first_pass_exchanged

    page = f"/events/{event.code}/piles/"
    piles = drafted_piles(event)
    wrong, places = first_pass_exchanged(event, "Misaki")
    enter_all(event, {**piles, "Misaki": wrong})
    [table] = host.get(page).context["tables"]
    doubt = next(doubt for doubt in table.doubts if doubt.name == "Misaki")
    assert "took no trigger unit in pass 1" in doubt.words
    assert {place - 1 for place in doubt.exchanges[0].places} & places
    assert [card.place for card in doubt.cards if card.taken] == [6, 7]
    meant = {place for exchange in doubt.exchanges for place in exchange.places} - {6, 7}
    assert {card.place for card in doubt.cards if not card.taken} == meant
    assert host.get(page).content.decode().count("elsewhere in the pile") >= len(meant) > 0
    assert not PackCard.objects.filter(draft=event.draft).exclude(card=None).exists()
    for exchange in ("", "1", "a b", "0 99"):
        host.post(page, {"fighter": doubt.fighter, "exchange": exchange})
        assert entered(event, "Misaki") == wrong
    host.post(page, {"fighter": doubt.fighter, "round": doubt.round, "pass": 4, "confirm": "yes"})
    exchange = next(each for each in doubt.exchanges if {each.one, each.other} == places)
    host.post(page, {"fighter": doubt.fighter, "exchange": f"{exchange.one} {exchange.other}"})
    assert entered(event, "Misaki") == piles["Misaki"]
    assert not PackCard.objects.filter(draft=event.draft, card=None).exists()
    assert "decks and log are open" in host.get(page).content.decode()


def test_fights_may_begin_first_and_the_answer_names_whose_piles_are_missing(host, event):
    enter_all(event, {"Misaki": drafted_piles(event)["Misaki"]})
    stage = f"/events/{event.code}/host/next-stage/"
    answer = host.post(stage, {"from": "building"})
    assert (answer.status_code, "2 piles are not entered and checked yet" in answer.content.decode()) == (409, True)
    assert host.post(stage, {"from": "building", "confirm": "next"}).status_code == 302
    refused = host.post(stage, {"from": "fighting", "confirm": "next"})
    event.refresh_from_db()
    assert ("Cards are shared only once" in messages_of(refused)[-1], event.phase) == (True, "fighting")


def test_decks_log_and_sheets_are_those_of_any_draft(host, phone, event):
    piles = drafted_piles(event)
    assert phone.get(f"/events/{event.code}/log/log.json").status_code == 403
    enter_all(event, piles)
    log = phone.get(f"/events/{event.code}/log/log.json").json()
    [table] = log["tables"]
    numbers = {card["id"]: card["number"] for pack in table["packs"] for card in pack["cards"]}
    seats = {seat["seat"]: seat["name"] for seat in table["seats"]}
    assert {pick["how"] for pick in table["picks"]} == {"entered"}
    picks = sorted(table["picks"], key=lambda pick: (pick["round"], pick["pass"]))
    own = [numbers[pick["card"]] for pick in picks if seats[pick["seat"]] == "Aichi"]
    assert sorted(own) == sorted(piles["Aichi"])
    assert phone.get(f"/events/{event.code}/deck.txt").status_code == 200
    assert phone.get(f"/events/{event.code}/log/").status_code == 200


def test_the_panel_leads_to_the_log_only_once_it_is_open(host, event):
    def shown():
        page = host.get(f"/events/{event.code}/host/").content.decode()
        link, words = (
            page.partition(f'data-part="{name}"')[2].partition(">")[0] for name in ("read-log", "log-closed")
        )
        return "hidden" not in link, "hidden" not in words

    assert shown() == (False, True)
    assert f"/events/{event.code}/log/" not in host.get("/events/").content.decode()
    enter_all(event, drafted_piles(event))
    assert shown() == (True, False)


def test_a_neighbour_enters_the_pile_of_the_guest_that_they_play_for_and_of_nobody_else(phone, event):
    guest, other = fighter(event, "Misaki"), fighter(event, "كامي")
    event.fighters.filter(id=guest.id).update(guest=True)
    guest.refresh_from_db()
    sit_down(phone, guest)
    answer = phone.post(
        address(event), {"fighter": guest.id, "numbers": " ".join(drafted_piles(event)["Misaki"]), "submit": "check"}
    )
    assert (answer.status_code, answer.url) == (302, f"/events/{event.code}/?fighter={guest.id}")
    assert phone.post(address(event), {"fighter": other.id, "numbers": "001"}).status_code == 403
    assert phone.post(address(event), {"numbers": "001"}).status_code == 302
    assert entered(event) == ["SMP01/001"]
