"""How often a request changes threads: each change costs more than most middleware does."""

import pytest
from asgiref.sync import SyncToAsync
from channels.testing import HttpCommunicator

from draftsite.server.pages import PageHandler

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_page_changes_threads_once(monkeypatch):
    changes = []
    change = SyncToAsync.__call__

    async def counted(self, *arguments, **options):
        changes.append(self.func)
        return await change(self, *arguments, **options)

    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    asking = HttpCommunicator(PageHandler(), "GET", "/rules/", headers=[(b"host", b"testserver")])
    answer = await asking.get_response()
    await asking.wait()
    assert answer["status"] == 200
    assert len(changes) == 1, changes
