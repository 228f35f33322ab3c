"""The parts of a table, and of its draft's seed, that a viewer may see (R8, R13, R15).

All that fighters and spectators are sent goes through here. One card does not: that for which a judge is called reaches
the organizer, by `protocol.states` and the control panel.
"""

from typing import NamedTuple

from drafts.rules.draft.table import Cards, DraftTable, Phase, has_chosen, may_call, owed
from drafts.rules.formats import Direction, Quota


class SeatSeen(NamedTuple):
    """The public part of a seat: counts, never cards. `held`: the number it held before it placed any in this pass."""

    chosen: bool
    in_hand: int
    face_down: int
    held: int


class OwnSeen(NamedTuple):
    """The part of a seat that its fighter alone sees. `pack` is empty once chosen; `pile` is None while R8 holds.

    Where an event shows own picks, R8 does not hold. The pile is None as well where the format deals no cards, and
    before packs that are kept are opened (M12). With blank cards both are empty: a fighter looks at the cards of a
    paper pack themselves.
    """

    owed: Quota
    pack: Cards
    chosen: bool
    pile: Cards | None
    may_call: bool


class Seen(NamedTuple):
    """A table through one viewer's eyes; `own` is None for those who have no seat.

    `demand` is what a pass asks of the first seat, and of all where packs are alike.
    """

    phase: Phase
    round: int
    rounds: int
    pass_number: int
    passes: int
    direction: Direction | None
    called: bool
    waiting_for_judge: bool
    demand: Quota
    seats: tuple[SeatSeen, ...]
    own: OwnSeen | None


def seen_by(table: DraftTable, seat: int | None, *, over: bool = False) -> Seen:
    """Return what the fighter of a seat may see of the table, or with None what everybody may.

    `over`: nothing is chosen now; the event has ended, perhaps in the middle of the draft, or no pack is opened yet.
    """
    return Seen(
        phase=table.phase,
        round=table.round,
        rounds=len(table.format.rounds),
        pass_number=table.pass_number,
        passes=table.passes,
        direction=table.direction,
        called=table.called,
        waiting_for_judge=bool(table.calls),
        demand=table.quotas[0] if table.phase is Phase.DRAFTING else Quota(),
        seats=tuple(seat_seen(table, number) for number in range(table.fighters)),
        own=None if seat is None else own_seen(table, seat, over=over),
    )


def seat_seen(table: DraftTable, seat: int) -> SeatSeen:
    """Return what everybody may see of one seat."""
    in_hand, placed = len(table.hands[seat]), len(table.placed[seat])
    return SeatSeen(
        chosen=has_chosen(table, seat),
        in_hand=in_hand,
        face_down=len(table.piles[seat]) + placed if table.round else 0,
        held=in_hand + placed,
    )


def own_seen(table: DraftTable, seat: int, *, over: bool = False, shows_picks: bool = False) -> OwnSeen:
    """Return what only the fighter of a seat may see: the own part of `seen_by`.

    `shows_picks`: the event lets fighters look at what they have chosen while packs are drafted, in this pass too.
    """
    is_open = over or shows_picks or table.phase is not Phase.DRAFTING
    is_there = table.format.cards is not None and (table.packs != () or not table.format.keeps)
    pile = _known(table.piles[seat] + table.placed[seat]) if is_open and is_there else None
    if over:
        return OwnSeen(owed=Quota(), pack=(), chosen=True, pile=pile, may_call=False)
    due = owed(table, seat)
    return OwnSeen(
        owed=due,
        pack=(_known(table.hands[seat]) or ()) if due.total else (),
        chosen=due.total == 0,
        pile=pile,
        may_call=may_call(table, seat),
    )


def _known(cards: Cards) -> Cards | None:
    """Return cards that can be shown, None where it is not known what is printed on them."""
    return None if True in [held.card.is_blank for held in cards] else cards


def shown_seed(seed: str, *, log_is_open: bool, stopped: bool) -> str | None:
    """Return the seed for a viewer to whom the log is open, and else None.

    After a stop it stays closed for everybody, since it tells the packs that were never opened (R4, R5).
    """
    return seed if log_is_open and not stopped else None
