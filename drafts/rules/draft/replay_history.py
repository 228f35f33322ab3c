"""A table at each of its versions, from its packs and its history: taken-back passes and pauses are there too."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from drafts.rules.cards import CardId
from drafts.rules.draft.history import ABOUT_A_CARD, PLACES, BadHistory, Facts, Kind
from drafts.rules.draft.replay import PlacedCards, dealt, replay
from drafts.rules.draft.table import (
    Call,
    DraftTable,
    OpenedPack,
    call_for_card,
    end_review,
    note_call,
    open_table,
    place,
    refuse_call,
    verify_call,
)
from drafts.rules.errors import Refusal
from drafts.rules.formats import Format


class OpenCall(NamedTuple):
    """An open call for a judge. `card` is None where the call is about none, or about one of a paper pack."""

    seat: int
    reason: str
    card: CardId | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as it stood, and what people saw around it.

    `paused` says that nobody might choose, `bots` and `connected` who sat there, `ready` which seats had seen their
    cards in the review, `asked` the open calls for a judge. `picks` are those that stood, in order, and `verified` the
    rounds in which a judge verified a card: a pass that is taken back is rebuilt from them.
    """

    table: DraftTable
    bots: tuple[bool, ...]
    connected: tuple[bool, ...]
    paused: bool = False
    ready: frozenset[int] = frozenset()
    asked: tuple[OpenCall, ...] = ()
    picks: tuple[PlacedCards, ...] = field(default=(), repr=False)
    verified: frozenset[int] = frozenset()


def replay_history(
    format_: Format, packs: Sequence[Sequence[OpenedPack]], history: Iterable[tuple[int, Kind, Facts]]
) -> Iterator[tuple[int, Snapshot]]:
    """Yield each version that the history tells of, and the table at it.

    The history is given in order: the version that an act led to, its kind, and what its line says. Versions are left
    out in which nothing happened but that a connection became weak or good. Raises BadHistory for a history that does
    not begin with a start, or that such a table cannot have had.
    """
    snapshot: Snapshot | None = None
    for version, acts in groupby(history, key=lambda act: act[0]):
        for _, kind, facts in acts:
            try:
                if kind is Kind.START:
                    snapshot = _started(format_, () if format_.keeps else packs, facts)
                elif kind is Kind.DEAL:
                    snapshot = _dealt(snapshot, packs)
                else:
                    snapshot = _after(snapshot, kind, facts)
            except (Refusal, IndexError, KeyError, TypeError, ValueError) as fault:
                reason = f"version {version}: {kind.value} with {dict(facts)} cannot have happened ({fault!r})"
                raise BadHistory(reason) from fault
        if snapshot is not None:
            yield version, snapshot


def _started(format_: Format, packs: Sequence[Sequence[OpenedPack]], facts: Facts) -> Snapshot:
    words = facts["seats"]
    return Snapshot(
        table=open_table(format_, packs, len(words)),
        bots=tuple(word == "bot" for word in words),
        connected=tuple(word == "here" for word in words),
    )


def _dealt(snapshot: Snapshot | None, packs: Sequence[Sequence[OpenedPack]]) -> Snapshot:
    if snapshot is None or not snapshot.table.format.keeps or snapshot.table.packs:
        raise ValueError("only packs that are kept are dealt, and once")
    table = open_table(snapshot.table.format, packs, snapshot.table.fighters)
    return replace(snapshot, table=table, picks=dealt(table))


def _after(snapshot: Snapshot | None, kind: Kind, facts: Facts) -> Snapshot:
    if snapshot is None:
        raise ValueError("a history begins with a start")
    if kind in PLACES:
        return _placed(snapshot, kind, facts)
    change = _CHANGES.get(kind)
    return change(snapshot, facts) if change else snapshot


def _placed(snapshot: Snapshot, kind: Kind, facts: Facts) -> Snapshot:
    pick = PlacedCards(facts["round"], facts["pass"], facts["seat"], tuple(facts["cards"]), PLACES[kind])
    if (pick.round, pick.pass_number) != (snapshot.table.round, snapshot.table.pass_number):
        raise ValueError("the table was in another pass")
    return replace(snapshot, table=place(snapshot.table, pick.seat, pick.cards), picks=(*snapshot.picks, pick))


_NOT_NAMED = CardId(0)
"""In place of the card of a paper pack."""


def _about_a_card(asked: OpenCall) -> Call | None:
    """Return the call that holds the pass, None for one that is about no card."""
    return Call(asked.seat, asked.card or _NOT_NAMED) if asked.reason == ABOUT_A_CARD else None


def _called(snapshot: Snapshot, facts: Facts) -> Snapshot:
    asked = OpenCall(facts["seat"], facts["reason"], facts.get("card"))
    table, call = snapshot.table, _about_a_card(asked)
    if call is not None:
        table = note_call(table, call) if asked.card is None else call_for_card(table, *call)
    return replace(snapshot, table=table, asked=(*snapshot.asked, asked))


def _answered(snapshot: Snapshot, facts: Facts) -> Snapshot:
    answered = OpenCall(facts["seat"], facts["reason"], facts.get("card"))
    table, verified, verdict = snapshot.table, snapshot.verified, facts["verdict"]
    call = _about_a_card(answered)
    if call is not None and verdict == "verified":
        verified |= {table.round}
        table = verify_call(table, call)
    elif call is not None and verdict == "refused":
        table = refuse_call(table, call)
    open_ones = tuple(asked for asked in snapshot.asked if asked != answered)
    return replace(snapshot, table=table, verified=verified, asked=open_ones)


def _undone(snapshot: Snapshot, facts: Facts) -> Snapshot:
    target = facts["round"], facts["pass"]
    picks = tuple(pick for pick in snapshot.picks if (pick.round, pick.pass_number) < target)
    verified = frozenset(round_ for round_ in snapshot.verified if round_ <= facts["round"])
    table = snapshot.table
    back = replay(table.format, table.packs, picks, verified_rounds=verified, review_over=True)
    return replace(snapshot, table=back, picks=picks, verified=verified, ready=frozenset(), asked=())


def _review_over(snapshot: Snapshot, facts: Facts) -> Snapshot:
    return replace(snapshot, table=end_review(snapshot.table), ready=frozenset())


def _bot(*, bot: bool) -> Callable[[Snapshot, Facts], Snapshot]:
    return lambda snapshot, facts: replace(snapshot, bots=_with(snapshot.bots, facts["seat"], bot))


def _connection(*, connected: bool) -> Callable[[Snapshot, Facts], Snapshot]:
    return lambda snapshot, facts: replace(snapshot, connected=_with(snapshot.connected, facts["seat"], connected))


def _pause(*, paused: bool) -> Callable[[Snapshot, Facts], Snapshot]:
    return lambda snapshot, facts: replace(snapshot, paused=paused)


def _with(flags: tuple[bool, ...], seat: int, flag: bool) -> tuple[bool, ...]:
    if seat >= len(flags):
        raise IndexError(seat)
    return (*flags[:seat], flag, *flags[seat + 1 :])


_CHANGES: dict[Kind, Callable[[Snapshot, Facts], Snapshot]] = {
    Kind.REVIEW_OVER: _review_over,
    Kind.PAUSE: _pause(paused=True),
    Kind.RESUME: _pause(paused=False),
    Kind.CONNECTED: _connection(connected=True),
    Kind.DISCONNECTED: _connection(connected=False),
    Kind.READY: lambda snapshot, facts: replace(snapshot, ready=snapshot.ready | {facts["seat"]}),
    Kind.CALL: _called,
    Kind.VERDICT: _answered,
    Kind.UNDO: _undone,
    Kind.SEAT_BOT: _bot(bot=True),
    Kind.UNSEAT_BOT: _bot(bot=False),
}
