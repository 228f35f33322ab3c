"""Undoing the last load of a set."""

import json

import pytest
from django.test import Client

from drafts.models import Card, CardSet, Draft, SetLoad
from drafts.store.catalog import cards_of, stored_recipe
from tests.factories import make_event, messages_of
from tests.importers.sets.made_up import mtgjson
from tests.web.catalog.test_open import load, opened

pytestmark = pytest.mark.django_db


def take(client, data, **fields):
    opened(client, data)
    answer = load(client, **fields)
    client.get(answer["Location"])  # the message about the loaded set is shown
    return answer


def undo(client, code="MUP"):
    return messages_of(client.post(f"/sets/{code}/undo/"))[-1]


def changed(**first):
    """Return the same set with another first card, one card more, another name and another recipe."""
    whole = json.loads(mtgjson())
    cards = whole["data"]["cards"]
    cards[0] |= first
    cards.append({**cards[5], "number": "400", "uuid": "new", "name": "Mill Newcomer"})
    whole["data"]["name"] = "Made Up Again"
    whole["data"]["booster"]["draft"]["boosters"].pop()
    return json.dumps(whole).encode()


@pytest.fixture(scope="module")
def loaded(module_organizer):
    client = Client()
    client.force_login(module_organizer, backend="django.contrib.auth.backends.ModelBackend")
    take(client, mtgjson())
    return CardSet.objects.get(code="MUP")


@pytest.fixture
def card_set(loaded, db):
    return CardSet.objects.get(id=loaded.id)


def test_cards_that_were_renumbered_have_their_old_numbers_again_and_lists_of_packs_too(
    organizer, organizer_client, card_set
):
    numbers = dict(Card.objects.values_list("id", "number"))
    listed = "\n\n".join(["MUP/1\nMUP/2"] * 3)
    event = make_event(organizer, "Ann", format_="magic-draft", packs="uploaded", pack_list=listed, card_set="MUP")
    take(organizer_client, mtgjson().replace(b'"number": "', b'"number": "0'), doubles="same")
    assert Draft.objects.get(event=event).pack_list == listed.replace("/", "/0")
    undo(organizer_client)
    assert dict(Card.objects.values_list("id", "number")) == numbers
    assert set(Card.objects.values_list("former_numbers", flat=True)) == {""}
    assert Draft.objects.get(event=event).pack_list == listed


def as_it_is(card_set):
    card_set.refresh_from_db()
    keys = dict(card_set.cards.values_list("number", "id"))
    return card_set.name, card_set.pack_shape, cards_of(card_set), stored_recipe(card_set), keys


def test_the_load_of_a_new_set_is_undone_with_its_cards(organizer_client, card_set):
    assert "The set is removed again" in organizer_client.get("/sets/MUP/").content.decode()
    answer = organizer_client.post("/sets/MUP/undo/")
    assert (answer["Location"], messages_of(answer)[-1]) == ("/sets/", "The last load of MUP is undone.")
    assert (CardSet.objects.count(), Card.objects.count(), SetLoad.objects.count()) == (0, 0, 0)


def test_a_load_that_changed_a_set_is_undone_to_what_was_there(organizer_client, card_set):
    before = as_it_is(card_set)
    take(organizer_client, changed(name="Mill Other", power="9", rarity="rare"))
    assert as_it_is(card_set) != before
    page = organizer_client.get("/sets/MUP/").content.decode()
    assert "1 card that was added is removed again." in page
    assert "1 card becomes what it was before." in page
    assert "Packs are made as they were made before." in page
    assert undo(organizer_client) == "The last load of MUP is undone."
    assert as_it_is(card_set) == before
    assert undo(organizer_client) == "There is no load of MUP that can be undone."


def test_a_load_that_changes_nothing_leaves_the_one_before_to_be_undone(organizer_client, card_set):
    before = as_it_is(card_set)
    for _ in range(2):
        take(organizer_client, changed(name="Mill Other"))
    undo(organizer_client)
    assert as_it_is(card_set) == before


def test_a_load_stays_when_packs_were_made_since(organizer_client, organizer, card_set):
    take(organizer_client, changed(name="Mill Other"))
    assert "Undo the last load" in organizer_client.get("/sets/MUP/").content.decode()
    make_event(organizer, "Ann", "Bo", format_="magic-draft", card_set="MUP", started=True)
    assert "Undo the last load" not in organizer_client.get("/sets/MUP/").content.decode()
    assert undo(organizer_client) == "MUP stays as it is: packs were made since its last load, or have cards of it."
    assert Card.objects.filter(number="MUP/1", name="Mill Other").exists()


def test_a_load_stays_when_a_cube_has_a_card_that_it_added(organizer_client, card_set):
    take(organizer_client, changed())
    names = ["Mill Newcomer", *(f"Mill Common {place}" for place in range(1, 40))]
    take(organizer_client, "\n".join(names).encode(), code="CUBE")
    assert undo(organizer_client) == "MUP stays as it is: a cube has cards of its last load."
    assert undo(organizer_client, "CUBE") == "The last load of CUBE is undone."
    assert undo(organizer_client) == "The last load of MUP is undone."


def test_another_list_of_a_cube_is_undone(organizer_client, card_set):
    for last in (40, 50):
        take(organizer_client, "\n".join(f"Mill Common {n}" for n in range(1, last)).encode(), code="CUBE")
    undo(organizer_client, "CUBE")
    assert len(stored_recipe(CardSet.objects.get(code="CUBE")).layouts[0].slots[0].sheet) == 39


def test_only_its_owner_undoes_a_load(client, django_user_model, organizer_client, card_set):
    client.force_login(django_user_model.objects.create_user("bo"), backend="django.contrib.auth.backends.ModelBackend")
    assert "Undo the last load" not in client.get("/sets/MUP/").content.decode()
    assert undo(client).startswith("MUP was loaded by another organizer")
    assert CardSet.objects.filter(code="MUP").exists()
