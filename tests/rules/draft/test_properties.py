"""Properties of every draft, whatever the format, the packs and the moves. A failing draft prints its position."""

import random
from collections import Counter
from dataclasses import fields, is_dataclass, replace

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from drafts.rules.cards import CardInPack
from drafts.rules.draft.notation import write
from drafts.rules.draft.replay import PlacedCards, replay
from drafts.rules.draft.table import (
    Call,
    Phase,
    call_for_card,
    choose,
    end_review,
    has_chosen,
    may_call,
    owed,
    refuse_call,
    verify_call,
)
from drafts.rules.draft.view import seen_by
from drafts.rules.errors import (
    AlreadyChosen,
    DuplicateCard,
    FeaturedRequired,
    NotAllowed,
    NotDrafting,
    NotInPack,
    TooManyFeatured,
    WrongCount,
)
from drafts.rules.formats import Direction
from drafts.rules.games.vanguard.formats import VANGUARD
from tests.rules.strategies import legal_cards, tables, walk

DICE = st.integers(0, 2**32).map(random.Random)


class Step:
    """Written only when a failing draft is printed: to write every position would take most of the time."""

    def __init__(self, table, move):
        self.table, self.move = table, move

    def __repr__(self):
        return f"{write(self.table)}   {self.move}"


def noted(table, dice):
    for before, move, after in walk(table, dice):
        note(Step(before, move))
        yield before, move, after


def moment(table):
    return table.phase, table.round, table.pass_number


def ids_in(heaps):
    return [held.id for heap in heaps for held in heap]


def cards_to_come(table):
    return ids_in(pack.cards for of_round in table.packs[table.round :] for pack in of_round)


def left_to_choose(table, seat):
    """How many cards a judge would still wait for, told from the cards and the format alone."""
    pack = table.hands[seat] + table.placed[seat]
    if not pack:
        return 0
    opened = next(pack_ for pack_ in table.packs[table.round - 1] if set(pack) <= set(pack_.cards))
    rule = table.format.rounds[table.round - 1].rule(table.pass_number)
    quota = rule.quota(guaranteed=opened.guaranteed, called=table.called)
    return max(0, min(quota.total, len(pack)) - len(table.placed[seat]))


@given(tables(), DICE)
def test_no_card_is_ever_lost_or_made(table, dice):
    all_cards = Counter(ids_in(pack.cards for of_round in table.packs for pack in of_round))
    for _, _, after in noted(table, dice):
        on_the_table = ids_in((*after.hands, *after.placed, *after.piles))
        assert Counter(on_the_table + cards_to_come(after)) == all_cards
    assert Counter(ids_in(after.piles)) == all_cards


@given(tables(even=True), DICE)
def test_from_equal_packs_everyone_has_as_many_cards_as_any_other(table, dice):
    for before, _, after in noted(table, dice):
        assert len({len(pile) for pile in after.piles}) == 1
        if moment(before) != moment(after):
            assert len({len(hand) for hand in after.hands}) == 1


@given(tables(), DICE)
def test_R11_no_fighter_passes_before_all_have_chosen(table, dice):
    for before, move, after in noted(table, dice):
        if moment(before) == moment(after):
            assert all(before.hands[seat] == after.hands[seat] for seat in range(table.fighters) if seat != move.seat)
        elif move.name != "review":
            waited_for = {seat for seat in range(table.fighters) if left_to_choose(before, seat)}
            assert waited_for <= {move.seat}
            assert {call.seat for call in before.calls} <= {move.seat} or move.name == "verify"
            assert after.placed == ((),) * table.fighters


@given(tables(), DICE)
def test_R11_all_pass_at_once_when_everyone_has_chosen_and_no_judge_is_awaited(table, dice):
    for _, _, after in noted(table, dice):
        if after.phase is Phase.DRAFTING:
            assert after.calls or any(left_to_choose(after, seat) for seat in range(table.fighters))


@given(tables(), DICE)
def test_R12_a_fighter_is_awaited_for_what_the_format_says_and_the_pack_allows(table, dice):
    for before, _, _ in noted(table, dice):
        if before.phase is Phase.DRAFTING:
            for seat in range(table.fighters):
                due = owed(before, seat)
                triggers = sum(held.card.is_trigger for held in before.hands[seat])
                assert due.total == left_to_choose(before, seat)
                assert min(due.featured, due.plain, due.any) >= 0
                assert due.featured <= triggers
                assert due.plain <= len(before.hands[seat]) - triggers


def hands_after(before, move):
    chosen = move.cards if move.name == "choose" else ()
    return [tuple(held for held in hand if held.id not in chosen) for hand in before.hands]


@given(tables(), DICE)
def test_R11_R14_each_pack_goes_to_the_neighbour_in_the_direction_of_the_round(table, dice):
    for before, move, after in noted(table, dice):
        if (after.phase, after.round) == (before.phase, before.round) and after.pass_number == before.pass_number + 1:
            rest = hands_after(before, move)
            step = {Direction.LEFT: 1, Direction.RIGHT: -1}[table.format.rounds[before.round - 1].direction]
            for seat in range(table.fighters):
                assert after.hands[(seat + step) % table.fighters] == rest[seat]


@given(tables(), DICE)
def test_piles_grow_on_top_by_what_was_placed(table, dice):
    for before, move, after in noted(table, dice):
        if moment(before) == moment(after):
            assert after.piles == before.piles
            continue
        for seat in range(table.fighters):
            chosen = list(move.cards) if move.name == "choose" and seat == move.seat else []
            assert ids_in([after.piles[seat]]) == ids_in([before.piles[seat], before.placed[seat]]) + chosen


@given(tables(st.just(VANGUARD), st.just(3), even=True), DICE)
def test_R14_the_direction_turns_exactly_once(table, dice):
    went = []
    for before, move, after in noted(table, dice):
        if after.round == before.round and after.pass_number == before.pass_number + 1:
            rest = hands_after(before, move)
            went.append((before.round, "left" if after.hands[1] == rest[0] else "right"))
    assert {direction for round_, direction in went if round_ <= 3} <= {"left"}
    assert {direction for round_, direction in went if round_ > 3} <= {"right"}


def cards_in(value):
    if isinstance(value, CardInPack):
        return [value.id]
    if is_dataclass(value):
        value = [getattr(value, field.name) for field in fields(value)]
    return [card for part in value for card in cards_in(part)] if isinstance(value, list | tuple) else []


@given(tables(), DICE)
def test_R8_R13_R15_own_cards_are_shown_only_in_a_review_and_after_the_draft(table, dice):
    for before, move, after in noted(table, dice):
        if before.phase is Phase.DRAFTING and after.phase is Phase.REVIEW:
            assert table.format.rounds[before.round - 1].review_after
        for seat in {dice.randrange(table.fighters), move.seat or 0}:
            shown = seen_by(after, seat)
            if after.phase is Phase.DRAFTING:
                assert shown.own.pile is None
                assert cards_in(shown) == ([] if has_chosen(after, seat) else ids_in([after.hands[seat]]))
            else:
                assert cards_in(shown) == ids_in([after.piles[seat]])
        assert cards_in(seen_by(after, None)) == []


@given(tables(), DICE)
def test_a_review_follows_each_round_that_the_format_says_but_not_the_last(table, dice):
    reviews = [
        after.round for before, _, after in noted(table, dice) if before.phase is not after.phase is Phase.REVIEW
    ]
    expected = [number for number, rule in enumerate(table.format.rounds, start=1) if rule.review_after]
    assert reviews == [number for number in expected if number < len(table.format.rounds)]


@given(tables(), DICE)
def test_the_number_of_passes_is_known_from_the_start_and_right_at_the_end_of_each_round(table, dice):
    announced = {}
    for before, _, after in noted(table, dice):
        if (before.round, before.phase) != (after.round, after.phase) and before.phase is Phase.DRAFTING:
            assert before.pass_number == before.passes
        if announced.get((after.round, after.called), after.passes) != after.passes:
            raise AssertionError("the number of passes changed without a verified Legion Rare")
        announced[after.round, after.called] = after.passes


@given(tables(), DICE)
def test_R9_a_verified_legion_rare_holds_for_its_round_only(table, dice):
    for before, move, after in noted(table, dice):
        if move.name == "verify":
            assert after.calls == ()
            if after.round == before.round:
                assert after.called
        elif before.round == after.round:
            assert after.called == before.called
        else:
            assert not after.called


@given(tables(), DICE)
def test_replay_gives_the_same_state_as_play_after_every_step(table, dice):
    packs, picks, verified = table.packs, [], set()
    steps = sum(len(pack.cards) for of_round in packs for pack in of_round)
    every = 1 + steps // 20
    for number, (before, move, after) in enumerate(noted(table, dice)):
        if move.name == "choose":
            picks.append(PlacedCards(before.round, before.pass_number, move.seat, move.cards))
        elif move.name == "verify":
            verified.add(before.round)
        if number % every == 0 or after.calls or move.name != "choose" or after.phase is not Phase.DRAFTING:
            calls = {after.round: after.calls} if after.calls else {}
            again = replay(
                table.format,
                packs,
                picks,
                verified_rounds=verified,
                calls=calls,
                review_over=after.phase is not Phase.REVIEW,
            )
            assert again == after


def illegal_moves(table, seat, dice):
    """Moves that the rules do not allow now, each with the refusal that it must meet."""
    hand = [held.id for held in table.hands[seat]]
    due = owed(table, seat)
    other = table.hands[seat - 1] or table.piles[seat]
    if table.phase is not Phase.DRAFTING:
        yield lambda: choose(table, seat, [1]), NotDrafting
        yield lambda: call_for_card(table, seat, 1), NotDrafting
    elif not due.total:
        yield lambda: choose(table, seat, hand[:1]), AlreadyChosen
    else:
        legal = legal_cards(table, seat, dice)
        yield lambda: choose(table, seat, [*legal, legal[0]]), DuplicateCard
        yield lambda: choose(table, seat, legal[1:]), WrongCount
        if len(hand) > len(legal):
            yield lambda: choose(table, seat, hand[: len(legal) + 1]), WrongCount
        if other:
            yield lambda: choose(table, seat, (*legal[1:], other[0].id)), NotInPack
        triggers = [held.id for held in table.hands[seat] if held.card.is_trigger]
        normals = [card for card in hand if card not in triggers]
        if due.featured and len(normals) >= due.total:
            yield lambda: choose(table, seat, normals[: due.total]), FeaturedRequired
        if due.plain and len(triggers) >= due.total:
            yield lambda: choose(table, seat, triggers[: due.total]), TooManyFeatured
    if table.phase is not Phase.REVIEW:
        yield lambda: end_review(table), NotDrafting
    if table.phase is Phase.DRAFTING:
        yield from illegal_calls(table, seat)
    for verdict in (verify_call, refuse_call):
        yield lambda verdict=verdict: verdict(table, Call(seat, 0)), NotAllowed


def illegal_calls(table, seat):
    own = table.packs[table.round - 1][seat].cards
    foreign = [held.id for held in table.packs[table.round - 1][seat - 1].cards]
    plain = [held.id for held in own if "legion_rare" not in held.card.traits]
    rare = [held.id for held in own if "legion_rare" in held.card.traits]
    too_late = table.pass_number > 1 or table.called or not table.format.rounds[table.round - 1].rule(1).allows_call
    if too_late:
        assert not may_call(table, seat)
    for card in [*foreign[:1], *plain[:1], *(rare if too_late else [])]:
        yield lambda card=card: call_for_card(table, seat, card), NotAllowed


@given(tables(), DICE)
def test_illegal_moves_are_refused_for_the_right_reason_and_change_nothing(table, dice):
    for _, _, after in noted(table, dice):
        before = replace(after)
        for attempt, refusal in illegal_moves(after, dice.randrange(table.fighters), dice):
            with pytest.raises(refusal) as caught:
                attempt()
            assert caught.type is refusal
        assert after == before
