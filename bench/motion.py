"""How the draft room moves on a slow device: a pass, a review, a pack that is opened, the way that turns, a deck."""

import json
import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page

from bench.figures import Line, Measured, Summary
from bench.replay import SLOWER, chromium, site
from bench.servers import CORES
from bench.targets import Target
from bench.traces import CATEGORIES, moment_of
from tests.programs import ROOT
from tests.server import build_installation

REVIEWS_BEFORE = {"Vanguard": [3], "Magic": [2, 1]}
"""How many packs are still to be opened when a review ends, by the game's practice draft. The way turns at the last."""

LAST_CHOICE = 2  # cards in hand: the card that is left over is placed by itself
PHONE, DESKTOP = "phone", "desktop"
SCREENS: dict[str, dict[str, Any]] = {
    PHONE: {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
    DESKTOP: {"viewport": {"width": 1280, "height": 800}},
}
MOMENTS = {
    "pass": "a pass",
    "review": "a review begins",
    "open": "a pack is opened",
    "turn": "the way turns",
    "reveal": "the deck is revealed",
}
SECONDS = {"pass": 2.0, "review": 2.0, "open": 3.5, "turn": 4.5, "reveal": 4.5}
PASSES = 2
MOST_OF_A_TASK = 0.1
MOST_OF_A_FRAME = 3 / 60 + 0.001
"""Three frames of a screen, and a millisecond by which the moment in which a frame is noted may be off."""

MOTION = tuple(
    line
    for moment, words in MOMENTS.items()
    for line in (
        Line(f"{moment}_task", f"{words}: longest task, ms", "{:.0f}", 1000),
        Line(f"{moment}_frame", f"{words}: longest wait for a frame, ms", "{:.0f}", 1000),
        Line(f"{moment}_work", f"{words}: processor time of the page, ms", "{:.0f}", 1000),
        Line(f"{moment}_layouts", f"{words}: layouts", "{:.0f}"),
        Line(f"{moment}_styles", f"{words}: styles", "{:.0f}"),
    )
)

CHOOSE = """() => {
    const isTrigger = (button) => button.querySelector(".card").dataset.type === "trigger";
    const fits = { Trigger: isTrigger, Unit: (button) => !isTrigger(button) };
    const empty = () => document.querySelector("[data-part=places] .place:not(.is-filled) [data-part=label]");
    for (let label = empty(); label; label = empty()) {
        const free = [...document.querySelectorAll(".pack__card[aria-pressed=false]")];
        const card = free.find(fits[label.textContent] ?? (() => true));
        card.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        card.click();
    }
}"""
CONFIRM = "() => { performance.mark('begin'); document.querySelector('[data-part=confirm]').click(); }"
WHERE = """() => {
    const number = (name) => Number(document.querySelector(`[data-for=draft] [data-part=${name}]`).textContent);
    const isReview = document.querySelector("[data-part=review]:not([hidden])");
    return [isReview ? 0 : document.querySelectorAll(".pack__card").length, number("rounds") - number("round")];
}"""
LIES_STILL = """() => !document.querySelector(".pack[aria-busy], [data-ceremony], .flyer")
    && document.querySelector("[data-for=draft]:not([hidden]) :is(.pack__card, [data-part=review]:not([hidden]))")"""
HEARS = 700  # milliseconds until a new pack hears taps, and what waited for an idle moment is done
BEFORE = 200

EMPTY_PAGE = """<style>i { display: block; width: 60px; height: 86px; background: #456 }</style><i></i><i></i><i></i>"""
MOVE = """() => { performance.mark("begin"); for (const node of document.querySelectorAll("i"))
    node.animate([{ transform: "none" }, { transform: "translate(200px, 200px)" }], 1000); }"""


def measure_motion(repeats: int, beside: Path | None) -> dict[str, Measured]:
    """Play practice drafts, and watch their moments. `beside`: another checkout with the same migrations, in turns."""
    os.sched_setaffinity(0, CORES)
    with tempfile.TemporaryDirectory(prefix="bench-") as name, chromium() as browser, ExitStack() as ending:
        folder = Path(name)
        database = build_installation(folder).database
        folders = [ROOT, beside] if beside else [ROOT]
        sites = [ending.enter_context(site(each, database, folder / str(place))) for place, each in enumerate(folders)]
        return {
            f"{game}, {screen}": _in_turns(browser, sites, game, screen, repeats)
            for game in REVIEWS_BEFORE
            for screen in SCREENS
        }


def measure_empty_page() -> Summary:
    """Return what a page shows on which only three boxes move: what browser and machine do by themselves."""
    with chromium() as browser, _page(browser, PHONE) as (page, told):
        page.set_content(EMPTY_PAGE)
        return _watched(page, told, MOVE, 1.2)


def targets_of(found: Mapping[str, Measured]) -> list[Target]:
    """Return what is promised of the slowest of those on a phone: a processor this slow is that of an old phone."""

    def most(key: str) -> float:
        return 1000 * max(measured.value(key) for played, measured in found.items() if PHONE in played)

    slow = f"processor {SLOWER} times slower, ms"
    return [
        target
        for moment, words in MOMENTS.items()
        for target in (
            Target(f"longest task, {words}, {slow}", 1000 * MOST_OF_A_TASK, most(f"{moment}_task")),
            Target(f"longest wait for a frame, {words}, {slow}", 1000 * MOST_OF_A_FRAME, most(f"{moment}_frame")),
        )
    ]


def _in_turns(browser: Browser, sites: Sequence[str], game: str, screen: str, repeats: int) -> Measured:
    turns = [[played(browser, address, game, screen) for address in sites] for _ in range(repeats)]
    return Measured([turn[0] for turn in turns], [turn[1] for turn in turns if len(turn) > 1])


def played(browser: Browser, address: str, game: str, screen: str, *, until: str = "reveal") -> Summary:
    """Play a practice draft until this moment has been seen; of moments that come more than once the longest counts."""
    found = defaultdict[str, list[Summary]](list)
    with _page(browser, screen) as (page, told):
        page.goto(address)
        page.get_by_label(game).check(force=True)
        page.locator("form[action='/practice/'] button").first.click()
        while not found[until] or len(found["pass"]) < PASSES:
            moment = _next_moment(page, game)
            if len(found[moment]) < (PASSES if moment == "pass" else 1):
                found[moment].append(_watched(page, told, CONFIRM, SECONDS[moment]))
            else:
                page.evaluate(CONFIRM)
    return {f"{name}_{key}": max(one[key] for one in seen) for name, seen in found.items() for key in seen[0]}


def _next_moment(page: Page, game: str) -> str:
    """Choose what is to be chosen, and return which moment the confirmation brings."""
    page.wait_for_function(LIES_STILL)
    page.wait_for_timeout(HEARS)
    cards, rounds_left = page.evaluate(WHERE)
    page.evaluate(CHOOSE)
    if cards > LAST_CHOICE:
        return "pass"
    return _after_pack(game, rounds_left, is_review=not cards)


def _after_pack(game: str, rounds_left: int, *, is_review: bool) -> str:
    """Return what comes after the last choice from a pack, or after the review of the pack before."""
    if not rounds_left:
        return "reveal"
    if rounds_left not in REVIEWS_BEFORE[game]:
        return "open"
    if not is_review:
        return "review"
    return "turn" if rounds_left == min(REVIEWS_BEFORE[game]) else "open"


@contextmanager
def _page(browser: Browser, screen: str) -> Iterator[tuple[Page, CDPSession]]:
    context = browser.new_context(**SCREENS[screen])
    page = context.new_page()
    yield page, context.new_cdp_session(page)
    context.close()


def _watched(page: Page, told: CDPSession, deed: str, seconds: float) -> Summary:
    """Do something on a page made slower, and return what a trace tells of the seconds after it."""
    browser = page.context.browser
    assert browser
    told.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    browser.start_tracing(page=page, categories=list(CATEGORIES))
    page.wait_for_timeout(BEFORE)
    page.evaluate(deed)
    page.wait_for_timeout(1000 * seconds)  # nothing is asked of the page meanwhile: an answer is work, too
    events = json.loads(browser.stop_tracing())["traceEvents"]
    told.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return moment_of(events, "begin", seconds)
