"""Logs, packs and piles with bare numbers of cards still hold after the upgrade (`test_way_back.py` has the cards)."""

import importlib
import json

import pytest
from django.apps import apps
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from drafts.log.json_file import log_as_data
from drafts.models import Card, CardSet, Draft, Event, PileEntry
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.rules.card_numbers import full_number
from drafts.services.events.deletion import delete_event
from tests.factories import drafted_event
from tests.paper import paper_event, play_paper_draft
from tests.piles import drafted_piles, enter_all
from tests.services.log.test_log_import import bring

migration = importlib.import_module("drafts.migrations.0049_former_numbers")


def log_of(event) -> dict:
    return json.loads(json.dumps(log_as_data(load_log(event))))


def bare(number: str) -> str:
    return number.rpartition("/")[2]


def make_bare(*codes: str) -> None:
    """Let the cards of sets have the numbers that older versions let them have."""
    for card in Card.objects.filter(card_set__code__in=codes):
        Card.objects.filter(id=card.id).update(number=bare(card.number))


def upgrade() -> None:
    migration.name_sets(apps, connection.schema_editor())


def go_back() -> None:
    migration.go_back(apps, connection.schema_editor())


@given(st.from_regex(r"[A-Z0-9][A-Z0-9_.-]{0,3}", fullmatch=True), st.text(min_size=1, max_size=8))
def test_the_migration_names_sets_as_the_rule_does(code, number):
    assert migration.full_number(code, number) == full_number(code, number)


@pytest.mark.django_db
@pytest.mark.parametrize(("code", "format_"), [("SMP01", "vanguard"), ("MAG01", "magic-draft")])
def test_a_draft_from_before_is_verified_replayed_and_imported_with_the_log_of_then(
    organizer, sample_sets, code, format_
):
    make_bare(code)
    event = drafted_event(organizer, "Aichi", "Kamui", card_set=code, format_=format_)
    then = log_of(event)
    assert then["tables"][0]["packs"][0]["cards"][0]["number"].isalnum()
    upgrade()
    now = log_of(event)
    assert now["tables"][0]["packs"][0]["cards"][0]["number"].startswith(f"{code}/")
    assert (differences(now), differences(then)) == ([], [])
    first, *others = then["tables"][0]["packs"][0]["cards"]
    first["number"] = next(card["number"] for card in others if card["number"] != first["number"])
    assert len(differences(then)) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("is_loaded", [True, False])
def test_a_log_with_bare_numbers_is_imported_with_those_that_cards_have_here(organizer, sample_sets, is_loaded):
    make_bare("SMP01")
    event = drafted_event(organizer, "Aichi", "Kamui")
    then = log_of(event)
    upgrade()
    now = log_of(event)
    delete_event(event=event)
    if not is_loaded:
        CardSet.objects.get(code="SMP01").cards.all().delete()
        CardSet.objects.filter(code="SMP01").update(partial=True)
    imported = log_of(bring(then, organizer).event)
    assert [table["packs"] for table in imported["tables"]] == [table["packs"] for table in now["tables"]]
    assert (differences(imported) == []) if is_loaded else Card.objects.filter(number__startswith="SMP01/").exists()


@pytest.mark.django_db
def test_listed_packs_from_before_are_verified_and_imported(organizer, sample_sets):
    make_bare("SMP01")
    listed = "\n\n".join(["001\n002\n003\n004\n005"] * 12)
    event = drafted_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list=listed, card_sets=[])
    then = log_of(event)
    assert then["event"]["pack_list"][0][0] == "001"
    upgrade()
    event = Event.objects.get(id=event.id)
    assert Draft.objects.get().pack_list == listed.replace("00", "SMP01/00")
    assert (differences(log_of(event)), differences(then)) == ([], [])
    delete_event(event=event)
    assert differences(log_of(bring(then, organizer).event)) == []


@pytest.mark.django_db
def test_piles_that_were_entered_before_keep_their_cards(organizer, sample_sets):
    make_bare("SMP01")
    event = paper_event(organizer, "Aichi", "Kamui")
    play_paper_draft(event)
    enter_all(event, drafted_piles(event))
    entered = [entry.numbers for entry in PileEntry.objects.order_by("seat")]
    assert "SMP01/" not in entered[0]
    upgrade()
    assert [entry.numbers for entry in PileEntry.objects.order_by("seat")] == [
        "\n".join(f"SMP01/{number}" for number in numbers.split("\n")) for numbers in entered
    ]
    go_back()
    assert [entry.numbers for entry in PileEntry.objects.order_by("seat")] == entered
