"""Unfinished fights of an event: breaking them off needs a confirmation that names them."""

from collections.abc import Iterator

from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.rules.fights.fight import TimeUp
from drafts.rules.night.nicknames import isolate
from drafts.services.battles import are_played
from drafts.services.errors import Unfinished
from drafts.store.fights import LiveFights

_AT_TIME_UP = {
    TimeUp.LESS_DAMAGE: _(
        "If you go on, a result that one side entered counts; otherwise the fighter further from losing wins, as when"
        " time is up."
    ),
    TimeUp.DRAW: _(
        "If you go on, a result that one side entered counts; otherwise it is a draw, unless one side has lost by its"
        " counters, as when time is up."
    ),
}


def must_be_finished(live: LiveFights, *, ends: bool = False) -> None:
    """Raise Unfinished if a fight is open: it names the open fights, and says how they would be decided.

    If the fights are to end (`ends`), raise it also for future rounds, which it names.
    """
    is_broken_off = ends and not any(group.may_go_on for group in live.fighting.groups)
    has_time = not live.fighting.clock.is_up(timezone.now())
    words = [*_open_words(live, is_broken_off=is_broken_off and has_time), *(_rounds_to_come(live) if ends else ())]
    if words:
        raise Unfinished(" ".join(words))


def _open_words(live: LiveFights, *, is_broken_off: bool) -> Iterator[str]:
    unfinished = open_fights(live)
    if unfinished:
        words = ngettext(
            "One fight is not over: %(names)s.", "%(count)s fights are not over: %(names)s.", len(unfinished)
        )
        yield words % {"count": len(unfinished), "names": ", ".join(unfinished)}
        if are_played(live):
            yield gettext("If you go on, kills decide, as when time is up.")
        else:
            yield str(_AT_TIME_UP[live.fighting.groups[0].terms.time_up])
        if is_broken_off:
            yield gettext("There is no champion then: set the results of these fights first if there should be one.")


def _rounds_to_come(live: LiveFights) -> Iterator[str]:
    fighting = live.fighting
    last = max((group.round_count for group in fighting.groups if group.may_go_on or group.open_fights), default=0)
    numbers = range(fighting.round + 1, last + 1)
    if numbers:
        words = ngettext(
            "Round %(numbers)s has not been fought and will not be; the standings stay as they are.",
            "Rounds %(numbers)s have not been fought and will not be; the standings stay as they are.",
            len(numbers),
        )
        yield words % {"numbers": ", ".join(map(str, numbers))}


def open_fights(live: LiveFights) -> list[str]:
    """Return the fights that are not over, each as the names of its sides."""
    return [
        " – ".join(side.name(live.names, isolate) for side in fight.sides)
        for *_number, fight in live.fighting.fights()
        if not fight.is_over
    ]


def must_be_won_words() -> str:
    """Return why time cannot end a round."""
    return gettext("In a bracket somebody has to win: set the results of the fights that are open.")
