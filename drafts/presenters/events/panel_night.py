"""Values that the pages of officials show about the stages after the draft, made of the messages of their socket."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from drafts.presenters.decks.panel_building import PanelBuilding, PanelCommander
from drafts.presenters.fights.panel_fights import PanelFight, PanelRound, panel_fight, panel_round
from drafts.presenters.fights.panel_standings import PanelGroup, panel_place
from drafts.presenters.fights.standings import tie_sentences
from drafts.presenters.sharing.panel_shares import PanelShare, panel_share
from drafts.rules.games.base import Game


@dataclass(frozen=True, slots=True)
class PanelNight:
    """The state of the stages after the draft for the panel; empty before them.

    `cut_short` (`protocol.messages.fights.FoughtPart`) says how far the fights came where they ended before their last
    round.
    `lacks_avatars` are the names of those who have an avatar to choose, and have chosen none. `commanders` are those
    that are named now. `sharing_can_go_back`: the beginning of the sharing can still be taken back.
    """

    round: PanelRound | None
    fights: Sequence[PanelFight]
    groups: Sequence[PanelGroup]
    shares: Sequence[PanelShare]
    cut_short: Mapping[str, Any] | None
    building: PanelBuilding | None = None
    lacks_avatars: Sequence[str] = ()
    commanders: Sequence[PanelCommander] = ()
    sharing_can_go_back: bool = False

    @property
    def with_commander(self) -> int:
        """How many have named a commander."""
        return sum(bool(one.commander) for one in self.commanders)

    @property
    def disputes(self) -> list[PanelFight]:
        """The fights whose sides do not agree."""
        return [fight for fight in self.fights if fight.state == "disputed"]

    @property
    def stalled(self) -> list[PanelFight]:
        """The fights whose battles have paused themselves."""
        return [fight for fight in self.fights if fight.is_stalled]

    @property
    def dropped(self) -> frozenset[int]:
        """The fighters who have dropped out of the fights."""
        fighters = (one for group in self.groups for place in group.places for one in place.fighters)
        return frozenset(one.fighter for one in fighters if one.dropped)

    @property
    def for_guests(self) -> list[PanelFight]:
        """The fights whose result waits for one without a phone."""
        return [fight for fight in self.fights if fight.waits_for_guest]

    @property
    def goes(self) -> bool:
        """Whether there is a round, a turn of the sharing, or the time to build, that can be paused."""
        return any(not led.paused for led in self._led)

    @property
    def stands(self) -> bool:
        """Whether there is a round, a turn of the sharing, or the time to build, that can go on."""
        return any(led.paused for led in self._led)

    @property
    def is_timed(self) -> bool:
        """Whether there is a clock that can be given more time."""
        return any(led.is_timed for led in self._led)

    @property
    def is_led(self) -> bool:
        """Whether the bar acts on all at once: on the round, on the turns at all tables, or on the time to build."""
        return bool(self._led) or bool(self.shares)

    @property
    def is_shared(self) -> bool:
        """Whether no card is left at any table that shares its cards."""
        return all(share.is_over for share in self.shares)

    @property
    def _led(self) -> list[PanelRound | PanelShare | PanelBuilding]:
        built = [self.building] if self.building and self.building.is_going and self.building.is_timed else []
        return [*built, *([self.round] if self.round else []), *(share for share in self.shares if share.is_going)]

    @property
    def is_one_group(self) -> bool:
        """Whether everybody can meet everybody, so that no table needs to be named."""
        return len(self.groups) == 1

    @property
    def has_champions(self) -> bool:
        """Whether a result counts yet."""
        return any(group.champions for group in self.groups)


def night_of(
    part: Mapping[str, Any],
    now: datetime,
    game: Game,
    building: PanelBuilding | None = None,
    *,
    lacks_avatars: Sequence[str] = (),
    commanders: Sequence[PanelCommander] = (),
    sharing_can_go_back: bool = False,
) -> PanelNight:
    """Return what the panel shows of a part of the organizer's `state` (`protocol.messages.states.NightPart`), as JSON.

    `building` is what it shows of the decks that are built, `lacks_avatars` whose avatars are missing, `commanders`
    what it shows of the commanders that are named. `sharing_can_go_back` as in `PanelNight`.
    """
    round_, fought = part.get("round"), part.get("fought")
    pairings, counters = ([], []) if round_ is None else (part["pairings"], round_["counters"])
    fights = [panel_fight(each, counters) for each in pairings]
    places = sorted(part.get("standings", []), key=lambda place: place["table"])
    groups = groupby(places, key=lambda place: place["table"])
    ties = tie_sentences(game)
    return PanelNight(
        None if round_ is None else panel_round(round_, fights, now),
        sorted(fights, key=lambda fight: fight.state != "disputed"),
        [PanelGroup(number, [panel_place(place, ties) for place in group]) for number, group in groups],
        [panel_share(share) for share in part.get("shares", [])],
        fought if fought and not fought["over"] else None,
        building,
        lacks_avatars,
        commanders,
        sharing_can_go_back,
    )
