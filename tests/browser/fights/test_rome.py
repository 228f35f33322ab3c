"""A battle of Rome on a phone: it is played by taps on lit spaces, from the first line to its end."""

import re
from contextlib import ExitStack

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.draft_actions import sit_down
from tests.browser.fight_actions import act
from tests.browser.fights.battles import ROME, BattleBoard, boards_of, finish, play_until
from tests.browser.page_actions import box_of, boxes_of, resize
from tests.browser.test_everyone import Inspector
from tests.live.battles.playing import battle, deploy, has_battle

pytestmark = pytest.mark.browser

SHORT = {"rear": "no", "turns": "60"}
THUMB = 44
WIDEST = "W" * 24
"""The widest name that is allowed: one word that is broken nowhere by itself."""
SMALL = ((360, 640), (390, 844))
"""The sizes of small phones."""
COVERED = """parts => parts.filter((part) => {
    part.scrollIntoViewIfNeeded();
    const { left, top, width, height } = part.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return !part.contains(there) && !there.contains(part);
}).map((part) => part.innerText)"""


def right_of(part: Locator) -> float:
    box = box_of(part)
    return box["x"] + box["width"]


@pytest.fixture
def practice(night):
    """A phone with a battle against a bot, which waits for its line."""
    board = BattleBoard(night.phone("Ann").page)
    board.begin_practice()
    return board


def test_a_battle_against_a_bot_is_played_by_taps_given_up_by_who_means_it_and_looked_at_move_by_move(night):
    page = night.screen(390, 844)
    page.goto("/")
    page.get_by_role("radio", name="Vanguard: Rome").check(force=True)
    page.get_by_role("button", name="Try it now").click()
    page.wait_for_url("**/battle/")  # its script listens by then
    practice = BattleBoard(page)
    board = practice.root
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


def use_keys_and_drag(practice: BattleBoard, inspector: Inspector) -> None:
    """Choose a unit by keys, and drag one to where another lies: they change places."""
    page = practice.page
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(".rome-unit.is-selected")).to_have_count(1)
    expect(page.get_by_text("Tap a lit space.")).to_be_visible()
    inspector.look_at("chosen", page)
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


def test_a_battle_can_be_used_by_everyone_by_keys_and_mouse_and_nothing_of_it_is_covered_on_a_small_phone(practice):
    page, inspector = practice.page, Inspector()
    for width, height in SMALL:
        resize(page, width, height)
        ready = box_of(page.get_by_role("button", name="Ready"))
        assert ready["y"] + ready["height"] <= height
        spaces = boxes_of(practice.root.locator("a.rome-link"))
        assert min(space[side] for space in spaces for side in ("width", "height")) >= THUMB
    inspector.look_at("laying", page)
    use_keys_and_drag(practice, inspector)
    assert inspector.faults == []

    practice.lay()
    attack = page.get_by_role("link", name="Attack", exact=True)
    play_until(lambda: practice.is_due and attack.count() > 0, practice)
    practice.press(attack)
    for width, height in SMALL:
        resize(page, width, height)
        parts = page.locator("#battle-sheet").locator("h2, h3, li, select, legend, .battle__bar > *")
        assert parts.count()
        assert parts.evaluate_all(COVERED) == []


def test_a_line_that_could_not_be_sent_is_sent_later_and_a_tap_draws_nothing_of_the_last_attack_again(practice):
    page, held = practice.page, []
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

    # A button says that its move is on its way to a slow server, and is not pressed twice.
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


def test_a_battle_of_four_is_played_by_phones_to_its_end_and_each_board_shows_whom_its_attack_was_made_against(night):
    names = ("Ann", "Ben", "Cem", WIDEST)
    code, boards = boards_of(night, night.organizer(), names, **SHORT, commands="no", players="4")
    for board in boards:
        board.lay()
    screen = night.display(code, "display/")
    expect(screen.locator(".tv-battle")).to_have_count(1)
    for line in screen.locator(".tv-battle__whole").all():
        for shown in (line.locator(".battle__counts"), line.locator(".rome-field__cell").last):
            assert right_of(shown) <= right_of(line)
    assert right_of(screen.locator(".tv-battle__lines")) <= right_of(screen.locator(".tv-battles__one"))

    def attacker() -> BattleBoard | None:
        offers = (board for board in boards if board.page.get_by_role("link", name="Attack", exact=True).count())
        return next(offers, None)

    play_until(attacker, *boards)
    board = attacker()
    page, opponents = board.page, board.page.get_by_role("navigation", name="Opponents")
    expect(opponents.get_by_role("link")).to_have_count(3)
    board.press(opponents.get_by_role("link").first)
    board.press(page.get_by_role("link", name="Attack", exact=True))
    chosen = page.get_by_label("The middle column attacks")
    name = chosen.locator("option").last.inner_text()
    chosen.select_option(label=name)
    board.is_drawn()
    board.press(page.locator("#battle-sheet").get_by_role("button", name="Attack"))
    attacked = opponents.get_by_role("link", name=name)
    expect(attacked).to_have_attribute("aria-current", "true")  # not the one that was looked at before
    expect(page).not_to_have_url(re.compile("enemy"))
    expect(screen.locator(".tv-battle__turn")).to_have_text(re.compile(r"Turn \d"))

    finish(night, code, *boards)
    titles = [board.root.locator(".battle__title").inner_text() for board in boards]
    assert {"You have won", "You share the win"} & set(titles)


def test_without_a_line_nothing_is_offered_once_the_time_is_up(night):
    _code, (board,) = boards_of(night, night.organizer(), ("Ann",), away=("Ben",), pace="standard")
    page = board.page
    page.clock.install()
    with page.expect_response(lambda answer: answer.request.resource_type == "fetch"):
        page.reload()  # a board that came later would bring a new clock
    expect(board.root).not_to_have_attribute("aria-busy", "true")
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


def test_the_clock_is_seen_again_when_the_organizer_resumes_or_opens_a_fight_again_and_with_the_next_step(night):
    organizer = night.organizer()
    code, boards = boards_of(night, organizer, ("Ann", "Ben"), pace="standard")
    for board in boards:
        board.page.set_viewport_size({"width": 360, "height": 320})
        board.page.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(board.root.locator(".battle__title")).not_to_be_in_viewport()
    for _time in range(2):
        organizer.act(code, "pause")
        for board in boards:
            expect(board.page.get_by_role("timer")).to_have_count(0)
            expect(board.page.get_by_text("Paused", exact=True)).to_be_in_viewport(ratio=1)
            board.page.evaluate("scrollTo(0, document.body.scrollHeight)")
            expect(board.page.get_by_text("Paused", exact=True)).to_be_in_viewport(ratio=1)
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

    # A battle that the organizer decides is looked at, and goes on when its fight is opened again.
    act(organizer, code, "result", fight="1", winner="draw")
    one.page.get_by_role("link", name="Move by move").click()
    expect(one.page.locator("#battle-replay").get_by_role("slider")).to_be_visible()
    act(organizer, code, "reopen", fight="1")
    expect(one.page.get_by_role("timer")).to_be_visible()


def test_a_night_of_four_is_two_battles_at_once_on_all_screens_with_standings_and_a_log(night):
    organizer, names = night.organizer(), ("Ann", "Ben", "Cem", "Dan")
    code, boards = boards_of(night, organizer, names, **SHORT, swiss_rounds="1", log_visibility="public")
    assert len({board.fight for board in boards}) == 2
    pair = [board for board in boards if board.fight == boards[0].fight]  # by taps: the other battle is no different
    for board in pair:
        board.lay()
    screen = night.display(code, "display/")
    expect(screen.locator(".tv-battle")).to_have_count(2)
    organizer.open_panel(code)
    battles = organizer.page.locator(".fight [data-part=battle]")
    expect(battles).to_contain_text(["waits for"] * 2)
    play_until(lambda: any(board.attacks for board in pair), *pair)
    turn = re.compile(r"Turn \d")
    expect(screen.locator(".tv-battle__turn").filter(has_text=turn)).to_have_count(1)
    expect(battles.filter(has_text=turn)).to_have_count(1)
    finish(night, code, *boards)
    expect(organizer.page.locator(".fight[data-state=over]")).to_have_count(2)
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
    names = ("Maximiliana-Alexandrovna", "Wilhelmine Schreckenberg", WIDEST, "Dan", "Eva", "Finn", "Gül", "Hao")
    organizer = night.organizer()
    code = organizer.new_event(**ROME, table_size="4", rear="no")
    with ExitStack() as lines:
        fighters = sit_down(lines, night.server.url, code, *names)
        organizer.act(code, "start")
        for fighter in fighters:
            fighter.wait_for(has_battle)
        for fight in {battle(fighter)["fight"] for fighter in fighters}:
            deploy(*(fighter for fighter in fighters if battle(fighter)["fight"] == fight))
    screen = night.display(code, "display/")
    expect(screen.locator(".tv-panel .tv-battle")).to_have_count(4)
    for words in screen.locator(".tv-battle__words").all():
        assert words.evaluate("box => box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth")
