"""The parts of `state` messages about battles, and all that the site knows of this activity (V1-V54).

The views of the rules leave out all that is hidden in a position (V9); here only players and times are added.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from drafts.protocol.activity import Activity, Watcher
from drafts.protocol.messages.battles import AskPart, BattlePart, OwnBattlePart, PairingBattlePart
from drafts.protocol.messages.fights import PairingPart
from drafts.protocol.messages.states import NightPart, OwnNightPart
from drafts.protocol.parse import AnswerBack, AskBack, AtFight, Play, Request, Resign
from drafts.protocol.parts import stamp_or_none
from drafts.rules.errors import NotAllowed
from drafts.rules.games.rome.views import SeenSide, own_view, view
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import FightNumber
from drafts.rules.night.stages import Stage
from drafts.store.battles import BATTLES, LiveBattle, reach_of


class BattleStates:
    """The parts of one version of an event's battles. A part that several viewers see is made once."""

    def __init__(self, lives: Mapping[FightNumber, LiveBattle]) -> None:
        self._lives = lives
        self._parts: dict[FightNumber, BattlePart] = {}

    def seen_by(self, watcher: Watcher) -> NightPart:
        """Return the battle that a viewer sees: their own, or as a spectator the one that they look at."""
        if watcher.phase != Stage.FIGHTING.value or watcher.rights.officiates:
            return {}
        live = self._shown_to(watcher)
        return {} if live is None else {"battle": self._seen_by(watcher.fighter, live)}

    def _seen_by(self, fighter: FighterId | None, live: LiveBattle) -> BattlePart:
        """Return a battle as a viewer sees it: a fighter whom it waits for has their own deadline."""
        if live.number not in self._parts:
            self._parts[live.number] = battle_part(live)
        part, battle = self._parts[live.number], live.battle
        if fighter is not None and (seat := battle.terms.seat_of(fighter)) in battle.due:
            return {**part, "deadline": stamp_or_none(battle.deadline_of(seat))}
        return part

    def _shown_to(self, watcher: Watcher) -> LiveBattle | None:
        if watcher.fighter is not None:
            return own_battle(self._lives, watcher.fighter)
        if watcher.battle in self._lives:
            return self._lives[watcher.battle]
        at_table = [live for live in self._lives.values() if live.table in (0, watcher.table)]
        is_open = (live for live in at_table if not live.battle.is_over)
        return next(is_open, at_table[-1] if at_table else None)


def own_battle(lives: Mapping[FightNumber, LiveBattle], fighter: FighterId) -> LiveBattle | None:
    """Return the newest battle of a fighter."""
    return max(
        (live for live in lives.values() if fighter in live.battle.terms.fighters),
        key=lambda live: live.number,
        default=None,
    )


def battle_part(live: LiveBattle) -> BattlePart:
    """Return a battle as everybody sees it."""
    battle, position = live.battle, live.battle.position
    seen, options, ask = view(position), position.options, battle.ask
    fighters = battle.terms.fighters
    asked: AskPart | None = None
    if ask is not None:
        agreed = [fighters[seat] for seat in sorted(ask.agreed)]
        asked = {"ask": ask.number, "by": fighters[ask.by], "to": ask.to, "agreed": agreed}
    part: dict[str, Any] = {
        "fight": live.number,
        **seen,
        "due": battle.due,
        "deadline": stamp_or_none(battle.deadline),
        "seconds": battle.clock.seconds,
        "paused": battle.clock.stands,
        "players": options.players,
        "rear": options.rear,
        "commands": options.commands,
        "end": "last" if options.end_last else "first",
        "turns": options.turns,
        "sides": [_side(live, side) for side in seen["sides"]],
        "last": None if battle.last is None else battle.last._asdict(),
        "places": battle.places,
        "ask": asked,
    }
    return cast(BattlePart, part)


def _side(live: LiveBattle, side: SeenSide) -> Mapping[str, Any]:
    """Return a line with the name of its fighter."""
    terms = live.battle.terms
    fighter = terms.fighters[side["seat"]]
    return {**side, "fighter": fighter, "name": live.names[fighter], "bot": fighter in terms.bots}


def own_part(live: LiveBattle, fighter: FighterId) -> OwnNightPart:
    """Return what a fighter alone sees of their battle."""
    if fighter not in live.battle.terms.fighters:
        return {}
    own = own_view(live.battle.position, live.battle.terms.seat_of(fighter))
    return {"battle": cast(OwnBattlePart, own)}


def pairing_part(live: LiveBattle) -> PairingBattlePart:
    """Return how far a battle is, for those who look at all of them."""
    battle, fighters = live.battle, live.battle.terms.fighters
    part: PairingBattlePart = {
        "phase": battle.position.phase.value,
        "turn": battle.position.turn,
        "kills": [side.kills for side in battle.position.sides],
        "waits_for": [fighters[seat] for seat in battle.due],
        "returns": battle.returns,
    }
    if battle.clock.stands:
        part = {**part, "paused": True}
    return {**part, "unattended": True} if battle.clock.stands and battle.unattended else part


def _amended(lives: Mapping[FightNumber, LiveBattle]) -> Callable[[NightPart], NightPart]:
    def amend(part: NightPart) -> NightPart:
        if "pairings" not in part:
            return part
        pairings = [
            {**pairing, "battle": pairing_part(lives[pairing["fight"]])} if pairing["fight"] in lives else pairing
            for pairing in part["pairings"]
        ]
        return {**part, "pairings": cast(Sequence[PairingPart], pairings)}

    return amend


def _number_of(message: Request) -> int | None:
    return message.fight if isinstance(message, AtFight) else None


BATTLE = Activity(
    kind=BATTLES,
    private=("play",),  # a plan is hidden until all are in; the log has the moves after the fights
    messages=dict.fromkeys((Play, AskBack, AnswerBack, Resign), (Stage.FIGHTING,)),
    view=lambda lives: BattleStates(lives).seen_by,
    reach=reach_of,
    own=own_part,
    table=lambda live: live.table,
    number_of=_number_of,
    amend=_amended,
    otherwise=NotAllowed,
    told=lambda live: (live.battle.is_over, live.battle.clock.stands),
)
