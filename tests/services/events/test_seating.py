from collections import Counter
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from drafts.models import Pack, PackCard, SlotWeight
from drafts.rules.night.seating import seat_at_random
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import start_event
from drafts.services.events.seating import PackPlace, deal_public_ids, places_of
from drafts.store.tables import load_table
from tests.factories import make_event

pytestmark = pytest.mark.django_db


def rings(event):
    return [
        list(table.seats.order_by("position").values_list("fighter__nickname", flat=True))
        for table in event.draft.tables.order_by("number")
    ]


def packs_of(event):
    """Return the card numbers of each pack in order, by table, round and opener."""
    rows = PackCard.objects.filter(draft=event.draft).order_by("id").select_related("card", "pack__table")
    packs = {}
    for row in rows:
        packs.setdefault((row.pack.table.number, row.pack.round, row.pack.opened_by), []).append(row.card.number)
    return packs


def with_seed(event, seed):
    event.draft.seed = seed
    event.draft.save(update_fields=["seed"])
    start_event(event=event)
    return event


def test_R4_seats_are_drawn_from_the_seed_and_the_order_of_joining(organizer, sample_sets):
    names = [f"Fighter {number}" for number in range(7)]
    event = make_event(organizer, *names, started=True)
    assert rings(event) == seat_at_random(names, [4, 3], event.draft.seed)


def test_seven_fighters_sit_at_tables_of_four_and_three(organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(7)), started=True)
    assert [len(ring) for ring in rings(event)] == [4, 3]


def test_R2_everyone_opens_six_packs_of_five_cards(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", started=True)
    packs = packs_of(event)
    assert sorted(packs) == [(1, round_, seat) for round_ in range(1, 7) for seat in range(3)]
    assert {len(pack) for pack in packs.values()} == {5}


def test_a_set_of_which_all_packs_are_is_read_once(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", card_set="SMP02")
    with CaptureQueriesContext(connection) as asked:
        start_event(event=event)
    assert len([query for query in asked if SlotWeight._meta.db_table in query["sql"]]) == 1


def test_no_card_is_twice_in_a_pack(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    assert {max(Counter(pack).values()) for pack in packs_of(event).values()} == {1}


def test_the_same_seed_gives_the_same_seats_packs_and_public_ids(organizer, sample_sets):
    names = ("Aichi", "Kamui", "Misaki")
    first, second = (with_seed(make_event(organizer, *names), "a seed") for _ in range(2))
    assert (rings(first), packs_of(first)) == (rings(second), packs_of(second))
    public_ids = [
        list(PackCard.objects.filter(draft=event.draft).values_list("public_id", flat=True))
        for event in (first, second)
    ]
    assert public_ids[0] == public_ids[1]


def test_another_seed_gives_other_packs(organizer, sample_sets):
    first, second = (with_seed(make_event(organizer, "Aichi", "Kamui"), seed) for seed in ("one", "two"))
    assert packs_of(first) != packs_of(second)


def test_a_public_id_tells_neither_slot_nor_rarity(organizer, sample_sets):
    event = make_event(organizer, *(f"Fighter {number}" for number in range(9)), table_size=9, started=True)
    public_ids = list(PackCard.objects.filter(draft=event.draft).order_by("id").values_list("public_id", flat=True))
    assert sorted(public_ids) == list(range(1, 271))
    rises = sum(after > before for before, after in pairwise(public_ids))
    assert 100 < rises < 170


def test_a_set_that_guarantees_a_trigger_is_noted_with_the_pack(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    assert set(Pack.objects.filter(table__draft__event=event).values_list("guaranteed", flat=True)) == {True}


def test_listed_packs_go_round_by_round_to_the_seats_and_are_shuffled(organizer, sample_sets):
    lists = [[f"SMP01/{1 + (5 * pack + card) % 100:03}" for card in range(5)] for pack in range(12)]
    text = "\n\n".join("\n".join(pack) for pack in lists)
    event = make_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list=text, table_size=9, started=True)
    packs = packs_of(event)
    places = [(1, round_, seat) for round_ in range(1, 7) for seat in range(2)]
    assert [sorted(packs[place]) for place in places] == [sorted(pack) for pack in lists]
    assert [packs[place] for place in places] != lists


@pytest.mark.parametrize("packs", [13, 17, 18])
def test_the_wrong_number_of_listed_packs_is_refused_with_both_numbers(organizer, sample_sets, packs):
    event = make_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list="\n\n".join(["SMP01/001"] * packs))
    with pytest.raises(ServiceError) as caught:
        start_event(event=event)
    assert caught.value.message == f"2 fighters need 12 packs, 6 each, and the list has {packs}."


def test_listed_packs_are_drafted_at_one_table(organizer, sample_sets):
    names = [f"Fighter {number}" for number in range(5)]
    packs = "\n\n".join(["SMP01/001\nSMP01/002"] * 30)
    event = make_event(organizer, *names, packs="uploaded", pack_list=packs, table_size=2, started=True)
    assert [len(ring) for ring in rings(event)] == [5]


def test_bots_choose_at_once_and_fighters_are_waited_for(organizer, sample_sets):
    event = make_event(organizer, "Aichi", bots=2, started=True)
    live = load_table(event.draft.tables.get().id)
    assert {facts.name: len(placed) for facts, placed in zip(live.seats, live.timed.table.placed, strict=True)} == {
        "Aichi": 0, "Brass Finch": 2, "Copper Owl": 2
    }  # fmt: skip


def test_a_tables_version_goes_on_from_the_lobbys(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui")
    event.refresh_from_db()
    lobby = event.version
    start_event(event=event)
    assert event.draft.tables.get().version > lobby


def test_packs_are_made_round_by_round_table_by_table_seat_by_seat():
    assert places_of([2, 1], 2) == [
        PackPlace(1, 1, 0), PackPlace(1, 1, 1), PackPlace(2, 1, 0),
        PackPlace(1, 2, 0), PackPlace(1, 2, 1), PackPlace(2, 2, 0),
    ]  # fmt: skip


def test_handles_are_a_shuffle_of_the_numbers_from_one():
    assert sorted(deal_public_ids("seed", 50)) == list(range(1, 51)) != deal_public_ids("seed", 50)
