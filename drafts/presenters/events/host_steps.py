"""How far an event is in its stage, as the bar of the control panel says it, and the one next step."""

from collections.abc import Callable, Mapping
from typing import NamedTuple
from zlib import crc32

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.presenters.events.hosting import HostView
from drafts.presenters.events.panel_night import PanelNight
from drafts.rules.night.stages import Stage


class HostStep(NamedTuple):
    """The way to what comes next: where it is on the panel."""

    words: Promise
    href: str


class StageSteps(NamedTuple):
    """How far a stage is, in words ("1 of 4 done"), "" where nothing is counted; and the next step, if there is one."""

    words: str = ""
    next: HostStep | None = None


OPENING = HostStep(_("Go to the first pack"), "#opening")
SIGNAL = HostStep(_("Go to the signal"), "#opening")
CALL = HostStep(_("Go to the next step"), "#tables")
REVIEW = HostStep(_("Go to the end of the review"), "#tables")
PILES = HostStep(_("Enter piles"), "#piles")
FIGHTS = HostStep(_("Go to the fights"), "#over")
SHARING = HostStep(_("Go to the sharing"), "#over")
LOG = HostStep(_("Go to the log"), "#over")
ROUND = HostStep(_("Go to the next round"), "#round")
END = HostStep(_("Go to the end of the fights"), "#round")


def steps_of(view: HostView, night: PanelNight, *, lacks_piles: bool) -> StageSteps:
    """Return how far the stage is. `lacks_piles`: the piles of real cards are what comes first."""
    if view.scene == Stage.BUILDING:
        return _building(view, night, lacks_piles=lacks_piles)
    say = STAGES.get(view.scene)
    return say(view, night) if say else StageSteps()


def number_of_calls(view: HostView, night: PanelNight) -> int:
    """Return how many wait for an official: drafts and battles that paused themselves, disputes, calls for a judge."""
    return len(view.stalled) + len(night.stalled) + len(night.disputes) + len(view.calls)


def moment_of(view: HostView, night: PanelNight) -> str:
    """Return a fingerprint of an event's progress.

    It changes when a question about unfinished fights, shares and fighters may have another answer.
    """
    ready = [(fighter.id, fighter.status.turn.value) for fighter in view.fighters]
    round_ = night.round and night.round.number
    open_ = [fight.is_open for fight in night.fights], [share.is_over for share in night.shares]
    decks = [person.progress for person in night.building.people] if night.building else []
    shown = view.scene, round_, [table.phase for table in view.tables], ready, decks, *open_
    return f"{crc32(repr(shown).encode()):x}"


def _opening(view: HostView, night: PanelNight) -> StageSteps:
    return StageSteps("", OPENING if any(table.seen.rounds for table in view.tables) else SIGNAL)


def _drafting(view: HostView, night: PanelNight) -> StageSteps:
    tables = [table for table in view.tables if table.drafts]
    turns = [seat.status.turn for table in tables for seat in table.seats]
    done = sum(not turn.is_awaited for turn in turns)
    words = gettext("%(count)s of %(all)s done") % {"count": done, "all": len(turns)}
    if tables and all(table.phase == "review" for table in tables):
        return StageSteps(words, REVIEW)
    is_called = any(table.paper and table.phase == "drafting" for table in tables)
    return StageSteps(words, CALL if is_called else None)


def _building(view: HostView, night: PanelNight, *, lacks_piles: bool) -> StageSteps:
    if lacks_piles:
        return StageSteps("", PILES)
    words = ""
    if night.building is not None:
        facts = {"count": night.building.registered, "all": len(night.building.people)}
        words = gettext("%(count)s of %(all)s decks registered") % facts
    if view.fights_follow:
        return StageSteps(words, FIGHTS)
    return StageSteps(words, SHARING if view.sharing_follows else LOG)


def _fighting(view: HostView, night: PanelNight) -> StageSteps:
    fights = [fight for fight in night.fights if fight.state != "bye"]
    over = sum(not fight.is_open for fight in fights)
    words = ngettext("%(count)s of %(all)s fight decided", "%(count)s of %(all)s fights decided", len(fights))
    words %= {"count": over, "all": len(fights)}
    if over < len(fights) or night.round is None:
        return StageSteps(words)
    return StageSteps(words, END if night.round.is_last else ROUND)


def _sharing(view: HostView, night: PanelNight) -> StageSteps:
    if len(night.shares) < 2:
        return StageSteps()
    over = sum(share.is_over for share in night.shares)
    return StageSteps(gettext("%(count)s of %(all)s tables shared") % {"count": over, "all": len(night.shares)})


STAGES: Mapping[str, Callable[[HostView, PanelNight], StageSteps]] = {
    Stage.OPENING: _opening,
    Stage.DRAFTING: _drafting,
    Stage.FIGHTING: _fighting,
    Stage.SHARING: _sharing,
}
