import csv
import io
from hashlib import sha256

import pytest
from django.test import Client

from drafts.models import CardSet
from drafts.rules.table import Phase
from drafts.rules.view import LogVisibility
from drafts.services.hosting import hand_over_seat
from drafts.store import load_table
from tests.nights import drafted_event, fighter, make_event, sit_down

pytestmark = pytest.mark.django_db

PAGES = ("", "log.json", "log.csv", "t1-s0.txt")


@pytest.fixture
def event(organizer, sample_sets):
    return drafted_event(organizer, "Aichi", "Kamui", bots=1)


def statuses(client, event):
    return [client.get(f"/events/{event.code}/log/{page}").status_code for page in PAGES]


def seated(event, name):
    client = Client()
    sit_down(client, fighter(event, name))
    return client


@pytest.mark.parametrize("visibility", list(LogVisibility))
def test_the_log_is_closed_to_everybody_until_every_table_has_drafted(
    organizer_client, client, organizer, sample_sets, visibility
):
    event = make_event(
        organizer, *(f"Fighter {number}" for number in range(6)), table_size=3, log_visibility=visibility, started=True
    )
    everybody = (client, organizer_client, seated(event, "Fighter 0"))
    assert [statuses(somebody, event) for somebody in everybody] == [[403] * 4] * 3
    let_bots_finish_table(event, 1)
    assert [statuses(somebody, event) for somebody in everybody] == [[403] * 4] * 3


def let_bots_finish_table(event, number):
    for seat in event.tables.get(number=number).seats.filter(bot=False):
        hand_over_seat(event=event, number=number, seat=seat.position, bot=True)
    assert event.tables.get(number=number).phase == Phase.DRAFTED


def test_a_closed_log_says_kindly_when_it_opens(client, organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    assert "it opens when all tables have drafted" in client.get(f"/events/{event.code}/log/").content.decode()


@pytest.mark.parametrize(
    ("visibility", "allowed"),
    [
        (LogVisibility.FIGHTERS, [403, 200, 200]),
        (LogVisibility.PUBLIC, [200, 200, 200]),
        (LogVisibility.ORGANIZER, [403, 403, 200]),
    ],
)
def test_spectator_fighter_and_organizer_read_the_log_as_the_event_says(organizer_client, event, visibility, allowed):
    event.log_visibility = visibility
    event.save()
    everybody = (Client(), seated(event, "Aichi"), organizer_client)
    assert [statuses(somebody, event) for somebody in everybody] == [[status] * 4 for status in allowed]


def test_the_log_stays_open_when_the_event_is_over(organizer_client, event):
    event.phase = "finished"
    event.save()
    assert statuses(organizer_client, event) == [200] * 4


def test_an_event_stopped_before_its_draft_has_an_empty_log(organizer_client, organizer, sample_sets):
    event = make_event(organizer, "Aichi")
    organizer_client.post(f"/events/{event.code}/host/cancel/")
    assert "Nothing was opened" in organizer_client.get(f"/events/{event.code}/log/").content.decode()
    assert organizer_client.get(f"/events/{event.code}/log/log.json").json()["tables"] == []


# The page --------------------------------------------------------------------------------------------------------


def test_the_page_shows_one_seat_pass_by_pass_with_what_was_taken(organizer_client, event):
    context = organizer_client.get(f"/events/{event.code}/log/?table=1&seat=1").context
    steps = context["steps"]
    assert (context["seat"].seat, len(steps)) == (1, 24)
    assert [(step.round, step.pass_number, len(step.pack), len(step.taken)) for step in steps[:5]] == [
        (1, 1, 5, 2), (1, 2, 3, 1), (1, 3, 2, 1), (1, 4, 1, 1), (2, 1, 5, 2)
    ]  # fmt: skip
    assert all(set(step.taken) <= set(step.pack) for step in steps)


def test_every_pass_has_an_address_of_its_own(organizer_client, event):
    page = organizer_client.get(f"/events/{event.code}/log/?seat=2").content.decode()
    assert 'id="r2p3s2"' in page


@pytest.mark.parametrize(
    "query", ["table=2", "table=0", "seat=3", "seat=-1", "table=x", "seat=" + "9" * 5000, "seat=²", "table=%00"]
)
def test_a_seat_that_is_not_there_is_not_found(organizer_client, event, query):
    assert organizer_client.get(f"/events/{event.code}/log/?{query}").status_code == 404


@pytest.mark.parametrize("name", ["t2-s0", "t0-s0", "t1-s3", "t99999-s0", "t1-s-1", "tx-s0"])
def test_the_text_of_a_seat_that_is_not_there_is_not_found(organizer_client, event, name):
    assert organizer_client.get(f"/events/{event.code}/log/{name}.txt").status_code == 404


def test_the_page_shows_the_seed_and_how_to_check_it(organizer_client, event):
    page = organizer_client.get(f"/events/{event.code}/log/").content.decode()
    digest = sha256(event.seed.encode()).hexdigest()
    assert [words in page for words in (event.seed, digest, "manage.py verify")] == [True] * 3


def test_names_are_shown_as_they_are_and_never_as_markup(organizer_client, organizer, sample_sets):
    event = drafted_event(organizer, "<b>Aichi</b>", "Kamui")
    page = organizer_client.get(f"/events/{event.code}/log/").content.decode()
    assert ("<b>Aichi" in page, "&lt;b&gt;Aichi" in page) == (False, True)


# The files -------------------------------------------------------------------------------------------------------


def test_the_json_is_as_documented(organizer_client, event):
    log = organizer_client.get(f"/events/{event.code}/log/log.json").json()
    (table,) = log["tables"]
    assert (log["version"], log["event"]["code"], log["event"]["seed"]) == (1, event.code, event.seed)
    assert (table["number"], [seat["seat"] for seat in table["seats"]]) == (1, [0, 1, 2])
    assert sorted(seat["joined"] for seat in table["seats"]) == [1, 2, 3]
    assert [(pack["round"], pack["opened_by"], pack["set"], len(pack["cards"])) for pack in table["packs"]] == [
        (round_, seat, "SMP01", 5) for round_ in range(1, 7) for seat in range(3)
    ]
    assert {type(pick[name]) for pick in table["picks"] for name in ("round", "pass", "seat", "card")} == {int}
    assert {(type(pick["auto"]), type(pick["at"]), type(pick["seconds"])) for pick in table["picks"]} == {
        (bool, str, float)
    }
    assert all(pick["pack"][0] == pick["round"] and pick["at"].endswith("Z") for pick in table["picks"])


def test_every_card_of_every_pack_is_picked_once_and_from_that_pack(organizer_client, event):
    (table,) = organizer_client.get(f"/events/{event.code}/log/log.json").json()["tables"]
    lying = {card["id"]: [pack["round"], pack["opened_by"]] for pack in table["packs"] for card in pack["cards"]}
    assert {pick["card"]: pick["pack"] for pick in table["picks"]} == lying
    assert len(table["picks"]) == len(lying) == 90


def test_the_json_rebuilds_what_everybody_saw(organizer_client, event):
    """The packs by round and opener, moved by rule, are the hands that the picks were made from."""
    (table,) = organizer_client.get(f"/events/{event.code}/log/log.json").json()["tables"]
    fighters, at_end = len(table["seats"]), load_table(event.tables.get().id).sitting.table
    for pick in table["picks"]:
        step = 1 if pick["round"] <= 3 else -1
        assert pick["pack"][1] == (pick["seat"] - step * (pick["pass"] - 1)) % fighters
    piles = [[pick["card"] for pick in table["picks"] if pick["seat"] == seat] for seat in range(fighters)]
    assert piles == [[held.id for held in pile] for pile in at_end.piles]


def test_the_csv_has_a_row_for_each_card(organizer_client, event):
    answer = organizer_client.get(f"/events/{event.code}/log/log.csv")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert (answer["Content-Type"], len(rows)) == ("text/csv; charset=utf-8", 90)
    assert {row["fighter"] for row in rows} == {"Aichi", "Kamui", "Brass Finch"}


def test_no_name_becomes_a_formula_in_a_spreadsheet(organizer_client, organizer, sample_sets):
    event = drafted_event(organizer, "=1+1", "@SUM(A1)")
    text = organizer_client.get(f"/events/{event.code}/log/log.csv").content.decode("utf-8-sig")
    assert {row["fighter"] for row in csv.DictReader(io.StringIO(text))} == {"'=1+1", "'@SUM(A1)"}


def test_a_seats_text_tells_its_draft(organizer_client, event):
    text = organizer_client.get(f"/events/{event.code}/log/t1-s0.txt").content.decode()
    assert (text.count("\nPack "), text.count("--> ")) == (24, 30)


def test_a_mix_of_sets_is_in_the_log_by_round(organizer_client, organizer, sample_sets):
    sets = [CardSet.objects.get(code=code) for code in ("SMP01", "SMP02", "SMP02", "SMP01", "SMP01", "SMP02")]
    event = drafted_event(organizer, "Aichi", "Kamui", card_sets=sets)
    log = organizer_client.get(f"/events/{event.code}/log/log.json").json()
    by_round = {pack["round"]: pack["set"] for pack in log["tables"][0]["packs"]}
    assert log["event"]["sets"] == list(by_round.values()) == [card_set.code for card_set in sets]
