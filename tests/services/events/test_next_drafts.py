"""Another draft of the same night, with the people of the one before."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import User
from django.db import connection

from drafts.models import CardSet, Draft, Event, Fighter, NightSettings, OwnPicks, PackSource, StaffLink
from drafts.queries.events.lookup import settings_of
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.formats import Pace
from drafts.rules.night.rights import LogVisibility
from drafts.services.draft.hosting import cancel_event
from drafts.services.errors import ServiceError, Unfinished
from drafts.services.events.deletion import delete_event
from drafts.services.events.guests import add_guest
from drafts.services.events.lifecycle import start_event, stop_event
from drafts.services.events.lobby import join_event
from drafts.services.events.next_drafts import make_next_draft
from drafts.services.events.nights import finish_event
from drafts.services.events.removals import leave_event, remove_fighter, undo_removal
from drafts.services.events.settings import DRAFT_SETTINGS, EVENT_SETTINGS
from drafts.services.events.staff import make_link, revoke_link
from drafts.store.series import next_of, number_in_series
from drafts.store.tables import load_table
from tests.factories import drafted_event, fighter, fighting_event, let_bots_finish, make_event

pytestmark = pytest.mark.django_db


def fresh(event):
    return Event.objects.get(id=event.id)


def closed_event(organizer, *names, **settings):
    """Make an event that its organizer has closed after its draft."""
    event = drafted_event(organizer, *names, **settings)
    finish_event(event=event)
    return fresh(event)


def next_draft(event):
    return make_next_draft(event=event, confirmed=True)


def names_in(event):
    return list(event.fighters.order_by("id").values_list("nickname", flat=True))


def test_everybody_who_still_takes_part_has_a_place_in_the_next_lobby(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", "Misaki", "Ren", bots=1)
    add_guest(event=event, nickname="Gus")
    start_event(event=event)
    event = let_bots_finish(event)
    remove_fighter(event=event, fighter_id=fighter(event, "Kamui").id)
    remove_fighter(event=event, fighter_id=fighter(event, "Misaki").id)
    undo_removal(event=event, fighter_id=fighter(event, "Misaki").id)
    leave_event(fighter=fighter(event, "Ren"))
    made = next_draft(event)
    assert (made.phase, made.follows, next_of(fresh(event)), number_in_series(made)) == ("lobby", event, made, 2)
    came = [(one.nickname, one.was.nickname, one.guest, one.ready, one.bot) for one in made.fighters.order_by("id")]
    assert came == [
        ("Aichi", "Aichi", False, False, False),
        ("Misaki", "Misaki", False, False, False),
        ("Gus", "Gus", True, True, False),
    ]
    tokens = set(Fighter.objects.values_list("token", flat=True))
    assert len(tokens) == Fighter.objects.count()
    join_event(event=made, nickname="Kourin")
    start_event(event=made)
    assert made.draft.tables.get().seats.count() == 4


def test_it_has_the_settings_of_the_first_and_a_draft_of_its_own(organizer, sample_sets):
    """Own picks have a test below: the rules of Vanguard keep them closed."""
    night = NightSettings(swiss_rounds=2, best_of=3, fight_minutes=40)
    event = closed_event(
        organizer,
        *("Aichi", "Kamui"),
        card_sets=[CardSet.objects.get(code="SMP02")],
        table_size=3,
        pace=Pace.BRISK,
        review_seconds=60,
        judge=JudgeBy.AUTOMATIC,
        one_tap=True,
        log_visibility=LogVisibility.PUBLIC,
        hide_names=True,
        on_first_page=True,
        night=night,
    )
    made = next_draft(event)
    for row, columns in ((Event, EVENT_SETTINGS), (Draft, DRAFT_SETTINGS)):
        first, second = (each if row is Event else each.draft for each in (event, made))
        assert [getattr(first, name) for name in columns] == [getattr(second, name) for name in columns]
    assert made.draft.seed != event.draft.seed
    assert (made.starts_at, made.draft.draws, made.draft.started_at) == (None, 0, None)
    sets = [list(each.draft.rounds.values_list("round", "card_set__code")) for each in (event, made)]
    assert sets[0] == sets[1]
    assert {**vars(made.night), "event_id": 0, "_state": 0} == {**vars(event.night), "event_id": 0, "_state": 0}


def test_own_picks_stay_in_sight_in_the_draft_that_follows(organizer, sample_sets):
    magic = {"format_": "magic-draft", "card_sets": [CardSet.objects.get(code="MAG01")]}
    made = next_draft(closed_event(organizer, "Aichi", "Kamui", own_picks=OwnPicks.OPEN, **magic))
    assert made.draft.own_picks == "open"


def test_every_column_that_is_a_setting_comes_along():
    """A new column of an event or a draft is a setting, or it is its own: it is named here or in the service."""
    own = {
        Event: {
            *("id", "code", "organizer", "starts_at", "phase", "version", "created_at", "finished_at", "stopped"),
            *("draft_number", "follows", "imported"),
        },
        Draft: {
            *("id", "event", "number", "format", "seed", "draws", "started_at", "drafted_at", "piles_entered_at"),
        },
    }
    for row, settled in ((Event, EVENT_SETTINGS), (Draft, DRAFT_SETTINGS)):
        columns = {field.name for field in row._meta.concrete_fields}
        assert columns == own[row] | set(settled), row


def test_listed_packs_come_along_as_a_list(organizer, sample_sets):
    numbers = list(CardSet.objects.get(code="SMP01").cards.values_list("number", flat=True))
    listed = "\n\n".join("\n".join(numbers[5 * pack : 5 * pack + 5]) for pack in range(12))
    event = closed_event(organizer, "Aichi", "Kamui", packs=PackSource.UPLOADED, pack_list=listed)
    made = next_draft(event)
    assert (made.draft.pack_list, made.draft.rounds.count()) == (event.draft.pack_list, 0)
    start_event(event=made)


def test_twice_is_once_and_the_series_goes_on_from_the_second(organizer, sample_sets):
    event = closed_event(organizer, "Aichi", "Kamui")
    made = next_draft(event)
    assert next_draft(event) == make_next_draft(event=event, confirmed=False) == made
    start_event(event=made)
    let_bots_finish(made)
    third = next_draft(fresh(made))
    assert (number_in_series(third), third.follows, Event.objects.count()) == (3, made, 3)
    assert names_in(third) == ["Aichi", "Kamui"]


@pytest.mark.django_db(transaction=True)
def test_two_presses_at_once_make_one_event(organizer, sample_sets):
    event = closed_event(organizer, "Aichi", "Kamui")

    def press(_):
        try:
            return make_next_draft(event=Event.objects.get(id=event.id), confirmed=True).id
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(press, range(4)))) == 1
    assert Event.objects.count() == 2


def test_a_night_that_is_not_closed_is_asked_about_and_goes_on(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui")
    with pytest.raises(Unfinished) as asked:
        make_next_draft(event=event, confirmed=False)
    assert (asked.value.confirm, Event.objects.count()) == ("next-draft", 1)
    next_draft(event)
    assert fresh(event).phase == "fighting"
    finish_event(event=event)
    assert fresh(event).phase == "finished"


def test_there_is_no_next_draft_before_one_is_over_nor_after_a_cancelled_or_a_practice_one(organizer, sample_sets):
    lobby = make_event(organizer, "Aichi", "Kamui")
    drafting = make_event(organizer, "Aichi", "Kamui", started=True)
    cancelled = make_event(organizer, "Aichi", "Kamui")
    cancel_event(event=cancelled)
    practice = drafted_event(None, "Aichi", "Kamui")
    for event in (lobby, drafting, cancelled, practice):
        with pytest.raises(ServiceError, match="once this one is over"):
            next_draft(fresh(event))
    stop_event(event=drafting)
    assert names_in(next_draft(fresh(drafting))) == ["Aichi", "Kamui"]


def test_judges_come_along_but_not_those_whose_link_was_revoked(organizer, sample_sets):
    event = closed_event(organizer, "Aichi", "Kamui")
    for name in ("Kim", "Lou"):
        StaffLink.objects.create(event=event, name=name, name_key=name.lower(), token=f"{name}{'x' * 40}")
    revoke_link(event=event, link_id=event.staff.get(name="Lou").id)
    made = next_draft(event)
    assert list(made.staff.values_list("name", flat=True)) == ["Kim"]
    assert made.staff.get().token != event.staff.get(name="Kim").token
    make_link(event=made, name="Lou")


def test_those_who_look_at_the_first_are_told_by_a_new_version_and_what_happened_is_noted(organizer, sample_sets):
    event = closed_event(organizer, "Aichi", "Kamui")
    before = load_table(event.draft.tables.get().id)
    made = next_draft(event)
    after = load_table(before.id)
    assert (before.event.next_code, after.event.next_code) == ("", made.code)
    assert (after.version, after.timed) == (before.version + 1, before.timed)
    assert event.entries.last().text == f"The organizer opened the next event of the night, {made.code}."
    assert made.entries.last().text == f"This draft follows {event.code}: 2 fighters came along."


def test_a_next_draft_that_is_cancelled_leads_nobody_there_and_another_can_be_made(organizer, sample_sets):
    event = closed_event(organizer, "Aichi", "Kamui")
    made = next_draft(event)
    cancel_event(event=made)
    assert (next_of(fresh(event)), fresh(made).follows) == (None, None)
    assert load_table(event.draft.tables.get().id).event.next_code == ""
    again = next_draft(fresh(event))
    assert names_in(again) == ["Aichi", "Kamui"]
    assert set(again.fighters.values_list("token")).isdisjoint(made.fighters.values_list("token"))


@pytest.mark.parametrize("first_goes", [True, False])
def test_either_of_two_can_be_deleted_and_the_other_stays(organizer, sample_sets, first_goes):
    event = closed_event(organizer, "Aichi", "Kamui")
    made = next_draft(event)
    gone, stays = (event, made) if first_goes else (made, event)
    version = event.draft.tables.get().version
    delete_event(event=gone)
    assert list(Event.objects.all()) == [stays]
    assert names_in(stays) == ["Aichi", "Kamui"]
    stays = fresh(stays)
    assert (stays.follows, next_of(stays)) == (None, None)
    if not first_goes:
        assert stays.draft.tables.get().version == version + 1
    else:
        start_event(event=stays)


def test_a_removal_in_the_next_lobby_that_is_undone_keeps_whom_the_fighter_was(organizer, sample_sets):
    event = closed_event(organizer, "Aichi", "Kamui")
    made = next_draft(event)
    aichi = fighter(made, "Aichi")
    remove_fighter(event=made, fighter_id=aichi.id)
    undo_removal(event=made, fighter_id=aichi.id)
    again = fighter(made, "Aichi")
    assert (again.was, again.token) == (fighter(event, "Aichi"), aichi.token)


def test_the_organizer_of_the_next_is_that_of_the_first(organizer, sample_sets):
    made = next_draft(closed_event(organizer, "Aichi", "Kamui"))
    assert made.organizer == organizer == User.objects.get()


def test_M27_the_next_draft_and_the_form_of_another_event_have_the_avatars_of_the_one_before(organizer, sample_sets):
    night = NightSettings(avatars="choose", avatar_every="round", fights="swiss", sharing="keep")
    event = drafted_event(organizer, "Ann", "Ben", format_="magic-draft", card_set="MAG01", night=night)
    finish_event(event=event)
    following = next_draft(fresh(event))
    assert (following.night.avatars, following.night.avatar_every) == ("choose", "round")
    settled = settings_of(event)
    assert (settled["avatars"], settled["avatar_every"]) == ("choose", "round")
