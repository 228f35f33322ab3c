"""The organizer's pages: live where there are scripts, and whole where there are none."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.draft_actions import join, take_turn
from tests.browser.page_actions import box_of, resize, small_targets, start_draft, width_of_content

pytestmark = pytest.mark.browser


def test_the_panel_follows_the_lobby_and_the_draft_without_a_touch(night):
    organizer = night.organizer()
    code = organizer.make_event()
    organizer.press("Add a bot")
    page, phone = organizer.page, night.phone("Aichi")
    phone.join(code)
    member = page.locator(".member", has_text="Aichi")
    expect(member).to_contain_text("getting ready")
    expect(page.get_by_text("1 of 2 ready")).to_be_visible()
    phone.say_ready()
    expect(page.get_by_text("2 of 2 ready")).to_be_visible()

    organizer.start()
    phone.sees_pack(5)
    seat = page.locator(".host-seat", has_text="Aichi")
    expect(seat).to_contain_text("choosing")
    expect(seat).to_contain_text("5 in hand · 0 placed")
    phone.take(5)
    expect(seat).to_contain_text("3 in hand · 2 placed")
    expect(page.get_by_text("Pack 1/6 · Pass 2/4")).to_be_visible()

    # Pause is in reach wherever the page is.
    for width, height in ((360, 640), (390, 844), (1280, 800)):
        resize(page, width, height)
        for place in (0, 300, 10_000):
            page.evaluate(f"scrollTo(0, {place})")
            expect(page.get_by_role("button", name="Pause")).to_be_in_viewport(ratio=1)

    # A seat that is away unfolds what helps, and takes it back when the fighter returns.
    expect(seat).not_to_have_class(re.compile("is-away"))
    expect(seat.get_by_role("button", name="New phone")).to_be_hidden()
    phone.page.goto("about:blank")
    expect(seat).to_contain_text(re.compile(r"away for 0:\d\d"))
    expect(seat).to_have_class(re.compile("is-away"))
    expect(seat.get_by_role("button", name="New phone")).to_be_visible()
    expect(seat.get_by_role("button", name="Let a bot choose")).to_be_visible()
    phone.page.go_back()
    expect(seat).not_to_have_class(re.compile("is-away"))
    expect(seat).not_to_contain_text("away for")
    expect(seat.get_by_role("button", name="New phone")).to_be_hidden()


def test_the_words_typed_to_confirm_outlive_a_change_and_an_error_goes_when_it_goes_right_or_the_event_moves_on(night):
    organizer = night.organizer()
    code = organizer.new_event()
    aichi, kamui = join(night.server.url, code, "Aichi", "Kamui")
    organizer.act(code, "start")
    organizer.open_panel(code)
    page = organizer.page
    toast, field = page.locator(".toast"), page.get_by_label("Type undo to do it")

    def take_back(confirm: str) -> None:
        if not page.get_by_role("button", name="Take it back").is_visible():
            page.get_by_text("Undo the last pass").click()
        field.fill(confirm)
        organizer.press("Take it back")

    take_turn(aichi, code)
    page.get_by_text("Undo the last pass").click()
    field.fill("und")
    take_turn(kamui, code)
    expect(page.get_by_text("Pack 1/6 · Pass 2/4")).to_be_visible()
    expect(field).to_have_value("und")
    take_back("")
    expect(toast).to_have_text(re.compile("Nothing was done."))
    take_back("undo")
    expect(toast).to_have_text(re.compile("The pass is taken back."))

    for device in (aichi, kamui):
        take_turn(device, code)
    take_back("")
    expect(toast.get_by_text("Nothing was done.")).to_be_visible()
    organizer.stop(code)
    expect(toast.get_by_text("Nothing was done.")).to_have_count(0)


def test_a_button_stays_pressed_through_twenty_changes_of_the_panel(night):
    organizer, other_tablet = night.organizer(), night.organizer()
    code = organizer.new_event(pace="relaxed")
    join(night.server.url, code, "Aichi", "Kamui")
    organizer.act(code, "start")
    organizer.open_panel(code)
    page = organizer.page
    expect(page.locator(".host-table")).to_be_visible()
    page.evaluate("""() => {
        const paused = document.querySelector(".host-table [data-part=paused]");
        window.changes = 0;
        new MutationObserver(() => (window.changes += 1)).observe(paused, { attributeFilter: ["hidden"] });
    }""")
    page.get_by_role("button", name="+30 s").hover()
    page.mouse.down()
    for _ in range(10):
        other_tablet.act(code, "pause")
        expect(page.locator(".host-table").get_by_text("Paused")).to_be_visible()
        other_tablet.act(code, "resume")
        expect(page.locator(".host-table").get_by_text("Paused")).to_be_hidden()
    assert page.evaluate("window.changes") == 20
    with page.expect_response(lambda answer: answer.url.endswith("/extend/")) as answer:
        page.mouse.up()
    assert answer.value.json()["done"] is True
    expect(page.locator(".toast")).to_contain_text("30 seconds more")


def test_a_press_by_the_space_bar_is_not_lost_to_a_change_and_is_told_in_the_time_of_the_device(night):
    organizer = night.organizer(timezone_id="Asia/Kolkata")
    code = organizer.make_event()
    page = organizer.page
    button = page.get_by_role("button", name="Add a bot")
    button.focus()
    page.keyboard.down(" ")
    join(night.server.url, code, "Aichi")
    expect(page.locator(".member", has_text="Aichi")).to_be_visible()
    with page.expect_response(lambda answer: answer.url.endswith("/add-bot/")):
        page.keyboard.up(" ")
    expect(page.locator(".member", has_text="Brass Finch")).to_be_visible()
    expect(button).to_be_focused()
    page.get_by_text("Activity", exact=True).click()
    moment = page.locator(".entries li", has_text="Brass Finch").locator("time")
    utc = moment.get_attribute("datetime")
    there = page.evaluate("utc => new Date(Date.parse(utc) + 5.5 * 3600e3).toISOString().slice(11, 19)", utc)
    expect(moment).to_have_text(there)
    paddings = page.locator(".entries").evaluate("node => parseFloat(getComputedStyle(node).paddingLeft)")
    assert paddings >= 12


def test_a_table_that_paused_itself_calls_the_organizer_and_a_fighter_takes_the_seat_back_from_a_bot(night):
    organizer, (aichi, kamui), code = start_draft(night, pace="relaxed")
    organizer.open_panel(code)
    page = organizer.page
    expect(page.get_by_text("The draft started.")).to_be_visible()
    page.get_by_label("More about Aichi").click()
    organizer.press("Let a bot choose")
    expect(aichi.page.get_by_text("A bot chooses for you.")).to_be_visible()
    night.server.cut_short(code, 1.0)
    heading = page.get_by_role("heading", name="Table 1 has paused itself")
    expect(heading).to_be_visible(timeout=40_000)
    words = "At table 1 time ran out before anyone chose in pass 1 of pack 1, so it is paused."
    expect(page.get_by_text(words)).to_be_visible()
    expect(page).to_have_title("(1) Paused! · \u2068Friday draft\u2069 · Control · Pass Left")
    expect(page.get_by_text("Time ran out for Kamui in pack 1, pass 1: the server chose.")).to_be_visible()
    expect(aichi.part("paused-words")).to_contain_text("Time ran out before anyone chose")
    aichi.page.context.set_offline(True)
    expect(aichi.part("paused-title")).to_have_text("No connection")
    expect(aichi.part("paused-return")).to_be_hidden()
    aichi.page.context.set_offline(False)
    aichi.part("paused-return").click()
    expect(aichi.part("paused-bot")).to_be_hidden()
    organizer.press("Resume")
    expect(heading).to_have_count(0)
    expect(page).to_have_title("\u2068Friday draft\u2069 · Control · Pass Left")
    for phone in (aichi, kamui):
        phone.take(3)


def tops(page):
    """Return where the parts of the page begin, all measured at one moment: the panel may be drawn anew between two."""
    return page.evaluate("""async () => {
        await document.fonts.ready;
        const nodes = document.querySelectorAll("h1, h2, .panel, .member");
        return Array.from(nodes, (node) => node.getBoundingClientRect().top);
    }""")


def test_the_message_of_a_press_moves_nothing_and_goes_by_itself_and_an_error_stays_until_it_is_closed(night):
    organizer = night.organizer()
    code = organizer.new_event()
    organizer.act(code, "add-bot")
    organizer.open_panel(code)
    page = organizer.page
    expect(page.locator(".host__line").get_by_text("Live")).to_be_visible()
    before = tops(page)
    page.clock.install()
    organizer.press("Add a bot")
    page.get_by_label("More about Copper Owl").click()
    page.clock.pause_at(page.evaluate("Date.now()") + 60_000)  # timers run when the test says so
    organizer.press("Remove")
    toast = page.locator(".toast")
    expect(toast).to_have_text(re.compile("Copper Owl was removed."))
    page.clock.run_for(1_000)  # in which the panel is fetched
    expect(page.get_by_label("More about Copper Owl")).to_have_count(0)
    assert tops(page) == before
    page.clock.run_for(8_500)
    expect(toast.get_by_role("button", name="Undo")).to_be_visible()
    page.clock.run_for(1_000)
    expect(toast).to_have_count(0)
    organizer.press("Add a bot")
    expect(toast).to_have_text(re.compile("Copper Owl joins, a bot."))
    page.clock.run_for(9_000)
    expect(toast).to_have_count(0)

    page.clock.resume()
    join(night.server.url, code, "Aichi")
    expect(page.locator(".member", has_text="Aichi")).to_be_visible()
    organizer.start()
    page.get_by_text("Stop the event").first.click()
    organizer.press("Stop the event")
    expect(toast).to_have_text(re.compile("Nothing was done."))
    page.clock.fast_forward(60_000)
    expect(toast).to_be_visible()
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_have_count(0)


def test_a_removal_is_undone_with_one_press_and_one_that_stands_is_told_to_a_fighter_who_opens_the_page(night):
    organizer = night.organizer()
    code = organizer.make_event()
    page, phone = organizer.page, night.phone("Aichi")
    phone.join(code)
    phone.say_ready()
    page.get_by_label("More about Aichi").click()
    organizer.press("Remove")
    expect(page.get_by_text("No fighters are here yet.")).to_be_visible()
    organizer.press("Undo")
    expect(page.get_by_text("1 of 1 ready")).to_be_visible()
    phone.open(code)
    expect(phone.part("ready-done")).to_be_visible()
    page.get_by_label("More about Aichi").click()
    organizer.press("Remove")
    phone.open(code)
    expect(phone.page.get_by_text("The organizer took you off the list.")).to_be_visible()


def place_in_row(dots):
    """Return how far a button is from the beginning and the upper edge of its row."""
    own, row = box_of(dots), box_of(dots.locator("xpath=ancestor::li"))
    return own["x"] - row["x"], own["y"] - row["y"]


def test_a_night_is_run_without_scripts(night):
    organizer = night.organizer(java_script_enabled=False)
    organizer.make_event(pace="standard")
    organizer.press("Add a bot")
    page = organizer.page
    expect(page.get_by_text("Brass Finch joins, a bot.")).to_be_visible()  # the message stays
    page.get_by_text("Activity", exact=True).click()
    expect(page.locator(".entries time")).to_have_text(re.compile(r"^\d\d:\d\d:\d\d UTC$"))

    # The dots of a row stay where they are when it opens.
    dots = page.get_by_label("More about Brass Finch")
    for width in (390, 1280):
        resize(page, width, 800)
        before = place_in_row(dots)
        dots.click()
        expect(page.get_by_role("button", name="Remove")).to_be_visible()
        assert place_in_row(dots) == before
        dots.click()
    dots.click()
    organizer.press("Remove")
    organizer.press("Undo")
    expect(page.locator(".member", has_text="Brass Finch")).to_be_visible()

    organizer.press("Add a bot")
    organizer.start()
    expect(page.get_by_role("heading", name="Decks are ready")).to_be_visible()
    page.get_by_text("Close the event").first.click()
    with page.expect_navigation():
        page.get_by_role("button", name="Close the event").click()
    expect(page.get_by_text("The event is over.")).to_be_visible()
    page.goto("/events/")
    with page.expect_navigation():
        page.get_by_role("link", name="Run it again").first.click()
    expect(page.get_by_label("Name")).to_have_value("Friday draft")


def test_every_page_of_the_organizer_fits_a_phone_and_a_thumb(night):
    organizer = night.organizer()
    code = organizer.new_event(name="W" * 60)  # one word that is broken nowhere by itself
    page = organizer.page

    def fits(path):
        page.goto(path)
        for width in (320, 390):
            resize(page, width, 700)
            assert (path, width_of_content(page), small_targets(page)) == (path, width, [])

    for path in ("/", "/events/", "/events/new/", f"/join/{code}/", f"/events/{code}/edit/", f"/events/{code}/host/"):
        fits(path)
    page.goto(f"/events/{code}/edit/")
    page.get_by_text("More settings").click()
    page.get_by_label("Guests without a phone").fill("X\nY")
    page.get_by_role("button", name="Save").click()
    assert page.locator(".errorlist").inner_text().splitlines() == [
        "Line 1: A nickname has 2 to 24 characters.",
        "Line 2: A nickname has 2 to 24 characters.",
    ]
    faults, form = box_of(page.get_by_role("main").get_by_role("alert")), box_of(page.locator("#new-event"))
    assert form["y"] - (faults["y"] + faults["height"]) == 16
    for action in ("add-bot", "add-bot", "start"):
        organizer.act(code, action)
    for path in (f"/events/{code}/log/", f"/events/{code}/host/"):
        fits(path)
