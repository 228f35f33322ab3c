import re

import pytest

from drafts.models import Card, CardSet, DraftSet, Event, Fighter, NightSettings
from drafts.models.event import CODE_ALPHABET
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.formats import Pace
from drafts.rules.night.rights import LogVisibility
from drafts.rules.night.stages import Stage
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import create_event, create_practice, edit_event, start_event, stop_event
from drafts.services.events.nights import finish_event
from tests.factories import drafted_event, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def sets(sample_sets):
    return {card_set.code: card_set for card_set in CardSet.objects.all()}


def refused(action, **arguments):
    with pytest.raises(ServiceError) as caught:
        action(**arguments)
    return caught.value.field, caught.value.message


def test_an_event_gets_a_code_that_people_can_read_out_and_a_secret_seed(organizer, sets):
    events = [create_event(organizer=organizer, name="x", card_sets=[sets["SMP01"]]) for _ in range(20)]
    assert all(re.fullmatch(f"[{CODE_ALPHABET}]{{6}}", event.code) for event in events)
    assert (len({event.code for event in events}), len({event.draft.seed for event in events})) == (20, 20)
    assert {len(event.draft.seed) for event in events} == {64}


def test_one_set_is_for_all_rounds(organizer, sets):
    event = create_event(organizer=organizer, name="x", card_sets=[sets["SMP02"]])
    rounds = event.draft.rounds.order_by("round").values_list("round", "card_set__code")
    assert list(rounds) == [(number, "SMP02") for number in range(1, 7)]


@pytest.mark.parametrize("count", [0, 2, 5, 7])
def test_another_number_of_sets_is_refused_beside_the_field(organizer, sets, count):
    field, message = refused(create_event, organizer=organizer, name="x", card_sets=[sets["SMP01"]] * count)
    assert (field, message) == ("card_set", "Give one set for all packs, or 6, one for each pack.")
    assert (Event.objects.count(), DraftSet.objects.count()) == (0, 0)


def test_a_set_that_cannot_fill_a_slot_is_refused_with_the_slot_named(organizer, sets):
    sets["SMP01"].cards.exclude(vanguard__card_type="trigger").filter(rarity="C").delete()
    field, message = refused(create_event, organizer=organizer, name="x", card_sets=[sets["SMP01"]])
    assert (field, message.startswith("SMP01 cannot be drafted: the slot")) == ("card_set", True)


def test_a_set_that_shrinks_in_the_lobby_is_refused_at_the_start_and_nothing_is_changed(organizer, sets):
    event = make_event(organizer, "Aichi", "Kamui")
    sets["SMP01"].cards.exclude(vanguard__card_type="trigger").filter(rarity="C").delete()
    assert "The packs cannot be made: the slot" in refused(start_event, event=event)[1]
    event.refresh_from_db()
    assert (event.phase, event.draft.tables.count(), event.entries.count()) == ("lobby", 0, 0)


def test_listed_packs_need_no_set_and_name_unknown_cards_by_line(organizer, sets):
    listed = "SMP01/001\nSMP01/002\n\nNO/1"
    field, message = refused(
        create_event, organizer=organizer, name="x", card_sets=[], packs="uploaded", pack_list=listed
    )
    assert (field, message) == ("pack_list", "line 4: no loaded set has NO/1")


def test_M26_a_listed_pack_has_no_card_that_lies_in_none(organizer, sample_sets):
    listed = "MAG01/001\nMAV01/003\n\nMAG01/002\nMAV01/003"
    packs = {"format_": "magic-draft", "card_sets": [], "packs": "uploaded", "pack_list": listed}
    field, message = refused(create_event, organizer=organizer, name="x", **packs)
    assert field == "pack_list"
    assert message == "line 2: MAV01/003 lies in no pack\nline 5: MAV01/003 lies in no pack"


def test_M26_a_bare_number_of_a_listed_pack_means_no_avatar_and_no_plane(organizer, sample_sets):
    assert {"MAV01/001", "MAP01/001"} <= {*Card.objects.values_list("number", flat=True)}
    packs = {"format_": "magic-draft", "card_sets": [], "packs": "uploaded", "pack_list": "001\n002\n\n003\n004"}
    event = create_event(organizer=organizer, name="x", **packs)
    assert event.draft.pack_list == "MAG01/001\nMAG01/002\n\nMAG01/003\nMAG01/004"


def test_many_unknown_cards_are_counted_not_listed(organizer, sets):
    listed = "\n\n".join(f"NO/{number}" for number in range(1000))
    _, message = refused(create_event, organizer=organizer, name="x", card_sets=[], packs="uploaded", pack_list=listed)
    assert message.endswith("\nand 980 more")


@pytest.mark.parametrize(
    ("settings", "field", "message"),
    [
        ({"swiss_rounds": 0}, "swiss_rounds", "From 1 to 9 rounds."),
        ({"swiss_rounds": 10}, "swiss_rounds", "From 1 to 9 rounds."),
        ({"best_of": 2}, "best_of", "A fight is one game, or the best of three."),
        ({"fight_minutes": 4}, "fight_minutes", "A round lasts from 5 to 90 minutes, or 0: without a clock."),
        ({"fight_minutes": 91}, "fight_minutes", "A round lasts from 5 to 90 minutes, or 0: without a clock."),
        ({"damage_limit": 2}, "damage_limit", "From 3 to 9 damage."),
    ],
)
def test_R17_fights_that_cannot_be_are_refused_beside_the_field(organizer, sets, settings, field, message):
    night = NightSettings(**settings)
    assert refused(make_event, organizer=organizer, night=night) == (field, message)
    assert not Event.objects.exists()


@pytest.mark.parametrize("minutes", [0, 5, 90])
def test_a_round_may_be_short_long_or_without_a_clock(organizer, sets, minutes):
    event = make_event(organizer, night=NightSettings(fight_minutes=minutes))
    assert Event.objects.get(id=event.id).night.fight_minutes == minutes


def edit(event, **settings):
    edit_event(event=event, **{"name": "Friday draft", "card_sets": [CardSet.objects.get(code="SMP01")], **settings})


def test_an_event_is_settled_anew_in_its_lobby_and_everything_is_written(organizer, sets):
    event = make_event(organizer, "Aichi", night=NightSettings(fights="swiss"), card_set="SMP02", table_size=9)
    before = Event.objects.get(id=event.id)
    edit(
        event, name="Saturday", table_size=3, pace=Pace.BRISK, review_seconds=60, judge=JudgeBy.AUTOMATIC,
        log_visibility=LogVisibility.PUBLIC, night=NightSettings(fights="bracket", fight_minutes=40),
    )  # fmt: skip
    after = Event.objects.get(id=event.id)
    draft = after.draft
    assert (after.name, after.log_visibility, after.version) == ("Saturday", "public", before.version + 1)
    assert (draft.table_size, draft.pace, draft.review_seconds, draft.judge) == (3, "brisk", 60, "automatic")
    assert list(draft.rounds.values_list("round", "card_set__code")) == [(number, "SMP01") for number in range(1, 7)]
    assert (after.night.fights, after.night.fight_minutes, after.night.swiss_rounds) == ("bracket", 40, 3)
    assert (after.code, draft.seed, draft.format) == (event.code, before.draft.seed, "vanguard")
    assert [entry.text for entry in after.entries.all()] == ["The organizer changed the settings."]
    assert [fighter.nickname for fighter in after.fighters.all()] == ["Aichi"]


def test_a_list_gives_way_to_sets_and_sets_to_a_list(organizer, sets):
    event = make_event(organizer)
    edit(event, card_sets=[], packs="uploaded", pack_list="SMP01/001")
    event = Event.objects.get(id=event.id)
    assert (event.draft.pack_list, event.draft.rounds.count()) == ("SMP01/001", 0)
    edit(event)
    event = Event.objects.get(id=event.id)
    assert (event.draft.pack_source, event.draft.pack_list, event.draft.rounds.count()) == ("generated", "", 6)


def test_an_edit_that_is_refused_changes_nothing(organizer, sets):
    event = make_event(organizer, "Aichi")
    version = Event.objects.get(id=event.id).version
    assert refused(edit, event=event, name="Other", table_size=10)[0] == "table_size"
    assert refused(edit, event=event, name="Other", card_sets=[])[0] == "card_set"
    after = Event.objects.get(id=event.id)
    assert (after.name, after.version, after.draft.table_size) == ("Friday draft", version, 4)


def test_a_draft_that_has_started_keeps_its_settings(organizer, sets):
    event = make_event(organizer, "Aichi", "Kamui")
    started = Event.objects.get(id=event.id)
    start_event(event=started)
    assert refused(edit, event=event, name="Other") == (
        None, "This draft has started already: its settings stay as they are."
    )  # fmt: skip
    assert Event.objects.get(id=event.id).name == "Friday draft"


def test_a_draft_starts_once(organizer, sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    assert refused(start_event, event=event) == (None, "This draft has started already.")
    assert event.draft.tables.count() == 1


def test_a_start_needs_two_fighters(organizer, sets):
    event = make_event(organizer, "Aichi")
    assert refused(start_event, event=event)[1].startswith("A table needs two fighters or more.")


def test_practice_is_a_draft_of_one_against_three_bots_without_a_clock(sets):
    event, fighter = create_practice()
    event.refresh_from_db()
    table = event.draft.tables.get()
    assert (event.organizer, event.phase, event.draft.pace, event.draft.judge) == (None, "drafting", "off", "automatic")
    assert (fighter.nickname, table.seats.filter(bot=True).count(), table.deadline) == ("You", 3, None)


def test_practice_without_the_sample_set_leaves_nothing_behind(db):
    refused(create_practice)
    assert (Event.objects.count(), Fighter.objects.count()) == (0, 0)


def test_only_a_decided_draft_is_finished(organizer, sets):
    event = make_event(organizer, "Aichi", "Kamui")
    assert refused(finish_event, event=event) == (None, "That cannot be done now.")
    start_event(event=event)
    assert refused(finish_event, event=event) == (None, "That cannot be done now.")
    decided = drafted_event(organizer, "Misaki", "Ren")
    finish_event(event=decided)
    decided.refresh_from_db()
    assert (decided.phase, decided.stopped, decided.finished_at is None) == (Stage.FINISHED, False, False)


def test_only_what_goes_on_is_stopped(organizer, sets):
    running, decided = make_event(organizer, "Aichi", "Kamui", started=True), drafted_event(organizer, "Misaki", "Ren")
    stop_event(event=running)
    running.refresh_from_db()
    assert (running.phase, running.stopped, running.draft.tables.get().wakes_at) == (Stage.FINISHED, True, None)
    assert (
        refused(stop_event, event=running) == refused(stop_event, event=decided) == (None, "That cannot be done now.")
    )
