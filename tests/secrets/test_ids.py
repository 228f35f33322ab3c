"""The number of a card and its place tell nothing: not what it is, whose pack it lay in, or what was taken before it.

Cards are dealt by fixed seeds. Were the numbers of an event a random permutation, each figure below would lie so many
standard deviations from its mean; 4.5 of them come about by chance once in 150 000 figures, and there are some 40.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from math import sqrt
from typing import NamedTuple

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction

from drafts.models import CardSet, PackCard
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import add_bot

pytestmark = pytest.mark.django_db

EVENTS = 25
SEATS = 4
CARDS = SEATS * 6 * 5
FARTHEST = 4.5


class Dealt(NamedTuple):
    """A card of an event: its number, where in its pack it lay, what it is, and when it was taken by whom."""

    event: int
    id: int
    place: int
    round: int
    opener: int
    trigger: bool
    rarity: str
    taken_in: int
    taken_by: int


@pytest.fixture(scope="module")
def dealt(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> list[Dealt]:
    """Cards of drafts among bots, who take what is rare before what is not."""
    with django_db_blocker.unblock(), transaction.atomic():
        call_command("loadsamples", verbosity=0)
        organizer = User.objects.create(username="dealer")
        cards = [card for number in range(EVENTS) for card in deal(organizer, number)]
        transaction.set_rollback(True)
    return cards


def deal(organizer: User, number: int) -> list[Dealt]:
    event = create_event(organizer=organizer, name="Dealt", card_sets=[CardSet.objects.get(code="SMP02")])
    event.draft.seed = f"{number:064x}"
    event.draft.save()
    for _ in range(SEATS):
        add_bot(event=event)
    start_event(event=event)
    card = ("public_id", "pack__round", "pack__opened_by", "card__vanguard__trigger", "card__rarity")
    columns = (*card, "picks__pass_number", "picks__seat__position")
    rows = (
        PackCard.objects.filter(draft=event.draft)
        .order_by("pack__round", "pack__opened_by", "id")
        .values_list(*columns)
    )
    return [
        Dealt(number, public_id, index % 5, round_, opener, bool(trigger), *rest)
        for index, (public_id, round_, opener, trigger, *rest) in enumerate(rows)
    ]


def farness(dealt: list[Dealt], chosen: Callable[[Dealt], bool]) -> float:
    """Return by how many standard deviations the numbers of the chosen cards are larger than any others."""
    by_event = defaultdict(list)
    for card in dealt:
        by_event[card.event].append(card)
    total = mean = variance = 0.0
    for cards in by_event.values():
        count, size = sum(map(chosen, cards)), len(cards)
        total += sum(card.id for card in cards if chosen(card))
        mean += count * (size + 1) / 2
        variance += count * (size - count) * (size + 1) / 12
    return (total - mean) / sqrt(variance)


def test_the_numbers_of_an_event_are_the_first_ones_each_once(dealt):
    assert Counter((card.event, card.id) for card in dealt) == Counter(
        (event, number) for event in range(EVENTS) for number in range(1, CARDS + 1)
    )


@pytest.mark.parametrize("rarity", ["C", "R", "RR", "RRR", "LR"])
def test_a_number_tells_no_rarity(dealt, rarity):
    assert abs(farness(dealt, lambda card: card.rarity == rarity)) < FARTHEST


def test_a_number_tells_no_trigger_unit(dealt):
    assert abs(farness(dealt, lambda card: card.trigger)) < FARTHEST


@pytest.mark.parametrize("place", range(5))
def test_a_number_tells_no_place_in_the_pack(dealt, place):
    assert abs(farness(dealt, lambda card: card.place == place)) < FARTHEST


@pytest.mark.parametrize("round_", range(1, 7))
def test_a_number_tells_no_round(dealt, round_):
    assert abs(farness(dealt, lambda card: card.round == round_)) < FARTHEST


@pytest.mark.parametrize("seat", range(SEATS))
def test_a_number_tells_neither_who_opens_nor_who_took_a_card(dealt, seat):
    assert abs(farness(dealt, lambda card: card.opener == seat)) < FARTHEST
    assert abs(farness(dealt, lambda card: card.taken_by == seat)) < FARTHEST


@pytest.mark.parametrize("pass_", range(1, 5))
def test_a_number_tells_not_when_a_card_was_taken(dealt, pass_):
    assert abs(farness(dealt, lambda card: card.taken_in == pass_)) < FARTHEST


def test_numbers_of_a_pack_are_no_neighbours(dealt):
    pack = {(card.event, card.id): (card.round, card.opener) for card in dealt}
    together = sum(pack[event, number] == pack.get((event, number + 1)) for event, number in pack)
    mean = len(dealt) * 4 / CARDS  # each of its four mates is its right neighbour once in CARDS times
    assert abs(together - mean) < FARTHEST * sqrt(mean)


@pytest.mark.parametrize("kind", ["trigger", "rare"])
def test_a_place_in_the_pack_tells_no_slot(dealt, kind):
    def chosen(card: Dealt) -> bool:
        return card.trigger if kind == "trigger" else card.rarity not in ("C", "LR")

    places = Counter(card.place for card in dealt if chosen(card))
    for place in range(5):
        mean = places.total() / 5
        assert abs(places[place] - mean) < FARTHEST * sqrt(mean * 4 / 5)


def test_numbers_by_rank_would_be_noticed(dealt):
    ranked = sorted(dealt, key=lambda card: (card.event, card.trigger, card.rarity, card.place))
    numbered = [card._replace(id=index % CARDS + 1) for index, card in enumerate(ranked)]
    assert abs(farness(numbered, lambda card: card.trigger)) > FARTHEST
    slightly = [card._replace(id=1 if card.trigger and not card.opener else card.id) for card in dealt]
    assert abs(farness(slightly, lambda card: card.trigger)) > FARTHEST
