"""Whether everybody can use it: axe on every page and scene, dark and light, small, enlarged, and still."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import violations
from tests.browser.deck_actions import sees_deck
from tests.browser.draft_actions import play_on, start_seen_by_one
from tests.browser.page_actions import box_of, enlarge_letters, play_round, resize, small_targets, width_of_content
from tests.clients.views import phase_is

pytestmark = pytest.mark.browser

REST = """() => Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished))"""


class Inspector:
    """Looks at scenes, and keeps what is wrong with them."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def look_at(self, name: str, page: Page, *, part: str = "html", small: bool = True) -> None:
        """Run axe, and again for the other theme's colours; on a `small` screen all must fit the page and thumbs.

        Of a page that was looked at before, a `part` that has come is enough: a CSS selector.
        """
        for scheme, rules in (("dark", {}), ("light", {"runOnly": ["color-contrast"]})):
            page.emulate_media(color_scheme=scheme)
            page.evaluate(REST)
            for fault in violations(page, part, **rules):
                self.faults += [f"{name}, {scheme}: {fault['id']}: {node['html'][:200]}" for node in fault["nodes"]]
        if small:
            self.fits(name, page)

    def fits(self, name: str, page: Page) -> None:
        """On a small screen all must fit the page and thumbs."""
        before = page.viewport_size
        resize(page, 320, 640)
        if width_of_content(page) > 320:
            self.faults.append(f"{name}: {width_of_content(page)} pixels wide on a screen of 320")
        self.faults += [f"{name}: small to tap: {target}" for target in small_targets(page)]
        resize(page, before["width"], before["height"])


def test_every_page_and_scene_can_be_used_by_everyone(night):
    inspector = Inspector()
    look_at = inspector.look_at
    organizer = night.organizer()
    phone = night.phone("Aichi")
    phone.page.goto("/accounts/login/")
    look_at("sign-in", phone.page)
    organizer.page.goto("/events/")
    look_at("home", organizer.page)
    organizer.page.goto("/events/new/")
    organizer.page.locator("summary", has_text="More settings").click()
    organizer.page.locator("summary", has_text="Fights").click()
    look_at("new event", organizer.page)
    code = organizer.make_event(pace="relaxed")
    display = night.display(code)
    phone.page.goto(f"/join/{code}/")
    look_at("join", phone.page)
    phone.join(code)
    organizer.press("Add a bot")
    look_at("lobby on a phone", phone.page)
    look_at("lobby at the host's", organizer.page)
    look_at("lobby on the display", display, small=False)

    organizer.start()
    phone.sees_pack(5)
    phone.choose()
    look_at("draft on a phone", phone.page)
    look_at("draft at the host's", organizer.page)
    phone.part("judge-button").click()
    look_at("judge", phone.page, part="#judge")
    phone.page.get_by_role("dialog").get_by_label("Close").click()
    organizer.press("Pause")
    expect(phone.part("paused")).to_be_visible()
    look_at("pause on a phone", phone.page, part="[data-part=paused]")
    look_at("pause on the display", display, small=False)
    organizer.press("Resume")
    play_on(night.server.url, code, [phone], phase_is("review"))
    expect(phone.part("review")).to_be_visible()
    look_at("review on a phone", phone.page)
    look_at("review on the display", display, small=False)

    organizer.page.get_by_label("More about Aichi").click()
    organizer.press("Let a bot choose")
    expect(phone.page.get_by_role("heading", name="Your deck")).to_be_visible()
    sees_deck(phone.page, 30)
    look_at("deck", phone.page)
    look_at("decks are ready at the host's", organizer.page)
    look_at("decks are ready on the display", display, small=False)
    assert inspector.faults == []


def test_a_control_that_cannot_be_used_would_be_found(night):
    page = night.screen(390, 844)
    page.goto("/")
    page.evaluate("""() => {
        const tiny = document.createElement("button");
        tiny.style.cssText = "all: unset; color: #778; background: #777; width: 30px";
        tiny.textContent = "Tap";
        const wide = document.createElement("img");
        wide.style.cssText = "display: block; width: 400px; height: 9px; max-width: none";
        document.querySelector("main").append(tiny, wide);
    }""")
    inspector = Inspector()
    inspector.look_at("landing", page)
    kinds = ["dark: color-contrast", "dark: image-alt", "light: color-contrast", "pixels wide", "small to tap"]
    assert [kind for kind in kinds if not any(kind in fault for fault in inspector.faults)] == []
    assert len(inspector.faults) == len(kinds)


def test_two_hundred_percent_of_a_phone_is_still_a_page_without_sideways_scrolling(night):
    phone = night.phone("You", 320, 568)  # half of its 640 pixels
    phone.page.goto("/")
    assert width_of_content(phone.page) == 320
    phone.page.get_by_role("button", name="Try it now").click()
    phone.take(5)
    phone.sees_pack(3)
    assert width_of_content(phone.page) == 320


def test_a_phone_with_letters_of_one_and_a_half_times_their_size_shows_all_tools_of_its_page(night):
    _, phone, _, _ = start_seen_by_one(night, "Kamui")
    resize(phone.page, 320, 568)
    assert box_of(phone.page.locator(".tools"))["height"] < 2 * 44  # one line, also on the narrowest phone
    resize(phone.page, 390, 844)
    enlarge_letters(phone.page)
    assert width_of_content(phone.page) == 390
    tools = box_of(phone.page.locator(".tools"))
    for tool in phone.page.locator(".tools :is(button, a):visible").all():
        box = box_of(tool)
        assert 0 <= box["x"] <= 390 - box["width"]
        assert tools["y"] <= box["y"] <= tools["y"] + tools["height"] - box["height"]


@pytest.mark.parametrize("address", ["/rules/rome/", "/sets/SMP01/"])
def test_lists_with_pictures_and_large_letters_are_no_wider_than_a_small_phone(night, address):
    page = night.organizer().page
    page.goto(address)
    resize(page, 320, 568)
    enlarge_letters(page)
    assert width_of_content(page) == 320


def test_nothing_flies_for_who_wishes_less_motion(night):
    phone = night.phone("You", reduced_motion="reduce")
    phone.page.add_init_script("""
        window.flights = [];
        const animate = Element.prototype.animate;
        Element.prototype.animate = function (frames, timing) {
            if ([frames].flat().some((frame) => "transform" in frame)) window.flights.push(this.className);
            return animate.call(this, frames, timing);
        };
        for (const type of ["animationstart", "transitionrun"]) addEventListener(type, (event) => {
            const moves = event.target.getAnimations().some((one) =>
                one.effect.getKeyframes().some((frame) => "transform" in frame || "translate" in frame) &&
                one.effect.getTiming().duration > 1);
            if (moves) window.flights.push(event.target.className);
        });
    """)
    phone.page.goto("/")
    phone.page.get_by_role("button", name="Try it now").click()
    play_round([phone])
    phone.sees_pack(5)
    assert phone.page.evaluate("window.flights") == []


def test_the_header_is_one_line_on_a_narrow_phone(night):
    page = night.organizer().page
    resize(page, 360, 740)
    page.goto("/events/")
    theme, brand = (box_of(page.locator(part)) for part in (".site .theme-button", ".site .brand"))
    assert (theme["y"], brand["height"]) == (brand["y"], theme["height"])


def test_pages_of_one_short_form_have_one_width(night):
    organizer = night.organizer()
    code = organizer.new_event()
    paths = ("host/staff/", "host/webhooks/", "delete/")
    widths = set()
    for path in (*(f"/events/{code}/{path}" for path in paths), "/store/", "/accounts/tokens/"):
        organizer.page.goto(path)
        widths.add(box_of(organizer.page.locator("main"))["width"])
    assert len(widths) == 1
