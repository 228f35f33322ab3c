"""The same battle with other cards where a viewer sees none (V9), and all that a viewer is told of a battle."""

from dataclasses import replace

import orjson

from drafts.rules.games.rome.attacks.previews import preview
from drafts.rules.games.rome.bots.steady import BotLevel, bot_moves
from drafts.rules.games.rome.cards import UnitKind
from drafts.rules.games.rome.notation import encode
from drafts.rules.games.rome.state import BattlePhase, Plan
from drafts.rules.games.rome.turns import due
from drafts.rules.games.rome.views import own_view, view


def seen(battle, viewer):
    """Return all that a viewer is told, as JSON: views, the position's line, and a preview and a bot's first move."""
    told = [view(battle), encode(battle, viewer)]
    if viewer is not None:
        own = own_view(battle, viewer)
        told.append(own)
        if own["attack"] is not None:
            at = f" at={own['attack']['at'][0]}" if own["attack"]["at"] else ""
            told.append(preview(battle, viewer, f"attack{at}"))
        if viewer in due(battle):
            told.append(bot_moves(battle, viewer, BotLevel.STEADY)[0])
    return orjson.dumps(told)


def reshuffled(battle, viewer, dice):
    """Return a battle in which all that is hidden from a viewer has changed places, wherever it lies.

    With own decks the cards of each player stay theirs. A face-down Elephant cannot be (V38).
    """
    owners = range(len(battle.stocks))
    for owner in owners:
        seats = [owner] if len(battle.stocks) > 1 else range(len(battle.sides))
        battle = _units(battle, viewer, [seat for seat in seats if seat != viewer], owner, dice)
        battle = _commands(battle, viewer, [seat for seat in seats if seat != viewer], owner, dice)
    return battle


def _units(battle, viewer, seats, owner, dice):
    """Return the battle with hidden units shuffled: those face down with their Chariots, and all with the deck."""
    sides, stocks = list(battle.sides), list(battle.stocks)
    down = [(seat, space) for seat in seats for space, unit in sides[seat].line.items() if not unit.up]
    units = [sides[seat].line[space] for seat, space in down]
    dice.shuffle(units)
    for (seat, space), unit in zip(down, units, strict=True):
        sides[seat] = sides[seat]._replace(line={**sides[seat].line, space: unit})
    pool = [kind for seat in seats for kind in sides[seat].drawn] + list(stocks[owner].units)
    dice.shuffle(pool)
    for seat, space in down:
        unit = sides[seat].line[space]
        for place, kind in enumerate(pool):
            if kind is not UnitKind.ELEPHANT and not (unit.chariot and kind in _MOUNTED):
                pool[place] = unit.kind
                sides[seat] = sides[seat]._replace(line={**sides[seat].line, space: unit._replace(kind=kind)})
                break
    for seat in seats:
        count = len(sides[seat].drawn)
        drawn, pool = tuple(pool[:count]), pool[count:]
        plan = sides[seat].plan
        if plan is not None and battle.phase is BattlePhase.DEPLOY:
            plan = Plan(tuple((unit[0], kind, False) for unit, kind in zip(plan.units, drawn, strict=True)), plan.at)
        sides[seat] = sides[seat]._replace(drawn=drawn, plan=plan)
    stocks[owner] = stocks[owner]._replace(units=tuple(pool))
    return replace(battle, sides=tuple(sides), stocks=tuple(stocks))


_MOUNTED = {UnitKind.BALLISTA, UnitKind.CATAPULT, UnitKind.CAVALRY, UnitKind.CHARIOT, UnitKind.ELEPHANT}


def _commands(battle, viewer, seats, owner, dice):
    sides, stocks = list(battle.sides), list(battle.stocks)
    pool = [kind for seat in seats for kind in sides[seat].hand] + list(stocks[owner].commands)
    dice.shuffle(pool)
    for seat in seats:
        count = len(sides[seat].hand)
        sides[seat] = sides[seat]._replace(hand=tuple(pool[:count]))
        pool = pool[count:]
    stocks[owner] = stocks[owner]._replace(commands=tuple(pool))
    return replace(battle, sides=tuple(sides), stocks=tuple(stocks))
