"""Names of people in a page, each with its own text direction."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from drafts.rules.night import nicknames

register = template.Library()


@register.filter
def isolate(name: object) -> str:
    """Return an isolated name for an attribute or a title, which cannot contain an element."""
    return nicknames.isolate(str(name))


@register.filter
def with_names(text: object) -> SafeString:
    """Return a text for the page, with its isolated names in elements of their own."""
    pieces = nicknames.pieces_of(str(text))
    return format_html_join("", "{}", ((_drawn(piece, is_name=index % 2 == 1),) for index, piece in enumerate(pieces)))


def _drawn(piece: str, *, is_name: bool) -> SafeString | str:
    return format_html('<bdi dir="auto">{}</bdi>', piece) if is_name else piece
