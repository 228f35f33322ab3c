import pytest

from drafts.models import CardSet
from drafts.presenters.catalog.packs import (
    deck_notice,
    in_minutes,
    length_of,
    lengths_by_choice,
    sets_with_cards,
    shapes_of,
    usual_shape,
)
from drafts.rules.formats import Pace
from drafts.rules.games.base import Shape
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.factories import make_event

pytestmark = pytest.mark.django_db
USUAL, SEVEN = usual_shape(VANGUARD), Shape((7,), guaranteed=False)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, "as long as it takes"),
        (0, "about ½ minute"),
        (30, "about ½ minute"),
        (60, "about 1 minute"),
        (90, "about 1½ minutes"),
        (870, "about 14½ minutes"),
        (1200, "about 20 minutes"),
    ],
)
def test_a_length_is_told_to_half_a_minute(seconds, words):
    assert in_minutes(seconds) == words


def test_the_documented_totals_come_out():
    totals = {pace.value: in_minutes(length_of(VANGUARD, pace, [USUAL] * 6, 120)) for pace in Pace}
    assert totals == {
        "off": "as long as it takes",
        "brisk": "about 11 minutes",
        "standard": "about 14½ minutes",
        "relaxed": "about 20 minutes",
    }


def test_a_mix_of_packs_takes_as_long_as_its_rounds_together():
    five, seven = (length_of(VANGUARD, Pace.STANDARD, [shape], 120) for shape in (USUAL, SEVEN))
    assert length_of(VANGUARD, Pace.STANDARD, [USUAL, USUAL, USUAL, SEVEN, SEVEN, SEVEN], 120) == round(
        (five + seven) / 2
    )


def test_every_choice_of_the_form_has_its_length():
    lengths = lengths_by_choice(VANGUARD, [SEVEN], [0, 120])
    assert ({shape: set(paces) for shape, paces in lengths.items()}, set(lengths["7"]["brisk"])) == (
        {"5t": set(Pace), "7": set(Pace)},
        {"0", "120"},
    )


def test_the_sample_set_is_of_the_usual_shape(sample_sets):
    assert shapes_of([CardSet.objects.get(code="SMP01")]) == {"SMP01": USUAL}


@pytest.mark.parametrize("shape", [USUAL, SEVEN, Shape((5, 7, 10), guaranteed=True), Shape((), guaranteed=True)])
def test_a_shape_is_what_its_name_says(shape):
    assert Shape.named(shape.name) == shape


@pytest.mark.parametrize(("code", "shape"), [("BT06", "5t"), ("BT01", "5"), ("G-BT12", "7"), ("D-BT01", "7")])
def test_the_era_tells_the_shape_without_reading_cards(django_assert_num_queries, code, shape):
    card_set = CardSet.objects.create(code=code, name=code)
    with_recipe = CardSet.objects.select_related("recipe").get(id=card_set.id)
    with django_assert_num_queries(0):
        assert shapes_of([with_recipe])[code].name == shape


def test_only_sets_with_cards_are_offered(sample_sets):
    CardSet.objects.create(code="EMPTY", name="Empty")
    assert [card_set.code for card_set in sets_with_cards(VANGUARD.game)] == ["SMP01", "SMP02"]


def listed(organizer, *sizes):
    text = "\n\n".join("\n".join(["SMP01/001"] * size) for size in sizes)
    return make_event(organizer, packs="uploaded", pack_list=text, card_sets=[])


def test_R15_packs_of_five_need_no_notice(organizer, sample_sets):
    assert (deck_notice(make_event(organizer)), deck_notice(listed(organizer, *[5] * 12))) == ("", "")


def test_R15_packs_of_another_size_are_announced_with_the_size_of_the_deck(organizer, sample_sets):
    assert deck_notice(listed(organizer, *[7] * 12)) == (
        "These packs hold 7 cards: each fighter will have 42 cards, not 30."
    )


def test_R15_packs_of_several_sizes_are_announced(organizer, sample_sets):
    assert deck_notice(listed(organizer, *[5, 6] * 6)) == (
        "These packs do not all hold the same number of cards (5 to 6): "
        "fighters will not have 30 cards each, and may have different numbers of them."
    )
