"""Cards that nobody wishes for go where the fewest have to be handed over (R19)."""

from collections import Counter
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from drafts.rules.actors import ORGANIZER, SERVER, fighter_by
from drafts.rules.night.share_moves import Begin, TurnOver, WishMove
from drafts.rules.night.shares import NEWEST_RULE, apply, completed, given_since, hand_overs, prepare_sharing
from drafts.rules.night.sharing import Lot
from drafts.store.assignments import fewest_for_all, fewest_hand_overs
from tests.rules.timed_tables import NOON

ANN, BEN, CLEO, BOT = 1, 2, 3, 4


@st.composite
def drafts(draw):
    """Two or three fighters, lots of few cards of a few kinds, drafted by them or a bot, and some wishes."""
    fighters = [ANN, BEN, CLEO][: draw(st.integers(2, 3))]
    rare, common = draw(st.integers(0, 4)), draw(st.integers(0, 6))
    cards = range(rare + common)
    lots = [Lot("R", tuple(cards[:rare])), Lot("C", tuple(cards[rare:]), chosen=False)]
    drafted = {card: draw(st.sampled_from([*fighters, BOT])) for card in cards}
    alike = {card: f"{card < rare}{draw(st.integers(1, 4))}" for card in cards}
    wishes = draw(st.dictionaries(st.sampled_from(fighters), st.lists(st.sampled_from(cards or [0]), unique=True)))
    shares = prepare_sharing(
        fighters,
        [lot for lot in lots if lot.cards],
        drafted,
        seed=draw(st.text(max_size=3)),
        turn_seconds=None,
        rule=NEWEST_RULE,
        alike=alike,
        now=NOON,
    )
    for fighter, wished in wishes.items() if cards else ():
        shares = apply(shares, fighter_by(fighter), WishMove(tuple(wished)), NOON)
    return shares


def step(shares, by, move):
    return apply(shares, by, completed(shares, by, move, NOON, fewest_hand_overs(shares)), NOON)


def timed_out(shares):
    """Share all, while nobody's phone is there."""
    shares = step(shares, ORGANIZER, Begin())
    while (turn := shares.turn) is not None:
        shares = step(shares, SERVER, TurnOver(turn))
    return shares


@settings(max_examples=60)
@given(drafts())
def test_R19_no_other_way_to_share_what_nobody_wished_for_has_fewer_hand_overs(shares):
    shared = timed_out(shares)
    wished = {card for wishes in shares.wishes.values() for card in wishes}
    free = [share for share in shared.sharing.taken if share.card not in wished]
    owners, fewest = shared.owners(), len(shared.to_hand_over())
    for rarity in shares.sharing.lots:
        of_lot = [share for share in free if share.card in rarity.cards]
        for cards in permutations(share.card for share in of_lot):
            others = owners | {card: share.fighter for card, share in zip(cards, of_lot, strict=True)}
            assert len(hand_overs(others, shares.drafted, shares.alike)) >= fewest


@settings(max_examples=100)
@given(drafts())
def test_R19_shares_stay_fair_and_who_wishes_for_nothing_keeps_as_much_as_their_turns_allow(shares):
    shared = timed_out(shares)
    owners = shared.owners()
    for lot in shared.sharing.lots:
        of_lot = Counter(dict.fromkeys(shared.sharing.order, 0))
        of_lot.update(owners[card] for card in lot.cards)
        assert max(of_lot.values()) - min(of_lot.values()) <= 1
        if not any(shares.wishes.values()):
            prints = [
                Counter((whose[card], shares.alike.get(card, card)) for card in lot.cards)
                for whose in (owners, shares.drafted)
            ]
            kept = Counter(fighter for fighter, _ in (prints[0] & prints[1]).elements())
            own = Counter(shares.drafted[card] for card in lot.cards)
            assert all(kept[fighter] == min(own[fighter], of_lot[fighter]) for fighter in of_lot)


def test_the_fewest_for_all_count_what_the_rest_of_a_rarity_will_cost():
    shares = prepare_sharing(
        (ANN, BEN),
        [Lot("R", (1, 2, 3, 4))],
        {1: ANN, 2: ANN, 3: ANN, 4: BEN},
        seed="s",
        turn_seconds=None,
        rule=NEWEST_RULE,
        now=NOON,
    )
    begun = step(shares, ORGANIZER, Begin())
    assert (fewest_for_all(begun), fewest_for_all(timed_out(shares))) == (1, 1)
    first = begun.turn
    unkind = next(card for card, drafter in shares.drafted.items() if drafter != first)
    worse = apply(begun, SERVER, TurnOver(first, ((unkind, first),)), NOON)
    assert given_since(begun, worse) == ((unkind, first),)
    assert fewest_for_all(worse) == (1 if first == BEN else 3)
