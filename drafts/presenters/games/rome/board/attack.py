"""An attack before it is made: its parts, and what it will do as far as its player knows."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from django.utils.translation import gettext

from drafts.languages import translated
from drafts.presenters.games.rome.board.values import AttackSheet, Choice
from drafts.presenters.games.rome.board.view import BoardView, target_words, unit_words
from drafts.presenters.games.rome.moves import preview_words
from drafts.rules.errors import Refusal
from drafts.rules.games.rome.attacks.previews import PreviewHit, preview
from drafts.rules.games.rome.cards import COMMAND_NAMES
from drafts.rules.games.rome.moves import LineAttack, read_move
from drafts.rules.games.rome.spaces import VANGUARD, name_of, space_named

NAMES = {command.value: words for command, words in COMMAND_NAMES.items()}


class PlannedAttack:
    """The attack that an address asks for."""

    def __init__(self, view: BoardView) -> None:
        self.view = view

    @cached_property
    def _move(self) -> str:
        asked, words = self.view.asked, ["attack"]
        others = [choice.value for choice in self.view.enemies()]
        if others:
            wished = f"at={asked.get('at') or self.view.above}"
            words.append(wished if wished in others else others[0])
        if command := asked.get("command", ""):
            words.append(command)
        along = ",".join(filter(None, (asked.get("with", ""), asked.get("and", ""))))
        if along:
            words.append(f"with={along}")
        if hold := asked.getlist("hold"):
            words.append(f"hold={','.join(hold)}")
        return " ".join(words)

    @cached_property
    def _refused(self) -> str:
        try:
            preview(self.view.battle, self.view.below, self._move)
        except Refusal as refusal:
            return self.view.say(refusal)
        return ""

    @cached_property
    def hits(self) -> list[PreviewHit]:
        """The units that it will hit, as far as its player knows."""
        return [] if self._refused else preview(self.view.battle, self.view.below, self._move)

    @cached_property
    def sheet(self) -> AttackSheet | None:
        """The attack's form, if the address opens it and an attack can be made."""
        options = self.view.options
        if options is None or not self.view.asked.get("sheet"):
            return None
        command = self.view.asked.get("command", "")
        commands = [Choice("", gettext("None"), is_chosen=not command)]
        for name, targets in self.view.commands.items():
            for target in targets:
                value = f"{name}={target}"
                words = f"{translated(NAMES[name])}: {target_words(self.view, target)}"
                commands.append(Choice(value, words, is_chosen=value == command))
        hits = (
            preview_words(hit, self.view.name(hit["at"][0]), is_across=self.view.is_across(hit["at"][0]))
            for hit in self.hits
        )
        seen = (*self._vanguard_words(), *hits)
        return AttackSheet(
            move=self._move,
            at=tuple(replace(each, value=each.value.removeprefix("at=")) for each in self.view.enemies()),
            commands=tuple(commands) if len(commands) > 1 else (),
            along=tuple(self._along(options["with"], self.view.asked.get("with", ""))),
            more=tuple(self._along(options["with_command"].get(command, ()), self.view.asked.get("and", ""))),
            hold=tuple(self._held(options["hold"])),
            seen=seen or ((gettext("It is seen to hit nobody."),) if not self._refused else ()),
            refused=self._refused,
        )

    def _vanguard_words(self) -> Iterator[str]:
        """Yield a sentence where the vanguard hits no unit, as the enemy's space ahead of it is vacant."""
        move = read_move(self._move) if not self._refused else None
        if not isinstance(move, LineAttack):
            return
        faced = self.view.above if move.at is None else move.at
        is_vacant = VANGUARD not in self.view.battle.sides[faced].line
        if is_vacant and not any((self.view.below, name_of(VANGUARD)) in hit["by"] for hit in self.hits):
            yield gettext("Your vanguard hits nobody: the space ahead of it is vacant.")

    def _along(self, chains: Iterable[str], chosen: str) -> Iterator[Choice]:
        line = self.view.own.line
        chains = list(chains)
        if chains:
            yield Choice("", gettext("Nobody"), is_chosen=not chosen)
        for each in chains:
            spaces = [space for pair in each.split(",") if (space := space_named(pair.split(">")[1]))]
            yield Choice(each, ", ".join(unit_words(line, space) for space in spaces), is_chosen=each == chosen)

    def _held(self, names: Iterable[str]) -> Iterator[Choice]:
        chosen = self.view.asked.getlist("hold")
        for name in names:
            space = space_named(name)
            if space is not None:
                yield Choice(name, unit_words(self.view.own.line, space), is_chosen=name in chosen)
