"""How many lines are legal from fixed positions, some moves deep: whatever changes a rule changes a count."""

import pytest

from drafts.rules.games.rome.notation import BadPosition, decode, encode
from drafts.rules.games.rome.offers import legal
from drafts.rules.games.rome.state import BattlePhase
from drafts.rules.games.rome.turns import apply
from tests.rules.games.rome.positions import battle

PLACING = "Ce . *. In Ch | -Sl . El / In *El Ar"
CLOSED = "Ca *St Pr St Ce+ | -Ar -Co -Sl . -In / El In *El Pr | -In . St"
THREE = "Ar *St Ba | . -Ca / In *Ce In | . El / Pr *El . In"


def count(position, depth):
    """Return how many ways of so many moves there are in one phase; an attack or what follows it ends a way."""
    lines = [line for line in legal(position, position.seat) if line != "back"]
    if depth == 1:
        return len(lines)
    total = 0
    for line in lines:
        after = apply(position, position.seat, line)
        same = (after.phase, after.turn) == (position.phase, position.turn)
        total += count(after, depth - 1) if same else 1
    return total


@pytest.mark.parametrize(
    ("text", "facts", "counts"),
    [
        (PLACING, {"drawn": "Pr Sl", "hand": ("flank", "volley", "reinforcements")}, (23, 441, 6956)),
        (CLOSED, {}, (61, 1344, 20298)),
        (CLOSED, {"hand": ()}, (24, 349, 3354)),
        (THREE, {}, (32, 69, 69)),
        ("Sl *In Pr | -Ar / *El", {"phase": BattlePhase.AFTER}, (259, 268, 920)),
    ],
)
def test_as_many_ways_are_legal_as_ever(text, facts, counts):
    position = battle(text, **facts)
    assert tuple(count(position, depth) for depth in (1, 2, 3)) == counts


@pytest.mark.parametrize(
    ("eyes", "line"),
    [
        ("all", "rome act 7.0 // Ce *El In | . Sl -Ar | Volley Flank | In // In *In+ | . -St // ."),
        (0, "rome act 7.0 // Ce *El In | . Sl -Ar | Volley Flank | In // In *In+ | . - // ."),
        (1, "rome act 7.0 // Ce *El In | . Sl - | 2 | 1 // In *In+ | . -St // ."),
        (None, "rome act 7.0 // Ce *El In | . Sl - | 2 | 1 // In *In+ | . - // ."),
    ],
)
def test_a_position_says_what_its_viewer_sees(eyes, line):
    position = decode("rome act 7.0 // Ce *El In | . Sl -Ar | Volley Flank | In // In *In+ | . -St // .")
    assert encode(position, eyes) == line


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("rome act 7 // *In // *In", "head"),
        ("rome act 7.0 // *In", "sides"),
        ("rome act 7.2 // *In // *In", "sides"),
        ("rome act 7.0 // In // *In", "star"),
        ("rome act 7.0 // *In | - // *In", "open unit"),
        ("rome act 7.0 // *Xx // *In", "no unit"),
        ("rome act 7.0 // *In | | 2 // *In", "no command"),
        ("rome act 7.0 // *In | | | | // *In", "four parts"),
    ],
)
def test_a_line_that_is_no_open_position_is_refused_with_what_is_wrong(line, fault):
    with pytest.raises(BadPosition, match=fault):
        decode(line)
