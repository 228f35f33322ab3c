"""A log as a file, as types: what `log.json` has (docs/protocol.md, "Log"), and what a file that is imported must be.

Moments are texts in UTC with milliseconds and a Z. The cards of a log are of one game: `file_type` is its file.
"""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Final, Generic, Literal, TypeVar, cast, get_type_hints

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

from drafts.importers import limits
from drafts.importers.decks.lists import MOST_IN_A_ZONE
from drafts.importers.pack_list import LARGEST_PACK
from drafts.rules.building import MOST_IN_A_DECK, MOST_OF_A_LAND
from drafts.rules.draft.history import Kind
from drafts.rules.draft.replay import How
from drafts.rules.formats import PACKS_EACH, PICKS, Format
from drafts.rules.games.base import CardGame, Game
from drafts.rules.games.registry import FORMATS, GAMES
from drafts.rules.night.comments import LONGEST as LONGEST_COMMENT
from drafts.rules.night.comments import LONGEST_STEP, STEP
from drafts.rules.night.nicknames import LONGEST as LONGEST_NICKNAME
from drafts.rules.night.rights import LogOpens
from drafts.rules.night.seating import MOST_FIGHTERS
from drafts.rules.night.stages import Stage, StageState
from drafts.rules.planes import OWN_DECK

VERSION: Final = 1
MOST_TABLES = 100
MOST_SEATS = 12
MOST_ROUNDS = PACKS_EACH[-1]
MOST_LISTED = MOST_ROUNDS * MOST_FIGHTERS
"""Packs of a list: those that are kept lie at any number of tables."""
MOST_PICKS = MOST_ROUNDS * MOST_SEATS * LARGEST_PACK
MOST_UNDONE = 50_000
MOST_ACTS = 200_000
MOST_FIGHTS = 10_000
MOST_SIDES = MOST_SEATS
"""Of a fight."""
MOST_IN_A_SIDE = 4
MOST_COUNTS = 2_000
MOST_MOVES = 20_000
MOST_CORRECTIONS = 200
"""Of the result of a fight."""
MOST_COMMENTS = 500
"""At a table."""
LONGEST_BUILDING = 1_000
"""In minutes."""
LARGEST_NUMBER = 2**31 - 1
"""The largest number that fits into the smallest of the columns in which numbers of a file are stored."""

Moment = Annotated[
    str,
    Meta(
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z$",
        max_length=27,
        extra_json_schema={"format": "date-time"},
    ),
]
Number = Annotated[int, Meta(ge=1, le=LARGEST_NUMBER)]
Round = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
PassNumber = Annotated[int, Meta(ge=1, le=LARGEST_PACK)]
SeatPlace = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
TableNumber = Annotated[int, Meta(ge=1, le=MOST_TABLES)]
Seconds = Annotated[float, Meta(ge=0, le=10_000_000)]
CardNumber = Annotated[str, Meta(min_length=1, max_length=limits.LONGEST_NUMBER)]
SetCode = Annotated[str, Meta(min_length=1, max_length=limits.LONGEST_CODE)]
Word = Annotated[str, Meta(max_length=24)]
LONGEST_SIDE = MOST_IN_A_SIDE * (LONGEST_NICKNAME + len(" & "))
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Nickname = Annotated[str, Meta(min_length=1, max_length=LONGEST_NICKNAME)]
Who = Literal["organizer", "judge"] | Number
"""An official, or the number of a fighter."""


class LogStage(Struct, frozen=True):
    """A stage of the night and how far it is: `done`, `now` or `next`."""

    stage: Stage
    state: StageState


class LogPlanarCard(Struct, frozen=True, omit_defaults=True):
    """A plane, or a phenomenon, with which an event began: of these planar decks are dealt."""

    number: CardNumber
    name: Annotated[str, Meta(min_length=1, max_length=limits.LONGEST_NAME)]
    phenomenon: bool = False


Units = Annotated[int, Meta(ge=0, le=MOST_COUNTS)]
Place = Annotated[int, Meta(ge=1, le=MOST_SIDES)]
"""A place of a side, from 1."""


class LogBattleRules(Struct, frozen=True, kw_only=True):
    """The rules by which the battles of an event are played (V2, V51, V53, V54); `turns` 0: to the end."""

    players: Annotated[int, Meta(ge=2, le=4)]
    rear: bool
    commands: bool
    decks: Literal["common", "own"]
    end: Literal["first", "last"]
    turns: Annotated[int, Meta(ge=0, le=999)]
    bots: Word


class LogEvent(Struct, frozen=True, kw_only=True):
    """The event. `imported`: this log came from another installation, and was checked when it was imported.

    `seed` is null for an event that was stopped, and with avatars or planes until the fights are over: it
    would tell those that are still hidden. `own_picks`: with "open" fighters saw their own piles while packs were
    drafted. `packs_each` and `picks` stand where the format leaves them open, `lands` and `build_minutes` where
    decks are built, `form` where the format has several forms of fights, `lists` and `constructed_format` where
    fighters bring decks along. `planar_cards` stand beside `planes` with the seed, in the order in which they lie
    before a shuffle (M38).
    """

    code: Annotated[str, Meta(pattern="^[2-9A-HJKMNP-Z]{6}$")]
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    game: Word
    format: Word
    imported: bool = False
    table_size: Annotated[int, Meta(ge=2, le=MOST_SEATS)]
    pace: Word
    review_seconds: Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
    judge: Word
    packs: Literal["generated", "uploaded", "paper"]
    sets: Annotated[Sequence[SetCode], Meta(max_length=MOST_ROUNDS)]
    seed: Annotated[str, Meta(pattern="^[0-9A-Za-z]{1,64}$")] | None
    seed_hash: Digest
    draws: Annotated[int, Meta(ge=0, le=32_767)] = 0
    created: Moment
    started: Moment | None
    drafted: Moment | None
    finished: Moment | None
    stopped: bool = False
    stages: Annotated[Sequence[LogStage], Meta(max_length=12)] = ()
    log_opens: LogOpens = LogOpens.DRAFTED
    own_picks: Literal["closed", "open"] = "closed"
    pack_list: (
        Annotated[
            Sequence[Annotated[Sequence[CardNumber], Meta(max_length=LARGEST_PACK)]],
            Meta(max_length=MOST_LISTED),
        ]
        | UnsetType
    ) = UNSET
    packs_each: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | UnsetType = UNSET
    picks: Annotated[int, Meta(ge=1, le=PICKS[-1])] | UnsetType = UNSET
    lands: Literal["provided", "own"] | UnsetType = UNSET
    avatars: Literal["dealt", "choose", "free"] | UnsetType = UNSET
    avatar_every: Literal["event", "round"] | UnsetType = UNSET
    planes: Literal["own", "shared"] | UnsetType = UNSET
    planar_cards: Annotated[Sequence[LogPlanarCard], Meta(max_length=MOST_COUNTS)] | UnsetType = UNSET
    rome: LogBattleRules | UnsetType = UNSET
    build_minutes: Annotated[int, Meta(ge=0, le=LONGEST_BUILDING)] | UnsetType = UNSET
    lists: Literal["off", "asked"] | UnsetType = UNSET
    constructed_format: (
        Literal["standard", "modern", "legacy", "vintage", "extended", "block", "commander", "other"] | UnsetType
    ) = UNSET
    form: Word | UnsetType = UNSET
    team_poison: Literal[10, 15] | UnsetType = UNSET

    @property
    def procedure(self) -> Format:
        """The format, with the packs, the picks and the form of fights. Raises KeyError for one that is not known."""
        format_ = FORMATS[self.format].with_packs(self.packs_each or 0, self.picks or 0)
        format_ = format_.fought_as(self.form or "", self.team_poison or 0)
        return format_ if self.rome is UNSET else format_.with_players(self.rome.players)


class LogSeat(Struct, frozen=True):
    """A seat and its fighter: `joined` is the place in the order of joining, `fighter` the number in the history."""

    seat: SeatPlace
    name: Nickname
    bot: bool
    joined: Number
    fighter: Number


class LogCard(Struct, frozen=True, kw_only=True):
    """One physical card, as far as all games print it; `id` is unique in the draft. `foil`: a copy of foil."""

    id: Number
    foil: bool | UnsetType = UNSET
    number: CardNumber
    name: Annotated[str, Meta(min_length=1, max_length=limits.LONGEST_NAME)]
    rarity: Annotated[str, Meta(max_length=limits.LONGEST_RARITY)]
    text: Annotated[str, Meta(max_length=limits.LONGEST_TEXT)] | None = None
    text_read: Annotated[Sequence[tuple[str, str | None]], Meta(max_length=limits.LONGEST_TEXT)] | None = None
    kin: Annotated[str, Meta(max_length=limits.LONGEST_KIN)] = ""
    image: Annotated[str, Meta(max_length=200)] | None = None


CardT = TypeVar("CardT", bound=LogCard)


class LogPack(Struct, Generic[CardT], frozen=True):
    """A pack as it was opened."""

    round: Round
    opened_by: SeatPlace
    set: SetCode
    guaranteed: bool
    cards: Annotated[Sequence[CardT], Meta(max_length=LARGEST_PACK)]


class LogPick(Struct, frozen=True, kw_only=True):
    """One card placed; `pack` names the round and the opener of its pack."""

    round: Round
    pass_number: PassNumber = field(name="pass")
    seat: SeatPlace
    card: Number
    pack: tuple[Round, SeatPlace]
    auto: bool
    how: How
    at: Moment
    seconds: Seconds


class LogUndone(LogPick, frozen=True, kw_only=True):
    """A pick that was taken back."""

    table: TableNumber
    undone_at: Moment


class LogCall(Struct, frozen=True):
    """A call for a judge and what became of it; `round` is 0 where no packs are passed."""

    round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)]
    seat: SeatPlace
    reason: Word
    card: Number | None
    verdict: Word
    at: Moment
    decided: Moment | None


class LogTable(Struct, Generic[CardT], frozen=True):
    """A table."""

    number: TableNumber
    seats: Annotated[Sequence[LogSeat], Meta(min_length=2, max_length=MOST_SEATS)]
    packs: Annotated[Sequence[LogPack[CardT]], Meta(max_length=MOST_ROUNDS * MOST_SEATS)]
    picks: Annotated[Sequence[LogPick], Meta(max_length=MOST_PICKS)]
    calls: Annotated[Sequence[LogCall], Meta(max_length=2_000)] = ()


class LogEventEntry(Struct, frozen=True):
    """Something that people did, in words; `table` is null for the whole event."""

    at: Moment
    table: TableNumber | None
    text: Annotated[str, Meta(max_length=300)]


class LogFacts(Struct, frozen=True, kw_only=True):
    """The facts of an act; its kind decides which of them there are."""

    seat: SeatPlace | UnsetType = UNSET
    round: Round | UnsetType = UNSET
    pass_number: PassNumber | UnsetType = field(default=UNSET, name="pass")
    back_from: tuple[Round, PassNumber] | UnsetType = field(default=UNSET, name="from")
    cards: Annotated[Sequence[Number], Meta(min_length=1, max_length=LARGEST_PACK)] | UnsetType = UNSET
    card: Number | UnsetType = UNSET
    reason: Word | UnsetType = UNSET
    verdict: Word | UnsetType = UNSET
    seconds: Seconds | UnsetType = UNSET
    seats: Annotated[Sequence[Word], Meta(max_length=MOST_SEATS)] | UnsetType = UNSET
    was: Nickname | UnsetType = UNSET


class LogAct(Struct, frozen=True):
    """One thing that was done at a table, which led it to `version`."""

    version: Number
    at: Moment
    table: TableNumber
    by: Who | None
    kind: Kind
    facts: LogFacts


class LogFighter(Struct, frozen=True):
    """A fighter of a side: where their counters stood in the last game, and the counter by which they lost, if any.

    `avatar` is the number of their avatar, left out where they have none.
    """

    fighter: Number
    name: Nickname
    counters: dict[Word, int]
    lost: Word | None
    avatar: CardNumber | UnsetType = UNSET


class LogSide(Struct, frozen=True):
    """A side of a fight: where the counters of its last game stood, and the counter by which it lost, if it did.

    It is named by its first fighter. `fighters` is left out by older versions, in which a side had one.
    """

    fighter: Number
    name: Annotated[str, Meta(min_length=1, max_length=LONGEST_SIDE)]
    counters: dict[Word, int]
    lost: Word | None
    fighters: Annotated[Sequence[LogFighter], Meta(max_length=MOST_IN_A_SIDE)] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its fighters."""
        return tuple(each.fighter for each in self.fighters) or (self.fighter,)


class LogResult(Struct, frozen=True):
    """A final result: `winner` is null for a draw, `score` has the games won, in the order of the sides.

    `double_loss` is true where all sides have lost, else left out: `winner` is null then, too.
    """

    winner: Number | None
    score: Annotated[Sequence[Annotated[int, Meta(ge=0, le=9)]], Meta(min_length=1, max_length=MOST_SIDES)]
    double_loss: bool | UnsetType = UNSET


class LogCorrection(Struct, frozen=True):
    """A final result was corrected: when, by which official, and what it was before."""

    at: Moment
    by: Literal["organizer", "judge"]
    was: LogResult


class LogDie(Struct, frozen=True):
    """The die of a fighter's side, one of a throw of dice; its winner chooses which side goes first (M22)."""

    fighter: Number
    face: Annotated[int, Meta(ge=1, le=100)]


class LogGameAct(Struct, frozen=True, omit_defaults=True):
    """An act in a game of a fight, other than a count, and its actor; `undone_at` is null for one that stands.

    `out`: `fighters` are out of the game. `spare`: a card says that `fighter` does not lose by `counter`. `rolled`:
    `fighter` has won dice of their own. `first`: `fighter` goes first. `turn`: the next turn after the one of this
    number began, or with `extra` this fighter was given one more. `roll`: the planar die, which showed `face`, in a
    turn of this number, where the roll cost `paid`; `own`: it was rolled at the table. `walk`: a plane or phenomenon
    was left without a roll. `number` is the card that was turned up by either. `avatar`: `fighter` has the avatar of
    this `number` (M27); told once it is fixed, and undone where another one was chosen in its place.
    """

    at: Moment
    who: Who
    game: Annotated[int, Meta(ge=1, le=100)]
    kind: Literal["out", "spare", "rolled", "first", "avatar", "turn", "roll", "walk"]
    undone_at: Moment | None
    fighter: Number | UnsetType = UNSET
    fighters: Annotated[Sequence[Number], Meta(max_length=MOST_SIDES)] | UnsetType = UNSET
    counter: Word | UnsetType = UNSET
    turn: Annotated[int, Meta(ge=1, le=MOST_COUNTS)] | UnsetType = UNSET
    extra: Number | UnsetType = UNSET
    face: Literal["planeswalk", "chaos", "blank"] | UnsetType = UNSET
    paid: Annotated[int, Meta(ge=0, le=MOST_COUNTS)] | UnsetType = UNSET
    own: bool | UnsetType = UNSET
    number: CardNumber | UnsetType = UNSET


class LogListed(Struct, frozen=True):
    """A line of a list: how many cards of a name lie in a zone."""

    name: Annotated[str, Meta(min_length=1, max_length=limits.LONGEST_NAME)]
    count: Annotated[int, Meta(ge=1, le=MOST_OF_A_LAND)]
    zone: Literal["main", "side", "command"]


class LogGameDeck(Struct, frozen=True, kw_only=True):
    """The deck of a fighter from a game after the first on (M23), by cards and free lands. After the fights alone.

    Of one that was brought along there is the `list`, and `main` and `basics` are empty.
    """

    game: Annotated[int, Meta(ge=2, le=100)]
    fighter: Number
    main: Annotated[Sequence[Number], Meta(max_length=MOST_IN_A_DECK)]
    basics: Annotated[dict[Word, Annotated[int, Meta(ge=0, le=MOST_OF_A_LAND)]], Meta(max_length=10)]
    command: Annotated[Sequence[Number], Meta(max_length=MOST_IN_A_DECK)] = ()
    list: Annotated[Sequence[LogListed], Meta(max_length=2 * MOST_IN_A_ZONE + 1)] | UnsetType = UNSET


class LogCount(Struct, frozen=True):
    """One change of a counter: in which game of the fight, of whom, by how much, and who did it.

    `undone_at` is null for a change that stands; `to` is there where the counter was set to a value. `from` is the
    other fighter, where the counter is of a pair.
    """

    at: Moment
    who: Who
    game: Annotated[int, Meta(ge=1, le=100)]
    fighter: Number
    counter: Word
    by: Annotated[int, Meta(ge=-20_000, le=20_000)]
    undone_at: Moment | None
    to: int | UnsetType = UNSET
    source: Number | UnsetType = field(default=UNSET, name="from")


class LogFight(Struct, frozen=True, kw_only=True):
    """A fight; a bye has one side. `by` says whose word made the result final; null while it has none.

    `form` is left out by older versions: the first one of the format. `dice`, `acts` and `decks` are there where a form
    has dice. `places` are those of the sides of a battle (V53).
    """

    form: Word | UnsetType = UNSET
    dice: Annotated[Sequence[Annotated[Sequence[LogDie], Meta(max_length=MOST_SIDES)]], Meta(max_length=100)] = ()
    round: Annotated[int, Meta(ge=1, le=100)]
    fight: Number
    table: TableNumber | None
    first: Number | None
    best_of: Annotated[int, Meta(ge=1, le=9)]
    sides: Annotated[Sequence[LogSide], Meta(min_length=1, max_length=MOST_SIDES)]
    games: Annotated[Sequence[Number | None], Meta(max_length=9)] = ()
    result: LogResult | None
    by: Literal["agreed", "organizer", "judge", "time", "played"] | None
    counts: Annotated[Sequence[LogCount], Meta(max_length=MOST_COUNTS)] = ()
    acts: Annotated[Sequence[LogGameAct], Meta(max_length=MOST_COUNTS)] = ()
    decks: Annotated[Sequence[LogGameDeck], Meta(max_length=MOST_COUNTS)] = ()
    corrections: Annotated[Sequence[LogCorrection], Meta(max_length=MOST_CORRECTIONS)] = ()
    places: Annotated[Sequence[Place], Meta(max_length=MOST_SIDES)] | UnsetType = UNSET


class LogBattleMove(Struct, frozen=True, kw_only=True):
    """A move of a battle, as a line. `how`: `chosen`, by the clock (`time`), by a `bot`, or `resign`.

    `left` is a `resign` of a fighter who left the event or was removed.
    `seconds` is the time since anything was done before it; `undone_at` is null for a move that stands.
    """

    number: Annotated[int, Meta(ge=1, le=MOST_MOVES)]
    turn: Annotated[int, Meta(ge=0, le=MOST_MOVES)]
    phase: Annotated[str, Meta(max_length=12)]
    seat: SeatPlace
    move: Annotated[str, Meta(min_length=1, max_length=600)]
    how: Literal["chosen", "time", "bot", "resign", "left"]
    at: Moment
    seconds: Annotated[float, Meta(ge=0)]
    undone_at: Moment | None


class LogBattle(Struct, frozen=True, kw_only=True):
    """The battle of a fight: with the seed and the event's rules its moves give every position again (V1-V54).

    `fighters` are those of its seats, from 0; `places` theirs once it is over; `kills` and `lost` the units that each
    has killed (V28) and lost.
    """

    fight: Number
    fighters: Annotated[Sequence[Number], Meta(min_length=2, max_length=4)]
    moves: Annotated[Sequence[LogBattleMove], Meta(max_length=MOST_MOVES)]
    places: Annotated[Sequence[Place], Meta(max_length=4)] | None
    kills: Annotated[Sequence[Units], Meta(max_length=4)]
    lost: Annotated[Sequence[Units], Meta(max_length=4)]


class LogShare(Struct, frozen=True, kw_only=True):
    """A card that is another fighter's after the sharing; `handed`: it was ticked as handed over."""

    card: Number
    giver: Number = field(name="from")
    taker: Number = field(name="to")
    handed: bool = False


class LogZone(Struct, frozen=True):
    """Cards of a deck that lie apart from others in play."""

    zone: Word
    cards: Annotated[Sequence[Number], Meta(max_length=MOST_ROUNDS * LARGEST_PACK)]


class LogRegistered(Struct, frozen=True):
    """When a deck was registered; `auto`: by the server."""

    at: Moment
    auto: bool


class LogDeck(Struct, frozen=True):
    """The deck of a seat, and the card to begin with; null where the fighter has not chosen one.

    Of a deck that was built, `basics` are its free lands besides, by name; `registered` is null where it never was. Of
    one that its fighter brought along there is the `list`, and no cards lie in zones. `avatar` is the number of the
    avatar that its fighter has for all of the event (M27), left out where there is none; `planar` are the cards of the
    planar deck that its fighter has chosen (M38), left out where it was dealt. Their order is not that of the deck.
    `commander` is the name of theirs (M35), left out where none was named.
    """

    table: TableNumber
    seat: SeatPlace
    fighter: Number
    zones: Annotated[Sequence[LogZone], Meta(max_length=10)]
    starter: Number | None
    basics: Annotated[dict[Word, Annotated[int, Meta(ge=0, le=MOST_OF_A_LAND)]], Meta(max_length=10)] | UnsetType = (
        UNSET
    )
    registered: LogRegistered | UnsetType | None = UNSET
    list: Annotated[Sequence[LogListed], Meta(max_length=2 * MOST_IN_A_ZONE + 1)] | UnsetType = UNSET
    avatar: CardNumber | UnsetType = UNSET
    planar: Annotated[Sequence[CardNumber], Meta(min_length=OWN_DECK, max_length=MOST_COUNTS)] | UnsetType = UNSET
    commander: Annotated[str, Meta(min_length=1, max_length=limits.LONGEST_NAME)] | UnsetType = UNSET

    @property
    def is_built(self) -> bool:
        """Whether it was built of the pile or brought along, rather than being all of the pile."""
        return self.basics is not UNSET or self.list is not UNSET


class LogComment(Struct, frozen=True, kw_only=True):
    """A comment on a step, about a seat of its table; `seat` is null where it is about the whole table.

    `step` is named as in the address of the replay. `by` is the number of a fighter, or the organizer.
    """

    table: TableNumber
    step: Annotated[str, Meta(pattern=STEP, max_length=LONGEST_STEP)]
    seat: SeatPlace | None
    by: Literal["organizer"] | Number
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_COMMENT)]
    at: Moment


class LogFile(Struct, Generic[CardT], frozen=True, kw_only=True):
    """The whole of `log.json`. Logs of earlier versions have no history, no fights, no shares and no comments."""

    version: Literal[1] = VERSION
    event: LogEvent
    tables: Annotated[Sequence[LogTable[CardT]], Meta(max_length=MOST_TABLES)]
    entries: Annotated[Sequence[LogEventEntry], Meta(max_length=MOST_ACTS)] = ()
    history: Annotated[Sequence[LogAct], Meta(max_length=MOST_ACTS)] = ()
    undone: Annotated[Sequence[LogUndone], Meta(max_length=MOST_UNDONE)] = ()
    fights: Annotated[Sequence[LogFight], Meta(max_length=MOST_FIGHTS)] = ()
    battles: Annotated[Sequence[LogBattle], Meta(max_length=MOST_FIGHTS)] | UnsetType = UNSET
    shares: Annotated[Sequence[LogShare], Meta(max_length=MOST_TABLES * MOST_PICKS)] = ()
    decks: Annotated[Sequence[LogDeck], Meta(max_length=MOST_TABLES * MOST_SEATS)] = ()
    comments: Annotated[Sequence[LogComment], Meta(max_length=MOST_TABLES * MOST_COMMENTS)] = ()


@cache
def card_type(game: CardGame) -> type[LogCard]:
    """Return the type of a game's cards: what all games print, and its own facts."""
    printed = get_type_hints(game.card)
    own: list[tuple[str, Any]] = [(fact.name, printed[fact.name]) for fact in game.fields]
    own += [(name, get_type_hints(getattr(game.card, name).fget)["return"]) for name in game.derived]
    made = msgspec.defstruct(
        f"{game.slug.title()}Card",
        own,
        bases=(LogCard,),
        namespace={"__doc__": f"A card of {game.name}, with its facts."},
        frozen=True,
        kw_only=True,
    )
    return cast(type[LogCard], made)


@cache
def file_type(game: Game) -> Any:
    """Return the type of a log of a game, whose cards are the game's."""
    if not isinstance(game, CardGame):
        return LogFile[LogCard]
    return LogFile[card_type(game)]  # type: ignore[misc]  # made while the program runs


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of `log.json`, which docs/log.schema.json is."""
    files, parts = msgspec.json.schema_components(
        [file_type(game) for game in GAMES.values()], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "log.json of Pass Left",
        "description": "All that happened in a draft and after it: docs/protocol.md, “Log”. There may be further keys.",
        "anyOf": list(files),
        "$defs": dict(sorted(parts.items())),
    }
