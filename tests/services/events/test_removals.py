from datetime import timedelta

import pytest
from django.db.models import F

from drafts.models import Event, Fighter, Removal, Seat
from drafts.presenters.log.logs import load_log
from drafts.rules.night.fight_moves import Drop, Reinstate
from drafts.rules.night.seating import MOST_FIGHTERS
from drafts.services.draft.hosting import cancel_event
from drafts.services.draft.tables import seat_bot
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import start_event
from drafts.services.events.lobby import join_event, renew_token
from drafts.services.events.removals import UNDO_WITHIN, leave_event, remove_fighter, undo_removal
from drafts.services.fights.changes import change_fights
from drafts.services.site.cleanup import REMOVALS_KEPT, delete_expired
from drafts.store.fights import load_fights
from tests.factories import drafted_event, fighter, fighting_event, make_event, say_ready

pytestmark = pytest.mark.django_db
WHOLE = ("id", "nickname", "nickname_key", "token", "bot", "ready", "joined_at")


@pytest.fixture
def event(organizer, sample_sets):
    return make_event(organizer, "Aichi")


@pytest.fixture
def lobby(organizer, sample_sets):
    return make_event(organizer, "Aichi", "Kamui", "Misaki")


@pytest.fixture
def draft(organizer, sample_sets):
    return make_event(organizer, "Aichi", "Kamui", started=True)


def refused(action, **arguments):
    with pytest.raises(ServiceError) as caught:
        action(**arguments)
    return caught.value.message.translate({0x2068: None, 0x2069: None})


def version(event):
    return Event.objects.get(id=event.id).version


def bots(event):
    return dict(event.draft.tables.get().seats.values_list("fighter__nickname", "bot"))


def said(event):
    return [entry.text for entry in load_log(event).entries]


def let_time_pass(span):
    Removal.objects.update(removed_at=F("removed_at") - span)


# Leaving and removing --------------------------------------------------------------------------------------------


def test_a_fighter_who_leaves_the_lobby_gives_the_name_back(event):
    leave_event(fighter=fighter(event, "Aichi"))
    assert join_event(event=event, nickname="Aichi").nickname == "Aichi"


def test_a_fighter_who_leaves_a_draft_leaves_a_bot_behind(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    leave_event(fighter=fighter(event, "Aichi"))
    assert dict(event.draft.tables.get().seats.values_list("fighter__nickname", "bot")) == {
        "Aichi": True,
        "Kamui": False,
    }
    assert said(event)[-1] == "Aichi left."


def test_leaving_twice_changes_nothing_more(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    leave_event(fighter=fighter(event, "Aichi"))
    leave_event(fighter=fighter(event, "Aichi"))
    assert event.draft.tables.get().seats.filter(bot=True).count() == 1


def test_a_cancelled_event_can_be_left_and_its_fighters_removed(event):
    join_event(event=event, nickname="Kamui")
    cancel_event(event=event)
    leave_event(fighter=fighter(event, "Aichi"))
    remove_fighter(event=event, fighter_id=fighter(event, "Kamui").id)
    assert said(event)[-2:] == ["Aichi left.", "The organizer removed Kamui."]


def test_an_organizer_removes_only_who_takes_part_in_the_event(event, organizer):
    other = make_event(organizer, "Misaki")
    assert refused(remove_fighter, event=event, fighter_id=fighter(other, "Misaki").id) == "No fighter has that name."


def test_the_same_removal_twice_is_one(lobby, draft):
    for event in (lobby, draft):
        kamui = fighter(event, "Kamui").id
        removals = {remove_fighter(event=event, fighter_id=kamui).id for _ in range(2)}
        assert (len(removals), event.removals.count()) == (1, 1)


# Undoing ---------------------------------------------------------------------------------------------------------


def test_the_entries_tell_of_removals_from_the_lobby_and_of_their_undo_and_not_of_who_leaves(lobby):
    leave_event(fighter=fighter(lobby, "Aichi"))
    kamui = fighter(lobby, "Kamui").id
    for _ in range(2):
        remove_fighter(event=lobby, fighter_id=kamui)
    undo_removal(event=lobby, fighter_id=kamui)
    assert said(lobby) == ["The organizer removed Kamui.", "The organizer took Kamui in again."]


def test_a_fighter_who_was_removed_from_the_lobby_gets_the_same_place_back(lobby):
    say_ready(lobby, "Kamui")
    before = list(lobby.fighters.order_by("id").values_list(*WHOLE))
    kamui = fighter(lobby, "Kamui").id
    remove_fighter(event=lobby, fighter_id=kamui)
    between = version(lobby)
    assert undo_removal(event=lobby, fighter_id=kamui) == "Kamui"
    assert (list(lobby.fighters.order_by("id").values_list(*WHOLE)), version(lobby)) == (before, between + 1)


def test_a_bot_that_was_removed_from_the_lobby_comes_back_as_a_bot(organizer, sample_sets):
    lobby = make_event(organizer, "Aichi", bots=1)
    bot = lobby.fighters.get(bot=True).id
    remove_fighter(event=lobby, fighter_id=bot)
    undo_removal(event=lobby, fighter_id=bot)
    assert list(lobby.fighters.filter(id=bot).values_list("bot", "ready")) == [(True, True)]


def test_a_fighter_who_was_removed_from_the_draft_chooses_again_and_the_old_token_holds_the_seat(draft):
    kamui = fighter(draft, "Kamui")
    remove_fighter(event=draft, fighter_id=kamui.id)
    assert (bots(draft), fighter(draft, "Kamui").token != kamui.token) == ({"Aichi": False, "Kamui": True}, True)
    undo_removal(event=draft, fighter_id=kamui.id)
    assert (bots(draft), fighter(draft, "Kamui").token) == ({"Aichi": False, "Kamui": False}, kamui.token)
    assert said(draft)[1:] == ["The organizer removed Kamui.", "The organizer took Kamui in again."]


def test_a_bot_that_sat_there_before_the_removal_stays(draft):
    seat = Seat.objects.get(fighter__nickname="Kamui")
    seat_bot(table_id=seat.table_id, seat=seat.position, bot=True)
    remove_fighter(event=draft, fighter_id=seat.fighter_id)
    undo_removal(event=draft, fighter_id=seat.fighter_id)
    assert bots(draft)["Kamui"] is True


def test_a_removal_after_the_draft_is_undone_as_well(organizer, sample_sets):
    event = drafted_event(organizer, "Aichi", "Kamui")
    kamui = fighter(event, "Kamui")
    remove_fighter(event=event, fighter_id=kamui.id)
    undo_removal(event=event, fighter_id=kamui.id)
    assert fighter(event, "Kamui").token == kamui.token


def test_the_same_undo_twice_is_one(lobby, draft):
    for event in (lobby, draft):
        kamui = fighter(event, "Kamui").id
        remove_fighter(event=event, fighter_id=kamui)
        assert [undo_removal(event=event, fighter_id=kamui) for _ in range(2)] == ["Kamui", "Kamui"]
        assert event.fighters.filter(nickname="Kamui").count() == 1


def test_a_fighter_may_be_removed_again_after_an_undo(draft):
    kamui = fighter(draft, "Kamui")
    for _ in range(2):
        remove_fighter(event=draft, fighter_id=kamui.id)
        undo_removal(event=draft, fighter_id=kamui.id)
    assert (bots(draft)["Kamui"], fighter(draft, "Kamui").token) == (False, kamui.token)


def test_a_removal_can_be_undone_until_its_time_is_over(lobby):
    kamui = fighter(lobby, "Kamui").id
    remove_fighter(event=lobby, fighter_id=kamui)
    let_time_pass(UNDO_WITHIN + timedelta(seconds=1))
    assert refused(undo_removal, event=lobby, fighter_id=kamui) == "It is too late to undo the removal of Kamui."
    assert lobby.fighters.count() == 2


def test_a_name_that_somebody_has_taken_meanwhile_is_not_taken_from_them(lobby):
    kamui = fighter(lobby, "Kamui").id
    remove_fighter(event=lobby, fighter_id=kamui)
    join_event(event=lobby, nickname="KAMUI")
    assert refused(undo_removal, event=lobby, fighter_id=kamui) == "Another Kamui has joined meanwhile."


def test_a_place_that_somebody_has_taken_meanwhile_is_not_taken_from_them(lobby):
    kamui = fighter(lobby, "Kamui").id
    remove_fighter(event=lobby, fighter_id=kamui)
    Fighter.objects.bulk_create(
        Fighter(event=lobby, nickname=f"F{n}", nickname_key=f"f{n}", token=f"t{n}") for n in range(MOST_FIGHTERS - 2)
    )
    assert (
        refused(undo_removal, event=lobby, fighter_id=kamui) == "The event is full by now: the place of Kamui is taken."
    )


def test_a_draft_that_has_started_meanwhile_takes_nobody_in(lobby):
    kamui = fighter(lobby, "Kamui").id
    remove_fighter(event=lobby, fighter_id=kamui)
    start_event(event=lobby)
    assert refused(undo_removal, event=lobby, fighter_id=kamui) == "The draft has started meanwhile, without Kamui."


def test_a_seat_with_a_new_link_is_not_given_back_to_the_old_phone(draft):
    kamui = fighter(draft, "Kamui")
    remove_fighter(event=draft, fighter_id=kamui.id)
    renew_token(fighter=kamui)
    assert refused(undo_removal, event=draft, fighter_id=kamui.id) == (
        "There is a new link to the seat of Kamui by now: use that."
    )
    assert fighter(draft, "Kamui").token != kamui.token


def test_only_a_removal_of_this_event_and_by_its_organizer_is_undone(lobby, organizer):
    other = make_event(organizer, "Ren")
    ren, kamui = fighter(other, "Ren").id, fighter(lobby, "Kamui").id
    remove_fighter(event=other, fighter_id=ren)
    leave_event(fighter=fighter(lobby, "Kamui"))
    for gone in (ren, kamui):
        assert refused(undo_removal, event=lobby, fighter_id=gone) == "No fighter of that name was removed."


def test_old_removals_are_tidied_away(lobby):
    remove_fighter(event=lobby, fighter_id=fighter(lobby, "Kamui").id)
    let_time_pass(REMOVALS_KEPT + timedelta(minutes=1))
    remove_fighter(event=lobby, fighter_id=fighter(lobby, "Misaki").id)
    delete_expired()
    assert list(lobby.removals.values_list("nickname", flat=True)) == ["Misaki"]


# While one fights ------------------------------------------------------------------------------------------------


@pytest.fixture
def fighting(organizer, sample_sets):
    return fighting_event(organizer, "Aichi", "Kamui", "Misaki", "Ren")


def dropped(event):
    live = load_fights(event.id)
    return {live.names[who] for group in live.fighting.groups for who in group.dropped}


def open_fights(event):
    return sum(not fight.is_over for *_, fight in load_fights(event.id).fighting.fights())


def test_a_fighter_who_leaves_or_is_removed_while_one_fights_drops_out_of_the_fights(fighting):
    leave_event(fighter=fighter(fighting, "Aichi"))
    remove_fighter(event=fighting, fighter_id=fighter(fighting, "Kamui").id)
    assert dropped(fighting) == {"Aichi", "Kamui"}
    assert [text for text in said(fighting) if "dropped" in text] == [
        "Aichi dropped out of the fights.",
        "Kamui dropped out of the fights.",
    ]


def test_an_undone_removal_brings_the_fighter_back_into_the_fights_and_opens_the_fight(fighting):
    kamui = fighter(fighting, "Kamui").id
    remove_fighter(event=fighting, fighter_id=kamui)
    assert (dropped(fighting), open_fights(fighting)) == ({"Kamui"}, 1)
    undo_removal(event=fighting, fighter_id=kamui)
    assert (dropped(fighting), open_fights(fighting)) == (set(), 2)


def test_a_fighter_who_had_dropped_out_before_the_removal_stays_out_when_it_is_undone(fighting):
    kamui = fighter(fighting, "Kamui").id
    change_fights(event=fighting, verb=lambda live: Drop(kamui))
    remove_fighter(event=fighting, fighter_id=kamui)
    undo_removal(event=fighting, fighter_id=kamui)
    assert dropped(fighting) == {"Kamui"}


def test_a_fighter_who_was_taken_in_again_by_hand_is_in_once(fighting):
    kamui = fighter(fighting, "Kamui").id
    remove_fighter(event=fighting, fighter_id=kamui)
    change_fights(event=fighting, verb=lambda live: Reinstate(kamui))
    undo_removal(event=fighting, fighter_id=kamui)
    assert dropped(fighting) == set()


def test_a_bot_that_fights_nobody_is_removed_all_the_same(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", bots=1)
    bot = event.fighters.get(bot=True)
    remove_fighter(event=event, fighter_id=bot.id)
    assert (dropped(event), open_fights(event)) == (set(), 1)
