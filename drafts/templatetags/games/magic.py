"""Filters for the template of a Magic card."""

from collections import Counter

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from drafts.drawings.games.base import part_of
from drafts.rules.games.magic.cards import COLOURS, SYMBOL, types_of
from drafts.rules.games.magic.decks import TYPES_SHOWN
from drafts.rules.games.magic.fights import DUEL
from drafts.templatetags.look import heard_of, rarity_words

register = template.Library()

HAND = DUEL.hand or 0
SYMBOL_NAMES = {
    "W": _("white"),
    "U": _("blue"),
    "B": _("black"),
    "R": _("red"),
    "G": _("green"),
    "C": _("colourless"),
    "S": _("snow"),
    "P": _("2 life"),
    "T": _("tap"),
    "X": _("X"),
    "Y": _("Y"),
    "Z": _("Z"),
}


@register.filter
def main_type(card: object) -> str:
    """Return the type that a card is drawn as: land for a land, else the first of TYPES_SHOWN that it has."""
    types = types_of(str(part_of(card, "type_line")))
    return "land" if "land" in types else next((name for name in TYPES_SHOWN if name in types), "other")


@register.filter
def colour_letter(place: int) -> str:
    """Return the letter of a colour by its place in the tally of colours, in which colourless is last."""
    return f"{COLOURS}C"[place]


@register.filter
def printed_types(card: object) -> str:
    """Return the type line as it is printed."""
    return str(part_of(card, "type_line")).replace(" - ", " – ")


@register.filter
def symbols(text: str) -> SafeString:
    """Return a text with its symbols drawn, and with words for screen readers."""
    pieces = SYMBOL.split(text)  # words, symbol, words, symbol, words
    return format_html_join("", "{}", ((_drawn(piece) if place % 2 else piece,) for place, piece in enumerate(pieces)))


@register.filter
def cost_coins(cost: str) -> SafeString:
    """Return a cost as symbols side by side, hidden from screen readers."""
    return format_html_join("", '<span class="mana" data-mana="{}"></span>', ((one,) for one in SYMBOL.findall(cost)))


@register.filter
def cost_words(cost: str) -> str:
    """Return a cost in words: "2 generic, 1 white or blue"."""
    counts = Counter(SYMBOL.findall(cost))
    return ", ".join(_counted(one, count) for one, count in counts.items())


@register.filter
def figure(card: object) -> str:
    """Return the text in the corner: "2/3" of a creature, loyalty, or defense."""
    power, toughness = part_of(card, "power"), part_of(card, "toughness")
    return f"{power}/{toughness}" if power or toughness else str(part_of(card, "loyalty") or part_of(card, "defense"))


@register.filter
def is_avatar(card: object) -> bool:
    """Whether a card is a vanguard, with modifiers of the hand and of the life (M26)."""
    return isinstance(part_of(card, "hand_modifier"), int)


@register.filter
def modifier(card: object, name: str) -> str:
    """Return a modifier as in the corner of an avatar: "+2", "-3" or "0"; "" on other cards."""
    value = part_of(card, name)
    return signed(value) if isinstance(value, int) else ""


@register.filter
def hand_words(card: object) -> str:
    """Return in words how many cards the owner of an avatar draws: "Draw 9 cards (+2)"."""
    value = part_of(card, "hand_modifier")
    count = HAND + (value if isinstance(value, int) else 0)
    words = ngettext("Draw %(count)s card (%(modifier)s)", "Draw %(count)s cards (%(modifier)s)", count)
    return words % {"count": count, "modifier": modifier(card, "hand_modifier")}


@register.filter
def life_words(card: object) -> str:
    """Return in words by how much an avatar changes the life at the start: "Life +3"."""
    return gettext("Life %(modifier)s") % {"modifier": modifier(card, "life_modifier")}


def signed(number: int) -> str:
    """Return a whole number with its sign, "+2" or "-3"; nothing before 0."""
    return f"{number:+}".replace("-", "\u2212") if number else "0"


@register.filter
def figure_words(card: object) -> str:
    """Return the text in the corner in words for screen readers."""
    facts = {name: part_of(card, name) for name in ("power", "toughness", "loyalty", "defense")}
    if facts["power"] or facts["toughness"]:
        return gettext("power %(power)s, toughness %(toughness)s") % facts
    if facts["loyalty"]:
        return gettext("loyalty %(loyalty)s") % facts
    if facts["defense"]:
        return gettext("defense %(defense)s") % facts
    modifiers = {"hand": modifier(card, "hand_modifier"), "life": modifier(card, "life_modifier")}
    return gettext("hand %(hand)s, life %(life)s") % modifiers if is_avatar(card) else ""


@register.filter
def heard(card: object) -> str:
    """Return a card for screen readers: its name, cost, types, figures and rarity; "" without a card."""
    cost = cost_words(str(part_of(card, "mana_cost")))
    return heard_of(card, cost, printed_types(card), figure_words(card), rarity_words(card))


def symbol_words(symbol: str) -> str:
    """Return the name of a symbol: "white", "white or blue", "2 generic"; an unknown symbol is its own name."""
    if symbol.isdecimal():
        return ngettext("%(count)s generic", "%(count)s generic", int(symbol)) % {"count": symbol}
    names = [
        symbol_words(part) if part.isdecimal() else str(SYMBOL_NAMES.get(part, part)) for part in symbol.split("/")
    ]
    return gettext(" or ").join(names)


def _counted(symbol: str, count: int) -> str:
    if symbol in "XYZ" or symbol[0].isdecimal():  # their words stand alone, or begin with a number
        return ", ".join([symbol_words(symbol)] * count)
    return gettext("%(count)s %(colour)s") % {"count": count, "colour": symbol_words(symbol)}


def _drawn(symbol: str) -> SafeString:
    return format_html(
        '<span class="mana" data-mana="{}" aria-hidden="true"></span><span class="only-read">{}</span>',
        symbol,
        symbol_words(symbol),
    )
