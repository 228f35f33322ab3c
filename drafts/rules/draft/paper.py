"""A table that drafts with paper packs: it is told what to hold, to place and to pass, and nobody knows its cards.

A move returns the next table or raises a Refusal. What was drafted is entered afterwards, pile by pile (`piles`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from drafts.rules.draft.piles import OpenedRound
from drafts.rules.draft.table import Phase
from drafts.rules.errors import NotAllowed, NotDrafting, Stale
from drafts.rules.formats import Format, Quota
from drafts.rules.ids import SeatNumber
from drafts.rules.values import changed


class Moment(NamedTuple):
    """Where a table stands: a pass, or the review after a round, whose pass is 0; rounds and passes count from 1."""

    phase: Phase
    round: int
    pass_number: int


_FIRST = Moment(Phase.DRAFTING, 1, 1)


@dataclass(frozen=True)
class PaperTable:
    """A table of so many fighters. `packs` are the rounds as they are opened, `done` who has placed in this pass."""

    format: Format
    fighters: int
    packs: tuple[OpenedRound, ...]
    moment: Moment = _FIRST
    done: frozenset[SeatNumber] = frozenset()

    @property
    def must_hold(self) -> int:
        """How many cards each fighter should hold now, before they place any: 0 in a review and at the end."""
        if self.moment.phase is not Phase.DRAFTING:
            return 0
        opened = self._opened
        return opened.cards - sum(opened.taken[: self.moment.pass_number - 1])

    @property
    def must_place(self) -> Quota:
        """How many cards each fighter places now, of which kinds (R6, R9, R12)."""
        if self.moment.phase is not Phase.DRAFTING:
            return Quota()
        opened = self._opened
        quota = opened.rule.rule(self.moment.pass_number).quota(guaranteed=opened.guaranteed, called=opened.called)
        return quota if quota.total <= self.must_hold else Quota(any=self.must_hold)

    @property
    def pile(self) -> int:
        """How many cards lie in each pile once everybody has placed, last cards of a pack included."""
        _, round_, pass_number = self.moment
        before = sum(opened.cards for opened in self.packs[: round_ - 1])
        taken = self._opened.taken
        is_over = self.moment.phase is not Phase.DRAFTING or pass_number == _passes_asked(self._opened)
        return before + (sum(taken) if is_over else sum(taken[:pass_number]))

    @property
    def _opened(self) -> OpenedRound:
        return self.packs[self.moment.round - 1]


def open_paper_table(format_: Format, fighters: int, cards: Sequence[int], guaranteed: Sequence[bool]) -> PaperTable:
    """Return a table whose fighters hold their first packs; for each round, the size of its packs and their set.

    Raises ValueError where the rounds are not those of the format, or a pack is empty.
    """
    rounds = zip(format_.rounds, cards, guaranteed, strict=True)
    packs = tuple(OpenedRound(rule, count, of_set) for rule, count, of_set in rounds)
    if min(cards) < 1:
        raise ValueError("a pack has a card")
    return PaperTable(format_, fighters, packs)


def say_done(table: PaperTable, seat: SeatNumber, round_: int, pass_number: int) -> PaperTable:
    """Note that a fighter has placed what this pass demands; with the last of them the table goes on.

    Raises NotDrafting, and Stale for another pass.
    """
    _must_draft(table)
    if (round_, pass_number) != table.moment[1:]:
        raise Stale
    done = table.done | {seat}
    if len(done) == table.fighters:
        return _stepped(table, 1)
    return table if done == table.done else changed(table, done=done)


def advance(table: PaperTable, round_: int, pass_number: int) -> PaperTable:
    """Go on from this pass, whoever has placed. Asked twice it goes on once. Raises NotDrafting, Stale."""
    moments = _moments(table)
    place = moments.index(table.moment)
    if place and moments[place - 1] == (Phase.DRAFTING, round_, pass_number):
        return table
    _must_draft(table)
    if (round_, pass_number) != table.moment[1:]:
        raise Stale
    return _stepped(table, 1)


def end_review(table: PaperTable) -> PaperTable:
    """Close the look at one's own cards (R13, R14). Raises NotDrafting outside a review."""
    if table.moment.phase is not Phase.REVIEW:
        raise NotDrafting
    return _stepped(table, 1)


def step_back(table: PaperTable) -> PaperTable:
    """Go back to where the table stood before: everybody places anew. Raises NotAllowed at the very beginning."""
    if table.moment == _FIRST:
        raise NotAllowed
    return _stepped(table, -1)


def verify_call(table: PaperTable) -> PaperTable:
    """Let everybody place more in a round's first pass: a judge has verified a card (R9). Raises NotAllowed."""
    opened = table.packs[table.moment.round - 1]
    is_first = (table.moment.phase, table.moment.pass_number) == (Phase.DRAFTING, 1)
    if not is_first or opened.called or not opened.rule.rule(1).allows_call:
        raise NotAllowed
    place = table.moment.round - 1
    packs = (*table.packs[:place], opened._replace(called=True), *table.packs[place + 1 :])
    return changed(table, packs=packs, done=frozenset())


def _must_draft(table: PaperTable) -> None:
    if table.moment.phase is not Phase.DRAFTING:
        raise NotDrafting


def _stepped(table: PaperTable, steps: int) -> PaperTable:
    moments = _moments(table)
    return changed(table, moment=moments[moments.index(table.moment) + steps], done=frozenset())


def _moments(table: PaperTable) -> list[Moment]:
    """Return where a table stands from the first pass to the end. A last card is placed without being asked for."""
    moments: list[Moment] = []
    for round_, opened in enumerate(table.packs, start=1):
        moments += [Moment(Phase.DRAFTING, round_, number) for number in range(1, _passes_asked(opened) + 1)]
        if opened.rule.review_after:
            moments.append(Moment(Phase.REVIEW, round_, 0))
    return [*moments, Moment(Phase.DRAFTED, len(table.packs), 0)]


def _passes_asked(opened: OpenedRound) -> int:
    """Return how many passes there are but that of the last card, if it is alone there; one at least."""
    taken = opened.taken
    return max(1, len(taken) - (taken[-1] == 1))
