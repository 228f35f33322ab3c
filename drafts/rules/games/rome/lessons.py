"""Six short lessons that teach Vanguard: Rome by playing, from the front row alone to commands.

A lesson is a few tasks. A task is a position (`notation.decode`) in which seat 0 has the turn, what is to be done
in it, and moves that do it. The decks are empty: nothing is drawn, and nothing is left to chance.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from drafts.rules.games.rome.lines import is_closed
from drafts.rules.games.rome.notation import decode
from drafts.rules.games.rome.spaces import name_of
from drafts.rules.games.rome.state import Battle, BattleOptions
from drafts.rules.games.rome.turns import apply
from drafts.rules.wording import Wording, gettext_noop

LEARNER, OPPONENT = 0, 1
FRONT_ONLY = BattleOptions(rear=False, commands=False)
WITHOUT_COMMANDS = BattleOptions(commands=False)
WHOLE = BattleOptions()


@dataclass(frozen=True, slots=True)
class Task:
    """A position and what is to be done in it.

    It is done when the attack has killed the units in the enemy spaces `kills`; without any, when one of `moves` is
    made and the line is closed. `solution` are lines that do it. `words` say what to do, `praise` what was seen, and
    `retry` what is missing after an attack that did not do it.
    """

    position: str
    words: Wording
    praise: Wording
    retry: Wording
    solution: tuple[str, ...]
    kills: frozenset[str] = frozenset()
    moves: frozenset[str] = frozenset()


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
        clauses=(6, 8, 26),
        options=FRONT_ONLY,
        tasks=(
            Task(
                position="rome act 1.0 // In *Pr In // In *In In",
                words=gettext_noop(
                    "Your vanguard stands in the middle, behind the coin. It hits the unit across from it. A unit dies "
                    "when the power that hits it is as high as its own. Your Praetorian has IV, their Infantry II: "
                    "attack."
                ),
                praise=gettext_noop("Four is more than two: the Infantry is gone. Your own unit loses nothing."),
                retry=gettext_noop("Attack with your vanguard."),
                solution=("attack",),
                kills=frozenset({"f0"}),
            ),
            Task(
                position="rome act 1.0 // Pr *In In // In *Cv In",
                words=gettext_noop(
                    "Now your Infantry (II) would hit a Cavalry (III), and nothing would happen. A Praetorian may "
                    "switch with the unit beside it, once a turn. Tap it, tap the vanguard, and attack."
                ),
                praise=gettext_noop("The strongest unit belongs in the middle when you attack."),
                retry=gettext_noop("Two is less than three. Let the Praetorian switch into the middle first."),
                solution=("switch f-1 f0", "attack"),
                kills=frozenset({"f0"}),
            ),
        ),
    ),
    Lesson(
        slug="line",
        title=gettext_noop("Place a unit, close the line"),
        clauses=(17, 18, 19, 35),
        options=FRONT_ONLY,
        tasks=(
            Task(
                position="rome act 1.0 // In *Pr In |  |  | Ce // In *In In",
                words=gettext_noop(
                    "Each turn you draw a unit and place it: in a gap of the front, or at an end of it. A Centurion "
                    "has IV instead of II in the middle and at the end of a flank. Place it at an end."
                ),
                praise=gettext_noop(
                    "At the end of a flank the Centurion has IV, as long as nothing stands further out."
                ),
                retry=gettext_noop("Place the Centurion at the left or at the right end."),
                solution=("place Ce f2",),
                moves=frozenset({"place Ce f-2", "place Ce f2"}),
            ),
            Task(
                position="rome act 1.0 // Ce . *Pr In // In *In In",
                words=gettext_noop(
                    "A unit has died, and your line has a gap. You cannot attack with a gap in the front. Shift the "
                    "Centurion towards the middle."
                ),
                praise=gettext_noop(
                    "Units shift towards the middle only, with all that stand further out beside them."
                ),
                retry=gettext_noop("The line has a gap still."),
                solution=("shift f-2 f-1",),
                moves=frozenset({"shift f-2 f-1"}),
            ),
            Task(
                position="rome act 1.0 // In *. In |  |  | El // In *Pr In",
                words=gettext_noop(
                    "Your vanguard has died. A drawn unit may go right into its space: place the Elephant there, and "
                    "attack."
                ),
                praise=gettext_noop("Five against four. A vacant middle is a good place for what you have just drawn."),
                retry=gettext_noop("The Elephant has to stand in the middle when you attack."),
                solution=("place El f0", "attack"),
                kills=frozenset({"f0"}),
            ),
        ),
    ),
    Lesson(
        slug="units",
        title=gettext_noop("Units that attack beside the vanguard"),
        clauses=(31, 32, 34, 39, 42),
        options=FRONT_ONLY,
        tasks=(
            Task(
                position="rome act 1.0 // In *Pr In |  |  | Ba // Sl In *In In",
                words=gettext_noop(
                    "A Ballista attacks each turn, wherever it stands in front. It has power I, and so has the Slinger "
                    "at the end of their line. Place it across from the Slinger, and attack."
                ),
                praise=gettext_noop(
                    "Two attacks in one turn: the Ballista killed the Slinger while your vanguard fought."
                ),
                retry=gettext_noop("The Slinger lives. It stands at your right end, next to your Infantry."),
                solution=("place Ba f2", "attack"),
                kills=frozenset({"f-2"}),
            ),
            Task(
                position="rome act 1.0 // In *Pr In |  |  | Cv // Co *In Co",
                words=gettext_noop(
                    "Cavalry with nobody across from it rides round the flank: it hits the outermost front unit there. "
                    "A Consul adds I to its neighbours when they are attacked, but not to itself. Kill one Consul with "
                    "the Cavalry: the one on your right."
                ),
                praise=gettext_noop("Nothing stood across from the Cavalry, so it hit the end of the flank."),
                retry=gettext_noop("Place the Cavalry at your right end, where nobody stands across from it."),
                solution=("place Cv f2", "attack"),
                kills=frozenset({"f-1"}),
            ),
            Task(
                position="rome act 1.0 // Pr *Ar In // In *Ce Sl",
                words=gettext_noop(
                    "An Archer kills whatever it hits, but not Infantry, nor a unit beside Infantry that is not "
                    "mounted. Their Centurion (IV) is protected. What helps is strength: bring the Praetorian in, and "
                    "attack."
                ),
                praise=gettext_noop("Infantry stops arrows, not swords."),
                retry=gettext_noop("The Infantry protects the Centurion from your Archer. Switch first."),
                solution=("switch f-1 f0", "attack"),
                kills=frozenset({"f0"}),
            ),
            Task(
                position="rome act 1.0 // In *St Pr // Ce *In In",
                words=gettext_noop(
                    "When a Standard attacks, one unit beside it may attack too. Your vanguard is a Standard (II): "
                    "kill their vanguard, and the Centurion across from your Praetorian with it."
                ),
                praise=gettext_noop("Two attacks, without a command. A Standard may take along another Standard, too."),
                retry=gettext_noop("One of the two lives. Let the Praetorian attack beside your vanguard."),
                solution=("attack with=f0>f1",),
                kills=frozenset({"f0", "f-1"}),
            ),
        ),
    ),
    Lesson(
        slug="rear",
        title=gettext_noop("The rear row"),
        clauses=(7, 9, 33, 36, 41),
        options=WITHOUT_COMMANDS,
        tasks=(
            Task(
                position="rome act 1.0 // In *Cv In | -Sl // In *Ce In",
                words=gettext_noop(
                    "Behind your front is a second row; its units lie face down. A Slinger adds I to each unit beside "
                    "it when that unit attacks: left, right, before and behind. Shift it behind your vanguard, and "
                    "attack: III and I against IV."
                ),
                praise=gettext_noop("Three and one are four. The Slinger counted, so it is face up now."),
                retry=gettext_noop("Three is less than four. Shift the Slinger behind the vanguard first."),
                solution=("shift r-1 r0", "attack"),
                kills=frozenset({"f0"}),
            ),
            Task(
                position="rome act 1.0 // In *In Ch // Co *In In",
                words=gettext_noop(
                    "The Consul beside their vanguard makes it III when it is attacked. A Chariot may mount a unit and "
                    "adds I, always. Drive it under your vanguard, and attack."
                ),
                praise=gettext_noop("Two and one are three. A mounted pair is one unit, and two cards when it dies."),
                retry=gettext_noop("Two is less than three. Tap the Chariot, then your vanguard."),
                solution=("drive f1 f0", "attack"),
                kills=frozenset({"f0"}),
            ),
            Task(
                position="rome act 1.0 // In *In In | . Ca // In *Cv In",
                words=gettext_noop(
                    "A Catapult attacks each turn, from the rear too, always exactly two spaces far: here over your "
                    "own front. What hits the same unit adds up. Attack."
                ),
                praise=gettext_noop("Two and one are three: together they killed the Cavalry."),
                retry=gettext_noop("Attack with your vanguard."),
                solution=("attack",),
                kills=frozenset({"f0"}),
            ),
        ),
    ),
    Lesson(
        slug="commands",
        title=gettext_noop("Commands"),
        clauses=(21, 43, 44, 48, 50),
        options=WHOLE,
        tasks=(
            Task(
                position="rome act 1.0 // In *Pr Ce |  | Javelin // In *In Sl",
                words=gettext_noop(
                    "You may play one command a turn. With a Javelin an Infantry, Centurion or Praetorian attacks "
                    "beside your vanguard. Kill two units: let the Centurion attack too."
                ),
                praise=gettext_noop("One command, one more attack. You draw a command each turn and may keep seven."),
                retry=gettext_noop("Choose the Javelin, then the Centurion."),
                solution=("attack javelin=f1",),
                kills=frozenset({"f0", "f-1"}),
            ),
            Task(
                position="rome act 1.0 // In *Pr In | . . -Ar | Volley // El *In In",
                words=gettext_noop(
                    "A Volley lets an Archer or a Slinger shoot one or two spaces far. From the rear, the first space "
                    "is your own front, the second the enemy’s. Kill the Elephant."
                ),
                praise=gettext_noop(
                    "An Archer needs no power: it killed an Elephant over the heads of your own front."
                ),
                retry=gettext_noop("Choose the Volley, then the Archer, two spaces far."),
                solution=("attack volley=r1:2",),
                kills=frozenset({"f-1"}),
            ),
            Task(
                position="rome act 1.0 // In *Pr El |  | Stampede // Pr *In In | -St",
                words=gettext_noop(
                    "A Stampede sends your Elephant through both rows of its column. Kill the Praetorian and what lies "
                    "behind it."
                ),
                praise=gettext_noop("Two rows in one run. Beware: they can play it on your Elephant in front as well."),
                retry=gettext_noop("Choose the Stampede, then your Elephant."),
                solution=("attack stampede=f1",),
                kills=frozenset({"f-1", "r-1"}),
            ),
            Task(
                position="rome act 1.0 // Ba In *Pr In |  | Flank // Sl In *In In",
                words=gettext_noop(
                    "Not each command is an attack. A Flank brings one of your units, not the vanguard, to the other "
                    "end of your front. Your Ballista (I) has nobody across from it: bring it across from the Slinger, "
                    "and attack."
                ),
                praise=gettext_noop("A Flank made two attacks of one, and the Slinger was not safe at its end."),
                retry=gettext_noop("The Slinger lives. Choose the Flank, your Ballista, and the other end."),
                solution=("flank f-2 f2", "attack"),
                kills=frozenset({"f0", "f-2"}),
            ),
        ),
    ),
    Lesson(
        slug="turn",
        title=gettext_noop("A whole turn"),
        clauses=(22, 23, 29, 47),
        options=WHOLE,
        tasks=(
            Task(
                position="rome act 1.0 // Ce . *In In |  | Surprise | Pr // Sl *In In",
                words=gettext_noop(
                    "Now by yourself: draw, place, close, attack, in the order that you like. You hold a Praetorian to "
                    "place and a Surprise, with which any one unit attacks too. Kill the Slinger on your right and "
                    "their vanguard."
                ),
                praise=gettext_noop("That was a turn: a unit, a closed line, a command, the attack."),
                retry=gettext_noop(
                    "One of the two lives. Close the line, and let the unit across from the Slinger attack with the "
                    "Surprise."
                ),
                solution=("place Pr f-1", "attack surprise=f1"),
                kills=frozenset({"f0", "f-1"}),
            ),
            Task(
                position="rome act 9.0 // *Cv Pr | -Sl | Javelin | Ba // Ce *Sl Sl",
                words=gettext_noop(
                    "Three units are left to them: a Slinger, a Slinger, and a Centurion with IV at the end of their "
                    "flank. A line without units has lost. Kill all three in this turn."
                ),
                praise=gettext_noop(
                    "Their line is gone: you have won. That is the whole game; the rest is the other units."
                ),
                retry=gettext_noop(
                    "Your vanguard kills one Slinger. The Centurion needs four: the Praetorian and the Javelin. Across "
                    "from the other Slinger a Ballista does."
                ),
                solution=("place Ba f-1", "attack javelin=f1"),
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
    return battle


def is_done(task: Task, battle: Battle, lines: Iterable[str]) -> bool:
    """Whether these moves, which led to this position, did what a task asks for."""
    if task.kills:
        died = {name_of(hit.at[1]) for hit in battle.report if hit.died and hit.at[0] == OPPONENT}
        return task.kills <= died
    return not task.moves.isdisjoint(lines) and is_closed(battle.sides[LEARNER].line)


def has_ended(lines: Iterable[str]) -> bool:
    """Whether the learner has attacked, so that a task which is not done begins anew."""
    return any(line.split(" ")[0] == "attack" for line in lines)
