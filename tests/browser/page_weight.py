"""The weight of a page: the bytes that come over the line, headers and all, by kind."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import CDPSession, Page

KINDS = ("Document", "Script", "Stylesheet", "Font", "Image")
STILL = 700  # milliseconds in which nothing comes


@dataclass
class Weight:
    """Bytes and files by kind. The sockets of a page are not among them: they go on."""

    size: Counter[str] = field(default_factory=Counter)
    files: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        return self.size.total()


def weigh_first_visit(page: Page, until: str) -> Weight:
    """Load the page anew, as one who was never here, until there is such an element and nothing more comes."""
    address = page.url
    page.goto("about:blank")  # nothing that was still on its way counts
    told = page.context.new_cdp_session(page)
    told.send("Network.enable")
    told.send("Network.clearBrowserCache")
    for disabled in (True, False):  # empties what the process holds in memory, too
        told.send("Network.setCacheDisabled", {"cacheDisabled": disabled})
    weight = _counted(told)
    page.goto(address)
    page.locator(until).first.wait_for()
    page.wait_for_load_state("networkidle")
    files = -1
    while files != weight.files.total():
        files = weight.files.total()
        page.wait_for_timeout(STILL)
    told.detach()
    return weight


def _counted(told: CDPSession) -> Weight:
    weight, kinds = Weight(), dict[str, str]()

    def finished(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"])
        if kind in KINDS:
            weight.size[kind] += round(event["encodedDataLength"])
            weight.files[kind] += 1

    told.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    told.on("Network.loadingFinished", finished)
    return weight
