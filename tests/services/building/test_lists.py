"""Lists of decks that fighters bring along (M30): handed in, registered, locked, looked at, open after the fights."""

import json

import pytest
from django.db import transaction

from drafts.importers.faults import BadFile
from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import write_log_json
from drafts.models import Card, CountedDraft, Event, Lists, NightSettings
from drafts.operations.verification import differences
from drafts.presenters.log.logs import load_log
from drafts.queries.decks import decks_of
from drafts.rules.actors import ORGANIZER
from drafts.rules.building import BuiltDeck, DeckLine, checked
from drafts.rules.errors import DeckLocked, DeckTooSmall, NoListHere, NotDrafting, StaleDeck, TooManyCopies
from drafts.rules.games.magic.building import MAGIC_BUILDER
from drafts.rules.ids import FighterId
from drafts.rules.night.building import DeckMove, RegisterMove
from drafts.rules.night.rights import LogVisibility
from drafts.services.building import build, check_deck
from drafts.services.catalog.kept_loads import keeping_what_was
from drafts.services.errors import ServiceError, TooLate, Unfinished
from drafts.services.events.lifecycle import create_event, start_event
from drafts.services.events.lobby import join_event
from drafts.services.events.nights import finish_event, go_on
from drafts.services.log.log_import import import_log
from drafts.services.statistics.counts import count_finished_drafts
from drafts.store.building import load_building
from drafts.store.fights import load_fights

pytestmark = pytest.mark.django_db
LEGAL = (DeckLine("Otter Scout", 4), DeckLine("Island", 56), DeckLine("River Road", 3, "side"))


def event_of(organizer, *names, lists=Lists.ASKED, **night) -> Event:
    event = create_event(
        organizer=organizer,
        format_="magic-own",
        name="Friday",
        card_sets=[],
        log_visibility=LogVisibility.PUBLIC,
        night=NightSettings(lists=lists, best_of=3, **night),
    )
    for name in names:
        join_event(event=event, nickname=name)
    start_event(event=event)
    event.refresh_from_db()
    return event


@pytest.fixture
def event(organizer):
    return event_of(organizer, "Ann", "Ben", "Cat")


@pytest.fixture
def ann(event):
    return event.fighters.get(nickname="Ann")


def hand_in(fighter, *cards, seen=None):
    build(fighter=fighter, step=lambda live: DeckMove(deck=BuiltDeck(listed=cards), seen=seen or work(fighter).version))


def register(fighter):
    build(fighter=fighter, step=lambda live: RegisterMove(seen=work(fighter).version))


def work(fighter):
    return load_building(fighter.event_id, 1).building.works[FighterId(fighter.id)]


def everybody_registers(event):
    for fighter in event.fighters.all():
        hand_in(fighter, *LEGAL)
        register(fighter)


def test_M30_lists_are_asked_before_the_fights_and_not_without_that(organizer, event):
    assert event.phase == "building"
    assert event_of(organizer, "Ann", "Ben", lists=Lists.OFF).phase == "fighting"


def test_a_list_is_stored_as_it_is_and_read_again_from_its_acts(ann):
    hand_in(ann, DeckLine("Krark, the Old", 2), DeckLine("Fire // Ice", 1, "side"), DeckLine("忍者", 1, "command"))
    hand_in(ann, *work(ann).deck.listed, DeckLine("Otter Scout", 4))
    assert work(ann).version == 3
    assert {(card.name, card.count, card.zone) for card in work(ann).deck.listed} == {
        ("Krark, the Old", 2, "main"), ("Fire // Ice", 1, "side"), ("忍者", 1, "command"), ("Otter Scout", 4, "main"),
    }  # fmt: skip
    assert work(ann).deck.size == 7
    hand_in(ann)
    assert work(ann).deck == BuiltDeck()


def test_M14_a_list_of_59_cannot_be_registered_and_one_of_60_can(ann):
    hand_in(ann, DeckLine("Island", 59), DeckLine("River Road", 4, "side"))
    with pytest.raises(DeckTooSmall) as refused:
        register(ann)
    assert refused.value.words == "59 cards; at least 60 are needed."
    hand_in(ann, DeckLine("Island", 60))
    register(ann)
    assert (work(ann).is_same, work(ann).registered.auto) == (True, False)


@pytest.mark.parametrize(
    ("cards", "is_legal"),
    [
        ([DeckLine("Otter Scout", 5)], False),
        ([DeckLine("Otter Scout", 4), DeckLine("Otter Scout", 1, "side")], False),
        ([DeckLine("Otter Scout", 4), DeckLine("otter scout // Otter", 1, "side")], False),
        ([DeckLine("Snow-Covered Swamp", 9), DeckLine("Wastes", 9)], True),
        ([DeckLine("Otter Scout", 4)], True),
    ],
)
def test_M16_four_of_a_card_and_any_number_of_basic_lands(ann, cards, is_legal):
    hand_in(ann, DeckLine("Island", 60), *cards)
    if is_legal:
        return register(ann)
    with pytest.raises(TooManyCopies) as refused:
        register(ann)
    assert refused.value.words == "Otter Scout: 5 of one card; 4 at most."
    return None


def test_M16_a_loaded_card_that_says_so_may_be_there_in_any_number(organizer, sample_sets):
    row = Card.objects.filter(card_set__code="MAG01", rarity="C").first()
    event = event_of(organizer, "Ann", "Ben")
    ann = event.fighters.get(nickname="Ann")
    hand_in(ann, DeckLine(row.name.upper(), 30), DeckLine("Island", 30))
    with pytest.raises(TooManyCopies):
        register(ann)
    with transaction.atomic(), keeping_what_was([row.card_set]):
        Card.objects.filter(id=row.id).update(text=f"A deck can have any number of cards named {row.name}.")
    register(ann)
    assert row.number in {held.card.number for chosen in decks_of(event) for held in chosen.deck.main}


def test_two_devices_a_stranger_and_a_deck_of_a_pool_are_refused(event, ann, organizer):
    with pytest.raises(StaleDeck):
        hand_in(ann, *LEGAL, seen=7)
    fighting = event_of(organizer, "Dan", "Eve", lists=Lists.OFF)
    with pytest.raises(NotDrafting):
        hand_in(fighting.fighters.first(), *LEGAL, seen=1)


def test_the_organizer_is_told_who_has_no_list_and_goes_on_without(event, ann):
    hand_in(ann, *LEGAL)
    register(ann)
    ben = event.fighters.get(nickname="Ben")
    hand_in(ben, DeckLine("Island", 12))
    with pytest.raises(Unfinished, match=r"These have registered no list: .* those lists stay as they are"):
        go_on(event=event, seen="building", confirmed=False)
    assert go_on(event=event, seen="building", confirmed=True) == "fighting"
    assert (work(ben).registered.auto, work(ben).registered.deck.size) == (True, 12)
    assert go_on(event=event, seen="building", confirmed=True) is None
    with pytest.raises(DeckLocked):
        hand_in(ann, *LEGAL)
    assert load_fights(event.id).fighting.round == 1


def test_an_official_looks_at_a_registered_list_and_its_fighter_is_told(event, ann):
    with pytest.raises(TooLate):
        check_deck(event=event, fighter_id=FighterId(ann.id), by=ORGANIZER)
    hand_in(ann, *LEGAL)
    register(ann)
    check_deck(event=event, fighter_id=FighterId(ann.id), by=ORGANIZER)
    assert [check.by.value for check in work(ann).checks] == ["organizer"]


def test_an_event_of_one_fighter_does_not_start(organizer):
    with pytest.raises(ServiceError):
        event_of(organizer, "Ann")
    assert Event.objects.get().phase == "lobby"


def test_all_lists_are_decks_once_the_fights_are_over(event):
    everybody_registers(event)
    go_on(event=event, seen="building", confirmed=False)
    finish_event(event=event)
    event.refresh_from_db()
    decks = [*decks_of(event)]
    assert [len(chosen.deck.main) for chosen in decks] == [60] * 3
    assert [len(chosen.deck.aside) for chosen in decks] == [3] * 3
    count_finished_drafts()
    assert CountedDraft.objects.count() == 0


def test_lists_travel_in_the_log_and_are_the_same_elsewhere(event, organizer, ann):
    everybody_registers(event)
    hand_in(ann, *LEGAL, DeckLine("Krark, the “Old”", 1, "command"))
    assert load_log(event).decks == ()
    go_on(event=event, seen="building", confirmed=False)
    finish_event(event=event)
    event.refresh_from_db()
    log = json.loads(write_log_json(load_log(event)))
    of_own = ("lists", "constructed_format", "build_minutes")
    assert [log["event"][name] for name in of_own] == ["asked", "other", 0]
    assert [stage["stage"] for stage in log["event"]["stages"]] == ["building", "fighting"]
    assert log["decks"][0]["list"][0] == {"name": "Otter Scout", "count": 4, "zone": "main"}
    assert {deck["registered"]["auto"] for deck in log["decks"]} == {False}
    assert differences(log) == []
    event.delete()
    made = import_log(log=check_log(read_log_file(json.dumps(log).encode())), organizer=organizer).event
    again = json.loads(write_log_json(load_log(made)))
    assert {name: again[name] for name in ("decks", "fights", "tables")} == {
        name: log[name] for name in ("decks", "fights", "tables")
    }


@pytest.mark.parametrize(
    "line", [{"name": "a;b"}, {"name": "a | b"}, {"name": " a"}, {"name": "Island"}, {"zone": "x"}, {"count": 100}]
)
def test_a_log_with_a_list_that_cannot_be_is_not_imported(event, line):
    everybody_registers(event)
    go_on(event=event, seen="building", confirmed=False)
    finish_event(event=event)
    event.refresh_from_db()
    log = json.loads(write_log_json(load_log(event)))
    log["decks"][0]["list"][0] |= line
    with pytest.raises(BadFile):
        check_log(read_log_file(json.dumps(log).encode()))


def test_a_list_is_refused_where_decks_are_built_of_a_pool():
    with pytest.raises(NoListHere):
        checked(BuiltDeck(listed=LEGAL), {}, MAGIC_BUILDER)
