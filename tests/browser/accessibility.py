"""The faults that axe finds in a page: axe knows the rules by which everybody can use one."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

HAS_AXE = "() => 'axe' in globalThis"
VIOLATIONS = """async ([part, options]) =>
    (await axe.run(part, { ...options, resultTypes: ["violations"] })).violations"""


def violations(page: Page, part: str = "html", **options: Any) -> list[dict[str, Any]]:
    """Return what is wrong with a page, or a part of it. The checks that it passes, far more, are not sent here."""
    if not page.evaluate(HAS_AXE):
        page.evaluate(Axe().axe_script)
    return page.evaluate(VIOLATIONS, [part, options])
