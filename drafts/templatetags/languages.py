"""The languages of templates: Django's `translate`, made fast for long lists, and the texts of scripts."""

from django import template
from django.template.base import Parser, Token
from django.template.context import Context
from django.templatetags.i18n import TranslateNode, do_translate
from django.urls import reverse
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from drafts.languages import script_version, sentence

register = template.Library()

LANGUAGE = "active language"


@register.tag
def translate(parser: Parser, token: Token) -> template.Node:
    """Do what Django's {% translate %} does; a literal text is looked up once for each language."""
    node = do_translate(parser, token)
    expression = node.filter_expression
    is_written_out = expression.var.lookups is None and not expression.filters
    return node if not is_written_out or node.asvar or node.noop or node.message_context else LiteralNode(node)


class LiteralNode(template.Node):
    """A literal text in the active language. Lists of cards and seats have many of them."""

    def __init__(self, node: TranslateNode) -> None:
        self._node = node
        self._words: dict[str, str] = {}

    def render(self, context: Context) -> str:
        """Return the text."""
        page = context.render_context.dicts[0]  # of this rendering, included templates too
        language = page.get(LANGUAGE)  # calling get_language each time takes longer than all else here
        if language is None:
            language = page[LANGUAGE] = get_language() or ""
        words = self._words.get(language)
        if words is None:
            words = self._words[language] = self._node.render(context)
        return words


@register.simple_tag
def script_words() -> SafeString | str:
    """Return the <script> with translations for scripts; nothing for English, the language of the scripts."""
    language = get_language() or ""
    version = script_version(language)
    if version is None:
        return ""
    return format_html('<script src="{}"></script>', reverse("script-words", args=[language, version]))


@register.simple_tag(name="sentence")
def drawn_sentence(key: str, **facts: str) -> SafeString:
    """Return a sentence of `languages.shared_sentences`, filled in; facts that are not markup are escaped.

    The fact `count` chooses the form of a sentence that has a plural.
    """
    values = {fact: conditional_escape(value) for fact, value in facts.items()}
    return mark_safe(escape(sentence(key, int(facts.get("count", 1)))) % values)  # noqa: S308 -- all of it was escaped
