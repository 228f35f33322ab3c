"""The seats of a device that wait for an action, where it holds several. No card is named."""

from collections.abc import Collection

from drafts.models import Event, Fighter, Seat
from drafts.queries.draft.table_views import table_views
from drafts.rules.fights.fight_avatars import lacks_avatars
from drafts.rules.ids import EventId, FighterId, StageId
from drafts.rules.night.stages import Stage
from drafts.store.building import load_all_buildings
from drafts.store.choices.avatars import load_all_avatars
from drafts.store.choices.commanders import load_all_commanders
from drafts.store.fights import load_fights
from drafts.store.shares import load_shares, stages_of_shares


def seats_with_something_to_do(event: Event, held: Collection[Fighter]) -> set[FighterId]:
    """Return those of the fighters who are waited for now."""
    fighters = {FighterId(fighter.id) for fighter in held}
    match event.phase:
        case Stage.LOBBY:
            return {FighterId(fighter.id) for fighter in held if not fighter.ready}
        case Stage.DRAFTING:
            return fighters & _choosing(event)
        case Stage.BUILDING:
            return fighters & _not_ready_to_fight(event)
        case Stage.FIGHTING:
            return fighters & _asked_in_a_fight(event)
        case Stage.SHARING:
            return fighters & _at_turn(event, fighters)
    return set()


def _choosing(event: Event) -> set[FighterId]:
    seats = [seat for table in table_views(event) if table.drafts for seat in table.seats]
    return {FighterId(seat.fighter) for seat in seats if seat.status.turn.is_awaited}


def _not_ready_to_fight(event: Event) -> set[FighterId]:
    """Return those who have registered no deck yet (M20), chosen no avatar (M27) or named no commander (M35)."""
    buildings = load_all_buildings(EventId(event.id)).values()
    decks = {fighter for live in buildings if not live.building.locked for fighter in live.building.unregistered}
    choices = (live.avatars for live in load_all_avatars(EventId(event.id)) if not live.avatars.fixed)
    unnamed = (live.commanders.missing for live in load_all_commanders(EventId(event.id)))
    return decks.union(*unnamed, *(avatars.missing for avatars in choices))


def _asked_in_a_fight(event: Event) -> set[FighterId]:
    """Return those who have not answered the result that an opponent entered, or chosen no avatar for their fight."""
    live = load_fights(EventId(event.id))
    if live is None:
        return set()
    waiting = [fight for *_, fight in live.fighting.fights() if not fight.is_over]
    lacking = (fight.avatars.missing for fight in waiting if fight.avatars is not None and lacks_avatars(fight))
    return set[FighterId]().union(*lacking) | {
        fighter
        for fight in waiting
        for side in fight.sides
        for fighter in side.fighters
        if fight.result and not fight.result.disputed and side.fighter != fight.result.entered_by
    }


def _at_turn(event: Event, fighters: Collection[FighterId]) -> set[FighterId]:
    """Return those who may take a card now, at the tables of these fighters."""
    tables = set(Seat.objects.current().filter(fighter__in=fighters).values_list("table__number", flat=True))
    stages = stages_of_shares(EventId(event.id)).filter(number__in=tables).values_list("id", flat=True)
    turns = [load_shares(StageId(stage)).shares.turn for stage in stages]
    return {turn for turn in turns if turn is not None}
