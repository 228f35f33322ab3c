"""Opening a list of Draftmancer: its packs are made of loaded cards and of its own."""

import pytest

from drafts.models import Card, CardSet, Event
from drafts.rules.chance import Chance
from drafts.store.catalog import load_pack_maker, stored_recipe
from tests.factories import make_event, messages_of
from tests.importers.sets.made_up import mtgjson
from tests.web.catalog.test_open import load, look, opened

pytestmark = pytest.mark.django_db

COMMONS = "\n".join(f"4 Mill Common {n}" for n in range(1, 41))
RARES = "\n".join(f"Mill Rare {n}" for n in range(182, 200))
SETTINGS = """[Settings]
{ "name": "Mill Nights", "withReplacement": true, "layouts": {
  "Usual": { "weight": 3, "slots": { "Common": 10, "Rare": 1 } },
  "Otters": { "weight": 1, "slots": { "Common": 9, "Own": 2 } } } }
"""
OTTER = '{ "name": "Quill Otter PLACE", "mana_cost": "{2}{U}", "type": "Creature", "power": 2, "toughness": 2 }'
OTTERS = ",\n".join(OTTER.replace("PLACE", str(place)) for place in range(1, 5))
SLOTS = f"[Common]\n{COMMONS}\n[Rare]\n{RARES}\n[Own]\nQuill Otter 1\nquill otter 2\nQuill Otter 3\n"
LIST = f"[CustomCards]\n[{OTTERS}]\n{SETTINGS}{SLOTS}"


@pytest.fixture(autouse=True)
def loaded(organizer_client):
    opened(organizer_client, mtgjson())
    load(organizer_client)
    organizer_client.get("/sets/MUP/")


def test_a_list_with_layouts_and_own_cards_is_shown_and_loaded(organizer_client):
    page = opened(organizer_client, LIST.encode())
    cube = page.context["cube"]
    assert (cube.count, cube.own, cube.layouts, cube.missing, cube.fault) == (181, 4, 2, (), "")
    assert len(cube.pack) == 11
    assert page.context["form"]["name"].value() == "Mill Nights"
    assert not CardSet.objects.filter(code="NIGHTS").exists()
    answer = load(organizer_client, code="NIGHTS", name="Mill Nights", draft="yes")
    assert answer["Location"] == "/events/new/?format=magic-draft&card_set=NIGHTS"
    card_set = CardSet.objects.get(code="NIGHTS")
    assert (card_set.name, card_set.cards.count()) == ("Mill Nights", 4)
    assert Card.objects.get(number="NIGHTS/2").name == "Quill Otter 2"
    recipe = stored_recipe(card_set)
    assert ([layout.weight for layout in recipe.layouts], recipe.once) == ([3, 1], False)
    common, own = recipe.layouts[1].slots
    assert (common.count, set(dict(common.sheet).values())) == (9, {4})
    assert dict(own.sheet) == {"NIGHTS/1": 1, "NIGHTS/2": 1, "NIGHTS/3": 1}


def test_the_largest_slot_of_a_layout_is_balanced_and_a_slot_with_marks_of_foil(organizer_client):
    shiny = LIST.replace('"withReplacement"', '"colorBalance": true, "withReplacement"')
    for place in (1, 2, 3):
        shiny = shiny.replace(f"uill otter {place}\n", f"uill otter {place} +F\n")
        shiny = shiny.replace(f"uill Otter {place}\n", f"uill Otter {place} +F\n")
    opened(organizer_client, shiny.encode())
    load(organizer_client, code="NIGHTS")
    layouts = stored_recipe(CardSet.objects.get(code="NIGHTS")).layouts
    described = [[(slot.name, slot.foil, slot.balance) for slot in layout.slots] for layout in layouts]
    assert described == [
        [("Common", False, "colors"), ("Rare", False, "")],
        [("Common", False, "colors"), ("Own", True, "")],
    ]
    maker = load_pack_maker(CardSet.objects.get(code="NIGHTS"))
    packs = [maker.draw(Chance(str(seed))) for seed in range(60)]
    for pack in packs:
        assert {drawn.card.colors for drawn in pack} >= set("WUBRG")
        assert {drawn.foil for drawn in pack if drawn.card.number.startswith("NIGHTS/")} <= {True}
    assert any(drawn.foil for pack in packs for drawn in pack)


def test_packs_of_such_a_list_are_drafted(organizer_client, organizer):
    opened(organizer_client, LIST.encode())
    load(organizer_client, code="NIGHTS")
    maker = load_pack_maker(CardSet.objects.get(code="NIGHTS"))
    packs = [maker.open(Chance(str(seed))) for seed in range(200)]
    assert {len(pack) for pack in packs} == {11}
    with_otters = [pack for pack in packs if any(card.number.startswith("NIGHTS/") for card in pack)]
    assert 25 < len(with_otters) < 80
    event = make_event(organizer, "Ann", "Bo", format_="magic-draft", card_set="NIGHTS", started=True)
    assert Event.objects.get(id=event.id).draft.tables.get().packs.count() == 6


def test_without_replacement_no_card_comes_twice_at_a_table_but_for_its_copies(organizer_client):
    opened(organizer_client, LIST.replace('"withReplacement": true', '"withReplacement": false').encode())
    load(organizer_client, code="NIGHTS")
    assert stored_recipe(CardSet.objects.get(code="NIGHTS")).once


def test_the_list_is_loaded_again_with_other_cards_and_that_is_undone(organizer_client):
    opened(organizer_client, LIST.encode())
    load(organizer_client, code="NIGHTS")
    before = stored_recipe(CardSet.objects.get(code="NIGHTS"))
    opened(organizer_client, LIST.replace("Quill Otter 3\n", "Mill Rare 190\n").encode())
    organizer_client.get(load(organizer_client, code="NIGHTS")["Location"])
    assert stored_recipe(CardSet.objects.get(code="NIGHTS")) != before
    assert messages_of(organizer_client.post("/sets/NIGHTS/undo/"))[-1] == "The last load of NIGHTS is undone."
    assert stored_recipe(CardSet.objects.get(code="NIGHTS")) == before


def test_a_set_with_other_packs_is_not_overwritten_by_a_list(organizer_client):
    opened(organizer_client, LIST.encode())
    answer = load(organizer_client, code="MUP")
    assert "MUP is a set with cards of its own" in answer.context["form"].errors["code"][0]


def test_cards_that_are_not_loaded_are_named_and_an_empty_slot_is_said(organizer_client):
    page = opened(organizer_client, LIST.replace("Mill Rare", "Loose Page").encode())
    assert len(page.context["cube"].missing) == 18
    assert page.context["cube"].fault == 'the slot "Rare" needs 1, and the set has 0 for it'


def test_a_fault_stands_beside_the_file_and_the_file_is_not_kept(organizer_client):
    answer = look(organizer_client, LIST.replace('"Own": 2', '"Owl": 2').encode())
    assert answer.context["form"].errors["cards"] == ["layout 'Otters': there is no slot 'Owl'"]
