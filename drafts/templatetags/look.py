"""How a card is drawn: filters for templates, and data for a page's scripts, so that both draw alike."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from drafts.drawings.games.base import part_of, slug_of
from drafts.drawings.games.registry import FACES
from drafts.drawings.version import DRAWINGS
from drafts.exporters.card_json import image_address
from drafts.languages import translated
from drafts.presenters.catalog.recipe_text import SlotWords
from drafts.presenters.decks.sheets import Line
from drafts.rules.cards import Card, Piece
from drafts.rules.games.base import Game

register = template.Library()

Row = Mapping[str, Any]
"""A card as a row of the catalog or of the protocol; "" in a template that a script fills."""

NAME_SIZES = ((26, 12), (40, 14), (56, 17))
"""The most letters of a name, and of its longest word, at the first, second and third size."""


def _slug(card: object) -> str:
    return slug_of(str(part_of(card, "kin")))


@register.filter
def hue(card: object, game: str) -> int:
    """Return the number of the card's colour in components/card.css."""
    return FACES[game].hue_of(_slug(card))


@register.filter
def kin_hue(kin: str, game: Game) -> int:
    """Return the number of a kin's colour in components/card.css."""
    return hue({"kin": kin}, game.slug)


@register.filter
def art_url(card: object, game: str) -> str:
    """Return the address of the card's drawn picture; "" where a script fills it in."""
    return f"{_pictures(game)}&{urlencode(FACES[game].facts_of(card))}" if card else ""


def _pictures(game: str) -> str:
    """Return the beginning of the addresses of pictures. It changes with the drawings, since pictures are cached."""
    return f"{reverse('picture', args=[game])}?v={DRAWINGS}"


@register.simple_tag
def drawings() -> str:
    """Return the version of the drawings, for addresses of pictures in templates."""
    return DRAWINGS


@register.filter
def picture_url(card: object) -> str:
    """Return the address of the card's picture, and nothing for a card without one."""
    image = str(part_of(card, "image"))
    return image if isinstance(card, Mapping) else image_address(image) or ""


@register.filter
def reading(card: object) -> tuple[Piece, ...]:
    """Return the text of the card's effects in pieces."""
    return card.reading if isinstance(card, Card) else ()


@register.filter
def material(card: object, game: str) -> str:
    """Return the material of a card, by its rarity: paper, silver, gold, foil, pair or special."""
    return FACES[game].materials.get(part_of(card, "rarity"), "foil")


@register.filter
def name_size(card: object) -> int:
    """Return how small the name must be written: 0 (large) to 3."""
    name = str(part_of(card, "name"))
    word = max((len(word) for word in name.split()), default=0)
    fits = (size for size, (letters, longest) in enumerate(NAME_SIZES) if len(name) <= letters and word <= longest)
    return next(fits, len(NAME_SIZES))


def heard_of(card: object, *facts: str) -> str:
    """Return a card for screen readers: its name and those of the facts that are not empty; "" without a card."""
    name = str(part_of(card, "name"))
    return ", ".join(filter(None, (name, *facts))) if name else ""


def rarity_words(card: object) -> str:
    """Return a card's rarity for screen readers; "" for a card without one."""
    rarity = part_of(card, "rarity")
    return gettext("rarity %(rarity)s") % {"rarity": rarity} if rarity else ""


@register.filter
def sign(slot: SlotWords, game: Game) -> str:
    """Return the icon for the cards of a recipe's slot; "" for cards without one."""
    return "" if slot.sign == "plain" else FACES[game.slug].signs.get(slot.sign, "i-spark")


@register.filter
def slot_look(slot: SlotWords, game: Game) -> str:
    """Return the look of a recipe's slot: its `sign`, or `sheen` for rare cards that are at most silver or gold."""
    materials = {FACES[game.slug].materials.get(rarity, "foil") for rarity in slot.rarities}
    has_sheen = slot.sign == "rare" and bool(materials) and materials <= {"silver", "gold"}
    return "sheen" if has_sheen else slot.sign


@register.simple_tag
def look_data(game: Game) -> SafeString:
    """Return the tables above for the page's scripts, as JSON with the id "look"; no facts if no cards are drawn."""
    face = FACES.get(game.slug)
    tables = {
        "pictures": _pictures(game.slug),
        "facts": face.facts if face else (),
        "materials": face.materials if face else {},
        "nameSizes": NAME_SIZES,
    }
    return json_script(tables, element_id="look")


@register.filter
def says(game: Game, name: str) -> str:
    """Return a text in a game's own words (`Game.words`); "" if it has none of this name."""
    return translated(game.words.get(name, ""))


@register.filter
def game_name(game: Game) -> str:
    """Return the name of a game."""
    return translated(game.name)


@register.filter
def in_language(words: str) -> str:
    """Return a wording of the rules in the active language."""
    return translated(words)


@register.filter
def share_of(count: int, counts: Sequence[tuple[str, int]]) -> int:
    """Return the height of a bar, in percent of the highest one."""
    return round(100 * count / max(1, *(each for _, each in counts)))


@register.filter
def card_count(lines: Sequence[Line]) -> int:
    """Return how many cards the lines of a deck have."""
    return sum(line.count for line in lines)
