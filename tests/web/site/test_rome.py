"""The pages of Rome: its rules, its cards as data, and both decks to print."""

import csv
import io
import re
from collections import Counter

import pytest

from tests.web.pseudo import in_brackets, untranslated_in_page

pytestmark = pytest.mark.django_db
PAGES = ("/rules/rome/", "/rules/rome/print/")


def page_of(client, address="/rules/rome/"):
    return client.get(address).content.decode()


def words_of(client, number):
    clause = re.search(rf'<li class="clause" id="v{number}">(.*?)</li>', page_of(client), re.DOTALL)[1]
    return " ".join(re.sub(r"<[^>]+>", " ", clause).split())


@pytest.mark.parametrize("address", [*PAGES, "/rules/rome/cards.json", "/rules/rome/cards.json?as=csv"])
def test_everybody_may_read_of_rome_and_nothing_can_be_sent(client, address):
    assert [client.get(address).status_code, client.post(address).status_code] == [200, 405]


def test_each_clause_has_an_address_and_they_are_in_order(client):
    page = page_of(client)
    numbers = [str(number) for number in range(1, 55)]
    assert re.findall(r'<li class="clause" id="v(\d+)">', page) == numbers
    assert re.findall(r'class="clause__number" href="#v(\d+)"', page) == numbers


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (10, "Ten units are dealt to each player, and no commands."),
        (21, "hold seven at the end of your turn"),
        (31, "Archer 6 cards · power 1 Kills the unit that it hits"),
        (38, "Elephant 4 cards · power 5 · mounted Always face up"),
        (41, "Slinger 8 cards · power 1"),
        (43, "Flank 4 cards Move one of your units"),
        (50, "Volley 6 cards An Archer or a Slinger attacks too"),
        (51, "30 units and 20 commands"),
    ],
)
def test_a_clause_says_what_the_rule_is(client, number, words):
    assert words in words_of(client, number)


def test_the_makers_of_rome_are_named(client):
    assert "Tyler Robertson and Fried Monkey Games (2010)" in " ".join(page_of(client).split())


def test_the_rules_of_drafts_lead_to_those_of_rome_and_these_to_the_cards(client):
    assert 'href="/rules/rome/"' in page_of(client, "/rules/")
    page = page_of(client)
    for address in ("/rules/rome/print/", "/rules/rome/cards.json", "/rules/rome/cards.json?as=csv"):
        assert f'href="{address}"' in page


def test_the_cards_are_sixty_units_and_forty_commands(client):
    cards = client.get("/rules/rome/cards.json").json()
    assert list(cards) == ["units", "commands"]
    assert [len(cards["units"]), sum(card["count"] for card in cards["units"])] == [12, 60]
    assert [len(cards["commands"]), sum(card["count"] for card in cards["commands"])] == [8, 40]
    assert sum(card["count"] * card["power"] for card in cards["units"]) == 122
    assert sum(card["count"] for card in cards["units"] if card["mounted"]) == 20
    archer = cards["units"][0]
    assert {key: value for key, value in archer.items() if key != "text"} == {
        **{"kind": "Ar", "name": "Archer", "count": 6, "power": 1, "mounted": False}
    }
    assert [list(cards["commands"][0]), cards["commands"][0]["command"]] == [
        ["command", "name", "count", "text"],
        "flank",
    ]
    assert all(card["text"] for card in (*cards["units"], *cards["commands"]))


def test_the_cards_as_csv_are_the_same(client):
    answer = client.get("/rules/rome/cards.json?as=csv")
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    cards = client.get("/rules/rome/cards.json").json()
    assert [(row["kind"], row["name"], int(row["count"]), row["text"]) for row in rows] == [
        (card.get("kind") or card["command"], card["name"], card["count"], card["text"])
        for card in (*cards["units"], *cards["commands"])
    ]
    assert [(row["deck"], row["power"], row["mounted"]) for row in (rows[7], rows[12])] == [
        ("units", "5", "yes"),
        ("commands", "", ""),
    ]


def test_the_sheets_have_each_card_as_often_as_its_deck_nine_to_a_page(client):
    page = page_of(client, "/rules/rome/print/")
    sheets = re.findall(
        r'<div class="rome-sheet" data-deck="(\w+)">(.*?)<div class="rome-sheet rome-sheet--', page, re.S
    )
    names = [re.findall(r'<span class="rome-card__name">(\w+)<', sheet) for _, sheet in sheets]
    assert [(deck, len(cards)) for (deck, _), cards in zip(sheets, names, strict=True)] == [
        *[("units", 9)] * 6,
        ("units", 6),
        *[("commands", 9)] * 4,
        ("commands", 4),
    ]
    cards = client.get("/rules/rome/cards.json").json()
    assert Counter(name for sheet in names for name in sheet) == {
        card["name"]: card["count"] for card in (*cards["units"], *cards["commands"])
    }


@pytest.mark.parametrize("address", PAGES)
def test_the_pages_of_rome_are_translated(client, address):
    with in_brackets():
        assert untranslated_in_page(page_of(client, address), []) == []
