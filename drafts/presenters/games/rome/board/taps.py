"""Units and cards that may be tapped, and where a tap leads."""

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import chain

from django.utils.translation import gettext

from drafts.presenters.games.rome.board.laying import LaidLine
from drafts.presenters.games.rome.board.values import BoardWay, ChosenCard
from drafts.presenters.games.rome.board.view import DRAWN, ON_UNITS, PLAY, BoardView, target_words
from drafts.presenters.games.rome.faces import command_faces, unit_faces
from drafts.presenters.games.rome.lines import words_of
from drafts.presenters.games.rome.moves import move_words
from drafts.rules.games.rome.lines import power_at
from drafts.rules.games.rome.spaces import space_named
from drafts.rules.games.rome.state import BattlePhase


class Taps:
    """The things that the fighter of a view can tap."""

    def __init__(self, view: BoardView, line: LaidLine) -> None:
        self.view, self.line = view, line

    @cached_property
    def sources(self) -> dict[str, str]:
        """The own units that can do something, and where a tap on them leads."""
        if self.view.is_laying:
            return {}
        things = dict.fromkeys(line.split(" ")[1] for line in self.view.offers if line.split(" ")[0] in ON_UNITS)
        return {thing: self.view.choosing(thing) for thing in things}

    @cached_property
    def _moves_to(self) -> dict[str, list[str]]:
        """The moves of the unit or card that is chosen, by the space to which they lead."""
        found = defaultdict(list)
        for line in self.view.offers:
            verb, *words = line.split(" ")
            thing = {"place": f"{DRAWN}{words[0]}" if words else "", "retreat": f"{PLAY}retreat"}.get(verb)
            if verb == "flank" and self.view.unit == f"{PLAY}flank:{words[0]}":
                found[words[1]].append(line)
            elif thing is not None and thing == self.view.unit:
                found[words[-1]].append(line)
            elif verb in ON_UNITS and words[0] == self.view.unit:
                found[words[1]].append(line)
        return found

    @cached_property
    def reached(self) -> dict[str, str]:
        """The own spaces to which the chosen unit or card can go, each with a move or an address."""
        if self.view.is_laying:
            return self.line.swaps()
        if self.view.unit == f"{PLAY}flank":
            spaces = dict.fromkeys(line.split(" ")[1] for line in self.view.offers if line.startswith("flank "))
            return {name: self.view.choosing(f"{PLAY}flank:{name}") for name in spaces}
        command = self.view.unit.removeprefix(PLAY)
        if command in self.view.commands:
            named = {target.partition(":")[0]: target for target in reversed(self.view.commands[command])}
            ways = {name: self.view.href(sheet="1", command=f"{command}={target}") for name, target in named.items()}
            return {name: way for name, way in ways.items() if space_named(name)}
        return {name: lines[0] for name, lines in self._moves_to.items() if len(lines) == 1}

    def drawn(self) -> Iterator[BoardWay]:
        """Yield the drawn units that are to be placed."""
        if not self.view.is_due or self.view.battle.phase is not BattlePhase.ACT:
            return
        faces = {face.kind: face for face in unit_faces()}
        found = False  # of several that are alike, one is chosen
        for kind in self.view.own.drawn:
            thing = f"{DRAWN}{kind.value}"
            href = self.view.href(unit=thing)
            is_chosen = not found and thing == self.view.unit
            found |= is_chosen
            yield BoardWay(faces[kind].name, href, card=faces[kind], is_chosen=is_chosen)

    def hand(self) -> Iterator[BoardWay]:
        """Yield the commands in hand."""
        if self.view.mine is None:
            return
        faces = {face.drawing: face for face in command_faces()}
        found = False  # of several that are alike, one is chosen
        for command in sorted(self.view.own.hand):
            thing = f"{PLAY}{command.value}"
            is_chosen = not found and self.view.unit.split(":")[:2] == thing.split(":")
            found |= is_chosen
            yield BoardWay(faces[command].name, self.view.choosing(thing), card=faces[command], is_chosen=is_chosen)

    def chosen(self) -> ChosenCard | None:
        """Return the card that was tapped, if it may be looked at."""
        thing = self.view.unit
        if thing.startswith(PLAY):
            return self._chosen_command(thing.split(":")[1])
        if thing.startswith(DRAWN):
            found = next((way.card for way in self.drawn() if way.is_chosen), None)
            return None if found is None else ChosenCard(found, gettext("Drawn"), task=_to_a_space())
        owner, _, name = thing.rpartition("/")
        seat = self.view.above if owner else self.view.below
        space = space_named(name)
        unit = self.line.of(seat).get(space) if space else None
        if unit is None or space is None or (seat != self.view.mine and not unit.up):
            return None
        faces = {face.kind: face for face in unit_faces()}
        lines = [] if owner else list(chain.from_iterable(each for each in self._moves_to.values() if len(each) > 1))
        ways = tuple(BoardWay(move_words(line), move=line) for line in lines)
        can_move = not owner and (self.view.is_laying or bool(self._moves_to))
        where = words_of(space, is_across=seat != self.view.below)
        power = power_at(self.line.of(seat), space)
        return ChosenCard(faces[unit.kind], where, ways, _to_a_space() if can_move else "", on_board=True, power=power)

    def _chosen_command(self, command: str) -> ChosenCard | None:
        face = {face.drawing: face for face in command_faces()}.get(command)
        if face is None or self.view.mine is None or command not in self.view.own.hand:
            return None
        ways: list[BoardWay] = []
        if command in self.view.offers:
            ways.append(BoardWay(gettext("Play it"), move=command))
        for target in self.view.commands.get(command, ()):
            words = target_words(self.view, target)
            ways.append(BoardWay(words, self.view.href(sheet="1", command=f"{command}={target}")))
        if self.view.may_end and self.view.holds_too_many:
            ways.append(BoardWay(gettext("Discard it and end the turn"), move=f"end discard={command}"))
        where = (
            gettext("Command") if ways or self.reached or not self.view.is_due else gettext("Nothing to do with it now")
        )
        task = "" if not self.reached else _to_a_space() if self._moves_to else gettext("Tap a lit unit.")
        return ChosenCard(face, where, tuple(ways), task)

    def ends(self) -> Iterator[BoardWay]:
        """Yield the way to end the turn, where it takes no card."""
        if self.view.may_end and not self.view.holds_too_many:
            yield BoardWay(gettext("End turn"), move="end")


def _to_a_space() -> str:
    return gettext("Tap a lit space.")
