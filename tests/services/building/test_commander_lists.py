"""Lists of Commander (M35): 100 cards with a commander, one of each but basic lands, in its colours."""

import pytest

from drafts.models import Card, Event, Lists, NightSettings
from drafts.rules.building import BuiltDeck, DeckLine
from drafts.rules.errors import DeckWrongSize, NoCommander, OutsideIdentity, TooManyCopies
from drafts.rules.ids import FighterId
from drafts.rules.night.building import DeckMove, RegisterMove
from drafts.services.building import build
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import join_event
from drafts.store.building import load_building

pytestmark = pytest.mark.django_db
UNKNOWN = DeckLine("Toad King", 1, "command")
"""A commander that no loaded set has."""


@pytest.fixture
def ann(organizer):
    event = create_event(
        organizer=organizer,
        format_="magic-own",
        fight_form="commander",
        table_size=4,
        name="Friday",
        card_sets=[],
        night=NightSettings(lists=Lists.ASKED),
    )
    for name in ("Ann", "Ben"):
        join_event(event=event, nickname=name)
    start_event(event=event)
    return Event.objects.get(id=event.id).fighters.get(nickname="Ann")


def registers(fighter, *cards):
    """Hand in these cards and register them."""
    seen = work(fighter).version
    build(fighter=fighter, step=lambda live: DeckMove(deck=BuiltDeck(listed=cards), seen=seen))
    build(fighter=fighter, step=lambda live: RegisterMove(seen=seen + 1))
    assert work(fighter).is_same


def work(fighter):
    return load_building(fighter.event_id, 1).building.works[FighterId(fighter.id)]


def loaded(is_commander, colours):
    """Return the name of a loaded card that may be a commander or not, of these colours."""
    rows = Card.objects.filter(card_set__code="MAG01", magic__color_identity=colours).order_by("number")
    legends = rows.filter(magic__type_line__startswith="Legendary Creature")
    return (legends if is_commander else rows.filter(magic__type_line__startswith="Creature")).first().name


def test_M35_exactly_100_cards_with_the_commander_can_be_registered(ann):
    registers(ann, UNKNOWN, DeckLine("Plains", 98), DeckLine("Otter Scout", 1), DeckLine("River Road", 1, "side"))


@pytest.mark.parametrize(("plains", "count"), [(98, 99), (100, 101)])
def test_M35_one_card_less_or_more_is_the_wrong_size(ann, plains, count):
    with pytest.raises(DeckWrongSize) as refused:
        registers(ann, UNKNOWN, DeckLine("Plains", plains))
    assert refused.value.code == "deck_wrong_size"
    assert refused.value.words == f"{count} cards; exactly 100 are needed, commander included."


def test_M35_a_list_without_a_commander_is_refused(ann):
    with pytest.raises(NoCommander) as refused:
        registers(ann, DeckLine("Plains", 99), DeckLine("Otter Scout", 1))
    assert refused.value.code == "no_commander"


def test_M35_a_loaded_card_leads_a_deck_only_as_a_legendary_creature(ann, sample_sets):
    name = loaded(is_commander=False, colours="W")
    with pytest.raises(NoCommander) as refused:
        registers(ann, DeckLine(name, 1, "command"), DeckLine("Plains", 99))
    assert refused.value.words == f"{name} cannot be a commander."
    registers(ann, DeckLine(loaded(is_commander=True, colours="W"), 1, "command"), DeckLine("Plains", 99))


def test_M35_there_is_one_of_each_card_but_of_basic_lands_any_number(ann):
    with pytest.raises(TooManyCopies) as refused:
        registers(ann, UNKNOWN, DeckLine("Plains", 97), DeckLine("Otter Scout", 2))
    assert refused.value.words == "Otter Scout: 2 of one card; 1 at most."
    with pytest.raises(TooManyCopies):
        registers(ann, UNKNOWN, DeckLine("Plains", 98), DeckLine("Toad King", 1))


def test_M35_no_card_of_the_main_deck_has_a_colour_that_the_commander_does_not_have(ann, sample_sets):
    leader, other = loaded(is_commander=True, colours="W"), loaded(is_commander=False, colours="R")
    with pytest.raises(OutsideIdentity) as refused:
        registers(ann, DeckLine(leader, 1, "command"), DeckLine("Plains", 98), DeckLine(other, 1))
    assert refused.value.code == "outside_identity"
    assert refused.value.words == f"{other} has a colour that {leader} does not have."
    registers(ann, DeckLine(leader, 1, "command"), DeckLine("Plains", 99), DeckLine(other, 1, "side"))


def test_M35_colours_are_not_asked_where_no_loaded_set_has_the_commander_or_the_card(ann, sample_sets):
    registers(ann, UNKNOWN, DeckLine("Plains", 98), DeckLine(loaded(is_commander=False, colours="R"), 1))
    leader = loaded(is_commander=True, colours="W")
    registers(ann, DeckLine(leader, 1, "command"), DeckLine("Plains", 98), DeckLine("Fire Toad", 1))
