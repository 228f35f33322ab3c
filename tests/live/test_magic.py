"""A Magic booster draft, played on phones from the first pack to the log."""

import json

import pytest

from tests.clients.views import legal_choice, phase_is
from tests.clients.ws_client import play_all

FACTS = ("type_line", "mana_cost", "mana_value", "colors", "power", "toughness", "loyalty")


@pytest.fixture
def magic(night):
    return lambda fighters=3, **fields: night(fighters, **{"format": "magic-draft", "card_set": "MAG01"} | fields)


def in_review(table):
    play_all(table.phones, phase_is("review"))
    return table


@pytest.mark.parametrize(("fighters", "is_hinted"), [(5, True), (6, False)])
def test_M1_under_six_fighters_the_lobby_says_that_packs_will_come_round_often(magic, fighters, is_hinted):
    table = magic(1, bots=fighters - 1, start=False)
    host = table.open(table.organizer, "?as=host")
    words = "With so few fighters packs will come round often." if is_hinted else None
    assert [one.wait_for(lambda state: len(state["table"]["seats"]) == fighters)["hint"] for one in (
        table.phones[0], host
    )] == [words, words]  # fmt: skip
    assert ("packs will come round often" in table.organizer.get(f"/events/{table.code}/host/").text) is is_hinted


def test_M4_M6_M44_a_card_says_the_games_own_facts_and_one_is_chosen(magic):
    phone = magic(2).at_seat(0)
    event, you = phone.state["event"], phone.state["you"]
    assert (event["game"], event["format"], you["must_choose"]) == (
        "magic", "magic-draft", {"trigger": 0, "normal": 0, "any": 1}
    )  # fmt: skip
    assert (len(you["pack"]), phone.state["table"]["legion_rare"], you["can_call_judge"]) == (14, False, False)
    assert [[name for name in FACTS if name not in card] for card in you["pack"]] == [[]] * 14
    assert {card["grade"] for card in you["pack"] if "grade" in card} == set()


def test_M4_two_cards_at_once_are_refused(magic):
    phone = magic(2).phones[0]
    assert phone.choose([card["id"] for card in phone.state["you"]["pack"][:2]])["code"] == "wrong_count"


def test_M5_a_pack_goes_to_the_left_and_the_second_one_to_the_right(magic):
    table = magic(3)
    passed = {}
    for phone in table.phones:
        (taken,) = legal_choice(phone.state)
        passed[phone.state["you"]["seat"]] = {card["id"] for card in phone.state["you"]["pack"]} - {taken}
    for phone in table.phones:
        phone.choose(legal_choice(phone.state))
    for phone in table.phones:
        state = phone.wait_for(lambda state: state["table"]["pass"] == 2)
        assert {card["id"] for card in state["you"]["pack"]} == passed[(state["you"]["seat"] - 1) % 3]
    in_review(table)
    for phone in table.phones:
        phone.ready()
    assert [phone.wait_for(phase_is("drafting"))["table"]["direction"] for phone in table.phones] == ["right"] * 3


def test_M7_M8_after_the_first_pack_everyone_sees_their_own_cards_and_nobody_before(magic):
    table = magic(2)
    assert [phone.state["you"]["pile"] for phone in table.phones] == [None, None]
    in_review(table)
    assert [len(phone.state["you"]["pile"]) for phone in table.phones] == [14, 14]
    assert [tally["tally"] for tally in table.phones[0].state["you"]["summary"]["tallies"]] == [
        "curve", "colours", "types"
    ]  # fmt: skip


def test_M8_the_organizer_ends_the_review_after_thirty_seconds_and_not_sooner(magic):
    table = in_review(magic(2, review_seconds=60))
    answer = table.organizer.post(f"/events/{table.code}/host/end-review/")
    assert "Everyone has 30 seconds to look." in table.organizer.get(answer.location).text
    assert table.open(table.devices[0]).state["event"]["phase"] == "review"


def test_M10_a_whole_draft_ends_with_forty_two_cards_and_its_log(magic):
    table = magic(2, log_visibility="public")
    play_all(table.phones, phase_is("building"))
    for phone in table.phones:
        assert (phone.state["you"]["summary"]["count"], len(phone.state["you"]["pile"])) == (42, 42)
        deck = phone.wait_for(lambda state: "deck" in state["you"])["you"]["deck"]
        assert (deck["version"], deck["main"], len(deck["side"]), deck["locked"]) == (1, [], 42, False)
        assert phone.state["clock"]["seconds"] == 25 * 60  # M20
        assert [seat["deck"] for seat in phone.state["table"]["seats"]] == ["none", "none"]
    log = json.loads(table.organizer.get(f"/events/{table.code}/log/log.json").text)
    assert (log["event"]["game"], log["event"]["format"]) == ("magic", "magic-draft")
    assert (len(log["tables"][0]["picks"]), log["decks"]) == (84, [])  # decks open after the fights
    deck = table.devices[0].get(f"/events/{table.code}/deck.txt").text
    assert sum(int(line.split()[0]) for line in deck.splitlines() if line[:1].isdecimal()) == 42
