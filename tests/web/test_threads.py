"""How often a request changes threads: each change costs more than most middleware does."""

import pytest
from asgiref.sync import SyncToAsync

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_page_does_not_change_threads_for_each_middleware(async_client, monkeypatch):
    changes = []
    change = SyncToAsync.__call__

    async def counted(self, *arguments, **options):
        changes.append(self.func)
        return await change(self, *arguments, **options)

    monkeypatch.setattr(SyncToAsync, "__call__", counted)
    assert (await async_client.get("/rules/")).status_code == 200
    assert len(changes) <= 6, changes  # its start, all middleware, two that look at the view, the view, its end
