"""Foil copies of cards, from the recipe to the screens and the log."""

import json

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from drafts.importers.recipes import read_recipes
from drafts.importers.sets.games.mtgjson import read_mtgjson
from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import write_log_json
from drafts.models import CardSet, PackCard
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.presenters.log.replays import replay_in
from drafts.services.log.log_import import import_log
from drafts.store.catalog import save_recipe, stored_recipe
from drafts.store.tables import load_table
from tests.factories import fighter, finished_event, sit_down
from tests.importers.sets.made_up import mtgjson, sheet_of

pytestmark = pytest.mark.django_db

RECIPE = b"""
[PLA01]
[[PLA01.layout]]
weight = 1.5
[[PLA01.layout.slot]]
name = "common"
count = 3
rarities = { C = 1 }
[[PLA01.layout.slot]]
name = "foil"
count = 1
rarities = { C = 1 }
foil = true
"""


@pytest.fixture
def event(organizer, sample_sets):
    (told,) = read_recipes(RECIPE)
    card_set = CardSet.objects.get(code="PLA01")
    save_recipe(card_set, told.recipe)
    assert stored_recipe(card_set) == told.recipe
    return finished_event(organizer, "Ann", "Bea", format_="plain", card_set="PLA01", packs_each=2)


def test_one_card_of_each_pack_is_foil_and_stored_so(event):
    assert (PackCard.objects.count(), PackCard.objects.filter(foil=True).count()) == (16, 4)
    live = load_table(event.draft.tables.get().id)
    assert [sum(held.foil for held in pile) for pile in live.timed.table.piles] != [0, 0]


def test_the_log_and_the_replay_tell_of_foils_and_a_log_keeps_them_elsewhere(event, organizer):
    text = write_log_json(load_log(event))
    log = json.loads(text)
    foils = {card["id"] for pack in log["tables"][0]["packs"] for card in pack["cards"] if card.get("foil")}
    assert len(foils) == 4
    assert differences(log) == []
    told = load_log(event)
    replay = replay_in(told, told.tables[0])
    assert {card["id"] for card in replay["cards"] if card.get("foil")} == foils
    event.delete()
    import_log(log=check_log(read_log_file(text.encode())), organizer=organizer)
    assert set(PackCard.objects.filter(foil=True).values_list("public_id", flat=True)) == foils


def test_a_log_with_a_foil_where_the_seed_makes_none_differs(event):
    log = json.loads(write_log_json(load_log(event)))
    card = next(card for card in log["tables"][0]["packs"][0]["cards"] if not card.get("foil"))
    card["foil"] = True
    assert "foil" in differences(log)[0]


def test_the_deck_and_the_pull_list_mark_foil_copies(event, organizer_client, client):
    marked = 0
    for name in ("Ann", "Bea"):  # by chance one may have none
        sit_down(client, fighter(event, name))
        marked += client.get(f"/events/{event.code}/deck/").content.decode().count('class="foil-mark"')
    assert marked >= 4
    page = organizer_client.get(f"/events/{event.code}/pull-list/").content.decode()
    assert page.count('class="foil-mark"') >= 4


def test_where_some_copies_of_a_card_are_of_foil_it_is_said_how_many():
    words = [render_to_string("decks/foils.html", {"foils": foils, "copies": 2}) for foils in (0, 1, 2)]
    assert [" ".join(strip_tags(each).split()) for each in words] == ["", "1× foil", "foil"]


def test_a_set_file_tells_of_foil_balanced_and_fixed_sheets():
    value = json.loads(mtgjson())
    cards = value["data"]["cards"]
    theme = {card["uuid"]: 2 for card in cards[:5]} | {
        card["uuid"]: 7 for card in cards if "Basic" in card["supertypes"]
    }
    value["data"]["booster"]["draft"] = {
        "boosters": [{"contents": {"common": 6, "theme": 1, "foil": 1}, "weight": 1}],
        "boostersTotalWeight": 1,
        "sheets": {
            "common": sheet_of(cards, "common", balanceColors=True),
            "theme": {"cards": theme, "fixed": True, "foil": False},
            "foil": {**sheet_of(cards, "rare"), "foil": True},
        },
    }
    (layout,) = read_mtgjson(value).recipe.layouts
    assert [(slot.name, slot.count, slot.foil, slot.balance, slot.aside) for slot in layout.slots] == [
        ("common", 6, False, "colors", False),
        ("theme", 5, False, "", False),
        ("theme", 1, False, "", True),
        ("foil", 1, True, "", False),
    ]
