"""The lessons of Vanguard: Rome as pages: a position, what may be done in it, and what came of it.

A page is made of its address alone: `m` are the moves so far, `unit` is what was tapped, a space, a drawn unit
(`drawn:Ce`) or a command (`play:volley`), and `lay` a line as it is being laid.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext

from drafts.languages import translated
from drafts.presenters.games.rome.faces import RomeCard, command_faces, unit_faces
from drafts.presenters.games.rome.lines import DrawnLines, field_of, short_words_of, shot_words
from drafts.presenters.games.rome.moves import hit_words
from drafts.rules.games.rome.cards import UNIT_NAMES, UnitKind
from drafts.rules.games.rome.laying import laid_plan, plan_text, swapped_plan
from drafts.rules.games.rome.lessons import (
    LEARNER,
    LESSONS,
    OPPONENT,
    Lesson,
    Task,
    has_ended,
    is_done,
    is_told,
    leads_on,
    played,
    steps_left,
)
from drafts.rules.games.rome.lines import is_closed
from drafts.rules.games.rome.notation import rows_of
from drafts.rules.games.rome.offers import attack_options, offers
from drafts.rules.games.rome.plans import planned_line
from drafts.rules.games.rome.spaces import VANGUARD, Space, name_of, space_named
from drafts.rules.games.rome.state import PLANNING, Battle, BattlePhase, Plan, UnitLine

DRAWN, PLAY = "drawn:", "play:"


@dataclass(frozen=True, slots=True)
class LessonWay:
    """A way on: a button or a card that can be tapped, and where it leads. `card` is what it shows, if it is a card.

    `is_next`: it is the next thing to do.
    """

    words: str
    href: str
    card: RomeCard | None = None
    is_chosen: bool = False
    is_next: bool = False


@dataclass(frozen=True, slots=True)
class LessonPage:
    """A task as it stands after some moves. `state` is "open", "done" or "missed".

    `said` is what to do, or what came of it, `hint` what was wrong with moves that do not lead on, or "", and `sums`
    what was hit with how much. `attack` is the move that goes on: the attack, the line that is laid, or the end of the
    turn. It is None while it may not be made; `missing` says why. `held` are attacks for which a Catapult rests (V33).
    """

    lesson: Lesson
    number: int
    state: str
    said: str
    hint: str
    field: DrawnLines
    sums: tuple[str, ...]
    drawn: tuple[LessonWay, ...]
    hand: tuple[LessonWay, ...]
    targets: tuple[LessonWay, ...]
    played: LessonWay | None
    attack: LessonWay | None
    held: tuple[LessonWay, ...]
    missing: str
    back: str
    again: str
    solution: str
    next: LessonWay | None


def lesson_page(lesson: Lesson, number: int, lines: Sequence[str], chosen: str, lay: str = "") -> LessonPage:
    """Return a task after moves of the learner; raises the refusal of the first that is not legal."""
    task = lesson.tasks[number - 1]
    battle = played(lesson, task, lines)
    done, ended = is_done(task, battle, lines), has_ended(task, lines)
    state = "done" if done else "missed" if ended else "open"
    at = address_of(lesson, number)
    is_open = state == "open"
    plan = laid_plan(battle, LEARNER, lay) if is_open and battle.phase in PLANNING else None
    is_astray = is_open and not leads_on(lesson, task, lines)
    way = _Ways(lesson, task, at, tuple(lines), chosen, battle, plan)
    options = attack_options(battle, LEARNER) if is_open else None
    commands: Mapping[str, list[str]] = options["commands"] if options else {}
    along = options["with"] if options else []
    words = {"open": task.words, "done": task.praise, "missed": task.retry}[state]
    targets = (*way.targets(commands), *way.along(along))
    on = way.going_on(can_attack=options is not None, alone=bool(targets)) if is_open else None
    is_shot = ended and lines[-1].startswith("attack")
    return LessonPage(
        lesson=lesson,
        number=number,
        state=state,
        said=translated(words),
        hint=translated(task.retry) if is_astray else "",
        field=_after_attack(lesson, task, battle, lines) if is_shot else _field(lesson, way, commands, is_open=is_open),
        sums=tuple(hit_words(hit) for hit in battle.report if is_told(task, hit)),
        drawn=tuple(way.drawn()) if is_open and plan is None else (),
        hand=tuple(way.hand(commands)) if is_open else (),
        targets=targets,
        played=way.command(),
        attack=on,
        held=tuple(way.held(options["hold"])) if options and not chosen else (),
        missing=_missing(battle) if is_open and on is None else "",
        back=_address(at, lines[:-1]) if lines and is_open else "",
        again=at,
        solution=_address(at, task.solution),
        next=_next(lesson, number),
    )


def address_of(lesson: Lesson, number: int) -> str:
    """Return the address of a task, counted from 1."""
    return reverse("rome-lesson", args=(lesson.slug, number))


def _address(at: str, lines: Iterable[str], chosen: str = "", lay: str = "") -> str:
    more = (("unit", chosen), ("lay", lay))
    query = urlencode([*(("m", line) for line in lines), *(pair for pair in more if pair[1])])
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
        return gettext("Place the drawn unit first.")
    return gettext("Close the gaps in your line first.")


@dataclass(frozen=True, slots=True)
class _Ways:
    """The ways on from a position, of which one thing may be chosen already."""

    lesson: Lesson
    task: Task
    at: str
    lines: tuple[str, ...]
    chosen: str
    battle: Battle
    plan: Plan | None

    def on(self, line: str) -> str:
        """Return the address after one more move."""
        return _address(self.at, (*self.lines, line))

    def choosing(self, thing: str) -> str:
        """Return the address at which something is chosen, or no longer."""
        lay = plan_text(self.plan) if self.plan else ""
        return _address(self.at, self.lines, "" if thing == self.chosen else thing, lay)

    def move(self, words: str, line: str) -> LessonWay:
        """Return a move as a button."""
        return LessonWay(words, self.on(line), is_next=leads_on(self.lesson, self.task, (*self.lines, line)))

    def next_thing(self) -> str:
        """Return the unit or card that is tapped for the next step of the solution, or "" if that needs none."""
        if self.plan is not None:
            return self._misplaced(self.plan)
        possible = {*offers(self.battle, LEARNER)}
        for step in steps_left(self.task, self.lines):
            verb, *words = step.split(" ")
            if step in possible:
                return self._tapped(verb, words)
            if verb == "attack" and (options := attack_options(self.battle, LEARNER)):
                named = [word.partition("=")[0] for word in words]
                return next((f"{PLAY}{word}" for word in named if word in options["commands"]), "")
        return ""

    def _tapped(self, verb: str, words: Sequence[str]) -> str:
        if verb == "place":
            return f"{DRAWN}{words[0]}"
        card = f"{PLAY}{verb}"
        is_unit = verb in ("shift", "switch", "drive") or (verb == "flank" and self.chosen == card)
        return words[0] if is_unit else card

    def _misplaced(self, plan: Plan) -> str:
        """Return the space of the unit that the solution has as its vanguard, or "" if it stands there."""
        steps = (step.partition(" ") for step in steps_left(self.task, self.lines))
        laid = next(words for verb, _, words in steps if verb in ("deploy", "plan"))
        wanted = next(unit for space, *unit in laid_plan(self.battle, LEARNER, laid).units if space == VANGUARD)
        found = [name_of(space) for space, *unit in plan.units if unit == wanted]
        return "" if name_of(VANGUARD) in found else found[0]

    def going_on(self, *, can_attack: bool, alone: bool) -> LessonWay | None:
        """Return the move that goes on: the laid line, the attack (`alone`: the vanguard's), or the turn's end."""
        if self.plan is not None:
            verb = "deploy" if self.battle.phase is BattlePhase.DEPLOY else "plan"
            return self.move(gettext("Ready"), f"{verb} {plan_text(self.plan)}")
        if self.battle.phase is BattlePhase.AFTER and is_closed(self.battle.sides[LEARNER].line):
            return self.move(gettext("End turn"), "end")
        words = gettext("Your vanguard alone") if alone else gettext("Attack")
        return self.move(words, "attack") if can_attack else None

    def held(self, spaces: Iterable[str]) -> Iterable[LessonWay]:
        """Yield the attacks for which a Catapult is held back (V33); no position of a lesson has two."""
        for name in spaces:
            yield self.move(gettext("Hold back the Catapult, and attack"), f"attack hold={name}")

    def command(self) -> LessonWay | None:
        """Return the command that is chosen as a move of its own, if it is one (V45, V46)."""
        word = self.chosen.removeprefix(PLAY)
        return self.move(gettext("Play it"), word) if word in offers(self.battle, LEARNER) else None

    def sources(self) -> dict[str, str]:
        """Return the own units that can be chosen, by their spaces, and where a tap on them leads.

        After a command that moves a unit (V43) these are the units that it moves.
        """
        if self.plan is not None:
            return {name_of(space): self.choosing(name_of(space)) for space, *_ in self.plan.units}
        moves = [line for line in offers(self.battle, LEARNER) if " " in line and not line.startswith("retreat ")]
        moved = [line for line in moves if line.startswith(f"{self.chosen.removeprefix(PLAY)} ")]
        things = dict.fromkeys(line.split(" ")[1] for line in moved or moves)
        return {thing: self.choosing(thing) for thing in things if space_named(thing)}

    def reached(self, commands: Mapping[str, list[str]]) -> dict[str, str]:
        """Return the own spaces to which what is chosen leads, and the addresses after these moves."""
        by_command = self.chosen.removeprefix(PLAY)
        one = space_named(self.chosen)
        if self.plan is not None:
            others = {space for space, *_ in self.plan.units}
            plans = {other: swapped_plan(self.plan, one, other) for other in others - {one}} if one in others else {}
            return {name_of(space): _address(self.at, self.lines, lay=plan_text(plan)) for space, plan in plans.items()}
        found = {
            target.partition(":")[0]: self.on(f"attack {by_command}={target}")
            for target in commands.get(by_command, ())
        }
        for line in offers(self.battle, LEARNER):
            verb, *words = line.split(" ")
            thing = {"place": f"{DRAWN}{words[0]}", "retreat": f"{PLAY}{verb}"}.get(verb, words[0]) if words else ""
            if words and thing == self.chosen:
                found[words[-1]] = self.on(line)
        return {name: to for name, to in found.items() if space_named(name)}

    def drawn(self) -> Iterable[LessonWay]:
        """Yield the units to place."""
        faces = {face.kind: face for face in unit_faces()}
        for kind in self.battle.sides[LEARNER].drawn:
            yield self._card(faces[kind], f"{DRAWN}{kind.value}")

    def hand(self, commands: Iterable[str]) -> Iterable[LessonWay]:
        """Yield the commands in hand; those that cannot be played lead nowhere."""
        faces = {face.drawing: face for face in command_faces()}
        playable = {*commands, *(line.split(" ")[0] for line in offers(self.battle, LEARNER))}
        for command in self.battle.sides[LEARNER].hand:
            yield self._card(faces[command], f"{PLAY}{command.value}", is_playable=command in playable)

    def _card(self, face: RomeCard, thing: str, *, is_playable: bool = True) -> LessonWay:
        return LessonWay(
            face.name,
            self.choosing(thing) if is_playable else "",
            face,
            is_chosen=thing == self.chosen,
            is_next=is_playable and thing == self.next_thing(),
        )

    def targets(self, commands: Mapping[str, list[str]]) -> Iterable[LessonWay]:
        """Yield the units that can attack by the command that is chosen, each as an attack."""
        command = self.chosen.removeprefix(PLAY)
        for target in commands.get(command, ()):
            yield self.move(self._words(target), f"attack {command}={target}")

    def along(self, written: Iterable[str]) -> Iterable[LessonWay]:
        """Yield the units that a vanguard Standard can take along, each as an attack (V42)."""
        for text in written if not self.chosen else ():
            yield self.move(self._words(text.rpartition(">")[2]), f"attack with={text}")

    def _words(self, target: str) -> str:
        owner, _, place = target.rpartition("/")
        name, _, far = place.partition(":")
        space = space_named(name)
        unit = self.battle.sides[int(owner or LEARNER)].line[space] if space else None
        words = self._unit_words(unit.kind, space) if unit and space else target
        return shot_words(words, int(far)) if far else words

    def _unit_words(self, kind: UnitKind, space: Space) -> str:
        """Return the name of an own unit, with its space where another has the same name."""
        kinds = [unit.kind for unit in self.battle.sides[LEARNER].line.values()]
        name = translated(UNIT_NAMES[kind])
        return name if kinds.count(kind) == 1 else f"{name}, {short_words_of(space)}"


def _field(lesson: Lesson, way: _Ways, commands: Mapping[str, list[str]], *, is_open: bool) -> DrawnLines:
    own, enemy = _texts(way.battle)
    if way.plan is not None:
        own = _row_text(planned_line(way.plan))
    sources, reached = way.sources(), way.reached(commands)
    marks = f"{way.chosen}:selected" if way.chosen in sources else ""
    return field_of(
        own,
        enemy,
        marks=marks,
        links=sources | reached if is_open else None,
        lit=reached or {way.next_thing()} if is_open else (),
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
    return _row_text(own), _row_text(enemy, is_open=False)


def _row_text(line: UnitLine, *, is_open: bool = True) -> str:
    return " | ".join(rows_of(line, is_open=is_open)) if line else "*."
