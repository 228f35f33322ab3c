"""The deck after the draft: it is revealed once, laid on the table, and made a picture of."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser.deck_actions import names_in_deck, sees_deck
from tests.browser.page_actions import post, width_of_content

pytestmark = pytest.mark.browser


def test_a_deck_is_revealed_once_and_a_picture_of_it_is_saved(night):
    organizer = night.organizer()
    code = organizer.new_event()
    phone = night.phone("Aichi", 360, 740)
    phone.take_place(code)
    for action in ("add-bot", "start"):
        organizer.act(code, action)
    phone.open(code)
    phone.sees_pack(5)
    page, shown = phone.page, phone.page.locator("body > .reveal")
    # every appearance of the reveal is counted: it is gone before anybody could look for it
    page.evaluate("""() => {
        const isReveal = (node) => node.classList?.contains("reveal");
        const data = document.body.dataset;
        data.reveals = 0;
        const count = ({ addedNodes }) => (data.reveals -= -[...addedNodes].filter(isReveal).length);
        new MutationObserver((all) => all.forEach(count)).observe(document.body, { childList: true });
    }""")
    for seat in range(2):
        post(organizer.page, f"/events/{code}/host/seat-bot/", table="1", seat=str(seat))
    sees_deck(page, 30)
    expect(page.locator("body")).to_have_attribute("data-reveals", "1")
    assert (len(names_in_deck(page)), width_of_content(page)) == (30, 360)

    page.reload()
    sees_deck(page, 30)
    page.get_by_role("button", name="Replay reveal").click()
    expect(shown).to_be_visible()
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)

    page.route("**/art/**", lambda route: route.abort())
    page.get_by_role("button", name="Share picture").click()
    expect(page.get_by_text("The picture could not be made.")).to_be_visible()
    page.unroute("**/art/**")
    page.get_by_role("button", name="Try again").click()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the picture").click()
    assert saved.value.suggested_filename == f"deck-{code}.png"
    picture = Image.open(BytesIO(Path(saved.value.path()).read_bytes())).convert("RGB")
    assert (picture.format or "PNG", picture.size) == ("PNG", (1200, 1500))
    hero, words, rows = ((64, 64, 394, 545), (446, 64, 1136, 545), (64, 590, 1136, 1400))
    colours = [len(picture.crop(box).getcolors(1 << 21)) for box in (hero, words, rows)]
    assert all(count > 500 for count in colours), colours
    assert picture.crop(words).getextrema()[0][1] > 230  # the name, in white
