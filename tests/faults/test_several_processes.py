"""Each fault of a server of several processes once, like test_faults.py, beside which another worker plays them."""

import pytest

from tests.faults.few import KNOWN, OF_SEVERAL_PROCESSES
from tests.stack import STACK

# On SQLite there is one process
pytestmark = pytest.mark.skipif(STACK == "sqlite", reason="one process serves a site whose database is a file")


@pytest.mark.parametrize("name", sorted(OF_SEVERAL_PROCESSES))
def test_nothing_is_lost_doubled_or_seen_otherwise(spend, name):
    assert spend(KNOWN[name]).acks > 0
