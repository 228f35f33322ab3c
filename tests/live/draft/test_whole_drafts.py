import pytest

from tests.clients.views import phase_is
from tests.clients.ws_client import play_all


@pytest.mark.parametrize(("fighters", "bots"), [(2, 0), (4, 0), (1, 3), (6, 3)])
def test_a_draft_is_played_to_thirty_cards_each(night, fighters, bots):
    table = night(fighters, bots=bots, table_size=9)
    ends = play_all(table.phones, phase_is("building"))
    assert [len(state["you"]["pile"]) for state in ends] == [30] * fighters
