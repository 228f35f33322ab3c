"""The lessons of Vanguard: Rome as pages: a position, what may be done in it, and what came of it.

A page is made of its address alone: `m` are the moves so far, `unit` is what was tapped, a space, a drawn unit
(`drawn:Ce`) or a command (`play:volley`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from drafts.languages import translated
from drafts.presenters.games.rome.faces import RomeCard, command_faces, unit_faces
from drafts.presenters.games.rome.lines import DrawnLines, field_of, words_of
from drafts.presenters.games.rome.moves import hit_words
from drafts.rules.games.rome.cards import UNIT_NAMES
from drafts.rules.games.rome.lessons import (
    LEARNER,
    LESSONS,
    OPPONENT,
    Lesson,
    Task,
    has_ended,
    is_done,
    played,
)
from drafts.rules.games.rome.notation import rows_of
from drafts.rules.games.rome.offers import attack_options, offers
from drafts.rules.games.rome.spaces import name_of, space_named
from drafts.rules.games.rome.state import Battle

DRAWN, PLAY = "drawn:", "play:"


@dataclass(frozen=True, slots=True)
class LessonWay:
    """A way on: a button or a card that can be tapped, and where it leads. `card` is what it shows, if it is a card."""

    words: str
    href: str
    card: RomeCard | None = None
    is_chosen: bool = False


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A task as it stands after some moves. `state` is "open", "done" or "missed".

    `said` is what to do, or what came of it, and `sums` what was hit with how much. `attack` is None while the attack
    may not be made; `missing` says why.
    """

    lesson: Lesson
    number: int
    state: str
    said: str
    field: DrawnLines
    sums: tuple[str, ...]
    drawn: tuple[LessonWay, ...]
    hand: tuple[LessonWay, ...]
    targets: tuple[LessonWay, ...]
    attack: LessonWay | None
    missing: str
    back: str
    again: str
    solution: str
    next: LessonWay | None


def lesson_page(lesson: Lesson, number: int, lines: Sequence[str], chosen: str) -> LessonPage:
    """Return a task after moves of the learner; raises the refusal of the first that is not legal."""
    task = lesson.tasks[number - 1]
    battle = played(lesson, task, lines)
    done, ended = is_done(task, battle, lines), has_ended(lines)
    state = "done" if done else "missed" if ended else "open"
    at = address_of(lesson, number)
    way = _Ways(at, tuple(lines), chosen, battle)
    is_open = state == "open"
    options = attack_options(battle, LEARNER) if is_open else None
    commands: Mapping[str, list[str]] = options["commands"] if options else {}
    along = options["with"] if options else []
    words = {"open": task.words, "done": task.praise, "missed": task.retry}[state]
    return LessonPage(
        lesson=lesson,
        number=number,
        state=state,
        said=translated(words),
        field=_after_attack(lesson, task, battle, lines) if ended else _field(lesson, way, commands),
        sums=tuple(map(hit_words, battle.report)),
        drawn=tuple(way.drawn()) if is_open else (),
        hand=tuple(way.hand(commands)) if is_open else (),
        targets=(*way.targets(commands), *way.along(along)),
        attack=None if options is None else LessonWay(gettext("Attack"), way.on("attack")),
        missing=_missing(battle) if is_open and options is None else "",
        back=_address(at, lines[:-1]) if lines and is_open else "",
        again=at,
        solution=_address(at, task.solution),
        next=_next(lesson, number),
    )


def address_of(lesson: Lesson, number: int) -> str:
    """Return the address of a task, counted from 1."""
    return reverse("rome-lesson", args=(lesson.slug, number))


def _address(at: str, lines: Iterable[str], chosen: str = "") -> str:
    query = urlencode([*(("m", line) for line in lines), *((("unit", chosen),) if chosen else ())])
    return f"{at}?{query}" if query else at


def _next(lesson: Lesson, number: int) -> LessonWay | None:
    if number < len(lesson.tasks):
        return LessonWay(gettext("Next task"), address_of(lesson, number + 1))
    following = LESSONS[LESSONS.index(lesson) + 1 :]
    if not following:
        return None
    return LessonWay(translated(following[0].title), address_of(following[0], 1))


def _missing(battle: Battle) -> str:
    if battle.sides[LEARNER].drawn:
        return gettext("Place the unit that you drew, then attack.")
    return gettext("Close the gaps in your line, then attack.")


@dataclass(frozen=True, slots=True)
class _Ways:
    """The ways on from a position, of which one thing may be chosen already."""

    at: str
    lines: tuple[str, ...]
    chosen: str
    battle: Battle

    def on(self, line: str) -> str:
        """Return the address after one more move."""
        return _address(self.at, (*self.lines, line))

    def choosing(self, thing: str) -> str:
        """Return the address at which something is chosen, or no longer."""
        return _address(self.at, self.lines, "" if thing == self.chosen else thing)

    def sources(self) -> dict[str, str]:
        """Return the own units that can be chosen, by their spaces, and where a tap on them leads.

        After a command that moves a unit (V43) these are the units that it moves.
        """
        moves = [line for line in offers(self.battle, LEARNER) if " " in line]
        moved = [line for line in moves if line.startswith(f"{self.chosen.removeprefix(PLAY)} ")]
        things = dict.fromkeys(line.split(" ")[1] for line in moved or moves)
        return {thing: self.choosing(thing) for thing in things if space_named(thing)}

    def reached(self, commands: Mapping[str, list[str]]) -> dict[str, str]:
        """Return the own spaces to which what is chosen leads, and the addresses after these moves."""
        by_command = self.chosen.removeprefix(PLAY)
        found = {
            target.partition(":")[0]: self.on(f"attack {by_command}={target}")
            for target in commands.get(by_command, ())
        }
        for line in offers(self.battle, LEARNER):
            verb, *words = line.split(" ")
            if len(words) == 2 and self.chosen == (f"{DRAWN}{words[0]}" if verb == "place" else words[0]):
                found[words[1]] = self.on(line)
        return {name: to for name, to in found.items() if space_named(name)}

    def drawn(self) -> Iterable[LessonWay]:
        """Yield the units to place."""
        faces = {face.kind: face for face in unit_faces()}
        for kind in self.battle.sides[LEARNER].drawn:
            thing = f"{DRAWN}{kind.value}"
            yield LessonWay(faces[kind].name, self.choosing(thing), faces[kind], is_chosen=thing == self.chosen)

    def hand(self, commands: Iterable[str]) -> Iterable[LessonWay]:
        """Yield the commands in hand; those that nothing can be done with lead nowhere."""
        faces = {face.drawing: face for face in command_faces()}
        playable = {*commands, *(line.split(" ")[0] for line in offers(self.battle, LEARNER))}
        for command in self.battle.sides[LEARNER].hand:
            thing = f"{PLAY}{command.value}"
            href = self.choosing(thing) if command in playable else ""
            yield LessonWay(faces[command].name, href, faces[command], is_chosen=thing == self.chosen)

    def targets(self, commands: Mapping[str, list[str]]) -> Iterable[LessonWay]:
        """Yield the units that can attack by the command that is chosen, each as an attack."""
        command = self.chosen.removeprefix(PLAY)
        for target in commands.get(command, ()):
            yield LessonWay(self._words(target), self.on(f"attack {command}={target}"))

    def along(self, written: Iterable[str]) -> Iterable[LessonWay]:
        """Yield the units that a vanguard Standard can take along, each as an attack (V42)."""
        for text in written if not self.chosen else ():
            yield LessonWay(self._words(text.rpartition(">")[2]), self.on(f"attack with={text}"))

    def _words(self, target: str) -> str:
        owner, _, place = target.rpartition("/")
        name, _, far = place.partition(":")
        space = space_named(name)
        unit = self.battle.sides[int(owner or LEARNER)].line[space] if space else None
        words = f"{translated(UNIT_NAMES[unit.kind])} ({words_of(space)})" if unit and space else target
        if far:
            more = gettext("one space far") if far == "1" else gettext("two spaces far")
            return f"{words}, {more}"
        return words


def _field(lesson: Lesson, way: _Ways, commands: Mapping[str, list[str]]) -> DrawnLines:
    own, enemy = _texts(way.battle)
    sources, reached = way.sources(), way.reached(commands)
    marks = f"{way.chosen}:selected" if way.chosen in sources else ""
    return field_of(
        own,
        enemy,
        marks=marks,
        links=sources | reached,
        lit=reached or sources,
        rear=lesson.options.rear,
    )


def _after_attack(lesson: Lesson, task: Task, battle: Battle, lines: Sequence[str]) -> DrawnLines:
    """Return the lines as they stood, with what the attack hit and killed."""
    own, enemy = _texts(played(lesson, task, lines[:-1]))
    hits = [
        f"{name_of(space)}>{name_of(hit.at[1])}" for hit in battle.report for seat, space in hit.by if seat == LEARNER
    ]
    dead = [name_of(hit.at[1]) for hit in battle.report if hit.died]
    return field_of(own, enemy, hits=" ".join(hits), dead=dead, rear=lesson.options.rear)


def _texts(battle: Battle) -> tuple[str, str]:
    """Return both lines as they are written, the enemy's as the learner sees it."""
    own, enemy = battle.sides[LEARNER].line, battle.sides[OPPONENT].line
    return " | ".join(rows_of(own)), " | ".join(rows_of(enemy, is_open=False))
