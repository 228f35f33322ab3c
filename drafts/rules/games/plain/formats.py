"""The plain draft: a number of packs, passed left and right in turn, one card or several in each pick."""

from functools import lru_cache

from drafts.rules.formats import Direction, Format, Pace, PassRule, Quota, RoundRule
from drafts.rules.games.plain.fights import COUNTED, counting
from drafts.rules.games.plain.game import PLAIN_GAME
from drafts.rules.games.plain.recipes import PACK_SIZE
from drafts.rules.wording import gettext_noop

PACKS, PICKS = 3, 1
"""The usual values."""
_LEAST = {Pace.BRISK: 5, Pace.STANDARD: 10, Pace.RELAXED: 15}
_FOR_A_CARD = {Pace.BRISK: 2, Pace.STANDARD: 4, Pace.RELAXED: 6}


def seconds_to_choose(pace: Pace, pack_size: int, in_hand: int, due: int) -> int:
    """Return the time for one pick: more for each card in hand, in steps of five seconds."""
    seconds = _LEAST[pace] + _FOR_A_CARD[pace] * (in_hand - 2)
    return -5 * (-seconds // 5)


@lru_cache
def rounds_of(packs: int, picks: int) -> tuple[RoundRule, ...]:
    """Return the rounds of so many packs with so many cards a pick; a review follows each but the last."""
    rule = PassRule(guaranteed=Quota(any=picks), unguaranteed=Quota(any=picks))
    return tuple(
        RoundRule(Direction.LEFT if number % 2 else Direction.RIGHT, (rule,), review_after=number < packs)
        for number in range(1, packs + 1)
    )


PLAIN = Format(
    slug="plain",
    name=gettext_noop("Draft of another game"),
    game=PLAIN_GAME,
    forms=(COUNTED,),
    own_form=counting,
    rounds=rounds_of(PACKS, PICKS),
    rounds_of=rounds_of,
    fighters=(2, 12),
    usual_fighters=8,
    pack_size=PACK_SIZE,
    deck_size=PACKS * PACK_SIZE,
    seconds_to_choose=seconds_to_choose,
    sample="PLA01",
    review_seconds=60,
    few=4,
    may_show_picks=True,
)
