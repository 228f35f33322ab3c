"""Devices that people bring to the store: who comes again has the site's files already, as in life.

The first page on a device costs three times as much as the next one: scripts, styles and letters must be sent, read and
compiled. So a device that a test has done with is emptied and kept for another test.
"""

import json
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, StorageState

MOST_KEPT = 8  # each keeps a process of the browser, and few tests have more devices
SIZE = {"width": 390, "height": 844}
MOTION = "reduce"
"""The size and motion of a device's first page, also one that a link opens; a test asks for others (`Night.screen`)."""
EMPTY = "() => (localStorage.clear(), '__pwClock' in globalThis)"
"""Empties what a site has stored, and says whether Playwright has set the device's clock, which it never takes back."""


class Devices:
    """Devices at one address, each a context of the browser. A test's changes to a page go with the page."""

    def __init__(self, browser: Browser, url: str) -> None:
        self._browser = browser
        self._url = url
        self._kept: list[BrowserContext] = []
        self._homes: dict[BrowserContext, tuple[str, Page]] = {}

    def open(self, *, storage_state: StorageState | None = None, **wishes: Any) -> BrowserContext:
        """Return a device that holds nothing but what is in this state.

        Sizes, motion and colours are a page's and no wishes for a device: one device does for all of them.
        """
        wishes |= {"viewport": SIZE, "reduced_motion": MOTION}
        stored = storage_state and any(origin["localStorage"] for origin in storage_state["origins"])
        if stored or not wishes.get("java_script_enabled", True):
            return self._browser.new_context(base_url=self._url, storage_state=storage_state, **wishes)
        kind = json.dumps(wishes, sort_keys=True)
        context = next((one for one in reversed(self._kept) if self._homes[one][0] == kind), None)
        if context:
            self._kept.remove(context)
        else:
            context = self._new(kind, wishes)
        context.add_cookies(storage_state["cookies"] if storage_state else [])
        return context

    def put_away(self, context: BrowserContext) -> None:
        """Empty a device for another test; the one that was put away longest ago makes room for it."""
        _, home = self._homes.get(context, ("", None))
        if home is None or home.is_closed() or home.evaluate(EMPTY):
            self._throw_away(context)
            return
        for page in context.pages:
            if page is not home:
                page.close()
        home.evaluate(EMPTY)  # after the last word of a page that was closed
        context.set_offline(False)
        context.clear_cookies()
        self._kept.append(context)
        if len(self._kept) > MOST_KEPT:
            self._throw_away(self._kept.pop(0))

    def close(self) -> None:
        for context in self._kept:
            context.close()

    def _new(self, kind: str, wishes: Mapping[str, Any]) -> BrowserContext:
        """Return a new device. A page of it stays open: with it lives the process that has read the files."""
        context = self._browser.new_context(base_url=self._url, **wishes)
        home = context.new_page()
        home.goto("/healthz")
        self._homes[context] = kind, home
        return context

    def _throw_away(self, context: BrowserContext) -> None:
        self._homes.pop(context, None)
        context.close()
