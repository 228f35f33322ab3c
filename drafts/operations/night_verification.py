"""Playing the decks, fights and sharing of a night again, from its seed and its acts: where they do not hold together.

Pairings, first turns and the order of turns follow from the seed and from the acts before (R19).
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar

from drafts.models import Event, EventStage, Seat, StageAct
from drafts.rules.avatars import Avatars, filled
from drafts.rules.draft.history import BadHistory
from drafts.rules.errors import Refusal
from drafts.rules.fights.sides import Pairing
from drafts.rules.ids import EventId, StageId
from drafts.rules.night import (
    avatar_choice,
    battles,
    building,
    commander_choice,
    fight_moves,
    fighting,
    planar_choice,
    share_moves,
    shares,
)
from drafts.rules.night.battles import TimedBattle
from drafts.rules.night.building import Building
from drafts.rules.night.commander_choice import Commanders
from drafts.rules.night.fight_moves import BeginRound, SideMove, pairing_text
from drafts.rules.night.fighting import Fighting
from drafts.rules.night.planar_choice import PlanarDecks
from drafts.store import building as building_store
from drafts.store import fights as fights_store
from drafts.store import shares as shares_store
from drafts.store.assignments import fewest_for_all, fewest_hand_overs
from drafts.store.battles import BATTLES
from drafts.store.choices import avatars as avatars_store
from drafts.store.choices import commanders as commanders_store
from drafts.store.choices import planes as planes_store
from drafts.store.match_decks import MatchDecks
from drafts.store.stages import actor_of

StateT = TypeVar("StateT")
Play = Callable[[StateT, StageAct], StateT]


class _Differs(Exception):
    """An act that is not what follows from those before it; the text says how."""


def night_differences(event: Event) -> list[str]:
    """Return everything in a night's decks, fights and sharing that does not follow from draft, seed and acts."""
    chosen = [*_of_avatars(event), *_of_planar(event), *_of_commanders(event)]
    fights = [] if chosen else [*_of_fights(event)]  # fights begin with what was chosen
    battles = [] if chosen or fights else [*_of_battles(event)]  # each belongs to a fight
    return [*_of_building(event), *chosen, *fights, *battles, *_of_shares(event)]


# The decks ----------------------------------------------------------------------------------------------------------


def _of_building(event: Event) -> Iterator[str]:
    due = {} if event.imported else dict(building_store.setups_of(event))
    for row in building_store.stages_of_building(EventId(event.id)):
        where = f"The decks of table {row.number}"
        for name, value in due.get(row.number, {}).items():
            if row.setup[name] != value:
                yield f"{where}: its {name} are not those of the draft."
        begun = building_store.load_begun(StageId(row.id)).building
        yield from _played_again(where, row, begun, _build_on)


def _build_on(before: Building, act: StageAct) -> Building:
    by, move = actor_of(act.by, act.fighter), building.LINES.decode(act.kind, act.text)
    if isinstance(move, building.Lock) and move != building.completed(before, by, building.Lock()):
        raise _Differs("it fills decks with other lands than those that are suggested")
    return building.LINES.replay(building.apply, before, [(by, move, act.at)])


# The avatars --------------------------------------------------------------------------------------------------------


def _of_avatars(event: Event) -> Iterator[str]:
    due = {} if event.imported else dict(avatars_store.setups_of(event))
    for row in avatars_store.stages_of_avatars(EventId(event.id)):
        where = f"The avatars of table {row.number}"
        for name, value in due.get(row.number, {}).items():
            if row.setup[name] != value:
                yield f"{where}: its {name} are not those of the event."
        yield from _played_again(where, row, avatars_store.load_begun(StageId(row.id)).avatars, _choose_on)


def _choose_on(before: Avatars, act: StageAct) -> Avatars:
    by, move = actor_of(act.by, act.fighter), avatar_choice.LINES.decode(act.kind, act.text)
    if isinstance(move, avatar_choice.FixAvatars) and move.chosen != filled(before):
        raise _Differs("it fixes other avatars than the first that were offered")
    return avatar_choice.LINES.replay(avatar_choice.apply, before, [(by, move, act.at)])


# The planar decks -----------------------------------------------------------------------------------------------------


def _of_planar(event: Event) -> Iterator[str]:
    due = {} if event.imported else dict(planes_store.setups_of_planar(event))
    for row in planes_store.stages_of_planar(EventId(event.id)):
        where = f"The planar decks of table {row.number}"
        for name, value in due.get(row.number, {}).items():
            if row.setup[name] != value:
                yield f"{where}: its {name} are not those of the event."
        yield from _played_again(where, row, planes_store.load_begun_planar(StageId(row.id)).planar, _choose_planar)


def _choose_planar(before: PlanarDecks, act: StageAct) -> PlanarDecks:
    by, move = actor_of(act.by, act.fighter), planar_choice.LINES.decode(act.kind, act.text)
    return planar_choice.LINES.replay(planar_choice.apply, before, [(by, move, act.at)])


# The commanders -------------------------------------------------------------------------------------------------------


def _of_commanders(event: Event) -> Iterator[str]:
    due = {} if event.imported else dict(commanders_store.setups_of_commanders(event))
    for row in commanders_store.stages_of_commanders(EventId(event.id)):
        where = f"The commanders of table {row.number}"
        for name, value in due.get(row.number, {}).items():
            if row.setup[name] != value:
                yield f"{where}: its {name} are not those of the event."
        begun = commanders_store.load_begun_commanders(StageId(row.id)).commanders
        yield from _played_again(where, row, begun, _name_on)


def _name_on(before: Commanders, act: StageAct) -> Commanders:
    by, move = actor_of(act.by, act.fighter), commander_choice.LINES.decode(act.kind, act.text)
    return commander_choice.LINES.replay(commander_choice.apply, before, [(by, move, act.at)])


# The fights ---------------------------------------------------------------------------------------------------------


def _of_fights(event: Event) -> Iterator[str]:
    begun = fights_store.load_begun(EventId(event.id))
    if begun is None:
        return
    row = EventStage.objects.get(id=begun.id)
    settled = fights_store.setup_of(event)
    stored = {"form": settled["form"], **row.setup}
    if "commanders" not in row.setup:
        stored["commanders"] = settled.get("commanders")  # fights that began before there were names have none
    for name in settled.keys() - {"groups", "revision"}:
        if stored[name] != settled[name]:
            yield f"The fights: {name} is {stored[name]}, and the event has {settled[name]}."
    seats = Seat.objects.current().filter(table__draft=event.draft)
    if not event.draft.procedure.bots_fight:
        seats = seats.filter(fighter__bot=False)
    sat = list(seats.order_by("table__number", "position").values_list("table__number", "fighter"))
    for group in row.setup["groups"]:
        drafted = [fighter for table, fighter in sat if group["number"] in (0, table)]
        if group["fighters"] != [fighter for fighter in drafted if fighter in group["fighters"]]:
            yield f"The fights: those of group {group['number']} are not in the order of their seats."
    yield from _played_again("The fights", row, begun.fighting, partial(_fight_on, begun.decks))


def _fight_on(decks: MatchDecks, before: Fighting, act: StageAct) -> Fighting:
    by, move = actor_of(act.by, act.fighter), fight_moves.LINES.decode(act.kind, act.text)
    if by is None:
        raise _Differs("nobody did it")
    if isinstance(move, BeginRound):
        drawn = fighting.next_round(before, move.number)
        if drawn is None or drawn.pairings != move.pairings:
            due = "no round" if drawn is None else _pairings(drawn.pairings)
            raise _Differs(f"it has {_pairings(move.pairings)}, and the seed gives {due}")
    if isinstance(move, fight_moves.FixFightAvatars):
        avatars = before.fight(move.fight).avatars
        if avatars is not None and move.chosen != filled(avatars):
            raise _Differs("it fixes other avatars than the first that were offered")
    if isinstance(move, SideMove) and move.fighter is not None:
        try:
            decks.checked(move.fighter, move.deck)
        except Refusal as refusal:
            raise _Differs(f"it has a deck that its fighter cannot have: {refusal.code}") from refusal
    return fight_moves.LINES.replay(fighting.apply, before, [(by, move, act.at)])


def _pairings(pairings: tuple[tuple[Pairing, ...], ...]) -> str:
    return ", ".join(pairing_text(pairing) for group in pairings for pairing in group)


# The battles --------------------------------------------------------------------------------------------------------


def _of_battles(event: Event) -> Iterator[str]:
    live = fights_store.load_fights(EventId(event.id))
    for row in EventStage.objects.filter(event=event, stage=BATTLES.stage).order_by("number"):
        where = f"The battle of fight {row.number}"
        begun = BATTLES.begin(StageId(row.id)).battle
        differs = list(_played_again(where, row, begun, _battle_on))
        yield from differs
        if differs or live is None:
            continue
        battle, fight = BATTLES.load(StageId(row.id)).battle, live.fighting.fight(row.number)
        told = None if fight.tally is None else (fight.tally.kills, fight.tally.lost)
        sides = battle.position.sides
        if battle.is_over and told != (tuple(side.kills for side in sides), tuple(side.lost for side in sides)):
            yield f"{where}: its fight has other kills and losses."


def _battle_on(before: TimedBattle, act: StageAct) -> TimedBattle:
    by, move = actor_of(act.by, act.fighter), battles.LINES.decode(act.kind, act.text)
    return battles.LINES.replay(battles.apply, before, [(by, move, act.at)])


# The sharing --------------------------------------------------------------------------------------------------------


def _of_shares(event: Event) -> Iterator[str]:
    tables = {table.number: table for table in event.draft.tables.all()}
    for row in shares_store.stages_of_shares(EventId(event.id)):
        where = f"The sharing of table {row.number}"
        due = shares_store.setup_of(event, tables[row.number])
        for name in due.keys() - {"turn_seconds", "rule"}:
            if row.setup[name] != due[name]:
                yield f"{where}: its {name} are not those of the draft."
        begun = shares_store.load_prepared(StageId(row.id)).shares
        yield from _played_again(where, row, begun, _share_on)


def _share_on(before: shares.Shares, act: StageAct) -> shares.Shares:
    by, move = actor_of(act.by, act.fighter), share_moves.LINES.decode(act.kind, act.text)
    after = share_moves.LINES.replay(shares.apply, before, [(by, move, act.at)])
    if isinstance(move, share_moves.GivingMove) and move.given:
        wanted = shares.completed(before, by, move, act.at, fewest_hand_overs(before))
        fewest = fewest_for_all(shares.apply(before, by, wanted, act.at))
        if (cost := fewest_for_all(after)) != fewest:
            raise _Differs(f"it leads to {cost} hand-overs, and {fewest} would do")
    return after


# Both ---------------------------------------------------------------------------------------------------------------


def _played_again(where: str, row: EventStage, state: StateT, play: Play[StateT]) -> Iterator[str]:
    """Yield the faults of the acts of a stage, up to the first act that cannot be played."""
    version = 1
    for act in StageAct.objects.filter(stage=row).order_by("version"):
        version += 1
        if act.version != version:
            yield f"{where}: after version {version - 1} comes {act.version}."
            return
        try:
            after = play(state, act)
        except (BadHistory, Refusal, _Differs) as fault:
            yield f"{where}, version {version}: {act} does not follow from what was before: {_words(fault)}."
            return
        if after is state:
            yield f"{where}, version {version}: {act} changed nothing."
        state = after
    if row.version != version:
        yield f"{where}: it has the version {row.version}, and its acts lead to {version}."


def _words(fault: Exception) -> str:
    return f"it is refused as {fault.code}" if isinstance(fault, Refusal) else str(fault)
