"""The messages of one connection are handled in the order in which they were sent."""

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


class ServersEnd:
    """The server's end of a socket and what hears it: it queues a frame or lets it be heard, and notes the order."""

    log_level = 0

    def __init__(self):
        self.heard, self.listener, self.queue = [], None, asyncio.Queue()

    def listen(self, hear):
        self.listener = hear

    def hear(self, text):
        self.heard.append(text)
        return DONE

    def comes(self, text):
        if self.listener is None or self.queue.qsize():
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
        else:
            self.listener(text)


async def test_frames_that_come_after_one_that_was_received_before_the_client_was_let_in_are_heard_after_it():
    end = ServersEnd()
    end.comes("second")
    hearing = asyncio.create_task(hear_frames(end, {"type": "websocket.receive", "text": "first"}, end.queue.get, end))
    end.comes("third")
    await settle()
    end.comes("fourth")
    end.queue.put_nowait({"type": "websocket.disconnect"})
    await hearing
    assert end.heard == ["first", "second", "third", "fourth"]


async def test_a_frame_that_the_task_until_then_was_about_to_receive_is_neither_lost_nor_overtaken():
    end = ServersEnd()
    until_then = asyncio.create_task(end.queue.get())
    await settle()
    end.comes("first")
    until_then.cancel()
    hearing = asyncio.create_task(hear_frames(end, None, end.queue.get, end))
    end.comes("second")
    await settle()
    end.comes("third")
    end.queue.put_nowait({"type": "websocket.disconnect"})
    await hearing
    assert end.heard == ["first", "second", "third"]
