"""The log of an event as plain values: what the exporters write, and what anybody may read once it is open."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, NamedTuple

from drafts.log.file_types import LogBattle, LogBattleRules, LogFight, LogShare
from drafts.rules.building import DeckLine, Lands
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft.history import Facts, Kind
from drafts.rules.draft.replay import How
from drafts.rules.draft.table import Phase
from drafts.rules.formats import Direction, Format
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import FighterId
from drafts.rules.night.building import Registered
from drafts.rules.night.fighting import Fighting
from drafts.rules.night.rights import LogOpens
from drafts.rules.night.stages import StageProgress
from drafts.rules.night.swaps import SwapOffer


class PlanarCard(NamedTuple):
    """A plane or phenomenon with which an event began."""

    number: str
    name: str
    is_phenomenon: bool = False


@dataclass(frozen=True, slots=True)
class EventRecord:
    """The event itself. `sets` are codes by round; `listed` are the opened ones of the uploaded packs, as listed.

    `seed` is None for an event that was stopped: it would tell the packs that were never opened; and before the end of
    fights for which something hidden is drawn from it. `imported`: it was
    drafted on another installation. `own_picks`: with "open" fighters saw their own piles while packs were drafted.
    `packs_each` and `picks` are 0 where the format does not leave them open, `lands` is "" where no decks are built,
    `avatars` and `avatar_every` where there are no avatars, `planes` where fights are on none; `form` is "" where the
    format has one form of fights alone. `planar_cards`, in the order in which they are shuffled (M38), are told with
    the seed. `rome` are the rules of battles, None without any.
    """

    code: str
    name: str
    format: str
    table_size: int
    pace: str
    review_seconds: int
    judge: str
    packs: str
    sets: tuple[str, ...]
    listed: tuple[tuple[str, ...], ...]
    seed: str | None
    seed_hash: str
    draws: int
    created: datetime
    started: datetime | None
    drafted: datetime | None
    finished: datetime | None
    stopped: bool
    stages: tuple[StageProgress, ...]
    log_opens: LogOpens = LogOpens.DRAFTED
    own_picks: Literal["closed", "open"] = "closed"
    imported: bool = False
    packs_each: int = 0
    picks: int = 0
    lands: str = ""
    avatars: str = ""
    avatar_every: str = ""
    planes: str = ""
    planar_cards: tuple[PlanarCard, ...] = ()
    build_minutes: int = 0
    lists: str = ""
    rome: LogBattleRules | None = None
    constructed_format: str = ""
    form: str = ""
    team_poison: int = 0

    @property
    def procedure(self) -> Format:
        """The format, with the packs, the picks and the form of fights of this draft."""
        format_ = FORMATS[self.format].with_packs(self.packs_each, self.picks).fought_as(self.form, self.team_poison)
        return format_ if self.rome is None else format_.with_players(self.rome.players)


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """A seat and its fighter; `joined` is the place in the order of joining, from 1, from which seats were drawn (R4).

    `fighter` is the number that the history names them by.
    """

    seat: int
    name: str
    bot: bool
    joined: int
    fighter: int


@dataclass(frozen=True, slots=True)
class PackRecord:
    """A pack as it was opened. `guaranteed`: its set guarantees a featured card (R6, R7)."""

    round: int
    opened_by: int
    set_code: str
    guaranteed: bool
    cards: tuple[CardInPack, ...]


@dataclass(frozen=True, slots=True)
class PickRecord:
    """One card placed face down, in the order of placing; `seconds` were used in that pass.

    `undone` is when the pick was taken back, None for one that stands.
    """

    round: int
    pass_number: int
    seat: int
    card: CardId
    opened_by: int
    how: How
    at: datetime
    seconds: float
    undone: datetime | None = None

    @property
    def auto(self) -> bool:
        """Whether somebody or something else than the fighter chose."""
        return self.how not in (How.CHOSEN, How.ENTERED)


@dataclass(frozen=True, slots=True)
class CallRecord:
    """A call for a judge and what became of it."""

    round: int
    seat: int
    reason: str
    card: CardId | None
    verdict: str
    at: datetime
    decided: datetime | None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table: who sat there, what was opened, what was placed, and what a judge was asked.

    `phase`, `round` and `pass_number` say how far it came. `picks` are those that stand, `undone` those that were taken
    back.
    """

    number: int
    phase: Phase
    round: int
    pass_number: int
    seats: tuple[SeatRecord, ...]
    packs: tuple[PackRecord, ...]
    picks: tuple[PickRecord, ...]
    calls: tuple[CallRecord, ...]
    undone: tuple[PickRecord, ...] = ()

    def pack(self, round_: int, opened_by: int) -> PackRecord:
        """Return a pack. Raises KeyError when there is none such."""
        for pack in self.packs:
            if (pack.round, pack.opened_by) == (round_, opened_by):
                return pack
        raise KeyError((round_, opened_by))


@dataclass(frozen=True, slots=True)
class EntryRecord:
    """Something that the organizer or a judge did; `table` is None for the whole event."""

    at: datetime
    table: int | None
    text: str


@dataclass(frozen=True, slots=True)
class ActRecord:
    """One act at a table, which led it to `version`. `by` is `organizer`, `judge`, a fighter's number, or None."""

    version: int
    at: datetime
    table: int
    by: str | int | None
    kind: Kind
    facts: Facts


@dataclass(frozen=True, slots=True)
class DeckRecord:
    """The deck of a seat: the cards of each zone, by its name in code, and the card to begin with.

    `starter` is None where the fighter has not chosen one. Of a deck that was built there are the free lands besides
    (`basics`), and since when it is registered; of one that was brought along the `listed` cards. `avatar` is the
    number of the avatar that its fighter has for all of the event, "" without one; `planar` are the numbers of the
    cards in the planar deck that the fighter has chosen, none where it was dealt. `commander` is the name of theirs, ""
    where none was named.
    """

    table: int
    seat: int
    fighter: int
    zones: tuple[tuple[str, tuple[CardId, ...]], ...]
    starter: CardId | None
    basics: Lands | None = None
    registered: Registered | None = None
    listed: tuple[DeckLine, ...] | None = None
    avatar: str = ""
    planar: tuple[str, ...] = ()
    commander: str = ""


@dataclass(frozen=True, slots=True)
class CommentRecord:
    """A comment on a step (`rules/night/comments`), about a seat of the table or, with None, all of it.

    `fighter` is the number of the fighter who wrote it, `name` what they are called; None and "" for the organizer.
    """

    id: int
    table: int
    step: str
    seat: int | None
    fighter: int | None
    name: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SharedCards:
    """The owner of each card of a table since all were shared, and the swaps that were agreed to, in order."""

    owners: Mapping[CardId, FighterId]
    swaps: tuple[SwapOffer, ...] = ()


NOT_SHARED = SharedCards({})


@dataclass(frozen=True, slots=True)
class EventLog:
    """Everything that happened in a draft and after it. `entries` say in words what of the `history` people ask for.

    `told` are the acts of the history that have words, with these; nothing where names are hidden. `fights` and
    `shares` are as the file has them, `fighting` and `shared`, by tables, the same for the rules.
    """

    event: EventRecord
    tables: tuple[TableRecord, ...]
    entries: tuple[EntryRecord, ...]
    history: tuple[ActRecord, ...] = ()
    decks: tuple[DeckRecord, ...] = ()
    fights: tuple[LogFight, ...] = ()
    battles: tuple[LogBattle, ...] = ()
    shares: tuple[LogShare, ...] = ()
    comments: tuple[CommentRecord, ...] = ()
    told: tuple[tuple[ActRecord, str], ...] = ()
    fighting: Fighting | None = None
    shared: Mapping[int, SharedCards] = field(default_factory=dict)

    def table(self, number: int) -> TableRecord | None:
        """Return the table of a number, or None."""
        return next((table for table in self.tables if table.number == number), None)


@dataclass(frozen=True, slots=True)
class PassView:
    """One pass as one seat saw it: the pack in hand, and the cards that were taken from it, in order."""

    round: int
    pass_number: int
    direction: Direction
    opened_by: int
    pack: tuple[CardInPack, ...]
    taken: tuple[CardInPack, ...]
    how: How
    seconds: float


def pool_of(table: TableRecord, seat: int) -> tuple[PackRecord, ...]:
    """Return the packs that a seat opened, in order: where packs are kept, all that it has (M11)."""
    return tuple(pack for pack in table.packs if pack.opened_by == seat)


def steps_of(table: TableRecord, seat: int, directions: Mapping[int, Direction]) -> list[PassView]:
    """Return what a seat saw and took, pass by pass, from the packs and picks alone; what was dealt is no pass."""
    cards = {held.id: held for pack in table.packs for held in pack.cards}
    passes: dict[tuple[int, int], list[PickRecord]] = {}
    for pick in table.picks:
        if pick.seat == seat and pick.how is not How.DEALT:
            passes.setdefault((pick.round, pick.pass_number), []).append(pick)
    return [
        PassView(
            round=round_,
            pass_number=number,
            direction=directions[round_],
            opened_by=picks[0].opened_by,
            pack=_in_hand(table, round_, number, picks[0].opened_by),
            taken=tuple(cards[pick.card] for pick in picks),
            how=picks[0].how,
            seconds=max(pick.seconds for pick in picks),
        )
        for (round_, number), picks in sorted(passes.items())
    ]


def _in_hand(table: TableRecord, round_: int, pass_number: int, opened_by: int) -> tuple[CardInPack, ...]:
    gone = {pick.card for pick in table.picks if pick.round == round_ and pick.pass_number < pass_number}
    return tuple(held for held in table.pack(round_, opened_by).cards if held.id not in gone)
