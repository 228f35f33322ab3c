"""The log of an event, read from its rows."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from drafts.importers.pack_list import read_pack_list
from drafts.log.event_log import (
    ActRecord,
    CallRecord,
    DeckRecord,
    EventLog,
    EventRecord,
    PackRecord,
    PickRecord,
    PlanarCard,
    SeatRecord,
    TableRecord,
)
from drafts.log.file_types import LogBattle, LogBattleRules, LogFight, LogPlanarCard, LogShare
from drafts.log.from_file import FileParts, as_in_file
from drafts.models import (
    AvatarWay,
    BattleEnd,
    Decks,
    Draft,
    Event,
    Fighter,
    ImportedLog,
    JudgeCall,
    OwnPicks,
    Pack,
    PackCard,
    PackSource,
    Pick,
    PlanesPlayed,
    Seat,
    Table,
)
from drafts.prepared import Prepared
from drafts.presenters.log.entries import deeds_of
from drafts.presenters.log.history import entries_of_acts, load_history, opened_rounds, undone_at, worded_acts
from drafts.presenters.log.log_nights import load_night
from drafts.queries.decks import ChosenDeck, decks_of, seats_in_order
from drafts.queries.events.lookup import battles_of
from drafts.queries.log.aliases import Names
from drafts.queries.log.comments import comments_of
from drafts.rules.building import COMMAND, MAIN, OF_NO_PACK, SIDE
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.decks import DeckSource
from drafts.rules.draft.replay import How
from drafts.rules.draft.table import Phase
from drafts.rules.draft.view import shown_seed
from drafts.rules.games.base import CardGame
from drafts.rules.ids import EventId, FighterId
from drafts.rules.night.rights import LogOpens, LogVisibility
from drafts.rules.night.stages import Stage, progress_of
from drafts.store.catalog import card_columns, card_from
from drafts.store.choices.avatars import kept_avatars
from drafts.store.choices.commanders import commanders_of
from drafts.store.choices.planes import chosen_planar, planes_of
from drafts.store.event_facts import stages_of_event

_PICK_COLUMNS = (
    *("round", "pass_number", "seat__position", "pack_card__public_id", "pack_card__pack__opened_by"),
    *("how", "at", "seconds", "undone_in"),
)


def load_log(event: Event, names: Names | None = None, *, with_decks: bool = True, with_night: bool = True) -> EventLog:
    """Return the log: every pack that was opened and every pick. `access.rights.log_is_open` says who may read it.

    With `names` fighters are called by them, and what happened in words is left out: it has the real ones. Of an event
    that was stopped it holds neither the packs of later rounds nor the seed, which would tell them (R5); where avatars
    are drawn from the seed it is told after the fights (M27). Raises BadHistory where fights or sharing, which are told
    `with_night`, do not follow from their acts.
    """
    joined = {fighter: place for place, fighter in enumerate(_in_order_of_joining(event), start=1)}
    source = ImportedLog.objects.filter(event=event).first() if event.is_read_only else None
    rows, history = event.draft.tables.order_by("number"), load_history(event)
    told = worded_acts(event.id) if names is None else []
    log = EventLog(
        event=_event(event, source, history),
        tables=tuple(_table(table, undone_at(table, history), joined, names) for table in rows),
        entries=() if names is not None else tuple(deeds_of(event.id, [] if source else entries_of_acts(told))),
        history=history,
        decks=_with_choices(event, tuple(_decks(event)) if event.has_open_decks else ()) if with_decks else (),
        comments=comments_of(event, names),
        told=tuple(told),
    )
    if source is not None:
        return as_in_file(log, _parts(source))
    return load_night(log, event, names) if with_night else log


def load_fights_in_file(event: Event) -> EventLog:
    """Return of the log of an imported event what its results need: no cards, planes, decks or acts at tables."""
    joined = {fighter: place for place, fighter in enumerate(_in_order_of_joining(event), start=1)}
    seats = ((table, _seats(table, joined, None)) for table in event.draft.tables.order_by("number"))
    tables = (
        TableRecord(row.number, Phase(row.phase), row.round, row.pass_number, of, (), (), ()) for row, of in seats
    )
    record = replace(_event(event, event.source, ()), planar_cards=())
    return as_in_file(EventLog(record, tuple(tables), ()), _parts(event.source)._replace(shares=()))


def _parts(source: ImportedLog) -> FileParts:
    return FileParts(
        numbers={int(fighter): number for fighter, number in source.numbers.items()},
        fights=msgspec.convert(source.fights, Sequence[LogFight]),
        shares=msgspec.convert(source.shares, Sequence[LogShare]),
        battles=msgspec.convert(source.battles, Sequence[LogBattle]),
        avatars={int(number): avatar for number, avatar in source.avatars.items()},
    )


def fighters_at(event: Event) -> dict[int, list[int]]:
    """Return the fighters at each table of an event (row ids), in order of seats."""
    fighters: dict[int, list[int]] = {}
    seats = Seat.objects.filter(draft=event.draft).order_by("table__number", "position")
    for table, fighter in seats.values_list("table__number", "fighter"):
        fighters.setdefault(table, []).append(fighter)
    return fighters


def place_of(fighter: Fighter) -> tuple[int, int] | None:
    """Return the numbers of a fighter's table and seat, or None for a fighter who was never seated."""
    return Seat.objects.current().filter(fighter=fighter).values_list("table__number", "position").first()


def _in_order_of_joining(event: Event) -> list[int]:
    return list(Fighter.objects.filter(event=event).order_by("id").values_list("id", flat=True))


def _event(event: Event, source: ImportedLog | None, history: Sequence[ActRecord]) -> EventRecord:
    draft, has_avatars = event.draft, event.night.avatars != AvatarWay.OFF
    return EventRecord(
        code=event.code,
        name=event.name,
        format=draft.format,
        table_size=draft.table_size,
        pace=draft.pace,
        review_seconds=draft.review_seconds,
        judge=draft.judge,
        packs=draft.pack_source,
        sets=tuple(draft.rounds.order_by("round").values_list("card_set__code", flat=True)),
        listed=_listed(draft, history),
        seed=shown_seed(draft.seed, log_is_open=event.has_open_seed, stopped=event.stopped),
        seed_hash=source.seed_hash if source else sha256(draft.seed.encode()).hexdigest(),
        draws=draft.draws,
        created=event.created_at,
        started=draft.started_at,
        drafted=draft.drafted_at,
        finished=event.finished_at,
        stopped=event.stopped,
        stages=progress_of(stages_of_event(event, draft), Stage(event.phase)),
        log_opens=LogOpens(event.log_opens),
        own_picks="open" if draft.own_picks == OwnPicks.OPEN else "closed",
        imported=source is not None,
        packs_each=draft.packs_each,
        picks=draft.picks,
        lands=event.night.lands if draft.procedure.builder else "",
        avatars=event.night.avatars if has_avatars else "",
        avatar_every=event.night.avatar_every if has_avatars else "",
        planes="" if event.night.planes == PlanesPlayed.OFF else event.night.planes,
        planar_cards=tuple(_planar_cards(event, source)),
        build_minutes=0 if draft.is_paper else event.night.build_minutes,
        lists=event.night.lists if draft.procedure.brings_decks else "",
        rome=battle_rules(event) if draft.procedure.is_played else None,
        constructed_format=event.night.constructed_format if draft.procedure.announces else "",
        form=draft.procedure.forms[0].slug if len(draft.procedure.forms) > 1 else "",
        team_poison=0 if draft.procedure.forms[0].team_limit is None else draft.team_poison,
    )


def battle_rules(event: Event) -> LogBattleRules:
    """Return by which rules the battles of an event are played, as its log tells them."""
    settled = battles_of(event)
    return LogBattleRules(
        players=settled.players,
        rear=settled.rear,
        commands=settled.commands,
        decks="own" if settled.decks == Decks.OWN else "common",
        end="last" if settled.end == BattleEnd.LAST else "first",
        turns=settled.turns,
        bots=settled.bots,
    )


def _planar_cards(event: Event, source: ImportedLog | None) -> Iterator[PlanarCard]:
    """Yield the planes of an event, in the order of their first numbers, once its seed is told."""
    if source is not None:
        for card in msgspec.convert(source.planar_cards, Sequence[LogPlanarCard]):
            yield PlanarCard(card.number, card.name, card.phenomenon)
    elif event.night.planes != PlanesPlayed.OFF and event.has_open_seed and event.draft.procedure.plane_game:
        for plane in planes_of(EventId(event.id), event.draft.procedure.plane_game):
            yield PlanarCard(plane.number, plane.card.name, plane.is_phenomenon)


def _listed(draft: Draft, history: Sequence[ActRecord]) -> tuple[tuple[str, ...], ...]:
    """Return the uploaded packs that were opened, as they were listed: round by round, one for each seat."""
    if draft.pack_source != PackSource.UPLOADED:
        return ()
    opened = sum(
        Pack.objects.filter(table=table, round__lte=opened_rounds(table, undone_at(table, history))).count()
        for table in draft.tables.all()
    )
    return tuple(tuple(card.number for card in pack) for pack in read_pack_list(draft.pack_list)[:opened])


def _table(table: Table, undone: Sequence[ActRecord], joined: Mapping[int, int], names: Names | None) -> TableRecord:
    opened, of_table = opened_rounds(table, undone), Q(seat__table=table)
    return TableRecord(
        number=table.number,
        phase=Phase(table.phase),
        round=table.round,
        pass_number=table.pass_number,
        seats=_seats(table, joined, names),
        packs=_packs(table, opened),
        picks=_picks(Pick.objects.standing().filter(of_table)),
        calls=_calls(table, opened),
        undone=_picks(Pick.objects.undone().filter(of_table), undone) if undone else (),
    )


def _seats(table: Table, joined: Mapping[int, int], names: Names | None) -> tuple[SeatRecord, ...]:
    seats = table.seats.order_by("position").values_list("position", "fighter", "fighter__nickname", "fighter__bot")
    return tuple(
        SeatRecord(position, nickname if names is None else names[FighterId(fighter)], bot, joined[fighter], fighter)
        for position, fighter, nickname, bot in seats
    )


def _decks(event: Event) -> Iterator[DeckRecord]:
    avatars = _avatars_of(event)
    for chosen in decks_of(event):
        yield _deck(chosen, avatars.get(FighterId(chosen.fighter.id), ""))


def _avatars_of(event: Event) -> Mapping[FighterId, str]:
    return kept_avatars(EventId(event.id)) if event.night.avatars != AvatarWay.OFF else {}


def _with_choices(event: Event, decks: tuple[DeckRecord, ...]) -> tuple[DeckRecord, ...]:
    """Return decks with the planar decks and commanders of their fighters, told once the fights are over (M35, M38).

    Where nothing else is known of a deck there is one without zones.
    """
    if not Stage(event.phase).is_after_fights:
        return decks
    planar = chosen_planar(EventId(event.id)) if event.night.planes == PlanesPlayed.OWN else {}
    commanders = commanders_of(event)
    if not planar and not commanders:
        return decks
    known, chosen = {deck.fighter for deck in decks}, {*planar, *commanders}
    seats = seats_in_order(event).values_list("table__number", "position", "fighter")
    avatars = _avatars_of(event)
    lone = (
        DeckRecord(*seat, (), None, avatar=avatars.get(FighterId(seat[2]), ""))
        for seat in seats
        if seat[2] not in known and seat[2] in chosen
    )
    return tuple(
        replace(
            deck,
            planar=planar.get(FighterId(deck.fighter), ()),
            commander=commanders.get(FighterId(deck.fighter), ""),
        )
        for deck in (*decks, *lone)
    )


def _deck(chosen: ChosenDeck, avatar: str) -> DeckRecord:
    deck, work = chosen.deck, chosen.work
    zones = [(zone.slug, zone.cards) for zone in deck.zones]
    if work is not None:
        zones = [(name, deck.zone(name)) for name in (MAIN, SIDE, COMMAND)]
    return DeckRecord(
        table=chosen.table,
        seat=chosen.seat,
        fighter=chosen.fighter.id,
        zones=tuple((name, tuple(held.id for held in cards if held.id != OF_NO_PACK)) for name, cards in zones),
        listed=work.of_record.listed if work is not None and deck.source is DeckSource.LISTED else None,
        starter=deck.starter.id if deck.starter and not deck.starter_note else None,
        basics=None if work is None else work.of_record.basics,
        registered=None if work is None else work.registered,
        avatar=avatar,
    )


def _packs(table: Table, rounds: int) -> tuple[PackRecord, ...]:
    cards: dict[int, list[CardInPack]] = {}
    game = table.draft.procedure.cards
    if game is None:
        return ()
    for pack, public_id, foil, *facts in _cards_of(game).rows(table.id, rounds):
        cards.setdefault(pack, []).append(CardInPack(CardId(public_id), card_from(game, tuple(facts)), foil))
    return tuple(
        PackRecord(round_, opened_by, code, guaranteed, tuple(cards.get(pack, ())))
        for pack, round_, opened_by, code, guaranteed in _OPENED.rows(table.id, rounds)
    )


_OPENED = Prepared(
    lambda: (
        Pack.objects.filter(table=0)
        .filter(round__lte=0)
        .order_by("round", "opened_by")
        .values_list("id", "round", "opened_by", "card_set__code", "guaranteed")
    )
)


@cache
def _cards_of(game: CardGame) -> Prepared[tuple[Any, ...]]:
    """Return the query of the cards in the packs of a table up to a round."""
    columns = ("pack_id", "public_id", "foil", *(f"card__{column}" for column in card_columns(game)))
    opened = PackCard.objects.filter(pack__table=0).filter(pack__round__lte=0).order_by("id")
    return Prepared(lambda: opened.values_list(*columns))


def _picks(picks: QuerySet[Pick], undone: Sequence[ActRecord] = ()) -> tuple[PickRecord, ...]:
    """Return picks in the order of placing; `undone` are the acts that took them back."""
    moments = {act.version: act.at for act in undone}
    rows = picks.order_by("id").values_list(*_PICK_COLUMNS)
    return tuple(
        PickRecord(round_, number, seat, CardId(card), opened_by, How(how), at, seconds, moments.get(undo))
        for round_, number, seat, card, opened_by, how, at, seconds, undo in rows
    )


def _calls(table: Table, rounds: int) -> tuple[CallRecord, ...]:
    return tuple(
        CallRecord(
            round=row.round,
            seat=row.seat.position,
            reason=row.reason,
            card=CardId(row.card.public_id) if row.card and not table.draft.is_paper else None,
            verdict=row.verdict,
            at=row.called_at,
            decided=row.decided_at,
        )
        for row in _CALLS.rows(table.id, rounds)
    )


_CALLS = Prepared(
    lambda: JudgeCall.objects.filter(table=0).filter(round__lte=0).select_related("seat", "card").order_by("id")
)


def readers_in_words(visibility: LogVisibility) -> str:
    """Return who can open a link to a log that is closed to others; "" for one that is open to everybody."""
    if visibility is LogVisibility.PUBLIC:
        return ""
    if visibility is LogVisibility.FIGHTERS:
        return gettext(
            "This log is closed to others: only those who took part can open the link, on their own phone. "
            "They can show their own seat to others, further down this page."
        )
    return gettext("This log is closed to others: only its organizer can open the link.")
