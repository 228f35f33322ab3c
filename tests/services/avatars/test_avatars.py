"""Avatars as forms and officials handle them (M27), and what `verify` says of them."""

import pytest

from drafts.models import CardSet, EventAvatar, Fights, NightSettings, StageAct
from drafts.operations.night_verification import night_differences
from drafts.rules.errors import AvatarFixed, AvatarNotOffered
from drafts.services.avatars import choose_avatar, fix_avatars
from drafts.services.catalog.removal import refusal_to_remove
from drafts.services.errors import ServiceError, Unfinished
from drafts.services.events.nights import go_on
from drafts.store.choices.avatars import load_all_avatars
from tests.factories import building_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(organizer, sample_sets):
    return choosing(organizer, "choose")


def choosing(organizer, method, **settings):
    night = NightSettings(avatars=method, fights=Fights.SWISS, sharing="keep", **settings)
    return building_event(organizer, "Ann", "Ben", night=night)


def avatars_of(event):
    return load_all_avatars(event.id)[0].avatars


def test_M26_an_event_keeps_the_avatars_that_were_loaded_when_it_began(event):
    assert EventAvatar.objects.filter(event=event).count() == 12
    assert "an event uses it" in refusal_to_remove(CardSet.objects.get(code="MAV01"))


def test_M27_a_form_chooses_one_of_those_offered_and_none_once_they_are_fixed(event):
    ann, offered = event.fighters.get(nickname="Ann"), avatars_of(event).offered
    choose_avatar(fighter=ann, number=offered[ann.id][1].number)
    assert avatars_of(event).chosen == {ann.id: offered[ann.id][1]}
    with pytest.raises(AvatarNotOffered):
        choose_avatar(fighter=ann, number="MAG01/001")
    with pytest.raises(Unfinished, match=r"Ben.* has no avatar yet\..*the first one that was offered"):
        go_on(event=event, seen="building", confirmed=False)
    assert not avatars_of(event).fixed
    go_on(event=event, seen="building", confirmed=True)
    with pytest.raises(AvatarFixed):
        choose_avatar(fighter=ann, number=offered[ann.id][0].number)


@pytest.mark.parametrize("method", ["dealt", "choose", "free"])
def test_M27_verify_finds_avatars_that_do_not_follow_from_the_seed(organizer, sample_sets, method):
    event = choosing(organizer, method)
    go_on(event=event, seen="building", confirmed=True)
    event.refresh_from_db()
    assert night_differences(event) == []
    if method != "dealt":
        act = StageAct.objects.get(kind="fix_avatars")
        first = act.text.split()[1].rstrip(",")
        other = next(f"MAV01/{number:03}" for number in range(1, 13) if f"MAV01/{number:03}" not in act.text)
        StageAct.objects.filter(id=act.id).update(text=act.text.replace(first, other))
        assert [line.partition(",")[0] for line in night_differences(event)] == ["The avatars of table 1"]


def test_M27_the_organizer_fixes_the_avatars_of_a_round_once(organizer, sample_sets):
    event = choosing(organizer, "choose", avatar_every="round")
    with pytest.raises(ServiceError):
        fix_avatars(event=event, fight=None)
    go_on(event=event, seen="building", confirmed=True)
    event.refresh_from_db()
    assert [fix_avatars(event=event, fight=None) for _ in range(2)] == [1, 0]
    assert night_differences(event) == []
