"""Turns, rolls of the planar die and planes in words, for the log of an event (M38-M40)."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from drafts.languages import sentence
from drafts.log.replay_types import ReplayCourse
from drafts.rules.fights.acts import DieRolled, GameAct, Planeswalked, TurnPassed
from drafts.rules.fights.fight import Fight
from drafts.rules.fights.turns import Course, PlaneNow, courses_of
from drafts.rules.ids import FighterId
from drafts.rules.night.nicknames import isolate
from drafts.rules.planes import DieFace

FACES: Mapping[DieFace, Promise] = {
    DieFace.PLANESWALK: _("planeswalk"),
    DieFace.CHAOS: _("chaos"),
    DieFace.BLANK: _("nothing"),
}
"""The faces of the planar die, in words."""

Names = Mapping[FighterId, str]


def told_course(fight: Fight, names: Names) -> list[ReplayCourse]:
    """Return the turns of the current game, or of the last one, in order.

    Empty where no turns are marked, and for a single turn without acts and without a plane.
    """
    turns: list[ReplayCourse] = []
    plane: PlaneNow | None = None
    for act, course in courses_of(fight):
        if not turns or len(turns) < course.turn.number:
            turns.append({"turn": _turn(course, names), "acts": []})
        turns[-1]["acts"] += _told(act, course, plane, names)
        plane = course.plane
    is_told = plane is not None or len(turns) > 1 or any(turn["acts"] for turn in turns)
    return turns if is_told else []


def _turn(course: Course, names: Names) -> str:
    facts = {"number": course.turn.number, "name": course.turn.side.name(names, isolate)}
    if course.plane is None:
        return gettext("Turn %(number)s: %(name)s") % facts
    return gettext("Turn %(number)s: %(name)s, on %(plane)s") % {**facts, "plane": course.plane.plane.card.name}


def _told(act: GameAct | None, course: Course, before: PlaneNow | None, names: Names) -> list[str]:
    """Return in words what an act has done to the turn and to the plane; `before` is the plane before it."""
    said = []
    match act:
        case TurnPassed(extra=int() as extra):
            said = [sentence("fights.extraTurn") % {"name": isolate(names[extra])}]
        case DieRolled(fighter, face) if before is not None:
            facts = {"name": isolate(names[fighter]), "face": FACES[face], "cost": before.rolls}
            words = gettext("%(name)s rolled: %(face)s (cost %(cost)s)") if before.rolls else _FREE
            said = [str(words) % facts]
        case Planeswalked(fighter):
            said = [gettext("%(name)s planeswalked without a roll") % {"name": isolate(names[fighter])}]
    plane = course.plane
    if plane is not None and before is not None and (plane.plane, plane.owner) != (before.plane, before.owner):
        said.append(gettext("on to %(plane)s") % {"plane": plane.plane.card.name})
    return said


_FREE = _("%(name)s rolled: %(face)s")
