from collections import Counter
from datetime import timedelta
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drafts.rules.actors import ORGANIZER
from drafts.rules.draft.history import BadHistory
from drafts.rules.errors import NotAllowed, NotInPool, NotYourTurn, Refusal, Stale
from drafts.rules.night import shares as rules
from drafts.rules.night.building import ComeBack, DropOut
from drafts.rules.night.clock_moves import Pause
from drafts.rules.night.share_moves import (
    LINES,
    AcceptSwap,
    Begin,
    Correct,
    DeclineSwap,
    HandOver,
    OfferSwap,
    TakeBack,
    TakeBackBegin,
    TakeFor,
    TakeMove,
    TurnOver,
    WishMove,
    WithdrawSwap,
)
from drafts.rules.night.shares import GONE_SECONDS, hand_overs, prepare_sharing
from drafts.rules.night.sharing import Lot
from drafts.rules.night.swaps import SwapOffer
from tests.rules.actors import actor
from tests.rules.timed_tables import NOON

FIGHTERS = (4, 7, 9)
RARE, COMMON = tuple(range(1, 5)), tuple(range(11, 17))
DRAFTED = dict(zip((*RARE, *COMMON), FIGHTERS * 4, strict=False))


def apply(before, by, move, at):
    return rules.apply(before, actor(by), move, at)


def replay(before, acts):
    return LINES.replay(rules.apply, before, [(actor(by), move, at) for by, move, at in acts])


def begun(rare=RARE, *, wishes=None, turn_seconds=30):
    lots = [Lot("RRR", rare), Lot("C", COMMON, chosen=False)]
    shares = prepare_sharing(FIGHTERS, lots, DRAFTED, seed="seed", turn_seconds=turn_seconds, now=NOON)
    return done(shares, *((by, WishMove(cards)) for by, cards in (wishes or {}).items()), (ORGANIZER, Begin()))


def done(shares, *acts, at=NOON):
    for by, move in acts:
        shares = apply(shares, by, move, at)
    return shares


def taken(shares):
    """Let everybody take the first card of the pool until nothing is left."""
    while (fighter := shares.sharing.turn) is not None:
        shares = done(shares, (fighter, TakeMove(shares.sharing.pool[0])))
    return shares


def own(shares, fighter):
    return [card for card, owner in shares.owners().items() if owner == fighter]


def test_R19_the_one_whose_turn_it_is_takes_a_card_and_the_next_one_has_a_turn_of_the_same_length():
    shares = begun()
    first, second, third = shares.sharing.order
    later = done(shares, (first, TakeMove(3)), at=NOON + timedelta(seconds=10))
    assert (own(later, first), later.sharing.turn) == ([3], second)
    assert (shares.clock.deadline, later.clock.deadline) == (NOON + timedelta(seconds=30), NOON + timedelta(seconds=40))
    for by, card, refusal in (
        (first, 1, NotYourTurn),
        (third, 1, NotYourTurn),
        (second, 3, NotInPool),
        (second, 11, NotInPool),
    ):
        with pytest.raises(refusal):
            done(later, (by, TakeMove(card)))


def test_cards_are_corrected_until_the_sharing_begins_and_not_after():
    lots = [Lot("RRR", RARE)]
    shares = prepare_sharing(FIGHTERS, lots, DRAFTED, seed="seed", turn_seconds=30, now=NOON)
    corrected = done(shares, (ORGANIZER, Correct()), (ORGANIZER, Correct()))
    assert corrected.corrections == 2
    with pytest.raises(NotAllowed):
        done(corrected, (ORGANIZER, Begin()), (ORGANIZER, Correct()))
    with pytest.raises(NotAllowed):
        done(shares, (FIGHTERS[0], Correct()))


def test_R19_the_organizer_takes_for_somebody_without_a_phone_and_nobody_else_does():
    shares = begun()
    first, second, _ = shares.sharing.order
    assert own(done(shares, (ORGANIZER, TakeFor(first, 2))), first) == [2]
    for by, move in (
        (ORGANIZER, TakeMove(2)),
        (second, TakeFor(first, 2)),
        (5, TakeMove(2)),
        (None, TakeMove(2)),
        (None, TakeFor(first, 2)),
    ):
        with pytest.raises(NotAllowed):
            done(shares, (by, move))
    with pytest.raises(NotYourTurn):
        done(shares, (ORGANIZER, TakeFor(second, 2)))


def test_R19_a_fighter_whose_time_is_up_is_given_what_they_wish_for_most():
    first, second, _ = begun().sharing.order
    shares = done(begun(), (first, WishMove((11, 4, 2))), (None, TurnOver(first)))
    assert own(shares, first) == [4]
    for by, fighter, refusal in (
        (None, first, NotYourTurn),
        (second, second, NotAllowed),
        (ORGANIZER, second, NotAllowed),
    ):
        with pytest.raises(refusal):
            done(shares, (by, TurnOver(fighter)))


def ends_after(shares):
    return (shares.clock.deadline - NOON).total_seconds()


@pytest.mark.parametrize("turn_seconds", [30, None])
def test_R19_no_fighter_waits_for_the_turn_of_one_who_is_gone_until_they_are_back(turn_seconds):
    first, second, third = begun(turn_seconds=turn_seconds).sharing.order
    shares = done(begun(turn_seconds=turn_seconds), (ORGANIZER, DropOut(second)), (first, TakeMove(1)))
    assert (shares.turn, ends_after(shares)) == (second, GONE_SECONDS)
    after = done(shares, (None, TurnOver(second)))
    assert (len(own(after, second)), after.turn) == (1, third)
    assert after.clock.seconds == turn_seconds
    assert done(shares, (ORGANIZER, ComeBack(second))).clock.seconds == turn_seconds


def test_a_fighter_who_leaves_in_their_own_turn_has_little_of_it_left():
    shares = begun()
    assert ends_after(done(shares, (ORGANIZER, DropOut(shares.turn)))) == GONE_SECONDS
    paused = done(shares, (ORGANIZER, Pause()), (ORGANIZER, DropOut(shares.turn)))
    assert (paused.clock.deadline, paused.clock.left) == (None, GONE_SECONDS)
    assert done(shares, (ORGANIZER, DropOut(shares.sharing.order[1]))).clock == shares.clock


def test_officials_alone_note_that_a_fighter_is_gone_and_a_beginning_that_is_taken_back_keeps_it():
    shares = begun()
    first, second, _ = shares.sharing.order
    for by, fighter in ((first, second), (None, second), (ORGANIZER, 5)):
        with pytest.raises(NotAllowed):
            done(shares, (by, DropOut(fighter)))
    assert done(shares, (ORGANIZER, ComeBack(second))) is shares
    assert done(shares, (ORGANIZER, DropOut(second)), (ORGANIZER, TakeBackBegin())).gone == {second}


def test_where_a_turn_has_no_time_no_clock_runs():
    assert begun(turn_seconds=None).clock.deadline is None


def test_R19_cards_that_nobody_chooses_are_dealt_by_wishes_once_the_rest_is_taken():
    wishes = dict.fromkeys(FIGHTERS, (16,))
    shares = taken(begun(wishes=wishes))
    assert Counter(shares.owners().values()) in ({4: 4, 7: 3, 9: 3}, {4: 3, 7: 4, 9: 3}, {4: 3, 7: 3, 9: 4})
    assert shares.sharing.pool == ()
    assert shares.clock.deadline is None
    alone = begun(rare=())
    assert (alone.sharing.turn, set(alone.owners())) == (None, set(COMMON))


def test_a_wish_replaces_the_one_before_and_names_cards_of_the_draft_once_each():
    shares = done(begun(), (4, WishMove((1, 2))), (4, WishMove((3,))))
    assert shares.wishes == {4: (3,)}
    assert done(shares, (4, WishMove((3,)))) is shares
    for cards in ((1, 1), (99,)):
        with pytest.raises(NotInPool):
            done(shares, (4, WishMove(cards)))
    with pytest.raises(NotAllowed):
        done(shares, (5, WishMove((1,))))


def test_two_fighters_swap_when_both_agree():
    shares = taken(begun())
    mine, theirs, other = own(shares, 4)[0], own(shares, 7)[0], own(shares, 9)[0]
    offered = done(shares, (4, OfferSwap(mine, theirs)))
    assert offered.owners() == shares.owners()
    assert offered.open_swaps(4) == offered.open_swaps(7) == {1: SwapOffer(4, 7, mine, theirs)}
    assert offered.open_swaps(9) == {}
    assert done(offered, (4, OfferSwap(mine, theirs))) is offered
    for by in (4, 9):
        with pytest.raises(NotAllowed):
            done(offered, (by, AcceptSwap(1)))
    swapped = done(offered, (7, AcceptSwap(1)))
    assert swapped.owners() == {**shares.owners(), mine: 7, theirs: 4}
    assert (swapped.open_swaps(4), done(swapped, (7, AcceptSwap(1)))) == ({}, swapped)
    for give, want in ((theirs, mine), (other, theirs)):
        with pytest.raises(NotInPool):
            done(shares, (4, OfferSwap(give, want)))
    with pytest.raises(NotInPool):
        done(shares, (4, OfferSwap(mine, own(shares, 4)[1])))
    for number in (0, 1, -1):
        with pytest.raises(Stale):
            done(shares, (7, AcceptSwap(number)))
    with pytest.raises(Stale):
        done(offered, (7, AcceptSwap(0)))


def test_an_offer_of_a_card_that_has_gone_cannot_be_accepted_until_it_is_back():
    shares = taken(begun())
    mine, theirs, other = own(shares, 4)[0], own(shares, 7)[0], own(shares, 9)[0]
    gone = done(shares, (4, OfferSwap(mine, theirs)), (4, OfferSwap(mine, other)), (9, AcceptSwap(2)))
    assert gone.open_swaps(4) == {}
    with pytest.raises(Stale):
        done(gone, (7, AcceptSwap(1)))
    back = done(gone, (4, OfferSwap(other, mine)), (9, AcceptSwap(3)), (7, AcceptSwap(1)))
    assert back.owners() == {**shares.owners(), mine: 7, theirs: 4}


def closed(shares, fighter):
    """The offers that a fighter is told came to nothing, by number, each with who ended it."""
    return {number: shares.swaps.closed[number] for number in shares.swaps.closed_to(fighter, shares.owners())}


def test_an_offer_is_declined_by_the_holder_or_withdrawn_by_who_made_it_and_is_open_no_more():
    shares = taken(begun())
    mine, theirs = own(shares, 4)[0], own(shares, 7)[0]
    offered = done(shares, (4, OfferSwap(mine, theirs)))
    for move, by, others in ((DeclineSwap(1), 7, (4, 9)), (WithdrawSwap(1), 4, (7, 9))):
        for other in others:
            with pytest.raises(NotAllowed):
                done(offered, (other, move))
        ended = done(offered, (by, move))
        assert (ended.owners(), ended.open_swaps(4), ended.open_swaps(7)) == (shares.owners(), {}, {})
        assert closed(ended, 4) == closed(ended, 7) == {1: by}
        assert closed(ended, 9) == {}
        assert done(ended, (by, move)) is ended
        for late, late_by in ((AcceptSwap(1), 7), (DeclineSwap(1), 7), (WithdrawSwap(1), 4)):
            if late != move:
                with pytest.raises(Stale):
                    done(ended, (late_by, late))
    for gone in (DeclineSwap(1), WithdrawSwap(1), DeclineSwap(0), WithdrawSwap(-1)):
        with pytest.raises(Stale):
            done(shares, (7, gone))


def test_a_swap_that_was_agreed_to_is_neither_declined_nor_withdrawn():
    shares = taken(begun())
    swapped = done(shares, (4, OfferSwap(own(shares, 4)[0], own(shares, 7)[0])), (7, AcceptSwap(1)))
    for by, move in ((7, DeclineSwap(1)), (4, WithdrawSwap(1))):
        with pytest.raises(Stale):
            done(swapped, (by, move))


def test_a_swap_that_was_declined_may_be_offered_again_and_is_told_of_until_then_or_until_a_card_goes():
    shares = taken(begun())
    mine, theirs, other = own(shares, 4)[0], own(shares, 7)[0], own(shares, 9)[0]
    declined = done(shares, (4, OfferSwap(mine, theirs)), (7, DeclineSwap(1)))
    again = done(declined, (4, OfferSwap(mine, theirs)))
    assert (set(again.open_swaps(7)), closed(again, 4)) == ({2}, {})
    assert done(again, (7, AcceptSwap(2))).owners() == {**shares.owners(), mine: 7, theirs: 4}
    assert closed(done(declined, (9, OfferSwap(other, theirs)), (7, AcceptSwap(2))), 4) == {}


def test_of_offers_that_came_to_nothing_the_last_three_are_told_of():
    shares = taken(begun())
    mine = own(shares, 4)[0]
    for number, theirs in enumerate([*own(shares, 7), *own(shares, 9)], start=1):
        shares = done(shares, (4, OfferSwap(mine, theirs)), (4, WithdrawSwap(number)))
    last = len(shares.swaps.offers)
    assert set(closed(shares, 4)) == {last - 2, last - 1, last}


def test_the_giver_and_the_taker_of_a_card_tick_that_it_was_handed_over_and_so_does_the_organizer():
    shares = taken(begun())
    card, giver, taker = shares.to_hand_over()[0]
    third = next(fighter for fighter in FIGHTERS if fighter not in (giver, taker))
    for by in (giver, taker, ORGANIZER):
        ticked = done(shares, (by, HandOver(card)))
        assert (ticked.holder(card), card in [each for each, *_ in ticked.to_hand_over()]) == (taker, False)
        assert ticked.handed_over() == [(card, giver, taker)]
        assert done(ticked, (by, HandOver(card))) is ticked
        assert done(ticked, (by, TakeBack(card))) == shares
    for move in (HandOver(card), TakeBack(card)):
        with pytest.raises(NotAllowed):
            done(shares, (third, move))
    with pytest.raises(NotInPool):
        done(shares, (ORGANIZER, HandOver(99)))
    stays = next(card for card, owner in shares.owners().items() if DRAFTED[card] == owner)
    assert done(shares, (ORGANIZER, HandOver(stays)), (ORGANIZER, TakeBack(stays))) == shares


def test_a_card_that_is_swapped_after_it_was_handed_over_comes_from_who_has_it_now():
    shares = taken(begun())
    card, giver, taker = shares.to_hand_over()[0]
    want = own(shares, giver)[0]
    swapped = done(shares, (taker, HandOver(card)), (taker, OfferSwap(card, want)), (giver, AcceptSwap(1)))
    assert (card, taker, giver) in swapped.to_hand_over()
    back = done(swapped, (taker, HandOver(card)))
    assert (back.holder(card), back.handed[card]) == (giver, (taker, giver))
    assert (swapped.handed_over(), back.handed_over()) == ([], [(card, taker, giver)])
    assert done(back, (giver, TakeBack(card))) == swapped


@st.composite
def held_cards(draw):
    """Draw the owners of some cards, who holds them, and which of them are alike."""
    cards, who = range(draw(st.integers(0, 12))), st.sampled_from(FIGHTERS)
    return [{card: draw(one) for card in cards} for one in (who, who, st.sampled_from("ABC"))]


@given(held_cards(), st.data())
def test_the_list_of_hand_overs_is_as_long_as_the_decks_differ_and_each_can_be_done_first(cards, data):
    owners, holders, alike = cards
    owned = Counter((owner, alike[card]) for card, owner in owners.items())
    held = Counter((holder, alike[card]) for card, holder in holders.items())
    due = hand_overs(owners, holders, alike)
    assert len(due) == (owned - held).total()
    assert all(holders[card] == giver != taker for card, giver, taker in due)
    for one in data.draw(st.permutations(due)):
        card, _, taker = one
        holders = {**holders, card: taker}
        due = [other for other in due if other != one]
        assert hand_overs(owners, holders, alike) == due


def test_copies_that_go_in_a_circle_are_not_handed_over():
    lots, drafted = [Lot("RRR", (1, 2))], {1: 4, 2: 7}
    for alike, number in (({1: "A", 2: "A"}, 0), ({1: "A", 2: "B"}, 2), ({}, 2)):
        shares = prepare_sharing((4, 7), lots, drafted, seed="s", turn_seconds=None, alike=alike, now=NOON)
        shares = done(shares, (ORGANIZER, Begin()))
        for _ in lots[0].cards:
            turn = shares.turn
            shares = done(shares, (turn, TakeMove(1 if drafted[2] == turn else 2)))
        due = {each[0]: each for each in shares.to_hand_over()}
        assert len(due) == number
        assert [shares.hand_over_of(card) for card in drafted] == [due.get(card) for card in drafted]


def test_by_rule_2_a_move_names_the_cards_that_it_gives_and_by_rule_1_none():
    lots = [Lot("C", COMMON, chosen=False)]
    by_rule = {
        rule: prepare_sharing(FIGHTERS, lots, DRAFTED, seed="seed", turn_seconds=30, rule=rule, now=NOON)
        for rule in (1, 2)
    }
    turns = by_rule[1].sharing.turns
    given = tuple(zip(COMMON, turns, strict=True))
    assert done(by_rule[2], (ORGANIZER, Begin(given))).owners() == dict(given)
    assert done(by_rule[1], (ORGANIZER, Begin())).is_over
    with pytest.raises(NotAllowed):
        done(by_rule[1], (ORGANIZER, Begin(given)))
    to_one = tuple((card, turns[0]) for card in COMMON)
    for wrong in ((), given[:-1], to_one, (*given, (99, turns[0])), ((99, turns[0]), *given[1:])):
        with pytest.raises(NotInPool):
            done(by_rule[2], (ORGANIZER, Begin(wrong)))
    first = given[0]
    with pytest.raises(NotInPool):  # a wish is not passed over
        done(by_rule[2], (first[1], WishMove((given[-1][0],))), (ORGANIZER, Begin(given)))


def test_a_sharing_of_a_card_that_nobody_has_is_refused():
    with pytest.raises(ValueError, match="nobody"):
        begun(rare=(99,))


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (WishMove((91, 94)), ("wish", "91 94")),
        (WishMove(()), ("wish", "")),
        (TakeMove(91), ("take", "91")),
        (TakeFor(7, 91), ("take_for", "7 91")),
        (TurnOver(7), ("turn_over", "7")),
        (TurnOver(7, ((91, 7), (94, 9))), ("turn_over", "7 91:7 94:9")),
        (Begin(), ("begin", "")),
        (Begin(((91, 7),)), ("begin", "91:7")),
        (OfferSwap(91, 94), ("swap", "91 94")),
        (AcceptSwap(3), ("accept", "3")),
        (DeclineSwap(3), ("decline", "3")),
        (WithdrawSwap(3), ("withdraw", "3")),
        (HandOver(91), ("handed", "91")),
        (TakeBack(91), ("not_handed", "91")),
        (DropOut(7), ("drop", "7")),
        (ComeBack(7), ("reinstate", "7")),
    ],
)
def test_a_move_is_a_line_of_text_and_the_line_is_the_move(move, line):
    assert LINES.encode(move) == line
    assert LINES.decode(*line) == move


def test_a_history_that_cannot_have_been_is_refused():
    with pytest.raises(BadHistory):
        replay(begun(), [(4, AcceptSwap(1), NOON)])


CARDS, WHO = st.sampled_from((*RARE, *COMMON, 99)), st.sampled_from((*FIGHTERS, 5, ORGANIZER, None))
MOVES = st.one_of(
    st.builds(WishMove, st.lists(CARDS, max_size=3).map(tuple)),
    st.builds(TakeMove, CARDS),
    st.builds(TakeFor, st.sampled_from(FIGHTERS), CARDS),
    st.builds(TurnOver, st.sampled_from(FIGHTERS)),
    st.builds(OfferSwap, CARDS, CARDS),
    *(st.builds(move, st.integers(0, 4)) for move in (AcceptSwap, DeclineSwap, WithdrawSwap)),
    *(st.builds(move, CARDS) for move in (HandOver, TakeBack)),
    *(st.builds(move, st.sampled_from(FIGHTERS)) for move in (DropOut, ComeBack)),
)


@settings(max_examples=150)
@given(st.lists(st.tuples(WHO, MOVES), max_size=60))
def test_R19_every_card_has_one_owner_and_the_lines_make_the_sharing_again_whatever_is_done(asked):
    start = shares = begun()
    lines = []
    for seconds, (by, move) in enumerate(asked):
        at = NOON + timedelta(seconds=seconds)
        try:
            after = apply(shares, by, move, at)
        except Refusal:
            continue
        if after is not shares:
            lines.append((by, *LINES.encode(move), at))
        shares = after
        counts = Counter(share.fighter for share in shares.sharing.taken)
        assert Counter(shares.owners().values()) == counts
        assert set(chain(shares.owners(), shares.sharing.pool)) <= {*RARE, *COMMON}
        assert not {*shares.swaps.accepted} & {*shares.swaps.closed}
        outstanding = {card: (giver, taker) for card, giver, taker in shares.to_hand_over()}
        assert all(outstanding.get(card, (owner, owner))[1] == owner for card, owner in shares.owners().items())
        assert all(shares.holder(card) == giver != taker for card, (giver, taker) in outstanding.items())
    assert replay(start, [(by, LINES.decode(kind, line), at) for by, kind, line, at in lines]) == shares
