"""The parts of messages that say how fights stand: rounds, sides, counters, results and standings."""

from collections.abc import Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from drafts.protocol.messages.battles import PairingBattlePart
from drafts.protocol.messages.common import FighterNumber, Moment, one_of
from drafts.protocol.messages.draft import CardPart
from drafts.rules.fights.beginning import Start
from drafts.rules.fights.fight import DecidedBy, TimeUp
from drafts.rules.fights.forms import CountedFor, TeamRole
from drafts.rules.night.standings import TieBreak
from drafts.rules.planes import DieFace


class CounterPart(TypedDict):
    """Something that is counted in a fight, and where a side loses by it (R17, M32).

    It is `of` each fighter, of each team, or of a `pair`: what a fighter has `from` each other one, such as damage by
    their commander; the fighter's counter `takes` loses as much (M36).

    A counter begins at `start` and goes from `least` to `most`. One that is at `loses_at`, or beyond it as seen from
    `start`, is lost; null: no side loses by it. A `hidden` counter is not in the `counters` of sides. One that
    goes `by_fives` has buttons for five at once, besides those for one.
    """

    counter: str
    label: str
    start: int
    least: int
    most: int
    loses_at: int | None
    of: Annotated[str, one_of(CountedFor)]
    hidden: NotRequired[Literal[True]]
    by_fives: NotRequired[Literal[True]]
    takes: NotRequired[str]


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

    Counters of a whole team stand in the `counters` of each of its fighters. `avatar` is the card of one that is fixed,
    null before and where there is none (M29). Where a form has hands there is more: `spared` names the counter by which
    a fighter does not lose since a card says so, `out` says whether they are out of this game, `hand` how many cards
    they draw and hold at most, and `bottom` how many of them they put on the bottom after their mulligans. `role` is
    theirs in a team that loses with its emperor, and `reach` whom they reach, clockwise from their seat, null where
    everybody reaches everybody (M37). `commander` is the name of the fighter's commander, null where none was named
    (M35). `from` is how much of the counter of a pair a fighter has from others, by their numbers, without those at the
    start. `dropped` is true for those of a team whose drop has cost it the fight.
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
    role: NotRequired[Annotated[str, one_of(TeamRole)] | None]
    reach: NotRequired[Sequence[FighterNumber] | None]
    commander: NotRequired[str | None]
    dropped: NotRequired[bool]


class SidePart(TypedDict):
    """A side of a fight, named by its first fighter; "Ann & Ben" is a team. All fighters of a `guest` are guests.

    Of a counter that each fighter of a team has, its `counters` have the value that is nearest to a loss, or that of
    its emperor (M37); counters that are `hidden` are left out. `out`, there too: the side is out of this game.
    `dropped`, of more than two sides, is true where it has dropped out of the fight: others lost without that.
    """

    fighter: FighterNumber
    name: str
    guest: bool
    counters: dict[str, int]
    lost: str | None
    out: NotRequired[bool]
    dropped: NotRequired[bool]
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
    then, too), otherwise absent: no points, and a lost fight more for each. `places` are those of the sides of a
    battle that was played to its end, or ended by its ranking; those who share the first draw (V53).
    """

    winner: FighterNumber | None
    score: Sequence[int]
    entered_by: FighterNumber | None
    confirmed: bool
    disputed: bool
    by: Annotated[str, one_of(DecidedBy)] | None
    claim: ClaimPart | None
    double_loss: NotRequired[bool]
    places: NotRequired[Sequence[int]]


class TurnPart(TypedDict):
    """The turn of a game, from 1, of the side of this fighter (M40).

    `extra`: the fighters who have an extra turn after it, the next one first.
    """

    number: int
    fighter: FighterNumber
    extra: Sequence[FighterNumber]


class RollPart(TypedDict):
    """A roll of the planar die: its fighter, what it showed and cost; `own`: with a die at the table."""

    fighter: FighterNumber
    face: Annotated[str, one_of(DieFace)]
    paid: int
    own: bool


class PlanePart(TypedDict):
    """The plane or phenomenon that is face up, and the planar die (M38, M39); the `id` of its card is null.

    `owner` has the planar deck of which it comes, null where all share one; it obeys `controller`. `left` cards lie
    face down in the deck of which the next is turned up; no message says what they are or in which order they lie.
    `rolls` are those of this turn, and `cost` is what the next one costs. `last` is the last roll of the game, `walked`
    how often a plane was left in it.
    """

    card: CardPart
    phenomenon: bool
    owner: FighterNumber | None
    controller: FighterNumber
    left: int
    rolls: int
    cost: int
    last: RollPart | None
    walked: int


class PairingPart(TypedDict):
    """A pairing of the round and its score. `first` goes first in this game; a single side has a bye.

    `table` is the number of the table, or where fights go across tables the place of the fight in its round.
    `must_be_won`: there is no draw. `games` are the winners of the finished games while the fight goes on, null for a
    drawn game; then `chooses` is the side that decides who goes first. `can_undo`: a count, or the end of a game, can
    be taken back. `counted`: how many counts and ends of games there are. `undoes` says which kind of act an undo takes
    back, null where there is none.

    In forms with hands of cards `dice` are throws of a d20 for each side, the highest that tie throw again: who wins
    them `chooses` in the first game, and goes first until they say otherwise. Then there are `first_said`, whether they
    have said it in this game, `first_draws`, whether who goes first draws a card in their first turn, `turn`, null
    where no turns are marked, and `plane`, null where the fight is on none. `start` is how far the start of the game
    is: who goes first is open (`choice`), was said and can be said anew (`said`), or is settled, with nothing counted
    but `mulligans`; later it is absent. A result does not change it. `battle` is there where fights are played here.
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
    undoes: Literal["count", "game", "out", "spare", "rolled", "first", "turn", "roll", "walk"] | None
    first_said: NotRequired[bool]
    start: NotRequired[Annotated[str, one_of(Start)]]
    first_draws: NotRequired[bool]
    turn: NotRequired[TurnPart | None]
    plane: NotRequired[PlanePart | None]
    battle: NotRequired[PairingBattlePart]


_Source = TypedDict("_Source", {"from": NotRequired[FighterNumber]})


class CountPart(_Source):
    """A change of a counter; of one of a pair `from` is the other fighter."""

    fighter: FighterNumber
    counter: str
    by: int


class FightPart(PairingPart):
    """The viewer's own fight. `last_count` is what an undo takes back, null where that is no count.

    `scores` are those of results that can be entered: the games of the winner and of each other side, equal in a draw.
    The first has the games that win the fight. It is absent where sides enter no result.
    """

    last_count: CountPart | None
    scores: NotRequired[Sequence[tuple[int, int]]]


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
    """A fighter of a side in the standings. `commander` is the name of their commander, where one was named (M35)."""

    fighter: FighterNumber
    name: str
    dropped: bool
    commander: NotRequired[str]


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
    """How far the fights of the standings came, once they have ended.

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
