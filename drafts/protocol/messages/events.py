"""The parts of messages that say what an event is: its stages, sets, clock, seats and fighters."""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from drafts.protocol.messages.common import (
    DirectionName,
    FighterNumber,
    FormatName,
    GameName,
    Moment,
    Number,
    PhaseName,
    SeatNumber,
    StageName,
    one_of,
)
from drafts.rules.draft.seat_status import Presence, Turn
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.night.stages import StageState


class StagePart(TypedDict):
    """A stage of the night and how far the whole event is in it: `done`, `now` or `next`.

    Stages that the event leaves out (no fights, or each fighter keeps their cards) are not listed. While one table has
    drafted and others still draft, `drafting` is `now`. When the event is finished or stopped, all are `done`.
    """

    stage: StageName
    state: Annotated[str, one_of(StageState)]


class SetPart(TypedDict):
    """The set of a round."""

    code: str
    name: str


class EventPart(TypedDict):
    """The event; `sets` and `directions` by round. `seed_hash` is null in the lobby, `seed` until the log is open (R4),
    with avatars or planes once the fights are over (M27, M38).

    `phase` is that of the table that this viewer looks at: `opening` (packs wait for the organizer's word),
    `drafting` or `review`, then `building` as soon as this table has drafted, and `fighting`, `sharing` and
    `finished` once the event is. `stages` tell of the whole event. `stopped`: the event was stopped before the
    draft had ended. `next` is the code of the event that follows this one on the same night, or null. `imported`:
    another installation drafted it. `form` is the form of its fights. Where all keep the packs that they open,
    `packs_each` says how many.
    """

    code: str
    name: str
    game: GameName
    format: FormatName
    form: str
    phase: PhaseName
    table_size: int
    judge: Annotated[str, one_of(JudgeBy, "The person who verifies a card that a judge is called for.")]
    practice: bool
    sets: Sequence[SetPart]
    directions: Sequence[DirectionName]
    seed_hash: str | None
    seed: str | None
    stopped: bool
    stages: Sequence[StagePart]
    next: str | None
    imported: bool
    packs_each: NotRequired[int]


class ClockPart(TypedDict):
    """A table's clock with one viewer's deadline. `seconds`, `left` and `grace` are seconds.

    `deadline` is null where nothing is timed, or the table is paused. `seconds` is the length of the pass, `left`
    what was left when the clock was stopped. `paused_by` is `time` where the table paused itself, since no fighter
    chose in a pass. `grace`: how long after the deadline a choice still counts if the connection was down at the
    deadline.
    """

    deadline: Moment | None
    now: Moment
    paused: bool
    paused_by: Literal["organizer", "judge", "time"] | None
    seconds: int | None
    left: float | None
    grace: int


class BuildClockPart(TypedDict):
    """The part of a clock that a stage after the draft has of its own; the rest is as in `ClockPart`."""

    deadline: Moment | None
    paused: bool
    paused_by: Literal["organizer", "judge", "time"] | None
    seconds: int | None
    left: float | None


class StatusPart(TypedDict):
    """Whether a fighter is there (`presence`), and what they are doing (`turn`). The two are independent.

    `weak` is a slow or silent connection; `away_since` is when the last connection ended, or null. `done_by_time`:
    the clock chose in this pass. `no_cards`: an empty hand. `looking` and `seen` are of the review; `getting_ready`
    and `ready` of the lobby, and of a draft with paper packs before the first is opened. `hurried`: the fighter has
    five seconds in this pass, until they act.
    """

    presence: Annotated[str, one_of(Presence)]
    away_since: Moment | None
    turn: Annotated[str, one_of(Turn)]
    hurried: bool


class SeatNightPart(TypedDict):
    """The part of a seat that is of the stages after the draft. `deck` says how far a fighter is with their deck.

    `gone` is there for those who left before or while decks were built or commanders named: nobody waits for theirs.
    `avatar` says whether one that is to be had has been chosen, or dealt. `commander` is the name of the fighter's
    commander, null before it is named (M35).
    """

    deck: NotRequired[Literal["none", "building", "registered"]]
    gone: NotRequired[Literal[True]]
    avatar: NotRequired[Literal["none", "chosen"]]
    commander: NotRequired[str | None]


class SeatPart(StatusPart, SeatNightPart):
    """A seat as every viewer sees it.

    `fighter` is the fighter's number in the event, as in forms, fights and the sharing; `in_hand` and `face_down`
    are numbers of cards. `guest`: the fighter has no phone, somebody else acts for them; they are always ready and
    never hurried. With paper packs `must_hold` is the number of cards that the fighter should hold in this pass
    before placing any.
    """

    seat: SeatNumber
    fighter: FighterNumber
    name: str
    bot: bool
    connected: bool
    chosen: bool
    in_hand: Number
    face_down: Number
    ready: bool
    guest: bool
    must_hold: NotRequired[int]


class HostSeatPart(SeatPart):
    """A seat as the organizer sees it. `always_bot`: the seat has been a bot's from the start."""

    always_bot: bool


class EntryPart(TypedDict):
    """A line of what happened, at a table or (null) in the event. Of these the newest fifty are sent, newest first.

    Names in `text` stand between U+2068 and U+2069. A line may come under the `seq` before or after its change.
    """

    at: Moment
    table: int | None
    text: str


class MemberPart(StatusPart):
    """One who has taken a place in the lobby; a `guest` has no phone."""

    id: FighterNumber
    name: str
    bot: bool
    ready: bool
    connected: bool
    guest: bool


class StartPart(TypedDict):
    """The tables and packs of a start with the present lobby. `packs_listed` is null where the server makes packs.

    `teams` is how many teams there are, where fights are of teams.
    """

    table_sizes: Sequence[int]
    packs_wanted: int
    packs_listed: int | None
    teams: NotRequired[int]
