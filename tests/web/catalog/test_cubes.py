"""A cube: a list of names that is opened, loaded and drafted, each card once at a table."""

from collections import Counter

import pytest

from drafts.models import Card, CardSet, PackCard, PackSource
from drafts.operations.verification import differences
from drafts.presenters.catalog.packs import deck_notice
from drafts.services.events.deletion import delete_event
from drafts.store.catalog import load_pack_maker
from tests.factories import let_bots_finish, make_event, messages_of
from tests.importers.sets.made_up import mtgjson
from tests.services.log.test_log_import import bring
from tests.services.log.test_log_import import exported as log_of
from tests.web.catalog.test_open import load, look, opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards(organizer_client):
    """The names of the cards of a set that is loaded."""
    look(organizer_client, mtgjson())
    load(organizer_client)
    return list(Card.objects.order_by("number").values_list("name", flat=True).distinct())


def cube_of(names) -> bytes:
    return "\n".join(names).encode()


def test_a_list_of_names_is_a_cube_of_cards_that_are_loaded(organizer_client, cards):
    answer = opened(organizer_client, cube_of([*cards[:50], "Nobody's Card", "lamp giant"]))
    cube = answer.context["cube"]
    assert (cube.count, cube.missing, len(cube.pack), cube.fault) == (52, ("Nobody's Card",), 15, "")
    assert "no loaded card" not in answer.content.decode()
    assert not CardSet.objects.filter(code="CUBE").exists()


def test_a_list_of_which_no_card_is_loaded_makes_no_cube(organizer_client, sample_sets):
    answer = opened(organizer_client, cube_of(["Lost Page", "Another Lost Page"]))
    assert "Load and run a draft" not in answer.content.decode()
    refused = load(organizer_client, code="EMPTY")
    assert refused.context["form"].non_field_errors() == ["None of these cards is loaded. Load their sets first."]
    assert not CardSet.objects.filter(code="EMPTY").exists()


def test_a_cube_owns_no_card_and_makes_packs_of_fifteen(organizer_client, cards):
    opened(organizer_client, cube_of(cards[:60]))
    answer = load(organizer_client, code="cube", name="Friday cube", draft="yes")
    assert answer["Location"] == "/events/new/?format=magic-draft&card_set=CUBE"
    card_set = CardSet.objects.get(code="CUBE")
    assert (card_set.name, card_set.cards.count(), card_set.pack_shape) == ("Friday cube", 0, "15")
    assert load_pack_maker(card_set).recipe.once
    page = organizer_client.get("/sets/CUBE/")
    assert page.context["set"].card_count == 60
    assert page.context["set"].recipe.source == "from the list of the cube"
    assert "CUBE" in organizer_client.get("/sets/").content.decode()
    assert organizer_client.get(answer["Location"]).context["form"].sets_by_round == ["CUBE", "", ""]


def test_no_card_comes_twice_at_a_table_and_the_seed_deals_the_same_again(organizer, organizer_client, cards):
    opened(organizer_client, cube_of(cards[:100]))
    load(organizer_client, code="CUBE")
    event = make_event(organizer, "Aichi", "Kamui", format_="magic-draft", card_set="CUBE", started=True)
    dealt = Counter(PackCard.objects.values_list("card__number", flat=True))
    assert (sum(dealt.values()), max(dealt.values())) == (90, 1)
    let_bots_finish(event)
    log = organizer_client.get(f"/events/{event.code}/log/log.json").json()
    assert log["event"]["sets"] == ["CUBE"] * 3
    assert differences(log) == []


def test_the_log_of_a_cube_of_cards_of_loaded_sets_is_imported(organizer, organizer_client, cards):
    opened(organizer_client, cube_of(cards[:100]))
    load(organizer_client, code="CUBE")
    event = make_event(organizer, "Aichi", "Kamui", format_="magic-draft", card_set="CUBE", started=True)
    log = log_of(let_bots_finish(event))
    delete_event(event=event)
    imported = log_of(bring(log, organizer).event)
    assert imported["tables"][0]["packs"] == log["tables"][0]["packs"]
    assert not CardSet.objects.get(code="CUBE").cards.exists()


def test_a_cube_that_is_too_small_for_the_fighters_is_not_dealt(organizer, organizer_client, cards):
    opened(organizer_client, cube_of(cards[:50]))
    load(organizer_client, code="CUBE")
    event = make_event(organizer, "Aichi", "Kamui", format_="magic-draft", card_set="CUBE")
    panel = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    assert "This cube has cards for 1 fighter at a table." in panel
    answer = organizer_client.post(f"/events/{event.code}/host/start/")
    said = "The packs cannot be made: the cube has too few cards for so many fighters at a table (1 at most)."
    assert said in (*messages_of(answer), answer.content.decode())


def test_a_cube_for_few_fighters_says_so_beside_the_size_of_their_decks(organizer, organizer_client, cards):
    opened(organizer_client, cube_of(cards[:100]))
    load(organizer_client, code="CUBE")
    event = make_event(organizer, format_="magic-draft", card_set="CUBE")
    assert deck_notice(event) == (
        "These packs hold 15 cards: each fighter will have 45 cards, not 42. "
        "This cube has cards for 2 fighters at a table."
    )
    event.draft.rounds.filter(round__gt=1).update(card_set=CardSet.objects.get(code="MUP"))
    assert "This cube has cards for 6 fighters at a table." in deck_notice(event)
    event.draft.pack_source = PackSource.PAPER
    assert "cube" not in deck_notice(event)


def test_a_cube_that_is_loaded_again_has_the_new_list(organizer_client, cards):
    for names in (cards[:60], cards[60:130]):
        opened(organizer_client, cube_of(names))
        load(organizer_client, code="CUBE")
    assert organizer_client.get("/sets/CUBE/").context["set"].card_count == 70


def test_the_code_of_a_set_with_cards_of_its_own_is_no_code_for_a_cube(organizer_client, cards):
    opened(organizer_client, cube_of(cards[:60]))
    refused = load(organizer_client, code="MUP")
    assert refused.context["form"].errors["code"] == ["MUP is a set with cards of its own: give the cube another code"]
    assert load(organizer_client, code="").context["form"].errors["code"]
