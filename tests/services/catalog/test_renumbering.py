"""Cards that get other numbers: what was drafted with them is the same, under the new numbers."""

import json

import pytest

from drafts.log.json_file import log_as_data
from drafts.models import Card, CardSet, Draft, Event, PileEntry
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.presenters.log.replays import replay_in
from drafts.services.catalog.renumbering import rename_in_lists, renumber_cards
from drafts.services.events.deletion import delete_event
from tests.factories import drafted_event, finished_event, make_event
from tests.paper import paper_event, play_paper_draft
from tests.piles import drafted_piles, enter_all
from tests.services.log.test_log_import import bring

pytestmark = pytest.mark.django_db


def log_of(event) -> dict:
    log = log_as_data(load_log(Event.objects.get(id=event.id)))
    return json.loads(json.dumps({**log, "exported": None}))


def replay_of(event) -> dict:
    log = load_log(Event.objects.get(id=event.id))
    return json.loads(json.dumps(replay_in(log, log.tables[0])))


def turned_around(code: str) -> dict[str, str]:
    """Give the cards of a set numbers whose order is another one; return the new ones by the old ones."""
    card_set = CardSet.objects.get(code=code)
    numbers = sorted(card_set.cards.values_list("number", flat=True))
    new = {number: f"{code}/X{900 - place}" for place, number in enumerate(numbers)}
    renumber_cards(card_set, new)
    return new


def renumbered(data: object, new: dict[str, str]) -> object:
    """Return data as it is with other numbers of cards."""
    text = json.dumps(data)
    for old, number in new.items():
        text = text.replace(json.dumps(old), json.dumps(number))
    return json.loads(text)


@pytest.mark.parametrize(("code", "format_"), [("SMP01", "vanguard"), ("MAG01", "magic-draft")])
def test_a_played_draft_is_replayed_and_verified_and_its_log_is_imported(organizer, sample_sets, code, format_):
    event = finished_event(organizer, "Aichi", "Kamui", card_set=code, format_=format_)
    then, replay = log_of(event), replay_of(event)
    new = turned_around(code)
    now = log_of(event)
    assert now == renumbered(then, new)
    assert now["tables"][0]["packs"][0]["cards"][0]["number"].startswith(f"{code}/X")
    assert replay_of(event) == renumbered(replay, new)
    assert (differences(now), differences(then)) == ([], [])
    delete_event(event=event)
    for log in (then, now):
        imported = bring({**log, "exported": then["event"]["started"]}, organizer).event
        assert log_of(imported)["tables"][0]["packs"] == now["tables"][0]["packs"]
        assert differences(log_of(imported)) == []
        delete_event(event=imported)


def test_a_draft_that_starts_afterwards_is_verified_too(organizer, sample_sets):
    turned_around("SMP01")
    assert differences(log_of(drafted_event(organizer, "Aichi", "Kamui"))) == []


def test_the_counts_stay_with_the_cards(organizer_client, organizer, sample_sets):
    finished_event(organizer, "Aichi", "Kamui")
    address = "/api/v1/sets/SMP01/statistics/?limit=200"
    before = organizer_client.get(address).json()["items"]
    assert before
    new = turned_around("SMP01")
    after = organizer_client.get(address).json()["items"]
    assert {json.dumps(row) for row in after} == {json.dumps(row) for row in renumbered(before, new)}


def test_lists_of_packs_follow(organizer, sample_sets):
    listed = "\n\n".join(["SMP01/001\nSMP01/002\nSMP01/003\nSMP01/004\nSMP01/005"] * 12)
    event = make_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list=listed, card_sets=[])
    for old, number in turned_around("SMP01").items():
        listed = listed.replace(old, number)
    assert Draft.objects.get(event=event).pack_list == listed


def test_entered_piles_follow(organizer, sample_sets):
    def entered() -> list[list[str]]:
        return [entry.numbers.split("\n") for entry in PileEntry.objects.order_by("seat")]

    event = paper_event(organizer, "Aichi", "Kamui")
    play_paper_draft(event)
    enter_all(event, drafted_piles(event))
    before = entered()
    new = turned_around("SMP01")
    assert entered() == [[new[number] for number in numbers] for numbers in before]
    rename_in_lists({number: old for old, number in new.items()})
    assert entered() == before


def test_the_numbers_that_a_card_had_are_kept_the_first_one_first(sample_sets):
    card_set = CardSet.objects.get(code="SMP01")
    renumber_cards(card_set, {"SMP01/001": "SMP01/X"})
    renumber_cards(card_set, {"SMP01/X": "SMP01/Y"})
    assert Card.objects.get(number="SMP01/Y").former_numbers.split("\n") == ["SMP01/001", "SMP01/X"]
