"""Corrections of final results: which are possible, and what an official reads before confirming one."""

from django.utils import timezone
from django.utils.translation import gettext

from drafts.presenters.fights.fight_words import moved_places, result_words
from drafts.rules.actors import Actor
from drafts.rules.night.fight_moves import CorrectResult, FightNumber
from drafts.rules.night.nicknames import isolate
from drafts.services.errors import TooLate, Unfinished
from drafts.store.fights import LiveFights, fights_change


def may_correct(live: LiveFights, by: Actor, move: CorrectResult, *, confirmed: bool) -> bool:
    """Return whether a correction changes anything.

    Raises TooLate where the winner has fought on in a bracket, Unfinished, which says what changes, unless it is
    `confirmed`, and a Refusal as the rules do.
    """
    group, round_, fight = live.fighting.placed(move.fight)
    if group.has_fought_on(fight, round_) and fight.result and fight.result.winner:
        words = gettext("%(name)s has already fought the next round: this result can no longer be corrected.")
        raise TooLate(words % {"name": fight.side_of(fight.result.winner).name(live.names, isolate)})
    change = fights_change(live, by, move, timezone.now())
    if change is not None and not confirmed:
        raise Unfinished(_words(change.before, change.after, move.fight), "correct")
    return change is not None


def _words(before: LiveFights, after: LiveFights, number: FightNumber) -> str:
    """Return what a correction changes: the result, and the places that change, one on each line."""
    (group, round_, fight), (then, _, corrected) = before.fighting.placed(number), after.fighting.placed(number)
    facts = {
        "round": round_,
        "was": result_words(fight, fight.result, before.names),
        "is": result_words(corrected, corrected.result, after.names),
    }
    result = gettext("Round %(round)s: %(was)s. After the correction: %(is)s.") % facts
    moved = moved_places(group, then, after.names)
    places = [gettext("Places:"), *moved] if moved else [gettext("No place changes.")]
    return "\n".join([result, *places, gettext("Pairings and shared cards stay as they are.")])
