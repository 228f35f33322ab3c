"""Requests that can be made after the draft, before this process has read that they can be."""

import orjson
import pytest
from asgiref.sync import sync_to_async

from drafts.live.live_event import LiveEvent
from drafts.live.registry import ConnectionRegistry
from drafts.live.viewer import Viewer
from drafts.protocol.parse import Wish
from drafts.rules.night.rights import Rights
from drafts.services.events.nights import go_on
from drafts.store.lobbies import load_lobby
from drafts.store.shares import load_all_shares
from tests.factories import fighter
from tests.live.by_hand import WriterByHand
from tests.live.draft.test_races import nothing
from tests.paper import paper_event, play_paper_draft
from tests.piles import drafted_piles, enter_all

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def event(sample_sets):
    """An event whose fighters fight before their piles are entered."""
    event = paper_event(None, "Aichi", "Kamui")
    play_paper_draft(event)
    go_on(event=event, seen="building", confirmed=True)
    event.refresh_from_db()
    return event


def any_card(event):
    (shares,) = load_all_shares(event.id)
    return next(iter(shares.shares.drafted))


async def test_one_may_wish_as_soon_as_the_last_pile_is_stored(event):
    writer, answers = WriterByHand(), []

    def note(text):
        answers.extend(frame for frame in [orjson.loads(text)] if frame["type"] in ("ack", "error"))

    aichi = await sync_to_async(fighter)(event, "Aichi")
    viewer = Viewer(Rights(fights=True), event.id, note, nothing, aichi.id)
    lobby = await sync_to_async(load_lobby)(event.id)
    live_event = LiveEvent(lobby, writer, ConnectionRegistry(), lambda event, versions: None)
    await live_event.join(viewer)
    await sync_to_async(lambda: enter_all(event, drafted_piles(event)))()
    card = await sync_to_async(any_card)(event)
    writer.changes.clear()
    await live_event.receive(viewer, Wish("wish", (card,)))
    live_event.close()
    assert (answers, [change.after.shares.wishes for change in writer.changes]) == ([], [{aichi.id: (card,)}])
