"""The processes are told of a change after the commit, and only then."""

import pytest
from channels.layers import InMemoryChannelLayer
from django.db import transaction

from drafts.models import Table
from drafts.notices import group_of
from drafts.services.announce import announce_change, announce_leave, announce_sign_out, announce_start
from drafts.services.draft.hosting import pause_tables
from tests.factories import make_event

pytestmark = pytest.mark.django_db(transaction=True)
ANNOUNCEMENTS = [
    (announce_change, (7, [1, 2]), {"type": "changed", "event": 7, "tables": (1, 2)}),
    (announce_start, (7,), {"type": "started", "event": 7}),
    (announce_leave, (7, 3), {"type": "left", "event": 7, "fighter": 3}),
    (announce_sign_out, (7,), {"type": "signed_out", "event": 7}),
]


class RecordingLayer(InMemoryChannelLayer):
    """Keeps what is sent to the groups."""

    sent = []

    async def group_send(self, group, message):
        self.sent.append((group, message))


@pytest.fixture
def sent(settings):
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "tests.services.test_announce.RecordingLayer"}}
    RecordingLayer.sent.clear()
    return RecordingLayer.sent


@pytest.mark.parametrize(("announce", "about", "message"), ANNOUNCEMENTS)
def test_an_announcement_waits_for_the_commit(sent, announce, about, message):
    with transaction.atomic():
        with transaction.atomic():
            announce(*about)
        before = list(sent)
    assert (before, sent) == ([], [(group_of(7), message)])


@pytest.mark.parametrize(("announce", "about", "message"), ANNOUNCEMENTS)
def test_a_change_that_is_rolled_back_is_never_announced(sent, announce, about, message):
    with transaction.atomic():
        announce(*about)
        transaction.set_rollback(True)
    assert sent == []


def test_a_page_that_changes_a_table_announces_it_once_it_is_stored(sent, sample_sets):
    event = make_event(None, "Aichi", "Kamui", started=True)
    table = event.draft.tables.get().id
    sent.clear()
    with transaction.atomic():
        pause_tables(event=event)
        before = list(sent)
    assert (before, Table.objects.get().paused) == ([], True)
    assert sent == [(group_of(event.id), {"type": "changed", "event": event.id, "tables": (table,)})]
