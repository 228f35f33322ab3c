"""Types of values that stand in many messages. Moments are texts in UTC with milliseconds and a Z (`parts.stamp`)."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta

from drafts.models import PileState, Reason
from drafts.rules.formats import Direction
from drafts.rules.games.registry import FORMATS, GAMES
from drafts.rules.night.stages import Stage


def one_of(words: Iterable[str], meaning: str = "") -> Meta:
    """Return what a schema says of a text that is one of these words; to the builders of messages it stays a text."""
    return Meta(extra_json_schema={"enum": [str(word) for word in words]}, description=meaning or None)


REVIEW = "review"
Moment = Annotated[str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$", description="A moment in UTC.")]
Seq = Annotated[
    int, Meta(ge=0, description="Grows with every change; a client drops what is not newer than what it has.")
]
Number = Annotated[int, Meta(ge=0)]
SeatNumber = Annotated[int, Meta(ge=0, description="A seat of the table, from 0 clockwise.")]
FighterNumber = Annotated[int, Meta(ge=0, description="Names a fighter within the event.")]
CardNumber = Annotated[int, Meta(ge=0, description="Names one physical card of the event, and tells nothing of it.")]
GameName = Annotated[str, one_of(GAMES)]
FormatName = Annotated[str, one_of(FORMATS)]
StageName = Annotated[str, one_of(Stage)]
PhaseName = Annotated[str, one_of([*Stage, REVIEW], "Where the table stands that this viewer looks at.")]
DirectionName = Annotated[str, one_of(Direction, "Which way packs go: left is to the next seat.")]
ReasonName = Annotated[str, one_of(Reason.values)]
PileStateName = Annotated[str, one_of(PileState.values)]
