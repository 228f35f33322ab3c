"""The ES modules of a page, so that a browser asks for all of them at once and not for one after the other."""

import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

from django import template
from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

register = template.Library()

_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["'](\.{1,2}/[^"']+)["'];""", re.MULTILINE)


@register.simple_tag
@cache
def module_preloads(*names: str) -> SafeString:
    """Return a link for each module that these import, and that those import."""
    modules = dict.fromkeys(module for name in names for module in imports_of(name))
    return format_html_join("\n  ", '<link rel="modulepreload" href="{}">', ((static(name),) for name in modules))


@cache
def imports_of(name: str) -> tuple[str, ...]:
    """Return the static files that a module needs, each once, the ones that it names itself first."""
    found: dict[str, None] = {}
    waiting = [name]
    while waiting:
        for module in _named_in(waiting.pop(0)):
            if module not in found:
                found[module] = None
                waiting.append(module)
    return tuple(found)


def _named_in(name: str) -> list[str]:
    file = finders.find(name)
    text = Path(file).read_text(encoding="utf-8") if isinstance(file, str) else ""
    return [normpath(str(PurePosixPath(name).parent / other)) for other in _IMPORT.findall(text)]
