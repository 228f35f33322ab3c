"""The building of decks in a night (M14-M20): when it begins and ends, its clock, and who is told what."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.importers.faults import BadFile
from drafts.log.file_checks import check_log
from drafts.log.file_reading import read_log_file
from drafts.log.json_file import write_log_json
from drafts.models import Event, EventStage, Fights, NightSettings, Policy, StageAct, TableEvent
from drafts.operations.night_verification import night_differences
from drafts.presenters.log.entries import newest_entries
from drafts.presenters.log.logs import load_log
from drafts.protocol.activities import ACTIVITIES, load_stages
from drafts.protocol.building import seats_part
from drafts.protocol.night import NightStates
from drafts.queries.decks import deck_of_fighter, heroes_of
from drafts.rules.actors import ORGANIZER, judge_by
from drafts.rules.building import BuiltDeck
from drafts.rules.errors import DeckLocked, DeckTooSmall, NotAllowed, NotDrafting, StaleDeck
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.building import DeckMove, RegisterMove
from drafts.rules.night.clock_moves import Extend, Pause, Resume
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.rights import LogVisibility
from drafts.services.acts import expire_overdue_stages
from drafts.services.building import build, check_deck, time_building
from drafts.services.draft.hosting import replace_link
from drafts.services.errors import ServiceError, TooLate, Unfinished
from drafts.services.events.nights import finish_event, go_on
from drafts.services.events.removals import leave_event, remove_fighter, undo_removal
from drafts.services.log.log_import import import_log
from drafts.store.building import load_building
from drafts.store.shares import setup_of
from tests.factories import building_event, drafted_event, fighter, sealed_event, time_to_build_is_up

FILLED = "If you go on, what they have is filled with lands and registered."

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sample_sets")]

TIMED = {"fights": Fights.OFF, "sharing": Policy.KEEP, "build_minutes": 30}


def works_of(event):
    """The decks of the event's table, by nickname."""
    live = load_building(EventId(event.id), 1)
    return {live.names[one]: work for one, work in live.building.works.items()}


def pool_of(event, name):
    live = load_building(EventId(event.id), 1)
    return list(live.building.pools[FighterId(fighter(event, name).id)])


def playable(event, name):
    """The cards of a pool that may lie in a deck."""
    live = load_building(EventId(event.id), 1)
    pool = live.building.pools[FighterId(fighter(event, name).id)]
    return [one for one, held in pool.items() if live.building.builder.zone_of(held.card) == "main"]


def build_for(event, name, *steps):
    for step in steps:
        build(fighter=fighter(event, name), step=lambda live, step=step: step)


def registered(event, name, cards=18, **lands):
    deck = BuiltDeck(tuple(playable(event, name)[:cards]), (), tuple((lands or {"Plains": 40 - cards}).items()))
    seen = works_of(event)[name].version
    build_for(event, name, DeckMove(deck=deck, seen=seen), RegisterMove(seen=seen + 1))
    return deck


def test_M20_building_begins_with_the_pools_and_bots_have_registered_at_once(organizer):
    event = building_event(organizer, "Ann", "Ben", bots=1, night=NightSettings(**TIMED))
    (stage,) = EventStage.objects.filter(event=event)
    assert (stage.stage, stage.number, stage.setup["minutes"]) == ("building", 1, 30)
    assert stage.wakes_at - stage.began_at == timedelta(minutes=30)
    works = works_of(event)
    (bot,) = works.keys() - {"Ann", "Ben"}
    assert works[bot].registered.deck.size == 40
    assert not works[bot].registered.auto
    assert works["Ann"].registered is works["Ben"].registered is None


def test_a_draft_of_another_game_has_no_decks_to_build(organizer):
    event = drafted_event(organizer, "Ann", "Ben")
    assert event.phase == "building"
    assert not EventStage.objects.filter(event=event).exists()
    with pytest.raises(NotDrafting):
        build_for(event, "Ann", DeckMove(deck=BuiltDeck(), seen=1))


def test_M20_before_the_signal_and_after_the_end_nothing_is_built(organizer):
    event = building_event(organizer, "Ann", "Ben")
    finish_event(event=event)
    with pytest.raises(NotDrafting):
        build_for(event, "Ann", DeckMove(deck=BuiltDeck(), seen=2))


def test_M20_at_zero_every_deck_is_locked_and_what_is_missing_is_filled(organizer):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(**TIMED))
    deck = registered(event, "Ann")
    assert time_to_build_is_up(event) == 1
    works = works_of(event)
    assert (works["Ann"].registered.deck, works["Ann"].registered.auto) == (deck, False)
    assert (works["Ben"].registered.deck.size, works["Ben"].registered.auto) == (40, True)
    with pytest.raises(DeckLocked):
        registered(event, "Ben")
    event.refresh_from_db()
    assert event.phase == "building"
    assert EventStage.objects.get(event=event).wakes_at is None
    assert go_on(event=event, seen="building", confirmed=False) == "finished"


def test_M20_time_that_ran_out_while_the_server_was_down_is_given_back(organizer):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(**TIMED))
    EventStage.objects.filter(event=event).update(
        began_at=timezone.now() - timedelta(hours=2), wakes_at=timezone.now() - timedelta(hours=1)
    )
    assert expire_overdue_stages(kinds=[each.kind for each in ACTIVITIES.values()]) == 1
    live = load_building(EventId(event.id), 1)
    assert not live.building.locked
    assert live.building.clock.deadline > timezone.now()


def test_M20_without_a_clock_going_on_names_those_without_a_deck_and_then_fills_theirs(organizer):
    event = building_event(organizer, "Ann", "Ben", "Cem", "Dot")
    registered(event, "Ann")
    leave_event(fighter=fighter(event, "Dot"))
    with pytest.raises(Unfinished) as asked:
        go_on(event=event, seen="building", confirmed=False)
    either = [", ".join(map(isolate, names)) for names in (("Ben", "Cem"), ("Cem", "Ben"))]
    assert asked.value.message in [f"These have no deck yet: {names}. {FILLED}" for names in either]
    assert not load_building(EventId(event.id), 1).building.locked
    registered(event, "Cem")
    with pytest.raises(Unfinished) as asked:
        go_on(event=event, seen="building", confirmed=False)
    assert asked.value.message == f"{isolate('Ben')} has no deck yet. {FILLED}"
    assert go_on(event=event, seen="building", confirmed=True) == "finished"
    works = works_of(event)
    assert [works[name].registered.auto for name in ("Ann", "Ben", "Cem", "Dot")] == [False, True, False, True]
    assert go_on(event=event, seen="building", confirmed=True) is None


def test_M20_a_pause_stops_the_clock_of_all_tables_and_the_organizer_gives_more_time(organizer):
    event = building_event(organizer, "Ann", "Ben", "Cem", "Dot", table_size=2, night=NightSettings(**TIMED))
    assert time_building(event=event, move=Pause())
    assert not time_building(event=event, move=Pause())
    assert {live.building.clock.stands for live in load_stages(EventId(event.id))} == {True}
    registered(event, works_of(event).popitem()[0])
    assert time_building(event=event, move=Resume(), by=judge_by(None))
    before = [live.building.clock.deadline for live in load_stages(EventId(event.id))]
    assert time_building(event=event, move=Extend(60))
    after = [live.building.clock.deadline for live in load_stages(EventId(event.id))]
    assert [late - early for early, late in zip(before, after, strict=True)] == [timedelta(seconds=60)] * 2
    go_on(event=event, seen="building", confirmed=True)
    with pytest.raises(ServiceError):
        time_building(event=event, move=Pause())


def test_M20_once_all_is_locked_the_clock_is_nobodys(organizer):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(**TIMED))
    time_to_build_is_up(event)
    with pytest.raises(NotAllowed):
        time_building(event=event, move=Extend(60))


def test_M20_two_devices_at_once_do_not_overwrite_each_other(organizer):
    event = building_event(organizer, "Ann", "Ben")
    first, second = (BuiltDeck((card,)) for card in playable(event, "Ann")[:2])
    build_for(event, "Ann", DeckMove(deck=first, seen=1))
    with pytest.raises(StaleDeck):
        build_for(event, "Ann", DeckMove(deck=second, seen=1))
    assert works_of(event)["Ann"].deck == first
    with pytest.raises(DeckTooSmall):
        build_for(event, "Ann", RegisterMove(seen=2))


def test_M20_a_deck_counts_in_its_fighters_seq_alone_until_others_see_how_far_they_are(organizer):
    event = building_event(organizer, "Ann", "Ben")
    ann, ben = (FighterId(fighter(event, name).id) for name in ("Ann", "Ben"))

    def seqs():
        states = NightStates(load_stages(EventId(event.id)))
        return [states.seq_at(1, one) for one in (ann, ben, None)], dict(states.seats(1))

    assert seqs() == ([1, 1, 1], {ann: {"deck": "none"}, ben: {"deck": "none"}})
    cards = playable(event, "Ann")
    build_for(event, "Ann", DeckMove(deck=BuiltDeck((cards[0],)), seen=1))
    assert seqs() == ([2, 2, 2], {ann: {"deck": "building"}, ben: {"deck": "none"}})
    build_for(event, "Ann", DeckMove(deck=BuiltDeck(tuple(cards[:2])), seen=2))
    assert seqs()[0] == [3, 2, 2]
    registered(event, "Ann")
    assert seqs() == ([5, 3, 3], {ann: {"deck": "registered"}, ben: {"deck": "none"}})
    registered(event, "Ann", cards=17)
    assert seqs()[0] == [7, 3, 3]


def test_M20_a_deck_check_is_told_to_its_fighter_and_stands_in_the_history(organizer):
    event = building_event(organizer, "Ann", "Ben")
    with pytest.raises(TooLate):
        check_deck(event=event, fighter_id=FighterId(fighter(event, "Ann").id), by=ORGANIZER)
    registered(event, "Ann")
    check_deck(event=event, fighter_id=FighterId(fighter(event, "Ann").id), by=ORGANIZER)
    states, ann = NightStates(load_stages(EventId(event.id))), FighterId(fighter(event, "Ann").id)
    assert [check["by"] for check in states.own(1, ann)["deck"]["checked"]] == ["organizer"]
    assert TableEvent.objects.filter(table__draft__event=event, kind="deck_check", by="organizer").count() == 1
    assert f"The organizer looked at {isolate('Ann')}'s deck." in [
        entry.text for entry in newest_entries(EventId(event.id), 5)
    ]
    assert ("deck_check", str(ann)) in StageAct.objects.values_list("kind", "text")


def test_M21_the_deck_of_record_is_the_main_deck_and_not_the_pool(organizer):
    event = building_event(organizer, "Ann", "Ben")
    deck = registered(event, "Ann")
    build_for(event, "Ann", DeckMove(deck=BuiltDeck(tuple(playable(event, "Ann")[18:20])), seen=2))
    shown = deck_of_fighter(fighter(event, "Ann"))
    assert {held.id for held in shown.zone("main")} - {0} == set(deck.main)
    assert len(shown.zone("main")) == 40
    assert {held.id for held in shown.zone("side")} == set(pool_of(event, "Ann")) - set(deck.main)
    finish_event(event=event)
    event.refresh_from_db()
    heroes = {hero.fighter.nickname: hero.card.name for hero in heroes_of(event)}
    assert heroes["Ann"] in {held.card.name for held in shown.zone("main")}


def test_a_sharing_still_shares_the_whole_pool(organizer):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(fights=Fights.OFF, sharing=Policy.EQUAL))
    registered(event, "Ann")
    setup = setup_of(event, event.draft.tables.get())
    assert len(setup["drafted"]) == sum(len(pool_of(event, name)) for name in ("Ann", "Ben"))


def test_the_log_has_decks_once_the_fights_are_over_and_they_come_back_from_its_file(organizer, django_user_model):
    event = building_event(organizer, "Ann", "Ben", bots=1, log_visibility=LogVisibility.PUBLIC)
    deck = registered(event, "Ann", Plains=20, Island=2)
    assert json.loads(write_log_json(load_log(event)))["decks"] == []
    finish_event(event=event)
    event.refresh_from_db()
    assert night_differences(event) == []
    written = write_log_json(load_log(event))
    told = json.loads(written)
    (of_ann,) = (each for each in told["decks"] if each["fighter"] == fighter(event, "Ann").id)
    zones = {zone["zone"]: zone["cards"] for zone in of_ann["zones"]}
    assert (set(zones["main"]), of_ann["basics"], of_ann["registered"]["auto"]) == (
        set(deck.main), {"Plains": 20, "Island": 2}, False
    )  # fmt: skip
    assert (told["event"]["build_minutes"], told["event"]["lands"]) == (0, "provided")
    Event.objects.filter(id=event.id).delete()
    other = django_user_model.objects.create_user("other")
    again = import_log(log=check_log(read_log_file(written.encode())), organizer=other).event
    assert json.loads(write_log_json(load_log(again)))["decks"] == told["decks"]
    assert night_differences(again) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda deck: deck["zones"][0]["cards"].pop(), "with the cards that this seat took"),
        (lambda deck: deck["zones"][0]["cards"].extend(deck["zones"][1]["cards"]), "with the cards that this seat"),
        (lambda deck: deck["zones"][0].update(zone="deck"), "are not main, side and command"),
        (lambda deck: deck["basics"].update(Wastes=1), "is refused as lands_not_free"),
    ],
)
def test_a_file_with_a_deck_that_cannot_have_been_built_is_refused(organizer, change, fault):
    event = building_event(organizer, "Ann", "Ben")
    registered(event, "Ann")
    finish_event(event=event)
    event.refresh_from_db()
    told = json.loads(write_log_json(load_log(event)))
    change(next(each for each in told["decks"] if each["fighter"] == fighter(event, "Ann").id))
    Event.objects.filter(id=event.id).delete()
    with pytest.raises(BadFile) as refused:
        check_log(read_log_file(json.dumps(told).encode()))
    assert fault in str([(each.where, each.what) for each in refused.value.faults])


def test_verify_finds_a_bots_deck_and_a_filled_deck_that_the_seed_does_not_give(organizer):
    event = building_event(organizer, "Ann", "Ben", bots=1)
    go_on(event=event, seen="building", confirmed=True)
    event.refresh_from_db()
    assert night_differences(event) == []
    act = StageAct.objects.get(kind="auto")
    act.text = act.text.replace("Plains", "Swamp", 1)
    act.save()
    assert "other lands than those that are suggested" in night_differences(event)[0]
    stage = EventStage.objects.get(stage="building")
    (bot,) = stage.setup["registered"]
    stage.setup["registered"][bot][0] = "| | Plains 40"
    stage.save()
    assert "its registered are not those of the draft" in night_differences(event)[0]


def seats_of(event):
    """Return what everybody sees of the seats, by nickname."""
    live = load_building(EventId(event.id), 1)
    return {live.names[one]: dict(part) for one, part in seats_part(live).items()}


def test_M20_a_fighter_who_leaves_while_decks_are_built_is_marked_and_comes_back(organizer):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(**TIMED))
    ben = fighter(event, "Ben")
    leave_event(fighter=ben)
    assert seats_of(event) == {"Ann": {"deck": "none"}, "Ben": {"deck": "none", "gone": True}}
    replace_link(event=event, fighter_id=ben.id)
    assert seats_of(event)["Ben"] == {"deck": "none"}
    registered(event, "Ben")
    remove_fighter(event=event, fighter_id=ben.id)
    assert seats_of(event)["Ben"] == {"deck": "registered", "gone": True}
    undo_removal(event=event, fighter_id=ben.id)
    assert seats_of(event)["Ben"] == {"deck": "registered"}
    assert night_differences(event) == []


def test_M20_the_deck_of_a_fighter_who_left_is_locked_as_all_others_are(organizer):
    event = building_event(organizer, "Ann", "Ben", night=NightSettings(**TIMED))
    registered(event, "Ann")
    leave_event(fighter=fighter(event, "Ben"))
    go_on(event=event, seen="building", confirmed=False)
    works = works_of(event)
    assert (works["Ben"].registered.deck.size, works["Ben"].registered.auto) == (40, True)
    assert night_differences(event) == []


def test_M20_one_who_left_before_the_pools_appeared_is_marked_from_the_start(organizer):
    event = sealed_event(organizer, "Ann", "Ben", started=True, night=NightSettings(**TIMED))
    leave_event(fighter=fighter(event, "Ben"))
    go_on(event=event, seen="opening", confirmed=False)
    assert seats_of(event) == {"Ann": {"deck": "none"}, "Ben": {"deck": "none", "gone": True}}
    assert night_differences(event) == []
