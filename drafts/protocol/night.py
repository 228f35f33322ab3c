"""The parts of `state` messages about the stages after a draft, as each viewer sees them (R17, R19)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from drafts.protocol.fights import FightStates
from drafts.protocol.messages import FullSharePart, NightPart, SharePart
from drafts.protocol.sharing import ShareStates
from drafts.rules.ids import FighterId
from drafts.rules.night.stages import Stage
from drafts.store.fights import LiveFights
from drafts.store.shares import LiveShares


class NightStates:
    """The parts of one version of a night's stages, for as many viewers as ask. What several see is made once.

    `shares` has the sharing at each table, by its number.
    """

    def __init__(self, fights: LiveFights | None, shares: Mapping[int, LiveShares]) -> None:
        self.fights = fights
        self._fights = None if fights is None else FightStates(fights)
        self._shares = {number: ShareStates(live) for number, live in shares.items()}

    def called(self, names: Mapping[FighterId, str]) -> "NightStates":
        """Return the same with other names for all fighters."""
        fights = None if self.fights is None else replace(self.fights, names=names)
        return NightStates(fights, {number: replace(of.live, names=names) for number, of in self._shares.items()})

    def says(self, fights: LiveFights | None, shares: Mapping[int, LiveShares]) -> bool:
        """Whether this is made of just these values."""
        known = {number: of.live for number, of in self._shares.items()}
        return self.fights is fights and all(known.get(number) is live for number, live in shares.items())

    @property
    def seq(self) -> int:
        """The sum that all stages add to the `seq` of an official."""
        return self._fought + sum(of.live.seq_for(None) for of in self._shares.values())

    def seq_at(self, table: int, fighter: FighterId | None) -> int:
        """Return what the stages add to a fighter's `seq` at the table of this number; None is one who only watches."""
        return self._fought + (self._shares[table].live.seq_for(fighter) if table in self._shares else 0)

    @property
    def _fought(self) -> int:
        return self.fights.version if self.fights else 0

    def for_fighter(self, fighter: FighterId, table: int, phase: str, *, log_has_opened: bool) -> NightPart:
        """Return what a fighter sees: their own fight, the standings of those whom they can meet, and their share.

        Before the sharing begins their share says what they can wish for, once the log has opened: all cards of the
        table.
        """
        part: NightPart = self._fights.for_fighter(fighter, phase) if self._fights else {}
        of = self._shares.get(table)
        may_wish = phase == Stage.FIGHTING.value and log_has_opened
        if of and (of.has_begun or may_wish) and fighter in of.live.shares.sharing.order:
            part["share"] = of.for_fighter(fighter)
        return part

    def for_spectator(self, table: int, phase: str, *, log_is_open: bool) -> NightPart:
        """Return what the TV of a table shows: its fights, or all where tables do not matter, and its sharing.

        Cards are on it only where the log is open to everybody.
        """
        part: NightPart = self._fights.at(table, phase) if self._fights else {}
        of = self._shares.get(table)
        if of and of.has_begun:
            part["share"] = cast(FullSharePart, of.open if log_is_open else of.covered)
        return part

    def for_judge(self, phase: str) -> NightPart:
        """Return what judges see: all fights of the round, and of the sharing what stands on a big screen: no card."""
        return self._everywhere(phase, [of.covered for of in self._begun])

    def for_host(self, phase: str) -> NightPart:
        """Return what the organizer sees: all fights of the round, and the sharing at all tables."""
        return self._everywhere(phase, [of.open for of in self._begun])

    @property
    def _begun(self) -> list[ShareStates]:
        return [of for _, of in sorted(self._shares.items()) if of.has_begun]

    def _everywhere(self, phase: str, shares: list[SharePart]) -> NightPart:
        part: NightPart = self._fights.everywhere(phase) if self._fights else {}
        if shares:
            part["shares"] = shares
        return part
