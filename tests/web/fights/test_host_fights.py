"""The fights on the control panel as the server draws them, and what its buttons do without scripts."""

import re
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from drafts.models import Event, StageAct
from drafts.presenters.events.panel_night import night_of
from drafts.presenters.fights.fight_words import entered_words
from drafts.presenters.fights.standings import tie_sentences, tie_value, tie_words
from drafts.rules.actors import ORGANIZER
from drafts.rules.games.registry import GAMES
from drafts.rules.ids import FighterId
from drafts.rules.night.fight_moves import CountMove, DisputeResultMove, EndGameMove, EnterResultMove, Pause
from drafts.rules.night.standings import Tie, TieBreak
from drafts.services.events.removals import leave_event
from drafts.services.fights.changes import set_result
from drafts.store.fights import load_fights
from drafts.views.events.host_night import panel_night
from tests.factories import act_in_fights, drafted_event, fighting_event, messages_of
from tests.web.shown import shown

pytestmark = pytest.mark.django_db
FOUR = ("Aichi", "Kamui", "Misaki", "Ren")


@pytest.fixture
def post(organizer_client):
    """Post an action as a form does, and return the answer."""

    def send(event, action, **fields):
        answer = organizer_client.post(f"/events/{event.code}/host/{action}/", fields)
        event.refresh_from_db()
        return answer

    return send


@pytest.fixture(scope="module")
def made_fighting(module_organizer, module_sets):
    return fighting_event(module_organizer, *FOUR)


@pytest.fixture
def fighting(made_fighting, db):
    return Event.objects.get(id=made_fighting.id)


@pytest.fixture
def look(organizer_client):
    """Return the text of what the panel shows."""

    def read(event):
        page = shown(organizer_client.get(f"/events/{event.code}/host/").content.decode())
        return plain(" ".join(re.sub(r"<[^>]+>", " ", page).split()))

    return read


def plain(text):
    """Return a text without the signs that isolate the names in it."""
    return text.translate({0x2068: None, 0x2069: None})


def first_fight(event):
    return load_fights(event.id).fighting.groups[0].rounds[-1][0]


def states(event):
    return [fight.state for fight in panel_night(event).fights]


# Before the fights ---------------------------------------------------------------------------------------------------


def test_when_the_decks_are_ready_the_fights_are_the_one_thing_to_do(organizer_client, organizer, sample_sets, look):
    event = drafted_event(organizer, *FOUR)
    html = shown(organizer_client.get(f"/events/{event.code}/host/").content.decode())
    assert re.findall(r'button--primary[^>]*name="from" value="building"', html) != []
    assert html.count("button--primary") == 1
    assert "Close the event" in look(event)


@pytest.mark.parametrize(("names", "bots", "settings"), [(FOUR, 0, {"fights": "off"}), (("Aichi",), 3, {})])
def test_where_nobody_fights_the_log_is_the_one_thing_to_do(organizer, sample_sets, look, names, bots, settings):
    event = drafted_event(organizer, *names, bots=bots)
    event.night.__class__.objects.filter(event=event).update(**settings)
    event = event.__class__.objects.get(id=event.id)
    assert ("Start the fights" in look(event), "Close the event" in look(event)) == (False, True)


def test_where_all_but_one_have_left_nobody_fights(organizer, sample_sets, look):
    event = drafted_event(organizer, "Aichi", "Kamui")
    leave_event(fighter=event.fighters.get(nickname="Kamui"))
    assert "Start the fights" not in look(event)


def test_the_fights_begin_with_one_press(post, organizer, sample_sets, look):
    event = drafted_event(organizer, *FOUR)
    answer = post(event, "next-stage", **{"from": "building"})
    assert (answer.status_code, messages_of(answer), event.phase) == (302, ["The fights have begun."], "fighting")
    said = look(event)
    assert [words in said for words in ("Fighting", "Round 1 of 3", "2 fights are open", "25:00")].count(True) >= 3
    assert "Start round 2" in said
    assert "Places appear once a fight is decided." in said


# The round -----------------------------------------------------------------------------------------------------------


def test_each_fight_is_told_with_names_counters_and_state(fighting, look):
    fight = first_fight(fighting)
    one, other = fight.fighters
    for _ in range(4):
        act_in_fights(fighting, ORGANIZER, CountMove(1, other, "damage", 1))
    assert states(fighting) == ["ended", "fighting"]
    assert [side.counters[0].value for side in panel_night(fighting).fights[0].sides] == [0, 4]
    assert "no result yet" in look(fighting)
    act_in_fights(fighting, one, EnterResultMove(1, one, (1, 0)))
    names = load_fights(fighting.id).names
    assert f"waits for {names[other]} to confirm" in look(fighting)
    assert f"Entered by {names[one]}" in look(fighting)


def test_a_dispute_comes_first_and_offers_what_can_be_decided(organizer_client, fighting, look):
    fight = load_fights(fighting.id).fighting.groups[0].rounds[-1][1]
    one, other = fight.fighters
    act_in_fights(fighting, one, EnterResultMove(2, one, (1, 0)))
    act_in_fights(fighting, other, DisputeResultMove(2))
    assert [(row.number, row.state) for row in panel_night(fighting).fights] == [(2, "disputed"), (1, "fighting")]
    names = load_fights(fighting.id).names
    html = shown(organizer_client.get(f"/events/{fighting.code}/host/").content.decode())
    calls = html[html.index('data-part="calls"') : html.index('data-part="fights"')]
    assert re.findall('name="winner" value="([^"]*)"', calls) == [str(one), str(other), "draw"]
    assert f"Results of {names[one]} and {names[other]} don’t match" in look(fighting)


def test_a_dispute_says_what_one_side_or_each_has_entered(fighting, look):
    fight = load_fights(fighting.id).fighting.groups[0].rounds[-1][1]
    one, other = fight.fighters
    name, other_name = (load_fights(fighting.id).names[side] for side in fight.fighters)
    refused = f"{name} entered “{name} won”, which the other side does not confirm."
    both = f"{name} entered “{name} won”, {other_name} entered “{other_name} won”."
    act_in_fights(fighting, one, EnterResultMove(2, one, (1, 0)))
    act_in_fights(fighting, other, DisputeResultMove(2))
    assert (refused in look(fighting), both in look(fighting)) == (True, False)
    act_in_fights(fighting, other, EnterResultMove(2, other, (0, 1)))
    assert (refused in look(fighting), both in look(fighting)) == (False, True)


@pytest.mark.parametrize(
    ("winner", "score", "best_of", "words"),
    [
        (7, [1, 2], 3, "Ben won 2\u00a0:\u00a01"),
        (None, [1, 1], 3, "A draw 1\u00a0:\u00a01"),
        (4, [1, 0], 1, "Ann won"),
        (None, [0, 0], 1, "A draw"),
    ],
)
def test_a_result_that_waits_is_told_with_the_games_of_the_winner_first(winner, score, best_of, words):
    sides = [{"fighter": 4, "name": "Ann"}, {"fighter": 7, "name": "Ben"}]
    pairing = {"sides": sides, "best_of": best_of, "result": {"winner": winner, "score": score}}
    assert plain(entered_words(pairing)) == words


def test_a_result_is_one_tap_and_can_be_opened_again(post, fighting, look):
    winner = first_fight(fighting).fighters[0]
    assert messages_of(post(fighting, "result", fight=1, winner=winner)) == ["The result is set."]
    assert (states(fighting), "Decided by the organizer." in look(fighting)) == (["over", "fighting"], True)
    assert messages_of(post(fighting, "reopen", fight=1)) == ["The fight goes on."]
    assert states(fighting) == ["fighting", "fighting"]


@pytest.mark.parametrize(
    ("action", "fields", "words"),
    [
        ("next-round", {"round": 3}, "The fights are in another round."),
        ("result", {"fight": 9, "winner": "draw"}, "There is no such fight. Load the page again."),
        ("game", {"fight": 1, "game": 2, "winner": "draw"}, "The fight is at another game."),
        ("result", {"winner": "draw"}, "Say which fight."),
        ("result", {"fight": 1}, "Say who has won, or that it is a draw."),
        ("result", {"fight": 1, "score": ","}, "A score is two numbers, as 1,0."),
        ("game", {"fight": 1, "winner": "draw"}, "Say which game."),
        ("game", {"fight": 1, "game": 1}, "Say who has won, or that it is a draw."),
        ("undo-count", {"last": "1"}, "Say which fight."),
    ],
)
def test_an_action_that_is_incomplete_or_comes_too_early_or_late_is_refused_in_words(
    post, fighting, action, fields, words
):
    assert messages_of(post(fighting, action, **fields)) == [words]


def test_a_score_alone_tells_who_has_won(post, organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", night={"best_of": 3})
    won, drawn = ((2, 0), (2, 1), (1, 0)), ((1, 1), (0, 0))
    assert panel_night(event).fights[0].scores == (*won, *drawn, *(score[::-1] for score in won))
    post(event, "result", fight=1, score="1,2")
    fight = first_fight(event)
    assert (fight.result.winner, fight.result.score) == (fight.fighters[1], (1, 2))
    post(event, "reopen", fight=1)
    post(event, "result", fight=1, score="1,1")
    assert first_fight(event).result.winner is None


def test_games_that_are_over_are_the_score_before_there_is_a_result(organizer, sample_sets):
    event = fighting_event(organizer, "Ann", "Ben", night={"best_of": 3})
    one, other = panel_night(event).fights[0].sides
    assert (one.score, other.score) == (None, None)
    act_in_fights(event, FighterId(one.fighter), EndGameMove(1, 1, FighterId(other.fighter)))
    assert [side.score for side in panel_night(event).fights[0].sides] == [0, 1]


@pytest.mark.parametrize("score", ["", "3,0", "1", "x,y", "1,2,3"])
def test_a_score_that_cannot_be_is_refused(post, organizer, sample_sets, score):
    event = fighting_event(organizer, "Aichi", "Kamui", night={"best_of": 3})
    answer = post(event, "result", fight=1, score=score)
    assert (answer.status_code, first_fight(event).result) == (302, None)


def test_no_draw_is_offered_in_a_bracket(organizer, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui", night={"fights": "bracket", "best_of": 3})
    fight = panel_night(event).fights[0]
    assert (fight.may_draw, (1, 1) in fight.scores, (2, 1) in fight.scores) == (False, False, True)


def test_a_bye_needs_nothing(organizer, sample_sets, look):
    event = fighting_event(organizer, "Aichi", "Kamui", "Misaki")
    assert sorted(states(event)) == ["bye", "fighting"]
    page = look(event)
    assert [words in page for words in ("a bye", "1 fight is open", "0 of 1 fight decided")] == [True, True, True]


def test_the_clock_of_the_round_is_paused_and_given_more_time(post, organizer, module_sets, look):
    fighting = fighting_event(organizer, *FOUR)
    assert messages_of(post(fighting, "pause")) == ["The clock is stopped, and all fighters wait."]
    assert (panel_night(fighting).round.paused, "Resume" in look(fighting)) == (True, True)
    post(fighting, "round-time", seconds=300)
    assert panel_night(fighting).round.clock in ("29:59", "30:00")
    post(fighting, "resume")
    assert "Paused" not in look(fighting)


@pytest.mark.parametrize("is_paused", [False, True])
def test_time_that_is_added_after_the_end_of_a_round_counts_from_now_on(post, organizer, module_sets, is_paused):
    fighting = fighting_event(organizer, *FOUR)
    StageAct.objects.filter(stage__event=fighting, kind="round").update(at=timezone.now() - timedelta(minutes=30))
    if is_paused:
        post(fighting, "pause")
    assert (panel_night(fighting).round.is_up, panel_night(fighting).round.clock) == (True, "0:00")
    assert messages_of(post(fighting, "round-time", seconds=60))[-1] == "The round has 60 seconds more."
    assert (panel_night(fighting).round.is_up, panel_night(fighting).round.clock) in ((False, "1:00"), (False, "0:59"))


def test_one_point_is_said_to_be_one(organizer, organizer_client, sample_sets):
    event = fighting_event(organizer, "Aichi", "Kamui")
    set_result(event=event, fight=1, winner=None, score=None)
    page = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    assert '1</span><span class="only-read"> point</span>' in page
    assert '1</span><span class="only-read"> points</span>' not in page


def test_a_round_without_a_clock_shows_none(organizer, sample_sets, look):
    event = fighting_event(organizer, *FOUR, night={"fight_minutes": 0})
    assert panel_night(event).round.clock == ""
    assert ("5 min" in look(event), "+30 s" in look(event), "Pause" in look(event)) == (False, False, True)


# The next round ------------------------------------------------------------------------------------------------------


def decide_all(post, event):
    for fight in panel_night(event).fights:
        if fight.is_open:
            post(event, "result", fight=fight.number, winner=fight.sides[0].fighter)


def test_the_next_round_is_asked_about_while_fights_are_open_also_without_scripts(post, fighting):
    answer = post(fighting, "next-round", round=2)
    page = shown(answer.content.decode())
    assert (answer.status_code, "2 fights are not over" in page) == (409, True)
    assert "otherwise the fighter further from losing wins, as when time is up." in page
    assert panel_night(fighting).round.number == 1
    assert 'name="confirm" value="next"' in page
    assert post(fighting, "next-round", round=2, confirm="next").status_code == 302
    assert panel_night(fighting).round.number == 2


def test_the_message_on_time_follows_the_rule_of_the_night(post, organizer, sample_sets):
    event = fighting_event(organizer, *FOUR, night={"time_up": "draw"})
    assert "otherwise it is a draw, unless one side has lost" in post(event, "next-round", round=2).content.decode()


def test_a_script_is_asked_in_place(organizer_client, fighting):
    answer = organizer_client.post(
        f"/events/{fighting.code}/host/next-round/", {"round": 2}, headers={"X-Requested-With": "fetch"}
    )
    assert (answer.status_code, answer.json()["done"], answer.json()["confirm"]) == (409, False, "next")


def test_a_night_is_led_to_its_champion_by_forms_alone(post, fighting, look):
    for number in (2, 3):
        decide_all(post, fighting)
        assert "All fights are over" in look(fighting)
        post(fighting, "next-round", round=number)
    assert ("End the fights" in look(fighting), "Start round" in look(fighting)) == (True, False)
    decide_all(post, fighting)
    post(fighting, "next-stage", **{"from": "fighting"})
    post(fighting, "finish")
    assert fighting.phase == "finished"
    champion = panel_night(fighting).groups[0].champions[0]
    assert f"First place {champion}" in look(fighting)
    assert ("Standings" in look(fighting), "Round 3 of 3" in look(fighting)) == (True, False)


def test_an_organizer_who_breaks_off_the_last_fight_is_told_that_there_is_no_champion(post, fighting, look):
    for number in (2, 3):
        decide_all(post, fighting)
        post(fighting, "next-round", round=number)
    asked = post(fighting, "next-stage", **{"from": "fighting"})
    assert asked.status_code == 409
    assert "There is no champion then: set the results of these fights first" in asked.content.decode()
    post(fighting, "next-stage", **{"from": "fighting", "confirm": "next"})
    post(fighting, "finish", confirm="next")
    assert fighting.phase == "finished"
    assert ("In the lead after round 3 of 3" in look(fighting), "First place" in look(fighting)) == (True, False)


def test_an_event_that_is_closed_before_its_last_round_has_leaders_and_no_first_place(post, fighting, look):
    decide_all(post, fighting)
    post(fighting, "finish")
    assert ("In the lead after round 1 of 3" in look(fighting), "First place" in look(fighting)) == (True, False)


def test_an_event_that_was_closed_without_fights_says_so(post, organizer, sample_sets, look):
    event = drafted_event(organizer, *FOUR)
    post(event, "finish")
    assert ("There were no fights tonight." in look(event), "First place" in look(event)) == (True, False)


# Dropping out --------------------------------------------------------------------------------------------------------


def test_a_fighter_who_drops_out_is_marked_and_the_message_takes_it_back(post, organizer_client, fighting, look):
    fighter = first_fight(fighting).fighters[0]
    name = load_fights(fighting.id).names[fighter]
    answer = post(fighting, "drop", fighter=fighter)
    assert plain(messages_of(answer)[0]) == f"{name} has dropped out of the fights."
    html = shown(organizer_client.get(f"/events/{fighting.code}/host/").content.decode())
    toast = html[html.index("toasts") : html.index('id="host"')]
    assert re.findall(r'formaction="[^"]*/host/([a-z-]+)/" name="fighter" value="(\d+)"', toast) == [
        ("reinstate", str(fighter))
    ]
    assert "dropped out" in look(fighting)
    post(fighting, "reinstate", fighter=fighter)
    assert [place.dropped for place in panel_night(fighting).groups[0].places] == [False] * 4


def test_the_seat_of_one_who_was_removed_while_they_fight_says_so_and_offers_no_second_drop(
    post, organizer_client, fighting
):
    def seats():
        page = shown(organizer_client.get(f"/events/{fighting.code}/host/").content.decode())
        return [page.count(words) for words in ('data-mark="gone"', 'data-key="drop"', 'data-key="reinstate"')]

    assert seats() == [0, 4, 0]
    fighter = first_fight(fighting).fighters[0]
    post(fighting, "remove", fighter=fighter)
    assert seats() == [1, 3, 0]
    post(fighting, "new-link", fighter=fighter)
    assert seats() == [0, 3, 1]  # they have a seat, and are not in the fights again before they are taken in there too
    post(fighting, "reinstate", fighter=fighter)
    assert seats() == [0, 4, 0]


def test_the_seat_of_one_who_has_dropped_out_offers_to_take_them_in_again(post, organizer_client, fighting):
    def offers():
        page = shown(organizer_client.get(f"/events/{fighting.code}/host/").content.decode())
        return [
            re.findall(rf'formaction="[^"]*/{action}/" name="fighter" value="(\d+)" data-key="{action}"', page)
            for action in ("drop", "reinstate")
        ]

    fighter = str(first_fight(fighting).fighters[0])
    assert (len(offers()[0]), offers()[1]) == (4, [])
    post(fighting, "drop", fighter=fighter)
    assert (len(offers()[0]), offers()[1]) == (3, [fighter])
    assert fighter not in offers()[0]
    post(fighting, "reinstate", fighter=fighter)
    assert (len(offers()[0]), offers()[1]) == (4, [])


def test_a_script_is_told_what_takes_a_drop_back(organizer_client, fighting):
    fighter = first_fight(fighting).fighters[0]
    fields, headers = {"fighter": fighter}, {"X-Requested-With": "fetch"}
    answer = organizer_client.post(f"/events/{fighting.code}/host/drop/", fields, headers=headers).json()
    assert (answer["undo"], answer["undo_by"]) == (str(fighter), "reinstate")


def test_a_fighter_who_has_lost_their_phone_gets_a_new_one_while_they_fight(organizer_client, fighting):
    html = shown(organizer_client.get(f"/events/{fighting.code}/host/").content.decode())
    assert html.count("/new-link/") == 4


# Words ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "by", "value", "words"),
    [
        ("vanguard", "head_to_head", 3, "Points from the fights among those with equal points: 3."),
        ("vanguard", "damage_difference", 2, "Damage dealt less damage taken: +2."),
        ("vanguard", "damage_difference", -2, "Damage dealt less damage taken: \N{MINUS SIGN}2."),
        ("vanguard", "damage_difference", 0, "Damage dealt less damage taken: 0."),
        ("vanguard", "damage_taken", -5, "Damage taken: 5. Less is better."),
        ("magic", "damage_difference", 2, "Life that opponents lost less own life lost: +2."),
        ("magic", "damage_taken", -5, "Life lost: 5. Less is better."),
        ("magic", "damage_taken", 3, "Life lost: \N{MINUS SIGN}3. Less is better."),
        ("plain", "damage_taken", -5, "Count lost: 5. Less is better."),
        ("rome", "units_lost", -5, "Units lost: 5. Less is better."),
        (
            "vanguard",
            "opponents_win",
            Fraction(1, 3),
            "Share of their possible points that the opponents have won: 33.3 %.",
        ),
        ("vanguard", "shared", 2, "2 share this place: nothing separates them."),
    ],
)
def test_a_tie_is_told_in_a_sentence_of_the_game(game, by, value, words):
    tie = Tie(TieBreak(by), value)
    assert tie_sentences(GAMES[game])[by] % {"value": tie_value(tie)} == words


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_tie_break_has_its_words(game):
    assert set(tie_words(game)) == set(TieBreak)


def test_before_the_fights_there_is_nothing_of_them():
    night = night_of({}, datetime.now(UTC), GAMES["vanguard"])
    assert (night.round, night.fights, night.groups, night.disputes) == (None, [], [], [])


def test_a_round_that_was_paused_twice_is_paused_once(post, fighting):
    post(fighting, "pause")
    answer = post(fighting, "pause")
    assert messages_of(answer)[-1] == "The clock is so already, or there is none."
    assert StageAct.objects.filter(kind="pause").count() == 1
    assert load_fights(fighting.id).fighting.clock.stands


def test_a_paused_round_is_what_the_bar_lets_go_on(organizer_client, fighting):
    act_in_fights(fighting, ORGANIZER, Pause())
    html = shown(organizer_client.get(f"/events/{fighting.code}/host/").content.decode())
    assert re.findall(r'button--primary"[^>]*formaction="[^"]*/host/([a-z-]+)/"', html) == ["resume"]


# Counters and games --------------------------------------------------------------------------------------------------


def buttons_of(html, action):
    """The buttons that are shown for an action of the fights, each as its name and value."""
    return re.findall(rf'<button[^>]*formaction="[^"]*/{action}/"[^>]*name="(\w+)" value="([^"]*)"', shown(html))


def counters_of(event, fighter):
    return dict(first_fight(event).counts.of(fighter))


def test_the_organizer_counts_with_the_panels_buttons_and_takes_the_last_count_back(post, organizer_client, fighting):
    one, _ = first_fight(fighting).fighters
    page = organizer_client.get(f"/events/{fighting.code}/host/").content.decode()
    up = f"{one} damage 1 0"
    assert ("step", up) in buttons_of(page, "count")
    for _ in range(2):  # pressed twice is once: it says what it stood at
        post(fighting, "count", fight=1, step=up)
    assert counters_of(fighting, one) == {"damage": 1}
    post(fighting, "count", fight=1, fighter=one, counter="damage", by=2)
    assert counters_of(fighting, one) == {"damage": 3}
    page = organizer_client.get(f"/events/{fighting.code}/host/").content.decode()
    assert ("was", "2") in buttons_of(page, "undo-count")
    assert ("last", "1:2") in buttons_of(page, "undo-count")  # the message's
    for _ in range(2):  # pressed twice is once, here too
        assert messages_of(post(fighting, "undo-count", fight=1, was=2))[-1] == "The last count is taken back."
    assert counters_of(fighting, one) == {"damage": 1}


def test_a_count_is_taken_back_once_however_often_its_messages_button_is_pressed(post, organizer_client, fighting):
    one, _ = first_fight(fighting).fighters
    for _ in range(2):
        post(fighting, "count", fight=1, fighter=one, counter="damage", by=1)
    answer = organizer_client.post(
        f"/events/{fighting.code}/host/count/",
        {"fight": 1, "fighter": one, "counter": "damage", "by": 1},
        headers={"X-Requested-With": "fetch"},
    ).json()
    assert (answer["undo_by"], answer["undo_of"]) == ("undo-count", ["last", "1:3"])
    for _ in range(2):
        post(fighting, "undo-count", last="1:3")
    assert counters_of(fighting, one) == {"damage": 2}
    assert messages_of(post(fighting, "undo-count", last="1:1"))[-1].startswith("More has been counted since.")
    for last in ("1", "x:1", "1:", "99:1"):
        post(fighting, "undo-count", last=last)
    assert counters_of(fighting, one) == {"damage": 2}


@pytest.mark.parametrize(
    "fields",
    [
        {"fighter": "", "counter": "", "by": ""},
        {"fighter": "x"},
        {"fighter": ""},
        {"fighter": 10**6},
        {"counter": "luck"},
        {"by": 5},
        {"by": -1},
        {"by": 0},
        {"by": 10**12},
        {"fight": 99},
        {"step": "1 damage"},
    ],
)
def test_a_count_that_cannot_be_is_refused_in_words_and_changes_nothing(post, fighting, fields):
    one, _ = first_fight(fighting).fighters
    answer = post(fighting, "count", **{"fight": 1, "fighter": one, "counter": "damage", "by": 1} | fields)
    assert (answer.status_code, len(messages_of(answer))) == (302, 1)
    assert counters_of(fighting, one) == {"damage": 0}


def test_the_next_game_of_three_begins_with_a_button_and_what_decides_is_a_result(
    post, organizer_client, organizer, sample_sets
):
    event = fighting_event(organizer, "Aichi", "Kamui", night={"best_of": 3})
    one, _ = first_fight(event).fighters
    page = organizer_client.get(f"/events/{event.code}/host/").content.decode()
    assert "Who won game" in shown(page)
    for _ in range(2):
        post(event, "game", fight=1, game=1, winner=one)
    assert [game.winner for game in first_fight(event).games] == [one]
    assert messages_of(post(event, "game", fight=1, game=2, winner=one))[-1] == "That is not possible now."
    post(event, "game", fight=1, game=2, winner="draw")
    assert [game.winner for game in first_fight(event).games] == [one, None]
    for fields in ({"fight": 1, "winner": one}, {"fight": 1, "game": 3}, {"fight": 1, "game": 3, "winner": 10**6}):
        assert messages_of(post(event, "game", **fields))[-1] != "The next game has begun."
    assert len(first_fight(event).games) == 2
