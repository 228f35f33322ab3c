"""The words of a page's scripts, in the language of the page."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from drafts.languages import script_version

register = template.Library()


@register.simple_tag
def script_words() -> SafeString | str:
    """Return the <script> that brings the scripts' words; nothing in English, which is what scripts are written in."""
    language = get_language() or ""
    version = script_version(language)
    if version is None:
        return ""
    return format_html('<script src="{}"></script>', reverse("script-words", args=[language, version]))
