"""The texts for people as they stand in templates, scripts and Python."""

import ast
import re

from tests.server import ROOT

CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
IN_TEMPLATE = re.compile(
    r'\{% translate "([^"]+)" ?(?:as \w+ )?%\}|\{% blocktranslate[^%]*%\}(.+?)\{% (?:plural|endblocktranslate) %\}',
    re.DOTALL,
)
IN_SCRIPT = re.compile(r'\bn?gettext\(\s*"([^"]+)"')
FILLED_IN = re.compile(r"\{\{ (\w+) \}\}")


def messages_of_python(source):
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text)), *_]) if name in CALLS:
                yield text


def messages():
    """Return every message without a context."""
    yield from (text for path in (ROOT / "drafts").rglob("*.py") for text in messages_of_python(path.read_text()))
    for folder, ending, form in (("templates", "*.html", IN_TEMPLATE), ("static/js", "*.js", IN_SCRIPT)):
        for path in (ROOT / folder).rglob(ending):
            for found in form.findall(path.read_text()):
                yield FILLED_IN.sub(r"%(\1)s", " ".join("".join(found).split()))
