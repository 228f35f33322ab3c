"""Choosing the columns of a table of other origin."""

import json

import pytest

from drafts.importers.sets.columns import guess_columns
from drafts.models import Card, ColumnChoice, OpenedFile
from drafts.rules.games.registry import CARD_GAMES
from drafts.services.catalog.opened_files import MOST_CHOICES, choose_columns
from tests.importers.sets.made_up import publishers_list, workbook
from tests.web.catalog.test_open import load, look, opened

pytestmark = pytest.mark.django_db

FOREIGN = (
    "Karte;Kennung;Sorte;Stufe;Familie\n"
    "Lampenritter;BT97/001;Normal Unit;Grade 2;Reiher\n"
    "Fährmädchen;BT97/002;Trigger Unit;0;Reiher\n"
    "Sternschiff;BT97/003;Normal Unit;drei;Reiher\n"
)
CHOICE = {"game": "vanguard", "column-name": "0", "column-card_number": "1", "column-card_type": "2"}


def there(client, data, name="liste.csv"):
    return look(client, data.encode() if isinstance(data, str) else data, name)["Location"]


def check(client, **fields):
    return client.post("/sets/open/columns/", fields)


def faults_of(answer):
    return {row["field"].name: row["faults"] for row in answer.context["rows"] if row["faults"]}


def test_a_table_without_known_columns_leads_to_the_choice_of_them(organizer_client):
    assert there(organizer_client, FOREIGN) == "/sets/open/columns/"
    answer = organizer_client.get("/sets/open/columns/")
    missing = ("column-card_number", "column-name", "column-card_type")
    assert faults_of(answer) == {name: ["Choose a column."] for name in missing}
    assert answer.context["left_out"][:2] == [("Karte", ("Lampenritter",)), ("Kennung", ("BT97/001",))]


def test_each_field_shows_three_values_of_its_column_and_the_lines_that_are_wrong(organizer_client):
    there(organizer_client, FOREIGN)
    answer = check(organizer_client, **CHOICE, **{"column-grade": "3"})
    rows = {row["field"].name: row for row in answer.context["rows"]}
    assert rows["column-name"]["samples"] == ("Lampenritter", "Fährmädchen", "Sternschiff")
    assert faults_of(answer) == {"column-grade": ["line 4: grade is not a whole number from 0 to 99: 'drei'"]}
    assert "1 fault. Nothing is loaded yet" in answer.content.decode()
    assert answer.context["left_out"] == [("Familie", ("Reiher",))]


def test_columns_with_a_fault_are_not_used(organizer_client):
    there(organizer_client, FOREIGN)
    answer = check(organizer_client, **CHOICE, **{"column-grade": "3", "use": "yes"})
    assert (answer.status_code, ColumnChoice.objects.count()) == (200, 0)
    assert organizer_client.get("/sets/open/cards/")["Location"] == "/sets/open/columns/"
    assert load(organizer_client)["Location"] == "/sets/open/columns/"


def test_chosen_columns_lead_to_the_summary_and_are_remembered_by_the_header(organizer_client):
    there(organizer_client, FOREIGN)
    answer = check(organizer_client, **CHOICE, use="yes")
    assert answer["Location"] == "/sets/open/cards/"
    [found] = organizer_client.get("/sets/open/cards/").context["sets"]
    assert (found.code, found.count) == ("BT97", 3)
    load(organizer_client)
    assert Card.objects.get(number="BT97/002").name == "Fährmädchen"
    assert there(organizer_client, FOREIGN.replace("BT97", "BT98")) == "/sets/open/cards/"
    assert there(organizer_client, FOREIGN.replace("Sorte", "Art")) == "/sets/open/columns/"


def test_each_account_remembers_its_own_columns(organizer_client, client, django_user_model):
    there(organizer_client, FOREIGN)
    check(organizer_client, **CHOICE, use="yes")
    client.force_login(django_user_model.objects.create_user("bo"), backend="django.contrib.auth.backends.ModelBackend")
    assert there(client, FOREIGN) == "/sets/open/columns/"


def test_the_oldest_choices_of_an_account_are_forgotten(organizer):
    for place in range(MOST_CHOICES + 3):
        header = ["name", f"column {place}"]
        choose_columns(account=organizer, header=header, columns=guess_columns(header, CARD_GAMES["magic"]))
    assert ColumnChoice.objects.count() == MOST_CHOICES


def test_guessed_columns_can_be_changed(organizer_client):
    answer = opened(organizer_client, publishers_list())
    assert 'href="/sets/open/columns/"' in answer.content.decode()
    page = organizer_client.get("/sets/open/columns/")
    places = page.context["form"].columns.places
    assert page.context["checked"].count == 0
    assert "80 cards, without a fault." in page.content.decode()
    sent = {f"column-{name}": place for name, place in places.items()} | {"column-nation": places["race"]}
    assert check(organizer_client, game="vanguard", use="yes", **sent)["Location"] == "/sets/open/cards/"
    load(organizer_client)
    assert set(Card.objects.values_list("vanguard__nation", flat=True)) == {"Human"}


def test_the_set_of_cards_that_name_none_is_given_for_this_file_alone(organizer_client):
    table = "Number,Name,Type\n1,Lantern Knight,Normal Unit\n2,Ferry Girl,Trigger Unit\n"
    assert there(organizer_client, table) == "/sets/open/columns/"
    page = organizer_client.get("/sets/open/columns/")
    assert faults_of(page)["column-set_code"][0].startswith("line 2: set_code is not 1 to 16 letters")
    sent = {f"column-{name}": place for name, place in page.context["form"].columns.places.items()}
    assert check(organizer_client, game="vanguard", set_code="no way", **sent).context["form"].errors["set_code"]
    check(organizer_client, game="vanguard", set_code="mine", use="yes", **sent)
    load(organizer_client)
    assert set(Card.objects.values_list("number", flat=True)) == {"MINE/1", "MINE/2"}
    assert there(organizer_client, table) == "/sets/open/columns/"


def test_another_game_has_other_fields_which_are_guessed_anew(organizer_client):
    there(organizer_client, "Kennung;Name;Type;Cost;Power\nTST/1;Swan;Creature - Bird;{1}{W};2\n")
    answer = check(organizer_client, game="magic", **{"column-card_number": "0"})
    assert answer.context["form"].columns.places == {
        "card_number": 0, "name": 1, "type_line": 2, "mana_cost": 3, "power": 4,
    }  # fmt: skip
    assert "column-clan" not in [row["field"].name for row in answer.context["rows"]]


@pytest.mark.parametrize("data", [
    workbook([["Karte", "Kennung", "Sorte"], ["Lampenritter", "BT97/001", "Normal Unit"]]),
    json.dumps([{"Karte": "Lampenritter", "Kennung": "BT97/001", "Sorte": "Normal Unit"}]).encode(),
    b"Karte\tKennung\tSorte\nLampenritter\tBT97/001\tNormal Unit\n",
    "Karte,Kennung,Sorte\nLampenritter,BT97/001,Normal Unit\n".encode("utf-16"),
])  # fmt: skip
def test_tables_of_every_kind_have_their_columns_chosen(organizer_client, data):
    assert there(organizer_client, data) == "/sets/open/columns/"
    check(organizer_client, **CHOICE, use="yes")
    load(organizer_client)
    assert Card.objects.get().name == "Lampenritter"


def test_a_script_is_sent_the_choice_alone(organizer_client):
    there(organizer_client, FOREIGN)
    answer = organizer_client.post("/sets/open/columns/", CHOICE, headers={"X-Requested-With": "fetch"})
    assert "<html" not in answer.content.decode()
    assert "3 cards, without a fault." in answer.content.decode()
    assert not ColumnChoice.objects.exists()


def test_there_is_nothing_to_choose_without_a_table(organizer_client):
    assert organizer_client.get("/sets/open/columns/")["Location"] == "/sets/open/cards/"
    OpenedFile.objects.all().delete()
    assert organizer_client.get("/sets/open/cards/")["Location"] == "/sets/open/"
