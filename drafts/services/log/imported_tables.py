"""The tables of an imported draft: their packs, picks and other acts."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import UNSET

from drafts.log.draft_checks import CheckedTable, Placed
from drafts.log.file_checks import CheckedLog
from drafts.log.file_reading import moment_of
from drafts.log.file_types import LogAct, LogPick, LogRegistered
from drafts.log.from_file import built_deck_of
from drafts.models import CardSet, Draft, EventStage, Fighter, JudgeCall, Pack, PackCard, Pick, Seat, Table, TableEvent
from drafts.rules.actors import ActorKind
from drafts.rules.draft.history import ABOUT_A_CARD
from drafts.rules.ids import FighterId
from drafts.rules.night.building import deck_text
from drafts.rules.night.stages import COMMANDERS, PLANAR, Stage

AT_ONCE = 500


def make_table(
    table: CheckedTable,
    draft: Draft,
    fighters: Mapping[int, Fighter],
    sets: Mapping[str, CardSet],
    keys: Mapping[str, int],
) -> None:
    """Store a table with its packs, picks and calls. `fighters` are by number, sets by code, cards by number."""
    part, end = table.part, table.end
    row = Table.objects.create(
        draft=draft,
        number=part.number,
        version=table.version,
        phase=end.phase.value,
        round=end.round,
        pass_number=end.pass_number,
        called=end.called,
        started_at=draft.started_at or draft.event.created_at,
    )
    seats = Seat.objects.bulk_create(
        Seat(
            table=row,
            draft=draft,
            position=seat.seat,
            fighter=fighters[seat.fighter],
            bot=seat.bot,
            starter=table.starters.get(seat.seat),
        )
        for seat in part.seats
    )
    cards = _make_packs(table, row, draft, sets, keys)
    _make_picks(table, seats, cards)
    _make_calls(table, row, seats, cards)


def _make_packs(
    table: CheckedTable, row: Table, draft: Draft, sets: Mapping[str, CardSet], keys: Mapping[str, int]
) -> dict[int, PackCard]:
    ordered = sorted(table.part.packs, key=lambda pack: (pack.round, pack.opened_by))
    packs = Pack.objects.bulk_create(
        Pack(
            table=row,
            round=pack.round,
            opened_by=pack.opened_by,
            card_set=sets[pack.set],
            guaranteed=pack.guaranteed,
        )
        for pack in ordered
    )
    lying = PackCard.objects.bulk_create(
        PackCard(draft=draft, pack=pack, card_id=keys[card.number], public_id=card.id, foil=card.foil is True)
        for pack, told in zip(packs, ordered, strict=True)
        for card in told.cards
    )
    return {each.public_id: each for each in lying}


def _make_picks(table: CheckedTable, seats: Sequence[Seat], cards: Mapping[int, PackCard]) -> None:
    positions: Counter[tuple[int, int, int, int]] = Counter()

    def row(pick: LogPick, version: int, undone_in: int) -> Pick:
        place = pick.seat, pick.round, pick.pass_number, undone_in
        positions[place] += 1
        return Pick(
            pack_card=cards[pick.card],
            seat=seats[pick.seat],
            round=pick.round,
            pass_number=pick.pass_number,
            position=positions[place] - 1,
            how=pick.how.value,
            seconds=pick.seconds,
            at=moment_of(pick.at),
            version=version,
            undone_in=undone_in,
        )

    standing = [
        row(pick, table.placed_in.get(Placed(pick.seat, pick.round, pick.pass_number, pick.card), 1), 0)
        for pick in sorted(table.part.picks, key=lambda pick: (pick.round, pick.pass_number))  # as they were judged
    ]
    undone = [row(pick, 1, table.undone_in[moment_of(pick.undone_at)]) for pick in table.undone]
    Pick.objects.bulk_create([*standing, *undone])


def _make_calls(table: CheckedTable, row: Table, seats: Sequence[Seat], cards: Mapping[int, PackCard]) -> None:
    """Store the calls for a judge. With real packs no card is named: any card of the pack stands for it."""
    opened = {(pack.round, pack.opened_by): pack.cards[0].id for pack in table.part.packs}
    calls = []
    for number, call in enumerate(table.part.calls):
        card = opened[call.round, call.seat] if call.reason == ABOUT_A_CARD and call.card is None else call.card
        calls.append(
            JudgeCall(
                table=row,
                seat=seats[call.seat],
                reason=call.reason,
                card=None if card is None else cards[card],
                round=call.round,
                request=f"imported {number}",
                version=1,
                called_at=moment_of(call.at),
                verdict=call.verdict,
                decided_at=None if call.decided is None else moment_of(call.decided),
            )
        )
    JudgeCall.objects.bulk_create(calls)


def make_decks(log: CheckedLog, draft: Draft, fighters: Mapping[int, Fighter]) -> None:
    """Store the decks that were built at the tables of a draft, as they were registered. `fighters` are by number."""
    for table in log.tables:
        seats = table.part.seats
        decks = {deck.fighter: deck for deck in log.file.decks if deck.table == table.part.number and deck.is_built}
        if not decks:
            continue
        registered = {
            str(fighters[number].id): [
                deck_text(built_deck_of(deck)),
                deck.registered.at if isinstance(deck.registered, LogRegistered) else None,
                isinstance(deck.registered, LogRegistered) and deck.registered.auto,
            ]
            for number, deck in decks.items()
        }
        EventStage.objects.create(
            event=draft.event,
            stage=Stage.BUILDING.value,
            number=table.part.number,
            began_at=draft.drafted_at or draft.event.created_at,
            setup={
                "fighters": [fighters[seat.fighter].id for seat in seats if seat.fighter in decks],
                "minutes": 0,
                "registered": registered,
                "locked": True,
            },
        )


def make_planar(log: CheckedLog, draft: Draft, fighters: Mapping[int, Fighter]) -> None:
    """Store the planar decks that fighters of a draft had chosen. `fighters` are by number."""
    for table in log.tables:
        seats = {seat.fighter for seat in table.part.seats}
        chosen = {
            str(fighters[deck.fighter].id): list(deck.planar)
            for deck in log.file.decks
            if deck.planar is not UNSET and deck.fighter in seats
        }
        if chosen:
            EventStage.objects.create(
                event=draft.event,
                stage=PLANAR,
                number=table.part.number,
                began_at=draft.drafted_at or draft.event.created_at,
                setup={"fighters": list(map(int, chosen)), "chosen": chosen},
            )


def make_commanders(log: CheckedLog, draft: Draft, fighters: Mapping[int, Fighter]) -> None:
    """Store the commanders that fighters of a draft had named, outside of lists. `fighters` are by number."""
    for table in log.tables:
        seats = {seat.fighter for seat in table.part.seats}
        named = {
            str(fighters[deck.fighter].id): deck.commander
            for deck in log.file.decks
            if deck.commander is not UNSET and deck.list is UNSET and deck.fighter in seats
        }
        if named:
            EventStage.objects.create(
                event=draft.event,
                stage=COMMANDERS,
                number=table.part.number,
                began_at=draft.drafted_at or draft.event.created_at,
                setup={"fighters": list(map(int, named)), "named": named},
            )


def make_history(log: CheckedLog, draft: Draft, fighters: Mapping[int, Fighter]) -> None:
    """Store the acts at all tables of a draft in their order. `fighters` are by their numbers in the file."""
    tables = {row.number: row for row in Table.objects.filter(draft=draft)}
    numbers: Counter[tuple[int, int]] = Counter()
    rows = []
    for act, line in zip(log.file.history, log.lines, strict=True):
        by, fighter = _actor(act, fighters)
        place = act.table, act.version
        rows.append(
            TableEvent(
                table=tables[act.table],
                version=act.version,
                number=numbers[place],
                at=moment_of(act.at),
                by=by,
                fighter=fighter,
                kind=act.kind.value,
                text=line,
            )
        )
        numbers[place] += 1
    TableEvent.objects.bulk_create(rows, batch_size=AT_ONCE)


def _actor(act: LogAct, fighters: Mapping[int, Fighter]) -> tuple[ActorKind, FighterId | None]:
    if isinstance(act.by, int):
        return ActorKind.FIGHTER, FighterId(fighters[act.by].id)
    return (ActorKind.SERVER if act.by is None else ActorKind(act.by)), None
