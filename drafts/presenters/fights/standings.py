"""The standings of a night as a page shows them: every number says what it is and how it was worked out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.languages import translated
from drafts.models import Event
from drafts.numbers import percent_words, rounded, signed_words, whole_words
from drafts.presenters.fights.fight_words import told_words
from drafts.presenters.log.logs import load_fights_in_file, load_log
from drafts.rules.fights.fight import Fight
from drafts.rules.fights.sides import Side
from drafts.rules.games.base import Game
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.rounds import Group
from drafts.rules.night.standings import DRAW, LEAST_SHARE, WIN, FightRecord, FinishedFight, Standing, Tie, TieBreak
from drafts.store.fights import LiveFights, load_fights

Names = Mapping[FighterId, str]
Named = TypeVar("Named", Side, FighterId)
MOST_PLACES = 4


@dataclass(frozen=True, slots=True)
class TieWords:
    """Text about a tie-break: its name, its meaning, and a sentence with the `value` that it gives a fighter."""

    name: str | Promise
    meaning: str | Promise
    sentence: str | Promise


TIE_WORDS: Mapping[TieBreak, TieWords] = {
    TieBreak.HEAD_TO_HEAD: TieWords(
        _("Head-to-head"),
        _("The points from the fights among those who have equal points, if all of them have met."),
        _("Points from the fights among those with equal points: %(value)s."),
    ),
    TieBreak.OPPONENTS_WIN: TieWords(
        _("Opponents’ wins"),
        _(
            "How many of their possible points the opponents have won, on average. Each counts for at least a third,"
            " and byes are left out."
        ),
        _("Share of their possible points that the opponents have won: %(value)s."),
    ),
    TieBreak.OPPONENTS_OPPONENTS_WIN: TieWords(
        _("Opponents’ opponents’ wins"),
        _("The average of the opponents’ own value of “opponents’ wins”."),
        _("Share of their possible points that the opponents of the opponents have won: %(value)s."),
    ),
    TieBreak.SHARED: TieWords(
        _("Shared place"),
        _("Nothing separates them: they share the place."),
        _("%(value)s share this place: nothing separates them."),
    ),
}
"""The tie-breaks that are the same in all games, in words."""


def tie_words(game: Game) -> Mapping[TieBreak, TieWords]:
    """Return every tie-break in words, those of what a game counts in the game's own."""
    difference, taken = (
        TieWords(*(translated(game.words[words]) for words in (measure, f"{measure} means", f"{measure} is")))
        for measure in ("difference", "taken")
    )
    return {
        **TIE_WORDS,
        TieBreak.DAMAGE_DIFFERENCE: difference,
        TieBreak.DAMAGE_TAKEN: taken,
        TieBreak.KILLS_DIFFERENCE: difference,
        TieBreak.UNITS_LOST: taken,
    }


def tie_sentences(game: Game) -> dict[str, str]:
    """Return what each tie-break says of a fighter, by its name in the protocol; `%(value)s` is filled in later."""
    return {tie.value: str(words.sentence) for tie, words in tie_words(game).items()}


def tie_value(tie: Tie) -> str:
    """Return what a tie-break says of a fighter as every page and every screen shows it: "66.7 %", "+3", "5"."""
    if tie.by in (TieBreak.OPPONENTS_WIN, TieBreak.OPPONENTS_OPPONENTS_WIN):
        return percent_words(tie.value)
    if tie.by in (TieBreak.DAMAGE_DIFFERENCE, TieBreak.KILLS_DIFFERENCE):
        return signed_words(tie.value)
    return whole_words(-tie.value if tie.by in (TieBreak.DAMAGE_TAKEN, TieBreak.UNITS_LOST) else tie.value)


@dataclass(frozen=True, slots=True)
class TieRow:
    """One tie-break of one fighter: `value` as it is shown, and lines that say how it was worked out."""

    by: str
    words: TieWords
    value: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class FighterPlace:
    """The place of a fighter, with their points and results."""

    rank: int
    fighter: FighterId
    name: str
    points: int
    won: int
    drawn: int
    lost: int
    dropped: bool


@dataclass(frozen=True, slots=True)
class PlaceRow(FighterPlace):
    """A place with what explains it. `fights` says in lines where the points come from.

    `commander` is the name of the fighter's commander (M35), "" without one. `is_out_by_emperor`: the side is out
    because its emperor has dropped out, and others of it have not (M37).
    """

    ties: Sequence[TieRow]
    fights: Sequence[str]
    commander: str = ""
    is_out_by_emperor: bool = False


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side of a fight, and the games that it has won; None before a result is entered."""

    name: str
    won: bool
    score: int | None


@dataclass(frozen=True, slots=True)
class FightRow:
    """A fight of a round, and how it stands in words."""

    sides: Sequence[SideRow]
    words: str
    is_over: bool


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A round of a group."""

    number: int
    fights: Sequence[FightRow]


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group of fighters who meet each other. `number` is its table's, 0 across the event; `rounds`: newest first.

    `has_places`: its fights are battles of three or more, which give each fighter a place (V53).
    """

    number: int
    has_results: bool
    ties_asked: Sequence[TieWords]
    places: Sequence[PlaceRow]
    rounds: Sequence[RoundRow]
    has_places: bool


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of an event. `version` is higher after each change."""

    version: int
    round: int
    of: int
    groups: Sequence[GroupTable]


def standings_of(event: Event, names: Names | None = None) -> Standings | None:
    """Return the standings of an event, None before its fights have begun. `names`: what fighters are called by."""
    live = fights_told(event, names)
    if live is None:
        return None
    fighting = live.fighting
    return Standings(
        version=live.version,
        round=fighting.round,
        of=fighting.round_count,
        groups=[_group(group, live, event.draft.procedure.game) for group in fighting.groups],
    )


def winners_of(event: Event) -> list[str]:
    """Return the names of the fighters who won an event, at each of its tables or of all, each of a team.

    There are none where the fights were ended before the last result.
    """
    if event.is_read_only:
        log = load_fights_in_file(event)
        told = {FighterId(seat.fighter): seat.name for table in log.tables for seat in table.seats}
        fighting, names = log.fighting, told
    else:
        live = load_fights(EventId(event.id))
        fighting, names = (live.fighting, {**live.names}) if live else (None, {})
    champions = (side for group in fighting.groups for side in group.champions) if fighting else ()
    return [names[fighter] for side in champions for fighter in side.fighters]


def fights_told(event: Event, names: Names | None = None) -> LiveFights | None:
    """Return the fights of an event, from its log where only that has them; None before they have begun.

    In those from a log, fighters have the numbers of its file.
    """
    if event.is_read_only:
        log = load_log(event, names)
        told = {FighterId(seat.fighter): seat.name for table in log.tables for seat in table.seats}
        if log.fighting is None:
            return None
        stage, version = StageId(0), Version(1)
        commanders = {FighterId(deck.fighter): deck.commander for deck in log.decks if deck.commander}
        return LiveFights(stage, version, EventId(event.id), log.fighting, told, commanders=commanders)
    live = load_fights(EventId(event.id))
    return live if live is None or names is None else replace(live, names=names)


def _group(group: Group, live: LiveFights, game: Game) -> GroupTable:
    places = group.standings()
    explained = _Explained(group, group.record, places, live.names, live.commanders, game)
    return GroupTable(
        number=group.number,
        has_results=explained.record.has_results,
        ties_asked=[explained.tie_words[by] for by in group.tie_breaks],
        places=[explained.place(place) for place in places],
        rounds=[
            RoundRow(number, [fight_row(fight, live.names) for fight in fights])
            for number, fights in reversed(list(enumerate(group.rounds, start=1)))
            if fights
        ],
        has_places=group.terms.form.played and group.terms.form.sides > 2,
    )


def fight_row(fight: Fight, names: Names) -> FightRow:
    """Return a fight as a page lists it."""
    result = fight.result
    sides = [
        SideRow(
            name=side.name(names),
            won=fight.is_over and result is not None and result.winner == side.fighter,
            score=None if result is None or result.disputed else result.score[place],
        )
        for place, side in enumerate(fight.sides)
    ]
    return FightRow(sides, told_words(fight, names), fight.is_over)


@dataclass(frozen=True)
class _Explained:
    """The places of a group, and what explains them."""

    group: Group
    record: FightRecord
    places: Sequence[Standing]
    names: Names
    commanders: Names
    game: Game

    @cached_property
    def tie_words(self) -> Mapping[TieBreak, TieWords]:
        """The tie-breaks in the words of the game."""
        return tie_words(self.game)

    @cached_property
    def sides(self) -> Mapping[FighterId, Side]:
        """The sides of the group by their fighters."""
        return self.group.side_by_fighter

    def place(self, place: Standing) -> PlaceRow:
        fighter, side = place.fighter, self.sides[place.fighter]
        return PlaceRow(
            rank=place.rank,
            fighter=fighter,
            name=side.name(self.names),
            points=place.points,
            won=place.won,
            drawn=place.drawn,
            lost=place.lost,
            dropped=self.group.is_out(side),
            ties=[self._tie(place, asked) for asked in range(len(place.ties))],
            fights=list(self._fights(side)),
            commander=self.commanders.get(fighter, ""),
            is_out_by_emperor=self.group.is_out(side) and not self.group.dropped.issuperset(side.fighters),
        )

    def _fights(self, side: Side) -> Iterator[str]:
        for number, fights in enumerate(self.group.rounds, start=1):
            for fight in fights:
                own = next((each for each in fight.sides if each.fighter in side.fighters), None)
                if own is not None and fight.is_over:
                    yield self._fought(fight, own, number)

    def _fought(self, fight: Fight, own: Side, number: int) -> str:
        if fight.is_bye:
            return gettext("Round %(round)s: a bye, %(points)s points") % {"round": number, "points": WIN}
        first = [side for side in fight.sides if fight.result is not None and side.fighter == fight.result.winner]
        drawn = fight.result.drawn_by(fight.sides) if fight.result is not None else ()
        name = ", ".join(side.name(self.names, isolate) for side in _told_with(own, first or drawn, fight.sides))
        return _outcome(fight, own) % {"round": number, "name": name, "points": WIN, "of_draw": DRAW}

    def _tie(self, place: Standing, asked: int) -> TieRow:
        tie = place.ties[asked]
        lines = {
            TieBreak.HEAD_TO_HEAD: self._head_to_head,
            TieBreak.DAMAGE_DIFFERENCE: self._difference,
            TieBreak.DAMAGE_TAKEN: self._taken,
            TieBreak.KILLS_DIFFERENCE: self._difference,
            TieBreak.UNITS_LOST: self._taken,
            TieBreak.OPPONENTS_WIN: self._opponents_win,
            TieBreak.OPPONENTS_OPPONENTS_WIN: self._opponents_opponents_win,
            TieBreak.SHARED: self._shared,
        }[tie.by]
        return TieRow(
            tie.by.value, self.tie_words[tie.by], tie_value(tie), list(lines(place.fighter, self._equal(place, asked)))
        )

    def _equal(self, place: Standing, asked: int) -> list[FighterId]:
        """Return the fighters among whom a tie-break decides: those whom no earlier one has separated."""
        known = (place.points, place.ties[:asked])
        return [other.fighter for other in self.places if (other.points, other.ties[:asked]) == known]

    def _head_to_head(self, fighter: FighterId, equal: Sequence[FighterId]) -> Iterator[str]:
        for fight in self.record.of(fighter):
            if not fight.is_bye and set(fight.sides) <= set(equal):
                words = {
                    WIN: gettext("Won against %(name)s: %(points)s points"),
                    DRAW: gettext("A draw against %(name)s: %(points)s point"),
                    0: gettext("Lost to %(name)s: %(points)s points"),
                }
                first, points = fight.drawn if fight.winner is None else (fight.winner,), fight.points(fighter)
                name = ", ".join(map(self._isolated, _told_with(fighter, first, fight.sides)))
                yield (_all_lost(fight) if fight.double_loss else words[points]) % {"name": name, "points": points}

    def _difference(self, fighter: FighterId, equal: Sequence[FighterId]) -> Iterator[str]:
        dealt, taken = 0, self.record.taken(fighter)
        for fight in self.record.of(fighter):
            if not fight.is_bye:
                dealt += fight.dealt(fighter)
                yield self._counted("difference of a fight", fight, fighter)
        facts = {"dealt": whole_words(dealt), "taken": whole_words(taken), "difference": signed_words(dealt - taken)}
        yield translated(self.game.words["difference of all"]) % facts

    def _taken(self, fighter: FighterId, equal: Sequence[FighterId]) -> Iterator[str]:
        for fight in self.record.of(fighter):
            if not fight.is_bye:
                yield self._counted("taken of a fight", fight, fighter)
        yield translated(self.game.words["taken of all"]) % {"taken": whole_words(self.record.taken(fighter))}

    def _counted(self, words: str, fight: FinishedFight, fighter: FighterId) -> str:
        """Return what was counted of a fight for a fighter, in the words of the game."""
        return translated(self.game.words[words]) % {
            "name": self._opponents(fight.sides, fighter),
            "dealt": whole_words(fight.dealt(fighter)),
            "taken": whole_words(fight.taken(fighter)),
        }

    def _opponents_win(self, fighter: FighterId, equal: Sequence[FighterId]) -> Iterator[str]:
        opponents = self.record.opponents(fighter)
        places = _places_that_add_up([self.record.share(other) for other in opponents])
        for other in opponents:
            fights = [fight for fight in self.record.of(other) if not fight.is_bye]
            points, possible = sum(fight.points(other) for fight in fights), WIN * len(fights)
            share = self.record.share(other)
            is_raised = Fraction(points, possible) < LEAST_SHARE
            words = (
                gettext("%(name)s: %(points)s of %(possible)s points, which counts as %(share)s")
                if is_raised
                else gettext("%(name)s: %(points)s of %(possible)s points, %(share)s")
            )
            yield words % {
                "name": self._isolated(other), "points": points, "possible": possible,
                "share": percent_words(share, places),
            }  # fmt: skip
        yield _on_average(self.record.opponents_win(fighter), opponents)

    def _opponents_opponents_win(self, fighter: FighterId, equal: Sequence[FighterId]) -> Iterator[str]:
        opponents = self.record.opponents(fighter)
        places = _places_that_add_up([self.record.opponents_win(other) for other in opponents])
        for other in opponents:
            share = percent_words(self.record.opponents_win(other), places)
            yield gettext("Opponents of %(name)s: %(share)s") % {"name": self._isolated(other), "share": share}
        yield _on_average(self.record.opponents_opponents_win(fighter), opponents)

    def _shared(self, fighter: FighterId, equal: Sequence[FighterId]) -> Iterator[str]:
        others = [self._isolated(other) for other in equal if other != fighter]
        words = ngettext("Shared with %(names)s", "Shared with %(count)s others: %(names)s", len(others))
        yield words % {"count": len(others), "names": ", ".join(others)}

    def _opponents(self, sides: Sequence[FighterId], fighter: FighterId) -> str:
        return ", ".join(self._isolated(side) for side in sides if side != fighter)

    def _isolated(self, fighter: FighterId) -> str:
        return self.sides[fighter].name(self.names, isolate)


def _told_with(own: Named, first: Sequence[Named], sides: Sequence[Named]) -> list[Named]:
    """Return the sides that are named with a side's own result: the others in the first place, or all others."""
    return [side for side in first if side != own] or [side for side in sides if side != own]


def _all_lost(fight: FinishedFight) -> str:
    if len(fight.sides) > 2:
        return gettext("All lost: %(points)s points")
    return gettext("Both lost, against %(name)s: %(points)s points")


def _outcome(fight: Fight, own: Side) -> str:
    result = fight.result
    if result is None or own in result.drawn_by(fight.sides):
        return gettext("Round %(round)s: a draw against %(name)s, %(of_draw)s point")
    if result.double_loss and len(fight.sides) > 2:
        return gettext("Round %(round)s: all lost, no points")
    if result.double_loss:
        return gettext("Round %(round)s: both lost, against %(name)s, no points")
    if result.winner == own.fighter:
        return gettext("Round %(round)s: won against %(name)s, %(points)s points")
    return gettext("Round %(round)s: lost to %(name)s, no points")


def _on_average(share: Fraction, opponents: Sequence[FighterId]) -> str:
    if not opponents:
        return gettext("No opponent yet: %(share)s") % {"share": percent_words(share)}
    return gettext("On average: %(share)s") % {"share": percent_words(share)}


def _places_that_add_up(shares: Sequence[Fraction]) -> int:
    """Return to how many places shares are shown so that a reader who averages them finds the average that is shown."""
    if not shares:
        return 1
    average = rounded(100 * sum(shares, Fraction()) / len(shares), 1)
    for places in range(1, MOST_PLACES):
        shown = sum((Fraction(rounded(100 * share, places)) for share in shares), Fraction())
        if rounded(shown / len(shares), 1) == average:
            return places
    return MOST_PLACES
