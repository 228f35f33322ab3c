"""Magic as data (M44)."""

from typing import cast

from drafts.rules.cards import Card
from drafts.rules.games.base import PICK_WORDS, CardGame, Question
from drafts.rules.games.magic.avatars import avatar_of
from drafts.rules.games.magic.bots import bot_order
from drafts.rules.games.magic.building import MAGIC_BUILDER
from drafts.rules.games.magic.cards import APART, COLOUR_NAMES, FIELDS, MagicCard, letters_of, made_up, make_card
from drafts.rules.games.magic.decks import RARITIES, TYPES_SHOWN, deck_of, line_note, summary_of, tallies_of, type_shown
from drafts.rules.games.magic.fights import TIE_WORDS
from drafts.rules.games.magic.planes import PLANE_TYPES, plane_of
from drafts.rules.games.magic.recipes import derive_recipe
from drafts.rules.wording import gettext_noop

NONE = gettext_noop("none")
SEVERAL = gettext_noop("Two and more")


def _colour(card: Card) -> str:
    colours = cast(MagicCard, card).colors
    return SEVERAL if len(colours) > 1 else COLOUR_NAMES.get(colours, NONE)


def _type(card: Card) -> str:
    return TYPES_SHOWN.get(type_shown(cast(MagicCard, card)), NONE)


def _value(card: Card) -> str:
    printed = cast(MagicCard, card)
    return NONE if printed.is_land else str(printed.mana_value)


_COLOUR_ORDER: list[str] = [*COLOUR_NAMES.values(), SEVERAL, NONE]
_TYPE_ORDER: list[str] = [*TYPES_SHOWN.values(), NONE]

MAGIC_GAME = CardGame(
    slug="magic",
    name=gettext_noop("Magic"),
    card=MagicCard,
    fields=FIELDS,
    mark="type_line",
    signs=("type_line", "mana_cost", "mana", "toughness", "loyalty", "color_identity"),
    make_card=make_card,
    derive_recipe=derive_recipe,
    letters=letters_of,
    made_up=made_up,
    bot_order=bot_order,
    deck_of=deck_of,
    tallies=tallies_of,
    rule_check=True,
    summary=summary_of,
    line_note=line_note,
    derived=("mana_value",),
    logged=("type_line", "mana_cost", "colors"),
    rarity_words={
        "COMMON": "C",
        "UNCOMMON": "U",
        "RARE": "R",
        "MYTHIC": "M",
        "MYTHIC RARE": "M",
        "BASIC LAND": "L",
        "TOKEN": "T",
        "SPECIAL": "S",
    },
    rarities=RARITIES,
    dealt=("C", "L", "T"),
    known_rarities=frozenset(RARITIES),
    cube_pack=15,
    deck_programs=(("MTG Arena", "arena"), ("Magic Online", "mtgo"), ("Cockatrice", "cod")),
    questions=(
        Question("colour", gettext_noop("Colour"), _colour, lambda name: (_COLOUR_ORDER.index(name), name)),
        Question("type", gettext_noop("Type"), _type, lambda name: (_TYPE_ORDER.index(name), name)),
        Question("value", gettext_noop("Mana value"), _value, lambda numeral: (len(numeral), numeral)),
    ),
    faction="colour",
    words={
        "table size": gettext_noop("Eight is best. More fighters make more tables."),
        "review": gettext_noop("After the first and the second pack everyone may look at their own cards."),
        "first pass": gettext_noop("Choose one card in each pick."),
        "less damage": gettext_noop("More life wins"),
        **TIE_WORDS,
        "deck": gettext_noop("Your pool"),
        "taken first": gettext_noop("Which colour is taken first?"),
        "wins": gettext_noop("Which colour wins?"),
        "ready": gettext_noop("Pools are ready"),
        "last seen": gettext_noop(
            "“Last seen at” is near what sites about Magic call ALSA, and not the same: those work from the logs of "
            "single players, one seat of a draft each. Here every fighter of the table counts, once for each card: the "
            "last pick in which they had it in hand, also the one in which they took it."
        ),
        **PICK_WORDS,
        "only basic": gettext_noop("%(slot)s, a basic land", slot=""),
        "only -basic": gettext_noop("%(slot)s, not a basic land", slot=""),
    },
    slots={
        "common": gettext_noop("common"),
        "uncommon": gettext_noop("uncommon"),
        "rare or mythic rare": gettext_noop("rare or mythic rare"),
        "basic land": gettext_noop("basic land"),
        "token": gettext_noop("token"),
        "any card": gettext_noop("any card"),
    },
    builder=MAGIC_BUILDER,
    apart=APART,
    avatar_of=avatar_of,
    avatar_fact="hand_modifier",
    plane_of=plane_of,
    plane_types=PLANE_TYPES,
    refusals={
        "review_minimum": gettext_noop("Everyone has 30 seconds to look."),
        "lands_not_free": gettext_noop("Only the five basic lands are free."),
    },
)
