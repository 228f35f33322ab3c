"""The icons on screens: tags, since a template for each icon takes much longer to render."""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()

KEPT = 512


@register.simple_tag
@lru_cache(maxsize=KEPT)
def icon(name: str) -> SafeString:
    """Return an icon, by its name in icons.html ("i-check", "seat-3") or in the icons of a game."""
    return format_html('<svg class="icon" aria-hidden="true"><use href="#{}"></use></svg>', name)


@register.simple_tag
def sleeve() -> SafeString:
    """Return the back of a card. Its mark has no direction, since packs are passed both ways."""
    return format_html('<span class="sleeve" aria-hidden="true">{}</span>', _MARK)


_MARK = SafeString('<svg class="icon"><use href="#i-cards"></use></svg>')
