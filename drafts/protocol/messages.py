"""The types of the messages from the server. Times are strings in UTC with milliseconds and a Z (`parts.stamp`).

A part that is the same for many viewers is serialized once (`parts.written`) and stays of its type here.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

from drafts.models import PileState, Policy, Reason, Verdict
from drafts.queries.draft.presence import Ending
from drafts.rules.actors import ActorKind
from drafts.rules.avatars import AvatarEvery, AvatarMethod
from drafts.rules.building import COMMAND, MAIN, SIDE
from drafts.rules.draft.seat_status import Presence, Turn
from drafts.rules.draft.timed import JudgeBy
from drafts.rules.fights.fight import DecidedBy, TimeUp
from drafts.rules.fights.forms import CountedFor
from drafts.rules.formats import Direction
from drafts.rules.games.registry import FORMATS, GAMES
from drafts.rules.night.stages import Stage, StageState
from drafts.rules.night.standings import TieBreak


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
    """The event; `sets` and `directions` by round. `seed_hash` is null in the lobby, `seed` until the log is open (R4).

    `phase` is that of the table that this viewer looks at: `opening` (packs wait for the organizer's word),
    `drafting` or `review`, then `building` as soon as this table has drafted, and `fighting`, `sharing` and
    `finished` once the event is. `stages` tell of the whole event. `stopped`: the event was stopped before the
    draft had ended. `next` is the code of the event that follows this one on the same night, or null. `imported`:
    another installation drafted it. Where all keep the packs that they open, `packs_each` says how many.
    """

    code: str
    name: str
    game: GameName
    format: FormatName
    phase: PhaseName
    table_size: int
    judge: Annotated[str, one_of(JudgeBy, "Who verifies a card that a judge is called for.")]
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
    """The part of a seat that is of the stages after the draft. `deck` says how far a fighter is with theirs.

    `avatar` says whether one that is to be had has been chosen, or dealt.
    """

    deck: NotRequired[Literal["none", "building", "registered"]]
    avatar: NotRequired[Literal["none", "chosen"]]


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


PassPart = TypedDict("PassPart", {"round": int, "pass": int})
"""A pass of the draft."""


class PlacePart(PassPart):
    """A table without its seats. `legion_rare`: a called card was verified in this round.

    Where a format has no rounds, `direction` is null and `round`, `rounds`, `pass` and `passes` are 0.
    `judge_called` are the seats with an open call for a judge, those about a card left out. With paper packs
    `must_place` is what each fighter places in this pass; after the draft `piles` says how far the piles are, seat by
    seat.
    """

    number: int
    rounds: int
    passes: int
    direction: DirectionName | None
    legion_rare: bool
    waiting_for_judge: bool
    judge_called: Sequence[SeatNumber]
    must_place: NotRequired["QuotaPart"]
    piles: NotRequired[Sequence["PilePart"]]


class PilePart(TypedDict):
    """How far the entry of a pile is: so many of the expected cards; `open`, `doubted` or `checked`."""

    fighter: FighterNumber
    name: str
    expected: int
    entered: int
    state: PileStateName


class TablePart(PlacePart):
    """A table as every viewer sees it."""

    seats: Sequence[SeatPart]


class PileEntryPart(TypedDict):
    """The cards that a fighter has entered of their pile of real cards: card numbers, from bottom to top."""

    expected: int
    entered: Sequence[str]
    state: PileStateName


class HostTableFacts(PlacePart):
    """A table as the organizer sees it. `stalled`: the pass without any choice in which the table paused itself."""

    seats: Sequence[HostSeatPart]
    phase: PhaseName
    stalled: PassPart | None
    can_undo: bool


class HostTablePart(HostTableFacts):
    """The same with the clock, which says what time it is."""

    clock: ClockPart


class CardPart(TypedDict):
    """A physical card; beside this it has the facts that its game prints on it (`event.game` says which game).

    `id` tells nothing of the card: neither its pack nor its place in it; it is null where the card lies in no pack.
    `text` is the printed text, `image` the
    address of the picture on this site; both may be null. `text_read` is the text as it is read in a draft where
    that differs from print (R18), in pieces `[text, what is printed there or null]`, else null. `kin` is what cards
    of one look have in common, or empty. `foil` is there, and true, where the card is of foil.
    """

    id: CardNumber | None
    foil: NotRequired[bool]
    number: str
    name: str
    rarity: str
    text: str | None
    text_read: Sequence[Sequence[str | None]] | None
    kin: str
    image: str | None


class QuotaPart(TypedDict):
    """How many cards a fighter owes in a pass, by kind: featured ones (`trigger`), `normal` ones, and `any`.

    A format that features no kind asks for `any` alone.
    """

    trigger: int
    normal: int
    any: int


class TakenPart(TypedDict):
    """The official who has taken a call: `by` is `organizer` or `judge`, `name` the name of a judge."""

    by: Annotated[str, one_of([ActorKind.ORGANIZER, ActorKind.JUDGE])]
    name: str | None
    at: Moment


class OwnCallPart(TypedDict):
    """The fighter's own open call for a judge. `taken` is null until an official is on the way.

    Calls stay open after the draft until the event is over.
    """

    id: int
    reason: ReasonName
    asked_at: Moment
    taken: TakenPart | None


class CallPart(OwnCallPart):
    """An open call for a judge, as officials see it, oldest first; `card` where it is about one (R9)."""

    table: int
    seat: SeatNumber
    card: NotRequired[CardPart]


class NotePart(TypedDict):
    """The note with which the fighter's last answered call was answered; `call` is that call's id."""

    call: int
    reason: ReasonName
    verdict: Annotated[str, one_of([Verdict.VERIFIED, Verdict.REFUSED])]
    text: str
    at: Moment


class ZonePart(TypedDict):
    """Cards of a deck that lie together in play, by id."""

    zone: str
    name: str
    cards: Sequence[CardNumber]


class GroupPart(TypedDict):
    """Cards of a deck that are shown together, by id."""

    name: str
    cards: Sequence[CardNumber]


class TallyPart(TypedDict):
    """How many cards of a deck have each value of a fact, by name."""

    tally: str
    name: str
    counts: Sequence[tuple[str, int]]


class SummaryPart(TypedDict):
    """The summary of a pile. `zones` and `groups` are in the order in which they are shown.

    The game may add properties of its own for a deck, such as the card that begins each fight: `card` is proposed, or
    `chosen` by the fighter; `note` is empty once it is chosen, and `can_be` are the ids of those that may be it.
    """

    count: int
    zones: Sequence[ZonePart]
    groups: Sequence[GroupPart]
    tallies: Sequence[TallyPart]
    warnings: Sequence[str]


class DeckFaultPart(TypedDict):
    """A reason why a deck cannot be registered."""

    code: str
    message: str


class RegisteredPart(TypedDict):
    """When a deck was registered, by the server where `auto`, and how many cards it has.

    `same`: the deck has not changed since.
    """

    at: Moment
    auto: bool
    count: Number
    same: bool


class DeckCheckPart(TypedDict):
    """A look of an official at the registered deck."""

    by: Literal["organizer", "judge"]
    at: Moment


class DeckTallyPart(TypedDict):
    """A count of the main deck's cards: `curve`, `colours` or `types`."""

    tally: str
    name: str
    counts: Sequence[tuple[str, Number]]


class MatchDeckPart(TypedDict):
    """The own deck in the fight that goes on (M23), at a version that `deck` with its `fight` makes a new one of.

    `open`: it can be changed, between two games. It is dropped once the fight is over.
    """

    fight: int
    game: int
    version: Number
    main: Sequence[CardNumber]
    side: Sequence[CardNumber]
    basics: dict[str, Number]
    command: Sequence[CardNumber]
    open: bool


class ListLinePart(TypedDict):
    """A line of a list: how many cards of a name, in `main`, `side` or `command`. `checked`: a loaded set has it."""

    name: str
    count: Annotated[int, Meta(ge=1)]
    zone: Annotated[str, one_of([MAIN, SIDE, COMMAND])]
    checked: bool


class DeckStatePart(TypedDict):
    """The state of a fighter's deck at a version that `deck` alone makes a new one of.

    `registered` is null until the deck is; `locked`: it cannot be changed any more.
    """

    version: Number
    count: Number
    faults: Sequence[DeckFaultPart]
    legal: bool
    locked: bool
    registered: RegisteredPart | None
    checked: Sequence[DeckCheckPart]


class OwnDeckPart(DeckStatePart):
    """A fighter's deck; only the fighter is sent it.

    `side` is every card of the pool that lies nowhere else. `count` is the main deck with its free lands, `basics`.
    `suggested` are the free lands that a usual deck of these cards has. `match` is null outside of an open fight. A
    deck that was brought along (M30) has its `list` instead of ids and lands, no tallies, and nothing is suggested.
    """

    main: NotRequired[Sequence[CardNumber]]
    side: NotRequired[Sequence[CardNumber]]
    command: NotRequired[Sequence[CardNumber]]
    basics: NotRequired[dict[str, Number]]
    list: NotRequired[Sequence[ListLinePart]]
    tallies: Sequence[DeckTallyPart]
    suggested: dict[str, Number]
    match: MatchDeckPart | None


class OwnAvatarPart(TypedDict):
    """The avatars of which a fighter may choose (M27), by the settings of the event; only the fighter is sent it.

    `chosen` is the number of one, null before; it can be replaced until it is `fixed`, when all see it. `fight` is
    there where it is chosen for a fight. With `free` there is no `offered`: `/events/<code>/avatars/` has all, and
    `card` is the chosen one.
    """

    every: Annotated[str, one_of(AvatarEvery)]
    method: Annotated[str, one_of(AvatarMethod)]
    offered: NotRequired[Sequence[CardPart]]
    card: NotRequired[CardPart]
    chosen: str | None
    fixed: bool
    fight: NotRequired[int]


class OwnNightPart(TypedDict):
    """The part of `you` that is of the stages after the draft. `deck` is there from the building of decks on.

    So is `avatar` in an event that has any, or from the pairing of a round on.
    """

    deck: NotRequired[OwnDeckPart]
    avatar: NotRequired[OwnAvatarPart]


class YouPart(OwnNightPart):
    """The part that only the fighter sees. `pack` is the hand, empty once they have chosen.

    `pile` (the own cards in the order taken) is null except in a review and after the draft (R8), and in events with
    `own_picks` `open`: there it is sent during packs too, with what was placed in this pass. `summary` is present
    where `pile` is not null. `call` is the own open call for a judge, `note` that of the last answered one. `bot`: a
    bot chooses for this fighter. `by_time` are the passes `[round, pass]` in which the clock chose for them. Where
    packs are kept, `pile` is null until all are opened, and `packs` says how many cards of it each has, in order.

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
    marked: Sequence[CardNumber]
    ready: bool
    hurried: bool
    bot: bool
    by_time: Sequence[tuple[int, int]]
    summary: NotRequired[SummaryPart]
    pile_entry: NotRequired[PileEntryPart]


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
    """The tables and packs of a start with the present lobby. `packs_listed` is null where the server makes packs."""

    table_sizes: Sequence[int]
    packs_wanted: int
    packs_listed: int | None


class CounterPart(TypedDict):
    """Something that is counted in a fight, `of` each fighter or each team, and where a side loses by it (R17, M32).

    A counter begins at `start` and goes from `least` to `most`. One that is at `loses_at`, or beyond it as seen from
    `start`, is lost; null: no side loses by it. A `hidden` counter is not in the `counters` of sides.
    """

    counter: str
    label: str
    start: int
    least: int
    most: int
    loses_at: int | None
    of: Annotated[str, one_of(CountedFor)]
    hidden: NotRequired[Literal[True]]


class RoundPart(TypedDict):
    """The round of the fights with its clock.

    `left` are the seconds while it stands; `last`: no round follows. When the time is up nothing happens by itself: the
    organizer begins the next round, and open fights are decided as `time_up` says.
    """

    number: int
    of: int
    deadline: Moment | None
    paused: bool
    paused_by: Literal["organizer", "judge"] | None
    left: float | None
    seconds: int | None
    counters: Sequence[CounterPart]
    last: bool
    time_up: Annotated[str, one_of(TimeUp)]


_From = TypedDict("_From", {"from": NotRequired[dict[str, int]]})


class SideFighterPart(_From):
    """A fighter in a fight. `lost` names the counter by which they lose; a `guest` has no phone.

    What a team counts together stands in the `counters` of each of its fighters. `avatar` is the card of one that is
    fixed, null before and where there is none (M29). Where a form has hands there is more: `spared` names the counter
    by which a fighter does not lose since a card says so, `out` says whether they are out of this game, `hand` how many
    cards they draw and hold at most, and `bottom` how many of them they put on the bottom after their mulligans. What
    no form that is played has is null, or empty.
    """

    fighter: FighterNumber
    name: str
    guest: bool
    counters: dict[str, int]
    lost: str | None
    spared: NotRequired[str | None]
    out: NotRequired[bool]
    hand: NotRequired[int]
    bottom: NotRequired[int]
    avatar: NotRequired[CardPart | None]
    role: NotRequired[None]
    reach: NotRequired[None]
    commander: NotRequired[None]


class SidePart(TypedDict):
    """A side of a fight, named by its first fighter; "Ann & Ben" is a team. All fighters of a `guest` are guests.

    Of a counter that each fighter of a team has, its `counters` have the value that is nearest to a loss; counters that
    are `hidden` are left out. `out`, there too: the side is out of this game.
    """

    fighter: FighterNumber
    name: str
    guest: bool
    counters: dict[str, int]
    lost: str | None
    out: NotRequired[bool]
    fighters: Sequence[SideFighterPart]


class DiePart(TypedDict):
    """A throw of a side for who goes first."""

    fighter: FighterNumber
    face: int


class ClaimPart(TypedDict):
    """The result that another side has entered against the one that waits."""

    winner: FighterNumber | None
    score: Sequence[int]


class ResultPart(TypedDict):
    """The result of a fight; `winner` is null for a draw. `by` says whose decision made it final, null until it is.

    `claim` is what another side says against it. `double_loss` is true where all sides have lost (`winner` is null
    then, too), otherwise absent: no points, and a lost fight more for each.
    """

    winner: FighterNumber | None
    score: Sequence[int]
    entered_by: FighterNumber | None
    confirmed: bool
    disputed: bool
    by: Annotated[str, one_of(DecidedBy)] | None
    claim: ClaimPart | None
    double_loss: NotRequired[bool]


class PairingPart(TypedDict):
    """A pairing of the round and its score. `first` goes first in this game; a single side has a bye.

    `table` is the number of the table, or where fights go across tables the place of the fight in its round.
    `must_be_won`: there is no draw. `games` are the winners of the finished games while the fight goes on, null for a
    drawn game; then `chooses` is the side that decides who goes first. `can_undo`: a count, or the end of a game, can
    be taken back. `counted`: how many counts and ends of games there are.

    In forms with hands of cards `dice` are throws of a d20 for each side, the highest that tie throw again: who wins
    them `chooses` in the first game, and goes first until they say otherwise. Then there are `first_draws`, whether who
    goes first draws a card in their first turn, and `turn` and `plane`, which are null.
    """

    fight: int
    form: str
    dice: Sequence[Sequence[DiePart]]
    table: int
    first: FighterNumber | None
    best_of: int
    must_be_won: bool
    games: Sequence[FighterNumber | None]
    chooses: FighterNumber | None
    result: ResultPart | None
    sides: Sequence[SidePart]
    can_undo: bool
    counted: int
    first_draws: NotRequired[bool]
    turn: NotRequired[None]
    plane: NotRequired[None]


class CountPart(TypedDict):
    """A change of a counter."""

    fighter: FighterNumber
    counter: str
    by: int


class FightPart(PairingPart):
    """The viewer's own fight. `last_count` is what an undo takes back, null where that is no count.

    `undoes` says which kind of act it is, null where there is none.
    """

    last_count: CountPart | None
    undoes: Literal["count", "game", "out", "spare", "rolled", "first"] | None


class PastFightPart(TypedDict):
    """The last fight of a fighter in an earlier round, byes left out."""

    round: int
    fight: int
    form: str
    dice: Sequence[Sequence[DiePart]]
    best_of: int
    result: ResultPart | None
    sides: Sequence[SidePart]


class CorrectionPart(TypedDict):
    """A final result was corrected: when, by which official, and what it `was` before."""

    at: Moment
    by: Literal["organizer", "judge"]
    was: ResultPart


class CorrectedPart(PastFightPart):
    """A fight of the viewer whose final result was corrected, with each correction, oldest first."""

    corrections: Sequence[CorrectionPart]


class TiePart(TypedDict):
    """The tie-break between a fighter and others with equal points, and its value: more is better.

    `value` has a share to four places; damage taken counts as less than nothing. `text` is the value as it is shown to
    people, rounded half up.
    """

    by: Annotated[str, one_of(TieBreak)]
    value: float
    text: str


class StandingFighterPart(TypedDict):
    """A fighter of a side in the standings."""

    fighter: FighterNumber
    name: str
    dropped: bool


class StandingPart(TypedDict):
    """The place of a side, named by its first fighter. `dropped`: all its fighters have.

    `table` is 0 where fights go across tables.
    """

    rank: int
    fighter: FighterNumber
    name: str
    points: int
    won: int
    drawn: int
    lost: int
    ties: Sequence[TiePart]
    table: int
    dropped: bool
    fighters: Sequence[StandingFighterPart]


class FoughtPart(TypedDict):
    """How far the fights came that the standings are of, once they have ended.

    `over`: no round was left, and no fight was broken off. `groups`: how many groups fought, each with standings of
    its own.
    """

    rounds: int
    of: int
    over: bool
    groups: int


class ChampionPart(TypedDict):
    """A side in the first place once the last result is in, named as in `standings`.

    `shows_deck`: one of its fighters lets everybody see the best cards of their deck, at `/events/<code>/champion/`.
    """

    fighter: FighterNumber
    shows_deck: bool


class PersonPart(TypedDict):
    """A fighter who takes part in the sharing. `cards` is the number of cards that they have been given."""

    fighter: FighterNumber
    name: str
    cards: int


class SwapPart(TypedDict):
    """An offer to swap that can still be accepted, by `other`."""

    swap: int
    fighter: FighterNumber
    other: FighterNumber
    give: CardPart
    want: CardPart


class ClosedSwapPart(SwapPart):
    """An offer that came to nothing. `by` who: `other` declined it, or `fighter` withdrew it."""

    by: FighterNumber


class SharedPart(TypedDict):
    """The card that was shared last. `by_wish`: its fighter did not take it themselves."""

    fighter: FighterNumber
    card: CardPart
    by_wish: bool


class GonePart(TypedDict):
    """A card of the rarity that is being chosen, and who took it."""

    card: CardPart
    by: FighterNumber


class SharePart(TypedDict):
    """The sharing of the cards of a table (R19). `pool` is what is left of the rarity that is being chosen.

    `taken` is what is gone of it, in order. Spectators are sent neither (both are empty), nor `last`, unless the log is
    public. `order` are the fighters as they take turns, `left` the cards in the pool, `next` who gets each of them, in
    order, and `seconds_left` those of a turn whose clock stands. When the time of a turn is up, wishes decide.
    """

    table: int
    policy: Annotated[str, one_of(Policy.values)]
    begun: bool
    over: bool
    order: Sequence[FighterNumber]
    people: Sequence[PersonPart]
    turn: FighterNumber | None
    next: Sequence[FighterNumber]
    deadline: Moment | None
    paused: bool
    paused_by: Literal["organizer", "judge"] | None
    seconds: int | None
    seconds_left: float | None
    rarity: str | None
    pool: Sequence[CardPart]
    left: int
    taken: Sequence[GonePart]
    last: SharedPart | None


class OwnSharePart(TypedDict):
    """The part that only the fighter sees: their cards so far, wishes, open swaps, and how many cards change hands.

    `closed` are the last offers by or to them that were declined or withdrawn, while both still have these cards.
    """

    yours: Sequence[CardPart]
    wishes: Sequence[CardNumber]
    swaps: Sequence[SwapPart]
    closed: Sequence[ClosedSwapPart]
    to_give: int
    to_get: int


class FullSharePart(SharePart):
    """The sharing of the cards of a table; what is here is a fighter's own, and sent to nobody else."""

    yours: NotRequired[Sequence[CardPart]]
    wishes: NotRequired[Sequence[CardNumber]]
    swaps: NotRequired[Sequence[SwapPart]]
    closed: NotRequired[Sequence[ClosedSwapPart]]
    to_give: NotRequired[int]
    to_get: NotRequired[int]


class NightPart(TypedDict):
    """The stages after the draft, as a viewer sees them.

    A fighter gets `fight`, their own in this round (null for none); spectators get `pairings` of the table, or of
    the event where fights go across tables, and officials all. Only fighters get `past` and `corrected`;
    `corrected` is absent where nothing was corrected. `standings` are those of the fighters who can meet, for the
    organizer those of all groups; they stay when the fights are over, with `fought`. `champions` are there from the
    last result on, and absent where rounds were left when the fights ended. Only officials get `shares`: the sharing at
    each table.
    """

    round: NotRequired[RoundPart]
    fight: NotRequired[FightPart | None]
    past: NotRequired[PastFightPart | None]
    corrected: NotRequired[Sequence[CorrectedPart]]
    pairings: NotRequired[Sequence[PairingPart]]
    standings: NotRequired[Sequence[StandingPart]]
    fought: NotRequired[FoughtPart]
    champions: NotRequired[Sequence[ChampionPart]]
    share: NotRequired[FullSharePart]
    shares: NotRequired[Sequence[SharePart]]


class State(NightPart):
    """Everything that a viewer may see. `you` is a fighter's; what follows it the organizer's, and in part a judge's.

    It is sent on connecting, on `resync`, and when the phase, round, pass, clock or the viewer's own cards change.
    `hint` (what should be said before the start), `seating`, `fighters` and `start` are in the lobby alone.
    `seating` is who would sit where if the draft began now: of each table the fighters, clockwise from seat 0; null
    until seats are drawn.

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
    `seating` and `hint` are as they stand at `seq`. A client whose version is older than `since` asks for the whole
    state. Within ten seconds after a change the whole lobby comes as a state too, under the same `seq`.
    """

    type: Literal["lobby"]
    seq: Seq
    since: Seq
    now: Moment
    seats: Sequence[SeatPart]
    seating: Sequence[Sequence[FighterNumber]] | None
    hint: str | None


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
