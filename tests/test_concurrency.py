"""How pages share threads and their database connections."""

import asyncio
import threading

import pytest
from asgiref.sync import sync_to_async
from django.core.asgi import get_asgi_application

from draftsite.server.concurrency import ConcurrencyLimit
from tests.live.by_hand import connections_opened

PAGE = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")], "query_string": b""}


async def status_of(site):
    """Ask for the first page and return the status of the answer."""
    answers, asked = [], iter([{"type": "http.request", "body": b""}])

    async def receive():
        return next(asked, None) or await asyncio.Event().wait()

    async def send(message):
        answers.append(message)

    await site(PAGE | {"client": ("192.0.2.1", 5)}, receive, send)
    return answers[0]["status"]


@pytest.mark.django_db(transaction=True)
async def test_pages_that_follow_one_another_share_a_connection():
    site = ConcurrencyLimit(get_asgi_application())
    with connections_opened() as opened:
        assert [await status_of(site) for _ in range(5)] == [200] * 5
    assert len(opened) == 1
    assert opened[0].startswith("pages")


async def test_pages_that_are_served_at_once_have_threads_of_their_own_which_are_used_again():
    threads, all_here = [], threading.Barrier(3)

    async def app(scope, receive, send):
        await sync_to_async(lambda: threads.append(threading.get_ident()))()
        await sync_to_async(all_here.wait)(20)

    site = ConcurrencyLimit(app)
    for _ in range(4):
        await asyncio.gather(*(site({"client": ("192.0.2.1", 5)}, None, None) for _ in range(3)))
    assert len(set(threads)) == 3
