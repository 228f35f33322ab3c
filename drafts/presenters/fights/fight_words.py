"""Text about a fight for people: its state, its result, and how a change of a result moves places."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from drafts.languages import sentence
from drafts.rules.fights.fight import DecidedBy, Fight, Result, scores_of, wins_needed
from drafts.rules.ids import FighterId
from drafts.rules.night.nicknames import isolate
from drafts.rules.night.rounds import Group

Names = Mapping[FighterId, str]

GAMES = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}"
"""Between the games that two sides have won."""

_DECIDED: Mapping[DecidedBy, str | Promise] = {
    DecidedBy.AGREED: _("both sides agree"),
    DecidedBy.ORGANIZER: _("decided by the organizer"),
    DecidedBy.JUDGE: _("decided by a judge"),
    DecidedBy.TIME: _("decided when the round ended"),
    DecidedBy.DROP: _("one side dropped out"),
    DecidedBy.BYE: _("a bye, which counts as a win"),
    DecidedBy.PLAYED: _("decided in the battle"),
}


_DOUBLE_DROP = _("both sides dropped out")
_SEVERAL_DROPS = _("several sides dropped out")
_ONE_AGREED = _("confirmed by another side")
"""Of more than two sides one other confirms a result (M36)."""


def result_words(fight: Fight, result: Result | None, names: Names) -> str:
    """Return a result of a fight within a sentence: who won, a draw, or that all sides lost; "" for none.

    The winner's games stand first, and none where a fight is one game.
    """
    if result is None:
        return ""
    place = 0 if result.winner is None else fight.sides.index(fight.side_of(result.winner))
    score = _score_words(fight.best_of, result.score, place)
    sides = [side.name(names, isolate) for side in result.drawn_by(fight.sides) or fight.sides]
    if result.winner is not None:
        return _won_words(sides[place], score)
    facts = {"one": ", ".join(sides[:-1]), "other": sides[-1], "score": score}
    if result.double_loss:
        if len(sides) > 2:
            return gettext("%(one)s and %(other)s all lost") % facts
        return gettext("%(one)s and %(other)s both lost") % facts
    return gettext("%(one)s and %(other)s drew%(score)s") % facts


def said_words(fight: Fight, names: Names) -> list[str]:
    """Return in sentences the results that sides have entered, as far as they are known, while they are not agreed."""
    result = fight.result
    if result is None or result.entered_by is None or result.by is not None:
        return []
    said = [(fight.side_of(result.entered_by), result)]
    others = [side for side in fight.sides if side != said[0][0]]
    if result.claim is not None and len(others) == 1:  # which of several has claimed something else is not known
        said.append((others[0], Result(*result.claim)))
    words = sentence("fights.accordingTo")
    return [
        words % {"name": side.name(names, isolate), "result": result_words(fight, entered, names)}
        for side, entered in said
    ]


def entered_words(pairing: Mapping[str, Any]) -> str:
    """Return the result of a pairing of the panel's message in words: "Ben won 2 : 1", "A draw 1 : 1".

    The winner's games stand first, and none where a fight is one game.
    """
    result, winner = pairing["result"], pairing["result"]["winner"]
    names = {side["fighter"]: side["name"] for side in pairing["sides"]}
    place = 0 if winner is None else list(names).index(winner)
    score = _score_words(pairing["best_of"], result["score"], place)
    if winner is None:
        return gettext("A draw%(score)s") % {"score": score}
    return _won_words(isolate(names[winner]), score)


def _score_words(best_of: int, score: Sequence[int], first: int) -> str:
    """Return games won, those of one side first, after a blank; "" where a fight is one game."""
    return "" if best_of == 1 else f" {GAMES.join(map(str, [*score[first:], *score[:first]]))}"


def _won_words(name: str, score: str) -> str:
    return gettext("%(name)s won%(score)s") % {"name": name, "score": score}


def moved_places(before: Group, after: Group, names: Names) -> list[str]:
    """Return in words the sides whose place is another one after a change of a group's results, the best first."""
    ranks = {place.fighter: place.rank for place in before.standings()} if before.record.has_results else {}
    moved = [(place.fighter, ranks.get(place.fighter), place.rank) for place in after.standings()]
    words, of = gettext("%(name)s: %(was)s → %(now)s"), after.side_by_fighter
    return [
        words % {"name": of[side].name(names, isolate), "was": was, "now": now}
        for side, was, now in moved
        if was != now
    ]


def how_it_stands(fight: Fight) -> str:
    """Return how a fight stands: how its result became final, or what it waits for."""
    result = fight.result
    if result is None:
        return gettext("in progress")
    if result.by is not None:
        return _over_words(fight, result, result.by)
    if result.disputed:
        return gettext("the organizer or a judge decides")
    return sentence("fights.waitsForOne") if len(fight.sides) > 2 else sentence("fights.waitsForOther")


def _over_words(fight: Fight, result: Result, by: DecidedBy) -> str:
    decided = _decided(fight, result, by)
    if result.winner is not None:
        return str(decided)
    if result.is_draw:
        return gettext("a draw, %(decided)s") % {"decided": decided}
    words = gettext("all lost, %(decided)s") if len(fight.sides) > 2 else gettext("a double loss, %(decided)s")
    return words % {"decided": decided}


def _decided(fight: Fight, result: Result, by: DecidedBy) -> str | Promise:
    if by is DecidedBy.AGREED and len(fight.sides) > 2:
        return _ONE_AGREED
    if by is DecidedBy.DROP and len(fight.sides) > 2:
        return _SEVERAL_DROPS if len(fight.dropped) > 1 else _DECIDED[by]
    return _DOUBLE_DROP if by is DecidedBy.DROP and result.double_loss else _DECIDED[by]


def told_words(fight: Fight, names: Names) -> str:
    """Return how a fight stands, and what its result was before it was corrected."""
    words = how_it_stands(fight)
    if not fight.corrections or not fight.is_over:
        return words
    was = result_words(fight, fight.corrections[-1].was, names)
    return gettext("%(stands)s; corrected (before: %(was)s)") % {"stands": words, "was": was}


def may_win_game(pairing: Mapping[str, Any], side: Mapping[str, Any]) -> bool:
    """Whether a side of a pairing of the panel's message can win a game after which another one follows."""
    return bool(pairing["games"].count(side["fighter"]) + 1 < wins_needed(pairing["best_of"]))


def scores_of_two(best_of: int, *, may_draw: bool) -> list[tuple[int, int]]:
    """Return the scores of a fight of two sides: the first side has won, a draw, the other one has won."""
    scores = scores_of(best_of, may_draw=may_draw)
    return [*scores, *((lost, won) for won, lost in scores if won > lost)]
