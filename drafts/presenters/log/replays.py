"""The replay of a draft, table by table, with what followed it: the fights, and whose each card is."""

from collections.abc import Iterable, Mapping

from drafts.languages import translated
from drafts.log.event_log import ActRecord, EntryRecord, EventLog, TableRecord
from drafts.log.replay_json import Moment, Swapped, moments_of, replay_of
from drafts.log.replay_types import (
    CardFigures,
    Figures,
    Replay,
    ReplayFight,
    ReplayFightRound,
    ReplayFigure,
    ReplaySide,
)
from drafts.models import CardSet, Event, Pick, Policy, Table
from drafts.presenters.fights.fight_words import told_words
from drafts.presenters.log.imported_logs import fight_of, owners_of
from drafts.presenters.log.logs import load_log
from drafts.queries.statistics import ObservedCard, statistics_of
from drafts.rules.cards import CardId
from drafts.rules.fights.fight import Fight
from drafts.rules.games.registry import FORMATS
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.comments import END, pass_of_step, step_of_fights
from drafts.rules.night.nicknames import isolate_names_in
from drafts.rules.night.shares import Shares
from drafts.rules.statistics.figures import FEW, ObservedValue
from drafts.store.fights import load_fights
from drafts.store.shares import load_all_shares

Seats = Mapping[FighterId, int]


def load_replay(event: Event, log: EventLog, table: TableRecord, *, told: bool) -> Replay:
    """Return the replay of a table of this log: all of it is for those to whom the log is open.

    `told`: what happened is put into words, with the names of fighters and judges in them.
    """
    owners, swaps = _shared(event, log, table)
    return replay_of(
        log.event,
        table,
        notes=_notes(event, log, table) if told else {},
        fights=_fights(event, log, table),
        swaps=swaps,
        shares=owners,
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
        return bool(_shared(event, log, record)[0])
    return step in [step_of_fights(part["round"]) for part in _fights(event, log, record)]


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


def _notes(event: Event, log: EventLog, table: TableRecord) -> dict[Moment, list[EntryRecord]]:
    acts = [(act, words) for act, words in log.told if act.table == table.number]
    if not acts:
        return {}
    moments = moments_of(FORMATS[log.event.format], table, log.history)
    names = {seat.name for one in log.tables for seat in one.seats}
    told = [_as_in_file(log, act, words) if event.imported else words for act, words in acts]
    texts = isolate_names_in(told, names)
    notes: dict[Moment, list[EntryRecord]] = {}
    for (act, _), text in zip(acts, texts, strict=True):
        if act.version in moments:
            notes.setdefault(moments[act.version], []).append(EntryRecord(act.at, act.table, text))
    return notes


def _as_in_file(log: EventLog, act: ActRecord, words: str) -> str:
    """Return what the file of an imported log says of an act: who the judge was stands in its words alone."""
    same = (entry.text for entry in log.entries if (entry.at, entry.table) == (act.at, act.table))
    return next((text for text in same if text.endswith(words.lstrip())), words)


def _seats(table: TableRecord) -> Seats:
    return {FighterId(seat.fighter): seat.seat for seat in table.seats}


def _fights(event: Event, log: EventLog, table: TableRecord) -> list[ReplayFightRound]:
    """Return the rounds that those of this table have fought, the first one first."""
    seats = _seats(table)
    names = {FighterId(seat.fighter): seat.name for one in log.tables for seat in one.seats}
    rounds: list[ReplayFightRound] = []
    for number, of_round in _rounds(event, log):
        fights = [fight for fight in of_round if any(fighter in seats for fighter in fight.fighters)]
        if fights:
            counter = translated(fights[0].form.counters[0].label)
            parts = [_fight(fight, seats, names) for fight in fights]
            rounds.append({"round": number, "counter": counter, "fights": parts})
    return rounds


def _rounds(event: Event, log: EventLog) -> Iterable[tuple[int, list[Fight]]]:
    """Return the fights of each round, the first round first."""
    if event.imported:
        fights = [(part.round, fight_of(part, log.event.format)) for part in log.fights]
    else:
        live = load_fights(EventId(event.id)) if log.fights else None
        fights = [(round_, fight) for _, _, round_, fight in live.fighting.fights()] if live else []
    numbers = sorted({round_ for round_, _ in fights})
    return [(number, [fight for round_, fight in fights if round_ == number]) for number in numbers]


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
    return {"sides": sides, "words": told_words(fight, names), "over": fight.is_over}


def _shared(event: Event, log: EventLog, table: TableRecord) -> tuple[dict[CardId, int], list[Swapped]]:
    """Return at which seat the owner of each card sits since all were shared, and what was swapped then.

    There is nothing before, and where all is kept. An imported log does not tell of swaps.
    """
    seats = _seats(table)
    if event.imported:
        return owners_of(log, table, seats), []
    for live in load_all_shares(EventId(event.id)):
        if live.number == table.number and live.policy is not Policy.KEEP and live.shares.is_over:
            owners = {card: seats[owner] for card, owner in live.shares.owners().items() if owner in seats}
            return owners, _swaps(live.shares, seats)
    return {}, []


def _swaps(shares: Shares, seats: Seats) -> list[Swapped]:
    return [
        (seats[swap.fighter], seats[swap.other], swap.give, swap.want)
        for swap in shares.swaps.agreed()
        if swap.fighter in seats and swap.other in seats
    ]
