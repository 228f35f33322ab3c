"""The messages from the server.

A part that is the same for many viewers is serialized once (`parts.written`) and stays of its type here.
"""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from drafts.protocol.messages.battles import BattlePart, OwnBattlePart
from drafts.protocol.messages.building import OwnAvatarPart, OwnDeckPart, OwnPlanarPart, SummaryPart
from drafts.protocol.messages.common import CardNumber, FighterNumber, Moment, SeatNumber, Seq, one_of
from drafts.protocol.messages.draft import (
    CallPart,
    CardPart,
    HostTablePart,
    NotePart,
    OwnCallPart,
    PileEntryPart,
    QuotaPart,
    TablePart,
)
from drafts.protocol.messages.events import ClockPart, EntryPart, EventPart, MemberPart, SeatPart, StartPart
from drafts.protocol.messages.fights import (
    ChampionPart,
    CorrectedPart,
    FightPart,
    FoughtPart,
    PairingPart,
    PastFightPart,
    RoundPart,
    StandingPart,
)
from drafts.protocol.messages.sharing import FullSharePart, SharePart
from drafts.queries.draft.presence import Ending


class OwnNightPart(TypedDict):
    """The part of `you` that is of the stages after the draft. `deck` is there from the building of decks on.

    So is `avatar` in an event that has any, or from the pairing of a round on, and `planar` in one with planar decks of
    fighters' own. `battle` is there where fights are played here.
    """

    deck: NotRequired[OwnDeckPart]
    avatar: NotRequired[OwnAvatarPart]
    planar: NotRequired[OwnPlanarPart]
    battle: NotRequired[OwnBattlePart]


class YouPart(OwnNightPart):
    """The part that only the fighter sees. `pack` is the hand, empty once they have chosen.

    `pile` (the own cards in the order taken) is null except in a review and after the draft (R8), and in events with
    `own_picks` `open`: there it is sent during packs too, with what was placed in this pass. `summary` is present
    where `pile` is not null. `call` is the own open call for a judge, `note` that of the last answered one. `refused`
    has the cards in hand for which this fighter called a judge, who refused (R9), and is absent where there are none.
    `bot`: a bot chooses for this fighter. `by_time` are the passes `[round, pass]` in which the clock
    chose for them. Where packs are kept, `pile` is null until all are opened, and `packs` says how many cards of it
    each has, in order.

    With paper packs there is `must_hold`, as in the seat, and no `pack`; `pile` is null until all piles have been
    entered, and after the draft `pile_entry` has the cards that are entered so far.
    """

    seat: SeatNumber
    name: str
    must_choose: QuotaPart
    must_hold: NotRequired[int]
    pack: NotRequired[Sequence[CardPart]]
    chosen: bool
    pile: Sequence[CardPart] | None
    packs: NotRequired[Sequence[int]]
    can_call_judge: bool
    call: OwnCallPart | None
    note: NotePart | None
    refused: NotRequired[Sequence[CardNumber]]
    marked: Sequence[CardNumber]
    ready: bool
    hurried: bool
    bot: bool
    by_time: Sequence[tuple[int, int]]
    summary: NotRequired[SummaryPart]
    pile_entry: NotRequired[PileEntryPart]


class NightPart(TypedDict):
    """The stages after the draft, as a viewer sees them.

    A fighter gets `fight`, their own in this round (null for none); spectators get `pairings` of the table, or of
    the event where fights go across tables, and officials all. Only fighters get `past` and `corrected`;
    `corrected` is absent where nothing was corrected, and `may_drop_out` where the fighter may not drop out by
    themselves now. `standings` are those of the fighters who can meet, for the organizer those of all groups; they stay
    when the fights are over, with `fought`. `champions` are there from the last result on, and absent where rounds were
    left when the fights ended. Only officials get `shares`: the sharing at each table. `battle` is the fighter's own
    where fights are played here, and for a spectator the one that is looked at.
    """

    round: NotRequired[RoundPart]
    fight: NotRequired[FightPart | None]
    past: NotRequired[PastFightPart | None]
    corrected: NotRequired[Sequence[CorrectedPart]]
    may_drop_out: NotRequired[Literal[True]]
    pairings: NotRequired[Sequence[PairingPart]]
    standings: NotRequired[Sequence[StandingPart]]
    fought: NotRequired[FoughtPart]
    champions: NotRequired[Sequence[ChampionPart]]
    battle: NotRequired[BattlePart]
    share: NotRequired[FullSharePart]
    shares: NotRequired[Sequence[SharePart]]


class State(NightPart):
    """Everything that a viewer may see. `you` is a fighter's; what follows it the organizer's, and in part a judge's.

    It is sent on connecting, on `resync`, and when the phase, round, pass, clock or the viewer's own cards change.
    `hint` (what should be said before the start), `enough` (whether so many fighters can be seated, in whole teams
    where they fight in teams), `seating`, `fighters` and `start` are in the lobby alone. `seating` is who would sit
    where if the draft began now: of each table the fighters, clockwise from seat 0; null until seats are drawn.

    Judges get `judge_calls`, `tables`, the round, `pairings`, `standings` and `shares`, and none of `entries`,
    `fighters` and `start`. Where nicknames are hidden, a spectator is sent *Fighter 1* and so on instead, once the
    event is finished.
    """

    type: Literal["state"]
    seq: Seq
    event: EventPart
    clock: ClockPart
    table: TablePart
    log_open: bool
    hint: NotRequired[str | None]
    enough: NotRequired[bool]
    seating: NotRequired[Sequence[Sequence[FighterNumber]] | None]
    you: NotRequired[YouPart]
    judge_calls: NotRequired[Sequence[CallPart]]
    tables: NotRequired[Sequence[HostTablePart]]
    entries: NotRequired[Sequence[EntryPart]]
    fighters: NotRequired[Sequence[MemberPart]]
    start: NotRequired[StartPart]


class SeatChange(SeatPart):
    """A small public change of one seat, between two whole states."""

    type: Literal["seat"]
    seq: Seq


class LobbyUpdate(TypedDict):
    """The changes of a large lobby (of more than twenty) between the versions `since` and `seq`.

    `seats` are the new and the changed ones; `seat` says where in the list each is; new ones are at its end.
    `seating`, `hint` and `enough` are as they stand at `seq`. A client whose version is older than `since` asks for the
    whole state. Within ten seconds after a change the whole lobby comes as a state too, under the same `seq`.
    """

    type: Literal["lobby"]
    seq: Seq
    since: Seq
    now: Moment
    seats: Sequence[SeatPart]
    seating: Sequence[Sequence[FighterNumber]] | None
    hint: str | None
    enough: bool


class Ack(TypedDict):
    """The confirmation that a request has been stored permanently."""

    type: Literal["ack"]
    id: str
    seq: Seq


class Error(TypedDict):
    """Nothing was changed; `message` says why, for people."""

    type: Literal["error"]
    id: str | None
    code: str
    message: str


class Pong(TypedDict):
    """The answer to a ping; `seq` is the newest that was sent to this viewer."""

    type: Literal["pong"]
    seq: Seq


class MarkedCards(TypedDict):
    """The cards that the viewer's seat has marked so far, on any of its devices, as in `you.marked`.

    It is sent to all devices of the seat, in the order of the marks, and to a device whose mark was older than another.
    """

    type: Literal["marked"]
    cards: Sequence[CardNumber]


class Ended(TypedDict):
    """The connection is closed next. `deleted` comes before a close with 4404, the others before one with 4001.

    `removed`: the organizer removed the fighter. `left`: they gave up their place, perhaps on another page.
    `moved`: the seat has a new link. `signed_out`: the organizer did. `revoked`: the judge's link was.
    """

    type: Literal["ended"]
    reason: Annotated[str, one_of(Ending)]


Sent = State | SeatChange | LobbyUpdate | Ack | Error | Pong | MarkedCards | Ended
