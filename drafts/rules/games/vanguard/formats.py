"""The Vanguard Booster Draft (R1-R16): six packs, the trigger unit first, passing turned round after the third.

And fights with own decks (R17).
"""

from drafts.rules.decks import DeckSource
from drafts.rules.formats import ONE_CARD, Deal, Direction, Format, Pace, PassRule, Quota, RoundRule
from drafts.rules.games.vanguard.cards import LEGION, TRIGGER
from drafts.rules.games.vanguard.fights import DUEL
from drafts.rules.games.vanguard.game import VANGUARD_GAME
from drafts.rules.night.rights import LogOpens
from drafts.rules.night.stages import FIGHT_NIGHT
from drafts.rules.wording import gettext_noop

_FIRST_PASS = PassRule(
    guaranteed=Quota(featured=1, plain=1),
    unguaranteed=Quota(any=1),
    called_guaranteed=Quota(featured=1, any=2),
    called_unguaranteed=Quota(any=2),
)
_FIVE_CARD_PACKS = {
    Pace.BRISK: {5: 25, 4: 18, 3: 12, 2: 8},
    Pace.STANDARD: {5: 45, 4: 30, 3: 20, 2: 15},
    Pace.RELAXED: {5: 75, 4: 50, 3: 35, 2: 25},
}
_SCALE = {Pace.BRISK: 0.6, Pace.STANDARD: 1.0, Pace.RELAXED: 1.7}


def seconds_to_choose(pace: Pace, pack_size: int, in_hand: int, due: int) -> int:
    """Return the time for one pass: on record for packs of five, and else by the cards to read and to choose."""
    if pack_size == 5 and in_hand in _FIVE_CARD_PACKS[pace]:
        return _FIVE_CARD_PACKS[pace][in_hand]
    seconds = (5 * in_hand + 5) * (1.6 if due > 1 else 1.0)
    return round(max(8.0, seconds) * _SCALE[pace])


def _round(number: int) -> RoundRule:
    return RoundRule(
        direction=Direction.LEFT if number <= 3 else Direction.RIGHT,
        passes=(_FIRST_PASS, ONE_CARD),
        review_after=number == 3,
    )


VANGUARD = Format(
    slug="vanguard",
    name=gettext_noop("Vanguard Booster Draft"),
    game=VANGUARD_GAME,
    forms=(DUEL,),
    rounds=tuple(_round(number) for number in range(1, 7)),
    fighters=(2, 9),
    usual_fighters=4,
    pack_size=5,
    deck_size=30,
    seconds_to_choose=seconds_to_choose,
    sample="SMP01",
    featured=TRIGGER,
    call_for=LEGION,
)

VANGUARD_OWN = Format(
    slug="vanguard-own",
    name=gettext_noop("Vanguard, own decks"),
    game=VANGUARD_GAME,
    forms=(DUEL,),
    fighters=(2, 12),
    usual_fighters=4,
    deal=Deal.NONE,
    log_opens=LogOpens.FOUGHT,
    deck_source=DeckSource.LISTED,
    stages=FIGHT_NIGHT,
)
