"""The values that the page of a battle and its panel on a big screen show."""

from dataclasses import dataclass

from drafts.presenters.games.rome.faces import RomeCard
from drafts.presenters.games.rome.lines import DrawnLines


@dataclass(frozen=True, slots=True)
class BoardWay:
    """A link to `href`, or a button that sends `move`. `card` is what it shows, if it is a card."""

    words: str
    href: str = ""
    move: str = ""
    card: RomeCard | None = None
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class BoardSide:
    """A player above or below the board: their name, and what all may know of their cards.

    `state` is "turn", "due", "ready", "" or how the line has gone: "out" where it was destroyed, "resigned", "left".
    `hand`: None where there are no commands (V2).
    """

    name: str
    kills: int
    lost: int
    hand: int | None
    drawn: int
    state: str
    place: int | None = None

    @property
    def is_out(self) -> bool:
        """Whether the line is gone."""
        return self.state in ("out", "resigned", "left")


@dataclass(frozen=True, slots=True)
class ChosenCard:
    """The card that was tapped, where it is, what to tap next, and what can be done with it that no space alone says.

    `on_board`: it lies in a line; others are in the hand, or drawn. `power` is P of a unit where it stands (V25), 0 of
    others.
    """

    card: RomeCard
    where: str
    ways: tuple[BoardWay, ...] = ()
    task: str = ""
    on_board: bool = False
    power: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a form: its value, in words, and whether it is made."""

    value: str
    words: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class AttackSheet:
    """An attack before it is made. `move` is its line, and `refused` says why it cannot be made so."""

    move: str
    at: tuple[Choice, ...]
    commands: tuple[Choice, ...]
    along: tuple[Choice, ...]
    more: tuple[Choice, ...]
    hold: tuple[Choice, ...]
    seen: tuple[str, ...]
    refused: str = ""


@dataclass(frozen=True, slots=True)
class Laying:
    """A line that is being laid: its move, and ways to lay it otherwise."""

    move: str
    ways: tuple[BoardWay, ...]
    at: tuple[Choice, ...] = ()
    along: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class ToldAttack:
    """An attack before the last one: whose it was, and what it did, a sentence for each unit that was hit."""

    title: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A battle as one viewer sees it. `seconds` are those that are left, None without a clock.

    `moved` are the steps of the last move if it moved units in a line that is shown: whose line ("own" or "enemy"),
    and from where to where each went, such as `f2>f1`, or `>f3` for one that is new in it; else "".
    """

    fight: int
    version: int
    turn: int
    phase: str
    title: str
    said: str
    state: str
    seconds: int | None
    paused: bool
    own: BoardSide
    enemy: BoardSide
    tabs: tuple[BoardWay, ...]
    facing: str
    field: DrawnLines
    last: str
    moved: str
    report: tuple[str, ...]
    earlier: tuple[ToldAttack, ...]
    earlier_title: str
    decks: tuple[str, ...]
    is_mine: bool = False
    drawn: tuple[BoardWay, ...] = ()
    hand: tuple[BoardWay, ...] = ()
    chosen: ChosenCard | None = None
    laying: Laying | None = None
    sheet: AttackSheet | None = None
    sheet_href: str = ""
    closed_href: str = ""
    can_back: bool = False
    ends: tuple[BoardWay, ...] = ()
    hint: str = ""
    hint_href: str = ""
    returns: tuple[Choice, ...] = ()
    asked: str = ""
    ask: int | None = None
    is_asked: bool = False
    kept: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class BattlePanel:
    """A battle on the big screen.

    Two lines that face each other are one diagram, beside their `sides`; of more, each is one of the `alone`.
    """

    turn: int
    title: str
    last: str
    sides: tuple[BoardSide, ...] = ()
    facing: DrawnLines | None = None
    alone: tuple[tuple[BoardSide, DrawnLines], ...] = ()
