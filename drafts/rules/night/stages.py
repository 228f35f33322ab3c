"""The stages of a night, and which follows which. `drafts/services/events/stages.py` writes what is decided here."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from drafts.rules.errors import NotAllowed


class Stage(StrEnum):
    """Where an event stands. A review is a phase of a table; its event drafts meanwhile."""

    LOBBY = "lobby"
    OPENING = "opening"
    DRAFTING = "drafting"
    BUILDING = "building"
    FIGHTING = "fighting"
    SHARING = "sharing"
    FINISHED = "finished"

    @property
    def is_after_draft(self) -> bool:
        """Whether the draft is over: all tables have drafted, or the event was stopped."""
        return self not in (Stage.LOBBY, Stage.OPENING, Stage.DRAFTING)

    @property
    def is_after_fights(self) -> bool:
        """Whether the fights are over, or there are none and the decks are final."""
        return self in (Stage.SHARING, Stage.FINISHED)


AVATARS = "avatars"
"""The activity in which avatars for the whole event are chosen, while decks are built."""

PLANAR = "planar"
"""The activity in which planar decks are chosen, while decks are built."""

COMMANDERS = "commanders"
"""The activity in which commanders are named (M35), while decks are built."""

BATTLE = "battle"
"""The activity of a fight that is played here: one for each fight, beside that of the fights (V1-V54)."""

ACTIVITIES = (Stage.BUILDING.value, AVATARS, PLANAR, COMMANDERS, Stage.FIGHTING.value, BATTLE, Stage.SHARING.value)
"""The names of the activities: the stages with a history of their own. The database accepts no others."""


class StageMove(StrEnum):
    """A move that leads an event on. The values are those of `history.Kind`, under which its tables note the move.

    At a start there are no tables yet: seating makes them, and notes `start` at each.
    """

    START = "start"
    ALL_DRAFTED = "all_drafted"
    GO_ON = "go_on"
    FINISH = "finish"
    STOP = "stop"
    GO_BACK = "go_back"


class StageState(StrEnum):
    """How far a night is with one of its stages."""

    DONE = "done"
    NOW = "now"
    NEXT = "next"


class StageProgress(NamedTuple):
    """One stage of a night, and how far the night is with it."""

    stage: Stage
    state: StageState


DRAFT_NIGHT = (
    Stage.LOBBY,
    Stage.OPENING,
    Stage.DRAFTING,
    Stage.BUILDING,
    Stage.FIGHTING,
    Stage.SHARING,
    Stage.FINISHED,
)

SEALED_NIGHT = tuple(stage for stage in DRAFT_NIGHT if stage is not Stage.DRAFTING)
"""A night without a draft: packs are opened at the organizer's signal, and each fighter keeps theirs."""

LISTED_NIGHT = (Stage.LOBBY, Stage.BUILDING, Stage.FIGHTING, Stage.FINISHED)
"""A night of fights with decks that fighters bring along, and hand in where lists are asked for (M30)."""

FIGHT_NIGHT = (Stage.LOBBY, Stage.FIGHTING, Stage.FINISHED)
"""A night of fights alone."""

_POSSIBLE_IN = {
    StageMove.START: {Stage.LOBBY},
    StageMove.ALL_DRAFTED: {Stage.DRAFTING},
    StageMove.GO_ON: {Stage.OPENING, Stage.BUILDING, Stage.FIGHTING, Stage.SHARING},
    StageMove.FINISH: {Stage.BUILDING, Stage.FIGHTING, Stage.SHARING},
    StageMove.STOP: {Stage.LOBBY, Stage.OPENING, Stage.DRAFTING},
    StageMove.GO_BACK: {Stage.SHARING, Stage.FINISHED},
}


def next_stage(stages: Sequence[Stage], current: Stage, move: StageMove) -> Stage:
    """Return the stage that a move leads to in a night of these stages.

    A start, the end of the draft and `GO_ON` lead to the stage that follows in the list; a night can be finished or
    stopped in several stages. `GO_BACK` leads to the stage before in the list, once the draft is over. Raises
    NotAllowed.
    """
    if current not in _POSSIBLE_IN[move]:
        raise NotAllowed
    if move is StageMove.GO_BACK:
        return stages[stages.index(current) - 1]
    return Stage.FINISHED if move in (StageMove.FINISH, StageMove.STOP) else stages[stages.index(current) + 1]


def stages_of(
    stages: Sequence[Stage], *, opens: bool, fights: bool, shares: bool, builds: bool = True
) -> tuple[Stage, ...]:
    """Return the stages of a night of a format's `stages`, without those that it does not have.

    `opens`: packs wait for the organizer's signal; `builds`: there is something to do before the fights; `fights` and
    `shares`: there are fights, and cards are shared.
    """
    has = {Stage.OPENING: opens, Stage.BUILDING: builds, Stage.FIGHTING: fights, Stage.SHARING: shares}
    return tuple(stage for stage in stages if has.get(stage, True))


def progress_of(stages: Sequence[Stage], current: Stage) -> tuple[StageProgress, ...]:
    """Return the stages between the lobby and the end, each with how far the night is with it."""
    now, last = stages.index(current), len(stages) - 1
    return tuple(StageProgress(stages[place], _state(place, now)) for place in range(1, last))


def _state(place: int, now: int) -> StageState:
    if place == now:
        return StageState.NOW
    return StageState.DONE if place < now else StageState.NEXT
