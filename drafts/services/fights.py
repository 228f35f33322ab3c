"""Every change of the fights of a night."""

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.models import Event, EventPhase, EventStage, Fights
from drafts.rules.draft.history import Official
from drafts.rules.errors import BadAmount, NotAllowed, Stale
from drafts.rules.fights.fight import Fight, TimeUp
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.fight_moves import DecideResult, EndGame, FightNumber, Move
from drafts.rules.night.fighting import next_round
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.rights import ORGANIZER, Doer
from drafts.rules.night.stages import Stage
from drafts.services.acts import record_locked
from drafts.services.announce import announce_change
from drafts.services.errors import ServiceError, Unfinished
from drafts.store.fights import LiveFights, fights_change, load_fights, setup_of

_AT_TIME_UP = {
    TimeUp.LESS_DAMAGE: _(
        "If you go on, what one side has entered counts, and otherwise whoever is further from losing wins: the rule"
        " for when time is up."
    ),
    TimeUp.DRAW: _(
        "If you go on, what one side has entered counts, and otherwise it is a draw unless one side has lost by its"
        " counters: the rule for when time is up."
    ),
}

Verb = Callable[[LiveFights], Move | None]
"""Makes of the fights as they stand the move that is wanted; None where it is done already."""


def has_fights(event: Event) -> bool:
    """Whether the fights of a night have begun, or anybody there has somebody to fight."""
    if event.night.fights == Fights.OFF:
        return False
    return locked_fights(event) is not None or any(len(group["fighters"]) > 1 for group in setup_of(event)["groups"])


def begin_fights(*, event: Event, at: datetime) -> None:
    """Begin the fights of a night with their first round. To be called in a transaction that has locked the event."""
    setup = setup_of(event)
    EventStage.objects.create(event=event, stage=Stage.FIGHTING.value, began_at=at, setup=setup)
    live = load_fights(EventId(event.id))
    move = next_round(live.fighting, 1) if live else None
    change = fights_change(live, Official.ORGANIZER, move, at) if live and move else None
    if change is None:
        raise RuntimeError("the first round could not begin")
    record_locked(change)


def change_fights(*, event: Event, verb: Verb, by: Doer = ORGANIZER) -> bool:
    """Let an official change the fights, and return whether that made a change.

    Raises what the verb and the rules raise, and ServiceError when nobody fights now.
    """
    with transaction.atomic():
        live = locked_fights(event)
        is_fighting = Event.objects.filter(id=event.id, phase=EventPhase.FIGHTING).exists()
        if live is None or not is_fighting:
            raise ServiceError(gettext("Nobody fights now."))
        move = verb(live)
        change = None if move is None else fights_change(live, by.official, move, timezone.now(), staff=by.staff)
        if change is None:
            return False
        record_locked(change)
        announce_change(EventId(event.id))
    return True


def locked_fights(event: Event) -> LiveFights | None:
    """Lock the fights of an event and return them, None where there are none. To be called in a transaction."""
    list(EventStage.objects.filter(event=event, stage=Stage.FIGHTING.value).select_for_update(no_key=True))
    return load_fights(EventId(event.id))


def open_fights(live: LiveFights) -> list[str]:
    """Return the fights that are not over, each as the names of its sides."""
    return [
        " – ".join(isolate(live.names[side]) for side in fight.fighters)
        for *_number, fight in live.fighting.fights()
        if not fight.is_over
    ]


def begin_next_round(*, event: Event, number: int, confirmed: bool) -> bool:
    """Begin the round of this number, and return whether it has not begun already.

    Fights that are open are decided as time-up decides them, once that is `confirmed`: before, raises Unfinished, which
    names them. Raises Stale for another number, and ServiceError when there is no such round, or when a fight must be
    won that time cannot decide.
    """

    def begin(live: LiveFights) -> Move | None:
        try:
            move = next_round(live.fighting, number)
        except NotAllowed as refusal:
            last = not any(group.may_go_on or group.open_fights for group in live.fighting.groups)
            raise ServiceError(gettext("This was the last round.") if last else must_be_won_words()) from refusal
        if move is not None and not confirmed:
            must_be_finished(live)
        return move

    return change_fights(event=event, verb=begin)


def must_be_won_words() -> str:
    """Return why time cannot end a round."""
    return gettext("In a bracket somebody has to win: set the results of the fights that are open.")


def must_be_finished(live: LiveFights) -> None:
    """Raise Unfinished where a fight is open: it names all that are, and says what becomes of them."""
    unfinished = open_fights(live)
    if unfinished:
        words = ngettext(
            "One fight is not over: %(names)s.", "%(count)s fights are not over: %(names)s.", len(unfinished)
        )
        named = words % {"count": len(unfinished), "names": ", ".join(unfinished)}
        raise Unfinished(f"{named} {_AT_TIME_UP[live.fighting.groups[0].terms.time_up]}")


def set_result(
    *,
    event: Event,
    fight: FightNumber,
    winner: FighterId | None,
    score: tuple[int, ...] | None,
    by: Doer = ORGANIZER,
) -> None:
    """Decide a fight as an official; without a `score` it is the shortest that the winner can have won by.

    Raises a Refusal as the rules do, Stale for a fight that there is not.
    """

    def decide(live: LiveFights) -> Move:
        return DecideResult(fight, winner, _shortest(live, fight, winner) if score is None else score)

    change_fights(event=event, verb=decide, by=by)


def set_score(*, event: Event, fight: FightNumber, score: tuple[int, ...], by: Doer = ORGANIZER) -> None:
    """Decide a fight as an official by the games that each side has won; equally many are a draw.

    Raises as `set_result` does.
    """

    def decide(live: LiveFights) -> Move:
        sides = _fight(live, fight).fighters
        if len(score) != len(sides):
            raise BadAmount
        best = max(score)
        return DecideResult(fight, sides[score.index(best)] if score.count(best) == 1 else None, score)

    change_fights(event=event, verb=decide, by=by)


def set_game(*, event: Event, fight: FightNumber, game: int, winner: FighterId | None, by: Doer = ORGANIZER) -> None:
    """End a game of a fight as an official, so that the next one begins; the same again changes nothing.

    Raises a Refusal as the rules do, Stale for a fight that there is not.
    """

    def end(live: LiveFights) -> Move:
        if winner is not None and winner not in _fight(live, fight).fighters:
            raise BadAmount
        return EndGame(fight, game, winner)

    change_fights(event=event, verb=end, by=by)


def standing_of(live: LiveFights, fight: FightNumber, fighter: FighterId, counter: str) -> int:
    """Return where a counter of a side stands. Raises Stale for a fight, a side or a counter that there is not."""
    found = _fight(live, fight)
    standing = found.counters(fighter).get(counter) if fighter in found.fighters else None
    if standing is None:
        raise Stale
    return standing


def counted_in(live: LiveFights, fight: FightNumber) -> int:
    """Return how many counts and ends of games stand in a fight. Raises Stale where there is no such fight."""
    return _fight(live, fight).counted


def _shortest(live: LiveFights, number: FightNumber, winner: FighterId | None) -> tuple[int, ...]:
    fight = _fight(live, number)
    return tuple(fight.wins_needed if side == winner else 0 for side in fight.fighters)


def _fight(live: LiveFights, number: FightNumber) -> Fight:
    """Return the fight of this number. Raises Stale where there is none."""
    fight = next((fight for other, *_group, fight in live.fighting.fights() if other == number), None)
    if fight is None:
        raise Stale
    return fight
