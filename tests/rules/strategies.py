"""Formats, packs and whole drafts made up by hypothesis; the dice of a draft hang on one drawn number."""

import random
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from drafts.rules.draft.notation import made_up_card
from drafts.rules.draft.table import (
    Call,
    OpenedPack,
    Phase,
    call_for_card,
    choose,
    end_review,
    has_chosen,
    may_call,
    open_table,
    owed,
    refuse_call,
    verify_call,
)
from drafts.rules.formats import Direction, PassRule, Quota, RoundRule
from drafts.rules.games.vanguard.cards import LEGION
from drafts.rules.games.vanguard.formats import VANGUARD
from drafts.rules.games.vanguard.game import VANGUARD_GAME

KINDS = ["T", "N", "N", "N", "G", "L", "LT"]
QUOTAS = st.builds(Quota, *[st.integers(0, 2)] * 3).filter(lambda quota: quota.total)


def more_than(quota):
    return st.builds(Quota, st.integers(quota.featured, 2), st.integers(quota.plain, 2), st.integers(quota.any, 3))


@st.composite
def pass_rules(draw):
    usual = draw(QUOTAS), draw(QUOTAS)
    return PassRule(*usual, *(draw(more_than(quota)) for quota in usual)) if draw(st.booleans()) else PassRule(*usual)


ROUND_RULES = st.builds(
    RoundRule, st.sampled_from(Direction), st.lists(pass_rules(), min_size=1, max_size=3).map(tuple), st.booleans()
)
MADE_UP_FORMATS = st.lists(ROUND_RULES, min_size=1, max_size=6).map(
    lambda rounds: replace(VANGUARD, slug="made-up", name="Made up", rounds=tuple(rounds))
)
UP_TO_NINE = st.integers(2, 9)
FORMATS = st.just(VANGUARD) | MADE_UP_FORMATS


@st.composite
def packs(draw, format_, fighters, *, even=None):
    sizes = st.integers(1, 5) | st.integers(1, 15)
    even = draw(st.booleans()) if even is None else even
    dice = random.Random(draw(st.integers(0, 2**32)))
    shapes = []
    for _ in format_.rounds:
        shape = st.tuples(sizes, st.booleans())
        shapes.append([draw(shape)] * fighters if even else [draw(shape) for _ in range(fighters)])
    unused = list(range(1, 1 + sum(size for of_round in shapes for size, _ in of_round)))
    dice.shuffle(unused)
    return tuple(tuple(_pack(dice, unused, *shape) for shape in of_round) for of_round in shapes)


def _pack(dice, unused, size, guaranteed):
    kinds = [dice.choice(KINDS) for _ in range(size)]
    return OpenedPack(
        tuple(made_up_card(VANGUARD_GAME, f"{kind}{unused.pop()}") for kind in kinds), guaranteed=guaranteed
    )


@st.composite
def tables(draw, formats=FORMATS, fighters=UP_TO_NINE, *, even=None):
    format_ = draw(formats)
    return open_table(format_, draw(packs(format_, draw(fighters), even=even)))


@dataclass(frozen=True)
class Move:
    """A move that was made: `choose` with cards, `call`, `verify` or `refuse` with a call, `review`."""

    name: str
    seat: int | None = None
    cards: tuple[int, ...] = ()


def legal_cards(table, seat, dice):
    due = owed(table, seat)
    hand = dice.sample(table.hands[seat], len(table.hands[seat]))
    triggers = [held.id for held in hand if held.card.is_trigger][: due.featured]
    normals = [held.id for held in hand if not held.card.is_trigger][: due.plain]
    rest = [held.id for held in hand if held.id not in (*triggers, *normals)][: due.any]
    return tuple(dice.sample([*triggers, *normals, *rest], due.total))


def random_move(table, dice):
    if table.phase is Phase.REVIEW:
        return Move("review")
    if table.calls and dice.random() < 0.3:
        call = dice.choice(table.calls)
        return Move(dice.choice(["verify", "refuse"]), call.seat, (call.card,))
    seat = dice.randrange(table.fighters)
    if dice.random() < 0.3 and may_call(table, seat):
        rares = [held.id for held in table.packs[table.round - 1][seat].cards if LEGION in held.card.traits]
        return Move("call", seat, (dice.choice(rares),))
    waiting = [seat for seat in range(table.fighters) if not has_chosen(table, seat)]
    if not waiting:
        call = dice.choice(table.calls)
        return Move("refuse", call.seat, (call.card,))
    seat = dice.choice(waiting)
    return Move("choose", seat, legal_cards(table, seat, dice))


def make(table, move):
    if move.name == "review":
        return end_review(table)
    if move.name == "choose":
        return choose(table, move.seat, move.cards)
    if move.name == "call":
        return call_for_card(table, move.seat, *move.cards)
    verdict = verify_call if move.name == "verify" else refuse_call
    return verdict(table, Call(move.seat, *move.cards))


def walk(table, dice):
    """Play to the end, yielding each table before the move, the move, and the table after it."""
    while table.phase is not Phase.DRAFTED:
        move = random_move(table, dice)
        after = make(table, move)
        yield table, move, after
        table = after


@st.composite
def played_tables(draw):
    table = draw(tables(fighters=st.integers(2, 4)))
    dice = random.Random(draw(st.integers(0, 2**32)))
    moves = draw(st.integers(0, 100))
    for number, (_, _, after) in enumerate(walk(table, dice), start=1):
        if number > moves:
            break
        table = after
    return table
