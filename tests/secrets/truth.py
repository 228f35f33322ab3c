"""The secrets of each moment, from the log of the finished draft: who might know which card at which moment."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from drafts.rules.formats import Format

Frame = dict[str, Any]


class Shared(NamedTuple):
    """How the sharing at a table stands, as its organizer and the fighters' own wishes and offers tell (R19).

    `pool` is what one may take, `last` what was taken last, `owners` has each card that is somebody's with the number
    of that fighter, `wishes` each wish with who said it, and `swaps` who offered whom what for what.
    """

    pool: frozenset[int] = frozenset()
    last: frozenset[int] = frozenset()
    owners: frozenset[tuple[int, int]] = frozenset()
    wishes: frozenset[tuple[int, int]] = frozenset()
    swaps: frozenset[tuple[int, int, int, int]] = frozenset()

    @property
    def on_the_table(self) -> set[int]:
        """The cards that all fighters of the table see."""
        return {*self.pool, *self.last}

    def known_to(self, fighter: int | None) -> set[int]:
        """Return the cards that a fighter may be shown because of it; None: anybody else."""
        if fighter is None:
            return set()
        own = {card for card, owner in (*self.owners, *self.wishes) if owner == fighter}
        offered = {card for one, other, *cards in self.swaps if fighter in (one, other) for card in cards}
        return self.on_the_table | own | offered


NOTHING_SHARED = Shared()


class Entered(NamedTuple):
    """The entries of real packs: each number with the fighter in whose pile it is or has been, and `all_are` once the
    piles are complete, fit together, and tell the packs.
    """

    cards: frozenset[tuple[str, int]] = frozenset()
    all_are: bool = False


class Moment(NamedTuple):
    """Where a table stands, as everybody sees it.

    `owing` and `placed` are by seat: who has not chosen yet in this pass, and how many cards lie face down. `called`:
    the cards that a judge is asked to look at. `shared`: how the sharing of the cards stands. `entered`: what is
    entered of real packs; None where the server has known every card from the beginning.
    """

    phase: str
    round: int
    number: int
    owing: tuple[bool, ...] = ()
    placed: tuple[int, ...] = ()
    called: frozenset[int] = frozenset()
    shared: Shared = NOTHING_SHARED
    entered: Entered | None = None

    @property
    def knows_cards(self) -> bool:
        """Whether it can be told what the packs held."""
        return self.entered is None or self.entered.all_are

    @classmethod
    def of(
        cls,
        state: Frame,
        called: frozenset[int] = frozenset(),
        shared: Shared = NOTHING_SHARED,
        entered: Entered | None = None,
    ) -> Self:
        """Return the moment that a state tells of."""
        table = state["table"]
        seats = sorted(table["seats"], key=lambda seat: seat["seat"])
        owing = tuple(not seat["chosen"] for seat in seats)
        placed = tuple(seat["face_down"] for seat in seats)
        return cls(state["event"]["phase"], table["round"], table["pass"], owing, placed, called, shared, entered)


class Truth:
    """One table of a finished draft's log: where every card lay, and who took it when.

    `rounds` are those whose packs were opened: all, unless the draft was stopped. `shows_picks`: the event lets
    fighters look at their own piles while packs are drafted.
    """

    def __init__(self, table: Mapping[str, Any], rounds: int, format_: Format, *, shows_picks: bool = False) -> None:
        self.rounds, self.format, self.shows_picks = rounds, format_, shows_picks
        self.fighters = len(table["seats"])
        self.cards = {card["id"]: card for pack in table["packs"] for card in pack["cards"]}
        self.packs = {
            (pack["round"], pack["opened_by"]): [card["id"] for card in pack["cards"]] for pack in table["packs"]
        }
        self.picks = table["picks"]
        self.fighter_at = {seat["seat"]: seat["fighter"] for seat in table["seats"]}
        self.called = {call["card"] for call in table["calls"]} - {None}

    def hand(self, round_: int, number: int, seat: int) -> list[int]:
        """Return the cards that a seat holds at the beginning of a pass, as they lie."""
        step = self.format.round(round_).direction.step
        opener = (seat - step * (number - 1)) % self.fighters
        gone = {pick["card"] for pick in self.picks if pick["pack"] == [round_, opener] and pick["pass"] < number}
        return [card for card in self.packs[round_, opener] if card not in gone]

    def pile(self, seat: int, *, until: tuple[int, int]) -> list[int]:
        """Return what a seat had placed before a pass, given as (round, pass)."""
        return [pick["card"] for pick in self.picks if pick["seat"] == seat and (pick["round"], pick["pass"]) < until]

    def all_of(self, seat: int, rounds: int) -> set[int]:
        """Return what a seat took in the first rounds."""
        return set(self.pile(seat, until=(rounds + 1, 0)))

    @property
    def opened(self) -> set[int]:
        """The cards of all packs that were opened: what the log may tell."""
        return {card for (round_, _), cards in self.packs.items() if round_ <= self.rounds for card in cards}

    def known(self, seat: int | None, moment: Moment) -> set[int]:
        """Return the cards that a seat's fighter may be shown at a moment (R5, R8, R13, R15); None: anybody else."""
        if seat is None or moment.phase == "lobby":
            return set()
        if moment.entered is not None:
            return self._entered_by(seat, moment.entered) | moment.shared.known_to(self.fighter_at[seat])
        if moment.phase != "drafting":
            return self.all_of(seat, moment.round) | moment.shared.known_to(self.fighter_at[seat])
        placed = set(self.pile(seat, until=(moment.round, moment.number + 1))[: moment.placed[seat]])
        hand = set(self.hand(moment.round, moment.number, seat)) if moment.owing[seat] else set()
        return hand | placed if self.shows_picks else hand - placed

    def _entered_by(self, seat: int, entered: Entered) -> set[int]:
        """Return the cards that were ever entered in the pile of a seat: nobody knows of more than they typed."""
        numbers = {number for number, fighter in entered.cards if fighter == self.fighter_at[seat]}
        return {card for card, facts in self.cards.items() if facts["number"] in numbers}

    def has(self, moment: Moment) -> bool:
        """Whether a moment was one of this draft: nobody had placed more or fewer cards then than the log says."""
        if moment.phase == "lobby":
            return moment.round == 0
        if moment.phase == "opening":
            return not any(moment.placed)
        for seat, placed in enumerate(moment.placed):
            before = len(self.pile(seat, until=(moment.round, moment.number)))
            after = len(self.pile(seat, until=(moment.round, moment.number + 1)))
            if not (before <= placed <= after if moment.phase == "drafting" else placed == after):
                return False
        if moment.phase == "review":
            return self.format.round(moment.round).review_after
        return moment.round == self.rounds or moment.phase == "drafting"
