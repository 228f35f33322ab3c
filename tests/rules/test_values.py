"""Changed copies of frozen values."""

from dataclasses import dataclass, replace

import pytest

from drafts.rules.values import changed


@dataclass(frozen=True)
class Pawn:
    file: str
    rank: int = 2


def test_a_changed_copy_is_what_replace_makes():
    pawn = Pawn("e")
    assert changed(pawn, rank=4) == replace(pawn, rank=4) == Pawn("e", 4)
    assert pawn == Pawn("e", 2)


def test_a_field_that_is_none_is_refused():
    with pytest.raises(TypeError, match="Pawn has no row"):
        changed(Pawn("e"), row=4)
