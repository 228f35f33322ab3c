"""Random battles: legal moves by a seeded chance."""

import random

from drafts.rules.games.rome.attacks.attack import opponents
from drafts.rules.games.rome.lines import is_closed
from drafts.rules.games.rome.moves import DeployLine, LayPlan, write_move
from drafts.rules.games.rome.offers import attacks, may_attack, offers
from drafts.rules.games.rome.plans import filled_plan, first_shape, night_shapes, units_in_order
from drafts.rules.games.rome.ranking import ring_of
from drafts.rules.games.rome.state import HAND_LIMIT, BattleOptions, BattlePhase
from drafts.rules.games.rome.turns import apply, due, initial


def some_options(number):
    """Return house rules, over some numbers all of them."""
    players = 2 + number % 3
    return BattleOptions(
        players=players,
        rear=number % 5 != 0,
        commands=number % 7 != 0,
        own_decks=players == 2 and number % 4 == 0,
        end_last=number % 2 == 0,
    )


def random_plan(battle, seat, dice):
    side = battle.sides[seat]
    if battle.phase is BattlePhase.NIGHT:
        units = units_in_order(side.line)
        dice.shuffle(units)
        return write_move(LayPlan(filled_plan(units, dice.choice(night_shapes(len(units), rear=battle.options.rear)))))
    kinds = list(side.drawn)
    dice.shuffle(kinds)
    enemies = opponents(ring_of(battle), seat)
    at = dice.choice(enemies) if len(enemies) > 1 else None
    shape = first_shape(rear=battle.options.rear)
    return write_move(DeployLine(filled_plan([(kind, False) for kind in kinds], shape, at)))


def random_move(battle, seat, dice):
    """Return a legal line; a phase ends soon once it can."""
    if battle.phase in (BattlePhase.DEPLOY, BattlePhase.NIGHT):
        return random_plan(battle, seat, dice)
    side = battle.sides[seat]
    may_end = battle.phase is BattlePhase.AFTER and is_closed(side.line)
    if (may_end or may_attack(battle, seat)) and dice.random() < 0.5:
        return random_end(battle, seat, dice)
    moves = offers(battle, seat)
    return dice.choice(moves) if moves else random_end(battle, seat, dice)


def random_end(battle, seat, dice):
    if battle.phase is BattlePhase.ACT:
        return write_move(dice.choice(list(attacks(battle, seat, hold=dice.random() < 0.3))))
    hand = battle.sides[seat].hand
    return f"end discard={dice.choice(hand)}" if len(hand) > HAND_LIMIT else "end"


def random_battle(number, turns=120, choose=random_move):
    """Yield the moves of a battle as they are made: the position, a seat, its line, the position after it."""
    dice = random.Random(number)
    battle = initial(f"random {number}", number, some_options(number))
    while battle.phase is not BattlePhase.OVER and battle.turn < turns:
        seat = dice.choice(due(battle))
        line = choose(battle, seat, dice)
        after = apply(battle, seat, line)
        yield battle, seat, line, after
        battle = after
