"""The sharing of the cards at the tables of a night: rows to rules, and changes of it (R19)."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any, ClassVar

from django.db.models import QuerySet

from drafts.models import Draft, Event, EventStage, Fighter, PackCard, Pick, Policy, Seat, Table
from drafts.prepared import Prepared
from drafts.rules.actors import Actor
from drafts.rules.cards import CardId, CardInPack
from drafts.rules.chance import Chance
from drafts.rules.draft.clock import GRACE_SECONDS
from drafts.rules.games.base import CardGame
from drafts.rules.ids import EventId, FighterId, StageId, Version
from drafts.rules.night import shares
from drafts.rules.night.clock_moves import Extend
from drafts.rules.night.share_moves import LINES, Move, TurnOver
from drafts.rules.night.shares import NEWEST_RULE, Shares, prepare_sharing
from drafts.rules.night.sharing import Lot, lots_of
from drafts.rules.night.stages import Stage
from drafts.store.assignments import fewest_hand_overs
from drafts.store.catalog import card_columns, card_from
from drafts.store.stages import Reach, StageChange, StageKind, row_of

TURN_SECONDS = 30


@dataclass(frozen=True, slots=True)
class LiveShares:
    """The sharing at the table `number`, as it stands at `version`.

    `names` are the nicknames of all fighters at the table, bots included, `cards` all cards that were drafted there,
    for real packs as they were entered at `entered_at`. `private` are the versions that only some fighters are told of,
    with those fighters: wishes, and offers to swap.
    """

    id: StageId
    number: int
    version: Version
    event: EventId
    policy: Policy
    shares: Shares
    names: Mapping[FighterId, str]
    cards: Mapping[CardId, CardInPack] = field(repr=False)
    entered_at: datetime | None = None
    private: tuple[tuple[Version, Collection[FighterId]], ...] = ()

    stage: ClassVar[str] = Stage.SHARING.value

    @property
    def wakes_at(self) -> datetime | None:
        """The end of the turn, None while no clock runs."""
        return None if self.shares.turn is None else self.shares.clock.deadline

    def by_rarity(self, cards: Iterable[CardId]) -> dict[str, list[CardInPack]]:
        """Return some of the cards by rarity, the rarest first, and by number."""
        wanted = set(cards)
        found = {lot.rarity: wanted.intersection(lot.cards) for lot in self.shares.sharing.lots}
        return {
            rarity: sorted((self.cards[card] for card in of_lot), key=lambda held: (held.card.number, held.id))
            for rarity, of_lot in found.items()
            if of_lot
        }

    def seq_for(self, fighter: FighterId | None, version: Version | None = None) -> int:
        """Return what a version adds to the `seq` of a viewer, without private acts of others.

        A `fighter` of None is a viewer who does not fight, a `version` of None the present one.
        """
        version = self.version if version is None else version
        return version - sum(at <= version and fighter not in told for at, told in self.private)


SharesChange = StageChange[LiveShares]


def _due(live: LiveShares, now: datetime, patience: timedelta) -> Move | None:
    """Return the move that ends the turn whose time is up, or gives more time if the server missed that.

    None while a turn lasts.
    """
    turn, deadline = live.shares.turn, live.shares.clock.deadline
    if turn is None or deadline is None or deadline > now:
        return None
    late = now - deadline
    return TurnOver(turn) if late <= patience else Extend(round(late.total_seconds() + GRACE_SECONDS, 1))


def _apply(live: LiveShares, by: Actor, move: Move, at: datetime) -> LiveShares:
    after = shares.apply(live.shares, by, move, at)
    if after is live.shares:
        return live
    version, told = Version(live.version + 1), reach_of(live.shares, after)
    private = live.private if told.public else (*live.private, (version, told.fighters))
    return replace(live, shares=after, version=version, private=private)


def _complete(live: LiveShares, by: Actor, move: Move, at: datetime) -> Move:
    """Return a move with the cards that fighters without a wish get, so that the fewest are handed over."""
    return shares.completed(live.shares, by, move, at, fewest_hand_overs(live.shares))


def reach_of(before: Shares, after: Shares) -> Reach:
    """Return the viewers whose view has changed. A wish concerns its fighter, an offer to swap the two of it."""
    if _seen_by_all(before) != _seen_by_all(after):
        return Reach(after.sharing.order, public=True)
    wishing = {fighter for fighter, wish in after.wishes.items() if before.wishes.get(fighter) != wish}
    answered = (after.swaps.offers[number - 1] for number in after.swaps.closed.keys() - before.swaps.closed.keys())
    offers = (*after.swaps.offers[len(before.swaps.offers) :], *answered)
    swapping = {fighter for swap in offers for fighter in (swap.fighter, swap.other)}
    return Reach(wishing | swapping, public=False)


def _seen_by_all(shares: Shares) -> tuple[object, ...]:
    accepted = shares.swaps.accepted
    return shares.sharing, shares.clock, shares.begun, shares.handed, shares.corrections, shares.gone, accepted


# Reading ------------------------------------------------------------------------------------------------------------


def stages_of_shares(event: EventId) -> QuerySet[EventStage]:
    """Return the rows of an event's sharing, table by table."""
    return EventStage.objects.filter(event=event, stage=LiveShares.stage).order_by("number")


def load_all_shares(event: EventId) -> list[LiveShares]:
    """Read the sharing at all tables of an event; [] before fighters may wish."""
    return [SHARES.load(StageId(row.id)) for row in stages_of_shares(event)]


def load_prepared(stage: StageId) -> LiveShares:
    """Read the sharing at a table as it was before the first act. Raises EventStage.DoesNotExist."""
    row = row_of(stage)
    draft, setup = row.event.draft, row.setup
    names = {FighterId(fighter): name for fighter, name in _NAMES.rows(draft.id, row.number)}
    game = draft.procedure.card_game
    cards = {
        CardId(number): CardInPack(CardId(number), card_from(game, tuple(card)), foil)
        for number, foil, *card in _cards_of(game).rows(draft.id, row.number)
    }
    policy, rule = Policy(setup["policy"]), setup.get("rule", 1)
    prepared = prepare_sharing(
        tuple(map(FighterId, setup["fighters"])),
        tuple(Lot(rarity, tuple(map(CardId, cards)), chosen) for rarity, cards, chosen in setup["lots"]),
        {CardId(int(card)): FighterId(fighter) for card, fighter in setup["drafted"].items()},
        seed=f"{draft.seed} {row.number}",
        turn_seconds=setup["turn_seconds"],
        wished=policy is Policy.EQUAL,
        rule=rule,
        alike={card: held.card.number for card, held in cards.items()} if rule >= NEWEST_RULE else {},
        now=row.began_at,
    )
    event = EventId(row.event_id)
    entered_at = draft.piles_entered_at
    return LiveShares(stage, row.number, Version(1), event, policy, prepared, names, cards, entered_at)


_NAMES = Prepared(
    lambda: Seat.objects.filter(table__draft=0).filter(table__number=0).values_list("fighter", "fighter__nickname")
)


@cache
def _cards_of(game: CardGame) -> Prepared[tuple[Any, ...]]:
    """Return the query of the cards that are drafted at a table of a draft."""
    columns = ("public_id", "foil", *(f"card__{column}" for column in card_columns(game)))
    drafted = PackCard.objects.filter(draft=0).filter(pack__table__number=0)
    return Prepared(lambda: drafted.values_list(*columns))


def _renew(known: LiveShares) -> LiveShares:
    """Return a sharing read again with corrected cards, if piles of real packs were entered anew."""
    if known.entered_at is None:
        return known
    entered = Draft.objects.filter(current_in=known.event).values_list("piles_entered_at", flat=True).first()
    return known if entered == known.entered_at else load_prepared(known.id)


SHARES = StageKind(
    stage=LiveShares.stage,
    lines=LINES,
    begin=load_prepared,
    apply=_apply,
    due=_due,
    renew=_renew,
    complete=_complete,
)
load_shares, shares_change = SHARES.load, SHARES.change


# Beginning ----------------------------------------------------------------------------------------------------------


def setup_of(event: Event, table: Table) -> dict[str, Any]:
    """Return the setup of the sharing at a table: the fighters, all cards in lots, and the drafter of each card.

    Bots get nothing. Fighters who left or were removed do, since they took part.
    """
    game = event.draft.procedure.card_game
    rows = Pick.objects.standing().filter(seat__table=table).order_by("pack_card__public_id")
    columns = ("pack_card__public_id", "pack_card__card__rarity", "seat__fighter")
    picks = list(rows.values_list(*columns))
    rarities = {CardId(card): rarity for card, rarity, _ in picks}
    lots = lots_of(rarities, game.rarities, game.dealt)
    if event.night.sharing == Policy.RANDOM:
        chance = Chance(event.draft.seed, "shares", table.number)
        lots = tuple(Lot(lot.rarity, tuple(chance.shuffled(lot.cards)), chosen=False) for lot in lots)
    people = Fighter.objects.filter(seats__table=table, bot=False).order_by("id")
    return {
        "rule": NEWEST_RULE,
        "policy": event.night.sharing,
        "fighters": list(people.values_list("id", flat=True)),
        "lots": [[lot.rarity, list(lot.cards), lot.chosen] for lot in lots],
        "drafted": {str(card): fighter for card, _, fighter in picks},
        "turn_seconds": TURN_SECONDS,
    }
