"""The replay of a draft, table by table, with what followed it: the fights, and the owner of each card."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from django.utils.translation import gettext

from drafts.languages import sentence, translated
from drafts.log.event_log import NOT_SHARED, EntryRecord, EventLog, TableRecord
from drafts.log.replay_json import Moment, moments_of, replay_of
from drafts.log.replay_types import (
    CardFigures,
    Figures,
    Replay,
    ReplayFight,
    ReplayFightGame,
    ReplayFightRound,
    ReplayFigure,
    ReplaySide,
)
from drafts.log.step_address import StepAddress
from drafts.models import CardSet, Event, Pick, Table
from drafts.presenters.fights.course_words import told_course
from drafts.presenters.fights.fight_words import told_words
from drafts.presenters.log.logs import load_log
from drafts.queries.statistics import ObservedCard, statistics_of
from drafts.rules.fights.fight import Fight
from drafts.rules.fights.fight_avatars import fixed_avatar
from drafts.rules.fights.forms import CounterRule
from drafts.rules.fights.turns import fight_as_played
from drafts.rules.ids import FighterId
from drafts.rules.night.comments import END, pass_of_step, step_of_fights
from drafts.rules.night.nicknames import isolate_names_in
from drafts.rules.statistics.figures import FEW, ObservedValue

Seats = Mapping[FighterId, int]


def replay_in(log: EventLog, table: TableRecord) -> Replay:
    """Return the replay of a table of this log: all of it is for those to whom the log is open."""
    seats, shared = _seats(table), log.shared.get(table.number, NOT_SHARED)
    return replay_of(
        log.event,
        table,
        notes=_notes(log, table),
        fights=_fights(log, seats),
        swaps=[
            (seats[swap.fighter], seats[swap.other], swap.give, swap.want)
            for swap in shared.swaps
            if swap.fighter in seats and swap.other in seats
        ],
        shares={card: seats[owner] for card, owner in shared.owners.items() if owner in seats},
        say=translated,
    )


def has_step(event: Event, table: Table, step: str) -> bool:
    """Whether the replay of a table has the step of that name (`rules/night/comments`)."""
    if (moment := pass_of_step(step)) is not None:
        round_, number = moment
        return Pick.objects.standing().filter(seat__table=table, round=round_, pass_number=number).exists()
    log = load_log(event, with_decks=False)
    record = log.table(table.number)
    if record is None:
        return False
    if step == END:
        return bool(log.shared.get(table.number, NOT_SHARED).owners)
    return step in [step_of_fights(part["round"]) for part in _fights(log, _seats(record))]


def after_words(step: StepAddress) -> str:
    """Return the name of a step after the passes: a round of fights, the review, a swap, or the owners of the cards."""
    if step.fights:
        return sentence("log.fightsOfRound") % {"round": step.fights}
    if step.review:
        return gettext("Review")
    return sentence("log.swapNumber") % {"number": step.swap} if step.swap else sentence("log.whoHasWhich")


def figures_of_sets(log: EventLog) -> Figures:
    """Return what all finished drafts here tell of the cards that were opened: the same for everybody (R5)."""
    packs = [pack for table in log.tables for pack in table.packs]
    codes, opened = {pack.set_code for pack in packs}, {each.card.number for pack in packs for each in pack.cards}
    return {
        "few": FEW,
        "cards": {
            each.card.number: _card_figures(each)
            for card_set in CardSet.objects.filter(code__in=codes)
            for each in statistics_of(card_set).cards
            if each.card.number in opened
        },
    }


def _card_figures(each: ObservedCard) -> CardFigures:
    return {
        "average_taken_at": _figure(each.figures["average_taken_at"]),
        "first_choice_rate": _figure(each.figures["first_choice_rate"]),
    }


def _figure(figure: ObservedValue) -> ReplayFigure:
    return {"value": figure.value, "n": figure.n}


def _notes(log: EventLog, table: TableRecord) -> dict[Moment, list[EntryRecord]]:
    acts = [(act, words) for act, words in log.told if act.table == table.number]
    if not acts:
        return {}
    moments = moments_of(log.event.procedure, table, log.history)
    names = {seat.name for one in log.tables for seat in one.seats}
    texts = isolate_names_in([words for _, words in acts], names)
    notes: dict[Moment, list[EntryRecord]] = {}
    for (act, _), text in zip(acts, texts, strict=True):
        if act.version in moments:
            notes.setdefault(moments[act.version], []).append(EntryRecord(act.at, act.table, text))
    return notes


def _seats(table: TableRecord) -> Seats:
    return {FighterId(seat.fighter): seat.seat for seat in table.seats}


def fought_in(log: EventLog) -> list[ReplayFightRound]:
    """Return the rounds of all tables, for a log that has no replay; seats are those at their own tables."""
    return _fights(log, {fighter: seat for table in log.tables for fighter, seat in _seats(table).items()})


def _fights(log: EventLog, seats: Seats) -> list[ReplayFightRound]:
    """Return the rounds that those at these seats have fought, the first one first."""
    names = {FighterId(seat.fighter): seat.name for one in log.tables for seat in one.seats}
    commanders = {FighterId(deck.fighter): deck.commander for deck in log.decks if deck.commander}
    rounds: list[ReplayFightRound] = []
    for number, of_round in groupby(log.fighting.fights() if log.fighting else (), key=lambda placed: placed[2]):
        fights = [fight for *_, fight in of_round if any(fighter in seats for fighter in fight.fighters)]
        if fights:
            counter = _counted(fights[0].form.counters)
            parts = [_with_commanders(fight, _fight(fight, seats, names), commanders) for fight in fights]
            games = _games(fights, seats, names)
            rounds.append({"round": number, "counter": counter, "fights": parts, "games": games})
    return rounds


def _with_commanders(fight: Fight, part: ReplayFight, commanders: Mapping[FighterId, str]) -> ReplayFight:
    for side, shown in zip(fight.sides, part["sides"], strict=True):
        if named := [commanders[fighter] for fighter in side.fighters if fighter in commanders]:
            shown["commanders"] = named
    return part


def _counted(rules: Sequence[CounterRule]) -> str:
    """Return in words what is told of a side: how far its first counter has gone towards the loss, or units lost."""
    if not rules:
        return gettext("Units lost")
    rule = rules[0]
    name = translated(rule.label)
    return gettext("%(counter)s lost") % {"counter": name} if rule.falls else name


def _games(fights: Sequence[Fight], seats: Seats, names: Mapping[FighterId, str]) -> list[ReplayFightGame]:
    """Return the games of matches of several, by their numbers."""
    played = {place: len(fight.games) + bool(fight.acts) for place, fight in enumerate(fights) if fight.best_of > 1}
    return [
        {
            "game": number,
            "fights": [_game(fights[place], number, seats, names) for place in played if number <= played[place]],
        }
        for number in range(1, max(played.values(), default=0) + 1)
    ]


def _game(fight: Fight, number: int, seats: Seats, names: Mapping[FighterId, str]) -> ReplayFight:
    """Return a game of a fight as it ended. The winner of the last one is that of the fight."""
    part, is_last = _fight(fight, seats, names), number > len(fight.games)
    result = fight.result if fight.is_over else None
    winner = (result and result.winner) if is_last else fight.games[number - 1].winner
    counts = fight.counts if is_last else fight.counts_after(fight.games[number - 1].acts)
    for side, shown in zip(fight.sides, part["sides"], strict=True):
        shown |= {"won": winner == side.fighter, "score": None, "damage": counts.damage(side)}
    if course := told_course(fight_as_played(fight, number), names):
        part["course"] = course
    is_over = not is_last or result is not None
    part["words"] = gettext("a drawn game") if is_over and winner is None else "" if is_over else part["words"]
    return part


def _fight(fight: Fight, seats: Seats, names: Mapping[FighterId, str]) -> ReplayFight:
    result = fight.result if fight.is_over else None
    sides: list[ReplaySide] = [
        {
            "seat": seats.get(side.fighter),
            "seats": [seats[fighter] for fighter in side.fighters if fighter in seats],
            "name": side.name(names),
            "won": result is not None and result.winner == side.fighter,
            "score": result.score[place] if result else None,
            "damage": None if fight.is_bye else fight.damage(side),
        }
        for place, side in enumerate(fight.sides)
    ]
    for side, shown in zip(fight.sides, sides, strict=True):
        if names_of := [avatar.card.name for fighter in side.fighters if (avatar := fixed_avatar(fight, fighter))]:
            shown["avatars"] = names_of
    part: ReplayFight = {"sides": sides, "words": told_words(fight, names), "over": fight.is_over}
    if fight.best_of == 1 and (course := told_course(fight, names)):
        part["course"] = course
    return part
