"""The plain game as data."""

from typing import cast

from drafts.rules.cards import Card
from drafts.rules.games.base import PICK_WORDS, CardGame, Question
from drafts.rules.games.plain.bots import bot_order
from drafts.rules.games.plain.cards import FIELDS, PlainCard, letters_of, made_up, make_card
from drafts.rules.games.plain.decks import NO_KIND, RARITIES, deck_of, line_note, summary_of, tallies_of
from drafts.rules.games.plain.fights import TIE_WORDS
from drafts.rules.games.plain.recipes import PACK_SIZE, derive_recipe
from drafts.rules.wording import gettext_noop

NO_COST = gettext_noop("none")


def _kind(card: Card) -> str:
    return card.kin or NO_KIND


def _cost(card: Card) -> str:
    return cast(PlainCard, card).cost or NO_COST


PLAIN_GAME = CardGame(
    slug="plain",
    name=gettext_noop("Another game"),
    card=PlainCard,
    fields=FIELDS,
    mark="kind",
    signs=("pitch", "ink", "lore", "willpower", "counter", "hp", "supertype"),
    make_card=make_card,
    derive_recipe=derive_recipe,
    letters=letters_of,
    made_up=made_up,
    bot_order=bot_order,
    deck_of=deck_of,
    tallies=tallies_of,
    summary=summary_of,
    line_note=line_note,
    logged=("kind", "cost"),
    rarity_words={"COMMON": "C", "UNCOMMON": "U", "RARE": "R", "MYTHIC": "M", "MYTHIC RARE": "M"},
    rarities=RARITIES,
    dealt=("C",),
    known_rarities=frozenset(RARITIES),
    cube_pack=PACK_SIZE,
    questions=(
        Question("kind", gettext_noop("Type"), _kind, lambda name: (int(name == NO_KIND), name)),
        Question("cost", gettext_noop("Cost"), _cost, lambda name: (len(name), name)),
    ),
    faction="kind",
    words={
        "table size": gettext_noop("Eight is usual. More fighters make more tables."),
        "review": gettext_noop("After each pack but the last everyone may look at their own cards."),
        "first pass": gettext_noop("Choose from each pack in turn."),
        "less damage": gettext_noop("The better count wins"),
        **TIE_WORDS,
        "deck": gettext_noop("Your cards"),
        "taken first": gettext_noop("Which type is taken first?"),
        "wins": gettext_noop("Which type wins?"),
        "ready": gettext_noop("All cards are drafted"),
        **PICK_WORDS,
    },
    slots={"any card": gettext_noop("any card")},
)
