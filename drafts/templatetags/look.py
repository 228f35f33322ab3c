"""How a card is drawn: what templates ask, and what the scripts of a page are told, so that both draw alike."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from drafts.drawings.faces import hue_of, slug_of
from drafts.exporters.card_json import image_address
from drafts.rules.cards import Card, Piece

register = template.Library()

Row = Mapping[str, Any]
"""A card as a row of the catalog, or as the protocol sends it; "" where a template is to be filled by a script."""

TRIGGER_WORDS = {
    "critical": _("critical trigger"),
    "draw": _("draw trigger"),
    "stand": _("stand trigger"),
    "heal": _("heal trigger"),
    "front": _("front trigger"),
    "over": _("over trigger"),
}
PLAIN = ("", "C", "R", "token", "Re", "EX")
GLOSSY = ("RR", "H", "FR", "VR", "ORR", "OR", "DR")
NAME_SIZES = ((26, 12), (40, 14), (56, 17))
"""Up to how many letters a name, and its longest word, may have at the first, second and third size."""


def _part(card: object, name: str) -> Any:
    value = card.get(name) if isinstance(card, Mapping) else getattr(card, name, None)
    return "" if value is None else value


def _slug(card: object) -> str:
    return slug_of(str(_part(card, "kin")))


@register.filter
def hue(card: object) -> int:
    """Return the number of the card's colour in card.css."""
    return hue_of(_slug(card))


@register.filter
def art_url(card: object) -> str:
    """Return the address of the card's face."""
    return reverse("clan-art", args=[_slug(card)])


@register.filter
def picture_url(card: object) -> str:
    """Return the address of the card's picture, and nothing for a card without one."""
    image = str(_part(card, "image"))
    return image if isinstance(card, Mapping) else image_address(image) or ""


@register.filter
def reading(card: object) -> tuple[Piece, ...]:
    """Return what the card does in pieces, as it is read."""
    return card.reading if isinstance(card, Card) else ()


@register.filter
def shine(card: object) -> int:
    """Return how a rarity gleams: 0 not at all, 1 a sheen, 2 foil."""
    rarity = _part(card, "rarity")
    return 0 if rarity in PLAIN else 1 if rarity in GLOSSY else 2


@register.filter
def name_size(card: object) -> int:
    """Return how small the name must be written: 0 (large) to 3."""
    name = str(_part(card, "name"))
    word = max((len(word) for word in name.split()), default=0)
    fits = (size for size, (letters, longest) in enumerate(NAME_SIZES) if len(name) <= letters and word <= longest)
    return next(fits, len(NAME_SIZES))


@register.filter
def trigger_words(card: object) -> str:
    """Return "critical trigger", "trigger unit" where the kind is not on record, and nothing for other cards."""
    kind = str(_part(card, "trigger"))
    return str(TRIGGER_WORDS.get(kind, _("trigger unit"))) if kind else ""


@register.filter
def thousands(number: object) -> str:
    """Return 10000 as "10,000", and nothing as ""."""
    return f"{number:,}" if isinstance(number, int) else ""


@register.simple_tag
def look_data() -> SafeString:
    """Return the tables above for the page's scripts, as JSON with the id "look"."""
    return json_script({"plain": PLAIN, "glossy": GLOSSY, "nameSizes": NAME_SIZES}, element_id="look")
