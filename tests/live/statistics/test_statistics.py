"""The clock counts a finished event, though nobody asks for statistics: also after its process was killed."""

from contextlib import ExitStack

import pytest

from tests.clients.device import Organizer
from tests.clients.views import phase_is
from tests.clients.ws_client import play_all
from tests.live.conftest import make_night
from tests.programs import wait_until

COUNTED = """
    SELECT SUM(drafts_batchcount.taken) FROM drafts_batchcount
    JOIN drafts_countedset ON drafts_countedset.batch_id = drafts_batchcount.batch_id
    JOIN drafts_draft ON drafts_draft.id = drafts_countedset.counted_id
    JOIN drafts_event ON drafts_event.id = drafts_draft.event_id
    WHERE drafts_event.code = '{code}'
"""


@pytest.mark.parametrize("is_killed", [False, True])
def test_a_draft_is_counted_when_its_event_is_finished(server, is_killed):
    with ExitStack() as lines:
        table = make_night(lines, Organizer(server.url), 2, bots=0, start=True, log_visibility="public")
        play_all(table.phones, phase_is("building"))
        table.act("finish")
    if is_killed:
        server.restart()
    wait_until(lambda: server.database.rows(COUNTED.format(code=table.code)) == [(60,)], "the draft is not counted")
    assert "Traceback" not in server.log.read_text()
