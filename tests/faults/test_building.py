"""The server is killed while decks are built and registered: what was acknowledged is there, each request once."""

import pytest

from drafts.operations.verification import differences
from tests.faults.two_builders import DECKS, builders, killed_while, on_one_database, open_packs

EVENT = {"name": "Decks", "card_set": "MAG01", "packs_each": 3, "fights": "off", "pace": "off", "review_seconds": 0}
EVENT |= {"log_visibility": "public", "sharing": "keep", "build_minutes": 0}


def build_all(phone, done):
    """Build one deck after the other, each a card larger, and register every third, until all are acknowledged."""
    cards = [card["id"] for card in phone.state["you"]["pile"] if card["type_line"] != "Conspiracy"]
    for number in range(1, DECKS + 1):
        main = cards[:number]
        built = phone.ask(type="deck", seen=number, main=main, basics={"Plains": 40 - number})
        assert built["type"] == "ack", built
        done.append((number + 1, main))
        if number % 3 == 0:
            assert phone.ask(type="register", seen=number + 1)["type"] == "ack"


def is_last(state):
    """Whether the last deck is registered."""
    deck = state["you"]["deck"]
    return deck["version"] > DECKS and deck["registered"] is not None and deck["registered"]["same"]


def draft_by_bots(organizer, code):
    """Let bots choose in both seats, to the end of the draft."""
    for seat in range(2):
        organizer.act(code, "seat-bot", table=1, seat=seat)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("format_", "make_pools"),
    [("magic-sealed", open_packs), pytest.param("magic-draft", draft_by_bots, marks=on_one_database)],
)
def test_M20_killed_while_decks_are_built_the_server_loses_none_and_makes_none_twice(
    site, sample_sets, format_, make_pools
):
    with builders(site, make_pools, format=format_, **EVENT) as two:
        for phone, acknowledged in zip(two.phones, killed_while(site, build_all, two.phones), strict=True):
            version, main = acknowledged[-1]
            assert len(acknowledged) == DECKS
            deck = phone.wait_for(is_last)["you"]["deck"]
            assert (deck["version"], deck["main"]) == (version, main)
    two.act("finish")
    log = two.organizer.log(two.code)
    assert [len(zone["cards"]) for deck in log["decks"] for zone in deck["zones"] if zone["zone"] == "main"] == [
        DECKS,
        DECKS,
    ]
    assert [deck["registered"]["auto"] for deck in log["decks"]] == [False, False]
    assert differences(log) == []


LISTS = {"name": "Lists", "format": "magic-own", "lists": "asked", "log_visibility": "public"}


def hand_in_all(phone, done):
    """Hand in one list after the other, each a card larger, and register every third, until all are acknowledged."""
    for number in range(1, DECKS + 1):
        text = f"{number} Island\n{60 - number} Swamp\n"
        handed = phone.ask(type="deck", seen=number, list=text)
        assert handed["type"] == "ack", handed
        done.append((number + 1, {"Island": number, "Swamp": 60 - number}))
        if number % 3 == 0:
            assert phone.ask(type="register", seen=number + 1)["type"] == "ack"


@on_one_database
@pytest.mark.django_db
def test_M30_killed_while_lists_are_registered_the_server_loses_none_and_makes_none_twice(site):
    with builders(site, **LISTS) as two:
        for phone, acknowledged in zip(two.phones, killed_while(site, hand_in_all, two.phones), strict=True):
            version, cards = acknowledged[-1]
            deck = phone.wait_for(is_last)["you"]["deck"]
            assert (len(acknowledged), deck["version"]) == (DECKS, version)
            assert {card["name"]: card["count"] for card in deck["list"]} == cards
    two.act("next-stage", **{"from": "building"})
    two.act("finish")
    log = two.organizer.log(two.code)
    assert [deck["registered"]["auto"] for deck in log["decks"]] == [False, False]
    assert [sum(card["count"] for card in deck["list"]) for deck in log["decks"]] == [60, 60]
    assert differences(log) == []
