"""Fights on two phones: what one counts the other sees, and a result counts when both say it (R17)."""

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.fight_actions import Fighter, act, reopen, start_fights
from tests.browser.page_actions import box_of, hidden_behind, resize, small_targets, width_of_content
from tests.browser.test_everyone import Inspector

pytestmark = pytest.mark.browser


def board_of(phones: list[Fighter]) -> tuple[Fighter, Fighter]:
    for phone in phones:
        expect(phone.board).to_be_visible()
    one, other = phones
    return one, other


def see(phones: list[Fighter], *, own: Fighter, value: str) -> None:
    """All of them see where the counter of one stands."""
    for phone in phones:
        expect(phone.value_of(own.name)).to_have_text(value)


def press_quickly(button: Locator, times: int) -> None:
    """Press a button before any of the presses is answered."""
    button.evaluate("(button, times) => { for (let press = 0; press < times; press += 1) button.click(); }", times)


def name_of_step(step: Locator) -> str:
    return step.get_attribute("aria-label") or ""


def test_a_count_is_seen_and_undone_by_the_other_side_and_at_the_limit_a_result_is_offered_at_once(night):
    _, phones, _ = start_fights(night)
    aichi, kamui = board_of(phones)
    assert [small_targets(phone.page) for phone in phones] == [[], []]
    assert name_of_step(aichi.more("Kamui")) == "Damage of \u2068Kamui\u2069: one more than 0"
    for _ in range(3):
        aichi.more("Kamui").click()
    expect(aichi.part("spoken")).to_have_text("Kamui: Damage 3")
    kamui.more("Aichi").click()
    kamui.less("Kamui").click()
    see(phones, own=kamui, value="2")
    see(phones, own=aichi, value="1")
    expect(aichi.undo).to_have_text("Undo Damage −1 · Kamui")  # also where the other has counted
    aichi.undo.click()
    see(phones, own=kamui, value="3")
    expect(kamui.undo).to_have_text("Undo Damage +1 · Aichi")
    aichi.page.reload()
    see(phones, own=kamui, value="3")

    aichi.more("Kamui").click()
    expect(aichi.side("Kamui").get_by_text("Damage 4: defeated")).to_be_visible()
    expect(kamui.side("Kamui").get_by_text("Damage 4: you lose")).to_be_visible()
    expect(aichi.outcome).to_have_text("Kamui has lost. Enter the result.")
    expect(kamui.outcome).to_have_text("You have lost. Enter the result.")
    for phone, said in ((aichi, "I won"), (kamui, "I lost")):
        expect(phone.page.locator(".outcome .button--primary")).to_have_text(said)
    expect(aichi.more("Kamui")).to_have_attribute("aria-disabled", "true")
    kamui.undo.click()
    expect(aichi.outcome).to_be_hidden()
    see(phones, own=kamui, value="3")


def test_counts_in_quick_succession_or_without_a_line_come_through_once_and_a_paused_round_counts_nothing(night):
    organizer, phones, code = start_fights(night)
    aichi, kamui = board_of(phones)
    press_quickly(aichi.more("Kamui"), 3)
    expect(aichi.value_of("Kamui")).to_have_text("3")
    see(phones, own=kamui, value="3")
    aichi.page.reload()
    see(phones, own=kamui, value="3")
    press_quickly(aichi.less("Kamui"), 3)
    see(phones, own=kamui, value="0")

    kamui.more("Kamui").click()
    see(phones, own=kamui, value="1")
    aichi.page.context.set_offline(True)
    expect(aichi.part("line")).to_have_attribute("data-line", "offline")
    aichi.more("Kamui").click()
    aichi.more("Kamui").click()
    expect(aichi.value_of("Kamui")).to_have_text("3")
    expect(aichi.page.get_by_text("Your counts are saved here, and sent when the connection is back.")).to_be_visible()
    expect(aichi.page.get_by_text("No connection")).to_have_count(1)
    expect(aichi.undo).to_have_attribute("aria-disabled", "true")  # it would take back something else
    kamui.more("Aichi").click()
    expect(kamui.value_of("Kamui")).to_have_text("1")
    aichi.page.context.set_offline(False)
    see(phones, own=kamui, value="3")
    see(phones, own=aichi, value="1")
    expect(aichi.page.get_by_text("Your counts are saved here, and sent when the connection is back.")).to_be_hidden()
    aichi.page.reload()
    see(phones, own=kamui, value="3")
    press_quickly(aichi.less("Kamui"), 3)
    see(phones, own=kamui, value="0")

    aichi.page.context.set_offline(True)
    expect(aichi.part("line")).to_have_attribute("data-line", "offline")
    aichi.more("Kamui").click()
    act(organizer, code, "pause")
    expect(kamui.part("clock-words")).to_have_text("Paused by the organizer. Nothing can be counted or entered now.")
    expect(kamui.more("Kamui")).to_have_attribute("aria-disabled", "true")
    kamui.more("Kamui").click(force=True)  # it is no button that is off, so that it keeps the focus
    aichi.page.context.set_offline(False)
    expect(aichi.page.locator(".fight__notices")).to_have_text("The round is paused. Your last tap does not count.")
    see(phones, own=kamui, value="0")
    act(organizer, code, "resume")
    expect(kamui.part("spoken")).to_have_text("The round has resumed.")
    aichi.more("Kamui").click()
    see(phones, own=kamui, value="1")
    expect(aichi.page.locator(".fight__notices .notice")).to_have_count(0)


def test_a_result_counts_when_the_other_side_confirms_it(night):
    organizer, phones, code = start_fights(night)
    aichi, kamui = board_of(phones)
    aichi.press_button("I won")
    expect(aichi.part("sentence")).to_have_text("You won against Kamui.")
    expect(aichi.page.get_by_text("Kamui will be asked to confirm it.")).to_be_visible()
    assert small_targets(aichi.page) == []
    aichi.press_button("Enter this result")
    expect(aichi.outcome).to_have_text("Waiting for Kamui to confirm")
    expect(kamui.outcome).to_have_text("According to Aichi: Aichi won.")
    expect(kamui.part("spoken")).to_have_text("According to Aichi: Aichi won. Is that right?")
    expect(kamui.standing("Aichi")).to_contain_text("0 won, 0 lost, 0 drawn")

    kamui.press_button("Your deck")  # the deck stays within reach, and the question too
    expect(kamui.page.get_by_role("heading", name="Your deck")).to_be_visible()
    kamui.press_button("Go to the fight")
    kamui.press_button("Confirm")
    for phone, title in ((aichi, "You won"), (kamui, "Aichi won")):
        expect(phone.outcome).to_have_text(title)
        expect(phone.part("outcome-more")).to_have_text("This is the last round. The organizer ends the fights.")
        expect(phone.standing("Aichi")).to_contain_text("1 won, 0 lost, 0 drawn")
        expect(phone.undo).to_be_hidden()
    expect(kamui.standing("Kamui")).to_have_class("place-row is-own")
    kamui.standing("Kamui").locator("summary").click()
    expect(kamui.standing("Kamui").locator("li")).to_have_text(["Points alone decide this place."])

    act(organizer, code, "next-stage", **{"from": "fighting"})
    expect(aichi.part("final")).to_have_text("You won the night!")
    expect(kamui.part("final")).to_have_text("You finished in place 2 of 2.")
    expect(kamui.page.locator(".deck .place-row")).to_have_count(2)
    assert [small_targets(phone.page) for phone in phones] == [[], []]


def test_an_event_that_is_closed_after_its_first_round_has_a_leader_and_no_winner_and_shows_no_champion(night):
    organizer, phones, code = start_fights(night, ("Aichi", "Kamui", "Misaki"))
    display = night.display(code)
    for phone in phones:
        phone.page.remove_locator_handler(phone.champion)  # which would close a champion
        expect(phone.page.locator("[data-for=fight]")).to_be_visible()
    winner = next(phone for phone in phones if phone.part("board").is_visible())
    loser = next(other for other in phones if other is not winner and other.part("board").is_visible())
    for _ in range(4):
        winner.more(loser.name).click()
    winner.enter("I won")
    loser.press_button("Confirm")
    act(organizer, code, "finish")
    expect(winner.part("final")).to_have_text("You led after round 1 of 3, when the night ended.")
    expect(loser.part("final")).to_have_text("You were in place 3 of 3 after round 1 of 3, when the night ended.")
    for phone in phones:
        expect(phone.page.locator("#play")).not_to_have_attribute("data-scene", "fight")
        expect(phone.champion).to_have_count(0)
    expect(display.locator("[data-part=champion-what]")).to_have_text("In the lead after round 1 of 3")
    expect(display.locator("[data-part=foot] [data-part=words]")).to_have_text(f"{winner.name} led after round 1 of 3.")


def test_a_wrong_result_is_decided_by_the_organizer_or_by_what_both_sides_enter_after_all(night):
    organizer, phones, code = start_fights(night)
    aichi, kamui = board_of(phones)
    aichi.enter("I won")
    kamui.press_button("That’s wrong")
    kamui.press_button("Call the organizer instead")
    for phone in phones:
        expect(phone.outcome).to_have_text("The results don’t match. The organizer has been called.")
    expect(kamui.page.get_by_role("button", name="is right")).to_be_visible()
    kamui.press_button("Enter what happened")
    kamui.page.get_by_label("You won").check()
    expect(kamui.part("sentence")).to_have_text("You won against Aichi.")
    expect(kamui.part("asked")).to_have_text("The organizer is called and decides, unless you and Aichi agree.")
    kamui.press_button("Enter this result")
    expect(aichi.part("outcome-more")).to_have_text(
        "You reported: you won.\nAccording to Kamui: Kamui won.", use_inner_text=True
    )
    expect(kamui.page.get_by_role("button", name="Change the result")).to_be_visible()
    aichi.press_button("Enter another result")
    aichi.page.get_by_label("Kamui won").check()
    aichi.press_button("Enter this result")
    expect(aichi.outcome).to_have_text("Kamui won")
    expect(kamui.outcome).to_have_text("You won")
    reopen(organizer, code, phones)

    aichi.enter("I won")
    kamui.press_button("That’s wrong")
    sheet = kamui.page.get_by_role("dialog", name="What happened?")
    expect(sheet.locator("[data-part=said]")).to_have_text("According to Aichi: Aichi won.")
    expect(sheet.locator(".choice [data-part=words]")).to_have_text(["You won", "A draw"])
    expect(aichi.outcome).to_have_text("Waiting for Kamui to confirm")  # nothing is sent yet
    sheet.get_by_label("You won").check()
    kamui.press_button("Enter this result")
    expect(aichi.part("outcome-more")).to_have_text(
        "You reported: you won.\nAccording to Kamui: Kamui won.", use_inner_text=True
    )
    aichi.press(aichi.page.get_by_role("button", name="is right"))
    expect(aichi.outcome).to_have_text("Kamui won")
    expect(kamui.outcome).to_have_text("You won")


def test_a_result_in_place_of_another_closes_the_sheet_on_it_and_is_not_confirmed_for_it(night):
    organizer, phones, code = start_fights(night)
    aichi, kamui = board_of(phones)
    aichi.enter("I won")
    kamui.press_button("That’s wrong")
    sheet = kamui.page.get_by_role("dialog", name="What happened?")
    expect(sheet).to_be_visible()
    aichi.press_button("Enter another result")
    aichi.page.get_by_label("A draw").check()
    aichi.press_button("Enter this result")
    expect(sheet).to_be_hidden()
    expect(kamui.outcome).to_have_text("According to Aichi: it was a draw.")
    kamui.press_button("Confirm")
    expect(kamui.outcome).to_have_text("A draw")
    reopen(organizer, code, phones)

    aichi.enter("I won")
    expect(kamui.outcome).to_have_text("According to Aichi: Aichi won.")
    kamui.page.context.set_offline(True)
    expect(kamui.part("line")).to_have_attribute("data-line", "offline")
    aichi.press_button("Enter another result")
    aichi.page.get_by_label("A draw").check()
    aichi.press_button("Enter this result")
    expect(aichi.part("outcome-more")).to_have_text("You reported: it was a draw.")
    kamui.press_button("Confirm")
    kamui.page.context.set_offline(False)
    for phone in phones:
        expect(phone.outcome).to_have_text("The results don’t match. The organizer has been called.")
    expect(aichi.part("outcome-more")).to_contain_text("According to Kamui: you won.")


def test_before_the_first_result_no_screen_names_a_first_place_and_a_correction_of_it_is_read_on_both_phones(night):
    organizer, phones, code = start_fights(night)
    organizer.open_panel(code)
    display = night.display(code)
    first = "Places appear once a fight is decided."
    scenes = [phone.page.locator("[data-for=fight]") for phone in phones]
    places = [scene.locator(".place-row__rank") for scene in scenes]
    places += [organizer.page.locator(".standing__rank"), display.locator(".tv-standing__rank")]
    for scene in scenes:
        expect(scene.locator("[data-part=no-places]")).to_have_text(first)
    expect(organizer.page.locator("[data-part=no-places]").first).to_have_text(first)
    expect(display.locator("[data-part=standings-when]")).to_have_text(first)
    for ranks in places:
        expect(ranks).to_have_text(["–"] * len(phones))
    act(organizer, code, "result", fight="1", winner=phones[0].number)
    for scene in scenes:
        expect(scene.locator("[data-part=no-places]")).to_be_hidden()
    expect(display.locator("[data-part=standings-when]")).to_be_hidden()  # the champion takes its place
    expect(display.locator("main")).to_contain_text("Champion")
    for ranks in places[:-1]:
        expect(ranks.first).to_have_text("1")
    reopen(organizer, code, phones)

    # The correction is read until it is dismissed, also when all is over.
    aichi, kamui = phones
    aichi.enter("I won")
    kamui.press_button("Confirm")
    expect(aichi.outcome).to_have_text("You won")
    page = organizer.page
    page.goto(f"/events/{code}/host/")
    page.get_by_role("link", name="Correct", exact=True).click()
    page.get_by_role("button", name="Kamui won").click()
    expect(page.get_by_role("heading", name="Correct this result?")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Round 1: Aichi won. After the correction: Kamui won.")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.locator("#fight-1")).to_contain_text("Before: Aichi won.")
    words = "The organizer corrected round 1 against Kamui: Kamui won. Before: you won."
    expect(aichi.page.get_by_text(words)).to_be_visible()
    expect(kamui.page.get_by_text("The organizer corrected round 1 against Aichi: you won.")).to_be_visible()
    expect(kamui.outcome).to_have_text("You won")
    assert small_targets(page) == []

    act(organizer, code, "next-stage", **{"from": "fighting"})
    expect(kamui.part("final")).to_have_text("You won the night!")
    notice = aichi.page.locator(".notice", has_text=words)
    notice.locator("[data-part=dismiss]").click()
    expect(notice).to_have_count(0)
    act(organizer, code, "result", fight="1", winner="none", confirm="correct")
    expect(aichi.page.get_by_text("both of you have lost. Before: Kamui won.")).to_be_visible()
    expect(kamui.part("final")).to_have_text("You share place 1 of 2 with 1 other.")


def test_several_counters_are_counted_game_by_game_until_one_side_has_won_the_fight(night):
    _, phones, _ = start_fights(night, format="magic-draft", card_set="MAG01", best_of="3")
    aichi, kamui = board_of(phones)
    life, poison = (kamui.side("Kamui").locator(f"[data-counter={name}]") for name in ("life", "poison"))
    press_quickly(life.locator("[data-part=less]"), 20)
    poison.locator("[data-part=more]").click()
    expect(aichi.outcome).to_have_text("Kamui has lost this game.")
    expect(aichi.value_of("Kamui")).to_have_text(["0", "1"])
    kamui.press_button("I lost this game")
    expect(aichi.value_of("Kamui")).to_have_text(["20", "0"])
    expect(aichi.outcome).to_have_text("Game 2, you lead 1 : 0")
    expect(kamui.part("chooser")).to_have_text("You choose: play or draw")
    aichi.undo.click()  # it was not over yet
    expect(kamui.value_of("Kamui")).to_have_text(["0", "1"])
    aichi.press_button("They lost this game")
    expect(kamui.outcome).to_have_text("Game 2, you are behind 0 : 1")
    aichi.press_button("I won this game")  # it decides the fight
    sheet, other_sheet = (phone.page.get_by_role("dialog", name="Enter the result") for phone in (aichi, kamui))
    expect(sheet.get_by_label("You won 2 : 0")).to_be_checked()
    kamui.press_button("I won this game")
    expect(sheet.locator("[data-part=said]")).to_have_text("Game 3, 1 : 1")
    expect(sheet.get_by_label("You won 2 : 1")).to_be_checked()
    expect(sheet.locator("[data-part=sentence]")).to_have_text("You won 2 : 1 against Kamui.")

    kamui.press_button("I won this game")
    aichi.press_button("Enter this result")
    expect(other_sheet.locator("[data-part=said]")).to_have_text("According to Aichi: Aichi won 2 : 1.")
    expect(other_sheet).to_contain_text("The organizer is called and decides, unless you and Aichi agree.")
    expect(other_sheet.get_by_label("You won 2 : 1")).to_be_checked()
    assert (small_targets(kamui.page), width_of_content(kamui.page)) == ([], 390)
    kamui.page.keyboard.press("Escape")
    expect(kamui.outcome).to_have_text("According to Aichi: Aichi won 2 : 1.")
    kamui.press_button("Confirm")
    expect(aichi.outcome).to_have_text("You won 2 : 1")
    expect(kamui.outcome).to_have_text("Aichi won 2 : 1")
    for phone in (aichi, kamui):
        expect(phone.page.locator(".side button:visible")).to_have_count(0)  # nothing is counted any more


def test_M22_M24_M25_M31_a_match_begins_with_dice_also_after_a_draw_of_no_games_and_a_card_may_keep_its_fighter(night):
    organizer, phones, code = start_fights(night, format="magic-draft", card_set="MAG01", best_of="3")
    board_of(phones)
    first, other = phones
    first.press_button("Agree on a draw")
    draw = first.page.get_by_label("A draw 0 : 0")
    expect(draw).to_be_checked()
    expect(first.page.locator("#result")).not_to_contain_text("time ended")
    first.page.get_by_label("Agreed without dice and without rewards").check()
    first.press_button("Enter this result")
    other.press_button("Confirm")
    for phone in phones:
        expect(phone.outcome).to_have_text("A draw 0 : 0")
    act(organizer, code, "reopen", fight="1")
    for phone in phones:
        expect(phone.part("match-start")).to_be_visible()

    chooser = next(phone for phone in phones if phone.part("choice").is_visible())
    other = next(phone for phone in phones if phone is not chooser)
    expect(other.part("chooser")).to_have_text(f"Play or draw is up to {chooser.name}")
    assert [small_targets(phone.page) for phone in phones] == [[], []]
    for phone in phones:
        expect(phone.side(chooser.name).locator("[data-part=note]")).to_have_text("")  # no side goes first yet
    for phone, words in ((other, "I choose"), (chooser, f"\u2068{other.name}\u2069 chooses")):
        expect(phone.page.get_by_role("button", name=f"Our own dice: {words}")).to_be_visible()
    play, draw = (chooser.page.get_by_role("button", name=name, exact=True) for name in ("I play first", "I draw"))
    for button in (play, draw):
        expect(button).to_have_attribute("aria-pressed", "false")
    play.click()
    expect(chooser.part("chooser")).to_have_text("You play first, and skip your first draw")
    expect(play).to_have_attribute("aria-pressed", "true")
    draw.click()  # another choice is still open
    expect(draw).to_have_attribute("aria-pressed", "true")
    expect(chooser.part("chooser")).to_have_text(f"{other.name} plays first, and skips the first draw")
    expect(other.side(other.name).locator("[data-part=note]")).to_have_text("go first")
    other.press_button("One mulligan more")
    expect(other.part("mulligan-words")).to_have_text("Mulligan 1: put 1 on the bottom")
    expect(chooser.side(other.name).locator("[data-part=note]")).to_have_text("goes first · 1 mulligan")
    chooser.press_button("Life of \u2068" + other.name + "\u2069: five less than 20")
    expect(chooser.part("match-start")).to_be_hidden()
    other.press_button("Drew from an empty library")
    chooser.press_button("Not lost: a card says so")
    expect(chooser.side(other.name).locator("[data-part=note]")).to_have_text(
        "goes first · 1 mulligan · kept in the game by a card"
    )
    other.page.clock.install()
    other.press_button("Concede")
    other.press_button("Tap again: I lost this game")
    expect(chooser.outcome).to_have_text("Game 2, you lead 1 : 0")
    expect(other.outcome).to_have_text("Game 2, you are behind 0 : 1")
    other.page.clock.fast_forward(4000)
    other.press_button("Concede")
    other.page.clock.fast_forward(1500)  # five seconds after the first question, which has been answered
    expect(other.page.get_by_role("button", name="Tap again: I lost this game")).to_be_visible()
    other.page.clock.fast_forward(5000)
    expect(other.page.get_by_role("button", name="Concede", exact=True)).to_be_visible()
    chooser.press_button("Agree on a draw")
    expect(chooser.page.locator("#result [data-part=send]")).to_be_disabled()
    chooser.page.keyboard.press("Escape")
    other.press_button("Drew from an empty library")
    expect(other.page.get_by_role("button", name="I lost this game", exact=True)).to_be_visible()
    other.cut_line()  # both press before either knows of the other
    other.press_button("I lost this game")
    chooser.press_button("They lost this game")
    expect(chooser.outcome).to_have_text(f"Waiting for {other.name} to confirm")
    other.page.context.set_offline(False)
    expect(other.page.get_by_role("button", name="Confirm", exact=True)).to_be_enabled()
    expect(other.part("fight-notices")).to_have_text("")


def test_a_bye_a_dropped_fighter_and_the_next_round_each_say_what_happens(night):
    organizer, phones, code = start_fights(night, ("Aichi", "Kamui", "Misaki"))
    for phone in phones:
        expect(phone.page.locator("[data-for=fight]")).to_be_visible()
    bye = next(phone for phone in phones if phone.part("no-fight").is_visible())
    one, other = (phone for phone in phones if phone is not bye)
    expect(bye.page.get_by_role("heading", name="You have a bye")).to_be_visible()
    expect(bye.part("none-words")).to_contain_text("Round 2 starts when the organizer starts it.")
    one.press_button("Your deck")
    act(organizer, code, "drop", fighter=one.number)
    one.press_button("Fight")
    expect(one.part("outcome-more")).to_contain_text("You have dropped out. You keep your points and fight no more.")
    expect(other.part("outcome-more")).to_contain_text("The other side has dropped out.")
    expect(other.outcome).to_have_text("You won")

    act(organizer, code, "next-round", round="2")
    expect(one.page.get_by_role("heading", name="You are not paired any more")).to_be_visible()
    for phone in phones:
        expect(phone.part("views-round")).to_have_text("Round 2 of 3")


def test_every_moment_of_a_fight_can_be_used_by_everyone(night):
    inspector = Inspector()
    organizer, phones, code = start_fights(night)
    aichi, kamui = board_of(phones)
    inspector.look_at("a fight", aichi.page)
    for _ in range(4):
        aichi.more("Kamui").click()
    expect(kamui.outcome).to_have_text("You have lost. Enter the result.")
    inspector.look_at("a loss by rule", kamui.page)
    act(organizer, code, "pause")
    expect(kamui.part("round-clock")).to_have_attribute("data-clock", "paused")
    inspector.look_at("a pause", kamui.page)
    act(organizer, code, "resume")
    aichi.press_button("I won")
    inspector.look_at("the dialog of a result", aichi.page)
    aichi.press_button("Enter this result")
    expect(kamui.outcome).to_have_text("According to Aichi: Aichi won.")
    inspector.look_at("a result that waits", aichi.page)
    inspector.look_at("a result to confirm", kamui.page)
    kamui.press_button("That’s wrong")
    inspector.look_at("the sheet for a wrong result", kamui.page)
    kamui.press_button("Call the organizer instead")
    expect(aichi.outcome).to_have_text("The results don’t match. The organizer has been called.")
    inspector.look_at("a dispute", aichi.page)
    kamui.press(kamui.page.get_by_role("button", name="is right"))
    expect(aichi.outcome).to_have_text("You won")
    inspector.look_at("a fight that is won", aichi.page)
    act(organizer, code, "next-stage", **{"from": "fighting"})
    expect(aichi.part("final")).to_be_visible()
    aichi.page.locator(".deck .place-row summary").first.click()
    inspector.look_at("the end of the night", aichi.page)
    assert inspector.faults == []


def test_a_counter_that_has_the_focus_does_not_lie_behind_what_is_said_of_the_result(night):
    _, (aichi, _), _ = start_fights(night)
    aichi.enter("I won")
    for size in ((320, 568), (844, 390)):
        resize(aichi.page, *size)
        assert hidden_behind(aichi.part("outcome"), aichi.board.locator("button:visible")) == []


def test_a_fight_fits_every_screen_with_the_longest_names_and_its_clock_keeps_to_one_line(night):
    names = ("محمد عبد الله الطويل", "Wolfeschlegelsteinhausen")
    _, phones, _ = start_fights(night, names)
    one, other = board_of(phones)
    for width, height in ((320, 568), (820, 1180), (1280, 800), (360, 740)):
        resize(one.page, width, height)
        assert width_of_content(one.page) == width
        assert small_targets(one.page) == []
    one.more(other.name).click()
    expect(one.undo).to_have_text(f"Undo Damage +1 · {other.name}")
    digits = one.part("round-digits")
    lines = "(node) => Math.round(node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight))"
    assert digits.evaluate(lines) == 1
    edge, begin = (box_of(node) for node in (digits, one.undo))
    assert edge["x"] + digits.evaluate("(node) => node.scrollWidth") <= begin["x"]
    assert width_of_content(one.page) == 360
