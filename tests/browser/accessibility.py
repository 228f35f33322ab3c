"""What axe, which knows the rules by which everybody can use a page, finds wrong with one."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

HAS_AXE = "() => 'axe' in globalThis"
VIOLATIONS = """async (options) =>
    (await axe.run({ ...options, resultTypes: ["violations"] })).violations"""


def violations(page: Page, **options: Any) -> list[dict[str, Any]]:
    """Return what is wrong with a page. What is right with it, which is far more, is not even sent here."""
    if not page.evaluate(HAS_AXE):
        page.evaluate(Axe().axe_script)
    return page.evaluate(VIOLATIONS, options)
