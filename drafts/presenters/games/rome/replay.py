"""A battle move by move, once it may be told: all that was done in it, and the board after each move.

A move of a battle is named `#b12m31`: the board of fight 12's battle after its move 31, 0 for the beginning. With `s0`
after it the board is seen with the eyes of seat 0, else all cards are open.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import gettext

from drafts.languages import sentence, translated
from drafts.log.battle_replay import BattleFault, replayed
from drafts.log.file_types import LogBattle, LogBattleMove, LogBattleRules
from drafts.presenters.games.rome.board.values import BoardSide, BoardWay
from drafts.presenters.games.rome.lines import (
    DrawnLines,
    Rows,
    fallen_in,
    field_of,
    hit_arrows,
    lines_alone,
    with_fallen,
)
from drafts.presenters.games.rome.moves import Named, hit_words, move_words, resigned_words, told_words, turn_words
from drafts.rules.games.rome.cards import COMMAND_NAMES, UNIT_NAMES
from drafts.rules.games.rome.notation import encode, rows_of
from drafts.rules.games.rome.replays import LEFT, RESIGN
from drafts.rules.games.rome.state import Battle, BattleSide, HitUnit
from drafts.rules.night.nicknames import isolate

ALL: Literal["all"] = "all"
PLANS = ("deploy", "plan")
"""Verbs of moves that are hidden from others until all have made theirs (V11, V45)."""
OF_A_TURN = ("act", "after")
"""Phases in which only the player on turn moves."""
Eyes = int | Literal["all"]


class ToldBattle(NamedTuple):
    """A battle with what it takes to play it again; `names` are by seat, and `seed` is None where it is not told.

    `mine` is the seat of a reader who played it. `is_decided`: an official has decided its fight, so that it gives no
    places.
    """

    battle: LogBattle
    rules: LogBattleRules
    seed: str | None
    names: Sequence[str]
    mine: int | None = None
    is_decided: bool = False

    @property
    def end(self) -> int:
        """The number of the last move that stands, 0 where none does."""
        return max((move.number for move in self.battle.moves if move.undone_at is None), default=0)

    @property
    def places(self) -> Sequence[int] | None:
        """The places by which the fight was decided; None where it was decided otherwise, or is not over."""
        return None if self.is_decided else self.battle.places


@dataclass(frozen=True, slots=True)
class ReplayMove:
    """A move in words and, if it is not hidden from these eyes, as a line.

    The words are a sentence with a name where it is news whose move it is, else what the move asks for.
    """

    number: int
    anchor: str
    href: str
    words: str
    line: str
    how: str
    is_undone: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class BattleTurn:
    """The moves of a turn. `title` says which."""

    title: str
    moves: tuple[ReplayMove, ...]


@dataclass(frozen=True, slots=True)
class ReplayCards:
    """Cards that a player holds besides the line, in words, where these eyes see them."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class ReplayBoard:
    """The board after a move. `facing` are two lines of two players, else each of `lines` is one player's.

    `line` is the position as notation writes it for these eyes.
    """

    facing: DrawnLines | None
    lines: tuple[DrawnLines, ...]
    sides: tuple[BoardSide, ...]
    held: tuple[ReplayCards, ...]
    report: tuple[str, ...]
    line: str


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A battle after one of its moves. It ends after the move `ends_at`; later ones were taken back.

    `back`, `on` and so on are addresses, "" at the ends.
    """

    fight: int
    number: int
    last: int
    ends_at: int
    eyes: str
    anchor: str
    title: str
    said: str
    first: str
    back: str
    on: str
    end: str
    turns: tuple[BattleTurn, ...]
    views: tuple[BoardWay, ...]
    board: ReplayBoard | None


def replay_page(told: ToldBattle, at: str, number: int | None, eyes: Eyes = ALL) -> ReplayPage:
    """Return a battle after a move, None for its end, at an address; raises IndexError for an unknown move.

    Without a seed, or for moves that cannot have been made, there is no board.
    """
    last = len(told.battle.moves)
    number = told.end if number is None else number
    if not 0 <= number <= last or (eyes != ALL and not 0 <= eyes < len(told.names)):
        raise IndexError(number)

    def href(move: int, seen: Eyes = eyes) -> str:
        return address_of_move(at, move, seen)

    move = told.battle.moves[number - 1] if number else None
    return ReplayPage(
        fight=told.battle.fight,
        number=number,
        last=last,
        ends_at=told.end,
        eyes="" if eyes == ALL else str(eyes),
        anchor=_anchor(told, number, eyes),
        title=gettext("Beginning") if move is None else _turn_title(told, _moves_of(told, move.turn)),
        said="" if move is None else _said(told, move, eyes),
        first=href(0) if number else "",
        back=href(number - 1) if number else "",
        on=href(number + 1) if number < last else "",
        end=href(told.end) if number != told.end else "",
        turns=turns_of(told, href, number, eyes),
        views=(
            BoardWay(gettext("All cards open"), href(number, ALL), is_chosen=eyes == ALL),
            *(
                BoardWay(isolate(name), href(number, seat), is_chosen=eyes == seat)
                for seat, name in enumerate(told.names)
            ),
        ),
        board=_board(told, number, eyes),
    )


def address_of_move(at: str, number: int, eyes: Eyes = ALL) -> str:
    """Return the address of the board after a move; `at` is that of the battle, which can have a query already."""
    query = {"move": str(number)} | ({} if eyes == ALL else {"eyes": str(eyes)})
    return f"{at}{'&' if '?' in at else '?'}{urlencode(query)}"


def turns_of(
    told: ToldBattle, href: Callable[[int], str], shown: int | None = None, eyes: Eyes = ALL
) -> tuple[BattleTurn, ...]:
    """Return the moves turn by turn, each with its address; plans of others are hidden from the eyes of a seat."""
    found = []
    for _, group in groupby(told.battle.moves, key=lambda move: move.turn):
        moves = list(group)
        rows = (
            ReplayMove(
                number=move.number,
                anchor=_anchor(told, move.number, ALL),
                href=href(move.number),
                words=_said(told, move, eyes) if _is_news(move, moves) else move_words(move.move, _named(told)),
                line="" if _is_hidden(move, eyes) else move.move,
                how=sentence("log.timeRanOut") if move.how == "time" else "",
                is_undone=move.undone_at is not None,
                is_shown=move.number == shown,
            )
            for move in moves
        )
        found.append(BattleTurn(_turn_title(told, moves), tuple(rows)))
    return tuple(found)


def moves_text(told: ToldBattle, event: str, code: str) -> str:
    """Return the moves of a battle as text: what was agreed in lines that begin with `#`, then a line a move.

    A line has the move's number, turn, phase, seat, by whom (`chosen`, `time`, `bot`, `resign`, `left`), and the move;
    a `-` before it says that it was taken back.
    """
    rules, battle = told.rules, told.battle
    said = {
        "event": f"{code} {event}",
        "fight": battle.fight,
        "seed": told.seed or "?",
        "options": (
            f"rear={'yes' if rules.rear else 'no'} commands={'yes' if rules.commands else 'no'} "
            f"decks={rules.decks} end={rules.end} turns={rules.turns}"
        ),
        **{f"seat {seat}": name for seat, name in enumerate(told.names)},
        "places": "-" if told.places is None else " ".join(map(str, told.places)),
    }
    head = [f"# {name}: {value}" for name, value in said.items()]
    lines = (
        f"{'-' if move.undone_at else ''}{move.number} {move.turn} {move.phase} {move.seat} {move.how} {move.move}"
        for move in battle.moves
    )
    return "\n".join([*head, *lines]) + "\n"


def _anchor(told: ToldBattle, number: int, eyes: Eyes) -> str:
    return f"b{told.battle.fight}m{number}" + ("" if eyes == ALL else f"s{eyes}")


def _is_hidden(move: LogBattleMove, eyes: Eyes) -> bool:
    return move.move.split(" ")[0] in PLANS and eyes not in (ALL, move.seat)


def _turn_title(told: ToldBattle, moves: Sequence[LogBattleMove]) -> str:
    turn, seat = moves[0].turn, _on_turn(moves)
    if turn == 0 or seat is None:
        return turn_words(turn)
    return gettext("Turn %(turn)s: %(name)s") % {"turn": turn, "name": isolate(told.names[seat])}


def _moves_of(told: ToldBattle, turn: int) -> Sequence[LogBattleMove]:
    return [move for move in told.battle.moves if move.turn == turn]


def _on_turn(moves: Sequence[LogBattleMove]) -> int | None:
    """Return the seat in whose turn these moves were made; None where only others have made any."""
    return next((move.seat for move in moves if move.phase in OF_A_TURN and move.move != RESIGN), None)


def _is_news(move: LogBattleMove, moves: Sequence[LogBattleMove]) -> bool:
    """Return whether a move of a turn needs its player's name: the title of the turn does not say it."""
    return move.turn == 0 or move.seat != _on_turn(moves) or move.move == RESIGN


def _named(told: ToldBattle) -> Named:
    return lambda seat: "" if seat == told.mine else isolate(told.names[seat])


def _said(told: ToldBattle, move: LogBattleMove, eyes: Eyes) -> str:
    name = _named(told)(move.seat)
    if move.move == RESIGN:
        return resigned_words(name, move.how)
    return told_words(move.move, name, _named(told), is_across=_is_across(told, move.seat, eyes))


def _is_across(told: ToldBattle, seat: int, eyes: Eyes) -> bool:
    """Return whether the board shows a line from its front: of two the upper one, of more none."""
    return len(told.names) == 2 and seat != _below(eyes)


def _below(eyes: Eyes) -> int:
    return 0 if eyes == ALL else eyes


# The board ------------------------------------------------------------------------------------------------------------


def _board(told: ToldBattle, number: int, eyes: Eyes) -> ReplayBoard | None:
    if told.seed is None:
        return None
    try:
        battle = replayed(told.battle, told.rules, told.seed)[number]
    except BattleFault:
        return None
    move = told.battle.moves[number - 1] if number else None
    report = battle.report if move is not None and _has_attacked(battle, move) else ()
    names = [isolate(name) for name in told.names]
    seats = range(len(names))
    below = _below(eyes)
    order = [*((below + step) % len(names) for step in seats[1:]), below] if len(names) == 2 else [*seats]
    places = told.places if number == told.end else None
    facing = _facing(battle, (below, 1 - below), eyes, report) if len(names) == 2 else None
    if facing is not None:
        facing = replace(facing, above=names[1 - below], below=names[below])
    return ReplayBoard(
        facing=facing,
        lines=() if facing else lines_of(battle, eyes, report),
        sides=tuple(
            BoardSide(
                name=names[seat],
                kills=(side := battle.sides[seat]).kills,
                lost=side.lost,
                hand=len(side.hand) if battle.options.commands else None,
                drawn=len(side.drawn),
                state=_state(told, battle, number, seat),
                place=None if places is None else places[seat],
            )
            for seat in order
        ),
        held=tuple(
            ReplayCards(names[seat], words)
            for seat in seats
            if eyes in (ALL, seat) and (words := "; ".join(_held(battle.sides[seat])))
        ),
        report=tuple(
            hit_words(hit, _named(told)(hit.at[0]), is_across=_is_across(told, hit.at[0], eyes)) for hit in report
        ),
        line=encode(battle, eyes),
    )


def _has_attacked(battle: Battle, move: LogBattleMove) -> bool:
    verb = move.move.split(" ")[0]
    return verb == "attack" or (verb == "deploy" and all(side.plan is None for side in battle.sides))


def _row_text(side: BattleSide, *, is_open: bool) -> str:
    return " | ".join(rows_of(side.line, is_open=is_open)) if side.line else "*."


def _facing(battle: Battle, seats: tuple[int, int], eyes: Eyes, report: Sequence[HitUnit]) -> DrawnLines:
    below, above = seats
    own, enemy = (_row_text(battle.sides[seat], is_open=eyes in (ALL, seat)) for seat in seats)
    drawn = field_of(
        own,
        enemy,
        hits=hit_arrows(report, below, above),
        struck=hit_arrows(report, above, below),
        rear=battle.options.rear,
    )
    return replace(
        drawn,
        own=_with_fallen(drawn.own, report, below),
        enemy=_with_fallen(drawn.enemy, report, above),
    )


def lines_of(battle: Battle, eyes: Eyes, report: Sequence[HitUnit]) -> tuple[DrawnLines, ...]:
    """Return the lines of all seats, each by itself."""
    texts = [_row_text(side, is_open=eyes in (ALL, seat)) for seat, side in enumerate(battle.sides)]
    return lines_alone(texts, lambda rows, seat: _with_fallen(rows, report, seat), rear=battle.options.rear)


def _with_fallen(rows: Rows, report: Sequence[HitUnit], seat: int) -> Rows:
    """Return rows of spaces with the units that fell in the attack, marked, where they stood."""
    fallen = fallen_in(report, seat)
    return tuple(tuple(with_fallen(replace(space, marks="", is_lit=False), fallen) for space in row) for row in rows)


def _state(told: ToldBattle, battle: Battle, number: int, seat: int) -> str:
    """Return the state of a side on the board after a move: how its line has gone, or whether it is its turn."""
    if not battle.sides[seat].out:
        return "turn" if seat == battle.seat else ""
    moves = told.battle.moves[:number]
    how = next((move.how for move in reversed(moves) if move.seat == seat and move.move == RESIGN), "")
    return {LEFT: "left", RESIGN: "resigned"}.get(how, "out")


def _held(side: BattleSide) -> Iterator[str]:
    if side.drawn:
        units = ", ".join(translated(UNIT_NAMES[kind]) for kind in side.drawn)
        yield gettext("drawn: %(units)s") % {"units": units}
    if side.hand:
        commands = ", ".join(translated(COMMAND_NAMES[command]) for command in sorted(side.hand))
        yield gettext("hand: %(commands)s") % {"commands": commands}
