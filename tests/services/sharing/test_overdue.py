"""A sharing that nobody looks at goes on when a turn is over: the clock finds it by the moment that its row has."""

from datetime import timedelta

import pytest
from django.utils import timezone

from drafts.models import EventStage, StageAct
from drafts.protocol.activities import ACTIVITIES
from drafts.rules.actors import ORGANIZER
from drafts.rules.draft.clock import GRACE_SECONDS
from drafts.rules.night.clock_moves import Pause
from drafts.rules.night.stages import ACTIVITIES as NAMES
from drafts.rules.night.stages import Stage
from drafts.services.acts import expire_overdue_stages
from drafts.services.draft.overdue import LONG_AGO, PATIENCE
from drafts.services.events.nights import go_on
from drafts.services.sharing import change_shares
from drafts.store.shares import TURN_SECONDS, load_all_shares
from tests.factories import drafted_event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(sample_sets):
    """An event in whose sharing it is somebody's turn."""
    event = drafted_event(None, "Aichi", "Kamui")
    while event.phase != Stage.SHARING:
        go_on(event=event, seen=event.phase, confirmed=True)
        event.refresh_from_db()
    return event


def shares_of(event):
    return load_all_shares(event.id)[0].shares


def let_time_pass(event, *, beyond):
    """Begin the turn so long ago that its time ran out this long before now."""
    began = timezone.now() - beyond - timedelta(seconds=TURN_SECONDS)
    StageAct.objects.filter(stage__event=event).update(at=began)
    EventStage.objects.filter(event=event, stage=Stage.SHARING).update(
        began_at=began, wakes_at=began + timedelta(seconds=TURN_SECONDS)
    )


def expire():
    return expire_overdue_stages(kinds=[activity.kind for activity in ACTIVITIES.values()])


def test_a_turn_has_its_end_in_the_row(event):
    assert EventStage.objects.get(stage=Stage.SHARING).wakes_at == shares_of(event).clock.deadline
    assert EventStage.objects.get(stage=Stage.FIGHTING).wakes_at is None


def test_a_turn_that_is_over_goes_by_wishes_though_nobody_looks(event):
    turn = shares_of(event).turn
    let_time_pass(event, beyond=PATIENCE * 1.5)
    assert expire() == 1
    after = shares_of(event)
    assert [(share.fighter, share.by_wish) for share in after.sharing.taken] == [(turn, True)]
    assert EventStage.objects.get(stage=Stage.SHARING).wakes_at == after.clock.deadline > timezone.now()
    assert expire() == 0


def test_a_turn_that_has_only_just_ended_is_left_to_those_who_look_at_it(event):
    let_time_pass(event, beyond=PATIENCE / 2)
    assert expire() == 0
    assert not shares_of(event).sharing.taken


def test_a_turn_that_ended_long_ago_gets_time_back_once(event):
    let_time_pass(event, beyond=LONG_AGO * 2)
    assert [expire(), expire()] == [1, 0]
    given = StageAct.objects.filter(stage__stage=Stage.SHARING).latest("version")
    left = shares_of(event).clock.deadline - given.at
    assert abs(left - timedelta(seconds=GRACE_SECONDS)) <= timedelta(seconds=0.05)  # in tenths of a second
    assert not shares_of(event).sharing.taken


def test_a_turn_that_is_paused_is_left_alone(event):
    let_time_pass(event, beyond=timedelta(0))
    assert change_shares(event=event, fighter=None, verb=lambda live: Pause(), by=ORGANIZER)
    assert EventStage.objects.get(stage=Stage.SHARING).wakes_at is None
    assert expire() == 0


def test_a_row_that_says_the_wrong_moment_is_set_right(event):
    EventStage.objects.filter(stage=Stage.SHARING).update(wakes_at=timezone.now() - LONG_AGO)
    assert expire() == 0
    assert EventStage.objects.get(stage=Stage.SHARING).wakes_at == shares_of(event).clock.deadline


def test_a_sharing_that_has_ended_has_no_moment(event):
    go_on(event=event, seen=event.phase, confirmed=True)
    assert EventStage.objects.get(stage=Stage.SHARING).wakes_at is None


def test_the_database_takes_the_activities_that_are_registered():
    assert set(ACTIVITIES) == set(NAMES)
