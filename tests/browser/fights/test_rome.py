"""A battle of Rome on a phone: it is played by taps on lit spaces, from the first line to its end."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.fights.battles import BattleBoard, boards_of, finish, play_until
from tests.browser.page_actions import box_of, resize
from tests.browser.test_everyone import Inspector

pytestmark = pytest.mark.browser

THUMB = 44
SMALL = ((360, 640), (390, 844))
"""The sizes of small phones."""
IS_ON_TOP = """node => {
    const { left, top, width, height } = node.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return node.contains(there) || there.contains(node);
}"""


@pytest.fixture
def practice(night):
    """A phone with a battle against a bot, which waits for its line."""
    board = BattleBoard(night.phone("Ann").page)
    board.begin_practice()
    return board


def test_a_battle_against_a_bot_is_played_by_taps_given_up_by_who_means_it_and_looked_at_move_by_move(practice):
    page, board = practice.page, practice.root
    practice.lay()
    play_until(lambda: practice.attacks > 0, practice)
    page.get_by_text("Take back, give up").click()
    page.get_by_role("button", name="Give up").click()
    expect(board).not_to_have_attribute("data-state", "over")  # it was not meant
    page.get_by_role("checkbox", name="I want to give up this battle").check()
    page.get_by_role("button", name="Give up").click()
    expect(board).to_have_attribute("data-state", "over")
    expect(page.get_by_text("You have lost")).to_be_in_viewport()

    # It is looked at move by move.
    battle = page.url
    page.get_by_role("link", name="Move by move").click()
    replay = page.locator("#battle-replay")
    expect(replay.locator(".battle-move").last).to_contain_text("gave up")
    expect(replay.get_by_role("slider")).to_be_visible()  # its script has begun
    page.keyboard.press("Home")
    expect(replay).to_have_attribute("data-number", "0")
    expect(page).to_have_url(re.compile("#b1m0$"))
    page.keyboard.press("ArrowRight")
    expect(replay).to_have_attribute("data-number", "1")
    replay.locator(".tab").nth(1).click()
    expect(replay).to_have_attribute("data-eyes", "0")
    expect(page).to_have_url(re.compile("#b1m1s0$"))
    page.evaluate("location.hash = '#b1m2s1'")
    expect(replay).to_have_attribute("data-number", "2")
    expect(replay).to_have_attribute("data-eyes", "1")
    inspector = Inspector()
    inspector.look_at("replay", page)
    assert inspector.faults == []
    held = []

    def hold(route):
        held.append(route)

    page.evaluate("history.replaceState(null, '', '#b1m1')")
    page.route("**/*?move=1", hold)
    with page.expect_request("**/*?move=1"):
        page.reload()
    expect(replay).to_be_hidden()  # not the one after the last move
    held.pop().continue_()
    expect(replay).to_be_visible()
    expect(replay).to_have_attribute("data-number", "1")
    page.unroute("**/*?move=1")
    page.goto(battle)
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_text("Lay your line")).to_be_visible()


def test_a_button_says_that_its_move_is_on_its_way_to_a_slow_server_and_is_not_pressed_twice(practice):
    page, held = practice.page, []
    page.route("**/battle/", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    page.get_by_text("Take back, give up").click()
    page.get_by_role("checkbox", name="I want to give up this battle").check()
    button = page.locator("#battle-resign button")
    button.click()
    expect(button).to_have_text("Sending…")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    assert len(held) == 1
    held[0].abort()
    expect(page.get_by_text("That was not sent")).to_be_visible()
    expect(button).to_have_text("Give up")
    page.unroute("**/battle/")
    practice.press(practice.root.locator("a.rome-link").first)
    expect(page.get_by_text("That was not sent")).to_be_hidden()
    button.click()
    expect(practice.root).to_have_attribute("data-state", "over")


def test_the_board_is_used_by_keys_and_a_unit_is_dragged_to_where_another_lies_and_they_change_places(practice):
    page = practice.page
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".rome-unit.is-selected")).to_have_count(1)
    expect(page.get_by_text("Tap a lit space.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".rome-unit.is-selected")).to_have_count(0)

    places = [page.get_by_role("link", name=name) for name in ("Front, 2 left", "Rear, 2 right")]
    before = [place.inner_text().split()[-2] for place in places]
    box = box_of(places[0])
    places[0].hover()
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"], box["y"])
    expect(page.locator(".is-selected")).to_have_count(1)
    expect(page.locator(".battle__ghost")).to_be_visible()
    places[1].hover()
    page.mouse.up()
    practice.is_drawn()
    expect(page.locator(".battle__ghost")).to_have_count(0)
    expect(page.locator(".is-selected")).to_have_count(0)
    page.wait_for_url("**lay=**")
    assert [place.inner_text().split()[-2] for place in places] == before[::-1]


def test_nothing_is_out_of_sight_or_covered_on_a_small_phone_and_the_battle_can_be_used_by_everyone(practice):
    page, inspector = practice.page, Inspector()
    for width, height in SMALL:
        resize(page, width, height)
        ready = box_of(page.get_by_role("button", name="Ready"))
        assert ready["y"] + ready["height"] <= height
        for space in practice.root.locator("a.rome-link").all():
            assert min(box_of(space)["width"], box_of(space)["height"]) >= THUMB
    inspector.look_at("laying", page)
    page.locator(".rome-link").first.click()
    expect(page.get_by_text("Tap a lit space.")).to_be_visible()
    inspector.look_at("chosen", page)
    assert inspector.faults == []

    practice.lay()
    attack = page.get_by_role("link", name="Attack", exact=True)
    play_until(lambda: practice.is_due and attack.count() > 0, practice)
    practice.press(attack)
    for width, height in SMALL:
        resize(page, width, height)
        for part in page.locator("#battle-sheet").locator("h2, h3, li, select, legend, .battle__bar > *").all():
            part.scroll_into_view_if_needed()
            assert part.evaluate(IS_ON_TOP), part.inner_text()


def test_a_line_that_could_not_be_sent_is_sent_later_and_a_tap_draws_nothing_of_the_last_attack_again(practice):
    page = practice.page
    practice.press(page.get_by_role("link", name="Lay for me"))
    page.wait_for_url("**lay=**")
    laid = page.url
    page.context.set_offline(True)
    page.get_by_role("button", name="Ready").click()
    expect(page.get_by_text("That was not sent")).to_be_visible()
    expect(page.locator("#battle[data-offline]")).to_be_visible()
    expect(page.get_by_text("This page may be out of date")).to_be_hidden()  # one notice says it
    expect(page).to_have_url(laid)
    page.context.set_offline(False)
    page.get_by_role("button", name="Ready").click()
    expect(page.get_by_text("That was not sent")).to_be_hidden()
    expect(page).not_to_have_url(laid)  # whether all lay their lines again is chance (V14)

    told = practice.root.locator(".battle__report li")
    play_until(lambda: told.count() > 0 and practice.is_due, practice)
    first = told.first.element_handle()
    unit = practice.root.locator("[data-key^=own-] a.rome-link").first
    practice.press(unit)
    expect(practice.page.locator("#battle-chosen")).to_be_visible()
    assert first.evaluate("told => told.isConnected")


def test_the_uses_of_a_command_that_is_tapped_come_into_sight_and_the_text_of_a_unit_stands_before_the_hand(practice):
    resize(practice.page, 360, 640)
    practice.lay()
    hand = practice.page.get_by_role("region", name="Your hand")
    play_until(lambda: practice.is_due and hand.get_by_role("link").count() > 0, practice)
    practice.page.evaluate("scrollTo(0, 0)")
    card = hand.get_by_role("link").first
    card.dispatch_event("click")  # without the scrolling that a press of the tests brings along
    chosen = practice.page.locator("#battle-chosen")
    expect(chosen).to_contain_text(re.compile("Command|Nothing to do with it now"))
    expect(chosen).to_be_in_viewport(ratio=1)

    resize(practice.page, 390, 844)
    practice.page.goto(practice.page.url.split("?")[0])  # no card is chosen any more
    practice.press(practice.root.locator("[data-key^=own-] a.rome-link").first)
    assert box_of(practice.page.locator("#battle-chosen"))["y"] < box_of(hand)["y"]


@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", "Ben", "Cem"), ("Ann", "Ben", "Cem", "Dan")])
def test_a_battle_is_played_by_phones_to_its_end(night, names):
    organizer = night.organizer()
    code, boards = boards_of(night, organizer, names, players=str(len(names)), rear="no", turns="60")
    for board in boards:
        board.lay()
    screen = night.display(code, "display/")
    expect(screen.locator(".tv-battle")).to_have_count(1)
    organizer.open_panel(code)
    fight = organizer.page.locator(".fight [data-part=battle]")
    expect(fight).to_contain_text("waits for")
    play_until(lambda: any(board.attacks for board in boards), *boards)
    expect(screen.locator(".tv-battle__turn")).to_have_text(re.compile(r"Turn \d"))
    expect(fight).to_contain_text(re.compile(r"Turn \d"))
    finish(night, code, *boards)
    expect(organizer.page.locator(".fight[data-state=over]")).to_have_count(1)
    titles = [board.root.locator(".battle__title").inner_text() for board in boards]
    assert {"You have won", "You share the win"} & set(titles)
    boards[0].page.get_by_role("link", name="Standings").click()
    expect(boards[0].page.locator("main")).to_contain_text(names[-1])


def test_without_a_line_nothing_is_offered_once_the_time_is_up(night):
    _code, (board, _other) = boards_of(night, night.organizer(), ("Ann", "Ben"), pace="standard")
    page = board.page
    page.clock.install()
    page.reload()
    ready = page.get_by_role("button", name="Ready")
    page.context.set_offline(True)
    expect(page.get_by_text("No connection. This page may be out of date.")).to_be_visible()
    expect(ready).to_be_visible()
    page.clock.fast_forward("30:00")
    expect(page.get_by_text("No connection, and the time is up.")).to_be_visible()
    expect(ready).to_be_hidden()
    page.context.set_offline(False)


def test_a_wish_to_go_back_is_asked_and_agreed_to(night):
    _code, (one, other) = boards_of(night, night.organizer(), ("Ann", "Ben"), rear="no")
    one.lay()
    other.lay()
    for board in (one, other):  # where nobody wins the first turn, all lay their lines again (V14)
        play_until(lambda board=board: board.root.get_attribute("data-phase") == "act", one, other)
    other.page.set_viewport_size({"width": 360, "height": 320})
    other.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    one.page.get_by_text("Take back, give up").click()
    one.page.get_by_role("button", name="To the first lines").click()
    expect(one.page.get_by_text("You have asked to go back.")).to_be_visible()
    expect(other.page.get_by_text("asks to go back to the first lines.")).to_be_visible()
    expect(other.page.get_by_role("button", name="Go back")).to_be_in_viewport(ratio=1)
    other.page.get_by_role("button", name="Go back").click()
    for board in (one, other):
        expect(board.root).to_have_attribute("data-phase", "deploy")
        expect(board.page.get_by_role("button", name="Ready")).to_be_visible()


def test_the_clock_is_seen_again_when_the_organizer_resumes_and_comes_into_sight_with_the_next_step(night):
    organizer = night.organizer()
    code, boards = boards_of(night, organizer, ("Ann", "Ben"), pace="standard")
    for _time in range(2):
        organizer.act(code, "pause")
        for board in boards:
            expect(board.page.get_by_role("timer")).to_have_count(0)
        organizer.act(code, "resume")
        for board in boards:
            expect(board.page.get_by_role("timer")).to_have_text(re.compile(r"\d"))

    # A phone that was scrolled down is moved to its next step and the time for it.
    one, other = boards
    one.page.set_viewport_size({"width": 360, "height": 640})
    one.lay()
    one.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(one.page.get_by_role("timer")).not_to_be_in_viewport()
    other.lay()
    play_until(lambda: one.is_due, other)
    expect(one.page.get_by_role("timer")).to_be_in_viewport(ratio=1)
    expect(one.root.locator(".battle__title")).to_be_in_viewport(ratio=1)


def test_a_night_of_four_is_two_battles_at_once_with_standings_and_a_log(night):
    organizer, names = night.organizer(), ("Ann", "Ben", "Cem", "Dan")
    code, boards = boards_of(night, organizer, names, rear="no", turns="60", swiss_rounds="1", log_visibility="public")
    assert len({board.fight for board in boards}) == 2
    for board in boards:
        board.lay()
    finish(night, code, *boards)
    titles = [board.root.locator(".battle__title").inner_text() for board in boards]
    assert sum(title in ("You have won", "You share the win") for title in titles) >= 2
    page = boards[0].page
    page.get_by_role("link", name="Standings").click()
    for name in names:
        expect(page.locator("main")).to_contain_text(name)
    organizer.act(code, "finish")
    page.goto(f"/events/{code}/")
    heading, standings = page.get_by_role("heading", name="The event is over"), page.locator(".listing .standings")
    for name in names:
        expect(standings).to_contain_text(name)
    assert box_of(heading)["y"] < box_of(standings)["y"]
    expect(page.locator("[data-part=listing-log]")).to_be_visible()
    page.goto(f"/events/{code}/log/")
    battles = page.get_by_role("navigation", name="Battles").get_by_role("link")
    expect(battles).to_have_count(2)
    battles.last.click()
    page.get_by_role("link", name="Move by move").click()
    expect(page.locator("#battle-replay .battle-move").first).to_contain_text("laid the line")


def test_the_big_screen_shows_the_battles_of_two_tables_side_by_side_and_no_words_that_are_cut(night):
    names = ("Maximiliana-Alexandrovna", "Wilhelmine Schreckenberg", "Cem", "Dan", "Eva", "Finn", "Gül", "Hao")
    code, boards = boards_of(night, night.organizer(), names, table_size="4", rear="no")
    for board in boards:
        board.lay()
    screen = night.display(code, "display/")
    expect(screen.locator(".tv-panel .tv-battle")).to_have_count(4)
    for words in screen.locator(".tv-battle__words").all():
        assert words.evaluate("box => box.scrollHeight <= box.clientHeight")


def test_after_an_attack_the_board_shows_whom_it_was_made_against_and_not_whom_one_looked_at_before(night):
    _code, boards = boards_of(night, night.organizer(), ("Ann", "Ben", "Cem"), rear="no", commands="no", players="3")
    for board in boards:
        board.lay()
    attack = "Attack"
    play_until(
        lambda: any(board.page.get_by_role("link", name=attack, exact=True).count() for board in boards), *boards
    )
    board = next(board for board in boards if board.page.get_by_role("link", name=attack, exact=True).count())
    left, right = board.page.get_by_role("navigation", name="Opponents").get_by_role("link").all()
    board.press(left)
    board.press(board.page.get_by_role("link", name=attack, exact=True))
    board.page.get_by_label("The middle column attacks").select_option(label=right.inner_text())
    board.is_drawn()
    board.press(board.page.locator("#battle-sheet").get_by_role("button", name=attack))
    expect(right).to_have_attribute("aria-current", "true")
    expect(board.page).not_to_have_url(re.compile("enemy"))
