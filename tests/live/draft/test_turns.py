"""The room of the sharing acts by itself when a turn is over: by wishes, or with more time where the server stood."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from drafts.live.kernel.room import STOOD_STILL
from drafts.live.stage_room import StageRoom
from drafts.protocol.activities import ACTIVITIES
from drafts.rules.draft import clock as clocks
from drafts.rules.draft.clock import GRACE_SECONDS
from drafts.rules.night.stages import Stage
from drafts.services.events.nights import go_on
from drafts.store.shares import load_all_shares
from tests.factories import drafted_event
from tests.live.by_hand import EventByHand, WriterByHand

pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)


@pytest.fixture
def live(sample_sets):
    """The sharing of a table in which it is somebody's turn."""
    event = drafted_event(None, "Aichi", "Kamui")
    while event.phase != Stage.SHARING:
        go_on(event=event, seen=event.phase, confirmed=True)
        event.refresh_from_db()
    (live,) = load_all_shares(event.id)
    assert live.shares.turn is not None
    return live


def room_in_which_a_turn_is_over_since(live, late):
    writer = WriterByHand()
    clock = clocks.started(datetime.now(UTC) - late - 30 * SECOND, 30)
    turn = replace(live, shares=replace(live.shares, clock=clock))
    room = StageRoom(ACTIVITIES[live.stage], turn, {}, EventByHand(live.event, writer), {})
    room._alarm.cancel()  # as it is while it rings
    return room, writer


async def test_a_turn_that_is_over_goes_by_wishes(live):
    room, writer = room_in_which_a_turn_is_over_since(live, STOOD_STILL / 2)
    await room.act_on_time()
    room.close()
    [change] = writer.changes
    before, after = live.shares.sharing, change.after.shares.sharing
    assert [(share.fighter, share.by_wish) for share in after.taken] == [(live.shares.turn, True)]
    assert after.taken[0].card in before.pool


@pytest.mark.parametrize("late", [STOOD_STILL * 2, timedelta(hours=1)])
async def test_a_turn_that_was_missed_while_the_server_stood_gets_time_back(live, late):
    room, writer = room_in_which_a_turn_is_over_since(live, late)
    await room.act_on_time()
    room.close()
    [change] = writer.changes
    before, after = live.shares, change.after.shares
    assert (after.turn, after.sharing) == (before.turn, before.sharing)
    left = after.clock.deadline - datetime.now(UTC)
    assert 0 * SECOND < left <= (GRACE_SECONDS + 1) * SECOND
