"""Cardfight!! Vanguard as data."""

from typing import cast

from drafts.rules.cards import Card
from drafts.rules.games.base import CardGame, Question
from drafts.rules.games.vanguard.bots import bot_order
from drafts.rules.games.vanguard.cards import FIELDS, CardType, Trigger, VanguardCard, letters_of, made_up, make_card
from drafts.rules.games.vanguard.decks import RARITIES, deck_of, line_note, summary_of, tallies_of
from drafts.rules.games.vanguard.fights import TIE_WORDS
from drafts.rules.games.vanguard.recipes import KNOWN_RARITIES, derive_recipe, known_shape, source_of
from drafts.rules.wording import gettext_noop

NONE = gettext_noop("none")
KINDS = {
    CardType.NORMAL: gettext_noop("normal unit"),
    CardType.G: gettext_noop("G unit"),
    CardType.TRIGGER: gettext_noop("trigger unit"),
    CardType.ORDER: gettext_noop("order"),
    CardType.OTHER: gettext_noop("other"),
}
TRIGGERS = {
    Trigger.CRITICAL: gettext_noop("critical trigger"),
    Trigger.DRAW: gettext_noop("draw trigger"),
    Trigger.STAND: gettext_noop("stand trigger"),
    Trigger.HEAL: gettext_noop("heal trigger"),
    Trigger.FRONT: gettext_noop("front trigger"),
    Trigger.OVER: gettext_noop("over trigger"),
    Trigger.UNKNOWN: gettext_noop("unknown trigger"),
}


def _grade(card: Card) -> str:
    grade = cast(VanguardCard, card).grade
    return NONE if grade is None else str(grade)


def _kind(card: Card) -> str:
    printed = cast(VanguardCard, card)
    return TRIGGERS[printed.trigger] if printed.trigger else KINDS[printed.card_type]


def _by_number(numeral: str) -> tuple[int, str]:
    return len(numeral), numeral


def _by_name(name: str) -> tuple[int, str]:
    return int(name == NONE), name


VANGUARD_GAME = CardGame(
    slug="vanguard",
    name=gettext_noop("Cardfight!! Vanguard"),
    card=VanguardCard,
    fields=FIELDS,
    mark="card_type",
    signs=(
        *("grade", "clan", "nation", "shield", "trigger", "critical", "gift"),
        *("グレード", "クラン", "国家", "シールド", "トリガー", "クリティカル", "ギフト"),
    ),
    make_card=make_card,
    derive_recipe=derive_recipe,
    known_shape=known_shape,
    source=source_of,
    letters=letters_of,
    made_up=made_up,
    bot_order=bot_order,
    deck_of=deck_of,
    tallies=tallies_of,
    summary=summary_of,
    line_note=line_note,
    logged=("grade", "clan", "trigger"),
    rarity_words={
        "RE": "Re",
        "TOKEN": "token",
        "COMMON": "C",
        "RARE": "R",
        "DOUBLE RARE": "RR",
        "TRIPLE RARE": "RRR",
        "SPECIAL": "SP",
        "SPECIAL RARE": "SP",
        "LEGION RARE": "LR",
        "GENERATION RARE": "GR",
        "VANGUARD RARE": "VR",
        "SECRET": "SEC",
        "SECRET RARE": "SEC",
    },
    rarities=RARITIES,
    dealt=("C",),
    known_rarities=KNOWN_RARITIES,
    cube_pack=5,
    questions=(
        Question("grade", gettext_noop("Grade"), _grade, _by_number),
        Question("clan", gettext_noop("Clan"), lambda card: card.kin or NONE, _by_name),
        Question("kind", gettext_noop("Kind"), _kind, _by_name),
    ),
    faction="clan",
    words={
        "table size": gettext_noop("Four is best. More fighters make more tables."),
        "review": gettext_noop("Between the third and the fourth pack everyone may look at their own cards."),
        "judge": gettext_noop("Who verifies a Legion Rare"),
        "judge help": gettext_noop("A fighter who opens one may call a judge."),
        "first pass, guaranteed": gettext_noop("Every pack holds a trigger unit: first choose it and one other card."),
        "first pass": gettext_noop("No trigger unit is guaranteed: choose one card at a time."),
        "pair": gettext_noop("%(slot)s: a leader with its mate", slot=""),
        "a trigger": gettext_noop("trigger unit"),
        "only trigger": gettext_noop("%(slot)s, a trigger unit", slot=""),
        "only -trigger": gettext_noop("%(slot)s, not a trigger unit", slot=""),
        "deck": gettext_noop("Your deck"),
        "taken first": gettext_noop("Which clan is taken first?"),
        "wins": gettext_noop("Which clan wins?"),
        "ready": gettext_noop("Decks are ready"),
        "undo": gettext_noop("Undo the last pass"),
        "undo help": gettext_noop(
            "For a pass that went wrong for everybody: what was placed in it goes back into the packs, "
            "and all choose again. The log records it."
        ),
        "undone": gettext_noop("The pass is taken back. Everyone chooses again."),
        "step left": gettext_noop("Pack %(round)s, pass %(pass)s (opened by %(name)s, passed left)"),
        "step right": gettext_noop("Pack %(round)s, pass %(pass)s (opened by %(name)s, passed right)"),
        "stalled": gettext_noop("No fighter chose in pack %(round)s, pass %(pass)s: the table paused itself."),
        "taken back": gettext_noop("Taken back: pack %(round)s, pass %(pass)s, and everything after it."),
        "by time": gettext_noop("Time ran out for %(name)s in pack %(round)s, pass %(pass)s: the server chose."),
        "moment": gettext_noop("pack %(round)s, pass %(pass)s"),
        "pile, no featured": gettext_noop(
            "Pack %(round)s of %(opener)s: %(name)s took no trigger unit in pass %(pass)s."
        ),
        "pile, many featured": gettext_noop(
            "Pack %(round)s of %(opener)s: %(name)s took %(count)s trigger units in pass %(pass)s."
        ),
        "call": gettext_noop("Legion Rare"),
        "call made": gettext_noop("I opened one, please verify it"),
        "call in practice": gettext_noop("A Legion Rare is verified by the server."),
        "call verified": gettext_noop("Legion Rare verified"),
        "call means": gettext_noop(
            "Once it is verified, everyone at the table chooses the trigger unit and two other cards in this pass. "
            "The others are not told which card it is."
        ),
        "read otherwise": gettext_noop(
            "Marked: the card names one clan there. In a draft every unit is in every clan (R18)."
        ),
        "read otherwise in a list": gettext_noop(
            "Marked in a text: the card names one clan there. In a draft every unit is in every clan (R18)."
        ),
        "damage limit": gettext_noop("Damage to lose"),
        "damage limit help": gettext_noop("Cards in the damage zone. The rules say four (R17)."),
        "damage limit in words": gettext_noop("lost at %(limit)s damage", limit=0),
        "less damage": gettext_noop("Less damage wins"),
        **TIE_WORDS,
        "starter": gettext_noop("First vanguard: %(name)s.", name=""),
        "starter title": gettext_noop("First vanguard"),
        "starter help": gettext_noop("You begin each fight with it. It can be another one in the next fight."),
    },
    slots={
        "common": gettext_noop("common"),
        "rare or better": gettext_noop("rare or better"),
        "trigger": gettext_noop("trigger"),
        "Legion Rare pair": gettext_noop("Legion Rare pair"),
        "any card": gettext_noop("any card"),
    },
    refusals={
        "trigger_required": gettext_noop("The trigger unit must be among the cards that you choose."),
        "too_many_triggers": gettext_noop("Only one trigger unit, and a unit that is none."),
    },
)
