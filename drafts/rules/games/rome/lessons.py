"""Six short lessons that teach Vanguard: Rome by playing, from the front row alone to commands.

A lesson is a few tasks. A task is a position (`notation.decode`) in which seat 0 has the turn or lays its line, what is
to be done in it, and moves that do it. The decks are empty: nothing is left to chance. Lines that the opponent owes
are laid as its bot lays them.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from drafts.rules.errors import Refusal
from drafts.rules.games.rome.bots.steady import BotLevel, bot_moves
from drafts.rules.games.rome.lines import is_closed
from drafts.rules.games.rome.notation import decode
from drafts.rules.games.rome.offers import offers
from drafts.rules.games.rome.spaces import VANGUARD, name_of
from drafts.rules.games.rome.state import PLANNING, Battle, BattleOptions, BattlePhase, HitUnit
from drafts.rules.games.rome.turns import apply, due
from drafts.rules.wording import Wording, gettext_noop

LEARNER, OPPONENT = 0, 1
FRONT_ONLY = BattleOptions(rear=False, commands=False)
WITHOUT_COMMANDS = BattleOptions(commands=False)
WHOLE = BattleOptions()


@dataclass(frozen=True, slots=True)
class Task:
    """A position and what is to be done in it.

    `last` is the word of the move that ends it. It is done when the units in the enemy spaces `kills` have died and one
    of `moves` was made, as far as it names any. Without `kills`, the own line has to be closed, too, and an attack need
    not have been made. A first line is done when its vanguard alone has survived (V13). `solution` are lines that do
    it. `words` say what to do, `praise` what was seen, and `retry` what was missing.
    """

    position: str
    words: Wording
    praise: Wording
    retry: Wording
    solution: tuple[str, ...]
    kills: frozenset[str] = frozenset()
    moves: frozenset[str] = frozenset()
    last: Literal["attack", "deploy", "end"] = "attack"


@dataclass(frozen=True, slots=True)
class Lesson:
    """Tasks about one thing, and the clauses that they teach."""

    slug: str
    title: Wording
    clauses: tuple[int, ...]
    options: BattleOptions
    tasks: tuple[Task, ...]


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        slug="attack",
        title=gettext_noop("The vanguard attacks"),
        clauses=(6, 8, 26, 29),
        options=FRONT_ONLY,
        tasks=(
            Task(
                position="rome act 1.0 // In *Pr In // In *In In",
                words=gettext_noop(
                    "You win when the enemy has no unit left. Your vanguard, in the middle, hits the unit across from "
                    "it, and kills it with as much power or more. Your Praetorian has IV, their Infantry II: attack."
                ),
                praise=gettext_noop("Your own unit loses nothing."),
                retry=gettext_noop("Attack with your vanguard."),
                solution=("attack",),
                kills=frozenset({"f0"}),
            ),
            Task(
                position="rome act 1.0 // Pr *In In // In *Cv In",
                words=gettext_noop(
                    "Infantry (II) cannot kill Cavalry (III). Once a turn a Praetorian may switch with a unit beside "
                    "it. Tap it, then the Infantry in the middle, and attack."
                ),
                praise=gettext_noop("Attack with a strong unit in the middle."),
                retry=gettext_noop("Two is less than three. Switch the Praetorian into the middle first."),
                solution=("switch f-1 f0", "attack"),
                kills=frozenset({"f0"}),
            ),
        ),
    ),
    Lesson(
        slug="line",
        title=gettext_noop("Place, close, attack"),
        clauses=(17, 18, 19, 22, 23, 35),
        options=FRONT_ONLY,
        tasks=(
            Task(
                position="rome act 1.0 // In *Pr In |  |  | Ce // In *In In",
                words=gettext_noop(
                    "Each turn you draw a unit. It goes into a gap of the front or to an end. A Centurion has II, "
                    "but IV as vanguard or at an end. Place it at an end."
                ),
                praise=gettext_noop(
                    "It has IV until a unit stands further out. Left and right of the vanguard are your flanks."
                ),
                retry=gettext_noop("Place the Centurion at the left or at the right end."),
                solution=("place Ce f2",),
                moves=frozenset({"place Ce f-2", "place Ce f2"}),
            ),
            Task(
                position="rome act 1.0 // Ce . *. In |  |  | El // In *Pr In",
                words=gettext_noop(
                    "Two of your units have died. With gaps in front you may not attack. Place the Elephant in the "
                    "middle. Tap the Centurion and shift it inward. Attack."
                ),
                praise=gettext_noop("Place, close, attack: that is a turn. Units further out shift along."),
                retry=gettext_noop(
                    "The Praetorian has IV: place the Elephant (V) in the middle, and shift the Centurion beside it."
                ),
                solution=("place El f0", "shift f-2 f-1", "attack"),
                kills=frozenset({"f0"}),
            ),
        ),
    ),
    Lesson(
        slug="units",
        title=gettext_noop("More units attack"),
        clauses=(31, 32, 34, 37, 39, 42),
        options=FRONT_ONLY,
        tasks=(
            Task(
                position="rome act 1.0 // In *Pr In |  |  | Ba // Sl In *In In",
                words=gettext_noop(
                    "A Ballista in front attacks each turn. Place it across from the Slinger, and attack."
                ),
                praise=gettext_noop("Two attacks in one turn."),
                retry=gettext_noop(
                    "Place the Ballista at your right end, next to your Infantry: across from the Slinger."
                ),
                solution=("place Ba f2", "attack"),
                kills=frozenset({"f-2"}),
            ),
            Task(
                position="rome act 1.0 // In *Pr In |  |  | Cv // Co *In Co",
                words=gettext_noop(
                    "Cavalry with no unit across from it hits the outermost front unit of that flank. Kill the "
                    "Consul on your right."
                ),
                praise=gettext_noop(
                    "Units beside a Consul have +1 when they are attacked: the Infantry in the middle had III."
                ),
                retry=gettext_noop("Place the Cavalry at your right end, where no unit stands across from it."),
                solution=("place Cv f2", "attack"),
                kills=frozenset({"f-1"}),
            ),
            Task(
                position="rome act 1.0 // Pr *Ar In // In *Ce Sl",
                words=gettext_noop(
                    "An Archer kills any unit but Infantry and units beside Infantry. Their Centurion is safe from "
                    "it: switch the Praetorian into the middle, and attack."
                ),
                praise=gettext_noop(
                    "Infantry does not protect mounted units: Cavalry, Elephants, Ballistas, Catapults, Chariots."
                ),
                retry=gettext_noop("The Infantry protects the Centurion from your Archer. Switch first."),
                solution=("switch f-1 f0", "attack"),
                kills=frozenset({"f0"}),
            ),
            Task(
                position="rome act 1.0 // In *St Pr // Ce *In In",
                words=gettext_noop(
                    "When a Standard attacks, a unit beside it may attack too. Kill their vanguard and, with the "
                    "Praetorian, the Centurion."
                ),
                praise=gettext_noop("If that unit is a Standard, it takes along one more."),
                retry=gettext_noop("The Praetorian has to attack beside your vanguard, or one of the two lives."),
                solution=("attack with=f0>f1",),
                kills=frozenset({"f0", "f-1"}),
            ),
        ),
    ),
    Lesson(
        slug="rear",
        title=gettext_noop("The rear row"),
        clauses=(7, 9, 18, 33, 36, 41),
        options=WITHOUT_COMMANDS,
        tasks=(
            Task(
                position="rome act 1.0 // In *Cv In | -Sl // In *Ce In",
                words=gettext_noop(
                    "Behind the front lies the rear row, face down. A Slinger gives +1 to attackers beside, before "
                    "and behind it. Tap it, shift it behind your vanguard, and attack."
                ),
                praise=gettext_noop(
                    "It counted, so it was turned up. Rear units also shift forward, into a gap before them."
                ),
                retry=gettext_noop("Three is less than four. Shift the Slinger behind the vanguard first."),
                solution=("shift r-1 r0", "attack"),
                kills=frozenset({"f0"}),
            ),
            Task(
                position="rome act 1.0 // In *In Ch // Co *In In",
                words=gettext_noop(
                    "A Chariot may mount another unit: +1 from then on. Drive it to your vanguard, and attack."
                ),
                praise=gettext_noop("Once a turn a Chariot may drive on."),
                retry=gettext_noop("Two is less than three. Tap the Chariot, then your vanguard."),
                solution=("drive f1 f0", "attack"),
                kills=frozenset({"f0"}),
            ),
            Task(
                position="rome act 1.0 // In *In In | . Ca // In *Cv In",
                words=gettext_noop(
                    "A Catapult attacks each turn, from the rear too, exactly two spaces ahead. Hits on one unit add "
                    "up. Attack."
                ),
                praise=gettext_noop("Other rear units attack by commands alone."),
                retry=gettext_noop("Two is less than three. Attack without holding the Catapult back."),
                solution=("attack",),
                kills=frozenset({"f0"}),
            ),
            Task(
                position="rome act 1.0 // In *Pr In | . . -Ca // In *In In",
                words=gettext_noop(
                    "A unit that attacks is turned up. This Catapult would kill nothing, so keep it hidden: hold it "
                    "back, and attack with your vanguard."
                ),
                praise=gettext_noop(
                    "It is still face down. Only Catapults can be held back. In a battle you tick them after Attack."
                ),
                retry=gettext_noop("The Catapult has shown itself. Attack, and hold it back."),
                solution=("attack hold=r1",),
                kills=frozenset({"f0"}),
                moves=frozenset({"attack hold=r1"}),
            ),
        ),
    ),
    Lesson(
        slug="commands",
        title=gettext_noop("Commands"),
        clauses=(21, 43, 44, 46, 47, 48, 50),
        options=WHOLE,
        tasks=(
            Task(
                position="rome act 1.0 // In *Pr Ce |  | Javelin // In *In Sl",
                words=gettext_noop(
                    "Each turn you draw a command too, and may play one. With a Javelin an Infantry, Centurion or "
                    "Praetorian attacks too. Tap the card, and choose the Centurion."
                ),
                praise=gettext_noop("You may keep seven. With Reinforcements you draw and place another unit."),
                retry=gettext_noop("Choose the Javelin, then the Centurion."),
                solution=("attack javelin=f1",),
                kills=frozenset({"f0", "f-1"}),
            ),
            Task(
                position="rome act 1.0 // In *Pr In | . . -Ar | Volley // El *In In",
                words=gettext_noop(
                    "With a Volley an Archer or Slinger hits one or two spaces ahead. From the rear, your own front "
                    "is the first. Kill the Elephant."
                ),
                praise=gettext_noop("It shot over your own front."),
                retry=gettext_noop("Choose the Volley, then the Archer with 2 spaces."),
                solution=("attack volley=r1:2",),
                kills=frozenset({"f-1"}),
            ),
            Task(
                position="rome act 1.0 // In *Pr El |  | Stampede // Pr *In In | -St",
                words=gettext_noop(
                    "In a Stampede an Elephant hits both units across from it. Kill the Praetorian and the hidden unit."
                ),
                praise=gettext_noop("They can play it on your front Elephant: it then hits your unit behind it."),
                retry=gettext_noop("Choose the Stampede, then your Elephant."),
                solution=("attack stampede=f1",),
                kills=frozenset({"f-1", "r-1"}),
            ),
            Task(
                position="rome act 1.0 // Ba In *Pr In |  | Flank // Sl In *In In",
                words=gettext_noop(
                    "A Flank moves a unit, not the vanguard, to the end of the other flank. Bring the Ballista "
                    "across from the Slinger, and attack."
                ),
                praise=gettext_noop("Play a Flank before you attack."),
                retry=gettext_noop("To hit the Slinger, choose the Flank, your Ballista, and the other end."),
                solution=("flank f-2 f2", "attack"),
                kills=frozenset({"f0", "f-2"}),
            ),
            Task(
                position="rome act 1.0 // In In *Pr In |  | Retreat // In *El In",
                words=gettext_noop(
                    "Their Elephant would kill your Praetorian next. Attack, then play the Retreat: the vanguard "
                    "goes to the end of a flank or to the rear. Shift an Infantry into the middle, and end the turn."
                ),
                praise=gettext_noop("A Retreat, too, is your one command of a turn."),
                retry=gettext_noop(
                    "The Elephant would kill your Praetorian. Attack, play the Retreat, and close the gap before you "
                    "end the turn."
                ),
                solution=("attack", "retreat f2", "shift f-1 f0", "end"),
                moves=frozenset(
                    {"retreat f-3", "retreat f2", "retreat r-2", "retreat r-1", "retreat r0", "retreat r1"}
                ),
                last="end",
            ),
        ),
    ),
    Lesson(
        slug="turn",
        title=gettext_noop("A whole battle"),
        clauses=(10, 11, 12, 13, 14, 22, 29, 45, 49),
        options=WHOLE,
        tasks=(
            Task(
                position=(
                    "rome deploy 0.0"
                    " //  |  |  | In Ce In Sl Ch El St Co In Ca"
                    " //  |  |  | In Co Sl In Sl Pr In Ch Ar St"
                ),
                words=gettext_noop(
                    "A battle begins with ten units in two rows. All vanguards attack at once; if yours alone "
                    "survives, you have the first turn. Tap the Elephant, then the middle, and press Ready."
                ),
                praise=gettext_noop("The first turn is yours. If both vanguards die, the kills count."),
                retry=gettext_noop("Their Praetorian has IV. Only the Elephant (V) kills it and lives."),
                solution=("deploy f-2:In f-1:Ce f0:El f1:Sl f2:Ch r-2:In r-1:St r0:Co r1:In r2:Ca",),
                kills=frozenset({"f0"}),
                last="deploy",
            ),
            Task(
                position="rome act 8.0 // In *Sl In | . El | Nightfall // In *Pr In",
                words=gettext_noop(
                    "At Nightfall all lay their lines anew. Play it, bring your Elephant into the middle, press "
                    "Ready, and attack."
                ),
                praise=gettext_noop("After that no unit switches or drives in this turn."),
                retry=gettext_noop("The Elephant has to stand in the middle when you attack."),
                solution=("nightfall", "plan f-1:In f0:El f1:In r0:Sl", "attack"),
                kills=frozenset({"f0"}),
            ),
            Task(
                position="rome act 9.0 // *Cv Pr | -Sl | Surprise | Ba // Ce *Sl Sl",
                words=gettext_noop(
                    "Three units are left to them. With a Surprise any one unit attacks too. Kill all three."
                ),
                praise=gettext_noop(
                    "Their line is gone: you have won. In a battle, tap any unit or card to read what it can do."
                ),
                retry=gettext_noop(
                    "The Praetorian with the Surprise kills the Centurion, your vanguard one Slinger. A Ballista "
                    "across from the other Slinger does the rest."
                ),
                solution=("place Ba f-1", "attack surprise=f1"),
                kills=frozenset({"f0", "f1", "f-1"}),
            ),
        ),
    ),
)


def lesson_named(slug: str) -> Lesson | None:
    """Return the lesson with this slug, or None."""
    return next((lesson for lesson in LESSONS if lesson.slug == slug), None)


def begun(lesson: Lesson, task: Task) -> Battle:
    """Return the position of a task."""
    return decode(task.position, lesson.options)


def played(lesson: Lesson, task: Task, lines: Iterable[str]) -> Battle:
    """Return the position after moves of the learner; raises the refusal of the first that is not legal."""
    battle = begun(lesson, task)
    for line in lines:
        battle = apply(battle, LEARNER, line)
        if battle.phase in PLANNING and OPPONENT in due(battle):
            for answer in bot_moves(battle, OPPONENT, BotLevel.STEADY):
                battle = apply(battle, OPPONENT, answer)
    return battle


def is_done(task: Task, battle: Battle, lines: Iterable[str]) -> bool:
    """Whether these moves, which led to this position, did what a task asks for."""
    lines = list(lines)
    if task.last == "deploy":
        return battle.phase is BattlePhase.ACT and battle.seat == LEARNER and VANGUARD in battle.sides[LEARNER].line
    if task.moves and task.moves.isdisjoint(lines):
        return False
    if task.kills:
        died = {name_of(hit.at[1]) for hit in battle.report if hit.died and hit.at[0] == OPPONENT}
        return task.kills <= died
    return is_closed(battle.sides[LEARNER].line) and (task.last == "attack" or has_ended(task, lines))


def steps_left(task: Task, lines: Sequence[str]) -> tuple[str, ...]:
    """Return the moves of a task's solution that have not been made."""
    return tuple(step for step in task.solution if step not in lines)


def leads_on(lesson: Lesson, task: Task, lines: Sequence[str]) -> bool:
    """Whether a task is done by these legal moves, at most one other, and the last of its steps that are left."""
    left = steps_left(task, lines)
    others = ((), *((line,) for line in offers(played(lesson, task, lines), LEARNER)))
    return any(_does(lesson, task, (*lines, *other, *left[made:])) for other in others for made in range(len(left) + 1))


def _does(lesson: Lesson, task: Task, lines: Sequence[str]) -> bool:
    try:
        return is_done(task, played(lesson, task, lines), lines)
    except Refusal:
        return False


def is_told(task: Task, hit: HitUnit) -> bool:
    """Whether a hit unit is one that a task is about."""
    seat, space = hit.at
    return not task.kills or (seat == OPPONENT and name_of(space) in task.kills)


def has_ended(task: Task, lines: Iterable[str]) -> bool:
    """Whether the learner has made the move that ends a task, so that it begins anew if it is not done."""
    return any(line.split(" ")[0] == task.last for line in lines)
