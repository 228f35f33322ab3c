"""Parts of states about the turn of a game, and the plane on which it is fought (M38-M40)."""

from drafts.protocol.messages.fights import PlanePart, RollPart, TurnPart
from drafts.protocol.parts import card_part
from drafts.rules.building import OF_NO_PACK
from drafts.rules.cards import CardInPack
from drafts.rules.fights.turns import PlaneNow, Roll, TurnNow


def turn_part(turn: TurnNow) -> TurnPart:
    """Return the turn that goes on."""
    return {"number": turn.number, "fighter": turn.side.fighter, "extra": turn.extra}


def plane_part(now: PlaneNow) -> PlanePart:
    """Return what everybody sees of the planes: the one that is face up, and of the decks how many cards are left."""
    return {
        "card": card_part(CardInPack(OF_NO_PACK, now.plane.card)),
        "phenomenon": now.plane.is_phenomenon,
        "owner": now.owner,
        "controller": now.controller,
        "left": now.left,
        "rolls": now.rolls,
        "cost": now.rolls,
        "last": None if now.last is None else _roll(now.last),
        "walked": now.walked,
    }


def _roll(roll: Roll) -> RollPart:
    return {"fighter": roll.fighter, "face": roll.face.value, "paid": roll.paid, "own": roll.own}
