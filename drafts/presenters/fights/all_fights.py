"""All fights of an event as the page for officials shows them: by round and table, with what can be done to each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from drafts.models import Event
from drafts.presenters.fights.fight_words import how_it_stands, result_words, scores_of_two
from drafts.presenters.fights.standings import FightRow, fight_row, fights_told
from drafts.rules.fights.fight import DecidedBy, Fight
from drafts.rules.fights.results import may_reopen
from drafts.rules.night.rounds import Group
from drafts.rules.night.stages import Stage
from drafts.store.fights import LiveFights


@dataclass(frozen=True, slots=True)
class CorrectionRow:
    """A correction of a result: when, whether by a judge, and the result before."""

    at: datetime
    by_judge: bool
    was: str


@dataclass(frozen=True, slots=True)
class SideChoice:
    """A side as a form names it."""

    fighter: int
    name: str


@dataclass(frozen=True, slots=True)
class OfficialFight(FightRow):
    """A fight with its number, its table, and what officials can do to it.

    `scores` are the games that two sides can have won, none where a fight is one game; each says whether it stands now.
    `fought_on` is the name of the winner who has fought on in a bracket, so that the result stays; else "". A fight
    that `can_be_set` is open or decided and can be given a result; one that `can_reopen` can be fought on.
    """

    number: int
    table: int
    choices: Sequence[SideChoice]
    may_draw: bool
    scores: Sequence[tuple[int, int, bool]]
    corrections: Sequence[CorrectionRow]
    fought_on: str
    can_be_set: bool
    can_reopen: bool


@dataclass(frozen=True, slots=True)
class OfficialRound:
    """A round of the event, with all its fights."""

    number: int
    fights: Sequence[OfficialFight]


def official_rounds(event: Event) -> list[OfficialRound]:
    """Return all fights of an event, the newest round first, each by table; nothing before they have begun."""
    live = fights_told(event)
    if live is None:
        return []
    rows = groupby(_rows(event, live), key=lambda row: row[0])
    return [OfficialRound(number, [fight for _, fight in fights]) for number, fights in rows][::-1]


def _rows(event: Event, live: LiveFights) -> Iterator[tuple[int, OfficialFight]]:
    """Yield each fight with its round; across tables a fight has the place in its round as its table."""
    round_now, place = 0, 0
    for number, group, round_, fight in live.fighting.fights():
        place = place + 1 if round_ == round_now else 1
        round_now = round_
        yield round_, _row(event, live, number, (group, round_, fight), group.number or place)


def _row(event: Event, live: LiveFights, number: int, placed: tuple[Group, int, Fight], table: int) -> OfficialFight:
    group, round_, fight = placed
    row, is_fought = fight_row(fight, live.names), not fight.is_bye and not event.is_read_only
    winner = fight.result.winner if fight.result and group.has_fought_on(fight, round_) else None
    is_going = event.phase == Stage.FIGHTING
    return OfficialFight(
        sides=row.sides,
        words=how_it_stands(fight),
        is_over=row.is_over,
        number=number,
        table=table,
        choices=[SideChoice(side.fighter, side.name(live.names)) for side in fight.sides],
        may_draw=not fight.must_be_won,
        scores=_scores(fight),
        corrections=[
            CorrectionRow(each.at, each.by is DecidedBy.JUDGE, result_words(fight, each.was, live.names))
            for each in fight.corrections
        ],
        fought_on="" if winner is None else fight.side_of(winner).name(live.names),
        can_be_set=is_fought and winner is None and (fight.is_over or is_going),
        can_reopen=is_fought and fight.is_over and is_going and group.may_reopen(round_) and may_reopen(fight),
    )


def _scores(fight: Fight) -> list[tuple[int, int, bool]]:
    if fight.best_of == 1 or len(fight.sides) != 2:
        return []
    stands = fight.result.score if fight.result and not fight.result.double_loss else None
    scores = scores_of_two(fight.best_of, may_draw=not fight.must_be_won)
    return [(one, other, (one, other) == stands) for one, other in scores]
