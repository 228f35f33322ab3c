"""Whether the draft of an imported log can have happened: its packs, and every pick by the rules' own replay."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

import msgspec

from drafts.importers.card_fields import CODE, is_plain
from drafts.importers.faults import BadFile, ImportFault, quoted
from drafts.log.file_reading import moment_of
from drafts.log.file_types import (
    LogAct,
    LogCard,
    LogFacts,
    LogFile,
    LogPack,
    LogPick,
    LogTable,
    LogUndone,
)
from drafts.rules.cards import Card, CardId, CardInPack
from drafts.rules.draft.history import ABOUT_A_CARD, PLACES, BadHistory, Facts, Kind
from drafts.rules.draft.legality import IllegalPick, table_after
from drafts.rules.draft.replay import How, PlacedCards
from drafts.rules.draft.replay_history import replay_history
from drafts.rules.draft.table import DraftTable, OpenedPack, Phase
from drafts.rules.errors import Refusal
from drafts.rules.formats import Format
from drafts.rules.games.base import CardGame

VERIFIED = "verified"


class Placed(NamedTuple):
    """One card that an act of the history placed."""

    seat: int
    round: int
    pass_number: int
    card: int


@dataclass(frozen=True)
class CheckedTable:
    """A table of a log: what the file says, how it stood at the end, and the versions of its history.

    `undone` are the picks that were taken back, `starters` the cards that decks begin with, by seat. `placed_in` says
    which version placed a card that stands, `undone_in` which version took back what was taken back at a moment.
    """

    part: LogTable[LogCard]
    end: DraftTable
    version: int
    undone: tuple[LogUndone, ...]
    starters: dict[int, int]
    placed_in: dict[Placed, int] = field(default_factory=dict)
    undone_in: dict[datetime, int] = field(default_factory=dict)


# The packs ----------------------------------------------------------------------------------------------------------


def faults_of_packs(log: LogFile[LogCard], format_: Format) -> Iterator[ImportFault]:
    """Yield the faults of the packs that were opened, and of the cards in them."""
    rounds = format_.packs
    printed: dict[str, LogCard] = {}
    ids: Counter[int] = Counter()
    for place, table in enumerate(log.tables):
        where = f"tables[{place}]"
        found = Counter((pack.round, pack.opened_by) for pack in table.packs)
        opened = max((round_ for round_, _ in found), default=0) if log.event.stopped else rounds
        wanted = {(round_, seat) for round_ in range(1, opened + 1) for seat in range(len(table.seats))}
        for missing in sorted(wanted - found.keys()):
            yield ImportFault(where, f"pack {missing[0]} of seat {missing[1]} is missing")
        for spare in sorted(key for key, count in found.items() if key not in wanted or count > 1):
            yield ImportFault(where, f"pack {spare[0]} of seat {spare[1]} cannot be there, or not twice")
        if rounds and not opened:
            yield ImportFault(where, "no pack was opened")
        for number, pack in enumerate(table.packs):
            ids.update(card.id for card in pack.cards)
            yield from _of_a_pack(log, pack, f"{where}.packs[{number}]", format_.card_game, printed)
    for twice in (card for card, count in ids.items() if count > 1):
        yield ImportFault("packs", f"the card {twice} is there twice")


def _of_a_pack(
    log: LogFile[LogCard], pack: LogPack[LogCard], where: str, game: CardGame, printed: dict[str, LogCard]
) -> Iterator[ImportFault]:
    if not CODE.fullmatch(pack.set):
        yield ImportFault(f"{where}.set", f"{quoted(pack.set)} is no code of a set")
    if not pack.cards:
        yield ImportFault(where, "is empty")
    sets = log.event.sets
    if sets and pack.round <= len(sets) and pack.set != sets[pack.round - 1]:
        yield ImportFault(
            f"{where}.set", f"is {quoted(pack.set)}, and that of the round {quoted(sets[pack.round - 1])}"
        )
    for place, card in enumerate(pack.cards):
        known = printed.get(card.number)
        if known is None:
            printed[card.number] = card
            yield from _of_a_card(card, f"{where}.cards[{place}]", game)
        elif msgspec.structs.replace(known, id=card.id, foil=card.foil) != card:
            yield ImportFault(
                f"{where}.cards[{place}]", f"{quoted(card.number)} is printed otherwise elsewhere in the file"
            )


def _of_a_card(card: LogCard, where: str, game: CardGame) -> Iterator[ImportFault]:
    for name, lines in (
        ("number", [card.number]),
        ("name", [card.name]),
        ("rarity", [card.rarity]),
        ("text", (card.text or "").split("\n")),
    ):
        if not all(map(is_plain, lines)):
            yield ImportFault(f"{where}.{name}", "has control or text-direction characters in it")
    for fact in game.fields:
        value = getattr(card, fact.name)
        text = "" if value is None else str(value)
        try:
            read = fact.read(text)
        except ValueError as wrong:
            yield ImportFault(f"{where}.{fact.name}", f"{wrong.args[0]}: {quoted(text)}")
        else:
            if text != ("" if read is None else str(read)):
                yield ImportFault(f"{where}.{fact.name}", f"is not written so: {quoted(text)}")
        if not is_plain(text):
            yield ImportFault(f"{where}.{fact.name}", "has control or text-direction characters in it")


def card_of(game: CardGame, part: LogCard) -> Card:
    """Return what is printed on a card of a file."""
    facts = {fact.name: getattr(part, fact.name) for fact in game.fields}
    return game.card(number=part.number, name=part.name, rarity=part.rarity, text=part.text or "", **facts)


# The draft ----------------------------------------------------------------------------------------------------------


def checked_table(log: LogFile[LogCard], part: LogTable[LogCard], format_: Format) -> CheckedTable:
    """Return a table that can have been drafted so. Raises BadFile."""
    packs: dict[tuple[int, int], OpenedPack] = {}
    places: dict[int, tuple[int, int]] = {}
    for pack in part.packs:
        held = tuple(
            CardInPack(CardId(card.id), card_of(format_.card_game, card), card.foil is True) for card in pack.cards
        )
        packs[pack.round, pack.opened_by] = OpenedPack(held, pack.guaranteed, pack.set)
        places |= dict.fromkeys((card.id for card in pack.cards), (pack.round, pack.opened_by))
    undone = [pick for pick in log.undone if pick.table == part.number]
    faults = [*_of_picks("picks", part, part.picks, places), *_of_picks("undone", part, undone, places)]
    faults += _of_calls(part, places, paper=log.event.packs == "paper")
    if faults:
        raise BadFile(faults)
    seats = range(len(part.seats))
    of_rounds = [
        [packs.get((round_, seat), OpenedPack(())) for seat in seats] for round_ in range(1, format_.packs + 1)
    ]
    end = _drafted(log, part, format_, of_rounds)
    acts = [act for act in log.history if act.table == part.number]
    version = max((act.version for act in acts), default=1)
    if any(one.version > other.version for one, other in pairwise(acts)):
        raise BadFile([ImportFault("history", "its versions are not in order")])
    undone_in = {moment_of(act.at): act.version for act in acts if act.kind is Kind.UNDO}
    placed_in: dict[Placed, int] = {}
    if acts and acts[0].kind is Kind.START:
        placed_in, end = _replayed(part, undone, acts, undone_in=undone_in, format_=format_, packs=of_rounds)
    elif undone and not all(moment_of(pick.undone_at) in undone_in for pick in undone):
        raise BadFile([ImportFault("undone", "the history has no undo at that moment")])
    starters = {deck.seat: deck.starter for deck in log.decks if deck.table == part.number and deck.starter is not None}
    return CheckedTable(part, end, version, tuple(undone), starters, placed_in, undone_in)


def _of_picks(
    where: str,
    table: LogTable[LogCard],
    picks: Sequence[LogPick] | Sequence[LogUndone],
    places: dict[int, tuple[int, int]],
) -> Iterator[ImportFault]:
    for number, pick in enumerate(picks):
        if pick.seat >= len(table.seats):
            yield ImportFault(f"{where}[{number}].seat", "there is no such seat")
        if places.get(pick.card) != tuple(pick.pack) or pick.pack[0] != pick.round:
            yield ImportFault(f"{where}[{number}].card", f"that pack does not have the card {pick.card}")
        if pick.auto == (pick.how in (How.CHOSEN, How.ENTERED)):
            yield ImportFault(f"{where}[{number}].auto", f"does not fit {pick.how.value}")


def _of_calls(table: LogTable[LogCard], places: dict[int, tuple[int, int]], *, paper: bool) -> Iterator[ImportFault]:
    for number, call in enumerate(table.calls):
        where = f"calls[{number}]"
        if call.seat >= len(table.seats):
            yield ImportFault(f"{where}.seat", "there is no such seat")
        elif (call.reason == ABOUT_A_CARD and not paper) != (call.card is not None):
            yield ImportFault(f"{where}.card", "stands with a call about a card, and with no other")
        elif call.card is not None and places.get(call.card) != (call.round, call.seat):
            yield ImportFault(f"{where}.card", "is not in the pack that this seat opened")
        elif call.reason == ABOUT_A_CARD and (call.round, call.seat) not in places.values():
            yield ImportFault(f"{where}.round", "that pack was not opened")


def _drafted(
    log: LogFile[LogCard], part: LogTable[LogCard], format_: Format, packs: Sequence[Sequence[OpenedPack]]
) -> DraftTable:
    """Return the table after all picks that stand, each judged by the rules. Raises BadFile."""
    picks = [
        PlacedCards(pick.round, pick.pass_number, pick.seat, (CardId(pick.card),), pick.how) for pick in part.picks
    ]
    verified = {call.round for call in part.calls if call.reason == ABOUT_A_CARD and call.verdict == VERIFIED}
    try:
        believed, seats = log.event.packs == "paper", len(part.seats)
        end = table_after(format_, packs, picks, verified_rounds=verified, believed=believed, seats=seats)
    except IllegalPick as illegal:
        pick = illegal.pick
        where = f"seat {pick.seat} in pack {pick.round}, pass {pick.pass_number}"
        raise BadFile([ImportFault(where, f"the rules refuse the choice: {_words(illegal.refusal)}")]) from illegal
    if end.phase is not Phase.DRAFTED and not log.event.stopped:
        where = f"pack {end.round}, pass {end.pass_number}"
        raise BadFile([ImportFault(where, "the picks end here, and the draft does not")])
    return end


def _words(refusal: Refusal) -> str:
    return f"{refusal.code} ({type(refusal).__name__})"


def _replayed(
    part: LogTable[LogCard],
    undone: Sequence[LogUndone],
    acts: Sequence[LogAct],
    *,
    undone_in: dict[datetime, int],
    format_: Format,
    packs: Sequence[Sequence[OpenedPack]],
) -> tuple[dict[Placed, int], DraftTable]:
    """Play the history of a table: it must lead to the picks, those too that were taken back. Raises BadFile."""
    history = [(act.version, act.kind, facts_of_part(act.facts)) for act in acts]
    if len(acts[0].facts.seats or ()) != len(part.seats):
        raise BadFile([ImportFault("history", "it begins with other seats")])
    try:
        *_, (_, end) = replay_history(format_, packs, history)
    except BadHistory as fault:
        raise BadFile([ImportFault("history", f"does not hold together: {fault}")]) from fault
    standing: dict[Placed, int] = {}
    gone: set[tuple[Placed, int]] = set()
    for version, kind, facts in history:
        if kind is Kind.DEAL:
            standing |= dict.fromkeys(_dealt(packs), version)
        elif kind in PLACES:
            place = facts["seat"], facts["round"], facts["pass"]
            standing |= {Placed(*place, card): version for card in facts["cards"]}
        elif kind is Kind.UNDO:
            back = {one for one in standing if (one.round, one.pass_number) >= (facts["round"], facts["pass"])}
            gone |= {(one, version) for one in back}
            standing = {one: at for one, at in standing.items() if one not in back}
    told = {Placed(pick.seat, pick.round, pick.pass_number, pick.card) for pick in part.picks}
    if standing.keys() != told:
        raise BadFile([ImportFault("history", "leads to other picks than the file has")])
    told_undone = {
        (Placed(pick.seat, pick.round, pick.pass_number, pick.card), undone_in.get(moment_of(pick.undone_at), 0))
        for pick in undone
    }
    if told_undone != gone or len(undone) != len(gone):
        raise BadFile([ImportFault("undone", "are not the picks that the history took back")])
    return standing, end.table


def _dealt(packs: Sequence[Sequence[OpenedPack]]) -> Iterator[Placed]:
    """Yield the cards of packs that are kept, each as placed in one pass of its pack."""
    for number, of_all in enumerate(packs, start=1):
        for seat, pack in enumerate(of_all):
            yield from (Placed(seat, number, 1, held.id) for held in pack.cards)


def facts_of_part(part: LogFacts) -> Facts:
    """Return what an act says, as the rules have it."""
    facts = msgspec.to_builtins(part)
    facts |= {"from": tuple(facts["from"])} if "from" in facts else {}
    read: Facts = facts
    return read
