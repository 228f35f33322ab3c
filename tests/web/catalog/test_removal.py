"""Removing a set that was loaded by mistake."""

import pytest

from drafts.models import Card, CardSet, PackRecipe
from tests.factories import make_event, messages_of
from tests.importers.sets.made_up import mtgjson
from tests.web.catalog.test_open import load, opened

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def loaded(organizer_client, sample_sets):
    opened(organizer_client, mtgjson())
    load(organizer_client)
    organizer_client.get("/sets/MUP/")  # the message about the loaded set is shown


def test_a_set_that_nobody_has_drafted_is_removed_with_its_cards_and_its_recipe(organizer_client):
    before = Card.objects.count()
    assert "Remove this set and its cards" in organizer_client.get("/sets/MUP/").content.decode()
    answer = organizer_client.post("/sets/MUP/remove/")
    assert (answer["Location"], messages_of(answer)) == ("/sets/", ["MUP is removed."])
    assert not CardSet.objects.filter(code="MUP").exists()
    assert (Card.objects.count(), PackRecipe.objects.filter(card_set__code="MUP").count()) == (before - 265, 0)
    opened(organizer_client, mtgjson())
    assert load(organizer_client)["Location"] == "/sets/MUP/"


def test_a_set_that_an_event_uses_stays(organizer_client, organizer):
    make_event(organizer, format_="magic-draft", card_set="MUP")
    answer = organizer_client.post("/sets/MUP/remove/")
    assert messages_of(answer)[-1] == "MUP stays: an event uses it."
    assert CardSet.objects.get(code="MUP").cards.count() == 265


def test_a_set_of_which_a_cube_has_cards_stays_until_the_cube_is_removed(organizer_client):
    names = Card.objects.filter(card_set__code="MUP").values_list("name", flat=True)[:30]
    opened(organizer_client, "\n".join(names).encode())
    load(organizer_client, code="CUBE")
    organizer_client.get("/sets/CUBE/")
    assert messages_of(organizer_client.post("/sets/MUP/remove/"))[-1] == "MUP stays: CUBE has cards of it."
    assert messages_of(organizer_client.post("/sets/CUBE/remove/"))[-1] == "CUBE is removed."
    assert messages_of(organizer_client.post("/sets/MUP/remove/"))[-1] == "MUP is removed."


def test_only_its_owner_removes_a_set(client, django_user_model, organizer_client):
    assert client.post("/sets/MUP/remove/")["Location"].startswith("/accounts/login/")
    client.force_login(django_user_model.objects.create_user("bo"), backend="django.contrib.auth.backends.ModelBackend")
    assert "Remove this set" not in client.get("/sets/MUP/").content.decode()
    said = messages_of(client.post("/sets/MUP/remove/"))[-1]
    assert said.startswith("MUP was loaded by another organizer")
    said = messages_of(organizer_client.post("/sets/SMP01/remove/"))[-1]
    assert said.startswith("SMP01 came with the site")
    assert messages_of(organizer_client.post("/sets/NONE/remove/"))[-1] == "There is no set NONE."
    assert CardSet.objects.filter(code__in=["MUP", "SMP01"]).count() == 2
