"""Rows of the officials' pages: rendered once for each look, and left out if the requesting page has them already."""

import re
from collections.abc import Iterable, Mapping
from zlib import crc32

from django import template
from django.template import Context, Engine
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

MOST_LOOKS = 1024
"""The most looks that a process keeps."""

_SLOT = "\0"
"""Put around the name of a slot. No text that people write contains it (`rules/texts`)."""
_INDENTED = re.compile(r"\s*\n\s*")
_looks: dict[tuple[object, ...], list[str]] = {}


def draw(
    context: Context, template_name: str, variable: str, facts: Mapping[str, object], texts: Mapping[str, str]
) -> str:
    """Return a row of these facts and (escaped) texts, which the template has in its variable, by their names.

    If `variable` is "", the facts are variables themselves.

    A look depends on the facts alone. Texts are slots in the rendered template, filled in for each row: for hundreds of
    rows this takes a tenth of the time of rendering each. Looks are shared by the officials of all events: the address
    and the token of a form are slots too, and a row depends on nothing else of its page.
    """
    game, judging = context["game"], bool(context.get("judging"))
    look = (template_name, get_language(), game.slug, judging, *facts.values())
    pieces = _looks.get(look)
    if pieces is None:
        names = (*texts, "actions", "csrf_token")
        slots = {name: mark_safe(f"{_SLOT}{name}{_SLOT}") for name in names}  # noqa: S308 - names from our code
        own = Context({"game": game, "judging": judging, **slots, **facts, variable: {**facts, **slots}})
        html = Engine.get_default().get_template(template_name).render(own)
        pieces = _INDENTED.sub("\n", html.strip()).split(_SLOT)
        if len(_looks) >= MOST_LOOKS:
            _looks.clear()
        _looks[look] = pieces
    filled = {"actions": context["actions"], "csrf_token": str(context.get("csrf_token", "")), **texts}
    return "".join([filled[piece] if place % 2 else piece for place, piece in enumerate(pieces)])


@register.simple_tag(name="row_of")
def named(name: str, *shown: object) -> str:
    """Return the name of a row with its version, a hash of the values that it shows."""
    return f"{name}.{crc32(repr(shown).encode()):x}"


def is_known(context: Context, row: str) -> bool:
    """Whether the requesting page has this version of a row."""
    return row in context["asked"].have


def same(key: object) -> str:
    """Return the placeholder for a row that the page has."""
    return format_html('<i data-key="{}" data-same></i>', key)


def joined(rows: Iterable[str]) -> SafeString:
    """Return rows joined together."""
    return mark_safe("".join(rows))  # noqa: S308 - rendered by templates, and filled with escaped texts
