"""The faults that axe finds in a page: axe knows the rules by which everybody can use one."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

HAS_AXE = "() => 'axe' in globalThis"
VIOLATIONS = """async (options) =>
    (await axe.run({ ...options, resultTypes: ["violations"] })).violations"""


def violations(page: Page, **options: Any) -> list[dict[str, Any]]:
    """Return what is wrong with a page. The checks that it passes, which are far more, are not even sent here."""
    if not page.evaluate(HAS_AXE):
        page.evaluate(Axe().axe_script)
    return page.evaluate(VIOLATIONS, options)
