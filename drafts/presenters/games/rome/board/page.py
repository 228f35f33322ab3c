"""The page of a battle, and its panel on a big screen."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext

from drafts.presenters.games.rome.board.attack import PlannedAttack
from drafts.presenters.games.rome.board.field import BoardField
from drafts.presenters.games.rome.board.laying import LaidLine
from drafts.presenters.games.rome.board.taps import Taps
from drafts.presenters.games.rome.board.values import BattlePanel, BoardPage, BoardSide, BoardWay, Choice
from drafts.presenters.games.rome.board.view import PLANNING, Asked, BoardView, Say
from drafts.presenters.games.rome.board.words import (
    ask_words,
    deck_words,
    earlier_attacks,
    earlier_title,
    facing_words,
    hint_words,
    last_words,
    note_words,
    report_words,
    task_of,
    title_of,
)
from drafts.rules.games.rome.moves import read_move
from drafts.rules.games.rome.replays import RESIGN
from drafts.rules.games.rome.spaces import name_of
from drafts.rules.games.rome.state import BattlePhase
from drafts.rules.games.rome.steps import moved_steps
from drafts.rules.games.rome.turns import can_back
from drafts.store.battles import LiveBattle


def board_page(live: LiveBattle, seat: int | None, asked: Asked, say: Say) -> BoardPage:
    """Return the page of a battle at an address, for the fighter of a seat, or None for spectators."""
    view = BoardView(live, seat, asked, say)
    line, attack = LaidLine(view), PlannedAttack(view)
    taps = Taps(view, line)
    battle, mine = view.battle, view.mine
    is_over = battle.phase is BattlePhase.OVER
    ask, note = view.timed.ask, view.timed.note
    return BoardPage(
        fight=view.live.number,
        version=view.live.version,
        turn=battle.turn,
        phase=battle.phase.value,
        title=title_of(view),
        said=task_of(view),
        state="over" if is_over else "now" if view.is_due else "wait",
        seconds=_seconds(view),
        paused=view.stands,
        own=_side(view, view.below),
        enemy=_side(view, view.above),
        tabs=tuple(_tabs(view)),
        facing=facing_words(view),
        field=BoardField(view, line, taps, attack).drawn(),
        last=last_words(view),
        moved=_moved(view),
        report=tuple(report_words(view)),
        earlier=tuple(earlier_attacks(view)),
        earlier_title=earlier_title(view),
        decks=tuple(deck_words(view)),
        is_mine=mine is not None,
        drawn=tuple(taps.drawn()),
        hand=tuple(taps.hand()),
        chosen=taps.chosen(),
        laying=line.laying(),
        sheet=attack.sheet,
        sheet_href=view.href(sheet="1", **_hinted_parts(view.hinted)) if view.options is not None else "",
        closed_href=view.href(),
        can_back=view.is_due and mine is not None and can_back(battle, mine),
        ends=tuple(taps.ends()),
        hint=hint_words(view),
        hint_href=view.href(unit=view.unit, hint="1", lay=view.lay) if view.has_hints else "",
        returns=tuple(_returns(view)),
        asked=ask_words(view, ask) if ask else note_words(view, note) if note else "",
        ask=None if ask is None else ask.number,
        is_asked=ask is not None and mine is not None and ask.by != mine and mine not in ask.agreed,
        kept=view.kept,
    )


def _hinted_parts(hinted: str) -> dict[str, str]:
    """Return the parts of an attack that is the hint, as the sheet has them in its address."""
    words = hinted.split(" ")
    if words[0] != "attack":
        return {}
    parts = dict(word.split("=", 1) for word in words[1:])
    commands = (f"{name}={target}" for name, target in parts.items() if name not in ("at", "with", "hold"))
    return {"at": parts.get("at", ""), "command": next(commands, ""), "with": parts.get("with", "")}


def battle_panel(live: LiveBattle, asked: Asked, say: Say) -> BattlePanel:
    """Return the panel of a battle for spectators."""
    view = BoardView(live, None, asked, say)
    line, attack = LaidLine(view), PlannedAttack(view)
    field = BoardField(view, line, Taps(view, line), attack)
    panel = BattlePanel(view.battle.turn, title_of(view), last_words(view))
    if len(view.battle.sides) == 2:
        return replace(panel, sides=(_side(view, 1), _side(view, 0)), facing=field.drawn())
    return replace(panel, alone=tuple((_side(view, seat), line) for seat, line in enumerate(field.alone())))


def _seconds(view: BoardView) -> int | None:
    moment = view.timed.deadline if view.mine is None or not view.is_due else view.timed.deadline_of(view.mine)
    return None if moment is None or view.stands else max(0, round((moment - view.now).total_seconds()))


def _side(view: BoardView, seat: int) -> BoardSide:
    side, places = view.battle.sides[seat], view.timed.places
    state = (
        "left" if seat in view.timed.left
        else "resigned" if seat in view.timed.resigned
        else "out" if side.out
        else "ready" if side.plan is not None
        else "due" if seat in view.timed.due and view.battle.phase in PLANNING
        else "turn" if seat in view.timed.due
        else ""
    )  # fmt: skip
    return BoardSide(
        name=view.name(seat),
        kills=side.kills,
        lost=side.lost,
        hand=len(side.hand) if view.battle.options.commands else None,
        drawn=len(side.drawn),
        state=state,
        place=None if places is None or view.decided is not None else places[seat],
    )


def _tabs(view: BoardView) -> Iterator[BoardWay]:
    if len(view.others) > 1:
        for other in view.others:
            yield BoardWay(view.name(other), view.href(enemy=str(other)), is_chosen=other == view.above)


def _moved(view: BoardView) -> str:
    """Return the steps of the last move in a line that is shown, for their motion."""
    last = view.timed.last
    if last is None or last.move == RESIGN or last.seat not in (view.below, view.above):
        return ""
    steps = moved_steps(read_move(last.move), view.battle.sides[last.seat].line)
    told = [f"{'' if at is None else name_of(at)}>{name_of(to)}" for at, to in steps]
    return " ".join(["own" if last.seat == view.below else "enemy", *told]) if told else ""


def _returns(view: BoardView) -> Iterator[Choice]:
    if view.mine is None or view.stands or view.timed.ask is not None:
        return
    for turn in view.timed.returns:
        words = gettext("To the start of turn %(turn)s") % {"turn": turn} if turn else gettext("To the first lines")
        yield Choice(str(turn), words)
