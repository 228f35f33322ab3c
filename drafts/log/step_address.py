"""Where a replay stands, as its address says (docs/protocol.md, "Addresses of a replay")."""

import re
from typing import NamedTuple

_FORM = re.compile(
    r"(?:t([1-9]\d{0,3}))?"
    r"(?:r([1-9]\d?)p([1-9]\d{0,2})|f([1-9]\d?)(?:g([1-9]))?|v([1-9]\d?)|w([1-9]\d{0,2})|e)"
    r"(?:([so])(\d{1,2}))?",
    re.ASCII,
)


class StepAddress(NamedTuple):
    """A step of a table: a pass of a round, the review after one, a round of fights or its games, a swap, or the end.

    `seat` is whose eyes it is seen with, `opener` whose pack it is about; with neither it is the whole table.
    """

    table: int
    round: int | None = None
    pass_number: int | None = None
    fights: int | None = None
    game: int | None = None
    review: int | None = None
    swap: int | None = None
    seat: int | None = None
    opener: int | None = None


def read_step(text: str) -> StepAddress | None:
    """Return the step of an address, None for what is no such address."""
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    table, round_, number, fights, game, review, swap, whose, seat = found.groups()
    return StepAddress(
        table=int(table or 1),
        round=_number(round_),
        pass_number=_number(number),
        fights=_number(fights),
        game=_number(game),
        review=_number(review),
        swap=_number(swap),
        seat=int(seat) if whose == "s" else None,
        opener=int(seat) if whose == "o" else None,
    )


def _number(text: str | None) -> int | None:
    return int(text) if text else None
