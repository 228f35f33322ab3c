"""The stages after the draft on the pages of officials, made from the messages that the socket sends."""

from collections.abc import Iterable

import orjson
from django.utils import timezone

from drafts.models import Event, Fighter
from drafts.presenters.decks.panel_building import PanelBuilder, PanelBuilding, PanelCommander
from drafts.presenters.events.panel_night import PanelNight, night_of
from drafts.protocol.activities import load_stages
from drafts.protocol.activity import Watcher
from drafts.protocol.building import clock_part
from drafts.protocol.night import NightStates
from drafts.rules.fights.fight_avatars import lacks_avatars
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.building import NOTHING_BUILT
from drafts.rules.night.rights import Rights
from drafts.rules.night.stages import Stage
from drafts.store.building import LiveBuilding
from drafts.store.choices.avatars import LiveAvatars
from drafts.store.choices.commanders import LiveCommanders
from drafts.store.fights import LiveFights
from drafts.store.leavers import gone_from
from drafts.store.shares import LiveShares
from drafts.store.stages import AnyLive


def panel_night(event: Event) -> PanelNight:
    """Return the part of an event's panel about the stages after its draft."""
    return _night(event, judging=False)


def judges_night(event: Event) -> PanelNight:
    """Return the part of a judge's page about these stages: the fights of the round, and the sharing."""
    return _night(event, judging=True)


def _night(event: Event, *, judging: bool) -> PanelNight:
    game = event.draft.procedure.game
    if not Stage(event.phase).is_after_draft:
        return night_of({}, timezone.now(), game)
    rights = Rights(judges=True) if judging else Rights(organizes=True)
    states = NightStates(load_stages(EventId(event.id)))
    part = orjson.loads(orjson.dumps(states.seen_by(Watcher(rights, event.phase, 0))))
    lives = states.lives
    missing, commanders = _missing(lives, event), _commanders(lives, event)
    building = _building(lives, event)
    return night_of(
        part,
        timezone.now(),
        game,
        building,
        lacks_avatars=missing,
        commanders=commanders,
        sharing_can_go_back=all(live.shares.can_go_back for live in lives if isinstance(live, LiveShares)),
    )


def _missing(lives: Iterable[AnyLive], event: Event) -> list[str]:
    """Return the names of fighters who have chosen no avatar yet, and have not left (M27)."""
    found: list[str] = []
    gone, phase = gone_from(EventId(event.id)), event.phase
    for live in lives:
        if isinstance(live, LiveAvatars) and phase == Stage.BUILDING:
            found += [live.names[fighter] for fighter in live.avatars.missing if fighter not in gone]
        elif isinstance(live, LiveFights) and phase == Stage.FIGHTING:
            fights = [fight for _, _, fight in live.fighting.of_round() if lacks_avatars(fight) and not fight.is_over]
            found += [live.names[one] for fight in fights if fight.avatars for one in fight.avatars.missing]
    return found


def _commanders(lives: Iterable[AnyLive], event: Event) -> list[PanelCommander]:
    """Return the commanders of fighters who have not left; [] once the fights have begun (M35)."""
    if event.phase != Stage.BUILDING:
        return []
    guests = _guests(event)
    return [
        PanelCommander(one, live.names[one], live.number, live.commanders.named.get(one, ""), one in guests)
        for live in lives
        if isinstance(live, LiveCommanders)
        for one in live.commanders.fighters
        if one not in live.commanders.gone
    ]


def _guests(event: Event) -> set[int]:
    return set(Fighter.objects.filter(event=event, guest=True).values_list("id", flat=True))


def _building(lives: Iterable[AnyLive], event: Event) -> PanelBuilding | None:
    """Return the progress of the decks of all tables, which share a clock; None if none are built.

    A fighter who has left without a deck is not counted.
    """
    built = [live for live in lives if isinstance(live, LiveBuilding)]
    if not built:
        return None
    clock = clock_part(built[0])
    guests = _guests(event)
    return PanelBuilding(
        [_builder(live, fighter, is_guest=fighter in guests) for live in built for fighter in live.building.counted],
        deadline=None if clock["deadline"] is None else str(clock["deadline"]),
        left=clock["left"],
        paused=clock["paused"],
        is_locked=all(live.building.locked for live in built),
        is_going=event.phase == Stage.BUILDING,
    )


def _builder(live: LiveBuilding, fighter: FighterId, *, is_guest: bool) -> PanelBuilder:
    work = live.building.works[fighter]
    return PanelBuilder(
        fighter,
        live.names[fighter],
        live.number,
        live.building.progress(fighter),
        is_guest,
        auto=work.registered is not None and work.registered.auto,
        has_begun=work.version > NOTHING_BUILT.version,
    )
