"""Counters in one game of a fight: where they stand, and which of them is lost (R17, M28, M31-M37)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from drafts.rules.avatars import Avatars
from drafts.rules.fights.acts import CounterChange, GameAct, Spared
from drafts.rules.fights.forms import CountedFor, CounterRule, FightForm
from drafts.rules.fights.sides import Side, deciding, must_be_side_of
from drafts.rules.ids import FighterId

MULLIGANS = "mulligans"
"""The counter of the hands that a fighter did not keep (M28)."""


@dataclass(frozen=True, slots=True)
class GameCounts:
    """The counters of these sides after the acts of a game, oldest first. Raises KeyError for a fighter in no side.

    A side with one of the `emperors` stands as that one does, and loses with them alone (M37).
    """

    form: FightForm
    sides: tuple[Side, ...]
    avatars: Avatars | None
    acts: tuple[GameAct, ...]
    emperors: frozenset[FighterId] = frozenset()

    def start(self, fighter: FighterId, rule: CounterRule) -> int:
        """Return where a counter of a fighter stands as a game begins: avatars' modifiers are added (M28)."""
        if self.avatars is None:
            return rule.start
        team = self._team(fighter) if rule.name in self.form.shared else (fighter,)
        avatars = (avatar for one in team if (avatar := self.avatars.of(one)) is not None)
        return rule.start + sum(dict(avatar.starts).get(rule.name, 0) for avatar in avatars)

    def hand(self, fighter: FighterId) -> int | None:
        """Return how many cards a fighter draws to begin with and holds at most (M25), None where no form says it.

        An avatar's modifier is added (M28).
        """
        avatar = self.avatars.of(fighter) if self.avatars else None
        return self.form.hand if self.form.hand is None or avatar is None else self.form.hand + avatar.hand

    def of(self, fighter: FighterId) -> Mapping[str, int]:
        """Return where a fighter's counters, and those of their team, stand, without those of pairs (`taken_from`)."""
        standing = {rule.name: self.start(fighter, rule) for rule in self.form.own}
        team, shared = self._team(fighter), self.form.shared
        for act in self.acts:
            for change in self._changes(act):
                if change.source is None and _concerns(change, fighter, team, shared):
                    standing[change.counter] += change.by
        return standing

    def standing(self, fighter: FighterId, counter: str, source: FighterId | None = None) -> int:
        """Return where a counter of a fighter, or of a fighter and a source, stands.

        Raises KeyError for what the form does not count, for those who are in no side, for a source of a counter that
        is of no pair, and for none, or the fighter, of one that is.
        """
        rule = self.form.rule(counter)
        if (rule.of is CountedFor.PAIR) != (source is not None) or source == fighter:
            raise KeyError(counter)
        if source is None:
            return self.of(fighter)[counter]
        must_be_side_of(self.sides, fighter)
        must_be_side_of(self.sides, source)
        return self.taken_from(fighter).get(source, rule.start)

    def taken_from(self, fighter: FighterId) -> Mapping[FighterId, int]:
        """Return where the counter of a pair stands for a fighter and each other one; without those at its start."""
        found: dict[FighterId, int] = {}
        rule = self.form.paired
        for act in self.acts:
            if rule and isinstance(act, CounterChange) and act.source is not None and act.fighter == fighter:
                found[act.source] = found.get(act.source, rule.start) + act.by
        return {source: value for source, value in found.items() if rule and value != rule.start}

    def _changes(self, act: GameAct) -> Iterator[CounterChange]:
        """Yield what an act changes: of a pair's counter that, and what it takes from one of the fighter's own."""
        if not isinstance(act, CounterChange):
            return
        yield act
        if act.source is not None and (takes := self.form.rule(act.counter).takes):
            yield CounterChange(act.fighter, takes, -act.by)

    def of_side(self, side: Side) -> Mapping[str, int]:
        """Return where the counters of a side stand that are not hidden: of each the one nearest to a loss."""
        values = [self.of(fighter) for fighter in deciding(side, self.emperors)]
        shown = [rule for rule in self.form.own if not rule.hidden]
        return {rule.name: max((each[rule.name] for each in values), key=rule.gone) for rule in shown}

    def bottom(self, fighter: FighterId) -> int:
        """Return how many cards of the opening hand go under the library, after all mulligans so far (M28).

        With more than two fighters the first mulligan is free.
        """
        free = sum(len(side.fighters) for side in self.sides) > 2
        return max(0, self.of(fighter).get(MULLIGANS, 0) - free)

    def lost(self, fighter: FighterId) -> str | None:
        """Return the counter by which a fighter loses by rule action, None while none does (R17, M32)."""
        spared = self.spared(fighter)
        return next((counter for counter in self.at_loss(fighter) if counter not in spared), None)

    def lost_by(self, side: Side) -> str | None:
        """Return the counter by which a side loses, None while none does: a team has lost with any of its fighters.

        A team that has an emperor has lost with them alone (M37).
        """
        of = deciding(side, self.emperors)
        return next((lost for fighter in of if (lost := self.lost(fighter)) is not None), None)

    def at_loss(self, fighter: FighterId) -> tuple[str, ...]:
        """Return all counters of a fighter that stand where one loses by them."""
        standing, paired = self.of(fighter), self.form.paired
        lost = [rule.name for rule in self.form.own if rule.is_lost_at(standing[rule.name])]
        if paired is not None and any(map(paired.is_lost_at, self.taken_from(fighter).values())):
            lost.append(paired.name)
        return tuple(lost)

    def spared(self, fighter: FighterId) -> tuple[str, ...]:
        """Return the counters by which a fighter does not lose since a card says so, until they change (M31)."""
        team, shared, found = self._team(fighter), self.form.shared, dict[str, None]()
        for act in self.acts:
            for each in (act,) if isinstance(act, Spared) else self._changes(act):
                if _concerns(each, fighter, team, shared):
                    found.pop(each.counter, None)
                    found |= {each.counter: None} if isinstance(each, Spared) else {}
        return tuple(found)

    def gone(self, side: Side) -> int:
        """Return how far a side's first counter is from where the form begins it: less is better, avatars count."""
        rule = self.form.counters[0]
        return sum(rule.gone(self.of(fighter)[rule.name]) for fighter in self._counted(side, rule))

    def damage(self, side: Side) -> int:
        """Return how far a side's first counter has gone from its start in the game towards the loss."""
        rule = self.form.counters[0]
        return self.gone(side) - sum(rule.gone(self.start(fighter, rule)) for fighter in self._counted(side, rule))

    def _counted(self, side: Side, rule: CounterRule) -> Sequence[FighterId]:
        return side.fighters[:1] if rule.name in self.form.shared else deciding(side, self.emperors)

    def _team(self, fighter: FighterId) -> Sequence[FighterId]:
        return must_be_side_of(self.sides, fighter).fighters


def _concerns(
    act: CounterChange | Spared, fighter: FighterId, team: Sequence[FighterId], shared: frozenset[str]
) -> bool:
    """Whether an act is about a fighter's own counter, or about one that their team shares."""
    return act.fighter == fighter or (act.counter in shared and act.fighter in team)
