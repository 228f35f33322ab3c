"""The sentences above the lines of a battle: its state, the task of its fighter, and the last move."""

from collections.abc import Iterator, Sequence
from itertools import chain, pairwise, takewhile

from django.utils.translation import gettext, ngettext

from drafts.languages import sentence, translated
from drafts.presenters.games.rome.board.values import ToldAttack
from drafts.presenters.games.rome.board.view import ON_UNITS, PLANNING, BoardView
from drafts.presenters.games.rome.moves import hit_words, move_words, resigned_words, told_words
from drafts.rules.fights.fight import DecidedBy, Result
from drafts.rules.games.rome.cards import UNIT_NAMES
from drafts.rules.games.rome.lines import is_closed
from drafts.rules.games.rome.replays import RESIGN
from drafts.rules.games.rome.spaces import FRONT, VANGUARD
from drafts.rules.games.rome.state import BattlePhase, HitUnit, UnitLine
from drafts.rules.night.battles import Ask, Note


def title_of(view: BoardView) -> str:
    """Return whose turn it is, or how the battle ended."""
    phase = view.battle.phase
    if phase is BattlePhase.OVER:
        return _end_title(view)
    if view.stands:
        return gettext("Paused")
    if view.is_due:
        return {
            BattlePhase.DEPLOY: gettext("Lay your line"),
            BattlePhase.NIGHT: gettext("Nightfall: lay your line anew"),
            BattlePhase.AFTER: gettext("End your turn"),
        }.get(phase, gettext("Your turn"))
    if phase in PLANNING:
        waiting = ", ".join(view.name(seat) for seat in view.timed.due)
        return gettext("Waiting for %(names)s") % {"names": waiting}
    return gettext("%(name)s's turn") % {"name": view.name(view.battle.seat)}


def _end_title(view: BoardView) -> str:
    if view.decided is not None:
        return _decided_title(view, view.decided)
    places = view.timed.places or ()
    first = [seat for seat, place in enumerate(places) if place == 1]
    if view.mine in first:
        return gettext("You share the win") if len(first) > 1 else _own_title(has_won=True)
    if view.mine is not None:
        return _lost_title(view, places)
    return _won_title(view, first)


def _won_title(view: BoardView, seats: Sequence[int]) -> str:
    """Return which fighters have won, as a title for spectators."""
    words = ngettext("%(names)s has won", "%(names)s share the win", len(seats))
    return words % {"names": ", ".join(map(view.name, seats))}


def _own_title(*, has_won: bool) -> str:
    return gettext("You have won") if has_won else gettext("You have lost")


def _lost_title(view: BoardView, places: Sequence[int]) -> str:
    """Return the reader's place as a title, where their line stands among those of several (V53)."""
    if view.own.out or len(places) == 2 or view.mine is None:
        return _own_title(has_won=False)
    place = places[view.mine]
    if places.count(place) > 1:
        return {2: gettext("You share second place"), 3: gettext("You share third place")}[place]
    return {2: gettext("You came second"), 3: gettext("You came third"), 4: gettext("You came fourth")}[place]


def _decided_title(view: BoardView, result: Result) -> str:
    """Return how a fight has ended that an official has decided, whatever its battle came to."""
    if result.winner is None and result.double_loss:
        return gettext("Both have lost") if len(view.battle.sides) == 2 else gettext("All have lost")
    if result.winner is None:
        return gettext("A draw")
    winner = view.timed.terms.seat_of(result.winner)
    if view.mine is None:
        return _won_title(view, [winner])
    return _own_title(has_won=view.mine == winner)


def task_of(view: BoardView) -> str:
    """Return what the fighter is to do now, why it cannot be done, or why the battle is over, as a sentence."""
    phase = view.battle.phase
    if phase is BattlePhase.OVER:
        return _end_words(view)
    if not view.is_due:
        return _words_in_wait(view)
    if phase is BattlePhase.DEPLOY and view.battle.replays:
        return gettext("The first turn is a draw: all draw up to ten again, and lay their lines anew.")
    if phase in PLANNING and view.battle.options.rear:
        return gettext("Tap a unit, then another: they change places. The rear stays secret.")
    if phase in PLANNING:
        return gettext("Tap a unit, then another: they change places.")
    return _task_in_act(view) if phase is BattlePhase.ACT else _task_after(view)


def _words_in_wait(view: BoardView) -> str:
    if view.stands:
        return gettext("The clock is stopped. Moves wait until the organizer resumes.")
    if view.mine is None or not view.own.out:
        return ""
    if view.mine in view.timed.left:
        return gettext("You were out of the event, so your line is gone. The others play on.")
    if view.mine in view.timed.resigned:
        return gettext("You gave up. The others play on.")
    return gettext("Your line is destroyed. The others play on.")


def _end_words(view: BoardView) -> str:
    """Return why a battle is over (V29, V53, V54)."""
    battle = view.battle
    if view.decided is not None:
        is_by_judge = view.decided.by is DecidedBy.JUDGE
        return sentence("fights.judgeDecided") if is_by_judge else sentence("fights.organizerDecided")
    out = [seat for seat, side in enumerate(battle.sides) if side.out]
    if out and (not battle.options.end_last or len(out) + 1 >= len(battle.sides)):
        words = list(_out_words(view, out))
        if len(battle.sides) - len(out) > 1:
            words.append(gettext("Kills decide among the others."))
        return " ".join(words)
    if battle.options.turns and battle.turn >= battle.options.turns:
        return gettext("Turn %(turn)s was the last one: kills decide.") % {"turn": battle.turn}
    return (
        gettext("Several lines still stand: kills decide.") if out else gettext("No line is destroyed: kills decide.")
    )


def _out_words(view: BoardView, seats: Sequence[int]) -> Iterator[str]:
    """Yield whose lines are gone, and how they went, a sentence for each way and one for the reader."""
    resigned, left = view.timed.resigned, view.timed.left
    destroyed = frozenset(seats) - resigned - left
    for own, words, went in (
        (gettext("Your line was destroyed."), gettext("Destroyed: %(names)s."), destroyed),
        (gettext("You gave up."), gettext("Gave up: %(names)s."), resigned),
        (gettext("You are out of the event."), gettext("Left the event: %(names)s."), left),
    ):
        gone = [seat for seat in seats if seat in went]
        if view.mine in gone:
            yield own
        if others := [view.name(seat) for seat in gone if seat != view.mine]:
            yield words % {"names": ", ".join(others)}


def _task_in_act(view: BoardView) -> str:
    if view.own.drawn:
        return ngettext(
            "Place what you drew: tap a lit space.",
            "Place all that you drew: tap a card, then a lit space.",
            len(view.own.drawn),
        )
    if not is_closed(view.own.line):
        return _open_words(view.own.line)
    if any(line.split(" ")[0] in ON_UNITS for line in view.offers):
        return gettext("Attack, or move first: lit units can do something.")
    if view.offers or view.commands:
        return gettext("Attack, or play a command first.")
    return gettext("Attack: nothing else is left to do in this turn.")


def _open_words(line: UnitLine) -> str:
    """Return how the fighter can close an open line, and where it is open (V19)."""
    if VANGUARD not in line:
        return gettext("Close your line: its middle is vacant. Tap a lit unit, then a space.")
    front = [column for row, column in line if row == FRONT]
    if len(front) <= max(front) - min(front):
        return gettext("Close your line: its front has a gap. Tap a lit unit, then a space.")
    return gettext("Close your line: a rear unit has no unit in front of it. Tap a lit unit, then a space.")


def _task_after(view: BoardView) -> str:
    if not is_closed(view.own.line):
        return _open_words(view.own.line)
    if view.holds_too_many:
        return gettext("You hold more than seven commands. Tap one to discard it and end your turn.")
    if any(line.startswith("retreat ") for line in view.offers):
        return gettext("Play a Retreat, or end your turn.")
    if view.offers:
        return gettext("Shift a lit unit, or end your turn.")
    return gettext("Nothing is left to do in this turn.")


def last_words(view: BoardView) -> str:
    """Return the last move as a sentence without its full stop, or nothing."""
    last = view.timed.last
    if last is None:
        return ""
    name = view.called(last.seat)
    if last.move == RESIGN:
        return resigned_words(name, last.how)
    if last.how == "time" and not name:
        return _words_of_own_time(view, last.move)
    retreat = view.timed.retreat if last.move.partition(" ")[0] == "end" else None
    words = told_words((retreat or last).move, name, view.called, is_across=view.is_across(last.seat))
    if retreat is not None:  # the end of the turn follows at once
        words = gettext("%(move)s, and ended the turn") % {"move": words}
    return gettext("%(move)s (time was up)") % {"move": words} if last.how == "time" else words


def _words_of_own_time(view: BoardView, move: str) -> str:
    """Return what the clock has done for the reader."""
    if move.partition(" ")[0] == "end":
        return gettext("Your time was up: the turn ended")
    return gettext("Played for you, as your time was up: %(move)s") % {"move": move_words(move, view.called)}


def report_words(view: BoardView) -> Iterator[str]:
    """Yield what the last attack did; after the first attack, of all at once, also whose turn it is, and why (V13)."""
    battle = view.battle
    if battle.report or _attacks(view):
        yield from _hit_words(view, battle.report)
    if battle.turn == 1 and battle.report and battle.phase in (BattlePhase.ACT, BattlePhase.NIGHT):
        fallen = {hit.at for hit in battle.report if hit.died}
        standing = [seat for seat in range(len(battle.sides)) if (seat, VANGUARD) not in fallen]
        rivals = [battle.sides[seat].kills for seat in standing or range(len(battle.sides)) if seat != battle.seat]
        if standing == [battle.seat]:
            own = gettext("The first turn is yours: your vanguard alone still stands.")
            words = gettext("The first turn goes to %(name)s, whose vanguard alone still stands.")
        elif battle.sides[battle.seat].kills > max(rivals):
            own = gettext("The first turn is yours, with more kills.")
            words = gettext("The first turn goes to %(name)s, with more kills.")
        else:
            own = gettext("The first turn is yours: your kills had more power.")
            words = gettext("The first turn goes to %(name)s, whose kills had more power.")
        yield own if battle.seat == view.mine else words % {"name": view.name(battle.seat)}


def earlier_title(view: BoardView) -> str:
    """Return the title of `earlier_attacks`, which says since when they are told."""
    has_attacked = any(seat == view.mine for seat, _report in _attacks(view))
    return gettext("Before that, since your turn") if has_attacked else gettext("Before that")


def _attacks(view: BoardView) -> list[tuple[int | None, Sequence[HitUnit]]]:
    """Return the known attacks, the newest last, by the seats that made them; None made the first, of all at once."""
    battle, starts = view.battle, [position for _turn, position in view.timed.turns]
    attacks: list[tuple[int | None, Sequence[HitUnit]]] = [
        (before.seat if before.turn else None, after.report) for before, after in pairwise(starts)
    ]
    if battle.phase is BattlePhase.AFTER or battle.report is not starts[-1].report:
        attacks.append((battle.seat, battle.report))
    return attacks


def earlier_attacks(view: BoardView) -> Iterator[ToldAttack]:
    """Yield the attacks of others before the last one and since the reader's own, the newest first."""
    since = list(takewhile(lambda attack: attack[0] != view.mine, reversed(_attacks(view))))
    for seat, report in since[1:] if view.mine is not None else ():
        title = (
            gettext("The first attack, of all at once")
            if seat is None
            else gettext("%(name)s's attack") % {"name": view.name(seat)}
        )
        yield ToldAttack(title, tuple(_hit_words(view, report)))


def _hit_words(view: BoardView, report: Sequence[HitUnit]) -> Iterator[str]:
    if not report:
        yield gettext("It hit nobody.")
    for hit in report:
        seat = hit.at[0]
        yield hit_words(hit, view.called(seat), is_across=view.is_across(seat))


def facing_words(view: BoardView) -> str:
    """Return which columns face the line above, where more than two still fight (V52)."""
    seats = [seat for seat, side in enumerate(view.battle.sides) if not side.out]
    if len(seats) < 3 or view.below not in seats or view.above not in seats:
        return ""
    place = seats.index(view.below)
    names = {"name": view.name(view.above)}
    if seats[(place + 1) % len(seats)] == view.above:
        return gettext("Left columns face the right ones of %(name)s.") % names
    if seats[place - 1] == view.above:
        return gettext("Right columns face the left ones of %(name)s.") % names
    return gettext("No column faces %(name)s but the middle, if it attacks there.") % names


def ask_words(view: BoardView, ask: Ask) -> str:
    """Return that a player asks to go back, as a sentence."""
    if ask.by == view.mine:
        return gettext("You have asked to go back. The others have to agree.")
    if view.mine in ask.agreed:
        return gettext("You have agreed to go back. Another player has yet to answer.")
    facts = {"name": view.name(ask.by), "turn": ask.to}
    if not ask.to:
        return gettext("%(name)s asks to go back to the first lines.") % facts
    return gettext("%(name)s asks to go back to the start of turn %(turn)s.") % facts


def note_words(view: BoardView, note: Note) -> str:
    """Return why the board has changed without a move, or that a player refuses to go back, as a sentence."""
    facts = {"name": "" if note.by is None else view.name(note.by), "turn": note.to}
    if note.to is None:
        words = (
            gettext("All play on, as you wanted.")
            if note.by == view.mine
            else gettext("All play on: %(name)s does not want to go back.")
        )
    elif note.by is None:
        words = (
            gettext("The organizer or a judge has gone back to the start of turn %(turn)s.")
            if note.to
            else gettext("The organizer or a judge has gone back to the first lines.")
        )
    else:
        words = (
            gettext("All went back to the start of turn %(turn)s, as %(name)s had asked.")
            if note.to
            else gettext("All went back to the first lines, as %(name)s had asked.")
        )
    return words % facts


def deck_words(view: BoardView) -> Iterator[str]:
    """Yield what all know of the decks."""
    stocks = view.battle.stocks
    units, commands = sum(len(each.units) for each in stocks), sum(len(each.commands) for each in stocks)
    yield gettext("Units in the deck: %(number)s") % {"number": units}
    if view.battle.options.commands:
        yield gettext("Commands in the deck: %(number)s") % {"number": commands}
    killed = list(chain.from_iterable(each.unit_discard for each in stocks))
    if killed:
        names = ", ".join(translated(UNIT_NAMES[kind]) for kind in killed[-5:])
        yield gettext("Discarded last: %(names)s") % {"names": names}


def hint_words(view: BoardView) -> str:
    """Return the hint that the address of a practice asks for, or nothing."""
    if not view.hinted:
        return ""
    if view.battle.phase is BattlePhase.DEPLOY:
        return gettext("Tap Lay for me: the strongest unit in the middle, Centurions at the ends.")
    return move_words(view.hinted, view.name)
