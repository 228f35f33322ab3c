"""Counts by card: equal to what one counts who looks into every hand of a draft."""

import random
from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from drafts.rules.draft.table import opener_of
from drafts.rules.statistics.counts import COUNTS, CountedFight, Counts, Drafted, count_fights, count_round
from tests.rules.strategies import tables, walk


def drafted_with_undone_passes(table, dice):
    """Play a table to its end; now and then somebody takes back the last moves, whose picks then count no more."""
    trail = []
    while True:
        for before, move, after in walk(table, dice):
            trail.append((before, move, after))
            table = after
            if dice.random() < 0.02:
                break
        else:
            return [(before, move) for before, move, _ in trail], table
        kept = dice.randrange(len(trail))
        table, trail = trail[kept][0], trail[:kept]


def hands_of(moves, table):
    """Yield round, pass, opener and holder, what each hand was at the beginning of a pass, and what was taken of it."""
    passes = {}
    for before, move in moves:
        for seat, (hand, placed) in enumerate(zip(before.hands, before.placed, strict=True)):
            place = (before.round, before.pass_number, seat)
            if hand or placed:
                passes.setdefault(place, (opener_of(before, seat), {held.id for held in (*hand, *placed)}, set()))
        if move.name == "choose":
            passes[before.round, before.pass_number, move.seat][2].update(move.cards)
    assert sum(len(taken) for _, _, taken in passes.values()) == sum(map(len, table.piles))
    return passes


def slowly(moves, table, bots, printed):
    """Count as one does who has written down every hand."""
    counted = defaultdict(Counts)
    passes = hands_of(moves, table)
    sights, held_in = defaultdict(list), defaultdict(list)
    for (round_, number, seat), (opener, hand, taken) in sorted(passes.items()):
        held_in[round_, seat, opener].append(number)
        for card in hand:
            sights[round_, seat, opener, card].append(number)
            if number == 1:
                counted[printed[card], seat in bots].opened += 1
        for card in taken:
            counts = counted[printed[card], seat in bots]
            counts.taken += 1
            counts.taken_at += number
            counts.taken_at_squares += number * number
            counts.first_chosen += number == 1
            counts.last_chosen += hand == {card}
    for (round_, seat, opener, card), seen_in in sights.items():
        counts = counted[printed[card], seat in bots]
        counts.seen += 1
        counts.last_seen += seen_in[-1]
        counts.last_seen_squares += seen_in[-1] ** 2
        if held_in[round_, seat, opener][-1] > seen_in[0] and card not in passes[round_, seen_in[0], seat][2]:
            counts.could_wheel += 1
            counts.wheeled += len(seen_in) > 1
    return dict(counted)


def quickly(moves, table, bots, printed):
    counted = {}
    opened = {
        held.id: (number, opener)
        for number, packs in enumerate(table.packs, start=1)
        for opener, pack in enumerate(packs)
        for held in pack.cards
    }
    rounds = defaultdict(list)
    for before, move in moves:
        for card in move.cards if move.name == "choose" else ():
            number, opener = opened[card]
            rounds[number].append(Drafted(printed[card], opener, before.pass_number))
    for number, cards in rounds.items():
        count_round(cards, table.fighters, table.format.rounds[number - 1].direction.step, bots, counted)
    return counted


@given(tables(), st.integers(0, 2**32))
def test_the_counts_are_those_of_one_who_looks_into_every_hand(table, seed):
    dice = random.Random(seed)
    moves, table = drafted_with_undone_passes(table, dice)
    bots = {seat for seat in range(table.fighters) if dice.random() < 0.3}
    printed = {held.id: dice.randrange(4) for packs in table.packs for pack in packs for held in pack.cards}
    assert quickly(moves, table, bots, printed) == slowly(moves, table, bots, printed)


@given(tables(), st.integers(0, 2**32))
def test_the_counts_of_a_draft_add_up(table, seed):
    moves, table = drafted_with_undone_passes(table, random.Random(seed))
    cards = [held.id for packs in table.packs for pack in packs for held in pack.cards]
    total = Counts()
    for counts in quickly(moves, table, set(), dict.fromkeys(cards, "any")).values():
        total.add(counts)
    assert (total.opened, total.taken) == (len(cards), len(cards))
    assert total.wheeled <= total.could_wheel <= total.seen <= len(cards) * table.fighters


def test_a_pack_of_three_at_a_table_of_two_comes_round_once():
    counted = {}
    pack = [Drafted("first", 0, 1), Drafted("second", 0, 2), Drafted("third", 0, 3)]
    count_round(pack, 2, 1, {1}, counted)
    people = {name: getattr(counted["third", False], name) for name in COUNTS}
    assert people == dict.fromkeys(COUNTS, 0) | {
        "opened": 1,
        "seen": 1,
        "last_seen": 3,
        "last_seen_squares": 9,
        "could_wheel": 1,
        "wheeled": 1,
        "taken": 1,
        "taken_at": 3,
        "taken_at_squares": 9,
        "last_chosen": 1,
    }
    assert (counted["second", False].could_wheel, counted["second", False].wheeled) == (1, 0)
    assert (counted["first", False].first_chosen, counted["first", False].could_wheel) == (1, 0)
    assert counted["second", True] == Counts(
        seen=1, last_seen=2, last_seen_squares=4, taken=1, taken_at=2, taken_at_squares=4
    )


def test_a_fight_counts_once_for_each_deck_that_held_a_card_and_a_bye_not_at_all():
    counted = {}
    fights = [CountedFight(((4,), (7,)), 4), CountedFight(((4,), (7,)), None), CountedFight(((4,),), 4)]
    count_fights(fights, {4: ["dragon", "dragon", "angel"], 7: ["angel"]}, counted)
    assert counted == {("dragon", False): Counts(fought=2, won=1), ("angel", False): Counts(fought=4, won=1)}


def test_a_card_in_the_deck_of_any_fighter_of_a_team_that_wins_has_won():
    counted = {}
    count_fights(
        [CountedFight(((4, 5), (7, 9)), 4), CountedFight(((4, 5),), 4)], {5: ["angel"], 9: ["dragon"]}, counted
    )
    assert counted == {("angel", False): Counts(fought=1, won=1), ("dragon", False): Counts(fought=1)}
