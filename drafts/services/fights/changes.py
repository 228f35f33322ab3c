"""Every change of the fights of a night."""

from collections.abc import Callable, Collection
from datetime import datetime
from enum import StrEnum

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from drafts.models import Event, EventStage, Fighter
from drafts.rules.actors import ORGANIZER, Actor, fighter_by
from drafts.rules.errors import BadAmount, DeckLocked, NotAllowed, StaleFight
from drafts.rules.fights.results import may_reopen
from drafts.rules.ids import EventId, FighterId, StageId
from drafts.rules.night.building import DeckMove
from drafts.rules.night.clock_moves import ClockMove, from_now
from drafts.rules.night.fight_moves import (
    CorrectResult,
    CountMove,
    DecideResult,
    Drop,
    EndGameMove,
    FightNumber,
    Move,
    OutMove,
    Reopen,
    ShowDeck,
    SideMove,
)
from drafts.rules.night.fighting import next_round
from drafts.rules.night.stages import Stage
from drafts.services.acts import locked_stages, record_locked
from drafts.services.announce import announce_change
from drafts.services.battles import are_played, begin_battles, follow_fights, no_fights, pause_battles, rank_battles
from drafts.services.commanders import fix_commanders
from drafts.services.errors import ServiceError
from drafts.services.fights.corrections import may_correct
from drafts.services.fights.unfinished_fights import must_be_finished, must_be_won_words
from drafts.store.building import LiveBuilding
from drafts.store.fights import FIGHTS, LiveFights, fights_change, setup_of

CORRECTED_IN = (Stage.FIGHTING, Stage.SHARING, Stage.FINISHED)
"""The phases in which a final result can be corrected."""

Verb = Callable[[LiveFights], Move | None]
"""Returns the move to make for the present fights, None if nothing is to be done."""


FIGHTS_BEGAN = gettext_lazy("The fights began.")
"""The line of the log."""


def begin_fights(*, event: Event, at: datetime) -> None:
    """Begin the fights of a night with their first round. To be called in a transaction that has locked the event."""
    fix_commanders(event=event, at=at)
    setup = setup_of(event)
    stage = EventStage.objects.create(event=event, stage=FIGHTS.stage, began_at=at, setup=setup)
    live = FIGHTS.load(StageId(stage.id))
    move = next_round(live.fighting, 1)
    change = fights_change(live, ORGANIZER, move, at) if move else None
    if change is None:
        raise RuntimeError("the first round could not begin")
    record_locked(change)
    begin_battles(event=EventId(event.id), fights=change.after, at=at)


def change_fights(
    *,
    event: Event,
    verb: Verb,
    by: Actor = ORGANIZER,
    phases: Collection[Stage] = (Stage.FIGHTING,),
    before: Callable[[LiveFights], bool] = lambda live: False,
) -> bool:
    """Let an official change the fights in one of these phases, and return whether that made a change.

    Their battles change with them. If `before` returns true, the ranking first decides the battles that go on. Raises
    what the verb and the rules raise, and ServiceError in another phase.
    """
    with transaction.atomic():
        live, now = fights_in(event, phases), timezone.now()
        if before(live):
            live = fights_after_battles(live, now)
        move = verb(live)
        is_timed = isinstance(move, ClockMove) and pause_battles(fights=live, move=move, by=by, at=now)
        if isinstance(move, ClockMove):
            move = from_now(move, live.fighting.clock, now)
        change = None if move is None else fights_change(live, by, move, now)
        if change is None and not is_timed:
            return False
        if change is not None:
            record_locked(change)
            follow_fights(before=live, after=change.after, at=now)
        announce_change(EventId(event.id))
    return True


def fights_after_battles(live: LiveFights, now: datetime) -> LiveFights:
    """Let the ranking decide the battles that go on (V53), and return the fights after that. In a transaction."""
    rank_battles(fights=live, at=now)
    return FIGHTS.newest(live)


def drop_out(*, fighter: Fighter) -> None:
    """Let a fighter drop out of the fights by themselves. Raises ServiceError unless they may now (`may_drop_out`)."""
    move = Drop(FighterId(fighter.id))
    try:
        change_fights(event=fighter.event, verb=lambda live: move, by=fighter_by(fighter.id))
    except NotAllowed as refusal:
        raise ServiceError(gettext("You cannot drop out now.")) from refusal


def locked_fights(event: Event) -> LiveFights | None:
    """Lock the fights of an event and return them, None where there are none. To be called in a transaction."""
    return next(iter(locked_stages(EventId(event.id), FIGHTS)), None)


def fights_in(event: Event, phases: Collection[Stage] = (Stage.FIGHTING,)) -> LiveFights:
    """Lock the fights of an event in one of these phases, and return them. Raises ServiceError in another.

    To be called in a transaction.
    """
    live = locked_fights(event)
    if live is None or not Event.objects.filter(id=event.id, phase__in=phases).exists():
        raise ServiceError(no_fights())
    return live


def begin_next_round(*, event: Event, number: int, confirmed: bool) -> bool:
    """Begin the round of this number; return False if it has begun already.

    Open fights are decided as when time is up, once that is `confirmed`; before that, raises Unfinished, which names
    them. Raises StaleRound for another number, and ServiceError when there is no such round, or a fight that must be
    won cannot be decided by time.
    """

    def ends_battles(live: LiveFights) -> bool:
        is_next = are_played(live) and number == live.fighting.round + 1
        if is_next and not confirmed:
            must_be_finished(live)
        return is_next

    def begin(live: LiveFights) -> Move | None:
        try:
            move = next_round(live.fighting, number)
        except NotAllowed as refusal:
            last = not any(group.may_go_on or group.open_fights for group in live.fighting.groups)
            raise ServiceError(gettext("There is no further round.") if last else must_be_won_words()) from refusal
        if move is not None and not confirmed:
            must_be_finished(live)
        return move

    return change_fights(event=event, verb=begin, before=ends_battles)


def show_deck(*, event: Event, fighter: FighterId, shown: bool) -> bool:
    """Show the best cards of a champion's deck to everybody, or hide them; return whether that made a change.

    This is possible after the night, too. Raises NotAllowed for a fighter who is not in the first place, or before the
    last result is in, and ServiceError without fights.
    """
    return change_fights(
        event=event,
        verb=lambda live: ShowDeck(shown),
        by=fighter_by(fighter),
        phases=(Stage.FIGHTING, Stage.SHARING, Stage.FINISHED),
    )


class Settled(StrEnum):
    """The outcome of setting a result as an official."""

    SET = "set"
    CORRECTED = "corrected"
    SAME = "same"


def set_result(
    *,
    event: Event,
    fight: FightNumber,
    winner: FighterId | None,
    score: tuple[int, ...] | None,
    by: Actor = ORGANIZER,
    confirmed: bool = False,
) -> Settled:
    """Set the result of a fight as an official, or correct a final one, and return which of these happened.

    Without a `score` it is the shortest possible one after the games that are over; the winner BOTH_LOSE is a double
    loss. A final result can be corrected at any time, once that is `confirmed`; before that, raises Unfinished, which
    says what changes. Raises TooLate where the winner has fought on in a bracket, StaleFight for no such fight, and a
    Refusal as the rules do.
    """

    def wanted(live: LiveFights) -> tuple[FighterId | None, tuple[int, ...]]:
        return winner, _shortest(live, fight, winner) if score is None else score

    return _set_result(event, fight, wanted, by, confirmed=confirmed)


def set_score(
    *, event: Event, fight: FightNumber, score: tuple[int, ...], by: Actor = ORGANIZER, confirmed: bool = False
) -> Settled:
    """Set the result of a fight as an official by the games that each side has won; equally many are a draw.

    Returns and raises as `set_result` does.
    """

    def wanted(live: LiveFights) -> tuple[FighterId | None, tuple[int, ...]]:
        sides = live.fighting.fight(fight).sides
        if len(score) != len(sides):
            raise BadAmount
        best = max(score)
        return sides[score.index(best)].fighter if score.count(best) == 1 else None, score

    return _set_result(event, fight, wanted, by, confirmed=confirmed)


def _set_result(
    event: Event,
    number: FightNumber,
    wanted: Callable[[LiveFights], tuple[FighterId | None, tuple[int, ...]]],
    by: Actor,
    *,
    confirmed: bool,
) -> Settled:
    corrects: list[bool] = []

    def decide(live: LiveFights) -> Move | None:
        winner, score = wanted(live)
        corrects.append(live.fighting.fight(number).is_over)
        if not corrects[-1]:
            return DecideResult(number, winner, score)
        move = CorrectResult(number, winner, score)
        return move if may_correct(live, by, move, confirmed=confirmed) else None

    is_changed = change_fights(event=event, verb=decide, by=by, phases=CORRECTED_IN)
    if not corrects[-1]:
        return Settled.SET
    return Settled.CORRECTED if is_changed else Settled.SAME


def reopen_fight(*, event: Event, fight: FightNumber) -> None:
    """Reopen a fight of its group's newest round, as the organizer. Raises ServiceError for an earlier one.

    Raises a Refusal as the rules do, StaleFight for no such fight.
    """

    def reopen(live: LiveFights) -> Move:
        group, round_, placed = live.fighting.placed(fight)
        if not group.may_reopen(round_):
            words = gettext("Only a fight of the newest round can go on. You can correct the result of this one.")
            raise ServiceError(words)
        if placed.form.played and not may_reopen(placed):
            raise ServiceError(gettext("A battle that has ended cannot go on. You can correct its result."))
        return Reopen(fight)

    change_fights(event=event, verb=reopen)


def set_game(*, event: Event, fight: FightNumber, game: int, winner: FighterId | None, by: Actor = ORGANIZER) -> None:
    """End a game of a fight as an official, so that the next one begins; the same again changes nothing.

    Raises a Refusal as the rules do, StaleFight for no such fight.
    """

    def end(live: LiveFights) -> Move:
        if winner is not None and winner not in live.fighting.fight(fight).fighters:
            raise BadAmount
        return EndGameMove(fight, game, winner)

    change_fights(event=event, verb=end, by=by)


def set_out(*, event: Event, fight: FightNumber, fighters: tuple[FighterId, ...], by: Actor = ORGANIZER) -> None:
    """Let fighters be out of the current game as an official (M24); if that decides the fight, the result is final.

    Raises a Refusal as the rules do, StaleFight for no such fight.
    """

    def out(live: LiveFights) -> Move:
        if not set(fighters) <= set(live.fighting.fight(fight).fighters):
            raise BadAmount
        return OutMove(fight, fighters)

    change_fights(event=event, verb=out, by=by)


def change_match_deck(*, fighter: Fighter, fight: FightNumber, step: Callable[[LiveBuilding], DeckMove]) -> None:
    """Let a fighter change their deck for the next games of their fight (M23).

    Raises a Refusal as the rules do, StaleFight unless it is their open fight.
    """
    own = FighterId(fighter.id)

    def decked(live: LiveFights) -> Move:
        found = live.fighting.open_fight_of(own)
        if found is None or found[0] != fight:
            raise StaleFight
        built = live.decks.as_built(own, found[1])
        if built is None:
            raise DeckLocked
        move = step(built)
        return SideMove(fight, deck=move.deck, seen=move.seen)

    change_fights(event=fighter.event, verb=decked, by=fighter_by(fighter.id))


def standing_of(live: LiveFights, move: CountMove) -> int:
    """Return the value of the counter of a move. Raises StaleFight for an unknown fight, fighter or counter."""
    try:
        return live.fighting.fight(move.fight).counts.standing(move.fighter, move.counter, move.source)
    except KeyError as fault:
        raise StaleFight from fault


def counted_in(live: LiveFights, fight: FightNumber) -> int:
    """Return how many counts and ends of games a fight has. Raises StaleFight for no such fight."""
    return live.fighting.fight(fight).counted


def _shortest(live: LiveFights, number: FightNumber, winner: FighterId | None) -> tuple[int, ...]:
    """Return the shortest score by which a winner has won, after those games of an open fight that are over."""
    fight = live.fighting.fight(number)
    known = fight.score if winner in fight.fighters and not fight.is_over else (0,) * len(fight.sides)
    most = fight.wins_needed
    sides = zip(fight.sides, known, strict=True)
    return tuple(most if winner in side.fighters else min(games, most - 1) for side, games in sides)
