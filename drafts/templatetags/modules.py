"""The ES modules of a page, so that a browser requests all of them at once."""

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
    """Return a link for each module that these import, directly or indirectly."""
    modules = dict.fromkeys(module for name in names for module in imports_of(name))
    return format_html_join("\n  ", '<link rel="modulepreload" href="{}">', ((static(name),) for name in modules))


@cache
def imports_of(name: str) -> tuple[str, ...]:
    """Return the static files that a module imports, directly or indirectly, its own imports first."""
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
