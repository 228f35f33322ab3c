"""The history of an event's fights as text for people, without counters and single games."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Literal, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from drafts.log.event_log import EntryRecord
from drafts.models import EventStage, Fighter, StageAct
from drafts.presenters.fights.battle_history import told_battle_acts
from drafts.presenters.fights.fight_words import result_words
from drafts.queries.events.staff import names_of_judges
from drafts.rules.fights.fight import BOTH_LOSE, Result
from drafts.rules.fights.sides import Pairing, Side, side_of
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.clock_moves import Extend, Pause, Resume
from drafts.rules.night.fight_moves import (
    LINES,
    BeginRound,
    CorrectResult,
    DecideResult,
    DisputeResultMove,
    Drop,
    EndRound,
    EnterResultMove,
    FightNumber,
    FixFightAvatars,
    Move,
    Reinstate,
    Reopen,
    TakeBackEnd,
)
from drafts.rules.night.nicknames import without_isolates
from drafts.rules.night.stages import Stage
from drafts.store.fights import LiveFights, load_fights

_NOT_TOLD = ("count", "undo", "game", "confirm", "show_deck", "turn", "roll", "walk")
_DISAGREE = _("%(one)s and %(other)s reported different results.")
_DIFFER = _("Different results were reported of the fight of %(one)s and %(other)s.")
_Key = type[Move] | Literal["drawn", "lost"]
"""A kind of act; a decision without a winner is "drawn" or "lost"."""

_WORDS_OF_JUDGE: dict[_Key, Promise] = {
    Pause: _("%(judge)s (judge) paused the round."),
    Resume: _("%(judge)s (judge) let the round go on."),
    DecideResult: _("%(judge)s (judge) decided: %(name)s won, %(one)s against %(other)s."),
    "drawn": _("%(judge)s (judge) decided: %(one)s against %(other)s is a draw."),
    "lost": _("%(judge)s (judge) decided: %(one)s and %(other)s have both lost."),
    CorrectResult: _("%(judge)s (judge) corrected a result of round %(round)s: %(result)s, and not: %(was)s."),
}
_WORDS: dict[_Key, Promise] = {
    BeginRound: _("Round %(number)s began."),
    EndRound: _("The organizer ended the last round: what was open was decided as when time is up."),
    Pause: _("The organizer paused the round."),
    Resume: _("The organizer let the round go on."),
    Extend: _("The organizer gave the round %(seconds)g seconds more."),
    EnterResultMove: _DISAGREE,
    DisputeResultMove: _DISAGREE,
    DecideResult: _("The organizer decided: %(name)s won, %(one)s against %(other)s."),
    "drawn": _("The organizer decided: %(one)s against %(other)s is a draw."),
    "lost": _("The organizer decided: %(one)s and %(other)s have both lost."),
    CorrectResult: _("The organizer corrected a result of round %(round)s: %(result)s, and not: %(was)s."),
    TakeBackEnd: _("The organizer took back the end of the fights: what it had decided is open again."),
    Reopen: _("The organizer opened the fight of %(one)s against %(other)s again."),
    FixFightAvatars: _("The organizer fixed the avatars of %(one)s against %(other)s."),
    Drop: _("%(name)s dropped out of the fights."),
    Reinstate: _("%(name)s takes part in the fights again."),
}
"""The words for acts; a result that a side enters is told only where it differs from that of the other side."""

_OF_SEVERAL: dict[_Key, Promise] = {
    EnterResultMove: _DIFFER,
    DisputeResultMove: _DIFFER,
    DecideResult: _("The organizer decided: %(name)s won the fight of %(one)s and %(other)s."),
    "drawn": _("The organizer decided: the fight of %(one)s and %(other)s is a draw."),
    "lost": _("The organizer decided: %(one)s and %(other)s have all lost."),
    Reopen: _("The organizer opened the fight of %(one)s and %(other)s again."),
    FixFightAvatars: _("The organizer fixed the avatars of %(one)s and %(other)s."),
}
_OF_SEVERAL_OF_JUDGE: dict[_Key, Promise] = {
    DecideResult: _("%(judge)s (judge) decided: %(name)s won the fight of %(one)s and %(other)s."),
    "drawn": _("%(judge)s (judge) decided: the fight of %(one)s and %(other)s is a draw."),
    "lost": _("%(judge)s (judge) decided: %(one)s and %(other)s have all lost."),
}
"""The words for acts at a fight of more than two sides."""


class _Fight(NamedTuple):
    """A fight as it was paired; `table` is None where fights go across tables."""

    table: int | None
    sides: Pairing


Said = tuple[Side | None, tuple[int, ...]]
"""The winner, None for a draw, and the score that a side has entered."""


@dataclass
class _Told:
    """The state of the fights of an event (by row id) while its history is read.

    It has the fights so far, the results that one side has entered and that are not settled, and the number of
    corrections of each result.
    """

    event: EventId
    names: Mapping[FighterId, str]
    tables: Sequence[int]
    fights: list[_Fight] = field(default_factory=list)
    entered: dict[FightNumber, tuple[Side | None, Said]] = field(default_factory=dict)
    corrected: Counter[FightNumber] = field(default_factory=Counter)

    def pair(self, pairings: Iterable[Iterable[Pairing]]) -> None:
        """Number the fights of a round, as the rules do."""
        for table, group in zip(self.tables, pairings, strict=True):
            self.fights += [_Fight(table or None, sides) for sides in group]

    def enter(self, by: FighterId, move: EnterResultMove) -> bool:
        """Note a result, and return whether it differs from that of another side."""
        own, said = self._side(move.fight, by), (self._side(move.fight, move.winner), move.score)
        other, known = self.entered.get(move.fight, (own, said))
        if other == own:
            self.entered[move.fight] = (own, said)
        return other != own and said != known

    def correct(self, move: CorrectResult) -> dict[str, object]:
        """Note a correction, and return its round, the result, and what it was before."""
        live, number = self._live, move.fight
        if live is None:
            raise ValueError("a result was corrected, and there are no fights")
        _, round_, fight = live.fighting.placed(number)
        was = fight.corrections[self.corrected[number]].was
        self.corrected[number] += 1
        both_lose = move.winner == BOTH_LOSE
        result = Result(None if both_lose else move.winner, move.score, double_loss=both_lose)
        words = {"result": result_words(fight, result, self.names), "was": result_words(fight, was, self.names)}
        return {"round": round_, **{name: without_isolates(text) for name, text in words.items()}}

    @cached_property
    def _live(self) -> LiveFights | None:
        return load_fights(self.event)

    def forget(self, fighter: FighterId) -> None:
        """Forget what was entered in the fights of a fighter, who drops out or is back."""
        self.entered = {
            number: entered for number, entered in self.entered.items() if self._side(number, fighter) is None
        }

    def facts(self, number: FightNumber, winner: FighterId | None) -> dict[str, str]:
        """Return the names of the sides of a fight, the last one apart, and of the winner."""
        *others, last = (side.name(self.names) for side in self.fights[number - 1].sides)
        won = self._side(number, winner)
        return {"one": ", ".join(others), "other": last, "name": "" if won is None else won.name(self.names)}

    def _side(self, number: FightNumber, fighter: FighterId | None) -> Side | None:
        return None if fighter is None else side_of(self.fights[number - 1].sides, fighter)


def told_fight_acts(event: int) -> list[EntryRecord]:
    """Return in words, in the active language, what was done in the fights of an event (by row id), in order."""
    stage = EventStage.objects.filter(event=event, stage=Stage.FIGHTING.value).first()
    if stage is None:
        return []
    rows = StageAct.objects.filter(stage=stage).exclude(kind__in=_NOT_TOLD).order_by("version")
    people = Fighter.objects.filter(event=event).values_list("id", "nickname")
    names = {FighterId(fighter): name for fighter, name in people}
    told = _Told(EventId(event), names, [group["number"] for group in stage.setup["groups"]])
    acts = rows.values_list("at", "fighter", "staff", "kind", "text")
    judges = names_of_judges(event)
    entries = (
        _entry(told, at, fighter, LINES.decode(kind, text), judges.get(staff or 0))
        for at, fighter, staff, kind, text in acts
    )
    of_battles = told_battle_acts(EventId(event), names) if "battle" in stage.setup else []
    return [*(entry for entry in entries if entry is not None), *of_battles]


def _entry(told: _Told, at: datetime, by: int | None, move: Move, judge: str | None = None) -> EntryRecord | None:
    """Return the entry about an act, None for none, and note what the entries about later acts need.

    `judge` is the name of the judge who did it.
    """
    if isinstance(move, BeginRound):
        told.pair(move.pairings)
        if move.number == 1:
            return None  # it is told that the fights began
    elif isinstance(move, EnterResultMove):
        if by is None or not told.enter(FighterId(by), move):
            return None
    elif isinstance(move, DecideResult | Reopen):
        told.entered.pop(move.fight, None)
    elif isinstance(move, Drop | Reinstate):
        told.forget(move.fighter)
    facts = told.correct(move) if isinstance(move, CorrectResult) else _facts(told, move)
    number = getattr(move, "fight", None)
    fight = None if number is None else told.fights[number - 1]
    words = _words(move, by_judge=judge is not None, of_several=fight is not None and len(fight.sides) > 2)
    table = fight and fight.table
    return EntryRecord(at, table, str(words) % {**facts, "judge": judge}) if words else None


def _words(move: Move, *, by_judge: bool, of_several: bool) -> Promise | None:
    key = _key(move)
    if of_several and key in _OF_SEVERAL:
        return (by_judge and _OF_SEVERAL_OF_JUDGE.get(key)) or _OF_SEVERAL[key]
    return (by_judge and _WORDS_OF_JUDGE.get(key)) or _WORDS.get(key)


def _key(move: Move) -> _Key:
    if not isinstance(move, DecideResult) or move.winner not in (None, BOTH_LOSE):
        return type(move)
    return "drawn" if move.winner is None else "lost"


def _facts(told: _Told, move: Move) -> dict[str, object]:
    """Return what words may name of a move: its fields, and the names of fighters."""
    facts = move._asdict()
    if (number := facts.get("fight")) is not None:
        facts |= told.facts(number, facts.get("winner"))
    if (fighter := facts.get("fighter")) is not None:
        facts["name"] = told.names.get(fighter, "")
    return facts
