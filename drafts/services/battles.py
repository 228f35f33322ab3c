"""The battles of a night: they begin with a round of fights, and end with it (V1-V54)."""

from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import chain

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from drafts.models import Event, EventStage, Fighter
from drafts.rules.actors import ORGANIZER, SERVER, Actor
from drafts.rules.errors import StaleFight
from drafts.rules.ids import EventId, FighterId, StageId
from drafts.rules.night.battles import GoBackMove, GoOnMove, Move, RankMove, ResignMove
from drafts.rules.night.clock_moves import ClockMove
from drafts.rules.night.fight_moves import FightNumber
from drafts.rules.night.stages import Stage
from drafts.services.acts import locked_stages, record_locked
from drafts.services.announce import announce_change
from drafts.services.errors import ServiceError
from drafts.store.battles import BATTLES, LiveBattle, setup_of
from drafts.store.fights import LiveFights


def are_played(fights: LiveFights) -> bool:
    """Whether fights are played on this site, in battles."""
    return fights.fighting.groups[0].terms.form.played


def begin_battles(*, event: EventId, fights: LiveFights, at: datetime) -> None:
    """Begin a battle for each fight that has none. To be called in a transaction that has locked the fights."""
    if not are_played(fights):
        return
    begun = set(EventStage.objects.filter(event=event, stage=BATTLES.stage).values_list("number", flat=True))
    rules = EventStage.objects.get(id=fights.id).setup["battle"]
    bots = set(Fighter.objects.filter(event=event, bot=True).values_list("id", flat=True))
    for number, group, _, fight in fights.fighting.fights():
        if fight.is_bye or number in begun:
            continue
        own = {**rules, "bots": sorted(bots.intersection(fight.fighters))}
        setup = setup_of(number, group.number, fights.id, fight.fighters, own)
        row = EventStage.objects.create(event_id=event, stage=BATTLES.stage, number=number, began_at=at, setup=setup)
        EventStage.objects.filter(id=row.id).update(wakes_at=BATTLES.load(StageId(row.id)).wakes_at)


def rank_battles(*, fights: LiveFights, at: datetime) -> None:
    """Let the ranking decide each battle that goes on (V53), since a round ends. To be called as `begin_battles`."""
    if are_played(fights):
        _record(fights.event, lambda live: None if live.battle.is_over else RankMove(), SERVER, at)


def follow_fights(*, before: LiveFights, after: LiveFights, at: datetime) -> None:
    """Apply changes of fights to their battles: fighters who dropped out resign, and battles of decided fights end.

    The battle of a reopened fight goes on. A fighter who takes part again gets the line back, if the others played on
    and none of them has moved since. To be called as `begin_battles`.
    """
    if not are_played(after):
        return
    begin_battles(event=after.event, fights=after, at=at)
    gone, back = _dropped(after) - _dropped(before), _dropped(before) - _dropped(after)
    was_open = {number for number, _, _, fight in before.fighting.fights() if not fight.is_over}
    is_open = {number for number, _, _, fight in after.fighting.fights() if not fight.is_over}

    def move(live: LiveBattle) -> Move | None:
        battle = live.battle
        leaving = [seat for seat in battle.standing if battle.terms.fighters[seat] in gone]
        if not battle.is_over and leaving:
            return ResignMove(leaving[0])
        if live.number in was_open - is_open and not battle.is_over:
            return RankMove()
        is_back = not battle.is_over and battle.last is not None and battle.terms.fighters[battle.last.seat] in back
        goes_on = live.number in is_open - was_open or is_back
        return GoOnMove() if goes_on and battle.broken_off else None

    _record(after.event, move, SERVER, at)


def pause_battles(*, fights: LiveFights, move: ClockMove, by: Actor, at: datetime) -> bool:
    """Stop the clocks of all battles with that of their round, resume them, or give more time.

    Return whether that changed any. In a transaction.
    """
    return are_played(fights) and _record(fights.event, lambda live: None if live.battle.is_over else move, by, at)


def play_battle(*, event: Event, fight: FightNumber, move: Move, by: Actor) -> None:
    """Make a move in a battle. Raises a Refusal, StaleFight for no such battle, and ServiceError without fights now."""
    with transaction.atomic():
        if not Event.objects.filter(id=event.id, phase=Stage.FIGHTING).exists():
            raise ServiceError(no_fights())
        rows = EventStage.objects.filter(event=event.id, stage=BATTLES.stage, number=fight)
        row = rows.select_for_update(no_key=True).first()
        if row is None:
            raise StaleFight
        change = BATTLES.change(BATTLES.load(StageId(row.id)), by, move, timezone.now())
        if change is not None:
            record_locked(change)
            announce_change(EventId(event.id))


def no_fights() -> str:
    """Return a message: the fights of an event do not go on."""
    return gettext("No fights are going on now.")


def lead_back(*, event: Event, fight: FightNumber, to: int, by: Actor = ORGANIZER) -> None:
    """Let a battle go back to the start of a turn, as an official. Raises as `play_battle` does."""
    play_battle(event=event, fight=fight, move=GoBackMove(to), by=by)


def _dropped(fights: LiveFights) -> frozenset[FighterId]:
    return frozenset(chain.from_iterable(group.dropped for group in fights.fighting.groups))


def _record(event: EventId, move: Callable[[LiveBattle], Move | None], by: Actor, at: datetime) -> bool:
    lives: Iterable[LiveBattle] = locked_stages(event, BATTLES)
    changed = False
    for live in lives:
        wanted = move(live)
        change = None if wanted is None else BATTLES.change(live, by, wanted, at)
        if change is not None:
            record_locked(change)
            changed = True
    return changed
