"""The formats of Magic: the booster draft (M1-M10), sealed (M11-M13), and fights with own decks (M30)."""

import math

from drafts.rules.decks import DeckSource
from drafts.rules.formats import ONE_CARD, Deal, Direction, Format, Pace, RoundRule
from drafts.rules.games.magic.building import COMMANDER_LISTS, MAGIC_LISTS
from drafts.rules.games.magic.fights import COMMANDER, DUEL, EMPEROR, TWO_HEADED_GIANT
from drafts.rules.games.magic.game import MAGIC_GAME
from drafts.rules.night.rights import LogOpens
from drafts.rules.night.stages import LISTED_NIGHT, SEALED_NIGHT
from drafts.rules.wording import gettext_noop

_BRISK = (40, 40, 35, 30, 25, 25, 20, 20, 15, 10, 10, 5, 5, 5)
"""Seconds by cards in hand, from 15 down to 2 (M9)."""
_MOST_IN_HAND = 15
_PACES = {Pace.BRISK: (1.0, 5), Pace.STANDARD: (1.5, 10), Pace.RELAXED: (2.5, 15)}
"""How much longer than brisk, and the least."""


def seconds_to_choose(pace: Pace, pack_size: int, in_hand: int, due: int) -> int:
    """Return the time for one pass (M9), rounded up to five seconds."""
    longer, least = _PACES[pace]
    brisk = _BRISK[_MOST_IN_HAND - min(in_hand, _MOST_IN_HAND)]
    return max(least, 5 * math.ceil(brisk * longer / 5))


MAGIC_DRAFT = Format(
    slug="magic-draft",
    name=gettext_noop("Magic booster draft"),
    game=MAGIC_GAME,
    forms=(DUEL, TWO_HEADED_GIANT, EMPEROR),
    rounds=(
        RoundRule(Direction.LEFT, (ONE_CARD,), review_after=True),
        RoundRule(Direction.RIGHT, (ONE_CARD,), review_after=True),
        RoundRule(Direction.LEFT, (ONE_CARD,)),
    ),
    fighters=(2, 12),
    usual_fighters=8,
    pack_size=14,
    deck_size=42,
    seconds_to_choose=seconds_to_choose,
    sample="MAG01",
    review_seconds=60,
    review_least=30,
    few=6,
    best_of=3,
    may_show_picks=True,
    deck_source=DeckSource.BUILT,
    build_minutes=25,
)

MAGIC_SEALED = Format(
    slug="magic-sealed",
    name=gettext_noop("Magic sealed"),
    game=MAGIC_GAME,
    forms=(DUEL, TWO_HEADED_GIANT, EMPEROR),
    fighters=(2, 12),
    usual_fighters=8,
    deal=Deal.KEEP,
    kept=6,
    pack_size=MAGIC_DRAFT.pack_size,
    deck_size=6 * MAGIC_DRAFT.pack_size,
    sample="MAG01",
    best_of=3,
    log_opens=LogOpens.FOUGHT,
    deck_source=DeckSource.BUILT,
    build_minutes=30,
    stages=SEALED_NIGHT,
)

MAGIC_OWN = Format(
    slug="magic-own",
    name=gettext_noop("Magic, own decks"),
    game=MAGIC_GAME,
    forms=(DUEL, TWO_HEADED_GIANT, COMMANDER, EMPEROR),
    fighters=(2, 12),
    usual_fighters=8,
    deal=Deal.NONE,
    best_of=3,
    log_opens=LogOpens.FOUGHT,
    deck_source=DeckSource.LISTED,
    stages=LISTED_NIGHT,
    announces=True,
    lister=MAGIC_LISTS,
    listers=((COMMANDER.slug, COMMANDER_LISTS),),
)
