"""People at their devices: an organizer at a tablet, fighters at phones. They read what is shown, and tap."""

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

ORGANIZER, PASSWORD = "ann", "five of each clan"


class Organizer:
    """Somebody behind the counter, on the pages of an organizer."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def sign_in(self) -> None:
        self.page.goto("/accounts/login/")
        self.page.get_by_label("Username").fill(ORGANIZER)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("main").get_by_role("button", name="Sign in").click()
        self.page.wait_for_url("**/events/")

    def make_event(
        self,
        *,
        card_set: str = "SMP01",
        pace: str = "No clock",
        review: str = "Until I end it",
        pack_list: str = "",
        table_size: int = 4,
    ) -> str:
        """Fill the form, and return the code of the event."""
        page = self.page
        page.goto("/events/new/")
        page.get_by_label("Name").fill("Friday draft")
        if pack_list:
            page.get_by_text("From a list").click()
            page.get_by_label("List of packs").fill(pack_list)
        else:
            page.get_by_label("Set", exact=True).select_option(card_set)
        page.locator(f"label:has([name=table_size][value='{table_size}'])").click()
        page.get_by_text(pace).click()
        page.get_by_label("Review").select_option(review)
        page.get_by_role("button", name="Make the event").click()
        page.wait_for_url("**/host/")
        return page.url.split("/")[-3]

    def press(self, name: str) -> None:
        """Press a button of the control panel, and wait for its answer."""
        with self.page.expect_response(lambda answer: answer.request.method == "POST"):
            self.page.get_by_role("button", name=name).first.click()

    def start(self) -> None:
        self.press("Start the draft")


class Phone:
    """A fighter at a phone. `taken`: the names of the cards placed face down, as read when they were tapped."""

    def __init__(self, page: Page, name: str, *, touch: bool = False) -> None:
        self.page = page
        self.name = name
        self.touch = touch
        self.taken: list[str] = []

    # What is seen ---------------------------------------------------------------------------------------------------

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

    def card(self, name: str) -> Locator:
        return self.pack.get_by_role("button", name=name)

    def names(self) -> list[str]:
        """The names of the cards in hand, in the order in which they lie there."""
        return self.pack.locator(".card__name").all_text_contents()

    def cards_of(self, kind: str) -> list[Locator]:
        """The cards that fit a place: of kind `Trigger` or `Unit`, or any."""
        only = {"Trigger": "[data-type=trigger]", "Unit": ":not([data-type=trigger])"}.get(kind, "")
        return self.pack.locator(f"button:has(.card{only})").all()

    def chosen(self) -> list[str]:
        return self.pack.locator("button[aria-pressed=true] .card__name").all_text_contents()

    def sees_pack(self, cards: int) -> None:
        """A pack of so many cards is here, not only on its way."""
        expect(self.page.locator(f".pack[data-count='{cards}']:not([aria-busy])")).to_be_visible()

    def sees_no_pack(self, cards: int) -> None:
        """The pack of so many cards is gone: another is there, or nothing, or the draft is over."""
        expect(self.page.locator(f"[data-for=draft]:not([hidden]) .pack[data-count='{cards}']")).to_have_count(0)

    # What is done ---------------------------------------------------------------------------------------------------

    def press(self, button: Locator) -> None:
        button.tap() if self.touch else button.click()

    def join(self, code: str) -> None:
        self.page.goto("/")
        self.page.get_by_label("Code").fill(code)
        self.press(self.page.get_by_role("button", name="Join"))
        self.page.get_by_label("Nickname").fill(self.name)
        self.press(self.page.get_by_role("button", name="Take a place"))
        expect(self.page.get_by_role("heading", name=f"Hello, {self.name}")).to_be_visible()

    def say_ready(self) -> None:
        self.press(self.page.get_by_role("button", name="I’m ready"))
        expect(self.part("ready-done")).to_be_visible()

    def tap(self, card: Locator) -> None:
        """Tap a card until it hears: a new pack is deaf for its first half second."""
        was = card.get_attribute("aria-pressed")
        while card.get_attribute("aria-pressed") == was:
            self.press(card)

    def choose(self) -> list[str]:
        """Tap a card for each place that is still empty, and return the names of all that are chosen."""
        for place in self.part("places").locator(".place:not(.is-filled) [data-part=label]").all_text_contents():
            free = [card for card in self.cards_of(place) if card.get_attribute("aria-pressed") == "false"]
            self.tap(free[0])
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


def start_draft(night, *, pace: str = "No clock", fighters: Sequence[str] = ("Aichi", "Kamui")):
    """Start a draft at a table of these; return its organizer, its phones with their first packs, and its code."""
    organizer = night.organizer()
    code = organizer.make_event(pace=pace)
    phones = [night.phone(name) for name in fighters]
    for phone in phones:
        phone.join(code)
    organizer.start()
    for phone in phones:
        phone.sees_pack(5)
    return organizer, phones, code


def play_round(phones: list[Phone], sizes: tuple[int, ...] = (5, 3, 2)) -> None:
    """Everyone empties the packs of one round; the last card of each is placed by itself."""
    for size in sizes:
        for phone in phones:
            phone.take(size)


def width_of_content(page: Page) -> int:
    """How wide the page is: more than its screen when it must be moved sideways."""
    return page.evaluate("document.documentElement.scrollWidth")


def small_targets(page: Page) -> list[str]:
    """What is to be tapped and measures less than 44 pixels in either direction; links within a text may be small."""
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
