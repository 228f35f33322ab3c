"""The server is killed while decks are changed between two games: what was acknowledged is there, each change once."""

import pytest

from drafts.operations.verification import differences
from tests.clients.views import phase_is
from tests.faults.two_builders import DECKS, builders, killed_while, on_one_database, open_packs

EVENT = {"name": "Match", "format": "magic-sealed", "card_set": "MAG01", "packs_each": 3, "best_of": 3}
EVENT |= {"log_visibility": "public", "sharing": "keep", "build_minutes": 0}


def cards_of(phone):
    return [card["id"] for card in phone.state["you"]["pile"] if card["type_line"] != "Conspiracy"]


def register(phone):
    assert phone.ask(type="deck", seen=1, main=cards_of(phone)[:23], basics={"Plains": 17})["type"] == "ack"
    assert phone.ask(type="register", seen=2)["type"] == "ack"


def change_all(phone, done):
    """Change the deck of the match, each time for one with a card more, until all changes are acknowledged."""
    cards, fight = cards_of(phone), phone.state["fight"]["fight"]
    for number in range(1, DECKS + 1):
        main = cards[:number]
        changed = phone.ask(type="deck", fight=fight, seen=number, main=main, basics={"Plains": 40 - number})
        assert changed["type"] == "ack", changed
        done.append((number + 1, main))


def concede(phone):
    """Be out of the game that goes on, and wait until everybody is told of it."""
    seats = phone.state["table"]["seats"]
    me = next(seat["fighter"] for seat in seats if seat["seat"] == phone.state["you"]["seat"])
    assert phone.ask(type="out", fight=phone.state["fight"]["fight"], fighters=[me])["type"] == "ack"


def has_games(count):
    return lambda state: len(state["fight"]["games"]) == count


@on_one_database
@pytest.mark.django_db
def test_M23_killed_between_two_games_the_server_loses_no_deck_and_makes_none_twice(site, sample_sets):
    with builders(site, open_packs, **EVENT) as two:
        for phone in two.phones:
            register(phone)
        two.act("next-stage", **{"from": "building"})
        for phone in two.phones:
            phone.wait_for(phase_is("fighting"))
        concede(two.phones[0])
        for phone in two.phones:
            phone.wait_for(has_games(1))
        done = killed_while(site, change_all, two.phones)
        for phone, acknowledged in zip(two.phones, done, strict=True):
            version, main = acknowledged[-1]
            assert len(acknowledged) == DECKS
            state = phone.wait_for(lambda state: state["you"]["deck"]["match"]["version"] > DECKS)
            match, deck = state["you"]["deck"]["match"], state["you"]["deck"]
            assert (match["version"], match["main"], match["game"], match["open"]) == (version, main, 2, True)
            assert deck["main"] == cards_of(phone)[:23]  # the one of record stays
        concede(two.phones[0])
        for phone in two.phones:
            phone.wait_for(lambda state: state["you"]["deck"]["match"] is None)
    two.act("finish")
    log = two.organizer.log(two.code)
    [fight] = log["fights"]
    assert sorted((each["game"], each["main"], each["basics"]) for each in fight["decks"]) == sorted(
        (2, acknowledged[-1][1], {"Plains": 40 - DECKS}) for acknowledged in done
    )
    assert (sorted(fight["result"]["score"]), [act["kind"] for act in fight["acts"]]) == ([0, 2], ["out", "out"])
    assert differences(log) == []


OWN = {"name": "Own lists", "format": "magic-own", "lists": "asked", "best_of": 3, "log_visibility": "public"}
LIST = "4 Otter Island\n56 Plains\n4 Night Swamp\n\nSideboard\n4 Paper Forest"


def register_list(phone):
    assert phone.ask(type="deck", seen=1, list=LIST)["type"] == "ack"
    assert phone.ask(type="register", seen=2)["type"] == "ack"


def swapped(number):
    """The main deck of the change of this number, from 1: it has one to four cards of the sideboard, in turn."""
    count = number % 4 + 1
    rest = 4 - count
    return {"Otter Island": 4, "Plains": 56, "Paper Forest": count} | ({"Night Swamp": rest} if rest else {})


def change_list(phone, done):
    """Change the list of the match again and again, until all changes are acknowledged."""
    fight = phone.state["fight"]["fight"]
    for number in range(1, DECKS + 1):
        main = swapped(number)
        text = "\n".join(f"{count} {name}" for name, count in main.items())
        changed = phone.ask(type="deck", fight=fight, seen=number, list=text)
        assert changed["type"] == "ack", changed
        done.append((number + 1, main))


def main_of(lines):
    return {line["name"]: line["count"] for line in lines if line["zone"] == "main"}


@on_one_database
@pytest.mark.django_db
def test_M23_killed_between_two_games_the_server_loses_no_list_that_was_brought_along(site):
    with builders(site, **OWN) as two:
        for phone in two.phones:
            register_list(phone)
        two.act("next-stage", **{"from": "building"})
        for phone in two.phones:
            phone.wait_for(phase_is("fighting"))
        concede(two.phones[0])
        for phone in two.phones:
            phone.wait_for(has_games(1))
        done = killed_while(site, change_list, two.phones)
        for phone, acknowledged in zip(two.phones, done, strict=True):
            version, main = acknowledged[-1]
            assert len(acknowledged) == DECKS
            deck = phone.wait_for(lambda state: state["you"]["deck"]["match"]["version"] > DECKS)["you"]["deck"]
            match = deck["match"]
            assert (match["version"], main_of(match["list"]), match["open"]) == (version, main, True)
            assert main_of(deck["list"]) == {
                "Otter Island": 4,
                "Plains": 56,
                "Night Swamp": 4,
            }  # the one of record stays
        concede(two.phones[0])
        for phone in two.phones:
            phone.wait_for(lambda state: state["you"]["deck"]["match"] is None)
    two.act("finish")
    log = two.organizer.log(two.code)
    [fight] = log["fights"]
    assert [(each["game"], main_of(each["list"])) for each in fight["decks"]] == [
        (2, acknowledged[-1][1]) for acknowledged in done
    ]
    assert differences(log) == []
