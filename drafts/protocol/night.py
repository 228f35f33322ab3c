"""What `state` messages say of the stages that follow a draft: the fights, as each viewer sees them (R17)."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from typing import Literal, cast

from drafts.languages import translated
from drafts.protocol.messages import (
    ClosedSwapPart,
    CounterPart,
    FightPart,
    FoughtPart,
    FullSharePart,
    NightPart,
    OwnSharePart,
    PairingPart,
    PastFightPart,
    PersonPart,
    ResultPart,
    RoundPart,
    SharedPart,
    SharePart,
    SidePart,
    StandingPart,
    SwapPart,
    TiePart,
)
from drafts.protocol.parts import card_part, cards_part, stamp, written
from drafts.rules.draft.history import Official
from drafts.rules.fights.fight import Fight, Result
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import FightNumber
from drafts.rules.night.fighting import Fighting
from drafts.rules.night.rounds import Group
from drafts.rules.night.share_moves import SwapNumber
from drafts.rules.night.sharing import Share
from drafts.rules.night.stages import Stage
from drafts.rules.night.swaps import Swap
from drafts.store.fights import LiveFights
from drafts.store.shares import LiveShares

Placed = tuple[FightNumber, Group, int, Fight]
"""A fight with its number, its group and its table."""


class NightStates:
    """The parts of one version of a night's stages, for as many viewers as ask. What several see is made once.

    `shares` has the sharing at each table, by its number.
    """

    def __init__(self, fights: LiveFights | None, shares: Mapping[int, LiveShares]) -> None:
        self.fights = fights
        self._shares = shares
        self._standings: dict[int, Sequence[StandingPart]] = {}
        self._share: dict[int, SharePart] = {}
        self._round: RoundPart | None = None

    def called(self, names: Mapping[FighterId, str]) -> "NightStates":
        """Return the same with other names for all fighters."""
        fights = None if self.fights is None else replace(self.fights, names=names)
        return NightStates(fights, {number: replace(live, names=names) for number, live in self._shares.items()})

    def says(self, fights: LiveFights | None, shares: Mapping[int, LiveShares]) -> bool:
        """Whether this is made of just these values."""
        return self.fights is fights and all(self._shares.get(number) is live for number, live in shares.items())

    @property
    def seq(self) -> int:
        """What all stages add to the `seq` of an organizer."""
        return self._fought + sum(live.version for live in self._shares.values())

    def seq_at(self, table: int) -> int:
        """Return what the stages add to the `seq` of the table of this number."""
        return self._fought + (self._shares[table].version if table in self._shares else 0)

    @property
    def _fought(self) -> int:
        return self.fights.version if self.fights else 0

    def for_fighter(self, fighter: FighterId, table: int, phase: str) -> NightPart:
        """Return what a fighter sees: their own fight, the standings of those whom they can meet, and their share."""
        part = self._of_fighter(fighter, phase)
        live = self._shares.get(table)
        is_shown = live is not None and (live.shares.begun or phase == Stage.FIGHTING.value)
        if live is not None and is_shown and fighter in live.shares.sharing.order:
            part["share"] = cast(FullSharePart, {**self._share_at(table), **own_share_part(live, fighter)})
        return part

    def _of_fighter(self, fighter: FighterId, phase: str) -> NightPart:
        if self.fights is None:
            return {}
        group = self.fights.fighting.group_of(fighter)
        groups = [] if group is None else [group]
        is_fighting = phase == Stage.FIGHTING.value
        part = self._standing(groups, phase)
        part["past"] = self._past(fighter, self.fights.fighting.round - is_fighting)
        if is_fighting:
            own = next((placed for placed in self._placed if fighter in placed[3].fighters), None)
            part |= {"round": self._round_part, "fight": None if own is None else self._fight(own)}
        return part

    def for_spectator(self, table: int, phase: str, *, log_is_open: bool) -> NightPart:
        """Return what the TV of a table shows: its fights, or all where tables do not matter, and its sharing.

        Cards are on it only where the log is open to everybody.
        """
        part: NightPart = {}
        if self.fights is not None:
            groups = [group for group in self.fights.fighting.groups if group.number in (0, table)]
            part |= self._of_groups(groups, phase)
        if table in self._shares and self._shares[table].shares.begun:
            share = self._share_at(table)
            part["share"] = cast(FullSharePart, share if log_is_open else _without_cards(share))
        return part

    def for_judge(self, phase: str) -> NightPart:
        """Return what judges see: all fights of the round, and of the sharing what stands on a big screen: no card."""
        part = self._of_all(phase)
        if shares := self._begun:
            part["shares"] = [_without_cards(share) for share in shares]
        return part

    def for_host(self, phase: str) -> NightPart:
        """Return what the organizer sees: all fights of the round, and the sharing at all tables."""
        part = self._of_all(phase)
        if shares := self._begun:
            part["shares"] = shares
        return part

    def _of_all(self, phase: str) -> NightPart:
        return {} if self.fights is None else self._of_groups(self.fights.fighting.groups, phase)

    @property
    def _begun(self) -> list[SharePart]:
        return [self._share_at(table) for table in sorted(self._shares) if self._shares[table].shares.begun]

    def _share_at(self, table: int) -> SharePart:
        if table not in self._share:
            self._share[table] = share_part(self._shares[table])
        return self._share[table]

    def _of_groups(self, groups: Sequence[Group], phase: str) -> NightPart:
        part = self._standing(groups, phase)
        if phase == Stage.FIGHTING.value:
            pairings = [self._pairing(placed) for placed in self._placed if placed[1] in groups]
            part |= {"round": self._round_part, "fight": None, "pairings": pairings}
        return part

    def _standing(self, groups: Sequence[Group], phase: str) -> NightPart:
        part: NightPart = {"standings": self._standings_of(groups)}
        if groups and phase != Stage.FIGHTING.value:
            part["fought"] = fought_part(cast(LiveFights, self.fights).fighting, groups)
        return part

    @cached_property
    def _placed(self) -> list[Placed]:
        """The fights of the round; where they go across tables each has a table of its own, in their order."""
        live = cast(LiveFights, self.fights)
        found: list[Placed] = []
        for number, group, round_, fight in live.fighting.fights():
            if round_ == live.fighting.round:
                found.append((number, group, group.number or len(found) + 1, fight))
        return found

    @cached_property
    def _fought_by(self) -> Mapping[FighterId, Sequence[tuple[int, FightNumber, Fight]]]:
        """The fights of each fighter with their rounds and numbers, in order, byes left out."""
        found: Mapping[FighterId, list[tuple[int, FightNumber, Fight]]] = defaultdict(list)
        for number, _, round_, fight in cast(LiveFights, self.fights).fighting.fights():
            for fighter in fight.fighters if len(fight.fighters) > 1 else ():
                found[fighter].append((round_, number, fight))
        return found

    @property
    def _round_part(self) -> RoundPart:
        if self._round is None:
            self._round = written(self._make_round())
        return self._round

    def _make_round(self) -> RoundPart:
        fighting = cast(LiveFights, self.fights).fighting
        clock, terms = fighting.clock, fighting.groups[0].terms
        counters: list[CounterPart] = [
            {
                "counter": rule.name,
                "label": translated(rule.label),
                "start": rule.start,
                "least": rule.least,
                "most": rule.most,
                "loses_at": rule.loses_at,
            }
            for rule in terms.form.counters
        ]
        return {
            "number": fighting.round,
            "of": fighting.round_count,
            "deadline": _stamp(clock.deadline),
            "paused": clock.stands,
            "paused_by": _official(fighting.paused_by),
            "left": None if clock.left is None else round(clock.left, 1),
            "seconds": clock.seconds,
            "counters": counters,
            "last": not fighting.may_go_on,
            "time_up": terms.time_up.value,
        }

    def _past(self, fighter: FighterId, newest: int) -> PastFightPart | None:
        """Return the last fight of a fighter in a round up to this one."""
        fought = [each for each in self._fought_by[fighter] if each[0] <= newest]
        if not fought:
            return None
        round_, number, fight = fought[-1]
        return {
            "round": round_,
            "fight": number,
            "best_of": fight.best_of,
            "result": None if fight.result is None else result_part(fight.result),
            "sides": [self._side(fight, side) for side in fight.fighters],
        }

    def _fight(self, placed: Placed) -> FightPart:
        fight = placed[3]
        last = fight.changes[-1] if fight.changes else None
        return {
            **self._pairing(placed),
            "last_count": None if last is None else {"fighter": last.fighter, "counter": last.counter, "by": last.by},
        }

    def _pairing(self, placed: Placed) -> PairingPart:
        number, _, table, fight = placed
        return {
            "fight": number,
            "table": table,
            "first": fight.first,
            "best_of": fight.best_of,
            "must_be_won": fight.must_be_won,
            "games": [game.winner for game in fight.games],
            "chooses": fight.chooses,
            "result": None if fight.result is None else result_part(fight.result),
            "sides": [self._side(fight, fighter) for fighter in fight.fighters],
            "can_undo": not fight.is_over and bool(fight.counted),
            "counted": fight.counted,
        }

    def _side(self, fight: Fight, fighter: FighterId) -> SidePart:
        live = cast(LiveFights, self.fights)
        return {
            "fighter": fighter,
            "name": live.names[fighter],
            "guest": fighter in live.guests,
            "counters": dict(fight.counters(fighter)),
            "lost": fight.lost(fighter),
        }

    def _standings_of(self, groups: Sequence[Group]) -> Sequence[StandingPart]:
        live = cast(LiveFights, self.fights)
        for group in groups:
            if group.number not in self._standings:
                self._standings[group.number] = standings_part(live, [group])
        return [part for group in groups for part in self._standings[group.number]]


def fought_part(fighting: Fighting, groups: Sequence[Group]) -> FoughtPart:
    """Return how far these groups came in the fights of a night."""
    of = max(group.round_count for group in groups)
    return {
        "rounds": min(fighting.round, of),
        "of": of,
        "over": not any(group.may_go_on for group in groups),
        "groups": len(fighting.groups),
    }


def standings_part(live: LiveFights, groups: Iterable[Group]) -> list[StandingPart]:
    """Return the places of everybody in these groups, each with what separates those of equal points."""
    return [
        {
            "rank": place.rank,
            "fighter": place.fighter,
            "name": live.names[place.fighter],
            "points": place.points,
            "won": place.won,
            "drawn": place.drawn,
            "lost": place.lost,
            "ties": [TiePart(by=tie.by.value, value=_number(tie.value)) for tie in place.ties],
            "table": group.number,
            "dropped": place.fighter in group.dropped,
        }
        for group in groups
        for place in group.standings()
    ]


def result_part(result: Result) -> ResultPart:
    """Return what came of a fight, so far as it was said. `by`: whose word made it final, null while nobody's."""
    return {
        "winner": result.winner,
        "score": list(result.score),
        "entered_by": result.entered_by,
        "confirmed": result.by is not None,
        "disputed": result.disputed,
        "by": None if result.by is None else result.by.value,
        "claim": None if result.claim is None else {"winner": result.claim[0], "score": list(result.claim[1])},
    }


def share_part(live: LiveShares) -> SharePart:
    """Return how the sharing at a table stands, as everybody there sees it (R19)."""
    shares, sharing = live.shares, live.shares.sharing
    counts = Counter(share.fighter for share in sharing.taken)
    lot = sharing.lot if shares.begun else None
    people: list[PersonPart] = [
        {"fighter": fighter, "name": live.names[fighter], "cards": counts[fighter]} for fighter in sharing.order
    ]
    return {
        "table": live.number,
        "policy": live.policy.value,
        "begun": shares.begun,
        "over": shares.is_over,
        "order": sharing.order,
        "people": people,
        "turn": shares.turn,
        "next": sharing.turns if lot else (),
        "deadline": _stamp(shares.clock.deadline),
        "paused": shares.clock.stands and not shares.is_over,
        "paused_by": _official(shares.paused_by),
        "seconds": shares.clock.seconds,
        "seconds_left": None if shares.clock.left is None else round(shares.clock.left, 1),
        "rarity": None if lot is None else lot.rarity,
        "pool": cards_part(live.cards[card] for card in (sharing.pool if lot else ())),
        "left": len(sharing.pool) if lot else 0,
        "taken": [
            {"card": card_part(live.cards[share.card]), "by": share.fighter}
            for share in (sharing.taken_of_lot if lot else ())
        ],
        "last": _shared(live, sharing.taken[-1]) if sharing.taken else None,
    }


def own_share_part(live: LiveShares, fighter: FighterId) -> OwnSharePart:
    """Return what nobody but a fighter sees of a sharing: their cards, their wishes, offers of theirs or to them."""
    shares = live.shares
    owners, hand_over = shares.owners(), shares.to_hand_over()
    closed = shares.swaps.closed_to(fighter, owners)
    return {
        "yours": cards_part(live.cards[card] for card, owner in owners.items() if owner == fighter),
        "wishes": shares.wishes.get(fighter, ()),
        "swaps": [_swap(live, *offered) for offered in shares.open_swaps(fighter).items()],
        "closed": [
            ClosedSwapPart(**_swap(live, number, swap), by=shares.swaps.closed[number])
            for number, swap in closed.items()
        ],
        "to_give": sum(giver == fighter for _, giver, _ in hand_over),
        "to_get": sum(taker == fighter for _, _, taker in hand_over),
    }


def _swap(live: LiveShares, number: SwapNumber, swap: Swap) -> SwapPart:
    return {
        "swap": number,
        "fighter": swap.fighter,
        "other": swap.other,
        "give": card_part(live.cards[swap.give]),
        "want": card_part(live.cards[swap.want]),
    }


def _official(by: Official | None) -> Literal["organizer", "judge"] | None:
    if by is None:
        return None
    return "judge" if by is Official.JUDGE else "organizer"


def _without_cards(share: SharePart) -> SharePart:
    return {**share, "pool": [], "taken": [], "last": None}


def _shared(live: LiveShares, share: Share) -> SharedPart:
    return {"fighter": share.fighter, "card": card_part(live.cards[share.card]), "by_wish": share.by_wish}


def _number(value: object) -> float:
    return value if isinstance(value, int) else round(float(cast(float, value)), 4)


def _stamp(moment: datetime | None) -> str | None:
    return None if moment is None else stamp(moment)
