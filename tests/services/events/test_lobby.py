from dataclasses import replace

import pytest

from drafts.models import Event, Fighter
from drafts.rules.night.seating import MOST_FIGHTERS
from drafts.services.errors import ServiceError
from drafts.services.events.lifecycle import start_event
from drafts.services.events.lobby import (
    BOT_NAMES,
    add_bot,
    join_event,
    record_lobbies,
    renew_token,
)
from drafts.services.events.removals import remove_fighter
from drafts.store.lobbies import load_lobby, lobby_change, newest_lobby
from tests.factories import fighter, make_event

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(module_organizer, module_sets):
    return make_event(module_organizer, "Aichi")


@pytest.fixture
def event(made, db):
    return Event.objects.get(id=made.id)


def refused(action, **arguments):
    with pytest.raises(ServiceError) as caught:
        action(**arguments)
    return caught.value.message


def version(event):
    return Event.objects.get(id=event.id).version


def test_joining_cleans_the_nickname_and_moves_the_lobby_on(event):
    before = version(event)
    joined = join_event(event=event, nickname="  Kamui   Katsuragi")
    assert (joined.nickname, joined.bot, joined.ready, version(event)) == ("Kamui Katsuragi", False, False, before + 1)


@pytest.mark.parametrize("nickname", ["aichi", "AICHI", " Aichi ", "Ａｉｃｈｉ", "Ai chi"])
def test_two_names_that_people_would_mix_up_are_one(event, nickname):
    with pytest.raises(ServiceError) as caught:
        join_event(event=event, nickname=nickname)
    assert (caught.value.field, event.fighters.count()) == ("nickname", 1)


def test_a_name_that_grows_when_it_is_compared_still_has_its_place(event):
    joined = join_event(event=event, nickname="\ufdfa" * 24)
    assert len(joined.nickname_key) <= Fighter._meta.get_field("nickname_key").max_length


def test_the_same_nickname_is_free_in_another_event(event, organizer):
    assert make_event(organizer, "Aichi").fighters.count() == 1


def test_every_token_is_its_own_and_long(event):
    join_event(event=event, nickname="Kamui")
    tokens = set(event.fighters.values_list("token", flat=True))
    assert ({len(token) for token in tokens}, len(tokens)) == ({43}, 2)


def test_bots_take_names_that_are_free(event):
    join_event(event=event, nickname=BOT_NAMES[0])
    names = [add_bot(event=event).nickname for _ in range(len(BOT_NAMES))]
    assert names == [*BOT_NAMES[1:], f"{BOT_NAMES[0]} 2"]


def test_bots_are_ready_at_once(event):
    bot = add_bot(event=event)
    assert (bot.bot, bot.ready) == (True, True)


def test_an_event_has_an_end_of_places(event):
    fighters = event.fighters.model
    fighters.objects.bulk_create(
        fighters(event=event, nickname=f"F{n}", nickname_key=f"f{n}", token=f"t{n}") for n in range(MOST_FIGHTERS - 1)
    )
    assert refused(join_event, event=event, nickname="Kamui").startswith("This event is full.")


def test_listed_packs_seat_as_many_as_there_are_packs_for(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", packs="uploaded", pack_list="\n\n".join(["SMP01/001"] * 17))
    assert refused(join_event, event=event, nickname="Misaki").startswith("This event is full.")


def test_no_fighter_joins_a_draft_that_has_started(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui", started=True)
    for action, more in ((join_event, {"nickname": "Misaki"}), (add_bot, {})):
        assert refused(action, event=event, **more).startswith("This draft has started already.")


def test_a_renewed_token_is_another_one(event):
    old = fighter(event, "Aichi").token
    assert renew_token(fighter=fighter(event, "Aichi")) == fighter(event, "Aichi").token != old


def changes_of(event, **facts):
    """Return a chain of one change, which makes the first member of an event's lobby another one."""
    lobby = load_lobby(event.id)
    return [lobby_change(lobby, replace(lobby.members[0], **facts))]


def test_a_fighter_who_is_ready_and_connected_is_noted_in_the_lobby(event):
    ready = changes_of(event, ready=True)
    there = lobby_change(ready[0].after, replace(ready[0].after.members[0], connected=True))
    before = version(event)
    assert record_lobbies(chains=[[*ready, there]]) == [True]
    aichi = fighter(event, "Aichi")
    assert (aichi.ready, aichi.connected, version(event)) == (True, True, before + 2)
    assert load_lobby(event.id).members == there.after.members


def test_a_change_of_a_lobby_that_has_changed_meanwhile_is_not_written_and_others_are(organizer, event):
    other = make_event(organizer, "Aichi", "Kamui")
    chains = [changes_of(event, ready=True), changes_of(other, ready=True)]
    join_event(event=event, nickname="Ren")
    assert record_lobbies(chains=chains) == [False, True]
    assert [fighter(each, "Aichi").ready for each in (event, other)] == [False, True]


def test_nothing_is_noted_in_the_lobby_of_a_draft_that_has_started(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui")
    Event.objects.filter(id=event.id).update(phase="drafting")
    assert record_lobbies(chains=[changes_of(event, ready=True)]) == [False]


def test_a_lobby_that_somebody_has_joined_is_read_by_its_members_alone(event, django_assert_num_queries):
    known = load_lobby(event.id)
    join_event(event=event, nickname="Kamui")
    with django_assert_num_queries(2):
        found = newest_lobby(known)
    stored = load_lobby(event.id)
    assert found == replace(stored, event=known.event)
    assert [member.name for member in found.members] == ["Aichi", "Kamui"]


def test_a_lobby_in_which_more_has_happened_is_read_anew(organizer, event):
    known = load_lobby(event.id)
    join_event(event=event, nickname="Kamui")
    Event.objects.filter(id=event.id).update(name="Late draft", version=known.version + 2)
    known = newest_lobby(known)
    assert (known.event.name, len(known.members)) == ("Late draft", 2)
    remove_fighter(event=event, fighter_id=fighter(event, "Aichi").id)
    assert [member.name for member in newest_lobby(known).members] == ["Kamui"]


def test_a_start_is_noticed_in_the_version_after_the_known_one(organizer, sample_sets):
    event = make_event(organizer, "Aichi", "Kamui")
    known = load_lobby(event.id)
    start_event(event=event)
    Event.objects.filter(id=event.id).update(version=known.version + 1)
    Fighter.objects.create(event=event, nickname="Misaki", nickname_key="misaki", token="t")
    assert not newest_lobby(known).is_open
