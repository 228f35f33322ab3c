"""People at their devices: an organizer at a tablet, fighters at phones. They read what is shown, and tap."""

import re
from collections.abc import Sequence

from playwright.sync_api import APIResponse, FloatRect, Locator, Page, expect

from tests.programs import wait_until

ORGANIZER, PASSWORD = "ann", "five of each clan"
EVENT = {
    "name": "Friday draft",
    "format": "vanguard",
    "card_set": "SMP01",
    "packs": "generated",
    "table_size": "4",
    "pace": "off",
    "review_seconds": "0",
    "judge": "organizer",
    "log_visibility": "fighters",
}
"""The fields of the form of a new event, unless a test says otherwise."""


TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
HAS_SIZE = "([width, height]) => innerWidth === width && innerHeight === height"
FIRST_FREE = "(cards) => cards.findIndex((card) => card.getAttribute('aria-pressed') === 'false')"
CLOSE_CHAMPION = "(shown) => shown.forEach((one) => one.querySelector('[data-part=champion-close]').click())"
"""Closes the champion, and waits for none that is gone by then: a fight that is reopened has no champion."""
HAS_SCRIPTS = "() => !matchMedia('(scripting: none)').matches"


def resize(page: Page, width: int, height: int) -> None:
    """Give a page another size, and wait until it has drawn two frames with it.

    Playwright returns before the page hears of its new size. Its scripts and observers answer before the second frame;
    a page without scripts is laid out by each look at it, and would never report a frame.
    """
    page.set_viewport_size({"width": width, "height": height})
    if page.evaluate(HAS_SCRIPTS):
        page.wait_for_function(HAS_SIZE, arg=[width, height])
        page.evaluate(TWO_FRAMES)


def enlarge_letters(page: Page) -> None:
    """Give a page letters of one and a half times their size, as a browser's setting does."""
    page.evaluate("() => (document.documentElement.style.fontSize = '150%')")


class Organizer:
    """An organizer behind the counter, on their pages."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def sign_in(self) -> None:
        self.page.goto("/accounts/login/")
        self.page.get_by_label("Username").fill(ORGANIZER)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("main").get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/events/")

    def new_event(self, **fields: str) -> str:
        """Make an event without a page, and return its code."""
        answer = post(self.page, "/events/new/", **EVENT | fields)
        assert answer.status == 302, answer.text()
        return answer.headers["location"].split("/")[-3]

    def open_panel(self, code: str) -> None:
        self.page.goto(f"/events/{code}/host/")

    def make_event(self, **fields: str) -> str:
        """Make an event, open its control panel, and return its code."""
        code = self.new_event(**fields)
        self.open_panel(code)
        return code

    def make_event_by_form(self, *, pack_list: str = "") -> str:
        """Make an event as people do: fill the form, and return the code of the event."""
        page = self.page
        page.goto("/events/new/")
        page.get_by_label("Name").fill("Friday draft")
        if pack_list:
            page.get_by_text("From a card list").click()
            page.get_by_label("List of packs").fill(pack_list)
        else:
            page.get_by_label("Set", exact=True).select_option("SMP01")
        page.locator("label:has([name=table_size][value='4'])").click()
        page.get_by_text("No clock").click()
        page.get_by_text("More settings").click()
        page.get_by_label("Review", exact=True).select_option("Until I end it")
        page.get_by_role("button", name="Make the event").click()
        page.wait_for_url("**/host/")
        return page.url.split("/")[-3]

    def act(self, code: str, action: str) -> None:
        """Do what a button of the panel does, without one."""
        answer = post(self.page, f"/events/{code}/host/{action}/")
        assert answer.status == 302, answer.text()[:3000]

    def stop(self, code: str) -> None:
        """Stop an event for good."""
        assert post(self.page, f"/events/{code}/host/stop/", confirm=code).status == 302

    def press(self, name: str) -> None:
        """Press a button of the control panel, and wait for its answer."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            self.page.get_by_role("button", name=name).first.click()

    def start(self) -> None:
        """Start the draft, also where the panel asks about those who are not ready."""
        self.press("Start the draft")
        anyway = self.page.get_by_role("button", name="Start anyway")
        expect(anyway.or_(self.page.locator(".host-table")).first).to_be_visible()
        if anyway.is_visible():
            self.press("Start anyway")
            expect(self.page.locator(".host-table").first).to_be_visible()


class Phone:
    """A fighter at a phone. `taken`: the names of the cards placed face down, as read when they were tapped."""

    def __init__(self, page: Page, name: str, *, touch: bool = False) -> None:
        self.page = page
        self.name = name
        self.touch = touch
        self.taken: list[str] = []
        self.champion = page.locator("#champion[open]")  # lies over the page until it is closed
        page.add_locator_handler(self.champion, lambda shown: shown.evaluate_all(CLOSE_CHAMPION))

    # Views ----------------------------------------------------------------------------------------------------------

    @property
    def digits(self) -> Locator:
        """The seconds of the draft's clock."""
        return self.page.locator("[data-for=draft] [data-part=digits]")

    def part(self, name: str) -> Locator:
        return self.page.locator(f"[data-part='{name}']")

    @property
    def pack(self) -> Locator:
        return self.part("pack")

    @property
    def cards(self) -> Locator:
        return self.pack.get_by_role("button")

    @property
    def places(self) -> Locator:
        return self.part("places").get_by_role("listitem")

    @property
    def held(self) -> Locator:
        """The name of the card that is held up."""
        return self.part("details").locator(".card__name")

    def card(self, name: str) -> Locator:
        return self.pack.get_by_role("button", name=name)

    def names(self) -> list[str]:
        """The names of the cards in hand, in the order in which they lie there."""
        return self.pack.locator(".card__name").all_text_contents()

    def cards_of(self, kind: str) -> Locator:
        """The cards that fit a place: of kind `Trigger` or `Unit`, or any."""
        only = {"Trigger": "[data-type=trigger]", "Unit": ":not([data-type=trigger])"}.get(kind, "")
        return self.pack.locator(f"button:has(.card{only})")

    def chosen(self) -> list[str]:
        return self.pack.locator("button[aria-pressed=true] .card__name").all_text_contents()

    def sees_pack(self, cards: int) -> None:
        """A pack of so many cards is here, not only on its way."""
        expect(self.page.locator(f".pack[data-count='{cards}']:not([aria-busy])")).to_be_visible()

    def sees_no_pack(self, cards: int) -> None:
        """The pack of so many cards is gone: another is there, or nothing, or the draft is over."""
        expect(self.page.locator(f"[data-for=draft]:not([hidden]) .pack[data-count='{cards}']")).to_have_count(0)

    # Actions --------------------------------------------------------------------------------------------------------

    def press(self, button: Locator) -> None:
        button.tap() if self.touch else button.click()

    def join(self, code: str) -> None:
        """Take a place without filling a form, and look at the lobby."""
        self.take_place(code)
        self.open(code)
        self.sees_lobby()

    def take_place(self, code: str) -> None:
        """Take a place without looking at any page."""
        self.page.context.request.get(f"/join/{code}/")
        answer = post(self.page, f"/join/{code}/", nickname=self.name)
        assert answer.status == 302, answer.text()

    def open(self, code: str) -> None:
        """Open the page of an event in which this fighter has a place."""
        self.page.goto(f"/events/{code}/")

    def join_by_form(self, code: str) -> None:
        """Take a place as people do, from the code that they read."""
        self.page.goto("/")
        self.page.get_by_label("Code").fill(code)
        self.press(self.page.get_by_role("button", name="Join"))
        self.page.get_by_label("Nickname").fill(self.name)
        self.press(self.page.get_by_role("button", name="Take a place"))
        self.sees_lobby()

    def begin_practice(self, cards: int = 5, **fields: str) -> None:
        """Begin a practice as the form of the first page does, without a look at it, and see its first pack."""
        self.page.context.request.get("/")
        answer = post(self.page, "/practice/", **fields)
        assert answer.status == 302, answer.text()
        self.page.goto(answer.headers["location"])
        self.sees_pack(cards)

    def sees_lobby(self) -> None:
        expect(self.page.get_by_role("heading", name=f"Hello, {self.name}")).to_be_visible()

    def say_ready(self) -> None:
        self.press(self.page.get_by_role("button", name="I’m ready"))
        expect(self.part("ready-done")).to_be_visible()

    def tap(self, card: Locator) -> None:
        """Tap a card until it is chosen, or let go.

        A new pack is deaf for its first half second, and the first tap on a card that is not held up holds it up.
        """
        was = card.get_attribute("aria-pressed")

        def is_tapped() -> bool:
            if card.get_attribute("aria-pressed") == was:
                self.press(card)
            return card.get_attribute("aria-pressed") != was

        wait_until(is_tapped, "the card is not marked, however often it is tapped")

    def choose(self) -> list[str]:
        """Tap a card for each place that is still empty, and return the names of all that are chosen."""
        for place in self.part("places").locator(".place:not(.is-filled) [data-part=label]").all_text_contents():
            cards = self.cards_of(place)
            self.tap(cards.nth(cards.evaluate_all(FIRST_FREE)))
        return self.chosen()

    def place(self) -> None:
        """Place face down what is chosen."""
        self.taken += self.chosen()
        self.press(self.part("confirm"))

    def take(self, cards: int) -> None:
        """Choose from a pack of so many cards, place the choice, and see it go."""
        self.sees_pack(cards)
        self.choose()
        self.place()
        self.sees_no_pack(cards)


def start_draft(night, *, pace: str = "off", fighters: Sequence[str] = ("Aichi", "Kamui"), bots: int = 0):
    """Start a draft of these and so many bots; return its organizer, its phones with their first packs, and its code.

    Its control panel is not open. The phones look at the lobby only where a clock goes: a fighter who is away when a
    pass begins has five seconds in it.
    """
    organizer = night.organizer()
    code = organizer.new_event(pace=pace)
    phones = [night.phone(name) for name in fighters]
    for phone in phones:
        (phone.take_place if pace == "off" else phone.join)(code)
    for _ in range(bots):
        organizer.act(code, "add-bot")
    organizer.act(code, "start")
    for phone in phones:
        if pace == "off":
            phone.open(code)
        phone.sees_pack(5)
    return organizer, phones, code


def play_round(phones: list[Phone], sizes: tuple[int, ...] = (5, 3, 2)) -> None:
    """Everyone empties the packs of one round; the last card of each is placed by itself."""
    for size in sizes:
        for phone in phones:
            phone.take(size)


def post(page: Page, path: str, **fields: str) -> APIResponse:
    """Send a form with the cookies of a page that has opened another one before, and follow no redirect."""
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    return page.context.request.post(path, form={"csrfmiddlewaretoken": token} | fields, max_redirects=0)


def box_of(part: Locator) -> FloatRect:
    """Where a part lies on the screen, once it lies still: a chosen card rises, and its first frame is where it lay."""
    part.element_handle().wait_for_element_state("stable")
    return part.bounding_box()


BOXES = """async (nodes) => {
    const measured = () => nodes.map((node) => {
        const { x, y, width, height } = node.getBoundingClientRect();
        return { x, y, width, height };
    });
    await document.fonts.ready;
    for (let [before, boxes] = [null, measured()]; ; [before, boxes] = [boxes, measured()]) {
        if (JSON.stringify(boxes) === JSON.stringify(before)) return boxes;
        await new Promise(requestAnimationFrame);
    }
}"""


def boxes_of(parts: Locator) -> list[FloatRect]:
    """Where several parts lie, all measured at one moment, once the letters are there and nothing moves."""
    return parts.evaluate_all(BOXES)


def lies_at(part: Locator, box: FloatRect) -> None:
    """Wait until a part lies there."""
    wait_until(lambda: box_of(part) == box, f"it does not lie at {box}")


def sees_whole_page(page: Page, height: int) -> None:
    """The page is as high as a screen of this height, so that all of it is seen at once."""
    page.wait_for_function("height => document.documentElement.scrollHeight === height", arg=height)


def width_of_content(page: Page) -> int:
    """How wide the page is: more than its screen when it must be moved sideways."""
    return page.evaluate("document.documentElement.scrollWidth")


def small_targets(page: Page) -> list[str]:
    """Return the targets of less than 44 pixels in either direction; links within a text may be small."""
    return page.evaluate("""() => {
        const root = document.querySelector("dialog[open]") ?? document;
        const all = [...root.querySelectorAll("button, a[href], input:not([type=hidden]), select, textarea, summary")];
        const target = (node) => (node.matches("[type=radio], [type=checkbox]") && node.closest("label")) || node;
        const isInText = (node) => node.matches("a") && getComputedStyle(node).display === "inline";
        const isSmall = ({ width, height }) => width && height && (width < 43.9 || height < 43.9);
        return all
            .filter((node) => node.checkVisibility() && !node.closest(".skip") && !isInText(node))
            .map(target)
            .filter((node) => isSmall(node.getBoundingClientRect()))
            .map((node) => node.outerHTML.slice(0, 120));
    }""")


BEHIND = """(controls, bar) => {
    const isBehind = (node) => {
        node.focus();
        const { top, height } = node.getBoundingClientRect();
        return document.activeElement === node && top + height / 2 > bar.getBoundingClientRect().top;
    };
    return controls.filter((node) => !bar.contains(node)).filter(isBehind).map((node) => node.outerHTML.slice(0, 120));
}"""


def hidden_behind(bar: Locator, controls: Locator) -> list[str]:
    """Return the controls that lie behind a bar at the screen's lower edge while they have the focus."""
    return controls.evaluate_all(BEHIND, bar.element_handle())


BLANK_PRINT = """() => {
    const blank = new CSSStyleSheet();
    blank.replaceSync("@media print { * { visibility: hidden !important; } }");
    document.adoptedStyleSheets = [blank];
}"""


def printed_pages(page: Page, paper: str) -> int:
    """Return how many pages a printer gives.

    Everything on them keeps its place and is not drawn, as drawing takes nine tenths of the time.
    """
    page.evaluate(BLANK_PRINT)
    printed = page.pdf(format=paper)
    page.evaluate("() => { document.adoptedStyleSheets = []; }")
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", printed))
