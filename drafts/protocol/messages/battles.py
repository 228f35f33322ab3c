"""The parts of messages about a battle that is played here (V1-V54).

A unit of a line is a list of its space, such as `f-2`, its kind, by two letters, and whether a Chariot is on it; the
last two are null where it is face down, which is its owner's secret.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypedDict

from drafts.protocol.messages.common import FighterNumber, Moment, Number, SeatNumber, one_of
from drafts.rules.games.rome.cards import CommandKind, UnitKind
from drafts.rules.games.rome.state import BattlePhase

Kind = Annotated[str, one_of(UnitKind)]
Command = Annotated[str, one_of(CommandKind)]
Phase = Annotated[str, one_of(BattlePhase)]
SeenUnit = tuple[str, Kind | None, bool | None]
OwnUnit = tuple[str, Kind, bool, bool]


class StockPart(TypedDict):
    """Decks and discards: how many units and commands are left, and what lies on the discards, the last one last."""

    units: int
    commands_left: int
    unit_discard: Sequence[Kind]
    command_discard: Sequence[Command]


class BattleSidePart(TypedDict):
    """A line of a battle as everybody sees it. `seat` is its place in the battle, from 0.

    `drawn` and `hand` count cards, `ready`: a plan is made. `kills` are units killed, of `power` in all, `lost_units`
    those lost; a unit with a Chariot counts as one. `standing`: its line is not destroyed.
    """

    seat: SeatNumber
    fighter: FighterNumber
    name: str
    bot: bool
    line: Sequence[SeenUnit]
    drawn: int
    hand: int
    ready: bool
    kills: int
    power: int
    lost_units: int
    standing: bool


class LastMovePart(TypedDict):
    """The last move. `how`: `chosen`, by the clock (`time`), by a `bot`, or `resign`.

    `left` is a `resign` of a fighter who left the event, was removed from it or dropped. An attack does not name
    Catapults that were held back face down.
    """

    seat: SeatNumber
    move: str
    how: Literal["chosen", "time", "bot", "resign", "left"]


class HitPart(TypedDict):
    """A unit that was hit in the last attack: `at` its seat and space, `by` those of all that hit it.

    `sum` is the power of those that are no Archers, `d` its own, null where only Archers hit it; `archer`: one of them
    did to which it is not immune (V26).
    """

    at: tuple[SeatNumber, str]
    kind: Kind
    by: Sequence[tuple[SeatNumber, str]]
    sum: int
    d: int | None
    archer: bool
    died: bool


class AskPart(TypedDict):
    """A request to go back to the start of the turn `to`, and the fighters who agree so far."""

    ask: int
    by: FighterNumber
    to: int
    agreed: Sequence[FighterNumber]


class BattlePart(StockPart):
    """A battle as everybody sees it. `due` are the seats that it waits for, `seat` is whose turn it is.

    `deadline` is the moment at which the clock plays for all that are due, for one of them their own; `seconds` is what
    the phase has, null without a clock. With own decks `stocks` are those of each seat, and the other numbers of the
    decks are sums. `commanded` is the command of this turn, `report` the last attack. `places` are those of all seats
    once it is over.
    """

    fight: int
    phase: Phase
    turn: int
    seat: SeatNumber
    due: Sequence[SeatNumber]
    deadline: Moment | None
    seconds: int | None
    paused: bool
    players: int
    rear: bool
    commands: bool
    end: Literal["first", "last"]
    turns: int
    sides: Sequence[BattleSidePart]
    stocks: Sequence[StockPart]
    commanded: Command | None
    last: LastMovePart | None
    report: Sequence[HitPart]
    replays: int
    places: Sequence[int] | None
    ask: AskPart | None


class AttackPart(TypedDict("_With", {"with": Sequence[str]})):
    """The words that may be added to `attack`: seats of `at`, of each command its values, `with` and `hold`.

    `with_command`: what `with` may name besides where a command is added, by that command and its value.
    """

    at: Sequence[SeatNumber]
    commands: Mapping[Command, Sequence[str]]
    hold: Sequence[str]
    with_command: Mapping[str, Sequence[str]]


class OwnBattlePart(TypedDict):
    """The view of a battle that its fighter alone has.

    Of `line` the last value says whether the unit is face up. `offers` are the legal lines except `attack`, `end`,
    `deploy`, `plan` and `back`; `attack` is null while none may be made. `plan` is the own one that is made.
    """

    seat: SeatNumber
    line: Sequence[OwnUnit]
    drawn: Sequence[Kind]
    hand: Sequence[Command]
    plan: str | None
    can_back: bool
    offers: Sequence[str]
    attack: AttackPart | None


class PairingBattlePart(TypedDict):
    """The progress of the battle of a pairing: units killed by side, and the fighters for whom it waits.

    `returns` are the turns to whose start host action `battle-back` can lead it.
    `paused`: its clock stands; `unattended`: by itself, since no fighter moved in a whole round of turns.
    """

    phase: Phase
    turn: Number
    kills: Sequence[int]
    waits_for: Sequence[FighterNumber]
    returns: Sequence[Number]
    paused: NotRequired[Literal[True]]
    unattended: NotRequired[Literal[True]]
