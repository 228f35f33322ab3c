"""What one connection sends is handled in the order in which it was sent."""

import asyncio

import orjson
import pytest
from asgiref.sync import sync_to_async

from drafts.consumers import _hear as hear_frames
from drafts.live.kernel.done import DONE
from drafts.live.live_event import LiveEvent
from drafts.live.registry import ConnectionRegistry
from drafts.live.viewer import Viewer
from drafts.models import JudgeCall, Table
from drafts.protocol import CallJudge, Choose
from drafts.rules.chance import Chance
from drafts.rules.draft.bots import automatic_choice
from drafts.rules.night.rights import Rights
from drafts.services.draft.tables import record_changes
from drafts.store.lobbies import load_lobby
from drafts.store.tables import load_table
from tests.factories import make_event
from tests.live.by_hand import settle
from tests.live.draft.test_races import WriterByHand, nothing

pytestmark = pytest.mark.django_db(transaction=True)


async def write_all(writer, room):
    """Store what the room has asked for, and tell it."""
    changes, writer.changes = writer.changes, []
    await sync_to_async(record_changes)(chains=[changes])
    room.written(changes, {})


async def test_a_call_for_a_judge_is_stored_after_the_choice_that_was_sent_before_it(sample_sets):
    event = await sync_to_async(make_event)(None, "Aichi", "Kamui", started=True)
    live = await sync_to_async(load_table)((await Table.objects.aget(draft__event=event)).id)
    writer, answers = WriterByHand(), []

    def note(text):
        frame = orjson.loads(text)
        if frame["type"] in ("ack", "error"):
            answers.append((frame["type"], frame["id"]))

    viewer = Viewer(Rights(fights=True), event.id, note, nothing, live.seats[0].fighter)
    live_event = LiveEvent(
        await sync_to_async(load_lobby)(event.id), writer, ConnectionRegistry(), lambda event, versions: None
    )
    await live_event.join(viewer)
    (room,) = await live_event.tables.all()
    await write_all(writer, room)
    cards = automatic_choice(live.timed.table, 0, (), Chance("any"))
    await live_event.receive(viewer, Choose("first", 1, 1, cards))
    await live_event.receive(viewer, CallJudge("second", "rules", None))
    assert (answers, await JudgeCall.objects.acount()) == ([], 0)
    await write_all(writer, room)
    live_event.close()
    assert answers == [("ack", "first"), ("ack", "second")]
    assert [call.version async for call in JudgeCall.objects.all()] == [room.live.version]


class Recorder:
    """The server's end of a socket and what hears it: it notes what it hears, in order."""

    log_level = 0

    def __init__(self):
        self.heard, self.listener = [], None

    def listen(self, hear):
        self.listener = hear

    def hear(self, text):
        self.heard.append(text)
        return DONE


async def test_a_frame_that_comes_while_the_first_is_taken_from_the_queue_is_heard_after_it():
    socket, queue, first = Recorder(), asyncio.Queue(), asyncio.get_running_loop().create_future()
    hearing = asyncio.create_task(hear_frames(socket, first, queue.get, socket))
    await settle()
    first.set_result({"type": "websocket.receive", "text": "first"})
    if socket.listener is None:
        queue.put_nowait({"type": "websocket.receive", "text": "second"})
    else:
        socket.listener("second")
    await settle()
    socket.listener("third")
    queue.put_nowait({"type": "websocket.disconnect"})
    await hearing
    assert socket.heard == ["first", "second", "third"]
