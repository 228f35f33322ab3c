"""A draft that ends while fighters choose is counted, though nobody asks for statistics."""

from tests.clients.views import phase_is
from tests.clients.ws_client import play_all
from tests.programs import wait_until

COUNTED = """
    SELECT SUM(drafts_draftcount.taken) FROM drafts_draftcount
    JOIN drafts_draft ON drafts_draft.id = drafts_draftcount.counted_id
    JOIN drafts_event ON drafts_event.id = drafts_draft.event_id
    WHERE drafts_event.code = '{code}'
"""


def test_a_draft_is_counted_when_its_last_card_is_placed(night, shared_server):
    table = night(2)
    play_all(table.phones, phase_is("building"))
    wait_until(
        lambda: shared_server.database.rows(COUNTED.format(code=table.code)) == [(60,)], "the draft is not counted"
    )
