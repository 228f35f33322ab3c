"""The parts of `state` messages about the fights: the round, its pairings and results, and the standings (R17)."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Literal, cast

from drafts.languages import translated
from drafts.numbers import rounded, tenths_left
from drafts.presenters.fights.standings import tie_value
from drafts.protocol.activity import Activity, Watcher
from drafts.protocol.avatars import avatar_part, own_avatar, seats_of
from drafts.protocol.building import list_part
from drafts.protocol.messages.building import MatchDeckPart
from drafts.protocol.messages.draft import CardPart
from drafts.protocol.messages.events import SeatNightPart
from drafts.protocol.messages.fights import (
    ChampionPart,
    CorrectedPart,
    CorrectionPart,
    CounterPart,
    CountPart,
    DiePart,
    FightPart,
    FoughtPart,
    PairingPart,
    PastFightPart,
    ResultPart,
    RoundPart,
    SideFighterPart,
    SidePart,
    StandingFighterPart,
    StandingPart,
    TiePart,
)
from drafts.protocol.messages.states import NightPart, OwnNightPart
from drafts.protocol.parse import (
    ChangeDeck,
    ChooseFightAvatar,
    ConfirmResult,
    Count,
    DisputeResult,
    EndGame,
    EnterResult,
    GoFirst,
    GoOut,
    LeavePlane,
    PassTurn,
    RollDie,
    RolledDice,
    Spare,
    UndoCount,
)
from drafts.protocol.parts import official, stamp, stamp_or_none, written
from drafts.protocol.planes import plane_part, turn_part
from drafts.rules.avatars import AvatarEvery
from drafts.rules.errors import NotDrafting
from drafts.rules.fights import acts
from drafts.rules.fights.acts import CounterChange, GameAct
from drafts.rules.fights.beginning import chooses, first_said, goes_first, start_of
from drafts.rules.fights.decks import deck_of, deck_version, may_change_decks
from drafts.rules.fights.fight import Correction, DecidedBy, Fight, Result, scores_of
from drafts.rules.fights.fight_avatars import fixed_avatar
from drafts.rules.fights.forms import CounterRule
from drafts.rules.fights.games import may_undo
from drafts.rules.fights.outs import gone_from, is_out
from drafts.rules.fights.ring import in_reach, role_of
from drafts.rules.fights.sides import Side
from drafts.rules.fights.turns import course_of
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import FightNumber
from drafts.rules.night.fighting import Fighting, may_drop_out
from drafts.rules.night.rounds import Group
from drafts.rules.night.stages import Stage
from drafts.rules.night.standings import Standing, Tie
from drafts.store.fights import FIGHTS, LiveFights, reach_of
from drafts.store.match_decks import MatchDeck

Placed = tuple[FightNumber, Group, int, Fight]
"""A fight with its number, its group and its table."""


class FightStates:
    """The message parts of one version of the fights for all viewers. A part that several viewers see is made once."""

    def __init__(self, live: LiveFights) -> None:
        self.live = live
        self._standings: dict[int, Sequence[StandingPart]] = {}

    def seen_by(self, watcher: Watcher) -> NightPart:
        """Return what a viewer sees: a big screen the fights of its table, or all where tables do not matter."""
        if watcher.rights.officiates:
            return self._of(self.live.fighting.groups, watcher.phase)
        if watcher.fighter is not None:
            return self.for_fighter(watcher.fighter, watcher.phase)
        groups = [group for group in self.live.fighting.groups if group.number in (0, watcher.table)]
        return self._of(groups, watcher.phase)

    def for_fighter(self, fighter: FighterId, phase: str) -> NightPart:
        """Return what a fighter sees: their own fight, the one before, the standings of those whom they can meet."""
        group = self._groups.get(fighter)
        is_fighting = phase == Stage.FIGHTING.value
        part = self._standing([] if group is None else [group], phase)
        part["past"] = self._past(fighter, self.live.fighting.round - is_fighting)
        if corrected := self._corrected(fighter):
            part["corrected"] = corrected
        if is_fighting:
            own = self._own.get(fighter)
            part |= {"round": self._round, "fight": None if own is None else self._fight(own)}
            if may_drop_out(self.live.fighting, fighter):
                part["may_drop_out"] = True
        return part

    def _of(self, groups: Sequence[Group], phase: str) -> NightPart:
        part = self._standing(groups, phase)
        if phase == Stage.FIGHTING.value:
            pairings = [self._pairing(placed) for placed in self._placed if placed[1] in groups]
            part |= {"round": self._round, "fight": None, "pairings": pairings}
        return part

    def _standing(self, groups: Sequence[Group], phase: str) -> NightPart:
        part: NightPart = {"standings": [place for group in groups for place in self._standings_of(group)]}
        if groups and phase != Stage.FIGHTING.value:
            part["fought"] = fought_part(self.live.fighting, groups)
        if champions := champions_part(self.live.fighting, groups):
            part["champions"] = champions
        return part

    def _standings_of(self, group: Group) -> Sequence[StandingPart]:
        if group.number not in self._standings:
            self._standings[group.number] = standings_part(self.live, [group])
        return self._standings[group.number]

    @cached_property
    def _placed(self) -> list[Placed]:
        """The fights of the round; where they go across tables each has a table of its own, in their order."""
        fighting = self.live.fighting
        found: list[Placed] = []
        for number, group, round_, fight in fighting.fights():
            if round_ == fighting.round:
                found.append((number, group, group.number or len(found) + 1, fight))
        return found

    @cached_property
    def _own(self) -> Mapping[FighterId, Placed]:
        """The fight of each fighter in this round."""
        return {fighter: placed for placed in self._placed for fighter in placed[3].fighters}

    @cached_property
    def _groups(self) -> Mapping[FighterId, Group]:
        """The group of each fighter."""
        return {fighter: group for group in self.live.fighting.groups for fighter in group.fighters}

    @cached_property
    def _fought_by(self) -> Mapping[FighterId, Sequence[tuple[int, FightNumber, Fight]]]:
        """The fights of each fighter with their rounds and numbers, in order, byes left out."""
        found: Mapping[FighterId, list[tuple[int, FightNumber, Fight]]] = defaultdict(list)
        for number, _, round_, fight in self.live.fighting.fights():
            for fighter in () if fight.is_bye else fight.fighters:
                found[fighter].append((round_, number, fight))
        return found

    @cached_property
    def _round(self) -> RoundPart:
        fighting = self.live.fighting
        clock, terms = fighting.clock, fighting.groups[0].terms
        made: RoundPart = {
            "number": fighting.round,
            "of": fighting.round_count,
            "deadline": stamp_or_none(clock.deadline),
            "paused": clock.stands,
            "paused_by": official(fighting.paused_by),
            "left": tenths_left(clock.left),
            "seconds": clock.seconds,
            "counters": [counter_part(rule) for rule in terms.form.counters],
            "last": not fighting.may_go_on,
            "time_up": terms.time_up.value,
        }
        return written(made)

    def _past(self, fighter: FighterId, newest: int) -> PastFightPart | None:
        """Return the last fight of a fighter in a round up to this one."""
        fought = [each for each in self._fought_by[fighter] if each[0] <= newest]
        if not fought:
            return None
        return self._past_fight(*fought[-1])

    def _past_fight(self, round_: int, number: FightNumber, fight: Fight) -> PastFightPart:
        return {
            "round": round_,
            "fight": number,
            "form": fight.form.slug,
            "dice": dice_part(fight),
            "best_of": fight.best_of,
            "result": None if fight.result is None else result_part(fight.result),
            "sides": [self._side(fight, side) for side in fight.sides],
        }

    def _corrected(self, fighter: FighterId) -> list[CorrectedPart]:
        """Return the fights of a fighter whose final results were corrected."""
        return [
            {**self._past_fight(*each), "corrections": [_correction(one) for one in each[2].corrections]}
            for each in self._fought_by[fighter]
            if each[2].corrections
        ]

    def _fight(self, placed: Placed) -> FightPart:
        fight = placed[3]
        last = fight.acts[-1] if fight.acts else None
        count: CountPart | None = None
        if isinstance(last, CounterChange):
            count = {"fighter": last.fighter, "counter": last.counter, "by": last.by}
            if last.source is not None:
                count["from"] = last.source
        part = cast(FightPart, {**self._pairing(placed), "last_count": count})
        if not fight.is_over and not fight.form.played:
            part["scores"] = scores_of(fight.best_of, sides=len(fight.sides), may_draw=not fight.must_be_won)
        return part

    def _pairing(self, placed: Placed) -> PairingPart:
        number, _, table, fight = placed
        part: PairingPart = {
            "fight": number,
            "form": fight.form.slug,
            "dice": dice_part(fight),
            "table": table,
            "first": goes_first(fight),
            "best_of": fight.best_of,
            "must_be_won": fight.must_be_won,
            "games": [game.winner for game in fight.games],
            "chooses": chooses(fight),
            "result": None if fight.result is None else result_part(fight.result),
            "sides": [self._side(fight, side) for side in fight.sides],
            "can_undo": may_undo(fight),
            "counted": fight.counted,
            "undoes": _undoes(fight),
        }
        if fight.form.hand is None:
            return part
        course, start = course_of(fight), start_of(fight)
        if start is not None:
            part["start"] = start.value
        return {
            **part,
            "first_said": first_said(fight) is not None,
            "first_draws": len(fight.sides) > 2,
            "turn": None if course is None else turn_part(course.turn),
            "plane": None if course is None or course.plane is None else plane_part(course.plane),
        }

    def _side(self, fight: Fight, side: Side) -> SidePart:
        names, guests = self.live.names, self.live.guests
        part: SidePart = {
            "fighter": side.fighter,
            "name": side.name(names),
            "guest": guests.issuperset(side.fighters),
            "counters": dict(fight.counts.of_side(side)),
            "lost": fight.counts.lost_by(side),
            "fighters": [self._fighter(fight, fighter) for fighter in side.fighters],
        }
        if fight.form.hand is not None:
            part["out"] = is_out(fight, side)
        if len(fight.sides) > 2 and side.fighter in fight.dropped:
            part["dropped"] = True
        return part

    def _fighter(self, fight: Fight, fighter: FighterId) -> SideFighterPart:
        part: SideFighterPart = {
            "fighter": fighter,
            "name": self.live.names[fighter],
            "guest": fighter in self.live.guests,
            "counters": dict(fight.counts.of(fighter)),
            "lost": fight.counts.lost(fighter),
        }
        hand = fight.counts.hand(fighter)
        if hand is None:
            return part
        more: dict[str, Any] = {
            "spared": next(iter(fight.counts.spared(fighter)), None),
            "out": fighter in gone_from(fight),
            "hand": hand,
            "bottom": fight.counts.bottom(fighter),
            "avatar": _avatar(fight, fighter),
            "role": role_of(fight, fighter),
            "reach": in_reach(fight, fighter),
            "commander": self.live.commanders.get(fighter),
            "from": {str(source): value for source, value in fight.counts.taken_from(fighter).items()},
        }
        if len(fight.side_of(fighter).fighters) > 1 and self._has_dropped(fight, fighter):
            more["dropped"] = True
        return cast(SideFighterPart, {**part, **more})

    def _has_dropped(self, fight: Fight, fighter: FighterId) -> bool:
        """Whether a fighter is one of those by whose drop their side is out of the fight."""
        if fight.side_of(fighter).fighter not in fight.dropped:
            return False
        group = self.live.fighting.group_of(fighter)
        return group is not None and fighter in group.dropped


def dice_part(fight: Fight) -> list[list[DiePart]]:
    """Return the throws of dice before the first game of a fight, a die for each side (M22)."""
    return [[{"fighter": fighter, "face": face} for fighter, face in throw] for throw in fight.dice]


_KINDS: Mapping[type[GameAct], Literal["count", "out", "spare", "rolled", "first", "turn", "roll", "walk"]] = {
    CounterChange: "count",
    acts.Out: "out",
    acts.Spared: "spare",
    acts.Rolled: "rolled",
    acts.First: "first",
    acts.TurnPassed: "turn",
    acts.DieRolled: "roll",
    acts.Planeswalked: "walk",
}


def _undoes(
    fight: Fight,
) -> Literal["count", "game", "out", "spare", "rolled", "first", "turn", "roll", "walk"] | None:
    """Return the kind of the act that an undo takes back."""
    if fight.acts:
        return _KINDS[type(fight.acts[-1])]
    if not fight.games:
        return None
    return "out" if fight.games[-1].by_out else "game"


def _avatar(fight: Fight, fighter: FighterId) -> CardPart | None:
    avatar = fixed_avatar(fight, fighter)
    return None if avatar is None else avatar_part(avatar)


def own_part(live: LiveFights, fighter: FighterId) -> OwnNightPart:
    """Return what one fighter alone sees: the avatar for this round's fight (M27), and the own deck in it (M23)."""
    return {**_own_avatar(live, fighter), **_own_match(live, fighter)}


def _own_avatar(live: LiveFights, fighter: FighterId) -> OwnNightPart:
    for number, _, fight in live.fighting.of_round():
        avatars = fight.avatars
        if fighter in fight.fighters and avatars and avatars.terms.every is AvatarEvery.ROUND:
            part = own_avatar(avatars, fighter)
            return {} if part is None else {"avatar": {**part, "fight": number}}
    return {}


def seats_part(live: LiveFights) -> Mapping[FighterId, SeatNightPart]:
    """Return whether each fighter has an avatar for the fight of this round, as everybody sees it."""
    seats: dict[FighterId, SeatNightPart] = {}
    for _, _, fight in live.fighting.of_round():
        if fight.avatars is not None and fight.avatars.terms.every is AvatarEvery.ROUND:
            seats |= seats_of(fight.avatars)
    return seats


def counter_part(rule: CounterRule) -> CounterPart:
    """Return what is counted by a rule."""
    part: CounterPart = {
        "counter": rule.name,
        "label": translated(rule.label),
        "start": rule.start,
        "least": rule.least,
        "most": rule.most,
        "loses_at": rule.loses_at,
        "of": rule.of.value,
    }
    if rule.by_fives:
        part["by_fives"] = True
    if rule.takes:
        part["takes"] = rule.takes
    return {**part, "hidden": True} if rule.hidden else part


def fought_part(fighting: Fighting, groups: Sequence[Group]) -> FoughtPart:
    """Return how far these groups came in the fights of a night."""
    of = max(group.round_count for group in groups)
    return {
        "rounds": min(fighting.round, of),
        "of": of,
        "over": not any(group.may_go_on or group.is_cut_short for group in groups),
        "groups": len(fighting.groups),
    }


def champions_part(fighting: Fighting, groups: Iterable[Group]) -> list[ChampionPart]:
    """Return those who have won these groups, each once its last result is in."""
    return [
        {"fighter": side.fighter, "shows_deck": not fighting.shown.isdisjoint(side.fighters)}
        for group in groups
        for side in group.champions
    ]


def standings_part(live: LiveFights, groups: Iterable[Group]) -> list[StandingPart]:
    """Return the places of all sides in these groups, each with what separates those of equal points."""
    return [
        {
            "rank": place.rank,
            "fighter": place.fighter,
            "name": side.name(live.names),
            "points": place.points,
            "won": place.won,
            "drawn": place.drawn,
            "lost": place.lost,
            "ties": [_tie(tie) for tie in place.ties],
            "table": group.number,
            "dropped": group.is_out(side),
            "fighters": [_standing_fighter(live, group, fighter) for fighter in side.fighters],
        }
        for group in groups
        for place, side in _places(group)
    ]


def _standing_fighter(live: LiveFights, group: Group, fighter: FighterId) -> StandingFighterPart:
    part: StandingFighterPart = {
        "fighter": fighter, "name": live.names[fighter], "dropped": fighter in group.dropped,
    }  # fmt: skip
    commander = live.commanders.get(fighter)
    return {**part, "commander": commander} if commander else part


def _places(group: Group) -> list[tuple[Standing, Side]]:
    sides = group.side_by_fighter
    return [(place, sides[place.fighter]) for place in group.standings()]


def result_part(result: Result) -> ResultPart:
    """Return the result of a fight, as far as it was entered. `by`: whose decision made it final, null until then."""
    part: ResultPart = {
        "winner": result.winner,
        "score": list(result.score),
        "entered_by": result.entered_by,
        "confirmed": result.by is not None,
        "disputed": result.disputed,
        "by": None if result.by is None else result.by.value,
        "claim": None if result.claim is None else {"winner": result.claim[0], "score": list(result.claim[1])},
    }
    if result.places is not None:
        part["places"] = result.places
    return {**part, "double_loss": True} if result.double_loss else part


def _correction(correction: Correction) -> CorrectionPart:
    by: Literal["organizer", "judge"] = "judge" if correction.by is DecidedBy.JUDGE else "organizer"
    return {"at": stamp(correction.at), "by": by, "was": result_part(correction.was)}


def _tie(tie: Tie) -> TiePart:
    value = tie.value if isinstance(tie.value, int) else float(rounded(tie.value, 4))
    return {"by": tie.by.value, "value": value, "text": tie_value(tie)}


def _own_match(live: LiveFights, fighter: FighterId) -> OwnNightPart:
    own = live.decks.by_fighter.get(fighter)
    found = None if own is None else live.fighting.open_fight_of(fighter)
    if own is None or found is None:
        return {}
    number, fight = found
    return cast(OwnNightPart, {"deck": {"match": _match(number, fight, fighter, own)}})


def _match(number: FightNumber, fight: Fight, fighter: FighterId, own: MatchDeck) -> MatchDeckPart:
    deck = deck_of(fight, fighter, fight.game, own.deck)
    part: MatchDeckPart = {
        "fight": number,
        "game": fight.game,
        "version": deck_version(fight, fighter),
        "open": may_change_decks(fight),
    }
    if own.builder.lists is not None:
        return {**part, "list": list_part(deck, own.builder.lists)}
    basics = dict(deck.basics)
    return {
        **part,
        "main": deck.main,
        "side": deck.side_of(own.pool),
        "basics": {name: basics.get(name, 0) for name in own.builder.lands},
        "command": deck.command,
    }


def _told(live: LiveFights) -> object:
    """Return all of the fights except what is counted in them."""
    fighting = live.fighting
    dropped = tuple(group.dropped for group in fighting.groups)
    results = tuple(fight.result for *_, fight in fighting.fights())
    return fighting.round, fighting.clock, fighting.shown, dropped, results


FIGHTING = Activity(
    kind=FIGHTS,
    messages={
        **dict.fromkeys(
            (
                ChooseFightAvatar,
                Count,
                UndoCount,
                EndGame,
                GoOut,
                Spare,
                RolledDice,
                GoFirst,
                PassTurn,
                RollDie,
                LeavePlane,
                EnterResult,
                ConfirmResult,
                DisputeResult,
            ),
            (Stage.FIGHTING,),
        ),
        ChangeDeck: (Stage.FIGHTING, Stage.SHARING),
    },
    officials=True,
    view=lambda lives: FightStates(lives[0]).seen_by,
    private=("avatar", "side"),
    own=own_part,
    seats=seats_part,
    reach=reach_of,
    told=_told,
    refused_as={ChangeDeck: NotDrafting},
)
