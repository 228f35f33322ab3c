"""The moves in the fights of a night, and the line of text in which each is stored (docs/notation.md)."""

from collections.abc import Iterable
from typing import NamedTuple

from drafts.rules.avatars import Chosen
from drafts.rules.building import NO_DECK, BuiltDeck
from drafts.rules.fights.acts import SetTo
from drafts.rules.fights.fight import BOTH_LOSE
from drafts.rules.fights.sides import Pairing, Side
from drafts.rules.ids import FighterId
from drafts.rules.night.building import LIST_FORM, deck_of_text, deck_text
from drafts.rules.night.clock_moves import ClockMove, Extend, Pause, Resume
from drafts.rules.night.lines import AVATAR, CHOSEN, FIGHTER, NEVER, NUMBER, SECONDS, Form, Lines
from drafts.rules.planes import DieFace

FightNumber = int
"""The number of a fight in its night, from 1, in the order in which they were paired."""


class CountMove(NamedTuple):
    """Change a counter of a fighter by an amount, or set it; of a counter of a pair, `source` is the other of them."""

    fight: FightNumber
    fighter: FighterId
    counter: str
    by: int | SetTo
    source: FighterId | None = None


class UndoCountMove(NamedTuple):
    """Take back the last act in a game of a fight, or the end of the game before it."""

    fight: FightNumber


class EndGameMove(NamedTuple):
    """Say who has won a game of a fight that goes on; None: it has no winner. `game` counts from 1."""

    fight: FightNumber
    game: int
    winner: FighterId | None


class OutMove(NamedTuple):
    """Let fighters be out of the current game; with `game`, from 1, only if it is that one."""

    fight: FightNumber
    fighters: tuple[FighterId, ...]
    game: int | None = None


class SpareMove(NamedTuple):
    """Say that a card keeps a fighter in the game; a move that is stored names the counter by which they had lost."""

    fight: FightNumber
    fighter: FighterId
    counter: str = ""


class RolledMove(NamedTuple):
    """Say which fighter has won dice that the fighters rolled themselves."""

    fight: FightNumber
    fighter: FighterId


class FirstMove(NamedTuple):
    """Say who goes first in a game, from 1."""

    fight: FightNumber
    game: int
    fighter: FighterId


class TurnMove(NamedTuple):
    """Begin the turn after the one of this number; with `extra`, give a fighter another one right after it."""

    fight: FightNumber
    number: int
    extra: FighterId | None = None


class RollMove(NamedTuple):
    """Roll the planar die in a turn with so many `rolls` so far; `own`: with a die at the table, which showed `face`.

    A move that is stored has the face that the event's die showed, where it was rolled.
    """

    fight: FightNumber
    turn: int
    rolls: int
    face: DieFace | None = None
    own: bool = False


class WalkMove(NamedTuple):
    """Leave the plane or phenomenon without a roll, after `walked` of them were left in the game."""

    fight: FightNumber
    walked: int


class SideMove(NamedTuple):
    """Play the next games of a fight with another deck from one's own pool (M23). `seen` is the version that was shown.

    A move that is stored names the fighter instead of what was seen.
    """

    fight: FightNumber
    fighter: FighterId | None = None
    deck: BuiltDeck = NO_DECK
    seen: int | None = None


class EnterResultMove(NamedTuple):
    """Say as one side how a fight has ended; `winner` None is a draw."""

    fight: FightNumber
    winner: FighterId | None
    score: tuple[int, ...]


class ConfirmResultMove(NamedTuple):
    """Agree as another side."""

    fight: FightNumber


class DisputeResultMove(NamedTuple):
    """Disagree as another side."""

    fight: FightNumber


class DecideResult(NamedTuple):
    """Set a result as an official, whatever the sides have entered; the winner BOTH_LOSE is a double loss."""

    fight: FightNumber
    winner: FighterId | None
    score: tuple[int, ...]


class CorrectResult(NamedTuple):
    """Set another result of a fight that is over, as an official, without reopening the fight."""

    fight: FightNumber
    winner: FighterId | None
    score: tuple[int, ...]


class EndBattle(NamedTuple):
    """Note the end of a fight's battle: the places of its sides, and the units that each has killed and lost.

    The server makes this move. `by` is `played`, `time` where it was broken off, or `drop` where a fighter left the
    event.
    """

    fight: FightNumber
    by: str
    places: tuple[int, ...]
    kills: tuple[int, ...]
    lost: tuple[int, ...]


class FightAvatarMove(NamedTuple):
    """Choose an avatar for a fight. A move that is stored names the fighter."""

    fight: FightNumber
    fighter: FighterId | None = None
    number: str = ""


class FixFightAvatars(NamedTuple):
    """Fix the avatars of a fight as an official, with these for the fighters who have none."""

    fight: FightNumber
    chosen: Chosen = ()


class Reopen(NamedTuple):
    """Let a fight that is over go on."""

    fight: FightNumber


class BeginRound(NamedTuple):
    """Begin a round with the pairings of each group. Fights that are still open are decided as when time is up."""

    number: int
    pairings: tuple[tuple[Pairing, ...], ...]


class EndRound(NamedTuple):
    """End a round without beginning another: open fights are decided as when time is up."""

    number: int


class TakeBackEnd(NamedTuple):
    """Resume the fights that the end of this round has decided."""

    number: int


class Drop(NamedTuple):
    """Stop pairing a fighter."""

    fighter: FighterId


class Reinstate(NamedTuple):
    """Pair a fighter again."""

    fighter: FighterId


class ShowDeck(NamedTuple):
    """Show the best cards of one's deck to everybody, as the champion; or, where `shown` is false, no longer."""

    shown: bool


AtFight = (
    CountMove
    | UndoCountMove
    | EndGameMove
    | OutMove
    | SpareMove
    | RolledMove
    | FirstMove
    | TurnMove
    | RollMove
    | WalkMove
    | SideMove
    | EnterResultMove
    | ConfirmResultMove
    | DisputeResultMove
    | DecideResult
    | CorrectResult
    | Reopen
    | EndBattle
    | FightAvatarMove
    | FixFightAvatars
)
Move = AtFight | BeginRound | EndRound | TakeBackEnd | Drop | Reinstate | ShowDeck | ClockMove


# Lines of text ------------------------------------------------------------------------------------------------------

_KINDS: dict[str, type[Move]] = {
    "count": CountMove,
    "undo": UndoCountMove,
    "game": EndGameMove,
    "out": OutMove,
    "spare": SpareMove,
    "rolled": RolledMove,
    "first": FirstMove,
    "turn": TurnMove,
    "roll": RollMove,
    "walk": WalkMove,
    "side": SideMove,
    "result": EnterResultMove,
    "confirm": ConfirmResultMove,
    "dispute": DisputeResultMove,
    "decide": DecideResult,
    "correct": CorrectResult,
    "reopen": Reopen,
    "battle": EndBattle,
    "avatar": FightAvatarMove,
    "fix_avatars": FixFightAvatars,
    "round": BeginRound,
    "time": EndRound,
    "time_back": TakeBackEnd,
    "drop": Drop,
    "reinstate": Reinstate,
    "show_deck": ShowDeck,
    "pause": Pause,
    "resume": Resume,
    "extend": Extend,
}

SIDE_DECK = r"(?:[0-9]+ )*\|(?: ?(?:[0-9]+ )*\|)?(?: [A-Za-z-]+ [0-9]+)*"
_SIDE = rf"{NUMBER}(?:\+{NUMBER})*"
_PAIRING = f"{_SIDE}(?:-{_SIDE})*"
_PAIRINGS = f"(?:{_PAIRING}(?: {_PAIRING})*|0)"


def _read_amount(text: str) -> int | SetTo:
    return SetTo(int(text[1:])) if text.startswith("=") else int(text)


def _write_amount(by: int | SetTo) -> str:
    return f"={by.value}" if isinstance(by, SetTo) else f"{by:+}"


def _read_fighters(text: str) -> tuple[FighterId, ...]:
    return tuple(FighterId(int(fighter)) for fighter in text.split(","))


def side_deck_text(deck: BuiltDeck) -> str:
    """Return a deck between games as a text: as `deck_text` does, but without an empty command zone."""
    text = deck_text(deck)
    return text if deck.command or deck.listed else text.replace("| |", "|", 1)


def side_deck_of(text: str) -> BuiltDeck:
    """Return the deck of a text by `side_deck_text`. Raises ValueError for any other text."""
    return deck_of_text(text.replace("|", "| |", 1) if text.count("|") == 1 else text)


def _read_winner(text: str) -> FighterId | None:
    return {"draw": None, "none": BOTH_LOSE}[text] if text.isalpha() else FighterId(int(text))


def _write_winner(winner: FighterId | None) -> str:
    return "draw" if winner is None else "none" if winner == BOTH_LOSE else str(winner)


def _read_side(text: str) -> Side:
    return Side(tuple(FighterId(int(fighter)) for fighter in text.split("+")))


def _read_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def _write_numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _read_pairings(text: str) -> tuple[tuple[Pairing, ...], ...]:
    return tuple(
        tuple(tuple(map(_read_side, pairing.split("-"))) for pairing in group.split() if pairing != "0")
        for group in text.split(",")
    )


def _write_pairings(pairings: Iterable[Iterable[Pairing]]) -> str:
    return ", ".join(" ".join(map(pairing_text, group)) or "0" for group in pairings)


def pairing_text(pairing: Pairing) -> str:
    """Return a pairing in notation: "4-7", a bye "4", two teams "4+5-7+9"."""
    return "-".join("+".join(map(str, side.fighters)) for side in pairing)


_NUMBERS = Form("[0-9]+(?:,[0-9]+)*", _read_numbers, _write_numbers)
_FORMS = {
    "fight": Form(NUMBER, int),
    "fighter": FIGHTER,
    "counter": Form("[a-z_]+", str),
    "game": Form(NUMBER, int),
    "by": Form("[+-][0-9]+|=-?[0-9]+", _read_amount, _write_amount),
    "source": Form(f"from {NUMBER}", lambda text: FighterId(int(text.split()[1])), "from {}".format),
    "fighters": Form(f"{NUMBER}(?:,{NUMBER})*", _read_fighters, lambda fighters: ",".join(map(str, fighters))),
    "turn": Form(NUMBER, int),
    "rolls": Form("[0-9]+", int),
    "walked": Form("[0-9]+", int),
    "extra": Form(f"extra {NUMBER}", lambda text: FighterId(int(text.split()[1])), "extra {}".format),
    "face": Form("|".join(DieFace), DieFace),
    "own": Form("own", lambda text: True, lambda own: "own"),
    "deck": Form(f"(?:{SIDE_DECK}|{LIST_FORM})", side_deck_of, side_deck_text),
    "seen": NEVER,
    "winner": Form(f"{NUMBER}|draw|none", _read_winner, _write_winner),
    "score": _NUMBERS,
    "places": _NUMBERS,
    "kills": _NUMBERS,
    "lost": _NUMBERS,
    "shown": Form("yes|no", lambda text: text == "yes", lambda shown: "yes" if shown else "no"),
    "number": Form(NUMBER, int),
    "chosen": CHOSEN,
    "pairings": Form(f"{_PAIRINGS}(?:, {_PAIRINGS})*", _read_pairings, _write_pairings),
    "seconds": SECONDS,
}

LINES: Lines[Move] = Lines(
    _KINDS,
    _FORMS,
    {
        FightAvatarMove: {"number": AVATAR},
        EndBattle: {"by": Form("played|time|drop", str)},
        OutMove: {"game": NEVER},
    },
)
