"""The parts of messages about the building of decks: the fighter's own, how far everybody is, and the clock (M20)."""

from collections.abc import Mapping

from drafts.languages import translated
from drafts.numbers import tenths_left
from drafts.protocol.activity import Activity
from drafts.protocol.messages.building import DeckStatePart, ListLinePart, OwnDeckPart
from drafts.protocol.messages.events import BuildClockPart, SeatNightPart
from drafts.protocol.messages.states import OwnNightPart
from drafts.protocol.parse import BuildDeck, Register
from drafts.protocol.parts import official, stamp, stamp_or_none
from drafts.rules.building import BuiltDeck, ListRules, Pool, faults_of, suggested, tallies_of
from drafts.rules.errors import NotDrafting
from drafts.rules.ids import FighterId
from drafts.rules.night.building import Work
from drafts.rules.night.stages import Stage
from drafts.store.building import BUILDINGS, LiveBuilding, reach_of

_PROGRESS: Mapping[str, SeatNightPart] = {
    "none": {"deck": "none"},
    "building": {"deck": "building"},
    "registered": {"deck": "registered"},
}


def own_part(live: LiveBuilding, fighter: FighterId) -> OwnNightPart:
    """Return the part of the state that is for one fighter alone: their deck (M15-M20)."""
    work = live.building.works.get(fighter)
    if work is None:
        return {}
    if live.building.builder.lists is not None:
        return {"deck": _list(live, work, live.building.builder.lists)}
    return {"deck": _deck(live, work, live.building.pools.get(fighter, {}))}


def seats_part(live: LiveBuilding) -> Mapping[FighterId, SeatNightPart]:
    """Return how far each fighter is with their deck, and who has left, as everybody sees it."""
    building = live.building
    parts = {fighter: _PROGRESS[building.progress(fighter)] for fighter in building.works}
    return {one: {**part, "gone": True} if one in building.gone else part for one, part in parts.items()}


def clock_part(live: LiveBuilding) -> BuildClockPart:
    """Return the time that is left for building."""
    building = live.building
    clock = building.clock
    return {
        "deadline": stamp_or_none(clock.deadline),
        "paused": clock.stands,
        "paused_by": official(building.paused_by),
        "seconds": clock.seconds,
        "left": tenths_left(clock.left),
    }


def _list(live: LiveBuilding, work: Work, lists: ListRules) -> OwnDeckPart:
    return {
        **_state_of(live, work),  # type: ignore[typeddict-item]  # it has none of the fields below
        "list": list_part(work.deck, lists),
        "tallies": [],
        "suggested": {},
        "match": None,
    }


def list_part(deck: BuiltDeck, lists: ListRules) -> list[ListLinePart]:
    """Return the lines of a deck that was brought along, each with whether a loaded set has the card (M35)."""
    return [
        {"name": card.name, "count": card.count, "zone": card.zone, "checked": card.key in lists.known}
        for card in deck.listed
    ]


def _deck(live: LiveBuilding, work: Work, pool: Pool) -> OwnDeckPart:
    builder, deck = live.building.builder, work.deck
    basics = dict(deck.basics)
    return {
        **_state_of(live, work),  # type: ignore[typeddict-item]  # it has none of the fields below
        "main": deck.main,
        "side": deck.side_of(pool),
        "command": deck.command,
        "basics": {name: basics.get(name, 0) for name in builder.lands},
        "tallies": [
            {
                "tally": tally.slug,
                "name": translated(tally.label),
                "counts": [(translated(name), count) for name, count in tally.counts],
            }
            for tally in tallies_of(deck, pool, builder, live.printed)
        ],
        "suggested": dict(suggested(deck, pool, builder)),
        "match": None,
    }


def _state_of(live: LiveBuilding, work: Work) -> DeckStatePart:
    faults, registered = faults_of(work.deck, live.building.builder), work.registered
    return {
        "version": work.version,
        "count": work.deck.size,
        "faults": [{"code": fault.code, "message": translated(fault.words)} for fault in faults],
        "legal": not faults,
        "locked": live.building.locked,
        "registered": None
        if registered is None
        else {
            "at": stamp(registered.at),
            "auto": registered.auto,
            "count": registered.deck.size,
            "same": work.is_same,
        },
        "checked": [{"by": official(check.by) or "organizer", "at": stamp(check.at)} for check in work.checks],
    }


BUILDING = Activity(
    kind=BUILDINGS,
    messages=dict.fromkeys((BuildDeck, Register), (Stage.BUILDING, Stage.FIGHTING, Stage.SHARING)),
    private=("deck", "register", "auto"),
    view=lambda lives: lambda watcher: {},
    reach=lambda before, after: reach_of(before.building, after.building),
    own=own_part,
    seats=seats_part,
    clock=clock_part,
    otherwise=NotDrafting,
)
