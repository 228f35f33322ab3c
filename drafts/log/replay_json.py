"""The replay of a table as plain values (`replay_types`), made from its packs and picks by the rules' own replay."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby

from drafts.exporters.card_json import printed_facts
from drafts.exporters.moments import stamp
from drafts.log.event_log import ActRecord, EntryRecord, EventRecord, PickRecord, TableRecord
from drafts.log.replay_types import (
    Replay,
    ReplayCard,
    ReplayFate,
    ReplayFightRound,
    ReplayPack,
    ReplayPick,
    ReplayPrint,
    ReplayShared,
    ReplayStep,
    ReplaySwap,
    ReplayTally,
    ReplayTurn,
    ReplayUndone,
)
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.draft.clock import seconds_to_choose
from drafts.rules.draft.history import ABOUT_A_CARD, BadHistory, Kind
from drafts.rules.draft.passes import Fate, SeatPass, TablePass, fates_of, passes_of
from drafts.rules.draft.replay import PlacedCards
from drafts.rules.draft.replay_history import replay_history
from drafts.rules.draft.table import OpenedPack, Phase
from drafts.rules.formats import Format, Pace
from drafts.rules.wording import Say

VERSION = 1

Moment = tuple[int, int]
"""A round and a pass."""

Swapped = tuple[int, int, CardId, CardId]
"""A swap: the two seats, and the card that each of them gives."""

Notes = Mapping[Moment, Sequence[EntryRecord]]


def replay_of(
    event: EventRecord,
    table: TableRecord,
    *,
    notes: Notes,
    fights: Sequence[ReplayFightRound] = (),
    swaps: Iterable[Swapped] = (),
    shares: Mapping[CardId, int] | None = None,
    say: Say = str,
) -> Replay:
    """Return the replay of a table.

    `notes` are what happened in words, by round and pass. `swaps` are those that were agreed to, in order, and
    `shares` says of each card at which seat its owner sits since all were shared out.
    """
    format_ = event.procedure
    passes = passes_of(format_, packs_of(table), picks_of(table.picks), verified_rounds=verified_rounds(table))
    fates = fates_of(passes)
    shelf = _Shelf(table, format_, Pace(event.pace), say)
    return {
        "version": VERSION,
        "table": table.number,
        "round_count": len(format_.rounds),
        "seats": [
            {"seat": seat.seat, "name": seat.name, "bot": seat.bot, "fighter": seat.fighter} for seat in table.seats
        ],
        "tallies": shelf.tallies,
        "prints": shelf.prints,
        "cards": shelf.cards(fates),
        "packs": shelf.packs(),
        "steps": [_step(each, shelf, notes) for each in passes],
        "fights": list(fights),
        "swaps": [_swap(each, shelf) for each in swaps],
        "shares": _shares(shelf, fates, shares or {}),
    }


def packs_of(table: TableRecord) -> list[list[OpenedPack]]:
    """Return the packs of a table as the rules have them, round by round in order of seats."""
    rounds = groupby(table.packs, key=lambda pack: pack.round)
    return [[OpenedPack(pack.cards, pack.guaranteed, pack.set_code) for pack in of_round] for _, of_round in rounds]


def picks_of(records: Sequence[PickRecord]) -> list[PlacedCards]:
    """Return the picks of a log as the rules have them: cards that were placed at once are one pick."""
    return [
        PlacedCards(round_, number, seat, tuple(card.card for card in cards), cards[0].how, cards[0].seconds)
        for (round_, number, seat, _), placed in groupby(records, key=_of_one_choice)
        if (cards := list(placed))
    ]


def _of_one_choice(pick: PickRecord) -> tuple[int, int, int, datetime]:
    return pick.round, pick.pass_number, pick.seat, pick.at


def verified_rounds(table: TableRecord) -> set[int]:
    """Return the rounds in which a judge verified a card (R9)."""
    return {call.round for call in table.calls if call.reason == ABOUT_A_CARD and call.verdict == "verified"}


def moments_of(format_: Format, table: TableRecord, history: Sequence[ActRecord]) -> dict[int, Moment]:
    """Return in which pass each version of a table was made, from its history; nothing where that is not whole.

    Acts after the draft are not in it. An undo belongs to the pass to which the table went back.
    """
    opened = packs_of(table)
    shorter = format_.cut_to(len(opened))
    acts = [(act.version, act.kind, act.facts) for act in history if act.table == table.number]
    undone = {version: (facts["round"], facts["pass"]) for version, kind, facts in acts if kind is Kind.UNDO}
    moments: dict[int, Moment] = {}
    now: Moment = (1, 1)
    try:
        for version, moment in replay_history(shorter, opened, acts):
            moments[version] = undone.get(version, now)
            if moment.table.phase is Phase.DRAFTED:
                break
            now = moment.table.round, moment.table.pass_number
    except BadHistory:
        return {}
    return moments


class _Shelf:
    """The cards of a table, each by its place, the prints that they are, and how they were drafted."""

    def __init__(self, table: TableRecord, format_: Format, pace: Pace, say: Say) -> None:
        self.table, self.format, self.pace = table, format_, pace
        self.held = [card for pack in table.packs for card in pack.cards]
        self._place = {one.id: place for place, one in enumerate(self.held)}
        different = {one.card.number: one for one in self.held}
        self._print = {number: place for place, number in enumerate(different)}
        counted = format_.card_game.tallies(tuple(self.held)) if self.held else ()
        self.tallies: list[ReplayTally] = [
            {"tally": tally.slug, "name": say(tally.label), "names": [say(name) for name, _ in tally.counts]}
            for tally in counted
        ]
        names = [[name for name, _ in tally.counts] for tally in counted]
        self.prints: list[ReplayPrint] = [
            {"card": printed_facts(one.card), "counts": _counts(one, format_, names)} for one in different.values()
        ]

    def places(self, cards: Iterable[CardId]) -> list[int]:
        """Return the places of cards, in their order."""
        return [self._place[card] for card in cards]

    def packs(self) -> list[ReplayPack]:
        """Return the packs, in order of rounds and seats."""
        return [
            {
                "round": pack.round,
                "opened_by": pack.opened_by,
                "set": pack.set_code,
                "cards": self.places(card.id for card in pack.cards),
            }
            for pack in self.table.packs
        ]

    def cards(self, fates: Mapping[CardId, Fate]) -> list[ReplayCard]:
        """Return all cards, in order of their places."""
        return [self._card(one, fates.get(one.id)) for one in self.held]

    def _card(self, one: CardInPack, fate: Fate | None) -> ReplayCard:
        card: ReplayCard = {"id": one.id, "print": self._print[one.card.number], "fate": _fate(fate)}
        if one.foil:
            card["foil"] = True
        return card


def _fate(fate: Fate | None) -> ReplayFate | None:
    return None if fate is None else {"seat": fate.seat, "number": fate.pass_number}


def _counts(one: CardInPack, format_: Format, names: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return for each tally which of its names the card counts for."""
    tallies = format_.card_game.tallies((one,))
    return [[names[place].index(name) for name, count in tally.counts if count] for place, tally in enumerate(tallies)]


def _step(each: TablePass, shelf: _Shelf, notes: Notes) -> ReplayStep:
    moment = each.round, each.pass_number
    return {
        "round": each.round,
        "number": each.pass_number,
        "direction": each.direction.value,
        "called": each.called,
        "seconds": _seconds(each, shelf),
        "review_after": shelf.format.round(each.round).review_after,
        "turns": [_turn(turn, shelf) for turn in each.turns],
        "undone": _undone(moment, shelf),
        "notes": [{"at": stamp(note.at), "text": note.text} for note in notes.get(moment, ())],
    }


def _seconds(each: TablePass, shelf: _Shelf) -> int | None:
    """Return how long the pass could last where no fighter was given more time: as long as the longest clock."""
    size = max(len(pack.cards) for pack in shelf.table.packs if pack.round == each.round)
    times = (
        seconds_to_choose(shelf.format, shelf.pace, pack_size=size, in_hand=len(turn.hand), due=len(turn.taken))
        for turn in each.turns
    )
    return max((time for time in times if time is not None), default=None)


def _turn(turn: SeatPass, shelf: _Shelf) -> ReplayTurn:
    return {
        "opened_by": turn.opened_by,
        "hand": shelf.places(held.id for held in turn.hand),
        "due": {"featured": turn.due.featured, "plain": turn.due.plain, "any": turn.due.any},
        "picks": [_pick(pick, shelf) for pick in turn.picks],
        "back": shelf.places(held.id for held in turn.hand if held.id in turn.back),
    }


def _pick(pick: PlacedCards, shelf: _Shelf) -> ReplayPick:
    return {"cards": shelf.places(pick.cards), "how": pick.how.value, "seconds": pick.seconds}


def _undone(moment: Moment, shelf: _Shelf) -> list[ReplayUndone]:
    """Return what was placed in a pass before it was taken back, each choice by itself."""
    records = [pick for pick in shelf.table.undone if (pick.round, pick.pass_number) == moment]
    return [
        {
            "seat": pick.seat,
            "cards": shelf.places(pick.cards),
            "how": pick.how.value,
            "at": stamp(records[0].undone),
        }
        for pick in picks_of(records)
    ]


def _swap(swapped: Swapped, shelf: _Shelf) -> ReplaySwap:
    seat, other, *cards = swapped
    give, want = shelf.places(cards)
    return {"seat": seat, "other": other, "give": give, "want": want}


def _shares(shelf: _Shelf, fates: Mapping[CardId, Fate], owners: Mapping[CardId, int]) -> list[ReplayShared]:
    """Return the owner of each card once all are shared, in order of the places of the cards."""
    return [
        {"card": place, "seat": owners[one.id], "drafted_by": fates[one.id].seat}
        for place, one in enumerate(shelf.held)
        if one.id in owners and one.id in fates
    ]
