"""The log as JSON (docs/protocol.md, "Log"): enough to rebuild what every fighter saw at every pass."""

from typing import Any

import msgspec
from msgspec import UNSET

from drafts.exporters.card_json import card_facts
from drafts.exporters.moments import stamp
from drafts.log.event_log import (
    ActRecord,
    CallRecord,
    CommentRecord,
    DeckRecord,
    EventLog,
    EventRecord,
    PackRecord,
    PickRecord,
    TableRecord,
)
from drafts.log.file_types import (
    LogAct,
    LogCall,
    LogCard,
    LogComment,
    LogDeck,
    LogEvent,
    LogEventEntry,
    LogFacts,
    LogFile,
    LogListed,
    LogPack,
    LogPick,
    LogPlanarCard,
    LogRegistered,
    LogSeat,
    LogStage,
    LogTable,
    LogUndone,
    LogZone,
    card_type,
)
from drafts.rules.draft.history import Facts
from drafts.rules.formats import Format
from drafts.rules.games.base import CardGame


def write_log_json(log: EventLog) -> str:
    """Return the log as one JSON text."""
    return msgspec.json.format(msgspec.json.encode(log_file(log)), indent=1).decode()


def log_as_data(log: EventLog) -> dict[str, Any]:
    """Return the log as plain lists and dictionaries."""
    data: dict[str, Any] = msgspec.to_builtins(log_file(log))
    return data


def log_file(log: EventLog) -> LogFile[LogCard]:
    """Return the log as a file has it."""
    format_ = log.event.procedure
    return LogFile(
        event=_event(log.event),
        tables=[_table(table, format_) for table in log.tables],
        entries=[LogEventEntry(stamp(entry.at), entry.table, entry.text) for entry in log.entries],
        history=[_act(act) for act in log.history],
        undone=[_undone(table.number, pick) for table in log.tables for pick in table.undone],
        fights=log.fights,
        battles=log.battles or UNSET,
        shares=log.shares,
        decks=[_deck(deck) for deck in log.decks],
        comments=[_comment(comment) for comment in log.comments],
    )


def _event(event: EventRecord) -> LogEvent:
    return LogEvent(
        code=event.code,
        name=event.name,
        game=event.procedure.game.slug,
        format=event.format,
        imported=event.imported,
        table_size=event.table_size,
        pace=event.pace,
        review_seconds=event.review_seconds,
        judge=event.judge,
        packs=event.packs,  # type: ignore[arg-type]  # its column allows no other
        sets=event.sets,
        seed=event.seed,
        seed_hash=event.seed_hash,
        draws=event.draws,
        created=stamp(event.created),
        started=stamp(event.started),
        drafted=stamp(event.drafted),
        finished=stamp(event.finished),
        stopped=event.stopped,
        stages=[LogStage(*each) for each in event.stages],
        log_opens=event.log_opens,
        own_picks=event.own_picks,
        pack_list=event.listed or UNSET,
        packs_each=event.packs_each or UNSET,
        picks=event.picks or UNSET,
        lands=event.lands or UNSET,  # type: ignore[arg-type]  # its column allows no other
        avatars=event.avatars or UNSET,  # type: ignore[arg-type]  # its column allows no other
        avatar_every=event.avatar_every or UNSET,  # type: ignore[arg-type]  # its column allows no other
        planes=event.planes or UNSET,  # type: ignore[arg-type]  # its column allows no other
        planar_cards=[LogPlanarCard(*card) for card in event.planar_cards] or UNSET,
        rome=UNSET if event.rome is None else event.rome,
        build_minutes=event.build_minutes if event.lands or event.lists == "asked" else UNSET,
        lists=event.lists or UNSET,  # type: ignore[arg-type]  # its column allows no other
        constructed_format=event.constructed_format or UNSET,  # type: ignore[arg-type]  # its column allows no other
        form=event.form or UNSET,
        team_poison=event.team_poison or UNSET,  # type: ignore[arg-type]  # settings allow no other
    )


def _table(table: TableRecord, format_: Format) -> LogTable[LogCard]:
    return LogTable(
        number=table.number,
        seats=[LogSeat(seat.seat, seat.name, seat.bot, seat.joined, seat.fighter) for seat in table.seats],
        packs=[_pack(pack, format_.card_game) for pack in table.packs],
        picks=[LogPick(**_facts_of_pick(pick)) for pick in table.picks],
        calls=[_call(call) for call in table.calls],
    )


def _pack(pack: PackRecord, game: CardGame) -> LogPack[LogCard]:
    card = card_type(game)
    return LogPack(
        round=pack.round,
        opened_by=pack.opened_by,
        set=pack.set_code,
        guaranteed=pack.guaranteed,
        cards=[card(**card_facts(held)) for held in pack.cards],
    )


def _deck(deck: DeckRecord) -> LogDeck:
    zones = [LogZone(slug, cards) for slug, cards in deck.zones]
    beside: dict[str, Any] = {
        "avatar": deck.avatar or UNSET,
        "planar": deck.planar or UNSET,
        "commander": deck.commander or UNSET,
    }
    if deck.listed is not None:
        handed_in = deck.registered and LogRegistered(stamp(deck.registered.at), deck.registered.auto)
        listed = [LogListed(card.name, card.count, card.zone) for card in deck.listed]  # type: ignore[arg-type]  # one of three zones
        told: dict[str, Any] = {"registered": handed_in, "list": listed, **beside}
        return LogDeck(deck.table, deck.seat, deck.fighter, (), None, **told)
    if deck.basics is None:
        return LogDeck(deck.table, deck.seat, deck.fighter, zones, deck.starter, **beside)
    registered = deck.registered and LogRegistered(stamp(deck.registered.at), deck.registered.auto)
    basics = dict(deck.basics)
    return LogDeck(deck.table, deck.seat, deck.fighter, zones, None, basics, registered, **beside)


def _comment(comment: CommentRecord) -> LogComment:
    return LogComment(
        table=comment.table,
        step=comment.step,
        seat=comment.seat,
        by="organizer" if comment.fighter is None else comment.fighter,
        text=comment.text,
        at=stamp(comment.at),
    )


def _undone(table: int, pick: PickRecord) -> LogUndone:
    if pick.undone is None:
        raise ValueError("a pick that was taken back has the moment of it")
    return LogUndone(**_facts_of_pick(pick), table=table, undone_at=stamp(pick.undone))


def _facts_of_pick(pick: PickRecord) -> dict[str, Any]:
    return {
        "round": pick.round,
        "pass_number": pick.pass_number,
        "seat": pick.seat,
        "card": pick.card,
        "pack": (pick.round, pick.opened_by),
        "auto": pick.auto,
        "how": pick.how,
        "at": stamp(pick.at),
        "seconds": pick.seconds,
    }


def _act(act: ActRecord) -> LogAct:
    return LogAct(act.version, stamp(act.at), act.table, act.by, act.kind, _facts(act.facts))  # type: ignore[arg-type]  # rows have no other kinds


def _facts(facts: Facts) -> LogFacts:
    names = {"pass": "pass_number", "from": "back_from"}
    return LogFacts(**{names.get(name, name): value for name, value in facts.items()})  # type: ignore[arg-type]  # as its kind has it


def _call(call: CallRecord) -> LogCall:
    return LogCall(
        round=call.round,
        seat=call.seat,
        reason=call.reason,
        card=call.card,
        verdict=call.verdict,
        at=stamp(call.at),
        decided=stamp(call.decided),
    )
