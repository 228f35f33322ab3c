"""The lines in which moves are stored."""

from typing import NamedTuple

import pytest

from drafts.rules.night.lines import LONGEST_NAME, Lines


class Rest(NamedTuple):
    """A move of a test."""


def test_a_kind_of_move_that_its_column_would_cut_off_is_refused():
    assert Lines({"r" * LONGEST_NAME: Rest}, {}).encode(Rest()) == ("r" * LONGEST_NAME, "")
    with pytest.raises(ValueError, match="longer than a stored kind may be"):
        Lines({"r" * (LONGEST_NAME + 1): Rest}, {})
